"""Changes of a picture that help its puzzle: the fewest that cure it, and single ones to choose
from.

`repair` looks for the fewest cells to change so that lines alone solve the puzzle (or probing, or
so that it has one solution). Where it is stuck, the open cells and their neighbours are where a
change helps. All single changes are tried; where none is enough, those that leave the fewest cells
open are changed further, a few of them side by side (a beam). What is found is checked; that there
is nothing smaller is certain only for one change.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from heapq import nsmallest
from itertools import islice
from typing import NamedTuple, get_args

from nonoforge.clues import Count, Run, Runs, Tally
from nonoforge.engine import OutOfBudget, ambiguous_cells, probe, propagate, solve
from nonoforge.errors import InputError, nearest
from nonoforge.nonogram import Nonogram
from nonoforge.progress import Progress
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.text import count
from nonoforge.time_limit import check_time, time_limit
from nonoforge.verdict import Budget, SolvableBy

BEAM_WIDTH = 4  # pictures that are changed side by side
MAX_REPAIRS_TRIED = 2_000  # changes of one picture: of more, only some are tried, evenly spread
MAX_EDITS_TRIED = 4_000  # single changes, the nearest to open cells first
EDIT_SECONDS = 0.5  # to find all cells that differ between solutions after a change
VERDICT_BUDGET = Budget(settled=300_000, conflicts=3_000)


class Repair(NamedTuple):
    """`changes` are (cell, colour) pairs, `puzzle` has the clues after them, and the cells in
    `stuck` are still open to the wanted level: none is a full repair."""

    changes: tuple[tuple[int, int], ...]
    colouring: Colouring
    puzzle: Puzzle
    stuck: tuple[int, ...]
    nonogram: Nonogram | None = None
    """The puzzle with the changed picture, where a nonogram was repaired."""

    def __repr__(self) -> str:
        """Short: the puzzle would fill pages."""
        left = f"{count(len(self.stuck), 'cell')} still open" if self.stuck else "solvable"
        return f"<Repair: {count(len(self.changes), 'change')}, {left}>"


class Edit(NamedTuple):
    """A cell gets another colour: `decided` of the cells that were open are decided by it, and
    `open` cells are open then."""

    cell: int
    colour: int
    decided: int
    open: int


class Edits(NamedTuple):
    """The changes that help, the best first; `open` are the cells that are open without one.
    `complete`: all that could help were tried."""

    edits: tuple[Edit, ...]
    open: tuple[int, ...]
    complete: bool

    def __repr__(self) -> str:
        return (f"<Edits: {count(len(self.edits), 'change')} that help, "
                f"{count(len(self.open), 'open cell')}>")


def repair(
    puzzle: Puzzle, colouring: Colouring, *, most: int = 5, level: SolvableBy = "line",
    budget: Budget | str | float | None = None, progress: Progress | None = None,
) -> Repair:
    """Find the fewest cells to change so that a picture makes a puzzle that can be solved.

    Args:
        puzzle: Cells, lines and clues. Given cells are taken away: they may change.
        colouring: The picture that has these clues.
        most: Change at most this many cells.
        level: What must be enough to solve it: `line`, `probe` or `unique` (anything at all).
        budget: A `Budget` (of which only the seconds count), its text (`"10s"`) or seconds.
        progress: Called with (changes so far, cells still open with them).

    >>> from nonoforge.families.grid import from_picture
    >>> nonogram = from_picture([[1, 0], [0, 1]])
    >>> len(repair(nonogram.puzzle, nonogram.solution).changes)
    1
    """
    _check_level(level)
    if most < 0:
        raise InputError(f"at most {most} changes; write 0 or more")
    start = replace(puzzle, given=())
    with time_limit(Budget.of(budget).seconds):
        best = Repair((), colouring, start, undecided(start, level))
        beam = [best]
        for number in range(1, most + 1):
            if not best.stuck or not beam:
                break
            beam = nsmallest(BEAM_WIDTH, _further(beam, start, level),
                             key=lambda found: len(found.stuck))
            best = min([best, *beam], key=lambda found: (len(found.stuck), len(found.changes)))
            if progress:
                progress(number, len(best.stuck))
    return best


def _further(beam: Sequence[Repair], start: Puzzle, level: SolvableBy) -> Iterator[Repair]:
    """Yield all pictures one change further, until one leaves nothing open or time is up."""
    with suppress(OutOfBudget):
        yield from _pictures_further(beam, start, level)


def _pictures_further(
    beam: Sequence[Repair], start: Puzzle, level: SolvableBy,
) -> Iterator[Repair]:
    seen: set[Colouring] = set()
    for before in beam:
        for cell, colour in _repairs(before, start.around):
            check_time()
            picture = before.colouring[:cell] + bytes([colour]) + before.colouring[cell + 1:]
            if picture in seen:
                continue
            seen.add(picture)
            puzzle = with_picture(before.puzzle, picture, start.through[cell])
            yield (after := Repair((*before.changes, (cell, colour)), picture, puzzle,
                                   undecided(puzzle, level)))
            if not after.stuck:
                return


def _repairs(before: Repair, around: Mapping[int, Iterable[int]]) -> list[tuple[int, int]]:
    """Return changes at open cells and next to them."""
    near = set(before.stuck)
    for cell in before.stuck:
        check_time()
        near.update(around[cell])
    near.difference_update(cell for cell, _ in before.changes)
    each = len(before.puzzle.palette) - 1  # other colours
    step = max(1, -(-len(near) * each // MAX_REPAIRS_TRIED))
    # Only those that are tried are looked at: of a large solid there are millions.
    ordered, found = sorted(near), []
    for number in range(0, len(near) * each, step):
        cell, which = ordered[number // each], number % each
        found.append((cell, _other_colours(before.puzzle, before.colouring, cell)[which]))
    return found


def edits(
    puzzle: Puzzle, colouring: Colouring, *, level: SolvableBy = "line",
    budget: Budget | str | float | None = None, progress: Progress | None = None,
) -> Edits:
    """Find all single changes after which fewer cells are open than before, to choose from.

    Args:
        puzzle: Cells, lines and clues. Given cells stay.
        colouring: The picture that has these clues.
        level: What must be enough to solve it: `line`, `probe` or `unique` (anything at all).
        budget: A `Budget` (of which only the seconds count), its text (`"10s"`) or seconds.
        progress: Called with (changes tried, changes to try).

    >>> from nonoforge.families.grid import from_picture
    >>> nonogram = from_picture([[1, 0], [0, 1]])
    >>> len(edits(nonogram.puzzle, nonogram.solution).edits)
    4
    """
    _check_level(level)
    found: list[tuple[int, int, Edit]] = []  # the best first; of equals the nearest
    with time_limit(Budget.of(budget).seconds):
        start = undecided(puzzle, level, thorough=True)
        try:
            tried = list(islice(_edits(puzzle, colouring, start), MAX_EDITS_TRIED + 1)) \
                if start else []
            complete = len(tried) <= MAX_EDITS_TRIED
            for number, (cell, colour) in enumerate(tried[:MAX_EDITS_TRIED]):
                check_time()
                if progress and number % 16 == 0:
                    progress(number, len(tried))
                picture = colouring[:cell] + bytes([colour]) + colouring[cell + 1:]
                left = undecided(with_picture(puzzle, picture, puzzle.through[cell]), level,
                                 thorough=True, most=len(start))
                check_time()  # or some of the open cells may not have been found
                if len(left) < len(start):
                    decided = len(set(start).difference(left))
                    found.append((len(left), number, Edit(cell, colour, decided, len(left))))
        except OutOfBudget:
            complete = False
    return Edits(tuple(edit for _, _, edit in sorted(found)), start, complete)


def _edits(
    puzzle: Puzzle, colouring: Colouring, start: tuple[int, ...],
) -> Iterator[tuple[int, int]]:
    """Yield changes of open cells, then of their neighbours, then of all others on a line with open
    cells."""
    seen = {cell for cell, _ in puzzle.given}
    for cells in (lambda: start, lambda: _beside(puzzle, start), lambda: _aligned(puzzle, start)):
        for cell in cells():
            if cell not in seen:
                seen.add(cell)
                yield from ((cell, colour) for colour in _other_colours(puzzle, colouring, cell))


def _beside(puzzle: Puzzle, start: tuple[int, ...]) -> list[int]:
    """Return the neighbours of cells."""
    found: set[int] = set()
    for cell in start:
        check_time()
        found.update(puzzle.around[cell])
    return sorted(found)


def _aligned(puzzle: Puzzle, start: tuple[int, ...]) -> list[int]:
    """Return the cells on a line with these."""
    lines = {line for cell in start for line in puzzle.through[cell]}
    return sorted({cell for line in lines for cell in puzzle.lines[line].cells})


def _other_colours(puzzle: Puzzle, colouring: Colouring, cell: int) -> list[int]:
    """Return the colours that a cell has not, those of its neighbours first: they are seen least.
    """
    near = [colouring[other] for other in puzzle.around[cell]]
    others = (colour for colour in range(len(puzzle.palette)) if colour != colouring[cell])
    return sorted(others, key=lambda colour: -near.count(colour))


# --- open cells ----------------------------------------------------------------------------------

def _check_level(level: str) -> None:
    if level not in get_args(SolvableBy):
        raise InputError(f"level {level!r}; {nearest(level, get_args(SolvableBy))}")


def undecided(
    puzzle: Puzzle, level: SolvableBy, *, thorough: bool = False, most: int | None = None,
) -> tuple[int, ...]:
    """Return the cells that this level leaves open. Of several solutions that are the cells in
    which the two that were found differ; if `thorough`, all cells in which any two differ, or, of
    more than `most`, some of them."""
    if level == "line":
        return propagate(puzzle).state.open_cells()
    if level == "probe":
        found = propagate(puzzle).state
        return probe(puzzle, found, 1).state.open_cells() if found.open_cells() else ()
    verdict = solve(puzzle, budget=VERDICT_BUDGET)
    if len(verdict.solutions) < 2:
        return () if verdict.answer == "unique" else verdict.state.open_cells()
    if thorough:
        return ambiguous_cells(puzzle, verdict, seconds=EDIT_SECONDS, most=most)[0]
    return tuple(cell for cell, colours in enumerate(zip(*verdict.solutions, strict=True))
                 if len(set(colours)) > 1)


# --- clues of a picture --------------------------------------------------------------------------

def with_picture(
    puzzle: Puzzle, colouring: Colouring, lines: Iterable[int] | None = None,
) -> Puzzle:
    """Return the puzzle with the clues that a picture has; `lines` are those that could differ.
    What was hidden or blotted stays so, as far as it is clear which number is which."""
    new = list(puzzle.lines)
    for index in range(len(new)) if lines is None else lines:
        new[index] = _read(new[index], colouring, len(puzzle.palette))
    return replace(puzzle, lines=tuple(new))


def repainted(nonogram: Nonogram, picture: Colouring) -> Nonogram:
    """Return the puzzle that has this picture as its solution: its clues are counted anew, and
    given cells stay given."""
    counted = with_picture(nonogram.puzzle, picture)
    given = tuple((cell, picture[cell]) for cell, _ in nonogram.puzzle.given)
    return replace(nonogram, puzzle=replace(counted, given=given), solution=picture, saved=())


def _read(line: Line, colouring: Colouring, colours: int) -> Line:
    cells = [colouring[cell] for cell in line.cells]
    if isinstance(line.clue, Tally):
        return line._replace(clue=_as_hidden(Tally.read(cells, colours), line.clue))
    return line._replace(clue=_as_blotted(Runs.read(cells), line.clue))


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
