"""A hint from any state: first whether there is a mistake, then the easiest next step, in stages.

The maker's solution in the file is never looked at: what is wrong is what the clues refute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nonoforge.engine import OutOfBudget, climb, propagate, solve
from nonoforge.judge.knowledge import Knowledge, check_size, with_given
from nonoforge.judge.ladder import LADDER, Ladder
from nonoforge.judge.reasoning import Reasoning, visible
from nonoforge.judge.technique import Contradiction, Deduction
from nonoforge.judge.words import Words
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.text import count
from nonoforge.time_limit import time_limit, time_share
from nonoforge.verdict import Budget

Kind = Literal["step", "mistake", "done", "nothing", "unknown"]
SOLVING_SHARE = 0.5  # of the time, to see whether there is one solution
HINT_BUDGET: Budget = Budget(settled=200_000, conflicts=2_000)


class Hint(NamedTuple):
    """What to do next, in `stages` from a nudge to the whole step.

    `step`: something follows. `mistake`: some of what is written cannot be; `wrong` are those cells
    where they are known, `last_good` the last state of the history without one. `done`: all clues
    are met. `nothing`: nothing follows, for there are several solutions, or none. `unknown`:
    nothing was found within the budget. A step and a mistake have four stages, the others one.
    """

    kind: Kind
    stages: tuple[str, ...]
    deduction: Deduction | None = None
    wrong: tuple[int, ...] = ()
    last_good: int | None = None

    def __repr__(self) -> str:
        """Return the kind and the first stage, which gives least away."""
        return f"<Hint: {self.kind}: {self.stages[0]}>"


def hint(
    nonogram: Nonogram, state: State | None = None, history: Sequence[State] = (), *,
    budget: Budget | str | float = HINT_BUDGET, ladder: Ladder = LADDER,
) -> Hint:
    """Find the easiest next step, or the mistake that must be mended first. It follows from the
    lines that it names and from what can be seen: cells with a colour, cells marked empty.

    Args:
        nonogram: The puzzle; its solution, if it has one, is not looked at.
        state: What is written so far; None: nothing.
        history: Earlier states, the oldest first: the last one without the mistake is found.
        budget: A `Budget`, its text (`"5s"`) or seconds.
        ladder: The techniques that may be used.

    >>> from nonoforge.families.grid import from_picture
    >>> hint(from_picture([[0, 1], [1, 1]])).stages[-1]
    'Row 2, clue 2: the 2 fills both cells, so cells 1-2 are filled.'
    """
    check_size(nonogram.puzzle)
    limit = Budget.of(budget)
    with time_limit(limit.seconds):
        try:
            return _hint(nonogram, state, history, limit, ladder)
        except OutOfBudget:
            return Hint("unknown", ("No short step was found in the time.",))


def _hint(
    nonogram: Nonogram, state: State | None, history: Sequence[State], limit: Budget,
    ladder: Ladder,
) -> Hint:
    puzzle = nonogram.puzzle
    state = visible(with_given(puzzle, state or State.start(puzzle)), len(puzzle.palette))
    with time_share(SOLVING_SHARE):
        verdict = solve(puzzle, budget=limit)
    if verdict.answer == "none":
        return Hint("nothing", ("The puzzle itself has no solution.",))
    unique = verdict.solutions[0] if verdict.answer == "unique" else None
    good = _can_be_finished(puzzle, state, unique, limit)
    if good is False:
        return _mistake(nonogram, state, history, unique, limit)
    if state.solved and good:
        return Hint("done", ("All clues are met: it is solved.",))
    try:
        return _step(nonogram, state, limit, ladder)
    except Contradiction:
        return _mistake(nonogram, state, history, unique, limit)


def _can_be_finished(
    puzzle: Puzzle, state: State, unique: Colouring | None, budget: Budget,
) -> bool | None:
    """Return whether a solution fits the state; None: not known."""
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
                 if _can_be_finished(nonogram.puzzle, history[index], unique, budget)), None)
    words = Words(nonogram)
    return Hint("mistake", (
        "There is a mistake: what is written so far cannot be finished.",
        _way_back(last, len(history)),
        _where_it_shows(words, state),
        f"Wrong: {words.names(wrong)}." if wrong else
        f"Which {words.cell.many} are wrong is unknown: there is more than one solution."),
        None, wrong, last)


def _way_back(last: int | None, states: int) -> str:
    if not states:
        return "Take back the last steps until it is gone."
    if last is None:
        return "It began before the first state that is known."
    return f"{count(states - last, 'step')} ago all was still right; go back to that."


def _where_it_shows(words: Words, state: State) -> str:
    """Return a line in which the mistake shows, in a sentence."""
    puzzle = words.nonogram.puzzle
    if 0 in state.masks:
        return f"No colour is left for {words.name(state.masks.index(0))}."
    try:
        Knowledge(puzzle, state).refresh()
    except Contradiction as broken:
        if broken.line >= 0:
            return words.broken(state, broken.line)
    conflict = propagate(puzzle, state).conflict
    if conflict is None:
        return "It takes more than single lines to see it."
    name = puzzle.lines[conflict].name
    return f"Going on line by line from here, {name} could not be coloured in the end."


def _step(nonogram: Nonogram, state: State, budget: Budget, ladder: Ladder) -> Hint:
    found = Reasoning(nonogram.puzzle, state, ladder=ladder, budget=budget).next_step(
        deciding=True)
    if found is None:
        return Hint("nothing", ("Nothing follows from here: more than one solution fits.",))
    assert found.technique.proves(nonogram.puzzle, state, found)
    return Hint("step", found.technique.stages(Words(nonogram), state, found), found)
