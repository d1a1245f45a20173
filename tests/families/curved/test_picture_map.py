"""Random outlines and areas: cleaned maps have no thin parts, fitted ones the same faces."""

from __future__ import annotations

import os
from math import cos, sin, tau
from random import Random

import pytest

pytest.importorskip("shapely")

import shapely

from nonoforge.errors import InputError
from nonoforge.families.curved.growing.map_arcs import MapArcs
from nonoforge.families.curved.picture_map import (
    MANY_POINTS,
    _eroded,
    bordered_areas,
    borders,
    cleaned,
    faces_of,
    fitted,
    offset,
    union,
    with_background,
)
from nonoforge.path import Box

FRAME = Box(0.0, 0.0, 150.0, 150.0)
WIDTH = 4.0
CASES = 6 * int(os.environ.get("NONOFORGE_FUZZ", "1"))


def blob(rng: Random) -> shapely.Geometry:
    """A random outline: spiky, round, or a mere strip."""
    x, y, r = rng.uniform(45, 105), rng.uniform(45, 105), rng.uniform(4, 38)
    count = rng.choice((3, 4, 5, 9, 24, 80))
    rough = rng.choice((0.0, 0.2, 0.6, 0.95))
    flat = rng.choice((1.0, 1.0, 0.4, 0.05))
    points = [(x + k * cos(a), y + flat * k * sin(a)) for a, k in (
        (tau * n / count, r * (1 - rough * rng.random())) for n in range(count))]
    return shapely.make_valid(shapely.Polygon(points)).buffer(0)


def random_areas(rng: Random) -> list[shapely.Geometry]:
    inks: list[shapely.Geometry] = []
    for _ in range(rng.randint(1, 3)):
        own = union([blob(rng) for _ in range(rng.randint(1, 4))])
        inks = [union([ink.difference(own)]) for ink in inks]
        inks.append(own)
    return with_background(inks, FRAME)


@pytest.mark.parametrize("seed", range(CASES))
def test_random_pictures(seed: int) -> None:
    rng = Random(f"picture {seed}")
    areas = cleaned(random_areas(rng), FRAME, WIDTH)
    assert sum(area.area for area in areas) == pytest.approx(150 * 150, rel=1e-4)
    for one, area in enumerate(areas):
        for part in shapely.get_parts(area):
            assert not part.buffer(-0.25 * WIDTH).is_empty
        for other in areas[one + 1:]:
            assert area.intersection(other).area < 0.5
    kept = [areas[0], *(area for area in areas[1:] if not area.is_empty)]
    if len(kept) == 1:
        return
    picture = fitted(kept, rng.choice((0.7, 1.4, 2.5)), WIDTH, rng.choice((0.6, 3.0)))
    if picture is None:
        return
    ink = sum(area.area for area in kept[1:])
    changed = sum(shapely.symmetric_difference(a, b).area
                  for a, b in zip(kept[1:], picture.areas[1:], strict=True))
    around = sum(area.length for area in kept[1:])
    assert changed <= 2.5 * around + 0.01 * ink
    try:
        cut = MapArcs(picture)
        arcs = cut(rng).arcs
    except InputError:
        return
    assert len(faces_of([arc.path for arc in arcs])) == len(faces_of(
        [line.path for line in picture.lines]))
    again = bordered_areas([(arc.path, [cut.pairs[k] for k in arc.borders]) for arc in arcs],
                           len(kept))
    assert len(again) == len(kept)
    assert all(not area.is_empty for area in again[1:])


def test_large_areas_are_eroded_as_small_ones() -> None:
    """In two steps, of which the second begins with fewer points."""
    ring = shapely.Point(0, 0).buffer(50, quad_segs=2000).difference(
        shapely.Point(10, 0).buffer(30, quad_segs=2000))
    assert shapely.get_num_coordinates(ring) > MANY_POINTS
    plain = offset(ring, -4)
    assert _eroded(ring, 4).symmetric_difference(plain).area < 0.02 * plain.area


def test_gaps_that_rounding_leaves_are_no_areas() -> None:
    """Concentric half rings on a disc: along a part of one, rounding has left a gap of 3
    micrometres to what is around it, beside which there were two lines on top of each other."""
    disc = shapely.Point(75, 75).buffer(60)
    right = shapely.box(75, 0, 150, 150)
    rings = [shapely.Point(75, 75).buffer(r).difference(shapely.Point(75, 75).buffer(r - 9))
             for r in (50, 32)]
    ring = union([each.intersection(right) for each in rings])
    around = shapely.difference(disc, ring, grid_size=1e-3)
    edge = shapely.Point(75, 75).buffer(50).boundary.intersection(shapely.box(110, 80, 150, 110))
    areas = [shapely.box(0, 0, 150, 150).difference(disc), ring,
             shapely.difference(around, edge.buffer(3e-3), grid_size=1e-3)]
    lines = borders(areas)
    assert all(line.points[0] == line.points[-1] for line in lines)
    assert sorted((line.left, line.right) for line in lines if 0 not in (line.left, line.right)) \
        in ([(1, 2)] * 2, [(2, 1)] * 2)
    found = fitted(areas, 0.5, WIDTH)
    assert found is not None
    assert len(faces_of([line.path for line in found.lines])) == 3
    assert not any(line.junctions for line in found.lines)
