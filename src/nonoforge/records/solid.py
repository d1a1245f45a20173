"""What `make solid` tells: in words, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.families.solid import solid_of
from nonoforge.results import time_words
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.families.solid import Made


def solid_sentences(mesh: str, out: str | None, made: Made) -> list[str]:
    """What was made; the first sentence is the most important."""
    verdict, puzzle = made.verdict, made.nonogram.puzzle
    assert made.nonogram.solution is not None
    filled = sum(colour > 0 for colour in made.nonogram.solution)
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    where = f"{out}: " if out else f"{mesh}: "
    first = (f"{where}{made.nonogram.geometry} cells, {filled:,} of them solid, in "
             f"{count(made.pieces, 'piece')}; {len(puzzle.lines):,} of {made.clues:,} clues; "
             f"{verdict.answer}, {solvable}; {time_words(made.seconds)}")
    said = [first]
    if made.changes:
        places = "; ".join(made.nonogram.geometry.cell_name(cell) for cell, _ in made.changes)
        said.append(f"Changed {count(len(made.changes), 'voxel')}: {places}.")
    if made.interrupted:
        said.append("Stopped early: this is the best so far.")
    return said


def solid_record(mesh: str, out: str | None, made: Made, warnings: list[str]) -> dict[str, Any]:
    """The same for programs."""
    puzzle, solid = made.nonogram.puzzle, solid_of(made.nonogram)
    assert made.nonogram.solution is not None
    return {
        "file": mesh, "output": out, "family": solid.family.name,
        "size": list(solid.size),
        "cells": puzzle.cells, "filled": sum(colour > 0 for colour in made.nonogram.solution),
        "pieces": made.pieces, "colours": len(puzzle.palette) - 1,
        "rods": made.clues, "clues": len(puzzle.lines),
        "verdict": made.verdict.answer, "level": made.verdict.level,
        "line_solvable": made.verdict.line_solvable,
        "changes": [[*(at + 1 for at in solid.place(cell)), colour]
                    for cell, colour in made.changes],
        "warnings": warnings, "notes": list(made.notes), "interrupted": made.interrupted,
        "seconds": round(made.seconds, 6),
    }
