"""A sheet that tells an observer what happens on it; nothing else need know of observers."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Self

from nonoforge.engine.meter import Meter
from nonoforge.engine.plain.board import Board
from nonoforge.engine.plain.sheet import Contradiction, Sheet
from nonoforge.state import State
from nonoforge.step import Observer, Step


class WatchedSheet(Sheet):
    """Each line settled, each assumption and each contradiction is a step."""

    __slots__ = ("depth", "known", "observer")

    observer: Observer
    known: list[int]
    depth: int

    @classmethod
    def watched(cls, board: Board, known: list[int], observer: Observer) -> Self:
        """A sheet as `start` makes it, with an observer."""
        sheet = cls.start(board, known)
        sheet.observer, sheet.known, sheet.depth = observer, known, 0
        return sheet

    def copy(self) -> Self:
        """A copy is made to assume something on."""
        other = super().copy()
        other.observer, other.known, other.depth = self.observer, self.known, self.depth + 1
        return other

    def assume(self, literal: int) -> int:
        before = len(self.trail)
        lines = super().assume(literal)
        self._tell(Step("assume", None, self._learned(before), self.depth))
        return lines

    def settle(self, line: int, meter: Meter) -> int:
        return self._told(super().settle, line, meter)

    def settle_exactly(self, line: int, meter: Meter) -> int:
        return self._told(super().settle_exactly, line, meter)

    def _told(self, settle: Callable[[int, Meter], int], line: int, meter: Meter) -> int:
        before = len(self.trail)
        try:
            changed = settle(line, meter)
        except Contradiction:
            self._tell(Step("break", line, (), self.depth))
            raise
        self._tell(Step("settle", line, self._learned(before), self.depth))
        return changed

    def _learned(self, before: int) -> tuple[tuple[int, int], ...]:
        cells = sorted({literal % self.board.cells for literal in self.trail[before:]})
        return tuple((cell, self._mask(cell)) for cell in cells)

    def _mask(self, cell: int) -> int:
        if not self.board.places[cell]:
            return self.known[cell]
        return sum(1 << colour for colour in self.colours(cell))

    def _tell(self, step: Step) -> None:
        self.observer(step, partial(_state, self))


def _state(sheet: WatchedSheet) -> State:
    return State(tuple(map(sheet._mask, range(sheet.board.cells))))
