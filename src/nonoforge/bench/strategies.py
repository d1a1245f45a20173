"""Orders of line solving on eight puzzles, beside the figures of C. Halford: Generating and solving
3D nonogram puzzles, University of Abertay Dundee, 2016; Table 8 and, in full, Table A7.

The puzzles are those of J. Wolter's survey of solvers; whoever has them names the folder. Others
in it are measured too; they have no published figures.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonoforge.bench.clock import machine
from nonoforge.bench.corpus import Entry, puzzles_at
from nonoforge.bench.halford import Figure
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.methods import choose, serves
from nonoforge.verdict import Verdict

STRATEGIES = {
    "Brute": "brute", "Hier": "hierarchical:complete=look",
    "Hier+Pre": "hierarchical:complete=look,prepass",
    "Heur": "heuristic", "Heur+Pre": "heuristic:prepass",
}
EXITS = ("original", "2", "4", "repaired")
TITLE = "Strategies: line solvers applied until the puzzle is solved, or no more is found"


class Published(NamedTuple):
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
) -> Published:
    """Three figures mean that the pre-pass made no difference."""
    five = figures if len(figures) == 5 else [figures[at] for at in (0, 1, 1, 2, 2)]
    return Published(name, number, size, solved, tuple(Figure(*pair) for pair in five), exit_clause)


PUBLISHED = (
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
    published: Published | None
    verdicts: tuple[Verdict, ...]

    @property
    def name(self) -> str:
        return self.published.name if self.published else self.entry.name

    @property
    def head(self) -> tuple[Value, ...]:
        return self.name, self.entry.size, len(self.entry.nonogram.puzzle.lines)

    def beside(self, value: Callable[[Figure], Value]) -> list[Value]:
        """A value of ours and of the published figure, for each strategy."""
        theirs = self.published.figures if self.published else (None,) * len(STRATEGIES)
        return [part for verdict, figure in zip(self.verdicts, theirs, strict=True)
                for part in (value(figure_of(verdict)), None if figure is None else value(figure))]


def strategies(wish: Wish) -> Table:
    """Brute, hierarchical, heuristic: line solvers and bad guesses, beside Halford's of 2016."""
    if wish.path is None:
        raise InputError("the strategies need puzzles: name a folder that has some of Bucks, Cat, "
                         "Dancer, Edge, Knot, Skid, Smoke and Swing, or any others")
    entries, notes = puzzles_at(wish.path)
    rows = []
    for number, entry in enumerate(entries):
        wish.report.at(number, len(entries), entry.name)
        rows.append(_measure(entry, wish))
    rows.sort(key=lambda row: (row.published is None, row.name))
    main = _draft(TITLE, rows, wish, lambda figure: figure.applied, ("solved", "solved 2016"))
    main.plot = Plot("puzzle", tuple(STRATEGIES), "line solvers", log=True)
    known = any(row.published for row in rows)
    main.note(*NOTES, *reproduced(rows), *(READING if known else ()), *notes, machine())
    shares = _draft("Bad guesses, % of the line solvers", rows, wish, lambda figure: figure.share)
    good = _draft("Line solvers that found something", rows, wish, lambda figure: figure.good)
    return main.table(shares.table(), good.table(), _exits(rows, wish), _exact(rows, wish))


def published_for(entry: Entry) -> Published | None:
    """The published figures of a puzzle: the same size, and the same name or number."""
    info = entry.nonogram.info
    words = set(re.findall(r"[a-z]+", f"{entry.name} {info.title}".lower()))
    numbers = {int(digits) for digits in re.findall(r"\d{1,9}", f"{entry.name} {info.identifier}")}
    return next((row for row in PUBLISHED if row.size == entry.size
                 and (row.name.lower() in words or row.number in numbers)), None)


def figure_of(verdict: Verdict) -> Figure:
    """What a strategy counted."""
    return Figure(verdict.work.settled, dict(verdict.counts).get("bad_guesses", 0))


def reproduced(rows: Sequence[Row]) -> list[str]:
    """How many of the published figures come out the same, strategy by strategy."""
    pairs = [[(figure_of(row.verdicts[at]), row.published.figures[at])
              for row in rows if row.published] for at in range(len(STRATEGIES))]
    total = len(pairs[0])
    if not total:
        return ["None of the published puzzles is here."]
    words = []
    for name, column in zip(STRATEGIES, pairs, strict=True):
        same = [sum(ours[part] == theirs[part] for ours, theirs in column) for part in (0, 1)]
        good = sum(ours.good == theirs.good for ours, theirs in column)
        words.append(f"{name} {same[0]}, {same[1]}, {good}")
    return [f"Reproduced exactly, of {total} puzzles (line solvers, bad guesses, line solvers that "
            f"found something): {'; '.join(words)}."]


def _measure(entry: Entry, wish: Wish) -> Row:
    published = published_for(entry)
    return Row(entry, published, tuple(
        _run(entry, method, wish.budget, "original", published.exit if published else "original")
        for method in STRATEGIES.values()))


def _run(entry: Entry, method: str, budget: Budget | None, line: str, exit_clause: str) -> Verdict:
    puzzle = entry.nonogram.puzzle
    settings = f"line={line if line == 'exact' or serves(puzzle) else 'auto'}"
    if method.startswith("heuristic"):
        settings += f",exit={exit_clause}"
    return choose(method).set(settings).solve(puzzle, budget=budget)


def _draft(
    title: str, rows: Sequence[Row], wish: Wish, value: Callable[[Figure], Value],
    more: tuple[str, ...] = (),
) -> Draft:
    columns = [column for name in STRATEGIES for column in (name, f"{name} 2016")]
    draft = Draft(title, ("puzzle", "size", "lines", *columns, *more), wish.report)
    for row in rows:
        solved = (_solved(row.verdicts[0]), row.published.solved if row.published else None)
        draft.row(*row.head, *row.beside(value), *(solved if more else ()))
    return draft


def _solved(verdict: Verdict) -> str:
    open_cells = len(verdict.state.open_cells())
    if verdict.answer == "unique" or not open_cells:
        return "yes"
    return "partly" if open_cells < len(verdict.state.masks) else "no"


def _exits(rows: Sequence[Row], wish: Wish) -> Table:
    """When the heuristic gives up, and what that costs."""
    columns = [column for clause in EXITS for column in (clause, f"{clause}: solved")]
    draft = Draft("The heuristic's exit clause: line solvers, and what is solved",
                  ("puzzle", *columns), wish.report)
    for row in rows:
        runs = [_run(row.entry, "heuristic", wish.budget, "original", clause) for clause in EXITS]
        draft.row(row.name, *(part for verdict in runs
                              for part in (verdict.work.settled, _solved(verdict))))
    draft.note("original, 2, 4: after as many bad guesses in a row as lines are left, or so many "
               "times as many. repaired: when no line has changed since it was last tried.")
    return draft.table()


def _exact(rows: Sequence[Row], wish: Wish) -> Table:
    """The same orders with a line solver that misses nothing."""
    draft = Draft("The same with exact line solving", (
        "puzzle", *STRATEGIES, "cells", "decided, published", "decided, exact", "solved, published",
        "solved, exact"), wish.report)
    gained = solved = 0
    for row in rows:
        runs = [_run(row.entry, method, wish.budget, "exact", "repaired")
                for method in STRATEGIES.values()]
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
