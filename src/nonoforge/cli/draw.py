"""`nonoforge draw`."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from nonoforge.cli.options import click_option, click_options, files, from_format
from nonoforge.drawing import KINDS, VIEWED_KINDS, BookletOptions, DrawOptions
from nonoforge.errors import InputError
from nonoforge.options import options_of

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.cli.progress import Progress
    from nonoforge.drawing import BookletPuzzle, Contents
    from nonoforge.judge import Report
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State

NAMED = ".svg, .pdf, .png, .ipe, .html or .txt"

_BOOKLET = {option.name: option for option in options_of(BookletOptions)}


@click.command("draw")
@files
@from_format
@click.option("-o", "--output", "out", metavar="OUT",
              help=f"Output file: {NAMED}; without it, the terminal.")
@click.option("--to", "kind", type=click.Choice(KINDS),
              help="Output format, whatever OUT ends in.")
@click.option("--puzzle/--solved", "empty", default=None,
              help="For a person to solve (the default), or solved. A PDF has both unless one is "
                   "named; an Ipe file has the solution's colours unless it is --puzzle.")
@click.option("--state", metavar="STATE",
              help="Draw what is known: a text picture (. # or letters, ? where open; one row "
                   "with a letter for each face where cells have no rows), or a puzzle file with a "
                   "saved state.")
@click_options(DrawOptions)
@click_option(_BOOKLET["per_page"])
@click_option(replace(_BOOKLET["title"], name="book"))
@click_option(_BOOKLET["author"])
@click_option(_BOOKLET["gutter"])
@click_option(_BOOKLET["bleed"])
@click.option("--stars/--no-stars", "rated", default=None,
              help="Rate puzzles and print 1 to 5 stars above each.  [default: only in a --book]")
@click.option("-q", "--quiet", is_flag=True, help="No remarks, no progress.")
def command(
    files: tuple[str, ...], source_format: str | None, out: str | None, kind: str | None,
    empty: bool | None, state: str | None, options: DrawOptions, per_page: int | None,
    book: str | None, author: str | None, gutter: float | None, bleed: float | None,
    rated: bool | None, quiet: bool,
) -> int:
    """Draw puzzles: to look at, to print, to edit, to play.

    Without -o they are drawn in the terminal, as large as fits. --solved draws the solution that
    the file has, or else finds it; where there are several, cells that differ are marked.

    A PDF takes many puzzles: files, whole folders, and collections. They are numbered, one on each
    page or --per-page N, and all answers come at the back, small, unless it is --puzzle. An .html
    is a page that plays the puzzle without a server, with hints.

    \b
    Examples:
      nonoforge draw cat.non
      nonoforge draw cat.non -o cat.svg
      nonoforge draw cat.non -o cat.pdf                 (puzzle and solution, to print)
      nonoforge draw cat.non --solved -o cat.png --scale 40
      nonoforge draw cat.non --state so-far.txt
      nonoforge draw collection.xml#3 -o third.svg
      nonoforge draw chair.nono --view sheets -o chair.svg
      nonoforge draw swan.nono --puzzle -o swan.pdf --paper letter
      nonoforge draw swan.nono --numbers -o swan.png    (to follow explanations)
      nonoforge draw swan.nono -o swan.ipe              (to go on with in Ipe)
      nonoforge draw cat.non -o cat.html                (to play in a browser)
      nonoforge draw puzzles/ more.xml#2 --per-page 4 -o four-a-page.pdf
      nonoforge draw puzzles/ --book "For the train" -o train.pdf --paper letter
      nonoforge draw puzzles/ --book "Fifty" -o book.pdf --paper 6x9 --bleed 3.2  (to be bound)
    """
    kind = kind or _kind_of(out)
    if state is not None and empty is not None:
        raise click.UsageError("--state says what to draw; leave out --puzzle and --solved")
    if (options.view is not None or options.numbers) and kind not in VIEWED_KINDS:
        raise click.UsageError("--view and --numbers are for .svg, .pdf and .png; as text, a "
                               "puzzle in space is shown in layers")
    rated = bool(book) if rated is None else rated
    bound = gutter is not None or bool(bleed)
    if (per_page or book is not None or author or rated or bound) and kind != "pdf":
        raise click.UsageError("--per-page, --book, --author, --gutter, --bleed and --stars are "
                               "for .pdf")
    if author and not book:
        raise click.UsageError("--author is the author of a booklet; give --book TITLE as well")
    request = _Request(kind, empty, state, options, quiet)
    puzzles = _read(files, source_format, kind)
    if kind == "pdf" and (
            book or rated or bound or (per_page or 1) > 1 or len(puzzles) > 1):
        _check_booklet(puzzles, request)
        booklet = BookletOptions(
            title=book or "", author=author or "", per_page=per_page or 1, answers=empty is None,
            clues=options.clues, titles=options.titles, signs=options.signs, view=options.view,
            paper=options.paper, gutter=gutter, bleed=bleed or 0.0)
        _write_booklet(puzzles, request, booklet, rated, out)
        return 0
    for puzzle in puzzles:
        try:
            _draw(puzzle, request, out)
        except InputError as error:
            raise error.at(file=puzzle.name) from None
    return 0


class _Request(NamedTuple):
    """What to draw of each puzzle. `empty` is True for --puzzle, False for --solved."""

    kind: str
    empty: bool | None
    state: str | None
    options: DrawOptions
    quiet: bool


def _kind_of(out: str | None) -> str:
    if out is None or out == "-":
        return "terminal"
    ending = os.path.splitext(out)[1].lower().lstrip(".")
    if ending not in KINDS:
        what = f"unknown output format {'.' + ending!a}" if ending else "no output format"
        raise InputError(f"{what}; use {NAMED}, or give --to", file=out)
    return ending


def _read(files: tuple[str, ...], source_format: str | None, kind: str) -> list[Input]:
    """Return all puzzles, if a drawing of this kind can show several."""
    from nonoforge.cli.io import found_in, read, read_one

    if kind in ("terminal", "pdf"):
        return [puzzle for file in found_in(files) for puzzle in read(file, source_format)]
    if len(files) > 1:
        raise click.UsageError(f"{len(files)} files, but a .{kind} shows one puzzle; a .pdf takes "
                               "many")
    return [read_one(files[0], f"a .{kind} shows one", source_format)]


# --- one puzzle ---------------------------------------------------------------------------------


def _draw(puzzle: Input, request: _Request, out: str | None) -> None:
    """Write the file, or print the picture."""
    from nonoforge.cli.io import judged
    from nonoforge.cli.progress import Progress
    from nonoforge.files import write_whole
    from nonoforge.formats import load_states
    from nonoforge.publishing import HINTS_BUDGET, check_drawing, contents_of, published

    kind, nonogram, options = request.kind, puzzle.nonogram, request.options
    solved = None if request.empty is None else not request.empty
    state = None if request.state is None else load_states(request.state, nonogram)[-1]

    def judge(_: Nonogram) -> Report:
        return judged(puzzle, quiet=request.quiet)

    if kind == "terminal":
        check_drawing(nonogram, kind, options, solved, state)
        [(contents, remark)] = contents_of(nonogram, kind, solved, state, judge)
        _say(puzzle, request, [remark])
        _print(puzzle, request, contents)
        return
    with Progress(1, quiet=request.quiet or kind != "html",
                  seconds=HINTS_BUDGET.seconds) as progress:
        progress.begin(puzzle.name)
        drawn = published(nonogram, kind, options, solved=solved, state=state, judge=judge,
                          hints=HINTS_BUDGET)
    _say(puzzle, request, drawn.remarks)
    write_whole(out or "-", drawn.data)


def _say(puzzle: Input, request: _Request, remarks: Iterable[str]) -> None:
    from nonoforge.cli.io import say

    for remark in () if request.quiet else dict.fromkeys(filter(None, remarks)):
        say(f"{puzzle.name}: {remark}")


def _print(puzzle: Input, request: _Request, contents: Contents) -> None:
    from nonoforge.cli.io import screen_of

    print(screen_of(sys.stdout).picture(
        puzzle.nonogram, contents.picture, marks=contents.marks, clues=request.options.clues),
        flush=True)


# --- many puzzles in a PDF ----------------------------------------------------------------------


def _check_booklet(puzzles: Sequence[Input], request: _Request) -> None:
    """Refuse what only one puzzle can have."""
    if request.state is not None:
        raise click.UsageError(f"--state is for one puzzle; there are {len(puzzles)}")
    if request.options.numbers:
        raise click.UsageError("--numbers is for one puzzle on its page, without --book")
    if request.options.view and not any(puzzle.nonogram.family.views for puzzle in puzzles):
        raise InputError("--view: none of these puzzles can be seen in several ways; leave it out")


def _write_booklet(
    puzzles: Sequence[Input], request: _Request, options: BookletOptions, rated: bool,
    out: str | None,
) -> None:
    from nonoforge.cli.io import say
    from nonoforge.cli.progress import Progress
    from nonoforge.drawing import print_booklet
    from nonoforge.files import check_writable, write_whole

    if out not in (None, "-"):
        check_writable(out)
    with Progress(len(puzzles), quiet=request.quiet) as progress:
        found = [_booklet_puzzle(puzzle, request, rated, progress) for puzzle in puzzles]
    with Progress(len(puzzles), quiet=request.quiet) as progress:
        data, remarks = print_booklet(found, options, progress.at)
    for remark in () if request.quiet else remarks:
        say(remark if out in (None, "-") else f"{out}: {remark}")
    write_whole(out or "-", data)


def _booklet_puzzle(
    puzzle: Input, request: _Request, rated: bool, progress: Progress,
) -> BookletPuzzle:
    """Return the puzzle with its answer and stars; say what is wrong with it."""
    from nonoforge.drawing import BookletPuzzle
    from nonoforge.judge import check
    from nonoforge.methods import METHODS

    progress.begin(puzzle.name)
    report = check(puzzle.nonogram, budget=METHODS["auto"].budget, progress=progress.work,
                   rated=rated)
    progress.end()
    answer, note, remark = _answer(puzzle, report)
    with progress.hidden():
        _say(puzzle, request, [remark])
    if request.empty is False and answer is None:
        raise InputError(f"{remark}; draw it with --puzzle", file=puzzle.name)
    return BookletPuzzle(
        nonogram=puzzle.nonogram, answer=answer, marks=report.ambiguous_cells, note=note,
        stars=report.rating.stars, shown=answer if request.empty is False else None)


def _answer(puzzle: Input, report: Report) -> tuple[Colouring | State | None, str, str]:
    """Return the solution or what is certain, a note beside it in print, and a remark."""
    from nonoforge.results import ambiguous_words, conflict_words

    own, verdict = puzzle.nonogram.solution, report.verdict
    if verdict.answer == "unique":
        return verdict.solutions[0], "", ""
    if verdict.answer == "multiple":
        words = ambiguous_words(puzzle.nonogram, report)
        return own or verdict.solutions[0], f"one of several: {words}", \
            f"has more than one solution: {words}"
    if verdict.answer == "none":
        return None, "", f"has no solution: {conflict_words(puzzle.nonogram, verdict)}"
    if own is not None:
        return own, "", "there may be more than one solution: it could not be solved"
    return verdict.state, "only what is certain", "not solved: the answer has only what is certain"
