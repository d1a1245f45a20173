"""What a person sees in a line of a solid: how many cells of each colour, in how many groups.

A plain tally of one group is a run and is read as such; this is for all others.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonoforge.clues import Tally
from nonoforge.engine.plain import fitting
from nonoforge.judge.deduction import Counted, Overlap, Reach, Singles, Sum
from nonoforge.judge.rungs import BLOCKS, OVERLAP, REACH, ZERO
from nonoforge.judge.techniques.runs import Find

Offer = tuple[int, list[Find]]

TALLY_RUNGS = (ZERO, OVERLAP, REACH, BLOCKS)


def tally_offers(clue: Tally, may: Sequence[int], length: int) -> Iterator[Offer]:
    """What each rung finds, from the lowest on."""
    line = _Line(clue, may, length)
    yield ZERO, list(line.full())
    yield OVERLAP, list(line.overlap(near=False))
    yield REACH, [*line.counted(), *line.counted_all(), *line.reach(near=False),
                  *line.reach(near=True)]
    yield BLOCKS, [*line.overlap(near=True), *line.singles()]


class _Line:
    """A line as far as it is known; colours are those that the clue tells of."""

    def __init__(self, clue: Tally, may: Sequence[int], length: int) -> None:
        self.may, self.length = may, length
        self.counts = clue.counts[:len(may) - 1]
        told = [count.total for count in self.counts if count.total is not None]
        every = len(told) == len(self.counts) == len(may) - 1
        self.sum = sum(told) if every else None  # of all that is not white
        self.known = [self._known(colour) for colour in range(len(may))]

    def _known(self, colour: int) -> int:
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

    def _totals(self) -> Iterator[tuple[int, int]]:
        """Colours and how many cells they have."""
        for colour, count in enumerate(self.counts, start=1):
            if count.total is not None:
                yield colour, count.total

    def full(self) -> Iterator[Find]:
        """The numbers add up to all cells: none is white."""
        if self.sum == self.length and self.may[0]:
            yield self.cannot(0, self.may[0]), Sum(self.sum)

    def counted(self) -> Iterator[Find]:
        """All cells of a colour are found, or all that are left are needed."""
        for colour, total in self._totals():
            may, known = self.may[colour], self.known[colour]
            if total and known.bit_count() == total and may & ~known:
                yield self.cannot(colour, may & ~known), Counted(colour, total, True)
            elif may.bit_count() == total and may & ~known:
                yield self.must(colour, may & ~known), Counted(colour, total, False)

    def counted_all(self) -> Iterator[Find]:
        """The same of all that is not white; with one colour there is no difference."""
        if self.sum is None or len(self.counts) < 2:
            return
        white, cells = self.may[0], (1 << self.length) - 1
        coloured = cells & ~white
        if coloured.bit_count() == self.sum and white & ~self.known[0]:
            yield self.must(0, white & ~self.known[0]), Counted(None, self.sum, True)
        elif (cells & ~self.known[0]).bit_count() == self.sum and white & ~self.known[0]:
            yield self.cannot(0, white & ~self.known[0]), Counted(None, self.sum, False)

    def _one_group(self, near: bool) -> Iterator[tuple[int, int, int, int]]:
        """Colours of one group with its size, its earliest and its latest start: where it fits,
        and if `near`, where it also covers what is known."""
        for colour, count in enumerate(self.counts, start=1):
            if count.groups != 1 or not count.total:
                continue
            starts = fitting(self.may[colour], count.total)
            known = self.known[colour]
            if near and known:
                first = (known & -known).bit_length() - 1
                last = known.bit_length() - 1
                starts &= (2 << first) - 1
                starts &= ~((1 << max(0, last - count.total + 1)) - 1)
            if starts:
                yield (colour, count.total, (starts & -starts).bit_length() - 1,
                       starts.bit_length() - 1)

    def overlap(self, near: bool) -> Iterator[Find]:
        """The cells that a group covers wherever it lies."""
        for colour, size, first, last in self._one_group(near):
            removed = self.must(colour, _bits(last, first + size - 1))
            if any(removed):
                yield removed, Overlap(colour - 1, first, last)

    def reach(self, near: bool) -> Iterator[Find]:
        """The cells that a group does not reach."""
        for colour, size, first, last in self._one_group(near):
            far = self.may[colour] & ~_bits(first, last + size - 1)
            if far:
                yield (self.cannot(colour, far),
                       Reach(colour, ((colour - 1, first, last + size - 1),)))

    def singles(self) -> Iterator[Find]:
        """As many groups as cells: no two of them are neighbours."""
        for colour, count in enumerate(self.counts, start=1):
            if count.total == count.groups == 2:
                known = self.known[colour]
                beside = (known << 1 | known >> 1) & self.may[colour] & ~known
                if beside:
                    yield self.cannot(colour, beside), Singles(colour, 2)


def _bits(first: int, last: int) -> int:
    return (2 << last) - (1 << first) if first <= last else 0
