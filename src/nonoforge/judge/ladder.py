"""The ladder at work: from a state, everything that the cheapest technique finds anywhere.

Deductions of a round are all made from the state at its beginning, so neither the order of lines
nor a mirror changes what a puzzle needs. A line is looked at again only when its cells changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from nonoforge.engine import only, propagate
from nonoforge.judge.deduction import Deduction, Learned, Whole
from nonoforge.judge.rungs import LINE
from nonoforge.judge.techniques.line import Find, Offer, exact, offers
from nonoforge.judge.techniques.places import Places
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


class Contradiction(Exception):
    """The clue of a line cannot be met any more."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} breaks")
        self.line = line


class Prospect:
    """A line that has something to tell: what the rungs find in it, as far as they were asked."""

    def __init__(self, rungs: Iterator[Offer]) -> None:
        self._rungs = rungs
        self.rung, self.finds = -1, list[Find]()

    def climb(self, rung: int) -> bool:
        """Does this rung find something, and none below it?"""
        while not self.finds:
            self._ahead = self._ahead or next(self._rungs)
            if self._ahead[0] > rung:
                return False
            self.rung, self.finds = self._ahead
            self._ahead = None
        return self.rung == rung

    _ahead: Offer | None = None


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
        self.prospects: dict[int, Prospect] = {}
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
            new, found = self._exact(index)
            if any(new):
                self.prospects[index] = Prospect(self._offers(index, new, found))
            else:
                self.prospects.pop(index, None)
        self._dirty = {}

    def _offers(self, index: int, new: list[int], found: Places | None) -> Iterator[Offer]:
        line = self.puzzle.lines[index]
        if self.repeated[index]:
            return iter([(LINE, [(new, Whole(None))])])
        return offers(line.clue, tuple(self.may[index]), len(line.cells), new, found)

    def all_of(self, index: int) -> list[int]:
        """All that a line teaches, whatever rung that takes: the positions that lose each colour.
        """
        return self._exact(index)[0]

    def _exact(self, index: int) -> tuple[list[int], Places | None]:
        line, may = self.puzzle.lines[index], self.may[index]
        if self.repeated[index]:
            return self._repeated(index), None
        found = exact(line.clue, may, len(line.cells))
        if found is None:
            raise Contradiction(index)
        return [old & ~new for old, new in zip(may, found[0], strict=True)], found[1]

    def _repeated(self, index: int) -> list[int]:
        """A line that meets a cell twice: the engine says all that it can teach."""
        found = propagate(only(self.puzzle, frozenset({index})), self.state)
        if found.conflict is not None:
            raise Contradiction(index)
        new = [0] * self.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            gone = self.masks[cell] & ~found.state.masks[cell]
            for colour in range(self.colours):
                new[colour] |= (gone >> colour & 1) << position
        return new

    def lowest(self) -> dict[int, list[Find]]:
        """The lines in which the lowest rung of all finds something, and what; empty: stuck."""
        self.look()
        for rung in range(LINE + 1 if self.prospects else 0):
            found = {index: prospect.finds for index, prospect in self.prospects.items()
                     if prospect.climb(rung)}
            if found:
                return found
        return {}

    def round(self) -> list[Deduction]:
        """All deductions of the lowest rung that any line offers; none where lines are stuck."""
        return [self.deduction(index, which) for index, finds in sorted(self.lowest().items())
                for which in range(len(finds))]

    def deduction(self, index: int, which: int) -> Deduction:
        """What one line offers."""
        prospect = self.prospects[index]
        removed, reason = prospect.finds[which]
        return Deduction(prospect.rung, (index,), self.learned(index, removed), reason)

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

