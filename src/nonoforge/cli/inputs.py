"""Inputs: files, `-` for stdin, and `FILE#2` for one puzzle of several."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from nonoforge.cli.faults import BAD, internal_fault, say, worst
from nonoforge.cli.outputs import Output
from nonoforge.cli.progress import Progress
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.nonogram import Nonogram

STDIN = "<stdin>"


class Input(NamedTuple):
    """A puzzle and what its results are called: `cat.xml`, or `cat.xml#2` in a file of several."""

    name: str
    nonogram: Nonogram


def read(file: str, format: str | None = None) -> list[Input]:
    """All puzzles of a file."""
    from nonoforge.formats import load_all

    path, wanted = _split(file)
    name = STDIN if path == "-" else path
    found = load_all(path, format)
    several = len(found) > 1
    if wanted is not None and not 1 <= wanted <= len(found):
        has = f"has 1 to {len(found)}" if several else "holds one only"
        raise InputError(f"there is no puzzle {wanted}; the file {has}", file=name)
    inputs = [Input(f"{name}#{number}" if several else name, nonogram)
              for number, nonogram in enumerate(found, start=1)]
    return inputs if wanted is None else [inputs[wanted - 1]]


def read_one(file: str, why: str, format: str | None = None) -> Input:
    """The only puzzle of a file."""
    found = read(file, format)
    if len(found) > 1:
        name = found[0].name.rpartition("#")[0]
        raise InputError(f"there are {len(found)} puzzles in it, but {why}; choose one, "
                         f"like {name}#1", file=name)
    return found[0]


def _split(file: str) -> tuple[str, int | None]:
    """`FILE#N` as file and number, unless there is a file of that very name."""
    match = re.fullmatch(r"(.+)#([0-9]{1,6})", file, re.DOTALL)
    if match is None or os.path.lexists(file):
        return file, None
    return match[1], int(match[2])


def spare(files: Sequence[str], outputs: Mapping[str, str | None]) -> None:
    """Nobody means to replace a puzzle by what was found out about it: refuse such an output."""
    puzzles = {os.path.realpath(path): path for path, _ in map(_split, files)}
    for option, path in outputs.items():
        if path not in (None, "-") and (puzzle := puzzles.get(os.path.realpath(path))) \
                and os.path.isfile(puzzle):
            raise InputError(f"{option} would write over this puzzle; give it another file",
                             file=puzzle)


def each(
    files: Sequence[str], format: str | None, progress: Progress, act: Callable[[Input], int],
    records: Output | None = None,
) -> int:
    """Do something with every puzzle of every file. What is bad is told and does not stop the rest.

    It has its line in the JSON `records`, too. Gives the worst of the exit codes.
    """
    from nonoforge.cli.record import error_record, to_json

    codes = []
    for file in files:
        name = STDIN if file == "-" else file
        try:
            for puzzle in read(file, format):
                name = puzzle.name
                progress.begin(name)
                codes.append(act(puzzle))
                progress.end()
        except OSError:  # stdout is gone or full: nothing more to do
            raise
        except Exception as error:
            with progress.hidden():
                codes.append(_fault(name, error))
                if records is not None:
                    records.line(to_json(error_record(name, error)), good=False)
            progress.end()
    return worst(codes)


def _fault(name: str, error: Exception) -> int:
    if isinstance(error, InputError):
        error.at(file=name)
    elif isinstance(error, NonoforgeError):
        error = InputError(str(error), file=name)
    else:
        return internal_fault(error, name)
    say(str(error))
    return BAD
