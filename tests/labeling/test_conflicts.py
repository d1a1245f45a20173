"""The pieces of conflicts against geometry itself, by shapely."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from helpers.label_tasks import NOTCHED, curves, edge, port
from nonoforge.labeling.options import Conflicts, Options, conflicts_of, options_of
from nonoforge.labeling.task import LEFT, RIGHT, Label, Port, Task

shapely = pytest.importorskip("shapely")


def bodies(options: Options, i: int, e: float) -> tuple[object, object]:
    """The boxes and the leader of an option."""
    def at(s: float, t: float) -> np.ndarray:
        return options.at[i] + s * options.out[i] + t * options.across[i]

    h, length = options.height[i], options.length[i]
    return (shapely.Polygon([at(e, 0), at(e + length, 0), at(e + length, h), at(e, h)]),
            shapely.LineString([at(0, 0), at(e, 0)]))


def between(found: Conflicts, i: int, j: int) -> Conflicts:
    return found.take((found.first == i) & (found.second == j))


def said(found: Conflicts, i: int, j: int, e: float, f: float) -> bool:
    pieces = between(found, i, j)
    n = len(pieces)
    by_sides = bool(pieces.holds(np.full(n, e), np.full(n, f)).any())
    low, high = pieces.forbidden(np.full((n, 1), f))
    assert by_sides == bool(((low < e) & (e < high)).any())
    back = pieces.swapped().forbidden(np.full((n, 1), e))
    assert by_sides == bool(((back[0] < f) & (f < back[1])).any())
    return by_sides


def deep(i: tuple, j: tuple) -> float:
    """How much two labels overlap; lengths for leaders, areas for boxes."""
    (a, u), (b, v) = i, j
    return max(a.intersection(b).area, u.intersection(b.buffer(-1e-9)).length,
               v.intersection(a.buffer(-1e-9)).length, float(u.crosses(v)))


@pytest.mark.parametrize("seed", range(6))
def test_pieces_are_the_overlaps(seed: int) -> None:
    random = Random(seed)
    task = curves(random, 8, NOTCHED if seed % 2 else ((0, 0), (60, 0), (80, 50), (10, 70)))
    options = options_of(task)
    found = conflicts_of(task, options)
    seen = [0, 0]
    for _ in range(400):
        i, j = sorted(random.sample(range(len(options)), 2))
        if options.label[i] == options.label[j] or same_port(options, i, j):
            continue
        e, f = (random.uniform(options.least[k], options.most[k]) for k in (i, j))
        overlap = deep(bodies(options, i, e), bodies(options, j, f))
        if 0 < overlap < 1e-3:
            continue  # too close to touching to be told by areas
        assert said(found, i, j, e, f) == (overlap > 0), (i, j, e, f, overlap)
        seen[overlap > 0] += 1
    assert min(seen) > 5


def same_port(options: Options, i: int, j: int) -> bool:
    return bool(np.allclose(options.at[i], options.at[j])
                and np.allclose(options.out[i], options.out[j]))


@pytest.mark.parametrize("seed", range(4))
def test_gap_is_kept(seed: int) -> None:
    random, gap = Random(seed), 3.0
    task = curves(random, 8, gap=gap)
    options = options_of(task)
    found = conflicts_of(task, options)
    for _ in range(400):
        i, j = sorted(random.sample(range(len(options)), 2))
        if options.label[i] == options.label[j] or same_port(options, i, j):
            continue
        e, f = (random.uniform(options.least[k], options.most[k]) for k in (i, j))
        (a, u), (b, v) = bodies(options, i, e), bodies(options, j, f)
        distance = min(a.distance(b), a.distance(v), b.distance(u))
        if said(found, i, j, e, f):
            assert distance < gap * math.sqrt(2) or u.crosses(v)
        else:
            assert distance > gap - 1e-6
            assert not u.crosses(v)


def pair(*ports: Port, **options: float) -> tuple[Task, Options, Conflicts]:
    labels = tuple(Label((each,), (5.0,), 5.0, 0) for each in ports)
    task = Task(NOTCHED, labels, **{"longest": 30.0, **options})  # type: ignore[arg-type]
    found = options_of(task)
    return task, found, conflicts_of(task, found)


def test_both_sides_of_a_port_never_conflict() -> None:
    task, options, found = pair(port(NOTCHED, 0.1, 20, LEFT), port(NOTCHED, 0.1, 20, RIGHT))
    assert len(options) == 2
    assert len(found) == 0
    balanced = conflicts_of(replace(task, balanced=True), options)
    assert said(balanced, 0, 1, 7.0, 20.0)


def test_a_side_of_a_port_has_room_for_one() -> None:
    _, _, found = pair(port(NOTCHED, 0.1, 20, LEFT), port(NOTCHED, 0.1, 20, LEFT))
    assert said(found, 0, 1, 0.0, 30.0)


def test_touching_is_allowed() -> None:
    """Side by side, and one behind the other; looking down, the left is east."""
    here = Port((20.0, 0.0), (0.0, -1.0), LEFT)
    for x, overlap in ((25.0, False), (25.0 - 1e-5, True), (25.0 + 1e-5, False)):
        _, _, found = pair(here, Port((x, 0.0), (0.0, -1.0), LEFT))
        assert said(found, 0, 1, 0.0, 3.0) == overlap
        assert said(found, 0, 1, 0.0, 5.0 - 1e-5) == overlap
        assert said(found, 0, 1, 2.0, 8.0) == overlap  # the leader in the boxes


def test_leaders_on_one_line_meet_when_they_bridge_the_way() -> None:
    """In a notch two leaders may face each other."""
    frame = ((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (40.0, 40.0), (40.0, 10.0), (20.0, 10.0),
             (20.0, 40.0), (0.0, 40.0))
    ports = (Port((20.0, 30.0), (1.0, 0.0), LEFT), Port((40.0, 30.0), (-1.0, 0.0), LEFT))
    task = Task(frame, tuple(Label((each,), (2.0,), 2.0) for each in ports), 20.0)
    options = options_of(task)
    found = conflicts_of(task, options)
    assert not said(found, 0, 1, 8.0, 8.0)
    assert not said(found, 0, 1, 10.0, 9.9)
    assert said(found, 0, 1, 10.0, 10.0)
    assert said(found, 0, 1, 11.0, 10.0)
    assert said(found, 0, 1, 3.0, 17.5)


def test_one_edge_is_full_of_conflicts() -> None:
    task = edge(Random(1), 10)
    options = options_of(task)
    found = conflicts_of(task, options)
    assert len(found) > 50
    assert (found.first < found.second).all()
    assert (options.label[found.first] != options.label[found.second]).all()


def test_leaders_that_end_in_one_point_meet() -> None:
    """Without a gap their boxes would be on two sides of the point."""
    ports = (Port((20.0, 0.0), (math.sqrt(0.5), -math.sqrt(0.5)), RIGHT),
             Port((40.0, 0.0), (-math.sqrt(0.5), -math.sqrt(0.5)), LEFT))
    _, _, found = pair(*ports)
    both = math.hypot(10, 10)
    assert said(found, 0, 1, both, both)
    assert not said(found, 0, 1, both - 6, both - 6)


def test_a_leader_over_the_port_of_another_meets_it() -> None:
    """One that begins beside another leader leaves it at once, or crosses it there."""
    _, _, found = pair(Port((20.0, 0.0), (1.0, 0.0), RIGHT), Port((30.0, 0.0), (0.0, -1.0), LEFT))
    assert said(found, 0, 1, 12.0, 1.0)
    assert not said(found, 0, 1, 4.0, 1.0)
