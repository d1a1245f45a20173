"""webpbn's XML (`.xml`, `.pbn`), version 0.3: colours, blotted clues, solutions, several puzzles.

    <puzzleset><puzzle type="grid" defaultcolor="black">
    <title>Dot</title>
    <color name="white" char=".">fff</color>
    <color name="black" char="X">000</color>
    <clues type="columns"><line><count>1</count></line></clues>
    <clues type="rows"><line><count>1</count></line></clues>
    <solution type="goal"><image>|X|</image></solution>
    </puzzle></puzzleset>

A count of 0 is blotted. Clues may be missing where a goal is there. A complete picture of the
type `goal`, or else `solution`, is the solution; other pictures are saved states. Unknown elements
are kept as further properties, and written again as such; so are the texts of a puzzle set that
differ from the puzzle's own (`puzzleset-title`) and the ids of solutions (`saved-id`).

The type of a puzzle is the tag of a family's `Dialect`, which also says which types of clues there
are and how the rows of a picture begin and end. Triangles in square cells are refused.

The module has four parts: XML with places, drafts of puzzles from the elements, nonograms from
drafts, writing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple
from xml.parsers import expat

from nonoforge.clues import Run, Runs
from nonoforge.errors import FormatError
from nonoforge.formats.assemble import (
    PlacedClue,
    assemble,
    check_sizes,
    clue_groups,
    dialects,
    sizes_of,
)
from nonoforge.formats.colours import symbols_for
from nonoforge.formats.format import EVERYTHING, Format, Loss, Sniff
from nonoforge.formats.losses import map_texts, plain_names, texts, without_property
from nonoforge.formats.source import START, Place, Source, Token
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, SYMBOLS, Palette, hex_colour
from nonoforge.state import State
from nonoforge.storage import Dialect, PictureRow, RowError
from nonoforge.text import listed

# --- XML, element by element, with limits and places -------------------------
#
# Built on expat alone: no tree, no entities, no network. An entity may not even be declared (that
# is how small files grow huge), elements may not nest deeper than the format needs, and every
# element knows its line and column.

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

    @property
    def text(self) -> str:
        return "".join(self.parts)


def parse(source: Source, handler: Collector) -> None:
    """Call the handler at the start and the end of each element; errors get places."""
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

    def __init__(self, source: Source, handler: Collector, here: Callable[[], Place]) -> None:
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


# --- drafts: the elements of each puzzle -------------------------------------

FIELDS = {"title": "title", "author": "author", "authorid": "author_id", "copyright": "copyright",
          "license": "licence", "licence": "licence", "source": "source", "id": "identifier",
          "description": "description"}
"""Elements that `Info` has a field for. `license` is not webpbn's; other readers skip it."""

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
"""Tags with a special meaning; all others are further properties."""


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
    dialect: Dialect
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
        known = dialects(FORMAT.name)
        kind = element.attributes.get("type", next(iter(known))).strip().lower()
        if kind not in known:
            raise self._error(f"a puzzle of the type {kind[:20]!a}; there are {listed([*known])}",
                              element)
        self.source.check_puzzles(len(self.drafts) + 1, element.place)
        self.drafts.append(Draft(element.place, known[kind],
                                 element.attributes.get("defaultcolor", "black"),
                                 element.attributes.get("backgroundcolor", "white")))

    def _start_clues(self, element: Element) -> None:
        self._kind = element.attributes.get("type", "").strip().lower()
        groups = self.drafts[-1].dialect.groups
        if self._kind not in groups:
            raise self._error(f"clues of the type {self._kind[:20]!a}; this puzzle has "
                              f"{listed([f'`{group}`' for group in groups])}", element)
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
        """Store the content of the element."""
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
                raise self._error(f"too many colours (limit {MAX_COLOURS})", element)
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
        most = self.drafts[-1].dialect.max_lines
        if count >= most:
            raise self._error(f"too many {what} (limit {most})", element)

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
        """Return the drafts, with the texts of the set added to each."""
        if not self.drafts:
            raise self.source.error("the <puzzleset> has no <puzzle>", START)
        for draft in self.drafts:
            for tag, text in self.set_level:
                self._inherit(draft, tag, text)
        return self.drafts

    def _inherit(self, draft: Draft, tag: str, text: str) -> None:
        """Add a text of the set to a puzzle: source, author and copyright where it has none."""
        field_name = FIELDS.get(tag)
        if tag in ("source", "author", "authorid", "copyright") and field_name:
            if not draft.info.get(field_name):
                draft.info[field_name] = text
            if draft.info[field_name] == text:
                return
        draft.more.append((f"puzzleset-{tag}", text))


