"""Read drawings from SVG files: page, elements, basic shapes and path data."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from math import hypot, sqrt
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import (
    NUMBER,
    Cap,
    Clip,
    ClipPart,
    Drawing,
    Join,
    Look,
    ReaderNotes,
    ReadLimits,
    Rule,
    Shape,
    number,
    numbers,
)
from nonoforge.families.plane.path_builder import (
    DIGITS,
    PathBuilder,
    build_outlines,
    ellipse,
    svg_arc,
)
from nonoforge.families.plane.svg_style import (
    INHERITED,
    PHYSICAL,
    PX,
    Length,
    Paint,
    PaintPlace,
    Paints,
    Styles,
    ViewBox,
    fitted,
    href,
    length,
    parts,
    share,
    shifted,
    times,
    transform,
    view_box,
)
from nonoforge.families.plane.xml_safety import MAX_DEPTH, Document, Element
from nonoforge.path import IDENTITY, Box, Matrix, Piece, Point, bounds, flat
from nonoforge.text import quoted

SVG = "http://www.w3.org/2000/svg"
LABEL = "http://www.inkscape.org/namespaces/inkscape label"
MAX_WORDS = 100  # that one shape is called by
MAX_DASHES = 100
CAPS: dict[str, Cap] = {"round": "round", "square": "square"}
JOINS: dict[str, Join] = {"round": "round", "bevel": "bevel"}
MIN_MASK_LIGHT = 0.3  # of luminance and opacity: what is lighter is shown by a mask
CURVE_SHARE = 0.01  # of a curve's size: how exactly its box is found

GROUPS = {"g", "a", "svg", "switch", "use", "symbol"}
LEFT_OUT = {
    "text": "text is left out; turn it into paths to have it drawn",
    "image": "images are left out", "foreignObject": "foreign objects are left out",
    "script": "scripts are never run", "iframe": "other pages are never fetched",
    "video": "videos are left out", "audio": "sounds are left out",
    "animate": "animations are left out", "set": "animations are left out",
    "animateTransform": "animations are left out", "animateMotion": "animations are left out",
    "link": "other files are never fetched",
}


def read_svg(document: Document) -> Drawing:
    """Return the drawing of an SVG file. All errors have their place, but not the file's name."""
    return _Reader(document).drawing()


@dataclass(frozen=True)
class _State:
    """What holds for an element before it says anything itself."""

    matrix: Matrix
    view: View
    style: dict[str, str]
    words: frozenset[str]
    around: tuple[Element, ...]  # as it is drawn: for a clone, the `use` and what is around that
    clone: str = ""  # the `use` that draws it
    opacity: float = 1.0  # of the groups around it
    clips: tuple[Clip, ...] = ()


