"""Cells to change: what `repair` tells, in words and as JSON."""

from __future__ import annotations

from typing import Any

from nonoforge.judge import Edit, Edits, Repair, SolvableBy
from nonoforge.nonogram import Nonogram
from nonoforge.text import count

SOLVED: dict[SolvableBy, str] = {
    "line": "lines alone solve it", "probe": "probing solves it", "unique": "it has one solution"}


def repair_record(file: str, found: Repair, out: str | None) -> dict[str, Any]:
    """The fields of `repair --json`."""
    return {
        "file": file, "changes": [list(change) for change in found.changes],
        "line_solvable": not found.stuck, "stuck_cells": list(found.stuck),
        "output": None if found.stuck else out,
    }


def edits_record(file: str, nonogram: Nonogram, found: Edits, most: int) -> dict[str, Any]:
    """The fields of `repair --list --json`."""
    return {
        "file": file, "open_cells": list(found.open), "complete": found.complete,
        "helpful": len(found.edits),
        "edits": [{"cell": edit.cell, "place": nonogram.geometry.cell_name(edit.cell),
                   "colour": edit.colour, "decided": edit.decided, "open": edit.open}
                  for edit in found.edits[:most]],
    }


def repair_words(nonogram: Nonogram, found: Repair, most: int, level: SolvableBy) -> str:
    """A repair in a sentence without its end."""
    if found.stuck:
        return (f"no repair with {count(most, 'cell')} was found; the best changes leave "
                f"{count(len(found.stuck), 'cell')} open")
    if not found.changes:
        return f"{SOLVED[level]} already; nothing to change"
    places = "; ".join(change_words(nonogram, cell, colour) for cell, colour in found.changes)
    return f"change {places}: then {SOLVED[level]}"


def change_words(nonogram: Nonogram, cell: int, colour: int) -> str:
    """A cell and what it becomes."""
    from nonoforge.text import printable

    name = printable(nonogram.puzzle.palette.colours[colour].name)
    return f"{nonogram.geometry.cell_name(cell)} to {name}"


def help_words(level: SolvableBy, edit: Edit, found: Edits) -> str:
    """What a single change is good for."""
    if not edit.open:
        return f"then {SOLVED[level]}"
    new = edit.open - (len(found.open) - edit.decided)
    others = f", opens {new} others" if new > 1 else ", opens 1 other" if new else ""
    return f"decides {edit.decided} of {len(found.open)}{others}"
