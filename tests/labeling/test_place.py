"""Whole tasks through the way in; the checker looks at each result there, and shapely here."""

from __future__ import annotations

import math
from dataclasses import replace
from random import Random

import pytest

from helpers.label_tasks import NOTCHED, SQUARE, curves, edge, port
from nonoforge.errors import InputError
from nonoforge.labeling import METHODS, Label, Labeling, Port, Task, check, place_labels
from nonoforge.labeling.task import LEFT, RIGHT

ROUND = tuple((50 + 50 * math.cos(math.tau * k / 40), 50 + 50 * math.sin(math.tau * k / 40))
              for k in range(40))


def overlap(task: Task, found: Labeling) -> float:
    """The area that the boxes share with each other and with the frame."""
    shapely = pytest.importorskip("shapely")
    boxes = [shapely.Polygon(task.frame)]
    for label, place in zip(task.labels, found.placed, strict=True):
        if place:
            (x, y), (u, v), side = label.options[place.option]
            e, far, h = place.leader, place.leader + label.length, side * label.height
            boxes.append(shapely.Polygon([(x + s * u - t * v, y + s * v + t * u) for s, t in
                                          ((e, 0), (far, 0), (far, h), (e, h))]))
    return sum(each.area for each in boxes) - shapely.union_all(boxes).area


@pytest.mark.parametrize("method", [name for name in METHODS if name != "dynamic"])
@pytest.mark.parametrize("seed", range(8))
def test_random_tasks(method: str, seed: int) -> None:
    random = Random(seed)
    frame = (SQUARE, NOTCHED, ROUND, ((0.0, 0.0), (90.0, 10.0), (20.0, 80.0)))[seed % 4]
    task = curves(random, 8, frame, balanced=seed % 2 == 0, gap=seed % 3 / 2)
    found = place_labels(task, method, step=1.0)
    assert check(task, found) == []
    assert overlap(task, found) < 1e-3
    assert found.method == method
    assert found.optimal or method == "two-sat"
    assert found.total == pytest.approx(sum(place.leader for place in found.placed if place))
    assert found.left == tuple(i for i, place in enumerate(found.placed) if place is None)


@pytest.mark.parametrize("seed", range(10))
def test_methods_agree(seed: int) -> None:
    task = curves(Random(seed), 7, ((0.0, 0.0), (60.0, 0.0), (60.0, 50.0), (0.0, 50.0)))
    auto = place_labels(task, step=2.0, polish=False)
    whole = place_labels(task, "maxsat", step=2.0, polish=False)
    polished = place_labels(task, step=2.0)
    fixed = place_labels(task, "two-sat")
    assert (len(auto.left), auto.total) == pytest.approx((len(whole.left), whole.total), abs=0.01)
    assert (len(polished.left), polished.total) <= (len(auto.left), auto.total + 1e-6)
    assert (len(auto.left), auto.total) <= (len(fixed.left), fixed.total + 0.01)


def one(*ports: Port, **changes: float) -> Task:
    labels = tuple(Label((each,), (5.0, 5.0), 5.0) for each in ports)
    return Task(SQUARE, labels, **changes)  # type: ignore[arg-type]


def test_no_labels() -> None:
    for method in METHODS:
        found = place_labels(Task(SQUARE, ()), method)
        assert found.placed == ()
        assert found.total == 0
        assert found.optimal


def test_one_label_takes_its_shortest_leader() -> None:
    label = Label((port(SQUARE, 0.1, 40, RIGHT), port(SQUARE, 0.6, 40, LEFT)), (5.0,), 5.0)
    found = place_labels(Task(SQUARE, (label,)))
    assert found.placed[0] is not None
    assert found.total == pytest.approx(0.0, abs=1e-6)
    assert found.optimal
    assert found.step is None  # nothing is shorter, on a grid or off it


def test_a_label_without_options_is_left() -> None:
    found = place_labels(Task(SQUARE, (Label((), (5.0,), 5.0), *one(port(SQUARE, 0.1, 0, LEFT))
                                       .labels)))
    assert found.left == (0,)


def test_longest_zero() -> None:
    """Whoever needs a leader is left; of two that overlap, one."""
    task = one(Port((20.0, 0.0), (0.0, -1.0), LEFT), Port((23.0, 0.0), (0.0, -1.0), LEFT),
               port(SQUARE, 0.6, 30, RIGHT), port(SQUARE, 0.6, 30, LEFT), longest=0.0)
    for method in METHODS:
        found = place_labels(task, method)
        assert found.total == 0
        assert len(found.left) == 2
        assert len({0, 1} & set(found.left)) == 1
        assert found.optimal
        assert found.step is None or method == "dynamic"