class _Reader:
    """Walks through the elements as they are drawn."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.notes = ReaderNotes()
        self.allowance = ReadLimits()
        self.shapes: list[Shape] = []
        self.styles = Styles(self.notes)
        self.ids: dict[str, Element] = {}
        self.paints = Paints(self.ids, self.styles, self.notes)
        self.clips = _Clips(self)

    def drawing(self) -> Drawing:
        root = self.document.root
        with placed(root):
            page = page_of(root)
        if "xml-stylesheet" in self.document.instructions:
            self.notes.add("other files are never fetched (a style sheet)")
        self._prepare(root)
        self._walk(root, page)
        return Drawing(tuple(self.shapes), page.box, page.true_size, _title(root),
                       notes=self.notes.all(), matrix=page.matrix)

    def _prepare(self, root: Element) -> None:
        for element in root.walk():
            if element.get("id"):
                self.ids.setdefault(element.get("id"), element)
            if element.tag == "style" and element.space in (SVG, ""):
                with placed(element):
                    self.styles.read(element.text)

    def _walk(self, root: Element, page: Page) -> None:
        stack = [(root, _State(page.matrix, page.view, {}, frozenset(), ()))]
        while stack:
            element, state = stack.pop()
            with placed(element):
                stack += reversed(self._enter(element, state))

    def _enter(self, element: Element, state: _State) -> Sequence[tuple[Element, _State]]:
        """Draw an element, or say what is to be drawn instead."""
        if element.space not in (SVG, ""):
            return ()
        name = name_of(element)
        if element.tag in LEFT_OUT:
            self.notes.add(LEFT_OUT[element.tag], name)
        if element.tag not in GROUPS and element.tag not in DRAWN:
            return ()
        self.allowance.element()
        said = self.styles.of(element)
        if said.get("display") == "none" or share(said.get("opacity", "1")) == 0:
            self.notes.add("hidden elements are left out", name)
            return ()
        if said.get("filter", "none") != "none":
            self.notes.add("filters (blurs and the like) are not applied", name)
        state = self._inside(element, state, said)
        for kind in ("clip-path", "mask"):
            if said.get(kind, "none") != "none":
                clip = self.clips.of(said[kind], element, state, name)
                state = state if clip is None else replace(state, clips=(*state.clips, clip))
        if element.tag in DRAWN:
            self._draw(element, state, name)
            return ()
        return self._children(element, state, name)

    def _inside(self, element: Element, state: _State, said: dict[str, str]) -> _State:
        own = {name: value for name, value in said.items()
               if name in INHERITED and value not in ("inherit", "unset")}
        for name in [name for name, value in own.items() if value == "initial"]:
            own[name] = {"fill": "black", "stroke": "none", "color": "black"}.get(name, "")
        words = state.words if not state.around else _more_words(state.words, element)
        matrix = state.matrix
        if said.get("transform", "").strip():
            matrix = times(matrix, transform(said["transform"]))
        return replace(state, matrix=matrix, style=state.style | own if own else state.style,
                       words=words, opacity=state.opacity * share(said.get("opacity", "1")))

    def _draw(self, element: Element, state: _State, name: str) -> None:
        name = f"{name} ({state.clone})" if state.clone else name
        if state.style.get("visibility") in ("hidden", "collapse"):
            self.notes.add("hidden elements are left out", name)
            return
        pen = PathBuilder(self.allowance)
        draw(pen, element, state.view)
        place = PaintPlace(state.matrix, box_of(pen), (state.view.width, state.view.height))
        fill = self.paints.fill(state.style, name, place) if element.tag != "line" else None
        stroke = self.paints.stroke(state.style, name, place)
        if fill is None and stroke is None:
            self.notes.add("what has neither fill nor stroke is not seen and left out", name)
            return
        left = build_outlines(pen.rows, state.matrix)
        if left.dropped:
            self.notes.add("pieces of no length are left out", name)
        if left.outlines:
            self.shapes.append(Shape(
                left.outlines, fill and fill.colour, stroke and stroke.colour,
                rule_of(state.style, "fill-rule"), name, state.words, self._width(state),
                self._look(fill, stroke, state)))

    def _look(self, fill: Paint | None, stroke: Paint | None, state: _State) -> Look:
        style = state.style
        look = Look(
            fill.opacity * state.opacity if fill else 1.0,
            stroke.opacity * state.opacity if stroke else 1.0,
            fill.gradient if fill else None, stroke.gradient if stroke else None,
            CAPS.get(style.get("stroke-linecap", ""), "butt"),
            JOINS.get(style.get("stroke-linejoin", ""), "miter"), clips=state.clips)
        if not stroke:
            return look
        a, b, c, d = state.matrix[:4]
        scale = sqrt(abs(a * d - b * c))
        with suppress(InputError):
            look = replace(look, miter_limit=max(1.0, number(style["stroke-miterlimit"].strip()))
                           ) if "stroke-miterlimit" in style else look
        with suppress(InputError):
            dashes = [scale * length(word).pixels(state.view.both) for word in
                      style.get("stroke-dasharray", "none").replace(",", " ").split()
                      if word != "none"]
            if dashes and min(dashes) >= 0 and sum(dashes) > 0 and len(dashes) <= MAX_DASHES:
                look = replace(look, dashes=tuple(dashes * (1 + len(dashes) % 2)))
        return look

    def _width(self, state: _State) -> float:
        """Return how wide a line is on the page; percentages are of the view's diagonal, by its
        rule."""
        diagonal = hypot(state.view.width, state.view.height) / sqrt(2)
        a, b, c, d = state.matrix[:4]
        return self.paints.width(state.style, diagonal) * sqrt(abs(a * d - b * c))

    def _children(
        self, element: Element, state: _State, name: str,
    ) -> Sequence[tuple[Element, _State]]:
        if len(state.around) >= MAX_DEPTH:
            raise InputError(f"{name} is nested more than {MAX_DEPTH} deep, clones counted")
        around = (*state.around, element)
        if element.tag == "use":
            return self._cloned(element, replace(state, around=around), name)
        if element.tag == "symbol" and (not state.around or state.around[-1].tag != "use"):
            return ()  # only seen where it is used
        inner = replace(state, around=around)
        if element.tag == "symbol" or (element.tag == "svg" and state.around):
            inner = _framed(element, inner, self.styles.of(element).get("overflow", "hidden"))
        children = element.children
        if element.tag == "switch":
            children = [child for child in children if child.space in (SVG, "")
                        and not child.get("requiredExtensions").strip()][:1]
        return [(child, inner) for child in children]

    def _cloned(
        self, element: Element, state: _State, name: str,
    ) -> Sequence[tuple[Element, _State]]:
        target = href(element)
        meant = self.ids.get(target.removeprefix("#"))
        if not target.startswith("#"):
            self.notes.add("other files are never fetched", name)
        elif meant is None:
            self.notes.add("clones of missing elements are left out",
                           f"{name} of {quoted(target)}")
        elif meant in state.around:
            self.notes.add("clones of themselves are left out", name)
        else:
            x = length(element.get("x").strip() or "0").pixels(state.view.width)
            y = length(element.get("y").strip() or "0").pixels(state.view.height)
            clone = state.clone or name
            return [(meant, replace(state, matrix=times(state.matrix, shifted(x, y)),
                                    clone=clone))]
        return ()


def _framed(element: Element, state: _State, overflow: str) -> _State:
    """Return the inside of an `svg` within another, or of a symbol; its `use` may give its size."""
    use = state.around[-2] if state.around[-2].tag == "use" else None
    matrix, view, box = inner_view(element, use, state.view)
    clips = state.clips
    if overflow not in ("visible", "auto"):
        pen = PathBuilder(ReadLimits())
        pen.polygon(box.corners, True)
        clips = (*clips, (ClipPart(build_outlines(pen.rows, state.matrix).outlines, "nonzero"),))
    return replace(state, matrix=times(state.matrix, matrix), view=view, clips=clips)


def box_of(pen: PathBuilder) -> Box | None:
    """Return the box of what a pen has drawn, in the coordinates of the file."""
    points = [point for row in pen.rows for piece in row.pieces for point in
              (piece if len(piece) == 2 else flat((piece,), CURVE_SHARE * reach_of(piece)))]
    return bounds(points) if points else None


def reach_of(piece: Piece) -> float:
    """Return the sum of the box's sides of a piece, at least a tiny one."""
    box = bounds(piece)
    return max(box.width + box.height, 1e-9)


