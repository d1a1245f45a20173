"""The elements of a webpbn file, sorted into puzzles; `webpbn` makes nonograms of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from nonoforge.errors import FormatError
from nonoforge.families.grid import MAX_SIDE
from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.formats.webpbn_xml import Element
from nonoforge.palette import MAX_COLOURS, hex_colour

FIELDS = {"title": "title", "author": "author", "authorid": "author_id", "copyright": "copyright",
          "license": "licence", "licence": "licence", "source": "source", "id": "identifier",
          "description": "description"}
"""Elements that `Info` has a field for. `license` is not webpbn's, but harms nobody."""

_CHILDREN = {
    "": {"puzzleset", "puzzle"},
    "clues": {"line"},
    "line": {"count"},
    "solution": {"image", "note"},
}
_HOMES = {
    "puzzle": ("", "puzzleset"), "puzzleset": ("",), "color": ("puzzle",), "clues": ("puzzle",),
    "line": ("clues",), "count": ("line",), "solution": ("puzzle",), "image": ("solution",),
}
_ATTRIBUTES = {
    "puzzle": {"type", "defaultcolor", "backgroundcolor"}, "color": {"name", "char"},
    "clues": {"type"}, "count": {"color"}, "solution": {"type", "id"},
}
_CONTAINERS = {"puzzleset", "puzzle", "clues", "line", "solution"}
KNOWN = {*FIELDS, *_CONTAINERS, "color", "count", "image", "note", "xml"}
"""Tags with a meaning of their own; all others are further properties."""


MAX_SET_LEVEL = 50
"""Elements beside the puzzles of a set: each of them goes to every puzzle."""


class Count(NamedTuple):
    """A run as it is written: 0 is a blotted one; no colour is the default colour."""

    length: int
    colour: str | None
    place: Place


class Declared(NamedTuple):
    """A colour as it is declared."""

    name: str
    rgb: str
    char: str | None
    place: Place


class Image(NamedTuple):
    """A picture as it is written, and what kind of solution it is."""

    kind: str
    text: Token


@dataclass
class Draft:
    """One puzzle's elements."""

    place: Place
    default: str = "black"
    background: str = "white"
    colours: list[Declared] = field(default_factory=list)
    clues: dict[str, list[tuple[list[Count], Place]]] = field(default_factory=dict)
    clue_places: dict[str, Place] = field(default_factory=dict)
    images: list[Image] = field(default_factory=list)
    info: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    more: list[tuple[str, str]] = field(default_factory=list)


