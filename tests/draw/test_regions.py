"""Regions, hatchings and squared paper: what drawings of arrangements are built from."""

from __future__ import annotations

from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from nonoforge.families.plane import OUTSIDE, arrangement_of
from nonoforge.families.plane.face_shapes import hatching, loop_path, regions
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
