"""What stands around the drawings of a booklet: headings, stars, rules, numbers of pages.

Lengths are millimetres; places are measured from the top left corner of the sheet, y downwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import cos, pi, sin
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.drawing.colours import INK
from nonoforge.drawing.display import Display
from nonoforge.drawing.pdf_canvas import PdfCanvas, PdfPath, broken, text_length, trimmed
from nonoforge.drawing.pdf_writer import draw_display
from nonoforge.text import printable

if TYPE_CHECKING:
    from collections.abc import Collection

    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State

EDGE = 11.0  # of paper that stays empty on either side
TOP = 11.0
FOOT = 16.0  # with notes and the number of the page
GREY = "#606060"
RULE_COLOUR = "#9a9a9a"
MAX_STARS = 5
PAGE_NUMBER_SIZE, NOTE_SIZE = 2.6, 2.3  # of letters in the foot
HEADLINE_SIZE = 6.0
AIR_ABOVE = 0.35  # share of the room left by a drawing that is above it,
MAX_AIR_ABOVE = 18.0  # at most


@dataclass(frozen=True, kw_only=True)
class BookletPuzzle:
    """A puzzle with everything that is printed about it.

    `answer` goes to the back: a colouring, a state where not all is known, or None for no answer;
    `marks` are its cells that differ in other solutions, `note` is a remark about it. `stars` are 1
    to 5. `shown` is what the puzzle's own page shows in the cells, mostly nothing.
    """

    nonogram: Nonogram
    answer: Colouring | State | None = None
    marks: Collection[int] = ()
    note: str = ""
    stars: int | None = None
    shown: Colouring | State | None = None

    @property
    def title(self) -> str:
        """Its title, or what kind of puzzle it is."""
        return printable(self.nonogram.info.title) or self.nonogram.family.kind

    @property
    def untitled(self) -> BookletPuzzle:
        """The puzzle without its title, which may give the answer away."""
        return replace(self, nonogram=replace(
            self.nonogram, info=replace(self.nonogram.info, title="")))

    @property
    def heading(self) -> str:
        """Its title, or its size."""
        nonogram = self.nonogram
        return printable(nonogram.info.title) or nonogram.family.size(nonogram)

    @property
    def about(self) -> str:
        """Author, family, size and colours. Under a title, a family that needs no reminder of how
        to read its clues is not named; without one, the heading has the size."""
        nonogram, family = self.nonogram, self.nonogram.family
        author, title = printable(nonogram.info.author), printable(nonogram.info.title)
        palette = nonogram.puzzle.palette
        return " · ".join(filter(None, [
            f"by {author}" if author else "",
            family.kind if not title else family.name if family.lesson.reminder else "",
            family.size(nonogram) if title else "",
            "" if palette.plain else f"{len(palette) - 1} colours"]))

    def named(self, number: int) -> str:
        """Return what the puzzle is called in a remark."""
        title = printable(self.nonogram.info.title)
        return f"puzzle {number} ({title})" if title else f"puzzle {number}"


class Box(NamedTuple):
    """A place on a sheet."""

    left: float
    top: float
    width: float
    height: float

    def below(self, height: float) -> Box:
        """Return the box without its upper part of this height."""
        return Box(self.left, self.top + height, self.width, self.height - height)


class HeadingSize(NamedTuple):
    """Sizes of the letters above a puzzle; `lines` is how many lines the title may have."""

    title: float
    about: float
    lines: int

    @property
    def height(self) -> float:
        """Room for the title, what is said about it, a rule, and air."""
        return self.lines * 1.2 * self.title + 1.5 * self.about + 3.4


def heading_size(per_page: int) -> HeadingSize:
    """Return the sizes of headings on a page with this many puzzles."""
    if per_page == 1:
        return HeadingSize(5.2, 3.2, 2)
    return HeadingSize(4.2, 2.9, 1) if per_page <= 4 else HeadingSize(3.6, 2.6, 1)


def draw_heading(
    canvas: PdfCanvas, box: Box, number: int, puzzle: BookletPuzzle, sizes: HeadingSize,
    suffix: str = "",
) -> None:
    """Draw number, title and stars, then what is said about the puzzle, then a rule."""
    label, size, right = str(number), sizes.title, box.left + box.width
    chip = text_length(label, size, bold=True) + 0.7 * size
    _draw_chip(canvas, label, box, size, chip)
    left = box.left + chip + 0.5 * size
    if puzzle.stars:
        right -= stars_width(size)
        draw_stars(canvas, right, box.top + 0.62 * size, size, puzzle.stars)
        right -= size
    bottom = _draw_title(canvas, puzzle.heading + suffix, left, box.top, right - left, sizes)
    y = bottom + 1.15 * sizes.about
    canvas.ink(GREY)
    canvas.text(trimmed(puzzle.about, sizes.about, box.width), (box.left, y), sizes.about)
    draw_rule(canvas, box.left, y + 0.75 * sizes.about, box.width)


def _draw_chip(canvas: PdfCanvas, text: str, box: Box, size: float, width: float) -> None:
    """Draw a number, white on black."""
    path = PdfPath()
    path.rounded_rect(box.left, box.top - 0.04 * size, width, 1.3 * size, 0.25 * size)
    canvas.ink(INK)
    canvas.draw(path, fill=True)
    canvas.ink("#ffffff")
    canvas.text(text, (box.left + width / 2, box.top + 0.97 * size), size, middle=True, bold=True)


def _draw_title(
    canvas: PdfCanvas, text: str, left: float, top: float, room: float, sizes: HeadingSize,
) -> float:
    """Draw a title in its full size, or smaller, or in twice as many small lines; return where it
    ends."""
    for part, lines in ((1.0, sizes.lines), (0.85, sizes.lines), (0.56, 2 * sizes.lines)):
        size = part * sizes.title
        found = broken(text, size, room, lines, bold=True)
        if " ".join(found) == " ".join(text.split()):
            break
    step = 1.2 * size
    y = top + (sizes.title if len(found) <= sizes.lines else 0.72 * sizes.title)
    canvas.ink(INK)
    for at, line in enumerate(found):
        canvas.text(line, (left, y + step * at), size, bold=True)
    return max(y + step * (len(found) - 1), top + sizes.title) + 0.35 * sizes.title


def draw_headline(canvas: PdfCanvas, width: float, text: str) -> float:
    """Draw the headline of a page without puzzles, on a sheet of this width; return where it
    ends."""
    canvas.ink(INK)
    canvas.text(text, (EDGE, TOP + 0.75 * HEADLINE_SIZE), HEADLINE_SIZE, bold=True)
    draw_rule(canvas, EDGE, TOP + HEADLINE_SIZE + 1, width - 2 * EDGE)
    return TOP + HEADLINE_SIZE + 3


def draw_rule(canvas: PdfCanvas, left: float, y: float, width: float) -> None:
    """Draw a thin line across."""
    path = PdfPath()
    path.move(left, y)
    path.line(left + width, y)
    canvas.pen(RULE_COLOUR, 0.2)
    canvas.draw(path, stroke=True)


def stars_width(size: float) -> float:
    """Return the room for the stars."""
    return MAX_STARS * size


def draw_stars(canvas: PdfCanvas, left: float, middle: float, size: float, count: int) -> None:
    """Draw five stars, `count` of them filled."""
    for filled in (True, False):
        path = PdfPath()
        for at in range(count) if filled else range(count, MAX_STARS):
            path.polygon(_star(left + (at + 0.5) * size, middle, 0.46 * size))
        canvas.ink(INK)
        canvas.pen(INK, 0.05 * size)
        canvas.draw(path, stroke=True, fill=filled)


def _star(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    turns = [(pi * k / 5, radius if k % 2 == 0 else 0.42 * radius) for k in range(10)]
    return [(x + r * sin(angle), y - r * cos(angle)) for angle, r in turns]


def draw_foot(
    canvas: PdfCanvas, sheet: tuple[float, float], number: int, title: str,
    notes: Sequence[str] = (),
) -> None:
    """Draw the number of the page on its outer side and the title on the other, notes above
    them."""
    width, y, size = sheet[0], sheet[1] - 7.0, PAGE_NUMBER_SIZE
    odd, label = number % 2 == 1, str(number)
    canvas.ink(GREY)
    wide = text_length(label, size, bold=True)
    canvas.text(label, (width - EDGE - wide if odd else EDGE, y), size, bold=True)
    name = trimmed(title, size, 0.6 * width)
    canvas.text(name, (EDGE if odd else width - EDGE - text_length(name, size), y), size)
    for at, note in enumerate(reversed(notes)):
        small = min(NOTE_SIZE, NOTE_SIZE * (width - 2 * EDGE) / text_length(note, NOTE_SIZE))
        canvas.text(note, (EDGE, y - (1.35 * size) * (at + 1)), small)


def draw_in_box(
    canvas: PdfCanvas, display: Display, box: Box, page: int = 0, enlarged: float = 1.0,
) -> None:
    """Draw a page of a display in its box: in the middle, rather high; up to `enlarged` times as
    large as usual."""
    scale = display.fitting(box.width, box.height, enlarged)
    top, bottom = display.pages[page]
    left = box.left + (box.width - display.width * scale) / 2
    spare = box.height - (bottom - top) * scale
    at = (left, box.top + min(MAX_AIR_ABOVE, AIR_ABOVE * spare))
    draw_display(canvas, display, at, scale, page)
