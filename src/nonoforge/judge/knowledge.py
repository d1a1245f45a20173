"""What is known of a puzzle, what its lines still have to tell, and the next step.

All finds of a round are made from the state at its beginning, so that neither the order of lines
nor a mirror changes what a puzzle needs. A line is looked at again only when its cells changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from copy import copy
from functools import cached_property, lru_cache
from math import inf
from typing import TypeAlias

from nonoforge.engine import LineRounds, Meter, OutOfBudget, only, propagate, solve
from nonoforge.errors import InputError
from nonoforge.judge.ladder import LADDER, Ladder
from nonoforge.judge.line import LineFinds, LineView
from nonoforge.judge.technique import Contradiction, Deduction, Learned
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Budget, Verdict

MAX_CELLS = 200_000  # nobody solves more by hand, and a million would take a gigabyte
QUICK_BUDGET = Budget(conflicts=5_000)  # for a verdict before assumptions are tried

Crossings: TypeAlias = list[list[tuple[int, int]]]


@lru_cache(maxsize=16)
def _crossings(
    cells: int, lines: tuple[tuple[int, ...], ...],
) -> tuple[Crossings, Crossings, list[bool]]:
    """Return for each cell the lines that read it and where, first as positions, then as masks of
    all other positions; and for each line whether it reads a cell twice. Grids of one size share
    it."""
    at: Crossings = [[] for _ in range(cells)]
    for index, line in enumerate(lines):
        for position, cell in enumerate(line):
            at[cell].append((index, position))
    keep = [[(index, ~(1 << position)) for index, position in places] for places in at]
    return at, keep, [len(set(line)) < len(line) for line in lines]


def _has_lost(masks: Sequence[int], exact: Sequence[int]) -> bool:
    """Return whether the line has lost any of the options it had when it was settled last.
    Otherwise settling it again gives the same: all its colourings are still there."""
    if len(masks) == 2:
        return bool(exact[0] & ~masks[0] or exact[1] & ~masks[1])
    return any(left & ~mask for left, mask in zip(exact, masks, strict=True))


def _is_open(masks: Sequence[int]) -> bool:
    """Return whether a position of a line has more than one colour left."""
    seen = 0
    for mask in masks:
        if seen & mask:
            return True
        seen |= mask
    return False


def check_size(puzzle: Puzzle) -> None:
    """Refuse a puzzle that is too large for reasons, before anything is done with it."""
    if puzzle.cells > MAX_CELLS:
        raise InputError(f"{puzzle.cells:,} cells; reasons are given for up to {MAX_CELLS:,}")


class Knowledge:
    """What is known so far. Cells have masks of the colours left; lines have, for each colour, a
    mask of the positions that may have it.

    `open` counts the cells with more than one colour left, `settled` the lines looked at.
    `check_time` raises OutOfBudget when the budget has run out: its seconds, or its lines settled,
    where each call counts as one more, so that a result repeats.
    """

    def __init__(
        self, puzzle: Puzzle, state: State | None = None, *, ladder: Ladder = LADDER,
        budget: Budget | None = None,
    ) -> None:
        check_size(puzzle)
        self.puzzle, self.ladder, self.budget = puzzle, ladder, budget
        self._meter, self._looks = Meter(budget), 0
        self.colours = len(puzzle.palette)
        self.at, self._keep, self.repeated = _crossings(
            puzzle.cells, tuple([line.cells for line in puzzle.lines]))
        self.readers = [ladder.reader(line.clue, len(line.cells), self.colours)
                        for line in puzzle.lines]
        any_colour = (1 << self.colours) - 1
        self.cell_masks = [any_colour] * puzzle.cells
        self.line_masks = [[(1 << len(line.cells)) - 1] * self.colours for line in puzzle.lines]
        self.open = puzzle.cells
        self.finds: dict[int, LineFinds] = {}
        self.settled = 0
        self._most_settled = inf if not budget or budget.settled is None else budget.settled
        self._dirty = dict.fromkeys(range(len(puzzle.lines)))
        self._exact = [reader.exact_untouched for reader in self.readers]
        for cell, mask in enumerate((state or State.start(puzzle)).masks
                                    if state or puzzle.given else ()):
            if mask != any_colour:
                self.write(cell, mask)

    def branch(self) -> Knowledge:
        """Return a copy: what is written there is not written here."""
        other = copy(self)
        other.cell_masks = list(self.cell_masks)
        other.line_masks = [list(masks) for masks in self.line_masks]
        other.finds, other._dirty = dict(self.finds), dict(self._dirty)
        other._exact = list(self._exact)
        return other

    @property
    def state(self) -> State:
        return State(tuple(self.cell_masks))

    @property
    def open_lines(self) -> int:
        """The number of lines with an open cell."""
        return sum(map(_is_open, self.line_masks))

    def check_time(self) -> None:
        """Raise OutOfBudget when the budget has run out."""
        self._looks += 1
        if self.settled + self._looks > self._most_settled:
            raise OutOfBudget
        self._meter.look()

    def budget_left(self) -> tuple[int | None, float | None]:
        """Return the lines that may still be settled, looks included, and the seconds left."""
        left = self._most_settled - self.settled - self._looks
        return None if left == inf else max(0, int(left)), self._meter.seconds_left()

    def advance(self, rounds: LineRounds) -> None:
        """Take over rounds on lines that the kernel has made."""
        self.settled += rounds.settled
        self._looks += rounds.looks
        for cell, mask in enumerate(rounds.masks):
            if mask != self.cell_masks[cell]:
                self.write(cell, mask)
        self._dirty.clear()

    @property
    def dirty(self) -> bytes:
        """For each line whether it changed since it was looked at."""
        return bytes(index in self._dirty for index in range(len(self.puzzle.lines)))

    @cached_property
    def quick_verdict(self) -> Verdict:
        """The verdict on the puzzle with a small budget."""
        return solve(self.puzzle, budget=QUICK_BUDGET.within(self.budget or Budget()))

    @cached_property
    def verdict(self) -> Verdict:
        """The verdict on the puzzle with the whole budget, if the small one was not enough."""
        quick = self.quick_verdict
        return quick if quick.answer != "unknown" else solve(self.puzzle, budget=self.budget)

    # --- what lines tell -------------------------------------------------------------------------

    def changed_lines(self) -> Iterator[tuple[int, list[int]]]:
        """Yield the lines that changed since they were asked last, with all that each can tell:
        for each colour the positions that lose it."""
        changed, self._dirty = sorted(self._dirty), {}  # so that the count repeats if one breaks
        for index in changed:
            self.settled += 1
            yield index, self.removable(index)

    def refresh(self) -> None:
        """Look at the lines that changed; raise Contradiction where one cannot be coloured."""
        for index, removable in self.changed_lines():
            if any(removable):
                self.finds[index] = self._line_finds(index, removable)
            else:
                self.finds.pop(index, None)

    def _line_finds(self, index: int, removable: list[int]) -> LineFinds:
        reader = self.readers[index]
        if not self.repeated[index]:
            return reader.finds(self.line_masks[index], removable)
        techniques = iter([(rung, each) for rung, each in enumerate(self.ladder.line_techniques)
                           if each.reads_repeats])
        line = LineView(reader, tuple(self.line_masks[index]), removable)
        return LineFinds(*next(techniques), [], techniques, line)

    def removable(self, index: int) -> list[int]:
        """Return all that a line teaches, whatever technique that takes: for each colour the
        positions that lose it. Raise Contradiction where no colouring fits."""
        if self.repeated[index]:
            return self._removable_repeated(index)
        masks, exact = self.line_masks[index], self._exact[index]
        if exact is None or _has_lost(masks, exact):
            exact = self._exact[index] = self.readers[index].exact(masks)
            if exact is None:
                raise Contradiction(index)
        return [mask & ~left for mask, left in zip(masks, exact, strict=True)]

    def _removable_repeated(self, index: int) -> list[int]:
        """Ask the engine about a line that reads a cell twice."""
        found = propagate(only(self.puzzle, frozenset({index})), self.state)
        if found.conflict is not None:
            raise Contradiction(index)
        removable = [0] * self.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            gone = self.cell_masks[cell] & ~found.state.masks[cell]
            for colour in range(self.colours):
                removable[colour] |= (gone >> colour & 1) << position
        return removable

    # --- the next step ---------------------------------------------------------------------------

    def easiest_lines(self, *, deciding: bool = False) -> dict[int, LineFinds]:
        """Return the lines in which the cheapest technique of all finds something; empty: stuck.
        `deciding`: only finds by which a cell gets its colour count."""
        self.refresh()
        for rung in range(len(self.ladder.line_techniques) if self.finds else 0):
            found = {index: line for index, line in self.finds.items()
                     if line.rung <= rung and line.climb(rung) and (not deciding or any(
                         self._decided(index, removed) for removed, _ in line.finds))}
            if found:
                return found
        return {}

    def best_of(
        self, lines: dict[int, LineFinds], recent: Collection[int] = (), *, smallest: bool = False,
    ) -> Deduction | None:
        """Return the find of these lines that is near the last step and decides most cells, or the
        fewest; None where none decides any. `recent` are the cells of the last step."""
        near = {index for cell in recent for index, _ in self.at[cell]}
        finds = [(index not in near, -self._decided(index, removed) if self.colours > 2 else 0,
                  -_changed_positions(removed), index, which)
                 for index, line in lines.items() for which, (removed, _) in enumerate(line.finds)]
        if self.colours > 2:  # with two colours every find decides a cell
            finds = [find for find in finds if find[1]]
        if smallest:
            finds = [(far, -decided, -changed, index, which)
                     for far, decided, changed, index, which in finds]
        return self.deduction(*min(finds)[3:]) if finds else None

    def easiest_beyond_lines(self) -> Deduction | None:
        """Return the next step where single lines are stuck; None: there are several solutions,
        or the budget ran out."""
        found = (technique.find_easiest(self) for technique in self.ladder.puzzle_techniques)
        return next((deduction for deduction in found if deduction is not None), None)

    def _decided(self, index: int, removed: Sequence[int]) -> int:
        """Return how many cells of a line get their colour."""
        return sum(not mask & (mask - 1) for _, mask in self.learned(index, removed))

    def deduction(self, index: int, which: int) -> Deduction:
        """Return a find of a line as a deduction."""
        technique = self.finds[index].technique
        removed, reason = self.finds[index].finds[which]
        reason = technique.detail(reason, self.puzzle.lines[index], self.line_masks[index])
        return Deduction(technique, (index,), self.learned(index, removed), reason)

    def learned(self, index: int, removed: Sequence[int]) -> Learned:
        """Return positions of a line that lose colours as cells with what they keep."""
        cells, left = self.puzzle.lines[index].cells, dict[int, int]()
        for colour, bits in enumerate(removed):
            while bits:
                last = bits.bit_length() - 1
                cell = cells[last]
                left[cell] = left.get(cell, self.cell_masks[cell]) & ~(1 << colour)
                bits ^= 1 << last
        return tuple(sorted(left.items()))

    # --- writing ---------------------------------------------------------------------------------

    def erase(self, index: int, removed: Sequence[int]) -> None:
        """Take colours from positions of a line."""
        cells, masks = self.puzzle.lines[index].cells, self.cell_masks
        for colour, bits in enumerate(removed):
            while bits:
                last = bits.bit_length() - 1
                bits ^= 1 << last
                if masks[cells[last]] >> colour & 1:
                    self._lose(cells[last], colour)

    def learn(self, learned: Learned) -> None:
        """Write down what follows."""
        for cell, mask in learned:
            self.write(cell, mask)

    def write(self, cell: int, mask: int) -> None:
        """Keep only these colours of a cell."""
        gone = self.cell_masks[cell] & ~mask
        if gone == self.cell_masks[cell]:
            raise self._contradiction(cell)
        for colour in range(self.colours if gone else 0):
            if gone >> colour & 1:
                self._lose(cell, colour)

    def _lose(self, cell: int, colour: int) -> None:
        """Take one colour from a cell that has it."""
        after = self.cell_masks[cell] ^ 1 << colour
        if not after:
            raise self._contradiction(cell)
        self.cell_masks[cell] = after
        if not after & (after - 1):
            self.open -= 1
        line_masks, dirty = self.line_masks, self._dirty
        for index, keep in self._keep[cell]:
            line_masks[index][colour] &= keep
            dirty[index] = None

    def _contradiction(self, cell: int) -> Contradiction:
        return Contradiction(self.at[cell][0][0] if self.at[cell] else -1)


def _changed_positions(removed: Sequence[int]) -> int:
    """Return how many positions lose a colour."""
    together = 0
    for bits in removed:
        together |= bits
    return together.bit_count()


def with_given(puzzle: Puzzle, state: State) -> State:
    """Return the state with what is printed in the puzzle; a cell that contradicts it has no
    colour left."""
    masks = list(state.masks)
    for cell, colour in puzzle.given:
        masks[cell] &= 1 << colour
    return State(tuple(masks))
