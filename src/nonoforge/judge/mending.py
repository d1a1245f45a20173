"""Change a picture, as little as can be seen, until its puzzle can be solved as it should.

`repair` looks for the fewest cells of a puzzle that is nearly right; this is for pictures that were
never meant to be puzzles, where many cells must give. A change is promising if it leaves its lines
fewer ways to place their runs, for what it costs the picture: it joins blocks, or takes single
cells away. Of the most promising ones that is taken which decides most of the open cells; while
very many are open, several at once. At the end every change that is not needed after all is taken
back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from math import lgamma
from random import Random
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Runs
from nonoforge.engine import OutOfBudget
from nonoforge.judge.repairs import undecided, with_picture
from nonoforge.progress import Progress
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.time_limit import check_time, time_limit
from nonoforge.verdict import Budget, SolvableBy

Cost: TypeAlias = Callable[[int, int], float]
"""Called with (cell, colour): what that colour costs the picture, 0 for the cell's own."""

MAX_TRIED = 16  # changes that are tried before one is taken, the most promising first
OPEN_CELLS_PER_CHANGE = 100  # for each of them one change is taken at once



class Mended(NamedTuple):
    """`changes` are (cell, colour) pairs; `open` are the cells that are still not decided.
    `interrupted`: this is what was there when Ctrl-C was pressed."""

    changes: tuple[tuple[int, int], ...]
    colouring: Colouring
    puzzle: Puzzle
    open: tuple[int, ...]
    interrupted: bool = False


class _Mend:
    """A picture that is being changed."""

    def __init__(self, puzzle: Puzzle, colouring: Colouring, level: SolvableBy, cost: Cost) -> None:
        self.before, self.level, self.cost = colouring, level, cost
        self.picture = bytearray(colouring)
        self.puzzle = with_picture(puzzle, colouring)
        self.through, self.around = puzzle.through, puzzle.around
        self.open = tuple(range(puzzle.cells))  # as long as nothing is known

    def judge(self) -> None:
        """Find out which cells are open."""
        self.open = undecided(self.puzzle, self.level)

    def tried(self, cell: int, colour: int) -> int:
        """Return how many cells are open if a cell is changed."""
        picture = bytearray(self.picture)
        picture[cell] = colour
        return len(undecided(with_picture(self.puzzle, bytes(picture), self.through[cell]),
                             self.level))

    def take(self, changes: Sequence[tuple[int, int]]) -> None:
        """Change these cells."""
        picture = bytearray(self.picture)
        for cell, colour in changes:
            picture[cell] = colour
        lines = {line for cell, _ in changes for line in self.through[cell]}
        puzzle = with_picture(self.puzzle, bytes(picture), lines)
        self.open = undecided(puzzle, self.level)
        self.picture, self.puzzle = picture, puzzle

    def mended(self) -> Mended:
        """Return what has been done."""
        return Mended(self.changes, bytes(self.picture), self.puzzle, self.open)

    def interrupted(self) -> Mended:
        """Return the same after an interruption: only the picture is certain."""
        puzzle = with_picture(self.puzzle, bytes(self.picture))
        try:
            left = undecided(puzzle, self.level)
        except OutOfBudget:
            left = self.open
        return Mended(self.changes, bytes(self.picture), puzzle, left, True)

    def candidates(self, tabu: set[tuple[int, int]], rng: Random) -> list[tuple[int, int]]:
        """Return changes at open cells and next to them, the most promising first; chance decides
        between equals."""
        near = set(self.open)
        for cell in self.open:
            check_time()
            near.update(self.around[cell])
        found = []
        for cell in sorted(near):
            check_time()
            ways = sum(_ways(self.puzzle.lines[line]) for line in self.through[cell])
            for colour in range(len(self.puzzle.palette)):
                if colour != self.picture[cell] and (cell, colour) not in tabu:
                    fewer = ways - self._ways_after(cell, colour)
                    found.append((-fewer / self.price(cell, colour), rng.random(), cell, colour))
        return [(cell, colour) for _, _, cell, colour in sorted(found)]

    def _ways_after(self, cell: int, colour: int) -> float:
        old = self.picture[cell]
        try:
            self.picture[cell] = colour
            return sum(_ways_of([self.picture[other] for other in self.puzzle.lines[line].cells])
                       for line in self.through[cell])
        finally:
            self.picture[cell] = old

    def price(self, cell: int, colour: int) -> float:
        """Return what a change costs; any costs something."""
        return max(0.02, self.cost(cell, colour) - self.cost(cell, self.picture[cell]))

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        return tuple((cell, colour) for cell, (old, colour) in enumerate(
            zip(self.before, self.picture, strict=True)) if old != colour)


