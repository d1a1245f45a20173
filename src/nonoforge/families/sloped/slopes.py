"""Which slopes the edges of a drawing may have."""

from __future__ import annotations

import re
from fractions import Fraction
from math import atan2, cos, degrees, floor, hypot, isfinite, radians, sin, tan
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.sloped.straight import UNIT, Straight, line

Direction = tuple[int, int]
"""(x, y) in lowest terms, to the right, or up: the direction of a `Straight`."""

MOST = 36
SMALL = 8  # the largest number in a direction that is kept exactly
NEAR = 0.005  # degrees: what is written with two decimals, as 26.57 for 1/2, may miss by so much
HAIR = Fraction(1, 100_000)  # of the exact coordinates: more than rounding of numbers makes


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
        """The slope of whole numbers."""
        return cls(angle(direction), direction)

    @property
    def direction(self) -> Direction:
        """Whole numbers that are near enough for a line of its own."""
        return self.exact or direction_at(self.angle, NEAR)

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
        if len(found) > MOST:
            raise InputError(f"slopes: {len(found)} of them; at most {MOST}, or any")
        return cls(found)

    def __str__(self) -> str:
        return "any" if self.any else ", ".join(f"{slope.angle:.4g}" for slope in self.slopes)


DEFAULT_SLOPES = Slopes(tuple(map(Slope.of, ((1, 0), (1, 1), (0, 1), (1, -1)))))


def _slope(text: str) -> Slope:
    rise = re.fullmatch(r"([+-]?\d{1,4})/(\d{1,4})", text)
    if rise and int(rise[2]):
        slope = Fraction(int(rise[1]), int(rise[2]))
        return Slope.of((slope.denominator, slope.numerator))
    if re.fullmatch(r"[+-]?\d{1,3}(\.\d{1,9})?", text):
        direction = direction_at(float(text), NEAR)
        return Slope.of(direction) if max(map(abs, direction)) <= SMALL else \
            Slope(float(text) % 180)
    raise InputError(f"slope {text!a}: write degrees like 0,45,90,135, rises like 1/2, or any")


def turn(one: float, other: float) -> float:
    """The degrees between two undirected lines at these angles: 0 to 90."""
    return abs((one - other + 90) % 180 - 90)


def direction_at(degree: float, near: float) -> Direction:
    """The simplest direction that is nearer than `near` degrees to this one.

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
    """The fraction with the smallest denominator from `low` to `high`.

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
    """The line of this direction that is so many millimetres left of the origin.

    >>> with_direction((0, 1), -100 / 3)
    Straight(a=-3, b=0, c=-100000)
    """
    x, y = direction
    return line(Fraction(-y), Fraction(x), plain(offset * hypot(x, y) * UNIT))


def plain(value: float) -> Fraction:
    """The simplest fraction within a hair of a number. What looks like a third or a twelfth is one,
    so that regular drawings stay regular."""
    return simplest(Fraction(value) - HAIR, Fraction(value) + HAIR)
