"""Drawings from Ipe files: the first page, as its first view shows it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Drawing, Rule, Shape
from nonoforge.families.plane.ipe_colours import basic, value
from nonoforge.families.plane.ipe_path import PathError, draw_ipe
from nonoforge.families.plane.limits import Allowance
from nonoforge.families.plane.notes import Notes
from nonoforge.families.plane.numbers import numbers
from nonoforge.families.plane.pen import DIGITS, Pen, outlines
from nonoforge.families.plane.svg_paint import BLACK
from nonoforge.families.plane.svg_units import times
from nonoforge.families.plane.xml_safety import Document, Element
from nonoforge.path import IDENTITY, Box, Matrix
from nonoforge.text import quoted

POINT = 25.4 / 72  # millimetres
POINTS: Matrix = (POINT, 0.0, 0.0, POINT, 0.0, 0.0)

LEFT_OUT = {"text": "text is left out", "image": "images are left out",
            "use": "marks and symbols are left out"}


def read_ipe(document: Document) -> Drawing:
    """The drawing of an Ipe file. All errors have their place, but not the file's name."""
    return _Reader(document.root).drawing()


@dataclass(frozen=True)
class _State:
    """What holds for an object: the map to its page, and its layer."""

    matrix: Matrix
    layer: str
    words: frozenset[str]


class _Reader:
    """Walks through the objects of the page."""

    def __init__(self, root: Element) -> None:
        self.root = root
        self.notes = Notes()
        self.allowance = Allowance()
        self.shapes: list[Shape] = []
        self.colours: dict[str, str] = {}

    def drawing(self) -> Drawing:
        pages = [child for child in self.root.children if child.tag == "page"]
        if not pages:
            raise _error(self.root, "the file has no page")
        if len(pages) > 1:
            self.notes.add(f"only the first of {len(pages)} pages is read")
        sheet = None
        for style in (child for child in self.root.children if child.tag == "ipestyle"):
            for element in style.children:
                if element.tag == "color":
                    self._define(element)
                elif element.tag == "layout":
                    sheet = _sheet(element)
        self._page(pages[0])
        return Drawing(tuple(self.shapes), sheet, True, self._title(), notes=self.notes.all(),
                       matrix=POINTS)

    def _title(self) -> str:
        infos = [child.get("title") for child in self.root.children if child.tag == "info"]
        return " ".join(infos[0].split())[:200] if infos else ""

    def _define(self, element: Element) -> None:
        colour = value(element.get("value"))
        if colour is None:
            raise _error(element, f"the colour {quoted(element.get('name'))} has the value "
                         f"{quoted(element.get('value'))}; one or three numbers from 0 to 1 are "
                         "needed")
        self.colours[element.get("name")] = colour

    def _page(self, page: Element) -> None:
        layers = [child.get("name") for child in page.children if child.tag == "layer"]
        views = [child for child in page.children if child.tag == "view"]
        seen = set(views[0].get("layers").split()) if views else None
        layer = layers[0] if layers else "alpha"
        for child in page.children:
            # An object without a layer is in that of the one before it.
            layer = child.get("layer", layer) if child.tag in DRAWN else layer
            if seen is not None and layer not in seen and child.tag in DRAWN:
                self.notes.add(f"the layer {quoted(layer)} is hidden and left out")
            else:
                self._walk(child, layer)

    def _walk(self, first: Element, layer: str) -> None:
        words = frozenset({layer.lower(), *layer.lower().split()})
        stack = [(first, _State(POINTS, layer, words))]
        while stack:
            element, state = stack.pop()
            if element.tag in DRAWN:
                self.allowance_for(element)
                stack += reversed(self._object(element, self._inside(element, state)))

    def allowance_for(self, element: Element) -> None:
        try:
            self.allowance.element()
        except InputError as error:
            raise _error(element, error.message) from None

    def _inside(self, element: Element, state: _State) -> _State:
        custom = element.get("custom").strip().lower()[:100]
        words = state.words | {custom} if custom else state.words
        return replace(state, words=words, matrix=times(state.matrix, _matrix_of(element)))

    def _object(self, element: Element, state: _State) -> Sequence[tuple[Element, _State]]:
        name = f"{element.tag} in line {element.place.line}"
        if element.tag in LEFT_OUT:
            self.notes.add(LEFT_OUT[element.tag], name)
        elif element.tag == "path":
            self._path(element, state, name)
        else:
            if element.get("clip"):
                self.notes.add("clips are not applied", name)
            return [(child, state) for child in element.children]
        return ()

    def _path(self, element: Element, state: _State, name: str) -> None:
        pen = Pen(self.allowance)
        try:
            exact = draw_ipe(pen, element.text)
            left = outlines(pen.rows, state.matrix)
        except PathError as error:
            raise _at_text(element, f"{name}: {error.message}", error.offset) from None
        except InputError as error:
            raise _error(element, f"{name}: {error.message}") from None
        if not exact:
            self.notes.add("a clothoid is not worked out in the file; a smooth curve through its "
                           "points is taken", name)
        if left.dropped:
            self.notes.add("pieces of no length are left out", name)
        if left.outlines:
            fill, stroke = (self._colour(element, side, name) for side in ("fill", "stroke"))
            if "fill" not in element.attributes and "stroke" not in element.attributes:
                stroke = BLACK
            rule: Rule = "evenodd" if element.get("fillrule") == "eofill" else "nonzero"
            self.shapes.append(Shape(left.outlines, fill, stroke, rule, name, state.words))

    def _colour(self, element: Element, side: str, name: str) -> str | None:
        text = element.get(side).strip()
        if not text:
            return None
        found = self.colours.get(text) or value(text) or basic(text)
        if found is None:
            self.notes.add(f"the colour {quoted(text)} is not known; black is taken", name)
        return found or BLACK


DRAWN = {"path", "group", *LEFT_OUT}


def _matrix_of(element: Element) -> Matrix:
    text = element.get("matrix").strip()
    if not text:
        return IDENTITY
    try:
        a, b, c, d, e, f = numbers(text)
    except (InputError, ValueError):
        raise _error(element, f"the matrix {quoted(text)} is not six numbers") from None
    return a, b, c, d, e, f


def _sheet(layout: Element) -> Box | None:
    """The paper, in millimetres from the origin of the drawing."""
    try:
        width, height = numbers(layout.get("paper"))
        x, y = numbers(layout.get("origin") or "0 0")
    except (InputError, ValueError):
        raise _error(layout, "a layout needs the size of the paper and an origin: two numbers each"
                     ) from None
    if width <= 0 or height <= 0:
        raise _error(layout, f"the paper has no size: {width:g} by {height:g} points")
    return Box(*(round(side * POINT, DIGITS) for side in (-x, -y, width - x, height - y)))


def _error(element: Element, message: str) -> InputError:
    return InputError(message, line=element.place.line, column=element.place.column)


def _at_text(element: Element, message: str, offset: int) -> InputError:
    """An error at a character of an element's text."""
    before = element.text[:offset]
    place = element.text_place or element.place
    lines = before.count("\n")
    column = offset - before.rfind("\n") if lines else place.column + offset
    return InputError(message, line=place.line + lines, column=column)
