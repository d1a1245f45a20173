"""Widening: the figures that are known, and independent answers to the same questions."""

from __future__ import annotations

from functools import partial
from math import inf, nan, sqrt
from typing import Any

import pytest

from helpers import lattices
from helpers.lattices import some
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.families.sloped import FRAME_SIDES, Objective, build_lattice, build_programme
from nonoforge.families.sloped.lattice import face_widths, min_width
from nonoforge.families.sloped.widening import widened
from nonoforge.families.sloped.widening.optimum import Settings
from nonoforge.families.sloped.widening.solver import SolverError
from nonoforge.families.sloped.widening.widened import difference, widen, widest

pytest.importorskip("highspy")
np = pytest.importorskip("numpy")

OBJECTIVES: tuple[Objective, ...] = ("squares", "sum", "max")


# The figures that are known.


def test_triangle_through_the_corners_of_the_frame() -> None:
    found = widest(lattices.triangle())
    assert found.after == pytest.approx(100 * sqrt(2) / 6, abs=1e-6)
    assert found.before == pytest.approx(30 / sqrt(2))
    assert found.shifts == pytest.approx((0, 10 / 3, -20 / 3), abs=1e-6)
    assert found.reached
    assert found.wanted is None


def test_two_squares() -> None:
    found = widest(lattices.cross(30_000, 45_000))
    assert found.after == 50
    assert found.shifts == (5, -20)
    assert found.shift_squares == 425
    assert found.shift_sum == 25
    assert found.shift_max == 20
    unmoved = widest(lattices.cross())
    assert unmoved.after == 50
    assert unmoved.shifts == (0, 0)


def test_frame_alone() -> None:
    alone = build_lattice(lattices.FRAME, [])
    assert widest(alone).after == 100
    assert widen(alone, 100).reached
    found = widen(alone, 101)
    assert (found.after, found.reached, found.shifts) == (100, False, ())


def test_what_is_wide_enough_stays() -> None:
    arrangement = lattices.triangle()
    for objective in OBJECTIVES:
        found = widen(arrangement, 21, objective)
        assert found.lattice is arrangement
        assert found.shift_max == 0
        assert found.reached


@pytest.mark.parametrize("wanted", [-1, nan, inf, -inf])
def test_widths_that_are_none(wanted: float) -> None:
    with pytest.raises(InputError, match="a width of"):
        widen(lattices.cross(), wanted)


# Every result has the same arrangement and the width, and the least of what was asked for.


@pytest.mark.parametrize("share", [0.3, 0.99, 1.0])
def test_same_arrangement_and_wide_enough(share: float) -> None:
    for arrangement in some(10, 14):
        top = widest(arrangement)
        wanted = top.before + share * (top.after - top.before)
        if wanted <= top.before + 1e-6:
            continue
        found = {objective: widen(arrangement, wanted, objective) for objective in OBJECTIVES}
        for result in found.values():
            assert result.reached
            assert difference(arrangement, result.lattice) is None
            assert result.lattice.faces == arrangement.faces
            assert min(face_widths(result.lattice)) >= wanted - 1e-6
            assert result.after == min_width(result.lattice)
        for name, value in (("squares", "shift_squares"), ("sum", "shift_sum"),
                            ("max", "shift_max")):
            best = getattr(found[name], value)
            assert all(best <= getattr(result, value) + 1e-6 * (1 + best)
                       for result in found.values())


def test_more_than_can_be_had() -> None:
    for arrangement in some(6, 12):
        top = widest(arrangement)
        for objective in OBJECTIVES:
            found = widen(arrangement, top.after + 1, objective)
            assert not found.reached
            assert found.after == pytest.approx(top.after, abs=1e-6)
            assert found.wanted == top.after + 1
            assert found.blockers


def test_widened_rounding_does_not_miss() -> None:
    """What is wanted is had to the last digit, where more is possible."""
    for arrangement in some(8, 12):
        top = widest(arrangement)
        if top.after > top.before + 1e-3:
            wanted = (top.before + top.after) / 2
            assert widen(arrangement, wanted, "squares").after >= wanted


def test_no_shift_of_the_least_can_be_made_smaller() -> None:
    """On the way back to where the lines were, something breaks at once."""
    for arrangement in some(8, 10):
        top = widest(arrangement)
        if top.after < top.before + 1e-3:
            continue
        found = widen(arrangement, (top.before + top.after) / 2, "squares")
        rows = build_programme(arrangement)
        nearer = np.concatenate([np.zeros(FRAME_SIDES), np.array(found.shifts)]) * 0.999
        assert rows.widths.at(nearer).min() < found.after - 1e-9


# Nothing that is wrong gets out.


def test_wrong_shifts_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    arrangement = lattices.triangle()
    honest = widened.least_shifts

    def lying(*arguments: Any) -> Any:
        found = honest(*arguments)
        return found and found._replace(shifts=found.shifts * 0.5)

    monkeypatch.setattr(widened, "least_shifts", lying)
    with pytest.raises(NonoforgeError, match="narrowest face"):
        widen(arrangement, 23)

    def breaking(*arguments: Any) -> Any:
        found = honest(*arguments)
        return found and found._replace(shifts=found.shifts + np.linspace(0, 60, 7))

    monkeypatch.setattr(widened, "least_shifts", breaking)
    with pytest.raises(NonoforgeError, match="in another order"):
        widen(arrangement, 23)


@pytest.mark.parametrize("often", [1, 3, 99])
def test_trouble_is_tried_again_and_then_told(monkeypatch: pytest.MonkeyPatch, often: int) -> None:
    honest = widened.least_shifts
    tried: list[Settings] = []

    def troubled(rows: Any, wanted: float, objective: Any, settings: Settings) -> Any:
        tried.append(settings)
        if len(tried) <= often:
            raise SolverError("the solver has a cold")
        return honest(rows, wanted, objective, settings)

    monkeypatch.setattr(widened, "least_shifts", troubled)
    if often > 10:
        with pytest.raises(NonoforgeError, match=r"could not be widened to 23 mm.*a cold"):
            widen(lattices.triangle(), 23)
    else:
        assert widen(lattices.triangle(), 23).reached
    assert len(set(tried)) == len(tried) == min(often + 1, len(widened.ATTEMPTS))


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_time_that_is_up_is_told(objective: Objective) -> None:
    for late in (partial(widen, wanted=23.0, objective=objective), widest):
        with pytest.raises(NonoforgeError, match="the time is up"):
            late(lattices.triangle(), seconds=0.0)
