"""The board: a puzzle laid out so that deduction finds its way by index.

A *literal* is a cell with a colour, as one number: colour * cells + cell. A set of lines is a bit
set. A *sheet* (sheet.py) is the state as the lines see it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum, auto
from functools import cached_property, partial
from typing import Self, TypeAlias

from nonoforge.clues import Clue, Runs
from nonoforge.engine.bit_sets import bits
from nonoforge.engine.outcome import Meter
from nonoforge.engine.plain.repeats import exactly, loosely
from nonoforge.engine.plain.settle import Settler, settler
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Observer, Step

LONG = 1_000  # cells of a line for which each settlement looks at the clock

Place: TypeAlias = tuple[int, int, int]
"""Where a line reads a cell: the line, its position as a bit, and the line as a bit of a set."""


LineSolver: TypeAlias = Callable[[Clue, int], Settler]
"""How a clue on a line of known length is settled. Ours is exact; the literature has others."""


class Board:
    """Tables of a puzzle for deduction. Only the memo of settled lines ever changes; comparisons of
    line solvers do without one."""

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
        self.look: CheckTime = no_limit  # called where settling one line takes long; may raise
        self.exact = self._find_exact() if solver is settler else {}
        self.places = self._find_places()
        self.memo: dict[tuple[int, ...], list[int] | None] | None = {} if remember else None
        self.cross = [self._crossings(index) for index in range(len(puzzle.lines))]

    def _settler(self, index: int, solver: LineSolver) -> Settler:
        """Return how a line is settled; line solvers know nothing of cells that come twice."""
        line = self.puzzle.lines[index]
        single = solver(line.clue, len(line.cells))
        return loosely(single, self.repeats[index]) if index in self.repeats else single

    def _find_exact(self) -> dict[int, Settler]:
        """Return for lines of runs that read some cells more than once, what settles them exactly.
        """
        lines = ((index, self.puzzle.lines[index]) for index in self.repeats)
        return {index: exactly(line.clue, line.cells, lambda: self.look()) for index, line in lines
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
        """Return for each position of a line, the places where other lines read that cell. Of a
        cell that is read a thousand times, all positions share them."""
        cells = self.line_cells[line]
        places = {cell: tuple([place for place in self.places[cell] if place[0] != line])
                  for cell in set(cells)}
        return [places[cell] for cell in cells]

    @cached_property
    def through(self) -> list[int]:
        """For each cell, the set of lines through it."""
        return [sum({flag for _, _, flag in places}) for places in self.places]

    @cached_property
    def loose(self) -> list[int]:
        """The cells that no line reads."""
        return [cell for cell, places in enumerate(self.places) if not places]

    def known(self, state: State | None) -> list[int]:
        """Return the colours possible in each cell: the state's, with the puzzle's givens."""
        masks = list(State.start(self.puzzle).masks)
        if state is None:
            return masks
        if len(state.masks) != self.cells:
            raise ValueError(f"a state of {len(state.masks)} cells; the puzzle has {self.cells}")
        return [mask & known for mask, known in zip(masks, state.masks, strict=True)]


def _groups(lines: tuple[Line, ...]) -> list[int]:
    """Return the sets of lines of one group, lowest group first."""
    sets: dict[int, int] = {}
    for index, line in enumerate(lines):
        sets[line.group] = sets.get(line.group, 0) | 1 << index
    return [sets[group] for group in sorted(sets)]


def _repeats(line: Line) -> list[int]:
    """Return for each cell that comes more than once in the line, the set of its positions."""
    if len(set(line.cells)) == len(line.cells):
        return []
    together: dict[int, int] = {}
    for position, cell in enumerate(line.cells):
        together[cell] = together.get(cell, 0) | 1 << position
    return [positions for positions in together.values() if positions & (positions - 1)]


# The sheet: the state as the lines see it.
#
# For each colour and each line it has the positions that may still have the colour, and a trail:
# the literals crossed out so far, in order. Sheets are cheap to copy: an assumption is
# made on a copy, which is then thrown away. A `WatchedSheet` (watch.py) tells what happens on it.
#
# Lines that read some cells more than once are settled loosely, which is cheap, and the exact
# answer (repeats.py) is owed to them. Under an assumption the loose answer is enough: there are
# very many assumptions, and the exact answer seldom says more of them (measured).

MAX_REMEMBERED = 1 << 16
"""Settled lines that are kept: probes and branches meet the same lines again and again."""


class Care(Enum):
    """What becomes of the exact answer that is owed to lines settled loosely."""

    FULL = auto()  # it is given once nothing cheaper is left to do
    LATER = auto()  # it is noted that it is owed
    LOOSE = auto()  # it is not


class Contradiction(Exception):
    """A line that cannot be coloured any more."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


