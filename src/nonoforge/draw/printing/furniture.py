"""What stands around the drawings of a book: headings, stars, rules, and the numbers of pages."""

from __future__ import annotations

from math import cos, pi, sin
from typing import NamedTuple

from nonoforge.draw.colours import INK
from nonoforge.draw.press import Press, broken, polygon, text_length, trimmed
from nonoforge.draw.printing.entry import Entry, about, title_of
from nonoforge.draw.printing.nup import EDGE, Box

GREY = "#606060"
RULE = "#9a9a9a"
STARS = 5
DOT = 2.6  # millimetres: the size of letters in the foot


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


def head(press: Press, box: Box, number: int, entry: Entry, look: Heading, more: str = "") -> None:
    """Number, title, stars; author and size; a rule."""
    told = f"{number}"
    size, right = look.title, box.left + box.width
    chip = text_length(told, size, bold=True) + 0.7 * size
    room = box.width - chip - 0.5 * size - (stars_width(size) + size if entry.stars else 0)
    lines = broken(title_of(entry) + more, size, room, look.lines, bold=True)
    y = box.top + size
    press.ink(INK)
    path = press.path()
    path.roundRect(box.left, box.top - 0.04 * size, chip, 1.3 * size, 0.25 * size)
    press.draw(path, fill=True)
    press.ink("#ffffff")
    press.text(told, (box.left + chip / 2, y - 0.03 * size), size, middle=True, bold=True)
    press.ink(INK)
    for at, line in enumerate(lines):
        press.text(line, (box.left + chip + 0.5 * size, y + 1.2 * size * at), size, bold=True)
    if entry.stars:
        stars(press, right - stars_width(size), y - 0.36 * size, size, entry.stars)
    y += 1.2 * size * (len(lines) - 1) + 1.6 * look.about
    press.ink(GREY)
    press.text(trimmed(about(entry), look.about, box.width), (box.left, y + 0.25 * look.about),
               look.about)
    rule(press, box.left, y + look.about, box.width)


def rule(press: Press, left: float, y: float, width: float) -> None:
    """A thin line across."""
    path = press.path()
    path.moveTo(left, y)
    path.lineTo(left + width, y)
    press.pen(RULE, 0.2)
    press.draw(path, stroke=True)


def stars_width(size: float) -> float:
    """How much room the stars take."""
    return STARS * size


def stars(press: Press, left: float, middle: float, size: float, count: int) -> None:
    """Five stars, so many of them filled."""
    for filled in (True, False):
        path = press.path()
        for at in range(count) if filled else range(count, STARS):
            polygon(path, _star(left + (at + 0.5) * size, middle, 0.46 * size))
        press.ink(INK)
        press.pen(INK, 0.05 * size)
        press.draw(path, stroke=True, fill=filled)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = [(pi * k / 5, radius if k % 2 == 0 else 0.42 * radius) for k in range(10)]
    return [(x + r * sin(angle), y - r * cos(angle)) for angle, r in turns]


def foot(press: Press, sheet: tuple[float, float], number: int, title: str, note: str = "") -> None:
    """The number of the page on its outer side, the title on the other, a note between."""
    width, y = sheet[0], sheet[1] - 7.5
    odd, label = number % 2 == 1, str(number)
    press.ink(GREY)
    wide = text_length(label, DOT, bold=True)
    press.text(label, (width - EDGE - wide if odd else EDGE, y), DOT, bold=True)
    name = trimmed(title, DOT, 0.4 * width)
    press.text(name, (EDGE if odd else width - EDGE - text_length(name, DOT), y), DOT)
    if note:
        press.text(note, (width / 2, y), DOT, middle=True)