def test_dynamic_takes_the_lengths_that_matter_where_they_are_known() -> None:
    right = one(*(Port((x, 0.0), (0.0, -1.0), LEFT) for x in (20.0, 23.0, 26.5)))
    found = place_labels(right, "dynamic")
    assert found.step is None
    assert found.optimal
    assert found.total == pytest.approx(place_labels(right).total)
    assert place_labels(right, "dynamic", step=0.5).step == 0.5
    askew = one(*(port(SQUARE, 0.1, angle, LEFT) for angle in (0, 30)))
    assert place_labels(askew, "dynamic").step is None


def test_ports_that_are_almost_one() -> None:
    """The checker calls the same ports one as what places labels, however they differ."""
    task = Task(SQUARE, (), gap=0.5)
    here = Port((100.0, 50.0), (1.0, 0.0), RIGHT)
    for x, y in ((7e-7, 7e-7), (7e-7, 8e-7), (9.9e-7, 0.0), (0.0, 1.01e-6), (1e-5, 1e-5)):
        near = Port((100.0 + x, 50.0 + y), (1.0, 0.0), LEFT)
        labels = tuple(Label((each,), (5.0,), 5.0) for each in (here, near))
        for method in METHODS:
            place_labels(replace(task, labels=labels), method)


def test_leaders_that_are_almost_in_line() -> None:
    """Along the side of a notch; the angle between them is too small to say where they cross."""
    frame = ((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (40.0, 40.0), (40.0, 10.0), (20.0, 10.0),
             (20.0, 40.0), (0.0, 40.0))
    for turn in (0.0, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6):
        ports = Port((20.0, 16.0), (-turn, 1.0), RIGHT), Port((20.0, 28.0), (turn, 1.0), LEFT)
        task = Task(frame, tuple(Label((each,), (10.0,), 10.0) for each in ports), 40.0)
        for method in METHODS:
            place_labels(task, method, step=5.0, polish=False)


def test_ends_that_are_alike_but_for_rounding() -> None:
    """The longer of the two is taken where the shorter is not free: still nothing is shorter."""
    label = Label((Port((20.0, 0.0), (0.0, -1.0), LEFT),
                   Port((20.0, 100.0), (1e-8, 1.0), LEFT)), (5.0,), 5.0)
    other = Label((Port((20.0, 0.0), (0.0, -1.0), LEFT),), (5.0,), 5.0)
    found = place_labels(Task(SQUARE, (label, other)))
    assert found.left == ()
    assert found.optimal
    assert found.step is None


def test_huge_gap_leaves_one() -> None:
    task = replace(curves(Random(1), 5), gap=1e5)
    found = place_labels(task)
    places = {label.options[place.option].at for label, place in
              zip(task.labels, found.placed, strict=True) if place}
    assert len(places) == 1  # both sides of one port


def test_identical_ports_have_room_for_one_on_each_side() -> None:
    here, there = port(SQUARE, 0.1, 20, LEFT), port(SQUARE, 0.1, 20, RIGHT)
    found = place_labels(one(here, here, there, there, there))
    assert len(found.left) == 3
    assert sum(place is not None for place in found.placed[:2]) == 1


def test_ports_at_corners() -> None:
    s = math.sqrt(0.5)
    corners = [((0.0, 0.0), (-s, -s)), ((100.0, 0.0), (s, -s)), ((100.0, 100.0), (s, s)),
               ((0.0, 100.0), (-s, s))]
    found = place_labels(one(*(Port(at, out, side) for at, out in corners
                               for side in (LEFT, RIGHT))))
    assert found.left == ()
    assert found.total == pytest.approx(0.0, abs=1e-5)


def test_notch() -> None:
    """Two leaders that face each other across a notch, and boxes that must share its room."""
    frame = ((0.0, 0.0), (60.0, 0.0), (60.0, 40.0), (40.0, 40.0), (40.0, 10.0), (20.0, 10.0),
             (20.0, 40.0), (0.0, 40.0))
    ports = (Port((20.0, 30.0), (1.0, 0.0), LEFT), Port((40.0, 30.0), (-1.0, 0.0), RIGHT),
             Port((30.0, 10.0), (0.0, 1.0), LEFT))
    task = Task(frame, tuple(Label((each,), (8.0,), 8.0) for each in ports))
    found = place_labels(task)
    assert found.left == ()
    assert overlap(task, found) < 1e-4
    assert found.total == pytest.approx(0.0, abs=1e-5)
    wide = Task(frame, tuple(Label((each,), (12.0,), 8.0) for each in ports[:2]))
    assert len(place_labels(wide).left) == 1


def test_balanced() -> None:
    """Without balance both labels take the end that needs no leader; the other is in a cleft."""
    frame = ((0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (60.0, 100.0), (50.0, 70.0), (40.0, 100.0),
             (0.0, 100.0))
    ports = [(Port((50.0, 70.0), (0.0, 1.0), LEFT), Port((50.0, 0.0), (0.0, -1.0), RIGHT)),
             (Port((50.0, 70.0), (0.0, 1.0), RIGHT), Port((50.0, 0.0), (0.0, -1.0), LEFT))]
    task = Task(frame, tuple(Label(each, (5.0,), 5.0, 7) for each in ports))
    free = place_labels(task)
    assert [place and place.option for place in free.placed] == [1, 1]
    assert free.total == 0
    for method in ("auto", "maxsat", "two-sat"):
        found = place_labels(replace(task, balanced=True), method)
        assert sorted(place.option for place in found.placed if place) == [0, 1]
        assert found.total == pytest.approx(15.0, abs=1e-5)


def test_three_ports() -> None:
    ports = tuple(port(SQUARE, part, 45, LEFT) for part in (0.1, 0.35, 0.6))
    task = Task(SQUARE, tuple(Label(ports, (5.0,), 5.0) for _ in range(4)))
    assert len(place_labels(task).left) == 1
    with pytest.raises(InputError, match="3 ports"):
        place_labels(task, "two-sat")


def test_two_sat_leaves_as_few_as_possible() -> None:
    task = edge(Random(5), 9)
    found = place_labels(task, "two-sat")
    assert found.left
    grown = place_labels(task)
    assert len(grown.left) <= len(found.left)


def test_dynamic_is_there() -> None:
    task = edge(Random(2), 3, longest=16.0)
    found = place_labels(task, "dynamic", step=4.0)
    assert found.method == "dynamic"
    assert check(task, found) == []


def test_time_is_kept() -> None:
    task = curves(Random(2), 60, ((0.0, 0.0), (150.0, 0.0), (150.0, 150.0), (0.0, 150.0)))
    found = place_labels(task, step=0.25, seconds=0.2)
    assert check(task, found) == []
    assert found.seconds < 60  # a guard against hanging


@pytest.mark.parametrize(("options", "words"), [
    ({"method": "magic"}, "no method 'magic'"),
    ({"method": "two sat"}, "did you mean two-sat"),
    ({"step": 0.0}, "a step of 0"),
    ({"step": math.nan}, "a step of nan"),
    ({"step": 1e-9}, "2,000 steps"),
    ({"seconds": 0.0}, "a time of 0"),
])
def test_refused(options: dict, words: str) -> None:
    with pytest.raises(InputError, match=words):
        place_labels(curves(Random(1), 3), **options)


def test_bad_tasks_are_refused() -> None:
    wrong = Port((50.0, 0.0), (math.nan, 0.0), LEFT)
    for method in METHODS:
        with pytest.raises(InputError, match="direction"):
            place_labels(one(wrong), method)


def test_the_same_again() -> None:
    task = curves(Random(8), 12, ((0.0, 0.0), (90.0, 0.0), (90.0, 70.0), (0.0, 70.0)))
    assert place_labels(task).placed == place_labels(task).placed


@pytest.mark.parametrize("method", ["auto", "maxsat"])
def test_too_large_for_a_formula(method: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Label after label then, and in windows; no proof, but no less valid."""
    task = curves(Random(3), 12, ((0.0, 0.0), (60.0, 0.0), (60.0, 50.0), (0.0, 50.0)))
    best = place_labels(task, method)
    monkeypatch.setattr("nonoforge.labeling.auto.LARGE", 0)
    found = place_labels(task, method)
    assert not found.optimal
    assert check(task, found) == []
    assert len(best.left) <= len(found.left) <= len(best.left) + 3
