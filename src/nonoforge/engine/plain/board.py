"""The board: a puzzle laid out so that deduction finds its way by index.

A *literal* is a cell with a colour, as one number: colour * cells + cell. A set of lines is a bit
set. A *sheet* (sheet.py) is the state as the lines see it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TypeAlias

from nonoforge.clues import Clue, Runs
from nonoforge.engine.plain.repeats import exactly, loosely
from nonoforge.engine.plain.settle import Settler, settler
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

Place: TypeAlias = tuple[int, int, int]
"""Where a line reads a cell: the line, its position as a bit, and the line as a bit of a set."""


LineSolver: TypeAlias = Callable[[Clue, int], Settler]
"""How a clue on a line of known length is settled. Ours is exact; the literature has others."""


class Board:
    """What deduction looks up in a puzzle. Only the memo of settled lines ever changes; whoever
    compares line solvers does without one."""

    def __init__(
        self, puzzle: Puzzle, solver: LineSolver = settler, *, remember: bool = True,
    ) -> None:
        self.puzzle = puzzle
        self.cells = puzzle.cells
        self.colours = len(puzzle.palette)
        self.line_cells = [line.cells for line in puzzle.lines]
        self.every_line = (1 << len(puzzle.lines)) - 1
        self.groups = _groups(puzzle.lines)
        self.repeats = {index: together for index, line in enumerate(puzzle.lines)
                        if (together := _repeats(line))}
        self.settlers = [self._settler(index, solver) for index in range(len(puzzle.lines))]
        self.exact = self._find_exact() if solver is settler else {}
        self.places = self._find_places()
        self.memo: dict[tuple[int, ...], list[int] | None] | None = {} if remember else None
        self.cross = [self._crossings(index) for index in range(len(puzzle.lines))]

    def _settler(self, index: int, solver: LineSolver) -> Settler:
        """How a line is settled; line solvers know nothing of cells that come twice."""
        line = self.puzzle.lines[index]
        single = solver(line.clue, len(line.cells))
        return loosely(single, self.repeats[index]) if index in self.repeats else single

    def _find_exact(self) -> dict[int, Settler]:
        """For lines of runs that read some cells more than once, what settles them exactly."""
        lines = ((index, self.puzzle.lines[index]) for index in self.repeats)
        return {index: exactly(line.clue, line.cells) for index, line in lines
                if isinstance(line.clue, Runs)}

    def _find_places(self) -> list[list[Place]]:
        places: list[list[Place]] = [[] for _ in range(self.cells)]
        ones = [1 << position for position in range(max(map(len, self.line_cells), default=0))]
        for index, cells in enumerate(self.line_cells):
            flag = 1 << index
            for one, cell in zip(ones, cells, strict=False):
                places[cell].append((index, one, flag))
        return places

    def _crossings(self, line: int) -> list[tuple[Place, ...]]:
        """For each position of a line, the places where other lines read that cell."""
        return [tuple([place for place in self.places[cell] if place[0] != line])
                for cell in self.line_cells[line]]

    @cached_property
    def through(self) -> list[int]:
        """For each cell, the set of lines through it."""
        return [sum({flag for _, _, flag in places}) for places in self.places]

    @cached_property
    def loose(self) -> list[int]:
        """The cells that no line reads."""
        return [cell for cell, places in enumerate(self.places) if not places]

    def known(self, state: State | None) -> list[int]:
        """The colours possible in each cell: the state's, with the puzzle's givens."""
        masks = list(State.start(self.puzzle).masks)
        if state is None:
            return masks
        if len(state.masks) != self.cells:
            raise ValueError(f"a state of {len(state.masks)} cells; the puzzle has {self.cells}")
        return [mask & known for mask, known in zip(masks, state.masks, strict=True)]


def _groups(lines: tuple[Line, ...]) -> list[int]:
    """The sets of lines of one group, lowest group first."""
    sets: dict[int, int] = {}
    for index, line in enumerate(lines):
        sets[line.group] = sets.get(line.group, 0) | 1 << index
    return [sets[group] for group in sorted(sets)]


def _repeats(line: Line) -> list[int]:
    """For each cell that comes more than once in the line, the set of its positions."""
    if len(set(line.cells)) == len(line.cells):
        return []
    together: dict[int, int] = {}
    for position, cell in enumerate(line.cells):
        together[cell] = together.get(cell, 0) | 1 << position
    return [positions for positions in together.values() if positions & (positions - 1)]
