"""The XML of webpbn files, read element by element, with limits and places.

Built on expat alone: no tree, no entities, no network. An entity may not even be declared (that
is how small files grow huge), elements may not nest deeper than the format needs, and every
element knows its line and column.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol
from xml.parsers import expat

from nonoforge.formats.source import Place, Source

MAX_DEPTH = 8  # puzzleset, puzzle, clues, line, count: five are in use
_CUT_OFF = {expat.errors.codes[error] for error in (
    expat.errors.XML_ERROR_NO_ELEMENTS, expat.errors.XML_ERROR_UNCLOSED_TOKEN)}


@dataclass(slots=True)
class Element:
    """An element that is being read. Names are in lower case: files vary."""

    tag: str
    attributes: dict[str, str]
    place: Place
    text_place: Place | None = None
    parts: list[str] = field(default_factory=list)
    has_children: bool = False

    @property
    def text(self) -> str:
        return "".join(self.parts)


class Handler(Protocol):
    """What happens at the start and the end of each element, given the elements around it."""

    def start(self, element: Element, around: list[Element]) -> None: ...

    def end(self, element: Element, around: list[Element]) -> None: ...


def parse(source: Source, handler: Handler) -> None:
    """Read the file and call the handler; all errors are ours, with places."""
    parser = expat.ParserCreate()
    # expat's own gathering of texts (buffer_text) would report the place where a text ends
    parser.buffer_text = False
    walk = _Walk(source, handler, lambda: Place(parser.CurrentLineNumber,
                                                parser.CurrentColumnNumber + 1))
    parser.StartElementHandler = walk.start
    parser.EndElementHandler = walk.end
    parser.CharacterDataHandler = walk.text
    parser.EntityDeclHandler = walk.refuse_entity
    parser.SkippedEntityHandler = walk.refuse_skipped
    try:
        parser.Parse(source.data, True)
    except expat.ExpatError as error:
        cut = error.code in _CUT_OFF
        raise source.error("the XML ends too early; the file is cut off" if cut else
                           f"the XML is broken: {expat.errors.messages[error.code]}",
                           Place(max(error.lineno, 1), error.offset + 1)) from None
    except (LookupError, ValueError) as error:
        if walk.started:
            raise
        # Python was asked for the declared encoding and does not know it, or not as a simple one.
        raise source.error(f"the XML's encoding is not known ({error}); use UTF-8") from None


class _Walk:
    """Keeps the open elements while expat reads."""

    def __init__(self, source: Source, handler: Handler, here: Callable[[], Place]) -> None:
        self.source = source
        self.handler = handler
        self.here = here
        self.open: list[Element] = []
        self.started = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.started = True
        place = self.here()
        if len(self.open) >= MAX_DEPTH:
            raise self.source.error(f"<{tag[:20]}> is nested {MAX_DEPTH + 1} deep; a webpbn file "
                                    "never is", place)
        if self.open:
            self.open[-1].has_children = True
        lower = {name.lower(): value for name, value in attributes.items()}
        element = Element(tag.lower(), lower, place)
        self.handler.start(element, self.open)
        self.open.append(element)

    def end(self, tag: str) -> None:
        element = self.open.pop()
        self.handler.end(element, self.open)

    def text(self, data: str) -> None:
        element = self.open[-1]
        if element.text_place is None:
            element.text_place = self.here()
        element.parts.append(data)

    def refuse_entity(self, name: str, *rest: object) -> None:
        raise self.source.error(f"the file declares an entity ({name[:20]!a}); that is refused, "
                                "write the text itself", self.here())

    def refuse_skipped(self, name: str, is_parameter: bool) -> None:
        raise self.source.error(f"the entity {name[:20]!a} is not known; write the character "
                                "itself", self.here())
