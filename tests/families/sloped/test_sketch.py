"""The frame, and outlines as loops of straight edges; what is wrong is told with its place."""

from __future__ import annotations

from dataclasses import replace
from math import inf, nan

import pytest

from families.sloped.figures import PAGE, drawing, shape
from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.families.sloped import find_frame, sketch_of
from nonoforge.families.sloped.straightening import sketch
from nonoforge.families.sloped.straightening.sketch import Frame, Sketch
from nonoforge.path import Box, Point

SQUARE: list[Point] = [(20, 20), (60, 20), (60, 60), (20, 60)]


def sketched(source: Drawing, near: float = 0.0) -> Sketch:
    source, frame = find_frame(source)
    return sketch_of(source, frame, near)


# The frame.


def test_the_page_is_the_frame_and_keeps_its_size() -> None:
    _, frame = find_frame(drawing(shape(SQUARE), page=Box(0, 0, 210, 297)))
    assert (frame.width, frame.height) == pytest.approx((210, 297))
    assert frame.exact == (0, 0, 210_000, 297_000)


def test_without_a_true_size_the_longer_side_is_100() -> None:
    _, frame = find_frame(drawing(shape(SQUARE), page=Box(0, 0, 80, 40), true_size=False))
    assert frame.exact == (0, 0, 100_000, 50_000)
    assert frame.inner((20, 20)) == pytest.approx((25, 25))
    assert frame.place((25, 25)) == "(20.000, 20.000)"  # places are told as they are in the drawing


def test_a_size_that_was_asked_for() -> None:
    _, frame = find_frame(drawing(shape(SQUARE)), size=60)
    assert frame.exact == (0, 0, 60_000, 60_000)


def test_rectangles_and_places_are_those_of_the_file() -> None:
    """An SVG of 400 x 400 units, y downwards, on a page of 100 mm."""
    source = replace(drawing(shape(SQUARE)), matrix=(0.25, 0.0, 0.0, -0.25, 0.0, 100.0))
    _, frame = find_frame(source, (80, 160, 240, 160))
    assert frame.box == pytest.approx((20, 20, 80, 60))
    assert frame.place((0, 0)) == "(80.00, 320.00)"
    assert frame.place((60, 40)) == "(320.00, 160.00)"


def test_without_a_page_there_is_room_around_the_shapes() -> None:
    _, frame = find_frame(drawing(shape(SQUARE), page=None))
    assert frame.box == pytest.approx((16, 16, 64, 64))
    assert frame.place((4, 4)) == "(20.000, 20.000)"


def test_a_rectangle_that_is_called_frame() -> None:
    border = shape([(10, 10), (80, 10), (80, 90), (10, 90)], words=frozenset({"frame"}))
    found, frame = find_frame(drawing(border, shape(SQUARE)))
    assert frame.box == pytest.approx((10, 10, 80, 90))
    assert len(found.shapes) == 1


def test_sides_that_divide_evenly_still_do() -> None:
    side = 25.4 / 96 * 37 * 6
    _, frame = find_frame(drawing(shape([(1, 1), (2, 1), (2, 2)]), page=Box(0, 0, 2 * side, side)))
    _, _, width, height = frame.exact
    assert width == 2 * height
    assert frame.width == pytest.approx(2 * side, rel=1e-4)


@pytest.mark.parametrize("page", [Box(0, 0, 0, 0), Box(0, 0, 100, 0), Box(0, 0, 100, 1e-6),
                                  Box(0, 0, nan, 10), Box(0, 0, inf, 10)])
def test_frames_without_room(page: Box) -> None:
    with pytest.raises(InputError, match="no room for a picture"):
        find_frame(drawing(shape(SQUARE), page=page))


def test_frames_too_small_and_too_large() -> None:
    with pytest.raises(InputError, match="--size sets it"):
        find_frame(drawing(shape(SQUARE), page=Box(0, 0, 20_000, 20_000)))
    with pytest.raises(InputError, match="--size sets it"):
        find_frame(drawing(shape(SQUARE)), size=0.5)


# Outlines.


