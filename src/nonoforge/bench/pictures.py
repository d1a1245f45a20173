"""Making grids from pictures: how many cells change, and how long it takes."""

from __future__ import annotations

from functools import partial
from statistics import median

from nonoforge.bench.clock import machine, timed
from nonoforge.bench.parts import Parts
from nonoforge.bench.scenes import scenes
from nonoforge.bench.table import Draft, Plot, Table, Wish
from nonoforge.families.grid import Photo, Plan, make_grid

KINDS = (("30x30, black and white", Plan(size=30)), ("60x60, black and white", Plan(size=60)),
         ("30x30, 4 colours", Plan(size=30, colours=4)))

COLUMNS = ("picture", "cells", "changed", "changed %", "verdict", "line-solvable", "stars",
           "seconds")
SUMMARY = ("kind", "pictures", "unique", "line-solvable", "median changed %", "most changed %",
           "median s", "worst s")
NOTES = (
    "Pictures are drawn by the program: fifteen drawings, and the same as a camera would see them. "
    "seconds: from pixels to the finished puzzle, with its rating.",
)


def pictures(wish: Wish) -> Table:
    """Thirty pictures to puzzles: changed cells, verdicts, seconds; 30x30, 60x60 and in colours."""
    found = scenes(wish.seed)
    parts = Parts(wish.report, len(KINDS) * len(found))
    summary = Draft("Puzzles from pictures", SUMMARY, wish.report,
                    Plot("kind", ("median s", "worst s"), "seconds"))
    tables = [_kind(title, plan, found, parts, summary, wish) for title, plan in KINDS]
    summary.note(*NOTES, machine())
    return summary.table(*tables)


def _kind(
    title: str, plan: Plan, found: dict[str, Photo], parts: Parts, summary: Draft, wish: Wish,
) -> Table:
    draft = Draft(title, COLUMNS, wish.report, Plot("picture", ("changed %",), "per cent"))
    rows = []
    for name, photo in found.items():
        parts.next(f"{title}: {name}")
        seconds, making = timed(partial(make_grid, photo, plan))
        made = making.made[0]
        rows.append((100 * made.share, seconds, made.verdict))
        draft.row(name, len(made.cells), len(made.changes), 100 * made.share, made.verdict.answer,
                  "yes" if made.verdict.line_solvable else "no", made.rating.stars, seconds)
    shares, times = [row[0] for row in rows], [row[1] for row in rows]
    summary.row(title, len(rows), sum(row[2].answer == "unique" for row in rows),
                sum(row[2].line_solvable for row in rows), median(shares), max(shares),
                median(times), max(times))
    return draft.table()
