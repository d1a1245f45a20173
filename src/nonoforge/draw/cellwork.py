"""Cells as characters, for text pictures."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.draw.ansi import PLAIN, Depth, Look, Piece
from nonoforge.draw.colours import blend, ink_on, visible
from nonoforge.draw.compose import MARK, THIN_LINES, open_tint
from nonoforge.draw.picture import BLANK, OPEN, Picture
from nonoforge.draw.words import symbols
from nonoforge.palette import Palette

DIM = Look("#808080")


class Brush(NamedTuple):
    """How cells are written: with colours or letters, with Unicode or ASCII."""

    palette: Palette
    depth: Depth
    unicode: bool
    finished: bool

    def rgb(self, shown: int) -> str:
        """The colour behind a cell."""
        background = self.palette.colours[0].rgb
        if shown == OPEN:
            return open_tint(background)
        return background if shown == BLANK else self.palette.colours[shown].rgb

    def cell(self, shown: int, marked: bool, pitch: int) -> Piece:
        """A cell of its own: as letters, or as a coloured field that ends in a thin line."""
        if not self.depth:
            return (("*" if marked else "") + self._letter(shown)).rjust(pitch), PLAIN
        paper = self.rgb(shown)
        if marked:
            return "><"[:pitch].center(pitch), Look(ink_on(paper), paper, bold=True)
        if shown == OPEN:
            return ("░" if self.unicode else "?") * pitch, Look(visible(THIN_LINES, [paper], 2), paper)
        line = "▕" if self.unicode and pitch > 1 else " "
        sign = self._sign(shown)
        return sign.rjust(pitch - 1) + line if pitch > 1 else sign, Look(
            visible(THIN_LINES, [paper], 1.7), paper)

    def _sign(self, shown: int) -> str:
        """A cross in a cell that is known to be white, while others are not known."""
        return " " if shown or self.finished else "×" if self.unicode else "x"

    def _letter(self, shown: int) -> str:
        if shown == OPEN:
            return "?"
        if shown == BLANK:
            return "·" if self.unicode else "_"
        return symbols(self.palette)[shown]

    def rule(self, stops: list[int], pitch: int) -> str:
        """A line between rows, with a joint at each bar."""
        joint, line = ("┼", "─") if self.unicode else ("+", "-")
        spans = (b - a for a, b in zip(stops, stops[1:], strict=False))
        return joint + joint.join(line * (span * pitch) for span in spans) + joint

    @property
    def bar(self) -> Piece:
        return "│" if self.unicode else "|", PLAIN


def cells_of(
    shown: Picture, y: int, brush: Brush, pitch: int, stops: list[int],
) -> Iterator[Piece]:
    """The cells of a row, with bars where they are wanted."""
    for x, (value, marked) in enumerate(zip(shown.row(y), shown.row_marks(y), strict=True)):
        if x in stops:
            yield brush.bar
        yield brush.cell(value, marked, pitch)
    if stops:
        yield brush.bar


def halves_of(shown: Picture, y: int, brush: Brush) -> Iterator[Piece]:
    """Two rows in one line of text: the ink colours the upper half, the paper the lower."""
    upper = _colours(shown, y, brush)
    if y + 1 == shown.grid.height:
        return (("▀", Look(up)) for up in upper)
    return (("▀", Look(up, low)) for up, low in zip(upper, _colours(shown, y + 1, brush),
                                                   strict=True))


def _colours(shown: Picture, y: int, brush: Brush) -> list[str]:
    """A half cell has room for a colour only, so a marked one takes on the colour of marks."""
    return [blend(brush.rgb(value), MARK, 0.6) if marked else brush.rgb(value)
            for value, marked in zip(shown.row(y), shown.row_marks(y), strict=True)]
