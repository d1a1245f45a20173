"""Drawings from SVG files, as Inkscape, Illustrator and people write them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from math import hypot, sqrt

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Drawing, Rule, Shape
from nonoforge.families.plane.limits import MAX_DEPTH, Allowance
from nonoforge.families.plane.notes import Notes
from nonoforge.families.plane.pen import Pen, outlines
from nonoforge.families.plane.svg_page import Page, inner_view, page_of
from nonoforge.families.plane.svg_paint import Paints, href, share
from nonoforge.families.plane.svg_shapes import DRAWN, View, draw
from nonoforge.families.plane.svg_style import INHERITED, Styles
from nonoforge.families.plane.svg_units import length, shifted, times, transform
from nonoforge.families.plane.xml_safety import Document, Element
from nonoforge.path import Matrix
from nonoforge.text import quoted

SVG = "http://www.w3.org/2000/svg"
LABEL = "http://www.inkscape.org/namespaces/inkscape label"
MAX_WORDS = 100  # that one shape is called by

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
    """The drawing of an SVG file. All errors have their place, but not the file's name."""
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


class _Reader:
    """Walks through the elements as they are drawn."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.notes = Notes()
        self.allowance = Allowance()
        self.shapes: list[Shape] = []
        self.styles = Styles(self.notes)
        self.ids: dict[str, Element] = {}
        self.paints = Paints(self.ids, self.styles, self.notes)

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
        for clip in ("clip-path", "mask"):
            if said.get(clip, "none") != "none":
                self.notes.add("clips and masks are not applied", name)
        state = self._inside(element, state, said)
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
                       words=words)

    def _draw(self, element: Element, state: _State, name: str) -> None:
        name = f"{name} ({state.clone})" if state.clone else name
        if state.style.get("visibility") in ("hidden", "collapse"):
            self.notes.add("hidden elements are left out", name)
            return
        fill = self.paints.fill(state.style, name) if element.tag != "line" else None
        stroke = self.paints.stroke(state.style, name)
        if fill is None and stroke is None:
            self.notes.add("what has neither fill nor stroke is not seen and left out", name)
            return
        pen = Pen(self.allowance)
        draw(pen, element, state.view)
        left = outlines(pen.rows, state.matrix)
        if left.dropped:
            self.notes.add("pieces of no length are left out", name)
        if left.outlines:
            rule: Rule = "evenodd" if state.style.get("fill-rule") == "evenodd" else "nonzero"
            self.shapes.append(Shape(left.outlines, fill, stroke, rule, name, state.words,
                                     self._width(state)))

    def _width(self, state: _State) -> float:
        """How wide a line is on the page; percentages are of the view's diagonal, by its rule."""
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
            inner = _framed(element, inner)
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
            self.notes.add("clones of what is not there are left out",
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


def _framed(element: Element, state: _State) -> _State:
    """The inside of an `svg` within another, or of a symbol; its `use` may give its size."""
    use = state.around[-2] if state.around[-2].tag == "use" else None
    matrix, view = inner_view(element, use, state.view)
    return replace(state, matrix=times(state.matrix, matrix), view=view)


def _more_words(words: frozenset[str], element: Element) -> frozenset[str]:
    """What this element is called, and what is around it."""
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
    """What goes wrong here goes wrong in this element."""
    try:
        yield
    except InputError as error:
        if error.line is not None:
            raise
        raise InputError(f"{name_of(element)}: {error.message}", line=element.place.line,
                         column=element.place.column) from None


def name_of(element: Element) -> str:
    """For messages: `path 'wing'`, or `path in line 12`."""
    tag, own = element.tag[:30], element.get("id")
    return f"{tag} {quoted(own, 40)}" if own else f"{tag} in line {element.place.line}"
