"""Read drawings from Ipe files: the first page, as its first view shows it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import (
    MAX_PIECES,
    Drawing,
    ReaderNotes,
    ReadLimits,
    Rule,
    Shape,
    number,
    numbers,
)
from nonoforge.families.plane.path_builder import (
    DIGITS,
    MIN_RADIUS,
    PathBuilder,
    build_outlines,
    cardinal_spline,
    clamped_spline,
    closed_spline,
    ellipse,
    elliptic_arc,
    tripled_spline,
)
from nonoforge.families.plane.svg_style import BLACK, hexadecimal, times
from nonoforge.families.plane.xml_safety import Document, Element
from nonoforge.path import IDENTITY, Box, Matrix, Point
from nonoforge.text import quoted

POINT = 25.4 / 72  # millimetres
POINTS: Matrix = (POINT, 0.0, 0.0, POINT, 0.0, 0.0)

LEFT_OUT = {"text": "text is left out", "image": "images are left out",
            "use": "marks and symbols are left out"}


def read_ipe(document: Document) -> Drawing:
    """Return the drawing of an Ipe file. All errors have their place, but not the file's name."""
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
        self.notes = ReaderNotes()
        self.allowance = ReadLimits()
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
        pen = PathBuilder(self.allowance)
        try:
            exact = draw_ipe(pen, element.text)
            left = build_outlines(pen.rows, state.matrix)
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
    """Return the paper, in millimetres from the origin of the drawing."""
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
    """Return an error at a character of an element's text."""
    before = element.text[:offset]
    place = element.text_place or element.place
    lines = before.count("\n")
    column = offset - before.rfind("\n") if lines else place.column + offset
    return InputError(message, line=place.line + lines, column=column)


# The text of an Ipe path: points and matrices, each followed by its operator.

_WORD = re.compile(r"\S+")
_OPERATORS = frozenset("mlcqsaeuhCL")


