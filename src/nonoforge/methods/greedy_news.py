"""Greedy for news: never a line that shows that it has nothing to say, and the surest ones first.

A line waits for a line solver once it has news: cells that other lines have changed since it was
solved last (at the beginning each line waits). Of those that wait there comes first

1. a line that counts out: as many cells have a colour as the clue says, or only as many still can.
   Such a line is sure to teach something; more open cells, sooner.
2. the line with most news for each of its groups, or runs: 2 for a cell that was filled, 1 for any
   other change. Clues of fewer groups allow less, so the same news says more.

Of several the first in the puzzle's order comes first.

When its turn comes, a line must pass a test (`test=examples`). A few colourings are made up that
agree with the clue and with all known cells. If they show each open cell both filled and white,
nothing whatever can follow from this line: it is passed over until it has further news. For a tally
these fill the cells that are missing one after another, round and round, from each open cell on;
then the same with every other open cell. For runs the tight placement is moved along the line.

How this counts: as in the paper below, line solvers applied are counted, and the pre-pass (lines
that are empty, or described completely by their clue alone) is not; here it is on unless told
otherwise. The test is not counted either, as it is no line solver: it never decides a cell, it can
only say that a line solver would find none. It is not free: at most two colourings for each open
cell, each a few operations on a word. With `test=no` there is no test, only the order.

Lines that the test cannot read (colours, missing numbers, a cell read twice) are solved whenever
they have news. With an exact line solver, the default, the end is what propagation gives.

Our own. What it is measured against, and the measure: C. Halford: Generating and solving 3D
nonogram puzzles. University of Abertay Dundee, 2016; sections 3.6 to 3.9.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from nonoforge.clues import MAX_GROUPS, Clue, Runs
from nonoforge.engine import Meter
from nonoforge.engine.plain import Sheet, bits
from nonoforge.methods.common import Job, Method, Option, searching
from nonoforge.methods.common.strategy import NO_MORE, OPTIONS, Walk, by_strategy
from nonoforge.puzzle import Colouring

FILLED, OTHER = 2, 1  # what a change is worth as news
STRIDES = (1, 2)  # of the open cells, in which order examples fill them


def totals(clue: Clue) -> list[tuple[int, int]]:
    """Return the colours whose number of cells the clue tells, with the number. White is told if
    all others are, which is left to them."""
    if not isinstance(clue, Runs):
        return [(colour, count.total) for colour, count in enumerate(clue.counts, start=1)
                if count.total is not None]
    found: dict[int, int] = {}
    for length, colour in clue.runs:
        if length is None:
            return []
        found[colour] = found.get(colour, 0) + length
    return list(found.items()) or [(1, 0)]


def groups(clue: Clue) -> int:
    """Return how many groups it speaks of, at least 1."""
    if isinstance(clue, Runs):
        return max(1, len(clue.runs))
    return max(1, sum(count.groups or MAX_GROUPS for count in clue.counts))


def counted_out(clue: Clue, masks: list[int]) -> int:
    """Return how many open cells are decided, or lose a colour, because the number of a colour is
    full or only just within reach. `masks`: for each colour the positions that may have it."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    sure = 0
    for colour, total in totals(clue):
        may = masks[colour]
        if may.bit_count() == total or (may & ~twice).bit_count() == total:
            sure |= may & twice
    return sure.bit_count()


def silent(clue: Clue, masks: list[int]) -> bool:
    """Return whether examples show each open cell in both colours: the clue then decides none."""
    if len(masks) != 2:
        return False
    white, black = masks
    to_see = white & black, white & black  # black, white
    for example in _examples(clue, white, black):
        to_see = to_see[0] & ~example, to_see[1] & example
        if not any(to_see):
            return True
    return False


def _examples(clue: Clue, white: int, black: int) -> Iterator[int]:
    """Return random sets of black cells that satisfy the clue and the known cells."""
    known = black & ~white
    if isinstance(clue, Runs):
        yield from (moved for moved in _moved(clue, black) if not known & ~moved)
    elif len(clue.counts) == 1:
        total, count = clue.counts[0]
        if total is not None and count is not None:
            unknown = [1 << position for position in bits(black & white)]
            for extra in _rounds(unknown, total - known.bit_count()):
                if min(_groups_of(known | extra), MAX_GROUPS) == count:
                    yield known | extra


