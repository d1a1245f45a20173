"""The one idea: a puzzle is cells and lines.

    cell     a place to colour; cells are the numbers 0 .. cells-1
    colour   a number; 0 is white, the background
    line     reads some of the cells, in order, and carries one clue
    clue     the set of colourings that the line may have          (clues.py)
    state    what is known: for each cell the colours still possible  (state.py)
    verdict  what is true of the puzzle: unique, multiple, none, unknown  (verdict.py)

Nothing here knows rows, rods or curves: a family (grid, solid, ...) says where its cells are and
makes the lines; deduction sees only what stands in this file.

    settle     make a line's cells as certain as its clue and the state allow
    propagate  settle lines until nothing changes
    probe      assume a cell, propagate, learn
    search     branch
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from nonoforge.clues import WHITE, Clue, Runs, read_like
from nonoforge.errors import ClueError, InputError
from nonoforge.palette import Palette

Colouring = bytes
"""One colour number for each cell: a finished puzzle."""


class Line(NamedTuple):
    """Some cells, in order, and their clue. A cell may come twice (a curve can return to a face);
    such a line is settled exactly, too.

    Lines of one `group` lie side by side (the rows, the columns, the rods along one axis): ordered
    propagation settles a whole group before the next. `number` is the line's index among those of
    its geometry, hidden clues counted; -1 where the geometry keeps no order.
    """

    cells: tuple[int, ...]
    clue: Clue
    name: str
    group: int = 0
    number: int = -1


@dataclass(frozen=True)
class Puzzle:
    """Cells and lines; `given` lists (cell, colour) pairs that are printed in the puzzle."""

    cells: int
    lines: tuple[Line, ...]
    palette: Palette = field(default_factory=Palette)
    given: tuple[tuple[int, int], ...] = ()

    def __repr__(self) -> str:
        """Short: the lines would fill pages."""
        return f"<Puzzle: {self.cells} cells, {len(self.lines)} lines>"

    @cached_property
    def through(self) -> list[list[int]]:
        """For each cell the lines (by index) that read it, each once."""
        through: list[list[int]] = [[] for _ in range(self.cells)]
        for index, line in enumerate(self.lines):
            for cell in dict.fromkeys(line.cells):
                through[cell].append(index)
        return through

    @cached_property
    def around(self) -> Mapping[int, set[int]]:
        """For each cell its neighbours: those next to it on some line."""
        return _Neighbours(self)

    @cached_property
    def longest(self) -> int:
        """The most cells that a line has."""
        return max((len(line.cells) for line in self.lines), default=0)

    def check_solution(self, solution: Colouring, noun: str = "cells") -> None:
        """Raise `InputError` if a colouring has the wrong size, or `ClueError` for the first line
        whose clue it does not meet. `noun` is what the family calls cells, in the plural."""
        if len(solution) != self.cells:
            raise InputError(f"the solution has {len(solution)} {noun}, but the puzzle has "
                             f"{self.cells}")
        read = solution.__getitem__
        for index, line in enumerate(self.lines):
            colours = bytes(map(read, line.cells))
            if not line.clue.accepts(colours):
                found = read_like(line.clue, colours, len(self.palette))
                raise ClueError(f"{line.name}: the clue is {line.clue}, but the solution has "
                                f"{found}", index)

    def check_runs(self, noun: str = "cells") -> None:
        """Raise `ClueError` for the first line with a run of no length, of a colour that the
        palette lacks, or too long for it; `InputError` for a given cell outside the puzzle."""
        colours = len(self.palette)
        for index, line in enumerate(self.lines):
            for run in line.clue.runs if isinstance(line.clue, Runs) else ():
                if run.length is not None and run.length < 1:
                    raise ClueError(f"{line.name}: a run of {run.length}; at least 1 is needed",
                                    index)
                if not WHITE < run.colour < colours:
                    raise ClueError(f"{line.name}: colour {run.colour}; the palette has 1 to "
                                    f"{colours - 1}", index)
            if line.clue.needs > len(line.cells):
                raise ClueError(f"{line.name}: the clue {line.clue} needs {line.clue.needs} {noun},"
                                f" but the line has {len(line.cells)}", index)
        for cell, colour in self.given:
            if not (0 <= cell < self.cells and 0 <= colour < colours):
                raise InputError(f"given cell {cell} of colour {colour}: not in this puzzle")


class _Neighbours(dict[int, set[int]]):
    """The neighbours of cells, found when they are asked for: for a million cells all of them
    would take a gigabyte."""

    def __init__(self, puzzle: Puzzle) -> None:
        super().__init__()
        self._puzzle = puzzle
        self._walked: set[int] = set()  # lines
        self._found: defaultdict[int, set[int]] = defaultdict(set)

    def __missing__(self, cell: int) -> set[int]:
        for index in self._puzzle.through[cell]:
            if index not in self._walked:
                self._walked.add(index)
                for a, b in pairwise(self._puzzle.lines[index].cells):
                    self._found[a].add(b)
                    self._found[b].add(a)
        self[cell] = self._found[cell]
        return self[cell]
