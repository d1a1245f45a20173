"""A hint from any state: first whether there is a mistake, then the easiest next step, in stages.

The maker's solution in the file is never looked at: what is wrong is what the clues refute.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from nonoforge.engine import Budget, Meter, OutOfBudget, solve
from nonoforge.judge.deduction import Deduction
from nonoforge.judge.easiest import easiest
from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.judge.narrowing import narrowed
from nonoforge.judge.nudges import nudge, where
from nonoforge.judge.prove import proved
from nonoforge.judge.sentences import grounds, sentence
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

Kind = Literal["step", "mistake", "done", "nothing", "unknown"]
BUDGET = Budget(settled=200_000, conflicts=2_000)


class Hint(NamedTuple):
    """`step`: something follows. `mistake`: some of what is written cannot be; `wrong` are those
    cells where they are known, `last_good` the last state of the history without one. `done`: all
    clues are met. `nothing`: nothing follows, for there are several solutions. `unknown`: nothing
    was found within the budget."""

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
    verdict = solve(puzzle, budget=budget)
    if verdict.answer == "none":
        return Hint("mistake", ("The puzzle itself has no solution.",))
    unique = verdict.solutions[0] if verdict.answer == "unique" else None
    good = _good(puzzle, state, unique, budget)
    if good is False:
        return _mistake(nonogram, state, history, unique, budget)
    if state.solved and good:
        return Hint("done", ("All clues are met: it is solved.",))
    return _step(nonogram, state, budget)


def _good(puzzle: Puzzle, state: State, unique: Colouring | None, budget: Budget) -> bool | None:
    """Can the state still be finished? None: not known."""
    if unique is not None:
        return all(mask >> colour & 1 for mask, colour in zip(state.masks, unique, strict=True))
    if 0 in state.masks:
        return False
    answer = solve(_from(puzzle, state), limit=1, budget=budget).answer
    return None if answer == "unknown" else answer != "none"


def _from(puzzle: Puzzle, state: State) -> Puzzle:
    """The puzzle with what is written in it given."""
    known = ((cell, state.colour(cell)) for cell in range(puzzle.cells))
    given = tuple((cell, colour) for cell, colour in known if colour is not None)
    return Puzzle(puzzle.cells, puzzle.lines, puzzle.palette, given)


def _mistake(
    nonogram: Nonogram, state: State, history: Sequence[State], unique: Colouring | None,
    budget: Budget,
) -> Hint:
    wrong = () if unique is None else tuple(
        cell for cell, colour in enumerate(unique) if not state.masks[cell] >> colour & 1)
    last = next((index for index in range(len(history) - 1, -1, -1)
                 if _good(nonogram.puzzle, history[index], unique, budget)), None)
    stages = ["There is a mistake: what is written so far cannot be finished."]
    if history:
        stages.append("It began before the first state that is known." if last is None else
                      f"State {last + 1} of {len(history)} was still right.")
    if wrong:
        names = [nonogram.geometry.cell_name(cell) for cell in wrong[:8]]
        more = f" and {len(wrong) - 8} more" if len(wrong) > 8 else ""
        stages.append(f"Wrong: {'; '.join(names)}{more}.")
    return Hint("mistake", tuple(stages), None, wrong, last)


def _step(nonogram: Nonogram, state: State, budget: Budget) -> Hint:
    meter = Meter(budget)
    state = narrowed(nonogram.puzzle, state)
    try:
        found = easiest(nonogram, Ladder(nonogram.puzzle, state), (), meter.look, budget,
                        to_write=True)
    except Contradiction as broken:
        name = nonogram.puzzle.lines[broken.line].name if broken.line >= 0 else "a cell"
        return Hint("mistake", ("There is a mistake.", f"Look at {name}."))
    except OutOfBudget:
        return Hint("unknown", ("No short step was found in the time.",))
    if found is None:
        return Hint("nothing", ("Nothing follows from here: more than one solution fits.",))
    assert proved(nonogram.puzzle, state, found)
    return Hint("step", (
        f"Look at {where(nonogram, found)}.",
        nudge(nonogram, found),
        f"{grounds(nonogram, found)}.",
        sentence(nonogram, state, found)), found)
