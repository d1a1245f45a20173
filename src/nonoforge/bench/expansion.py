"""A solid's clue as a set of clues of runs: Table 1 of C. Halford, Generating and solving 3D
nonogram puzzles (2016), and brute force on solids by that line solver, beside the exact one and the
published figures."""

from __future__ import annotations

from functools import partial

from nonoforge.bench.corpus import Entry
from nonoforge.bench.halford import PUBLISHED
from nonoforge.bench.solids import SOURCE, WAYS, applied, exact_lines, in_order, solids_at
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value, machine, timed
from nonoforge.clues import MAX_GROUPS, Tally
from nonoforge.engine import Budget, Meter
from nonoforge.engine.plain import Board
from nonoforge.methods import GaveUp, compositions, count_expansions, expanding, extremes

LISTED = 6  # cells up to which all expansions are shown, as in Table 1
COUNTED = (7, 8, 9, 10, 13, 17, 20, 24, 27, 36)
MAX_EXPANSIONS = 200_000
BRUTE_BUDGET = Budget(seconds=300)  # for each solid

COLUMNS = ("cells", "single", "double", "triple+", "double: number", "triple+: number",
           "2^(n-1) - n")
SOLID_COLUMNS = ("puzzle", "size", "lines", "most cells in triple+", "its expansions",
                 "Brute, exact", "Brute, expand", "Brute 2016", "bad, exact", "bad, expand",
                 "bad 2016", "exact ms", "expand ms", "ratio", "ms 2016")
SOLID_NOTES = (
    "exact: the engine's line solver. expand: the line is solved with each clue of runs that its "
    "clue stands for, by the leftmost and the rightmost solution (line=expand), and what all agree "
    "on is kept. Both are under brute force.",
    "its expansions: clues of runs that fit into the line. too many: a clue with more than "
    f"{MAX_EXPANSIONS:,} is not expanded.",
    "ms: the strategy in Python, without memory of lines seen before. ratio: expand ms / exact ms.",
)


def table1(options: BenchOptions) -> Table:
    """Halford, Table 1: the clues of runs that clues of solids stand for; brute force with them."""
    draft = Draft("Table 1: expansions of clues of solids (Halford 2016)", COLUMNS, options.report,
                  Plot("cells", ("triple+: number",), "clues of runs", log=True))
    for total in range(1, LISTED + 1):
        draft.row(str(total), *(_shown(total, groups) for groups in range(1, MAX_GROUPS + 1)),
                  *_numbers(total))
    for total in COUNTED:
        draft.row(str(total), str(total), None, None, *_numbers(total))
    draft.note("In the order of Appendix C. number: counted, not listed; published are n - 1 and "
               "2^(n-1) - n.", machine())
    if options.path is None:
        draft.note("Name a folder of solids to have them solved by these expansions, too.")
        return draft.table()
    return draft.table(_solids(options))


def _shown(total: int, groups: int) -> str:
    return " | ".join(" ".join(map(str, parts)) for parts in compositions(total, groups)) or "-"


def _numbers(total: int) -> tuple[int, int, int]:
    double, triple = (count_expansions(Tally.of((total, groups)), 2 * total) for groups in (2, 3))
    return double, triple, 2 ** (total - 1) - total


def _solids(options: BenchOptions) -> Table:
    draft = Draft("Brute force by expansions, beside the exact line solver", SOLID_COLUMNS,
                  options.report, Plot("puzzle", ("Brute, exact", "Brute, expand", "Brute 2016"),
                                       "line solvers applied", log=True))
    entries, notes = solids_at(options.path)
    parts = Parts(options.report, len(entries))
    same = run = 0
    for entry in entries:
        parts.next(entry.name)
        row = _row(entry, options.budget or BRUTE_BUDGET)
        draft.row(*row)
        exact, expand = row[5], row[6]
        run += isinstance(expand, int)
        same += isinstance(expand, int) and exact == expand
    draft.note(f"The counts of exact and expand are equal on {same} of {run} solids that expand "
               "finished.", *SOLID_NOTES, SOURCE, *notes, machine())
    return draft.table()


def _row(entry: Entry, budget: Budget) -> list[Value]:
    puzzle = in_order(entry)
    most, number = max(((clue.counts[0].total or 0, count_expansions(clue, len(line.cells)))
                        for line in puzzle.lines if isinstance(clue := line.clue, Tally)
                        and len(clue.counts) == 1 and clue.counts[0].groups == MAX_GROUPS),
                       default=(None, None))
    published = PUBLISHED.get(entry.name)
    theirs = published.figures[0] if published and published.figures else None
    star = "*" if published and published.expected else ""
    brute = WAYS["Brute"]
    seconds, exact = timed(partial(applied, Board(puzzle, exact_lines, remember=False), brute,
                                   budget))
    board = Board(puzzle, expanding(extremes(), MAX_EXPANSIONS, Meter(budget).look), remember=False)
    try:
        longer, expand = timed(partial(applied, board, brute, budget))
        why = "out of time"
    except GaveUp:
        longer, expand, why = 0.0, None, "too many"
    time = published.times[0].shown if published else None
    return [entry.name, str(entry.nonogram.geometry), len(puzzle.lines), most, number,
            exact.applied if exact else None, expand.applied if expand else why,
            f"{theirs.applied:,}*" if theirs and star else theirs and theirs.applied,
            exact.bad if exact else None, expand.bad if expand else None,
            f"{theirs.bad:,}*" if theirs and star else theirs and theirs.bad,
            1e3 * seconds, 1e3 * longer if expand else None,
            longer / seconds if expand else None, time]
