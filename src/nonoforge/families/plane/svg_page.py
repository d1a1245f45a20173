"""The page of an SVG file, and the smaller viewports within it."""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.pen import DIGITS
from nonoforge.families.plane.svg_shapes import View
from nonoforge.families.plane.svg_units import (
    PHYSICAL,
    PX,
    Length,
    ViewBox,
    fitted,
    length,
    shifted,
    times,
    view_box,
)
from nonoforge.families.plane.xml_safety import Element
from nonoforge.path import IDENTITY, Box, Matrix

UNKNOWN = View(300.0, 150.0)  # what browsers take where a file says nothing


class Page(NamedTuple):
    """The sheet: how to get to millimetres from its coordinates, and its box there."""

    matrix: Matrix
    view: View
    box: Box | None
    true_size: bool


def page_of(root: Element) -> Page:
    """The page that the root element describes; without a size it has no box. Its bottom left
    corner becomes (0, 0)."""
    width, height = (_given(root, name) for name in ("width", "height"))
    box = view_box(root.get("viewBox"))
    size = _pixels(width, height, box)
    if size is None:
        return Page((PX, 0.0, 0.0, -PX, 0.0, 0.0), UNKNOWN, None, False)
    across, down = size
    if across <= 0 or down <= 0:
        raise InputError(f"the page has no size: {across:g} by {down:g} pixels")
    inner, view = _view(box, across, down, root.get("preserveAspectRatio"))
    true_size = all(side is not None and side.unit in PHYSICAL for side in (width, height))
    sheet = Box(0.0, 0.0, round(across * PX, DIGITS), round(down * PX, DIGITS))
    return Page(times((PX, 0.0, 0.0, -PX, 0.0, down * PX), inner), view, sheet, true_size)


def _given(element: Element, name: str) -> Length | None:
    """A side of a viewport; a share of something unknown is as good as nothing."""
    text = element.get(name).strip()
    if text in ("", "auto"):
        return None
    try:
        found = length(text)
    except InputError as error:
        raise InputError(f"{name}: {error.message}") from None
    return None if found.unit == "%" else found


def _pixels(
    width: Length | None, height: Length | None, box: ViewBox | None,
) -> tuple[float, float] | None:
    """The size of the page, as far as it is given; the view box has the rest."""
    if width is not None and height is not None:
        return width.pixels(0), height.pixels(0)
    if box is None:
        return None
    if width is not None:
        return width.pixels(0), width.pixels(0) * box.height / box.width
    if height is not None:
        return height.pixels(0) * box.width / box.height, height.pixels(0)
    return box.width, box.height


def _view(box: ViewBox | None, width: float, height: float, how: str) -> tuple[Matrix, View]:
    if box is None:
        return IDENTITY, View(width, height)
    return fitted(box, width, height, how), View(box.width, box.height)


def inner_view(element: Element, use: Element | None, view: View) -> tuple[Matrix, View]:
    """The viewport of an `svg` or symbol inside; a `use` of it may give another size."""
    def side(name: str, whole: float, default: str) -> float:
        given = (use.get(name) if use is not None else "") or element.get(name)
        text = given.strip()
        return length(default if text in ("", "auto") else text).pixels(whole)

    x, y = (length(element.get(name).strip() or "0").pixels(whole)
            for name, whole in (("x", view.width), ("y", view.height)))
    width, height = side("width", view.width, "100%"), side("height", view.height, "100%")
    if width <= 0 or height <= 0:
        raise InputError(f"its viewport has no size: {width:g} by {height:g}")
    inner, within = _view(view_box(element.get("viewBox")), width, height,
                          element.get("preserveAspectRatio"))
    return times(shifted(x, y), inner), within
