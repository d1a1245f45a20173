"""Why a puzzle has no solution: a small set of lines that cannot hold together."""

from __future__ import annotations

from dataclasses import replace

from nonoforge.engine.choose import climb, sat_available
from nonoforge.engine.outcome import Budget, Meter
from nonoforge.puzzle import Puzzle

# Each trial without some of the lines may cost this many settlements; what cannot be refuted
# within it counts as possible, so that the set found is always a true conflict.
TRIAL = 20_000
MAX_SETTLED = 3_000_000  # settlements for all trials: seconds, whatever the size of the puzzle


def small_conflict(
    puzzle: Puzzle, hint: int | None = None, seconds: float | None = None,
) -> tuple[int, ...]:
    """Return lines (by index) without a common solution, none of which could be left out cheaply.

    The puzzle must have no solution. `hint` is a line that is likely part of the reason. After so
    many `seconds`, or very much work, more lines than necessary may be left.
    """
    clock = Meter(Budget(seconds=seconds))
    lines = list(range(len(puzzle.lines)))
    if not _refuted(puzzle, lines, clock):
        if not sat_available():
            return tuple(lines)
        from nonoforge.engine import sat

        core = sat.core(puzzle, seconds=clock.seconds_left())
        return tuple(lines if core is None else core)
    size = max(1, len(lines) // 2)
    while True:
        shrunk = False
        # What is removed first is what is least likely to matter: keep the hint to the last.
        order = sorted(lines, key=lambda line: line == hint)
        for at in range(0, len(order), size):
            if clock.seconds_left() == 0 or clock.settled > MAX_SETTLED:
                return tuple(lines)
            part = set(order[at:at + size])
            rest = [line for line in lines if line not in part]
            if len(rest) < len(lines) and _refuted(puzzle, rest, clock):
                lines = rest
                shrunk = True
        if size == 1 and not shrunk:
            return tuple(lines)
        if not shrunk or size > len(lines):
            size = max(1, size // 2)


def _refuted(puzzle: Puzzle, lines: list[int], clock: Meter) -> bool:
    part = replace(puzzle, lines=tuple(puzzle.lines[line] for line in lines))
    outcome = climb(part, limit=1, budget=Budget(settled=TRIAL, seconds=clock.seconds_left()))
    clock.settled += outcome.work.settled
    return not outcome.solutions and not outcome.exhausted
