"""Text pictures: coloured cells for a terminal, letters for a pipe.

A family composes its picture (`Family.text_picture`) from what is here: text with colours, squares
in rows with numbers beside and above them, and the names of the colours.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, groupby, pairwise
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.clues import Run
from nonoforge.colour_vision import channels
from nonoforge.drawing.colours import PAPER, blend, ink_on, visible
from nonoforge.drawing.picture import BLANK, FIVE, MARK, OPEN, Picture, cell_rgb, shown_cells
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import columns, printable

Depth: TypeAlias = Literal[0, 8, 24]
"""Bits of colour that a terminal shows: none, 256 colours, or all."""


@dataclass(frozen=True, kw_only=True)
class TextOptions:
    """What a text picture shows, and the room for it; see `terminal`."""

    picture: Colouring | State | None = None
    marks: Collection[int] = ()
    clues: bool = True
    title: bool = True
    width: int | None = None
    height: int | None = None
    unicode: bool = True
    depth: Depth = 0

    def heading(self, nonogram: Nonogram) -> list[str]:
        """Return title and author in one line, or no line: without clues there is no title."""
        title, author = printable(nonogram.info.title), printable(nonogram.info.author)
        text = " ".join(part for part in (title, f"by {author}" if author else "") if part)
        return [text] if text and self.clues and self.title else []

    def cells(self, nonogram: Nonogram) -> bytes:
        """Return what each cell shows, after a check that picture and marks fit the puzzle."""
        return shown_cells(nonogram.puzzle, self.picture, self.marks)

    def brush(self, palette: Palette) -> Brush:
        """Return how cells are written."""
        return Brush(palette, self.depth, self.unicode, isinstance(self.picture, bytes))


def terminal(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), clues: bool = True, title: bool = True, colour: bool = False,
    width: int | None = None, height: int | None = None, unicode: bool = True,
    true_colour: bool = True,
) -> str:
    """Return the nonogram as text, without a line break at the end.

    `picture` is what the cells show: a colouring, a state, or None for the empty puzzle; `marks`
    are cells to point out. `width` is that of the terminal in columns, None for a pipe or a file.
    With a `height` in lines the picture is made smaller, then drawn without clues, until it fits
    or cannot become lower. `title` False leaves out the title above the clues. Without `colour`,
    cells are characters: those of the palette, `?` for an open cell, `*` before a marked one.
    Without `unicode` everything is ASCII. `true_colour` False keeps to 256 colours.
    """
    options = TextOptions(
        picture=picture, marks=marks, clues=clues, title=title, width=width, height=height,
        unicode=unicode, depth=(24 if true_colour else 8) if colour else 0)
    lines = nonogram.family.text_picture(nonogram, options)
    return "\n".join(line if unicode else line.encode("ascii", "replace").decode("ascii")
                     for line in lines)


# --- coloured text -----------------------------------------------------------------------------


class Look(NamedTuple):
    """Colours `#rrggbb`, or None for the terminal's own."""

    ink: str | None = None
    paper: str | None = None
    bold: bool = False
    under: bool = False


PLAIN = Look()

Piece: TypeAlias = tuple[str, Look]


def write(pieces: Iterable[Piece], depth: Depth) -> str:
    """Return one line; neighbours of one look share their codes, and the line ends in the plain
    look.

    >>> write([("a", PLAIN), ("b", Look("#ff0000"))], 24)
    'a\\x1b[38;2;255;0;0mb\\x1b[0m'
    >>> write([("a", PLAIN), ("b", Look("#ff0000"))], 0)
    'ab'
    """
    if not depth:
        return "".join([text for text, _ in pieces])
    out = []
    for look, group in groupby(pieces, key=lambda piece: piece[1]):
        text = "".join(part for part, _ in group)
        codes = _codes(look, depth)
        out.append(f"\x1b[{codes}m{text}\x1b[0m" if codes else text)
    return "".join(out)


def visible_columns(line: str) -> int:
    """Return how many columns of a terminal a line takes, without its codes.

    >>> visible_columns("a\\x1b[38;2;255;0;0mb\\x1b[0m")
    2
    """
    return columns(_CODES.sub("", line))


_CODES = re.compile("\x1b\\[[0-9;]*m")


@lru_cache(maxsize=4096)
def _codes(look: Look, depth: Depth) -> str:
    codes = ["1"] * look.bold + ["4"] * look.under
    for colour, start in ((look.ink, 38), (look.paper, 48)):
        if colour is not None and depth == 24:
            codes.append("{};2;{};{};{}".format(start, *channels(colour)))
        elif colour is not None:
            codes.append(f"{start};5;{nearest_of_256(colour)}")
    return ";".join(codes)