def rule_of(style: Mapping[str, str], name: str) -> Rule:
    """Return which loops are holes."""
    return "evenodd" if style.get(name) == "evenodd" else "nonzero"


class _Clips:
    """Looks up clip paths and masks, each as areas on the page.

    A mask is taken as a clip: what is light in it is shown, what is dark is hidden.
    """

    def __init__(self, reader: _Reader) -> None:
        self.reader = reader
        self._known: dict[tuple[str, Matrix], Clip] = {}

    def of(self, text: str, element: Element, state: _State, name: str) -> Clip | None:
        """Return the clip that `url(#...)` means for an element; None if it is not there."""
        found = re.match(r"url\(\s*['\"]?#([^'\")]*)['\"]?\s*\)", text.strip())
        clip = self.reader.ids.get(found[1].strip()) if found else None
        if clip is None or clip.tag not in ("clipPath", "mask"):
            self.reader.notes.add("clips and masks that are not there are left out", name)
            return None
        units = clip.get("clipPathUnits" if clip.tag == "clipPath" else "maskContentUnits")
        matrix = state.matrix
        if units == "objectBoundingBox":
            pen = PathBuilder(self.reader.allowance)
            if element.tag in DRAWN:
                draw(pen, element, state.view)
            box = box_of(pen)
            if box is None:
                self.reader.notes.add("clips in units of a group's box are left out", name)
                return None
            matrix = times(matrix, (box.width, 0.0, 0.0, box.height, box.left, box.bottom))
        key = clip.get("id"), matrix
        if key not in self._known:
            with placed(clip):
                self._known[key] = tuple(self._parts(clip, matrix, state))
        return self._known[key]

    def _parts(self, clip: Element, matrix: Matrix, state: _State) -> Iterator[ClipPart]:
        """Yield the areas of a clip, from the back to the front."""
        reader = self.reader
        start = replace(state, matrix=matrix, style={}, around=(clip,), opacity=1.0)
        start = reader._inside(clip, start, reader.styles.of(clip))
        stack = [(child, start) for child in reversed(clip.children)]
        while stack:
            element, outer = stack.pop()
            if element.space not in (SVG, "") or len(outer.around) > MAX_DEPTH:
                continue
            if element.tag not in DRAWN and element.tag not in ("use", "g"):
                continue
            reader.allowance.element()
            said = reader.styles.of(element)
            inner = reader._inside(element, outer, said)
            if said.get("display") == "none":
                continue
            if element.tag in DRAWN:
                yield from self._part(element, inner, clip.tag == "mask")
            elif element.tag == "use":
                inner = replace(inner, around=(*inner.around, element))
                stack += reversed(reader._cloned(element, inner, name_of(element)))
            else:
                inner = replace(inner, around=(*inner.around, element))
                stack += [(child, inner) for child in reversed(element.children)]

    def _part(self, element: Element, state: _State, mask: bool) -> Iterator[ClipPart]:
        pen = PathBuilder(self.reader.allowance)
        draw(pen, element, state.view)
        outlines = build_outlines(pen.rows, state.matrix).outlines
        shown = True
        if mask:
            place = PaintPlace(state.matrix, box_of(pen), (state.view.width, state.view.height))
            paint = self.reader.paints.fill(state.style, name_of(element), place)
            if paint is None:
                return
            red, green, blue = parts(paint.colour)
            light = 0.2126 * red + 0.7152 * green + 0.0722 * blue
            shown = light * state.opacity * paint.opacity >= MIN_MASK_LIGHT
        if outlines:
            rule = rule_of(state.style, "fill-rule" if mask else "clip-rule")
            yield ClipPart(outlines, rule, shown)


