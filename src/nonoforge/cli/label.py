"""`nonoforge label`."""

from __future__ import annotations

import os
from typing import Any

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import click_options, from_format, output
from nonoforge.errors import InputError
from nonoforge.labeling import LabelOptions

PICTURES = (".svg", ".pdf", ".png", ".html", ".ipe")


@click.command("label")
@click.argument("file", metavar="FILE")
@from_format
@click_options(LabelOptions)
@output
def command(
    file: str, source_format: str | None, options: LabelOptions, as_json: bool, out: str | None,
    quiet: bool,
) -> int:
    """Place the clues around the frame of a puzzle so that none overlap.

    Each clue stands at one end of its line, beyond a leader as short as can be. Lengths are in
    millimetres, or have a unit (16pt). OUT is a .nono file, and may be FILE itself.

    \b
    Examples:
      nonoforge label fish.nono -o fish.nono
      nonoforge label fish.nono --box 4 4 --max-extension 40 -o small.nono
      nonoforge label fish.nono --method two-sat --json
    """
    from msgspec.structs import replace

    from nonoforge.cli.io import read_one
    from nonoforge.cli.progress import Progress
    from nonoforge.formats import save
    from nonoforge.verdict import Budget

    if out is not None:
        _check_output(out, as_json)
    budget = Budget.of(options.budget)
    with interrupt.within(budget, file), Progress(1, quiet=quiet) as progress:
        puzzle = read_one(file, "one at a time is labelled", source_format)
        progress.begin(f"{puzzle.name}: placing labels")
        try:
            found = puzzle.nonogram.family.place_labels(
                puzzle.nonogram, replace(options, budget=puzzle.left(budget).text()))
        except InputError as error:
            raise error.at(file=puzzle.name) from None
    if out is not None:
        save(found.nonogram, out)
    _tell(puzzle.name, out, found, as_json, quiet)
    return 0


def _check_output(out: str, as_json: bool) -> None:
    """Check, before any work, that the output can be written."""
    from nonoforge.files import check_writable
    from nonoforge.formats import format_for_writing

    if os.path.splitext(out)[1].lower() in PICTURES:
        raise InputError("labels are kept in .nono files; nonoforge draw makes a picture of that",
                         file=out)
    if format_for_writing(out).name != "nono":
        raise InputError("labels are kept in .nono files; name it .nono", file=out)
    if out != "-":
        check_writable(out)
    elif as_json:
        raise click.UsageError("-o - and --json would both go to standard output")


def _tell(name: str, out: str | None, found: Any, as_json: bool, quiet: bool) -> None:
    from msgspec import to_builtins

    from nonoforge.cli.io import Output, say, to_json

    result = Output(None)
    if as_json:
        result.line(to_json({"file": name, "output": out, **to_builtins(found.record)}))
    elif out == "-":  # standard output is the puzzle's
        if not quiet:
            say(f"{name}: {found.sentence}")
    else:
        result.sentence(f"{out or name}: {found.sentence}")
        if out is None and not quiet:
            result.sentence("Nothing was written; -o OUT.nono keeps it.")

