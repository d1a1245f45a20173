"""The content of puzzles' files, texts and thumbnails: what is checked before it is stored.

Two files are the same puzzle if their JSON is the same, whatever its layout and its title: the
library stores titles separately. Everything else counts, so that no content of a file is ever
taken for a copy and lost.

A game goes on after an edit if cells and clues are as before: colours in new shades, labels in new
places or a licence do not touch it.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable
from typing import Any, NamedTuple
from xml.parsers import expat

import msgspec

from nonoforge.errors import InputError

# As `formats` has it; asking there would load every format before the first page is shown.
MAX_PUZZLE = 8 * 1024 * 1024

# What a player's marks do not depend on. The paths of edges are here because cells are known by
# their number: which edges a face has is in `faces`, and that counts.
_NOT_PLAYED = frozenset((
    "title", "author", "author_id", "copyright", "licence", "source", "identifier", "description",
    "notes", "more", "palette", "solution", "saved", "box", "edges"))

_ANY = msgspec.json.Decoder(dict[str, Any])
_TOP = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Content(NamedTuple):
    """A puzzle's file with what it says."""

    puzzle: bytes
    family: str
    same: bytes  # equal for the same puzzle
    played: bytes  # equal for puzzles that are played the same


def read_content(puzzle: bytes) -> Content:
    """Look at a puzzle's file; whether its clues make sense is for `formats` to say."""
    file = read_object(puzzle, MAX_PUZZLE, "the puzzle")
    family = file.get("family")
    if not isinstance(file.get("nonoforge"), int) or not isinstance(family, str):
        raise InputError('this is not a puzzle; a .nono file starts with {"nonoforge": 1, '
                         '"family": "grid", ...')
    return Content(puzzle, family, _digest(_without_title(file)), _digest(_as_played(file)))


def read_object(data: bytes, most: int, what: str) -> dict[str, Any]:
    """Return a JSON object of limited size."""
    if len(data) > most:
        raise InputError(f"{what} has {len(data):,} bytes; at most {most:,} are kept")
    try:
        return _ANY.decode(data)
    except RecursionError:
        raise InputError(f"{what} is nested far too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise InputError(f"{what} is not a JSON object: {str(error)[:100]}") from None


def titled(puzzle: bytes, title: str) -> bytes:
    """Return the same file with another title; all else keeps its layout."""
    members = _TOP.decode(puzzle)
    members["title"] = msgspec.Raw(msgspec.json.encode(title))
    lines = [b"  %b: %b" % (msgspec.json.encode(name), bytes(value))
             for name, value in members.items()]
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def _without_title(file: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in file.items() if name != "title"}


def _as_played(file: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in file.items() if name not in _NOT_PLAYED}
    curves = kept.get("curves")
    if isinstance(curves, list):
        kept["curves"] = [_without_labels(curve) for curve in curves]
    return kept


def _without_labels(curve: Any) -> Any:
    if not isinstance(curve, dict):
        return curve
    return {name: value for name, value in curve.items() if name != "labels"}


def _digest(value: Any) -> bytes:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).digest()


# Words from outside: what may be kept, how long it may be, and how it is found and sorted again.
#
# Texts in a puzzle's file are cut to their limit; texts that a person types are refused beyond it,
# since that person can shorten them.

MAX_TITLE = 200
MAX_AUTHOR = 200
MAX_SOURCE = 500
MAX_SIZE = 60
MAX_TAG = 50
MAX_TAGS = 50

