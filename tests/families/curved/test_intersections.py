"""Contacts of strokes: all of them, each once."""

from __future__ import annotations

from itertools import combinations
from math import dist
from random import Random

import pytest

from families.curved.strokes import (
    FRAME,
    SIDE,
    anywhere,
    bow,
    circle,
    circle_path,
    line,
    made,
    random_closed,
    random_open,
)
from nonoforge.families.curved.arranging.intersections import Contact, Overlap, contacts
from nonoforge.families.curved.arranging.segments import monotone_segments
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point, flat, part

pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")


def met(*strokes: Stroke) -> list[Contact]:
    found, overlaps = contacts(strokes, monotone_segments(strokes))
    assert not overlaps
    for contact in found:
        for number, u in ((contact.a, contact.u), (contact.b, contact.v)):
            assert dist(strokes[number].place(u), contact.place) < 1e-5
    return found


def places(found: list[Contact]) -> list[Point]:
    """Each once, and rounded: a place where two pieces of a stroke join may be met on both."""
    kept: list[Point] = []
    for contact in found:
        if all(dist(contact.place, place) > 1e-4 for place in kept):
            kept.append(contact.place)
    return kept


@pytest.mark.parametrize("seed", range(40))
def test_random_curves_meet_where_fine_polylines_do(seed: int) -> None:
    random = Random(seed)
    strokes = [random_open(random), random_open(random), random_closed(random)]
    found = met(*strokes)
    lines = [shapely.LineString(flat(stroke.path, 1e-4)) for stroke in strokes]
    for i, j in combinations(range(len(strokes)), 2):
        mine = places([c for c in found if {c.a, c.b} == {i, j}])
        theirs = [part for part in shapely.get_parts(lines[i].intersection(lines[j]))
                  if not part.is_empty]
        assert len(mine) == len(theirs)
        for place in mine:
            assert min(dist(place, (point.x, point.y)) for point in theirs) < 2e-2
    for i, polyline in enumerate(lines):
        mine = places([c for c in found if c.a == c.b == i])
        assert len(mine) == len(own_crossings(polyline))


def own_crossings(polyline: object) -> list[Point]:
    """Where a polyline meets itself, by another's noding."""
    parts = shapely.get_parts(shapely.unary_union(polyline))
    ends = [point for part in parts for point in (part.coords[0], part.coords[-1])]
    return [point for point in set(ends) if ends.count(point) > 2]


@pytest.mark.parametrize("seed", range(10))
def test_what_one_stroke_meets_is_found_alone(seed: int) -> None:
    random = Random(seed)
    strokes = [random_open(random) for _ in range(6)]
    everything = [c for c in met(*strokes) if 0 in (c.a, c.b) and c.a != c.b]
    alone, _ = contacts(strokes, monotone_segments(strokes[:1]), monotone_segments(strokes[1:], 1))
    assert sorted(map(rounded, places(everything))) == sorted(map(rounded, places(alone)))


def rounded(place: Point) -> Point:
    return round(place[0], 6), round(place[1], 6)


@pytest.mark.parametrize("angle", [1.0, 1e-2, 1e-4, 1e-6])
def test_flat_crossings(angle: float) -> None:
    found = met(line((0, 50), (100, 50)), line((0, 50 - 50 * angle), (100, 50 + 50 * angle)))
    assert len(found) == 1
    assert dist(found[0].place, (50, 50)) < 1e-5


def test_a_circle_and_its_tangents() -> None:
    # At the joints of its quarters a circle of cubics is exact; elsewhere it is a little off.
    for tangent in (line((0, 60), (100, 60)), line((60, 0), (60, 100)), circle(70, 50, 10),
                    circle(50, 45, 5)):
        found = met(circle(50, 50, 10), tangent)
        assert len(places(found)) == 1
        assert (found[0].u if found[0].a == 0 else found[0].v) in (0, 1, 2, 3, 4)


def test_a_bow_that_touches_in_its_middle() -> None:
    found = met(bow((0, 0), (30, 80), (70, 80), (100, 0)), line((0, 60), (100, 60)))
    assert len(places(found)) == 1
    assert dist(found[0].place, (50, 60)) < 1e-3


def test_two_crossings_that_all_but_touch() -> None:
    arch = bow((0, 0), (30, 80), (70, 80), (100, 0))
    assert len(places(met(arch, line((0, 60 - 1e-4), (100, 60 - 1e-4))))) == 2
    assert len(places(met(arch, line((0, 60 + 1e-4), (100, 60 + 1e-4))))) == 0


