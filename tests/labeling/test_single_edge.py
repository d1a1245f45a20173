"""The generator of single edges: its parameters, and that it repeats."""

from __future__ import annotations

from math import atan2, degrees

import pytest

from nonoforge.errors import InputError
from nonoforge.labeling.options import validate
from nonoforge.labeling.single_edge import DIAGONALS, Edge, single_edge_labels
from nonoforge.labeling.task import LEFT, RIGHT, Task


def angles(task: Task) -> list[float]:
    return [degrees(atan2(*label.options[0].out[::-1])) for label in task.labels]


def test_the_same_seed_gives_the_same() -> None:
    assert single_edge_labels(Edge(), 5) == single_edge_labels(Edge(), 5)
    assert single_edge_labels(Edge(), 5) != single_edge_labels(Edge(), 6)


@pytest.mark.parametrize("free", [True, False])
def test_random(free: bool) -> None:
    for seed in range(50):
        task = single_edge_labels(Edge(ports=7, free=free, clues=(2, 4)), seed)
        validate(task)
        assert len(task.labels) == 7
        assert all(1 <= angle <= 179 for angle in angles(task))
        at = [label.options[0].at for label in task.labels]
        assert at == sorted(at)
        assert all(1 <= x <= 255 and y == 0 for x, y in at)
        for label in task.labels:
            assert 2 <= len(label.boxes) <= 4
            sides = {port.side for port in label.options}
            assert sides == {LEFT, RIGHT} if free else len(sides) == 1


def test_uniform() -> None:
    edge = Edge(directions=3, direction="uniform", ports=3, port="uniform")
    seen = set()
    for seed in range(20):
        task = single_edge_labels(edge, seed)
        assert [label.options[0].at[0] for label in task.labels] == [1.0, 128.0, 255.0]
        seen |= {round(angle) for angle in angles(task)}
    assert seen == {45, 90, 135}
    assert single_edge_labels(Edge(ports=1, port="uniform")).labels[0].options[0].at == (128.0, 0.0)


def test_few_directions() -> None:
    for seed in range(20):
        assert len({round(a, 6) for a in angles(single_edge_labels(Edge(2, ports=9), seed))}) <= 2
    diagonal = single_edge_labels(Edge(ports=30, angles=DIAGONALS))
    assert {round(a) for a in angles(diagonal)} == {45, 135}


@pytest.mark.parametrize("wrong", [
    {"ports": 0}, {"directions": 0}, {"clues": (0, 3)}, {"clues": (3, 2)}, {"length": 2.0},
    {"box": 0.0}])
def test_bad_settings(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Edge(**wrong)  # type: ignore[arg-type]
