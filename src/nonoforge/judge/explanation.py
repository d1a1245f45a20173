"""The whole way to the solution, step by step, each with its reason and each proved on its own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from html import escape
from typing import NamedTuple

from nonoforge.engine import OutOfBudget, only
from nonoforge.judge.knowledge import with_given
from nonoforge.judge.ladder import LADDER, Ladder
from nonoforge.judge.reasoning import Reasoning
from nonoforge.judge.technique import Contradiction, Deduction
from nonoforge.judge.words import Words, sentence
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.text import count
from nonoforge.time_limit import time_limit
from nonoforge.verdict import Budget

MAX_CLASH_STEPS = 6  # sentences; the steps before them are only counted
CLASH_BUDGET = Budget(seconds=5.0)


class ExplainedStep(NamedTuple):
    """A deduction, and what was marked before it. Steps are numbered from 1."""

    number: int
    before: State
    deduction: Deduction


@dataclass(frozen=True)
class Explanation:
    """The steps, one after the other, and how it ended: `solved`, or what stopped it in `why`.
    Where the clues contradict each other, `broken` is the line that breaks, `broken_by` are the
    lines that take colours from its open cells, and `last` says so in words."""

    steps: tuple[ExplainedStep, ...]
    state: State
    solved: bool
    why: str
    broken: int | None = None
    last: str = ""
    broken_by: tuple[int, ...] = ()
    nonogram: Nonogram | None = None

    def __iter__(self) -> Iterator[ExplainedStep]:
        return iter(self.steps)

    def __len__(self) -> int:
        return len(self.steps)

    def __getitem__(self, number: int) -> ExplainedStep:
        return self.steps[number]

    @property
    def sentences(self) -> list[str]:
        """The reasons of all steps, in words."""
        assert self.nonogram is not None, "an explanation is of a nonogram"
        said = [sentence(self.nonogram, step.before, step.deduction) for step in self.steps]
        return [*said, self.last] if self.last else said

    def __repr__(self) -> str:
        """Short: the steps would fill pages."""
        end = "solved" if self.solved else f"not solved: {self.why}"
        return f"<Explanation: {count(len(self.steps), 'step')}, {end}>"

    def __str__(self) -> str:
        """Return the sentences, numbered."""
        return "\n".join(f"{number}. {said}" for number, said in enumerate(self.sentences, 1))

    def _repr_html_(self) -> str:
        """Return the reasons and what they lead to, for notebooks."""
        assert self.nonogram is not None, "an explanation is of a nonogram"
        items = "".join(f"<li>{escape(said)}</li>" for said in self.sentences)
        return f"<ol>{items}</ol>{self.nonogram.family.svg(self.nonogram, self.state)}"


class NotProvedError(AssertionError):
    """A step that its own lines do not prove: a fault of this program."""


def explain(
    nonogram: Nonogram, state: State | None = None, *,
    budget: Budget | str | float | None = None, ladder: Ladder = LADDER,
) -> Explanation:
    """Explain the way to the solution, the easiest step first.

    Args:
        nonogram: The puzzle; its solution, if it has one, is not looked at.
        state: What is known at the beginning; None: nothing but what is printed.
        budget: A `Budget`, its text (`"10s"`) or seconds; None: no limit.
        ladder: The techniques that may be used.

    >>> from nonoforge.families.grid import from_picture
    >>> explain(from_picture([[0, 1], [1, 1]])).steps[0].deduction.technique.name
    'zero and full'
    """
    limit = Budget.of(budget)
    with time_limit(limit.seconds):
        return _explained(nonogram, state, limit, ladder)


def _explained(
    nonogram: Nonogram, state: State | None, limit: Budget, ladder: Ladder,
) -> Explanation:
    start = with_given(nonogram.puzzle, state or State.start(nonogram.puzzle))
    if 0 in start.masks:
        return Explanation((), start, False, "no colour is left for "
                           + nonogram.geometry.cell_name(start.masks.index(0)), nonogram=nonogram)
    reasoning = Reasoning(nonogram.puzzle, start, ladder=ladder, budget=limit)
    steps: list[ExplainedStep] = []
    why, broken, last = "", None, ""
    support: tuple[Deduction, ...] = ()
    try:
        steps.extend(_steps(reasoning))
        if reasoning.known.open:
            why = "there is more than one solution"
    except Contradiction as contradiction:
        why = "the clues contradict each other"
        broken = None if contradiction.line < 0 else contradiction.line
    except OutOfBudget:
        why = "the budget ran out"
    if broken is not None:
        words = Words(nonogram)
        with suppress(OutOfBudget):
            support = reasoning.support_of_conflict(broken)
        said, state = words.support(reasoning.marks, support)
        last = f"{said}{words.broken(state, broken)}"
    return Explanation(tuple(steps), reasoning.marks, not reasoning.known.open and not why, why,
                       broken, last, tuple(line for each in support for line in each.lines),
                       nonogram)


def _steps(reasoning: Reasoning) -> Iterator[ExplainedStep]:
    recent: tuple[int, ...] = ()
    number = 0
    reasoning.known.refresh()
    while reasoning.known.open:
        found = reasoning.next_step(recent)
        if found is None:
            return
        before = reasoning.marks
        if not found.technique.proves(reasoning.puzzle, before, found):
            raise NotProvedError(f"step {number + 1}: {found}")
        number += 1
        yield ExplainedStep(number, before, found)
        reasoning.learn(found)
        recent = tuple(cell for cell, _ in found.learned)
    reasoning.known.refresh()


# --- why there is no solution --------------------------------------------------------------------

def clash(
    nonogram: Nonogram, lines: Sequence[int], budget: Budget = CLASH_BUDGET,
) -> tuple[str, ...]:
    """Return sentences about why these lines cannot hold together, ending with the line that
    breaks; none where they were not found in time."""
    few = replace(nonogram, puzzle=only(nonogram.puzzle, frozenset(lines)), solution=None)
    found = explain(few, budget=budget)
    if found.broken is None:
        return ()
    steps = needed_steps(few.puzzle, found.steps, (found.broken, *found.broken_by))
    sentences = [sentence(few, step.before, step.deduction) for step in steps[-MAX_CLASH_STEPS:]]
    left_out = len(steps) - MAX_CLASH_STEPS
    if left_out > 0:
        first = f"first {left_out} steps are" if left_out > 1 else "first step is"
        sentences.insert(0, f"(The {first} left out here.)")
    return (*sentences, found.last)


def needed_steps(
    puzzle: Puzzle, steps: Sequence[ExplainedStep], broken: Sequence[int],
) -> list[ExplainedStep]:
    """Return the steps without which the first of these lines would not break by the others, and of
    each what matters for that. What a line finds out about itself, it would find out later as
    well."""
    kept: list[ExplainedStep] = []
    readers: dict[int, set[int]] = {}
    for index in broken:
        for cell in puzzle.lines[index].cells:
            readers.setdefault(cell, set()).add(index)
    for step in reversed(steps):
        own = step.deduction.named if len(step.deduction.named) == 1 else ()
        learned = tuple((cell, mask) for cell, mask in step.deduction.learned
                        if readers.get(cell, set()).difference(own))
        if learned:
            kept.append(step._replace(deduction=step.deduction._replace(learned=learned)))
            for index in step.deduction.named:
                for cell in puzzle.lines[index].cells:
                    readers.setdefault(cell, set()).add(index)
    return kept[::-1]
