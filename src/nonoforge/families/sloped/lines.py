"""Straight lines with whole-number coefficients, and where they meet: exact.

Coordinates are counted in thousandths of a millimetre. A line has a direction, to the right (or up,
if it is vertical), so that `a x + b y > c` is its left side.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from math import atan2, cos, degrees, floor, gcd, hypot, isfinite, radians, sin, tan
from typing import NamedTuple

from nonoforge.errors import InputError

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
        """The line in millimetres with a normal of length 1, however long its coefficients are."""
        a, b = self.normal
        long = hypot(a, b)
        return a / long, b / long, float(self.offset) / long / UNIT

    @property
    def step(self) -> float:
        """The change of the offset for a shift by one unit."""
        return hypot(*self.normal)

    def shifted(self, change: Fraction) -> Straight:
        """Return the parallel line whose offset differs by `change`."""
        if not change:
            return self
        a, b = self.normal
        return line(Fraction(a), Fraction(b), self.offset + change)

    def value(self, x: Fraction, y: Fraction) -> Fraction:
        """Return a x + b y - c: positive on the left."""
        return self.a * x + self.b * y - self.c


Exact = tuple[Fraction, Fraction]


def line(a: Fraction, b: Fraction, c: Fraction) -> Straight:
    """Return the line a x + b y = c in its one form."""
    scale = a.denominator * b.denominator * c.denominator
    whole = [int(value * scale) for value in (a, b, c)]
    common = gcd(*whole)
    if whole[1] < 0 or (whole[1] == 0 and whole[0] > 0):
        common = -common
    return Straight(*(value // common for value in whole))


def through(p: tuple[int | Fraction, int | Fraction],
            q: tuple[int | Fraction, int | Fraction]) -> Straight:
    """Return the line through two different points."""
    a, b = Fraction(p[1] - q[1]), Fraction(q[0] - p[0])
    return line(a, b, a * p[0] + b * p[1])


def sine(one: Straight, other: Straight) -> float:
    """Return the sine of the angle between two lines: 1 at right angles, 0 if parallel."""
    (a, b), (c, d) = one.normal, other.normal
    return abs(a * d - b * c) / (one.step * other.step)


def meet(one: Straight, other: Straight) -> tuple[int, int, int] | None:
    """Return where two lines meet, as (x, y, w) in lowest terms with w > 0: the point (x / w, y /
    w). None if they are parallel."""
    w = one.a * other.b - other.a * one.b
    if w == 0:
        return None
    x = one.c * other.b - other.c * one.b
    y = one.a * other.c - other.a * one.c
    common = gcd(x, y, w)
    if w < 0:
        common = -common
    return x // common, y // common, w // common


# Which slopes the edges of a drawing may have.

Direction = tuple[int, int]
"""(x, y) in lowest terms, to the right, or up: the direction of a `Straight`."""

MAX_SLOPES = 36
MAX_EXACT_NUMBER = 8  # largest number in a direction that is kept exactly
DEGREE_ROUNDING = 0.005  # degrees written with two decimals, as 26.57 for 1/2, are rounded by this
ROUNDING = Fraction(1, 100_000)  # in exact coordinates: more than the rounding of written numbers


def angle(direction: tuple[float, float]) -> float:
    """Degrees from the horizontal, from 0 up to 180.

    >>> angle((1, -1))
    135.0
    """
    return degrees(atan2(direction[1], direction[0])) % 180


class Slope(NamedTuple):
    """Degrees from the horizontal, from 0 up to 180. Where whole numbers have that slope exactly,
    they are its direction; the others are kept as well as corners allow."""

    angle: float
    exact: Direction | None = None

    @classmethod
    def of(cls, direction: Direction) -> Slope:
        """Return the slope of whole numbers."""
        return cls(angle(direction), direction)

    @property
    def direction(self) -> Direction:
        """Whole numbers that are near enough for a line of its own."""
        return self.exact or direction_at(self.angle, DEGREE_ROUNDING)

    @property
    def unit(self) -> tuple[float, float]:
        """The direction with length 1, to the right, or up."""
        if self.exact:
            long = hypot(*self.exact)
            return self.exact[0] / long, self.exact[1] / long
        sign = 1 if self.angle <= 90 else -1
        return sign * cos(radians(self.angle)), sign * sin(radians(self.angle))


class Slopes(NamedTuple):
    """The allowed slopes. With `any`, those are only preferred."""

    slopes: tuple[Slope, ...]
    any: bool = False

    @classmethod
    def parse(cls, text: str) -> Slopes:
        """Read `any`, or degrees and rises like `0,90,30,1/2`, joined by commas.

        >>> [slope.exact for slope in Slopes.parse("0,90,-45,1/2,30").slopes]
        [(1, 0), (0, 1), (1, -1), (2, 1), None]
        """
        if text.strip().lower() == "any":
            return cls(DEFAULT_SLOPES.slopes, any=True)
        found = tuple(dict.fromkeys(_slope(part.strip()) for part in text.split(",")))
        if len(found) > MAX_SLOPES:
            raise InputError(f"slopes: {len(found)} of them; at most {MAX_SLOPES}, or any")
        return cls(found)

    def allow(self, others: Slopes) -> bool:
        """Return whether all of the other slopes are allowed.

        >>> Slopes.parse("0,90").allow(Slopes.parse("90")), Slopes.parse("0").allow(DEFAULT_SLOPES)
        (True, False)
        """
        return self.any or set(self.slopes).issuperset(others.slopes)

    def __str__(self) -> str:
        return "any" if self.any else ", ".join(f"{slope.angle:.4g}" for slope in self.slopes)


DEFAULT_SLOPES = Slopes(tuple(map(Slope.of, ((1, 0), (1, 1), (0, 1), (1, -1)))))


def _slope(text: str) -> Slope:
    rise = re.fullmatch(r"([+-]?\d{1,4})/(\d{1,4})", text)
    if rise and int(rise[2]):
        slope = Fraction(int(rise[1]), int(rise[2]))
        return Slope.of((slope.denominator, slope.numerator))
    if re.fullmatch(r"[+-]?\d{1,3}(\.\d{1,9})?", text):
        direction = direction_at(float(text), DEGREE_ROUNDING)
        return Slope.of(direction) if max(map(abs, direction)) <= MAX_EXACT_NUMBER else \
            Slope(float(text) % 180)
    raise InputError(f"slope {text!a}: write degrees like 0,45,90,135, rises like 1/2, or any")


def turn(one: float, other: float) -> float:
    """Return the degrees between two undirected lines at these angles: 0 to 90."""
    return abs((one - other + 90) % 180 - 90)


def direction_at(degree: float, near: float) -> Direction:
    """Return the simplest direction that is nearer than `near` degrees to this one.

    >>> direction_at(135, 0.01), direction_at(30, 0.01), direction_at(90.001, 0.01)
    ((1, -1), (71, 41), (0, 1))
    """
    assert isfinite(degree)
    degree %= 180
    steep = 45 < degree < 135
    from_axis = 90 - degree if steep else (degree + 45) % 180 - 45  # -45 to 45
    slope = simplest(Fraction(tan(radians(from_axis - near))),
                     Fraction(tan(radians(from_axis + near))))
    x, y = slope.denominator, slope.numerator
    if steep:
        x, y = y, x
    return (-x, -y) if x < 0 or (x == 0 and y < 0) else (x, y)


def simplest(low: Fraction, high: Fraction) -> Fraction:
    """Return the fraction with the smallest denominator from `low` to `high`.

    >>> simplest(Fraction(3, 10), Fraction(4, 10))
    Fraction(1, 3)
    """
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -simplest(-high, -low)
    whole = floor(low)
    if whole == low or whole + 1 <= high:
        return Fraction(whole if whole == low else whole + 1)
    return whole + 1 / simplest(1 / (high - whole), 1 / (low - whole))


def with_direction(direction: Direction, offset: float) -> Straight:
    """Return the line of this direction at a distance to the left of the origin, in millimetres.

    >>> with_direction((0, 1), -100 / 3)
    Straight(a=-3, b=0, c=-100000)
    """
    x, y = direction
    return line(Fraction(-y), Fraction(x), plain(offset * hypot(x, y) * UNIT))


def plain(value: float) -> Fraction:
    """Return the simplest fraction very close to a number. Thirds or twelfths are recognized, so
    that regular drawings stay regular."""
    return simplest(Fraction(value) - ROUNDING, Fraction(value) + ROUNDING)


# Lines that meet in points: whose offsets follow from those of others, exactly.
#
# A line has a normal (a, b) in lowest terms, which stays, and an offset c, which may change. That
# three lines meet in a point is one linear equation in their offsets:
#
#     c1 (a2 b3 - a3 b2) + c2 (a3 b1 - a1 b3) + c3 (a1 b2 - a2 b1) = 0
#
# All such equations are solved by rational elimination, so that they hold exactly: some changes of
# offsets are free, the others follow.

Sum = dict[int, Fraction]
"""Changes of lines' offsets, each with its factor; CONSTANT is the key of the constant term."""

