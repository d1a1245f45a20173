"""Why lines cannot hold together, in words: the steps that lead to a line without a colouring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonoforge.engine import Budget, only
from nonoforge.judge.deduction import Absent
from nonoforge.judge.explain import ExplainedStep, explain
from nonoforge.judge.sentences import sentence
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle

STEPS = 6  # that are told; those before them are only counted
BUDGET = Budget(seconds=5.0)


def clash(nonogram: Nonogram, lines: Sequence[int], budget: Budget = BUDGET) -> tuple[str, ...]:
    """Sentences that end with the line that breaks; none where they were not found in time."""
    few = replace(nonogram, puzzle=only(nonogram.puzzle, frozenset(lines)), solution=None)
    found = explain(few, budget=budget)
    if found.broken is None or found.broken < 0:
        return ()
    steps = [step for step in needed(few.puzzle, found.steps, found.broken)
             if step.deduction.reason != Absent(())]  # that goes without saying
    told = [sentence(few, step.before, step.deduction) for step in steps[-STEPS:]]
    left_out = len(steps) - STEPS
    if left_out > 0:
        first = f"first {left_out} steps are" if left_out > 1 else "first step is"
        told.insert(0, f"(The {first} left out here.)")
    return (*told, found.last)


def needed(
    puzzle: Puzzle, steps: Sequence[ExplainedStep], broken: int,
) -> list[ExplainedStep]:
    """The steps without which the line would not break, and of each what matters for that. What a
    line finds out about itself, it would find out later as well."""
    kept: list[ExplainedStep] = []
    readers: dict[int, set[int]] = {cell: {broken} for cell in puzzle.lines[broken].cells}
    for step in reversed(steps):
        own = step.deduction.lines if len(step.deduction.lines) == 1 else ()
        learned = tuple((cell, mask) for cell, mask in step.deduction.learned
                        if readers.get(cell, set()).difference(own))
        if learned:
            kept.append(step._replace(deduction=step.deduction._replace(learned=learned)))
            for index in step.deduction.lines:
                for cell in puzzle.lines[index].cells:
                    readers.setdefault(cell, set()).add(index)
    return kept[::-1]
