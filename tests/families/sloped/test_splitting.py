"""Splitting points: as good as trying everything, and nothing else changes."""

from __future__ import annotations

from random import Random

import pytest

from helpers import lattices
from helpers.lattices import level, octilinear, some, upright
from nonoforge.families.plane import interior_point
from nonoforge.families.sloped import (
    FRAME_SIDES,
    UNIT,
    Lattice,
    build_lattice,
    build_programme,
    largest_width,
    through,
)
from nonoforge.families.sloped.lattice import min_width
from nonoforge.families.sloped.widening import splitting
from nonoforge.families.sloped.widening.splitting import (
    MIN_GAIN,
    part,
    split_and_widen,
    split_steps,
)
from nonoforge.families.sloped.widening.widened import (
    NEW,
    face_origins,
    face_signs,
    parted_elsewhere,
    widen,
    widest,
)
from nonoforge.path import inside

pytest.importorskip("highspy")
pytest.importorskip("numpy")


def star() -> Lattice:
    """Three lines through one point, near the left side."""
    return build_lattice(lattices.FRAME, [level(50_000), upright(8_000), through((8_000, 50_000),
                                                                                 (9_000, 51_000))])


def bound() -> Lattice:
    """Two lines meet on the right side of the frame, and that keeps faces narrow."""
    return build_lattice(lattices.FRAME, [
        upright(84_000), through((32_000, 0), (33_000, 1_000)), level(56_000), level(64_000),
        through((50_000, 0), (49_000, 1_000)), through((100_000, 56_000), (99_000, 57_000))])


def everything(arrangement: Lattice, most: int = 100) -> list[Lattice] | None:
    """All arrangements that come of splitting points, one after the other, all ways; None if they
    are too many."""
    found = {_structure(arrangement): arrangement}
    waiting = [arrangement]
    for one in waiting:
        rows = build_programme(one, arrangement)
        for meeting in one.through:
            for way in split_steps(meeting) if len(meeting) > 2 else ():
                after = part(rows, way, ())
                if after is not None and _structure(after) not in found:
                    found[_structure(after)] = after
                    waiting.append(after)
        if len(waiting) > most:
            return None
    return waiting


def _structure(arrangement: Lattice) -> object:
    return frozenset(face_signs(arrangement)), frozenset(arrangement.through)


def test_as_good_as_trying_everything() -> None:
    helped = 0
    for seed in (0, 1, 8, 10, 18, 24):
        rng = Random(seed)
        arrangement = octilinear(rng, rng.randint(4, 11), rng.choice([2_000, 5_000]))
        all_of_them = everything(arrangement, 30)
        if all_of_them is None:
            continue
        before = widest(arrangement).after
        best = max(largest_width(build_programme(one, arrangement)).width or 0
                   for one in all_of_them)
        enough = split_and_widen(arrangement, (), best - 1e-4)
        assert enough.reached
        if best > before + 0.01:
            helped += 1
            assert enough.splits
            assert enough.after >= best - 1e-4
        too_much = split_and_widen(arrangement, (), best + 0.01)
        assert not too_much.reached
        had = best if best > before + MIN_GAIN else before
        assert too_much.after == pytest.approx(had, abs=1e-3)
    assert helped > 2


def test_three_ways_for_each_point() -> None:
    """A point of three lines stays or is split one way or the other."""
    found = everything(star())
    assert found is not None
    assert sorted(len(one.faces) for one in found) == [6, 7, 7]
    frame = build_lattice(lattices.FRAME, [through((50_000, 0), (51_000, 1_000)),
                                           through((50_000, 0), (49_000, 1_000))])
    found = everything(frame)  # the lines meet above the frame's side, or below it: then nowhere
    assert found is not None
    assert sorted(len(one.faces) for one in found) == [3, 3, 4]


def test_four_lines_in_a_point() -> None:
    lines = [level(50_000), upright(50_000), through((0, 0), (1, 1)), through((0, 100_000),
                                                                              (1, 99_999))]
    arrangement = build_lattice(lattices.FRAME, lines)
    meeting = (4, 5, 6, 7)
    assert meeting in arrangement.through
    assert len(list(split_steps(meeting))) == 8
    for way in split_steps(meeting):
        after = part(build_programme(arrangement), way, ())
        # Diagonals also run through the corners of the frame, and leave them if they must.
        assert after is not None
        assert meeting not in after.through
        assert tuple(line for line in meeting if line != way.leaving) in after.through


