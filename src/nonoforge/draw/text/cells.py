"""Cells as characters, for text pictures."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from nonoforge.draw.colours import blend, ink_on, visible
from nonoforge.draw.picture import BLANK, FIVE, MARK, OPEN, Picture, cell_rgb
from nonoforge.draw.text.ansi import PLAIN, Depth, Look, Piece
from nonoforge.draw.words import symbols
from nonoforge.palette import Palette

FAINT = ("#b8b8b8", "#4d4d4d", "#808080")
STRONG = ("#5a5a5a", "#d8d8d8")


class Brush(NamedTuple):
    """How cells are written: with colours or letters, with Unicode or ASCII."""

    palette: Palette
    depth: Depth
    unicode: bool
    finished: bool

    @property
    def fives(self) -> bool:
        """Do the fields show every fifth line themselves? If not, bars are needed."""
        return bool(self.depth) and self.unicode

    def letter(self, shown: int, marked: bool, pitch: int, _end: bool, _under: bool) -> Piece:
        """A cell as a letter, after a star if it is marked."""
        if marked and pitch == 1:
            return "*", PLAIN
        return f"{'*' if marked else ''}{self._letter(shown)}".rjust(pitch), PLAIN

    def _letter(self, shown: int) -> str:
        if shown == OPEN:
            return "?"
        if shown == BLANK:
            return "·" if self.unicode else "_"
        return symbols(self.palette)[shown]

    def field(self, shown: int, marked: bool, pitch: int, end: bool, under: bool) -> Piece:
        """A cell as a coloured field with a thin line at its right: stronger at the `end` of five.

        Rows are told apart by underlining every fifth, which takes the colour of the ink.
        """
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
        """A line between rows, with a joint at each bar."""
        joint, line = ("┼", "─") if self.unicode else ("+", "-")
        spans = (b - a for a, b in pairwise(stops))
        return joint + joint.join(line * (span * pitch) for span in spans) + joint

    @property
    def bar(self) -> Piece:
        return "│" if self.unicode else "|", PLAIN


def cells_of(
    shown: Picture, y: int, brush: Brush, pitch: int, stops: list[int],
) -> Iterator[Piece]:
    """The cells of a row, with bars where they are wanted."""
    draw = lru_cache(maxsize=None)(brush.field if brush.depth else brush.letter)
    under = brush.fives and _fifth(y, shown.grid.height)
    for x, (value, marked) in enumerate(zip(shown.row(y), shown.row_marks(y), strict=True)):
        if x in stops:
            yield brush.bar
        yield draw(value, marked, pitch, _fifth(x, shown.grid.width), under)
    if stops:
        yield brush.bar


def _fifth(index: int, count: int) -> bool:
    """Does a thick line follow this cell?"""
    return (index + 1) % FIVE == 0 and index + 1 < count


def halves_of(shown: Picture, y: int, brush: Brush) -> Iterator[Piece]:
    """Two rows in one line of text: the ink colours the upper half, the paper the lower."""
    upper = _colours(shown, y, brush.palette)
    if y + 1 == shown.grid.height:
        return (("▀", Look(up)) for up in upper)
    lower = _colours(shown, y + 1, brush.palette)
    return (("▀", Look(up, low)) for up, low in zip(upper, lower, strict=True))


def _colours(shown: Picture, y: int, palette: Palette) -> list[str]:
    """A half cell has room for a colour only, so a marked one takes on the colour of marks."""
    rgbs = {value: cell_rgb(value, palette) for value in set(shown.row(y))}
    return [blend(rgbs[value], MARK, 0.6) if marked else rgbs[value]
            for value, marked in zip(shown.row(y), shown.row_marks(y), strict=True)]
