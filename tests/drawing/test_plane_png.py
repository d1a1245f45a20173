"""Sloped and curved nonograms as PNG, read back with Pillow."""

from __future__ import annotations

import io
from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped, with_labels
from nonoforge.colour_vision import channels
from nonoforge.drawing import DrawOptions, png, png_shows_clues
from nonoforge.drawing.display import Contents
from nonoforge.errors import InputError
from nonoforge.families.plane import Labels, Place, arrangement_of, from_faces
from nonoforge.nonogram import Nonogram
from nonoforge.path import inside
from nonoforge.state import State

Image = pytest.importorskip("PIL.Image")


def labelled(seed: int, colours: int = 2) -> Nonogram:
    rng = Random(seed)
    return with_labels(random_sloped(rng, 5, colours, any_slope=seed % 2 == 1), rng)


def opened(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("seed", range(4))
def test_every_face_has_its_colour(seed: int) -> None:
    nonogram = labelled(seed, colours=2 + seed % 3)
    arrangement, scale = arrangement_of(nonogram), 4
    image = opened(png(nonogram, DrawOptions(scale=scale, clues=False), picture=nonogram.solution))
    edge = 1.3  # margin and half of the frame's line
    for face, colour in enumerate(nonogram.solution or b""):
        x, y = arrangement.spots[face]
        polygon = arrangement.polygon(arrangement.faces[face][0])
        if not all(inside((x + dx, y + dy), polygon) for dx in (-1, 1) for dy in (-1, 1)):
            continue  # too narrow to be sure of a pixel
        at = (round((x + edge) * scale), round((100 - y + edge) * scale))
        assert image.getpixel(at) == channels(nonogram.puzzle.palette.colours[colour].rgb)


def test_holes_are_left_out() -> None:
    around = from_faces(arrangement_of(moon()), bytes([0, 1, 0]))
    image = opened(png(around, DrawOptions(scale=40, clues=False), picture=around.solution))
    # The hole is round (7, 4.5), 9 mm from the foot of the frame.
    assert image.getpixel((round(8.3 * 40), round(5.8 * 40))) == (255, 255, 255)
    assert image.getpixel((round(8.3 * 40), round(3.0 * 40))) == (0, 0, 0)
    assert image.getpixel((round(3.0 * 40), round(5.8 * 40))) == (255, 255, 255)


def test_sizes() -> None:
    nonogram = labelled(1)
    plan = nonogram.family.display(nonogram, Contents(), DrawOptions())
    image = opened(png(nonogram))
    assert max(image.size) == 2000
    assert image.width / image.height == pytest.approx(plan.width / plan.height, rel=2e-3)
    assert opened(png(nonogram, DrawOptions(scale=3))).width == pytest.approx(3 * plan.width, abs=1)


def test_every_kind_of_face_and_mark() -> None:
    nonogram = labelled(3, colours=5)
    state = State.of([None if face % 3 else 1 for face in range(nonogram.puzzle.cells)], 5)
    marked = png(nonogram, DrawOptions(scale=3), picture=state, marks=[0, 1])
    assert marked != png(nonogram, DrawOptions(scale=3), picture=state)


def test_clues_that_could_not_be_read_are_left_out() -> None:
    nonogram = labelled(1)
    assert png_shows_clues(nonogram, DrawOptions())
    assert not png_shows_clues(nonogram, DrawOptions(scale=2))
    small = opened(png(nonogram, DrawOptions(scale=2)))
    assert small.size == opened(png(nonogram, DrawOptions(scale=2, clues=False))).size


@pytest.mark.parametrize("scale", [0, -3, 1001, 10**9, 400])
def test_scales_that_cannot_be(scale: int) -> None:
    with pytest.raises(InputError, match="scale"):
        png(labelled(1), DrawOptions(scale=scale))


def test_a_frame_of_a_kilometre() -> None:
    nonogram = labelled(1)
    arrangement = arrangement_of(nonogram)
    edges = tuple(tuple(tuple((x * 1e4, y * 1e4) for x, y in piece) for piece in path)
                  for path in arrangement.edges)
    labels = Labels((5e4, 5e4), tuple(Place(0, 1e4) for _ in arrangement.sides))
    huge = replace(nonogram, geometry=replace(arrangement, edges=edges,  # type: ignore[arg-type]
                                              labels=labels))
    assert max(opened(png(huge, picture=huge.solution)).size) == 2000
    with pytest.raises(InputError, match="leave it out"):
        png(huge, DrawOptions(scale=1))
