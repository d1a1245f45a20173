"""Dynamic programming against exhaustive search, the checker, and what was printed."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import inf
from random import Random

import pytest

from helpers.label_oracles import clash, diagonal, exhaustive, grid, printed
from helpers.label_tasks import NOTCHED, SQUARE, curves
from nonoforge.errors import InputError
from nonoforge.labeling.checker import check
from nonoforge.labeling.dynamic import Effort, dynamic_labels
from nonoforge.labeling.single_edge import DIAGONALS, Edge, single_edge_labels
from nonoforge.labeling.task import Labeling, Point, Task

STRIP: tuple[Point, ...] = ((-300.0, -100.0), (300.0, -100.0), (300.0, 0.0), (-300.0, 0.0))
TRIANGLE: tuple[Point, ...] = ((0, 0), (60, 0), (20, 50))
HEXAGON: tuple[Point, ...] = ((10, 0), (40, 0), (50, 20), (40, 40), (10, 40), (0, 20))


def answer(labeling: Labeling) -> tuple[int, float]:
    return len(labeling.left), pytest.approx(labeling.total, abs=1e-5)


def agree(task: Task, step: float, **options: bool) -> Labeling:
    found = dynamic_labels(task, step, 10_000, **options)
    assert check(task, found) == []
    assert found.optimal
    assert exhaustive(task, grid(task, step)) == answer(found)
    return found


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("free", [True, False])
@pytest.mark.parametrize("angles", [DIAGONALS, None])
def test_one_edge(narrow: bool, free: bool, angles: tuple[float, ...] | None) -> None:
    whole = 0
    for seed in range(8):
        edge = Edge(ports=3, free=free, angles=angles, length=70, longest=40, clues=(1, 2))
        whole += all(agree(single_edge_labels(edge, seed), 13.0, narrow=narrow).placed)
    assert whole > 0


@pytest.mark.parametrize("narrow", [True, False])
@pytest.mark.parametrize("frame", [SQUARE, TRIANGLE, HEXAGON, NOTCHED])
def test_corners(frame: tuple[Point, ...], narrow: bool) -> None:
    small = tuple((0.3 * x, 0.3 * y) for x, y in frame)
    for seed in range(4):
        agree(curves(Random(seed), 2, small, most=2, longest=16.0), 5.0, narrow=narrow)


@pytest.mark.parametrize("balanced", [True, False])
def test_crowded_frames(balanced: bool) -> None:
    """So little room that labels are left out, in part."""
    out = []
    for seed in range(8):
        task = curves(Random(seed), 4, tuple((0.1 * x, 0.1 * y) for x, y in SQUARE), longest=3.0)
        out.append(len(agree(replace(task, balanced=balanced), 3.0).left))
    assert any(out)


def test_with_a_gap() -> None:
    for seed in range(4):
        agree(curves(Random(seed), 2, TRIANGLE, most=2, longest=16.0, gap=3.0), 5.0)


def test_narrowing_changes_nothing() -> None:
    for seed in range(30):
        task = single_edge_labels(Edge(ports=5 + seed % 3, free=seed % 2 == 0, longest=48), seed)
        whole, plain = (dynamic_labels(task, 6.0, narrow=narrow, partial=False)
                        for narrow in (True, False))
        assert answer(whole) == (len(plain.left), plain.total)


def test_a_longer_leader_may_belong_to_the_lower_label() -> None:
    """The printed recursion wants the leader between two labels to be shorter than theirs."""
    task = Task(STRIP, (diagonal(18, (-1, 1), 1, 3), diagonal(19, (1, 1), 1, 3),
                        diagonal(52, (1, 1), -1, 2)), longest=64)
    found = dynamic_labels(task, 4.0)
    assert found.total == pytest.approx(32.0, abs=1e-5)
    assert printed(task, grid(task, 4.0))[0] == pytest.approx(48.0, abs=1e-5)
    assert printed(task, grid(task, 4.0), lengths=False)[0] == pytest.approx(32.0, abs=1e-5)


def test_a_label_may_hang_over_another() -> None:
    """The printed recursion compares a label with its two neighbours in the table only."""
    task = Task(STRIP, (diagonal(14, (-1, 1), 1, 1, 8), diagonal(45, (-1, 1), -1, 1, 8),
                        diagonal(59, (-1, 1), 1, 1, 32)), longest=80)
    found = agree(task, 8.0)
    assert found.total == pytest.approx(64.0, abs=1e-5)
    total, spots = printed(task, grid(task, 8.0), lengths=False)
    assert total == pytest.approx(40.0, abs=1e-5)
    assert [clash(task, a, b) for a, b in pairwise(spots)] == [False, False]
    assert clash(task, spots[0], spots[2])


def test_the_printed_recursion_is_right_about_slopes_of_one() -> None:
    """If heights alone are compared, and boxes have one height."""
    for seed in range(12):
        edge = Edge(ports=3 + seed % 2, free=False, angles=DIAGONALS, length=90, longest=48)
        task = single_edge_labels(edge, seed)
        found = dynamic_labels(task, 12.0, partial=False)
        total = found.total if all(found.placed) else inf
        assert printed(task, grid(task, 12.0), lengths=False)[0] == pytest.approx(total, abs=1e-5)


def test_the_cap_on_assignments_is_told() -> None:
    task = curves(Random(3), 10, tuple((0.6 * x, 0.6 * y) for x, y in SQUARE))
    effort = Effort()
    whole = dynamic_labels(task, 2.0, 10_000, effort=effort)
    assert whole.optimal
    assert effort.exhausted
    assert 1 < effort.assignments < 10_000
    few = Effort()
    one = dynamic_labels(task, 2.0, 1, effort=few)
    assert check(task, one) == []
    assert not one.optimal
    assert not few.exhausted
    assert (len(one.left), one.total + 1e-6) >= (len(whole.left), whole.total)


def test_out_of_time() -> None:
    task = curves(Random(1), 12, tuple((0.2 * x, 0.2 * y) for x, y in SQUARE))
    found = dynamic_labels(task, 1.0, budget=0.0)
    assert check(task, found) == []
    assert not found.optimal


def test_nothing_to_place() -> None:
    assert dynamic_labels(Task(SQUARE, ()), 2.0) == (
        (), 0.0, True, 2.0, "dynamic", pytest.approx(0.0, abs=60))
    none = dynamic_labels(curves(Random(0), 1, SQUARE, longest=0.0, steep=0), 1.0)
    assert none.optimal


def test_too_many_places() -> None:
    with pytest.raises(InputError, match="longer step"):
        dynamic_labels(curves(Random(0), 30, SQUARE, longest=50.0), 0.05)


@pytest.mark.parametrize(("step", "assignments", "words"), [
    (0.0, 5, "step"), (-1.0, 5, "step"), (1.0, 0, "assignments")])
def test_bad_wishes(step: float | None, assignments: int, words: str) -> None:
    with pytest.raises(InputError, match=words):
        dynamic_labels(curves(Random(0), 2), step, assignments)
