"""Placements: sweeps and censuses against voxels one by one; searches find what is there."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from families.solid.known_shapes import box, joined, sphere, torus
from nonoforge.clues import Tally
from nonoforge.errors import InputError
from nonoforge.families.solid import Census, census, from_array, place, placements
from nonoforge.families.solid.placing import (
    Hunt,
    Placement,
    Reference,
    open_cells,
    sweep,
    trials_for,
)
from nonoforge.families.solid.rays import rays_of
from nonoforge.families.solid.voxelizing import coverage, inside_of, voxelize
from nonoforge.families.solid.voxels import lattice_over

RING = torus(rows=30, columns=16)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.1, 0.9))
def test_census_is_what_the_clues_say(seed: int, density: float) -> None:
    rng = np.random.default_rng(seed)
    solid = rng.random(rng.integers(1, 9, 3)) < density
    if not solid.any():
        return
    found = census(solid)
    kinds: dict[int, list[int]] = {0: [], 1: [], 2: [], 3: []}
    for line in from_array(_tight(solid)).puzzle.lines:
        assert isinstance(line.clue, Tally)
        ((total, groups),) = line.clue.counts
        kinds[groups or 0].append(total or 0)
    assert found.counts == tuple(len(kinds[kind]) for kind in range(4))
    assert found.ranges == tuple((min(kinds[kind]), max(kinds[kind])) if kinds[kind] else None
                                 for kind in (1, 2, 3))
    assert found.lines == sum(found.counts)
    assert found.distance(found) == found.range_distance(found) == 0


def _tight(solid: Any) -> Any:
    where = np.argwhere(solid)
    low, high = where.min(axis=0), where.max(axis=0) + 1
    return solid[low[0]:high[0], low[1]:high[1], low[2]:high[2]]


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("size", [9, 70, 130])
def test_a_sweep_is_every_move(axis: int, size: int) -> None:
    """Words of columns (one, two or three of them) tell what voxels tell."""
    rays = rays_of(RING.vertices, RING.faces, axis)
    offset = [0.2, -0.31, 0.05]
    offset[axis] = -0.5
    swept = sweep(rays, lattice_over(RING.vertices, size, offset=offset, scale=0.97), 8)
    for move in (0, 3, 7):
        moved = list(offset)
        moved[axis] += move / 8
        expected = census(voxelize(RING, size, voxelizer="parity", axis=axis, offset=moved,
                                   scale=0.97))
        counted = swept.counted(tuple(expected.size[along] for along in rays.order))
        one, two, three = counted.at_least[:, counted.some.tolist().index(move)]
        assert expected.counts == (expected.lines - one, one - two, two - three, three)


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_a_census_is_found_again(axis: int) -> None:
    hidden = voxelize(RING, 14, voxelizer="parity", axis=axis, offset=(0.3, -0.2, 0.4), scale=0.98)
    wanted = census(hidden)
    heard: list[tuple[int, tuple[float, ...]]] = []
    found = place(RING, 14, wanted, axis=axis, trials=3000, seconds=60,
                  on_trial=lambda trial, best: heard.append((trial, best.score)))
    assert found.perfect
    assert census(found.voxels) == wanted
    assert (voxelize(RING, 14, voxelizer="parity", axis=axis, offset=found.offset,
                     scale=found.scale) == found.voxels).all()
    assert [score for _, score in heard] == sorted((score for _, score in heard), reverse=True)
    assert heard[-1][1] == found.score


def test_a_reference_covers_as_samples_do() -> None:
    mesh = joined(sphere(20, 24), box((0.5, 0, 0), (2, 0.4, 0.3)))
    reference = Reference(mesh, 12, "winding")
    assert reference.pieces == 1
    for scale in (0.9, 1.03):
        lattice = lattice_over(mesh.vertices, 12, offset=(0.3, 0.1, -0.4), scale=scale)
        found = reference.coverage(lattice)
        expected = coverage(inside_of(mesh, "winding"), lattice, 8)
        assert np.abs(found - expected).max() < 0.2
        assert found.sum() == pytest.approx(expected.sum(), rel=0.02)


def test_recognisable_finds_the_cells_of_a_box() -> None:
    """There is a placement with next to no error: the box's own sides."""
    bar = joined(box((0, 0, 0), (8, 3, 2)), box((2, 2.5, 0), (4, 6, 2)))
    found = place(bar, 8, trials=150, seconds=60)
    worse = place(bar, 8, trials=2, seconds=60)
    assert max(found.voxels.shape) == 8
    assert found.score <= worse.score
    assert found.score[0] < 0.12
    assert found.voxels.shape == (8, 6, 2)


