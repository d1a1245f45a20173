"""Overlap, labels that are never read as one clue, coarse steps, slopes at any angle: all methods
agree, and geometry by shapely agrees with the checker."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from helpers.label_oracles import continuous, exhaustive, grid
from helpers.label_tasks import SQUARE, curves, edge
from nonoforge.errors import InputError
from nonoforge.labeling import (
    LEFT,
    RIGHT,
    Edge,
    Label,
    Labeling,
    Placed,
    Port,
    Task,
    check,
    place_labels,
    single_edge_labels,
)
from nonoforge.labeling.dynamic import dynamic_labels
from nonoforge.labeling.options import conflicts_of, options_of

SMALL = tuple((0.4 * x, 0.4 * y) for x, y in SQUARE)
RULES = ({"separate": 3.0}, {"overlap": 0.9}, {"overlap": 0.9, "separate": 3.0, "gap": 0.5},
         {"separate": 4.0, "gap": 1.0, "balanced": True})


def crowded(seed: int, rules: dict[str, float], count: int = 4) -> Task:
    return curves(Random(seed), count, SMALL, most=3, **rules)


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("seed", range(4))
def test_methods_agree(seed: int, rules: dict[str, float]) -> None:
    task = crowded(seed, rules)
    found = {method: place_labels(task, method, step=2.0, polish=False)
             for method in ("auto", "maxsat", "dynamic")}
    scores = [(len(each.left), each.total) for each in found.values()]
    for score in scores[1:]:
        assert score == pytest.approx(scores[0], abs=0.01)
    fixed = place_labels(task, "two-sat")
    assert scores[0] <= (len(fixed.left), fixed.total + 0.01)
    for each in (*found.values(), fixed):
        assert check(task, each) == []


@pytest.mark.parametrize("rules", RULES, ids=str)
def test_exhaustive_search_by_the_checker_agrees(rules: dict[str, float]) -> None:
    """The oracle knows nothing but the checker; a rule that one of the two lacks would differ."""
    for seed in range(3):
        task = crowded(seed, rules, 2)
        found = place_labels(task, step=4.0, polish=False)
        assert (len(found.left), found.total) == pytest.approx(
            exhaustive(task, grid(task, 4.0)), abs=0.01)


def polygons(task: Task, found: Labeling) -> list[tuple[object, float]]:
    shapely = pytest.importorskip("shapely")
    drawn = []
    for label, place in zip(task.labels, found.placed, strict=True):
        if place:
            (x, y), (u, v), side = label.options[place.option]
            e, far, h = place.leader, place.leader + label.length, side * label.height
            drawn.append((shapely.Polygon([(x + s * u - t * v, y + s * v + t * u) for s, t in
                                           ((e, 0), (far, 0), (far, h), (e, h))]), place.leader))
    return drawn


@pytest.mark.parametrize("seed", range(6))
def test_near_labels_have_leaders_of_different_lengths(seed: int) -> None:
    task = crowded(seed, {"separate": 3.0}, 6)
    found = place_labels(task)
    ports = [label.options[place.option] for label, place in
             zip(task.labels, found.placed, strict=True) if place]
    near = 0
    for (a, (one, e)), (b, (other, f)) in combinations(enumerate(polygons(task, found)), 2):
        if ports[a][:2] != ports[b][:2] and one.distance(other) < 3.0 - 1e-5:
            assert abs(e - f) > 3.0 - 1e-5
            near += 1
    assert near or seed


def test_one_row_is_never_two_clues() -> None:
    """Two parallel leaders: the boxes of the longer one would continue the row of the shorter."""
    ports = Port((20.0, 0.0), (0.0, -1.0), LEFT), Port((25.0, 0.0), (0.0, -1.0), RIGHT)
    task = Task(SQUARE, tuple(Label((each,), (5.0, 5.0), 5.0) for each in ports), longest=30.0)
    close = Labeling((Placed(0, 0.0), Placed(0, 10.0)), 10.0, False, None, "", 0.0)
    assert check(task, close) == []
    kept = replace(task, separate=2.5)
    assert any("one clue" in text for text in check(kept, close))
    assert place_labels(task).total == pytest.approx(10.0, abs=1e-3)
    assert place_labels(kept).total == pytest.approx(12.5, abs=1e-3)


def test_overlap_is_used_and_bounded() -> None:
    ports = Port((20.0, 0.0), (0.0, -1.0), RIGHT), Port((24.5, 0.0), (0.0, -1.0), RIGHT)
    task = Task(SQUARE, tuple(Label((each,), (5.0,), 5.0) for each in ports), longest=4.0)
    assert len(place_labels(task).left) == 1
    for method in ("auto", "maxsat", "dynamic", "two-sat"):
        assert place_labels(replace(task, overlap=0.5), method).total == 0
        assert len(place_labels(replace(task, overlap=0.4), method).left) == 1


@pytest.mark.parametrize("name", ["overlap", "separate"])
def test_bad_numbers(name: str) -> None:
    with pytest.raises(InputError, match="it must be 0 to"):
        place_labels(Task(SQUARE, (), **{name: -1.0}))  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["auto", "maxsat", "dynamic"])
def test_coarse_steps_place_as_many(method: str) -> None:
    """Steps are halved while a label has no place; leaders are polished at the end."""
    for seed in range(4):
        task = edge(Random(seed), 5, longest=100)
        fine = place_labels(task, method, step=1.0)
        coarse = place_labels(task, method, step=1.0, coarse=True)
        assert check(task, coarse) == []
        assert len(coarse.left) == len(fine.left)
        assert coarse.total >= place_labels(task, "auto", step=0.5).total - 1.0
        assert coarse.step is None or coarse.step in (1.0, 2.0, 4.0, 8.0, 16.0)


def test_two_sat_has_no_steps() -> None:
    with pytest.raises(InputError, match="auto, maxsat and dynamic have"):
        place_labels(Task(SQUARE, ()), "two-sat", coarse=True)


@pytest.mark.parametrize("free", [True, False])
def test_slopes_at_any_angle(free: bool) -> None:
    """Dynamic programming with the lengths that matter equals mixed-integer programming."""
    pytest.importorskip("highspy")
    whole = 0
    for seed in range(3 if free else 16):
        task = single_edge_labels(
            Edge(ports=2 + seed % 3, free=free, clues=(1, 3), length=150), seed)
        exact = continuous(task)
        found = dynamic_labels(task, None, 10_000, partial=False)
        assert check(task, found) == []
        assert all(found.placed) == (exact is not None)
        if exact is not None:
            assert found.total == pytest.approx(exact, abs=2e-2)
            whole += 1
    assert whole >= (1 if free else 6)


def test_slopes_at_any_angle_around_a_frame() -> None:
    pytest.importorskip("highspy")
    for seed in range(4):
        task = curves(Random(seed), 2, SMALL, most=2, separate=3.0)
        exact = continuous(task)
        if exact is not None:
            found = place_labels(task, "dynamic")
            assert found.step is None
            assert found.total == pytest.approx(exact, abs=2e-2)


def test_pieces_may_have_different_numbers_of_sides() -> None:
    task = curves(Random(1), 3, SMALL, separate=3.0)
    assert conflicts_of(task, options_of(task)).sides.shape[1] == 10
    plain = replace(task, separate=0.0)
    assert conflicts_of(plain, options_of(plain)).sides.shape[1] == 8
