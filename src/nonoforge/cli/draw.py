"""`nonoforge draw`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import files, from_format
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.drawings import Wish
    from nonoforge.cli.io import Input
    from nonoforge.draw import Paper, View

KINDS = ("svg", "pdf", "png", "ipe", "html", "txt")
NAMED = ".svg, .pdf, .png, .ipe, .html or .txt"
VIEWED = ("svg", "pdf", "png")  # what shows solids in more than one way, and numbers of faces
VIEWS = ("isometric", "sheets")
PAPERS = ("a4", "a3", "letter")


@click.command("draw")
@files
@from_format
@click.option("-o", "--output", "out", metavar="OUT",
              help=f"Where to: {NAMED}; without it, the terminal.")
@click.option("--to", "kind", type=click.Choice(KINDS), help="What to draw, whatever OUT ends in.")
@click.option("--puzzle/--solved", "empty", default=None,
              help="For a person to solve (as it is without either), or solved. A PDF has both, "
                   "unless one is named; the colours of an Ipe file tell the solution, unless "
                   "it is --puzzle.")
@click.option("--state", metavar="STATE",
              help="Draw what is known: a text picture (. # or letters, ? where open; of a sloped "
                   "or curved puzzle a row with a letter for each face), or a puzzle file with a "
                   "saved state.")
@click.option("--view", type=click.Choice(VIEWS),
              help="A solid as a whole (isometric), or in layers to solve on paper (sheets). "
                   "Without this, as a whole; in a PDF the puzzle in layers, solved as a whole.")
@click.option("--clues/--no-clues", default=True, show_default=True, help="Clues and title.")
@click.option("--numbers", is_flag=True,
              help="Of a sloped or curved puzzle: number its lines and faces, as explain, hint and "
                   "--state do.")
@click.option("--scale", type=click.IntRange(1, 1000), metavar="N",
              help="Pixels of a cell in a PNG (24 or more, or what keeps it within reason); of a "
                   "sloped or curved puzzle, pixels of a millimetre (without this, the picture is "
                   "2000 pixels wide or high).")
@click.option("--paper", type=click.Choice(PAPERS), default="a4", show_default=True,
              help="The paper of a PDF. Sloped and curved puzzles keep their millimetres where "
                   "they fit on it.")
@click.option("--per-page", type=click.IntRange(1, 32), metavar="N",
              help="So many puzzles on each page of a PDF, as large as fit, upright or lying; "
                   "fewer where they would be too small to solve.")
@click.option("--book", "title", metavar="TITLE",
              help="Make the PDF a booklet: a title page, how to solve, contents with stars, and "
                   "all sheets upright.")
@click.option("--author", metavar="NAME", help="Who made the --book.")
@click.option("--stars/--no-stars", "rated", default=None,
              help="Rate puzzles and print 1 to 5 stars above each; a --book does so unless told "
                   "not to.")
@click.option("-q", "--quiet", is_flag=True, help="No remarks, no progress.")
def command(
    files: tuple[str, ...], source_format: str | None, out: str | None, kind: str | None,
    empty: bool | None, state: str | None, view: View | None, clues: bool, numbers: bool,
    scale: int | None, paper: Paper, per_page: int | None, title: str | None, author: str | None,
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
    """
    from nonoforge.cli.books import Binding, bind
    from nonoforge.cli.drawings import Wish, draw

    if state is not None and empty is not None:
        raise click.UsageError("--state says what to draw; leave out --puzzle and --solved")
    kind = kind or _kind_of(out)
    if view is not None and kind not in VIEWED:
        raise click.UsageError("--view is for .svg, .pdf and .png; as text, a solid is shown in "
                               "layers")
    if numbers and kind not in VIEWED:
        raise click.UsageError("--numbers is for .svg, .pdf and .png")
    binding = Binding(title or "", author or "", per_page or 1, rated=bool(title) if rated is None
                      else rated)
    bound = binding != Binding()
    if (bound or per_page or title is not None) and kind != "pdf":
        raise click.UsageError("--per-page, --book, --author and --stars are for .pdf")
    if author and not title:
        raise click.UsageError("--author is who made a book; give --book TITLE as well")
    puzzles = _read(files, source_format, kind)
    wish = Wish(kind, empty, state, view, clues, numbers, scale, paper, quiet)
    if kind == "pdf" and (bound or len(puzzles) > 1):
        _check_book(puzzles, wish)
        bind(puzzles, wish, binding, out)
        return 0
    for puzzle in puzzles:
        try:
            draw(puzzle, wish, out)
        except InputError as error:
            raise error.at(file=puzzle.name) from None
    return 0


def _read(files: tuple[str, ...], source_format: str | None, kind: str) -> list[Input]:
    """All puzzles, if the drawing can show so many."""
    from nonoforge.cli.books import found_in
    from nonoforge.cli.io import read, read_one

    if kind in ("terminal", "pdf"):
        return [puzzle for file in found_in(files) for puzzle in read(file, source_format)]
    if len(files) > 1:
        raise click.UsageError(f"{len(files)} files, but a .{kind} shows one puzzle; a .pdf takes "
                               "many")
    return [read_one(files[0], f"a .{kind} shows one", source_format)]


def _check_book(puzzles: list[Input], wish: Wish) -> None:
    """What only one puzzle can have."""
    if wish.state is not None:
        raise click.UsageError(f"--state is for one puzzle; there are {len(puzzles)}")
    if wish.numbers:
        raise click.UsageError("--numbers is for one puzzle on its page, without --book")
    if wish.view and not any(puzzle.nonogram.family.name == "solid" for puzzle in puzzles):
        raise InputError("--view is for solids; there is none among these puzzles")


def _kind_of(out: str | None) -> str:
    if out is None or out == "-":
        return "terminal"
    ending = os.path.splitext(out)[1].lower().lstrip(".")
    if ending not in KINDS:
        what = f"the ending {'.' + ending!a} is of no drawing" if ending else "no ending"
        raise InputError(f"{what}; name it {NAMED}, or give --to", file=out)
    return ending
