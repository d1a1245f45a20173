"""A puzzle of few lines that looks like a picture: exact lines in millimetres, colours, verdict."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil, inf
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane import (
    Drawing,
    Regions,
    Stages,
    from_faces,
    judged,
    regions_of,
    title_of,
)
from nonoforge.families.plane.colouring import WHITE
from nonoforge.families.plane.difference import ColouredAreas, Difference, difference, face_areas
from nonoforge.families.sloped.lattice import Lattice, build_lattice, min_width
from nonoforge.families.sloped.lines import UNIT, Straight
from nonoforge.families.sloped.options import SlopedOptions
from nonoforge.families.sloped.simplifying.picture import areas_of
from nonoforge.families.sloped.simplifying.simplify import (
    MAX_LINES,
    Candidate,
    Simplified,
    Wanted,
    simplify,
)
from nonoforge.families.sloped.simplifying.target import (
    BOTTOM,
    FLAT,
    LEFT,
    RIGHT,
    RISING,
    TOP,
    UPRIGHT,
    LatticeLine,
)
from nonoforge.families.sloped.widening import Widened, widen
from nonoforge.judge import Report
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.time_limit import time_left

DEFAULT_SIDE = 100.0  # mm: the longer side of the frame, where that is enough
MAX_SIDE = 150.0  # mm: with labels around it this is as wide as A4
TRIANGLE, NARROWEST = 0.5, 0.5 ** 0.5  # squares: the width of a single triangle, and of two
MIN_SQUARES, MAX_SQUARES = 6, 34
USUAL_WIDTH = 3.0  # mm of a face, where none is asked for
DETAIL = 0.5
SIMPLIFYING_SHARE = 0.6  # of the time that is left, to look for lines
FEWER, MIN_FEWER = 0.85, 10  # of the lines are left where labels have no room, if there are more


class Embedded(NamedTuple):
    """An arrangement with its colours."""

    lattice: Lattice
    colouring: Colouring
    palette: Palette


def square_side(candidate: Candidate, side: float, width: float, most: float) -> int:
    """Return the side of a square in exact coordinates: the frame's longer side is `side` mm, or
    more, up to `most`, if that makes the narrowest face `width` mm wide."""
    squares = max(candidate.target.width, candidate.target.height)
    narrowest = min_width(_lattice(candidate, UNIT))
    wanted = min(max(side / squares, width / narrowest), most / squares)
    return ceil(wanted * UNIT - 1e-6)


def embed(candidate: Candidate, square: int, colours: tuple[str, ...], plain: bool) -> Embedded:
    """Return the exact arrangement of a candidate. Colours that no face has are left out; a single
    one becomes black if `plain`."""
    lattice = _lattice(candidate, square)
    places = lattice.places
    side = square / UNIT
    found = []
    for face in lattice.faces:
        corners = [places[lattice.tail(dart)] for dart in face]
        x, y = (sum(values) / len(corners) / side for values in zip(*corners, strict=True))
        found.append(candidate.colours[candidate.faces[triangle_at(candidate, x, y)]])
    used = sorted({*found} - {0})
    palette = Palette() if plain and len(used) == 1 else \
        Palette.of(WHITE, *(colours[colour - 1] for colour in used))
    numbers = {0: 0} | {colour: at for at, colour in enumerate(used, start=1)}
    return Embedded(lattice, bytes(numbers[colour] for colour in found), palette)


def triangle_at(candidate: Candidate, x: float, y: float) -> int:
    """Return the triangle at a point, in squares from the frame's bottom left corner."""
    width, height = candidate.target.width, candidate.target.height
    column, row = min(int(x), width - 1), min(int(y), height - 1)
    u, v = x - column - 0.5, y - row - 0.5
    part = (RIGHT if u > 0 else LEFT) if abs(u) > abs(v) else TOP if v > 0 else BOTTOM
    return 4 * (row * width + column) + part


def _lattice(candidate: Candidate, square: int) -> Lattice:
    width, height = candidate.target.width, candidate.target.height
    return build_lattice((0, 0, width * square, height * square),
                         [_straight(line, height, square) for line in candidate.lines])


def _straight(line: LatticeLine, height: int, square: int) -> Straight:
    slope, at = line
    if slope == FLAT:
        return Straight(0, 1, at * square)
    if slope == RISING:
        return Straight(-1, 1, (height - at) * square)
    if slope == UPRIGHT:
        return Straight(-1, 0, -at * square)
    return Straight(1, 1, at * square)


