"""The fewest cells to change so that a picture makes a puzzle that lines alone solve (or probing,
or anything at all, as it is wanted).

Where that is stuck, the open cells and their neighbours are where a change helps. All single
changes are tried; where none does, those that leave the fewest cells open are changed further, a
few of them side by side (a beam). What is found is checked; that there is nothing smaller is
certain only for one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from heapq import nsmallest
from math import inf
from time import monotonic
from typing import NamedTuple

from nonoforge.clues import Count, Run, Runs, Tally
from nonoforge.judge.undecided import Wanted, undecided
from nonoforge.progress import Progress
from nonoforge.puzzle import Colouring, Line, Puzzle

BEAM = 4  # pictures that are changed side by side
MOST_TRIED = 2_000  # changes of one picture: beyond that only some are tried, evenly spread



class Repair(NamedTuple):
    """`changes` are (cell, colour) pairs, `puzzle` has the clues after them, and the cells in
    `stuck` are still open to line logic, or to what else is wanted: none is a full repair."""

    changes: tuple[tuple[int, int], ...]
    colouring: Colouring
    puzzle: Puzzle
    stuck: tuple[int, ...]


def repair(
    puzzle: Puzzle, colouring: Colouring, *, most: int = 5, wanted: Wanted = "line",
    seconds: float | None = None, progress: Progress | None = None,
) -> Repair:
    """The best repair with at most so many changes that is found in this time. Given cells are
    taken away: they may change.

    >>> from nonoforge.families.grid import from_picture
    >>> nonogram = from_picture([[1, 0], [0, 1]])
    >>> len(repair(nonogram.puzzle, nonogram.solution).changes)
    1
    """
    end = inf if seconds is None else monotonic() + seconds
    start = replace(puzzle, given=())
    best = Repair((), colouring, start, undecided(start, wanted))
    beam = [best]
    for number in range(1, most + 1):
        if not best.stuck or not beam or monotonic() > end:
            break
        beam = nsmallest(BEAM, _further(beam, start, wanted, end),
                         key=lambda found: len(found.stuck))
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
    """What was hidden or blotted stays so, as far as it can be told which number is which."""
    cells = [colouring[cell] for cell in line.cells]
    if isinstance(line.clue, Tally):
        return replace(line, clue=_as_hidden(Tally.read(cells, colours), line.clue))
    return replace(line, clue=_as_blotted(Runs.read(cells), line.clue))


def _as_hidden(clue: Tally, like: Tally) -> Tally:
    kept = [Count(*(None if old is None else new for new, old in zip(count, before, strict=True)))
            for count, before in zip(clue.counts, like.counts, strict=False)]
    return Tally(tuple(kept))


def _as_blotted(clue: Runs, like: Runs) -> Runs:
    blots = [run.length is None for run in like.runs]
    if not any(blots) or not (all(blots) or len(clue.runs) == len(blots)):
        return clue
    flags = blots if len(clue.runs) == len(blots) else [True] * len(clue.runs)
    return Runs(tuple(Run(None if blot else run.length, run.colour)
                      for run, blot in zip(clue.runs, flags, strict=True)))


def _further(
    beam: Sequence[Repair], start: Puzzle, wanted: Wanted, end: float,
) -> Iterator[Repair]:
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
                                   undecided(puzzle, wanted)))
            if not after.stuck or monotonic() > end:
                return


def _candidates(before: Repair, around: Sequence[Iterable[int]]) -> list[tuple[int, int]]:
    """Changes at open cells and next to them."""
    near = sorted({*before.stuck, *(other for cell in before.stuck for other in around[cell])})
    done = {cell for cell, _ in before.changes}
    found = [(cell, colour) for cell in near if cell not in done
             for colour in other_colours(before.puzzle, before.colouring, cell)]
    return found[::max(1, -(-len(found) // MOST_TRIED))]


def other_colours(puzzle: Puzzle, colouring: Colouring, cell: int) -> list[int]:
    """The colours that a cell has not, those of its neighbours first: they are seen least."""
    near = [colouring[other] for other in puzzle.around[cell]]
    others = (colour for colour in range(len(puzzle.palette)) if colour != colouring[cell])
    return sorted(others, key=lambda colour: -near.count(colour))