def mend(
    puzzle: Puzzle, colouring: Colouring, cost: Cost, *, level: SolvableBy = "line", seed: int = 0,
    budget: Budget | str | float | None = None, progress: Progress | None = None,
) -> Mended:
    """Change a picture until nothing is open, or as far as it gets within the budget.

    Args:
        puzzle: Cells and lines; its clues are read from the picture.
        colouring: The picture.
        cost: What it costs the picture if a cell has a colour.
        level: What must be enough to solve it: `line`, `probe` or `unique` (anything at all).
        seed: Random seed, for the choice between equally promising changes.
        budget: A `Budget` (of which only the seconds count), its text (`"10s"`) or seconds.
        progress: Called with (changes so far, cells still open).
    """
    with time_limit(Budget.of(budget).seconds):
        work = _Mend(puzzle, colouring, level, cost)
        try:
            work.judge()
            _change(work, Random(seed), progress)
            if not work.open:
                _take_back(work)
        except OutOfBudget:
            pass
        except KeyboardInterrupt:
            return work.interrupted()
    return work.mended()


def _change(work: _Mend, rng: Random, progress: Progress | None) -> None:
    """Change cells until nothing is open."""
    tabu: set[tuple[int, int]] = set()
    while work.open:
        candidates = work.candidates(tabu, rng)
        if not candidates:
            break
        at_once = len(work.open) // OPEN_CELLS_PER_CHANGE
        chosen = candidates[:at_once] if at_once > 1 else [_best(work, candidates[:MAX_TRIED])]
        tabu.update((cell, work.picture[cell]) for cell, _ in chosen)  # or it would never end
        work.take(chosen)
        if progress:
            progress(len(work.changes), len(work.open))


def _best(work: _Mend, candidates: Sequence[tuple[int, int]]) -> tuple[int, int]:
    """Return the change that decides most for what it costs; where none decides any, the first."""
    best, worth = candidates[0], 0.0
    for cell, colour in candidates:
        value = (len(work.open) - work.tried(cell, colour)) / work.price(cell, colour)
        if value > worth:
            best, worth = (cell, colour), value
    return best


def _ways(line: Line) -> float:
    """Return the logarithm of the number of ways to place the runs of a line."""
    if not isinstance(line.clue, Runs):
        return 0.0
    return _log_choices(len(line.cells) - line.clue.needs, len(line.clue.runs))


def _ways_of(colours: Sequence[int]) -> float:
    clue = Runs.read(colours)
    return _log_choices(len(colours) - clue.needs, len(clue.runs))


@lru_cache(maxsize=65536)
def _log_choices(spare: int, runs: int) -> float:
    """Return the logarithm of the ways to share spare cells among the gaps around the runs."""
    return lgamma(spare + runs + 1) - lgamma(spare + 1) - lgamma(runs + 1)


def _take_back(work: _Mend) -> None:
    """Undo changes that are not needed, the dearest first: many at once as long as that works,
    because each trial costs the same; and again, until all that is left is needed."""
    left = len(work.before) + 1
    while len(work.changes) < left:
        left = len(work.changes)
        groups = [[cell for cell, _ in sorted(work.changes,
                                              key=lambda change: -work.cost(*change))]]
        while groups:
            group = groups.pop()
            if group and not _restored(work, group) and len(group) > 1:
                half = len(group) // 2
                groups += [group[half:], group[:half]]


def _restored(work: _Mend, cells: Sequence[int]) -> bool:
    """Give these cells their own colours if nothing becomes open by it; return whether that is
    so."""
    picture = bytearray(work.picture)
    for cell in cells:
        picture[cell] = work.before[cell]
    lines = {line for cell in cells for line in work.through[cell]}
    puzzle = with_picture(work.puzzle, bytes(picture), lines)
    if undecided(puzzle, work.level):
        return False
    work.picture, work.puzzle = picture, puzzle
    return True
