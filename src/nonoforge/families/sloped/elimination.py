"""Lines that meet in points: whose offsets follow from those of others, exactly.

A line has a normal (a, b) in lowest terms, which stays, and an offset c, which may change. That
three lines meet in a point is one linear equation in their offsets:

    c1 (a2 b3 - a3 b2) + c2 (a3 b1 - a1 b3) + c3 (a1 b2 - a2 b1) = 0

All such equations are solved by rational elimination, so that they hold exactly: some changes of
offsets are free, the others follow.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from nonoforge.families.sloped.straight import Straight

Sum = dict[int, Fraction]
"""Changes of lines' offsets, each with its factor; CONSTANT has what is no change."""

CONSTANT = -1


class Elimination:
    """What is known of changes: `rows` has, for each line whose change is not free, what it is in
    terms of those that are. The first `fixed` lines stay where they are."""

    def __init__(self, lines: Sequence[Straight], fixed: int) -> None:
        self.lines = lines
        self.normals = [straight.normal for straight in lines]
        self.rows: dict[int, Sum] = {number: {} for number in range(fixed)}

    def meet(self, numbers: Sequence[int]) -> bool:
        """Let some lines meet in a point, of which the first two are not parallel; False if that
        contradicts what is known already, and as far as it does, it is left out."""
        first, second, *others = numbers
        held = [self.take(self._equation(first, second, third)) for third in others]
        return all(held)

    def _equation(self, i: int, j: int, k: int) -> Sum:
        """A sum that is 0 if three lines meet."""
        found: Sum = {}
        for number, one, other in ((i, j, k), (j, k, i), (k, i, j)):
            (a, b), (c, d) = self.normals[one], self.normals[other]
            factor = Fraction(a * d - b * c)
            _add(found, {number: Fraction(1), CONSTANT: self.lines[number].offset}, factor)
        return found

    def take(self, equation: Sum) -> bool:
        """Let a sum be 0; False if it cannot be."""
        rest: Sum = {}
        for key, factor in equation.items():
            _add(rest, self.rows.get(key, {key: Fraction(1)}), factor)
        constant = rest.pop(CONSTANT, Fraction(0))
        if not rest:
            return constant == 0
        # The line whose millimetres weigh most: what follows is rounded no more than what it
        # follows from.
        pivot = max(rest, key=lambda key: (abs(float(rest[key])) * self.lines[key].step, -key))
        weight = -rest.pop(pivot)
        if constant:
            rest[CONSTANT] = constant
        row = {key: factor / weight for key, factor in rest.items()}
        for other in self.rows.values():
            if pivot in other:
                _add(other, row, other.pop(pivot))
        self.rows[pivot] = row
        return True

    def changes(self, free: Sequence[Fraction]) -> list[Fraction]:
        """The changes of all lines, if those that are free have these."""
        return [self._change(self.rows[number], free) if number in self.rows else free[number]
                for number in range(len(self.lines))]

    def _change(self, row: Sum, free: Sequence[Fraction]) -> Fraction:
        return sum((factor * (1 if key == CONSTANT else free[key]) for key, factor in row.items()),
                   Fraction(0))


def _add(target: Sum, row: Sum, times: Fraction) -> None:
    for key, factor in row.items():
        total = target.get(key, 0) + factor * times
        if total:
            target[key] = total
        else:
            target.pop(key, None)
