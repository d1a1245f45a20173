"""`nonoforge draw`."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING, NamedTuple

import click

from nonoforge.cli.options import from_format
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.draw import View
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State

KINDS = ("svg", "png", "txt")
VIEWS = ("isometric", "sheets")


class Shown(NamedTuple):
    """What to draw in the cells, which of them to mark, and a word about it."""

    picture: Colouring | State | None = None
    marks: tuple[int, ...] = ()
    remark: str = ""


@click.command("draw")
@click.argument("file", metavar="FILE")
@from_format
@click.option("-o", "--output", "out", metavar="OUT",
              help="Where to: .svg, .png or .txt; without it, the terminal.")
@click.option("--to", "kind", type=click.Choice(KINDS), help="What to draw, whatever OUT ends in.")
@click.option("--puzzle/--solved", "empty", default=None,
              help="For a person to solve (as it is without either), or solved.")
@click.option("--state", metavar="STATE",
              help="Draw what is known: a text picture (. # or letters, ? where open), or a puzzle "
                   "file with a saved state.")
@click.option("--view", type=click.Choice(VIEWS),
              help="A solid as a whole (isometric, as it is without this), or in layers to solve "
                   "on paper (sheets).")
@click.option("--clues/--no-clues", default=True, show_default=True, help="Clues and title.")
@click.option("--scale", type=click.IntRange(1, 1000), metavar="N",
              help="Pixels of a cell in a PNG (24 or more, or what keeps it within reason).")
@click.option("-q", "--quiet", is_flag=True, help="No remarks.")
def command(
    file: str, source_format: str | None, out: str | None, kind: str | None, empty: bool | None,
    state: str | None, view: View | None, clues: bool, scale: int | None, quiet: bool,
) -> int:
    """Draw a puzzle: to look at, to print.

    Without -o it is drawn in the terminal, as large as fits. --solved draws the solution that the
    file has, or else finds it; where there are several, cells that differ are marked.

    \b
    Examples:
      nonoforge draw cat.non
      nonoforge draw cat.non -o cat.svg
      nonoforge draw cat.non --solved -o cat.png --scale 40
      nonoforge draw cat.non --state so-far.txt
      nonoforge draw collection.xml#3 -o third.svg
      nonoforge draw chair.nono --view sheets -o chair.svg
    """
    from nonoforge.cli.faults import say
    from nonoforge.cli.inputs import read, read_one
    from nonoforge.draw import png_shows_clues

    if state is not None and empty is not None:
        raise click.UsageError("--state says what to draw; leave out --puzzle and --solved")
    kind = kind or _kind_of(out)
    if view is not None and kind not in ("svg", "png"):
        raise click.UsageError("--view is for .svg and .png; as text, a solid is shown in layers")
    one = f"a .{kind} shows one"
    inputs = read(file, source_format) if kind == "terminal" else [
        read_one(file, one, source_format)]
    for puzzle in inputs:
        name, nonogram = puzzle
        shown = _shown(puzzle, solved=empty is False, state=state, quiet=quiet)
        if view is not None and nonogram.geometry.family != "solid":
            raise InputError("--view is for solids; a grid has only one", file=name)
        small = kind == "png" and clues and not png_shows_clues(nonogram, scale, view)
        remarks = [shown.remark, "drawn without clues, which could not be read" if small else ""]
        for remark in filter(None, [] if quiet else remarks):
            say(f"{name}: {remark}")
        _draw(nonogram, shown, kind, out, view, clues, scale)
    return 0


def _kind_of(out: str | None) -> str:
    if out is None or out == "-":
        return "terminal"
    ending = os.path.splitext(out)[1].lower().lstrip(".")
    if ending not in KINDS:
        what = f"the ending {'.' + ending!a} is of no drawing" if ending else "no ending"
        raise InputError(f"{what}; name it .svg, .png or .txt, or give --to", file=out)
    return ending


def _shown(puzzle: Input, *, solved: bool, state: str | None, quiet: bool) -> Shown:
    nonogram = puzzle.nonogram
    if state is not None:
        from nonoforge.cli.states import read_state

        return Shown(read_state(state, nonogram))
    if not solved:
        return Shown()
    if nonogram.solution is not None:
        return Shown(nonogram.solution)
    return _solve(puzzle, quiet)


def _solve(puzzle: Input, quiet: bool) -> Shown:
    """The solution, or as much of it as is certain."""
    from nonoforge.cli.judged import judged
    from nonoforge.cli.words import ambiguous_words, conflict_words

    report = judged(puzzle, quiet=quiet)
    name, nonogram, verdict = *puzzle, report.verdict
    if verdict.answer == "none":
        raise InputError(f"has no solution to draw: {conflict_words(nonogram, verdict)}; draw it "
                         "with --puzzle", file=name)
    if verdict.answer == "unknown":
        return Shown(verdict.state, (), "not solved: only what is certain is drawn")
    differ = report.ambiguous_cells
    remark = f"has more than one solution: {ambiguous_words(report)}" if differ else ""
    return Shown(verdict.solutions[0], differ, remark)


def _draw(
    nonogram: Nonogram, shown: Shown, kind: str, out: str | None, view: View | None, clues: bool,
    scale: int | None,
) -> None:
    from nonoforge import draw
    from nonoforge.cli.outputs import screen_of
    from nonoforge.cli.show import picture
    from nonoforge.formats.files import write_whole

    if kind == "terminal":
        text = picture(nonogram, shown.picture, screen_of(sys.stdout), marks=shown.marks,
                       clues=clues)
        print(text, flush=True)
        return
    if kind == "png":
        data = draw.png(nonogram, picture=shown.picture, marks=shown.marks, clues=clues,
                        scale=scale, view=view)
    elif kind == "svg":
        data = draw.svg(nonogram, picture=shown.picture, marks=shown.marks, clues=clues,
                        view=view).encode()
    else:
        text = draw.terminal(nonogram, picture=shown.picture, marks=shown.marks, clues=clues)
        data = (text + "\n").encode()
    write_whole(out or "-", data)
