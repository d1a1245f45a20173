"""The relation: which literals cannot hold together.

A literal is a cell with a colour. A probe that assumes one and sees another crossed out has learned
that the two exclude each other, whichever comes first: that is the contrapositive, so the relation
is symmetric. It is kept as one bit set (row) for each literal.

The closure follows implications: if a literal excludes all colours of a cell but one, it implies
that one, and excludes what that one excludes. If it excludes all colours of a cell, it cannot
hold. For two colours this is the implication graph of 2-SAT, closed.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.engine.plain.bits import bits
from nonoforge.progress import CheckTime, no_limit


class Relation:
    """Literals that exclude each other, over the cells that were open when probing began.

    Inside, literals are numbered anew: colour * number of open cells + index of the cell.
    """

    def __init__(self, literals: list[int], colours: int) -> None:
        """`literals` has all colours of all open cells, colour by colour; all seem possible."""
        self.names = literals
        self.index = {literal: number for number, literal in enumerate(literals)}
        self.colours = colours
        self.width = len(literals) // colours
        self.full = (1 << self.width) - 1
        self.bit = [1 << number for number in range(len(literals))]
        self.alive = (1 << len(literals)) - 1
        column = sum(1 << self.width * colour for colour in range(colours))
        self.rows = [
            column << number % self.width & ~self.bit[number] for number in range(len(literals))
        ]
        self.implied = self.bit[:]  # for each literal what it implies, itself included
        self.grown = 0  # the literals whose rows have grown since the last closure
        self.shrunk = True  # has a literal died since then?
        self.open = self.full  # the cells with more than one colour left

    def exclude(self, literal: int, others: Iterable[int]) -> None:
        """The literal cannot hold together with any of the others."""
        number = self.index[literal]
        own, row, rows = self.bit[number], self.rows[number], self.rows
        grown = 0
        for other in others:
            there = self.index[other]
            if not rows[there] & own:
                rows[there] |= own
                grown |= self.bit[there]
        if grown:
            rows[number] = row | grown
            self.grown |= grown | own

    def kill(self, literals: Iterable[int]) -> None:
        """These literals are known to be false."""
        for literal in literals:
            self.alive &= ~self.bit[self.index[literal]]
            self.shrunk = True

    def shared(self, literals: Iterable[int]) -> list[int]:
        """The literals that each of these excludes."""
        common = self.alive
        for literal in literals:
            common &= self.rows[self.index[literal]]
        return [self.names[number] for number in bits(common)]

    def contradicted(self) -> list[int]:
        """The literals that exclude all colours of some cell."""
        self._find_open()
        return [self.names[number] for number in bits(self.alive)
                if self._beside(self.rows[number]) is None]

    def close(self, tick: CheckTime = no_limit) -> list[int]:
        """Follow all implications to their end; returns the literals that cannot hold.

        It calls `tick` now and then, which may raise to end it.
        """
        before = self.alive
        while self.grown or self.shrunk:
            self._find_open()
            again = self.alive if self.shrunk else self.grown
            self.grown, self.shrunk = 0, False
            for number in bits(self.alive):
                if again & self.implied[number]:
                    tick()
                    self._close_row(number)
        return [self.names[number] for number in bits(before & ~self.alive)]

    def _close_row(self, number: int) -> None:
        row = self.rows[number]
        implied = 0
        while True:
            forced = self._beside(row)
            if forced is None:
                self.alive &= ~self.bit[number]
                self.shrunk = True
                return
            new = forced & ~implied
            if not new:
                break
            implied |= new
            for other in bits(new):
                row |= self.rows[other]
        self.implied[number] = implied | self.bit[number]
        self._grow(number, row & self.alive & ~self.rows[number])

    def _grow(self, number: int, more: int) -> None:
        if more:
            own = self.bit[number]
            self.rows[number] |= more
            self.grown |= more | own
            for other in bits(more):
                self.rows[other] |= own

    def _beside(self, row: int) -> int | None:
        """The literals that are the only ones left in their open cell, beside a literal with this
        row; None if a cell has none left."""
        left = self.alive & ~row
        some = several = 0
        for colour in range(self.colours):
            here = left >> colour * self.width & self.full
            several |= some & here
            some |= here
        if some != self.full:
            return None
        return left & self._in_all_colours(self.open & ~several)

    def _find_open(self) -> None:
        """The cells with more than one colour left. What the others exclude dies by itself."""
        some = self.open = 0
        for colour in range(self.colours):
            here = self.alive >> colour * self.width & self.full
            self.open |= some & here
            some |= here

    def _in_all_colours(self, cells: int) -> int:
        literals = cells
        for colour in range(1, self.colours):
            literals |= cells << colour * self.width
        return literals
