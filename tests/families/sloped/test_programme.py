"""The rows of the programmes say what is measured on arrangements with shifted lines; shifts become
exact without parting what meets."""

from __future__ import annotations

from math import hypot
from random import Random

import pytest

from helpers import lattices
from helpers.lattices import some
from nonoforge.families.sloped import FRAME_SIDES, Lattice, build_lattice, build_programme, through
from nonoforge.families.sloped.lattice import face_widths
from nonoforge.families.sloped.widening.programme import (
    eliminate_meetings,
    shift_lines,
    shifts_between,
)
from nonoforge.families.sloped.widening.widened import difference, renumbered

np = pytest.importorskip("numpy")


def moved(rng: Random, arrangement: Lattice, far: float) -> Lattice | None:
    """Its lines shifted at random by up to so many millimetres, meeting where they met; None if
    that changes the arrangement."""
    shifts = [rng.uniform(-far, far) for _ in arrangement.lines]
    known = eliminate_meetings(arrangement.lines, arrangement.through)
    after = shift_lines(arrangement, shifts, known)
    same = difference(arrangement, after) is None
    return renumbered(arrangement, after) if same else None


def test_rows_are_what_is_measured() -> None:
    tried = 0
    for seed, before in enumerate(some(30, 12)):
        rows = build_programme(before)
        after = moved(Random(seed), before, 0.05)
        if after is None:
            continue
        tried += 1
        shifts = np.array(shifts_between(before, after))
        assert np.abs(rows.points.at(shifts)).max(initial=0) < 1e-9
        lengths = [hypot(*np.subtract(after.places[head], after.places[tail]))
                   for _, tail, head in after.edges]
        was = [hypot(*np.subtract(before.places[head], before.places[tail]))
               for _, tail, head in before.edges]
        scale = np.array(was)[rows.edges.what] / rows.edges.now
        assert rows.edges.at(shifts) * scale == pytest.approx(
            np.array(lengths)[rows.edges.what], abs=1e-7)
        widths = np.full(len(before.faces), np.inf)
        np.minimum.at(widths, rows.faces, rows.widths.at(shifts)[rows.bounded])
        assert widths == pytest.approx(face_widths(after), abs=1e-9)
    assert tried > 10


def test_every_face_and_edge_has_its_rows() -> None:
    for arrangement in some(10, 15):
        rows = build_programme(arrangement)
        assert len(rows.bounded) == sum(map(len, arrangement.faces))
        for row in range(len(rows.widths.now)):
            assert rows.faces_of(row)
        meeting = sum(len(lines) - 2 for lines in arrangement.through)
        assert len(rows.points.now) == meeting


def test_space_is_all_that_points_allow() -> None:
    for seed, arrangement in enumerate(some(12, 16)):
        rows = build_programme(arrangement)
        count = len(arrangement.lines)
        factors = np.zeros((len(rows.points.now), count))
        for row, (lines, parts) in enumerate(zip(rows.points.lines, rows.points.factors,
                                                 strict=True)):
            np.add.at(factors[row], lines, parts)
        factors = factors[:, FRAME_SIDES:]
        space = rows.space
        assert np.abs(factors @ space).max(initial=0) < 1e-9, seed
        rank = np.linalg.matrix_rank(factors, 1e-9) if factors.size else 0
        assert space.shape[1] == count - FRAME_SIDES - rank


def test_shifts_become_exact() -> None:
    """Lines that met still do, whatever the shifts; free ones move as far as was said."""
    for seed, arrangement in enumerate(some(14, 14)):
        rng = Random(seed)
        known = eliminate_meetings(arrangement.lines, arrangement.through)
        shifts = [rng.uniform(-5, 5) for _ in arrangement.lines]
        lines = shift_lines(arrangement, shifts, known).lines
        for meeting in arrangement.through:
            normals = [(lines[i].a, lines[i].b, lines[i].c) for i in meeting]
            for (a, b, c), (d, e, f), (g, h, i) in zip(normals, normals[1:], normals[2:],
                                                       strict=False):
                assert a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) == 0
        for number, (old, new) in enumerate(zip(arrangement.lines, lines, strict=True)):
            assert old.a * new.b == old.b * new.a
            if number not in known.rows:
                apart = new.unit[2] - old.unit[2]
                assert apart == pytest.approx(shifts[number], abs=1e-8)
        assert lines[:FRAME_SIDES] == arrangement.lines[:FRAME_SIDES]


def test_frame_is_found_again() -> None:
    frame = (-5, 7, 110_000, 220_000)
    assert build_lattice(frame, [through((0, 50), (1, 52))]).frame == frame


def test_other_arrangements_are_told_apart() -> None:
    one = lattices.triangle()
    assert difference(one, one) is None
    narrower = lattices.triangle(55_000, 20_000)
    assert difference(one, narrower) is None
    assert renumbered(one, narrower).faces == one.faces
    beyond = lattices.triangle(30_000, 60_000)  # the corner is on the other side
    assert "in another order" in str(difference(one, beyond))
    parted = build_lattice(lattices.FRAME, [through((0, 10), (1, 11)), lattices.level(30_000),
                                            lattices.upright(60_000)])
    assert "are gone" in str(difference(one, parted))
