"""What stands around the drawings of a book: headings, stars, rules, and the numbers of pages."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin
from typing import NamedTuple

from nonoforge.draw.colours import INK
from nonoforge.draw.pdf_canvas import PdfCanvas, PdfPath, broken, text_length, trimmed
from nonoforge.draw.printing.entry import Entry, about, title_of
from nonoforge.draw.printing.nup import EDGE, Box

GREY = "#606060"
RULE = "#9a9a9a"
STARS = 5
DOT, NOTE = 2.6, 2.3  # millimetres: the size of letters in the foot


class Heading(NamedTuple):
    """How large the words above a puzzle are."""

    title: float
    about: float
    lines: int  # of the title

    @property
    def height(self) -> float:
        """Room for the title, what is said about it, a rule, and air."""
        return self.lines * 1.2 * self.title + 1.5 * self.about + 3.4


def heading_for(per_page: int) -> Heading:
    """Large words where there is room for them."""
    if per_page == 1:
        return Heading(5.2, 3.2, 2)
    return Heading(4.2, 2.9, 1) if per_page <= 4 else Heading(3.6, 2.6, 1)


def head(
    canvas: PdfCanvas, box: Box, number: int, entry: Entry, look: Heading, more: str = "",
) -> None:
    """Number, title, stars; author and size; a rule."""
    told, size, right = str(number), look.title, box.left + box.width
    chip = text_length(told, size, bold=True) + 0.7 * size
    _chip(canvas, told, box, size, chip)
    left = box.left + chip + 0.5 * size
    if entry.stars:
        right -= stars_width(size)
        stars(canvas, right, box.top + 0.62 * size, size, entry.stars)
        right -= size
    bottom = _title(canvas, title_of(entry) + more, left, box.top, right - left, look)
    y = bottom + 1.15 * look.about
    canvas.ink(GREY)
    canvas.text(trimmed(about(entry), look.about, box.width), (box.left, y), look.about)
    rule(canvas, box.left, y + 0.75 * look.about, box.width)


def _chip(canvas: PdfCanvas, text: str, box: Box, size: float, width: float) -> None:
    """The number, white on black."""
    path = PdfPath()
    path.rounded_rect(box.left, box.top - 0.04 * size, width, 1.3 * size, 0.25 * size)
    canvas.ink(INK)
    canvas.draw(path, fill=True)
    canvas.ink("#ffffff")
    canvas.text(text, (box.left + width / 2, box.top + 0.97 * size), size, middle=True, bold=True)


def _title(
    canvas: PdfCanvas, text: str, left: float, top: float, room: float, look: Heading,
) -> float:
    """A title in its full size, or smaller, or in two small lines; gives where it ends."""
    for part, lines in ((1.0, look.lines), (0.85, look.lines), (0.56, 2 * look.lines)):
        size = part * look.title
        found = broken(text, size, room, lines, bold=True)
        if " ".join(found) == " ".join(text.split()):
            break
    step = 1.2 * size
    y = top + (look.title if len(found) <= look.lines else 0.72 * look.title)
    canvas.ink(INK)
    for at, line in enumerate(found):
        canvas.text(line, (left, y + step * at), size, bold=True)
    return max(y + step * (len(found) - 1), top + look.title) + 0.35 * look.title


def rule(canvas: PdfCanvas, left: float, y: float, width: float) -> None:
    """A thin line across."""
    path = PdfPath()
    path.move(left, y)
    path.line(left + width, y)
    canvas.pen(RULE, 0.2)
    canvas.draw(path, stroke=True)


def stars_width(size: float) -> float:
    """How much room the stars take."""
    return STARS * size


def stars(canvas: PdfCanvas, left: float, middle: float, size: float, count: int) -> None:
    """Five stars, so many of them filled."""
    for filled in (True, False):
        path = PdfPath()
        for at in range(count) if filled else range(count, STARS):
            path.polygon(_star(left + (at + 0.5) * size, middle, 0.46 * size))
        canvas.ink(INK)
        canvas.pen(INK, 0.05 * size)
        canvas.draw(path, stroke=True, fill=filled)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = [(pi * k / 5, radius if k % 2 == 0 else 0.42 * radius) for k in range(10)]
    return [(x + r * sin(angle), y - r * cos(angle)) for angle, r in turns]


def foot(
    canvas: PdfCanvas, sheet: tuple[float, float], number: int, title: str,
    notes: Sequence[str] = (),
) -> None:
    """The number of the page on its outer side, the title on the other; notes above them."""
    width, y = sheet[0], sheet[1] - 7.0
    odd, label = number % 2 == 1, str(number)
    canvas.ink(GREY)
    wide = text_length(label, DOT, bold=True)
    canvas.text(label, (width - EDGE - wide if odd else EDGE, y), DOT, bold=True)
    name = trimmed(title, DOT, 0.6 * width)
    canvas.text(name, (EDGE if odd else width - EDGE - text_length(name, DOT), y), DOT)
    for at, note in enumerate(reversed(notes)):
        size = min(NOTE, NOTE * (width - 2 * EDGE) / text_length(note, NOTE))
        canvas.text(note, (EDGE, y - (1.35 * DOT) * (at + 1)), size)