_UNSEEN = re.compile("[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_DIGITS = re.compile("[0-9]+")


def clean(text: str) -> str:
    r"""On one line, without control characters and halves of characters.

    >>> clean(" An\x00 owl\n ")
    'An owl'
    """
    return " ".join(_UNSEEN.sub(" ", text).split())


def cut(text: str, most: int) -> str:
    """Cleaned, and not longer than `most` characters.

    >>> cut("Hummingbird", 8)
    'Humming…'
    """
    text = clean(text[:8 * most])
    return text if len(text) <= most else text[:most - 1].rstrip() + "…"


def typed(text: str, most: int, what: str) -> str:
    """Cleaned; refused if it is longer than `most` characters."""
    text = clean(text[:8 * most])
    if len(text) > most:
        raise InputError(f"{what} has more than {most} characters; make it shorter")
    return text


def typed_tags(tags: Iterable[str]) -> dict[str, str]:
    """Tags by their folded form, so that Owl and owl are one; empty ones are left out."""
    kept: dict[str, str] = {}
    for tag in tags:
        word = typed(tag, MAX_TAG, "a tag")
        if fold(word):
            kept.setdefault(fold(word), word)
        if len(kept) > MAX_TAGS:
            raise InputError(f"more than {MAX_TAGS} tags for one puzzle; leave some out")
    return kept


def fold(text: str) -> str:
    """Return the form in which words are compared: no capitals, no accents, no width.

    >>> fold("Éclair  ﬁn")
    'eclair fin'
    """
    if text.isascii():
        return " ".join(text.lower().split())
    parts = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", text).casefold())
    # Marks are dropped by their class, not by their category: their order then cannot matter.
    return " ".join("".join(c for c in parts if not unicodedata.combining(c)).split())


def order(text: str) -> str:
    """Return a key to sort by: folded, with numbers where people expect them.

    >>> sorted(["Owl 10", "owl 9"], key=order)
    ['owl 9', 'Owl 10']
    """
    return _DIGITS.sub(lambda digits: digits[0].zfill(8), fold(text))


def haystack(title: str, author: str, source: str, tags: Iterable[str]) -> str:
    """Return all that a search looks at, one thing a line so that no word reaches from one to the
    next."""
    return "\n".join(fold(text) for text in (title, author, source, *tags))


# Small pictures of solved puzzles: SVG that only draws.
#
# A thumbnail is shown by a browser, and a library may be another person's export. So it is
# checked before it is stored: shapes and words only, nothing that runs, nothing that is loaded.

MAX_THUMBNAIL = 1024 * 1024
_DEEPEST = 64

_SVG = "http://www.w3.org/2000/svg"
_SHAPES = frozenset((
    "svg", "g", "defs", "title", "desc", "path", "rect", "circle", "ellipse", "line", "polyline",
    "polygon", "text", "tspan", "clipPath", "pattern", "marker", "mask", "linearGradient",
    "radialGradient", "stop"))
_REACHES_OUT = re.compile(r"url\(\s*['\"]?(?!#)|@import|expression|javascript:|data:|\\",
                          re.IGNORECASE)


def check_thumbnail(svg: str) -> str:
    """Return the same text, if it is empty or a picture that only draws."""
    if not svg:
        return svg
    if len(svg) > MAX_THUMBNAIL:
        raise InputError(f"the thumbnail has {len(svg):,} characters; at most {MAX_THUMBNAIL:,} "
                         "are kept")
    try:
        data = svg.encode()
        _parser().Parse(data, True)
    except UnicodeEncodeError:
        raise InputError("the thumbnail has half a character in it") from None
    except expat.ExpatError as error:
        raise InputError(f"the thumbnail is not SVG: {error}") from None
    return svg


def _parser() -> expat.XMLParserType:
    parser = expat.ParserCreate(namespace_separator=" ")
    depth = 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        space, _, tag = name.rpartition(" ")
        if space != _SVG or tag not in _SHAPES or (depth == 1) != (tag == "svg"):
            raise InputError(f"the thumbnail has an element <{tag[:20]}>; it may only draw")
        if depth > _DEEPEST:
            raise InputError("the thumbnail is nested far too deep")
        for attribute, value in attributes.items():
            _check_attribute(attribute, value)

    def end(_: str) -> None:
        nonlocal depth
        depth -= 1

    def refuse(*_: object) -> None:
        raise InputError("the thumbnail has a DOCTYPE or an instruction; it may only draw")

    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.StartDoctypeDeclHandler = refuse
    parser.ProcessingInstructionHandler = refuse
    return parser


def _check_attribute(name: str, value: str) -> None:
    _, _, plain = name.rpartition(" ")
    if plain.lower().startswith("on") or plain.lower() in ("href", "src", "base"):
        raise InputError(f"the thumbnail has an attribute {plain[:20]!a}; it may only draw")
    # Long paths have none of these, and most of a thumbnail is long paths.
    if any(c in value for c in "(@:\\") and _REACHES_OUT.search(value):
        raise InputError(f"the thumbnail's attribute {plain[:20]!a} reaches out of the picture")
