"""Straight lines with whole-number coefficients, and where they meet: exact.

Coordinates are counted in thousandths of a millimetre. A line has a direction, to the right (or up,
if it is vertical), so that `a x + b y > c` is its left side.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd, hypot
from typing import NamedTuple

UNIT = 1000  # of the exact coordinates in a millimetre


class Straight(NamedTuple):
    """The line a x + b y = c, in lowest terms, with b > 0, or b = 0 and a < 0.

    >>> through((0, 0), (2, 2))
    Straight(a=-1, b=1, c=0)
    """

    a: int
    b: int
    c: int

    @property
    def direction(self) -> tuple[int, int]:
        """Rightwards or up; not of length 1."""
        return self.b, -self.a

    @property
    def normal(self) -> tuple[int, int]:
        """(a, b) in lowest terms: parallel lines have the same."""
        common = gcd(self.a, self.b)
        return self.a // common, self.b // common

    @property
    def offset(self) -> Fraction:
        """The c that belongs to the normal."""
        return Fraction(self.c, gcd(self.a, self.b))

    @property
    def unit(self) -> tuple[float, float, float]:
        """The same line in millimetres with a normal of length 1, however long its numbers are."""
        a, b = self.normal
        long = hypot(a, b)
        return a / long, b / long, float(self.offset) / long / UNIT

    @property
    def step(self) -> float:
        """The change of the offset for a shift by one unit."""
        return hypot(*self.normal)

    def shifted(self, change: Fraction) -> Straight:
        """The parallel line whose offset differs by so much."""
        if not change:
            return self
        a, b = self.normal
        return line(Fraction(a), Fraction(b), self.offset + change)

    def value(self, x: Fraction, y: Fraction) -> Fraction:
        """a x + b y - c: positive on the left."""
        return self.a * x + self.b * y - self.c


Exact = tuple[Fraction, Fraction]


def line(a: Fraction, b: Fraction, c: Fraction) -> Straight:
    """The line a x + b y = c in its one form."""
    scale = a.denominator * b.denominator * c.denominator
    whole = [int(value * scale) for value in (a, b, c)]
    common = gcd(*whole)
    if whole[1] < 0 or (whole[1] == 0 and whole[0] > 0):
        common = -common
    return Straight(*(value // common for value in whole))


def through(p: tuple[int | Fraction, int | Fraction],
            q: tuple[int | Fraction, int | Fraction]) -> Straight:
    """The line through two different points."""
    a, b = Fraction(p[1] - q[1]), Fraction(q[0] - p[0])
    return line(a, b, a * p[0] + b * p[1])


def sine(one: Straight, other: Straight) -> float:
    """Of the angle between two lines: 1 if they cross squarely, 0 if they are parallel."""
    (a, b), (c, d) = one.normal, other.normal
    return abs(a * d - b * c) / (one.step * other.step)


def meet(one: Straight, other: Straight) -> tuple[int, int, int] | None:
    """Where two lines meet, as (x, y, w) in lowest terms with w > 0: the point (x / w, y / w).
    None if they are parallel."""
    w = one.a * other.b - other.a * one.b
    if w == 0:
        return None
    x = one.c * other.b - other.c * one.b
    y = one.a * other.c - other.a * one.c
    common = gcd(x, y, w)
    if w < 0:
        common = -common
    return x // common, y // common, w // common
