"""Rules that a player uses, about the range of each run, then chronological backtracking.

For each run the rules keep the cells where it may lie. Five colour cells by the ranges, three
narrow ranges by the cells, three do both (common/range_rules.py has them with their reasons). They
are applied in turn until none says anything new; then a cell is guessed, and taken back when it
leads to a contradiction.

The rules are sound but do not find all. On random lines of 30 cells with 8 runs, of which a tenth
to a half of the cells are known, 2 to 6 lines of 100 come out weaker than exact, and 1 to 5 of 100
cells that could be decided are not (`nonoforge bench chen-hung-propagation` measures it). Search
makes up for that: a line with all cells known is compared with its clue.

Ranges are made afresh from the cells each time a line is looked at: there is nothing to take back
with a guess but cells.

Each rule is made to hold by itself: "before" and "after" in rules 3.1 and 3.3 mean all runs before
and after, not only the neighbours, because until rule 2.1 has been applied again a neighbour's
range may be behind. In rule 3.3 a segment that is cut off at the end of the range counts with the
part inside. Rule 3.2 blanks a gap if no run that reaches it fits, not only if a single one does.

In the style of the paper, whose plan of five, three and three rules this follows; it was not
written from its text, so that numbers and details may differ.

C.-H. Yu, H.-L. Lee, L.-H. Chen: An efficient algorithm for solving nonograms. Applied Intelligence
35 (1), 2011.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate, pairwise
from typing import TypeAlias

from nonoforge.clues import Clue, runs_of
from nonoforge.engine.plain import Masks, Settler
from nonoforge.methods.common import Job, Method, searching
from nonoforge.methods.common.lines import GUESS, ORDER, propagating
from nonoforge.methods.common.tallies import EXPANSIONS
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring

# A line with ranges: for each run the first and the last cell that it may cover.
#
# Rules (range_rules.py) read it and write on it: they paint cells black, blank cells, and narrow
# ranges. What leaves no way raises `Broken`.

class Broken(Exception):
    """The line has no colouring."""


class Ranges:
    """Sets of cells are bit sets; run j has `sizes[j]` cells, all from `first[j]` to `last[j]`."""

    def __init__(self, sizes: Sequence[int], length: int, black: int = 0, white: int = 0) -> None:
        """Begin with the leftmost and rightmost places of the runs on an empty line."""
        self.length = length
        self.full = span(0, length - 1)
        self.runs = range(len(sizes))
        self.sizes = list(sizes)
        self.black = black  # known cells
        self.white = white
        spare = length - sum(sizes) - len(sizes) + 1
        if (sizes and spare < 0) or black & white:
            raise Broken
        self.first: list[int] = []
        self.last: list[int] = []
        at = 0
        for size in sizes:
            self.first.append(at)
            self.last.append(at + size - 1 + spare)
            at += size + 1

    @property
    def known(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...]]:
        """All that rules can change, to see whether they did."""
        return self.black, self.white, tuple(self.first), tuple(self.last)

    def is_black(self, cell: int) -> bool:
        return cell >= 0 and bool(self.black >> cell & 1)

    def paint(self, start: int, end: int) -> None:
        """Make cells black: `start` to `end`, both included."""
        cells = span(start, end)
        if cells >> self.length or cells & self.white:
            raise Broken
        self.black |= cells

    def blank(self, cell: int) -> None:
        """Make a cell white; cells outside the line are white anyway."""
        if 0 <= cell < self.length:
            self.whiten(1 << cell)

    def whiten(self, cells: int) -> None:
        """Make the cells of a set white."""
        if cells & self.black:
            raise Broken
        self.white |= cells

    def starts_from(self, run: int, cell: int) -> None:
        """Exclude cells before this one from the run."""
        if cell > self.first[run]:
            self.first[run] = cell
            if self.last[run] - cell + 1 < self.sizes[run]:
                raise Broken

    def ends_by(self, run: int, cell: int) -> None:
        """Exclude cells after this one from the run."""
        if cell < self.last[run]:
            self.last[run] = cell
            if cell - self.first[run] + 1 < self.sizes[run]:
                raise Broken

    def segments(self, run: int | None = None) -> list[tuple[int, int]]:
        """First and last cells of the black segments; of those in the range of a run, cut off
        where it ends."""
        within = -1 if run is None else span(self.first[run], self.last[run])
        return stretches(self.black & within)

    def can_hold(self, start: int, end: int) -> list[int]:
        """Return the runs that may cover these cells, being long enough and in range."""
        return [run for run in self.runs if self.first[run] <= start and end <= self.last[run]
                and self.sizes[run] > end - start]

    def holders(self, start: int, end: int) -> list[int]:
        """Return the same for cells that are black: there must be one."""
        found = self.can_hold(start, end)
        if not found:
            raise Broken
        return found

    def turn(self) -> None:
        """Read the line from its other end."""
        end = self.length - 1
        self.black, self.white = (_turned(cells, self.length) for cells in (self.black, self.white))
        self.sizes.reverse()
        self.first, self.last = ([end - cell for cell in reversed(self.last)],
                                 [end - cell for cell in reversed(self.first)])


Rule: TypeAlias = Callable[[Ranges], None]
"""Writes on a line what it knows."""


def span(start: int, end: int) -> int:
    """Return the set of cells from `start` to `end`, both included.

    >>> f"{span(1, 3):b}"
    '1110'
    """
    return ((1 << end + 1 - start) - 1) << start if start <= end else 0


def stretches(cells: int) -> list[tuple[int, int]]:
    """First and last of each row of neighbours in a set.

    >>> stretches(0b1110010)
    [(1, 1), (4, 6)]
    """
    found = []
    while cells:
        low = cells & -cells
        above = cells + low  # the carry runs through the stretch
        found.append((low.bit_length() - 1, (above & -above).bit_length() - 2))
        cells &= above
    return found


def wide(cells: int, size: int) -> int:
    """Return the cells of a set that lie in a row of at least `size` of its cells.

    >>> f"{wide(0b11101101111, 3):011b}"
    '11100001111'
    """
    steps = []
    have = 1
    while have < size:  # starts of blocks of this size, by doubling
        steps.append(min(have, size - have))
        cells &= cells >> steps[-1]
        have += steps[-1]
    for step in reversed(steps):  # then all that they cover
        cells |= cells << step
    return cells


def _turned(cells: int, length: int) -> int:
    return int(f"{cells:0{length}b}"[::-1], 2)


# The eleven rules: what each says is true of every colouring that the line has.
#
# Three parts (after the paper cited in logic_rules.py): cells from ranges, ranges from cells, and
# both from both. Where a rule speaks of the left end of something, the same holds for the right
# end: the line is turned round and the rules are applied again (`apply_rules`). A segment is
# black cells in a row; its holders are the runs that may cover it.

RULES: dict[str, Rule] = {}
"""By number: the part, and the rule in it."""


def apply_rules(line: Ranges, tick: CheckTime = no_limit) -> None:
    """Apply all rules, from the left and from the right, until nothing changes. `tick` may
    raise."""
    before = None
    while before != line.known:
        before = line.known
        for _ in range(2):
            for rule in RULES.values():
                tick()
                rule(line)
            line.turn()


def _rule(number: str) -> Callable[[Rule], Rule]:
    def register(rule: Rule) -> Rule:
        RULES[number] = rule
        return rule

    return register


# --- part 1: cells, from the ranges ------------------------------------------------------------


@_rule("1.1")
def overlap(line: Ranges) -> None:
    """What a run covers both as far left and as far right as it goes is black."""
    for size, first, last in zip(line.sizes, line.first, line.last, strict=True):
        if last - first + 1 < 2 * size:
            line.paint(last - size + 1, first + size - 1)


@_rule("1.2")
def out_of_range(line: Ranges) -> None:
    """A cell in no run's range is white."""
    covered = 0
    for first, last in zip(line.first, line.last, strict=True):
        covered |= span(first, last)
    line.whiten(line.full & ~covered)


