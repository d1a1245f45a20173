"""Stars: how they spread over the puzzles of a folder, and the quantiles behind their steps."""

from __future__ import annotations

import os
from collections import defaultdict
from statistics import quantiles

from nonoforge.bench.corpus import Entry, puzzles_at
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.families import families
from nonoforge.formats import load
from nonoforge.judge import STAR_EFFORTS, Rating, rate

STARS = ("1 star", "2 stars", "3 stars", "4 stars", "5 stars")
COLUMNS = ("folder", "family", "puzzles", "not rated", *(f"{name} %" for name in STARS))
EFFORT_COLUMNS = ("folder", "family", "20 %", "40 %", "60 %", "80 %", "most")
TECHNIQUE_COLUMNS = ("folder", "hardest technique", *STARS)
MAX_SECONDS = 10.0
NOTES = (
    "not rated: several solutions, none, or more than the budget (10 s unless given). Per cent of "
    "those that are rated.",
    "Stars by effort: two from {}, three from {}, four from {}, five from {}; docs/rating.md.",
)


def stars(options: BenchOptions) -> Table:
    """Shares of stars by folder and family, the quantiles of the effort, and the hardest techniques
    by stars. A folder is rated with each of its subfolders; without one, the starters are."""
    budget = options.budget or Budget(seconds=MAX_SECONDS)
    sets = _sets(options.path)
    parts = Parts(options.report, sum(map(len, sets.values())))
    draft = Draft("Stars", COLUMNS, options.report, Plot("family", COLUMNS[4:], "per cent"))
    efforts = Draft("Effort: a share of the puzzles has less", EFFORT_COLUMNS, options.report)
    techniques = Draft("Stars by the hardest technique", TECHNIQUE_COLUMNS, options.report)
    for folder, entries in sets.items():
        by_family: dict[str, list[Rating]] = defaultdict(list)
        for entry in entries:
            parts.next(entry.name)
            by_family[entry.nonogram.family.name].append(rate(entry.nonogram, budget=budget))
        every = [rating for found in by_family.values() for rating in found]
        for family, found in [*sorted(by_family.items()), ("all", every)]:
            _rows(draft, efforts, folder, family, found)
        _technique_rows(techniques, folder, every)
    steps, own = NOTES[1].format(*STAR_EFFORTS), NOTES[0]
    draft.note(own, steps, machine())
    return draft.table(efforts.table(), techniques.table())


def _sets(path: str | None) -> dict[str, list[Entry]]:
    """Return the puzzles by folder."""
    if path is None:
        return {"starters": [Entry(f"{family.name} {file.stem}", load(str(file)))
                             for family in families() for file in family.starters]}
    if not os.path.isdir(path):
        return {os.path.basename(path): puzzles_at(path)[0]}
    found = {}
    for folder, _, names in sorted(os.walk(path)):
        if names:
            try:
                found[os.path.relpath(folder, path)] = puzzles_at(folder)[0]
            except InputError:
                continue  # a folder without puzzles
    if not found:
        raise InputError("no puzzle is in this folder; name a folder of puzzle files", file=path)
    return found


def _rows(draft: Draft, efforts: Draft, folder: str, family: str, found: list[Rating]) -> None:
    rated = [rating for rating in found if rating.stars is not None]
    counts = [sum(rating.stars == count for rating in rated) for count in range(1, 6)]
    draft.row(folder, family, len(found), len(found) - len(rated),
              *(100 * count / len(rated) if rated else None for count in counts))
    if len(rated) > 1:
        effort = [rating.effort for rating in rated]
        efforts.row(folder, family, *(round(cut) for cut in quantiles(effort, n=5)), max(effort))


def _technique_rows(draft: Draft, folder: str, found: list[Rating]) -> None:
    by_technique: dict[tuple[int, str], list[int]] = defaultdict(lambda: [0] * 5)
    for rating in found:
        if rating.technique is not None and rating.stars is not None and rating.rung is not None:
            by_technique[rating.rung, rating.technique.name][rating.stars - 1] += 1
    for (_, name), counts in sorted(by_technique.items()):
        draft.row(folder, name, *counts)
