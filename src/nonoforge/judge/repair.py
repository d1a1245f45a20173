"""The fewest cells to change so that a picture makes a puzzle that lines alone solve.

Where line logic is stuck, the open cells and their neighbours are where a change helps. All single
changes are tried; where none does, those that leave the fewest cells open are changed further, a
few of them side by side (a beam). What is found is checked; that there is nothing smaller is
certain only for one change.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from math import inf
from time import monotonic
from typing import NamedTuple

from nonoforge.clues import Runs, Tally
from nonoforge.engine import propagate
from nonoforge.puzzle import Colouring, Line, Puzzle

BEAM = 4  # pictures that are changed side by side
MOST_TRIED = 2_000  # changes of one picture: beyond that only some are tried, evenly spread

Progress = Callable[[int, int], None]
"""Is told the changes so far and the cells still open with them."""


class Repair(NamedTuple):
    """`changes` are (cell, colour) pairs, `puzzle` has the clues after them, and line logic leaves
    the cells in `stuck` open: none is a full repair."""

    changes: tuple[tuple[int, int], ...]
    colouring: Colouring
    puzzle: Puzzle
    stuck: tuple[int, ...]


def repair(
    puzzle: Puzzle, colouring: Colouring, *, most: int = 5, seconds: float | None = None,
    progress: Progress | None = None,
) -> Repair:
    """The best repair with at most so many changes that is found in this time. Given cells are
    taken away: they may change.

    >>> from nonoforge.grid import from_picture
    >>> nonogram = from_picture([[1, 0], [0, 1]])
    >>> len(repair(nonogram.puzzle, nonogram.solution).changes)
    1
    """
    end = inf if seconds is None else monotonic() + seconds
    start = replace(puzzle, given=())
    best = Repair((), colouring, start, _stuck(start))
    beam = [best]
    for number in range(1, most + 1):
        if not best.stuck or not beam or monotonic() > end:
            break
        beam = nsmallest(BEAM, _further(beam, start, end), key=lambda found: len(found.stuck))
        best = min([best, *beam], key=lambda found: (len(found.stuck), len(found.changes)))
        if progress:
            progress(number, len(best.stuck))
    return best


def with_picture(
    puzzle: Puzzle, colouring: Colouring, lines: Iterable[int] | None = None,
) -> Puzzle:
    """The puzzle with the clues that this picture has; `lines` are those that could differ."""
    new = list(puzzle.lines)
    for index in range(len(new)) if lines is None else lines:
        new[index] = _read(new[index], colouring, len(puzzle.palette))
    return replace(puzzle, lines=tuple(new))


def _read(line: Line, colouring: Colouring, colours: int) -> Line:
    cells = [colouring[cell] for cell in line.cells]
    clue = Tally.read(cells, colours) if isinstance(line.clue, Tally) else Runs.read(cells)
    return replace(line, clue=clue)


def _stuck(puzzle: Puzzle) -> tuple[int, ...]:
    return propagate(puzzle).state.open_cells()


def _further(beam: Sequence[Repair], start: Puzzle, end: float) -> Iterator[Repair]:
    """All pictures one change further; one that leaves nothing open ends it, and so does time."""
    seen: set[Colouring] = set()
    for before in beam:
        for cell, colour in _candidates(before, start.around):
            picture = before.colouring[:cell] + bytes([colour]) + before.colouring[cell + 1:]
            if picture in seen:
                continue
            seen.add(picture)
            puzzle = with_picture(before.puzzle, picture, start.through[cell])
            yield (after := Repair((*before.changes, (cell, colour)), picture, puzzle,
                                   _stuck(puzzle)))
            if not after.stuck or monotonic() > end:
                return


def _candidates(before: Repair, around: list[set[int]]) -> list[tuple[int, int]]:
    """Changes at open cells and next to them."""
    near = sorted({*before.stuck, *(other for cell in before.stuck for other in around[cell])})
    done = {cell for cell, _ in before.changes}
    found = [(cell, colour) for cell in near if cell not in done
             for colour in range(len(before.puzzle.palette)) if colour != before.colouring[cell]]
    return found[::max(1, -(-len(found) // MOST_TRIED))]
