"""The native engine: the four functions of `outcome.py` over the compiled kernel.

Importing this raises ImportError where the kernel was not built; `engine.choose` handles that.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import Any

from nonoforge.clues import Clue
from nonoforge.engine.outcome import Budget, Deduction, Depth, Order, Outcome
from nonoforge.native import _kernel
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.time_limit import check_time, seconds_within
from nonoforge.verdict import LEVELS, Level, Verdict

if not hasattr(_kernel, "pack_all"):  # as after an update of a checkout
    raise ImportError("it was built from an older version")

MAX_LINE_LENGTH = 4096
NO_PROBING = 0


_spent = _packing = 0.0  # seconds in the kernel, by its own clock: solving, and packing for that


def settle(clue: Clue, masks: Sequence[int], length: int) -> list[int] | None:
    """Return exactly what the clue leaves of the masks (one for each colour), or None."""
    return settle_many([clue], [masks], length)[0]


def settle_many(
    clues: Sequence[Clue], masks: Sequence[Sequence[int]], length: int,
) -> list[list[int] | None]:
    """Return the same for each of many lines of one length, in one native call."""
    if not masks:
        return []
    stride, colours = (length + 63) // 64, len(masks[0])
    every = [mask for line in masks for mask in line]
    words = array("Q", every) if stride == 1 else _words(every, stride)
    fits = _kernel.settle_many(list(clues), length, colours, words)
    if stride == 1:
        narrowed = words.tolist()
    else:
        flat, size = words.tobytes(), 8 * stride
        narrowed = [int.from_bytes(flat[at * size:(at + 1) * size], "little")
                    for at in range(len(every))]
    return [narrowed[at * colours:(at + 1) * colours] if fit else None
            for at, fit in enumerate(fits)]


def settle_seconds(clue: Clue, masks: Sequence[int], length: int, repeats: int) -> float:
    """Return the mean time of one settlement, measured inside the kernel: for benches."""
    words = _words(masks, (length + 63) // 64)
    return _kernel.settle_seconds(_kernel.pack_clue(clue), length, len(masks), words, repeats)


def kernel_seconds() -> float:
    """Return the time spent in the kernel so far, by its own clock: for benches."""
    return _spent


def packing_seconds() -> float:
    """Return the time spent on packing puzzles for the kernel, by its clock: for benches."""
    return _packing


def _words(masks: Sequence[int], stride: int) -> array[int]:
    return array("Q", b"".join(mask.to_bytes(8 * stride, "little") for mask in masks))


def propagate(puzzle: Puzzle, state: State, order: Order = "ordered") -> Deduction:
    """Settle lines until nothing changes."""
    outcome = solve(puzzle, state, level="line", order=order)
    if outcome.exhausted:  # by the time, or because lines leave cells open
        check_time()
    return Deduction(outcome.state, outcome.conflict, outcome.work)


def probe(puzzle: Puzzle, state: State, depth: Depth = 3) -> Deduction:
    """Propagate, then probe to the fixed point."""
    outcome = solve(puzzle, state, level="probe", depth=depth)
    if outcome.exhausted:
        check_time()
    return Deduction(outcome.state, outcome.conflict, outcome.work)


def solve(
    puzzle: Puzzle, state: State | None = None, *, limit: int = 2, level: Level = "search",
    order: Order = "ordered", depth: Depth = 3, budget: Budget | None = None, seed: int = 0,
) -> Outcome:
    """Return the ladder up to `level`, in one native call."""
    start = None if state is None else array("Q", state.masks)
    return Outcome(*_run([puzzle], limit, level, order, depth, budget, seed, start)[0])


def search(
    puzzle: Puzzle, state: State, *, limit: int = 2, budget: Budget | None = None, seed: int = 0,
) -> Outcome:
    """Return what search finds from a state that probing has left: a fresh start."""
    return Outcome(*_run([puzzle], limit, "search", "ordered", NO_PROBING, budget, seed,
                         array("Q", state.masks))[0])


def solve_many(
    puzzles: list[Puzzle], *, limit: int = 2, level: Level = "search", budget: Budget | None = None,
    seed: int = 0,
) -> list[Verdict | tuple[Any, ...]]:
    """Return the ladder for each puzzle, all in one native call: the verdict where there is one
    solution, which is made there, else what an outcome has; the budget is for each."""
    return _run(puzzles, limit, level, "ordered", 3, budget, seed, None, verdicts=True)


def thin(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> int:
    """Walk on from a set of lines (`engine.thinning`). -1: not even all lines solve the puzzle."""
    seconds = seconds_within(None)
    return _kernel.thin(packed(puzzle), kept, steps, -1.0 if seconds is None else seconds, seed)


def pack(puzzle: Puzzle) -> bytes:
    """Return the puzzle as the kernel reads it."""
    return _kernel.pack(puzzle)


def pack_matrix(
    rows: bytes, columns: bytes, width: int, height: int, colours: int, solution: bytes | None,
) -> bytes | None:
    """Return the packed puzzle of a matrix of cells; None where something is unusual or wrong."""
    return _kernel.pack_matrix(rows, columns, width, height, colours, solution)


def distinct_members(text: bytes) -> bool:
    """Return whether a JSON object has no two members of one name, as far as can be told."""
    return _kernel.distinct_members(text)


def solve_lines(puzzles: list[bytes], settled: int) -> list[tuple[bytes | None, int, float]]:
    """Return for each packed puzzle the solution that single lines give, or None; the lines
    settled; seconds."""
    return _kernel.solve_lines(puzzles, settled)


def packed(puzzle: Puzzle) -> bytes:
    """Return the packed puzzle, cached with the puzzle, which is frozen."""
    found: bytes | None = puzzle.__dict__.get("_packed")
    if found is None:
        found = puzzle.__dict__["_packed"] = pack(puzzle)
    return found


def agrees(puzzle: Puzzle, solution: Colouring | None) -> bool:
    """Return whether clues fit, as far as can be told at once."""
    return _kernel.agrees(packed(puzzle), solution)


def serves(puzzles: list[Puzzle]) -> bool:
    """Return whether no line of these puzzles is too long."""
    return _kernel.longest_line(_packed(puzzles)) <= MAX_LINE_LENGTH


def _packed(puzzles: list[Puzzle]) -> list[bytes]:
    global _packing
    found, spent = _kernel.pack_all(puzzles)
    _packing += spent
    return found


def _run(
    puzzles: list[Puzzle], limit: int, level: Level, order: Order, depth: int,
    budget: Budget | None, seed: int, start: array[int] | None, verdicts: bool = False,
) -> list[Any]:
    budget = budget or Budget()
    settled, nodes, conflicts, seconds = (
        -1 if part is None else part
        for part in budget._replace(seconds=seconds_within(budget.seconds)))
    raw, spent = _kernel.solve_packed(
        _packed(puzzles), limit, min(LEVELS.index(level), 2),
        order == "plain", depth, settled, nodes, conflicts, seconds, seed, start,
        verdicts)
    global _spent
    _spent += spent
    return raw
