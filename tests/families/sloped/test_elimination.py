"""What follows from meetings follows exactly."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from helpers.lattices import some
from nonoforge.families.sloped import FRAME_SIDES, Straight, meet
from nonoforge.families.sloped.lattice import sides
from nonoforge.families.sloped.lines import CONSTANT, Elimination

SQUARE = (0, 0, 100_000, 100_000)


@pytest.mark.parametrize("seed", range(20))
def test_sums_that_a_known_point_makes_zero(seed: int) -> None:
    """What follows from the free changes must be that point."""
    rng = Random(seed)
    lines = [Straight(rng.randrange(-9, 9), 1, rng.randrange(100)) for _ in range(8)]
    truth = [Fraction(rng.randrange(-50, 50), rng.randrange(1, 9)) for _ in range(8)]
    system = Elimination(lines, 0)
    for _ in range(12):
        sums = {key: Fraction(rng.randrange(1, 9)) * rng.choice([1, -1])
                for key in rng.sample(range(8), 3)}
        rest = -sum((factor * truth[key] for key, factor in sums.items()), Fraction(0))
        assert system.take(sums | ({CONSTANT: rest} if rest else {}))
    assert system.changes(truth) == truth
    known = next((key for key, row in system.rows.items() if not row.keys() - {CONSTANT}), None)
    assert known is None or not system.take({known: Fraction(1), CONSTANT: 1 - truth[known]})


@pytest.mark.parametrize("seed", range(10))
def test_lines_that_meet_go_on_meeting(seed: int) -> None:
    rng = Random(seed)
    before = some(10, 12)[seed]
    system = Elimination(before.lines, FRAME_SIDES)
    assert all(system.meet(numbers) for numbers in before.through)
    changes = system.changes([Fraction(rng.randrange(-500, 500), 7) for _ in before.lines])
    assert changes[:FRAME_SIDES] == [0] * FRAME_SIDES
    after = [line.shifted(change) for line, change in zip(before.lines, changes, strict=True)]
    for first, second, *others in before.through:
        corner = meet(after[first], after[second])
        assert corner is not None
        x, y, w = corner
        assert all(after[at].a * x + after[at].b * y == after[at].c * w for at in others)


def test_lines_that_miss_each_other_are_told_how_to_meet() -> None:
    lines = [*sides(SQUARE), Straight(-1, 1, 0), Straight(0, 1, 40_000), Straight(-1, 0, -40_300)]
    system = Elimination(lines, FRAME_SIDES)
    assert system.meet((5, 6, 4))
    assert system.meet((5, 6, 4))  # again: that is known
    free = [Fraction(0)] * len(lines)
    moved = [line.shifted(change) for line, change in zip(lines, system.changes(free), strict=True)]
    x, y, w = meet(moved[5], moved[6]) or (0, 0, 0)
    assert moved[4].a * x + moved[4].b * y == moved[4].c * w
    assert not Elimination(lines, len(lines)).meet((5, 6, 4))  # if none may move