@_rule("1.3")
def before_a_start(line: Ranges) -> None:
    """Where the first cell of a range is black, and the other runs there have one cell, a run
    starts: the cell before is white."""
    for run in line.runs:
        cell = line.first[run]
        if line.is_black(cell) and all(
                line.sizes[other] == 1 for other in line.runs
                if other != run and line.first[other] <= cell <= line.last[other]):
            line.blank(cell - 1)


@_rule("1.4")
def too_long_together(line: Ranges) -> None:
    """A cell between two segments is white if no run is as long as all of that together."""
    for (start, end), (next_start, next_end) in pairwise(line.segments()):
        if next_start == end + 2 and not line.can_hold(start, next_end):
            line.blank(end + 1)


@_rule("1.5")
def grown_from_walls(line: Ranges) -> None:
    """A segment close to a wall on its left grows to the right until its shortest holder fits; one
    as long as its longest holder is done."""
    for start, end in line.segments():
        sizes = [line.sizes[run] for run in line.holders(start, end)]
        wall = (line.white & span(0, start)).bit_length() - 1  # -1: the end of the line
        if wall + min(sizes) > end:
            line.paint(end + 1, wall + min(sizes))
        if max(sizes) == end - start + 1:
            line.blank(end + 1)


# --- part 2: ranges, from the cells ------------------------------------------------------------


