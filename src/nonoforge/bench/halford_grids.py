"""Orders of line solving on eight grids, beside the figures of C. Halford: Generating and solving
3D nonogram puzzles, University of Abertay Dundee, 2016; Tables 7 and 8 and, in full, Table A7.

The puzzles are those of J. Wolter's survey of solvers; they are read from the folder that is named.
Others in it are measured too; they have no published figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from nonoforge.bench.corpus import Entry, puzzles_at
from nonoforge.bench.halford import PUBLISHED_GRIDS, Figure, PublishedGrid
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value, machine
from nonoforge.clues import Runs
from nonoforge.engine import Budget, propagate
from nonoforge.errors import InputError
from nonoforge.methods import choose, serves
from nonoforge.verdict import Verdict

GRID_STRATEGIES = {
    "Brute": "brute", "Hier": "hierarchical:complete=look",
    "Hier+Pre": "hierarchical:complete=look,prepass",
    "Heur": "heuristic", "Heur+Pre": "heuristic:prepass",
}
EXITS = ("original", "2", "4", "repaired")
TITLE = "Strategies: line solvers applied until the puzzle is solved, or no more is found"

NOTES = (
    "2016: C. Halford, Generating and solving 3D nonogram puzzles, Tables 8 and A7. A dash: no "
    "figure was published.",
    "Ours use the line solver as published, line=original. The heuristic ones stop as the "
    "published ones did: after as many bad guesses in a row as lines are left, for Dancer 2 and "
    "for Knot 4 times as many.",
)
READING = (
    "Brute: rows from the top, then columns from the left, with a simple placement that does not "
    "look at the cell before a block (the text says that it does). This reading was chosen, among "
    "many, because it gives these figures; that they agree is no proof of it. The bad guesses "
    "published for Bucks leave 787 line solvers that found something in 621 cells: known cells "
    "were changed again, which a sound line solver cannot do.",
    "Hier: first in, first out; the pre-pass is not counted. Order and pre-pass were chosen by the "
    "figures too; the line solver is the one found with Brute. How often a line joins the queue in "
    "vain differs from what Figure 29 says, in either reading (queue=all, queue=once).",
    "Heur: which of several lines with the same priority comes first is not published; of the "
    "orders that we tried none gives the published figures.",
)


class Row(NamedTuple):
    """A puzzle under the five strategies."""

    entry: Entry
    published: PublishedGrid | None
    verdicts: tuple[Verdict, ...]

    @property
    def name(self) -> str:
        return self.published.name if self.published else self.entry.name

    @property
    def head(self) -> tuple[Value, ...]:
        return self.name, self.entry.size, len(self.entry.nonogram.puzzle.lines)

    def beside(self, value: Callable[[Figure], Value]) -> list[Value]:
        """Return a value of ours and of the published figure, for each strategy."""
        theirs = self.published.figures if self.published else (None,) * len(GRID_STRATEGIES)
        return [part for verdict, figure in zip(self.verdicts, theirs, strict=True)
                for part in (value(figure_of(verdict)), None if figure is None else value(figure))]


def _entries(options: BenchOptions) -> tuple[list[Entry], list[str]]:
    if options.path is None:
        raise InputError("this table needs puzzles: name a folder that has some of Bucks, Cat, "
                         "Dancer, Edge, Knot, Skid, Smoke and Swing, or any others")
    entries, notes = puzzles_at(options.path)
    missing = sorted({row.name for row in PUBLISHED_GRIDS} - {
        row.name for row in map(published_for, entries) if row})
    if missing and len(missing) < len(PUBLISHED_GRIDS):
        notes.append(f"Not in this folder: {', '.join(missing)}.")
    entries.sort(key=lambda entry: (published_for(entry) is None, _name(entry)))
    return entries, notes


def _name(entry: Entry) -> str:
    published = published_for(entry)
    return published.name if published else entry.name


SUMMARY_COLUMNS = ("puzzle", "size", "cells", "lines", "empty", "with numbers", "numbers",
                   "line-solvable", "by line=original", "cells 2016", "lines 2016", "empty 2016",
                   "with numbers 2016", "numbers 2016", "line-solvable 2016")


def table7(options: BenchOptions) -> Table:
    """Halford, Table 7: the grids, how many of their lines are empty, whether lines solve them."""
    entries, notes = _entries(options)
    draft = Draft("Table 7: the grids (Halford 2016)", SUMMARY_COLUMNS, options.report,
                  Plot("puzzle", ("lines", "cells"), "number", log=True))
    parts = Parts(options.report, len(entries))
    for entry in entries:
        parts.next(_name(entry))
        published = published_for(entry)
        theirs: tuple[Value, ...] = (None,) * 6
        if published:
            summary = published.summary
            theirs = (*summary[:4], f"{summary.least}-{summary.most}", summary.solvable)
        draft.row(_name(entry), entry.size, *_summary(entry), *theirs)
    draft.note("empty: lines without a number. numbers: the least and the greatest. line-solvable: "
               "exact lines alone decide every cell; by line=original: those of the published line "
               "solver do, under brute force.",
               "2016: Table 7, whose 'Single' lines are those with numbers. A dash: the puzzle is "
               "not in it.", *notes)
    return draft.table()


def _summary(entry: Entry) -> list[Value]:
    """Return cells, lines, empty ones, those with numbers, the numbers, and what lines solve."""
    puzzle = entry.nonogram.puzzle
    numbers = [[run.length for run in line.clue.runs if run.length is not None]
               for line in puzzle.lines if isinstance(line.clue, Runs)]
    every = [length for line in numbers for length in line]
    span = f"{min(every)}-{max(every)}" if every else None
    published = "no"
    if serves(puzzle):
        published = _solved(_run(entry, "brute", None, "original", "original"))
    return [puzzle.cells, len(puzzle.lines), sum(not line for line in numbers),
            sum(bool(line) for line in numbers), span,
            "yes" if propagate(puzzle).state.solved else "no",
            "yes" if published == "yes" else "no"]


TURNS = 5
TIME_COLUMNS = ("puzzle and strategy", "line solvers", "line solvers 2016", "bad guesses",
                "bad guesses 2016", "ms", "ms 2016", "2016 / ours", "solved", "solved 2016")


def appendix_e(options: BenchOptions) -> Table:
    """Halford, Table A7: line solvers, bad guesses and times of five strategies on grids."""
    entries, notes = _entries(options)
    draft = Draft("Table A7: times of the strategies on grids (Halford 2016, appendix E)",
                  TIME_COLUMNS, options.report, Plot("puzzle and strategy", ("ms", "ms 2016"), "ms",
                                                     log=True))
    parts = Parts(options.report, len(entries) * len(GRID_STRATEGIES))
    for entry in entries:
        published = published_for(entry)
        for at, (name, method) in enumerate(GRID_STRATEGIES.items()):
            parts.next(f"{_name(entry)}: {name}")
            runs = [_run(entry, method, options.budget, "original",
                         published.exit if published else "original")
                    for _ in range(options.repeats or TURNS)]
            ours, ms = figure_of(runs[0]), 1e3 * median(run.seconds for run in runs)
            theirs = published.figures[at] if published else (None, None)
            time = published.times[at] if published else None
            draft.row(f"{_name(entry)}, {name}", ours.applied, theirs[0], ours.bad, theirs[1], ms,
                      time.shown if time else None, time.ms / ms if time and time.ms else None,
                      _solved(runs[0]), published.solved if published else None)
    draft.note(f"ms: the median of {options.repeats or TURNS} runs in Python, with the line solver "
               "as published (line=original); reading the file is not included. 2016: the mean of "
               "100 runs on an Intel Core i5-2400; < 1: published as below 0.001 s, so there is no "
               "ratio.", *NOTES, *notes, machine())
    return draft.table()


def strategies(options: BenchOptions) -> Table:
    """Brute, hierarchical, heuristic: line solvers and bad guesses, beside Halford's of 2016."""
    entries, notes = _entries(options)
    rows = []
    for number, entry in enumerate(entries):
        options.report.at(number, len(entries), entry.name)
        rows.append(_measure(entry, options))
    main = _draft(TITLE, rows, options, lambda figure: figure.applied, ("solved", "solved 2016"))
    main.plot = Plot("puzzle", tuple(GRID_STRATEGIES), "line solvers", log=True)
    known = any(row.published for row in rows)
    main.note(*NOTES, *reproduced(rows), *(READING if known else ()), *notes, machine())
    shares = _draft("Bad guesses, % of the line solvers", rows, options,
                    lambda figure: figure.share)
    good = _draft("Line solvers that found something", rows, options, lambda figure: figure.good)
    return main.table(shares.table(), good.table(), _exits(rows, options), _exact(rows, options))