def test_splits_are_told() -> None:
    arrangement = bound()
    assert widest(arrangement).after < 9
    found = split_and_widen(arrangement, (), 12.0)
    assert found.reached
    assert min_width(found.lattice) >= 12
    (split,) = found.splits
    assert split.place == (100, 56)
    assert split.lines == (1, 6, 9)
    assert found.origins is not None
    assert [face for face, origin in enumerate(found.origins) if origin == NEW] == [*split.faces]
    assert sorted(set(found.origins) - {NEW}) == [*range(len(arrangement.faces))]


def test_corners_of_the_drawing_stay() -> None:
    arrangement = bound()
    corner = next(vertex for vertex, lines in enumerate(arrangement.through) if len(lines) == 3)
    found = split_and_widen(arrangement, [corner], 12.0)
    assert not found.reached
    assert found.splits == ()
    assert found.after == widen(arrangement, 12.0).after
    assert any(blocker.kind == "point" and blocker.corner for blocker in found.blockers)


@pytest.mark.parametrize("limit", ["budget", "seconds"])
def test_limits(monkeypatch: pytest.MonkeyPatch, limit: str) -> None:
    if limit == "seconds":
        monkeypatch.setattr(splitting, "deadline", lambda seconds: 0.0)
    found = split_and_widen(bound(), (), 12.0, "sum", 0 if limit == "budget" else 200)
    assert not found.reached
    assert found.splits == ()
    assert found.after == pytest.approx(widest(bound()).after)
    assert found.stopped


def test_what_is_wide_enough_is_not_split() -> None:
    assert split_and_widen(bound(), (), 1.0) == widen(bound(), 1.0)
    assert split_and_widen(bound(), (), 8.0).splits == ()


def test_shifts_are_counted_from_the_drawing() -> None:
    """Splitting begins with a small shift of its own; that counts, too."""
    arrangement = bound()
    for objective in ("squares", "sum", "max"):
        found = split_and_widen(arrangement, (), 12.0, objective)  # type: ignore[arg-type]
        apart = [new.unit[2] - old.unit[2] for old, new in zip(
            arrangement.lines[FRAME_SIDES:], found.lattice.lines[FRAME_SIDES:], strict=True)]
        assert found.splits
        assert found.shifts == pytest.approx(apart, abs=1e-9)


# Faces are followed by the sides of lines on which they lie.


def _polygon(arrangement: Lattice, face: int) -> list[tuple[float, float]]:
    return [arrangement.places[arrangement.tail(dart)] for dart in arrangement.faces[face]]


def test_signs_of_faces() -> None:
    for arrangement in some(12, 14):
        for face, signs in enumerate(face_signs(arrangement)):
            x, y = interior_point([_polygon(arrangement, face)])
            for number, line in enumerate(arrangement.lines[FRAME_SIDES:], start=FRAME_SIDES):
                left = line.a * x + line.b * y > line.c / UNIT
                assert left == (signs >> number & 1)


def test_heirs_are_where_faces_were() -> None:
    for seed in (0, 5, 9):
        arrangement = octilinear(Random(seed), 9, 5_000)
        rows = build_programme(arrangement)
        for meeting in [lines for lines in arrangement.through if len(lines) > 2]:
            for way in split_steps(meeting):
                after = part(rows, way, ())
                if after is None:
                    continue
                origins = face_origins(arrangement, after)
                for face, origin in enumerate(origins):
                    if origin != NEW:
                        place = interior_point([_polygon(arrangement, origin)])
                        assert inside(place, _polygon(after, face))


def test_changes_elsewhere_are_seen() -> None:
    arrangement = star()
    rows = build_programme(arrangement)
    after = part(rows, next(split_steps((4, 5, 6))), ())
    assert after is not None
    assert parted_elsewhere(arrangement, after, [(4, 5, 6)]) is None
    assert parted_elsewhere(arrangement, after, []) == "other points where lines meet are gone"
    assert parted_elsewhere(after, arrangement, []) is not None
    other = build_lattice(lattices.FRAME, [*arrangement.lines[FRAME_SIDES:-1],
                                           through((70_000, 0), (71_000, 1_000))])
    assert parted_elsewhere(arrangement, other, [(4, 5, 6)]) is not None
