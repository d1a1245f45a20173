"""Overlap: a run covers some cells wherever it lies."""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.judge.line import ClueReader, RunsView, TallyView, span
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique
from nonoforge.judge.words import Words


class Overlap(NamedTuple):
    """Run `run` of the clue (from 0) starts at `earliest` to `latest` (positions in the line)."""

    run: int
    earliest: int
    latest: int

    def why(self, words: Words, deduction: Deduction) -> str:
        line = words.line_of(deduction)
        where = words.span(self.earliest, self.latest + words.size(line, self.run) - 1)
        return f"{words.run(line, self.run)} fits only in {where}" \
            if self.earliest == self.latest else \
            f"{words.run(line, self.run)} reaches {where} at most"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        run = words.run(words.line_of(deduction), self.run)
        return f"{run} has one place only" if self.earliest == self.latest else \
            f"{run} covers some {words.cell.many} wherever it lies"


class Overlapping(LineTechnique):
    """Compares the earliest and the latest place of each run."""

    name = "overlap"
    cost, stars, max_stars = 2, 1, 4
    words = "a run covers some cells wherever it lies"
    example = "Row 7, clue 4 3: the 4 reaches cells 2-6 at most, so cells 3-5 are filled."

    def applies(self, reader: ClueReader, fills: bool, empties: bool) -> bool:
        return fills

    def in_runs(self, line: RunsView) -> list[LineFind]:
        return overlaps(line)

    def in_tally(self, line: TallyView) -> list[LineFind]:
        return tally_overlaps(line, covering=False)


def overlaps(line: RunsView) -> list[LineFind]:
    """Return the cells that a run covers both at its earliest and at its latest place."""
    found: list[LineFind] = []
    least = line.shape.least
    for j, (first, last, _) in enumerate(line.ranges):
        if last < first + least[j]:
            removed = line.must(line.shape.runs[j].colour, span(last, first + least[j] - 1))
            if any(removed):
                found.append((removed, Overlap(j, first, last)))
    return found


def tally_overlaps(line: TallyView, covering: bool) -> list[LineFind]:
    """Return the cells that the only group of a colour covers wherever it lies."""
    found: list[LineFind] = []
    for colour, size, first, last in line.single_groups(covering):
        removed = line.must(colour, span(last, first + size - 1))
        if any(removed):
            found.append((removed, Overlap(colour - 1, first, last)))
    return found