def _tags(names: Iterable[str]) -> str:
    return " and ".join(f"<{name}>" for name in sorted(names))


# --- pictures: rows of `|` cells `|` -----------------------------------------

UNSAFE = frozenset("|[]?/\\")
"""Characters that cannot stand for a colour."""


class _Picture(NamedTuple):
    """A picture that was read; `kind` is that of its solution."""

    kind: str
    rows: list[PictureRow]
    row_places: list[Place]
    place: Place

    @property
    def masks(self) -> list[int]:
        return [mask for row in self.rows for mask in row.cells]

    @property
    def complete(self) -> bool:
        """Whether every cell has one colour."""
        return all(not mask & (mask - 1) for mask in self.masks)

    @property
    def colours(self) -> list[list[int]]:
        return [[mask.bit_length() - 1 for mask in row.cells] for row in self.rows]


class _PictureReader:
    """Reads images. A cell is a colour's character, `?` for any colour, or `[ab]` for one of these;
    the characters between which a row stands are the dialect's."""

    def __init__(self, source: Source, chars: dict[str, int], dialect: Dialect) -> None:
        self.source = source
        self.chars = chars
        self.dialect = dialect
        self.full = (1 << len(set(chars.values()))) - 1
        self.example = f"{dialect.edges[0]}...{dialect.edges[-1]}"
        edges = re.escape(dialect.edges)
        self.piece = re.compile(rf"[{edges}]|\[([^\]{edges}]*)\]|[^{edges}]")

    def read(self, image: Image) -> _Picture:
        """Return rows of masks: bit c is set where colour c is possible."""
        rows, places = [], []
        for row, place in self._rows(image.text):
            rows.append(row)
            places.append(place)
            if len(rows) > self.dialect.max_lines:
                raise self.source.error(f"too many rows (limit {self.dialect.max_lines})",
                                        image.text.place)
        if not rows:
            raise self.source.error(f"an image without rows; each row is written {self.example}",
                                    image.text.place)
        picture = _Picture(image.kind, rows, places, image.text.place)
        self.sizes(picture)
        return picture

    def sizes(self, picture: _Picture) -> Mapping[str, int]:
        """Return the sizes of the groups of clues that the picture has."""
        try:
            return self.dialect.picture_sizes(picture.rows)
        except RowError as error:
            place = picture.row_places[error.row]
            raise self.source.error(error.message, place) from None

    def _rows(self, text: Token) -> Iterator[tuple[PictureRow, Place]]:
        row: list[int] | None = None
        line, column, start = *text.place, text.place
        cells, left = 0, ""
        for piece in self.piece.finditer(text.text):
            place = Place(line, column)
            line, column = (line + 1, 1) if piece[0] == "\n" else (line, column + len(piece[0]))
            if piece[0] in self.dialect.edges:
                if row is not None:
                    yield PictureRow(row, left, piece[0]), start
                    row = None
                else:
                    row, start, left = [], place, piece[0]
            elif row is not None:
                row.append(self._cell(piece, place))
                cells += 1
                if cells > self.dialect.max_cells:
                    raise self.source.error(
                        f"too many cells in an image (limit {self.dialect.max_cells:,})", place)
            elif not piece[0].isspace():
                raise self.source.error(f"{piece[0][:20]!a} outside the bars of an image; each row "
                                        f"is written {self.example}", place)
        if row is not None:
            raise self.source.error("a row of the image has no closing bar", start)

    def _cell(self, piece: re.Match[str], place: Place) -> int:
        if piece[0] == "?":
            return self.full
        mask = 0
        for char in piece[0] if piece[1] is None else piece[1]:
            if char not in self.chars:
                raise self.source.error(f"no colour has the character {char!a}; there are "
                                        f"{' '.join(self.chars)}", place)
            mask |= 1 << self.chars[char]
        if not mask:
            raise self.source.error("[] says that a cell has no colour at all", place)
        return mask


