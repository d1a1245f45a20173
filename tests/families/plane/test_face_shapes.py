"""Regions, hatchings and squared paper: what drawings of arrangements are built from."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from nonoforge.families.plane import OUTSIDE, arrangement_of
from nonoforge.families.plane.face_shapes import distance, hatching, loop_path, regions, roomiest
from nonoforge.families.plane.text_picture import raster
from nonoforge.path import area, end, flat, inside, start


@pytest.mark.parametrize("seed", range(8))
def test_regions_have_the_area_of_their_faces(seed: int) -> None:
    rng = Random(seed)
    arrangement = arrangement_of(random_sloped(rng, 8, any_slope=seed % 2 == 1))
    cells = bytes(rng.randrange(3) for _ in arrangement.faces)
    found = regions(arrangement, cells)
    assert set(found) == set(cells)
    for value, loops in found.items():
        faces = sum(area(arrangement.polygon(loops[0]))
                    for face, loops in enumerate(arrangement.faces) if cells[face] == value)
        paths = [loop_path(arrangement, loop) for loop in loops]
        assert sum(area(flat(path)[:-1]) for path in paths) == pytest.approx(faces)
        assert all(start(path) == end(path) for path in paths)


def test_a_region_around_a_hole() -> None:
    arrangement = arrangement_of(moon())
    assert len(regions(arrangement, bytes([1, 1, 0]))[1]) == 2
    assert len(regions(arrangement, bytes([1, 1, 1]))[1]) == 1


def test_strokes_stay_inside_and_fill_the_face() -> None:
    rng = Random(2)
    arrangement = arrangement_of(random_sloped(rng, 6, any_slope=True))
    for loops in arrangement.faces:
        polygon = arrangement.polygon(loops[0])
        strokes = list(hatching([polygon], 0.25))
        middles = [((a[0] + b[0]) / 2, (a[1] + b[1]) / 2) for a, b in strokes]
        assert all(inside(middle, polygon) for middle in middles)
        drawn = sum(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 for a, b in strokes) * 0.25
        assert drawn == pytest.approx(area(polygon), rel=0.1, abs=3)


@pytest.mark.parametrize("seed", range(4))
def test_each_pixel_shows_the_face_in_its_middle(seed: int) -> None:
    arrangement = arrangement_of(random_sloped(Random(seed), 6, any_slope=seed % 2 == 1))
    columns, rows = 37, 23
    found = raster(arrangement, columns, rows)
    assert (found.width, found.height) == (columns, rows)
    polygons = [arrangement.polygon(loop) for (loop,) in arrangement.faces]
    for y in range(rows):
        for x in range(columns):
            at = (x + 0.5) * 100 / columns, 100 - (y + 0.5) * 100 / rows
            face = found.faces[y][x]
            assert face != OUTSIDE
            if not inside(at, polygons[face]):  # on an edge, where either side may have it
                assert (x, y) in found.lines


def test_lines_run_as_they_are_drawn() -> None:
    arrangement = arrangement_of(moon())
    found = raster(arrangement, 20, 20)
    assert {found.lines[0, y] for y in range(1, 19)} == {"|"}
    assert {found.lines[x, 0] for x in range(1, 8)} == {"-"}


@pytest.mark.parametrize("seed", range(6))
def test_no_point_of_a_grid_has_much_more_room(seed: int) -> None:
    """Faces here are convex, so that the best place is the only one to which every step leads."""
    arrangement = arrangement_of(random_sloped(Random(seed), 7, any_slope=True))
    for spot, (loop,) in zip(arrangement.spots, arrangement.faces, strict=True):
        polygon = arrangement.polygon(loop)
        (x, y), room = roomiest([polygon], spot)
        sides = list(pairwise((*polygon, polygon[0])))
        assert inside((x, y), polygon)
        assert room == min(distance((x, y), a, b) for a, b in sides)
        xs, ys = zip(*polygon, strict=True)
        grid = [(min(xs) + (max(xs) - min(xs)) * i / 25, min(ys) + (max(ys) - min(ys)) * j / 25)
                for i in range(26) for j in range(26)]
        best = max(min(distance(point, a, b) for a, b in sides) for point in grid
                   if inside(point, polygon))
        assert room > 0.93 * best


def test_room_beside_a_hole_and_in_a_crescent() -> None:
    square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]
    hole = [(4.0, 4.0), (4.0, 8.5), (8.5, 8.5), (8.5, 4.0)]
    place, room = roomiest([square, hole], (8.75, 8.75))
    assert room > 1.9
    assert inside(place, square)
    assert not inside(place, hole)
