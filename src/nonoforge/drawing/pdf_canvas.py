"""A page of a PDF to draw on, in millimetres from its top left corner, y downwards.

reportlab's canvas is flipped once, so that places and matrices are those of SVG; only text must be
flipped back. Fonts are the standard ones for Western letters, numbers and arrows, those of the
system for others, embedded, and East Asian ones by name, which PDF readers know. A character that
none of them has becomes a black square, and a remark says so.
"""

from __future__ import annotations

import io
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from itertools import groupby
from math import cos, radians, sin
from typing import TYPE_CHECKING, Any

from nonoforge.colour_vision import channels
from nonoforge.drawing.text_metrics import left_to_right
from nonoforge.errors import MissingPart
from nonoforge.path import Matrix, Path, Point
from nonoforge.text import printable

if TYPE_CHECKING:
    from reportlab.pdfgen.canvas import Canvas

POINT = 72 / 25.4  # points of a millimetre
EVEN_ODD, NON_ZERO = 0, 1  # reportlab's numbers
CORNER_HANDLE = 0.4477  # where the handles of a quarter circle are, from its corner, in radii
STANDARD_FONTS = ("Helvetica", "Helvetica-Bold")
ARROWS = "←↑→↓↔"  # in the standard font Symbol, which takes the place of Helvetica for them
MISSING_CHARACTER = "■"
SYSTEM_FONTS = (
    ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"), ("NotoSans-Regular.ttf", "NotoSans-Bold.ttf"),
    ("LiberationSans-Regular.ttf", "LiberationSans-Bold.ttf"), ("arial.ttf", "arialbd.ttf"))
EAST_ASIAN_FONTS = (("HANGUL", "HYGothic-Medium"), ("HIRAGANA", "HeiseiKakuGo-W5"),
                    ("KATAKANA", "HeiseiKakuGo-W5"), ("CJK", "STSong-Light"))


class PdfDocument:
    """A PDF file in the making. The same input gives the same bytes."""

    def __init__(self, title: str, author: str) -> None:
        try:
            from reportlab.pdfgen.canvas import Canvas
        except ImportError as error:
            raise MissingPart(
                "PDF needs reportlab: pip install 'nonoforge[print]', or draw SVG instead"
            ) from error
        self._out = io.BytesIO()
        self._canvas = Canvas(self._out, invariant=1)
        self._canvas.setTitle(printable(title) or "Nonogram")
        self._canvas.setAuthor(printable(author))
        self._canvas.setCreator("Nonoforge")
        self._canvas.setSubject("")

    @contextmanager
    def page(
        self, width: float, height: float, *, bleed: float = 0.0, offset: Point = (0.0, 0.0),
    ) -> Iterator[PdfCanvas]:
        """Begin a page of this size in millimetres, and end it. `bleed` is paper around it that is
        cut off; places are measured from `offset` on the page."""
        across, up = (width + 2 * bleed) * POINT, (height + 2 * bleed) * POINT
        self._canvas.setPageSize((across, up))
        if bleed:
            edge = bleed * POINT
            self._canvas.setBleedBox((0, 0, across, up))
            self._canvas.setTrimBox((edge, edge, across - edge, up - edge))
        canvas = PdfCanvas(self._canvas)
        left, top = offset
        with canvas.transformed((POINT, 0, 0, -POINT, (bleed + left) * POINT,
                                 up - (bleed + top) * POINT)):
            yield canvas
        self._canvas.showPage()

    def bookmark(self, text: str, key: str) -> None:
        """Add the next page to the reader's table of contents; keys differ."""
        self._canvas.bookmarkPage(key)
        self._canvas.addOutlineEntry(text, key)

    def finish(self) -> bytes:
        """Return the file. Streams are bytes, not text in base 85, which takes long and more
        room."""
        from reportlab import rl_config

        before, rl_config.useA85 = rl_config.useA85, 0
        try:
            self._canvas.save()
        finally:
            rl_config.useA85 = before
        return self._out.getvalue()