@_rule("2.1")
def in_order(line: Ranges) -> None:
    """A run starts after the one before, and a white cell."""
    for run in line.runs[1:]:
        line.starts_from(run, line.first[run - 1] + line.sizes[run - 1] + 1)


@_rule("2.2")
def not_beside_black(line: Ranges) -> None:
    """A run cannot start right after a black cell."""
    for run in line.runs:
        if line.is_black(line.first[run] - 1):
            line.starts_from(run, line.first[run] + 1)


@_rule("2.3")
def after_what_is_too_long(line: Ranges) -> None:
    """A run lies behind a segment in its range that is too long for it, if only runs before it can
    hold that."""
    for start, end in line.segments():
        for run in line.runs[line.holders(start, end)[-1] + 1:]:
            if line.sizes[run] <= end - start and line.first[run] <= start:
                line.starts_from(run, end + 2)


# --- part 3: both ------------------------------------------------------------------------------


@_rule("3.1")
def joined(line: Ranges) -> None:
    """Black cells that only one run reaches are joined, and it is not far."""
    ends = list(accumulate(line.last, max, initial=-1))
    starts = list(accumulate(reversed(line.first), min, initial=line.length))[::-1]
    for run in line.runs:
        own = line.black & span(ends[run] + 1, starts[run + 1] - 1)
        if own:
            start, end = (own & -own).bit_length() - 1, own.bit_length() - 1
            line.paint(start, end)
            line.starts_from(run, end - line.sizes[run] + 1)
            line.ends_by(run, start + line.sizes[run] - 1)


@_rule("3.2")
def too_narrow(line: Ranges) -> None:
    """Between white cells there must be room: a range starts and ends where there is. Where there
    is none for any run that comes there, all is white."""
    roomy = 0
    for run, size in enumerate(line.sizes):
        room = wide(span(line.first[run], line.last[run]) & ~line.white, size)
        if not room:
            raise Broken
        line.starts_from(run, (room & -room).bit_length() - 1)
        line.ends_by(run, room.bit_length() - 1)
        roomy |= room
    line.whiten(line.full & ~roomy)


@_rule("3.3")
def first_in_range(line: Ranges) -> None:
    """A run whose range no run before it enters starts no later than the first black cell there."""
    ends = -1  # of all runs before
    for run in line.runs:
        if line.first[run] > ends and (segments := line.segments(run)):
            if segments[0][0] == line.first[run]:
                _finish(line, run)
            else:
                _not_past(line, run, segments)
        ends = max(ends, line.last[run])


def _finish(line: Ranges, run: int) -> None:
    """The run starts at the first cell of its range."""
    first = line.first[run]
    last = first + line.sizes[run] - 1
    line.paint(first, last)
    line.blank(first - 1)
    line.blank(last + 1)
    line.ends_by(run, last)
    if run:
        line.ends_by(run - 1, first - 2)
    if run + 1 < len(line.sizes):
        line.starts_from(run + 1, last + 2)


def _not_past(line: Ranges, run: int, segments: list[tuple[int, int]]) -> None:
    """The run ends before the first white cell after a black one, and before any segment that is
    too far from the first for one run to cover both."""
    start = segments[0][0]
    behind = line.white >> start
    if behind:
        line.ends_by(run, start + (behind & -behind).bit_length() - 2)
    far = next((a for a, b in segments[1:] if b - start >= line.sizes[run]), None)
    if far is not None:
        line.ends_by(run, far - 2)


def settler(clue: Clue, length: int, look: CheckTime = no_limit) -> Settler:
    """Return how to apply the rules to a line of `length` cells."""
    return partial(settle, [run.length or 1 for run in runs_of(clue).runs], length, look)


def settle(sizes: list[int], length: int, look: CheckTime, masks: Masks) -> list[int] | None:
    """Return what the rules find; None if they find that the line has no colouring.

    >>> settle([3], 5, no_limit, [0b11111, 0b11111])
    [27, 31]
    """
    full = (1 << length) - 1
    try:
        line = Ranges(sizes, length, full & ~masks[0], full & ~masks[1])
        if line.black | line.white != full:
            apply_rules(line, look)
    except Broken:
        return None
    if line.black | line.white == full and not is_solved(line):
        return None
    return [full & ~line.black, full & ~line.white]


def is_solved(line: Ranges) -> bool:
    """Return whether the line, whose cells are all known, has its runs."""
    return [end - start + 1 for start, end in line.segments()] == line.sizes


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield solutions by rules, then chronological backtracking."""
    return propagating(job, settler)


METHOD = Method(
    "eleven rules about the ranges of runs, then backtracking (Yu, Lee and Chen)",
    searching(solutions), options=(ORDER, GUESS, EXPANSIONS), colours=False, blotted=False,
    tallies=True)
