"""A hint from any state: first whether there is a mistake, then the easiest next step, in stages.

The maker's solution in the file is never looked at: what is wrong is what the clues refute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nonoforge.engine import Budget, Meter, OutOfBudget, climb, propagate, solve
from nonoforge.judge.breaking import breaks
from nonoforge.judge.deduction import Deduction
from nonoforge.judge.easiest import easiest
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.narrowing import narrowed, with_given
from nonoforge.judge.nudges import nudge, where
from nonoforge.judge.prove import proved
from nonoforge.judge.sentences import grounds, sentence
from nonoforge.judge.words import Words
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

Kind = Literal["step", "mistake", "done", "nothing", "unknown"]
BUDGET = Budget(settled=200_000, conflicts=2_000)


class Hint(NamedTuple):
    """`step`: something follows. `mistake`: some of what is written cannot be; `wrong` are those
    cells where they are known, `last_good` the last state of the history without one. `done`: all
    clues are met. `nothing`: nothing follows, for there are several solutions, or none. `unknown`:
    nothing was found within the budget. A step and a mistake have four stages, the others one."""

    kind: Kind
    stages: tuple[str, ...]  # from a nudge to the whole step
    deduction: Deduction | None = None
    wrong: tuple[int, ...] = ()
    last_good: int | None = None


def hint(
    nonogram: Nonogram, state: State, history: Sequence[State] = (), *,
    budget: Budget = BUDGET,
) -> Hint:
    """What to do next. `history` are earlier states, the oldest first."""
    puzzle = nonogram.puzzle
    state = with_given(puzzle, state)
    verdict = solve(puzzle, budget=budget)
    if verdict.answer == "none":
        return Hint("nothing", ("The puzzle itself has no solution.",))
    unique = verdict.solutions[0] if verdict.answer == "unique" else None
    good = _good(puzzle, state, unique, budget)
    if good is False:
        return _mistake(nonogram, state, history, unique, budget)
    if state.solved and good:
        return Hint("done", ("All clues are met: it is solved.",))
    try:
        return _step(nonogram, state, budget)
    except Contradiction:
        return _mistake(nonogram, state, history, unique, budget)


def _good(puzzle: Puzzle, state: State, unique: Colouring | None, budget: Budget) -> bool | None:
    """Can the state still be finished? None: not known."""
    if unique is not None:
        return all(mask >> colour & 1 for mask, colour in zip(state.masks, unique, strict=True))
    if 0 in state.masks:
        return False
    found = climb(puzzle, state, limit=1, budget=budget)
    return True if found.solutions else None if found.exhausted else False


def _mistake(
    nonogram: Nonogram, state: State, history: Sequence[State], unique: Colouring | None,
    budget: Budget,
) -> Hint:
    wrong = () if unique is None else tuple(
        cell for cell, colour in enumerate(unique) if not state.masks[cell] >> colour & 1)
    last = next((index for index in range(len(history) - 1, -1, -1)
                 if _good(nonogram.puzzle, history[index], unique, budget)), None)
    return Hint("mistake", (
        "There is a mistake: what is written so far cannot be finished.",
        _back(last, len(history)),
        _shown(nonogram, state),
        f"Wrong: {Words(nonogram).names(wrong)}." if wrong else
        "Which cells are wrong cannot be told: there is more than one solution."),
        None, wrong, last)


def _back(last: int | None, count: int) -> str:
    if not count:
        return "Take back the last steps until it is gone."
    if last is None:
        return "It began before the first state that is known."
    ago = count - last
    return f"{ago} {'step' if ago == 1 else 'steps'} ago all was still right; go back to that."


def _shown(nonogram: Nonogram, state: State) -> str:
    """A line in which the mistake shows."""
    puzzle = nonogram.puzzle
    if 0 in state.masks:
        name = nonogram.geometry.cell_name(state.masks.index(0))
        return f"No colour is left for {name}."
    try:
        Ladder(puzzle, state).look()
    except Contradiction as broken:
        if broken.line >= 0:
            return breaks(nonogram, state, broken.line)
    conflict = propagate(puzzle, state).conflict
    if conflict is None:
        return "It takes more than single lines to see it."
    name = puzzle.lines[conflict].name
    return f"Going on line by line from here, {name} could not be coloured in the end."


def _step(nonogram: Nonogram, state: State, budget: Budget) -> Hint:
    meter = Meter(budget)
    state = narrowed(nonogram.puzzle, state)
    try:
        found = easiest(nonogram, Ladder(nonogram.puzzle, state), (), meter.look, budget,
                        to_write=True)
    except OutOfBudget:
        return Hint("unknown", ("No short step was found in the time.",))
    if found is None:
        return Hint("nothing", ("Nothing follows from here: more than one solution fits.",))
    assert proved(nonogram.puzzle, state, found)
    return Hint("step", (
        f"Look at {'the faces ' * Words(nonogram).faces}{where(nonogram, found)}.",
        nudge(nonogram, found),
        f"{grounds(nonogram, found)}.",
        sentence(nonogram, state, found)), found)
