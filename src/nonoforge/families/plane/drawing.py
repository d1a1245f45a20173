"""Drawings: shapes on a page, read from SVG or Ipe files; limits and notes of the readers."""

from __future__ import annotations

import os
import re
import zlib
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from nonoforge.calls import public
from nonoforge.errors import InputError
from nonoforge.families.plane.xml_safety import parse_xml
from nonoforge.files import STDIN, check_limit, path_name, read_file
from nonoforge.path import IDENTITY, Box, Matrix, Path
from nonoforge.text import count, quoted

if TYPE_CHECKING:
    from nonoforge.families.grid import Photo

Rule: TypeAlias = Literal["evenodd", "nonzero"]
"""Which loops of a shape are holes."""


class Outline(NamedTuple):
    """One path of a shape; a closed one ends where it began, by a piece of its own if need be."""

    path: Path
    closed: bool


class Stop(NamedTuple):
    """A colour of a gradient, of parts from 0 to 1, at an offset from 0 to 1."""

    offset: float
    colour: tuple[float, float, float]
    opacity: float


class Gradient(NamedTuple):
    """Colours along an axis or around a centre. `matrix` sends points of the page to where the axis
    is from (0, 0) to (1, 0), or the circle has radius 1 around (0, 0)."""

    stops: tuple[Stop, ...]
    matrix: Matrix
    radial: bool = False
    spread: Literal["pad", "reflect", "repeat"] = "pad"


Cap: TypeAlias = Literal["butt", "round", "square"]
Join: TypeAlias = Literal["miter", "round", "bevel"]


class ClipPart(NamedTuple):
    """An area of a clip or mask: shown, or hidden where a mask is dark."""

    outlines: tuple[Outline, ...]
    rule: Rule
    shown: bool = True


Clip: TypeAlias = tuple[ClipPart, ...]
"""The area in which shapes are seen: its parts one over the other, nothing before the first."""


@dataclass(frozen=True)
class Look:
    """How the paint of a shape looks, beside its colours."""

    fill_opacity: float = 1.0
    stroke_opacity: float = 1.0
    fill_gradient: Gradient | None = None
    stroke_gradient: Gradient | None = None
    cap: Cap = "butt"
    join: Join = "miter"
    miter_limit: float = 4.0
    dashes: tuple[float, ...] = ()  # lengths on the page, of lines and gaps in turn
    clips: tuple[Clip, ...] = ()  # the shape is seen in all of them


PLAIN = Look()


@dataclass(frozen=True)
class Shape:
    """Something drawn: an element of SVG, an object of Ipe. Fill and stroke are `#rrggbb`, or None;
    of a gradient they are the mean of its colours.

    `words` are what its author calls it: its id, its classes, the labels of the layers and groups
    that it is in, all in lower case.
    """

    outlines: tuple[Outline, ...]
    fill: str | None = None
    stroke: str | None = None
    rule: Rule = "nonzero"
    name: str = ""  # for messages: `path 'wing'`, `path in line 12`
    words: frozenset[str] = frozenset()
    width: float | None = None  # of the stroke, on the page; None: the file does not tell
    look: Look = PLAIN


@dataclass(frozen=True)
class Drawing:
    """Shapes from the back to the front. `page` is the sheet, where the file knows one. `matrix`
    sends the file's own coordinates (SVG: y downwards, in the units of its viewBox) to ours;
    messages give places in the file's coordinates."""

    shapes: tuple[Shape, ...]
    page: Box | None = None
    true_size: bool = False  # the file says how large it is in millimetres, inches or points
    title: str = ""
    file: str = ""
    notes: tuple[str, ...] = field(default=())  # what was left out, and other remarks for the user
    matrix: Matrix = IDENTITY
    pixels: Any = field(default=None, compare=False)
    """Of a picture, (height, width, 3) of 0 to 255; it has no shapes, and is traced."""

    def __repr__(self) -> str:
        """Short: the shapes would fill pages."""
        title = f"{self.title!r}, " if self.title else ""
        what = count(len(self.shapes), "shape") if self.pixels is None else "a picture"
        return f"<Drawing: {title}{what}>"


