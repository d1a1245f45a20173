"""Files whose geometry makes no sense in space are refused; what is accepted can be drawn."""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.arrangements import random_sloped, with_labels
from nonoforge.drawing import png, svg
from nonoforge.errors import InputError
from nonoforge.families.plane import Arrangement, Curve
from nonoforge.families.plane.validity import check_arrangement, enclosed_area
from nonoforge.formats import dumps, loads
from nonoforge.nonogram import Nonogram
from nonoforge.path import Piece, Point, area, flat, polyline
from nonoforge.storage import PathError

HEART = (Path(__file__).parents[3] / "examples/curved/heart.nono").read_text()


def read(data: dict[str, Any]) -> Nonogram:
    return loads(json.dumps(data).encode(), format="nono")[0]


def moved(data: dict[str, Any], send: Callable[[float, float], list[float]]) -> dict[str, Any]:
    """Return a file with every vertex and every handle somewhere else."""
    for path in data["edges"]:
        for entry in path:
            entry[:] = [x for k in range(0, len(entry), 2) for x in send(entry[k], entry[k + 1])]
    return data


def one_face(*corners: Point) -> Arrangement:
    """Return a polygon as a frame with one face."""
    count = len(corners)
    edges = tuple(polyline([corners[k], corners[(k + 1) % count]]) for k in range(count))
    darts = tuple(range(0, 2 * count, 2))
    return Arrangement("sloped", edges, ((darts,),), (), darts)


def refused(data: dict[str, Any]) -> str:
    with pytest.raises(InputError) as error:
        read(data)
    return str(error.value).split(": ", 1)[1]


def test_flat_tiny_huge_and_mirrored_geometries_are_refused() -> None:
    flat = refused(moved(json.loads(HEART), lambda x, y: [x, 0.0]))
    assert flat.startswith("$.frame: a frame of ")
    assert "each side has 1 to 100,000 mm" in flat
    assert "a frame of " in refused(moved(json.loads(HEART), lambda x, y: [x / 1e4, y / 1e4]))
    assert "a frame of " in refused(moved(json.loads(HEART), lambda x, y: [x * 2e3, y * 2e3]))
    assert "not on the left" in refused(moved(json.loads(HEART), lambda x, y: [-x, y]))


def test_the_place_of_a_warped_face_is_named() -> None:
    data = json.loads(HEART)
    inner = next(path for path in data["edges"] if len(path) > 1)
    vertex = tuple(inner[-1][-2:])
    away = refused(moved(data, lambda x, y: [x + 60, y] if (x, y) == vertex else [x, y]))
    assert away.startswith("$.f")
    assert "crosses itself at (" in away or "inside is not on the left" in away


def test_labels_larger_than_the_frame_are_refused() -> None:
    data = json.loads(dumps(with_labels(random_sloped(Random(1)), Random(1)), "nono"))
    assert refused({**data, "box": [1e5, 3]}).startswith("$.box: labels of 100000 x 3 mm")
    assert "0.001 to" in refused({**data, "box": [1e-8, 3]})
    curve = next(i for i, entry in enumerate(data["curves"]) if any(entry["labels"]))
    side = next(k for k, place in enumerate(data["curves"][curve]["labels"]) if place)
    data["curves"][curve]["labels"][side] = [0, 9e4]
    assert refused(data).startswith(f"$.curves[{curve}].labels[{side}]: a leader of 90000 mm")


@pytest.mark.parametrize("corners", [
    [(0, 0), (9, 9), (9, 0), (0, 8)],  # a bow tie, with more on its left
    [(0, 3), (-2, -3), (3, 1), (-3, 1), (2, -3)],  # a pentagram
    [(0, 0), (9, 0), (9, 9), (4, -3), (0, 9)],  # a spike through the opposite side
])
def test_borders_that_cross_themselves_are_refused(corners: list[Point]) -> None:
    with pytest.raises(PathError, match=r"crosses itself|on the left"):
        check_arrangement(one_face(*corners))


def test_a_face_may_be_long_and_winding() -> None:
    comb = [(float(k), 9.0 if k % 2 else 1.0) for k in range(400, -1, -1)]
    check_arrangement(one_face((0.0, 0.0), (400.0, 0.0), *comb))


def test_a_border_too_intricate_to_be_checked_is_refused() -> None:
    levels = [(x, 0.01 * k + 1.0) for k in range(5000) for x in
              ((0.0, 500.0) if k % 2 else (500.0, 0.0))]
    with pytest.raises(PathError, match="too intricate"):
        check_arrangement(one_face((0.0, 0.0), (501.0, 0.0), (501.0, 90.0), *reversed(levels)))


def test_holes_lie_within_their_face() -> None:
    square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]
    for at, fits in ((3.0, True), (7.5, False), (20.0, False)):
        ring = [(at, 3.0), (at + 3, 3.0), (at + 3, 6.0), (at, 6.0)]
        edges = tuple(polyline([one[k], one[(k + 1) % 4]]) for one in (square, ring)
                      for k in range(4))
        outside, inner = (0, 2, 4, 6), (8, 10, 12, 14)
        back = tuple(dart ^ 1 for dart in reversed(inner))
        arrangement = Arrangement("curved", edges, ((outside, back), (inner,)),
                                  (Curve(inner, closed=True),), outside)
        if fits:
            check_arrangement(arrangement)
        else:
            with pytest.raises(PathError, match="cross, or lie outside"):
                check_arrangement(arrangement)


def test_what_is_accepted_can_be_drawn() -> None:
    rng, drawn = Random(5), 0
    for _ in range(12):
        shift, places = rng.choice((0.05, 0.3, 1.0, 40.0)), dict[Point, list[float]]()

        def sent(x: float, y: float, shift: float = shift,
                 places: dict[Point, list[float]] = places) -> list[float]:
            return places.setdefault((x, y), [x + rng.gauss(0, shift), y + rng.gauss(0, shift)])

        try:
            nonogram = read(moved(json.loads(HEART), sent))
        except InputError:
            continue
        drawn += 1
        svg(nonogram)
        if drawn == 1:
            png(nonogram)
        nonogram.geometry.family.board(nonogram)
    assert 2 <= drawn <= 10


def test_areas_of_curved_loops_are_exact() -> None:
    rng = Random(2)
    for _ in range(20):
        a, b, c, d, e, f = ((rng.uniform(0, 9), rng.uniform(0, 9)) for _ in range(6))
        loop: tuple[Piece, ...] = ((a, b, c, d), (d, e, f, a))
        assert enclosed_area(loop) == pytest.approx(area(flat(loop, 1e-5)), abs=1e-3)