@dataclass(frozen=True, eq=False)
class Lined:
    """A puzzle of few lines, before clues are hidden and labels placed."""

    options: SlopedOptions
    regions: Regions
    simplified: Simplified
    candidate: Candidate
    square: int
    """Side of a lattice square, in thousandths of a millimetre."""
    embedded: Embedded
    nonogram: Nonogram
    report: Report
    widened: Widened
    notes: tuple[str, ...]

    @property
    def colour_by(self) -> str:
        return "fill" if len(self.nonogram.puzzle.palette) > 2 else "parity"

    @property
    def added(self) -> tuple[int, ...]:
        """Lines, counted from 0, that were added so that one solution is left: none is known by
        its number, because all are sorted."""
        return ()

    @cached_property
    def source(self) -> ColouredAreas:
        """The areas of the picture in millimetres of the puzzle, with numbers for colours."""
        import shapely

        box = self.simplified.placed.placement.box
        scale = self.square * self.candidate.target.width / UNIT / box.width
        return [(str(number), shapely.transform(
            shape, lambda points: (points - (box.left, box.bottom)) * scale))
            for number, shape in enumerate(self.simplified.areas.shapes, start=1)]

    @cached_property
    def difference(self) -> Difference:
        """Where the puzzle's solution differs from the picture."""
        return self.difference_of(self.candidate)

    def difference_of(self, candidate: Candidate) -> Difference:
        """Return where a candidate differs from the picture."""
        return difference(self.source, self.areas_of(candidate))

    def areas_of(self, candidate: Candidate) -> ColouredAreas:
        """Return the coloured faces of a candidate, with numbers for colours."""
        colours = self.simplified.areas.colours
        numbers = tuple(f"#{number:06x}" for number in range(1, len(colours) + 1))
        found = embed(candidate, self.square, numbers, False)
        return [(str(int(colour[1:], 16)), area) for colour, area in face_areas(
            found.lattice.arrangement(), found.colouring, found.palette)]

    def lattice_of(self, candidate: Candidate) -> Lattice:
        """Return the arrangement of a candidate, at the scale of the puzzle."""
        return embed(candidate, self.square, self.simplified.areas.colours, False).lattice

    @property
    def edges(self) -> int:
        """The edges of the picture's areas, curves as polygons."""
        import shapely

        return sum(int(shapely.get_num_coordinates(area)) - len(shapely.get_rings(
            shapely.get_parts(area))) for _, area in self.regions.areas)

    def enlarged(self) -> Lined | None:
        """Return the same in a frame as large as A4 takes; None if its size is given, or it has
        that size."""
        squares = max(self.candidate.target.width, self.candidate.target.height)
        most = int(MAX_SIDE * UNIT / squares)
        if self.options.size is not None or self.square >= 0.98 * most:
            return None
        return self._with(self.candidate, most, self.report)

    def fewer(self) -> Lined | None:
        """Return a puzzle with fewer lines; None where it would show the picture badly."""
        lines = len(self.candidate.lines)
        found = [one for one in self.simplified.trade_off if len(one.lines) <= FEWER * lines]
        if lines <= MIN_FEWER or not found:
            return None
        candidate = self.simplified.search.solvable(found[-1], lines)
        return self._with(candidate, _side(candidate, self.options), None)

    def others(self) -> Iterator[Lined]:
        """Yield this and other candidates, the nearest in number of lines first."""
        own = len(self.candidate.lines)
        yield self
        for other in sorted(self.simplified.shown, key=lambda one: abs(len(one.lines) - own)):
            if other is not self.candidate:
                yield self._with(other, _side(other, self.options), None)

    def _with(self, candidate: Candidate, square: int, report: Report | None) -> Lined:
        return _lined(self.options, self.regions, self.simplified, candidate, square,
                      self.nonogram.info, self.notes, report)


def line_picture(drawing: Drawing, options: SlopedOptions, stages: Stages) -> Lined:
    """Return the puzzle of few lines that looks like a drawing or picture."""
    with stages("picture", "looking at the picture"):
        if options.colour_by == "parity":
            from msgspec.structs import replace as changed

            regions = regions_of(drawing, changed(options, colours=1))
        else:
            regions = regions_of(drawing, options)
        framed = options.frame is not None or options.margin is not None or \
            any("frame" in shape.words for shape in drawing.shapes)
        areas = areas_of(regions.areas)
    with stages("simplifying", "looking for few lines that show it"):
        found = simplify(areas, Wanted(
            _squares(options, NARROWEST), _squares(options, TRIANGLE), options.lines or MAX_LINES,
            DETAIL if isinstance(options.detail, str) else options.detail,
            regions.frame if framed else None,
            min(options.spending.seconds or inf, SIMPLIFYING_SHARE * time_left())))
    with stages("verdict", "checking that it has one solution"):
        made = _lined(options, regions, found, found.best, _side(found.best, options),
                      Info(title=title_of(drawing, options)), regions.notes)
        if not any(made.embedded.colouring):
            raise InputError("with so few lines nothing of the picture is left; allow more --lines")
    return made


def _width(options: SlopedOptions) -> float:
    return USUAL_WIDTH if options.widest else options.min_width


def _squares(options: SlopedOptions, width: float) -> int:
    """Return how many squares fit along the longer side so that faces that are `width` squares wide
    are wide enough."""
    side = options.size or MAX_SIDE
    return max(MIN_SQUARES, min(MAX_SQUARES, int(width * side / max(_width(options), 0.1))))


def _side(candidate: Candidate, options: SlopedOptions) -> int:
    """Return the side of a square in exact coordinates."""
    return square_side(candidate, options.size or DEFAULT_SIDE, _width(options),
                       options.size or MAX_SIDE)


def _lined(
    options: SlopedOptions, regions: Regions, found: Simplified, candidate: Candidate, square: int,
    info: Info, notes: tuple[str, ...], report: Report | None = None,
) -> Lined:
    embedded = embed(candidate, square, found.areas.colours, options.colour_by != "fill")
    widened = widen(embedded.lattice, 0.0)
    widened = replace(widened, wanted=options.min_width,
                      reached=widened.after >= options.min_width - 1e-6)
    nonogram = from_faces(widened.lattice.arrangement(), embedded.colouring,
                          palette=embedded.palette, info=info)
    if report is None:
        report = judged(nonogram, options)
    return Lined(options, regions, found, candidate, square, embedded, nonogram, report, widened,
                 notes)
