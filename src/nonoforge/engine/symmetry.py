"""Symmetries of a puzzle: ways to move its cells that map lines onto lines with the same clues.

They help twice. Where a puzzle is symmetric, it often has a symmetric solution, and that one is far
easier to find: fold the puzzle, so that the cells of an orbit become one cell, and solve what is
left (a quarter turn leaves a quarter of the cells). And a solution that is not symmetric has an
image that is a second solution, for nothing.

Nothing here knows rows and columns: once one line is mapped onto another, the crossing lines
follow, cell by cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, islice

from nonoforge.clues import Clue, Runs
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

SEEDS = 32  # images of the first line to try: more only where many lines look the same

Permutation = tuple[int, ...]


def image(solution: Colouring, move: Permutation) -> Colouring:
    """The solution with each cell's colour moved to where `move` sends the cell."""
    moved = bytearray(solution)
    for cell, target in enumerate(move):
        moved[target] = solution[cell]
    return bytes(moved)


def symmetries(puzzle: Puzzle, state: State) -> list[Permutation]:
    """The symmetries found, largest orbits first. White edges that are known do not count."""
    frame = _Frame(puzzle, state)
    found: set[Permutation] = set()
    for seed in frame.seeds():
        if not any(frame.agrees(move, *seed) for move in found) and (move := frame.extend(*seed)):
            found.add(move)
    found.discard(tuple(range(puzzle.cells)))
    return sorted(found, key=lambda move: (-_order(move), move))


def fold(puzzle: Puzzle, move: Permutation) -> tuple[Puzzle, list[int]]:
    """The puzzle whose solutions are the symmetric ones, and for each cell its cell in there.

    A line may read a folded cell several times; any engine can deal with that.
    """
    folded = [-1] * puzzle.cells
    count = 0
    for start in range(puzzle.cells):
        if folded[start] < 0:
            cell = start
            while folded[cell] < 0:
                folded[cell] = count
                cell = move[cell]
            count += 1
    lines = tuple(replace(line, cells=tuple(folded[cell] for cell in line.cells))
                  for line in puzzle.lines)
    given = tuple((folded[cell], colour) for cell, colour in puzzle.given)
    return replace(puzzle, cells=count, lines=lines, given=given), folded


def _order(move: Permutation) -> int:
    """The longest orbit of a cell."""
    longest = 0
    seen: set[int] = set()
    for start in range(len(move)):
        size, cell = 0, start
        while cell not in seen:
            seen.add(cell)
            cell = move[cell]
            size += 1
        longest = max(longest, size)
    return longest


def _reversed(clue: Clue) -> Clue:
    return Runs(clue.runs[::-1])


class _Frame:
    """The lines without their known white ends, and which of them pass through a cell."""

    def __init__(self, puzzle: Puzzle, state: State) -> None:
        self.masks = state.masks
        self.cells: list[tuple[int, ...]] = []
        self.clues: list[Clue] = []
        self.through: dict[int, list[int]] = defaultdict(list)
        for line in puzzle.lines:
            cells = self._trim(line.cells)
            if any(self.masks[cell] & (self.masks[cell] - 1) for cell in cells):
                for cell in cells:
                    self.through[cell].append(len(self.cells))
                self.cells.append(cells)
                self.clues.append(line.clue)

    def _trim(self, cells: tuple[int, ...]) -> tuple[int, ...]:
        inner = [i for i, cell in enumerate(cells) if self.masks[cell] != 1]
        return cells[inner[0]:inner[-1] + 1] if inner else ()

    def _fits(self, line: int, target: int, back: bool) -> bool:
        clue = _reversed(self.clues[target]) if back else self.clues[target]
        return len(self.cells[line]) == len(self.cells[target]) and self.clues[line] == clue

    def seeds(self) -> Iterator[tuple[int, int, bool]]:
        """Images of lines, first of those that look like few others.

        One line is not enough: in a mirrored picture the middle column has no image but itself.
        """
        options = [
            [(line, target, back) for target in range(len(self.cells)) for back in (False, True)
             if self._fits(line, target, back) and (target != line or back)]
            for line in range(min(len(self.cells), 4 * SEEDS))
        ]
        options.sort(key=len)
        yield from islice(chain.from_iterable(options), SEEDS)

    def agrees(self, move: Permutation, line: int, target: int, back: bool) -> bool:
        """Does the move send this line there already?"""
        images = self.cells[target][::-1] if back else self.cells[target]
        return tuple(move[cell] for cell in self.cells[line]) == images

    def extend(self, line: int, target: int, back: bool) -> Permutation | None:
        """The symmetry that maps this line so, if there is one."""
        cell_map: dict[int, int] = {}
        line_map: dict[int, int] = {}
        todo = [(line, target, back)]
        while todo:
            line, target, back = todo.pop()
            if line_map.setdefault(line, target) != target:
                return None
            images = self.cells[target][::-1] if back else self.cells[target]
            for cell, moved in zip(self.cells[line], images, strict=True):
                if cell_map.setdefault(cell, moved) != moved:
                    return None
            for cell in self.cells[line]:
                for other in self.through[cell]:
                    if other not in line_map:
                        options = self._options(other, cell_map)
                        if not options:
                            return None
                        if len(options) == 1:
                            line_map[other] = options[0][1]
                            todo.append(options[0])
        return self._whole(cell_map, line_map)

    def _options(self, line: int, cell_map: dict[int, int]) -> list[tuple[int, int, bool]]:
        """How the line may be mapped, given where some of its cells go."""
        known = [(i, cell_map[cell]) for i, cell in enumerate(self.cells[line]) if cell in cell_map]
        last = len(self.cells[line]) - 1
        return [
            (line, target, back)
            for target in self.through[known[0][1]] for back in (False, True)
            if self._fits(line, target, back)
            and all(self.cells[target][last - i if back else i] == moved for i, moved in known)
        ]

    def _whole(self, cell_map: dict[int, int], line_map: dict[int, int]) -> Permutation | None:
        """A permutation of all cells, if lines and cells map one to one and keep what is known."""
        complete = len(set(line_map.values())) == len(self.cells) == len(line_map)
        if not complete or set(cell_map) != set(cell_map.values()):
            return None
        if any(self.masks[cell] != self.masks[moved] for cell, moved in cell_map.items()):
            return None
        return tuple(cell_map.get(cell, cell) for cell in range(len(self.masks)))