def _more_words(words: frozenset[str], element: Element) -> frozenset[str]:
    """Return the names and classes of this element and of those around it."""
    labels = [element.get(key).strip().lower() for key in ("id", LABEL, "data-name")]
    found = [label for label in labels if label]
    for label in (*labels[1:], element.get("class").lower()):
        found += label.split(None, MAX_WORDS)[:MAX_WORDS]
    return words.union(found[:MAX_WORDS]) if found and len(words) < MAX_WORDS else words


def _title(root: Element) -> str:
    texts = [child.text for child in root.children if child.tag == "title"]
    return " ".join(texts[0].split())[:200] if texts else ""


@contextmanager
def placed(element: Element) -> Iterator[None]:
    """Add the place of this element to errors."""
    try:
        yield
    except InputError as error:
        if error.line is not None:
            raise
        raise InputError(f"{name_of(element)}: {error.message}", line=element.place.line,
                         column=element.place.column) from None


def name_of(element: Element) -> str:
    """Return the name of an element for messages: `path 'wing'`, or `path in line 12`."""
    tag, own = element.tag[:30], element.get("id")
    return f"{tag} {quoted(own, 40)}" if own else f"{tag} in line {element.place.line}"


# The page of an SVG file, and the smaller viewports within it.

class Page(NamedTuple):
    """The sheet: how to get to millimetres from its coordinates, and its box there."""

    matrix: Matrix
    view: View
    box: Box | None
    true_size: bool


def page_of(root: Element) -> Page:
    """Return the page that the root element describes; without a size it has no box. Its bottom
    left corner becomes (0, 0)."""
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
    """Return a side of a viewport; None if it is missing or a percentage."""
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
    """Return the size of the page, as far as it is given; the view box has the rest."""
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


def inner_view(
    element: Element, use: Element | None, view: View,
) -> tuple[Matrix, View, Box]:
    """Return the viewport of an `svg` or symbol inside, and its box; a `use` of it may give another
    size."""
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
    return times(shifted(x, y), inner), within, Box(x, y, x + width, y + height)


# The basic shapes of SVG, drawn with a pen.

ROUND = 0.5522847498307936  # how far the handles of a quarter of a circle reach: 4/3 (sqrt 2 - 1)


