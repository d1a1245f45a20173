"""The basic shapes of SVG, drawn with a pen."""

from __future__ import annotations

from collections.abc import Callable
from math import hypot, sqrt
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.ellipse import whole
from nonoforge.families.plane.numbers import numbers
from nonoforge.families.plane.pen import Pen
from nonoforge.families.plane.svg_path import draw_path
from nonoforge.families.plane.svg_units import length
from nonoforge.families.plane.xml_safety import Element
from nonoforge.path import Point
from nonoforge.text import quoted

ROUND = 0.5522847498307936  # how far the handles of a quarter of a circle reach: 4/3 (sqrt 2 - 1)


class View(NamedTuple):
    """The size of the viewport, of which lengths in per cent are parts."""

    width: float
    height: float

    @property
    def both(self) -> float:
        return hypot(self.width, self.height) / sqrt(2)


def draw(pen: Pen, element: Element, view: View) -> None:
    """Draw one of DRAWN."""
    DRAWN[element.tag](pen, element, view)


def _measure(element: Element, name: str, of: float, default: str = "0") -> float:
    text = element.get(name).strip() or default
    try:
        return length(text).pixels(of)
    except InputError as error:
        raise InputError(f"{name}: {error.message}") from None


def _size(element: Element, name: str, of: float) -> float:
    """A length that may not be negative."""
    value = _measure(element, name, of)
    if value < 0:
        raise InputError(f"{name} is {quoted(element.get(name))}; it must not be negative")
    return value


def _path(pen: Pen, element: Element, view: View) -> None:
    draw_path(pen, element.get("d"))


def _rect(pen: Pen, element: Element, view: View) -> None:
    x, y = _measure(element, "x", view.width), _measure(element, "y", view.height)
    width, height = _size(element, "width", view.width), _size(element, "height", view.height)
    if width == 0 or height == 0:
        return
    rx, ry = _corner(element, view, width, height)
    u, v = x + width, y + height
    if rx == 0 or ry == 0:
        pen.polygon([(x, y), (u, y), (u, v), (x, v)], True)
        return
    pen.move((x + rx, y))
    for (px, py), corner, (qx, qy) in (
            ((u - rx, y), (u, y), (u, y + ry)), ((u, v - ry), (u, v), (u - rx, v)),
            ((x + rx, v), (x, v), (x, v - ry)), ((x, y + ry), (x, y), (x + rx, y))):
        if pen.here != (px, py):  # half a side of roundness leaves nothing straight
            pen.line((px, py))
        pen.cubic((px + ROUND * (corner[0] - px), py + ROUND * (corner[1] - py)),
                  (qx + ROUND * (corner[0] - qx), qy + ROUND * (corner[1] - qy)), (qx, qy))
    pen.close()


def _corner(element: Element, view: View, width: float, height: float) -> tuple[float, float]:
    """The radii of rounded corners: one stands for both, and half a side is the most."""
    given = [None if element.get(name).strip() in ("", "auto") else _size(element, name, of)
             for name, of in (("rx", view.width), ("ry", view.height))]
    rx = given[0] if given[0] is not None else given[1] or 0.0
    ry = given[1] if given[1] is not None else rx
    return min(rx, width / 2), min(ry, height / 2)


def _circle(pen: Pen, element: Element, view: View) -> None:
    radius = _size(element, "r", view.both)
    _oval(pen, element, view, radius, radius)


def _ellipse(pen: Pen, element: Element, view: View) -> None:
    given = [None if element.get(name).strip() in ("", "auto") else _size(element, name, of)
             for name, of in (("rx", view.width), ("ry", view.height))]
    rx = given[0] if given[0] is not None else given[1] or 0.0
    _oval(pen, element, view, rx, given[1] if given[1] is not None else rx)


def _oval(pen: Pen, element: Element, view: View, rx: float, ry: float) -> None:
    x, y = _measure(element, "cx", view.width), _measure(element, "cy", view.height)
    if rx > 0 and ry > 0:
        pieces = whole((rx, 0.0, 0.0, ry, x, y))
        pen.move(pieces[0][0])
        pen.follow(pieces)
        pen.close()


def _line(pen: Pen, element: Element, view: View) -> None:
    x, y, u, v = (_measure(element, name, of) for name, of in (
        ("x1", view.width), ("y1", view.height), ("x2", view.width), ("y2", view.height)))
    pen.move((x, y))
    pen.line((u, v))


def _points(element: Element) -> list[Point]:
    found = numbers(element.get("points"))
    if len(found) % 2:
        raise InputError(f"points has {len(found)} numbers; each point needs two")
    return list(zip(found[::2], found[1::2], strict=True))


def _polyline(pen: Pen, element: Element, view: View) -> None:
    points = _points(element)
    if points:
        pen.polygon(points, False)


def _polygon(pen: Pen, element: Element, view: View) -> None:
    points = _points(element)
    if points:
        pen.polygon(points, True)


DRAWN: dict[str, Callable[[Pen, Element, View], None]] = {
    "path": _path, "rect": _rect, "circle": _circle, "ellipse": _ellipse, "line": _line,
    "polyline": _polyline, "polygon": _polygon,
}