def published_for(entry: Entry) -> PublishedGrid | None:
    """Return the published figures of a puzzle: the same size, and the same name or number."""
    info = entry.nonogram.info
    words = set(re.findall(r"[a-z]+", f"{entry.name} {info.title}".lower()))
    numbers = {int(digits) for digits in re.findall(r"\d{1,9}", f"{entry.name} {info.identifier}")}
    return next((row for row in PUBLISHED_GRIDS if row.size == entry.size
                 and (row.name.lower() in words or row.number in numbers)), None)


def figure_of(verdict: Verdict) -> Figure:
    """Return what a strategy counted."""
    return Figure(verdict.work.settled, dict(verdict.counts).get("bad_guesses", 0))


def reproduced(rows: Sequence[Row]) -> list[str]:
    """Return how many of the published figures come out the same, strategy by strategy."""
    pairs = [[(figure_of(row.verdicts[at]), row.published.figures[at])
              for row in rows if row.published] for at in range(len(GRID_STRATEGIES))]
    total = len(pairs[0])
    if not total:
        return ["None of the published puzzles is here."]
    words = []
    for name, column in zip(GRID_STRATEGIES, pairs, strict=True):
        same = [sum(ours[part] == theirs[part] for ours, theirs in column) for part in (0, 1)]
        good = sum(ours.good == theirs.good for ours, theirs in column)
        words.append(f"{name} {same[0]}, {same[1]}, {good}")
    return [f"Reproduced exactly, of {total} puzzles (line solvers, bad guesses, line solvers that "
            f"found something): {'; '.join(words)}."]


