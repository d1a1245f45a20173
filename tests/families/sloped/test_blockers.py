"""What keeps faces from being wider is what does."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from helpers import lattices
from helpers.lattices import some
from nonoforge.families.sloped import (
    FRAME_SIDES,
    Programme,
    Rows,
    build_lattice,
    build_programme,
    largest_width,
    through,
)
from nonoforge.families.sloped.widening.optimum import Blocker, blockers
from nonoforge.families.sloped.widening.widened import widest

pytest.importorskip("highspy")
np = pytest.importorskip("numpy")


def only(rows: Rows, kept: Any) -> Rows:
    return rows.take(np.flatnonzero(kept))


def test_they_alone_are_enough() -> None:
    """With nothing but what is named, the width is no larger."""
    for arrangement in some(16, 14):
        rows = build_programme(arrangement)
        top = largest_width(rows)
        named = blockers(rows, top, ())
        faces = {blocker.numbers for blocker in named if blocker.kind == "faces"}
        vertices = {blocker.numbers[0] for blocker in named if blocker.kind == "point"}
        edges = {blocker.numbers[0] for blocker in named if blocker.kind == "edge"}
        widths = [tuple(rows.faces_of(row)) in faces for row in range(len(rows.widths.now))]
        fewer = Programme(
            arrangement, rows.sheets,
            only(rows.points, [vertex in vertices for vertex in rows.points.what]),
            only(rows.edges, [edge in edges for edge in rows.edges.what]),
            only(rows.widths, widths), rows.bounded, rows.faces, rows.origin)
        assert largest_width(fewer).width == pytest.approx(top.width, abs=1e-6)
        assert top.weights is not None
        assert sum(abs(top.weights[2])) == pytest.approx(1, abs=1e-6)


def test_points_are_blamed_only_if_they_are_to_blame() -> None:
    """If points are named, then without any points there is more; otherwise there is not."""
    told = {True: 0, False: 0}
    for arrangement in some(24, 16):
        rows = build_programme(arrangement)
        if not len(rows.points.now):
            continue
        top = largest_width(rows)
        named = any(blocker.kind == "point" for blocker in blockers(rows, top, ()))
        without = replace(rows, points=only(rows.points, [False] * len(rows.points.now)))
        assert named == (largest_width(without).width > top.width + 1e-6)
        told[named] += 1
    assert min(told.values()) > 1


def test_heaviest_first() -> None:
    for arrangement in some(6, 12):
        weights = [blocker.weight for blocker in widest(arrangement).blockers]
        assert weights == sorted(weights, reverse=True)
        assert min(weights) > 0


def test_point_that_blocks_in_words() -> None:
    """A diagonal through the corner of the frame cannot move; a hair beside it, it can."""
    fixed = widest(lattices.triangle())
    points = [blocker for blocker in fixed.blockers if blocker.kind == "point"]
    assert [str(point) for point in points] in (
        [["the point (0.0, 0.0), where a line meets a corner of the frame"],
         ["the point (100.0, 100.0), where a line meets a corner of the frame"]])
    free = widest(build_lattice(lattices.FRAME, [
        through((100, 0), (101, 1)), lattices.level(30_000), lattices.upright(60_000)]))
    assert free.after > fixed.after + 1
    assert all(blocker.kind != "point" for blocker in free.blockers)


def test_corners_of_the_drawing_are_told() -> None:
    inner = [(arrangement, blocker) for arrangement in some(24, 16)
             for blocker in widest(arrangement).blockers
             if blocker.kind == "point" and min(blocker.lines) >= FRAME_SIDES]
    assert inner
    arrangement, point = inner[0]
    words = f"where {len(point.lines)} lines meet"
    assert str(point).endswith(words)
    again = widest(arrangement, corners=point.numbers).blockers
    assert any(str(blocker) == f"{point}, a corner of the drawing" for blocker in again)


def test_words() -> None:
    places = ((1.0, 2.0), (3.04, 4.0), (5.0, 6.0), (7.0, 8.0), (9.0, 10.0))
    faces = Blocker("faces", 1.0, places, (), (0, 1, 2, 3, 4))
    assert str(faces) == "the faces at (1.0, 2.0) (3.0, 4.0) (5.0, 6.0) and 2 more"
    assert str(Blocker("faces", 1.0, places[:1], (), (0,))) == "the face at (1.0, 2.0)"
    assert str(Blocker("edge", 1.0, places[:1], (5,), (0,))) == (
        "the edge at (1.0, 2.0), which would vanish")
    assert str(Blocker("point", 1.0, places[:1], (0, 5, 6), (0,))) == (
        "the point (1.0, 2.0), where 2 lines meet the frame")


def test_edges_block() -> None:
    """Somewhere among many an edge would vanish."""
    kinds = {blocker.kind for arrangement in some(12, 12)
             for blocker in widest(arrangement).blockers}
    assert kinds == {"faces", "point", "edge"}


def test_what_is_in_the_way_is_where_it_is_now() -> None:
    """Places are told as they were drawn; to be drawn, they are those of the result."""
    for arrangement in some(12, 14):
        found = widest(arrangement)
        faces, points = found.in_the_way()
        assert faces == {face for one in found.blockers if one.kind == "faces"
                         for face in one.numbers}
        others = [one for one in found.blockers if one.kind != "faces"]
        assert len(points) == len(others)
        for one, point in zip(others, points, strict=True):
            if one.kind == "point":
                assert found.lattice.through[one.numbers[0]] == one.lines
                assert point == pytest.approx(found.lattice.places[one.numbers[0]])
            else:
                a, b, c = found.lattice.lines[one.lines[0]].unit
                assert a * point[0] + b * point[1] == pytest.approx(c)
