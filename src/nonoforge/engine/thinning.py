"""Which clues a puzzle can go without: small sets of lines that still solve it line by line.

Begin with no line and always add the one that tells most just then, until every cell is decided.
Then walk: leave a line out, see how far the others get, let at most one other take its place. Sets
never grow on the way. Where a walk finds nothing more, another begins; it goes on as long as the
caller likes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from nonoforge.engine.choose import engine_for, native, probe
from nonoforge.puzzle import Puzzle
from nonoforge.time_limit import check_time

STARTS = 8  # sets to begin with: the smallest is walked on with
STEPS = 50  # of the walk between two answers
RESTART = 50  # answers without a smaller set after which another walk begins


def thin(puzzle: Puzzle, seed: int = 0) -> Iterator[frozenset[int]]:
    """Ever smaller (or equal) sets of lines that solve the puzzle; nothing if all do not.

    It never ends by itself: take as many as there is time for. The last one is the best.

    >>> from itertools import islice
    >>> from nonoforge.families.grid import from_picture
    >>> puzzle = from_picture([[1, 1, 1], [1, 0, 0]]).puzzle
    >>> len([*islice(thin(puzzle), 3)][-1])        # of five lines
    3
    """
    if len({cell for line in puzzle.lines for cell in line.cells}) < puzzle.cells:
        return  # nothing will ever be said about some cell
    seeds = Random(seed)
    walk = _walk_native if native and engine_for(puzzle) is native else _walk_plain
    kept = bytearray(b"\1" * len(puzzle.lines))
    for _ in range(STARTS):
        start = walk(puzzle, bytearray(len(puzzle.lines)), 0, seeds.getrandbits(32))
        if start is None:
            return
        kept = min(kept, start, key=lambda found: found.count(1))
        yield _lines(kept)
    best, idle = bytes(kept), 0
    while True:
        yield _lines(best)
        walk(puzzle, kept, STEPS, seeds.getrandbits(32))
        idle += 1
        if kept.count(1) < best.count(1):
            best, idle = bytes(kept), 0
        elif idle % RESTART == 0:  # a walk that has come to its end: try another
            kept = bytearray(len(kept))


def _lines(kept: bytes | bytearray) -> frozenset[int]:
    return frozenset(line for line, flag in enumerate(kept) if flag)


def thin_by_probing(
    puzzle: Puzzle, kept: frozenset[int], seed: int = 0,
) -> Iterator[frozenset[int]]:
    """Yield smaller sets that solve the puzzle by probing, from one that does, leaving out each
    line once."""
    order = sorted(kept)
    Random(seed).shuffle(order)
    for line in order:
        rest = kept - {line}
        if probe(only(puzzle, rest)).state.solved:
            kept = rest
        yield kept


def only(puzzle: Puzzle, kept: frozenset[int]) -> Puzzle:
    """Return the puzzle with these of its lines."""
    lines = tuple(line for index, line in enumerate(puzzle.lines) if index in kept)
    return replace(puzzle, lines=lines)


def _walk_native(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> bytearray | None:
    assert native is not None
    found = native.thin(puzzle, kept, steps, seed)
    check_time()
    return None if found < 0 else kept


def _walk_plain(puzzle: Puzzle, kept: bytearray, steps: int, seed: int) -> bytearray | None:
    from nonoforge.engine.plain.thinning import walk

    return walk(puzzle, kept, steps, seed)
