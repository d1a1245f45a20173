"""Which clues a puzzle can go without: small sets of lines that still solve it line by line.

Begin with no line and always add the one that tells most just then, until every cell is decided.
Then walk: leave a line out, see how far the others get, let at most one other take its place. Sets
never grow on the way. Where a walk finds nothing more, another begins; it goes on as long as the
caller likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from nonoforge.engine.choose import engine_for, native, probe
from nonoforge.engine.outcome import Meter
from nonoforge.engine.plain import Board, Sheet, bits
from nonoforge.puzzle import Puzzle

STARTS = 8  # sets to begin with: the smallest is walked on with
STEPS = 50  # of the walk between two answers
RESTART = 50  # answers without a smaller set after which another walk begins


def thin(puzzle: Puzzle, seed: int = 0) -> Iterator[frozenset[int]]:
    """Ever smaller (or equal) sets of lines that solve the puzzle; nothing if all do not.

    It never ends by itself: take as many as there is time for. The last one is the best.

    >>> from itertools import islice
    >>> from nonoforge.families.grid import from_picture
    >>> puzzle = from_picture([[1, 1, 1], [1, 0, 0]]).puzzle
    >>> len([*islice(thin(puzzle), 3)][-1])        # of five lines
    3
    """
    if len({cell for line in puzzle.lines for cell in line.cells}) < puzzle.cells:
        return  # nothing will ever be said about some cell
    seeds = Random(seed)
    walk = _walk_native if native and engine_for(puzzle) is native else _walk_plain
    kept = bytearray(b"\1" * len(puzzle.lines))
    for _ in range(STARTS):
        start = walk(puzzle, bytearray(len(puzzle.lines)), 0, seeds.getrandbits(32))
        if start is None:
            return
        kept = min(kept, start, key=lambda found: found.count(1))
        yield _lines(kept)
    best, idle = bytes(kept), 0
    while True:
        yield _lines(best)
        walk(puzzle, kept, STEPS, seeds.getrandbits(32))
        idle += 1
        if kept.count(1) < best.count(1):
            best, idle = bytes(kept), 0
        elif idle % RESTART == 0:  # a walk that has come to its end: try another
            kept = bytearray(len(kept))


def _lines(kept: bytes | bytearray) -> frozenset[int]:
    return frozenset(line for line, flag in enumerate(kept) if flag)


def thin_by_probing(
    puzzle: Puzzle, kept: frozenset[int], seed: int = 0,
) -> Iterator[frozenset[int]]:
    """Yield smaller sets that solve the puzzle by probing, from one that does, leaving out each
    line once."""
    order = sorted(kept)
    Random(seed).shuffle(order)
    for line in order:
        rest = kept - {line}
        if probe(only(puzzle, rest)).state.solved:
            kept = rest
        yield kept


def only(puzzle: Puzzle, kept: frozenset[int]) -> Puzzle:
    """Return the puzzle with these of its lines."""
    lines = tuple(line for index, line in enumerate(puzzle.lines) if index in kept)
    return replace(puzzle, lines=lines)


def _walk_native(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> bytearray | None:
    assert native is not None
    return None if native.thin(puzzle, kept, steps, seed) < 0 else kept


def _walk_plain(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> bytearray | None:
    """Return the same in Python: fewer steps in the same time."""
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
