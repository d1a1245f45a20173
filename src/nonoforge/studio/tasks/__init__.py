"""The verbs of the API, named like the commands, as worker processes perform them.

Requests and answers are JSON. Files are sent as base64, puzzles as the JSON objects of .nono files,
states and pictures as a number for each cell. No path that a request names is opened.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from typing import Any, NamedTuple

import msgspec

from nonoforge.errors import InputError, nearest
from nonoforge.families import families
from nonoforge.progress import ShareProgress as ShareProgress
from nonoforge.results import HintRecord, MethodRecord, VerdictRecord
from nonoforge.studio.tasks import draw, judge, make, puzzles, start, watch
from nonoforge.studio.tasks.requests import FileAnswer
from nonoforge.studio.tasks.requests import decoded as decoded
from nonoforge.time_limit import time_limit


class Task(NamedTuple):
    """A verb: its function, the types of its request and answer, and a summary."""

    run: Callable[[Any, ShareProgress], Any]
    request: type[msgspec.Struct]
    answer: Any  # the type of the answer
    summary: str


TASKS: dict[str, Task] = {
    "board": Task(puzzles.board, puzzles.BoardRequest, puzzles.AnyBoard,
                  "a puzzle to show and to play"),
    "solve": Task(judge.solve, judge.SolveRequest, VerdictRecord,
                  "the number of solutions, and the solutions"),
    "check": Task(judge.check, judge.CheckRequest, judge.CheckAnswer, "the designer's report"),
    "explain": Task(judge.explain, judge.ExplainRequest, judge.ExplainAnswer,
                    "the deductions that lead to the solution, with reasons"),
    "watch": Task(watch.watch, watch.WatchRequest, watch.WatchAnswer,
                  "the steps of a method, to be shown one by one"),
    "hint": Task(judge.hint, judge.HintRequest, HintRecord, "the easiest next step, or a mistake"),
    "repair": Task(judge.repair, judge.RepairRequest, judge.RepairAnswer, "cells to change"),
    **{f"make/{family.name}": Task(
        partial(make.make, family), make.REQUEST_TYPES[family.name], make.ANSWER_TYPES[family.name],
        family.make_help.partition(".")[0]) for family in families()},
    "make/families": Task(make.likely_families, make.FamiliesRequest, make.FamiliesAnswer,
                          "the families that a file can become"),
    "make/choices": Task(make.choices, make.ChoicesRequest, make.ChoicesAnswer,
                         "options of puzzles to choose from"),
    "make/empty": Task(make.make_empty, make.EmptyRequest, make.EmptyAnswer,
                       "an empty puzzle to paint on"),
    "label": Task(make.label, make.LabelRequest, make.LabelAnswer,
                  "places for the clues around a frame"),
    "draw": Task(draw.draw, draw.DrawRequest, FileAnswer, "a file to look at, to print, to edit"),
    "print": Task(draw.print_puzzles, draw.PrintRequest, FileAnswer,
                  "puzzles on paper, a booklet of many"),
    "convert": Task(puzzles.convert, puzzles.ConvertRequest, FileAnswer,
                    "a file in another format"),
    "formats": Task(puzzles.formats, puzzles.FormatsRequest, list[puzzles.FormatRecord],
                    "what `convert` reads and writes"),
    "catalogue": Task(puzzles.catalogue, puzzles.CatalogueRequest, list[puzzles.CatalogueEntry],
                      "the puzzles of a file"),
    "starters": Task(start.starters, start.StartersRequest, list[start.Starter],
                     "puzzles of all families to begin with"),
    "tutorial": Task(start.tutorial, start.TutorialRequest, start.TutorialAnswer,
                     "a first game of a family, step by step"),
    "methods": Task(judge.methods, judge.MethodsRequest, list[MethodRecord],
                    "what `method` accepts"),
}


def perform(verb: str, body: bytes, tell: ShareProgress) -> bytes:
    """Perform a request and return the answer; raise InputError for a bad one."""
    if verb not in TASKS:
        raise InputError(f"no verb {verb[:40]!a}; {nearest(verb[:40], TASKS)}")
    task = TASKS[verb]
    request = decoded(body, _decoder(verb))
    with time_limit(getattr(request, "budget", None)):
        answer = task.run(request, tell)
    return msgspec.json.encode(answer)


@cache
def _decoder(verb: str) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(TASKS[verb].request)
