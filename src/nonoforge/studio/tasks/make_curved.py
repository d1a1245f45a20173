"""`make/curved`: a curved nonogram from a drawing of curves, or from a picture."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.records.curved import curved_record, curved_sentences
from nonoforge.results import Cells, rating_record
from nonoforge.studio.tasks.label import OfDrawing, labeller
from nonoforge.studio.tasks.make_sloped import ColourBy, FrameSize, Point
from nonoforge.studio.tasks.making import (
    Length,
    Made,
    SomeLength,
    answered,
    called,
    saying,
    stem,
    told,
)
from nonoforge.studio.tasks.requests import Tell, for_page, puzzle_json

if TYPE_CHECKING:
    from nonoforge.families.curved import Made as Curved

GROWING = 0.6  # of the time, where a picture is extended
SHARE = 0.2  # for the verdict and the labels, each


class MakeCurved(OfDrawing):
    """Make a curved nonogram from an SVG or Ipe drawing. Lengths are millimetres."""

    keep_curves: Annotated[bool, Meta(
        description="Take the curves as they are drawn, and add none; they are anyway if any is "
                    "open.")] = False
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


def run(request: MakeCurved, tell: Tell) -> CurvedMade:
    """Make it."""
    from nonoforge.families.curved import Growth, Plan, make_curved
    from nonoforge.families.plane import drawing_of

    growth = Growth(request.seed, request.curves, request.min_angle, request.min_distance,
                    request.min_width, request.tries, request.budget * GROWING,
                    lambda done, total, words: tell(done / max(1, total), words))
    labels = None if request.labels == "none" else labeller(request, request.labels)
    plan = Plan(request.keep_curves or None, request.snap, request.size, request.colour_by, growth,
                labels, request.seed, Budget(seconds=request.budget * SHARE))
    tell(None, "reading the drawing")
    with called(request.name) as name:
        drawing = drawing_of(request.data, name)
        title = request.title or drawing.title or stem(request.name)
        return _answer(make_curved(replace(drawing, title=title), plan, saying(tell)))


PLACES = ("ambiguous_cells", "popular_faces", "undetermined_faces", "small_faces",
          "self_crossings", "tangencies", "triple_points")


def _answer(made: Curved) -> CurvedMade:
    record, said = told(curved_record("", None, made)), curved_sentences("", made)
    verdict = made.report.verdict
    return answered(CurvedMade, {
        "puzzle": puzzle_json(made.nonogram), "verdict": verdict.answer,
        "line_solvable": verdict.line_solvable, "rating": rating_record(made.report.rating),
        "summary": record, "remarks": [for_page(words) for words in (
            said[0].removeprefix(": "), *said[1:], *made.notes)],
        **{name: record[name] for name in PLACES}})
