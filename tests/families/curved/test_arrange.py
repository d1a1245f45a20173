"""Arrangements of curves: their faces against those of fine polylines, and special cases."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, pairwise
from random import Random

import pytest

from families.curved.strokes import (
    FRAME,
    SIDE,
    bow,
    circle,
    circle_path,
    line,
    made,
    random_open,
    random_strokes,
)
from nonoforge.errors import InputError
from nonoforge.families.curved.arranging.arrange import (
    CurveArrangement,
    IncrementalArrangement,
    Traits,
    arrange,
    traits,
)
from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.stroke import Stroke
from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.families.plane.validity import check_arrangement
from nonoforge.families.sloped import build_lattice, through
from nonoforge.path import area, backwards, end, flat, polyline, start

pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")


def check(arranged: CurveArrangement) -> Arrangement:
    """What holds for every arrangement."""
    arrangement = arranged.arrangement
    left = arrangement.left
    loops = [loop for face in arrangement.faces for loop in face]
    for loop in loops:  # each dart ends where the next begins
        for dart, following in zip(loop, [*loop[1:], loop[0]], strict=True):
            assert end(arrangement.path(dart)) == start(arrangement.path(following))
    for edge in arrangement.edges:
        for piece, following in pairwise(edge):
            assert piece[-1] == following[0]
    framed = {dart >> 1 for dart in arrangement.frame}
    assert all(left[dart] != OUTSIDE and left[dart ^ 1] == OUTSIDE for dart in arrangement.frame)
    used = sorted(dart >> 1 for curve in arrangement.curves for dart in curve.darts)
    assert used == [edge for edge in range(len(arrangement.edges)) if edge not in framed]
    assert sum(dart != OUTSIDE for dart in left) == sum(map(len, loops))
    corners = {start(arrangement.path(dart)) for dart in arrangement.frame}
    for curve in arrangement.curves:
        first, last = arrangement.path(curve.darts[0]), arrangement.path(curve.darts[-1])
        if curve.closed:
            assert start(first) == end(last)
        else:
            assert {start(first), end(last)} <= corners
    assert len(arranged.picture) == len(arrangement.edges)
    return arrangement


def areas(arrangement: Arrangement) -> list[float]:
    return sorted(shapely.Polygon(
        arrangement.polygon(outer, 1e-4), [arrangement.polygon(hole, 1e-4) for hole in holes]).area
        for outer, *holes in arrangement.faces)


def oracle(frame: Stroke, strokes: list[Stroke]) -> list[float]:
    lines = [shapely.LineString(flat(stroke.path, 1e-4)) for stroke in (frame, *strokes)]
    inside = shapely.Polygon(flat(frame.path, 1e-4)).buffer(1e-6)
    faces = shapely.get_parts(shapely.polygonize([*shapely.get_parts(shapely.unary_union(lines))]))
    return sorted(face.area for face in faces if inside.contains(face))


@pytest.mark.parametrize("seed", range(40))
def test_faces_are_those_of_fine_polylines(seed: int) -> None:
    strokes = random_strokes(seed)
    found, expected = areas(check(arrange(FRAME, strokes))), oracle(FRAME, strokes)
    # What is smaller than a thousandth of a millimetre is no face, but a point.
    expected = [area for area in expected if area > 1e-6]
    assert len(found) == len(expected)
    assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) < 1e-2


@pytest.mark.parametrize("seed", range(8))
def test_other_frames(seed: int) -> None:
    random = Random(seed)
    disc = frame_stroke(circle_path(50, 50, 60))
    strokes = [random_open(random) for _ in range(4)]
    beyond = [line((-30, 20 * k), (130, 20 * k + 7)) for k in range(5)]
    ell = frame_stroke(polyline([(0, 0), (0, 100), (40, 100), (40, 40), (100, 40), (100, 0),
                                 (0, 0)]))
    for frame, drawn in ((disc, beyond), (ell, beyond[:2]), (FRAME, strokes)):
        found, expected = areas(check(arrange(frame, drawn))), oracle(frame, drawn)
        assert len(found) == len(expected)
        assert max(abs(a - b) for a, b in zip(found, expected, strict=True)) < 1e-2


@pytest.mark.parametrize("seed", range(20))
def test_straight_lines_with_many_multiple_points(seed: int) -> None:
    """On a coarse grid, against exact arithmetic."""
    random = Random(seed)
    lines: dict[tuple[Fraction, ...], tuple[tuple[int, int], tuple[int, int]]] = {}
    for _ in range(12):
        a, b = ((0, random.randint(1, 9)), (10, random.randint(1, 9)))
        if random.random() < 0.5:
            a, b = (a[1], 0), (b[1], 10)
        lines[tuple(map(Fraction, through(a, b)))] = a, b
    exact = build_lattice((0, 0, 10, 10), [through(a, b) for a, b in lines.values()])
    scale = SIDE / 10
    mine = check(arrange(FRAME, [
        line((a[0] * scale, a[1] * scale), (b[0] * scale, b[1] * scale))
        for a, b in lines.values()]))
    assert len(mine.faces) == len(exact.faces)
    assert len(mine.curves) == len(lines)
    # The frame's corners are no vertices here, unless lines end there.
    sides = [sorted(len(side.cells) for side in of.sides)
             for of in (mine, exact.arrangement())]
    assert sides[0] == sides[1]


@pytest.mark.parametrize("seed", range(10))
def test_strokes_that_come_and_go(seed: int) -> None:
    random = Random(seed)
    strokes = random_strokes(seed, 8)
    sketch = IncrementalArrangement(FRAME)
    keys = [sketch.add(stroke) for stroke in strokes]
    extra = sketch.add(random_open(random))
    copy = sketch.copy()
    copy.remove(extra)
    assert areas(copy.arranged().arrangement) == areas(arrange(FRAME, strokes).arrangement)
    copy.remove(keys[0])
    assert areas(check(copy.arranged())) == areas(arrange(FRAME, strokes[1:]).arrangement)
    assert extra in sketch.strokes
    assert all(key != keys[0] for key, _ in copy.meetings(keys[-1]))


def described(*strokes: Stroke, frame: Stroke = FRAME) -> tuple[Arrangement, Traits]:
    arranged = arrange(frame, strokes)
    return check(arranged), traits(arranged)


def test_a_frame_alone() -> None:
    arrangement, nature = described()
    assert len(arrangement.faces) == 1
    assert nature.undetermined == (0,)


def test_closed_curves_are_holes() -> None:
    arrangement, nature = described(circle(50, 50, 30), circle(50, 50, 20), circle(50, 50, 10),
                                    circle(10, 10, 5))
    assert sorted(len(face) - 1 for face in arrangement.faces) == [0, 0, 1, 1, 2]
    assert all(curve.closed for curve in arrangement.curves)
    assert not arrangement.sides
    assert len(nature.undetermined) == 5


def test_crossing_circles_in_a_hole() -> None:
    arrangement, _ = described(circle(50, 50, 45), circle(40, 50, 15), circle(60, 50, 15))
    assert sorted(len(face) - 1 for face in arrangement.faces) == [0, 0, 0, 1, 1]
    assert [curve.closed for curve in arrangement.curves] == [True] * 3


@pytest.mark.parametrize(("other", "faces", "holes"), [
    (circle(70, 50, 10), 3, 1), (circle(55, 50, 5), 3, 1), (line((60, 0), (60, 100)), 3, 0),
    (line((0, 60), (100, 60)), 3, 0)])
def test_curves_that_touch_stay_themselves(other: Stroke, faces: int, holes: int) -> None:
    arrangement, nature = described(circle(50, 50, 10), other)
    assert len(arrangement.faces) == faces
    assert sum(len(face) - 1 for face in arrangement.faces) == holes
    assert len(nature.tangencies) == 1
    assert len(arrangement.curves) == 2
    assert not nature.self_crossings


def test_an_outline_turns_into_its_extension_at_a_corner() -> None:
    square = made(polyline([(30, 30), (70, 30), (70, 70), (30, 70), (30, 30)]), True, picture=True)
    ends = [line((30, 30), (0, 30)), line((30, 30), (30, 0)), line((70, 30), (100, 30)),
            line((70, 30), (70, 0)), line((70, 70), (100, 70)), line((70, 70), (70, 100)),
            line((30, 70), (0, 70)), line((30, 70), (30, 100))]
    arrangement, nature = described(square, *ends)
    assert len(arrangement.faces) == 9
    assert [len(curve.darts) for curve in arrangement.curves] == [3] * 4
    assert nature.kind == "basic"


def test_arcs_that_are_extended_smoothly() -> None:
    """Where the extension of one arc leaves the circle, the other arc goes on along it."""
    right, left = circle_path(50, 50, 20)[:1], circle_path(50, 50, 20)[1:3]
    lower = circle_path(50, 50, 20)[3:]
    one = Stroke((((100, 70), (50, 70)), *left, ((50, 30), (100, 30))), False,
                 (False, True, True, False), "one")
    other = Stroke((((0, 30), (50, 30)), *lower, *right, ((50, 70), (0, 70))), False,
                   (False, True, True, False), "other")
    arranged = arrange(FRAME, [one, other])
    arrangement = check(arranged)
    assert len(arrangement.faces) == 5
    assert len(arrangement.curves) == 2
    assert sum(arranged.picture) == 2
    assert len(traits(arranged).tangencies) == 2


def test_multiple_points() -> None:
    arrangement, nature = described(
        line((0, 10), (100, 90)), line((0, 90), (100, 10)), line((0, 50), (100, 50)),
        line((50, 0), (50, 100)))
    assert len(arrangement.faces) == 8
    assert nature.multiple_points == ((50, 50),)
    assert [len(curve.darts) for curve in arrangement.curves] == [2] * 4


def test_two_curves_at_one_place_of_the_frame() -> None:
    arrangement, nature = described(line((0, 0), (50, 60), (100, 100)),
                                    line((0, 0), (60, 50), (100, 100)))
    assert len(arrangement.faces) == 3
    assert len(nature.multiple_points) == 2
    arrangement, nature = described(bow((0, 50), (30, 50), (70, 90), (100, 50)),
                                    bow((0, 50), (30, 50), (70, 10), (100, 50)))
    assert len(arrangement.faces) == 3
    assert len(nature.tangencies) == 1


def test_classes() -> None:
    basic = described(line((0, 30), (100, 30)), line((0, 60), (100, 60)))[1]
    assert (basic.kind, basic.popular, basic.popular_any) == ("basic", (), ())
    wave = bow((0, 50), (30, 100), (30, 100), (50, 50), (70, 0), (70, 0), (100, 50))
    popular = described(wave, line((0, 50.5), (100, 50.5)))[1]
    assert popular.kind == "advanced"
    assert popular.popular
    expert = described(bow((0, 50), (130, 90), (-30, 90), (100, 50)))[1]
    assert expert.kind == "expert"
    assert len(expert.self_crossings) == 1


def test_a_loop_that_begins_and_ends_at_one_place() -> None:
    arrangement, _ = described(bow((50, 0), (0, 90), (100, 90), (50, 0)))
    assert len(arrangement.faces) == 2
    assert len(arrangement.curves) == 1


def test_nearly_the_same_points_are_one() -> None:
    arrangement, nature = described(
        line((0, 50), (100, 50)), line((0, 10), (100, 90)), line((0, 90.0004), (100, 10)))
    assert len(arrangement.faces) == 6
    assert len(nature.multiple_points) == 1
    assert not nature.small
    arrangement, nature = described(
        line((0, 50), (100, 50)), line((0, 10), (100, 90)), line((0, 90.8), (100, 10)))
    assert len(arrangement.faces) == 7
    assert len(nature.small) == 1
    arrangement, nature = described(line((0, 50), (100, 50)), line((0, 50.002), (100, 50.002)))
    assert len(arrangement.faces) == 3
    assert len(nature.small) == 1


def test_what_is_beyond_the_frame_is_cut_off() -> None:
    arranged = arrange(FRAME, [line((-20, 50), (120, 50), name="path 'a'"), circle(0, 80, 10)])
    arrangement = check(arranged)
    assert len(arrangement.faces) == 3
    assert len(arranged.notes) == 2
    assert "path 'a'" in arranged.notes[0]
    assert all(0 <= x <= 100 for edge in arrangement.edges for x, _ in flat(edge))


@pytest.mark.parametrize(("strokes", "words"), [
    ([line((0, 50), (50, 50), name="path 'b'")], "curves end inside the frame: path 'b' at (50.00"),
    ([line((0, 50), (99, 50))], "1 mm from it"),
    ([line((9 * k, 9), (9 * k, 50)) for k in range(1, 11)], "and 12 more; curves go"),
    ([circle(200, 200, 10), circle(-200, 200, 10)], "(and 1 more)"),
    ([line((0, 50), (50, 50)), line((50, 0), (50, 100))], "3 ends (line) at (50.00, 50.00) mm"),
    ([line((0, 50), (99.5, 50))], "or are closed (--snap joins what is near)"),
    ([line((110, 50), (150, 50), name="{x}")], "{x} lies outside the frame, at (130.00"),
    ([circle(200, 200, 10)], "lies outside the frame"),
    ([circle(50, 50, 90)], "lies outside the frame"),
    ([line((0, 1), (100, 9)), line((0, 1), (100, 9), name="twin")], "on top of each other"),
    ([line((0, 50), (100, 50)), line((0, 50.0001), (100, 50.0001))], "run on top of each other"),
    ([line((0, 20), (100, 25)), line((0, 20.0005), (100, 25.0006), name="twin")],
     "run on top of each other near (50.00, 22.50) mm"),
    ([line((0, 1), (100, 9))] * 2_001, "up to 2,000 can be arranged"),
    ([line(*((k / 300, k % 7) for k in range(20_003)))], "20,002 pieces; up to 20,000"),
])
def test_what_cannot_be_arranged(strokes: list[Stroke], words: str) -> None:
    with pytest.raises(InputError) as error:
        arrange(FRAME, strokes)
    assert words in str(error.value)


def test_a_tip_that_another_curve_cuts_off_has_no_face() -> None:
    """Both sides of the tip meet the curve where they are one, and no face is between them."""
    spike = line((0, 20), (50, 20), (50.001, 80), (50.002, 20), (100, 20))
    arranged = arrange(FRAME, [spike, line((0, 79.5), (100, 79.5))])
    arrangement = check(arranged)
    assert arranged.notes == (
        "tips of curves that are too narrow for a face are left out at (50.0, 79.5) mm",)
    check_arrangement(arrangement)
    assert len(arrangement.faces) == 4


def test_too_many_crossings() -> None:
    across = [line((0, k / 3), (100, k / 3)) for k in range(1, 300)]
    down = [line((k / 3, 0), (k / 3, 100)) for k in range(1, 200)]
    with pytest.raises(InputError, match=r"60,\d\d\d times; up to 50,000"):
        arrange(FRAME, across + down)


def test_sides_and_repeats_by_hand() -> None:
    """An S that crosses a straight line three times: each face along each side, in order."""
    ess = bow((0, 20), (120, 160), (-20, -60), (100, 80))
    arrangement, _ = described(ess, line((0, 50), (100, 50)))
    assert len(arrangement.faces) == 6
    for side in arrangement.sides:
        assert len(side.cells) == 4
        assert [face for face, _ in groupby(side.cells)] == list(side.cells)


@pytest.mark.parametrize("seed", range(12))
def test_curves_are_the_same_whatever_strokes_they_are_drawn_with(seed: int) -> None:
    """Every edge as a stroke of its own, backwards or forwards, in any order."""
    random = Random(seed)
    whole = arrange(FRAME, random_strokes(seed, 6)).arrangement
    framed = {dart >> 1 for dart in whole.frame}
    edges = [edge for number, edge in enumerate(whole.edges) if number not in framed]
    random.shuffle(edges)
    strokes = [made(backwards(edge) if random.random() < 0.5 else edge, edge[0][0] == edge[-1][-1])
               for edge in edges]
    frame = frame_stroke(tuple(piece for dart in whole.frame for piece in whole.path(dart)))
    parts = check(arrange(frame, strokes))
    assert areas(parts) == pytest.approx(areas(whole), abs=1e-6)
    assert len(parts.edges) == len(whole.edges)
    assert sorted(len(curve.darts) for curve in parts.curves) == \
        sorted(len(curve.darts) for curve in whole.curves)
    assert sorted(map(sorted, sides(parts))) == sorted(map(sorted, sides(whole)))


def sides(arrangement: Arrangement) -> list[list[float]]:
    """The sizes of the faces along each side."""
    size = [round(area(arrangement.polygon(face[0], 1e-4)), 3) for face in arrangement.faces]
    return [[size[cell] for cell in side.cells] for side in arrangement.sides]


@pytest.mark.parametrize("seed", range(12))
def test_scribbles(seed: int) -> None:
    """One stroke with hundreds of corners, which nearly meets itself all the time."""
    random = Random(seed)
    points = [(0.0, 50.0), (50.0, 50.0)]
    for _ in range(random.choice([30, 100, 300])):
        x, y = points[-1]
        step = random.choice([0.5, 2, 8])
        points.append((x + random.uniform(-step, step) + 0.05 * (50 - x),
                       y + random.uniform(-step, step) + 0.05 * (50 - y)))
    scribble = line(*points, (100.0, 50.0))
    arrangement = check(arrange(FRAME, [scribble]))
    mine = [size for face in arrangement.faces if (size := sum(
        area(arrangement.polygon(loop)) for loop in face)) > 1e-2]
    theirs = [size for size in oracle(FRAME, [scribble]) if size > 1e-2]
    assert sorted(mine) == pytest.approx(theirs, abs=5e-3)
    assert len(arrangement.curves) == 1
    check_arrangement(arrangement)  # its file can be read
