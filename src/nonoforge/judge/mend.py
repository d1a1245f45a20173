"""Change a picture, as little as can be seen, until its puzzle can be solved as it should.

`repair` looks for the fewest cells of a puzzle that is nearly right; this is for pictures that were
never meant to be puzzles, where many cells must give. Each change is the one that decides most of
the open cells for what it costs the picture; at the end every change that is not needed after all
is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import inf
from random import Random
from time import monotonic
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.engine import Budget, probe, propagate, solve
from nonoforge.judge.repair import with_picture
from nonoforge.puzzle import Colouring, Puzzle

Wanted: TypeAlias = Literal["line", "probe", "unique"]
"""What must be enough to solve it: single lines, probing, or anything at all."""

Cost: TypeAlias = Callable[[int, int], float]
"""What it costs the picture if a cell has a colour: 0 for its own, more for what looks wrong."""

FIRST = 24  # changes that are tried before one is taken, the cheapest first ...
FURTHER = 4  # ... and so many times more if none of them helps
SEARCH = Budget(settled=300_000, conflicts=3_000)

Progress = Callable[[int, int], None]
"""Is told the changes so far and the cells still open."""


class Mended(NamedTuple):
    """`changes` are (cell, colour) pairs; `open` are the cells that are still not decided."""

    changes: tuple[tuple[int, int], ...]
    colouring: Colouring
    puzzle: Puzzle
    open: tuple[int, ...]


class _Mend:
    """A picture under way."""

    def __init__(self, puzzle: Puzzle, colouring: Colouring, wanted: Wanted, cost: Cost) -> None:
        self.before, self.wanted, self.cost = colouring, wanted, cost
        self.picture = bytearray(colouring)
        self.puzzle = with_picture(puzzle, colouring)
        self.through, self.around = puzzle.through, puzzle.around
        self.open = undecided(self.puzzle, wanted)

    def tried(self, cell: int, colour: int) -> tuple[Puzzle, tuple[int, ...]]:
        """The puzzle with a cell changed, and what is open in it."""
        old = self.picture[cell]
        self.picture[cell] = colour
        puzzle = with_picture(self.puzzle, bytes(self.picture), self.through[cell])
        self.picture[cell] = old
        return puzzle, undecided(puzzle, self.wanted)

    def take(self, cell: int, colour: int, puzzle: Puzzle, left: tuple[int, ...]) -> None:
        self.picture[cell] = colour
        self.puzzle, self.open = puzzle, left

    def candidates(self, tabu: set[tuple[int, int]], rng: Random) -> list[tuple[int, int]]:
        """Changes at open cells and next to them, the cheapest first; chance decides between
        equals."""
        near = {*self.open, *(other for cell in self.open for other in self.around[cell])}
        found = [(self.cost(cell, colour) - self.cost(cell, self.picture[cell]), rng.random(),
                  cell, colour)
                 for cell in sorted(near) for colour in range(len(self.puzzle.palette))
                 if colour != self.picture[cell] and (cell, colour) not in tabu]
        return [(cell, colour) for _, _, cell, colour in sorted(found)]

    @property
    def changes(self) -> tuple[tuple[int, int], ...]:
        return tuple((cell, colour) for cell, (old, colour) in enumerate(
            zip(self.before, self.picture, strict=True)) if old != colour)


def mend(
    puzzle: Puzzle, colouring: Colouring, cost: Cost, *, wanted: Wanted = "line", seed: int = 0,
    seconds: float | None = None, progress: Progress | None = None,
) -> Mended:
    """The picture changed until nothing is open, or as far as it got in this time."""
    end = inf if seconds is None else monotonic() + seconds
    work, rng = _Mend(puzzle, colouring, wanted, cost), Random(seed)
    tabu: set[tuple[int, int]] = set()
    while work.open and monotonic() < end:
        best = _best(work, work.candidates(tabu, rng), end)
        if best is None:
            break
        cell, colour, after, left = best
        tabu.add((cell, work.picture[cell]))  # or it would change its mind for ever
        work.take(cell, colour, after, left)
        if progress:
            progress(len(work.changes), len(work.open))
    if not work.open:
        _take_back(work, end)
    return Mended(work.changes, bytes(work.picture), work.puzzle, work.open)


def _best(
    work: _Mend, candidates: Sequence[tuple[int, int]], end: float,
) -> tuple[int, int, Puzzle, tuple[int, ...]] | None:
    """The change that decides most for what it costs; more are tried where none decides any."""
    best: tuple[int, int, Puzzle, tuple[int, ...]] | None = None
    worth = -inf
    for index, (cell, colour) in enumerate(candidates):
        if (index >= FIRST and (worth > 0 or index >= FIRST * FURTHER)) or monotonic() > end:
            break
        puzzle, left = work.tried(cell, colour)
        gain = len(work.open) - len(left)
        price = max(0.02, work.cost(cell, colour) - work.cost(cell, work.picture[cell]))
        value = gain / price if gain > 0 else gain * price
        if value > worth:
            best, worth = (cell, colour, puzzle, left), value
    return best


def _take_back(work: _Mend, end: float) -> None:
    """Undo what is not needed, the dearest first."""
    dearest = sorted(work.changes, key=lambda change: -work.cost(*change))
    for cell, _ in dearest:
        if monotonic() > end:
            return
        puzzle, left = work.tried(cell, work.before[cell])
        if not left:
            work.take(cell, work.before[cell], puzzle, left)


def undecided(puzzle: Puzzle, wanted: Wanted) -> tuple[int, ...]:
    """The cells that are open to somebody who can do no more than is wanted."""
    if wanted == "line":
        return propagate(puzzle).state.open_cells()
    if wanted == "probe":
        found = propagate(puzzle).state
        return probe(puzzle, found, 1).state.open_cells() if found.open_cells() else ()
    verdict = solve(puzzle, budget=SEARCH)
    if verdict.answer == "unique":
        return ()
    if len(verdict.solutions) < 2:
        return verdict.state.open_cells()
    return tuple(cell for cell, colours in enumerate(zip(*verdict.solutions, strict=True))
                 if len(set(colours)) > 1)
