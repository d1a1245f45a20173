"""From any picture to the curves of a puzzle: simplified, smoothed, extended to the frame.

    simplify   few inks, no details below the printable width, few arcs (`picture_choice`)
    extend     arcs continued to the frame, curves added (`growing`), with several tries
    enlarge    the whole puzzle, up to a sheet of paper, where faces are narrow
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import NamedTuple

import shapely

from nonoforge.errors import InputError, OutOfBudget
from nonoforge.families.curved.arranging import CurveArrangement, arrange
from nonoforge.families.curved.colouring import PictureColours
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.growing.map_arcs import MapArcs
from nonoforge.families.curved.growing.native_cost import native
from nonoforge.families.curved.growing.quality import Goals, Measure, Quality, quality
from nonoforge.families.curved.growing.search import BestLayout, SearchLimits, search_arcs
from nonoforge.families.curved.options import CurvedOptions
from nonoforge.families.curved.picture_choice import Simplified, simplified
from nonoforge.families.curved.picture_map import bordered_areas
from nonoforge.families.curved.stroke import Stroke
from nonoforge.families.plane import Regions, lost_words
from nonoforge.families.plane.colouring import FaceColours
from nonoforge.palette import Palette
from nonoforge.path import Box, Matrix, moved, polyline
from nonoforge.progress import ShareProgress
from nonoforge.text import count
from nonoforge.time_limit import deadline, seconds_within, time_left, time_limit

MIN_WIDTH = 2.5  # mm: a face that is narrower is hard to colour in
SPARE, NATIVE_SPARE = 1.2, 1.06  # of widths in the search, which measures them roughly
ANGLE_SPARE = 1.1  # of angles between curves, which the search measures between polylines
MAX_WIDTH, MAX_HEIGHT = 165.0, 235.0  # mm of a frame with labels around it on a sheet of A4
STARTS, BASE_TRIES, TRIES_PER_ARC = 2, 500, 45
MIN_CURVES = 9
WIDENING, WIDENING_TRIES = 3, 150  # rounds, and tries of each
PATIENCE = 150  # tries
NATIVE_FACTOR = 2  # by how much more is tried where layouts are judged by native code
MAX_ATTEMPTS = 2
SIMPLIFYING_SHARE = 0.4  # of the time, for simplifying; the search for curves has the rest
CROSSING_SHARE = 1 / 30  # of the frame's longer side: how far apart crossings should be


@dataclass(frozen=True)
class ExtendedPicture:
    """Curves that extend a picture within a frame, and how good they are."""

    frame: Stroke
    strokes: tuple[Stroke, ...]
    arranged: CurveArrangement
    colours: FaceColours
    simplified: Simplified
    found: BestLayout
    quality: Quality
    goals: Goals
    regions: Regions

    @property
    def narrow(self) -> list[Measure]:
        """Faces that are narrower than they should be."""
        return [each for each in self.quality.widths if each.value < self.goals.width]

    @property
    def flat(self) -> list[Measure]:
        """Crossings that are flatter than they should be."""
        return [each for each in self.quality.angles if each.value < self.goals.angle]

    @property
    def good(self) -> bool:
        """Whether lines solve it, and nothing is too narrow or too flat."""
        return self.found.judged.solved and not self.narrow and not self.flat

    @property
    def rank(self) -> tuple[bool, float]:
        """The lower, the better."""
        short = sum(1 - each.value / self.goals.width for each in self.narrow) + \
            sum(1 - each.value / self.goals.angle for each in self.flat)
        return not self.found.judged.solved, short + 5 * self.simplified.look


def extended_picture(
    regions: Regions, options: CurvedOptions, progress: ShareProgress,
) -> ExtendedPicture:
    """Return the best of several tries to extend a picture."""
    with time_limit(options.spending.seconds):
        return _best_extended(regions, options, progress)


def _best_extended(
    regions: Regions, options: CurvedOptions, progress: ShareProgress,
) -> ExtendedPicture:
    left = time_left()
    best: ExtendedPicture | None = None
    failed: InputError | None = None
    for attempt, each in enumerate(_attempts(simplified(
            regions, options.detail if isinstance(options.detail, float) else None,
            None if left == inf else deadline(SIMPLIFYING_SHARE * left)))):
        if attempt and not time_left():
            break
        try:
            found = _extended(regions, each, options, options.seed + attempt, seconds_within(None),
                              progress)
        except OutOfBudget:
            if best is None:
                raise
            break
        except InputError as error:
            failed = failed or error
            continue
        if best is None or found.rank < best.rank:
            best = found
        if best.good or found.found.interrupted:
            break
    if best is None:
        raise failed or InputError("no curves were found that extend this picture")
    return best


def _attempts(some: Iterator[Simplified]) -> Iterator[Simplified]:
    """Yield what to try: the best, simpler ones, then the best again, with other seeds."""
    first = next(some)
    yield first
    tried = 1
    for each in some:
        if each.arcs < first.arcs:
            yield each
            tried += 1
        if tried == MAX_ATTEMPTS:
            return
    for _ in range(tried, MAX_ATTEMPTS):
        yield first


def _extended(
    regions: Regions, each: Simplified, options: CurvedOptions, seed: int, seconds: float | None,
    progress: ShareProgress,
) -> ExtendedPicture:
    box = regions.frame
    room = _room(box, options.size)  # by how much the puzzle may grow
    frame = frame_stroke(polyline([*box.corners, box.corners[0]]))
    wanted = MIN_WIDTH if options.min_width is None else options.min_width
    apart = CROSSING_SHARE * max(box.width, box.height) if options.min_distance is None else \
        options.min_distance
    goals = Goals.of(box, curves=options.curves, angle=ANGLE_SPARE * options.min_angle, apart=apart,
                     width=NATIVE_SPARE * wanted / room if native() else SPARE * wanted)
    goals = replace(goals, spacing=0.8, severity=3.0, min_curves=MIN_CURVES)
    cut = MapArcs(each.picture)
    more = NATIVE_FACTOR if native() else 1
    limits = SearchLimits(seed, options.tries, seconds, STARTS, more * BASE_TRIES,
                          more * TRIES_PER_ARC, WIDENING, more * WIDENING_TRIES, more * PATIENCE)
    found = search_arcs(frame, cut, PictureColours(Palette.of(*each.colours), steps=cut.steps),
                        goals, limits, lambda done, total, words: progress(
                            done / max(1, total), f"{done:,} of {total:,} tries; {words}"))
    strokes = found.strokes
    arranged = arrange(frame, strokes)
    measured = quality(arranged)
    narrowest = min(width.value for width in measured.widths)
    scale = min(room, max(1.0, 1.001 * wanted / max(narrowest, 1e-3)))
    areas = bordered_areas([(arc.path, [cut.pairs[k] for k in arc.borders])
                            for arc in found.arcs.arcs], len(each.colours))
    if scale > 1:
        frame, strokes = _scaled(frame, scale), tuple(_scaled(each, scale) for each in strokes)
        arranged = arrange(frame, strokes)
        areas = tuple(shapely.affinity.scale(area, scale, scale, origin=(0, 0)) for area in areas)
        measured = measured.scaled(scale)
    colouring = bytes(_colour_at(areas, spot) for spot in arranged.arrangement.spots)
    return ExtendedPicture(
        frame, strokes, arranged, FaceColours(colouring, Palette.of(*each.colours), "fill"),
        each, found, measured, replace(goals, width=wanted, angle=options.min_angle), regions)


def _room(box: Box, size: float | None) -> float:
    if size is not None:
        return 1.0
    return max(1.0, min(MAX_WIDTH / box.width, MAX_HEIGHT / box.height))


def _scaled(stroke: Stroke, scale: float) -> Stroke:
    matrix: Matrix = (scale, 0.0, 0.0, scale, 0.0, 0.0)
    return Stroke(moved(stroke.path, matrix), stroke.closed, stroke.picture, stroke.name)


def _colour_at(areas: Sequence[shapely.Geometry], spot: tuple[float, float]) -> int:
    point = shapely.Point(spot)
    return next((colour for colour, area in enumerate(areas) if colour and area.contains(point)), 0)


class _Shortcoming(NamedTuple):
    some: list[Measure]
    goal: float
    words: str
    unit: str


def picture_notes(made: ExtendedPicture) -> list[str]:
    """Return what was done to the picture, and which goals are not reached."""
    found, notes = made.found, []
    notes.append(f"simplified to {count(len(made.simplified.colours) - 1, 'colour')} and "
                f"{count(len(found.arcs.arcs), 'arc')}: {made.simplified.changed:.1%} of the "
                "picture's area has another colour than in the source")
    if (lost := lost_words(made.simplified.changed)) is not None:
        notes.append(lost)
    if found.late:
        notes.append(f"time ran out after {found.tried:,} of {found.tries:,} tries")
    for some, goal, words, unit in (
            _Shortcoming(made.flat, made.goals.angle, "crossing is flatter|crossings are flatter",
                         "degrees"),
            _Shortcoming(made.narrow, made.goals.width, "face is narrower|faces are narrower",
                         "mm")):
        if some:
            worst, (one, many) = min(some), words.split("|")
            notes.append(f"{len(some)} {one if len(some) == 1 else many} than {goal:g} {unit}: "
                         f"down to {worst.value:.2g} {unit} at ({worst.place[0]:.1f}, "
                         f"{worst.place[1]:.1f}) mm")
    return notes
