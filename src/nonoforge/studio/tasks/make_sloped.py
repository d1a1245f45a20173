"""`make/sloped`: a sloped nonogram from a drawing of polygons."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Literal

from msgspec import Meta

from nonoforge.families.plane import drawing_of
from nonoforge.families.sloped.family import FAMILY
from nonoforge.results import Cells
from nonoforge.studio.tasks.label import OfDrawing
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

Coordinate = Annotated[float, Meta(ge=-1e5, le=1e5)]
Extent = Annotated[float, Meta(gt=0, le=1e5)]
Point = tuple[float, float]
ColourBy = Annotated[Literal["auto", "parity", "fill"], Meta(
    description="What is coloured: what an odd number of outlines go around, or what the shapes' "
                "fills show; auto takes fills that differ.")]
FrameSize = Annotated[SomeLength | None, Meta(
    description="How long the longer side of the frame becomes, in millimetres; as the drawing "
                "says, or 100.")]


class MakeSloped(OfDrawing):
    """Make a sloped nonogram from an SVG or Ipe drawing of polygons. Lengths are millimetres."""

    min_width: Annotated[Length, Meta(
        description="Widen faces until each is so wide; 0 leaves them as they are.")] = 3.0
    widest: Annotated[bool, Meta(
        description="Instead, make the narrowest face as wide as it can be.")] = False
    objective: Annotated[Literal["squares", "sum", "max"], Meta(
        description="Of all lines' shifts, what is as little as possible.")] = "squares"
    split: Annotated[bool, Meta(
        description="Where points keep faces narrow in which three lines meet by accident, let the "
                    "lines part.")] = False
    slopes: Annotated[str, Meta(
        description="The slopes that edges may have: degrees, or rises like 1/2, or any.",
        max_length=400)] = "0,45,90,135"
    snap: Annotated[tuple[float, float] | None, Meta(
        description="Straighten edges that miss a slope by up to so many degrees (to 20), and join "
                    "what misses each other by so many millimetres; 3 and 0.5 are usual.")] = None
    frame: Annotated[tuple[Coordinate, Coordinate, Extent, Extent] | None, Meta(
        description="x, y, width and height of the frame, in the coordinates of the file.")] = None
    size: FrameSize = None
    colour_by: ColourBy = "auto"
    cure: Annotated[bool, Meta(
        description="Where there are several solutions, add a line that leaves one.")] = True


class SlopedMade(Made, kw_only=True):
    """A sloped nonogram, and what keeps its faces from being wider."""

    ambiguous_cells: Cells
    blocked_faces: Annotated[Cells, Meta(description="Faces that share a bound of their width.")]
    blocked_points: Annotated[list[Point], Meta(
        description="Points in the way, in the millimetres of the puzzle: x to the right, y up.")]


def run(request: MakeSloped, tell: Tell) -> SlopedMade:
    """Make it."""
    options = chosen(FAMILY, request)
    tell(None, "reading the drawing")
    with called(request.name) as name:
        drawing = drawing_of(request.data, name)
        source = replace(drawing, title=drawing.title or stem(request.name))
        result = FAMILY.make(source, options, tell)
    record = told(FAMILY.make_record(result))
    faces, points = result.widened.in_the_way()
    return answered(SlopedMade, {
        "puzzle": puzzle_json(result.nonogram), "verdict": result.verdict.answer,
        "line_solvable": result.verdict.line_solvable, "rating": record["rating"],
        "summary": record, "remarks": remarks_on(FAMILY, result),
        "ambiguous_cells": record["ambiguous_cells"], "blocked_faces": sorted(faces),
        "blocked_points": [(round(x, 3), round(y, 3)) for x, y in points]})