# From a file, or standard input, to a drawing: what it is shows in what it holds.

_ADVICE = "simplify the drawing, or take the images out"

_OTHERS = {b"%PDF": "a PDF file; save the drawing as SVG, or from Ipe as .ipe",
           b"%!PS": "a PostScript file; save the drawing as SVG",
           b"{": "a JSON file, perhaps a finished puzzle; a drawing is SVG or Ipe"}
_PICTURES = (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM")


@public
def read_drawing(path: str | os.PathLike[str]) -> Drawing:
    """Return the drawing of an SVG (also gzip'd) or Ipe file, or a picture as a drawing that is
    still to be traced; `-` is standard input."""
    name = path_name(path)
    data, name = read_file(name, MAX_PICTURE_BYTES, _ADVICE), STDIN if name == "-" else name
    return drawing_of(data, name)


def _pictured(data: bytes, name: str) -> Drawing:
    from nonoforge.families.grid import decoded_photo

    return pictured(decoded_photo(data, name), name)


def pictured(photo: Photo, name: str) -> Drawing:
    """Return a picture as a drawing that is still to be traced."""
    height, width = photo.pixels.shape[:2]
    return Drawing((), Box(0.0, 0.0, float(width), float(height)), file=name, notes=photo.notes,
                   matrix=(1.0, 0.0, 0.0, -1.0, 0.0, float(height)), pixels=photo.pixels)


def drawing_of(data: bytes, name: str = "<input>") -> Drawing:
    """Return the drawing in these bytes.

    >>> drawing_of(b'<svg viewBox="0 0 9 9"><rect width="3" height="3"/></svg>').shapes[0].name
    'rect in line 1'
    """
    if data.startswith(_PICTURES):
        return _pictured(data, name)
    try:
        return replace(_drawing(_unpacked(check_limit(data, MAX_BYTES, name, _ADVICE))), file=name)
    except InputError as error:
        raise error.at(file=name, line=1, column=1) from None


def _drawing(data: bytes) -> Drawing:
    head = data[:1000].lstrip(b"\xef\xbb\xbf \t\r\n")
    for start, what in _OTHERS.items():
        if head.startswith(start):
            raise InputError(f"this is {what}")
    if not data.strip():
        raise InputError("the file is empty")
    if not head.startswith(b"<") and head[:2] not in (b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"):
        raise InputError("this is neither SVG nor Ipe, which begin with <, nor a picture")
    document = parse_xml(data)
    tag = document.root.tag
    if tag == "svg":
        from nonoforge.families.plane.svg_source import read_svg

        return read_svg(document)
    if tag == "ipe":
        from nonoforge.families.plane.ipe_source import read_ipe

        return read_ipe(document)
    raise InputError(f"the file has <{quoted(tag)[1:-1]}> in it; a drawing has <svg> or <ipe>",
                     line=document.root.place.line, column=document.root.place.column)


def _unpacked(data: bytes) -> bytes:
    """Return what a gzip'd file holds; other files as they are."""
    if not data.startswith(b"\x1f\x8b"):
        return data
    unpacker = zlib.decompressobj(31)
    try:
        found = unpacker.decompress(data, MAX_BYTES + 1)
    except zlib.error as error:
        raise InputError(f"the gzip'd file is broken: {error}") from None
    if len(found) <= MAX_BYTES and not unpacker.eof:
        raise InputError("the gzip'd file is cut off")
    return check_limit(found, MAX_BYTES, None, _ADVICE)


# How much a drawing may hold. Far more than a puzzle needs, far less than would hurt.

MAX_PICTURE_BYTES = 64 * 1024 * 1024
MAX_BYTES = 16 * 1024 * 1024  # of a file, and of what a gzip'd one unpacks to
MAX_ELEMENTS = 20_000  # that are drawn, clones counted each time
MAX_PIECES = 100_000  # straight or curved, of all shapes together
MAX_REACH = 1_000_000.0  # millimetres from the origin


class ReadLimits:
    """Counts what is drawn, and raises an error beyond the limits."""

    def __init__(self) -> None:
        self.elements = 0
        self.pieces = 0
        self.steps = 0

    def element(self) -> None:
        """Count one more element."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise InputError(f"too many elements (limit {MAX_ELEMENTS:,}; clones count each time); "
                             "simplify the drawing, or give a picture of it (PNG)")

    def step(self) -> None:
        """Count one more move or close, which may draw nothing and still costs time."""
        self.steps += 1
        if self.steps > MAX_PIECES:
            raise InputError(f"too many subpaths (limit {MAX_PIECES:,}); simplify the paths")

    def more(self, pieces: int) -> None:
        """Count further pieces."""
        self.pieces += pieces
        if self.pieces > MAX_PIECES:
            raise InputError(f"too many pieces of lines (limit {MAX_PIECES:,}); simplify the paths")


# What a reader has to tell: each thing once, with the elements that it is about.

MAX_NAMED = 3  # elements that a note names


class ReaderNotes:
    """Notes in the order in which they were first made.

    >>> notes = ReaderNotes()
    >>> for name in "text 'a'", "text 'b'":
    ...     notes.add("texts are left out", name)
    >>> notes.all()
    ("texts are left out (text 'a', text 'b')",)
    """

    def __init__(self) -> None:
        self._about: dict[str, list[str]] = {}
        self._count: dict[str, int] = {}

    def add(self, what: str, name: str = "") -> None:
        """Add a note about an element, or about the whole file."""
        names = self._about.setdefault(what, [])
        self._count[what] = self._count.get(what, 0) + 1
        if name and name not in names and len(names) < MAX_NAMED:
            names.append(name)

    def all(self) -> tuple[str, ...]:
        """Return the notes, one sentence for each kind."""
        return tuple(self._sentence(what, names) for what, names in self._about.items())

    def _sentence(self, what: str, names: list[str]) -> str:
        if not names:
            return what
        more = self._count[what] - len(names)
        tail = f" and {more:,} more" if more > 0 and len(names) == MAX_NAMED else ""
        return f"{what} ({', '.join(names)}{tail})"


# Numbers as drawings write them: finite, and within reason.

NUMBER = r"[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?"
MAX_NUMBER = 1e12
MAX_NUMBERS = 1_000_000  # of one path

_WHOLE = re.compile(NUMBER)
_TOKEN = re.compile(rf"({NUMBER})|[\s,]+|(.)", re.DOTALL)


def number(text: str) -> float:
    """Return one number.

    >>> number("-.5e1")
    -5.0
    """
    if not _WHOLE.fullmatch(text):
        raise InputError(f"{quoted(text)} is not a number")
    return _reasonable(text)


def _reasonable(text: str) -> float:
    value = float(text)
    if abs(value) > MAX_NUMBER:
        raise InputError(f"{quoted(text)} is too large; numbers go up to {MAX_NUMBER:g}")
    return value


def numbers(text: str) -> list[float]:
    """Return numbers with blanks or commas between them, or nothing where the sign tells them
    apart.

    >>> numbers("1,2 -3-4.5.5")
    [1.0, 2.0, -3.0, -4.5, 0.5]
    """
    found = []
    for match in _TOKEN.finditer(text):
        if match[2]:
            raise InputError(f"{quoted(text[match.start():match.start() + 12].split()[0])} is not "
                             "a number")
        if match[1]:
            found.append(_reasonable(match[1]))
            if len(found) > MAX_NUMBERS:
                raise InputError(f"too many numbers in a row (limit {MAX_NUMBERS:,})")
    return found


NOTHING = "nothing is drawn in it; draw closed shapes, filled or with lines"
ONLY_TEXT = "there is only text in it; convert the text to paths (Inkscape: Path > Object to Path)"
ONLY_IMAGES = ("there are only images in it; give the picture itself (PNG or JPEG), or trace it "
               "(Inkscape: Path > Trace Bitmap)")
NO_AREA = "no shape has an area; give lines a width, or draw closed shapes"


def why_nothing(drawing: Drawing) -> str:
    """Return why there is nothing to see in a drawing, and what to do."""
    about = " ".join(drawing.notes)
    if "text is left out" in about:
        return ONLY_TEXT
    return ONLY_IMAGES if "images are left out" in about else NOTHING
