"""What C. Halford published on solving solids: Generating and solving 3D nonogram puzzles,
University of Abertay Dundee, 2016; Table 5, in full in Tables A1 to A6 (appendix D).

Times are those of an Intel Core i5-2400 of 3.1 GHz, the best of the five strategies.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonoforge.bench.corpus import Entry, puzzles_at
from nonoforge.bench.table import BenchOptions, Draft, Plot, Table, Value, machine
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.methods import choose, serves
from nonoforge.verdict import Verdict

STRATEGIES = ("Brute", "Hier", "Hier+Pre", "Heur", "Heur+Pre")


class Figure(NamedTuple):
    """Line solvers applied, and those among them that found nothing."""

    applied: int
    bad: int

    @property
    def share(self) -> float:
        """Bad guesses in per cent."""
        return 100 * self.bad / max(1, self.applied)

    @property
    def good(self) -> int:
        """Line solvers that found something."""
        return self.applied - self.bad


class Published(NamedTuple):
    """A row: a figure for each of the strategies, or none; the best time, if there is one, and the
    time in words."""

    figures: tuple[Figure, ...]
    seconds: float | None
    time: str


def _row(seconds: float | None, time: str, *figures: tuple[int, int]) -> Published:
    return Published(tuple(Figure(*pair) for pair in figures), seconds, time)


def _nothing_found(lines: int, seconds: float | None, time: str) -> Published:
    """Return a checkerboard: each line is tried in vain, by brute force 100 times."""
    return _row(seconds, time, (100 * lines, 100 * lines), *[(lines, lines)] * 4)


PUBLISHED: dict[str, Published] = {
    "dino 12": _row(0.001, "< 1 ms", (153, 47), (134, 17), (23, 3), (117, 40), (24, 4)),
    "dino 24": _row(0.002, "2 ms", (712, 303), (932, 478), (128, 13), (525, 165), (114, 3)),
    "dino 36": _row(0.011, "11 ms", (2292, 1278), (2792, 1755), (525, 162), (1394, 469), (359, 39)),
    "duck 12": _row(0.001, "1 ms", (544, 257), (396, 94), (263, 78), (455, 90), (233, 44)),
    "duck 24": _row(0.024, "24 ms", (3054, 1733), (3286, 1773), (1717, 765), (2494, 768),
                    (1351, 334)),
    "duck 36": _row(7.135, "7.1 s", (8835, 5516), (10384, 6668), (7706, 4808), (6602, 2383),
                    (4151, 1410)),
    "horse 12": _row(0.001, "< 1 ms", (228, 110), (201, 67), (37, 4), (180, 80), (32, 4)),
    "horse 24": _row(0.003, "3 ms", (1128, 723), (980, 533), (112, 12), (638, 317), (88, 12)),
    "horse 36": _row(450.0, "450 s", (2778, 1588), (3057, 1808), (590, 167), (1821, 907),
                     (529, 140)),
    "jeep 12": _row(0.001, "< 1 ms", (166, 88), (176, 94), (50, 1), (199, 74), (74, 14)),
    "jeep 24": _row(16.827, "16.8 s", (3957, 3261), (2598, 1650), (1344, 698), (1916, 1026),
                    (1148, 605)),
    "jeep 36": _row(None, "out of memory"),
    "knot 12": _row(0.001, "1 ms", (800, 511), (871, 561), (181, 68), (634, 307), (138, 30)),
    "knot 24": _row(0.047, "47 ms", (13371, 11624), (12420, 10583), (4241, 2781), (5951, 4175),
                    (2565, 1631)),
    "knot 36": _row(None, "> 11 h"),
    "checkerboard 12": _nothing_found(432, 0.024, "24 ms"),
    "checkerboard 24": _nothing_found(1728, 32.676, "32.7 s"),
    "checkerboard 36": _nothing_found(3888, None, "not run"),
}


# Orders of line solving on eight puzzles, beside the figures of C. Halford: Generating and solving
# 3D nonogram puzzles, University of Abertay Dundee, 2016; Table 8 and, in full, Table A7.
#
# The puzzles are those of J. Wolter's survey of solvers; they are read from the folder that is
# named. Others in it are measured too; they have no published figures.

GRID_STRATEGIES = {
    "Brute": "brute", "Hier": "hierarchical:complete=look",
    "Hier+Pre": "hierarchical:complete=look,prepass",
    "Heur": "heuristic", "Heur+Pre": "heuristic:prepass",
}
EXITS = ("original", "2", "4", "repaired")
TITLE = "Strategies: line solvers applied until the puzzle is solved, or no more is found"


class PublishedGrid(NamedTuple):
    """A row of the published table; `number` is the puzzle's on webpbn.com."""

    name: str
    number: int
    size: str
    solved: str
    figures: tuple[Figure, ...]  # in the order of STRATEGIES
    exit: str = "original"  # of the heuristic


def _published(
    name: str, number: int, size: str, solved: str, *figures: tuple[int, int],
    exit_clause: str = "original",
) -> PublishedGrid:
    """Three figures mean that the pre-pass made no difference."""
    five = figures if len(figures) == 5 else [figures[at] for at in (0, 1, 1, 2, 2)]
    return PublishedGrid(name, number, size, solved, tuple(Figure(*pair) for pair in five),
                         exit_clause)


PUBLISHED_GRIDS = (
    _published("Bucks", 27, "27x23", "partly",
               (5000, 4213), (541, 446), (513, 430), (309, 216), (313, 225)),
    _published("Cat", 6, "20x20", "yes", (363, 249), (595, 458), (313, 193)),
    _published("Dancer", 1, "5x10", "yes", (64, 41), (35, 15), (47, 23), exit_clause="2"),
    _published("Edge", 23, "10x11", "no", (2100, 2100), (21, 21), (21, 21)),
    _published("Knot", 16, "34x34", "yes", (435, 329), (1012, 907), (696, 564), exit_clause="4"),
    _published("Skid", 21, "14x25", "yes",
               (291, 209), (373, 282), (335, 254), (249, 148), (246, 151)),
    _published("Smoke", 2413, "20x20", "partly", (4000, 3969), (169, 136), (130, 109)),
    _published("Swing", 529, "45x45", "yes", (1392, 939), (4299, 3846), (1165, 643)),
)

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


def strategies(options: BenchOptions) -> Table:
    """Brute, hierarchical, heuristic: line solvers and bad guesses, beside Halford's of 2016."""
    if options.path is None:
        raise InputError("the strategies need puzzles: name a folder that has some of Bucks, Cat, "
                         "Dancer, Edge, Knot, Skid, Smoke and Swing, or any others")
    entries, notes = puzzles_at(options.path)
    rows = []
    for number, entry in enumerate(entries):
        options.report.at(number, len(entries), entry.name)
        rows.append(_measure(entry, options))
    rows.sort(key=lambda row: (row.published is None, row.name))
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
