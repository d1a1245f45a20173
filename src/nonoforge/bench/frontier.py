"""How far the solver gets: hard puzzles of several kinds and sizes, with several random seeds.

Each set is generated from fixed seeds. The puzzles of a set grow; the solver's own seed, on which
its path through a hard puzzle depends, varies from run to run.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random
from statistics import median
from time import process_time
from typing import NamedTuple

from nonoforge.bench.corpus import Picture, noise, own_puzzles
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value, machine
from nonoforge.clues import Runs
from nonoforge.engine import Budget, only, solve, thin
from nonoforge.errors import InputError, nearest
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.palette import DEFAULT_COLOURS, Palette
from nonoforge.puzzle import Line, Puzzle

PUZZLES = 10  # of each size, where puzzles are random
SEEDS = 3
DEFAULT_BUDGET = Budget(seconds=20)
SEED_SECONDS = 0.1  # a puzzle whose worst run is shorter says nothing about the spread of seeds
ENOUGH = 0.9  # of the budget: less CPU time means that others had the machine
HARDEST = 20  # puzzles that are listed one by one
THINNING = 12  # answers of `thin` that are waited for
LACKING = 100  # one clue of this number is left out
SPARSE = 10  # ... and of this number, of noise


class Kind(NamedTuple):
    """A set of puzzles: `make` makes one of a size. Without `random` there is one of each size."""

    summary: str
    sizes: tuple[int, ...]
    make: Callable[[Random, int], Puzzle]
    random: bool = True


def domino_picture(count: int) -> Picture:
    """Return the picture of this many dominoes, stacked along the diagonal: bent pieces of five
    cells that share a corner's neighbourhood. It is the only solution of its clues, and the proof
    grows with every piece (after J. Greifer, Domino Logic, webpbn.com puzzle 8098).

    >>> for row in domino_picture(2): print("".join(".#"[cell] for cell in row))
    ###..
    #....
    #.###
    ..#..
    ..#..
    """
    side = 2 * count + 1
    picture = [[0] * side for _ in range(side)]
    for corner in range(0, side - 1, 2):
        for step in range(3):
            picture[corner][corner + step] = picture[corner + step][corner] = 1
    return picture


def _domino(rng: Random, count: int) -> Puzzle:
    return from_picture(domino_picture(count)).puzzle


def _noise(density: float) -> Callable[[Random, int], Puzzle]:
    return lambda rng, side: from_picture(noise(rng, side, side, density)).puzzle


def _colour_noise(colours: int) -> Callable[[Random, int], Puzzle]:
    """Noise of white and of colours: half of the cells white, the others of any colour alike."""
    def make(rng: Random, side: int) -> Puzzle:
        return from_picture([[rng.randrange(1, colours) if rng.random() < 0.5 else 0
                              for _ in range(side)] for _ in range(side)],
                            palette=Palette.of(*DEFAULT_COLOURS[:colours])).puzzle

    return make


def _noise_solid(rng: Random, side: int) -> Puzzle:
    return from_voxels([noise(rng, side, side, 0.5) for _ in range(side)]).puzzle


def _sparse_solid(rng: Random, side: int) -> Puzzle:
    """Return a solid of noise without some of its clues."""
    puzzle = _noise_solid(rng, side)
    lines = range(len(puzzle.lines))
    return only(puzzle, frozenset(rng.sample(lines, len(lines) - len(lines) // SPARSE)))


def _solid_blobs(rng: Random, side: int) -> Puzzle:
    """Return a solid of overlapping balls, with all its clues."""
    balls = [(*(rng.uniform(0.15, 0.85) * side for _ in range(3)),
              (rng.uniform(0.08, 0.25) * side) ** 2) for _ in range(9)]
    return from_voxels([[[int(any(
        (x - a) ** 2 + (y - b) ** 2 + (z - c) ** 2 <= square for a, b, c, square in balls))
        for x in range(side)] for y in range(side)] for z in range(side)]).puzzle


def _minimal_solid(rng: Random, side: int) -> Puzzle:
    """Return a solid with few clues, by which lines still solve it; with all, if lines never did.
    """
    puzzle = _solid_blobs(rng, side)
    found = [*islice(thin(puzzle, rng.getrandbits(32)), THINNING)]
    return only(puzzle, found[-1]) if found else puzzle


def _lacking_solid(rng: Random, side: int) -> Puzzle:
    """Return a minimal solid without some of its clues: lines no longer solve it, and nearly always
    there are other solutions, which differ little from it."""
    puzzle = _minimal_solid(rng, side)
    lines = range(len(puzzle.lines))
    return only(puzzle, frozenset(rng.sample(lines, len(lines) - max(1, len(lines) // LACKING))))


def _winding_lines(rng: Random, side: int) -> Puzzle:
    """Return noise read by lines that come back to cells, as curves do to faces: each walks over a
    tree of cells and steps back in between, so that its visits nest."""
    cells = side * side
    colours = [int(rng.random() < 0.5) for _ in range(cells)]
    orders = [[*rng.sample(range(cells), cells)] for _ in range(2)]
    lines: list[Line] = []
    for group, order in enumerate(orders):
        for start in range(0, cells, side):
            path = _walk(rng, order[start:start + side])
            lines.append(Line(path, Runs.read([colours[cell] for cell in path]),
                              f"line {len(lines) + 1}", group, len(lines)))
    return Puzzle(cells, tuple(lines), Palette())


def _walk(rng: Random, cells: Sequence[int]) -> tuple[int, ...]:
    """Return a walk that enters each cell from the last of a stack, and now and then steps back."""
    path, stack = [cells[0]], [cells[0]]
    for cell in cells[1:]:
        while len(stack) > 1 and rng.random() < 0.25:
            stack.pop()
            path.append(stack[-1])
        path.append(cell)
        stack.append(cell)
    return tuple(path)


SIDES = (25, 30, 35, 40)
SETS: dict[str, Kind] = {
    **{f"random-{density}": Kind(f"noise, each cell black with probability {density}", SIDES,
                                 _noise(density)) for density in (0.3, 0.4, 0.5, 0.6, 0.7)},
    "domino": Kind("dominoes stacked along the diagonal: unique, and a long proof",
                   tuple(range(3, 21)), _domino, random=False),
    "colours-3": Kind("noise in white and two colours", (20, 25, 30, 35), _colour_noise(3)),
    "colours-4": Kind("noise in white and three colours", (20, 25, 30, 35), _colour_noise(4)),
    "solid-noise": Kind("solids of noise, all clues", (6, 8, 9, 10, 12, 20, 28, 36), _noise_solid),
    "solid-sparse": Kind(f"the same without one in {SPARSE} of these clues", (12, 20, 28, 36),
                         _sparse_solid),
    "solid-minimal": Kind("solids of balls, hardly more clues than lines need",
                          (12, 20, 28, 36), _minimal_solid),
    "solid-lacking": Kind(f"the same without one in {LACKING} of these clues", (12, 20, 28, 36),
                          _lacking_solid),
    "winding": Kind("noise on lines that read some cells repeatedly, as curves do",
                    (12, 20, 28, 36), _winding_lines),
}

COLUMNS = ("set", "size", "puzzles", "sum s", "median ms", "worst s", "undecided",
           "worst / median seed", "unique %", "multiple %", "line, probe %", "search %", "sat %")
HARD_COLUMNS = ("puzzle", "verdict", "level", "median s", "worst s", "worst / median seed",
                "undecided runs")
NOTES = (
    "CPU time of whole calls of solve on fresh puzzles. Each puzzle is solved once with each of "
    "several random seeds of the solver; sum, median ms and the shares are those of the median "
    "seed, worst s is the worst run of all.",
    "undecided: puzzles for which a run spent its budget without a verdict; the run counts with "
    "the time it took.",
    f"worst / median seed: the largest over the puzzles whose worst run takes {SEED_SECONDS} s or "
    "more.",
    "size: cells along a side; of dominoes their number n, with 2n + 1 cells.",
)


class _Run(NamedTuple):
    seconds: float
    answer: str
    level: str


class _Solved(NamedTuple):
    """A puzzle's runs, quickest first."""

    name: str
    runs: tuple[_Run, ...]

    @property
    def middle(self) -> _Run:
        return self.runs[(len(self.runs) - 1) // 2]

    @property
    def worst(self) -> float:
        return self.runs[-1].seconds

    @property
    def spread(self) -> float | None:
        """How much longer the worst seed takes than the median one."""
        return self.worst / self.middle.seconds if self.worst >= SEED_SECONDS else None

    @property
    def undecided(self) -> int:
        return sum(run.answer == "unknown" for run in self.runs)


def puzzles_of(name: str, size: int, count: int, seed: int = 0) -> Iterator[Puzzle]:
    """Yield the first `count` puzzles of a set and size; the seed repeats them."""
    kind = SETS[name]
    for number in range(count if kind.random else 1):
        yield kind.make(Random(f"{name} {size} {seed} {number}"), size)


def frontier(options: BenchOptions) -> Table:
    """Return hard puzzles by kind and size: what they take, undecided ones, the spread of seeds."""
    own_puzzles(options.path)
    names = chosen_sets(options.sets)
    draft = Draft("Frontier: hard puzzles by kind and size", COLUMNS, options.report)
    parts = Parts(options.report, sum(len(SETS[name].sizes) for name in names))
    growth: dict[str, dict[int, float]] = {}
    solved: list[_Solved] = []
    for name in names:
        of_set: list[_Solved] = []
        growth[name] = {}
        for size in SETS[name].sizes:
            parts.next(f"{name} {size}")
            found = [_solve(f"{name} {size} #{number}", puzzle, options) for number, puzzle in
                     enumerate(puzzles_of(name, size, options.repeats or PUZZLES, options.seed))]
            _row(draft, name, size, found)
            growth[name][size] = _median_ms(found)
            of_set += found
        _row(draft, name, "all", of_set)
        solved += of_set
    draft.note(*(f"{name}: {SETS[name].summary}." for name in names), *NOTES, machine())
    return draft.table(_growth(growth, options), _hardest(solved, options))


def chosen_sets(names: Iterable[str]) -> list[str]:
    """Return the named sets, or all; `random` stands for all whose name begins so."""
    chosen = []
    for name in names or SETS:
        found = [known for known in SETS if known == name or known.startswith(f"{name}-")]
        if not found:
            raise InputError(f"no set {name!r}; {nearest(name, SETS)}")
        chosen += [known for known in found if known not in chosen]
    return chosen


def _solve(name: str, puzzle: Puzzle, options: BenchOptions) -> _Solved:
    runs = [_run(puzzle, options.seed + seed, options.budget or DEFAULT_BUDGET)
            for seed in range(options.seeds or SEEDS)]
    answers = {run.answer for run in runs} - {"unknown"}
    if len(answers) > 1:
        raise AssertionError(f"{name}: runs disagree: {sorted(answers)}")
    return _Solved(name, tuple(sorted(runs)))


def _run(puzzle: Puzzle, seed: int, budget: Budget) -> _Run:
    """Run the solver until it has had the seconds of its budget as CPU time: where the machine is
    busy, once more and longer."""
    limit = budget
    while True:
        fresh = replace(puzzle)  # no engine has kept anything with it
        begin = process_time()
        verdict = solve(fresh, budget=limit, seed=seed)
        run = _Run(process_time() - begin, verdict.answer, verdict.level)
        if verdict.answer != "unknown" or budget.seconds is None or limit.seconds is None \
                or run.seconds >= ENOUGH * budget.seconds:
            return run
        limit = limit._replace(seconds=1.2 * limit.seconds * budget.seconds / run.seconds)


def _row(draft: Draft, name: str, size: int | str, solved: Sequence[_Solved]) -> None:
    middle = [puzzle.middle for puzzle in solved]

    def share(*levels: str) -> Value:
        return 100 * sum(bool({run.answer, run.level} & {*levels}) for run in middle) / len(middle)

    draft.row(name, size, len(solved), sum(run.seconds for run in middle), _median_ms(solved),
              max(puzzle.worst for puzzle in solved),
              sum(puzzle.undecided > 0 for puzzle in solved),
              max((puzzle.spread for puzzle in solved if puzzle.spread), default=None),
              share("unique"), share("multiple"), share("line", "probe"), share("search"),
              share("sat"))


def _median_ms(solved: Sequence[_Solved]) -> float:
    return 1e3 * median(puzzle.middle.seconds for puzzle in solved)


def _growth(medians: dict[str, dict[int, float]], options: BenchOptions) -> Table:
    """Return the medians of all sets side by side, by size."""
    draft = Draft("Growth with size: median ms", ("size", *medians), options.report,
                  Plot("size", tuple(medians), "ms, the median puzzle", log=True, over="size",
                       joined=True))
    for size in sorted({size for sizes in medians.values() for size in sizes}):
        draft.row(size, *(sizes.get(size) for sizes in medians.values()))
    return draft.table()


def _hardest(solved: Sequence[_Solved], options: BenchOptions) -> Table:
    """Return the puzzles that took longest, and how much that depends on the seed."""
    order = sorted(solved, key=lambda puzzle: -puzzle.middle.seconds)[:HARDEST]
    draft = Draft("The hardest of them", HARD_COLUMNS, options.report)
    for puzzle in order:
        middle = puzzle.middle
        draft.row(puzzle.name, middle.answer, middle.level, middle.seconds, puzzle.worst,
                  puzzle.spread, puzzle.undecided)
    return draft.table()


# How much a verdict's time depends on the solver's random seed.

STABILITY_SEEDS = 5
STABLE = 100  # puzzles: the hardest of all of these sets
CANDIDATES = 2 * STABLE  # ... by the first seed, of which those with the largest medians are taken
BOUNDS = (1.5, 2, 3, 5)  # of the worst seed by the median one
STABILITY_SETS: dict[tuple[str, int], int] = {
    ("random-0.4", 25): 100, ("random-0.4", 30): 80, ("random-0.4", 35): 50, ("random-0.3", 35): 20,
    ("random-0.5", 40): 20, ("colours-3", 35): 20, ("colours-4", 30): 20, ("solid-noise", 9): 15,
    ("solid-noise", 10): 20, ("solid-noise", 12): 20, ("solid-sparse", 12): 20,
    **{("domino", count): 1 for count in range(8, 21)}}

STABILITY_COLUMNS = ("puzzles", "count", "sum s", "median ms", "worst s", "undecided",
                     *(f"worst / median <= {bound:g}" for bound in BOUNDS), "more", "largest")


def stability(options: BenchOptions) -> Table:
    """Return how much longer the worst of several seeds takes than the median one, for the hardest
    of several sets of puzzles."""
    own_puzzles(options.path)
    names = chosen_sets(options.sets)
    seeds = options.seeds or STABILITY_SEEDS
    chosen = [(name, size, options.repeats or count)
              for (name, size), count in STABILITY_SETS.items() if name in names]
    draft = Draft(f"Stability: {STABLE} hard puzzles, {seeds} seeds", STABILITY_COLUMNS,
                  options.report)
    parts = Parts(options.report, len(chosen) + 1)
    first: list[tuple[float, str, Puzzle]] = []
    for name, size, count in chosen:
        parts.next(f"{name} {size}")
        for number, puzzle in enumerate(puzzles_of(name, size, count, options.seed)):
            run = _run(puzzle, options.seed, options.budget or DEFAULT_BUDGET)
            first.append((run.seconds, f"{name} {size} #{number}", puzzle))
    parts.next("seeds")
    first.sort(key=lambda found: -found[0])
    solved = [_solve(name, puzzle, options._replace(seeds=seeds))
              for _, name, puzzle in first[:CANDIDATES]]
    solved.sort(key=lambda puzzle: -puzzle.middle.seconds)
    solved = solved[:STABLE]
    for low, high in ((0, STABLE // 4), (STABLE // 4, STABLE // 2), (STABLE // 2, STABLE)):
        if solved[low:high]:
            _spread_row(draft, f"{low + 1} to {min(high, len(solved))}", solved[low:high])
    _spread_row(draft, "all", solved)
    draft.note(f"The hardest by the median of {seeds} seeds, of {len(first)} puzzles: "
               + "; ".join(_counts(name, chosen) for name in dict.fromkeys(
                   name for name, _, _ in chosen)) + ".",
               "sum, median: of the median seeds; worst: of all runs. CPU time of whole calls of "
               "solve on fresh puzzles; a run without a verdict counts with the time it took.",
               machine())
    return draft.table(_least_stable(solved, options))


def _counts(name: str, chosen: Sequence[tuple[str, int, int]]) -> str:
    sets = [(size, count) for other, size, count in chosen if other == name]
    if not SETS[name].random:
        return f"{name} {sets[0][0]} to {sets[-1][0]}"
    return f"{name} " + ", ".join(f"{size} ({count})" for size, count in sets)


def _spread(puzzle: _Solved) -> float:
    return puzzle.worst / puzzle.middle.seconds


def _spread_row(draft: Draft, name: str, solved: Sequence[_Solved]) -> None:
    spreads = [_spread(puzzle) for puzzle in solved]
    draft.row(name, len(solved), sum(puzzle.middle.seconds for puzzle in solved),
              _median_ms(solved), max(puzzle.worst for puzzle in solved),
              sum(puzzle.undecided > 0 for puzzle in solved),
              *(sum(spread <= bound for spread in spreads) for bound in BOUNDS),
              sum(spread > BOUNDS[-1] for spread in spreads), max(spreads))


def _least_stable(solved: Sequence[_Solved], options: BenchOptions) -> Table:
    """Return the puzzles whose times depend most on the seed."""
    draft = Draft("The least stable of them", HARD_COLUMNS, options.report)
    for puzzle in sorted(solved, key=_spread, reverse=True)[:HARDEST // 2]:
        middle = puzzle.middle
        draft.row(puzzle.name, middle.answer, middle.level, middle.seconds, puzzle.worst,
                  _spread(puzzle), puzzle.undecided)
    return draft.table()