class PathError(Exception):
    """An error in the text of a path, with its position."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.message = message
        self.offset = offset


def draw_ipe(pen: PathBuilder, text: str) -> bool:
    """Follow the operators. Return whether all of it is exact (a clothoid without its curves is
    not)."""
    writer = _Writer(pen)
    for found in _WORD.finditer(text):
        word = found[0]
        try:
            if word in _OPERATORS:
                writer.operator(word)
            elif word == "*":
                writer.mark = len(writer.given)
            else:
                writer.add(number(word))
        except InputError as error:
            raise PathError(error.message, found.start()) from None
    if writer.given:
        raise PathError(f"{len(writer.given)} numbers at the end of the path have no operator",
                        len(text.rstrip()))
    return writer.exact


class _Writer:
    """The numbers that wait for their operator."""

    def __init__(self, pen: PathBuilder) -> None:
        self.pen = pen
        self.given: list[float] = []
        self.mark: int | None = None  # how many numbers stood before a `*`
        self.open = False  # has the pen a place to go on from?
        self.exact = True

    def add(self, value: float) -> None:
        self.given.append(value)
        if len(self.given) > 2 * MAX_PIECES:
            raise InputError(f"too many numbers without an operator (limit {2 * MAX_PIECES:,})")

    def operator(self, word: str) -> None:
        if word not in "meu" and not self.open:
            raise InputError(f"the operator {word} needs a path that was begun with m")
        match word:
            case "h":
                self._take(word, 0)
                self.pen.close()
                self.open = False
            case "m":
                [point] = self._points(self._take(word, 2))
                self.pen.move(point)
                self.open = True
            case "l":
                [point] = self._points(self._take(word, 2))
                self.pen.line(point)
            case "e" | "u":
                self._closed(word)
            case "a":
                *six, x, y = self._take(word, 8)
                self.pen.follow(elliptic_arc(_matrix(six), self.pen.here, (x, y)))
            case _:
                self._spline(word)

    def _closed(self, word: str) -> None:
        """Add an ellipse or a closed spline, as a path by itself."""
        if word == "e":
            pieces = ellipse(_matrix(self._take(word, 6)))
        else:
            points = self._points(self._take(word, None))
            if len(points) < 3:
                raise InputError("the operator u needs at least three points")
            pieces = closed_spline(points)
        self.pen.move(pieces[0][0])
        self.pen.follow(pieces)
        self.pen.close()
        self.open = False

    def _spline(self, word: str) -> None:
        mark = self.mark
        given = self._take(word, None)
        tension = given.pop() if word == "C" and len(given) % 2 else 0.5
        points = [self.pen.here, *self._points(given)]
        if len(points) < 2:
            raise InputError(f"the operator {word} has no points")
        if word == "L":
            self._clothoid(points, mark)
        elif word == "C":
            self.pen.follow(cardinal_spline(points, tension))
        else:
            self.pen.follow(tripled_spline(points) if word == "s" else clamped_spline(points))

    def _clothoid(self, points: list[Point], mark: int | None) -> None:
        """Ipe writes the curves that it has worked out before a `*`, all but the last end, which
        the points after it have. Without them a smooth curve through the points must do."""
        if mark is None:
            self.pen.follow(cardinal_spline(points, 0.5))
            self.exact = False
            return
        handles = [*points[1:mark // 2 + 1], points[-1]]
        if mark % 6 != 4 or mark // 2 + 1 >= len(points):
            raise InputError("the * of an L is not where it belongs: after the curves, before the "
                             "points")
        for b, c, d in zip(handles[::3], handles[1::3], handles[2::3], strict=True):
            self.pen.cubic(b, c, d)

    def _take(self, word: str, count: int | None) -> list[float]:
        """Return the pending numbers, of which there must be exactly `count`."""
        given, self.given, self.mark = self.given, [], None
        if count is not None and len(given) != count:
            raise InputError(f"the operator {word} takes {count} numbers; {len(given)} stand before"
                             " it")
        return given

    def _points(self, given: list[float]) -> list[Point]:
        if len(given) % 2:
            raise InputError(f"{len(given)} numbers cannot be points; each point needs two")
        return list(zip(given[::2], given[1::2], strict=True))


def _matrix(six: list[float]) -> Matrix:
    a, b, c, d, e, f = six
    if abs(a * d - b * c) < MIN_RADIUS:
        raise InputError(f"the matrix {quoted(' '.join(f'{value:g}' for value in six), 60)} makes "
                         "the ellipse flat")
    return a, b, c, d, e, f


# The colours of Ipe: names, a grey, or red, green and blue.

# As Ipe's own basic style has them; a file's styles come first.
BASIC = {name: values for name, *values in (line.split() for line in """
black 0
white 1
red 1 0 0
green 0 1 0
blue 0 0 1
yellow 1 1 0
orange 1 0.647 0
gold 1 0.843 0
purple 0.627 0.125 0.941
gray 0.745
brown 0.647 0.165 0.165
navy 0 0 0.502
pink 1 0.753 0.796
seagreen 0.18 0.545 0.341
turquoise 0.251 0.878 0.816
violet 0.933 0.51 0.933
darkblue 0 0 0.545
darkcyan 0 0.545 0.545
darkgray 0.663
darkgreen 0 0.392 0
darkmagenta 0.545 0 0.545
darkorange 1 0.549 0
darkred 0.545 0 0
lightblue 0.678 0.847 0.902
lightcyan 0.878 1 1
lightgray 0.827
lightgreen 0.565 0.933 0.565
lightyellow 1 1 0.878
""".strip().splitlines())}


def value(text: str) -> str | None:
    """Return the colour of one or three numbers; None if it is something else.

    >>> value("1 0.5 0"), value("0.5"), value("red")
    ('#ff8000', '#808080', None)
    """
    try:
        parts = numbers(text)
    except InputError:
        return None
    if len(parts) == 1:
        parts *= 3
    return hexadecimal(*parts) if len(parts) == 3 else None


def basic(name: str) -> str | None:
    """Return one of Ipe's own colours."""
    return value(" ".join(BASIC[name])) if name in BASIC else None