class Sheet:
    """What is known, ready to be settled line by line."""

    __slots__ = ("_spare", "board", "care", "masks", "owed", "trail")

    def __init__(self, board: Board, masks: list[list[int]], spare: int) -> None:
        self.board = board
        self.masks = masks  # masks[colour][line]: the positions that may have the colour
        self.trail: list[int] = []
        self.owed = 0  # the set of lines that were settled only loosely
        self.care = Care.FULL
        self._spare = spare  # how many literals had to go when the trail was empty

    @classmethod
    def start(cls, board: Board, known: list[int]) -> Self:
        """Return a sheet on which each cell has the colours in `known`; its trail is empty."""
        full = [(1 << len(cells)) - 1 for cells in board.line_cells]
        spare = sum(mask.bit_count() - 1 for cell, mask in enumerate(known) if board.places[cell])
        sheet = cls(board, [full[:] for _ in range(board.colours)], spare)
        every = (1 << board.colours) - 1
        for cell, mask in enumerate(known):
            if mask != every:
                for colour in bits(every & ~mask):
                    sheet.cross_out(colour * board.cells + cell)
        sheet.trail.clear()
        return sheet

    def copy(self) -> Self:
        """Return a copy to assume something on; its trail is empty."""
        spare = self._spare - len(self.trail)
        copy = type(self)(self.board, [column[:] for column in self.masks], spare)
        copy.care, copy.owed = self.care, self.owed
        return copy

    @property
    def solved(self) -> bool:
        """Has each cell that lies on a line one colour?"""
        return self._spare == len(self.trail)

    def colours(self, cell: int) -> list[int]:
        """Return the colours still possible in a cell."""
        line, bit, _ = self.board.places[cell][0]
        return [colour for colour, column in enumerate(self.masks) if column[line] & bit]

    def literals(self, cell: int) -> list[int]:
        """Return the cell with each of these colours."""
        cells = self.board.cells
        return [colour * cells + cell for colour in self.colours(cell)]

    def open_cells(self) -> list[int]:
        """Return the cells with more than one colour left."""
        return [cell for cell, places in enumerate(self.board.places)
                if places and len(self.colours(cell)) > 1]

    def open_in(self, line: int) -> int:
        """Return how many cells of a line have more than one colour left."""
        once = twice = 0
        for column in self.masks:
            twice |= once & column[line]
            once |= column[line]
        return twice.bit_count()

    def has(self, literal: int) -> bool:
        """Return whether the colour is still possible in the cell."""
        colour, cell = divmod(literal, self.board.cells)
        line, bit, _ = self.board.places[cell][0]
        return bool(self.masks[colour][line] & bit)

    def cross_out(self, literal: int) -> None:
        """Cross a possible literal out, in all lines through its cell."""
        colour, cell = divmod(literal, self.board.cells)
        column = self.masks[colour]
        for line, bit, _ in self.board.places[cell]:
            column[line] ^= bit
        self.trail.append(literal)

    def assume(self, literal: int) -> int:
        """Cross out the cell's other colours; returns the set of lines through the cell."""
        self.care = Care.LOOSE
        colour, cell = divmod(literal, self.board.cells)
        for other in self.colours(cell):
            if other != colour:
                self.cross_out(other * self.board.cells + cell)
        return self.board.through[cell]

    def settle(self, line: int, meter: Meter) -> int:
        """Settle one line; returns the set of other lines that this changed."""
        old = [column[line] for column in self.masks]
        new = self._settled(self.board.settlers[line], line, line, old, meter)
        if line in self.board.exact and self.care is not Care.LOOSE:
            self._note_owed(line, new)
        return self._write(line, old, new, meter)

    def settle_owed(self, meter: Meter) -> int:
        """Settle lines exactly that are owed it, until that changes other lines; returns those."""
        changed = 0
        while self.owed and not changed and self.care is Care.FULL:
            flag = self.owed & -self.owed
            self.owed ^= flag
            changed = self.settle_exactly(flag.bit_length() - 1, meter)
        return changed

    def settle_exactly(self, line: int, meter: Meter) -> int:
        """Settle one line that was settled loosely; returns the lines that this changed."""
        meter.look()  # it may take its time
        old = [column[line] for column in self.masks]
        new = self._settled(self.board.exact[line], line, ~line, old, meter)
        return self._write(line, old, new, meter)

    def _settled(
        self, settler: Settler, line: int, name: int, masks: list[int], meter: Meter,
    ) -> list[int]:
        meter.settled += 1
        if meter.settled > meter.pause:
            meter.check()
        elif len(self.board.line_cells[line]) > LONG:
            meter.look()
        memo, key = self.board.memo, (name, *masks)
        if memo is None:
            new = settler(masks)
        elif key in memo:
            new = memo[key]
        else:
            new = settler(masks)
            if len(memo) >= MAX_REMEMBERED:
                memo.clear()
            memo[key] = new
        if new is None:
            raise Contradiction(line)
        return new

    def _note_owed(self, line: int, masks: list[int]) -> None:
        """A line is owed more if a cell that it reads more than once is open."""
        self.owed &= ~(1 << line)
        if any(sum(1 for mask in masks if mask & positions) > 1
               for positions in self.board.repeats[line]):
            self.owed |= 1 << line

    def _write(self, line: int, old: list[int], new: list[int], meter: Meter) -> int:
        """Write down what settling gave, and tell the lines that cross."""
        if new == old:
            meter.idle += 1
            return 0
        if line not in self.board.repeats:
            return self._spread(line, old, new)
        later = sum(positions & (positions - 1) for positions in self.board.repeats[line])
        return self._spread(line, old, new, ~later)

    def _spread(self, line: int, old: list[int], new: list[int], tell: int = -1) -> int:
        """Write down what settling gave, and tell it to the lines that cross at `tell`."""
        board = self.board
        cells, cross, trail = board.line_cells[line], board.cross[line], self.trail
        changed = 0
        base = 0
        for column, was, now in zip(self.masks, old, new, strict=True):
            if was != now:
                column[line] = now
                gone = (was ^ now) & tell
                while gone:
                    low = gone & -gone
                    gone ^= low
                    position = low.bit_length() - 1
                    trail.append(base + cells[position])
                    for other, bit, flag in cross[position]:
                        column[other] ^= bit
                        changed |= flag
            base += board.cells
        return changed


# A sheet that tells an observer what happens on it; nothing else need know of observers.

class WatchedSheet(Sheet):
    """Each line settled, each assumption and each contradiction is a step."""

    __slots__ = ("depth", "known", "observer")

    observer: Observer
    known: list[int]
    depth: int

    @classmethod
    def watched(cls, board: Board, known: list[int], observer: Observer) -> Self:
        """Return a sheet as `start` makes it, with an observer."""
        sheet = cls.start(board, known)
        sheet.observer, sheet.known, sheet.depth = observer, known, 0
        return sheet

    def copy(self) -> Self:
        """Return a copy to make assumptions on."""
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
