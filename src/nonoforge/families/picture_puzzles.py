"""Puzzles whose cells are filled from a picture: the steps that are the same for all shapes of
cells.

Each way to see the picture becomes a puzzle; the few cells are changed that make it solvable as
asked for; it is solved and rated; clues are hidden.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, TypeVar

from nonoforge.engine import Budget, OutOfBudget, solve
from nonoforge.families.variants import rating_in_time
from nonoforge.judge import Rating, fewer_clues, mend, unrated
from nonoforge.making import MakeResult
from nonoforge.nonogram import Nonogram
from nonoforge.options import MakeOptions
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import time_left, time_limit, time_share
from nonoforge.verdict import SolvableBy

THRESHOLD_SHIFTS = (0.0, -0.04, 0.04, -0.08, 0.08, -0.13, 0.13)  # around the automatic threshold
DEFAULT_SECONDS = 30.0  # where the budget has no time
MAKING_SHARE = 0.7  # of the time, to see, change and rate puzzles; the rest is for hiding clues
MENDING_SHARE = 0.8  # of the time for a puzzle that is left, to change cells
HIDING_SHARE = 0.6  # of the time that is left, to find clues that can be hidden
VERDICT_SHARE = 0.6  # of the time that is left, to solve it; then it is rated
PREVIEW_BUDGET = Budget(settled=20_000, conflicts=200, seconds=0.1)
SOLVE_LIMITS = Budget(settled=2_000_000, conflicts=20_000)


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class PictureResult(MakeResult):
    """A puzzle made from a picture, its rating, and the cells that were changed."""

    rating: Rating
    cells: bytes
    """The colours of the cells before any was changed."""
    loss: float
    """What the changes cost the eye, a cell on the average."""
    threshold: float | None
    """The lightness below which cells were filled; None with several colours."""
    level: SolvableBy
    """What was to suffice to solve it."""
    undecided: int
    """Cells that are not decided by these means."""

    @property
    def difficulty_rating(self) -> Rating:
        return self.rating

    @property
    def share(self) -> float:
        """The share of cells that were changed."""
        return len(self.changes) / len(self.cells)

    @property
    def blank(self) -> bool:
        """Whether all cells, of several, have the same colour."""
        return len(set(self.nonogram.solution or b"")) == 1 < len(self.cells)


Result = TypeVar("Result", bound=PictureResult)
Way = TypeVar("Way")


def attempts(
    ways: Iterable[Way], make: Callable[[Way, int], Result],
    enough: Callable[[Sequence[Result]], bool],
) -> tuple[list[Result], bool]:
    """Return what is made in several ways while there is time, and whether Ctrl-C ended it.

    Args:
        ways: Ways to see the picture, the best first.
        make: Makes a puzzle of a way, which is given with its number from 1.
        enough: Whether the puzzles so far are enough."""
    found: list[Result] = []
    try:
        for way in ways:
            if found and (found[-1].interrupted or not time_left() or enough(found)):
                break
            found.append(make(way, len(found) + 1))
    except OutOfBudget:
        if not found:
            raise
    except KeyboardInterrupt:
        if not found:
            raise
        return found, True
    return found, found[-1].interrupted


def mended(
    kind: Callable[..., Result], nonogram: Nonogram, cost: Sequence[Sequence[float]], *,
    level: SolvableBy, seed: int, progress: ShareProgress, **own: Any,
) -> Result:
    """Return a puzzle with the few changes that make it solvable, or the best so far when the time
    is over, solved and rated.

    Args:
        kind: The family's class of results.
        nonogram: The puzzle, with the picture as its solution.
        cost: For each cell what each colour costs the eye.
        level: What must suffice to solve it.
        seed: Random seed.
        progress: Called with the state of the search.
        own: Further fields of the result."""
    begin = perf_counter()
    assert nonogram.solution is not None
    with time_share(MENDING_SHARE):
        found = mend(
            nonogram.puzzle, nonogram.solution, lambda cell, colour: cost[cell][colour],
            level=level, seed=seed, progress=lambda changed, left: progress(
                None, f"{nonogram.family.cell.counted(changed)} changed, {left:,} open"))
    result = replace(nonogram, puzzle=found.puzzle, solution=found.colouring)
    with time_share(VERDICT_SHARE):
        verdict = solve(result, budget=SOLVE_LIMITS)
    interrupted = found.interrupted
    try:
        rating = rating_in_time(result, verdict)
    except KeyboardInterrupt:
        rating, interrupted = unrated("it was interrupted"), True
    return kind(
        nonogram=result, verdict=verdict, rating=rating, cells=nonogram.solution,
        changes=found.changes,
        loss=sum(cost[cell][colour] for cell, colour in found.changes) / len(cost),
        level=level, undecided=len(found.open), interrupted=interrupted,
        seconds=perf_counter() - begin, **own)


@contextmanager
def making_time(options: MakeOptions) -> Iterator[None]:
    """Limit the block, which makes puzzles with all clues, to its part of the budget."""
    with time_limit(options.spending.seconds or DEFAULT_SECONDS), \
            time_share(1.0 if options.clues == "all" else MAKING_SHARE):
        yield


def previewed(
    kind: Callable[..., Result], nonogram: Nonogram, begin: float, **own: Any,
) -> Result:
    """Return a puzzle without any change, with a quick verdict; `begin` is when making began, a
    time of `perf_counter`."""
    verdict = solve(nonogram, budget=PREVIEW_BUDGET)
    return kind(
        nonogram=nonogram, verdict=verdict, rating=unrated("this is a preview"),
        cells=nonogram.solution or b"", loss=0.0, undecided=len(verdict.state.open_cells()),
        seconds=perf_counter() - begin, **own)


def hide_clues(
    made: Result, options: MakeOptions, level: SolvableBy, progress: ShareProgress,
) -> Result:
    """Return the puzzle with as few clues as asked for, solved and rated again."""
    begin = perf_counter()
    with time_share(HIDING_SHARE):
        hidden = fewer_clues(
            made.nonogram, options.clues, level=None if level == "line" else "probe",
            seed=options.seed, budget=options.spending,
            progress=lambda left, of: progress(None, f"hiding clues: {left:,} of {of:,} left"))
    notes = (*made.notes, *hidden.notes)
    if hidden.nonogram is made.nonogram:
        return replace(made, notes=notes)
    with time_share(VERDICT_SHARE):
        verdict = solve(hidden.nonogram, budget=options.spending)
    return replace(
        made, nonogram=hidden.nonogram, verdict=verdict, notes=notes,
        rating=rating_in_time(hidden.nonogram, verdict),
        interrupted=made.interrupted or hidden.interrupted,
        seconds=made.seconds + perf_counter() - begin)


def undecided_note(made: PictureResult) -> str:
    """Return the note on a puzzle that is not solved by the means that were wanted."""
    cells = made.nonogram.family.cell.counted(made.undecided)
    return (f"{cells} {'is' if made.undecided == 1 else 'are'} still not decided: give it more "
            "time, another threshold, or a smaller size")
