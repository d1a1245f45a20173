"""How hard is a puzzle for a person?

The ladder is climbed in rounds: each takes everything that the cheapest useful technique finds
anywhere. Four figures come out: the dearest technique that was needed, the work (the costs of all
uses), the narrowest point (the fewest places where one could go on), and the effort, which stars
summarize. None of them depends on the order of lines or cells, so mirrored, turned and renumbered
puzzles rate the same.

The effort of a round counts finding and doing. A technique of cost c that succeeds in p of n
unfinished lines is found after about n / p lines, and used p times: (c - 1) (p + n / p). A line
that its clue alone fills or empties (c = 1) takes no effort. Where single lines are stuck one
success is enough to go on: (c - 1) (1 + n / p).
"""

from __future__ import annotations

from bisect import bisect
from collections import Counter
from functools import cached_property
from typing import NamedTuple

from nonoforge.engine import LineRounds, OutOfBudget, count_passes, rate_lines, rates_natively
from nonoforge.judge.knowledge import MAX_CELLS, Knowledge
from nonoforge.judge.ladder import LADDER, Ladder
from nonoforge.judge.technique import Contradiction, LineTechnique, Technique
from nonoforge.judge.techniques.blocks import Blocks
from nonoforge.judge.techniques.overlap import Overlapping
from nonoforge.judge.techniques.reach import Reaching
from nonoforge.judge.techniques.whole_line import WholeLine
from nonoforge.judge.techniques.zero_and_full import ZeroAndFull
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.time_limit import time_limit
from nonoforge.verdict import Answer, Budget

NOT_RATED: dict[Answer, str] = {
    "multiple": "there is more than one solution", "none": "there is no solution",
    "unknown": "the budget ran out"}
STAR_EFFORTS = (64, 140, 280, 660)
"""The least effort of two, three, four and five stars: a fifth of the puzzles by which they were
chosen is below each further one (docs/rating.md)."""


class Rating(NamedTuple):
    """The difficulty of a puzzle. `technique` is the dearest that it takes; None where there is
    nothing to rate: `why` says so. `work` are the costs of all uses, `narrowest` the fewest places
    to go on at any time, `effort` is what finding and using all of them takes, `hardest` the number
    of rounds in which nothing cheaper than `technique` helps, `settled` the number of lines looked
    at, and `uses` says how often each technique was used, by name, from the cheapest on."""

    technique: Technique | None
    work: int = 0
    narrowest: int | None = None
    rounds: int = 0
    effort: int = 0
    hardest: int = 0
    settled: int = 0
    uses: dict[str, int] = {}  # noqa: RUF012
    why: str = ""

    @property
    def stars(self) -> int | None:
        """1 to 5, by the effort, within what the dearest technique allows; None where there is
        nothing to rate."""
        if self.technique is None:
            return None
        by_effort = 1 + bisect(STAR_EFFORTS, self.effort)
        return min(max(by_effort, self.technique.stars), self.technique.max_stars)

    @property
    def words(self) -> str:
        """The rating in words: `2 of 5 stars (reach)`, or why there is none."""
        if self.technique is None:
            return f"not rated: {self.why}"
        return f"{self.stars} of 5 stars ({self.technique.name})"

    def __repr__(self) -> str:
        return f"<Rating: {self.words}>"

    @property
    def rung(self) -> int | None:
        """The place of the technique on the ladder, from 0."""
        return None if self.technique is None else LADDER.rung(self.technique)


def rate(
    nonogram: Nonogram, *, budget: Budget | str | float | None = None, ladder: Ladder = LADDER,
) -> Rating:
    """Rate a puzzle of any family.

    Args:
        nonogram: The puzzle; its solution, if it has one, is not looked at.
        budget: A `Budget`, its text (`"10s"`) or seconds; None: no limit.
        ladder: The techniques that a player knows.

    >>> from nonoforge.families.grid import from_picture
    >>> rate(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])).technique.name
    'reach'
    """
    if nonogram.puzzle.cells > MAX_CELLS:
        return unrated(f"larger than {MAX_CELLS:,} {nonogram.family.cell.many}")
    limit = Budget.of(budget)
    native = tuple(map(type, ladder.line_techniques)) == NATIVE_TECHNIQUES and \
        rates_natively(nonogram.puzzle)
    with time_limit(limit.seconds):
        return (_NativeRater if native else _Rater)(nonogram.puzzle, ladder, limit).run()


def unrated(why: str) -> Rating:
    """Return the rating of what cannot be rated, and why."""
    return Rating(None, why=why)


