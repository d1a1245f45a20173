"""Lengths, transforms and view boxes of SVG."""

from __future__ import annotations

import re
from math import cos, radians, sin, tan
from typing import NamedTuple

from nonoforge.errors import InputError, nearest
from nonoforge.families.plane.numbers import NUMBER, number, numbers
from nonoforge.path import IDENTITY, Matrix
from nonoforge.text import quoted

PX = 25.4 / 96  # millimetres of a pixel, as CSS has it

PHYSICAL = {"mm": 96 / 25.4, "cm": 960 / 25.4, "in": 96.0, "pt": 96 / 72, "pc": 16.0,
            "q": 24 / 25.4}
UNITS = {"": 1.0, "px": 1.0, "em": 16.0, "rem": 16.0, "ex": 8.0, **PHYSICAL}

MAX_TRANSFORM = 100_000


_LENGTH = re.compile(rf"({NUMBER})\s*([A-Za-z]*|%)")
_TRANSFORM = re.compile(r"\s*,?\s*([A-Za-z]+)\s*\(([^()]*)\)\s*")
_UNIT = re.compile(r"(?<=[0-9.])(px|deg)", re.IGNORECASE)


class Length(NamedTuple):
    """A length in pixels, or in hundredths of something (`%`)."""

    value: float
    unit: str

    def pixels(self, whole: float) -> float:
        return self.value * (whole / 100 if self.unit == "%" else UNITS[self.unit])


def length(text: str) -> Length:
    """
    >>> length("25.4mm").pixels(0), length("50%").pixels(30)
    (96.0, 15.0)
    """
    found = _LENGTH.fullmatch(text.strip())
    if not found:
        raise InputError(f"{quoted(text)} is not a length; 100mm would be one")
    unit = found[2].lower()
    if unit != "%" and unit not in UNITS:
        raise InputError(f"the unit {quoted(found[2])} is not known; "
                         f"{nearest(unit, [name for name in UNITS if name] + ['%'])}")
    return Length(number(found[1]), unit)


class ViewBox(NamedTuple):
    """The rectangle of user coordinates that fills a viewport."""

    x: float
    y: float
    width: float
    height: float


def view_box(text: str) -> ViewBox | None:
    """The box, None if nothing is given."""
    if not text.strip() or text.strip() == "none":
        return None
    found = numbers(text)
    if len(found) != 4:
        raise InputError(f"the viewBox {quoted(text)} has {len(found)} numbers; it needs four: "
                         "left, top, width, height")
    if found[2] <= 0 or found[3] <= 0:
        raise InputError(f"the viewBox {quoted(text)} has no area")
    return ViewBox(*found)


def fitted(box: ViewBox, width: float, height: float, how: str) -> Matrix:
    """The map from a view box to a viewport (0, 0, width, height), as preserveAspectRatio says.

    >>> fitted(ViewBox(0, 0, 10, 10), 20, 40, "xMidYMax meet")
    (2.0, 0, 0, 2.0, 0.0, 20.0)
    """
    across, down = width / box.width, height / box.height
    words = how.replace("defer", "").split() or ["xMidYMid"]
    found = re.fullmatch("x(Min|Mid|Max)Y(Min|Mid|Max)", words[0])
    if words[0] == "none":
        return across, 0, 0, down, -box.x * across, -box.y * down
    scale = max(across, down) if words[1:] == ["slice"] else min(across, down)
    share = {"Min": 0.0, "Mid": 0.5, "Max": 1.0}
    left, top = (share[found[1]], share[found[2]]) if found else (0.5, 0.5)
    return (scale, 0, 0, scale, (width - scale * box.width) * left - box.x * scale,
            (height - scale * box.height) * top - box.y * scale)


def times(outer: Matrix, inner: Matrix) -> Matrix:
    """First the inner map, then the outer."""
    a, b, c, d, e, f = outer
    p, q, r, s, t, u = inner
    return (a * p + c * q, b * p + d * q, a * r + c * s, b * r + d * s, a * t + c * u + e,
            b * t + d * u + f)


def shifted(x: float, y: float) -> Matrix:
    """The map that moves everything by (x, y)."""
    return 1.0, 0.0, 0.0, 1.0, x, y


def transform(text: str) -> Matrix:
    """A row of transforms; the last is applied first.

    >>> transform("translate(10, 5) scale(2)")
    (2.0, 0.0, 0.0, 2.0, 10.0, 5.0)
    """
    whole, at, text = IDENTITY, 0, text.strip()
    if len(text) > MAX_TRANSFORM:
        raise InputError(f"the transform has more than {MAX_TRANSFORM:,} characters")
    if text == "none":
        return whole
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        if not found:
            raise InputError(f"the transform {quoted(text[at:])} cannot be understood")
        whole = times(whole, _single(found[1], numbers(_UNIT.sub("", found[2])), found[0]))
        at = found.end()
    return whole


def _single(kind: str, given: list[float], text: str) -> Matrix:
    count = len(given)
    match kind.lower():
        case "matrix" if count == 6:
            a, b, c, d, e, f = given
            return a, b, c, d, e, f
        case "translate" if count in (1, 2):
            return shifted(given[0], given[1] if count == 2 else 0.0)
        case "translatex" if count == 1:
            return shifted(given[0], 0.0)
        case "translatey" if count == 1:
            return shifted(0.0, given[0])
        case "scale" if count in (1, 2):
            return given[0], 0.0, 0.0, given[-1], 0.0, 0.0
        case "scalex" if count == 1:
            return given[0], 0.0, 0.0, 1.0, 0.0, 0.0
        case "scaley" if count == 1:
            return 1.0, 0.0, 0.0, given[0], 0.0, 0.0
        case "rotate" if count in (1, 3):
            return _rotated(given[0], *given[1:])
        case "skewx" if count == 1:
            return 1.0, 0.0, tan(radians(given[0])), 1.0, 0.0, 0.0
        case "skewy" if count == 1:
            return 1.0, tan(radians(given[0])), 0.0, 1.0, 0.0, 0.0
    raise InputError(f"the transform {quoted(text.strip())} cannot be understood")


def _rotated(degrees: float, x: float = 0.0, y: float = 0.0) -> Matrix:
    c, s = cos(radians(degrees)), sin(radians(degrees))
    if degrees % 90 == 0:  # the cosine of a right angle is 0, not 6e-17
        c, s = round(c), round(s)
    return times(shifted(x, y), times((c, s, -s, c, 0.0, 0.0), shifted(-x, -y)))
