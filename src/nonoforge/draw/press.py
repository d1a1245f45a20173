"""Puts marks on the pages of a PDF, in the coordinates of a scene or a plan: y downwards.

reportlab's canvas is turned over once, so that places and matrices are those of SVG; only text must
be turned back.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import cos, radians, sin
from typing import TYPE_CHECKING, TypeAlias

from nonoforge.draw.colours import channels
from nonoforge.draw.fonts import runs
from nonoforge.draw.outline import Outline
from nonoforge.path import Path, Point

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

Matrix: TypeAlias = tuple[float, float, float, float, float, float]
EVEN_ODD, NON_ZERO = 0, 1  # reportlab's numbers


class Press:
    """A canvas, and what is done to it."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    @contextmanager
    def through(self, matrix: Matrix) -> Iterator[None]:
        """What is drawn meanwhile is seen through a matrix."""
        self.canvas.saveState()
        self.canvas.transform(*matrix)
        yield
        self.canvas.restoreState()

    @contextmanager
    def within(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """What is drawn meanwhile is seen in this box only."""
        self.canvas.saveState()
        path = self.path()
        path.rect(left, top, width, height)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    def pen(self, colour: str, width: float, *, cap: int = 1) -> None:
        """Round ends (1) or square ones (2); joints are round."""
        self.canvas.setStrokeColorRGB(*_rgb(colour))
        self.canvas.setLineWidth(width)
        self.canvas.setLineCap(cap)
        self.canvas.setLineJoin(1)

    def ink(self, colour: str) -> None:
        self.canvas.setFillColorRGB(*_rgb(colour))

    def path(self) -> Outline:
        return Outline()

    def draw(
        self, path: Outline, *, stroke: bool = False, fill: bool = False,
        holes: bool = False,
    ) -> None:
        """With the pen, with ink, or both. With `holes` what is within an even number of outlines
        is left out; without, outlines may overlap."""
        self.canvas.drawPath(path, stroke=int(stroke), fill=int(fill),
                             fillMode=EVEN_ODD if holes else NON_ZERO)

    def text(
        self, text: str, at: Point, size: float, *, middle: bool = False, bold: bool = False,
        angle: float = 0.0,
    ) -> None:
        """A text on its base line, turned clockwise by an angle in degrees."""
        self.texts([(text, at)], size, middle=middle, bold=bold, angle=angle)

    def texts(
        self, texts: Iterable[tuple[str, Point]], size: float, *, middle: bool = False,
        bold: bool = False, angle: float = 0.0,
    ) -> None:
        """Many texts of one look: reportlab is slow to begin each anew."""
        c, s = cos(radians(angle)), sin(radians(angle))
        written = self.canvas.beginText()
        last = ""
        for text, (x, y) in texts:
            pieces, width = _measured(text, size, bold)
            back = width / 2 if middle else 0.0
            written.setTextTransform(c, s, s, -c, x - back * c, y - back * s)
            for font, piece in pieces:
                if font != last:
                    written.setFont(font, size)
                    last = font
                written.textOut(piece)
        self.canvas.drawText(written)


def text_length(text: str, size: float, *, bold: bool = False) -> float:
    """How long a text becomes."""
    return _measured(text, size, bold)[1]


def trimmed(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """The text, cut with an ellipsis where it does not fit."""
    if text_length(text, size, bold=bold) <= room:
        return text
    short = bisect(range(len(text)), room, key=lambda count: text_length(
        text[:count].rstrip() + "…", size, bold=bold))
    return text[:max(0, short - 1)].rstrip() + "…"


def broken(text: str, size: float, room: float, lines: int, *, bold: bool = False) -> list[str]:
    """The text in at most so many lines; what is left over becomes an ellipsis."""
    found: list[str] = []
    for word in text.split():
        joined = f"{found[-1]} {word}" if found else word
        if found and text_length(joined, size, bold=bold) > room and len(found) < lines:
            found.append(word)
        else:
            found[-1:] = [joined]
    return [trimmed(line, size, room, bold=bold) for line in found]


@lru_cache(maxsize=4096)
def _measured(text: str, size: float, bold: bool) -> tuple[list[tuple[str, str]], float]:
    """The pieces of a text, and its width. Puzzles have many numbers, but few different ones."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    pieces = runs(text, bold)
    return pieces, sum(stringWidth(piece, font, size) for font, piece in pieces)


def trace(target: Outline, path: Path, *, closed: bool) -> None:
    """Add a path of straight pieces and cubics."""
    target.moveTo(*path[0][0])
    for piece in path:
        if len(piece) == 2:
            target.lineTo(*piece[1])
        else:
            (_, (a, b), (c, d), (e, f)) = piece
            target.curveTo(a, b, c, d, e, f)
    if closed:
        target.close()


def polygon(target: Outline, points: Sequence[Point]) -> None:
    """Add a polygon."""
    target.moveTo(*points[0])
    for point in points[1:]:
        target.lineTo(*point)
    target.close()


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = channels(colour)
    return red / 255, green / 255, blue / 255
