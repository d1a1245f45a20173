"""`nonoforge label`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

from nonoforge.cli.label_options import Wanted, label_options
from nonoforge.cli.options import a_budget, from_format, output
from nonoforge.errors import InputError

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.families.plane import Labelled
    from nonoforge.nonogram import Nonogram

PICTURES = (".svg", ".pdf", ".png", ".html", ".ipe")


@click.command("label")
@click.argument("file", metavar="FILE")
@from_format
@label_options("method", none=False)
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="30s", show_default=True,
              help="How long to look for better places: 30s, 2m, ...")
@output
def command(
    file: str, source_format: str | None, labels: Wanted, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Place the labels of a sloped or curved puzzle so that none overlap.

    Each clue stands at one end of its line, beyond a leader as short as can be. Lengths are in
    millimetres, or have a unit (16pt). OUT is a .nono file, and may be FILE itself.

    \b
    Examples:
      nonoforge label fish.nono -o fish.nono
      nonoforge label fish.nono --box 4 4 --max-extension 40 -o small.nono
      nonoforge label fish.nono --method two-sat --json
    """
    from nonoforge.cli.inputs import read_one
    from nonoforge.cli.progress import Progress
    from nonoforge.formats import save

    if out is not None:
        _check_output(out, as_json)
    puzzle = read_one(file, "one at a time is labelled", source_format)
    _check(puzzle.nonogram, puzzle.name)
    with Progress(1, quiet=quiet) as progress:
        progress.begin(f"{puzzle.name}: placing labels")
        try:
            found = labels.place(puzzle.nonogram, budget.seconds)
        except InputError as error:
            raise error.at(file=puzzle.name) from None
    if out is not None:
        save(found.nonogram, out)
    _tell(puzzle.name, out, found, as_json, quiet)
    return 0


def _check_output(out: str, as_json: bool) -> None:
    """Before any work: can it be written there?"""
    from nonoforge.formats import check_writable, format_for_writing

    if os.path.splitext(out)[1].lower() in PICTURES:
        raise InputError("labels are kept in .nono files; nonoforge draw makes a picture of that",
                         file=out)
    if format_for_writing(out).name != "nono":
        raise InputError("labels are kept in .nono files; name it .nono", file=out)
    if out != "-":
        check_writable(out)
    elif as_json:
        raise click.UsageError("-o - and --json would both go to standard output")


def _tell(name: str, out: str | None, found: Labelled, as_json: bool, quiet: bool) -> None:
    from nonoforge.cli.faults import say
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.record import to_json
    from nonoforge.records.labels import label_record, label_words

    result = Output(None)
    if as_json:
        result.line(to_json({"file": name, "output": out, **label_record(found)}))
    elif out == "-":  # standard output is the puzzle's
        if not quiet:
            say(f"{name}: {label_words(found)}")
    else:
        result.sentence(f"{out or name}: {label_words(found)}")
        if out is None and not quiet:
            result.sentence("Nothing was written; -o OUT.nono keeps it.")


def _check(nonogram: Nonogram, name: str) -> None:
    if nonogram.family.name not in ("sloped", "curved"):
        raise InputError(f"a {nonogram.family.name} has its clues beside it; labels are for "
                         "sloped and curved puzzles", file=name)