class View(NamedTuple):
    """The size of the viewport, of which lengths in per cent are parts."""

    width: float
    height: float

    @property
    def both(self) -> float:
        return hypot(self.width, self.height) / sqrt(2)


UNKNOWN = View(300.0, 150.0)  # what browsers take where a file says nothing


def draw(pen: PathBuilder, element: Element, view: View) -> None:
    """Draw one of DRAWN."""
    DRAWN[element.tag](pen, element, view)


def _measure(element: Element, name: str, of: float, default: str = "0") -> float:
    text = element.get(name).strip() or default
    try:
        return length(text).pixels(of)
    except InputError as error:
        raise InputError(f"{name}: {error.message}") from None


def _size(element: Element, name: str, of: float) -> float:
    """Return a length that may not be negative."""
    value = _measure(element, name, of)
    if value < 0:
        raise InputError(f"{name} is {quoted(element.get(name))}; it must not be negative")
    return value


def _path(pen: PathBuilder, element: Element, view: View) -> None:
    draw_path(pen, element.get("d"))


def _rect(pen: PathBuilder, element: Element, view: View) -> None:
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
    """Return the radii of rounded corners: one is used for both, and half a side is the maximum."""
    given = [None if element.get(name).strip() in ("", "auto") else _size(element, name, of)
             for name, of in (("rx", view.width), ("ry", view.height))]
    rx = given[0] if given[0] is not None else given[1] or 0.0
    ry = given[1] if given[1] is not None else rx
    return min(rx, width / 2), min(ry, height / 2)


def _circle(pen: PathBuilder, element: Element, view: View) -> None:
    radius = _size(element, "r", view.both)
    _oval(pen, element, view, radius, radius)


def _ellipse(pen: PathBuilder, element: Element, view: View) -> None:
    given = [None if element.get(name).strip() in ("", "auto") else _size(element, name, of)
             for name, of in (("rx", view.width), ("ry", view.height))]
    rx = given[0] if given[0] is not None else given[1] or 0.0
    _oval(pen, element, view, rx, given[1] if given[1] is not None else rx)


def _oval(pen: PathBuilder, element: Element, view: View, rx: float, ry: float) -> None:
    x, y = _measure(element, "cx", view.width), _measure(element, "cy", view.height)
    if rx > 0 and ry > 0:
        pieces = ellipse((rx, 0.0, 0.0, ry, x, y))
        pen.move(pieces[0][0])
        pen.follow(pieces)
        pen.close()


def _line(pen: PathBuilder, element: Element, view: View) -> None:
    x, y, u, v = (_measure(element, name, of) for name, of in (
        ("x1", view.width), ("y1", view.height), ("x2", view.width), ("y2", view.height)))
    pen.move((x, y))
    pen.line((u, v))


def _points(element: Element) -> list[Point]:
    found = numbers(element.get("points"))
    if len(found) % 2:
        raise InputError(f"points has {len(found)} numbers; each point needs two")
    return list(zip(found[::2], found[1::2], strict=True))


def _polyline(pen: PathBuilder, element: Element, view: View) -> None:
    points = _points(element)
    if points:
        pen.polygon(points, False)


def _polygon(pen: PathBuilder, element: Element, view: View) -> None:
    points = _points(element)
    if points:
        pen.polygon(points, True)


DRAWN: dict[str, Callable[[PathBuilder, Element, View], None]] = {
    "path": _path, "rect": _rect, "circle": _circle, "ellipse": _ellipse, "line": _line,
    "polyline": _polyline, "polygon": _polygon,
}


# The data of an SVG path: all its commands, drawn with a pen.

_COMMAND = re.compile(r"([MmZzLlHhVvCcSsQqTtAa])([^MmZzLlHhVvCcSsQqTtAa]*)")
_TAKES = {"M": 2, "Z": 0, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7}
# The flags of an arc may stand without a blank: `a1 1 0 012 3` ends in (2, 3).
_ARC = re.compile(rf"[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*({NUMBER})[\s,]*([01])[\s,]*([01])"
                  rf"[\s,]*({NUMBER})[\s,]*({NUMBER})")


