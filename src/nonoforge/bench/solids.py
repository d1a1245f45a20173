"""Orders of line solving on solids, beside the figures of C. Halford (2016), Tables 5 and 6."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from statistics import mean
from typing import NamedTuple

from nonoforge.bench.clock import machine
from nonoforge.bench.corpus import Entry
from nonoforge.bench.halford import PUBLISHED, STRATEGIES, Figure
from nonoforge.bench.parts import Parts
from nonoforge.bench.solid_grids import solids_at
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish
from nonoforge.clues import Clue
from nonoforge.engine import Budget, Meter, OutOfBudget, propagate, settle
from nonoforge.engine.plain import Board, Settler, Sheet
from nonoforge.families.solid import solid_of
from nonoforge.methods import (
    EXITS,
    Brute,
    GreedyNews,
    Heuristic,
    Hierarchical,
    Strategy,
    obvious_lines,
)
from nonoforge.puzzle import Puzzle

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
          "A dash: no figure. The solids may differ from the published ones, which are not "
          "available; where they were rebuilt, equal counts of lines do not prove equal solids.")
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


def table5(wish: Wish) -> Table:
    """Halford, Table 5: line solvers and bad guesses of five strategies and our own, on solids."""
    columns = ("puzzle", "size", "lines", *_beside(), OWN, UNTESTED, BEST, "open")
    draft = Draft("Table 5: line solvers applied (Halford 2016)", columns, wish.report,
                  Plot("puzzle", (*STRATEGIES, OWN), "line solvers applied", log=True))
    rows = []
    for row in _measured(wish, draft):
        rows.append(row)
        draft.row(*row.head, *row.beside(lambda figure: figure.applied), row.best, row.open)
    draft.note(_summary(rows),
               f"{BEST}: the fewest that any of the five takes, here or as published. open: cells "
               "that lines alone leave undecided.", SOURCE, *READING, machine())
    return draft.table(_bad_guesses(rows, wish))


def table6(wish: Wish) -> Table:
    """Halford, Table 6: line solvers as a ratio to brute force, on solids that lines can solve."""
    columns = ("puzzle", "size", *_beside(), OWN, UNTESTED)
    draft = Draft("Table 6: line solvers as a ratio to brute force (Halford 2016)", columns,
                  wish.report, Plot("puzzle", (*STRATEGIES[1:], OWN), "ratio to brute force"))
    for row in _measured(wish, draft, only_solvable=True):
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
    def best(self) -> int | None:
        all_ten = [*(self.figures[name] for name in STRATEGIES), *self.published.values()]
        return min((figure.applied for figure in all_ten if figure), default=None)

    def beside(self, value: Callable[[Figure], Value]) -> list[Value]:
        """A value of each of our figures, beside those that were published."""
        def of(figure: Figure | None) -> Value:
            return None if figure is None else value(figure)

        pairs = (pair for name in STRATEGIES
                 for pair in (of(self.figures[name]), of(self.published.get(name))))
        return [*pairs, of(self.figures[OWN]), of(self.figures[UNTESTED])]

    def ratios(self) -> list[Value]:
        """All, divided by brute force; ours by ours, the published by the published."""
        brute = self.figures["Brute"], self.published.get("Brute")
        ours, theirs = (float(figure.applied) if figure else None for figure in brute)
        values = self.beside(lambda figure: figure.applied)
        bases = [ours, theirs] * len(STRATEGIES) + [ours, ours]
        return [value / base if base and isinstance(value, int) else None
                for value, base in zip(values, bases, strict=True)]


def _beside() -> list[str]:
    return [name for strategy in STRATEGIES for name in (strategy, f"{strategy} 2016")]


def _bad_guesses(rows: list[Row], wish: Wish) -> Table:
    draft = Draft("Table 5: bad guesses, per cent of the line solvers applied",
                  ("puzzle", "size", "lines", *_beside(), OWN, UNTESTED), wish.report,
                  Plot("puzzle", (*STRATEGIES, OWN), "per cent"))
    for row in rows:
        draft.row(*row.head, *row.beside(lambda figure: figure.share))
    draft.note("A bad guess is a line solver applied that found nothing.")
    return draft.table()


def _summary(rows: list[Row]) -> str:
    """On how many solids is ours at or below the best?"""
    def within(name: str) -> int:
        return sum(figure is not None and row.best is not None and figure.applied <= row.best
                   for row in rows for figure in [row.figures[name]])

    return (f"At or below the best of the five on {within(OWN)} of {len(rows)} solids; without the "
            f"test on {within(UNTESTED)}.")


def _measured(wish: Wish, draft: Draft, only_solvable: bool = False) -> Iterator[Row]:
    """Solid by solid; what is left out becomes a note of the draft."""
    entries, notes = solids_at(wish.path)
    draft.note(*notes)
    parts = Parts(wish.report, len(entries) * len(WAYS))
    for entry in entries:
        deduced = propagate(entry.nonogram.puzzle)
        left = len(deduced.state.open_cells())
        if deduced.conflict is not None or (only_solvable and left):
            draft.note(f"left out: {entry.name}, which lines alone do not solve.")
            parts.done += len(WAYS)
            continue
        board = Board(in_order(entry), _exact)
        figures: dict[str, Figure | None] = {}
        for name, way in WAYS.items():
            parts.next(f"{entry.name}: {name}")
            figures[name] = applied(board, way, wish.budget)
        yield Row(entry, figures, left)


def in_order(entry: Entry) -> Puzzle:
    """The puzzle with its lines in the order that the published figures want."""
    solid, puzzle = solid_of(entry.nonogram), entry.nonogram.puzzle
    lines = sorted(puzzle.lines, key=lambda line: (line.group, solid.place(line.cells[0])))
    return replace(puzzle, lines=tuple(lines))


def applied(board: Board, way: Way, budget: Budget | None = None) -> Figure | None:
    """What a strategy takes to the end; None: more than the budget."""
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


def _exact(clue: Clue, length: int) -> Settler:
    """By whichever engine there is; the board remembers what a line gave, for those who ask again
    and again. That is counted all the same."""
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
