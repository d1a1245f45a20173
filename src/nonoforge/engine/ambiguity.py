"""Which cells differ between the solutions of a puzzle that has several."""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.engine.choose import climb, sat_available
from nonoforge.engine.outcome import Budget
from nonoforge.engine.thinning import only
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.time_limit import time_left, time_limit
from nonoforge.verdict import Verdict

MAX_LISTED = 256  # solutions to list before asking for new differences only
TRIAL = 100_000  # settlements for listing them
CONFLICTS = 20_000  # for asking
ASKABLE = 10_000  # open cells; beyond it, writing down the clauses takes too long


def ambiguous_cells(
    puzzle: Puzzle, verdict: Verdict, *, seconds: float | None = None, most: int | None = None,
) -> tuple[tuple[int, ...], bool]:
    """Return the cells that are not the same in all solutions, and whether these are all of them;
    who does not care for more than `most` may get no more.

    Lists solutions while that is cheap; then asks a SAT solver for one that differs somewhere new,
    until there is none, enough is spent, or the seconds are over.
    """
    if len(verdict.solutions) < 2:
        return (), verdict.answer in ("unique", "none")
    first, *others = verdict.solutions
    differ = _differences(first, others)
    if verdict.complete:
        return tuple(sorted(differ)), True
    with time_limit(seconds):
        listed = climb(puzzle, verdict.state, limit=MAX_LISTED, budget=Budget(settled=TRIAL))
        differ |= _differences(first, listed.solutions)
        candidates = len(verdict.state.open_cells())
        complete = len(differ) == candidates or (
            not listed.exhausted and len(listed.solutions) < MAX_LISTED)
        if most is not None and len(differ) >= most:
            return tuple(sorted(differ)), complete
        if not complete and sat_available() and candidates <= ASKABLE and time_left():
            from nonoforge.engine import sat

            more, complete = sat.differences(
                _undecided(puzzle, verdict.state), verdict.state, first, differ,
                Budget(conflicts=CONFLICTS))
            differ |= more
    return tuple(sorted(differ)), complete


def _undecided(puzzle: Puzzle, state: State) -> Puzzle:
    """Return only the lines with open cells: what is decided is the same in all solutions, so lines
    without any are met by each of them."""
    masks = state.masks
    return only(puzzle, frozenset(index for index, line in enumerate(puzzle.lines)
                                  if any(masks[cell] & (masks[cell] - 1) for cell in line.cells)))


def _differences(first: Colouring, others: Iterable[Colouring]) -> set[int]:
    """Return where any of the others differs from the first: colours are bytes, so all cells of a
    picture are compared at once."""
    same, differ = int.from_bytes(first, "big"), 0
    for other in others:
        differ |= same ^ int.from_bytes(other, "big")
    return {cell for cell, bits in enumerate(differ.to_bytes(len(first), "big")) if bits}
