"""Arrangements: what borders what, checked against plain geometry."""

from __future__ import annotations

from itertools import groupby
from math import hypot
from random import Random

import pytest

from helpers.arrangements import SIDE, moon, random_lines, random_sloped
from nonoforge.families.plane import OUTSIDE, arrangement_of, clues_of
from nonoforge.families.sloped import FRAME_SIDES, build_lattice
from nonoforge.path import area, at, flat, inside, leaving


@pytest.mark.parametrize("seed", range(12))
def test_faces_fill_the_frame(seed: int) -> None:
    rng = Random(seed)
    straight = random_lines(rng, rng.randrange(0, 14), any_slope=seed % 2 == 1)
    found = build_lattice((0, 0, SIDE, SIDE), straight)
    vertices, edges, faces = len(found.vertices), len(found.edges), len(found.faces)
    assert vertices - edges + faces == 1
    arrangement = found.arrangement()
    areas = [area(arrangement.polygon(loop)) for (loop,) in arrangement.faces]
    assert min(areas) > 0
    assert sum(areas) == pytest.approx(10_000)
    assert area(arrangement.frame_polygon) == pytest.approx(10_000)
    assert all(arrangement.left[dart ^ 1] == OUTSIDE for dart in arrangement.frame)


@pytest.mark.parametrize("seed", range(12))
def test_a_side_reads_what_a_walker_sees_on_the_left(seed: int) -> None:
    """The oracle walks in small steps and asks for the face of a point just to the left."""
    rng = Random(seed)
    arrangement = arrangement_of(random_sloped(rng, 7, any_slope=seed % 2 == 1))
    polygons = [arrangement.polygon(loop) for (loop,) in arrangement.faces]
    for side in arrangement.sides:
        seen = []
        for dart in side.darts:
            (x, y), (dx, dy) = at(arrangement.path(dart)[0], 0.5), leaving(arrangement.path(dart))
            left = (x - 1e-5 * dy, y + 1e-5 * dx)
            seen.append(next(i for i, polygon in enumerate(polygons) if inside(left, polygon)))
        assert side.cells == tuple(face for face, _ in groupby(seen))


def test_many_lines_through_one_point_are_one_vertex() -> None:
    from nonoforge.families.sloped import through

    middle = (50_000, 50_000)
    lines = [through(middle, point) for point in ((0, 0), (0, 50_000), (50_000, 0), (100_000, 0))]
    found = build_lattice((0, 0, SIDE, SIDE), lines)
    assert len(found.faces) == 8
    assert max(map(len, found.through)) == 4
    # By edge, not by corner: four faces touch each side in that point alone.
    assert all(len(side.cells) == 2 for side in found.arrangement().sides)
    assert [len(row) for row in found.along[FRAME_SIDES:]] == [3, 3, 3, 3]


def test_names_of_sides() -> None:
    arrangement = arrangement_of(random_sloped(Random(3), 9))
    assert all(len(side.cells) >= 1 for side in arrangement.sides)
    for side in arrangement.sides:
        (x, y), (dx, dy) = arrangement.outward(side, 1)
        name = arrangement.side_name(side)
        middle = arrangement.spots[side.cells[-1]]
        if name.startswith("above"):
            # The face lies above the line: the normal that points up separates it from the line.
            sign = 1 if dx > 0 else -1
            assert sign * (dx * (middle[1] - y) - dy * (middle[0] - x)) > 0
        if name.startswith("left"):
            assert middle[0] < x


def test_ports_look_outwards() -> None:
    arrangement = arrangement_of(random_sloped(Random(5), 8, any_slope=True))
    frame = arrangement.frame_polygon
    for side in arrangement.sides:
        for end in (0, 1):
            (x, y), (dx, dy) = arrangement.outward(side, end)
            assert hypot(dx, dy) == pytest.approx(1)
            assert inside((x - 1e-6 * dx, y - 1e-6 * dy), frame)
            assert not inside((x + 1e-6 * dx, y + 1e-6 * dy), frame)


def test_holes_and_closed_curves() -> None:
    nonogram = moon()
    arrangement = arrangement_of(nonogram)
    assert len(arrangement.sides) == 2  # the ring has no clue
    assert [str(clue) for clue in clues_of(nonogram, arrangement)] == ["1", "0"]
    assert arrangement.side_name(arrangement.sides[1]) == "right of curve 1"
    loops = [arrangement.polygon(loop) for loop in arrangement.faces[1]]
    spot = arrangement.spots[1]
    assert inside(spot, loops[0])
    assert not inside(spot, loops[1])
    assert area(loops[0]) > 0 > area(loops[1])
    assert len(flat(arrangement.path(12))) > 4
    assert arrangement.cell_name(2).startswith("face 3 at (7.0, 4.5)")