def test_an_inflection_along_the_other() -> None:
    found = met(bow((0, 0), (100 / 3, 100), (200 / 3, 0), (100, 100)), line((0, 50), (100, 50)))
    assert [rounded(place) for place in places(found)] == [(50, 50)]


def test_ends_and_corners_on_others() -> None:
    assert [c.place for c in met(line((0, 50), (50, 50)), line((50, 0), (50, 100)))] == [(50, 50)]
    vee = line((0, 20), (50, 50), (100, 20))
    assert [rounded(p) for p in places(met(vee, line((0, 50), (100, 50))))] == [(50, 50)]
    assert [rounded(p) for p in places(met(vee, line((50, 50), (50, 100))))] == [(50, 50)]


def test_a_stroke_that_goes_on_does_not_meet_itself() -> None:
    straight = line((0, 10), (20, 10), (40, 10), (60, 30), (100, 30))
    assert not met(straight)
    assert not met(circle(50, 50, 10))
    smooth = bow((0, 0), (10, 10), (20, 10), (30, 10), (40, 10), (50, 30), (60, 40))
    assert not met(smooth)


def test_loops_and_cusps() -> None:
    loop = bow((0, 50), (130, 90), (-30, 90), (100, 50))
    (contact,) = met(loop)
    assert abs(contact.u + contact.v - 1) < 1e-9
    assert abs(contact.place[0] - 50) < 1e-9
    cusp = bow((0, 50), (100, 90), (0, 90), (100, 50))
    assert not met(cusp)
    assert len(places(met(cusp, line((0, 80), (100, 80))))) == 1
    assert len(places(met(cusp, line((0, 79.9), (100, 79.9))))) == 2


@pytest.mark.parametrize("seed", range(10))
def test_handles_on_ends_and_pieces_that_are_points(seed: int) -> None:
    random = Random(seed)
    a, b = anywhere(random), anywhere(random)
    points: list[Point] = [a, a, b, b]
    degenerate = made(((a, a, a, a), (a, a, b, b), (b, b)))
    assert len(degenerate.path) == 1
    across = random_open(random)
    plain = line(points[0], points[-1])
    assert sorted(map(rounded, places(between(degenerate, across)))) == \
        sorted(map(rounded, places(between(plain, across))))


def between(one: Stroke, other: Stroke) -> list[Contact]:
    return [contact for contact in met(one, other) if contact.a != contact.b]


def test_a_point_where_three_meet() -> None:
    found = met(line((0, 10), (100, 90)), line((0, 90), (100, 10)), line((0, 50), (100, 50)))
    assert len(found) == 3
    assert {rounded(contact.place) for contact in found} == {(50, 50)}


TURNED = (*circle_path(50, 50, 10)[2:], *circle_path(50, 50, 10)[:2])


@pytest.mark.parametrize("strokes", [
    (line((0, 10), (100, 90)), line((0, 10), (100, 90))),
    (line((0, 10), (100, 90)), line((100, 90), (0, 10))),
    (line((0, 50), (100, 50)), line((0, 20), (30, 50), (60, 50), (100, 90))),
    (circle(50, 50, 10), circle(50, 50, 10)),
    (circle(50, 50, 10), made(TURNED, True)),
    (circle(50, 50, 10), made(circle_path(50, 50, 10)[1:2])),
    (FRAME, line((0, 20), (0, 60), (100, 90))),
    (line((0, 50), (60, 50), (30, 50), (100, 80)),),
], ids=["twice", "backwards", "in part", "circles", "turned", "an arc", "frame", "itself"])
def test_strokes_on_top_of_each_other(strokes: tuple[Stroke, ...]) -> None:
    _, overlaps = contacts(strokes, monotone_segments(strokes))
    assert overlaps
    assert all(isinstance(each, Overlap) and {each.a, each.b} <= {0, len(strokes) - 1}
               for each in overlaps)


def test_a_part_of_a_bow_lies_on_it() -> None:
    whole = bow((0, 0), (30, 80), (70, 80), (100, 0))
    piece = part(whole.path[0], 0.3, 0.7)
    _, overlaps = contacts([whole, made((piece,))], monotone_segments([whole, made((piece,))]))
    assert overlaps


def test_frames_touch_nothing_of_their_own() -> None:
    assert not met(FRAME)
    assert FRAME.place(4.0) == FRAME.place(0.0) == (0.0, 0.0)
    assert FRAME.place(2.0)[0] == SIDE
