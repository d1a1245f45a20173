"""The pages of a booklet. Each kind of page is a class; `booklet_pages` puts them in order.

Lengths are millimetres.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from nonoforge.drawing.booklet.elements import (
    EDGE,
    FOOT,
    GREY,
    HEADLINE_SIZE,
    TOP,
    BookletPuzzle,
    Box,
    draw_heading,
    draw_headline,
    draw_in_box,
    draw_stars,
    stars_width,
)
from nonoforge.drawing.booklet.layout import Group
from nonoforge.drawing.booklet.page_format import Sheet
from nonoforge.drawing.colours import INK
from nonoforge.drawing.display import MAX_ENLARGED, Boxes, Contents, Display, Texts
from nonoforge.drawing.options import DrawOptions
from nonoforge.drawing.page import Heading
from nonoforge.drawing.pdf_canvas import PdfCanvas, broken, text_length, trimmed
from nonoforge.drawing.picture import OPEN, Picture
from nonoforge.drawing.squares import CELL_MM, PAPER_CELL, SquareLayout, boundaries, square_board
from nonoforge.drawing.text_metrics import BASE
from nonoforge.family import Lesson
from nonoforge.nonogram import Info
from nonoforge.palette import Palette
from nonoforge.text import listed

TEXT_SIZE = 3.5
COLOUR_LESSON = Lesson(
    "Colours", "A number has the colour of its block. Between two blocks of the same colour there "
    "is at least one empty cell; blocks of different colours may touch. A question mark is a block "
    "of unknown length.")
STARS_LESSON = Lesson(
    "Stars", "They say how much thinking a puzzle takes: how many steps there are, how hard they "
    "are to find and to take. One: a short puzzle to begin with. Two and three: longer, or with "
    "places that need a closer look. Four: long or hard. Five: for experts, who may have to try a "
    "colour until a line breaks. A puzzle with stars has exactly one solution.")


class Page(ABC):
    """One page: its sheet, its name in reports of progress, entries of the PDF's outline."""

    numbered = True
    bookmarks: Sequence[str] = ()
    notes: Sequence[str] = ()

    def __init__(self, sheet: Sheet, name: str) -> None:
        self.sheet, self.name = sheet, name

    @abstractmethod
    def draw(self, canvas: PdfCanvas) -> None:
        """Draw everything but the foot."""


