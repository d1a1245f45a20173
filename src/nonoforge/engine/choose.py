"""Which engine serves: the native kernel where it was built, else the plain one.

`NONOFORGE_PURE=1` asks for the plain engine. Both have the same functions (see `outcome.py`).
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from functools import cache
from types import ModuleType
from typing import Any

from nonoforge.clues import Clue
from nonoforge.engine.outcome import Budget, Deduction, Depth, Order, Outcome
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Level, Verdict

native: ModuleType | None = None
ENGINE_REASON = "NONOFORGE_PURE asks for it."
"""Why the plain engine serves, where it does, and how to get the native one."""

if not os.environ.get("NONOFORGE_PURE"):
    try:
        from nonoforge.engine import native
    except ImportError as error:
        ENGINE_REASON = ("The native kernel was not built" if "_kernel" in str(error) else
                         f"The native kernel cannot be loaded ({error})") + \
            ": install a wheel for your system, or with a C++20 compiler at hand run: " \
            "NONOFORGE_KERNEL=required pip install --force-reinstall --no-deps nonoforge"

ENGINE = "native" if native else "plain"

# When search gives way to SAT. The native search learns fast, but only about single cells: where
# that does not lead there soon, clauses about whole blocks do better. The plain one does not learn.
CLIMB_BUDGET = Budget(conflicts=6_000) if native else Budget(settled=100_000)


@cache
def sat_available() -> bool:
    """Return whether python-sat is installed; it is loaded where it is used."""
    return importlib.util.find_spec("pysat") is not None


def _engine(longest: int) -> Any:
    if native and longest <= native.MAX_LINE_LENGTH:
        return native
    from nonoforge.engine import plain

    return plain


def engine_for(puzzle: Puzzle) -> Any:
    """Return the engine for this puzzle: beyond the kernel's longest line the plain one serves."""
    return _engine(puzzle.longest)


def settle(clue: Clue, masks: Sequence[int], length: int) -> list[int] | None:
    """Return exactly what the clue leaves of the masks, one for each colour; None if nothing fits.

    >>> from nonoforge.clues import Runs
    >>> [bin(mask) for mask in settle(Runs.of(3), [0b1111, 0b1111], 4)]  # white, black
    ['0b1001', '0b1111']
    >>> settle(Runs.of(1), [0b1, 0b0], 1) is None
    True
    """
    found: list[int] | None = _engine(length).settle(clue, masks, length)
    return found


def settle_many(
    clues: Sequence[Clue], masks: Sequence[Sequence[int]], length: int,
) -> list[list[int] | None]:
    """Return what `settle` returns, for each of many lines of one length and as many colours: in
    the native engine one call, whose cost for each line is a fraction of that of `settle`.

    >>> from nonoforge.clues import Runs
    >>> settle_many([Runs.of(2), Runs.of(1)], [(0b111, 0b111), (0b100, 0b011)], 3)
    [[5, 7], None]
    """
    if len(clues) != len(masks):
        raise ValueError(f"{len(clues)} clues, but masks for {len(masks)} lines")
    engine = _engine(length)
    if native and engine is native:
        many: list[list[int] | None] = native.settle_many(clues, masks, length)
        return many
    return [engine.settle(clue, line, length) for clue, line in zip(clues, masks, strict=True)]


def propagate(puzzle: Puzzle, state: State | None = None, order: Order = "ordered") -> Deduction:
    """Settle lines until nothing changes."""
    found: Deduction = engine_for(puzzle).propagate(puzzle, state or State.start(puzzle), order)
    return found


def probe(puzzle: Puzzle, state: State | None = None, depth: Depth = 3) -> Deduction:
    """Propagate, then assume, propagate and learn to the fixed point."""
    found: Deduction = engine_for(puzzle).probe(puzzle, state or State.start(puzzle), depth)
    return found


def climb(
    puzzle: Puzzle, state: State | None = None, *, limit: int = 2, level: Level = "search",
    budget: Budget | None = None, seed: int = 0,
) -> Outcome:
    """Return the ladder up to `level` (at most search) in one call."""
    found: Outcome = engine_for(puzzle).solve(
        puzzle, state, limit=limit, level=level, budget=budget or Budget(), seed=seed)
    return found


def can_restart(puzzle: Puzzle) -> bool:
    """Return whether search can start afresh with another seed, and finds other things then."""
    return native is not None and engine_for(puzzle) is native


def restart(
    puzzle: Puzzle, state: State, *, limit: int = 2, budget: Budget | None = None, seed: int = 0,
) -> Outcome:
    """Return what a fresh search finds from a state that probing has left (see `can_restart`)."""
    assert native is not None
    found: Outcome = native.search(puzzle, state, limit=limit, budget=budget, seed=seed)
    return found


def climb_many(
    puzzles: list[Puzzle], *, limit: int = 2, level: Level = "search",
    budget: Budget | None = None, seed: int = 0,
) -> list[Verdict | tuple[Any, ...]]:
    """Return the outcome of the ladder for each puzzle, in the native engine by one call: the plain
    tuple of one, or the verdict where there is one solution."""
    if native and native.serves(puzzles):
        found: list[Verdict | tuple[Any, ...]] = native.solve_many(
            puzzles, limit=limit, level=level, budget=budget, seed=seed)
        return found
    return [climb(puzzle, limit=limit, level=level, budget=budget, seed=seed) for puzzle in puzzles]