def _image(rows: Sequence[PictureRow], chars: Sequence[str]) -> str:
    """Return the rows of an image, one a line."""
    full = (1 << len(chars)) - 1
    seen: dict[int, str] = {full: "?"}
    for mask in {mask for row in rows for mask in row.cells}:
        some = [char for number, char in enumerate(chars) if mask >> number & 1]
        seen.setdefault(mask, some[0] if len(some) == 1 else f"[{''.join(some)}]")
    return "\n".join(f"{row.left}{''.join(seen[mask] for mask in row.cells)}{row.right}"
                     for row in rows)


# --- nonograms from drafts ---------------------------------------------------

_USUAL = {"black": ("#000000", "X"), "white": ("#ffffff", ".")}


def read(source: Source) -> list[Nonogram]:
    """Read the puzzles of the file."""
    collector = Collector(source)
    parse(source, collector)
    return [_Builder(source, draft).nonogram() for draft in collector.finish()]


class _Builder:
    """Makes a nonogram of a draft."""

    def __init__(self, source: Source, draft: Draft) -> None:
        self.source = source
        self.draft = draft
        colours = self._colours()
        self.numbers = {colour.name: number for number, colour in enumerate(colours)}
        self.palette = self._palette(colours)
        self.chars = {colour.char: number for number, colour in enumerate(colours)
                      if colour.char is not None}

    def nonogram(self) -> Nonogram:
        draft, dialect = self.draft, self.draft.dialect
        reader = _PictureReader(self.source, self.chars, dialect)
        pictures = [reader.read(image) for image in draft.images]
        solution, saved = _sort(pictures)
        order = dict.fromkeys((*draft.clues, *dialect.groups))  # errors in the order of the file
        clues = {group: self._clues(group, solution) for group in order}
        sizes = sizes_of(clues)
        check_sizes(self.source, dialect, draft.place, **sizes)
        for picture in pictures:
            if (found := reader.sizes(picture)) != sizes:
                raise self.source.error(
                    f"the image has {dialect.size_words(found)} cells, but the clues are for "
                    f"{dialect.size_words(sizes)}", picture.place)
        info = Info(**draft.info, notes=tuple(draft.notes), more=tuple(draft.more))
        colours = solution and bytes(colour for row in solution.colours for colour in row)
        return assemble(self.source, dialect, clues, size_place=draft.place, palette=self.palette,
                        info=info, solution=colours, saved=saved)

    def _colours(self) -> list[Declared]:
        """Return the background, the declared colours, then black or white if clues use them."""
        declared: dict[str, Declared] = {}
        for colour in self.draft.colours:
            if colour.name in declared:
                raise self.source.error(f"the colour {colour.name[:20]!a} is declared twice",
                                        colour.place)
            declared[colour.name] = colour
        background = self._named(self.draft.background, declared)
        rest = [colour for name, colour in declared.items() if name != background.name]
        used = {self._name(count) for lines in self.draft.clues.values()
                for counts, _ in lines for count in counts}
        wanted = sorted(name for name in used if name in _USUAL and name not in declared
                        and name != background.name)
        rest += [self._named(name, declared) for name in wanted]
        if not rest:
            rest = [Declared("black" if background.name != "black" else "white", *_USUAL[
                "black" if background.name != "black" else "white"], self.draft.place)]
        return [background, *rest]

    def _name(self, count: Count) -> str:
        return self.draft.default if count.colour is None else count.colour

    def _named(self, name: str, declared: dict[str, Declared]) -> Declared:
        if name in declared:
            return declared[name]
        if name not in _USUAL:
            raise self.source.error(f"the colour {name[:20]!a} is not declared", self.draft.place)
        rgb, char = _USUAL[name]
        taken = any(colour.char == char for colour in declared.values())
        return Declared(name, rgb, None if taken else char, self.draft.place)

    def _palette(self, colours: Sequence[Declared]) -> Palette:
        for colour in colours:
            if colour.char is not None and colour.char in UNSAFE:
                raise self.source.error(f"the char {colour.char!a} has another meaning in images",
                                        colour.place)
        try:
            return Palette.with_symbols((colour.name, colour.rgb, colour.char)
                                        for colour in colours)
        except ValueError as error:
            raise self.source.error(f"the colours: {error}", colours[-1].place) from None

    def _clues(self, group: str, solution: _Picture | None) -> list[PlacedClue]:
        if group in self.draft.clues:
            return [self._clue(counts, place) for counts, place in self.draft.clues[group]]
        dialect = self.draft.dialect
        if solution is None:
            if self.draft.clues and dialect.empty_groups:
                return []
            raise self.source.error(f"there are no clues for the {group} and no goal to read them "
                                    "from", self.draft.place)
        clues = dialect.picture_clues(solution.colours, dialect.picture_sizes(solution.rows))
        return [PlacedClue(clue, self.draft.place) for clue in clues[group]]

    def _clue(self, counts: Sequence[Count], place: Place) -> PlacedClue:
        return PlacedClue(Runs(tuple(map(self._run, counts))), place)

    def _run(self, count: Count) -> Run:
        name = self._name(count)
        number = self.numbers.get(name)
        if number is None:
            known = ", ".join(list(self.numbers)[1:11])
            raise self.source.error(f"the colour {name[:20]!a} is not declared; there are {known}",
                                    count.place)
        if number == 0:
            raise self.source.error(f"a run of {name[:20]!a}, which is the background", count.place)
        return Run(count.length or None, number)


