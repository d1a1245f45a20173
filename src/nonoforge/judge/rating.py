"""How hard is a puzzle for a person?

The ladder is climbed in rounds: each takes everything that the lowest useful rung finds anywhere.
Three figures come out: the highest rung that was needed, the work (the costs of all uses), and the
narrowest point (the fewest places where one could go on). None of them depends on the order of
lines or cells, so mirrored, turned and renumbered puzzles rate the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import NamedTuple

from nonoforge.engine import Budget, Meter, OutOfBudget, solve
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.rungs import DEPTH_1, DEPTH_2, PAIR, RUNGS, SEARCH, Rung
from nonoforge.judge.techniques.assume import (
    Atom,
    atoms,
    breaking,
    breaking_deep,
    breaking_pairs,
    without,
)
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Answer

STARS = (1, 1, 1, 2, 3, 4, 4, 5, 5)
"""For each rung; docs/rating.md says how they were chosen."""


GLANCE = Budget(conflicts=5_000)  # for a verdict before assumptions are tried

NOT_RATED: dict[Answer, str] = {
    "multiple": "there is more than one solution", "none": "there is no solution",
    "unknown": "the budget ran out"}


class Rating(NamedTuple):
    """`rung` is None where there is nothing to rate: `why` says so."""

    rung: int | None
    work: int
    narrowest: int | None
    rounds: int
    settled: int  # lines looked at
    uses: tuple[int, ...]  # how often each rung was used
    why: str = ""

    @property
    def stars(self) -> int | None:
        return None if self.rung is None else STARS[self.rung]

    @property
    def technique(self) -> Rung | None:
        """The hardest technique that is needed."""
        return None if self.rung is None else RUNGS[self.rung]


class _Climb:
    """A rating under way."""

    def __init__(self, nonogram: Nonogram, budget: Budget | None) -> None:
        self.nonogram, self.budget = nonogram, budget
        self.ladder = Ladder(nonogram.puzzle)
        self.meter = Meter(budget)
        self.uses = [0] * len(RUNGS)
        self.narrowest: int | None = None
        self.rounds = 0

    def run(self) -> Rating:
        try:
            while self.ladder.open:
                if not self._lines():
                    if self._first_verdict in ("multiple", "none"):
                        return self.rating(NOT_RATED[self._first_verdict])
                    if not self._beyond():
                        return self._searched()
            self.ladder.look()  # a picture that is finished may still break a clue
        except Contradiction:
            return self.rating("there is no solution")
        except OutOfBudget:
            return self.rating("the budget ran out")
        return self.rating()

    def rating(self, why: str = "") -> Rating:
        rung = None if why else max((r for r, uses in enumerate(self.uses) if uses), default=0)
        work = sum(uses * rung.cost for uses, rung in zip(self.uses, RUNGS, strict=True))
        return Rating(rung, work, self.narrowest, self.rounds, self.ladder.settled,
                      tuple(self.uses), why)

    @cached_property
    def _first_verdict(self) -> Answer:
        """Where lines are stuck it pays to ask first whether there is one solution at all."""
        return solve(self.nonogram.puzzle, budget=(self.budget or Budget()).within(GLANCE)).answer

    def _lines(self) -> bool:
        """A round on single lines; False where they are stuck."""
        found = self.ladder.lowest()
        if found:
            rung = next(iter(found.values())).rung
            self._count(rung, len(found), len(self.ladder.prospects))
            for index, prospect in found.items():
                for removed, _ in prospect.finds:
                    self.ladder.erase(index, removed)
        return bool(found)

    def _beyond(self) -> bool:
        return self._pairs() or self._assume(DEPTH_1) or self._assume(DEPTH_2)

    def _count(self, rung: int, uses: int, places: int) -> None:
        self.rounds += 1
        self.uses[rung] += uses
        self.narrowest = min(places, self.narrowest or places)
        self.meter.look()

    def _pairs(self) -> bool:
        state = self.ladder.state
        found = list(breaking_pairs(self.nonogram.puzzle, state, self.meter.look))
        if found:
            self._count(PAIR, len(found), len(found))
            self._write([atom for _, _, atoms in found for atom in atoms])
        return bool(found)

    def _assume(self, rung: int) -> bool:
        state, puzzle = self.ladder.state, self.nonogram.puzzle
        search = breaking if rung == DEPTH_1 else breaking_deep
        found = search(puzzle, state, atoms(state, range(puzzle.cells)), self.meter.look)
        if found:
            self._count(rung, len(found), len(found))
            self._write(found)
        return bool(found)

    def _write(self, found: list[Atom]) -> None:
        for cell, mask in without(self.ladder.state, found):
            self.ladder.write(cell, mask)

    def _searched(self) -> Rating:
        """Nothing short helps: search tells whether there is one solution at all."""
        answer = self._first_verdict
        if answer == "unknown":
            answer = solve(self.nonogram.puzzle, budget=self.budget).answer
        if answer != "unique":
            return self.rating(NOT_RATED[answer])
        self._count(SEARCH, 1, 1)
        return self.rating()


def unrated(why: str) -> Rating:
    """No rating, and why."""
    return Rating(None, 0, None, 0, 0, (0,) * len(RUNGS), why)


def rate(nonogram: Nonogram, *, budget: Budget | None = None) -> Rating:
    """The rating of a puzzle of any family.

    >>> from nonoforge.families.grid import from_picture
    >>> rate(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])).technique.name
    'reach'
    """
    return _Climb(nonogram, budget).run()