def nearest_of_256(colour: str) -> int:
    """Return the nearest of the 256 colours: a cube of 6x6x6 from 16 on, greys from 232 on.

    >>> nearest_of_256("#ff0000"), nearest_of_256("#ffffff"), nearest_of_256("#888888")
    (196, 231, 102)
    """
    want = channels(colour)
    steps = [min(range(6), key=lambda i: abs(_CUBE[i] - value)) for value in want]
    cube = (16 + 36 * steps[0] + 6 * steps[1] + steps[2], [_CUBE[i] for i in steps])
    step = min(range(24), key=lambda i: abs(8 + 10 * i - sum(want) / 3))
    ramp = (232 + step, [8 + 10 * step] * 3)
    return min(cube, ramp, key=lambda found: sum((a - b) ** 2 for a, b in zip(want, found[1],
                                                                             strict=True)))[0]


_CUBE = (0, 95, 135, 175, 215, 255)


# --- numbers and names of colours ---------------------------------------------------------------


def number_of(run: Run, palette: Palette, depth: Depth) -> Piece:
    """Return the number of a run; where its colour cannot be shown, with the colour's letter."""
    return coloured_number("?" if run.length is None else str(run.length),
                           0 if palette.plain else run.colour, palette, depth)


def coloured_number(text: str, colour: int, palette: Palette, depth: Depth) -> Piece:
    """Return a number on its colour, or with the colour's letter; colour 0 is none."""
    if not colour:
        return text, PLAIN
    if not depth:
        return text + palette.letters[colour], PLAIN
    return text, on_colour(palette.colours[colour].rgb)


def on_colour(rgb: str) -> Look:
    """Return the look of text on a colour."""
    return Look(ink_on(rgb), rgb, bold=True)


def legend(palette: Palette, depth: Depth, width: int | None) -> list[str]:
    """Return the names of the colours, in lines; none for black and white."""
    if palette.plain:
        return []
    lines: list[list[Piece]] = [[]]
    used = 0
    for sign, colour in zip(palette.letters[1:], palette.colours[1:], strict=True):
        name = printable(colour.name)
        entry: list[Piece] = [(f" {sign} ", on_colour(colour.rgb)), (f" {name}  ", PLAIN)] \
            if depth else [(f"{sign} {name}  ", PLAIN)]
        need = sum(columns(text) for text, _ in entry)
        if width is not None and used and used + need > width:
            lines.append([])
            used = 0
        lines[-1] += entry
        used += need
    return [write(line, depth).rstrip() for line in lines]


# --- squares in rows ----------------------------------------------------------------------------

FAINT = ("#b8b8b8", "#4d4d4d", "#808080")
STRONG = ("#5a5a5a", "#d8d8d8")


class Style(NamedTuple):
    """How squares become characters.

    A cell is `pitch` characters wide, two or more, and a line of text is a row; or, with `half`, a
    cell is half a character (▀ has two colours), and a line of text is two rows, whose clues share
    it: `upper / lower`.
    """

    pitch: int
    bars: bool = False
    half: bool = False
    clues: bool = True

    def stops(self, count: int) -> list[int]:
        """Return before which cells a bar stands; the last one closes the row."""
        return sorted({*range(0, count, FIVE), count}) if self.bars else []


def lowest(styles: Sequence[Style], heights: Sequence[int], room: int) -> Style:
    """Return the first style that is low enough, or the lowest."""
    return next((style for style, height in zip(styles, heights, strict=True) if height <= room),
                styles[heights.index(min(heights))])


