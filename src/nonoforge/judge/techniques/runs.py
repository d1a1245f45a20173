"""What a person sees in a line of runs, technique by technique.

A `View` is the line: its runs, for each colour the positions that may have it, and where the runs
can lie. Each technique yields finds: what it removes (for each colour the positions that lose it)
and why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Run
from nonoforge.judge.deduction import Apart, Ended, Gap, Grow, Join, Overlap, Reach, Reason
from nonoforge.judge.rungs import BLOCKS, OVERLAP, REACH
from nonoforge.judge.techniques.places import Range

Find: TypeAlias = tuple[list[int], Reason]


class Shape:
    """What is the same in every state of a line: how long its runs are at least and at most, and
    for each colour which runs have it and how long the longest of them is at least."""

    def __init__(self, runs: Sequence[Run], length: int, colours: int) -> None:
        self.runs, self.length = runs, length
        self.least = [run.length or 1 for run in runs]
        self.most = [run.length or length for run in runs]
        self.of = [[j for j, run in enumerate(runs) if run.colour == c] for c in range(colours)]
        self.longest = [max((self.least[j] for j in of), default=0) for of in self.of]
        self.blotted = any(run.length is None for run in runs)


class Block(NamedTuple):
    """Known cells of one colour in a row, and the runs that they can belong to."""

    colour: int
    first: int
    last: int
    owners: list[int]


class View:
    """A line as far as it is known, and how far each run can move."""

    def __init__(self, shape: Shape, may: Sequence[int], ranges: Sequence[Range]) -> None:
        self.shape, self.may, self.ranges = shape, may, ranges
        self._blocks: list[Block] | None = None

    @property
    def blocks(self) -> list[Block]:
        """The blocks of cells whose colour is known."""
        if self._blocks is None:
            self._blocks = self._find_blocks()
        return self._blocks

    def _find_blocks(self) -> list[Block]:
        found, may = [], self.may
        for colour in range(1, len(may)):
            known = may[colour] & ~may[0]
            for other in range(1, len(may) if known else 0):
                if other != colour:
                    known &= ~may[other]
            if known:
                found += [Block(colour, first, last, self.owners(colour, first, last))
                          for first, last in stretches(known)]
        return found

    def owners(self, colour: int, first: int, last: int) -> list[int]:
        """The runs that a block can belong to, as far as their places and lengths tell."""
        most, ranges = self.shape.most, self.ranges
        return [j for j in self.shape.of[colour] if most[j] > last - first
                and ranges[j][0] <= first and ranges[j][2] >= last]

    def must(self, colour: int, first: int, last: int) -> list[int]:
        """What is removed if these positions have the colour."""
        bits = _bits(first, last)
        found = [mask & bits for mask in self.may]
        found[colour] = 0
        return found

    def cannot(self, colour: int, bits: int) -> list[int]:
        """What is removed if they have not."""
        found = [0] * len(self.may)
        found[colour] = bits & self.may[colour]
        return found


Technique: TypeAlias = Callable[[View], Iterable[Find]]


def overlap(view: View) -> list[Find]:
    """The cells that a run covers both at its earliest and at its latest place."""
    found: list[Find] = []
    least = view.shape.least
    for j, (first, last, _) in enumerate(view.ranges):
        if last < first + least[j]:
            removed = view.must(view.shape.runs[j].colour, last, first + least[j] - 1)
            if any(removed):
                found.append((removed, Overlap(j, first, last)))
    return found


def reach(view: View) -> list[Find]:
    """The cells that no run of a colour reaches."""
    return _beyond(view, view.ranges)


def reach_from_blocks(view: View) -> list[Find]:
    """The same, where a block that can only be one run keeps that run close."""
    ranges, most = list(view.ranges), view.shape.most
    for _, first, last, owners in view.blocks:
        if len(owners) == 1:
            [j] = owners
            low, high, end = ranges[j]
            if first < high:
                high = first
            ranges[j] = max(low, last - most[j] + 1), high, min(end, high + most[j] - 1)
    return _beyond(view, ranges)


def _beyond(view: View, ranges: Sequence[Range]) -> list[Find]:
    found: list[Find] = []
    for colour in range(1, len(view.may)):
        far = view.may[colour]
        for j in view.shape.of[colour]:
            first, _, last = ranges[j]
            far &= ~((2 << last) - (1 << first))
        if far:  # a colour without runs was found absent before
            spans = tuple([(j, ranges[j][0], ranges[j][2]) for j in view.shape.of[colour]])
            found.append((view.cannot(colour, far), Reach(colour, spans)))
    return found


def gap(view: View) -> list[Find]:
    """Gaps between cells that cannot have a colour, too short for each run that could lie there."""
    found: list[Find] = []
    least, ranges = view.shape.least, view.ranges
    for colour in range(1, len(view.may)):
        longest = view.shape.longest[colour]
        for first, last in stretches(view.may[colour]):
            size = last - first + 1
            if size >= longest:
                continue
            near = [j for j in view.shape.of[colour]
                    if ranges[j][0] <= last and ranges[j][2] >= first]
            if near and min([least[j] for j in near]) > size:
                found.append((view.cannot(colour, _bits(first, last)),
                              Gap(first, last, tuple(near))))
    return found


def blocks(view: View) -> Iterator[Find]:
    """Blocks of known cells: which run are they, and what follows from its length?"""
    for block in view.blocks:
        if block.owners:
            yield from _ended(view, block)
            yield from _grown(view, block)
    for one, other in pairwise(view.blocks):
        if one.colour == other.colour:
            yield from _apart(view, one, other)
            yield from _joined(view, one, other)


def _ended(view: View, block: Block) -> Iterator[Find]:
    colour, first, last, owners = block
    if max([view.shape.most[j] for j in owners]) == last - first + 1:
        beside = (1 << first >> 1 | 2 << last) & view.may[colour]
        if beside:
            yield view.cannot(colour, beside), Ended(first, last, tuple(owners))


def _grown(view: View, block: Block) -> Iterator[Find]:
    """Walls are the nearest cells that are closed to the colour, or the ends of the line."""
    colour, first, last, owners = block
    size, length = min([view.shape.least[j] for j in owners]), view.shape.length
    closed = ~view.may[colour] & (1 << length) - 1 | 1 << length
    left = (closed & (1 << first) - 1).bit_length() - 1
    above = closed >> last
    right = last + (above & -above).bit_length() - 1
    for wall, a, b in ((left, last, left + size), (right, right - size, first)):
        if a <= b:
            removed = view.must(colour, a, b)
            if any(removed):
                yield removed, Grow(first, last, tuple(owners), size, wall)


def _apart(view: View, one: Block, other: Block) -> Iterator[Find]:
    """Two blocks with one cell between them that would be too long together."""
    colour, between = one.colour, one.last + 1
    if other.first == between + 1 and not view.owners(colour, one.first, other.last):
        removed = view.cannot(colour, 1 << between)
        if any(removed):
            runs = tuple(j for j in view.shape.of[colour]
                         if view.ranges[j][0] <= between <= view.ranges[j][2])
            yield removed, Apart(one.first, other.last, runs)


def _joined(view: View, one: Block, other: Block) -> Iterator[Find]:
    """Two blocks that can only be the same run."""
    if len(one.owners) == 1 and one.owners == other.owners:
        removed = view.must(one.colour, one.last, other.first)
        if any(removed):
            yield removed, Join(one.first, other.last, one.owners[0])


Rungs: TypeAlias = tuple[tuple[int, tuple[Technique, ...]], ...]

SIMPLE: Rungs = (
    (OVERLAP, (overlap,)), (REACH, (reach_from_blocks, gap)), (BLOCKS, (blocks,)))
"""With runs pushed to the left and to the right, as a person begins."""

COVERING: Rungs = ((BLOCKS, (overlap, reach)),)
"""With runs pushed so that they cover all that is filled, as one goes on."""

FILLING, EMPTYING = (overlap, blocks), (reach, reach_from_blocks, gap, blocks)


@cache
def worth_asking(rungs: Rungs, fills: bool, empties: bool) -> Rungs:
    """Without the techniques that could not tell anything: those that fill cells where none is to
    be filled, and those that empty cells."""
    found = ((rung, tuple(technique for technique in techniques
                          if (fills and technique in FILLING)
                          or (empties and technique in EMPTYING)))
             for rung, techniques in rungs)
    return tuple((rung, techniques) for rung, techniques in found if techniques)


def _bits(first: int, last: int) -> int:
    """The positions from first to last; none where last is smaller."""
    return (2 << last) - (1 << first) if first <= last else 0


def stretches(mask: int) -> list[tuple[int, int]]:
    """The first and last position of each row of ones.

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
