"""Whether an arrangement can be solved on paper: room for a pencil in each face, and for labels."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import dist

from nonoforge.families.plane.arrangement import Arrangement, arrangement_of
from nonoforge.families.plane.face_shapes import roomiest
from nonoforge.families.plane.label_boxes import side_labels
from nonoforge.nonogram import Nonogram
from nonoforge.path import area
from nonoforge.text import count
from nonoforge.verdict import Flaw

MIN_ROOM = 1.6  # mm on paper: the largest circle in a face that a pencil can fill
MAX_FRAME = 190.0  # mm: the width of A4 between its margins
MAX_FACES = 1000  # that people colour by hand
FLATNESS = 0.02  # mm
WIDTH_TOLERANCE = 0.03  # by which the circle that is found may be smaller than the largest


def print_flaws(nonogram: Nonogram) -> Iterator[Flaw]:
    """Yield what makes the puzzle hard to solve on paper."""
    arrangement = arrangement_of(nonogram)
    faces = len(arrangement.faces)
    if faces > MAX_FACES:
        yield Flaw("print", f"{faces:,} faces are too many to colour by hand",
                   f"Use fewer lines: up to {MAX_FACES:,} faces can be coloured by hand.")
    else:
        small = small_faces(arrangement)
        if small:
            number = count(len(small), "face is", "faces are")
            yield Flaw("print", f"{number} too small for a pencil: the smallest has room for a "
                                f"circle of {min(small.values()):.1f} mm",
                       "Make it with fewer lines, a larger --min-width or a larger --size.")
    placed, left = side_labels(nonogram)
    if left and arrangement.labels is None:
        yield Flaw("print", "its labels have no places around the frame",
                   "Place them: nonoforge label.")
    elif left:
        yield Flaw("print", f"{len(left):,} of {len(placed) + len(left):,} labels have no place "
                            "around the frame",
                   "Make it with fewer lines or larger with --size, or place smaller labels: "
                   "nonoforge label --box.")


def small_faces(arrangement: Arrangement) -> dict[int, float]:
    """Return the faces that are too small on a sheet of A4, with their room in millimetres: the
    diameter of the largest circle inside."""
    scale = min(1.0, MAX_FRAME / min(arrangement.box.width, arrangement.box.height))
    found: dict[int, float] = {}
    for face, darts in enumerate(arrangement.faces):
        loops = [arrangement.polygon(loop, FLATNESS) for loop in darts]
        # A circle inside has at least the radius area / perimeter: most faces need no search.
        around = sum(dist(a, b) for loop in loops for a, b in pairwise((*loop, loop[0])))
        room = abs(sum(area(loop) for loop in loops)) / around if around else 0.0
        if 2 * room * scale < MIN_ROOM:
            width = 2 * scale * roomiest(loops, arrangement.spots[face])[1]
            if width < (1 - WIDTH_TOLERANCE) * MIN_ROOM:
                found[face] = width
    return found
