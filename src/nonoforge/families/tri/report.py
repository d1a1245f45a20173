"""What `make tri` says about its result: a record, and sentences."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.families.tri.geometry import tri_of
from nonoforge.families.tri.make import TriResult
from nonoforge.results import MakeRecord, RatingRecord, make_fields, rating_record, time_words
from nonoforge.text import count


class TriRecord(MakeRecord, kw_only=True):
    """A triddler that was made."""

    sides: Annotated[tuple[int, int, int, int, int, int], Meta(
        description="Sides of the outline in edges of triangles, counter-clockwise from the upper "
                    "left one.")]
    cells: int
    filled: int
    threshold: Annotated[float | None, Meta(
        description="Lightness below which a triangle was filled; null with several colours.")]
    undecided: Annotated[int, Meta(
        description="Triangles that solving at the chosen level leaves open.")]
    changes: Annotated[list[tuple[int, int, int]], Meta(
        description="Row and place in it, from 1, of triangles that were changed, and their new "
                    "colours.")]
    changed_share: float
    loss: Annotated[float, Meta(description="What the changes cost the eye, 0 to 1.")]
    rating: RatingRecord | None


def tri_record(result: TriResult) -> TriRecord:
    """Return what `make tri --json` prints."""
    grid = tri_of(result.nonogram)[0]
    return TriRecord(
        **make_fields(result), sides=grid.sides, cells=grid.cells,
        filled=sum(colour > 0 for colour in result.nonogram.solution or b""),
        threshold=result.threshold, undecided=result.undecided,
        changes=[(row + 1, place + 1, colour) for (row, place), colour in
                 ((grid.place(cell), colour) for cell, colour in result.changes)],
        changed_share=round(result.share, 6), loss=round(result.loss, 6),
        rating=rating_record(result.rating))


def tri_sentences(result: TriResult) -> list[str]:
    """Return the triddler in a sentence."""
    nonogram, verdict = result.nonogram, result.verdict
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    stars = f"{result.rating.stars} of 5 stars" if result.rating.stars else "not rated"
    return [f"{nonogram.family.summary(nonogram)} (sides "
            f"{','.join(map(str, tri_of(nonogram)[0].sides))}), "
            f"{count(len(result.changes), 'triangle')} changed ({100 * result.share:.1f} %); "
            f"{verdict.answer}, {solvable}, {stars}; {time_words(result.seconds)}"]
