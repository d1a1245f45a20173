"""The brute force of oracle.cpp, for puzzles of the model. Compiled when it is first used."""

from __future__ import annotations

import ctypes
import os
import subprocess
from array import array
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

SOURCE = Path(__file__).with_name("oracle.cpp")
LIBRARY = Path(__file__).parents[2] / "build" / "soak" / "oracle.so"
COMPILER = os.environ.get("CXX", "c++")
MAX_NODES = 200_000


class GaveUp(Exception):
    """The nodes ran out before the answer was certain."""


class Found(NamedTuple):
    """Solutions, at most as many as were asked for; `complete`: there are no others."""

    solutions: frozenset[Colouring]
    complete: bool


@cache
def library() -> ctypes.CDLL:
    """Return the compiled oracle."""
    if not LIBRARY.exists() or LIBRARY.stat().st_mtime < SOURCE.stat().st_mtime:
        LIBRARY.parent.mkdir(parents=True, exist_ok=True)
        part = LIBRARY.with_suffix(f".{os.getpid()}")
        subprocess.run([COMPILER, "-std=c++17", "-O2", "-shared", "-fPIC", "-o", str(part),
                        str(SOURCE)], check=True)
        part.replace(LIBRARY)
    return ctypes.CDLL(str(LIBRARY))


def solutions(
    puzzle: Puzzle, *, lines: Sequence[int] | None = None, state: State | None = None,
    limit: int = 2, nodes: int = MAX_NODES,
) -> Found:
    """Return up to `limit` solutions (of some of the lines only) within a state, by default that
    of the givens."""
    masks, flat = _masks(puzzle, state), _flat(puzzle, lines)
    room = ctypes.create_string_buffer(max(1, limit * puzzle.cells))
    found: int = library().oracle_solutions(
        _pointer(flat), _pointer(masks), limit, ctypes.c_long(nodes), room)
    many = found if found >= 0 else -1 - found
    if found < 0 and many < limit:
        raise GaveUp
    cells = puzzle.cells
    return Found(frozenset(room.raw[at * cells:(at + 1) * cells] for at in range(many)),
                 many < limit)


def settled(puzzle: Puzzle, state: State | None = None) -> State | None:
    """Return what single lines tell, settled until nothing changes; None if one has no colouring.
    """
    masks, flat = _masks(puzzle, state), _flat(puzzle, None)
    good: int = library().oracle_settle(_pointer(flat), _pointer(masks))
    return State(tuple(masks)) if good else None


def follows(
    puzzle: Puzzle, state: State, lines: Sequence[int], learned: Sequence[tuple[int, int]],
) -> bool:
    """Return whether, by these lines, the cells can have no colour besides the learned masks."""
    for cell, mask in learned:
        rest = state.masks[cell] & ~mask
        if rest and solutions(puzzle, lines=lines, state=state.after([(cell, rest)]),
                              limit=1).solutions:
            return False
    return True


def _masks(puzzle: Puzzle, state: State | None) -> array[int]:
    return array("I", (state or State.start(puzzle)).masks)


def _flat(puzzle: Puzzle, lines: Sequence[int] | None) -> array[int]:
    chosen = puzzle.lines if lines is None else [puzzle.lines[line] for line in lines]
    flat = [puzzle.cells, len(puzzle.palette), len(chosen)]
    for line in chosen:
        clue = line.clue
        pairs = [(-1 if a is None else a, -1 if b is None else b)
                 for a, b in (clue.runs if isinstance(clue, Runs) else clue.counts)]
        flat += [len(line.cells), *line.cells, not isinstance(clue, Runs), len(pairs)]
        flat += [number for pair in pairs for number in pair]
    return array("i", flat)


def _pointer(numbers: array[int]) -> ctypes.c_void_p:
    """Return the address of the numbers, which the caller must keep."""
    return ctypes.c_void_p(numbers.buffer_info()[0])