def _measure(entry: Entry, options: BenchOptions) -> Row:
    published = published_for(entry)
    return Row(entry, published, tuple(
        _run(entry, method, options.budget, "original", published.exit if published else "original")
        for method in GRID_STRATEGIES.values()))


def _run(entry: Entry, method: str, budget: Budget | None, line: str, exit_clause: str) -> Verdict:
    puzzle = entry.nonogram.puzzle
    settings = f"line={line if line == 'exact' or serves(puzzle) else 'auto'}"
    if method.startswith("heuristic"):
        settings += f",exit={exit_clause}"
    return choose(method).set(settings).solve(puzzle, budget=budget)


def _draft(
    title: str, rows: Sequence[Row], options: BenchOptions, value: Callable[[Figure], Value],
    more: tuple[str, ...] = (),
) -> Draft:
    columns = [column for name in GRID_STRATEGIES for column in (name, f"{name} 2016")]
    draft = Draft(title, ("puzzle", "size", "lines", *columns, *more), options.report)
    for row in rows:
        solved = (_solved(row.verdicts[0]), row.published.solved if row.published else None)
        draft.row(*row.head, *row.beside(value), *(solved if more else ()))
    return draft


def _solved(verdict: Verdict) -> str:
    open_cells = len(verdict.state.open_cells())
    if verdict.answer == "unique" or not open_cells:
        return "yes"
    return "partly" if open_cells < len(verdict.state.masks) else "no"


def _exits(rows: Sequence[Row], options: BenchOptions) -> Table:
    """Return when the heuristic gives up, and what that costs."""
    columns = [column for clause in EXITS for column in (clause, f"{clause}: solved")]
    draft = Draft("The heuristic's exit clause: line solvers, and what is solved",
                  ("puzzle", *columns), options.report)
    for row in rows:
        runs = [_run(row.entry, "heuristic", options.budget, "original",
                     clause) for clause in EXITS]
        draft.row(row.name, *(part for verdict in runs
                              for part in (verdict.work.settled, _solved(verdict))))
    draft.note("original, 2, 4: after as many bad guesses in a row as lines are left, or 2 "
               "or 4 times as many. repaired: when no line has changed since it was last tried.")
    return draft.table()


def _exact(rows: Sequence[Row], options: BenchOptions) -> Table:
    """Return the same orders with a line solver that misses nothing."""
    draft = Draft("The same with exact line solving", (
        "puzzle", *GRID_STRATEGIES, "cells", "decided, published", "decided, exact",
        "solved, published", "solved, exact"), options.report)
    gained = solved = 0
    for row in rows:
        runs = [_run(row.entry, method, options.budget, "exact", "repaired")
                for method in GRID_STRATEGIES.values()]
        cells = len(runs[0].state.masks)
        before, after = (cells - len(verdict.state.open_cells())
                         for verdict in (row.verdicts[0], runs[0]))
        gained += after - before
        solved += (_solved(runs[0]) == "yes") - (_solved(row.verdicts[0]) == "yes")
        draft.row(row.name, *(verdict.work.settled for verdict in runs), cells, before, after,
                  _solved(row.verdicts[0]), _solved(runs[0]))
    draft.note(f"Exact lines decide {gained} cells more, and solve {solved} puzzles more, by brute "
               "force. The heuristic ones stop by the repaired exit clause.")
    return draft.table()
