"""The answers at the back: small pictures, numbered like their puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonoforge.draw.colours import INK
from nonoforge.draw.display import Contents, Display
from nonoforge.draw.options import DrawOptions
from nonoforge.draw.pdf_canvas import PdfCanvas, text_length, trimmed
from nonoforge.draw.printing.entry import Entry, title_of
from nonoforge.draw.printing.furniture import GREY, rule
from nonoforge.draw.printing.leaves import place
from nonoforge.draw.printing.nup import EDGE, FOOT, TOP, Box
from nonoforge.nonogram import Info

SIDE = 66.0  # millimetres: about as wide as an answer with what stands above it may be
GAP = 6.0
WORDS, SMALL = 3.0, 2.4  # sizes of letters
CAPTION = 5.5  # room for them
TITLE = 6.0
HALF = 0.5  # of the size that a puzzle may have: as much is enough for an answer


class Answer(NamedTuple):
    """An entry whose answer is known, with its number."""

    number: int
    entry: Entry


def answers_of(entries: Sequence[Entry]) -> list[Answer]:
    """Those that have one."""
    return [Answer(number, entry) for number, entry in enumerate(entries, start=1)
            if entry.answer is not None]


def answer_pages(
    answers: Sequence[Answer], sheet: tuple[float, float],
) -> list[tuple[Answer, ...]]:
    """Which answers stand together on a page."""
    columns, rows = _table(sheet)
    most = columns * rows
    return [tuple(answers[at:at + most]) for at in range(0, len(answers), most)]


def _table(sheet: tuple[float, float]) -> tuple[int, int]:
    """Columns and rows of answers."""
    width, height = sheet[0] - 2 * EDGE, sheet[1] - TOP - TITLE - FOOT
    return (max(1, round((width + GAP) / SIDE)), max(1, round((height + GAP) / SIDE)))


def press_answers(
    canvas: PdfCanvas, sheet: tuple[float, float], answers: Sequence[Answer], first: bool,
) -> None:
    """A page of them."""
    canvas.ink(INK)
    canvas.text("Answers" if first else "Answers, continued", (EDGE, TOP + 0.75 * TITLE), TITLE,
               bold=True)
    rule(canvas, EDGE, TOP + TITLE + 1, sheet[0] - 2 * EDGE)
    for answer, box in zip(answers, _boxes(sheet), strict=False):
        _caption(canvas, answer, box)
        told = CAPTION + (1.4 * SMALL if answer.entry.note else 0.0)
        place(canvas, drawn_answer(answer.entry),
              Box(box.left, box.top + told, box.width, box.height - told))


def _boxes(sheet: tuple[float, float]) -> Iterator[Box]:
    columns, rows = _table(sheet)
    width = (sheet[0] - 2 * EDGE - (columns - 1) * GAP) / columns
    top = TOP + TITLE + 5
    height = (sheet[1] - top - FOOT - (rows - 1) * GAP) / rows
    for row in range(rows):
        for column in range(columns):
            yield Box(EDGE + column * (width + GAP), top + row * (height + GAP), width, height)


def _caption(canvas: PdfCanvas, answer: Answer, box: Box) -> None:
    number = str(answer.number)
    wide = text_length(number, WORDS, bold=True) + 1.5
    canvas.ink(INK)
    canvas.text(number, (box.left, box.top + WORDS), WORDS, bold=True)
    title = trimmed(title_of(answer.entry), WORDS, box.width - wide)
    canvas.text(title, (box.left + wide, box.top + WORDS), WORDS)
    if answer.entry.note:
        canvas.ink(GREY)
        canvas.text(trimmed(answer.entry.note, SMALL, box.width),
                   (box.left, box.top + WORDS + 1.5 * SMALL), SMALL)


def drawn_answer(entry: Entry) -> Display:
    """The picture alone."""
    bare = replace(entry.nonogram, info=Info(), solution=None)
    whole = next(iter(bare.family.views), None)
    display = bare.family.display(bare, Contents(entry.answer, entry.marks),
                                  DrawOptions(clues=False, view=whole), medium="paper")
    return display._replace(unit=HALF * display.unit)
