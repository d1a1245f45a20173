"""What `make solid` says about its result: a record, and sentences."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.families.solid.geometry import AXES, solid_of
from nonoforge.families.solid.make import SolidResult
from nonoforge.results import MakeRecord, make_fields, time_words
from nonoforge.text import count, listed


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
    up: Annotated[str, Meta(description="The axis of the model that points up.")]
    turn: Annotated[float, Meta(
        description="Degrees by which it was turned about the vertical.")]
    symmetric: Annotated[list[str], Meta(
        description="The axes along which it is its own mirror image.")]
    thin: Annotated[bool, Meta(description="Whether thin parts were kept.")]
    joined: Annotated[int, Meta(description="Pieces that would float and were joined.")]
    dropped: Annotated[int, Meta(description="Pieces that would float and were left out.")]
    threshold: Annotated[float, Meta(description="Share of a cell's samples that made it solid.")]
    difference: Annotated[float | None, Meta(
        description="Volume in which it differs from the model, as a share of the model's.")]


def solid_record(result: SolidResult) -> SolidRecord:
    """Return what `make solid --json` prints."""
    puzzle, solid = result.nonogram.puzzle, solid_of(result.nonogram)
    places = ((*solid.place(cell), colour) for cell, colour in result.changes)
    shape = result.shape
    return SolidRecord(
        **make_fields(result), size=solid.size, cells=puzzle.cells, pieces=result.pieces,
        filled=sum(colour > 0 for colour in result.nonogram.solution or b""), rods=result.rods,
        clues=len(puzzle.lines), warnings=list(result.warnings), up=shape.up, turn=shape.turn,
        symmetric=[AXES[axis] for axis in shape.symmetric], thin=shape.thin,
        joined=shape.joined.joined if shape.joined else 0,
        dropped=shape.joined.dropped if shape.joined else 0, threshold=shape.threshold,
        difference=None if shape.difference is None else round(shape.difference, 4),
        changes=[(x + 1, y + 1, z + 1, colour) for x, y, z, colour in places])


def solid_sentences(result: SolidResult) -> list[str]:
    """Return sentences about the result, the most important first."""
    verdict, puzzle = result.verdict, result.nonogram.puzzle
    filled = sum(colour > 0 for colour in result.nonogram.solution or b"")
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    said = [f"{result.nonogram.geometry} cells, {filled:,} of them solid, in "
            f"{count(result.pieces, 'piece')}; {len(puzzle.lines):,} of {result.rods:,} clues; "
            f"{verdict.answer}, {solvable}; {time_words(result.seconds)}"]
    said.append(f"{_posture(result)}.")
    if result.changes:
        places = "; ".join(result.nonogram.geometry.cell_name(cell) for cell, _ in result.changes)
        said.append(f"Changed {count(len(result.changes), 'voxel')}: {places}.")
    return said


def _posture(result: SolidResult) -> str:
    """Return how the model stands, in words."""
    shape = result.shape
    words = [f"The model's {shape.up} points up"]
    if shape.turn:
        words.append(f"turned by {shape.turn:g} degrees")
    if shape.symmetric:
        words.append(f"symmetric along {listed([AXES[axis] for axis in shape.symmetric])}")
    if shape.thin:
        words.append("thin parts are kept")
    if shape.difference is not None:
        words.append(f"{100 * shape.difference:.0f} % of its volume differ")
    return ", ".join(words)
