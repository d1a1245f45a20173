"""What a person sees in a line of runs, technique by technique.

A `View` is the line: its runs, for each colour the positions that may have it, and where the runs
can lie. Each technique yields finds: what it removes (for each colour the positions that lose it)
and why. `clean` keeps of it what is new.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import TypeAlias

from nonoforge.clues import Run
from nonoforge.judge.deduction import Apart, Ended, Gap, Grow, Join, Overlap, Reach, Reason
from nonoforge.judge.rungs import BLOCKS, OVERLAP, REACH
from nonoforge.judge.techniques.places import Range


class View:
    """A line with runs of known lengths, as far as it is known, and how far each run can move."""

    def __init__(self, runs: Sequence[Run], may: Sequence[int], length: int,
                 ranges: Sequence[Range]) -> None:
        self.runs, self.may, self.length, self.ranges = runs, may, length, ranges
        self.sizes, self.of = _shape(tuple(runs), len(may))
        self.spans = [(earliest, latest + size - 1) for (earliest, latest), size in zip(
            ranges, self.sizes, strict=True)]  # the first and the last cell of each run

    def moved(self, ranges: Sequence[Range]) -> View:
        """The same line with other ranges."""
        return View(self.runs, self.may, self.length, ranges)

    def known(self, colour: int) -> int:
        """The positions that are known to have it."""
        others = 0
        for other, mask in enumerate(self.may):
            others |= mask if other != colour else 0
        return self.may[colour] & ~others

    def must(self, colour: int, bits: int) -> list[int]:
        """What is removed if these positions have the colour."""
        return [mask & bits if other != colour else 0 for other, mask in enumerate(self.may)]

    def cannot(self, colour: int, bits: int) -> list[int]:
        """What is removed if they have not."""
        return [mask & bits if other == colour else 0 for other, mask in enumerate(self.may)]


@lru_cache(maxsize=4096)
def _shape(runs: tuple[Run, ...], colours: int) -> tuple[list[int], list[list[int]]]:
    """The sizes of the runs, and for each colour the runs that have it."""
    return ([run.length or 1 for run in runs],
            [[j for j, run in enumerate(runs) if run.colour == c] for c in range(colours)])


Find: TypeAlias = tuple[list[int], Reason]
Technique: TypeAlias = Callable[[View], Iterator[Find]]


def overlap(view: View) -> Iterator[Find]:
    """The cells that a run covers both at its earliest and at its latest place."""
    for j, run in enumerate(view.runs):
        first, last = view.ranges[j]
        yield view.must(run.colour, _bits(last, first + view.sizes[j] - 1)), Overlap(j, first, last)


def reach(view: View) -> Iterator[Find]:
    """The cells that no run of a colour reaches."""
    for colour in range(1, len(view.may)):
        spans = [(j, *view.spans[j]) for j in view.of[colour]]
        near = 0
        for _, first, last in spans:
            near |= _bits(first, last)
        yield view.cannot(colour, view.may[colour] & ~near), Reach(colour, tuple(spans))


def gap(view: View) -> Iterator[Find]:
    """Gaps between cells that cannot have a colour, too short for each run that could lie there."""
    for colour in range(1, len(view.may)):
        runs = view.of[colour]
        for first, last in _stretches(view.may[colour]):
            near = [j for j in runs if view.spans[j][0] <= last and view.spans[j][1] >= first]
            if near and all(view.sizes[j] > last - first + 1 for j in near):
                yield view.cannot(colour, _bits(first, last)), Gap(first, last, tuple(near))


def blocks(view: View) -> Iterator[Find]:
    """Blocks of known cells: which run are they, and what follows from its length?"""
    for colour in range(1, len(view.may)):
        known = list(_stretches(view.known(colour)))
        for first, last in known:
            owners = _owners(view, colour, first, last)
            if owners:
                yield from _ended(view, colour, first, last, owners)
                yield from _grown(view, colour, first, last, owners)
        for (first, b), (c, last) in pairwise(known):
            if c == b + 2 and not _owners(view, colour, first, last):
                runs = tuple(j for j in view.of[colour]
                             if view.spans[j][0] <= b + 1 <= view.spans[j][1])
                yield view.cannot(colour, 1 << (b + 1)), Apart(first, last, runs)
            one, other = _owners(view, colour, first, b), _owners(view, colour, c, last)
            if one == other and len(one) == 1:
                yield view.must(colour, _bits(b, c)), Join(first, last, one[0])


def _owners(view: View, colour: int, first: int, last: int) -> tuple[int, ...]:
    """The runs that a block can belong to, as far as their spans and lengths tell."""
    return tuple(
        j for j in view.of[colour] if view.sizes[j] > last - first
        and view.spans[j][0] <= first and view.spans[j][1] >= last)


def _ended(view: View, colour: int, first: int, last: int,
           owners: tuple[int, ...]) -> Iterator[Find]:
    if max(view.sizes[j] for j in owners) == last - first + 1:
        beside = (1 << (first - 1) if first else 0) | (1 << (last + 1))
        yield view.cannot(colour, beside & view.may[colour]), Ended(first, last, owners)


def _grown(view: View, colour: int, first: int, last: int,
           owners: tuple[int, ...]) -> Iterator[Find]:
    length = min(view.sizes[j] for j in owners)
    closed = ~view.may[colour]
    below = closed & (1 << first) - 1
    left = below.bit_length() - 1  # the nearest cell that is closed to the colour, or the edge
    right = view.length if not (above := (closed & (1 << view.length) - 1) >> last) else \
        last + (above & -above).bit_length() - 1
    if left + length > last:
        yield (view.must(colour, _bits(last, left + length)),
               Grow(first, last, owners, length, left))
    if right - length < first:
        yield (view.must(colour, _bits(right - length, first)),
               Grow(first, last, owners, length, right))


def near(view: View) -> Iterator[Find]:
    """A block that can only be one run keeps that run close: cells too far away are not its."""
    ranges = list(view.ranges)
    for colour in range(1, len(view.may)):
        for first, last in _stretches(view.known(colour)):
            owners = _owners(view, colour, first, last)
            if len(owners) == 1:
                [j] = owners
                low, high = ranges[j]
                ranges[j] = Range(max(low, last - view.sizes[j] + 1), min(high, first))
    if ranges != view.ranges:
        yield from reach(view.moved(ranges))


SIMPLE: tuple[tuple[int, tuple[Technique, ...]], ...] = (
    (OVERLAP, (overlap,)), (REACH, (reach, gap, near)), (BLOCKS, (blocks,)))
"""With runs pushed to the left and to the right, as a person begins."""

COVERING: tuple[tuple[int, tuple[Technique, ...]], ...] = ((BLOCKS, (overlap, reach)),)
"""With runs pushed so that they cover all that is filled, as one goes on."""


def _bits(first: int, last: int) -> int:
    """The positions from first to last; none where last is smaller."""
    return (1 << (last + 1)) - (1 << first) if first <= last else 0


def _stretches(mask: int) -> Iterator[tuple[int, int]]:
    """The first and last position of each row of ones."""
    at = 0
    while mask:
        skip = (mask & -mask).bit_length() - 1
        mask >>= skip
        at += skip
        size = (~mask & (mask + 1)).bit_length() - 1
        yield at, at + size - 1
        mask >>= size
        at += size
