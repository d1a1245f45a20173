"""`nonoforge repair`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from nonoforge.cli.options import a_budget, from_format, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.engine import Budget
    from nonoforge.judge import Edits, Repair, SolvableBy
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring


@click.command("repair")
@click.argument("file", metavar="FILE")
@from_format
@click.option("--most", type=click.IntRange(1, 50), default=5, show_default=True, metavar="N",
              help="Change at most N cells.")
@click.option("--list", "listed", type=click.IntRange(1, 1_000), metavar="N",
              help="List the N single cells whose change helps most, instead of a repair.")
@click.option("--level", type=click.Choice(["line", "probe", "unique"]), default="line",
              show_default=True, help="What must suffice to solve it: single lines, probing, or "
                                      "any means as long as there is one solution.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="1m", show_default=True,
              help="Time limit: 30s, 2m, ...")
@output
def command(
    file: str, source_format: str | None, most: int, listed: int | None, level: SolvableBy,
    budget: Budget, as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Find the fewest cells to change so that single lines solve a puzzle.

    A puzzle with several solutions, or one that takes guessing, often needs a cell or two only.
    With -o the changed puzzle is written; otherwise nothing is changed. --list ranks single
    changes by how many of the open cells they decide. Exit 1 if no repair, or no change that
    helps, was found.

    \b
    Examples:
      nonoforge repair cat.non
      nonoforge repair cat.non --list 10
      nonoforge repair jeep.nono --most 3 -o better.nono
    """
    from nonoforge.cli.io import read_one, spare
    from nonoforge.files import check_writable

    if listed is not None and out is not None:
        raise click.UsageError("--list proposes several changes; -o writes a puzzle with some "
                               "of them: ask for one of the two")
    spare((file,), {"-o": out})
    if out is not None:
        check_writable(out)
    puzzle = read_one(file, "one at a time is repaired", source_format)
    asked = Asked(puzzle, _picture(puzzle.nonogram, puzzle.name), level, budget)
    if listed is not None:
        return _list(asked, listed, as_json, quiet)
    return _repair(asked, most, out, as_json, quiet)


class Asked(NamedTuple):
    """The puzzle, its picture, what is wanted and how long it may take."""

    puzzle: Input
    picture: Colouring
    level: SolvableBy
    budget: Budget


def _repair(asked: Asked, most: int, out: str | None, as_json: bool, quiet: bool) -> int:
    from nonoforge.cli.io import DONE, NO, Output, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.formats import save
    from nonoforge.judge import repair
    from nonoforge.results import repair_record, repair_words

    name, nonogram = asked.puzzle
    with Progress(1, quiet=quiet) as progress:
        progress.begin(name)
        found = repair(
            nonogram.puzzle, asked.picture, most=most, level=asked.level, budget=asked.budget,
            progress=lambda done, left: progress.begin(
                f"{name}: {done} changed, {left:,} cells open"))
    if out is not None and not found.stuck:
        save(_repaired(nonogram, found), out)
    record = repair_record(name, found, out)
    words = f"{name}: {repair_words(nonogram, found, most, asked.level)}"
    result = Output(None)
    result.line(to_json(record)) if as_json else result.sentence(words)
    return NO if found.stuck else DONE


def _list(asked: Asked, most: int, as_json: bool, quiet: bool) -> int:
    from nonoforge.cli.io import DONE, NO, Output, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.judge import edits
    from nonoforge.results import edits_record

    name, nonogram = asked.puzzle
    with Progress(1, quiet=quiet, seconds=asked.budget.seconds) as progress:
        progress.begin(name)
        found = edits(nonogram.puzzle, asked.picture, level=asked.level, budget=asked.budget,
                      progress=lambda done, total: progress.at(done, total, name))
    result = Output(None)
    if as_json:
        result.line(to_json(edits_record(nonogram, found, most, asked.level, name)))
    else:
        for sentence in _edits_words(asked, found, most):
            result.sentence(sentence)
    return DONE if found.edits or not found.open else NO


def _edits_words(asked: Asked, found: Edits, most: int) -> list[str]:
    from nonoforge.results import SOLVED, change_words, effect_words
    from nonoforge.text import count

    name, nonogram = asked.puzzle
    if not found.open:
        return [f"{name}: {SOLVED[asked.level]} already; nothing to change"]
    open_cells = count(len(found.open), "open cell")
    tried = "" if found.complete else "; not all were tried"
    if not found.edits:
        return [f"{name}: no single change decides any of the {open_cells}{tried}"]
    return [f"{name}: {count(len(found.edits), 'single change')} would help with the "
            f"{open_cells}{tried}"] + [
        f"{number}. {change_words(nonogram, edit.cell, edit.colour)}: "
        f"{effect_words(asked.level, edit, found)}"
        for number, edit in enumerate(found.edits[:most], start=1)]


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
