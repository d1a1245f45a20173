"""Reach: no run reaches a cell, none fits into a gap, or all cells of a colour are counted."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonoforge.judge.line import ClueReader, Range, RunsView, TallyView, span, stretches
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique, positions
from nonoforge.judge.words import Words
from nonoforge.text import listed


class Reach(NamedTuple):
    """No run of this colour reaches the cells: each run's first and last cell at the most."""

    colour: int
    spans: tuple[tuple[int, int, int], ...]  # (run, first cell, last cell)

    def why(self, words: Words, deduction: Deduction) -> str:
        """Return the reason; only the runs next to the cells in question are named."""
        line = words.line_of(deduction)
        if all(last - first + 1 == words.size(line, run) for run, first, last in self.spans):
            return f"{words.run(line, self.spans[0][0])} is in its place" \
                if len(self.spans) == 1 else f"every {words.kind(self.colour)}run is in its place"
        place = positions(line)
        beside = {run for cell, _ in deduction.learned for run in self._beside(place[cell])}
        parts = [f"{words.run(line, run)} {{}}{words.span(first, last)}"
                 for run, first, last in self.spans if run in beside]
        return listed([part.format("" if at else "reaches ")
                       for at, part in enumerate(parts)]) + " at most"

    def _beside(self, position: int) -> set[int]:
        """Return the last run before a position and the first one after it."""
        before = [run for run, _, last in self.spans if last < position]
        after = [run for run, first, _ in self.spans if first > position]
        return {*before[-1:], *after[:1]}

    def nudge(self, words: Words, deduction: Deduction) -> str:
        if len(self.spans) == 1:
            run = words.run(words.line_of(deduction), self.spans[0][0])
            return f"{run} does not reach everywhere"
        return f"its {words.kind(self.colour)}runs do not reach everywhere"


class Gap(NamedTuple):
    """A gap of cells `first` to `last` is too short for each run that could lie there."""

    first: int
    last: int
    runs: tuple[int, ...]

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"the gap at {words.span(self.first, self.last)} is too short for "
                f"{words.runs(words.line_of(deduction), self.runs)}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"a gap is too short for {words.runs(words.line_of(deduction), self.runs)}"


class Counted(NamedTuple):
    """All cells that the clue counts of a colour (None: of all but white) are `found`, or else no
    more are left than it counts."""

    colour: int | None
    total: int
    found: bool

    def why(self, words: Words, deduction: Deduction) -> str:
        total, kind = self.total, self._kind(words)
        if self.found:
            return f"the only {kind} {words.cell.one} is found" if total == 1 else \
                f"{words.all_of(total)} {kind} {words.cell.many} are found"
        can = "have a colour" if self.colour is None else f"be {kind}"
        return f"no more than {words.counted(total)} can {can}, as many as the clue counts"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"count the {self._kind(words)} {words.cell.many}"

    def _kind(self, words: Words) -> str:
        return "coloured" if self.colour is None else words.colour(self.colour)


class Reaching(LineTechnique):
    """Pushes each run as far as it goes; what is beyond all of them is white."""

    name = "reach"
    cost, stars, max_stars = 3, 1, 4
    words = "no run reaches a cell, or none fits into a gap"
    example = ("Row 9, clue 2 3: the 2 reaches cells 1-5 and the 3 cells 7-10 at most, so cell 6 "
               "is white.")

    def applies(self, reader: ClueReader, fills: bool, empties: bool) -> bool:
        return empties or reader.shape is None

    def in_runs(self, line: RunsView) -> list[LineFind]:
        return [*out_of_reach(line, _ranges_by_blocks(line)), *_gaps(line)]

    def in_tally(self, line: TallyView) -> Iterator[LineFind]:
        yield from _counted(line)
        yield from _counted_together(line)
        yield from _tally_out_of_reach(line, covering=False)
        yield from _tally_out_of_reach(line, covering=True)


def _ranges_by_blocks(line: RunsView) -> list[Range]:
    """Return the ranges of the runs; a block that can only be one run keeps that run close."""
    ranges, most = list(line.ranges), line.shape.most
    for _, first, last, owners in line.blocks:
        if len(owners) == 1:
            [j] = owners
            low, high, end = ranges[j]
            if first < high:
                high = first
            ranges[j] = max(low, last - most[j] + 1), high, min(end, high + most[j] - 1)
    return ranges


def out_of_reach(line: RunsView, ranges: Sequence[Range]) -> list[LineFind]:
    """Return the cells that no run of a colour reaches."""
    found: list[LineFind] = []
    for colour in range(1, len(line.masks)):
        far = line.masks[colour]
        for j in line.shape.of[colour]:
            first, _, last = ranges[j]
            far &= ~((2 << last) - (1 << first))
        if far:  # a colour without runs was found absent before
            spans = tuple([(j, ranges[j][0], ranges[j][2]) for j in line.shape.of[colour]])
            found.append((line.cannot(colour, far), Reach(colour, spans)))
    return found


def _gaps(line: RunsView) -> list[LineFind]:
    """Return gaps between cells that cannot have a colour, too short for each run that could lie
    there."""
    found: list[LineFind] = []
    least, ranges = line.shape.least, line.ranges
    for colour in range(1, len(line.masks)):
        longest = line.shape.longest[colour]
        for first, last in stretches(line.masks[colour]):
            size = last - first + 1
            if size >= longest:
                continue
            near = [j for j in line.shape.of[colour]
                    if ranges[j][0] <= last and ranges[j][2] >= first]
            if near and min([least[j] for j in near]) > size:
                found.append((line.cannot(colour, span(first, last)),
                              Gap(first, last, tuple(near))))
    return found


def _counted(line: TallyView) -> Iterator[LineFind]:
    """Yield colours of which all cells are found, or all that are left are needed."""
    for colour, count in enumerate(line.counts, start=1):
        if count.total is None:
            continue
        mask, known = line.masks[colour], line.known[colour]
        if count.total and known.bit_count() == count.total and mask & ~known:
            yield line.cannot(colour, mask & ~known), Counted(colour, count.total, True)
        elif mask.bit_count() == count.total and mask & ~known:
            yield line.must(colour, mask & ~known), Counted(colour, count.total, False)


def _counted_together(line: TallyView) -> Iterator[LineFind]:
    """Yield the same of all that is not white; with one colour there is no difference."""
    if line.total is None or len(line.counts) < 2:
        return
    white, cells, open_ = line.masks[0], (1 << line.length) - 1, line.masks[0] & ~line.known[0]
    if open_ and (cells & ~white).bit_count() == line.total:
        yield line.must(0, open_), Counted(None, line.total, True)
    elif open_ and (cells & ~line.known[0]).bit_count() == line.total:
        yield line.cannot(0, open_), Counted(None, line.total, False)


def _tally_out_of_reach(line: TallyView, covering: bool) -> Iterator[LineFind]:
    """Yield the cells that the only group of a colour does not reach."""
    for colour, size, first, last in line.single_groups(covering):
        far = line.masks[colour] & ~span(first, last + size - 1)
        if far:
            yield (line.cannot(colour, far),
                   Reach(colour, ((colour - 1, first, last + size - 1),)))
