"""The ladder at work: from a state, everything that the cheapest technique finds anywhere.

Deductions of a round are all made from the state at its beginning, so neither the order of lines
nor a mirror changes what a puzzle needs. A line is looked at again only when its cells changed.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.engine import only, propagate
from nonoforge.judge.deduction import Deduction, Learned, Whole
from nonoforge.judge.rungs import LINE
from nonoforge.judge.techniques.line import Offer, exact, offer
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


class Contradiction(Exception):
    """The clue of a line cannot be met any more."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} breaks")
        self.line = line


class Ladder:
    """What is known of a puzzle, and what its lines offer."""

    def __init__(self, puzzle: Puzzle, state: State | None = None) -> None:
        self.puzzle = puzzle
        self.masks = list((state or State.start(puzzle)).masks)
        self.colours = len(puzzle.palette)
        self.at: list[list[tuple[int, int]]] = [[] for _ in range(puzzle.cells)]
        for index, line in enumerate(puzzle.lines):
            for position, cell in enumerate(line.cells):
                self.at[cell].append((index, position))
        self.may = [self._line_masks(line.cells) for line in puzzle.lines]
        self.repeated = [len(set(line.cells)) < len(line.cells) for line in puzzle.lines]
        self.offers: dict[int, Offer] = {}
        self.open = sum(mask & (mask - 1) > 0 for mask in self.masks)
        self.settled = 0  # lines looked at
        self._dirty = dict.fromkeys(range(len(puzzle.lines)))

    def _line_masks(self, cells: tuple[int, ...]) -> list[int]:
        may = [0] * self.colours
        for position, cell in enumerate(cells):
            for colour in range(self.colours):
                may[colour] |= (self.masks[cell] >> colour & 1) << position
        return may

    @property
    def state(self) -> State:
        return State(tuple(self.masks))

    def look(self) -> None:
        """Look at the lines that changed."""
        for index in self._dirty:
            self.settled += 1
            found = self._offer(index)
            if found is None:
                self.offers.pop(index, None)
            else:
                self.offers[index] = found
        self._dirty = {}

    def _offer(self, index: int) -> Offer | None:
        line, may = self.puzzle.lines[index], self.may[index]
        length = len(line.cells)
        if self.repeated[index]:
            return self._repeated_offer(index)
        if not any(mask & other for i, mask in enumerate(may) for other in may[:i]):
            if not line.clue.accepts(_colours(may, length)):
                raise Contradiction(index)
            return None
        found = exact(line.clue, may, length)
        if found is None:
            raise Contradiction(index)
        return offer(line.clue, may, length, *found)

    def _repeated_offer(self, index: int) -> Offer | None:
        """A line that meets a cell twice: the engine says all that it can teach."""
        found = propagate(only(self.puzzle, frozenset({index})), self.state)
        if found.conflict is not None:
            raise Contradiction(index)
        new = [0] * self.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            gone = self.masks[cell] & ~found.state.masks[cell]
            for colour in range(self.colours):
                new[colour] |= (gone >> colour & 1) << position
        return (LINE, [(new, Whole(None))]) if any(new) else None

    def round(self) -> list[Deduction]:
        """All deductions of the lowest rung that any line offers; none where lines are stuck."""
        self.look()
        lowest = min((rung for rung, _ in self.offers.values()), default=None)
        return [deduction for index, (rung, _) in sorted(self.offers.items()) if rung == lowest
                for deduction in self.deductions(index)]

    def deductions(self, index: int) -> list[Deduction]:
        """What a line offers."""
        return [self.deduction(index, which) for which in range(len(self.offers[index][1]))]

    def deduction(self, index: int, which: int) -> Deduction:
        """One of them."""
        rung, finds = self.offers[index]
        removed, reason = finds[which]
        return Deduction(rung, (index,), self.learned(index, removed), reason)

    def all_of(self, index: int) -> list[int]:
        """All that a line teaches, whatever rung that takes: the positions that lose each colour.
        """
        line, may = self.puzzle.lines[index], self.may[index]
        if self.repeated[index]:
            found = self._repeated_offer(index)
            return found[1][0][0] if found else [0] * self.colours
        settled = exact(line.clue, may, len(line.cells))
        if settled is None:
            raise Contradiction(index)
        return [old & ~new for old, new in zip(may, settled[0], strict=True)]

    def learned(self, index: int, removed: list[int]) -> Learned:
        """Positions that lose colours, as cells with what they keep."""
        left: dict[int, int] = {}
        cells = self.puzzle.lines[index].cells
        for colour, bits in enumerate(removed):
            while bits:
                low = bits & -bits
                cell = cells[low.bit_length() - 1]
                left[cell] = left.get(cell, self.masks[cell]) & ~(1 << colour)
                bits ^= low
        return tuple(sorted(left.items()))

    def learn(self, deductions: Iterable[Deduction]) -> None:
        """Write down what follows."""
        for deduction in deductions:
            for cell, mask in deduction.learned:
                self.write(cell, mask)

    def write(self, cell: int, mask: int) -> None:
        """Keep only these colours of a cell."""
        before = self.masks[cell]
        after = before & mask
        if after == before:
            return
        if not after:
            raise Contradiction(self.at[cell][0][0] if self.at[cell] else -1)
        self.masks[cell] = after
        self.open -= after & (after - 1) == 0
        gone = before & ~after
        for index, position in self.at[cell]:
            may = self.may[index]
            for colour in range(self.colours):
                if gone >> colour & 1:
                    may[colour] &= ~(1 << position)
            self._dirty[index] = None


def _colours(may: list[int], length: int) -> list[int]:
    """The colours of a line that is fully known."""
    return [next((colour for colour, mask in enumerate(may) if mask >> position & 1), 0)
            for position in range(length)]
