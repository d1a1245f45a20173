"""Drawings on their lattices: Euler's formula, areas, lines, corners, sides; noise and turns."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import pairwise
from math import cos, pi, sin
from random import Random

import pytest

from families.sloped.figures import (
    KINDS,
    anything,
    drawing,
    octagons,
    on_lattice,
    patches,
    shaken,
    shape,
    stars,
    turned,
)
from nonoforge.errors import InputError
from nonoforge.families.sloped import FRAME_SIDES, ExactDrawing, Lattice
from nonoforge.families.sloped.straightening import fitting
from nonoforge.families.sloped.straightening.fitting import Snap
from nonoforge.families.sloped.straightening.sketch import Edge
from nonoforge.path import Point, inside

pytest.importorskip("numpy")

SEEDS = range(6)


def exact_area(lattice: Lattice, face: int) -> Fraction:
    corners = [lattice.vertices[lattice.tail(dart)] for dart in lattice.faces[face]]
    points = [(Fraction(x, w), Fraction(y, w)) for x, y, w in corners]
    return sum((a[0] * b[1] - b[0] * a[1] for a, b in pairwise([*points, points[0]])),
               Fraction(0)) / 2


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_faces_fill_the_frame(kind: str, seed: int) -> None:
    found = on_lattice(*anything(kind, seed))
    lattice = found.lattice
    assert len(lattice.vertices) - len(lattice.edges) + len(lattice.faces) == 1  # Euler
    areas = [exact_area(lattice, face) for face in range(len(lattice.faces))]
    assert min(areas) > 0
    _, _, width, height = found.sketch.frame.exact
    assert sum(areas) == width * height
    assert found.notes == ()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", SEEDS)
def test_outlines_are_where_they_were_drawn(kind: str, seed: int) -> None:
    """Every corner that was drawn is a vertex, and every walk goes through its corners."""
    found = on_lattice(*anything(kind, seed))
    places = found.lattice.places
    for loop, walk in zip(found.sketch.loops, found.walks, strict=True):
        visited = [places[found.lattice.tail(dart)] for dart in walk]
        for before, dart in pairwise(walk):
            assert found.lattice.head(before) == found.lattice.tail(dart)
        for before, edge in zip([loop.edges[-1], *loop.edges], loop.edges, strict=False):
            if abs(cross(before, edge)) > 1e-3:  # it is a corner, not a point on a straight way
                assert near(edge.start, visited)
    drawn_corners = {edge.start for loop in found.sketch.loops for edge in loop.edges}
    for corner in found.corners:
        assert near(places[corner], drawn_corners)


def cross(before: Edge, edge: Edge) -> float:
    """The sine of the turn from one edge to the next."""
    (ax, ay), (bx, by) = before
    (cx, cy), (dx, dy) = edge
    return ((bx - ax) * (dy - cy) - (by - ay) * (dx - cx)) / before.length / edge.length


def near(point: Point, places: set[Point] | list[Point], by: float = 0.01) -> bool:
    return any(abs(point[0] - x) <= by and abs(point[1] - y) <= by for x, y in places)


@pytest.mark.parametrize("kind", ["patches", "octagons", "bricks"])
@pytest.mark.parametrize("seed", SEEDS)
def test_lines_are_those_of_the_edges(kind: str, seed: int) -> None:
    """As many lines as there are different ones, counted from rounded slopes and offsets."""
    found = on_lattice(*anything(kind, seed))
    lines = set()
    side = found.sketch.frame.width
    for loop in found.sketch.loops:
        for (ax, ay), (bx, by) in loop.edges:
            long = max(abs(bx - ax), abs(by - ay))
            dx, dy = round((bx - ax) / long), round((by - ay) / long)
            if (dx, dy) < (0, 0):
                dx, dy = -dx, -dy
            lines.add((dx, dy, round(dx * ay - dy * ax, 4) + 0.0))
    sides = {(1, 0, 0.0), (1, 0, round(side, 4)), (0, 1, 0.0), (0, 1, -round(side, 4))}
    assert len(found.lattice.lines) - FRAME_SIDES == len(lines - sides)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_sides_read_the_faces_beside_them(kind: str, seed: int) -> None:
    """A point beside the middle of each edge lies in the face that the side names."""
    arrangement = on_lattice(*anything(kind, seed)).lattice.arrangement()
    polygons = [arrangement.polygon(loop) for (loop,) in arrangement.faces]
    for side in arrangement.sides:
        seen: list[int] = []
        for dart in side.darts:
            (ax, ay), (bx, by) = arrangement.path(dart)[0]
            x, y = (ax + bx) / 2 - (by - ay) * 1e-6, (ay + by) / 2 + (bx - ax) * 1e-6
            around = [face for face, polygon in enumerate(polygons) if inside((x, y), polygon)]
            assert len(around) == 1
            if seen[-1:] != around:
                seen += around
        assert tuple(seen) == side.cells
        assert len({*seen}) == len(seen)  # faces are convex: each comes once


def shape_of(found: ExactDrawing) -> tuple[int, int, Counter[int]]:
    lattice = found.lattice
    return len(lattice.lines), len(lattice.faces), Counter(map(len, lattice.through))


@pytest.mark.parametrize("kind", ["patches", "octagons", "bricks"])
@pytest.mark.parametrize("seed", SEEDS)
def test_noise_changes_nothing(kind: str, seed: int) -> None:
    source, slopes = anything(kind, seed)
    assert source.page is not None
    rng = Random(seed)
    for noise in (1e-9, 1e-6, 5e-6):
        again = on_lattice(shaken(source, rng, noise * source.page.width), slopes)
        assert shape_of(again) == shape_of(on_lattice(source, slopes))


@pytest.mark.parametrize("seed", SEEDS)
def test_near_misses_are_straightened(seed: int) -> None:
    rng = Random(seed)
    source = patches(rng, 4)
    rough = shaken(source, rng, 0.05)
    with pytest.raises(InputError, match=r"slopes? that (is|are) not allowed.*--snap"):
        on_lattice(rough)
    found = on_lattice(rough, snap=Snap(3, 0.5))
    assert shape_of(found) == shape_of(on_lattice(source))
    assert found.notes[0].startswith("corners were moved by up to 0.")


@pytest.mark.parametrize("degrees", [3.3, 17, 30, 61.25])
def test_a_drawing_turned_as_a_whole_is_still_regular(degrees: float) -> None:
    def inner(found: ExactDrawing) -> Counter[int]:
        return Counter(len(lines) for lines in found.lattice.through if min(lines) >= FRAME_SIDES)

    source = patches(Random(5), 3)
    found, upright = on_lattice(turned(source, degrees), "any"), on_lattice(source)
    assert inner(found)[4] == inner(upright)[4] > 0
    assert len(found.lattice.lines) == len(upright.lattice.lines)


# Slopes that no whole numbers have.


def ring(corners: int, turn: float = 0.2) -> list[Point]:
    return [(50 + 40 * cos(2 * pi * k / corners + turn), 50 + 40 * sin(2 * pi * k / corners + turn))
            for k in range(corners)]


def test_a_pentagon_with_its_diagonals() -> None:
    p = ring(5)
    found = on_lattice(drawing(shape(p, fill="#ff0000"),
                               shape([p[k * 2 % 5] for k in range(5)], fill="#00ff00")), "any")
    assert Counter(map(len, found.lattice.through))[4] == 5
    assert len(found.lattice.lines) - FRAME_SIDES == 10


def test_a_hexagon_with_two_triangles() -> None:
    p = ring(6)
    found = on_lattice(drawing(shape(p, fill="#ff0000"), shape(p[::2], fill="#00ff00"),
                               shape(p[1::2], fill="#0000ff")), "any")
    assert Counter(map(len, found.lattice.through))[4] == 6


@pytest.mark.parametrize("seed", range(4))
def test_triangles_that_share_corners(seed: int) -> None:
    """A fan of triangles around one point, and a corner in the middle of an edge."""
    rng = Random(seed)
    middle = (rng.uniform(45, 55), rng.uniform(45, 55))
    p = ring(7, rng.random())
    fan = [shape([middle, p[k], p[(k + 1) % 7]], fill=rng.choice(["#ff0000", "#00ff00"]))
           for k in range(7)]
    half = ((p[0][0] + p[1][0]) / 2, (p[0][1] + p[1][1]) / 2)
    thorn = shape([half, (half[0] + 3, half[1] + 9), (half[0] - 4, half[1] + 8)], fill="#0000ff")
    found = on_lattice(drawing(*fan, thorn), "any")
    degree = Counter(map(len, found.lattice.through))
    assert max(degree) == 7
    assert sum(number for lines, number in degree.items() if lines > 2) >= 9
    assert found.notes == ()


def test_degrees_that_are_named() -> None:
    p = ring(6, 0)
    found = on_lattice(drawing(shape(p)), "0,60,120")
    assert len(found.lattice.lines) - FRAME_SIDES == 6
    with pytest.raises(InputError, match=r"6 edges with slopes that are not allowed.*30"):
        on_lattice(drawing(shape(ring(6, pi / 6))), "0,60,120")


# What is refused.


def test_every_edge_with_a_slope_that_is_not_allowed() -> None:
    with pytest.raises(InputError) as caught:
        on_lattice(drawing(shape([(10, 10), (60, 10), (60, 61)], name="path 'wing'")))
    assert str(caught.value) == (
        "an edge with a slope that is not allowed: path 'wing' from (60.00, 61.00) to "
        "(10.00, 10.00) at 45.57 degrees; allowed are 0, 45, 90, 135; --snap 0.6 would turn them "
        "by up to 0.57 degrees, --slopes any takes them as they are, --detail auto simplifies the "
        "drawing")
    assert len(on_lattice(drawing(shape([(10, 10), (60, 10), (60, 61)])), snap=Snap(0.6)
                          ).lattice.faces) == 7


def test_a_snap_that_leaves_nothing() -> None:
    thin = shape([(10, 10), (60, 10), (60, 10.3), (10, 10.3)], name="rect 'thin'")
    with pytest.raises(InputError, match=r"a shape that has no area.*'thin' at.*smaller --snap"):
        on_lattice(drawing(thin), snap=Snap(1, 0.5))


def test_too_many_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fitting, "MAX_LINES", 5)
    for slopes in ("0,45,90,135", "any"):
        with pytest.raises(InputError, match=r"too many lines \(limit 5\)"):
            on_lattice(stars(Random(1), 2) if slopes == "any" else octagons(Random(1), 2), slopes)


def test_edges_on_the_frame_are_no_lines() -> None:
    found = on_lattice(drawing(shape([(0, 0), (50, 0), (50, 50), (0, 50)])))
    assert len(found.lattice.lines) - FRAME_SIDES == 2
    assert len(found.lattice.faces) == 4