class PdfCanvas:
    """Draws on a page."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas

    @contextmanager
    def transformed(self, matrix: Matrix) -> Iterator[None]:
        """Map the coordinates of what is drawn meanwhile by a matrix."""
        self.canvas.saveState()
        self.canvas.transform(*matrix)
        yield
        self.canvas.restoreState()

    @contextmanager
    def clipped(self, left: float, top: float, width: float, height: float) -> Iterator[None]:
        """Show only this box of what is drawn meanwhile."""
        self.canvas.saveState()
        path = PdfPath()
        path.rect(left, top, width, height)
        self.canvas.clipPath(path, stroke=0, fill=0)
        yield
        self.canvas.restoreState()

    def pen(self, colour: str, width: float, *, cap: int = 1) -> None:
        """Set colour, width and ends of strokes: round (1) or square (2); joints are round."""
        self.canvas.setStrokeColorRGB(*_rgb(colour))
        self.canvas.setLineWidth(width)
        self.canvas.setLineCap(cap)
        self.canvas.setLineJoin(1)

    def ink(self, colour: str) -> None:
        """Set the colour of fillings and texts."""
        self.canvas.setFillColorRGB(*_rgb(colour))

    def draw(
        self, path: PdfPath, *, stroke: bool = False, fill: bool = False, holes: bool = False,
    ) -> None:
        """Draw a path with the pen, fill it with ink, or both. With `holes` the even-odd rule
        applies; without, outlines may overlap."""
        self.canvas.drawPath(path, stroke=int(stroke), fill=int(fill),
                             fillMode=EVEN_ODD if holes else NON_ZERO)

    def text(
        self, text: str, at: Point, size: float, *, middle: bool = False, bold: bool = False,
        angle: float = 0.0,
    ) -> None:
        """Write a text on its base line, turned clockwise by an angle in degrees."""
        self.texts([(*at, text)], size, middle=middle, bold=bold, angle=angle)

    def texts(
        self, texts: Iterable[tuple[float, float, str]], size: float, *, middle: bool = False,
        bold: bool = False, angle: float = 0.0,
    ) -> None:
        """Write many texts of one look, as (x, y, text): reportlab is slow to begin each anew."""
        c, s = cos(radians(angle)), sin(radians(angle))
        written = self.canvas.beginText()
        last = ""
        for x, y, text in texts:
            pieces, width = _measured(text, size, bold)
            back = width / 2 if middle else 0.0
            written.setTextTransform(c, s, s, -c, x - back * c, y - back * s)
            for font, piece in pieces:
                if font != last:
                    written.setFont(font, size)
                    last = font
                written.textOut(piece)
        self.canvas.drawText(written)


def _rgb(colour: str) -> tuple[float, float, float]:
    red, green, blue = channels(colour)
    return red / 255, green / 255, blue / 255


class PdfPath:
    """A path as commands of PDF. reportlab has a class for it, which takes most of its time to
    write numbers; pages of puzzles have tens of thousands of them."""

    def __init__(self) -> None:
        self._code: list[str] = []

    def __bool__(self) -> bool:
        return bool(self._code)

    def getCode(self) -> str:
        """Return all commands; reportlab calls it."""
        return " ".join(self._code)

    def move(self, x: float, y: float) -> None:
        self._code.append(f"{pdf_number(x)} {pdf_number(y)} m")

    def line(self, x: float, y: float) -> None:
        self._code.append(f"{pdf_number(x)} {pdf_number(y)} l")

    def curve(
        self, x1: float, y1: float, x2: float, y2: float, x3: float, y3: float,
    ) -> None:
        numbers = " ".join(map(pdf_number, (x1, y1, x2, y2, x3, y3)))
        self._code.append(f"{numbers} c")

    def close(self) -> None:
        self._code.append("h")

    def rect(self, x: float, y: float, width: float, height: float) -> None:
        self._code.append(f"{pdf_number(x)} {pdf_number(y)} {pdf_number(width)} "
                          f"{pdf_number(height)} re")

    def rounded_rect(
        self, x: float, y: float, width: float, height: float, radius: float,
    ) -> None:
        right, low, bend = x + width, y + height, CORNER_HANDLE * radius
        self.move(x + radius, y)
        self.line(right - radius, y)
        self.curve(right - bend, y, right, y + bend, right, y + radius)
        self.line(right, low - radius)
        self.curve(right, low - bend, right - bend, low, right - radius, low)
        self.line(x + radius, low)
        self.curve(x + bend, low, x, low - bend, x, low - radius)
        self.line(x, y + radius)
        self.curve(x, y + bend, x + bend, y, x + radius, y)
        self.close()

    def polygon(self, points: Sequence[Point]) -> None:
        self.move(*points[0])
        for point in points[1:]:
            self.line(*point)
        self.close()

    def path(self, path: Path, *, closed: bool) -> None:
        """Add a path of straight pieces and cubics."""
        self.move(*path[0][0])
        for piece in path[:-1] if closed and len(path[-1]) == 2 else path:
            if len(piece) == 2:
                self.line(*piece[1])
            else:
                _, (a, b), (c, d), (e, f) = piece
                self.curve(a, b, c, d, e, f)
        if closed:
            self.close()


def pdf_number(value: float) -> str:
    """Return a number as PDF has it: no exponent, and finer than any printer.

    >>> pdf_number(3), pdf_number(2.50004), pdf_number(1 / 3), pdf_number(-1e-9)
    ('3', '2.5', '0.3333', '0')
    """
    if isinstance(value, int):
        return str(value)
    rounded = round(value, 4)
    return str(int(rounded)) if rounded == int(rounded) else repr(rounded)


def text_length(text: str, size: float, *, bold: bool = False) -> float:
    """Return the length of a text, in the unit of its size."""
    return _measured(text, size, bold)[1]


def trimmed(text: str, size: float, room: float, *, bold: bool = False) -> str:
    """Return a text, cut with an ellipsis where it is longer than the room."""
    if text_length(text, size, bold=bold) <= room:
        return text
    short = bisect(range(len(text)), room, key=lambda count: text_length(
        text[:count].rstrip() + "…", size, bold=bold))
    return text[:max(0, short - 1)].rstrip() + "…"


def broken(text: str, size: float, room: float, lines: int, *, bold: bool = False) -> list[str]:
    """Break a text into at most this many lines; the last one is cut with an ellipsis if need
    be."""
    found: list[str] = []
    for part in text.split():
        joined = f"{found[-1]} {part}" if found else part
        if found and text_length(joined, size, bold=bold) > room and len(found) < lines:
            found.append(part)
        else:
            found[-1:] = [joined]
    return [trimmed(line, size, room, bold=bold) for line in found]


@lru_cache(maxsize=4096)
def _measured(text: str, size: float, bold: bool) -> tuple[list[tuple[str, str]], float]:
    """Return the pieces of a text with their fonts, and its width. Puzzles have many numbers, but
    few different ones."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    pieces = font_runs(text, bold)
    return pieces, sum(stringWidth(piece, font, size) for font, piece in pieces)


