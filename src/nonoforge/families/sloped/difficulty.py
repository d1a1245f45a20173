"""The difficulty of R. Parment (Generation of sloped nonograms, 2015): passes with progress.

A player goes around the frame from one side of a line to the next, again and again, and settles
each; sides where at least one face becomes certain are counted.
"""

from __future__ import annotations

from math import atan2, tau

from nonoforge.engine import settle
from nonoforge.families.plane import Arrangement, arrangement_of
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


def passes(nonogram: Nonogram) -> int | None:
    """Return how many sides give a face until all are known; None if settling sides fails."""
    sheet = _Sheet(nonogram.puzzle)
    order = _order(nonogram)
    waiting = set(order)  # the others have not changed since they were settled
    count = 0
    while sheet.left and waiting:
        for index in order:
            if index in waiting:
                waiting.remove(index)
                left = sheet.left
                waiting |= sheet.settle(index)
                count += sheet.left < left
    return None if sheet.left else count


class _Sheet:
    """State of the solver: for each line, and for each colour, the positions that may have it
    (bits)."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.lines = puzzle.lines
        self.masks = list(State.start(puzzle).masks)
        self.left = sum(map(_open, self.masks))
        self.places: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.cells)]
        for index, line in enumerate(puzzle.lines):
            for at, cell in enumerate(line.cells):
                self.places[cell].append((index, 1 << at))
        self.rows = [[sum((self.masks[cell] >> colour & 1) << at
                          for at, cell in enumerate(line.cells))
                      for colour in range(len(puzzle.palette))] for line in puzzle.lines]

    def settle(self, index: int) -> set[int]:
        """Settle a line and return the lines that this changes."""
        line, before = self.lines[index], self.rows[index]
        after = settle(line.clue, before, len(line.cells))
        assert after is not None, "the clues of a picture always fit"
        touched: set[int] = set()
        for colour, (old, new) in enumerate(zip(list(before), after, strict=True)):
            gone = old & ~new
            while gone:
                bit = gone & -gone
                gone ^= bit
                touched |= self._exclude(line.cells[bit.bit_length() - 1], colour)
        return touched - {index}

    def _exclude(self, cell: int, colour: int) -> set[int]:
        """Exclude a colour from a cell and return the lines through the cell."""
        self.masks[cell] &= ~(1 << colour)
        self.left -= not _open(self.masks[cell])
        for index, bit in self.places[cell]:
            self.rows[index][colour] &= ~bit
        return {index for index, _ in self.places[cell]}


def _open(mask: int) -> bool:
    return bool(mask & (mask - 1))


def _order(nonogram: Nonogram) -> list[int]:
    """Return the lines of the puzzle (by index) clockwise."""
    arrangement = arrangement_of(nonogram)
    lines = {line.number: index for index, line in enumerate(nonogram.puzzle.lines)}
    return [lines[number] for number in around(arrangement) if number in lines]


def around(arrangement: Arrangement) -> list[int]:
    """Return the indices of the sides in clockwise order of their starts on the frame, from its
    upper left corner."""
    left, bottom, right, top = arrangement.box
    x0, y0 = (left + right) / 2, (bottom + top) / 2
    corner = atan2(top - y0, left - x0)

    def turned(number: int) -> float:
        (x, y), _ = arrangement.outward(arrangement.sides[number], 0)
        angle = (corner - atan2(y - y0, x - x0)) % tau
        return 0.0 if angle > tau - 1e-9 else angle

    return sorted(range(len(arrangement.sides)), key=turned)
