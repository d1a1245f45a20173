"""What an SVG shape is painted with: one colour, or nothing."""

from __future__ import annotations

import re
from collections.abc import Mapping

from nonoforge.errors import InputError
from nonoforge.families.plane.notes import Notes
from nonoforge.families.plane.numbers import number
from nonoforge.families.plane.svg_colours import colour
from nonoforge.families.plane.svg_style import Styles
from nonoforge.families.plane.svg_units import length
from nonoforge.families.plane.xml_safety import Element
from nonoforge.text import quoted

BLACK = "#000000"
XLINK = "http://www.w3.org/1999/xlink href"

_URL = re.compile(r"url\(\s*['\"]?([^'\")]*)['\"]?\s*\)\s*(.*)", re.DOTALL)


def href(element: Element) -> str:
    """What it refers to: `#id`, or an address."""
    return (element.get("href") or element.get(XLINK)).strip()


class Paints:
    """Looks up paints: a gradient counts as its first colour."""

    def __init__(self, ids: Mapping[str, Element], styles: Styles, notes: Notes) -> None:
        self.ids = ids
        self.styles = styles
        self.notes = notes

    def fill(self, style: Mapping[str, str], name: str) -> str | None:
        """The colour of the inside."""
        if share(style.get("fill-opacity", "1")) == 0:
            return None
        return self._paint(style.get("fill", "black"), style, name)

    def stroke(self, style: Mapping[str, str], name: str) -> str | None:
        """The colour of the line."""
        if share(style.get("stroke-opacity", "1")) == 0 or _is_zero(style.get("stroke-width", "")):
            return None
        return self._paint(style.get("stroke", "none"), style, name)

    def width(self, style: Mapping[str, str], diagonal: float) -> float:
        """How wide the line is, in the element's own units; 1 where nothing sensible is said."""
        try:
            return abs(length(style.get("stroke-width", "1")).pixels(diagonal))
        except InputError:
            return 1.0

    def _paint(self, text: str, style: Mapping[str, str], name: str) -> str | None:
        text = text.strip()
        if text.lower() in ("none", "context-fill", "context-stroke"):
            return None
        found = _URL.fullmatch(text)
        if found:
            return self._server(found[1].strip(), found[2].strip(), style, name)
        return self._colour(text, style, name)

    def _colour(self, text: str, style: Mapping[str, str], name: str) -> str | None:
        if text.lower() == "currentcolor":
            text = style.get("color", "black")
        try:
            return colour(text)
        except ValueError:
            self.notes.add(f"{quoted(text)} is not a colour; black is taken", name)
            return BLACK

    def _server(self, target: str, instead: str, style: Mapping[str, str],
                name: str) -> str | None:
        """A gradient or a pattern."""
        stops = self._stops(target)
        if stops:
            if len(stops) > 1:
                self.notes.add("a gradient is taken as its first colour", name)
            said = self.styles.of(stops[0])
            if share(said.get("stop-opacity", "1")) == 0:
                return None
            return self._colour(said.get("stop-color", "black"), style, name)
        if instead:
            return None if instead.lower() == "none" else self._colour(instead, style, name)
        self.notes.add("a pattern, or a gradient that is not there, is taken as black", name)
        return BLACK

    def _stops(self, target: str) -> list[Element]:
        """The stops of a gradient, or of the one that it refers to."""
        for _ in range(10):
            element = self.ids.get(target.removeprefix("#"))
            if element is None or not target.startswith("#"):
                return []
            stops = [child for child in element.children if child.tag == "stop"]
            if stops:
                return stops
            target = href(element)
        return []


def share(text: str) -> float:
    """An opacity.

    >>> share("50%"), share(".2"), share("nonsense")
    (0.5, 0.2, 1.0)
    """
    text = text.strip()
    try:
        value = number(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except InputError:
        return 1.0
    return min(1.0, max(0.0, value))


def _is_zero(width: str) -> bool:
    return re.fullmatch(r"0*\.?0+\s*[a-z%]*", width.strip()) is not None
