"""Frames, pictures and lines by colour and by name."""

from __future__ import annotations

from typing import Any

import pytest

from families.curved.strokes import circle_path
from nonoforge.errors import InputError
from nonoforge.families.curved.drawing import CurvedDrawing, Role, curved_drawing, role, roles
from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.path import Box, Point, moved, polyline

pytest.importorskip("numpy")

SQUARE: list[Point] = [(0, 0), (100, 0), (100, 100), (0, 100), (0, 0)]


def shape(*points: Point, words: str = "", closed: bool = False, **more: Any) -> Shape:
    return Shape((Outline(polyline(points), closed),), words=frozenset(words.split()), **more)


def disc(x: float, y: float, r: float, **more: Any) -> Shape:
    return Shape((Outline(circle_path(x, y, r), True),), **more)


BLUE = shape(*SQUARE, closed=True, stroke="#0000ff", name="frame")
RED = disc(50, 50, 20, stroke="#ff0000", name="disc")


def read(*shapes: Shape, page: Box | None = None, **more: Any) -> CurvedDrawing:
    return curved_drawing(Drawing(shapes, page, True), more.pop("snap", 0.0035), **more)


@pytest.mark.parametrize(("more", "expected"), [
    ({"stroke": "#0000ff"}, "frame"), ({"stroke": "#ff0000"}, "picture"),
    ({"stroke": "#a020f0"}, "both"), ({"stroke": "#800080"}, "both"),
    ({"stroke": "#ff00ff"}, "both"),
    ({"stroke": "#000000"}, "line"), ({"stroke": "#00ff00"}, "line"),
    ({"stroke": "#ffa500"}, "line"), ({"stroke": "#ffe0e0"}, "line"),
    ({"fill": "#123456"}, "picture"), ({"fill": "#ff0000", "stroke": "#000000"}, "line"),
    ({"stroke": "#000000", "words": "layer frame"}, "frame"),
    ({"stroke": "#0000ff", "words": "picture"}, "picture"),
    ({"stroke": "#ff0000", "words": "my-lines"}, "line"),
    ({"words": "picture frame"}, "both"), ({"stroke": "#000000", "words": "path12"}, "line"),
])
def test_roles(more: dict[str, Any], expected: Role) -> None:
    assert role(shape((0, 0), (1, 1), **more)) == expected


def test_a_frame_in_parts() -> None:
    parts = [shape((0, 0), (100, 0), stroke="#0000ff"),
             shape((100, 100), (100, 0), stroke="#a020f0"),
             shape((100, 100), (40, 120), (0, 100), stroke="#0000ff"),
             shape((0, 100), (0, 0.0001), stroke="#0000ff")]
    found = read(*parts, RED)
    assert sum(found.frame.flags) == 1
    assert len(found.frame.path) == 5
    assert found.frame.closed


@pytest.mark.parametrize(("shapes", "words"), [
    ([RED], "no frame: draw it in blue"),
    ([BLUE, BLUE, RED], "2 frames are drawn"),
    ([shape((0, 0), (100, 0), (100, 90), stroke="#0000ff"), RED], "the frame is open at"),
    ([shape((0, 0), (9, 9), (0, 9), (9, 0), (0, 0), closed=True, stroke="#0000ff"), RED],
     "the frame meets itself at (4.50, 4.50) mm"),
    ([shape((0, 0), (9, 0), (3, 0), (3, 9), (0, 0), closed=True, stroke="#0000ff"), RED],
     "the frame runs over itself"),
    ([shape((0, 0), (9, 0), (0, 0), closed=True, stroke="#0000ff"), RED], "no room for a picture"),
    ([BLUE], "no picture"),
    ([BLUE, shape((0, 50), (100, 50), stroke="#000000")], "no picture"),
    ([], "nothing is drawn"),
    ([BLUE, *[RED] * 2_001], "up to 2,000"),
    ([shape((0, 0), (1e-3, 0), (0, 1e-3), (0, 0), closed=True, stroke="#0000ff"), RED],
     "--size sets it"),
])
def test_what_cannot_be_read(shapes: list[Shape], words: str) -> None:
    with pytest.raises(InputError) as error:
        read(*shapes)
    assert words in str(error.value)


def test_the_page_is_a_frame() -> None:
    found = read(RED, page=Box(-10, -10, 110, 90))
    assert "the page is the frame" in found.notes[0]
    assert found.frame.path[2][0] == (120, 100)
    assert found.strokes[0].place(0) == (80, 60)
    assert found.framed.sheet.drawn((80, 60)) == (80, 60)


def test_sizes() -> None:
    large = read(BLUE, RED, size=50)
    assert max(x for piece in large.frame.path for x, _ in piece) == pytest.approx(50)
    assert large.framed.sheet.drawn((25, 25)) == pytest.approx((50, 50))
    unknown = curved_drawing(Drawing((moved_shape(BLUE, 3), moved_shape(RED, 3))), 0.0035)
    assert unknown.frame.path[2][0] == pytest.approx((100, 100))


def moved_shape(old: Shape, by: float) -> Shape:
    outline = old.outlines[0]
    return Shape((Outline(moved(outline.path, (by, 0, 0, by, 7, 7)), outline.closed),),
                 stroke=old.stroke)


def test_what_is_behind_the_page_only_colours_it() -> None:
    page = Box(0, 0, 100, 100)
    paper = shape(*SQUARE, closed=True, fill="#eeeeff")
    told = roles(Drawing((paper, disc(50, 50, 20, fill="#000000")), page))
    assert [each.fill for each in told.behind] == ["#eeeeff"]
    assert len(told.parts) == 1
    # In a frame that is drawn, it is part of the picture.
    assert not roles(Drawing((BLUE, paper), page)).behind


def test_closed_outlines_are_a_picture_if_nothing_else_is() -> None:
    found = read(BLUE, disc(50, 50, 20, stroke="#000000"),
                 shape((0, 50), (100, 60), stroke="#000000"))
    assert [all(stroke.flags) for stroke in found.strokes] == [True, False]
    assert "what is closed is the picture" in found.notes[0]


def test_twins_and_points() -> None:
    flat = shape((0, 50), (100, 60), stroke="#000000", name="line 1")
    back = shape((100, 60), (0, 50), stroke="#ff0000", name="line 2")
    dot = shape((5, 5), (5, 5), stroke="#000000", name="dot")
    found = read(BLUE, flat, back, dot, RED)
    assert [stroke.flags[0] for stroke in found.strokes] == [True, True]
    assert any("drawn twice" in note for note in found.notes)
    assert any("dot is a mere point" in note for note in found.notes)


def test_when_curves_are_needed() -> None:
    assert read(BLUE, RED).outlines_only
    arcs = circle_path(50, 50, 20)
    halves = [Shape((Outline(part, False),), stroke="#ff0000") for part in (arcs[:2], arcs[2:])]
    assert read(BLUE, *halves).outlines_only
    assert not read(BLUE, RED, shape((0, 50), (100, 60), stroke="#000000")).outlines_only
    assert not read(BLUE, shape((0, 50), (50, 60), (100, 50), stroke="#ff0000")).outlines_only
