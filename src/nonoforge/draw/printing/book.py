"""A book: its pages in order, with their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonoforge.draw.options import PAPERS, DrawOptions, Paper, View
from nonoforge.draw.pdf_canvas import PdfDocument, font_remarks
from nonoforge.draw.pdf_writer import Printed
from nonoforge.draw.printing.answers import Answer, answer_pages, answers_of, press_answers
from nonoforge.draw.printing.entry import Entry, about, title_of
from nonoforge.draw.printing.front import (
    Row,
    press_contents,
    press_lessons,
    press_title,
    rows_of_page,
)
from nonoforge.draw.printing.furniture import foot
from nonoforge.draw.printing.leaves import Leaf, Leaves, Wish, drawn, press_leaf
from nonoforge.draw.printing.teaching import reminders
from nonoforge.errors import InputError
from nonoforge.progress import StageProgress
from nonoforge.text import printable

MOST_PER_PAGE = 32
MOST = 5_000  # puzzles



def book(
    entries: Sequence[Entry], *, title: str = "", author: str = "", per_page: int = 1,
    paper: Paper = "a4", answers: bool = True, view: View | None = None, clues: bool = True,
    tell: StageProgress | None = None,
) -> Printed:
    """Puzzles on paper, so many a page, numbered; then their answers, small, several a page.

    With a title it is a booklet: all sheets are upright, and before the puzzles come a title page,
    how to solve, and contents. Without one each sheet is upright or lying, as suits its puzzles. A
    puzzle that would be too small among others gets a page of its own, and a remark says so.
    """
    _check(entries, per_page)
    short, long = PAPERS[DrawOptions(paper=paper).paper]
    bound, name = bool(title.strip()), printable(title)
    sheets = ((short, long),) if bound else ((short, long), (long, short))
    wish = Wish(sheets, per_page, view, clues, told=not bound and per_page == 1)
    document = PdfDocument(name or "Nonograms", author)
    printer = _Printer(document, name, tell, reminding=not bound and per_page > 1)
    leaves, remarks = _leaves(entries, wish, paper, tell)
    back = answer_pages(answers_of(entries), (short, long)) if answers else []
    if bound:
        printer.front((short, long), printable(author), entries, leaves, len(back))
    printer.puzzles(leaves)
    printer.answers((short, long), back)
    return Printed(document.finish(),
                   tuple(dict.fromkeys([*remarks, *_words(name, leaves)])))


def _check(entries: Sequence[Entry], per_page: int) -> None:
    if not entries:
        raise InputError("no puzzle to print")
    if len(entries) > MOST:
        raise InputError(f"{len(entries):,} puzzles; a book has at most {MOST:,}")
    if not 1 <= per_page <= MOST_PER_PAGE:
        raise InputError(f"{per_page} puzzles a page; 1 to {MOST_PER_PAGE} are possible")


def _leaves(
    entries: Sequence[Entry], wish: Wish, paper: Paper, tell: StageProgress | None,
) -> tuple[list[Leaf], list[str]]:
    """All pages of puzzles, before any is printed: the contents need their numbers."""
    collector = Leaves(wish, paper)
    found: list[Leaf] = []
    for number, entry in enumerate(entries, start=1):
        if tell:
            tell(0, -(-len(entries) // wish.per_page), title_of(entry))
        view = wish.view if entry.nonogram.family.name == "solid" else None
        found += collector.take(drawn(number, entry, wish._replace(view=view)))
    found += collector.rest()
    return found, collector.remarks


def _words(title: str, leaves: Sequence[Leaf]) -> Iterator[str]:
    texts = [title]
    for page in leaves:
        for ready in page.puzzles:
            texts += [title_of(ready.entry), about(ready.entry)]
            texts += ready.shown.texts if page.part == 0 else []
    yield from font_remarks(set(texts))


class _Printer:
    """Prints page after page and counts them."""

    def __init__(
        self, document: PdfDocument, title: str, tell: StageProgress | None, *, reminding: bool,
    ) -> None:
        self.document, self.title, self.tell = document, title, tell
        self.reminding = reminding  # of how to read the clues
        self.page, self.pages = 0, 0

    def front(
        self, sheet: tuple[float, float], author: str, entries: Sequence[Entry],
        leaves: Sequence[Leaf], back: int,
    ) -> None:
        """Title, how to solve, contents."""
        many = rows_of_page(sheet)
        before = 2 + -(-len(entries) // many)
        self.pages = before + len(leaves) + back
        rows = [Row(ready.number, ready.entry, before + at)
                for at, page in enumerate(leaves, start=1) if page.part == 0
                for ready in page.puzzles]
        with self.document.page(*sheet) as canvas:
            press_title(canvas, sheet, self.title, author, entries)
        self.page += 1
        self._mark("How to solve")
        with self.document.page(*sheet) as canvas:
            press_lessons(canvas, sheet, entries)
            foot(canvas, sheet, self._next("how to solve"), self.title)
        self._mark("Contents")
        for at in range(0, len(rows), many):
            with self.document.page(*sheet) as canvas:
                press_contents(canvas, sheet, rows[at:at + many])
                foot(canvas, sheet, self._next("contents"), self.title)

    def puzzles(self, leaves: Sequence[Leaf]) -> None:
        self.pages = max(self.pages, len(leaves))
        for page in leaves:
            first = page.puzzles[0]
            families = (ready.entry.nonogram.family.name for ready in page.puzzles)
            notes = reminders(families) if self.reminding else []
            if page.part == 0:
                for ready in page.puzzles:
                    self._mark(f"{ready.number} {title_of(ready.entry)}")
            with self.document.page(*page.layout.sheet) as canvas:
                press_leaf(canvas, page)
                foot(canvas, page.layout.sheet, self._next(title_of(first.entry)), self.title,
                     notes)

    def answers(
        self, sheet: tuple[float, float], pages: Sequence[tuple[Answer, ...]],
    ) -> None:
        for at, page in enumerate(pages):
            if at == 0:
                self._mark("Answers")
            with self.document.page(*sheet) as canvas:
                press_answers(canvas, sheet, page, first=at == 0)
                foot(canvas, sheet, self._next("answers"), self.title)

    def _next(self, what: str) -> int:
        if self.tell:
            self.tell(self.page, max(self.pages, self.page + 1), what)
        self.page += 1
        return self.page

    def _mark(self, text: str) -> None:
        """An entry in the reader's table of contents."""
        self.document.bookmark(text, f"{self.page} {text}")