def draw_path(pen: PathBuilder, data: str) -> None:
    """Follow the commands. A path with an error is refused as a whole."""
    data = data.strip()
    if data in ("", "none"):
        return
    writer = _Writer(pen)
    at = 0
    for found in _COMMAND.finditer(data):
        if data[at:found.start()].strip(" \t\r\n,"):
            break
        if at == 0 and found[1] not in "Mm":
            raise InputError(f"the path data {quoted(data)} does not begin with a move (M)")
        writer.command(found[1], _arguments(found[1], found[2]))
        at = found.end()
    if data[at:].strip(" \t\r\n,"):
        raise InputError(f"the path data cannot be understood at {quoted(data[at:].strip())}")


def _arguments(letter: str, text: str) -> list[float]:
    takes = _TAKES[letter.upper()]
    found = _arc_arguments(text) if letter in "Aa" else numbers(text)
    if (found and (takes == 0 or len(found) % takes)) or (takes and not found):
        raise InputError(f"the path command {letter} has {len(found)} numbers after it"
                         + (f"; it takes {takes} at a time" if takes else "; it takes none"))
    return found


def _arc_arguments(text: str) -> list[float]:
    found: list[float] = []
    at, text = 0, text.rstrip(" \t\r\n,")
    while at < len(text):
        arc = _ARC.match(text, at)
        if not arc:
            raise InputError(f"the path command A cannot be understood at {quoted(text[at:])}; it "
                             "takes two radii, an angle, two flags (0 or 1) and a point")
        found += map(number, arc.groups())
        at = arc.end()
    return found


class _Writer:
    """Keeps what the next command may refer to: the point, and the last handle for S and T."""

    def __init__(self, pen: PathBuilder) -> None:
        self.pen = pen
        self.handle: Point | None = None
        self.last = ""  # the kind of the last curve: C or Q
        self.draw: dict[str, Callable[..., None]] = {
            "L": self.line, "H": self.across, "V": self.down, "C": self.cubic, "S": self.smooth,
            "Q": self.quadratic, "T": self.smooth_quadratic, "A": self.arc}

    def command(self, letter: str, arguments: list[float]) -> None:
        kind = letter.upper()
        if kind == "Z":
            self.pen.close()
            self.last = ""
            return
        takes = _TAKES[kind]
        for first in range(0, len(arguments), takes):
            x, y = self.pen.here if letter.islower() else (0.0, 0.0)
            group = arguments[first:first + takes]
            if kind == "M" and first == 0:
                self.pen.move((group[0] + x, group[1] + y))
                self.last = ""
            else:
                self.draw["L" if kind == "M" else kind](x, y, *group)

    def line(self, x: float, y: float, u: float, v: float) -> None:
        self.straight((x + u, y + v))

    def across(self, x: float, y: float, u: float) -> None:
        self.straight((x + u, self.pen.here[1]))

    def down(self, x: float, y: float, v: float) -> None:
        self.straight((self.pen.here[0], y + v))

    def straight(self, to: Point) -> None:
        self.pen.line(to)
        self.last = ""

    def cubic(self, x: float, y: float, *p: float) -> None:
        self.bend((x + p[0], y + p[1]), (x + p[2], y + p[3]), (x + p[4], y + p[5]))

    def smooth(self, x: float, y: float, *p: float) -> None:
        self.bend(self.mirrored("C"), (x + p[0], y + p[1]), (x + p[2], y + p[3]))

    def bend(self, b: Point, c: Point, to: Point) -> None:
        self.pen.cubic(b, c, to)
        self.handle, self.last = c, "C"

    def quadratic(self, x: float, y: float, *p: float) -> None:
        self.bow((x + p[0], y + p[1]), (x + p[2], y + p[3]))

    def smooth_quadratic(self, x: float, y: float, u: float, v: float) -> None:
        self.bow(self.mirrored("Q"), (x + u, y + v))

    def bow(self, b: Point, to: Point) -> None:
        self.pen.quadratic(b, to)
        self.handle, self.last = b, "Q"

    def arc(self, x: float, y: float, *p: float) -> None:
        self.pen.follow(svg_arc(self.pen.here, (p[0], p[1]), p[2], bool(p[3]), bool(p[4]),
                                (x + p[5], y + p[6])))
        self.last = ""

    def mirrored(self, kind: str) -> Point:
        """Return the last handle, on the other side of the point; the point itself after anything
        else."""
        x, y = self.pen.here
        if self.last != kind or self.handle is None:
            return x, y
        return 2 * x - self.handle[0], 2 * y - self.handle[1]
