"""Booklets: many puzzles on paper, one or several a page, with the answers small at the back; with
a title also a title page, how to solve, and contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nonoforge.drawing.booklet.elements import BookletPuzzle as BookletPuzzle
from nonoforge.drawing.booklet.elements import draw_foot
from nonoforge.drawing.booklet.layout import DrawnPuzzle, Group, Grouping
from nonoforge.drawing.booklet.page_format import PageFormat, page_formats
from nonoforge.drawing.booklet.pages import Page, booklet_pages
from nonoforge.drawing.display import Contents
from nonoforge.drawing.options import BookletOptions, DrawOptions
from nonoforge.drawing.pdf_canvas import PdfDocument, font_remarks
from nonoforge.drawing.pdf_writer import Printed
from nonoforge.errors import InputError
from nonoforge.nonogram import Info
from nonoforge.progress import StageProgress
from nonoforge.text import printable

MAX_PUZZLES = 5_000


def print_booklet(
    puzzles: Sequence[BookletPuzzle], options: BookletOptions | None = None,
    progress: StageProgress | None = None,
) -> Printed:
    """Return puzzles as a PDF file: numbered, then their answers, several a page.

    With a title all sheets are upright, and before the puzzles come a title page, how to solve, and
    contents. Without one each sheet is upright or lying, as suits its puzzles, but in the trim size
    of a book. A puzzle that would be too small among others gets a page to itself, and a remark
    says so.

    `progress` is called before each page with the pages done, the pages in all (while puzzles are
    laid out: an estimate) and what is next. It may raise an exception to cancel.
    """
    options = options or BookletOptions()
    if not puzzles:
        raise InputError("no puzzle to print")
    if len(puzzles) > MAX_PUZZLES:
        raise InputError(f"{len(puzzles):,} puzzles; a booklet has at most {MAX_PUZZLES:,}")
    title = printable(options.title)
    document = PdfDocument(title or "Nonograms", options.author)
    drawn = list(_drawn(puzzles, options, progress))
    for max_pages, paper in page_formats(options, bound=bool(title)):
        grouping = Grouping(paper.sheets, options.per_page, options.paper)
        pages = _pages(puzzles, list(grouping.groups(drawn)), options, paper)
        if len(pages) <= max_pages:
            break
    for number, page in enumerate(pages, start=1):
        if progress:
            progress(number - 1, len(pages), page.name)
        for bookmark in page.bookmarks:
            document.bookmark(bookmark, f"{number} {bookmark}")
        with document.page(*paper.page(page.sheet), bleed=paper.bleed,
                           offset=paper.offset(number)) as canvas:
            page.draw(canvas)
            if page.numbered:
                draw_foot(canvas, page.sheet, number, title, page.notes)
    remarks = [*grouping.remarks, *font_remarks(_texts(title, drawn))]
    return Printed(document.finish(), tuple(dict.fromkeys(remarks)))


def _pages(
    puzzles: Sequence[BookletPuzzle], groups: Sequence[Group], options: BookletOptions,
    paper: PageFormat,
) -> list[Page]:
    title = printable(options.title)
    return booklet_pages(
        puzzles, groups, sheet=paper.sheet, title=title, author=printable(options.author),
        answers=options.answers, titles=options.titles,
        reminders=not title and options.per_page > 1)


def _drawn(
    puzzles: Sequence[BookletPuzzle], options: BookletOptions, progress: StageProgress | None,
) -> Iterator[DrawnPuzzle]:
    """Yield the puzzles with their drawings. Without a page of lessons or reminders, a drawing says
    itself how its clues are read."""
    explained = printable(options.title) or options.per_page > 1
    total = -(-len(puzzles) // options.per_page)
    for number, puzzle in enumerate(puzzles, start=1):
        if progress:
            progress(0, total, puzzle.title)
        nonogram = replace(puzzle.nonogram, info=Info(), solution=None)
        view = options.view if options.view in nonogram.family.views else None
        contents = Contents(puzzle.shown, puzzle.marks if puzzle.shown is not None else ())
        yield DrawnPuzzle(number, puzzle, nonogram.family.display(
            nonogram, contents, DrawOptions(
                clues=options.clues, signs=options.signs, view=view),
            medium="booklet" if explained else "paper"))


def _texts(title: str, puzzles: Iterable[DrawnPuzzle]) -> set[str]:
    """Return everything that is written with letters of strangers."""
    texts = {title}
    for drawn in puzzles:
        texts |= {drawn.puzzle.title, drawn.puzzle.about, *drawn.display.texts}
    return texts
