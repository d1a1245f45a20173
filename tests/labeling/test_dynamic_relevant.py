"""Relevant lengths against the optimum among all lengths."""

from __future__ import annotations

from math import inf
from random import Random

import pytest

from helpers.label_oracles import continuous
from helpers.label_tasks import NOTCHED, SQUARE, curves
from nonoforge.labeling.checker import check
from nonoforge.labeling.dynamic import dynamic_labels, relevant_lengths, upright
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.single_edge import DIAGONALS, Edge, single_edge_labels
from nonoforge.labeling.task import LEFT, RIGHT, Label, Port, Task

pytest.importorskip("highspy")


def best(task: Task, step: float | None) -> float:
    found = dynamic_labels(task, step, 10_000, partial=False)
    assert check(task, found) == []
    return found.total if all(found.placed) else inf


def crossed(random: Random, count: int, frame: tuple[tuple[float, float], ...]) -> Task:
    """Curves that leave a frame of upright and diagonal edges under 45 degrees; sometimes a label
    has higher boxes than others."""
    task = curves(random, count, frame, longest=60.0, most=2)
    labels = []
    for label in task.labels:
        ports = tuple(_turned(random, port) for port in label.options)
        height = random.choice((6.0, 6.0, 9.0))
        labels.append(Label(ports, label.boxes, height, label.curve))
    return Task(frame, tuple(labels), task.longest)


def _turned(random: Random, port: Port) -> Port:
    half = 0.5 ** 0.5
    x, y = (round(part / half) for part in port.out)
    turns = [(u * half, v * half) for u in (1, -1) for v in (1, -1) if u * x + v * y > 0]
    return Port(port.at, random.choice(turns), random.choice((LEFT, RIGHT)))


@pytest.mark.parametrize("free", [True, False])
def test_one_edge(free: bool) -> None:
    whole = 0
    for seed in range(10 if free else 25):
        edge = Edge(ports=2 + seed % 4, free=free, angles=DIAGONALS, length=150, longest=90)
        task = single_edge_labels(edge, seed)
        exact = continuous(task)
        whole += exact is not None
        assert best(task, None) == pytest.approx(inf if exact is None else exact, abs=1e-2)
    assert whole > 3


def test_corners() -> None:
    whole = 0
    frame = tuple((0.3 * x, 0.3 * y) for x, y in SQUARE)
    for seed in range(12):
        task = crossed(Random(seed), 2 + seed % 2, frame)
        exact = continuous(task)
        whole += exact is not None
        assert best(task, None) == pytest.approx(inf if exact is None else exact, abs=1e-2)
    assert whole > 5


def test_no_grid_is_better() -> None:
    for seed in range(10):
        edge = Edge(ports=4, free=False, angles=DIAGONALS, longest=90)
        task = single_edge_labels(edge, seed)
        assert best(task, None) <= best(task, 0.5) + 1e-4


def test_right_angles_are_enough() -> None:
    """Along rows and columns, as in a grid, too."""
    task = Task(((0, 0), (30, 0), (30, 20), (0, 20)), tuple(
        Label((Port((at, 20.0), (0.0, 1.0), LEFT),), (5.0,) * (1 + k % 3), 8.0)
        for k, at in enumerate((4.0, 11.0, 17.0, 26.0))), longest=50.0)
    exact = continuous(task)
    assert exact is not None
    assert exact > 0
    assert best(task, None) == pytest.approx(exact, abs=1e-2)


def test_upright() -> None:
    assert upright(options_of(Task(SQUARE, ())))
    assert upright(options_of(single_edge_labels(Edge(angles=DIAGONALS))))
    assert not upright(options_of(single_edge_labels(Edge(angles=(45.0, 135.1), ports=9))))


def test_rooms_of_a_frame_that_is_not_convex() -> None:
    """A leader may be as long as where the frame is out of the way again."""
    for seed in range(10):
        task = crossed(Random(seed), 1, NOTCHED)
        options = options_of(task)
        lengths = relevant_lengths(options, conflicts_of(task, options))
        for of, rooms in zip(lengths, options.rooms, strict=True):
            assert of == sorted(of)
            assert {room[0] for room in rooms} <= set(of)
