"""`make/curved`: a curved nonogram from a drawing of curves, or from a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from msgspec import Meta

from nonoforge.families.curved.family import FAMILY
from nonoforge.families.plane import drawing_of
from nonoforge.results import Cells, rating_record
from nonoforge.studio.tasks.label import OfDrawing
from nonoforge.studio.tasks.make_sloped import ColourBy, FrameSize, Point
from nonoforge.studio.tasks.making import (
    Length,
    Made,
    SomeLength,
    answered,
    called,
    chosen,
    remarks_on,
    stem,
    told,
)
from nonoforge.studio.tasks.requests import Tell, puzzle_json


class MakeCurved(OfDrawing):
    """Make a curved nonogram from an SVG or Ipe drawing. Lengths are millimetres."""

    keep_curves: Annotated[bool | None, Meta(
        description="Take the curves as they are drawn, and add none; they are anyway if any is "
                    "open.")] = None
    snap: Annotated[Length, Meta(
        description="Join ends that miss the frame or each other by no more than this."
    )] = round(0.01 * 25.4 / 72, 6)
    size: FrameSize = None
    colour_by: ColourBy = "auto"
    curves: Annotated[Annotated[int, Meta(ge=1, le=200)] | None, Meta(
        description="Where a picture is extended: to have so many curves; without this, as few as "
                    "will do.")] = None
    min_width: Annotated[SomeLength | None, Meta(
        description="Where a picture is extended: faces should not be narrower.")] = None
    min_distance: Annotated[SomeLength | None, Meta(
        description="... crossings along a curve should not be nearer to each other.")] = None
    min_angle: Annotated[float, Meta(
        description="... curves should not cross more flatly, in degrees.", ge=5, le=60)] = 20.0
    tries: Annotated[Annotated[int, Meta(ge=1, le=10**7)] | None, Meta(
        description="... how many ways are tried.")] = None


class CurvedMade(Made, kw_only=True):
    """A curved nonogram, and what a designer may want to look at. Points are in the millimetres of
    the puzzle: x to the right, y up."""

    ambiguous_cells: Cells
    popular_faces: Annotated[Cells, Meta(
        description="Faces that one side of a curve visits more than once.")]
    undetermined_faces: Annotated[Cells, Meta(description="Faces along no open curve.")]
    small_faces: Annotated[Cells, Meta(description="Faces of less than a square millimetre.")]
    self_crossings: list[Point]
    tangencies: Annotated[list[Point], Meta(description="Where curves touch.")]
    triple_points: Annotated[list[Point], Meta(description="Where more than two curves meet.")]


PLACES = ("ambiguous_cells", "popular_faces", "undetermined_faces", "small_faces",
          "self_crossings", "tangencies", "triple_points")


def run(request: MakeCurved, tell: Tell) -> CurvedMade:
    """Make it."""
    options = chosen(FAMILY, request)
    tell(None, "reading the drawing")
    with called(request.name) as name:
        drawing = drawing_of(request.data, name)
        source = replace(drawing, title=drawing.title or stem(request.name))
        result = FAMILY.make(source, options, tell)
    record = told(FAMILY.make_record(result))
    return answered(CurvedMade, {
        "puzzle": puzzle_json(result.nonogram), "verdict": result.verdict.answer,
        "line_solvable": result.verdict.line_solvable,
        "rating": rating_record(result.report.rating), "summary": record,
        "remarks": remarks_on(FAMILY, result), **{name: record[name] for name in PLACES}})