def booklet_pages(
    puzzles: Sequence[BookletPuzzle], groups: Sequence[Group], *, sheet: Sheet, title: str,
    author: str, answers: bool, reminders: bool, titles: bool,
) -> list[Page]:
    """Return all pages in order. Title page, lessons and contents need a title. Without `titles`,
    those of the puzzles stand with their answers only."""
    back = answer_pages(puzzles, sheet) if answers else []
    if not titles:
        groups = [group._replace(puzzles=tuple(
            drawn._replace(puzzle=drawn.puzzle.untitled) for drawn in group.puzzles))
            for group in groups]
    body = [PuzzlePage(group, part, reminders=reminders)
            for group in groups for part in range(group.sheets)]
    if not title:
        return [*body, *back]
    lessons = lessons_pages(puzzles, sheet)
    before = 1 + len(lessons) + -(-len(puzzles) // _rows_of_contents(sheet))
    contents = contents_pages(body, before + 1, sheet)
    return [TitlePage(sheet, title, author, puzzles), *lessons, *contents, *body, *back]


class TitlePage(Page):
    """Title, author, a question mark to be solved, and how many puzzles there are."""

    numbered = False
    TITLE_SIZES, MAX_LINES = (15.0, 12.0, 9.5, 7.5), 4
    NAME_SIZE = 5.2

    def __init__(
        self, sheet: Sheet, title: str, author: str, puzzles: Sequence[BookletPuzzle],
    ) -> None:
        super().__init__(sheet, "title")
        self.title, self.author, self.puzzles = title, author, puzzles

    def draw(self, canvas: PdfCanvas) -> None:
        width, height = self.sheet
        room, y = width - 4 * EDGE, 0.16 * height
        size = next((size for size in self.TITLE_SIZES if self._fits(size, room)),
                    self.TITLE_SIZES[-1])
        canvas.ink(INK)
        for line in broken(self.title, size, room, self.MAX_LINES, bold=True):
            canvas.text(line, (width / 2, y), size, middle=True, bold=True)
            y += 1.25 * size
        name = self.NAME_SIZE
        if self.author:
            canvas.text(trimmed(self.author, name, room), (width / 2, y), name, middle=True)
            y += 1.25 * name
        top, bottom = max(0.36 * height, y + 2), 0.84 * height
        side = 0.55 * width
        draw_in_box(canvas, _cover(), Box((width - side) / 2, top, side, bottom - top))
        canvas.ink(INK)
        for at, line in enumerate(broken(self._counted(), name, room, 2)):
            canvas.text(line, (width / 2, 0.88 * height + 1.4 * name * at), name, middle=True)

    def _fits(self, size: float, room: float) -> bool:
        lines = broken(self.title, size, room, self.MAX_LINES, bold=True)
        return " ".join(lines) == " ".join(self.title.split())

    def _counted(self) -> str:
        """Return how many puzzles there are, family by family."""
        counts = Counter(puzzle.nonogram.family for puzzle in self.puzzles)
        return listed([family.puzzle.counted(count) for family, count in counts.items()])


_COVER = ("..####..", ".##..##.", ".#....#.", "......#.", ".....##.", "....##..", "...##...",
          "...#....", "........", "...##...", "...##...")
_GUIDE_COLOURS = ("#dcdcdc", "#a8a8a8")  # from lines to clues, thin and every fifth
_KNOWN_DIAGONALS = 11  # of the cover's cells, from its top left corner


def _cover() -> Display:
    """Return a question mark, half solved: nothing that the booklet asks for."""
    cell, slot, gap, margin = PAPER_CELL, round(0.8 * PAPER_CELL), PAPER_CELL // 4, PAPER_CELL // 2
    rows = [_runs(row) for row in _COVER]
    columns = [_runs(column) for column in zip(*_COVER, strict=True)]
    left = margin + gap + slot * max(map(len, rows))
    top = margin + gap + slot * max(map(len, columns))
    width, height = left + len(columns) * cell + margin, top + len(rows) * cell + margin
    place = SquareLayout(
        columns=len(columns), rows=len(rows), cell=cell, margin=margin, left=left, top=top, gap=gap,
        number=round(0.6 * cell), heading=Heading(), width=width, bottom=height)
    cells = bytes(int(sign == "#") if x + y < _KNOWN_DIAGONALS else OPEN
                  for y, row in enumerate(_COVER) for x, sign in enumerate(row))
    base = round(place.number * BASE)
    numbers = [(left - gap - slot * back + slot // 2, top + y * cell + cell // 2 + base, str(run))
               for y, clue in enumerate(rows) for back, run in enumerate(reversed(clue), start=1)]
    numbers += [(left + x * cell + cell // 2, top - gap - slot * back + slot // 2 + base, str(run))
                for x, clue in enumerate(columns)
                for back, run in enumerate(reversed(clue), start=1)]
    guides = [Boxes(colour, [
        *((left + x * cell - place.thin // 2, margin, place.thin, top - margin)
          for x in boundaries(len(columns))[thick]),
        *((margin, top + y * cell - place.thin // 2, left - margin, place.thin)
          for y in boundaries(len(rows))[thick])]) for thick, colour in enumerate(_GUIDE_COLOURS)]
    items = [*guides, Texts(INK, place.number, "middle", numbers),
             *square_board(place, Picture(len(columns), len(rows), cells, frozenset(), False),
                           Palette())]
    return Display(width, height, items, "", "A question mark", CELL_MM / cell)


def _runs(cells: Iterable[str]) -> list[int]:
    """Return the lengths of the runs of filled cells, [0] where there are none."""
    return [len(list(run)) for sign, run in groupby(cells) if sign == "#"] or [0]


def lessons_pages(puzzles: Sequence[BookletPuzzle], sheet: Sheet) -> list[LessonsPage]:
    """Return the pages that say how to solve the puzzles of the booklet."""
    lessons = [
        *dict.fromkeys(puzzle.nonogram.family.lesson for puzzle in puzzles),
        *[COLOUR_LESSON] * any(not p.nonogram.puzzle.palette.plain for p in puzzles),
        *[STARS_LESSON] * any(puzzle.stars for puzzle in puzzles)]
    pages: list[LessonsPage] = []
    room = 0.0
    for lesson in lessons:
        height = LessonsPage.height(lesson, sheet)
        if height > room:
            pages.append(LessonsPage(sheet, first=not pages))
            room = sheet[1] - TOP - HEADLINE_SIZE - 3 - FOOT
        pages[-1].lessons.append(lesson)
        room -= height
    return pages


class LessonsPage(Page):
    """How to solve some of the families."""

    MAX_LINE, MAX_LINES = 165.0, 24

    def __init__(self, sheet: Sheet, *, first: bool) -> None:
        super().__init__(sheet, "how to solve")
        self.lessons: list[Lesson] = []
        self.headline = "How to solve" if first else "How to solve, continued"
        self.bookmarks = ("How to solve",) if first else ()

    @classmethod
    def lines(cls, lesson: Lesson, sheet: Sheet) -> list[str]:
        """Return the lines of a lesson."""
        room = min(sheet[0] - 2 * EDGE, cls.MAX_LINE)
        return broken(lesson.rules, TEXT_SIZE, room, cls.MAX_LINES)

    @classmethod
    def height(cls, lesson: Lesson, sheet: Sheet) -> float:
        """Return the height of a lesson with its heading."""
        return (2.7 + 1.45 * len(cls.lines(lesson, sheet))) * TEXT_SIZE

    def draw(self, canvas: PdfCanvas) -> None:
        size, y = TEXT_SIZE, draw_headline(canvas, self.sheet[0], self.headline)
        for lesson in self.lessons:
            y += 1.9 * size
            canvas.text(lesson.heading, (EDGE, y), 1.15 * size, bold=True)
            for line in self.lines(lesson, self.sheet):
                y += 1.45 * size
                canvas.text(line, (EDGE, y), size)
            y += 0.8 * size


class PuzzlePage(Page):
    """Puzzles to solve, each under its heading; or one page of a puzzle that has several."""

    def __init__(self, group: Group, part: int, *, reminders: bool) -> None:
        super().__init__(group.layout.sheet, group.puzzles[0].puzzle.title)
        self.group, self.part = group, part
        if part == 0:
            self.bookmarks = [f"{drawn.number} {drawn.puzzle.title}" for drawn in group.puzzles]
        if reminders:
            families = dict.fromkeys(drawn.puzzle.nonogram.family for drawn in group.puzzles)
            self.notes = [family.lesson.reminder for family in families if family.lesson.reminder]

    def draw(self, canvas: PdfCanvas) -> None:
        heading = self.group.heading
        for drawn, box in zip(self.group.puzzles, self.group.layout.boxes, strict=True):
            count = len(drawn.display.pages)
            suffix = f" ({self.part + 1} of {count})" if count > 1 else ""
            draw_heading(canvas, box, drawn.number, drawn.puzzle, heading, suffix)
            draw_in_box(canvas, drawn.display, box.below(heading.height), self.part, MAX_ENLARGED)


class ContentsRow(NamedTuple):
    """A line of the contents."""

    number: int
    puzzle: BookletPuzzle
    page: int


ROW_HEIGHT = 5.2
_CONTENTS_TOP = TOP + HEADLINE_SIZE + 6


TWO_COLUMNS = 180.0  # width of a sheet with two columns of contents


def _contents_columns(sheet: Sheet) -> int:
    return 2 if sheet[0] >= TWO_COLUMNS else 1


def _rows_of_contents(sheet: Sheet) -> int:
    """Return how many puzzles one page of contents names."""
    return _contents_columns(sheet) * int((sheet[1] - _CONTENTS_TOP - FOOT) / ROW_HEIGHT)


def contents_pages(body: Sequence[PuzzlePage], first: int, sheet: Sheet) -> list[ContentsPage]:
    """Return the pages of contents; `first` is the number of the first page of puzzles."""
    rows = [ContentsRow(drawn.number, drawn.puzzle, number)
            for number, page in enumerate(body, start=first) if page.part == 0
            for drawn in page.group.puzzles]
    count = _rows_of_contents(sheet)
    pages = [ContentsPage(sheet, rows[at:at + count]) for at in range(0, len(rows), count)]
    pages[0].bookmarks = ("Contents",)
    return pages


class ContentsPage(Page):
    """Numbers, titles, sizes, stars and pages, in one or two columns."""

    GUTTER = 9.0
    SIZE = 0.86 * TEXT_SIZE

    def __init__(self, sheet: Sheet, rows: Sequence[ContentsRow]) -> None:
        super().__init__(sheet, "contents")
        self.rows = rows

    def draw(self, canvas: PdfCanvas) -> None:
        draw_headline(canvas, self.sheet[0], "Contents")
        columns = _contents_columns(self.sheet)
        width = (self.sheet[0] - 2 * EDGE - (columns - 1) * self.GUTTER) / columns
        count = _rows_of_contents(self.sheet) // columns
        for at, row in enumerate(self.rows):
            left = EDGE + (width + self.GUTTER) * (at // count)
            self._draw_row(canvas, row, left, _CONTENTS_TOP + ROW_HEIGHT * (at % count) + TEXT_SIZE,
                           width)

    def _draw_row(
        self, canvas: PdfCanvas, row: ContentsRow, left: float, y: float, width: float,
    ) -> None:
        size = self.SIZE
        number, page = str(row.number), str(row.page)
        canvas.ink(INK)
        canvas.text(number, (left + 7 - text_length(number, size, bold=True), y), size, bold=True)
        canvas.text(page, (left + width - text_length(page, size), y), size)
        stars = stars_width(0.8 * size)
        right = left + width - 8 - stars
        if row.puzzle.stars:
            draw_stars(canvas, right, y - 0.36 * size, 0.8 * size, row.puzzle.stars)
        nonogram = row.puzzle.nonogram
        words = nonogram.family.size(nonogram)
        right -= 2 + text_length(words, size)
        canvas.ink(GREY)
        canvas.text(words, (right, y), size)
        canvas.ink(INK)
        title = trimmed(row.puzzle.title, size, right - 3 - left - 9)
        canvas.text(title, (left + 9, y), size)


def answer_pages(puzzles: Sequence[BookletPuzzle], sheet: Sheet) -> list[AnswersPage]:
    """Return the pages of answers, for the puzzles that have one: on each page as many as are still
    large enough to be compared with what was solved."""
    answers = [Answer(number, puzzle, _answer_display(puzzle))
               for number, puzzle in enumerate(puzzles, start=1) if puzzle.answer is not None]
    pages: list[AnswersPage] = []
    while answers:
        page = next(found for table in AnswersPage.tables(sheet)
                    if (found := AnswersPage(sheet, answers, table, first=not pages)).readable
                    or table == (1, 1))
        pages.append(page)
        answers = answers[len(page.answers):]
    return pages


class Answer(NamedTuple):
    """A puzzle with its number and the drawing of its answer."""

    number: int
    puzzle: BookletPuzzle
    display: Display


def _answer_display(puzzle: BookletPuzzle) -> Display:
    """Return the picture alone, as a whole."""
    nonogram = replace(puzzle.nonogram, info=Info(), solution=None)
    view = next(iter(nonogram.family.views), None)
    return nonogram.family.display(
        nonogram, Contents(puzzle.answer, puzzle.marks), DrawOptions(clues=False, view=view),
        medium="booklet")


class AnswersPage(Page):
    """Pictures, numbered like their puzzles, in rows and columns."""

    SIDE = 66.0  # about the width of an answer, and its height with its caption, if a page is full
    GAP = 6.0
    SIZE, NOTE_SIZE = 3.0, 2.4
    CAPTION = 5.5  # the height of number and title
    MIN_CELL = 1.3  # of an answer

    def __init__(
        self, sheet: Sheet, answers: Sequence[Answer], table: tuple[int, int], *, first: bool,
    ) -> None:
        super().__init__(sheet, "answers")
        self.columns, self.rows = table
        self.answers = answers[:self.columns * self.rows]
        self.headline = "Answers" if first else "Answers, continued"
        self.bookmarks = ("Answers",) if first else ()

    @classmethod
    def tables(cls, sheet: Sheet) -> Iterator[tuple[int, int]]:
        """Yield the columns and rows of answers to choose from, the most answers first."""
        width, height = sheet[0] - 2 * EDGE, sheet[1] - TOP - HEADLINE_SIZE - FOOT
        most = max(1, round((width + cls.GAP) / cls.SIDE))
        for columns in range(most, 0, -1):
            yield columns, max(1, round((height + cls.GAP) * columns / most / cls.SIDE))
        yield 1, 1

    @property
    def readable(self) -> bool:
        """Whether the cells of all answers are large enough."""
        box = next(self._boxes())
        return all(answer.display.true_size or self._cell(answer, box) >= self.MIN_CELL
                   for answer in self.answers)

    def _cell(self, answer: Answer, box: Box) -> float:
        room = box.below(self._caption(answer))
        return answer.display.detail * answer.display.fitting(room.width, room.height) / \
            answer.display.unit

    def _caption(self, answer: Answer) -> float:
        return self.CAPTION + (1.4 * self.NOTE_SIZE if answer.puzzle.note else 0.0)

    def draw(self, canvas: PdfCanvas) -> None:
        draw_headline(canvas, self.sheet[0], self.headline)
        for answer, box in zip(self.answers, self._boxes(), strict=False):
            self._draw_caption(canvas, answer, box)
            draw_in_box(canvas, answer.display, box.below(self._caption(answer)))

    def _boxes(self) -> Iterator[Box]:
        width = (self.sheet[0] - 2 * EDGE - (self.columns - 1) * self.GAP) / self.columns
        top = TOP + HEADLINE_SIZE + 5
        height = (self.sheet[1] - top - FOOT - (self.rows - 1) * self.GAP) / self.rows
        for row in range(self.rows):
            for column in range(self.columns):
                yield Box(EDGE + column * (width + self.GAP), top + row * (height + self.GAP),
                          width, height)

    def _draw_caption(self, canvas: PdfCanvas, answer: Answer, box: Box) -> None:
        label, size, puzzle = str(answer.number), self.SIZE, answer.puzzle
        wide = text_length(label, size, bold=True) + 1.5
        canvas.ink(INK)
        canvas.text(label, (box.left, box.top + size), size, bold=True)
        title = trimmed(puzzle.title, size, box.width - wide)
        canvas.text(title, (box.left + wide, box.top + size), size)
        if puzzle.note:
            canvas.ink(GREY)
            canvas.text(trimmed(puzzle.note, self.NOTE_SIZE, box.width),
                        (box.left, box.top + size + 1.5 * self.NOTE_SIZE), self.NOTE_SIZE)
