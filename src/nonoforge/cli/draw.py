"""`nonoforge draw`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import from_format
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.draw import View

KINDS = ("svg", "pdf", "png", "ipe", "txt")
NAMED = ".svg, .pdf, .png, .ipe or .txt"
VIEWED = ("svg", "pdf", "png")  # what shows solids in more than one way, and numbers of faces
VIEWS = ("isometric", "sheets")
PAPERS = ("a4", "a3", "letter")


@click.command("draw")
@click.argument("file", metavar="FILE")
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
@click.option("-q", "--quiet", is_flag=True, help="No remarks.")
def command(
    file: str, source_format: str | None, out: str | None, kind: str | None, empty: bool | None,
    state: str | None, view: View | None, clues: bool, numbers: bool, scale: int | None,
    paper: str, quiet: bool,
) -> int:
    """Draw a puzzle: to look at, to print, to edit.

    Without -o it is drawn in the terminal, as large as fits. --solved draws the solution that the
    file has, or else finds it; where there are several, cells that differ are marked.

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
    """
    from nonoforge.cli.drawings import Wish, draw
    from nonoforge.cli.inputs import read, read_one

    if state is not None and empty is not None:
        raise click.UsageError("--state says what to draw; leave out --puzzle and --solved")
    kind = kind or _kind_of(out)
    if view is not None and kind not in VIEWED:
        raise click.UsageError("--view is for .svg, .pdf and .png; as text, a solid is shown in "
                               "layers")
    if numbers and kind not in VIEWED:
        raise click.UsageError("--numbers is for .svg, .pdf and .png")
    wish = Wish(kind, empty, state, view, clues, numbers, scale, paper, quiet)
    inputs = read(file, source_format) if kind == "terminal" else [
        read_one(file, f"a .{kind} shows one", source_format)]
    for puzzle in inputs:
        try:
            draw(puzzle, wish, out)
        except InputError as error:
            raise error.at(file=puzzle.name) from None
    return 0


def _kind_of(out: str | None) -> str:
    if out is None or out == "-":
        return "terminal"
    ending = os.path.splitext(out)[1].lower().lstrip(".")
    if ending not in KINDS:
        what = f"the ending {'.' + ending!a} is of no drawing" if ending else "no ending"
        raise InputError(f"{what}; name it {NAMED}, or give --to", file=out)
    return ending
