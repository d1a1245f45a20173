"""Blocks: which run are some known cells, and what follows from its length?"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from nonoforge.judge.line import Block, RunsView, TallyView, span
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique
from nonoforge.judge.techniques.overlap import overlaps, tally_overlaps
from nonoforge.judge.techniques.reach import out_of_reach
from nonoforge.judge.words import Words


class Grow(NamedTuple):
    """The block of cells `first` to `last` belongs to one of `runs`, the shortest of `length`; the
    line is closed beyond `wall`, so it must grow to the other side."""

    first: int
    last: int
    runs: tuple[int, ...]
    length: int
    wall: int

    def why(self, words: Words, deduction: Deduction) -> str:
        line = words.line_of(deduction)
        stop = words.span(self.wall, self.wall) if 0 <= self.wall < len(line.cells) else \
            "the end of the line"
        sizes = {words.size(line, run) for run in self.runs}
        least = f", is at least {self.length} long" if len(sizes) > 1 else ""
        return (f"the block at {words.span(self.first, self.last)} belongs to "
                f"{words.runs(line, self.runs)}{least} and is stopped by {stop}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        runs = words.runs(words.line_of(deduction), self.runs)
        return f"a block that belongs to {runs} must grow"


class Ended(NamedTuple):
    """The block is as long as the longest of the runs it could belong to: it ends there."""

    first: int
    last: int
    runs: tuple[int, ...]

    def why(self, words: Words, deduction: Deduction) -> str:
        line, block = words.line_of(deduction), words.span(self.first, self.last)
        if words.alike(line, self.runs):
            article = "the" if len(self.runs) == 1 else "a"
            return f"the block at {block} is {article} whole {words.number(line, self.runs[0])}"
        return (f"the block at {block} is {self.last - self.first + 1} long, and no run that it "
                "can belong to is longer")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return "a block cannot grow any more"


class Apart(NamedTuple):
    """If the cell between two blocks were filled, they would be longer than any of `runs`."""

    first: int
    last: int  # of the block that would arise
    runs: tuple[int, ...]

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"joined, the blocks within {words.span(self.first, self.last)} would be "
                f"{self.last - self.first + 1} long, too long for "
                f"{words.runs(words.line_of(deduction), self.runs)}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        runs = words.runs(words.line_of(deduction), self.runs)
        return f"two blocks would be too long together for {runs}"


class Join(NamedTuple):
    """Two blocks can only belong to the same run, so all between them does."""

    first: int
    last: int
    run: int

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"both blocks within {words.span(self.first, self.last)} belong to "
                f"{words.run(words.line_of(deduction), self.run)}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"two blocks belong to {words.run(words.line_of(deduction), self.run)}"


class Singles(NamedTuple):
    """The colour has as many groups as cells: no two of them are neighbours."""

    colour: int
    total: int

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"its {self.total} {words.kind(self.colour)}{words.cell.many} are groups of their "
                "own, and no two are neighbours")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"count the {words.colour(self.colour)} {words.cell.many}"


class Blocks(LineTechnique):
    """Looks at blocks one by one and in pairs, with the runs pushed to both sides; where that gives
    nothing, overlap and reach again, with runs pushed so that they cover all known cells."""

    name = "blocks"
    cost, stars = 5, 1
    words = "a block of filled cells must grow, end, be joined or kept apart"
    needs = "asking to which number a block belongs"
    example = ("Row 4, clue 3 2: the block at cell 3 belongs to the 3 and is stopped by cell 2, so "
               "cells 4-5 are filled.")

    def in_runs(self, line: RunsView) -> list[LineFind]:
        found = list(_blocks(line))
        if not found and not line.shape.blotted:
            covering = line.covering()
            found = overlaps(covering) if line.fills else []
            if line.empties:
                found += out_of_reach(covering, covering.ranges)
        return found

    def in_tally(self, line: TallyView) -> Iterator[LineFind]:
        yield from tally_overlaps(line, covering=True)
        yield from _singles(line)


def _blocks(line: RunsView) -> Iterator[LineFind]:
    for block in line.blocks:
        if block.owners:
            yield from _ended(line, block)
            yield from _grown(line, block)
    for one, other in pairwise(line.blocks):
        if one.colour == other.colour:
            yield from _apart(line, one, other)
            yield from _joined(line, one, other)


def _ended(line: RunsView, block: Block) -> Iterator[LineFind]:
    colour, first, last, owners = block
    if max([line.shape.most[j] for j in owners]) == last - first + 1:
        beside = (1 << first >> 1 | 2 << last) & line.masks[colour]
        if beside:
            yield line.cannot(colour, beside), Ended(first, last, tuple(owners))


def _grown(line: RunsView, block: Block) -> Iterator[LineFind]:
    """Walls are the nearest cells that are closed to the colour, or the ends of the line."""
    colour, first, last, owners = block
    size, length = min([line.shape.least[j] for j in owners]), line.shape.length
    closed = ~line.masks[colour] & (1 << length) - 1 | 1 << length
    left = (closed & (1 << first) - 1).bit_length() - 1
    above = closed >> last
    right = last + (above & -above).bit_length() - 1
    for wall, a, b in ((left, last, left + size), (right, right - size, first)):
        if a <= b:
            removed = line.must(colour, span(a, b))
            if any(removed):
                yield removed, Grow(first, last, tuple(owners), size, wall)


def _apart(line: RunsView, one: Block, other: Block) -> Iterator[LineFind]:
    """Two blocks with one cell between them that would be too long together."""
    colour, between = one.colour, one.last + 1
    if other.first == between + 1 and not line.owners(colour, one.first, other.last):
        removed = line.cannot(colour, 1 << between)
        if any(removed):
            runs = tuple(j for j in line.shape.of[colour]
                         if line.ranges[j][0] <= between <= line.ranges[j][2])
            yield removed, Apart(one.first, other.last, runs)


def _joined(line: RunsView, one: Block, other: Block) -> Iterator[LineFind]:
    """Two blocks that can only be the same run."""
    if len(one.owners) == 1 and one.owners == other.owners:
        removed = line.must(one.colour, span(one.last, other.first))
        if any(removed):
            yield removed, Join(one.first, other.last, one.owners[0])


def _singles(line: TallyView) -> Iterator[LineFind]:
    for colour, count in enumerate(line.counts, start=1):
        if count.total == count.groups == 2:
            known = line.known[colour]
            beside = (known << 1 | known >> 1) & line.masks[colour] & ~known
            if beside:
                yield line.cannot(colour, beside), Singles(colour, 2)
