"""The ladder at work: from a state, everything that the cheapest technique finds anywhere.

Deductions of a round are all made from the state at its beginning, so neither the order of lines
nor a mirror changes what a puzzle needs. A line is looked at again only when its cells changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from functools import lru_cache
from typing import TypeAlias

from nonoforge.engine import only, propagate
from nonoforge.judge.deduction import Deduction, Learned, Whole
from nonoforge.judge.rungs import LINE
from nonoforge.judge.techniques.counting import ways
from nonoforge.judge.techniques.line import Offer, reader
from nonoforge.judge.techniques.runs import Find
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State


class Contradiction(Exception):
    """The clue of a line cannot be met any more."""

    def __init__(self, line: int) -> None:
        super().__init__(f"line {line} breaks")
        self.line = line


class Prospect:
    """A line that has something to tell: what the rungs find in it, as far as they were asked.
    `rung` is that of the finds; while there are none, the next to be asked."""

    __slots__ = ("_offers", "_rungs", "finds", "rung")

    def __init__(self, offers: Iterator[Offer], rungs: Iterable[int]) -> None:
        self._offers, self._rungs = offers, iter(rungs)
        self.rung = next(self._rungs)
        self.finds: list[Find] = []

    def climb(self, rung: int) -> bool:
        """Does this rung find something, and none below it?"""
        while not self.finds and self.rung <= rung:
            self.finds = next(self._offers)[1]
            if not self.finds:
                self.rung = next(self._rungs)
        return self.rung == rung


At: TypeAlias = list[list[tuple[int, int]]]


@lru_cache(maxsize=16)
def _crossings(cells: int, lines: tuple[tuple[int, ...], ...]) -> tuple[At, At, list[bool]]:
    """For each cell the lines that meet it and where, first as positions, then as masks of all
    other positions; for each line whether it meets a cell twice. Grids of one size have the same.
    """
    at: At = [[] for _ in range(cells)]
    for index, line in enumerate(lines):
        for position, cell in enumerate(line):
            at[cell].append((index, position))
    keep = [[(index, ~(1 << position)) for index, position in places] for places in at]
    return at, keep, [len(set(line)) < len(line) for line in lines]


def _less(may: Sequence[int], exact: Sequence[int]) -> bool:
    """Is not all that was left of a line still there? Otherwise nothing else can be left of it: all
    its colourings were among that, and they still are."""
    if len(may) == 2:
        return bool(exact[0] & ~may[0] or exact[1] & ~may[1])
    return any(left & ~mask for left, mask in zip(exact, may, strict=True))


class Ladder:
    """What is known of a puzzle, and what its lines offer."""

    def __init__(self, puzzle: Puzzle, state: State | None = None) -> None:
        self.puzzle = puzzle
        self.colours = len(puzzle.palette)
        self.at, self._keep, self.repeated = _crossings(
            puzzle.cells, tuple([line.cells for line in puzzle.lines]))
        self.readers = [reader(line.clue, len(line.cells), self.colours) for line in puzzle.lines]
        any_colour = (1 << self.colours) - 1
        self.masks = [any_colour] * puzzle.cells
        self.may = [[(1 << len(line.cells)) - 1] * self.colours for line in puzzle.lines]
        self.open = puzzle.cells
        self.prospects: dict[int, Prospect] = {}
        self.settled = 0  # lines looked at
        self.solution: Colouring | None = None  # once search has found the only one
        self._dirty = dict.fromkeys(range(len(puzzle.lines)))
        self._exact = [reader.untouched for reader in self.readers]  # what is left of each
        for cell, mask in enumerate((state or State.start(puzzle)).masks
                                    if state or puzzle.given else ()):
            if mask != any_colour:
                self.write(cell, mask)

    def branch(self) -> Ladder:
        """The same state once more: what is written there is not written here."""
        other = copy(self)
        other.masks, other.may = list(self.masks), [list(may) for may in self.may]
        other.prospects, other._dirty = dict(self.prospects), dict(self._dirty)
        other._exact = list(self._exact)
        return other

    @property
    def state(self) -> State:
        return State(tuple(self.masks))

    def look(self) -> None:
        """Look at the lines that changed."""
        for index, new in self.news():
            if any(new):
                self.prospects[index] = self._prospect(index, new)
            else:
                self.prospects.pop(index, None)

    def news(self) -> Iterator[tuple[int, list[int]]]:
        """The lines that changed since they were asked last, and all that each can tell."""
        changed, self._dirty = self._dirty, {}
        for index in changed:
            self.settled += 1
            yield index, self.all_of(index)

    def _prospect(self, index: int, new: list[int]) -> Prospect:
        if self.repeated[index]:
            return Prospect(iter([(LINE, [(new, Whole(None))])]), (LINE,))
        reader = self.readers[index]
        return Prospect(reader.offers(tuple(self.may[index]), new), reader.rungs(new))

    def all_of(self, index: int) -> list[int]:
        """All that a line teaches, whatever rung that takes: the positions that lose each colour.
        """
        if self.repeated[index]:
            new = self._repeated(index)
            if new is None:
                raise Contradiction(index)
            return new
        may, exact = self.may[index], self._exact[index]
        if exact is None or _less(may, exact):
            exact = self._exact[index] = self.readers[index].exact(may)
            if exact is None:
                raise Contradiction(index)
        return [mask & ~left for mask, left in zip(may, exact, strict=True)]

    def _repeated(self, index: int) -> list[int] | None:
        """A line that meets a cell twice: the engine says all that it can teach."""
        found = propagate(only(self.puzzle, frozenset({index})), self.state)
        if found.conflict is not None:
            return None
        new = [0] * self.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            gone = self.masks[cell] & ~found.state.masks[cell]
            for colour in range(self.colours):
                new[colour] |= (gone >> colour & 1) << position
        return new

    def lowest(self) -> dict[int, Prospect]:
        """The lines in which the lowest rung of all finds something; empty: stuck."""
        self.look()
        for rung in range(LINE + 1 if self.prospects else 0):
            found = {index: prospect for index, prospect in self.prospects.items()
                     if prospect.rung <= rung and prospect.climb(rung)}
            if found:
                return found
        return {}

    def lowest_to_write(self) -> dict[int, Prospect]:
        """The same, but of the lines in which some cell gets its colour, if there are any: with
        several colours that is more than to lose one."""
        self.look()
        for rung in range(LINE + 1 if self.colours > 2 else 0):
            found = {index: prospect for index, prospect in self.prospects.items()
                     if prospect.climb(rung)
                     and any(self.decided(index, removed) for removed, _ in prospect.finds)}
            if found:
                return found
        return self.lowest()

    def decided(self, index: int, removed: Sequence[int]) -> int:
        """How many cells get their colour."""
        return sum(not mask & (mask - 1) for _, mask in self.learned(index, removed))

    def round(self) -> list[Deduction]:
        """All deductions of the lowest rung that any line offers; none where lines are stuck."""
        return [self.deduction(index, which) for index, prospect in sorted(self.lowest().items())
                for which in range(len(prospect.finds))]

    def deduction(self, index: int, which: int) -> Deduction:
        """What one line offers."""
        prospect = self.prospects[index]
        removed, reason = prospect.finds[which]
        if isinstance(reason, Whole) and not self.repeated[index]:
            line = self.puzzle.lines[index]
            reason = Whole(ways(line.clue, self.may[index], len(line.cells)))
        return Deduction(prospect.rung, (index,), self.learned(index, removed), reason)

    def learned(self, index: int, removed: Sequence[int]) -> Learned:
        """Positions that lose colours, as cells with what they keep."""
        left: dict[int, int] = {}
        for cell, colour in self._taken(index, removed):
            left[cell] = left.get(cell, self.masks[cell]) & ~(1 << colour)
        return tuple(sorted(left.items()))

    def _taken(self, index: int, removed: Sequence[int]) -> Iterator[tuple[int, int]]:
        """Cells of a line, and the colours that they lose."""
        cells = self.puzzle.lines[index].cells
        for colour, bits in enumerate(removed):
            while bits:
                last = bits.bit_length() - 1
                yield cells[last], colour
                bits ^= 1 << last

    def erase(self, index: int, removed: Sequence[int]) -> None:
        """Take colours from positions of a line."""
        cells, masks = self.puzzle.lines[index].cells, self.masks
        for colour, bits in enumerate(removed):
            while bits:
                last = bits.bit_length() - 1
                bits ^= 1 << last
                if masks[cells[last]] >> colour & 1:
                    self._lose(cells[last], colour)

    def learn(self, deductions: Iterable[Deduction]) -> None:
        """Write down what follows."""
        for deduction in deductions:
            for cell, mask in deduction.learned:
                self.write(cell, mask)

    def write(self, cell: int, mask: int) -> None:
        """Keep only these colours of a cell."""
        gone = self.masks[cell] & ~mask
        if gone == self.masks[cell]:
            raise self._impossible(cell)
        for colour in range(self.colours if gone else 0):
            if gone >> colour & 1:
                self._lose(cell, colour)

    def _lose(self, cell: int, colour: int) -> None:
        """A cell has one of its colours no more."""
        after = self.masks[cell] ^ 1 << colour
        if not after:
            raise self._impossible(cell)
        self.masks[cell] = after
        if not after & (after - 1):
            self.open -= 1
        all_may, dirty = self.may, self._dirty
        for index, keep in self._keep[cell]:
            all_may[index][colour] &= keep
            dirty[index] = None

    def _impossible(self, cell: int) -> Contradiction:
        return Contradiction(self.at[cell][0][0] if self.at[cell] else -1)
