"""Why lines cannot hold together, in words: the steps that lead to a line without a colouring."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from nonoforge.clues import Runs
from nonoforge.engine import Budget, only
from nonoforge.judge.deduction import Absent
from nonoforge.judge.explain import ExplainedStep, explain
from nonoforge.judge.sentences import sentence
from nonoforge.judge.techniques.places import fitting
from nonoforge.judge.techniques.runs import stretches
from nonoforge.judge.words import Words, capital
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

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
    return (*told, breaks(few, found.state, found.broken))


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


def breaks(nonogram: Nonogram, state: State, index: int) -> str:
    """The line that cannot be coloured, and what is known of it."""
    line, words = nonogram.puzzle.lines[index], Words(nonogram)
    colours = nonogram.puzzle.palette.colours
    known = (state.colour(cell) for cell in line.cells)
    drawn = "".join("?" if colour is None else colours[colour].symbol for colour in known)
    return (f"{capital(line.name)}, clue {words.clue(line)}, cannot be coloured any more: known is "
            f"{drawn}, and {_lack(words, line, state)}.")


def _lack(words: Words, line: Line, state: State) -> str:
    """What is wrong, where a few words say it."""
    clue = line.clue
    if isinstance(clue, Runs) and not clue.runs:
        return "nothing may be filled"
    if isinstance(clue, Runs):
        may = [sum(1 << at for at, cell in enumerate(line.cells) if state.masks[cell] >> colour & 1)
               for colour in range(len(words.palette))]
        return _no_place(words, line, clue, may) or _no_room(words, line, clue, may) or \
            "no colouring of the rest fits the clue"
    return "no colouring of the rest fits the clue"


def _no_place(words: Words, line: Line, clue: Runs, may: Sequence[int]) -> str | None:
    """Pushed to the left, one after the other, some run does not fit any more."""
    free, before = 0, 0
    for j, (size, colour) in enumerate(clue.runs):
        free += colour == before
        ahead = fitting(may[colour], size or 1) >> free
        if not ahead:
            return f"there is no place left for {words.run(line, j)}"
        free += (ahead & -ahead).bit_length() - 1 + (size or 1)
        before = colour
    return None


def _no_room(words: Words, line: Line, clue: Runs, may: Sequence[int]) -> str | None:
    """A block that is too long for every number, or has no room to become one."""
    for colour in range(1, len(may)):
        sizes = [run.length or 1 for run in clue.runs if run.colour == colour]
        blotted = any(run.length is None for run in clue.runs if run.colour == colour)
        others = 0
        for other, mask in enumerate(may):
            others |= mask if other != colour else 0
        for first, last in stretches(may[colour] & ~others):
            block = f"the block at {words.span(first, last)}"
            if not blotted and last - first + 1 > max(sizes, default=0):
                return f"{block} is too long"
            room = next((b - a + 1 for a, b in stretches(may[colour]) if a <= first <= b), 0)
            if room < min(sizes, default=0):
                return f"{block} has no room to grow to {min(sizes)}"
    return None
