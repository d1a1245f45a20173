"""Lines that nearly meet are made to meet exactly, and moved no farther than they may."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from nonoforge.families.sloped import FRAME_SIDES, UNIT, Straight, meet
from nonoforge.families.sloped.lattice import sides
from nonoforge.families.sloped.lines import with_direction
from nonoforge.families.sloped.straightening.exact_lines import Meeting, join

pytest.importorskip("numpy")

from nonoforge.families.sloped.straightening.exact_lines import meetings

SQUARE = (0, 0, 100_000, 100_000)
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def holds(lines: Sequence[Straight], meeting: Meeting) -> bool:
    first, second, *others = meeting.lines
    corner = meet(lines[first], lines[second])
    assert corner is not None
    x, y, w = corner
    return all(lines[at].a * x + lines[at].b * y == lines[at].c * w for at in others)


def shift(one: Straight, other: Straight) -> float:
    """Between parallel lines, in exact coordinates."""
    assert one.a * other.b == one.b * other.a
    return abs(one.unit[2] - other.unit[2]) * UNIT


def noisy_grid(rng: Random, step: float, noise: float) -> list[Straight]:
    """All lines of a grid with its diagonals, each a little beside its place, and the frame."""
    at = [step * number for number in range(1, int(100 / step))]
    offsets = [(direction, offset) for direction in DIRECTIONS for offset in (
        at if direction == (1, 0) else [-x for x in at] if direction == (0, 1) else
        [number * step / 2 ** 0.5 for number in range(-3, 4)] if direction == (1, 1) else
        [number * step / 2 ** 0.5 for number in range(5, 12)])]
    chosen = rng.sample(offsets, min(len(offsets), 24))
    return [*sides(SQUARE), *(with_direction(direction, offset + rng.uniform(-noise, noise))
                              for direction, offset in chosen)]


@pytest.mark.parametrize("seed", range(25))
def test_a_noisy_grid_becomes_a_grid(seed: int) -> None:
    rng = Random(seed)
    step = rng.choice([5.0, 10.0, 25.4 / 3, 100 / 12])
    lines = noisy_grid(rng, step, 0.001)
    wanted = meetings(lines, SQUARE, 6.0)
    found = join(lines, wanted, FRAME_SIDES, 24.0)
    assert not found.left_out
    assert found.lines[:FRAME_SIDES] == tuple(lines[:FRAME_SIDES])
    assert all(holds(found.lines, meeting) for meeting in wanted)
    moves = [shift(old, new) for old, new in zip(lines, found.lines, strict=True)]
    assert max(moves) <= 24
    assert max(moves) == pytest.approx(found.moved, abs=1e-6)


def test_what_cannot_be_had_is_left_out() -> None:
    # Three points on the frame and two corners of it fix the lines; the middle is off.
    lines = [*sides(SQUARE), Straight(-1, 1, 0), Straight(1, 1, 100_000), Straight(0, 1, 50_004)]
    wanted = [Meeting((0, 3, 4), 0.0), Meeting((1, 2, 4), 0.0), Meeting((0, 1, 5), 0.0),
              Meeting((2, 3, 5), 0.0), Meeting((4, 5, 6), 4.0)]
    found = join(lines, wanted, FRAME_SIDES, 24.0)
    assert found.lines[6] == Straight(0, 1, 50_000)
    assert not found.left_out
    fixed = join(lines, wanted, 7, 24.0)  # if all keep their places
    assert fixed.left_out == (wanted[-1],)
    assert fixed.lines == tuple(lines)


def test_nothing_moves_too_far() -> None:
    lines = [*sides(SQUARE), Straight(-1, 1, 0), Straight(0, 1, 40_000), Straight(-1, 0, -40_300)]
    far = Meeting((5, 6, 4), 300.0)
    assert join(lines, [far], FRAME_SIDES, 50.0) == (tuple(lines), (far,), 0.0)
    near = join(lines, [far], FRAME_SIDES, 500.0)
    assert holds(near.lines, far)
    assert 80 < near.moved < 130  # least squares share it among three


def test_what_meets_exactly_stays_where_it_is() -> None:
    lines = [*sides(SQUARE), Straight(-1, 1, 0), Straight(0, 1, 40_000), Straight(-1, 0, -40_000)]
    wanted = meetings(lines, SQUARE, 6.0)
    assert sorted(sorted(meeting.lines) for meeting in wanted) == [[0, 3, 4], [1, 2, 4], [4, 5, 6]]
    assert join(lines, wanted, FRAME_SIDES, 24.0).lines == tuple(lines)


def test_corners_of_the_drawing_come_first() -> None:
    lines = [*sides(SQUARE), Straight(-1, 1, 0), Straight(0, 1, 40_000), Straight(-1, 0, -40_001)]
    first = meetings(lines, SQUARE, 6.0, [(5, 6)])[0]
    assert sorted(first.lines) == [4, 5, 6]
