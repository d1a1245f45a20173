"""Small sets of lines that solve a puzzle (`engine.thinning`), in Python alone."""

from __future__ import annotations

from random import Random

from nonoforge.engine.bit_sets import bits
from nonoforge.engine.outcome import Meter
from nonoforge.engine.plain.board import Board, Sheet
from nonoforge.puzzle import Puzzle


def walk(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> bytearray | None:
    """Walk on from a set of lines and return it; None if not even all lines solve the puzzle."""
    thinner = _Thinner(puzzle, kept, Random(seed))
    if not thinner.solves() and not thinner.complete(len(kept), -1):
        return None
    for _ in range(steps):
        thinner.step()
    return kept


class _Thinner:
    """A set of lines, and the sheet that they fill."""

    def __init__(self, puzzle: Puzzle, kept: bytearray, random: Random) -> None:
        self.board = Board(puzzle)
        self.kept = kept
        self.random = random
        self.sheet = Sheet.start(self.board, self.board.known(None))
        self.meter = Meter()
        self._gains: dict[int, int] = {}  # of lines that have not changed since

    def solves(self) -> bool:
        """Return whether the kept lines alone decide every cell."""
        self.sheet = Sheet.start(self.board, self.board.known(None))
        self._gains.clear()
        self._settle({line for line, flag in enumerate(self.kept) if flag})
        return self.sheet.solved

    def complete(self, most: int, avoid: int) -> bool:
        """Add up to `most` lines, each the one that tells most at that time; does that do?"""
        while not self.sheet.solved:
            gains = [(gain * (1 + 0.3 * self.random.random()), line)
                     for line, flag in enumerate(self.kept)
                     if not flag and line != avoid and (gain := self._gain(line))]
            if not gains or most == 0:
                return False
            most -= 1
            line = max(gains)[1]
            self.kept[line] = 1
            self._settle({line})
        return True

    def step(self) -> None:
        out = self.random.choice([line for line, flag in enumerate(self.kept) if flag] or [-1])
        if out < 0:
            return
        before = bytes(self.kept)
        self.kept[out] = 0
        if not self.solves() and not self.complete(1, out):
            self.kept[:] = before

    def _gain(self, line: int) -> int:
        if line not in self._gains:
            trial = self.sheet.copy()
            trial.settle(line, self.meter)
            trial.settle_owed(self.meter)
            self._gains[line] = len(trial.trail)
        return self._gains[line]

    def _settle(self, lines: set[int]) -> None:
        active = sum(1 << line for line, flag in enumerate(self.kept) if flag)
        waiting = sum(1 << line for line in lines)
        while waiting:
            flag = waiting & -waiting
            changed = self.sheet.settle(flag.bit_length() - 1, self.meter)
            waiting = (waiting & ~flag) | (changed & active)
            if not waiting:
                more = self.sheet.settle_owed(self.meter)
                waiting, changed = more & active, changed | more
            for line in bits(changed):
                self._gains.pop(line, None)
