"""The lengths that the frame leaves to leaders."""

from __future__ import annotations

import math
from random import Random

import pytest

from helpers.label_tasks import NOTCHED, SQUARE, along, curves, port
from nonoforge.labeling.options import options_of
from nonoforge.labeling.task import LEFT, RIGHT, Label, Port, Task

shapely = pytest.importorskip("shapely")


def rooms(frame: tuple, each: Port, length: float = 6.0, height: float = 6.0,
          longest: float = 30.0) -> tuple:
    found = options_of(Task(frame, (Label((each,), (length,), height),), longest))
    return found.rooms[0] if len(found) else ()


@pytest.mark.parametrize("angle", [-70, -45, -10, 0, 10, 45, 70])
@pytest.mark.parametrize("side", [LEFT, RIGHT])
def test_least_on_a_straight_edge_is_the_half_plane_formula(angle: float, side: int) -> None:
    each = port(SQUARE, 0.125, angle, side)
    normal = along(SQUARE, 0.125)[1]
    n = (-each.out[1] * side, each.out[0] * side)
    dot = math.sumprod if hasattr(math, "sumprod") else lambda a, b: sum(
        x * y for x, y in zip(a, b, strict=True))
    expected = max(0.0, -6.0 * dot(n, normal) / dot(each.out, normal))
    ((least, most),) = rooms(SQUARE, each)
    assert least == pytest.approx(expected, abs=1e-5)
    assert most == 30


def test_at_a_corner_the_edge_ends() -> None:
    """The boxes lean over the corner, and need only clear that; were the edge longer, 8."""
    ((least, _),) = rooms(SQUARE, Port((100.0, 99.0), (0.6, 0.8), LEFT))
    assert least == pytest.approx(0.8, abs=1e-6)


@pytest.mark.parametrize("seed", range(4))
def test_rooms_are_where_nothing_overlaps_the_frame(seed: int) -> None:
    random = Random(seed)
    task = curves(random, 12, NOTCHED, steep=85, longest=60.0)
    polygon = shapely.Polygon(task.frame)
    options = options_of(task)
    have = {(int(a), int(b)): room for a, b, room in zip(
        options.label, options.number, options.rooms, strict=True)}
    for i, label in enumerate(task.labels):
        for k, each in enumerate(label.options):
            free = have.get((i, k), ())
            for _ in range(30):
                e = random.uniform(0, 60)
                (x, y), (u, v), s = each.at, each.out, each.side * label.height
                far = e + label.length
                box = shapely.Polygon([(x + e * u, y + e * v), (x + far * u, y + far * v),
                                       (x + far * u - s * v, y + far * v + s * u),
                                       (x + e * u - s * v, y + e * v + s * u)])
                line = shapely.LineString([(x, y), (x + e * u, y + e * v)])
                over = max(box.intersection(polygon).area,
                           line.intersection(polygon.buffer(-1e-6)).length)
                if over < 1e-9 or over > 1e-2:
                    assert any(a <= e <= b for a, b in free) == (over < 1e-9), (i, k, e, over)


def test_frame_clockwise_is_the_same() -> None:
    task = curves(Random(3), 6, NOTCHED)
    turned = Task(task.frame[::-1], task.labels, task.longest)
    for free, other in zip(options_of(task).rooms, options_of(turned).rooms, strict=True):
        assert free == tuple(pytest.approx(room) for room in other)


def test_inward_directions_have_no_room() -> None:
    assert rooms(SQUARE, Port((50.0, 0.0), (0.0, 1.0), LEFT)) == ()
    assert rooms(SQUARE, Port((50.0, 0.0), (1.0, 0.0), LEFT)) == ()


def test_along_an_edge_only_the_outer_side_is_free() -> None:
    assert rooms(SQUARE, Port((50.0, 0.0), (1.0, 0.0), RIGHT)) == ((0.0, 30.0),)


def test_two_rooms_where_the_frame_stands_in_between() -> None:
    """Boxes fit into the notch before and behind a thorn beside the leader."""
    frame = ((0.0, 0.0), (100.0, 0.0), (100.0, 50.0), (60.0, 50.0), (60.0, 20.0), (52.0, 20.0),
             (52.0, 19.0), (60.0, 19.0), (60.0, 5.0), (50.0, 5.0), (50.0, 50.0), (0.0, 50.0))
    free = rooms(frame, Port((51.0, 5.0), (0.0, 1.0), RIGHT), length=6, height=4, longest=60)
    assert len(free) == 2
    assert free[0] == pytest.approx((0.0, 8.0), abs=1e-6)
    assert free[1] == pytest.approx((15.0, 60.0), abs=1e-6)


def test_leader_ends_at_the_other_side_of_a_notch() -> None:
    free = rooms(((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (40.0, 40.0), (40.0, 10.0), (20.0, 10.0),
                  (20.0, 40.0), (0.0, 40.0)), Port((20.0, 30.0), (1.0, 0.0), LEFT))
    assert free == (pytest.approx((0.0, 14.0), abs=1e-5),)


def test_longest_zero() -> None:
    assert rooms(SQUARE, port(SQUARE, 0.1, 0, LEFT), longest=0) == ((0.0, 0.0),)
    assert rooms(SQUARE, port(SQUARE, 0.1, 30, RIGHT), longest=0) == () or rooms(
        SQUARE, port(SQUARE, 0.1, 30, LEFT), longest=0) == ()


def test_nothing_at_all() -> None:
    assert len(options_of(Task(SQUARE, ()))) == 0
    assert len(options_of(Task(SQUARE, (Label((), (1.0,), 1.0),)))) == 0
