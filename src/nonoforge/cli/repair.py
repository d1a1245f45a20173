"""`nonoforge repair`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.options import a_budget, from_format, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.judge import Repair
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring


@click.command("repair")
@click.argument("file", metavar="FILE")
@from_format
@click.option("--most", type=click.IntRange(1, 50), default=5, show_default=True, metavar="N",
              help="Change at most N cells.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="1m", show_default=True,
              help="How long to look: 30s, 2m, ...")
@output
def command(
    file: str, source_format: str | None, most: int, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Propose the fewest cells to change so that lines alone solve a puzzle.

    What has several solutions, or takes guessing, often needs no more than a cell or two. With -o
    the changed puzzle is written; otherwise nothing is changed. Exit 1 if no repair was found.

    \b
    Examples:
      nonoforge repair cat.non
      nonoforge repair jeep.nono --most 3 -o better.nono
    """
    from nonoforge.cli.faults import DONE, NO
    from nonoforge.cli.inputs import read_one, spare
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.cli.record import to_json
    from nonoforge.formats import save
    from nonoforge.formats.files import check_writable
    from nonoforge.judge import repair

    spare((file,), {"-o": out})
    if out is not None:
        check_writable(out)
    puzzle = read_one(file, "one at a time is repaired", source_format)
    result = Output(None)
    with Progress(1, quiet=quiet) as progress:
        progress.begin(puzzle.name)
        picture = _picture(puzzle.nonogram, puzzle.name)
        found = repair(
            puzzle.nonogram.puzzle, picture, most=most, seconds=budget.seconds,
            progress=lambda done, left: progress.begin(
                f"{puzzle.name}: {done} changed, {left:,} cells open"))
    if out is not None and not found.stuck:
        save(_repaired(puzzle.nonogram, found), out)
    if as_json:
        result.line(to_json(_record(puzzle.name, found, out)))
    else:
        result.sentence(f"{puzzle.name}: {_words(puzzle.nonogram, found, most)}")
    return NO if found.stuck else DONE


def _picture(nonogram: Nonogram, name: str) -> Colouring:
    """The maker's picture, or else a solution."""
    from nonoforge.methods import METHODS

    if nonogram.solution is not None:
        return nonogram.solution
    verdict = METHODS["auto"].solve(nonogram)
    if not verdict.solutions:
        raise InputError("there is no picture to change: no solution is known", file=name)
    return verdict.solutions[0]


def _repaired(nonogram: Nonogram, found: Repair) -> Nonogram:
    from dataclasses import replace

    return replace(nonogram, puzzle=found.puzzle, solution=found.colouring, saved=())


def _words(nonogram: Nonogram, found: Repair, most: int) -> str:
    from nonoforge.cli.words import count
    from nonoforge.draw import printable

    if found.stuck:
        return (f"no repair with {count(most, 'cell')} was found; lines alone leave "
                f"{count(len(found.stuck), 'cell')} open with the best changes")
    if not found.changes:
        return "lines alone solve it already; nothing to change"
    colours = nonogram.puzzle.palette.colours
    places = "; ".join(f"{nonogram.geometry.cell_name(cell)} to {printable(colours[colour].name)}"
                       for cell, colour in found.changes)
    return f"change {places}: then lines alone solve it"


def _record(name: str, found: Repair, out: str | None) -> dict[str, Any]:
    return {
        "file": name, "changes": [list(change) for change in found.changes],
        "line_solvable": not found.stuck, "stuck_cells": list(found.stuck),
        "output": None if found.stuck else out,
    }