class Brush(NamedTuple):
    """How cells are written: with colours or letters, with Unicode or ASCII."""

    palette: Palette
    depth: Depth
    unicode: bool
    finished: bool

    @property
    def fives(self) -> bool:
        """Whether coloured fields show every fifth line themselves; if not, bars are needed."""
        return bool(self.depth) and self.unicode

    def letter(self, shown: int, marked: bool, pitch: int, _end: bool, _under: bool) -> Piece:
        """Return a cell as a letter, after a star if it is marked."""
        if marked and pitch == 1:
            return "*", PLAIN
        return f"{'*' if marked else ''}{self._letter(shown)}".rjust(pitch), PLAIN

    def _letter(self, shown: int) -> str:
        if shown == OPEN:
            return "?"
        if shown == BLANK:
            return "·" if self.unicode else "_"
        return self.palette.letters[shown]

    def field(self, shown: int, marked: bool, pitch: int, end: bool, under: bool) -> Piece:
        """Return a cell as a coloured field with a thin line at its right, stronger at the `end`
        of five. Every fifth row is underlined, in the colour of the ink."""
        paper = cell_rgb(shown, self.palette)
        ink = visible(STRONG if end or under else FAINT, [paper], 1.5)
        if marked:
            return "><"[:pitch].center(pitch), Look(ink_on(paper), paper, True, under)
        if shown == OPEN:
            ink = visible(STRONG, [paper], 1.5)
            return ("░" if self.unicode else "?") * pitch, Look(ink, paper, under=under)
        sign = " " if shown or self.finished else "×" if self.unicode else "x"
        line = "▕" if self.unicode else " "
        text = sign.rjust(pitch - 1) + line if pitch > 1 else sign
        return text, Look(ink, paper, under=under)

    def rule(self, stops: list[int], pitch: int) -> str:
        """Return a line between rows, with a joint at each bar."""
        joint, line = ("┼", "─") if self.unicode else ("+", "-")
        spans = (b - a for a, b in pairwise(stops))
        return joint + joint.join(line * (span * pitch) for span in spans) + joint

    @property
    def bar(self) -> Piece:
        return "│" if self.unicode else "|", PLAIN


class ClueNumbers(NamedTuple):
    """The numbers of every row and column, each with its look."""

    rows: list[list[Piece]]
    columns: list[list[Piece]]
    depth: Depth

    @property
    def longest(self) -> int:
        """The most characters of a number above the squares."""
        return max(len(text) for clue in self.columns for text, _ in clue)

    @property
    def row_width(self) -> int:
        return max(_width(clue) for clue in self.rows)

    def row(self, y: int) -> list[Piece]:
        """Return the clue of a row, flush with the cells."""
        clue = self.rows[y]
        spaced = chain.from_iterable(((" ", PLAIN), number) for number in clue)
        return [(" " * (self.row_width - _width(clue)), PLAIN), *list(spaced)[1:]]

    def two_rows(self, y: int) -> list[Piece]:
        """Return the clues of two rows that share a line of text."""
        if y + 1 == len(self.rows):
            return [*self.row(y), (" " * (self.row_width + 4), PLAIN)]
        return [*self.row(y), (" / ", PLAIN), *self.row(y + 1), (" ", PLAIN)]

    def header(self, pitch: int, stops: list[int]) -> Iterator[list[Piece]]:
        """Yield the lines above the squares; each clue is a tower that stands on its column."""
        towers = self._towers(pitch)
        height = max(map(len, towers))
        for level in range(height):
            line: list[Piece] = []
            for x, tower in enumerate(towers):
                if x in stops:
                    line.append((" ", PLAIN))
                index = level - height + len(tower)
                text, look = tower[index] if index >= 0 else ("", PLAIN)
                line += [(" " * (pitch - len(text)), PLAIN), (text, look)]
            yield line

    def height(self, pitch: int) -> int:
        """Return how many lines there are above the squares."""
        return max(map(len, self._towers(pitch)))

    def _towers(self, pitch: int) -> list[list[Piece]]:
        striped = bool(self.depth) and self.longest == pitch > 1
        return [_stripes(clue, pitch, x) if striped else _tower(clue, pitch, self.longest)
                for x, clue in enumerate(self.columns)]


def _width(clue: list[Piece]) -> int:
    return sum(len(text) for text, _ in clue) + len(clue) - 1


def _tower(clue: list[Piece], pitch: int, longest: int) -> list[Piece]:
    """Return a column's clue from top to bottom, a number to a line. Where numbers would touch
    their neighbours, digits go one below the other with an empty line between numbers."""
    if longest == 1 or longest < pitch:
        return clue
    tower: list[Piece] = []
    for text, look in clue:
        tower += [("", PLAIN)] * bool(tower) + [(char, look) for char in text]
    return tower


def _stripes(clue: list[Piece], pitch: int, x: int) -> list[Piece]:
    """Return numbers as wide as their column. Every other column is shaded: 1 and 12 would look
    like 11 and 2."""
    tower = []
    for text, look in clue:
        paper = look.paper or PAPER
        shade = blend(paper, ink_on(paper), 0.2) if x % 2 else paper
        tower.append((text.rjust(pitch), Look(ink_on(shade), shade, look.bold)))
    return tower