def test_loops_of_edges() -> None:
    found = sketched(drawing(shape(SQUARE, [(30, 30), (40, 30), (40, 40)], name="path 'p'")))
    assert [len(loop.edges) for loop in found.loops] == [4, 3]
    assert found.name(found.loops[1]) == "path 'p'"
    assert found.loops[0].edges[0] == ((20, 20), (60, 20))


def test_straight_cubics_and_doubled_points_are_no_matter() -> None:
    points = [*SQUARE, (20.0, 60.0), (20.0, 60.001)]
    path = [((20.0, 20.0), (30.0, 20.0), (50.0, 20.0), (60.0, 20.0)),
            *((points[i], points[i + 1]) for i in range(1, 5)), ((20.0, 60.001), (20.0, 20.0))]
    found = sketched(drawing(Shape((Outline(tuple(path), True),))))  # type: ignore[arg-type]
    assert len(found.loops[0].edges) == 4


def test_points_alone_are_left_out_with_a_note() -> None:
    found = sketched(drawing(shape(SQUARE), shape([(5, 5), (5, 5)], name="path 'dot'")))
    assert found.notes == ("path 'dot' is a mere point at (5.00, 5.00); it was left out",)


def test_a_rectangle_behind_all_has_no_edges() -> None:
    large: list[Point] = [(-5, -5), (120, -5), (120, 105), (-5, 105)]
    found = sketched(drawing(shape(large, fill="#aabbcc"), shape(SQUARE, fill="#000000")))
    assert found.behind == (0,)
    assert len(found.loops) == 1


def curve(*, straight: bool = False) -> Shape:
    bend = (30.0, 20.0 if straight else 25.0)
    return Shape((Outline((((20.0, 20.0), bend, bend, (60.0, 20.0)), ((60.0, 20.0), (40.0, 60.0)),
                           ((40.0, 60.0), (20.0, 20.0))), True),), name="path 'bent'")


BAD = [
    (curve(), "a curved shape, but edges must be straight (make curved takes curves): path 'bent' "
              "with a curve at (20.00, 20.00)"),
    (shape(SQUARE, closed=False, name="path 'o'"),
     "an open shape: path 'o' begins at (20.00, 20.00) and ends at (20.00, 60.00)"),
    (shape([(10, 10), (50, 50), (30, 30)], name="path 'flat'"),
     "a shape without an area: path 'flat' at (10.00, 10.00)"),
    (shape([(90, 10), (110, 10), (110, 30)], name="rect 'r'"),
     "2 corners outside the frame: rect 'r' at (110.00, 10.00), rect 'r' at (110.00, 30.00)"),
    (shape([(10, 10), (nan, 10), (10, 30)]), "shape 1 has a coordinate that is not a number"),
]


@pytest.mark.parametrize(("bad", "message"), BAD)
def test_what_is_wrong_is_told_with_its_place(bad: Shape, message: str) -> None:
    with pytest.raises(InputError) as caught:
        sketched(drawing(bad))
    assert message in str(caught.value)


def test_all_that_is_wrong_is_told_at_once() -> None:
    opened = [shape([(n, 5), (n, 10), (n + 1, 10)], closed=False, name=f"path {n}")
              for n in range(10, 25)]
    with pytest.raises(InputError) as caught:
        sketched(drawing(*opened, curve()))
    message = str(caught.value)
    assert message.startswith("15 open shapes: path 10 begins")
    assert "path 19" in message
    assert "path 20" not in message
    assert "and 5 more; a curved shape" in message


@pytest.mark.parametrize("page", [PAGE, None])
def test_nothing_to_draw(page: Box | None) -> None:
    for empty in (drawing(page=page), drawing(Shape(()), page=page)):
        with pytest.raises(InputError, match="no closed shape"):
            sketched(empty)


def test_too_many_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sketch, "MAX_EDGES", 10)
    with pytest.raises(InputError, match="12 edges; a sloped puzzle is made of at most 10"):
        sketched(drawing(shape(SQUARE), shape(SQUARE), shape(SQUARE)))


def test_a_frame_knows_its_noise() -> None:
    assert Frame(PAGE, 1.0).noise == pytest.approx(0.002)
