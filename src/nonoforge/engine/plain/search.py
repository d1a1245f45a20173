"""Solve: propagate, probe, search; as far up the ladder as it takes.

The search branches on the open cell whose probes crossed out most: it assumes one colour of the
cell, and later rules that colour out. Every node is probed to the end. What a parent has learned
holds in its children too, so a child repeats only the probes that its own assumption touches.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from math import prod
from random import Random

from nonoforge.engine.bit_sets import bits
from nonoforge.engine.outcome import Budget, Depth, Meter, Order, Outcome, OutOfBudget
from nonoforge.engine.plain.board import Board, Contradiction, Sheet, WatchedSheet
from nonoforge.engine.plain.probe import Prober
from nonoforge.engine.plain.propagate import PROPAGATIONS, Propagation, write_state
from nonoforge.engine.verify import verify
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.step import Observer
from nonoforge.verdict import Level


def solve(
    puzzle: Puzzle, state: State | None = None, *, limit: int = 2, level: Level = "search",
    order: Order = "ordered", depth: Depth = 3, budget: Budget | None = None, seed: int = 0,
) -> Outcome:
    """Return up to `limit` solutions, found without climbing higher than `level`.

    `exhausted` says that the budget ran out, or that a higher level would be needed. The seed
    decides between cells that promise the same; 0 takes the first.

    >>> from nonoforge.families.grid import from_picture
    >>> outcome = solve(from_picture([[0, 1], [1, 0]]).puzzle)
    >>> outcome.level, outcome.solutions
    ('search', (b'\\x00\\x01\\x01\\x00', b'\\x01\\x00\\x00\\x01'))
    """
    climb = Climb(Board(puzzle), state, PROPAGATIONS[order], depth, Meter(budget), seed)
    solutions: list[Colouring] = []
    try:
        for colouring in islice(climb.solutions(level), max(1, limit)):
            if not verify(puzzle, colouring):
                raise AssertionError("internal error: a solution failed the independent check")
            solutions.append(colouring)
    except OutOfBudget:
        climb.exhausted = True
    return Outcome(climb.level, climb.line_solvable, climb.exhausted, tuple(solutions),
                   State(climb.masks()), climb.conflict, climb.meter.work)


class Climb:
    """One puzzle on its way up the ladder, with any line solver and order of lines."""

    def __init__(
        self, board: Board, state: State | None = None,
        propagation: Propagation = PROPAGATIONS["ordered"], depth: Depth = 3,
        meter: Meter | None = None, seed: int = 0, observer: Observer | None = None,
    ) -> None:
        self.board = board
        self.known = board.known(state)
        self.sheet = Sheet.start(board, self.known) if observer is None else \
            WatchedSheet.watched(board, self.known, observer)
        self.loose = [tuple(bits(self.known[cell])) for cell in board.loose]
        self.propagation = propagation
        self.depth = depth
        self.meter = meter or Meter()
        board.look = self.meter.look
        self.rank = list(range(board.cells))
        if seed:
            Random(seed).shuffle(self.rank)
        self.level: Level = "line"
        self.line_solvable = self.exhausted = False
        self.conflict: int | None = None

    def masks(self) -> tuple[int, ...]:
        """Return what is known for certain."""
        return write_state(self.sheet, self.known).masks

    def solutions(self, level: Level) -> Iterator[Colouring]:
        """Yield all solutions that can be found at this level or below it."""
        if not all(self.known):  # a cell without any colour, which perhaps no line reads
            return
        try:
            prober = self._deduce(level)
        except Contradiction as contradiction:
            self.conflict = contradiction.line if self.level == "line" else None
            return
        if prober is not None:
            yield from self._search(prober)
        elif self._solved():
            yield from self.colourings(self.sheet)

    def _deduce(self, level: Level) -> Prober | None:
        """Propagate and probe. Returns what a search begins with, if one is needed and allowed."""
        self.propagation(self.sheet, self.board.every_line, self.meter)
        self.line_solvable = self._solved()
        if not self._climb_to("probe", level):
            return None
        prober = Prober(self.sheet, self.propagation, self.meter, self.depth)
        prober.run()
        return prober.without_relation() if self._climb_to("search", level) else None

    def _climb_to(self, higher: Level, level: Level) -> bool:
        """Go to the next level if needed; stop where `level` forbids it."""
        if self._solved():
            return False
        if self.level == level:
            self.exhausted = True
            return False
        self.level = higher
        return True

    def _solved(self) -> bool:
        return self.sheet.solved and all(len(colours) == 1 for colours in self.loose)

    def _search(self, prober: Prober) -> Iterator[Colouring]:
        """Search depth first. A node on the stack is a parent, and a literal to assume or rule
        out."""
        stack: list[tuple[Prober, int, bool]] = []
        while True:
            if prober.sheet.solved:
                yield from self.colourings(prober.sheet)
            else:
                literal = self._choose(prober)
                stack += [(prober, literal, False), (prober, literal, True)]
            child = None
            while child is None:
                if not stack:
                    return
                child = self._branch(*stack.pop())
            prober = child

    def _branch(self, parent: Prober, literal: int, holds: bool) -> Prober | None:
        """Return the child in which the literal holds, or does not; None if it has no solution."""
        self.meter.branch()
        child = parent.copy() if holds else parent  # the second child is the parent's last use
        try:
            if holds:
                child.assume(literal)
            else:
                child.rule_out([literal])
            child.run()
        except Contradiction:
            self.meter.conflict()
            return None
        return child

    def _choose(self, prober: Prober) -> int:
        """Return the most telling colour of the cell where every colour tells much."""
        gain = prober.gain
        literals: dict[int, list[int]] = {}
        for literal in prober.settled:  # what was probed: all that is open
            literals.setdefault(literal % self.board.cells, []).append(literal)
        best = max(
            (cell for cell, own in literals.items() if len(own) > 1),
            key=lambda cell: (prod(gain[literal] for literal in literals[cell]), -self.rank[cell]))
        return max(sorted(literals[best]), key=gain.__getitem__)

    def colourings(self, sheet: Sheet) -> Iterator[Colouring]:
        """Yield the colourings of a solved sheet: one, unless there are cells that no line reads.
        """
        picture = bytearray(self.board.cells)
        for cell, places in enumerate(self.board.places):
            if places:
                picture[cell] = sheet.colours(cell)[0]
        for colours in product(*self.loose):
            for cell, colour in zip(self.board.loose, colours, strict=True):
                picture[cell] = colour
            yield bytes(picture)
