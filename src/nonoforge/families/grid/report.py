"""What `make grid` says about its result: a record, and sentences."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.families.grid.geometry import grid_of
from nonoforge.families.grid.likeness import RECOGNIZABLE
from nonoforge.families.grid.make import GridResult
from nonoforge.results import MakeRecord, RatingRecord, make_fields, rating_record, time_words
from nonoforge.text import count


class GridRecord(MakeRecord, kw_only=True):
    """A grid that was made."""

    size: Annotated[tuple[int, int], Meta(description="Columns and rows.")]
    cells: int
    filled: int
    threshold: Annotated[float | None, Meta(
        description="Lightness below which a cell was filled; null with several colours.")]
    undecided: Annotated[int, Meta(
        description="Cells that solving at the chosen level leaves open.")]
    changes: Annotated[list[tuple[int, int, int]], Meta(
        description="Row and column, from 1, of cells that were changed, and their new colours.")]
    changed_share: float
    loss: Annotated[float, Meta(description="What the changes cost the eye, 0 to 1.")]
    likeness: Annotated[float, Meta(
        description="How well the picture can be recognized, 0 to 1.")]
    recognizable: Annotated[bool, Meta(
        description="Whether likeness is enough for people to recognize the picture.")]
    way: Annotated[str, Meta(description="What cells were filled by: lightness, local lightness, "
                             "ink, shape, tones, local tones, colours, or colours before a plain "
                             "background.")]
    rating: RatingRecord | None


def grid_record(result: GridResult) -> GridRecord:
    """Return what `make grid --json` prints."""
    grid = grid_of(result.nonogram)[0]
    return GridRecord(
        **make_fields(result), size=(grid.width, grid.height), cells=len(result.cells),
        filled=sum(colour > 0 for colour in result.nonogram.solution or b""),
        threshold=result.threshold, undecided=result.undecided,
        changes=[(cell // grid.width + 1, cell % grid.width + 1, colour)
                 for cell, colour in result.changes],
        changed_share=round(result.share, 6), loss=round(result.loss, 6),
        likeness=round(result.likeness, 3), recognizable=result.likeness >= RECOGNIZABLE,
        way=result.way, rating=rating_record(result.rating))


def grid_sentences(result: GridResult) -> list[str]:
    """Return the grid in a sentence."""
    grid, verdict = grid_of(result.nonogram)[0], result.verdict
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    stars = f"{result.rating.stars} of 5 stars" if result.rating.stars else "not rated"
    return [f"{grid.width}x{grid.height} cells, "
            f"{count(len(result.changes), 'cell')} changed ({100 * result.share:.1f} %); "
            f"{verdict.answer}, {solvable}, {stars}; likeness {result.likeness:.2f}; "
            f"{time_words(result.seconds)}"]
