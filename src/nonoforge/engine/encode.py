"""A puzzle as clauses, for a SAT solver.

For each run of a line the Booleans `start >= p` (and, for a blotted run, `end >= p`): an order
encoding, over the range that the state leaves. For each open cell and each of its colours but white
one Boolean. Clauses, nearly all of at most three literals:

    start >= p+1  implies  start >= p
    end_j >= p    implies  start_(j+1) >= p+1, or p+2 where both have the same colour
    start_j <= c <= end_j              implies  cell c has the colour of run j
    end_j < c and start_(j+1) > c      implies  cell c is white

The ranges are those of the leftmost and rightmost placements, so the better the state, the
smaller the encoding.

A tally is counters, one for the cells of a colour and one for the places where its groups start:
"at least k among the first p", over the cells that are open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple

from nonoforge.clues import MANY, WHITE, Run, Tally
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

TRUE = 0  # a literal that needs no variable; FALSE is its negation
FALSE = None
Literal = int | None


class Encoding:
    """Clauses over variables 1, 2, ...; `cell_literal` connects them with the puzzle. `watch` is
    told now and then how many clauses there are, and may raise to stop the encoding."""

    def __init__(self, puzzle: Puzzle, state: State, *, named: bool = False, seed: int = 0,
                 watch: Callable[[int], None] = lambda clauses: None) -> None:
        self.puzzle = puzzle
        self.state = state
        self._watch = watch
        self.clauses: list[list[int]] = []
        self.variables = 0
        self.selectors: dict[int, int] = {}  # if `named`: by line, the literal that switches it on
        self._cells: dict[tuple[int, int], int] = {}
        cells, lines = list(state.open_cells()), list(enumerate(puzzle.lines))
        if seed:  # another numbering: SAT solvers decide ties by it
            shuffle = Random(seed).shuffle
            shuffle(cells)
            shuffle(lines)
        for cell in cells:
            watch(len(self.clauses))
            self._open_cell(cell)
        for index, line in lines:
            first = len(self.clauses)
            self._line(line)
            if named:
                selector = self.selectors[index] = self._new()
                for clause in self.clauses[first:]:
                    clause.append(-selector)

    def cell_literal(self, cell: int, colour: int) -> Literal:
        """The literal of "the cell has this colour"."""
        mask = self.state.masks[cell]
        if not mask >> colour & 1:
            return FALSE
        if mask == 1 << colour:
            return TRUE
        return self._cells[cell, colour]

    def decode(self, model: Sequence[int]) -> Colouring:
        """The colouring that a model describes."""
        true = {literal for literal in model if literal > 0}
        # A cell of two colours has the lower one while its variable is not true.
        colours = bytearray((mask & -mask).bit_length() - 1 for mask in self.state.masks)
        for (cell, colour), variable in self._cells.items():
            if variable in true:
                colours[cell] = colour
        return bytes(colours)

    def different(self, colouring: Colouring, cells: Sequence[int] | None = None) -> list[int]:
        """A clause: some cell (of these) is not what the colouring says."""
        chosen = self.state.open_cells() if cells is None else cells
        return [-literal for cell in chosen
                if (literal := self.cell_literal(cell, colouring[cell]))]

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _open_cell(self, cell: int) -> None:
        mask = self.state.masks[cell]
        colours = [c for c in range(mask.bit_length()) if mask >> c & 1]
        if len(colours) == 2:
            variable = self._new()
            self._cells[cell, colours[1]] = variable
            self._cells[cell, colours[0]] = -variable
            return
        literals = [self._new() for _ in colours]
        self._cells.update(zip(((cell, c) for c in colours), literals, strict=True))
        self.clauses.append(literals)
        self.clauses += [[-a, -b] for i, a in enumerate(literals) for b in literals[:i]]

    def _clause(self, *literals: tuple[Literal, bool]) -> None:
        """Adds the clause of literals, each with its sign, leaving out what is constant."""
        clause = []
        for literal, positive in literals:
            if literal is FALSE or literal == TRUE:
                if (literal == TRUE) == positive:
                    return
            else:
                clause.append(literal if positive else -literal)
        self.clauses.append(clause)

    def _line(self, line: Line) -> None:
        if isinstance(line.clue, Tally):
            self._tally(line, line.clue)
        else:
            self._runs(line, line.clue.runs)

    def _runs(self, line: Line, runs: Sequence[Run]) -> None:
        length = len(line.cells)
        firsts, lasts = _ranges(runs, [self.state.masks[cell] for cell in line.cells])
        if not firsts and runs:
            self.clauses.append([])
            return
        starts, ends = [_Number(-1, -1)], [_Number(-1, -1)]  # a run that has ended before the line
        for run, first, last in zip(runs, firsts, lasts, strict=True):
            start = self._number(first, last)
            starts.append(start)
            ends.append(self._end(start, length - 1) if run.length is None
                        else start.plus(run.length - 1))
        starts.append(_Number(length, length))  # and one that never starts within it
        self._order(runs, starts, ends)
        self._cover(line, runs, starts, ends)

    def _number(self, first: int, last: int) -> _Number:
        """A number in first..last that the solver is to find."""
        variables = [self._new() for _ in range(first, last)]
        self.clauses += [[-after, before] for before, after in pairwise(variables)]
        return _Number(first, last, tuple(variables))

    def _end(self, start: _Number, last: int) -> _Number:
        """The end of a blotted run: anywhere from its start on."""
        end = self._number(start.first, last)
        for p in range(start.first + 1, start.last + 1):
            self._clause((start.at_least(p), False), (end.at_least(p), True))
        return end

    def _order(self, runs: Sequence[Run], starts: Sequence[_Number],
               ends: Sequence[_Number]) -> None:
        for j in range(1, len(runs)):
            self._watch(len(self.clauses))
            gap = 2 if runs[j - 1].colour == runs[j].colour else 1
            for p in range(ends[j].first, ends[j].last + 1):
                self._clause((ends[j].at_least(p), False), (starts[j + 1].at_least(p + gap), True))

    def _cover(self, line: Line, runs: Sequence[Run], starts: Sequence[_Number],
               ends: Sequence[_Number]) -> None:
        for j, run in enumerate(runs, start=1):
            self._watch(len(self.clauses))
            for p in range(starts[j].first, ends[j].last + 1):
                self._clause((starts[j].at_least(p + 1), True), (ends[j].at_least(p), False),
                             (self.cell_literal(line.cells[p], run.colour), True))
        for end, start in zip(ends, starts[1:], strict=True):
            for p in range(end.first + 1, start.last):
                self._clause((end.at_least(p), True), (start.at_least(p + 1), False),
                             (self.cell_literal(line.cells[p], WHITE), True))

    def _tally(self, line: Line, clue: Tally) -> None:
        for colour, (total, groups) in enumerate(clue.counts, start=1):
            self._watch(len(self.clauses))
            cells = [self.cell_literal(cell, colour) for cell in line.cells]
            if total is not None:
                self._exactly(total, self._counter(cells, total + 1))
            if groups is not None:
                before: list[Literal] = [FALSE, *cells]
                starts = [self._both(cell, left) for left, cell in zip(before, cells, strict=False)]
                self._exactly(groups, self._counter(starts, min(groups, MANY - 1) + 1))

    def _exactly(self, number: int, at_least: Sequence[Literal]) -> None:
        """So many: the last of the counter says that there are more, if it goes so far."""
        if number:
            self._clause((at_least[number - 1], True))
        if len(at_least) > number:
            self._clause((at_least[number], False))

    def _both(self, yes: Literal, no: Literal) -> Literal:
        """A literal for "the one, and not the other"."""
        if yes is FALSE or no == TRUE:
            return FALSE
        if no is FALSE:
            return yes
        both = self._new()
        self._clause((both, False), (yes, True))
        self._clause((both, False), (no, False))
        self._clause((yes, False), (no, True), (both, True))
        return both

    def _counter(self, literals: Sequence[Literal], most: int) -> list[Literal]:
        """Literals for "at least 1, 2, ... `most` of these hold"."""
        counts: list[Literal] = [FALSE] * most
        for literal in literals:
            if literal is not FALSE:
                lower: list[Literal] = [TRUE, *counts]
                counts = [self._one_more(literal, below, count)
                          for below, count in zip(lower, counts, strict=False)]
        return counts

    def _one_more(self, literal: Literal, below: Literal, count: Literal) -> Literal:
        """A literal for "there were as many already, or one less and this"."""
        if count == TRUE or (count is FALSE and below is FALSE):
            return count
        if count is FALSE and below == TRUE:
            return literal
        if literal == TRUE:
            return below  # it holds wherever the count does
        more = self._new()
        self._clause((count, False), (more, True))
        self._clause((below, False), (literal, False), (more, True))
        self._clause((more, False), (count, True), (below, True))
        self._clause((more, False), (count, True), (literal, True))
        return more


class _Number(NamedTuple):
    """A number in first..last; `variables` say whether it is at least first+1, first+2, ..."""

    first: int
    last: int
    variables: tuple[int, ...] = ()

    def at_least(self, p: int) -> Literal:
        if p <= self.first:
            return TRUE
        return self.variables[p - self.first - 1] if p <= self.last else FALSE

    def plus(self, shift: int) -> _Number:
        return _Number(self.first + shift, self.last + shift, self.variables)


def _ranges(runs: Sequence[Run], masks: Sequence[int]) -> tuple[list[int], list[int]]:
    """The first and last start of each run, as the masks allow; empty if they allow none."""
    firsts = _leftmost(runs, masks)
    back = _leftmost(runs[::-1], masks[::-1])
    if firsts is None or back is None:
        return [], []
    sizes = [run.length or 1 for run in runs]
    lasts = [len(masks) - at - size for at, size in zip(back[::-1], sizes, strict=True)]
    return firsts, lasts


def _leftmost(runs: Sequence[Run], masks: Sequence[int]) -> list[int] | None:
    """The leftmost start of each run, by placing from the left (a relaxation: no look-ahead)."""
    starts: list[int] = []
    at = 0
    before = WHITE
    for run in runs:
        size = run.length or 1
        at += run.colour == before
        while at + size <= len(masks) and not all(
                masks[p] >> run.colour & 1 for p in range(at, at + size)):
            at += 1
        if at + size > len(masks):
            return None
        starts.append(at)
        at += size
        before = run.colour
    return starts