CONSTANT = -1


class Elimination:
    """Known relations between changes: `rows` has, for each line whose change is not free, its
    change in terms of the free ones. The first `fixed` lines stay where they are."""

    def __init__(self, lines: Sequence[Straight], fixed: int) -> None:
        self.lines = lines
        self.normals = [straight.normal for straight in lines]
        self.rows: dict[int, Sum] = {number: {} for number in range(fixed)}

    def meet(self, numbers: Sequence[int]) -> bool:
        """Let some lines meet in a point; the first two must not be parallel. Return False if that
        contradicts what is known; the contradicting part is left out."""
        first, second, *others = numbers
        held = [self.take(self._equation(first, second, third)) for third in others]
        return all(held)

    def _equation(self, i: int, j: int, k: int) -> Sum:
        """Return a sum that is 0 if three lines meet."""
        found: Sum = {}
        for number, one, other in ((i, j, k), (j, k, i), (k, i, j)):
            (a, b), (c, d) = self.normals[one], self.normals[other]
            factor = Fraction(a * d - b * c)
            _add(found, {number: Fraction(1), CONSTANT: self.lines[number].offset}, factor)
        return found

    def take(self, equation: Sum) -> bool:
        """Let a sum be 0; return False if it cannot be."""
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
        """Return the changes of all lines, if those that are free have these."""
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
