"""A line as techniques see it: its clue made ready once, then what is known of its cells.

Bit sets over positions: bit p of a mask is position p of the line, and of `starts` that a run can
begin there. `masks` has one mask for each colour: the positions that may have it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from nonoforge.clues import Clue, Run, Runs, Tally
from nonoforge.engine import fitting, flood, settle, sink

if TYPE_CHECKING:
    from nonoforge.judge.technique import LineFind, LineTechnique

Range: TypeAlias = tuple[int, int, int]
"""The earliest and the latest start of a run, and the last cell that it can cover."""


class ClueReader:
    """A clue made ready to read lines of one length in which no cell comes twice.

    `techniques` are all that look at single lines, from the cheapest on.
    """

    def __init__(
        self, clue: Clue, length: int, colours: int, techniques: Sequence[LineTechnique],
    ) -> None:
        self.clue, self.length, self.colours = clue, length, colours
        self.forced = _forced(clue, length, colours)
        """Whether the clue leaves its line one colouring."""
        self.absent = absent(clue, colours)
        runs = _as_runs(clue, colours)
        self.shape = None if runs is None else Shape(runs, length, colours)
        self._untouched = ((1 << length) - 1,) * colours
        self._techniques = {
            (fills, empties): tuple((rung, technique) for rung, technique in enumerate(techniques)
                                    if technique.applies(self, fills, empties))
            for fills, empties in product((False, True), repeat=2)}

    def exact(self, masks: Sequence[int]) -> list[int] | None:
        """Return what is left for each colour in all colourings that fit; None: there are none."""
        return settle(self.clue, masks, self.length)

    @cached_property
    def exact_untouched(self) -> list[int] | None:
        """`exact` for a line of which nothing is known."""
        return self.exact(self._untouched)

    def removable(self, masks: Sequence[int]) -> list[int] | None:
        """Return all that the line can tell: for each colour the positions that lose it. None: no
        colouring fits."""
        exact = self.exact(masks)
        return None if exact is None else [
            old & ~left for old, left in zip(masks, exact, strict=True)]

    def finds(self, masks: Sequence[int], removable: list[int]) -> LineFinds:
        """Return what techniques find in a line; `removable` is all that it can tell."""
        masks = tuple(masks)  # as they are now: the finds may be asked for later
        if masks == self._untouched:
            return LineFinds(*self._untouched_finds)
        return self._finds(masks, removable)

    def view(self, masks: Sequence[int], removable: list[int]) -> LineView:
        """Return the line as techniques see it."""
        return TallyView(self, masks, removable) if self.shape is None else \
            RunsView(self, self.shape, masks, removable)

    def _finds(self, masks: Sequence[int], removable: list[int]) -> LineFinds:
        line = self.view(masks, removable)
        techniques = iter(self._techniques[line.fills, line.empties])
        return LineFinds(*next(techniques), [], techniques, line)

    @cached_property
    def _untouched_finds(self) -> tuple[int, LineTechnique, list[LineFind]]:
        """What the cheapest technique finds in a line of which nothing is known: puzzles share
        clues, so that this is asked often."""
        found = self._finds(self._untouched, self.removable(self._untouched) or [])
        while not found.climb(found.rung):
            pass
        return found.rung, found.technique, found.finds


class LineFinds:
    """What techniques find in a line that has something to tell, as far as they were asked.

    `technique`, at place `rung` of the ladder, is that of the finds; while there are none, the next
    to be asked.
    """

    __slots__ = ("_line", "_techniques", "finds", "rung", "technique")

    def __init__(
        self, rung: int, technique: LineTechnique, finds: list[LineFind],
        techniques: Iterator[tuple[int, LineTechnique]] | None = None,
        line: LineView | None = None,
    ) -> None:
        self.rung, self.technique, self.finds = rung, technique, finds
        self._techniques, self._line = techniques, line

    def climb(self, rung: int) -> bool:
        """Return whether the technique at this rung finds something, and none below it."""
        while not self.finds and self.rung <= rung:
            assert self._line is not None
            assert self._techniques is not None
            self.finds = self.technique.find(self._line)
            if not self.finds:
                self.rung, self.technique = next(self._techniques)
        return self.rung == rung


class LineView:
    """A line as far as it is known.

    `removable` is all that the line can tell: for each colour the positions that lose it. `fills`,
    `empties`: there are cells to fill, and cells to empty; with several colours both are assumed.
    """

    def __init__(self, reader: ClueReader, masks: Sequence[int], removable: list[int]) -> None:
        self.reader, self.masks, self.removable = reader, masks, removable
        several = len(masks) > 2
        self.fills = several or removable[0] != 0
        self.empties = several or removable[1] != 0

    def asked(self, technique: LineTechnique) -> Iterable[LineFind]:
        """Return what a technique finds, by the kind of clue."""
        return ()

    def must(self, colour: int, bits: int) -> list[int]:
        """Return what is removed if these positions have the colour."""
        found = [mask & bits for mask in self.masks]
        found[colour] = 0
        return found

    def cannot(self, colour: int, bits: int) -> list[int]:
        """Return what is removed if these positions do not have the colour."""
        found = [0] * len(self.masks)
        found[colour] = bits & self.masks[colour]
        return found


# --- lines of runs -------------------------------------------------------------------------------

class Shape:
    """What is the same in every state of a line of runs: the least and greatest length of each run,
    the runs of each colour, and the least length of the longest of them."""

    def __init__(self, runs: Sequence[Run], length: int, colours: int) -> None:
        self.runs, self.length = runs, length
        self.least = [run.length or 1 for run in runs]
        self.most = [run.length or length for run in runs]
        self.of = [[j for j, run in enumerate(runs) if run.colour == c] for c in range(colours)]
        self.longest = [max((self.least[j] for j in of), default=0) for of in self.of]
        self.blotted = any(run.length is None for run in runs)


class Block(NamedTuple):
    """Neighbouring cells that are known to have one colour, and the runs they can belong to."""

    colour: int
    first: int
    last: int
    owners: list[int]


class RunsView(LineView):
    """A line of runs, and how far each run can move: pushed to both sides, as a person begins."""

    def __init__(
        self, reader: ClueReader, shape: Shape, masks: Sequence[int], removable: list[int],
        ranges: list[Range] | None = None,
    ) -> None:
        super().__init__(reader, masks, removable)
        self.shape = shape
        self._ranges = ranges
        self._blocks: list[Block] | None = None

    def asked(self, technique: LineTechnique) -> Iterable[LineFind]:
        return technique.in_runs(self)

    @property
    def ranges(self) -> list[Range]:
        """Where each run can lie."""
        if self._ranges is None:
            self._ranges = pushed(self.shape.runs, self.masks, self.shape.length)
        return self._ranges

    def covering(self) -> RunsView:
        """Return the line with ranges in which all known cells are covered, as a person goes on.
        Not for blotted runs."""
        return RunsView(self.reader, self.shape, self.masks, self.removable,
                        covering(self.shape.runs, self.masks, self.shape.length))

    @property
    def blocks(self) -> list[Block]:
        """The blocks of cells whose colour is known."""
        if self._blocks is None:
            self._blocks = self._find_blocks()
        return self._blocks

    def _find_blocks(self) -> list[Block]:
        found, masks = [], self.masks
        for colour in range(1, len(masks)):
            known = masks[colour] & ~masks[0]
            for other in range(1, len(masks) if known else 0):
                if other != colour:
                    known &= ~masks[other]
            if known:
                found += [Block(colour, first, last, self.owners(colour, first, last))
                          for first, last in stretches(known)]
        return found

    def owners(self, colour: int, first: int, last: int) -> list[int]:
        """Return the runs that a block can belong to, as far as places and lengths tell."""
        most, ranges = self.shape.most, self.ranges
        return [j for j in self.shape.of[colour] if most[j] > last - first
                and ranges[j][0] <= first and ranges[j][2] >= last]


def pushed(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[Range]:
    """Return where the runs lie when they are pushed to the left, one after the other, and to the
    right: each where it fits, whether or not that leaves a known cell uncovered. A blotted run is
    as short as it can be. The line must have a colouring."""
    fits, earliest, free, before = [], [], 0, 0
    for size, colour in runs:
        fit = masks[colour] if size == 1 else fitting(masks[colour], size or 1)
        fits.append(fit)
        if colour == before:
            free += 1
        ahead = fit >> free
        free += (ahead & -ahead).bit_length() - 1
        earliest.append(free)
        free, before = free + (size or 1), colour
    found: list[Range] = []
    end, after = length, 0
    for index in range(len(runs) - 1, -1, -1):
        size, colour = runs[index]
        if colour == after:
            end -= 1
        latest = (fits[index] & (2 << end - (size or 1)) - 1).bit_length() - 1
        found.append((earliest[index], latest, latest + size - 1 if size else end - 1))
        end, after = latest, colour
    found.reverse()
    return found


def covering(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[Range]:
    """Return where the runs lie when everything that is known is respected. Runs of known length
    only; the line must have a colouring."""
    return [((found & -found).bit_length() - 1, found.bit_length() - 1,
             found.bit_length() + (size or 1) - 2)
            for (size, _), found in zip(runs, starts(runs, masks, length), strict=True)]


def starts(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[int]:
    """Return all starts of each run in some colouring of the line: in one pass from each side, as
    in `engine.plain.settle`."""
    white = masks[0]
    at, before, begun = flood(1, white), 0, []
    for size, colour in runs:
        at = ((at & white) << 1 if colour == before else at) & fitting(masks[colour], size or 1)
        begun.append(at)
        at, before = flood(at << (size or 1), white), colour
    back, after = sink(1 << length, white), 0
    for index in range(len(runs) - 1, -1, -1):
        size, colour = runs[index]
        begun[index] &= (back >> 1 & white if colour == after else back) >> (size or 1)
        back, after = sink(begun[index], white), colour
    return begun


# --- lines of tallies ----------------------------------------------------------------------------

class TallyView(LineView):
    """A line of which the clue says how many cells of each colour there are, in how many groups.

    `counts` are those of the colours that the puzzle has, `total` the number of all cells that are
    not white (None: hidden), and `known` for each colour the positions that certainly have it.
    """

    def __init__(self, reader: ClueReader, masks: Sequence[int], removable: list[int]) -> None:
        super().__init__(reader, masks, removable)
        assert isinstance(reader.clue, Tally)
        self.length = reader.length
        self.counts = reader.clue.counts[:len(masks) - 1]
        totals = [count.total for count in self.counts if count.total is not None]
        complete = len(totals) == len(self.counts) == len(masks) - 1
        self.total = sum(totals) if complete else None
        self.known = [self._known(colour) for colour in range(len(masks))]

    def asked(self, technique: LineTechnique) -> Iterable[LineFind]:
        return technique.in_tally(self)

    def _known(self, colour: int) -> int:
        others = 0
        for other, mask in enumerate(self.masks):
            others |= mask if other != colour else 0
        return self.masks[colour] & ~others

    def single_groups(self, covering: bool) -> Iterator[tuple[int, int, int, int]]:
        """Yield (colour, size, earliest start, latest start) for colours of one group: where it
        fits, and if `covering`, where it also covers what is known."""
        for colour, count in enumerate(self.counts, start=1):
            if count.groups != 1 or not count.total:
                continue
            starts = fitting(self.masks[colour], count.total)
            known = self.known[colour]
            if covering and known:
                first = (known & -known).bit_length() - 1
                last = known.bit_length() - 1
                starts &= (2 << first) - 1
                starts &= ~((1 << max(0, last - count.total + 1)) - 1)
            if starts:
                yield (colour, count.total, (starts & -starts).bit_length() - 1,
                       starts.bit_length() - 1)


# --- clues ---------------------------------------------------------------------------------------

def absent(clue: Clue, colours: int) -> tuple[int, ...]:
    """Return the colours that a clue does not have; none where it has no colour at all."""
    if isinstance(clue, Runs):
        has = {run.colour for run in clue.runs}
    else:
        has = {colour for colour, count in enumerate(clue.counts, start=1) if count.total != 0}
        has.update(range(len(clue.counts) + 1, colours))
    return tuple(colour for colour in range(1, colours) if colour not in has) if has else ()


def _as_runs(clue: Clue, colours: int) -> Sequence[Run] | None:
    """Return the runs of a clue; a tally of one group is a run. None: another tally."""
    if isinstance(clue, Runs):
        return clue.runs
    if colours == 2 and clue.counts and clue.counts[0].groups == 1 and clue.counts[0].total:
        return (Run(clue.counts[0].total, 1),)
    return None


def is_zero(clue: Clue, colours: int) -> bool:
    """Return whether the clue says that all cells of its line are white."""
    if isinstance(clue, Runs):
        return not clue.runs
    return len(clue.counts) >= colours - 1 and all(count.total == 0 for count in clue.counts)


def _forced(clue: Clue, length: int, colours: int) -> bool:
    """Return whether the clue leaves its line one colouring."""
    if isinstance(clue, Runs):
        return not clue.runs or (clue.needs == length and
                                 all(run.length is not None for run in clue.runs))
    totals = [count.total for count in clue.counts]
    return totals == [0] * (colours - 1) or length in totals


# --- bits ----------------------------------------------------------------------------------------

def span(first: int, last: int) -> int:
    """Return the positions from first to last; none where last is smaller."""
    return (2 << last) - (1 << first) if first <= last else 0


def stretches(mask: int) -> list[tuple[int, int]]:
    """Return the first and last position of each row of ones.

    >>> stretches(0b1101110)
    [(1, 3), (5, 6)]
    """
    found = []
    while mask:
        low = mask & -mask
        after = mask + low  # the carry runs through the row, to the first place after it
        found.append((low.bit_length() - 1, (after & ~mask).bit_length() - 2))
        mask &= after
    return found
