"""What `make grid` tells: in words, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.families.grid import grid_of
from nonoforge.results import rating_record, time_words
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.families.grid import Made, Making


def grid_sentence(where: str, made: Made) -> str:
    """One puzzle in a sentence."""
    grid, verdict = grid_of(made.nonogram)[0], made.verdict
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    stars = f"{made.rating.stars} of 5 stars" if made.rating.stars else "not rated"
    return (f"{where}: {grid.width}x{grid.height} cells, "
            f"{count(len(made.changes), 'cell')} changed ({100 * made.share:.1f} %); "
            f"{verdict.answer}, {solvable}, {stars}; {time_words(made.seconds)}")


def grid_record(source: str, path: str | None, made: Made, making: Making) -> dict[str, Any]:
    """The same for programs."""
    grid = grid_of(made.nonogram)[0]
    return {
        "file": source, "output": path, "family": "grid", "size": [grid.width, grid.height],
        "cells": len(made.cells), "colours": len(made.nonogram.puzzle.palette) - 1,
        "filled": sum(colour > 0 for colour in made.nonogram.solution or b""),
        "threshold": made.threshold, "verdict": made.verdict.answer, "level": made.verdict.level,
        "line_solvable": made.verdict.line_solvable, "undecided": made.open,
        "changes": [[cell // grid.width + 1, cell % grid.width + 1, colour]
                    for cell, colour in made.changes],
        "changed_share": round(made.share, 6), "loss": round(made.loss, 6),
        "rating": rating_record(made.rating), "notes": list(making.notes),
        "interrupted": making.interrupted, "seconds": round(made.seconds, 6),
    }
