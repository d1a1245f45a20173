"""`explain`: the way to the solution, step by step, and when each cell fell."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.judge import Explanation, explain
from nonoforge.nonogram import Nonogram
from nonoforge.records.steps import end_words, explanation_record
from nonoforge.studio.tasks.parts import (
    Lines,
    OfPuzzle,
    Seconds,
    States,
    Tell,
    answered,
    known_of,
    puzzle_of,
    state_of,
)

Left = Annotated[list[tuple[int, list[int]]], Meta(
    description="Cells of which something is learned, each with the colours left for it.")]


class Explain(OfPuzzle):
    """Explain how a puzzle is solved."""

    state: Annotated[States | None, Meta(description="Begin with what is known.")] = None
    budget: Seconds = 5.0


class Step(msgspec.Struct, kw_only=True):
    """One deduction with its reason."""

    step: Annotated[int, Meta(description="Its number, from 1.")]
    rung: Annotated[int, Meta(description="How hard: the number of its technique.")]
    technique: str
    lines: Annotated[list[str], Meta(description="The lines that prove it, by name.")]
    line_indices: Lines
    clues: list[str]
    cells: Left
    reason: Annotated[dict[str, Any], Meta(description="kind, and the numbers of its reason.")]
    sentence: str


class Explained(msgspec.Struct, kw_only=True):
    """The way to the solution."""

    family: str
    solved: bool
    why: Annotated[str, Meta(description="What stopped it.")]
    broken: Annotated[str | None, Meta(description="The line that breaks, where clues contradict "
                                                   "each other.")]
    broken_line: Annotated[int | None, Meta(description="... and its number.")]
    open_cells: int
    steps: list[Step]
    end: Annotated[str, Meta(description="How it ended, in a sentence.")]
    state: Annotated[States, Meta(description="What is known in the end.")]
    cell_steps: Annotated[list[int], Meta(
        description="For each cell the number of the step that decided it; 0: it was known before, "
                    "-1: it is open.")]
    cell_rungs: Annotated[list[int], Meta(description="The rungs of these steps, -1 for none.")]


def run(request: Explain, tell: Tell) -> Explained:
    """All steps."""
    nonogram = puzzle_of(request.puzzle)
    begin = None if request.state is None else state_of(request.state, nonogram)
    tell(None, "looking for reasons")
    found = explain(nonogram, begin, budget=Budget(seconds=request.budget))
    return answered(Explained, explanation_record("", nonogram, found),
                    broken_line=found.broken, end=end_words(found),
                    state=known_of(found.state), **_fell(nonogram, found))


def _fell(nonogram: Nonogram, found: Explanation) -> dict[str, list[int]]:
    """When each cell was decided, and how hard that was: for a heat map."""
    steps = [-1 if found.state.colour(cell) is None else 0 for cell in range(nonogram.puzzle.cells)]
    rungs = [-1] * nonogram.puzzle.cells
    for step in found.steps:
        for cell, mask in step.deduction.learned:
            if not mask & (mask - 1):
                steps[cell], rungs[cell] = step.number, step.deduction.rung
    return {"cell_steps": steps, "cell_rungs": rungs}
