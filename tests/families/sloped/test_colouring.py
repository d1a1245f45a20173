"""Colours by parity equal a point in polygons; colours by fill equal painting; crossings."""

from __future__ import annotations

from random import Random

import pytest

from families.sloped.figures import (
    KINDS,
    anything,
    bricks,
    drawing,
    octagons,
    on_lattice,
    patches,
    shape,
    stars,
    triangle,
    two_squares,
)
from nonoforge.errors import InputError
from nonoforge.families.sloped import ExactDrawing
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.path import Point, inside

pytest.importorskip("numpy")

SQUARE: list[Point] = [(10, 10), (60, 10), (60, 60), (10, 60)]
OTHER: list[Point] = [(40, 40), (90, 40), (90, 90), (40, 90)]
INNER: list[Point] = [(20, 20), (30, 20), (30, 30), (20, 30)]


def polygons(found: ExactDrawing) -> list[tuple[int, list[Point]]]:
    return [(loop.shape, [edge.start for edge in loop.edges]) for loop in found.sketch.loops]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(6))
def test_parity_is_that_of_points_in_polygons(kind: str, seed: int) -> None:
    found = on_lattice(*anything(kind, seed))
    colours = colour_faces(found)
    assert colours.by == "parity"
    for spot, colour in zip(found.lattice.arrangement().spots, colours.colouring, strict=True):
        assert sum(inside(spot, polygon) for _, polygon in polygons(found)) & 1 == colour


@pytest.mark.parametrize("seed", range(6))
def test_the_topmost_fill_shows(seed: int) -> None:
    rng = Random(seed)
    fills = ["#ff0000", "#ffffff", "#0000ff", None]
    shapes = [shape([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], fill=rng.choice(fills))
              for x, y, w, h in ((rng.randrange(1, 50), rng.randrange(1, 50), rng.randrange(5, 45),
                                  rng.randrange(5, 45)) for _ in range(5))]
    found = on_lattice(drawing(*shapes, shape(SQUARE, fill="#ff0000"),
                               shape(INNER, fill="#00ff00")))
    colours = colour_faces(found)
    assert colours.by == "fill"
    shown = [colours.palette.colours[number].rgb for number in colours.colouring]
    for spot, rgb in zip(found.lattice.arrangement().spots, shown, strict=True):
        over = [found.sketch.shapes[at].fill for at, polygon in polygons(found)
                if inside(spot, polygon)]
        assert rgb == next((fill for fill in reversed(over) if fill), "#ffffff")


def test_fill_rules() -> None:
    """The same two nested squares: a hole, or none."""
    other = shape([(70, 70), (80, 70), (80, 80), (70, 80)], fill="#00ff00")
    for rule, number in (("evenodd", 16), ("nonzero", 17)):
        found = on_lattice(drawing(shape(SQUARE, INNER, fill="#ff0000", rule=rule), other))
        filled = [colour for colour in colour_faces(found).colouring if colour]
        assert sum(colour == 1 for colour in filled) == number - 8
        assert sum(colour == 2 for colour in filled) == 1


def test_what_is_behind_all_is_the_background() -> None:
    page: list[Point] = [(0, 0), (100, 0), (100, 100), (0, 100)]
    found = colour_faces(on_lattice(drawing(shape(page, fill="#87ceeb"),
                                            shape(SQUARE, fill="#ff0000"))))
    assert [colour.rgb for colour in found.palette.colours] == ["#87ceeb", "#ff0000"]
    assert sum(found.colouring) == 1
    negative = colour_faces(on_lattice(drawing(shape(page, fill="#000000"),
                                               shape(SQUARE, fill="#ffffff"))))
    assert [colour.rgb for colour in negative.palette.colours] == ["#ffffff", "#000000"]
    assert sum(negative.colouring) == 8