class Collector:
    """Takes elements as they come and fills drafts."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.drafts: list[Draft] = []
        self.set_level: list[tuple[str, str]] = []
        self._kind = ""  # of the solution or the clues that are open

    def start(self, element: Element, around: list[Element]) -> None:
        """Check that the element may stand here, and open what it holds."""
        parent = around[-1].tag if around else ""
        self._check_place(element, parent)
        unknown = sorted(name for name in element.attributes
                         if name not in _ATTRIBUTES.get(element.tag, ()) and name[:3] != "xml")
        if unknown:
            raise self._error(f"<{element.tag}> has no attribute {unknown[0][:20]!a}", element)
        if element.tag == "puzzle":
            self._start_puzzle(element)
        elif element.tag == "clues":
            self._start_clues(element)
        elif element.tag == "line":
            self._check_side(len(self._lines()), "lines", element)
            self._lines().append(([], element.place))
        elif element.tag == "solution":
            self._start_solution(element)

    def _check_place(self, element: Element, parent: str) -> None:
        allowed = _CHILDREN.get(parent)
        if parent == "" and element.tag not in _CHILDREN[""]:
            raise self._error(f"the file is <{element.tag[:20]}>; a webpbn file is <puzzleset> or "
                              "<puzzle>", element)
        if allowed is not None and element.tag not in allowed:
            raise self._error(f"<{element.tag[:20]}> inside <{parent}>; only "
                              f"{_tags(allowed)} may stand there", element)
        if allowed is None and parent not in _CONTAINERS:
            raise self._error(f"<{element.tag[:20]}> inside <{parent[:20]}>, which holds text only",
                              element)
        if parent not in _HOMES.get(element.tag, (parent,)):
            raise self._error(f"<{element.tag}> may not stand inside <{parent}>", element)

    def _start_puzzle(self, element: Element) -> None:
        kind = element.attributes.get("type", "grid").strip().lower()
        if kind == "triddler":
            raise self._error("this is a triddler (triangular cells); only grids are read", element)
        if kind != "grid":
            raise self._error(f"a puzzle of the type {kind[:20]!a}; only `grid` is read", element)
        self.source.check_puzzles(len(self.drafts) + 1, element.place)
        self.drafts.append(Draft(element.place, element.attributes.get("defaultcolor", "black"),
                                 element.attributes.get("backgroundcolor", "white")))

    def _start_clues(self, element: Element) -> None:
        self._kind = element.attributes.get("type", "").strip().lower()
        if self._kind not in ("rows", "columns"):
            raise self._error(f"clues of the type {self._kind[:20]!a}; a grid has `rows` and "
                              "`columns`", element)
        if self._kind in self.drafts[-1].clues:
            raise self._error(f"the {self._kind} come a second time", element)
        self.drafts[-1].clues[self._kind] = []
        self.drafts[-1].clue_places[self._kind] = element.place

    def _start_solution(self, element: Element) -> None:
        self._kind = element.attributes.get("type", "goal").strip().lower()
        if self._kind not in ("goal", "solution", "saved"):
            raise self._error(f"a solution of the type {self._kind[:20]!a}; there are goal, "
                              "solution and saved", element)
        if element.attributes.get("id"):
            self.drafts[-1].more.append((f"{self._kind}-id", element.attributes["id"].strip()))

    def end(self, element: Element, around: list[Element]) -> None:
        """Take what the element holds."""
        parent = around[-1].tag if around else ""
        if element.tag in _CONTAINERS:
            if element.text.strip():
                place = element.text_place or element.place
                raise self.source.error(f"text inside <{element.tag}>, which holds elements only",
                                        place)
        elif element.tag == "count":
            self._check_side(len(self._lines()[-1][0]), "counts", element)
            self._lines()[-1][0].append(self._count(element))
        elif element.tag == "color":
            if len(self.drafts[-1].colours) > MAX_COLOURS:
                raise self._error(f"more colours than the {MAX_COLOURS} that fit", element)
            self.drafts[-1].colours.append(self._colour(element))
        elif element.tag == "image":
            text = Token(element.text, element.text_place or element.place)
            self.drafts[-1].images.append(Image(self._kind, text))
            self.source.check_extras(len(self.drafts[-1].images), element.place)
        elif parent == "puzzleset":
            self.set_level.append((element.tag, element.text.strip()))
            if len(self.set_level) > MAX_SET_LEVEL:
                raise self._error("far too many elements beside the puzzles", element)
        else:
            self._property(element)

    def _check_side(self, count: int, what: str, element: Element) -> None:
        if count >= MAX_SIDE:
            raise self._error(f"more than {MAX_SIDE} {what}; no grid is that large", element)

    def _lines(self) -> list[tuple[list[Count], Place]]:
        return self.drafts[-1].clues[self._kind]

    def _count(self, element: Element) -> Count:
        word = Token(element.text.strip(), element.text_place or element.place)
        length = self.source.number(word, "a count")
        return Count(length, element.attributes.get("color"), word.place)

    def _colour(self, element: Element) -> Declared:
        value, char = element.text.strip(), element.attributes.get("char")
        name = element.attributes.get("name")
        if name is None:
            raise self._error("a colour without a name; write <color name=\"red\" ...>", element)
        if "/" in value or "\\" in value:
            raise self._error(f"the colour {name[:20]!a} is a triangle of two colours; only whole "
                              "cells are read", element)
        rgb = None if value.startswith("#") else hex_colour(value)
        if rgb is None:
            raise self._error(f"the colour {name[:20]!a} is {value[:20]!a}; write it as rrggbb",
                              element)
        if char is not None and len(char) != 1:
            raise self._error(f"the colour {name[:20]!a} has the char {char[:20]!a}; one character "
                              "is needed", element)
        return Declared(name, rgb, char, element.place)

    def _property(self, element: Element) -> None:
        draft, text = self.drafts[-1], element.text.strip()
        if element.tag == "note":
            draft.notes.append(text)
        elif element.tag in FIELDS and not draft.info.get(FIELDS[element.tag]):
            draft.info[FIELDS[element.tag]] = text
        else:
            draft.more.append((element.tag, text))
        self.source.check_extras(len(draft.notes) + len(draft.more), element.place)

    def _error(self, message: str, element: Element) -> FormatError:
        return self.source.error(message, element.place)

    def finish(self) -> list[Draft]:
        """The drafts, with what the set says about all of them."""
        if not self.drafts:
            raise self.source.error("the <puzzleset> has no <puzzle>", START)
        for draft in self.drafts:
            for tag, text in self.set_level:
                self._inherit(draft, tag, text)
        return self.drafts

    def _inherit(self, draft: Draft, tag: str, text: str) -> None:
        """A puzzle without a source of its own has that of its set; a set's title stays its own."""
        field_name = FIELDS.get(tag)
        if tag in ("source", "author", "authorid", "copyright") and field_name:
            if not draft.info.get(field_name):
                draft.info[field_name] = text
            if draft.info[field_name] == text:
                return
        draft.more.append((f"puzzleset-{tag}", text))


def _tags(names: Iterable[str]) -> str:
    return " and ".join(f"<{name}>" for name in sorted(names))
