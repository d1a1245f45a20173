"""The numbers of curves and faces on a drawing, and the room there is for them."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped, with_labels
from nonoforge.draw import DrawOptions, png, svg
from nonoforge.draw.display import Contents, Texts, flattened
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.face_shapes import distance, roomiest
from nonoforge.path import inside
from nonoforge.state import State

from .plane_oracles import NS, layer, layers, on_page, text_of, written


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("clues", [True, False])
def test_every_face_and_every_curve_has_its_number(seed: int, clues: bool) -> None:
    rng = Random(seed)
    nonogram = with_labels(random_sloped(rng, 7, any_slope=seed % 2 == 1), rng)
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(svg(nonogram, DrawOptions(numbers=True, clues=clues)))
    texts = [text_of(text) for text in layer(root, "numbers").iter(f"{NS}text")]
    assert [text for text, _, _ in texts] == [str(n + 1) for n in range(nonogram.puzzle.cells)]
    for (_, at, _), (loop,) in zip(texts, arrangement.faces, strict=True):
        assert inside(at, [on_page(root, arrangement, point)
                           for point in arrangement.polygon(loop)])
    starts = [group.findtext(f"{NS}text") for group in layer(root, "labels").findall(f"{NS}g")
              if group.findtext(f"{NS}title", "").startswith("the start of")]
    assert starts == [str(n + 1) for n in range(len(arrangement.curves))]
    assert bool(written(root)) == clues


def test_a_face_that_is_known_to_be_white_has_a_cross_with_its_number() -> None:
    nonogram = moon()
    state = State.of([0, None, 1])
    numbered = ET.fromstring(svg(nonogram, DrawOptions(numbers=True), picture=state))
    assert [text.text for text in layer(numbered, "numbers").iter(f"{NS}text")] == ["1×", "2", "3"]
    assert "signs" not in layers(numbered)
    assert "signs" in layers(ET.fromstring(svg(nonogram, picture=state)))
    solved = ET.fromstring(svg(nonogram, DrawOptions(numbers=True), picture=nonogram.solution))
    assert [text.text for text in layer(solved, "numbers").iter(f"{NS}text")] == ["1", "2", "3"]


def test_numbers_are_explained_and_only_when_asked_for() -> None:
    plain, numbered = (moon().family.display(moon(), Contents(), DrawOptions(numbers=numbers))
                       for numbers in (False, True))
    said = [" ".join(text for item in flattened(plan.items[-1:]) if isinstance(item, Texts)
                     for _, _, text in item.texts)
            for plan in (plain, numbered)]
    assert ["stands in a circle" in text for text in said] == [False, True]
    assert "numbers" not in [layer.name for layer in plain.items]
    pytest.importorskip("PIL")
    assert png(moon()) != png(moon(), DrawOptions(numbers=True))


@pytest.mark.parametrize("seed", range(6))
def test_no_point_of_a_grid_has_much_more_room(seed: int) -> None:
    """Faces here are convex, so that the best place is the only one to which every step leads."""
    arrangement = arrangement_of(random_sloped(Random(seed), 7, any_slope=True))
    for spot, (loop,) in zip(arrangement.spots, arrangement.faces, strict=True):
        polygon = arrangement.polygon(loop)
        (x, y), room = roomiest([polygon], spot)
        sides = list(pairwise((*polygon, polygon[0])))
        assert inside((x, y), polygon)
        assert room == min(distance((x, y), a, b) for a, b in sides)
        xs, ys = zip(*polygon, strict=True)
        grid = [(min(xs) + (max(xs) - min(xs)) * i / 25, min(ys) + (max(ys) - min(ys)) * j / 25)
                for i in range(26) for j in range(26)]
        best = max(min(distance(point, a, b) for a, b in sides) for point in grid
                   if inside(point, polygon))
        assert room > 0.93 * best


def test_room_beside_a_hole_and_in_a_crescent() -> None:
    square = [(0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0)]
    hole = [(4.0, 4.0), (4.0, 8.5), (8.5, 8.5), (8.5, 4.0)]
    place, room = roomiest([square, hole], (8.75, 8.75))
    assert room > 1.9
    assert inside(place, square)
    assert not inside(place, hole)
