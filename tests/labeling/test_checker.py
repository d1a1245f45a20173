"""The checker against shapely, and on faults made on purpose."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers.label_tasks import NOTCHED, SQUARE, curves, port
from nonoforge.labeling.checker import check
from nonoforge.labeling.task import LEFT, RIGHT, Label, Labeling, Placed, Port, Task

shapely = pytest.importorskip("shapely")


def answer(*placed: Placed | None) -> Labeling:
    total = sum(place.leader for place in placed if place)
    return Labeling(placed, total, False, None, "test", 0.0)


def shapes(task: Task, i: int, place: Placed) -> tuple:
    label = task.labels[i]
    (x, y), (u, v), side = label.options[place.option]
    e, far, h = place.leader, place.leader + label.length, side * label.height
    box = [(e, 0), (far, 0), (far, h), (e, h)]
    return (shapely.Polygon([(x + s * u - t * v, y + s * v + t * u) for s, t in box]),
            shapely.LineString([(x, y), (x + e * u, y + e * v)]))


@pytest.mark.parametrize("seed", range(40))
def test_faults_are_those_of_geometry(seed: int) -> None:
    random = Random(seed)
    task = curves(random, 4, NOTCHED if seed % 2 else SQUARE, gap=random.choice([0, 0, 2]))
    frame = shapely.Polygon(task.frame)
    placed = [Placed(random.randrange(2), random.uniform(0, 20)) for _ in task.labels]
    for i, one in enumerate(placed):
        box, line = shapes(task, i, one)
        alone = answer(*(one if k == i else None for k in range(len(placed))))
        over = box.intersection(frame).area + line.intersection(frame.buffer(-1)).length
        if over < 1e-9 or over > 1e-2:
            assert bool(check(task, alone)) == (over > 1e-3), (i, one)
        for j in range(i):
            if task.labels[i].options[one.option].at == task.labels[j].options[
                    placed[j].option].at:
                continue
            both = answer(*(placed[k] if k in (i, j) else None for k in range(len(placed))))
            faults = [text for text in check(task, both) if "frame" not in text]
            other, leader = shapes(task, j, placed[j])
            over = max(box.intersection(other).area, line.intersection(other).length,
                       leader.intersection(box).length, float(line.crosses(leader)))
            close = min(box.distance(other), box.distance(leader), line.distance(other))
            if over > 1e-2 or close < task.gap - 1e-5:
                assert faults
            elif over == 0 and close > task.gap:
                assert not faults


def task_of(*ports: Port, **options: float) -> Task:
    return Task(SQUARE, tuple(Label((each,), (5.0,), 5.0, 0) for each in ports),
                **options)  # type: ignore[arg-type]


def test_ranges() -> None:
    task = task_of(port(SQUARE, 0.1, 0, LEFT))
    assert check(task, answer(Placed(0, 3.0))) == []
    assert check(task, answer(Placed(1, 3.0))) == ["label 0 has no port 1"]
    assert "at most 25" in check(task, answer(Placed(0, 26.0)))[0]
    assert check(task, answer(Placed(0, -1.0)))
    assert check(task, answer(Placed(0, float("nan"))))
    assert check(task, answer()) == ["0 answers for 1 labels"]
    assert check(task, answer(None)) == []
    wrong = answer(Placed(0, 3.0))._replace(total=2.0)
    assert "not 2" in check(task, wrong)[0]


def test_same_port() -> None:
    here, there = port(SQUARE, 0.1, 30, LEFT), port(SQUARE, 0.1, 30, RIGHT)
    task = task_of(here, there)
    both = answer(Placed(0, 20.0), Placed(0, 7.0))
    assert check(task, both) == []
    assert "one curve" in check(replace(task, balanced=True), both)[0]
    assert "same side" in check(task_of(here, here), both)[0]


def test_leaders() -> None:
    cross = task_of(Port((20.0, 0.0), (0.6, -0.8), LEFT), Port((30.0, 0.0), (-0.6, -0.8), RIGHT))
    assert "leaders" in check(cross, answer(Placed(0, 15.0), Placed(0, 15.0)))[0]
    in_line = task_of(Port((20.0, 0.0), (1.0, 0.0), RIGHT), Port((40.0, 0.0), (1.0, 0.0), RIGHT))
    faults = check(in_line, answer(Placed(0, 25.0), Placed(0, 10.0)))
    assert any("leaders" in text for text in faults)
    inward = task_of(Port((50.0, 0.0), (0.0, 1.0), LEFT))
    assert any("through" in text for text in check(inward, answer(Placed(0, 10.0))))


def test_a_leader_that_ends_on_another_meets_it() -> None:
    """The boxes of the first would be on the far side of the second leader, just touching it."""
    def faults(end: float) -> list[str]:
        ports = Port((20.0, 0.0), (0.0, -1.0), LEFT), Port((10.0, 0.0), (1.0, 0.0), RIGHT)
        return [text for text in check(task_of(*ports), answer(Placed(0, 8.0), Placed(0, end)))
                if "leaders" in text]

    assert faults(10.0)
    assert not faults(9.99)


def test_leaders_may_fork() -> None:
    fork = task_of(Port((50.0, 0.0), (0.6, -0.8), LEFT), Port((50.0, 0.0), (-0.6, -0.8), RIGHT))
    assert check(fork, answer(Placed(0, 10.0), Placed(0, 10.0))) == []
