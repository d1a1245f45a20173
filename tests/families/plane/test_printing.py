"""Room on paper, measured against shapely."""

from __future__ import annotations

import random

import pytest

from helpers.arrangements import random_sloped
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.printing import MIN_ROOM, print_flaws, small_faces

shapely = pytest.importorskip("shapely")


def test_small_faces_are_those_that_vanish_when_shrunk() -> None:
    rng = random.Random(5)
    seen = 0
    for _ in range(30):
        arrangement = arrangement_of(random_sloped(rng, 7))
        scale = min(1.0, 190 / min(arrangement.box.width, arrangement.box.height))
        found = small_faces(arrangement)
        for face, loops in enumerate(arrangement.faces):
            outer, *holes = (arrangement.polygon(loop) for loop in loops)
            polygon = shapely.Polygon(outer, holes)
            radius = MIN_ROOM / scale / 2
            if face in found:
                assert polygon.buffer(-1.01 * radius).is_empty
                seen += 1
            else:
                assert not polygon.buffer(-0.96 * radius).is_empty
    assert seen > 10


def test_labels_without_a_place_are_a_flaw() -> None:
    nonogram = random_sloped(random.Random(2), 4)
    assert any("labels have no places" in flaw.words for flaw in print_flaws(nonogram))