class SquareText(NamedTuple):
    """Squares in rows, with the clues beside and above them."""

    shown: Picture
    clues: ClueNumbers
    brush: Brush

    def styles(self, *, clues: bool, marks: bool, blank: bool) -> list[Style]:
        """Return the styles to try, the best first; the last shows no clues."""
        brush, longest = self.brush, self.clues.longest
        if not brush.depth and not clues:
            return [Style(pitch, clues=False) for pitch in ((2, 1) if marks else (1,))]
        pitch = longest + 1 if longest <= 2 and not brush.depth else 2
        wide = [Style(2)] if brush.fives else \
            [Style(pitch, bars=True), Style(2, bars=True), Style(2)]
        narrow = [Style(1, half=True)] if brush.fives else []
        # Half cells leave two rows of clues on a line; a puzzle without its clues is worth nothing.
        narrow += [Style(1)] if blank or not brush.fives else []
        bare = Style(1, half=brush.fives, clues=False)
        return [*wide, *narrow, bare] if clues else [*(s._replace(clues=False) for s in wide), bare]

    def width(self, style: Style) -> int:
        """Return the columns that a style takes."""
        return self._left(style) + len(style.stops(self.shown.width)) \
            + style.pitch * self.shown.width

    def height(self, style: Style) -> int:
        """Return the lines that a style takes."""
        rows = -(-self.shown.height // 2) if style.half else \
            self.shown.height + len(style.stops(self.shown.height))
        return rows + (self.clues.height(style.pitch) if style.clues else 0)

    def lines(self, style: Style) -> list[str]:
        """Return the clues of the columns and the rows."""
        lines = []
        if style.clues:
            left: Piece = (" " * self._left(style), PLAIN)
            for above in self.clues.header(style.pitch, style.stops(self.shown.width)):
                lines.append(write([left, *above], self.brush.depth).rstrip(" "))
        return [*lines, *(self._half_lines(style) if style.half else self._wide_lines(style))]

    def _left(self, style: Style) -> int:
        """Return the columns left of the squares."""
        if not style.clues:
            return 0
        return self.clues.row_width * 2 + 4 if style.half else self.clues.row_width + 1

    def _wide_lines(self, style: Style) -> Iterator[str]:
        across, down = style.stops(self.shown.width), style.stops(self.shown.height)
        rule = " " * self._left(style) + self.brush.rule(across, style.pitch) if down else ""
        for y in range(self.shown.height):
            if y in down:
                yield rule
            clue = [*self.clues.row(y), (" ", PLAIN)] if style.clues else []
            yield write([*clue, *self._cells(y, style.pitch, across)], self.brush.depth)
        if down:
            yield rule

    def _cells(self, y: int, pitch: int, stops: list[int]) -> Iterator[Piece]:
        """Yield the cells of a row, with bars where they are wanted."""
        brush, shown = self.brush, self.shown
        draw = lru_cache(maxsize=None)(brush.field if brush.depth else brush.letter)
        under = brush.fives and _fifth(y, shown.height)
        for x, (value, marked) in enumerate(zip(shown.row(y), shown.row_marks(y), strict=True)):
            if x in stops:
                yield brush.bar
            yield draw(value, marked, pitch, _fifth(x, shown.width), under)
        if stops:
            yield brush.bar

    def _half_lines(self, style: Style) -> Iterator[str]:
        for y in range(0, self.shown.height, 2):
            clue = self.clues.two_rows(y) if style.clues else []
            yield write([*clue, *self._halves(y)], self.brush.depth)

    def _halves(self, y: int) -> Iterator[Piece]:
        """Yield two rows in one line: the ink colours the upper half, the paper the lower."""
        upper = self._colours(y)
        if y + 1 == self.shown.height:
            return (("▀", Look(up)) for up in upper)
        return (("▀", Look(up, low)) for up, low in zip(upper, self._colours(y + 1), strict=True))

    def _colours(self, y: int) -> list[str]:
        """Return the colours of half cells; a marked one is blended with the colour of marks."""
        row = self.shown.row(y)
        rgbs = {value: cell_rgb(value, self.brush.palette) for value in set(row)}
        return [blend(rgbs[value], MARK, 0.6) if marked else rgbs[value]
                for value, marked in zip(row, self.shown.row_marks(y), strict=True)]


def _fifth(index: int, count: int) -> bool:
    """Return whether a thick line follows this cell."""
    return (index + 1) % FIVE == 0 and index + 1 < count
