"""What `make sloped` and `make curved` write and print, whatever was made."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import click

from nonoforge.cli.outputs import Output
from nonoforge.errors import InputError

PICTURES = (".svg", ".pdf", ".png")
DRAWN = (*PICTURES, ".html", ".ipe")


def check_puzzle(out: str | None, drawing: str, family: str, as_json: bool) -> None:
    """Before any work: can the puzzle be written there?"""
    from nonoforge.formats import format_for_writing

    if out is None:
        return
    if _ending(out) in DRAWN:
        raise InputError("the puzzle is kept in a .nono file; nonoforge draw makes a picture of "
                         "that", file=out)
    if format_for_writing(out).name != "nono":
        raise InputError(f"{family} puzzles are kept in .nono files; name it .nono", file=out)
    if out != "-":
        _check_place(out, drawing)
    elif as_json:
        raise click.UsageError("-o - and --json would both go to standard output")


def check_picture(out: str | None, drawing: str) -> None:
    """The same for a picture."""
    if out is None:
        return
    if _ending(out) not in PICTURES:
        raise InputError(f"a picture is a file that ends in {', '.join(PICTURES)}", file=out)
    _check_place(out, drawing)


def _ending(out: str) -> str:
    return os.path.splitext(out)[1].lower()


def _check_place(out: str, drawing: str) -> None:
    from nonoforge.formats import check_writable

    check_writable(out)
    if os.path.exists(out) and os.path.exists(drawing) and os.path.samefile(out, drawing):
        raise InputError("this is the drawing itself; write to another file", file=out)


def tell(
    out: str | None, record: Callable[[], dict[str, Any]], told: Sequence[str],
    notes: Sequence[str], *, as_json: bool, quiet: bool,
) -> None:
    """Print what was made: as JSON, or in sentences, of which the first is the most important. They
    go to standard error if the puzzle goes to standard output."""
    from nonoforge.cli.faults import say
    from nonoforge.cli.record import to_json

    if as_json:
        Output(None).line(to_json(record()))
        return
    if out is None:
        told = [*told, "Nothing was written; -o OUT.nono keeps it."]
    for sentence in told[:1] if quiet else (*told, *(f"- {note}" for note in notes)):
        if out != "-":
            Output(None).sentence(sentence)
        elif not quiet:
            say(sentence)
