"""Hiding clues: how many a solid can do without, and how soon that is found."""

from __future__ import annotations

from nonoforge.bench.clock import machine, timed
from nonoforge.bench.parts import Parts
from nonoforge.bench.solid_grids import solids_at
from nonoforge.bench.table import Draft, Plot, Table, Wish
from nonoforge.engine import Budget, propagate, solve
from nonoforge.families.solid import Target, hide_clues
from nonoforge.nonogram import Nonogram

PATIENCE = Budget(seconds=30)  # for each solid

COLUMNS = ("solid", "size", "clues", "left", "left %", "seconds", "verdict")
NOTES = (
    "left: clues that are still shown; settling only those rods, line by line, decides every cell, "
    "and the solver finds the solution to be the only one.",
    "The search ends when it finds nothing smaller for a while, or when its time is over.",
    "Solids that lines alone do not solve with every clue shown are left out.",
)


def hiding(wish: Wish) -> Table:
    """Fewest clues found for each solid of a folder, by lines alone: share left, seconds."""
    draft = Draft("Hiding clues: what is left", COLUMNS, wish.report,
                  Plot("solid", ("left %",), "per cent of the clues"))
    entries, notes = solids_at(wish.path)
    solvable = [entry for entry in entries if propagate(entry.nonogram.puzzle).state.solved]
    parts = Parts(wish.report, len(solvable))
    for entry in solvable:
        parts.next(entry.name)
        _row(draft, entry.name, entry.nonogram, wish)
    draft.note(*NOTES, *notes, machine())
    return draft.table()


def _row(draft: Draft, name: str, nonogram: Nonogram, wish: Wish) -> None:
    seconds, found = timed(lambda: hide_clues(nonogram, Target(), seed=wish.seed,
                                              budget=wish.budget or PATIENCE))
    clues, left = len(nonogram.puzzle.lines), len(found.nonogram.puzzle.lines)
    draft.row(name, str(nonogram.geometry), clues, left, 100 * left / clues, seconds,
              solve(found.nonogram).answer)