def font_remarks(texts: Iterable[str]) -> Iterator[str]:
    """Yield remarks about characters that cannot be written, or not with a font in the file."""
    fonts = {_font_of(char, False) for char in set().union(*texts)}
    if None in fonts:
        yield f"characters that no font at hand has are printed as {MISSING_CHARACTER}"
    if fonts & set(dict(EAST_ASIAN_FONTS).values()):
        yield "East Asian letters are shown by the reader's own fonts: none is in the file"


def font_runs(text: str, bold: bool) -> list[tuple[str, str]]:
    """Return a text in pieces, each with the name of the font that has it.

    >>> font_runs("3 ← 4", bold=True)
    [('Helvetica-Bold', '3 ← 4')]
    """
    found = ((_font_of(char, bold), char) for char in left_to_right(text))
    pieces = ((font, "".join(char for _, char in group))
              for font, group in groupby(found, key=lambda pair: pair[0]))
    return [(font or STANDARD_FONTS[bold], piece if font else MISSING_CHARACTER * len(piece))
            for font, piece in pieces]


@lru_cache(maxsize=4096)
def _font_of(char: str, bold: bool) -> str | None:
    """Return the name of a registered font that has a character; None if there is none."""
    if _is_western(char) or char in ARROWS:
        return STANDARD_FONTS[bold]
    eastern = unicodedata.east_asian_width(char) in "WF"
    for names in () if eastern else SYSTEM_FONTS:
        for name in (names[bold], names[0]):
            font = _system_font(name)
            if font is not None and ord(char) in font.face.charToGlyph:
                return str(font.fontName)
    return _east_asian_font(char) if eastern else None


def _is_western(char: str) -> bool:
    try:
        char.encode("cp1252")
    except UnicodeEncodeError:
        return False
    return True


@lru_cache(maxsize=16)
def _system_font(name: str) -> Any:
    """Register a font of the system; return None where it is missing or cannot be embedded."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.ttfonts import TTFError, TTFont

    path = _font_path(name)
    try:
        font = TTFont(name, path) if path else None
    except (TTFError, OSError):
        return None
    if font is not None:
        pdfmetrics.registerFont(font)
    return font


def _east_asian_font(char: str) -> str | None:
    """Register a font that is named and not embedded; return its name."""
    from reportlab.pdfbase import pdfmetrics
    from reportlab.pdfbase.cidfonts import UnicodeCIDFont

    words = unicodedata.name(char, "")
    name = next((font for script, font in EAST_ASIAN_FONTS if script in words), None)
    if name is not None and name not in pdfmetrics.getRegisteredFontNames():
        pdfmetrics.registerFont(UnicodeCIDFont(name))
    return name


def _font_path(name: str) -> str | None:
    """Return the file of a font of the system, if it has it."""
    from PIL import ImageFont

    try:
        return str(ImageFont.truetype(name, 10).path)
    except OSError:
        return None
