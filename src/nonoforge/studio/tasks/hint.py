"""`hint`: the easiest next step from what a player has, in stages; mistakes first."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.judge import HINT_BUDGET, Hint, hint
from nonoforge.nonogram import Nonogram
from nonoforge.records.steps import hint_record, reason_record
from nonoforge.studio.tasks.explain import Left
from nonoforge.studio.tasks.parts import (
    Cells,
    Lines,
    OfPuzzle,
    Seconds,
    States,
    Tell,
    answered,
    puzzle_of,
    state_of,
)

LOOKED_AT = 200  # of the history: older states are not asked whether they were right


class AskHint(OfPuzzle):
    """Ask for a hint."""

    state: Annotated[States, Meta(description="What the player has written so far.")]
    history: Annotated[list[States], Meta(
        description="Earlier states, the oldest first: of a mistake it is told which was still "
                    "right.")] = msgspec.field(default_factory=list)
    budget: Seconds = 4.0


class Hinted(msgspec.Struct, kw_only=True):
    """A hint. A step and a mistake have four stages, from a nudge to the whole: where to look,
    which clue and technique, why, and what to write. The others have one."""

    kind: Annotated[Literal["step", "mistake", "done", "nothing", "unknown"], Meta(
        description="A step follows; something is wrong; all clues are met; nothing follows, for "
                    "several solutions are left; nothing was found in time.")]
    stages: list[str]
    lines: Annotated[list[str], Meta(description="The lines to look at, by name.")] = []
    line_indices: Lines = []
    clues: Annotated[list[str], Meta(description="... and their clues.")] = []
    rung: Annotated[int | None, Meta(description="How hard: the number of the technique.")] = None
    technique: str = ""
    cells: Left = []
    reason: Annotated[dict[str, Any] | None, Meta(
        description="kind, and the numbers of its reason, as in explain.")] = None
    wrong: Annotated[Cells, Meta(description="Cells that cannot be as they are.")] = []
    last_good: Annotated[int | None, Meta(description="The number of the last state in history "
                                                      "that was still right, from 0.")] = None


def run(request: AskHint, tell: Tell) -> Hinted:
    """The hint, with all its stages."""
    nonogram = puzzle_of(request.puzzle)
    recent = [state_of(numbers, nonogram) for numbers in request.history[-LOOKED_AT:]]
    now = state_of(request.state, nonogram)
    tell(None, "looking for a step")
    budget = HINT_BUDGET.within(Budget(seconds=request.budget / 2))
    found = hint(nonogram, now, recent, budget=budget)
    if found.last_good is not None:
        found = found._replace(last_good=found.last_good + len(request.history) - len(recent))
    return answered(Hinted, hint_record("", nonogram, found, found.stages),
                    line_indices=_lines(found), clues=_clues(nonogram, found),
                    reason=found.deduction and reason_record(found.deduction))


def _lines(found: Hint) -> list[int]:
    return [] if found.deduction is None else list(found.deduction.lines)


def _clues(nonogram: Nonogram, found: Hint) -> list[str]:
    return [str(nonogram.puzzle.lines[index].clue) for index in _lines(found)]
