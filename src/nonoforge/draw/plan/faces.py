"""The faces, lines and signs of an arrangement, as layers of a plan."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from math import hypot
from typing import NamedTuple

from nonoforge.draw.colours import PAPER, visible
from nonoforge.draw.paths import circle_path
from nonoforge.draw.picture import BLANK, MARK, OPEN, cell_rgb
from nonoforge.draw.plan.hatching import hatching
from nonoforge.draw.plan.parts import Figure, Group, Layer, Part, Word
from nonoforge.draw.plan.regions import loop_path, regions
from nonoforge.draw.plan.room import roomiest
from nonoforge.draw.words import BASE, DIGIT
from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.palette import Palette
from nonoforge.path import Path, Point, moved

LINE = "#2b2b2b"  # curves of a puzzle
QUIET = "#8c8c8c"  # curves of a picture: seen on white and on black, and louder on neither
FRAME = "#000000"
LINES_ON = (QUIET, "#ffffff", "#1a1a1a", "#d0d0d0", "#5a5a5a")
SIGN = ("#6e6e6e", "#c0c0c0")
NUMBERS = ("#1f5f99", "#ffffff", "#1a1a1a")

# Millimetres, on a drawing that fits a sheet.
THIN = 0.25
HAIR = 0.15
THICK = 0.6
CROSS = 0.9
NUMBER = 2.4  # the size of a face's number
STROKES = 2.2  # between the strokes of a hatching
RING = 1.8  # the radius of a ring around a point


class OnPage(NamedTuple):
    """An arrangement whose point (left, top) lies in the corner of the page. `unit` is how much
    larger lines and signs are than usual, for a drawing that is shrunk to fit its sheet."""

    arrangement: Arrangement
    left: float
    top: float
    unit: float

    def path(self, path: Path) -> Path:
        return moved(path, (1, 0, 0, -1, -self.left, self.top))

    def at(self, point: Point) -> Point:
        return point[0] - self.left, self.top - point[1]

    def loops(self, face: int) -> list[list[Point]]:
        """The outlines of a face as polygons."""
        return [[self.at(point) for point in self.arrangement.polygon(loop, 0.02 * self.unit)]
                for loop in self.arrangement.faces[face]]

    def room(self, face: int) -> tuple[Point, float]:
        """A place with much room in a face, and how much."""
        return roomiest(self.loops(face), self.at(self.arrangement.spots[face]))


def ground(page: OnPage, palette: Palette) -> Layer:
    """The paper within the frame."""
    frame = page.path(loop_path(page.arrangement, page.arrangement.frame))
    return Layer("ground", [Figure([frame], fill=palette.colours[0].rgb, closed=True)])


def curves(page: OnPage, *, finished: bool) -> Layer:
    """Every curve as one path."""
    arrangement, parts = page.arrangement, list[Part]()
    pen, width = (QUIET, HAIR) if finished else (LINE, THIN)
    for number, curve in enumerate(arrangement.curves, start=1):
        path = page.path(loop_path(arrangement, curve.darts))
        parts.append(Group(f"curve {number}", [Figure([path], pen=pen, width=width * page.unit,
                                                      closed=curve.closed)]))
    return Layer("curves", parts)


def frame(page: OnPage) -> Layer:
    """The frame, over everything that touches it."""
    path = page.path(loop_path(page.arrangement, page.arrangement.frame))
    return Layer("frame", [Figure([path], pen=FRAME, width=THICK * page.unit, closed=True)])


def coloured(
    page: OnPage, cells: bytes, palette: Palette, name: str, *, finished: bool,
    hidden: bool = False,
) -> Layer:
    """The faces that are not white, those of a colour in one piece, and the lines over them."""
    arrangement = page.arrangement
    parts: list[Part] = []
    for value, loops in sorted(regions(arrangement, cells).items()):
        if value not in (0, BLANK):
            parts.append(Figure([page.path(loop_path(arrangement, loop)) for loop in loops],
                                fill=cell_rgb(value, palette), closed=True))
    return Layer(name, [*parts, *_lines(page, cells, palette, finished)], hidden)


def _lines(
    page: OnPage, cells: bytes, palette: Palette, finished: bool,
) -> Iterator[Figure]:
    """The edges at coloured faces once more, in a colour that is seen there."""
    arrangement = page.arrangement
    wishes, width = (LINES_ON, HAIR) if finished else ((LINE, *LINES_ON), THIN)
    found: dict[str, list[Path]] = defaultdict(list)
    pens: dict[tuple[int, int], str] = {}
    for edge, path in enumerate(arrangement.edges):
        left, right = arrangement.left[2 * edge], arrangement.left[2 * edge + 1]
        if OUTSIDE in (left, right):
            continue
        pair = min(cells[left], cells[right]), max(cells[left], cells[right])
        if pair[0] not in (0, BLANK) or pair[1] not in (0, BLANK):
            if pair not in pens:
                pens[pair] = visible(wishes, [cell_rgb(value, palette) for value in pair], 1.6)
            found[pens[pair]].append(page.path(path))
    for pen, paths in sorted(found.items()):
        yield Figure(paths, pen=pen, width=width * page.unit)


def signs(page: OnPage, cells: bytes, palette: Palette, *, crosses: bool) -> Layer:
    """A small cross in each face that is known to be white; where there are colours, strokes in
    open faces, whose tint could be one of them."""
    pen = visible(SIGN, [palette.colours[0].rgb], 2.5)
    strokes = [path for face, shown in enumerate(cells) if shown == 0
               for path in _cross(page, face)] if crosses else []
    parts: list[Part] = [Figure(strokes, pen=pen, width=THIN * page.unit)] if strokes else []
    if not palette.plain:
        parts += _hatched(page, [face for face, shown in enumerate(cells) if shown == OPEN],
                          ((pen, HAIR),))
    return Layer("signs", parts)


def face_numbers(page: OnPage, cells: bytes, palette: Palette, *, finished: bool) -> Layer:
    """The number of each face, as large as it allows; with a cross if it is known to be white."""
    parts: list[Part] = []
    for face, shown in enumerate(cells):
        text = f"{face + 1}{'×' if shown == 0 and not finished else ''}"
        (x, y), room = page.room(face)
        size = min(NUMBER * page.unit, 0.85 * room / hypot(DIGIT * len(text) / 2, BASE))
        ink = visible(NUMBERS, [cell_rgb(shown, palette)], 4.5)
        parts.append(Word(text, (x, y + BASE * size), size, ink, "middle"))
    return Layer("numbers", parts)


def _cross(page: OnPage, face: int) -> Iterable[Path]:
    (x, y), room = page.room(face)
    r = min(CROSS * page.unit, 0.5 * room)
    return (((x - r, y - r), (x + r, y + r)),), (((x - r, y + r), (x + r, y - r)),)


def marked(page: OnPage, marks: Collection[int], rings: Collection[Point]) -> Layer:
    """Faces that are to be noticed: hatched, within a border; and points, in a ring. They are seen
    on white and in colour."""
    cells = bytes(face in marks for face in range(len(page.arrangement.faces)))
    looks = ((PAPER, 2.6 * THIN), (MARK, 1.4 * THIN))
    parts: list[Part] = [*_hatched(page, sorted(marks), looks)]
    loops = regions(page.arrangement, cells).get(1, [])
    paths = [page.path(loop_path(page.arrangement, loop)) for loop in loops]
    parts += [Figure(paths, pen=pen, width=1.4 * width * page.unit, closed=True)
              for pen, width in looks if paths]
    circles = [circle_path(page.at(point), RING * page.unit) for point in rings]
    parts += [Figure(circles, pen=pen, width=2 * width * page.unit, closed=True)
              for pen, width in looks if circles]
    return Layer("marks", parts)


def _hatched(
    page: OnPage, faces: Iterable[int], looks: Iterable[tuple[str, float]],
) -> Iterator[Figure]:
    strokes: list[Path] = [((a, b),) for face in faces
                           for a, b in hatching(page.loops(face), STROKES * page.unit)]
    for pen, width in looks if strokes else ():
        yield Figure(strokes, pen=pen, width=width * page.unit)
