"""Points that are to be noticed have a ring around them, wherever they are."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from math import dist
from random import Random

import pytest

from helpers.arrangements import random_sloped
from nonoforge.draw import Contents, DrawOptions, pdf, png, svg
from nonoforge.families.plane import arrangement_of

from .plane_oracles import NS, layer, layers, middle, on_page, rings


@pytest.mark.parametrize("clues", [False, True])
def test_rings_are_around_their_points_and_on_the_page(clues: bool) -> None:
    nonogram = random_sloped(Random(3))
    arrangement = arrangement_of(nonogram)
    box = arrangement.box
    points = [(box.left, box.bottom), (box.right, box.top), arrangement.spots[0]]
    root = ET.fromstring(svg(nonogram, DrawOptions(clues=clues), picture=nonogram.solution,
                             rings=points))
    width, height = (float(root.get(side, "").removesuffix("mm")) for side in ("width", "height"))
    drawn = layer(root, "marks").findall(f"{NS}path")
    assert len(drawn) == 2  # a light ring below a dark one
    for path in drawn:
        found = rings(path.get("d", ""))
        for ring, point in zip(found, points, strict=True):
            assert dist(middle(ring[:-1]), on_page(root, arrangement, point)) < 0.1
            assert all(0 < x < width and 0 < y < height for x, y in ring)


def test_rings_are_seen_in_every_kind_of_file() -> None:
    pytest.importorskip("PIL")
    pytest.importorskip("reportlab")
    nonogram = random_sloped(Random(3))
    points = [(10.0, 10.0)]
    assert png(nonogram, DrawOptions(scale=3), rings=points) != png(nonogram, DrawOptions(scale=3))
    assert pdf(nonogram, None, [Contents(None, (), points)]) != pdf(nonogram, None, [Contents()])
    assert "marks" not in layers(ET.fromstring(svg(nonogram)))