def test_line_solvable() -> None:
    found = place(RING, 9, "line-solvable", trials=25, seconds=60)
    assert found.score[0] == open_cells(found.voxels) == 0
    assert max(found.voxels.shape) == 9
    assert open_cells(np.indices((2, 2, 2)).sum(axis=0) % 2 == 0) == 8


def test_options_are_those_of_voxelize() -> None:
    two = joined(box((0, 0, 0), (6, 2, 2)), box((3, 4, 0), (4, 5, 1)))
    found = place(two, 6, trials=20, seconds=60, keep="largest", voxelizer="vote")
    assert found.voxels.shape[1] <= 3


def test_searches_repeat() -> None:
    for goal in ("recognisable", census(voxelize(RING, 10, voxelizer="parity"))):
        first, again = (place(RING, 10, goal, trials=15, seconds=60, seed=4) for _ in range(2))
        assert first.offset == again.offset
        assert first.scale == again.scale


def test_an_interrupt_ends_the_search() -> None:
    def report(trial: int, best: Placement) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        place(RING, 10, seconds=60, on_trial=report)


def test_a_hunt_closes_in() -> None:
    """On a smooth hill it comes as near as its steps are small, and begins anew afterwards."""
    hunt = Hunt(20, 1, least=0.8, explore=50, patience=200)
    goal = np.array([0.2, 0.5, 0.9])
    seen = []
    for _ in range(1500):
        spot = hunt.ask()
        far = float(np.abs(spot.middle - goal).max() + abs(spot.scale - 0.9))
        hunt.tell(spot, (far,) if far < 0.9 else None)
        seen.append(far)
    assert min(seen[:50]) > 0.02
    assert min(seen) < 0.01
    assert seen[-1] >= min(seen)


@pytest.mark.parametrize(("goal", "options", "message"), [
    ("pretty", {}, "no goal 'pretty'"),
    (Census((9, 9, 3), (0, 0, 0, 0)), {}, "to match has 9 cells, but the size is 10"),
    (Census((10, 9, 3), (0, 0, 0, 0)), {"voxelizer": "winding"}, "parity alone"),
    (Census((10, 9, 3), (0, 0, 0, 0)), {"samples": 2}, "parity alone"),
    (Census((10, 1, 1), (0, 0, 0, 0)), {}, "no placement was found"),
    ("recognisable", {"least": 0}, "a least scale of 0"),
    ("recognisable", {"voxelizer": "wind"}, "did you mean winding"),
])
def test_bad_wishes(goal: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        place(RING, 10, goal, trials=3, seconds=60, **options)


def test_placements_go_on() -> None:
    found = list(islice(placements(RING, 8), 12))
    scores = [best.score for best in found if best is not None]
    assert scores == sorted(scores, reverse=True)


def test_trials_follow_the_budget_for_large_models_only() -> None:
    small, large = torus(rows=30, columns=16), torus(rows=400, columns=300)
    assert trials_for(small, 20, 1, False, 0.01) == trials_for(small, 20, 1, False)
    assert trials_for(large, 20, 1, False, 60) == trials_for(large, 20, 1, False)
    assert trials_for(large, 20, 1, False, 0.05) == 0
    opened = replace(large, faces=large.faces[:-1])  # winding numbers take longer
    assert 0 < trials_for(opened, 20, 1, False, 4) < trials_for(large, 20, 1, False, 4)
