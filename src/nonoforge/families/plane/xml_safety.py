"""XML from strangers, read into a small tree in which every element knows its place.

Built on expat alone: nothing is fetched, and no entity is expanded but the harmless kind that
Illustrator declares: the plain address of a namespace. (An entity that may hold anything is how
small files grow huge, and how they read other files.)
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple
from xml.parsers import expat

from nonoforge.errors import InputError
from nonoforge.text import quoted

MAX_ELEMENTS = 100_000  # of the file, drawn or not
MAX_DEPTH = 200  # elements within elements, clones counted as if they were written out
MAX_REFERENCES = 10_000  # ampersands in a file that declares entities
_ADDRESS = re.compile(r"https?://[\w.,:/?=~+-]{0,120}#?", re.ASCII)
_WITH_TEXT = {"style", "title", "path"}
_CUT_OFF = {expat.errors.codes[error] for error in (
    expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)}


class Place(NamedTuple):
    """Where something stands in a file; both count from 1."""

    line: int
    column: int


@dataclass(slots=True, eq=False)
class Element:
    """An element. `space` is its namespace; attributes with a namespace of their own are called
    `space name`. Only the texts of styles, titles and paths are kept."""

    tag: str
    space: str
    attributes: dict[str, str]
    place: Place
    parent: Element | None = None
    children: list[Element] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    text_place: Place | None = None

    @property
    def text(self) -> str:
        return "".join(self.parts)

    def get(self, name: str, default: str = "") -> str:
        """Return an attribute, or the default."""
        return self.attributes.get(name, default)

    def walk(self) -> Iterator[Element]:
        """Yield the element and all within, in the order of the file."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack += reversed(element.children)

    def above(self) -> Iterator[Element]:
        """Yield the elements around it, from the inside out."""
        element = self.parent
        while element is not None:
            yield element
            element = element.parent


class Document(NamedTuple):
    """The root, and the targets of processing instructions (such as `xml-stylesheet`)."""

    root: Element
    instructions: list[str]


def parse_xml(data: bytes) -> Document:
    """Return the tree of a file."""
    parser = expat.ParserCreate(namespace_separator=" ")
    builder = _Builder(parser, data)
    try:
        parser.Parse(data, True)
    except expat.ExpatError as error:
        cut = error.code in _CUT_OFF
        raise InputError("the XML ends too early; the file is cut off" if cut else
                         f"the XML is broken: {expat.errors.messages[error.code]}",
                         line=max(error.lineno, 1), column=error.offset + 1) from None
    except (LookupError, ValueError) as error:
        if builder.root is not None:
            raise
        # Python was asked for the declared encoding and does not know it, or not as a simple one.
        raise InputError(f"the XML's encoding is not known ({error}); use UTF-8", line=1,
                         column=1) from None
    assert builder.root is not None  # expat has complained about a file without elements
    return Document(builder.root, builder.instructions)


class _Builder:
    """Grows the tree while expat reads."""

    def __init__(self, parser: expat.XMLParserType, data: bytes) -> None:
        self.parser = parser
        self.data = data
        self.root: Element | None = None
        self.open: list[Element] = []
        self.count = 0
        self.instructions: list[str] = []
        parser.StartElementHandler = self.start
        parser.EndElementHandler = self.end
        parser.CharacterDataHandler = self.text
        parser.ProcessingInstructionHandler = self.instruction
        parser.EntityDeclHandler = self.entity
        parser.SkippedEntityHandler = self.skipped

    def here(self) -> Place:
        return Place(self.parser.CurrentLineNumber, self.parser.CurrentColumnNumber + 1)

    def refuse(self, message: str) -> InputError:
        line, column = self.here()
        return InputError(message, line=line, column=column)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.count += 1
        if self.count > MAX_ELEMENTS:
            raise self.refuse(f"more than {MAX_ELEMENTS:,} XML elements; simplify the drawing, or "
                              "give a picture of it (PNG)")
        if len(self.open) >= MAX_DEPTH:
            raise self.refuse(f"elements are nested more than {MAX_DEPTH} deep")
        space, _, tag = name.rpartition(" ")
        parent = self.open[-1] if self.open else None
        element = Element(tag, space, attributes, self.here(), parent)
        if parent is None:
            self.root = element
        else:
            parent.children.append(element)
        self.open.append(element)

    def end(self, name: str) -> None:
        self.open.pop()

    def text(self, data: str) -> None:
        element = self.open[-1]
        if element.tag in _WITH_TEXT:
            if element.text_place is None:
                element.text_place = self.here()
            element.parts.append(data)

    def instruction(self, target: str, data: str) -> None:
        if len(self.instructions) < 10:
            self.instructions.append(target)

    def entity(self, name: str, parameter: bool, value: str | None, *_: object) -> None:
        if parameter or value is None or not _ADDRESS.fullmatch(value):
            raise self.refuse(f"the file declares an entity, {quoted(name)}; that is refused, "
                              "write the text itself")
        if self.data.count(b"&") > MAX_REFERENCES:
            raise self.refuse(f"a file with entities may not use more than {MAX_REFERENCES:,}")

    def skipped(self, name: str, parameter: bool) -> None:
        raise self.refuse(f"the entity {quoted(name)} is not known; write the character itself")
