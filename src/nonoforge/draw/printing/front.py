"""The first pages of a book: its title, how to solve, and what is in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonoforge.draw.colours import INK
from nonoforge.draw.display import Contents, Display
from nonoforge.draw.options import DrawOptions
from nonoforge.draw.pdf_canvas import PdfCanvas, broken, text_length, trimmed
from nonoforge.draw.printing.entry import Entry, size_of, title_of
from nonoforge.draw.printing.furniture import GREY, rule, stars, stars_width
from nonoforge.draw.printing.leaves import place
from nonoforge.draw.printing.nup import EDGE, FOOT, TOP, Box
from nonoforge.draw.printing.teaching import lessons
from nonoforge.families.grid import from_picture
from nonoforge.state import State

COVER = ("..####..", ".##..##.", ".#....#.", "......#.", ".....##.", "....##..", "...##...",
         "...#....", "........", "...##...", "...##...")
LARGE, LINES = (15.0, 12.0, 9.5, 7.5), 4  # sizes of the title that are tried
NAME, WORDS = 5.2, 3.5  # sizes of other letters
ROW = 5.2  # the height of a row of the contents
TITLE = 6.0
GUTTER = 9.0
KINDS = {"grid": ("grid", "grids"), "solid": ("solid", "solids"),
         "sloped": ("sloped nonogram", "sloped nonograms"),
         "curved": ("curved nonogram", "curved nonograms")}


def press_title(
    canvas: PdfCanvas, sheet: tuple[float, float], title: str, author: str,
    entries: Sequence[Entry],
) -> None:
    """The title page, with a question mark to be solved."""
    width, height = sheet
    room, y = width - 4 * EDGE, 0.16 * height
    size = next((size for size in LARGE if _fits(title, size, room)), LARGE[-1])
    canvas.ink(INK)
    for line in broken(title, size, room, LINES, bold=True):
        canvas.text(line, (width / 2, y), size, middle=True, bold=True)
        y += 1.25 * size
    if author:
        canvas.text(trimmed(author, NAME, room), (width / 2, y), NAME, middle=True)
        y += 1.25 * NAME
    top, bottom = max(0.36 * height, y + 2), 0.84 * height
    side = 0.55 * width
    place(canvas, _cover(), Box((width - side) / 2, top, side, bottom - top))
    canvas.ink(INK)
    for at, line in enumerate(broken(_counted(entries), NAME, room, 2)):
        canvas.text(line, (width / 2, 0.88 * height + 1.4 * NAME * at), NAME, middle=True)


def _fits(text: str, size: float, room: float) -> bool:
    return " ".join(broken(text, size, room, LINES, bold=True)) == " ".join(text.split())


def _cover() -> Display:
    """A question mark, half solved: nothing that the book asks for."""
    cells = [[int(cell == "#") for cell in row] for row in COVER]
    nonogram = from_picture(cells)
    known = (colour if at % 8 + at // 8 < 11 else None
             for at, colour in enumerate(nonogram.solution or b""))
    return nonogram.family.display(nonogram, Contents(State.of(known, 2)), DrawOptions(),
                                   medium="paper")


def _counted(entries: Sequence[Entry]) -> str:
    """What is in it, family by family."""
    counts = Counter(entry.nonogram.family.name for entry in entries)
    parts = [f"{counts[family]} {KINDS[family][counts[family] > 1]}"
             for family in KINDS if counts[family]]
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]]))


class Row(NamedTuple):
    """A line of the contents."""

    number: int
    entry: Entry
    page: int


def press_lessons(canvas: PdfCanvas, sheet: tuple[float, float], entries: Sequence[Entry]) -> None:
    """How to solve what is in it."""
    width, y = sheet[0] - 2 * EDGE, _headline(canvas, sheet, "How to solve")
    coloured = any(not entry.nonogram.puzzle.palette.plain for entry in entries)
    for heading, text in lessons((entry.nonogram.family.name for entry in entries),
                                 coloured=coloured, rated=any(e.stars for e in entries)):
        y += 1.9 * WORDS
        canvas.text(heading, (EDGE, y), 1.15 * WORDS, bold=True)
        for line in broken(text, WORDS, min(width, 165.0), 12):
            y += 1.45 * WORDS
            canvas.text(line, (EDGE, y), WORDS)
        y += 0.8 * WORDS


def rows_of_page(sheet: tuple[float, float]) -> int:
    """How many puzzles the contents name on one page, in two columns."""
    return 2 * int((sheet[1] - _top() - FOOT) / ROW)


def _top() -> float:
    return TOP + TITLE + 6


def press_contents(canvas: PdfCanvas, sheet: tuple[float, float], rows: Iterable[Row]) -> None:
    """Numbers, titles, sizes, stars and pages."""
    _headline(canvas, sheet, "Contents")
    column = (sheet[0] - 2 * EDGE - GUTTER) / 2
    many = rows_of_page(sheet) // 2
    for at, row in enumerate(rows):
        left = EDGE + (column + GUTTER) * (at // many)
        _row(canvas, row, left, _top() + ROW * (at % many) + WORDS, column)


def _row(canvas: PdfCanvas, row: Row, left: float, y: float, width: float) -> None:
    size = 0.86 * WORDS
    number, page = str(row.number), str(row.page)
    canvas.ink(INK)
    canvas.text(number, (left + 7 - text_length(number, size, bold=True), y), size, bold=True)
    right = left + width - text_length(page, size)
    canvas.text(page, (right, y), size)
    right = left + width - 8
    if row.entry.stars:
        stars(canvas, right - stars_width(0.8 * size), y - 0.36 * size, 0.8 * size, row.entry.stars)
    right -= stars_width(0.8 * size) + 2
    told = size_of(row.entry.nonogram)
    canvas.ink(GREY)
    canvas.text(told, (right - text_length(told, size), y), size)
    right -= text_length(told, size) + 3
    canvas.ink(INK)
    title = trimmed(title_of(row.entry), size, right - left - 9)
    canvas.text(title, (left + 9, y), size)


def _headline(canvas: PdfCanvas, sheet: tuple[float, float], text: str) -> float:
    canvas.ink(INK)
    canvas.text(text, (EDGE, TOP + 0.75 * TITLE), TITLE, bold=True)
    rule(canvas, EDGE, TOP + TITLE + 1, sheet[0] - 2 * EDGE)
    return TOP + TITLE + 3
