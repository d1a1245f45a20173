"""Orders of line solving on solids, beside the figures of C. Halford (2016): Tables 5, 6 and A1 to
A6, Figures 33 and 34."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import mean
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from nonoforge.bench.corpus import Entry
from nonoforge.bench.halford import PUBLISHED, STRATEGIES, Figure, Published
from nonoforge.bench.table import (
    QUICK,
    BenchOptions,
    Draft,
    Parts,
    Plot,
    Table,
    Value,
    machine,
    repeated,
    short,
    timed,
)
from nonoforge.clues import Clue
from nonoforge.engine import Budget, Meter, OutOfBudget, propagate, settle, solve
from nonoforge.engine.plain import Board, Settler, Sheet
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid import (
    MAX_CELLS,
    from_array,
    from_voxels,
    solid_of,
)
from nonoforge.formats import load_all
from nonoforge.judge import Target, hide_clues
from nonoforge.methods import (
    EXITS,
    Brute,
    GreedyNews,
    Heuristic,
    Hierarchical,
    Strategy,
    obvious_lines,
)
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray


# The solids a bench runs on: from files, and checkerboards made on the spot.

CHECKERBOARDS = (12, 24, 36)  # sides
KEY = "G"  # the array of a .npz file
ENDINGS = (".npz", ".nono")


def solids_at(path: str | None) -> tuple[list[Entry], list[str]]:
    """Return the solids of a file, or of a folder's files and the checkerboards; and a note on each
    file of the folder that has none."""
    if path is None:
        raise InputError("this table needs solids: name a folder of .npz files (an array of truths "
                         f"called {KEY}, indexed by x, y, z) or of .nono files")
    if not os.path.isdir(path):
        return _entries(path), []
    found: list[Entry] = []
    notes: list[str] = []
    for name in sorted(os.listdir(path)):
        if name.lower().endswith(ENDINGS):
            try:
                found += _entries(os.path.join(path, name))
            except InputError as error:
                notes.append(f"left out: {error}")
    if not found:
        raise InputError("no solid is in this folder; name a folder of .npz or .nono files",
                         file=path)
    return found + [checkerboard(side) for side in CHECKERBOARDS], notes


def checkerboard(side: int) -> Entry:
    """Return cells in turn filled and empty."""
    layers = [[[(x + y + z + 1) % 2 for x in range(side)] for y in range(side)]
              for z in range(side)]
    return Entry(f"checkerboard {side}", from_voxels(layers))


def _entries(path: str) -> list[Entry]:
    name = _name(os.path.splitext(os.path.basename(path))[0])
    try:
        if path.lower().endswith(".npz"):
            return [Entry(name, from_array(read_npz(path)))]
        nonograms = load_all(path)
        for nonogram in nonograms:
            solid_of(nonogram)
    except InputError as error:
        raise error.at(file=path) from None
    return [Entry(name if len(nonograms) == 1 else f"{name}#{number}", nonogram)
            for number, nonogram in enumerate(nonograms, start=1)]


def _name(stem: str) -> str:
    """Return the published name of a file: `dino 12` of `dino_12` and of `Dino-12`."""
    parts = re.fullmatch(r"([a-z]+)[-_ ]?([0-9]+)", stem.lower())
    return " ".join(parts.groups()) if parts else stem


def read_npz(path: str) -> NDArray[Any]:
    """Return the array of truths in a .npz file. Its size is looked at before it is read: few bytes
    can promise any number of cells."""
    try:
        import numpy as np
    except ImportError:
        raise MissingPart("reading .npz needs numpy: pip install 'nonoforge[solids]'") from None
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(path) as archive, archive.open(f"{KEY}.npy") as member:
            _check_header(member)
        with np.load(path, allow_pickle=False) as arrays:
            array: NDArray[Any] = arrays[KEY]
    except KeyError:
        raise InputError(f"no array is called {KEY}") from None
    except OSError as error:
        raise InputError(error.strerror or "cannot be read") from None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError,
            EOFError) as error:
        raise InputError(f"no .npz file that can be read: {error}") from None
    if array.dtype.kind != "b" and not ((array == 0) | (array == 1)).all():
        raise InputError(f"the array {KEY} must be of truths, or of 0 and 1")
    return array


def _check_header(member: IO[bytes]) -> None:
    from numpy.lib import format as npy

    version = npy.read_magic(member)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(member)
    cells = 1
    for side in shape:
        cells *= side
    if len(shape) != 3 or not 0 < cells <= MAX_CELLS or dtype.kind not in "biu":
        raise InputError(f"the array {KEY} has the shape {shape} and the type {dtype}; truths with "
                         f"three sides and at most {MAX_CELLS:,} cells are needed")


ROUNDS = 100  # of brute force
OWN, UNTESTED = "greedy-news", "greedy-news, no test"
BEST = "best of the five"


class Way(NamedTuple):
    """A strategy, and what goes with it. `sparing`: a line that is complete when its turn comes is
    passed over."""

    strategy: Callable[[], Strategy]
    prepass: bool = False
    sparing: bool = True


_hier = partial(Hierarchical, again=True)
_heur = partial(Heuristic, EXITS["repaired"])

WAYS: dict[str, Way] = {
    "Brute": Way(partial(Brute, ROUNDS, patient=True), sparing=False),
    "Hier": Way(_hier), "Hier+Pre": Way(_hier, prepass=True),
    "Heur": Way(_heur), "Heur+Pre": Way(_heur, prepass=True),
    OWN: Way(partial(GreedyNews, test=True), prepass=True),
    UNTESTED: Way(partial(GreedyNews, test=False), prepass=True),
}

SOURCE = ("2016: C. Halford, Generating and solving 3D nonogram puzzles, Tables 5, 6 and A1 to A6. "
          "A dash: no figure. *: expected by the author, not run. The solids may differ from the "
          "published ones, which are not available; where they were rebuilt, equal counts of lines "
          "do not prove equal solids.")
READING = (
    "Line solvers applied until the solid is complete, or no more is found. All use the exact line "
    "solver; the published one tries all ways to split a number into groups.",
    "Order of lines: rods along x, then y, then z; of each, by the first and then the second "
    "number that the rod keeps (x rods: y, then z; y rods: x, then z; z rods: x, then y).",
    f"Brute: all lines in turn, complete or not, at most {ROUNDS} rounds; it ends as soon as the "
    "solid is complete. Hier: first in, first out; a line joins once for each of its cells that "
    "changed, and is passed over if it is complete when its turn comes.",
    "Heur: of equal priority, the line that has waited longest; it ends when no line has news "
    "(exit=repaired). The published choice between equals is not known.",
    "Pre: lines that are empty or full throughout are done first and not counted.",
    f"{OWN} is our own order, with the pre-pass. A look at examples, which decides no cell, first "
    "shows of many lines that they have nothing to say; only line solvers applied are counted. "
    "no test: without that look. `nonoforge methods greedy-news` says more.",
)


def table5(options: BenchOptions) -> Table:
    """Halford, Table 5: line solvers and bad guesses of five strategies and our own, on solids."""
    columns = ("puzzle", "size", "lines", *_beside(), OWN, UNTESTED, BEST, "open")
    draft = Draft("Table 5: line solvers applied (Halford 2016)", columns, options.report,
                  Plot("puzzle", (*STRATEGIES, OWN), "line solvers applied", log=True))
    rows = []
    for row in _measured(options, draft):
        rows.append(row)
        draft.row(*row.head, *row.beside(lambda figure: figure.applied), row.best, row.open)
    draft.note(_summary(rows),
               f"{BEST}: the fewest that any of the five takes, here or as published. open: cells "
               "that lines alone leave undecided.", SOURCE, *READING, machine())
    return draft.table(_bad_guesses(rows, options))


def table6(options: BenchOptions) -> Table:
    """Halford, Table 6: line solvers as a ratio to brute force, on solids that lines can solve."""
    columns = ("puzzle", "size", *_beside(), OWN, UNTESTED)
    draft = Draft("Table 6: line solvers as a ratio to brute force (Halford 2016)", columns,
                  options.report, Plot("puzzle", (*STRATEGIES[1:], OWN), "ratio to brute force"))
    for row in _measured(options, draft, only_solvable=True):
        draft.row(*row.head[:2], *row.ratios())
    figures = [[row[at] for row in draft.rows] for at in range(2, len(columns))]
    draft.row("average", "", *map(_average, figures))
    draft.note("Each figure is divided by that of brute force on the same solid. The average is "
               "that of the figures above it. Published are 0.998, 0.303, 0.726 and 0.256; the "
               "second is not the mean of its ratios.", SOURCE, *READING, machine())
    return draft.table()


def _average(column: list[Value]) -> float | None:
    figures = [value for value in column if isinstance(value, float)]
    return mean(figures) if figures else None


class Row(NamedTuple):
    """A solid under all strategies; None: the budget did not suffice."""

    entry: Entry
    figures: dict[str, Figure | None]
    open: int

    @property
    def head(self) -> tuple[Value, ...]:
        return (self.entry.name, str(self.entry.nonogram.geometry),
                len(self.entry.nonogram.puzzle.lines))

    @property
    def published(self) -> dict[str, Figure]:
        row = PUBLISHED.get(self.entry.name)
        return dict(zip(STRATEGIES, row.figures, strict=False)) if row else {}

    @property
    def expected(self) -> bool:
        """Whether the published figures are what the author expected, and did not measure."""
        return self.entry.name in PUBLISHED and PUBLISHED[self.entry.name].expected

    @property
    def best(self) -> int | None:
        theirs = () if self.expected else self.published.values()
        all_ten = [*(self.figures[name] for name in STRATEGIES), *theirs]
        return min((figure.applied for figure in all_ten if figure), default=None)

    def beside(self, value: Callable[[Figure], Value]) -> list[Value]:
        """Return a value of each of our figures, beside those that were published."""
        def of(figure: Figure | None) -> Value:
            return None if figure is None else value(figure)

        def theirs(name: str) -> Value:
            found = of(self.published.get(name))
            return f"{short(found)}*" if self.expected else found

        pairs = (pair for name in STRATEGIES
                 for pair in (of(self.figures[name]), theirs(name)))
        return [*pairs, of(self.figures[OWN]), of(self.figures[UNTESTED])]

    def ratios(self) -> list[Value]:
        """Return all, divided by brute force; ours by ours, the published by the published."""
        brute = self.figures["Brute"], self.published.get("Brute")
        ours, theirs = (float(figure.applied) if figure else None for figure in brute)
        values = self.beside(lambda figure: figure.applied)
        bases = [ours, theirs] * len(STRATEGIES) + [ours, ours]
        return [value / base if base and isinstance(value, int) else None
                for value, base in zip(values, bases, strict=True)]


def _beside() -> list[str]:
    return [name for strategy in STRATEGIES for name in (strategy, f"{strategy} 2016")]


def _bad_guesses(rows: list[Row], options: BenchOptions) -> Table:
    draft = Draft("Table 5: bad guesses, per cent of the line solvers applied",
                  ("puzzle", "size", "lines", *_beside(), OWN, UNTESTED), options.report,
                  Plot("puzzle", (*STRATEGIES, OWN), "per cent"))
    for row in rows:
        draft.row(*row.head, *row.beside(lambda figure: figure.share))
    draft.note("A bad guess is a line solver applied that found nothing.")
    return draft.table()


def _summary(rows: list[Row]) -> str:
    """Return a note on how many solids ours is at or below the best."""
    def within(name: str) -> int:
        return sum(figure is not None and row.best is not None and figure.applied <= row.best
                   for row in rows for figure in [row.figures[name]])

    return (f"At or below the best of the five on {within(OWN)} of {len(rows)} solids; without the "
            f"test on {within(UNTESTED)}.")


def _measured(options: BenchOptions, draft: Draft, only_solvable: bool = False) -> Iterator[Row]:
    """Yield the figures of each solid; omissions become notes of the draft."""
    entries, notes = solids_at(options.path)
    draft.note(*notes)
    parts = Parts(options.report, len(entries) * len(WAYS))
    for entry in entries:
        deduced = propagate(entry.nonogram.puzzle)
        left = len(deduced.state.open_cells())
        if deduced.conflict is not None or (only_solvable and left):
            draft.note(f"left out: {entry.name}, which lines alone do not solve.")
            parts.done += len(WAYS)
            continue
        board = Board(in_order(entry), exact_lines)
        figures: dict[str, Figure | None] = {}
        for name, way in WAYS.items():
            parts.next(f"{entry.name}: {name}")
            figures[name] = applied(board, way, options.budget)
        yield Row(entry, figures, left)


def in_order(entry: Entry) -> Puzzle:
    """Return the puzzle with its lines in the order that the published figures want."""
    solid, puzzle = solid_of(entry.nonogram), entry.nonogram.puzzle
    lines = sorted(puzzle.lines, key=lambda line: (line.group, solid.place(line.cells[0])))
    return replace(puzzle, lines=tuple(lines))


def applied(board: Board, way: Way, budget: Budget | None = None) -> Figure | None:
    """Return what a strategy takes to the end; None: more than the budget."""
    sheet = (_SparingSheet if way.sparing else _QuickSheet).start(board, board.known(None))
    if way.prepass:
        for line in obvious_lines(sheet):
            sheet.settle(line, Meter())
    meter = Meter(budget)
    try:
        way.strategy()(sheet, board.every_line, meter)
    except OutOfBudget:
        return None
    return Figure(meter.settled, meter.idle)


def exact_lines(clue: Clue, length: int) -> Settler:
    """Return a line solver of the available engine. The board caches results of lines; repeated
    requests are counted all the same."""
    return lambda masks: settle(clue, masks, length)


class _QuickSheet(Sheet):
    """A sheet of two colours knows its open cells at once."""

    def open_in(self, line: int) -> int:
        if len(self.masks) != 2:
            return super().open_in(line)
        return (self.masks[0][line] & self.masks[1][line]).bit_count()


class _SparingSheet(_QuickSheet):
    """It has nothing settled that is complete."""

    def settle(self, line: int, meter: Meter) -> int:
        return super().settle(line, meter) if self.open_in(line) else 0


# Figures 33 and 34: the same over the number of lines, and for each line.

FIGURE_NOTES = (
    "Only solids that lines solve, as in the published figure. Curves join solids in the order of "
    "their numbers of lines; dashed: the published figures.",
)


def figure33(options: BenchOptions) -> Table:
    """Halford, Figure 33: line solvers over the number of lines, on a logarithmic axis."""
    return _figure(options, "Figure 33: line solvers over the number of lines (Halford 2016)",
                   "line solvers applied", lambda figure, lines: figure.applied, log=True)


def figure34(options: BenchOptions) -> Table:
    """Halford, Figure 34: line solvers for each line of the puzzle."""
    return _figure(options, "Figure 34: line solvers for each line (Halford 2016)",
                   "line solvers applied / lines", lambda figure, lines: figure.applied / lines)


def _figure(
    options: BenchOptions, title: str, unit: str, value: Callable[[Figure, int], Value],
    log: bool = False,
) -> Table:
    published = tuple(f"{name} 2016" for name in STRATEGIES)
    draft = Draft(title, ("puzzle", "lines", *_beside(), OWN, UNTESTED), options.report,
                  Plot("puzzle", STRATEGIES, unit, log, over="lines", joined=True,
                       beside=published))
    rows = sorted(_measured(options, draft, only_solvable=True),
                  key=lambda row: len(row.entry.nonogram.puzzle.lines))
    for row in rows:
        lines = len(row.entry.nonogram.puzzle.lines)
        draft.row(row.entry.name, lines, *row.beside(partial(_for_lines, value, lines)))
    draft.note(*FIGURE_NOTES, SOURCE, *READING, machine())
    return draft.table()


def _for_lines(value: Callable[[Figure, int], Value], lines: int, figure: Figure) -> Value:
    return value(figure, lines)


# Tables A1 to A6: what each strategy takes, with its time.

TURNS = 5
TIME_COLUMNS = ("puzzle and strategy", "line solvers", "line solvers 2016", "bad guesses",
                "bad guesses 2016", "bad %", "bad % 2016", "ms", "ms 2016", "2016 / ours")
TIME_NOTES = (
    "ms: the strategy in Python from the first line to the last, each line settled by one call of "
    "the engine; the median of several runs where one is quick. Reading and making the puzzle are "
    "not included. 2016: the mean of 100 runs on an Intel Core i5-2400, or one run where it was "
    "long; < 1: published as below 0.001 s, so there is no ratio.",
)


def appendix_d(options: BenchOptions) -> Table:
    """Halford, Tables A1 to A6: line solvers, bad guesses and times of five strategies."""
    draft = Draft("Tables A1 to A6: times of the strategies (Halford 2016, appendix D)",
                  TIME_COLUMNS, options.report,
                  Plot("puzzle and strategy", ("ms", "ms 2016"), "ms", log=True))
    entries, notes = solids_at(options.path)
    ways = {name: WAYS[name] for name in (*STRATEGIES, OWN)}
    totals: dict[str, list[float]] = {name: [] for name in STRATEGIES}
    parts = Parts(options.report, len(entries) * len(ways))
    for entry in entries:
        board = Board(in_order(entry), exact_lines, remember=False)
        published = PUBLISHED.get(entry.name)
        solvable = propagate(entry.nonogram.puzzle).state.solved
        for at, (name, way) in enumerate(ways.items()):
            parts.next(f"{entry.name}: {name}")
            seconds, figure = timed(partial(applied, board, way, options.budget))
            if seconds < QUICK:
                seconds = repeated(partial(applied, board, way, options.budget),
                                   options.repeats or TURNS).median
            if solvable and figure is not None and name in totals:
                totals[name].append(seconds)
            draft.row(*_time_row(entry.name, name, figure, 1e3 * seconds, published, at))
    draft.note(_ranking(totals), *TIME_NOTES, SOURCE, *READING, *notes, machine())
    return draft.table()


def _time_row(
    puzzle: str, name: str, figure: Figure | None, ms: float, published: Published | None, at: int,
) -> list[Value]:
    """Return a row: a strategy on a solid, beside what was published of it."""
    known = published if published and name in STRATEGIES else None
    theirs = known.figures[at] if known and known.figures else None
    time = known.times[at] if known and at < len(known.times) else None
    star = "*" if known and known.expected else ""
    values = (theirs.applied, theirs.bad, theirs.share) if theirs else (None, None, None)
    shown = [f"{short(value)}*" if star else value for value in values]
    ours = (figure.applied, figure.bad, figure.share) if figure else (None, None, None)
    pairs = [part for pair in zip(ours, shown, strict=True) for part in pair]
    return [f"{puzzle}, {name}", *pairs, ms if figure else None, time.shown if time else None,
            time.ms / ms if time and time.ms and figure else None]


def _ranking(totals: dict[str, list[float]]) -> str:
    """Return the strategies by the time that they take in all; one that ran out of its budget is
    left out."""
    solids = max(map(len, totals.values()))
    whole = {name: sum(seconds) for name, seconds in totals.items() if len(seconds) == solids}
    order = " < ".join(sorted(whole, key=lambda name: whole[name]))
    return (f"By the time for all solids together that lines solve: {order}. Published, in "
            "general: Brute < Hier+Pre < Heur+Pre < Hier < Heur.")


# Hiding clues: how many a solid can do without, and how soon that is found.

DEFAULT_BUDGET = Budget(seconds=30)  # for each solid

COLUMNS = ("solid", "size", "clues", "left", "left %", "seconds", "verdict")
NOTES = (
    "left: clues that are still shown; settling only those rods, line by line, decides every cell, "
    "and the solver finds the solution to be the only one.",
    "The search ends when it finds nothing smaller for a while, or when its time is over.",
    "Solids that lines alone do not solve with every clue shown are left out.",
)


def hiding(options: BenchOptions) -> Table:
    """Fewest clues found for each solid of a folder, by lines alone: share left, seconds."""
    draft = Draft("Hiding clues: what is left", COLUMNS, options.report,
                  Plot("solid", ("left %",), "per cent of the clues"))
    entries, notes = solids_at(options.path)
    solvable = [entry for entry in entries if propagate(entry.nonogram.puzzle).state.solved]
    parts = Parts(options.report, len(solvable))
    for entry in solvable:
        parts.next(entry.name)
        _row(draft, entry.name, entry.nonogram, options)
    draft.note(*NOTES, *notes, machine())
    return draft.table()


def _row(draft: Draft, name: str, nonogram: Nonogram, options: BenchOptions) -> None:
    seconds, found = timed(lambda: hide_clues(nonogram, Target(), seed=options.seed,
                                              budget=options.budget or DEFAULT_BUDGET))
    clues, left = len(nonogram.puzzle.lines), len(found.nonogram.puzzle.lines)
    draft.row(name, str(nonogram.geometry), clues, left, 100 * left / clues, seconds,
              solve(found.nonogram).answer)
