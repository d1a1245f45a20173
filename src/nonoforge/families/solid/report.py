"""What `make solid` says about its result: a record, and sentences."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.families.solid.geometry import solid_of
from nonoforge.families.solid.make import SolidResult
from nonoforge.results import MakeRecord, make_fields, time_words
from nonoforge.text import count


class SolidRecord(MakeRecord, kw_only=True):
    """A solid that was made."""

    size: Annotated[tuple[int, int, int], Meta(description="Cells along x, y and z.")]
    cells: int
    filled: int
    pieces: Annotated[int, Meta(description="Parts that hang together by faces of voxels.")]
    rods: int
    clues: Annotated[int, Meta(description="Rods whose clue is shown.")]
    changes: Annotated[list[tuple[int, int, int, int]], Meta(
        description="x, y and z, from 1, of voxels that were changed, and their new colours.")]
    warnings: Annotated[list[str], Meta(description="What is wrong with the mesh.")]


def solid_record(result: SolidResult) -> SolidRecord:
    """Return what `make solid --json` prints."""
    puzzle, solid = result.nonogram.puzzle, solid_of(result.nonogram)
    places = ((*solid.place(cell), colour) for cell, colour in result.changes)
    return SolidRecord(
        **make_fields(result), size=solid.size, cells=puzzle.cells, pieces=result.pieces,
        filled=sum(colour > 0 for colour in result.nonogram.solution or b""), rods=result.rods,
        clues=len(puzzle.lines), warnings=list(result.warnings),
        changes=[(x + 1, y + 1, z + 1, colour) for x, y, z, colour in places])


def solid_sentences(result: SolidResult) -> list[str]:
    """Return sentences about the result, the most important first."""
    verdict, puzzle = result.verdict, result.nonogram.puzzle
    filled = sum(colour > 0 for colour in result.nonogram.solution or b"")
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    said = [f"{result.nonogram.geometry} cells, {filled:,} of them solid, in "
            f"{count(result.pieces, 'piece')}; {len(puzzle.lines):,} of {result.rods:,} clues; "
            f"{verdict.answer}, {solvable}; {time_words(result.seconds)}"]
    if result.changes:
        places = "; ".join(result.nonogram.geometry.cell_name(cell) for cell, _ in result.changes)
        said.append(f"Changed {count(len(result.changes), 'voxel')}: {places}.")
    return said