class _Rater:
    """A rating in the making, in Python alone: what a rating is."""

    def __init__(self, puzzle: Puzzle, ladder: Ladder, budget: Budget) -> None:
        self.puzzle, self.ladder, self.budget = puzzle, ladder, budget
        self.uses: Counter[Technique] = Counter()
        self.taken: Counter[Technique] = Counter()  # rounds
        self.narrowest: int | None = None
        self.rounds = self.effort = 0

    @cached_property
    def known(self) -> Knowledge:
        return Knowledge(self.puzzle, ladder=self.ladder, budget=self.budget)

    @property
    def settled(self) -> int:
        """The number of lines looked at."""
        return self.known.settled

    def run(self) -> Rating:
        try:
            return self.rating(self._climb())
        except Contradiction:
            return self.rating(NOT_RATED["none"])
        except OutOfBudget:
            return self.rating(NOT_RATED["unknown"])

    def rating(self, why: str) -> Rating:
        techniques = self.ladder.techniques
        used = [technique for technique in techniques if self.uses[technique]]
        dearest = used[-1] if used else techniques[0]
        return Rating(
            None if why else dearest,
            sum(self.uses[technique] * technique.cost for technique in used),
            self.narrowest, self.rounds, self.effort, self.taken[dearest], self.settled,
            {technique.name: self.uses[technique] for technique in used}, why)

    def _climb(self) -> str:
        """Solve the puzzle; return why it cannot be rated, if so."""
        while self.known.open:
            if self._lines():
                continue
            end = self._beyond_lines()
            if end is not None:
                return end
        self.known.refresh()  # a finished picture may still break a clue
        return ""

    def _lines(self) -> bool:
        """Take a round on single lines; return False where they are stuck."""
        found = self.known.easiest_lines()
        if found:
            technique = next(iter(found.values())).technique
            self._count(technique, len(found), len(self.known.finds))
            for index, line in found.items():
                for removed, _ in line.finds:
                    self.known.erase(index, removed)
        return bool(found)

    def _beyond_lines(self) -> str | None:
        """Take a round on several lines. Return None to go on, "" where all is solved, or why it
        cannot be rated."""
        # Where lines are stuck it pays to ask first whether there is one solution at all.
        answer = self.known.quick_verdict.answer
        if answer in ("multiple", "none"):
            return NOT_RATED[answer]
        for technique in self.ladder.puzzle_techniques:
            found = technique.find_all(self.known)
            if found is not None:
                self._count(technique, found.places, found.places)
                self.known.learn(found.learned)
                return "" if found.solved else None
        return NOT_RATED[self.known.verdict.answer]

    def _count(self, technique: Technique, uses: int, places: int) -> None:
        self.rounds += 1
        self.uses[technique] += uses
        self.taken[technique] += 1
        looks = -(-self.known.open_lines // uses)  # lines until the first find, rounded up
        steps = uses if isinstance(technique, LineTechnique) else 1
        self.effort += (technique.cost - 1) * (steps + looks)
        self.narrowest = min(places, self.narrowest or places)
        self.known.check_time()


NATIVE_TECHNIQUES = (ZeroAndFull, Overlapping, Reaching, Blocks, WholeLine)
"""The techniques of single lines that `native/rating.hpp` has too."""


class _NativeRater(_Rater):
    """A rating whose rounds on single lines are made by the kernel; what is known is written down
    only where they are stuck."""

    looked = 0

    @property
    def settled(self) -> int:
        return self.looked

    def _climb(self) -> str:
        rounds = self._native_lines(None, self.budget.settled, self.budget.seconds)
        while rounds.end == "stuck":
            self.known.advance(rounds)
            end = self._beyond_lines()
            if end is not None:
                return end
            rounds = self._native_lines(self.known, *self.known.budget_left())
        if rounds.end == "contradiction":
            raise Contradiction(-1)
        if rounds.end == "out of budget":
            raise OutOfBudget
        return ""

    def _native_lines(
        self, known: Knowledge | None, settled: int | None, seconds: float | None,
    ) -> LineRounds:
        techniques = self.ladder.line_techniques
        found = rate_lines(
            self.puzzle, tuple([technique.cost for technique in techniques]), settled=settled,
            seconds=seconds, masks=None if known is None else known.cell_masks,
            dirty=None if known is None else known.dirty)
        for technique, uses, rounds in zip(techniques, found.uses, found.rounds, strict=True):
            self.uses[technique] += uses
            self.taken[technique] += rounds
            self.rounds += rounds
        self.effort += found.effort
        self.looked += found.settled
        if found.narrowest is not None:
            self.narrowest = min(found.narrowest, self.narrowest or found.narrowest)
        return found


# --- classic measures ----------------------------------------------------------------------------

class Classic(NamedTuple):
    """The classic measures of difficulty: how often lines must be settled until all is known.

    All lines are settled exactly and at once, each from what was known before, again and again: a
    `pass` is one such look at all of them. K.J. Batenburg, S. Henstra, W.A. Kosters and W.J.
    Palenstijn (Constructing simple nonograms of varying difficulty, 2009) measure by steps of that
    kind. A line that has not changed since is not settled again (`settlements`). R. Parment
    (Generation of sloped nonograms, 2015) counts the lines that tell something (`fruitful`), in an
    order around the frame; here there is no order, so that mirrored puzzles measure the same.
    `open` cells are left.
    """

    passes: int
    settlements: int
    fruitful: int
    open: int


def classic(puzzle: Puzzle, budget: Budget | None = None) -> Classic | None:
    """Return how far settling single lines goes and what it takes; None where a line breaks, the
    budget runs out, or the puzzle is too large.

    >>> from nonoforge.families.grid import from_picture
    >>> classic(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]).puzzle)
    Classic(passes=2, settlements=12, fruitful=6, open=0)
    """
    if puzzle.cells > MAX_CELLS:
        return None
    if rates_natively(puzzle) and (budget is None or budget.settled is None):
        counts = count_passes(puzzle, budget and budget.seconds)
        return None if counts is None else Classic(*counts)
    known = Knowledge(puzzle, budget=budget)
    passes = fruitful = 0
    try:
        while found := [(index, new) for index, new in known.changed_lines() if any(new)]:
            passes, fruitful = passes + 1, fruitful + len(found)
            for index, new in found:
                known.erase(index, new)
            known.check_time()
            if not known.open:
                break
    except (Contradiction, OutOfBudget):
        return None
    return Classic(passes, known.settled, fruitful, known.open)