def _rounds(cells: list[int], missing: int) -> Iterator[int]:
    """So many of the cells, neighbours in a ring; then in a ring of every other cell."""
    if not 0 <= missing <= len(cells):
        return
    for stride in STRIDES:
        ring = [cell for first in range(stride) for cell in cells[first::stride]]
        chosen = sum(ring[:missing])
        for out, into in zip(ring, ring[missing:] + ring[:missing], strict=True):
            yield chosen
            chosen ^= out ^ into


def _moved(clue: Runs, black: int) -> Iterator[int]:
    """Yield the tight placement of runs, wherever black may be."""
    if any(run.length is None for run in clue.runs):
        return
    tight = 0
    for run in reversed(clue.runs):
        length = run.length or 0
        tight = tight << (length + 1) | (1 << length) - 1
    for shift in range(black.bit_length() - tight.bit_length() + 1):
        if not (moved := tight << shift) & ~black:
            yield moved


def _groups_of(cells: int) -> int:
    return (cells & ~(cells << 1)).bit_count()


class Waiting:
    """The lines with news, best first."""

    def __init__(self, sheet: Sheet, lines: int) -> None:
        self.sheet = sheet
        self.clues = [line.clue for line in sheet.board.puzzle.lines]
        self.groups = [groups(clue) for clue in self.clues]
        self.news = [0] * len(self.clues)
        self._ranks: dict[int, tuple[int, float]] = {}  # of those that wait
        self._heap: list[tuple[tuple[int, float], int]] = []  # old ranks stay in it
        for line in bits(lines):
            self.add(line, 0)

    def masks(self, line: int) -> list[int]:
        return [column[line] for column in self.sheet.masks]

    def add(self, line: int, news: int) -> None:
        """Add news of a line."""
        self.news[line] += news
        sure = counted_out(self.clues[line], self.masks(line))
        rank = -sure, -self.news[line] / self.groups[line]
        self._ranks[line] = rank
        heappush(self._heap, (rank, line))

    def take(self) -> int | None:
        """Return the best one, which then waits no longer; None: none waits."""
        while self._heap:
            rank, line = heappop(self._heap)
            if self._ranks.get(line) == rank:
                del self._ranks[line]
                if self.sheet.open_in(line):
                    return line
        return None


class GreedyNews:
    """The surest line first; `test`: not without a look at examples."""

    why = NO_MORE

    def __init__(self, test: bool, exact: bool = True) -> None:
        self.test, self.exact = test, exact

    def __call__(self, sheet: Sheet, lines: int, meter: Meter) -> int:
        walk = Walk(sheet, meter)
        waiting = Waiting(sheet, lines)
        while (line := waiting.take()) is not None:
            if not (self.test and self._silent(waiting, line)):
                self._solve(walk, waiting, line)
        return walk.settled

    def _silent(self, waiting: Waiting, line: int) -> bool:
        return line not in waiting.sheet.board.repeats and silent(
            waiting.clues[line], waiting.masks(line))

    def _solve(self, walk: Walk, waiting: Waiting, line: int) -> None:
        news: dict[int, int] = {}
        waiting.news[line] = 0
        changed = walk.solve(line)
        for cell, filled in changed.items():
            for other in walk.crossing(line, cell):
                news[other] = news.get(other, 0) + (FILLED if filled else OTHER)
        if changed and not self.exact and walk.unsolved(line):
            news[line] = 0  # it may find more in its own result
        for other, worth in news.items():
            waiting.add(other, worth)


def solutions(job: Job) -> Iterator[Colouring]:
    """Return all that this order of lines gives, then guesses, if wished."""
    news = GreedyNews(job.word("test") == "examples", job.word("line") == "exact")
    return by_strategy(job, news)


_DEFAULTS: dict[str, bool | str] = {"prepass": True, "line": "exact"}

METHOD = Method(
    "solve the surest line first, and none that examples show to be silent", searching(solutions),
    tallies=True,
    options=(Option("test", "examples", "before a line is solved: can examples show that it has "
                    "nothing to say?", ("examples", "no")),
             *(option._replace(default=_DEFAULTS.get(option.name, option.default))
               for option in OPTIONS)))