def _sort(pictures: Sequence[_Picture]) -> tuple[_Picture | None, list[State]]:
    """Return the maker's picture, and all the others as states. A `solution` that repeats the goal
    is left out."""
    complete = [picture for kind in ("goal", "solution")
                for picture in pictures if picture.kind == kind and picture.complete]
    solution = complete[0] if complete else None
    saved = [picture for picture in pictures if picture is not solution and not (
        solution and picture.kind == "solution" and picture.rows == solution.rows)]
    return solution, [State(tuple(picture.masks)) for picture in saved]


_ROOT = re.compile(rb"<puzzle(?:set)?[\s>/]", re.IGNORECASE)


def sniff(source: Source) -> Sniff:
    """Accept XML; for certain if there is a puzzle near its start."""
    start = source.data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not (start.startswith(b"<?xml") or _ROOT.match(start) or start[:9].lower() == b"<!doctype"):
        return Sniff.NO
    return Sniff.SURE if _ROOT.search(source.data[:100_000]) else Sniff.MAYBE


# --- writing, in the order of elements that webpbn itself writes -------------

_TAGS = {"source": "source", "title": "title", "author": "author", "author_id": "authorid",
          "copyright": "copyright", "licence": "license", "identifier": "id",
          "description": "description"}
_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_TAG = re.compile("[a-z_][a-z0-9_.-]*")


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write a puzzle set, without a DOCTYPE, about which pbnsolve warns."""
    parts = ['<?xml version="1.0" encoding="UTF-8"?>', "<puzzleset>"]
    for nonogram in nonograms:
        parts += ["", *_puzzle(nonogram)]
    return "\n".join([*parts, "", "</puzzleset>", ""]).encode()


def _puzzle(nonogram: Nonogram) -> Iterator[str]:
    dialect = nonogram.family.dialects[FORMAT.name]
    colours = nonogram.puzzle.palette.colours
    chars = symbols_for(nonogram.puzzle.palette, _fits, SYMBOLS + "!$*+-:;=^_~#.")
    yield (f'<puzzle type="{dialect.tag}" defaultcolor="{_attribute(colours[1].name)}" '
           f'backgroundcolor="{_attribute(colours[0].name)}">')
    yield from _info(nonogram.info)
    for colour, char in zip(colours, chars, strict=True):
        yield (f'<color name="{_attribute(colour.name)}" char="{_attribute(char)}">'
               f'{colour.rgb[1:]}</color>')
    names = [_attribute(colour.name) for colour in colours]
    for kind, clues in clue_groups(FORMAT.name, nonogram).items():
        yield from (f'<clues type="{kind}">', *(_line(clue, names) for clue in clues), "</clues>")
    states = [("goal", [1 << colour for colour in nonogram.solution])
              ] if nonogram.solution is not None else []
    states += [("saved", list(state.masks)) for state in nonogram.saved]
    for kind, masks in states:
        image = _text(_image(dialect.picture_rows(nonogram, masks), chars))
        yield from (f'<solution type="{kind}">', f"<image>\n{image}\n</image>", "</solution>")
    yield "</puzzle>"


def _info(info: Info) -> Iterator[str]:
    for name, tag in _TAGS.items():
        if getattr(info, name):
            yield f"<{tag}>{_text(getattr(info, name))}</{tag}>"
    for note in info.notes:
        yield f"<note>{_text(note)}</note>"
    for tag, value in info.more:
        yield f"<{tag}>{_text(value)}</{tag}>"


def _line(clue: Runs, names: Sequence[str]) -> str:
    counts = (f"<count>{run.length or 0}</count>" if run.colour == 1 else
              f'<count color="{names[run.colour]}">{run.length or 0}</count>' for run in clue.runs)
    return f"<line>{''.join(counts)}</line>"


def _text(text: str) -> str:
    return (text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
            .replace("\r", "&#13;"))


def _attribute(text: str) -> str:
    return (_text(text).replace('"', "&quot;").replace("\t", "&#9;").replace("\n", "&#10;"))


def _fits(char: str) -> bool:
    return char not in UNSAFE and not char.isspace() and not _NOT_XML.search(char)


def losses(nonogram: Nonogram) -> list[Loss]:
    """Return texts with characters that XML lacks or spaces at the ends, and odd property names."""
    lost = []
    for what, value in texts(nonogram):
        if what.startswith(("the property name", "the symbol")):
            continue
        if what.startswith("the colour name"):
            if _NOT_XML.search(value):
                lost.append(Loss(what, plain_names))
        elif _clean(value) != value:
            lost.append(Loss(f"{what} with control characters, or spaces at its ends", _cleaned))
    lost += [Loss(f"the property {key!a}", without_property(key)) for key, _ in nonogram.info.more
             if not _keeps(nonogram.info, key)]
    return lost


def _clean(text: str) -> str:
    return _NOT_XML.sub("", text).strip()


def _cleaned(nonogram: Nonogram) -> Nonogram:
    return replace(nonogram, info=map_texts(nonogram.info, _clean))


def _keeps(info: Info, tag: str) -> bool:
    if tag in FIELDS:  # a second title: read back as such only if there is a first
        return bool(getattr(info, FIELDS[tag]))
    return bool(_TAG.fullmatch(tag)) and tag not in KNOWN and not tag.startswith("xml")


FORMAT = Format("webpbn", (".xml", ".pbn"), "webpbn.com's XML: colours, blotted clues, solutions",
                sniff, read, write, EVERYTHING - {"hidden", "given"}, losses)
