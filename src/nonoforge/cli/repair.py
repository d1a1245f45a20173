"""`nonoforge repair`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import click_options, from_format, output
from nonoforge.errors import InputError
from nonoforge.judge import RepairOptions

if TYPE_CHECKING:
    from nonoforge.cli.io import Input
    from nonoforge.judge import Edits
    from nonoforge.verdict import SolvableBy


@click.command("repair")
@click.argument("file", metavar="FILE")
@from_format
@click_options(RepairOptions)
@output
def command(
    file: str, source_format: str | None, options: RepairOptions, as_json: bool, out: str | None,
    quiet: bool,
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

    if options.list is not None and out is not None:
        raise click.UsageError("--list proposes several changes; -o writes a puzzle with some "
                               "of them: ask for one of the two")
    spare((file,), {"-o": out})
    if out is not None:
        check_writable(out)
    with interrupt.within(options.spending, file):
        puzzle = read_one(file, "one at a time is repaired", source_format)
        try:
            if options.list is not None:
                return _list(puzzle, options, options.list, as_json, quiet)
            return _repair(puzzle, options, out, as_json, quiet)
        except InputError as error:
            raise error.at(file=puzzle.name) from None


def _repair(
    puzzle: Input, options: RepairOptions, out: str | None, as_json: bool, quiet: bool,
) -> int:
    from nonoforge.api import repair
    from nonoforge.cli.io import DONE, NO, Output, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.formats import save
    from nonoforge.results import repair_record, repair_words

    name, nonogram = puzzle.name, puzzle.nonogram
    with Progress(1, quiet=quiet) as progress:
        progress.begin(name)
        found = repair(
            nonogram, most=options.most, level=options.level,
            budget=puzzle.left(options.spending),
            progress=lambda done, left: progress.begin(
                f"{name}: {done} changed, {nonogram.family.cell.counted(left)} open"))
    if out is not None and not found.stuck:
        assert found.nonogram is not None
        save(found.nonogram, out)
    record = repair_record(name, found, out)
    words = f"{name}: {repair_words(nonogram, found, options.most, options.level)}"
    result = Output(None)
    result.line(to_json(record)) if as_json else result.sentence(words)
    return NO if found.stuck else DONE


def _list(
    puzzle: Input, options: RepairOptions, most: int, as_json: bool, quiet: bool,
) -> int:
    from nonoforge.api import edits
    from nonoforge.cli.io import DONE, NO, Output, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.results import edits_record

    name, nonogram = puzzle.name, puzzle.nonogram
    with Progress(1, quiet=quiet, seconds=options.spending.seconds) as progress:
        progress.begin(name)
        found = edits(nonogram, level=options.level,
                      budget=puzzle.left(options.spending),
                      progress=lambda done, total: progress.at(done, total, name))
    result = Output(None)
    if as_json:
        result.line(to_json(edits_record(nonogram, found, most, options.level, name)))
    else:
        for sentence in _edits_words(puzzle, options.level, found, most):
            result.sentence(sentence)
    return DONE if found.edits or not found.open else NO


def _edits_words(puzzle: Input, level: SolvableBy, found: Edits, most: int) -> list[str]:
    from nonoforge.results import SOLVED, change_words, effect_words
    from nonoforge.text import count

    name, nonogram = puzzle.name, puzzle.nonogram
    if not found.open:
        return [f"{name}: {SOLVED[level]} already; nothing to change"]
    cell = nonogram.family.cell
    open_cells = count(len(found.open), f"open {cell.one}", f"open {cell.many}")
    tried = "" if found.complete else "; not all were tried"
    if not found.edits:
        return [f"{name}: no single change decides any of the {open_cells}{tried}"]
    return [f"{name}: {count(len(found.edits), 'single change')} would help with the "
            f"{open_cells}{tried}"] + [
        f"{number}. {change_words(nonogram, edit.cell, edit.colour)}: "
        f"{effect_words(level, edit, found)}"
        for number, edit in enumerate(found.edits[:most], start=1)]
