"""What the studio's workers do: one module a verb, named like the commands.

A request and its answer are JSON; `perform` is the way in. Names are those of the command line.
Files travel as base64, puzzles as the JSON objects of .nono files, states and pictures as a number
for each cell. Nothing here opens a path that a request names.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple, TypeVar

import msgspec

from nonoforge.errors import InputError, nearest
from nonoforge.studio.tasks import (
    board,
    catalogue,
    check,
    convert,
    draw,
    explain,
    hint,
    label,
    make_curved,
    make_empty,
    make_grid,
    make_sloped,
    make_solid,
    methods,
    print,
    repair,
    solve,
)
from nonoforge.studio.tasks.files import FileAnswer
from nonoforge.studio.tasks.judging import Judged, Reported
from nonoforge.studio.tasks.making import Made
from nonoforge.studio.tasks.parts import Tell as Tell

_T = TypeVar("_T")


class Task(NamedTuple):
    """A verb: what it does, what it is asked and what it answers."""

    run: Callable[[Any, Tell], Any]
    request: type[msgspec.Struct]
    answer: Any  # the type of the answer
    summary: str


TASKS: dict[str, Task] = {
    "board": Task(board.run, board.AskBoard, board.AnyBoard, "a puzzle to show and to play"),
    "solve": Task(solve.run, solve.Solve, Judged, "how many solutions, and which"),
    "check": Task(check.run, check.Check, Reported, "the designer's report"),
    "explain": Task(explain.run, explain.Explain, explain.Explained,
                    "the way to the solution, with reasons"),
    "hint": Task(hint.run, hint.AskHint, hint.Hinted, "the easiest next step, or a mistake"),
    "repair": Task(repair.run, repair.AskRepair, repair.Repaired, "cells to change"),
    "make/grid": Task(make_grid.run, make_grid.MakeGrid, make_grid.GridMade,
                      "a grid from a picture, from words, or from nothing"),
    "make/solid": Task(make_solid.run, make_solid.MakeSolid, Made, "a solid from a mesh"),
    "make/sloped": Task(make_sloped.run, make_sloped.MakeSloped, make_sloped.SlopedMade,
                        "a sloped nonogram from a drawing of polygons"),
    "make/curved": Task(make_curved.run, make_curved.MakeCurved, make_curved.CurvedMade,
                        "a curved nonogram from a drawing of curves, or from a picture"),
    "make/empty": Task(make_empty.run, make_empty.MakeEmpty, make_empty.Emptied,
                       "an empty grid or solid to paint on"),
    "label": Task(label.run, label.Label, label.LabelAnswer, "places for the clues around a frame"),
    "draw": Task(draw.run, draw.Draw, FileAnswer, "a file to look at, to print, to edit"),
    "print": Task(print.run, print.Print, FileAnswer, "puzzles on paper, a booklet of many"),
    "convert": Task(convert.run, convert.Convert, FileAnswer, "a file in another format"),
    "formats": Task(convert.formats, convert.AskFormats, list[convert.FormatAnswer],
                    "what `convert` reads and writes"),
    "catalogue": Task(catalogue.run, catalogue.AskCatalogue, list[catalogue.Entry],
                      "the puzzles of a file"),
    "methods": Task(methods.run, methods.AskMethods, list[methods.MethodAnswer],
                    "what `method` accepts"),
}


def perform(verb: str, body: bytes, tell: Tell) -> bytes:
    """Do what a request asks. Whatever is wrong with it is an InputError."""
    if verb not in TASKS:
        raise InputError(f"no verb {verb[:40]!a}; {nearest(verb[:40], TASKS)}")
    task = TASKS[verb]
    answer = task.run(read(body, _decoder(verb)), tell)
    return msgspec.json.encode(answer)


@cache
def _decoder(verb: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(TASKS[verb].request)


def read(body: bytes, decoder: msgspec.json.Decoder[_T]) -> _T:
    """What a request says; whatever is wrong with it is an InputError."""
    try:
        return decoder.decode(body)
    except RecursionError:
        raise InputError("the JSON is nested far too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        what, _, path = str(error).partition(" - at `")
        place = f"{path.rstrip('`')}: " if path else ""
        raise InputError(f"{place}{what[:1].lower()}{what[1:300]}") from None
