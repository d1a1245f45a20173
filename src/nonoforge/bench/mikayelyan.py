"""Backtracking against the line solver, by levels of size: the evaluation of Mikayelyan and others.

A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024. Figure 1.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count
from random import Random
from statistics import mean, stdev
from typing import NamedTuple, TypeAlias

from nonoforge.bench.corpus import Picture, blobs, noise, own_puzzles
from nonoforge.bench.table import BenchOptions, Draft, Plot, Table, Value, machine
from nonoforge.clues import runs_of
from nonoforge.engine import Budget, solve_many
from nonoforge.families.grid import from_picture
from nonoforge.methods import Method, choose
from nonoforge.puzzle import Puzzle


class Level(NamedTuple):
    """A class of sizes. The rest is as published: how many puzzles, the mean and the deviation of
    the seconds that backtracking and the line solver took, and how many times faster it was."""

    name: str
    least: int  # cells on a side
    most: int
    puzzles: int
    backtrack: tuple[float, float]
    line_solver: tuple[float, float]
    ratio: int


class Large(NamedTuple):
    """A size that was too much; what was published of it, if anything, and the density of our noise
    of that size."""

    width: int
    height: int
    backtrack: str | None
    line_solver: str | None
    density: float = 0.5


LEVELS = (
    Level("easy peasy", 5, 9, 19, (0.071428571, 0.032547514), (0.002415207, 0.00290165), 28),
    Level("easy", 11, 20, 47, (5.5246, 16.63339415), (0.3107192, 0.6147679), 18),
    Level("medium", 21, 25, 14, (19.167, 24.5651533), (4.810475, 4.03433092), 4),
)
LARGE = (
    Large(10, 22, "couldn't solve", "16 s"),
    Large(25, 21, "couldn't solve", "19 s"),
    Large(28, 27, "couldn't solve", "couldn't solve"),
    Large(20, 17, "couldn't solve", "8.09 s"),
    Large(40, 40, None, None, 0.6),
)

METHODS = ("backtrack", "enumerate", "enumerate:eager", "auto")
DEFAULT_BUDGET = Budget(seconds=20)

NOTES = (
    "s: mean seconds to the first solution, over the puzzles that were solved; sd: their standard "
    "deviation; unsolved: puzzles that took more than the budget, or more placements than the cap.",
    "ratio: the mean of the first method over that of the second, on puzzles that both solved.",
    "Puzzles: blobs (noise in which each cell has become what most of its neighbours were), for "
    "published puzzles are pictures with areas; sides drawn from those of the level; all have one "
    "solution only. The seed repeats them.",
    "published: A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan, Japanese "
    "crossword/nonogram puzzle, 2024, figure 1.8: other puzzles (not available), another machine. "
    "Its line solver, which makes all placements of all lines beforehand, is our enumerate:eager; "
    "enumerate lists those of a line when they are needed. Both go on where that one stalls.",
)
LARGE_NOTES = (
    "Puzzles: noise of density 0.5 (40x40: 0.6), whose short runs have many placements, that lines "
    "alone solve, as they do most published puzzles. Noise that needs guessing takes enumerate "
    "much longer.",
    "placements: those of all lines together, when nothing is known. backtrack and enumerate:eager "
    "make all of them before they begin, and do not begin above their cap: so a line solver over "
    "lists of placements can fail where lines alone solve the puzzle. 40x40 is our own row.",
)

Run: TypeAlias = tuple[float | None, str]
"""The seconds to the first solution, or None, and why there was none."""

Drawing: TypeAlias = Callable[[Random, int, int], Picture]


def levels(options: BenchOptions) -> Table:
    """Backtracking, the line solver and auto on three classes of sizes, and on five large sizes.

    `repeats` is the number of puzzles of each class; the budget is for each puzzle and method.
    """
    own_puzzles(options.path)
    methods = [choose(name) for name in options.methods or METHODS]
    quantities = [options.repeats or level.puzzles for level in LEVELS]
    bench = _Bench(options, methods, sum(quantities) + len(LARGE))
    draft = Draft("Levels: backtracking and the line solver", _columns(methods), options.report,
                  Plot("level", (*(f"{method} s" for method in methods),
                                 "published backtrack s", "published line solver s"),
                       "seconds", log=True))
    for level, quantity in zip(LEVELS, quantities, strict=True):
        puzzles = list(_drawn(level, quantity, options.seed))
        runs = [bench.runs(level.name, puzzle) for puzzle in puzzles]
        draft.row(*_row(level, [list(column) for column in zip(*runs, strict=True)]))
    draft.note(*NOTES, *_reversals(draft, methods),
               f"Budget for each puzzle: {bench.budget_words}.", machine())
    return draft.table(_large(bench))


def _reversals(draft: Draft, methods: Sequence[Method]) -> Iterator[str]:
    """Yield a remark on each level on which the ranking is not the published one."""
    compared = tuple(method.name for method in methods[:2]) == ("backtrack", "enumerate")
    for row in draft.rows if compared else ():
        figures = dict(zip(draft.columns, row, strict=True))
        ours, theirs = figures["ratio"], figures["published ratio"]
        if isinstance(ours, float) and isinstance(theirs, int) and (ours < 1) != (theirs < 1):
            yield (f"{figures['level']}: the reverse of the published ranking. Here backtracking "
                   f"takes {ours:.2g} times the time of the line solver; published are {theirs} "
                   "times. Such small puzzles take ours few branches, and listing placements is "
                   "most of the work of both; what the published one spent its time on is not "
                   "stated.")


class _Bench:
    """Runs methods on puzzles and reports progress."""

    def __init__(self, options: BenchOptions, methods: Sequence[Method], total: int) -> None:
        self.options, self.methods, self.total = options, methods, total
        self.budget = options.budget or DEFAULT_BUDGET
        self._done = count()

    @property
    def budget_words(self) -> str:
        """The budget in words."""
        parts = zip(self.budget._fields, self.budget, strict=True)
        return ", ".join(f"{value:g} {name}" for name, value in parts if value is not None)

    def runs(self, name: str, puzzle: Puzzle) -> list[Run]:
        """Return the puzzle by each method."""
        done = next(self._done)
        runs = []
        for method in self.methods:
            self.options.report.at(done, self.total, f"{name}, {method}")
            verdict = method.solve(puzzle, limit=1, budget=self.budget, seed=self.options.seed)
            runs.append((verdict.seconds if verdict.solutions else None, verdict.why))
        return runs


def _columns(methods: Sequence[Method]) -> tuple[str, ...]:
    ours = (f"{method} {what}" for method in methods for what in ("s", "sd", "unsolved"))
    return ("level", "sides", "puzzles", *ours, "ratio",
            "published puzzles", "published backtrack s", "published backtrack sd",
            "published line solver s", "published line solver sd", "published ratio")


def _row(level: Level, columns: list[list[Run]]) -> list[Value]:
    seconds = [[taken for taken, _ in column] for column in columns]
    row: list[Value] = [level.name, f"{level.least} to {level.most}", len(columns[0])]
    for column in seconds:
        solved = [taken for taken in column if taken is not None]
        row += [mean(solved) if solved else None, stdev(solved) if len(solved) > 1 else None,
                len(column) - len(solved)]
    return [*row, _ratio(seconds), level.puzzles, *level.backtrack, *level.line_solver, level.ratio]


def _ratio(seconds: list[list[float | None]]) -> float | None:
    pairs = [(first, second) for first, second in zip(*seconds[:2], strict=True)
             if first is not None and second is not None] if len(seconds) > 1 else []
    below = sum(second for _, second in pairs)
    return sum(first for first, _ in pairs) / below if below else None


def _large(bench: _Bench) -> Table:
    """Return the four large sizes."""
    names = tuple(f"{method} s" for method in bench.methods)
    draft = Draft("Large sizes", ("size", "placements", *names, "published backtrack",
                                  "published line solver"), bench.options.report,
                  Plot("size", names, "seconds", log=True))
    for large in LARGE:
        size = f"{large.width}x{large.height}"
        puzzle = _unique(Random(f"{bench.options.seed} {size}"), large.width, large.height,
                         partial(_speckled, large.density), by_lines=True)
        runs = bench.runs(size, puzzle)
        draft.row(size, _placements(puzzle), *(seconds for seconds, _ in runs), large.backtrack,
                  large.line_solver)
        draft.note(*(f"{size}, {method}: {why}." for method, (seconds, why)
                     in zip(bench.methods, runs, strict=True) if seconds is None))
    draft.note(*LARGE_NOTES)
    return draft.table()


def _placements(puzzle: Puzzle) -> int:
    from nonoforge.methods import count_placements as ways

    return sum(ways(runs_of(line.clue), len(line.cells), (1 << 2 * len(line.cells)) - 1)
               for line in puzzle.lines)


# --- puzzles -------------------------------------------------------------------------------------

def _drawn(level: Level, quantity: int, seed: int) -> Iterator[Puzzle]:
    rng = Random(f"{seed} {level.name}")
    for _ in range(quantity):
        width, height = (rng.randint(level.least, level.most) for _ in range(2))
        yield _unique(rng, width, height, blobs)


def _speckled(density: float, rng: Random, width: int, height: int) -> Picture:
    return noise(rng, width, height, density)


def _unique(
    rng: Random, width: int, height: int, draw: Drawing, by_lines: bool = False,
) -> Puzzle:
    """Return a random puzzle whose uniqueness is proved quickly."""
    while True:
        puzzle = from_picture(draw(rng, width, height)).puzzle
        (verdict,) = solve_many([puzzle], budget=Budget(settled=20_000, conflicts=50))
        if verdict.answer == "unique" and (verdict.line_solvable or not by_lines):
            return puzzle
