"""The whole way to the solution, step by step, each with its reason and each proved on its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.engine import Budget, Meter, OutOfBudget
from nonoforge.judge.breaking import breaks
from nonoforge.judge.deduction import Deduction
from nonoforge.judge.easiest import easiest
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.narrowing import narrowing, with_given
from nonoforge.judge.prove import proved
from nonoforge.nonogram import Nonogram
from nonoforge.state import State


class ExplainedStep(NamedTuple):
    """A deduction, and the state from which it was made."""

    number: int
    before: State
    deduction: Deduction


class Explanation(NamedTuple):
    """The steps, and how it ended: `solved`, or what stopped it in `why`."""

    steps: tuple[ExplainedStep, ...]
    state: State
    solved: bool
    why: str
    broken: int | None = None  # the line that breaks, where the clues contradict each other
    last: str = ""  # ... and that in words


class NotProved(AssertionError):
    """A step that its own lines do not prove: a fault of this program."""


def explain(
    nonogram: Nonogram, state: State | None = None, *, budget: Budget | None = None,
) -> Explanation:
    """All steps from a state (as it begins, without one) to the solution."""
    start = with_given(nonogram.puzzle, state or State.start(nonogram.puzzle))
    if 0 in start.masks:
        return Explanation((), start, False, "no colour is left for "
                           + nonogram.geometry.cell_name(start.masks.index(0)))
    ladder = Ladder(nonogram.puzzle, start)
    steps: list[ExplainedStep] = []
    why, broken = "", None
    try:
        steps.extend(_steps(nonogram, ladder, budget))
        if ladder.open:
            why = "there is more than one solution"
    except Contradiction as contradiction:
        why, broken = "the clues contradict each other", contradiction.line
    except OutOfBudget:
        why = "the budget ran out"
    last = "" if broken is None or broken < 0 else breaks(nonogram, ladder.state, broken)
    return Explanation(tuple(steps), ladder.state, not ladder.open and not why, why, broken, last)


def _steps(
    nonogram: Nonogram, ladder: Ladder, budget: Budget | None,
) -> Iterator[ExplainedStep]:
    meter = Meter(budget)
    recent: tuple[int, ...] = ()
    number = 0
    ladder.look()
    while ladder.open:
        meter.look()
        found = (number == 0 and narrowing(nonogram.puzzle, ladder.state)) or easiest(
            nonogram, ladder, recent, meter.look, budget)
        if found is None:
            return
        before = ladder.state
        if not proved(nonogram.puzzle, before, found):
            raise NotProved(f"step {number + 1}: {found}")
        number += 1
        yield ExplainedStep(number, before, found)
        ladder.learn([found])
        recent = tuple(cell for cell, _ in found.learned)
    ladder.look()
