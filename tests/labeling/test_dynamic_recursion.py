"""What the recursion rests on: the highest label parts the others."""

from __future__ import annotations

from random import Random

import pytest

from helpers.label_tasks import SQUARE, curves
from nonoforge.labeling.dynamic import OutOfTime, Recursion
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.places import Places, grid_lengths, members, places_of
from nonoforge.labeling.task import Label, Point, Task

SMALL: tuple[Point, ...] = tuple((0.4 * x, 0.4 * y) for x, y in SQUARE)
PENTAGON: tuple[Point, ...] = ((0, 0), (30, -5), (45, 20), (20, 45), (-5, 30))


def one_option_each(random: Random, frame: tuple[Point, ...]) -> Task:
    """Labels with one port each, no two at the same."""
    task = curves(random, 6, frame, steep=75, longest=30.0)
    labels = []
    for label in task.labels[::2]:
        for port in label.options:
            boxes = (6.0,) * random.randint(1, 3)
            labels.append(Label((port,), boxes, random.choice((3.0, 6.0, 9.0))))
    return Task(frame, tuple(labels), task.longest)


def prepared(task: Task, step: float) -> Places:
    options = options_of(task)
    return places_of(task, options, conflicts_of(task, options), grid_lengths(options, step))


def around(task: Task, label: int) -> float:
    """How far around the frame a label's port is."""
    (x, y), far = task.labels[label].options[0].at, 0.0
    for (a, b), (c, d) in zip(task.frame, (*task.frame[1:], task.frame[0]), strict=True):
        length = ((c - a) ** 2 + (d - b) ** 2) ** 0.5
        along = ((x - a) * (c - a) + (y - b) * (d - b)) / length
        off = abs((x - a) * (d - b) - (y - b) * (c - a)) / length
        if off < 1e-6 and -1e-6 <= along <= length + 1e-6:
            return far + along
        far += length
    raise AssertionError


@pytest.mark.parametrize("frame", [SMALL, PENTAGON])
def test_two_labels_part_the_ring_of_lower_ones(frame: tuple[Point, ...]) -> None:
    tried = 0
    for seed in range(6):
        random = Random(seed)
        task = one_option_each(random, frame)
        places = prepared(task, 4.0)
        recursion = Recursion(places, places.leader)
        where = [around(task, label) for label in range(len(task.labels))]
        count = len(places) - len(task.labels)
        for _ in range(300):
            high, low = random.sample(range(count), 2)
            if places.label[high] == places.label[low] or places.clashes[high] >> low & 1:
                continue
            if not recursion.below[high] >> low & 1:
                high, low = low, high
            left = (recursion.below[low] & ~places.clashes[low] & ~places.clashes[high])
            first, last = sorted((where[places.label[high]], where[places.label[low]]))
            inner = [place for place in members(left) if place < count
                     and first < where[places.label[place]] < last]
            outer = [place for place in members(left) if place < count
                     and not first <= where[places.label[place]] <= last]
            mask = sum(1 << place for place in outer)
            assert not any(places.clashes[place] & mask for place in inner)
            tried += bool(inner and outer)
    assert tried > 300


def test_height_is_the_distance_from_the_frame() -> None:
    shapely = pytest.importorskip("shapely")
    task = one_option_each(Random(4), PENTAGON)
    places = prepared(task, 5.0)
    frame = shapely.Polygon(task.frame)
    for place in range(len(places) - len(task.labels)):
        label = task.labels[places.label[place]]
        (x, y), (u, v), side = label.options[0]
        corners = [(x + s * u - t * side * v, y + s * v + t * side * u)
                   for s in (places.leader[place], places.leader[place] + label.length)
                   for t in (0.0, label.height)]
        far = max(frame.distance(shapely.Point(corner)) for corner in corners)
        assert places.height[place] == pytest.approx(far, abs=1e-9)


def test_clashes_are_mutual() -> None:
    for seed in range(5):
        places = prepared(curves(Random(seed), 4, SMALL, gap=1.0), 3.0)
        for place, clashes in enumerate(places.clashes):
            assert all(places.clashes[other] >> place & 1 for other in members(clashes))
        assert places.overlaps == sum(map(int.bit_count, places.clashes)) / 2


def test_no_time() -> None:
    places = prepared(curves(Random(1), 8, tuple((0.1 * x, 0.1 * y) for x, y in SQUARE)), 2.0)
    recursion = Recursion(places, places.leader, narrow=False, until=0.0)
    sets = [places.of_option(option) for option in range(0, len(places.span), 2)]
    with pytest.raises(OutOfTime):
        recursion.solve(sets)
