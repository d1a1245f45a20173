"""From a drawing to a puzzle: its curves arranged, its faces coloured, its labels placed.

Each step says what it did; what was changed from the drawing is never silent.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from msgspec.structs import replace

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import CurveArrangement, Traits, arrange, traits
from nonoforge.families.curved.colouring import colour_faces, picture_colours
from nonoforge.families.curved.drawing import CurvedDrawing, curved_drawing, is_picture
from nonoforge.families.curved.family import FAMILY
from nonoforge.families.curved.growing import GrowRequest, GrowResult
from nonoforge.families.curved.options import CurvedOptions
from nonoforge.families.curved.stroke import DrawingError
from nonoforge.families.plane import (
    GROWING_SHARE,
    Drawing,
    Labelled,
    Stages,
    from_faces,
    judged,
    place,
    regions_of,
    thinned,
    title_of,
)
from nonoforge.families.plane.colouring import ColourRule, FaceColours
from nonoforge.judge import Rating, Report
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Info
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import time_share

if TYPE_CHECKING:
    from nonoforge.families.curved.pictures import ExtendedPicture

MARGIN = "14%"  # around a picture: room for the curves that extend it
PICTURE_SIDE = 150.0  # mm of the frame around a picture, which fills a sheet of A4 with its labels


@dataclass(frozen=True, kw_only=True, repr=False)
class CurvedResult(MakeResult):
    """A curved nonogram, facts about it, and notes on how it was made."""

    report: Report
    traits: Traits
    arranged: CurveArrangement
    drawn: CurvedDrawing | None  # None: a picture that was simplified
    grown: GrowResult | None
    extended: ExtendedPicture | None = None
    labelled: Labelled | None
    colour_by: str

    @property
    def difficulty_rating(self) -> Rating:
        return self.report.rating


def make(drawing: Drawing, options: CurvedOptions, progress: ShareProgress) -> CurvedResult:
    """Make a curved nonogram from a drawing: of curves, or of anything that can be seen."""
    FAMILY.check_libraries()
    stages = Stages(progress)
    if is_picture(drawing, options):
        return _of_picture(drawing, options, stages)
    with stages("drawing", "sorting out what is drawn"):
        source = curved_drawing(drawing, options.snap, options.size)
    try:
        return _made(source, title_of(drawing, options), options, stages)
    except DrawingError as error:
        told = error.in_drawing(source.framed.sheet.drawn)
        raise InputError("; ".join([told.message, *source.framed.notes])) from None


def _made(
    source: CurvedDrawing, title: str, options: CurvedOptions, stages: Stages,
) -> CurvedResult:
    with stages("curves", "extending the picture"), time_share(GROWING_SHARE):
        grown = _grown(source, options, stages.progress)
        strokes = source.strokes if grown is None else grown.strokes
        frame = (grown and grown.frame) or source.frame
    with stages("arrangement", "arranging curves"):
        arranged = arrange(frame, strokes)
        nature = traits(arranged)
        colours = _colours(source, arranged, options.colour_by)
        nonogram = from_faces(arranged.arrangement, colours.colouring, palette=colours.palette,
                              info=Info(title=title))
    with stages("verdict", "checking that it has one solution"):
        report = judged(nonogram, options)
        hidden, report = thinned(nonogram, report, options, stages.progress)
        nonogram = hidden.nonogram
    labelled, labels = None, options.label_options
    if labels is not None and arranged.arrangement.sides:
        with stages("labels", "placing labels"):
            labelled = place(nonogram, labels)
            nonogram = labelled.nonogram
    notes = (*source.notes, *_joined(source), *(grown.notes if grown else ()), *arranged.notes,
             *hidden.notes)
    return CurvedResult(
        nonogram=nonogram, verdict=report.verdict, report=report, traits=nature, arranged=arranged,
        drawn=source, grown=grown, labelled=labelled, colour_by=colours.by, notes=notes,
        interrupted=hidden.interrupted or (grown is not None and grown.interrupted),
        stages=stages.seconds, seconds=sum(stages.seconds.values()))


def _of_picture(drawing: Drawing, options: CurvedOptions, stages: Stages) -> CurvedResult:
    """Make a curved nonogram of what the eye sees."""
    from nonoforge.families.curved.pictures import extended_picture, picture_notes

    with stages("drawing", "looking at the picture"):
        regions = regions_of(drawing, replace(options, margin=options.margin or MARGIN,
                                              size=options.size or PICTURE_SIDE))
    with stages("curves", "extending the picture"), time_share(GROWING_SHARE):
        found = extended_picture(regions, options, stages.progress)
    with stages("arrangement", "arranging curves"):
        nature, colours = traits(found.arranged), found.colours
        nonogram = from_faces(found.arranged.arrangement, colours.colouring,
                              palette=colours.palette, info=Info(title=title_of(drawing, options)))
    with stages("verdict", "checking that it has one solution"):
        report = judged(nonogram, options)
        hidden, report = thinned(nonogram, report, options, stages.progress)
        nonogram = hidden.nonogram
    labelled, labels = None, options.label_options
    if labels is not None:
        with stages("labels", "placing labels"):
            labelled = place(nonogram, labels)
            nonogram = labelled.nonogram
    return CurvedResult(
        nonogram=nonogram, verdict=report.verdict, report=report, traits=nature,
        arranged=found.arranged, drawn=None, grown=None, extended=found, labelled=labelled,
        colour_by=colours.by, stages=stages.seconds,
        interrupted=hidden.interrupted or found.found.interrupted,
        notes=(*regions.notes, *picture_notes(found), *found.arranged.notes, *hidden.notes),
        seconds=sum(stages.seconds.values()))


def _grown(
    source: CurvedDrawing, options: CurvedOptions, progress: ShareProgress,
) -> GrowResult | None:
    """Return curves for a drawing that has only a picture; None if its own are kept."""
    keep = not source.outlines_only if options.keep_curves is None else options.keep_curves
    if keep:
        return None
    extend = GrowRequest(
        seed=options.seed, curves=options.curves, angle=options.min_angle,
        apart=options.min_distance, width=options.min_width, tries=options.tries,
        seconds=options.spending.seconds, tell=lambda done, total, words: progress(
            done / max(1, total), f"{done:,} of {total:,} tries; {words}"))
    colours = picture_colours(source.picture, source.roles.behind, source.matrix, options.colour_by)
    return extend(source.frame, source.strokes, colours)


def _colours(source: CurvedDrawing, arranged: CurveArrangement, rule: ColourRule) -> FaceColours:
    found = colour_faces(arranged, source.picture, source.roles.behind, source.matrix, rule)
    if not any(found.colouring):
        raise InputError("no face has a colour: the picture's outlines cancel each other out")
    return found


def _joined(source: CurvedDrawing) -> list[str]:
    if not source.snapped:
        return []
    most = max(each.by for each in source.snapped)
    ends = "1 end was" if len(source.snapped) == 1 else f"{len(source.snapped)} ends were"
    return [f"{ends} joined to the frame or another line, by up to {most:.2g} mm"]


make_curved = Maker(FAMILY, CurvedOptions, make)