def test_a_border_around_the_page_does_not_turn_the_picture_inside_out() -> None:
    page: list[Point] = [(0, 0), (100, 0), (100, 100), (0, 100)]
    found = colour_faces(on_lattice(drawing(shape(page, stroke="#000000"), shape(SQUARE))))
    assert sum(found.colouring) == 1


def test_fills_that_are_asked_for() -> None:
    found = on_lattice(drawing(shape(SQUARE, fill="#ff0000"), shape(OTHER, fill="#ff0000")))
    assert sum(colour_faces(found, "fill").colouring) == 7
    with pytest.raises(InputError, match="no shape of the picture has a fill"):
        colour_faces(on_lattice(drawing(shape(SQUARE))), "fill")


def test_shapes_that_cross_are_told_with_the_place() -> None:
    found = on_lattice(drawing(shape(SQUARE, name="path 'a'"), shape(OTHER, name="path 'b'")))
    with pytest.raises(InputError) as caught:
        colour_faces(found)
    message = str(caught.value)
    assert message.startswith("two outlines that cross: path 'a' and path 'b' at (")
    assert "(60.00, 40.00)" in message or "(40.00, 60.00)" in message
    assert "--colour-by fill" in message


def test_outlines_that_cross_along_an_edge() -> None:
    one: list[Point] = [(10, 10), (50, 10), (50, 40), (10, 40)]
    other: list[Point] = [(30, 10), (80, 10), (80, 40), (30, 40)]
    with pytest.raises(InputError, match="two outlines that cross"):
        colour_faces(on_lattice(drawing(shape(one), shape(other))))


def test_an_outline_that_crosses_itself() -> None:
    bow: list[Point] = [(10, 10), (60, 60), (60, 10), (10, 60)]
    with pytest.raises(InputError, match=r"crosses itself: path 'bow' at \(35.00, 35.00\)"):
        colour_faces(on_lattice(drawing(shape(bow, name="path 'bow'"))))


@pytest.mark.parametrize(("outlines", "filled"), [
    ([SQUARE, INNER], 8),  # a hole, drawn the same way
    ([SQUARE, INNER[::-1]], 8),  # and the other way
    ([SQUARE, [(60, 10), (90, 10), (90, 60), (60, 60)]], 2),  # side by side
    ([SQUARE, [(60, 60), (90, 60), (90, 90), (60, 90)]], 2),  # touching in a corner
    ([[(10, 10), (40, 10), (40, 40), (70, 40), (70, 70), (40, 70), (40, 40), (10, 40)]], 2),
])
def test_outlines_may_touch(outlines: list[list[Point]], filled: int) -> None:
    for shapes in ([shape(*outlines)], [shape(outline) for outline in outlines]):
        assert sum(colour_faces(on_lattice(drawing(*shapes))).colouring) == filled


def test_known_pictures() -> None:
    assert colour_faces(on_lattice(two_squares())).colouring == bytes([1, 0, 0, 1])
    assert sum(colour_faces(on_lattice(triangle())).colouring) == 1


def test_extreme_numbers_of_colours() -> None:
    many = [shape([(x, y), (x + 9, y), (x + 9, y + 9), (x, y + 9)], fill=f"#0000{number:02x}")
            for number, (x, y) in enumerate(((x, y) for x in range(0, 100, 10)
                                             for y in range(0, 100, 10)), 1)]
    with pytest.raises(InputError, match="100 colours; a puzzle has at most 63"):
        colour_faces(on_lattice(drawing(*many)))
    fills = [f"#0000{number:02x}" for number in range(1, 6)]
    found = colour_faces(on_lattice(patches(Random(1), 3, fills=fills)))
    assert len(found.palette) == 6


def test_random_drawings_do_not_cross() -> None:
    for source, slopes in ((octagons(Random(3), 3), "0,45,90,135"), (stars(Random(3), 2), "any"),
                           (bricks(Random(3), 6), "0,90")):
        assert any(colour_faces(on_lattice(source, slopes)).colouring)
