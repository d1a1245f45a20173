"""Ipe files: operators, matrices, layers and colours."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from helpers.ipe_drawings import IPE_DRAWINGS
from nonoforge.families.plane import Drawing, read_drawing
from nonoforge.families.plane.drawing import drawing_of
from nonoforge.path import bounds, end, flat, start

MM = 25.4 / 72


def drawing(inside: str, style: str = "") -> Drawing:
    return drawing_of(f'<ipe version="70218"><ipestyle>{style}</ipestyle><page>{inside}</page>'
                      "</ipe>".encode())


def test_lines_are_in_points_and_y_is_up() -> None:
    [shape] = drawing('<path stroke="red">0 0 m 72 0 l 72 144 l h</path>').shapes
    assert [piece[0] for piece in shape.outlines[0].path] == [(0, 0), (25.4, 0), (25.4, 50.8)]
    assert (shape.stroke, shape.fill, shape.outlines[0].closed) == ("#ff0000", None, True)
    assert shape.name == "path in line 1"


def test_curves() -> None:
    text = "0 0 m 9 9 18 0 c 18 9 27 9 27 0 c 30 5 35 5 40 0 45 -5 50 0 c 60 9 70 0 q"
    [shape] = drawing(f"<path>{text}</path>").shapes
    [outline] = shape.outlines
    assert [len(piece) for piece in outline.path] == [4] * 6
    assert end(outline.path) == pytest.approx((70 * MM, 0))
    assert shape.stroke == "#000000"  # neither stroke nor fill: a black line


def test_ellipses_arcs_and_closed_splines() -> None:
    shape, = drawing('<path fill="blue" fillrule="eofill">10 0 0 5 50 50 e\n'
                     "0 0 30 0 30 30 0 30 u\n"
                     "60 50 m 10 0 0 10 50 50 40 50 a\n"
                     "60 50 m 10 0 0 -10 50 50 40 50 a</path>").shapes
    ellipse, spline, above, below = (
        [side / MM for side in bounds(flat(outline.path, 1e-6))]
        for outline in shape.outlines)
    assert shape.rule == "evenodd"
    assert ellipse == pytest.approx([40, 45, 60, 55])
    assert spline == pytest.approx([1.25, 1.25, 28.75, 28.75])
    assert above == pytest.approx([40, 50, 60, 60])
    assert below == pytest.approx([40, 40, 60, 50])
    assert [outline.closed for outline in shape.outlines] == [True, True, False, False]


def test_clothoids_come_with_their_curves() -> None:
    found = drawing("<path>0 0 m 1 1 2 2 3 0 4 -1 5 -1 * 3 0 6 0 L</path>")
    path = found.shapes[0].outlines[0].path
    assert [len(piece) for piece in path] == [4, 4]
    assert end(path) == pytest.approx((6 * MM, 0))
    bare = drawing("<path>0 0 m 3 0 6 4 L</path>")
    assert end(bare.shapes[0].outlines[0].path) == pytest.approx((6 * MM, 4 * MM))
    assert "clothoid" in bare.notes[0]


def test_groups_and_matrices() -> None:
    [shape] = drawing('<group matrix="1 0 0 1 10 0"><group matrix="0 1 -1 0 0 0">'
                      '<path matrix="2 0 0 2 0 0">1 0 m 2 0 l</path></group></group>').shapes
    path = shape.outlines[0].path
    assert start(path) == pytest.approx((10 * MM, 2 * MM))
    assert end(path) == pytest.approx((10 * MM, 4 * MM))


def test_layers_and_views() -> None:
    line = "0 0 m 9 0 l"
    found = drawing(f'<layer name="Frame"/><layer name="notes"/><view layers="Frame"/>'
                    f'<path>{line}</path><path layer="notes">{line}</path><path>{line}</path>'
                    f'<group layer="Frame"><path custom="Wing">{line}</path></group>')
    assert [shape.words for shape in found.shapes] == [{"frame"}, {"frame", "wing"}]
    assert found.notes == ("the layer 'notes' is hidden and left out",)


@pytest.mark.parametrize(("text", "found"), [
    ("red", "#ff0000"), ("mine", "#336699"), ("0.5", "#808080"), ("0 0.5 1", "#0080ff"),
    ("purple", "#a020f0"), ("navy", "#000080"), ("octarine", "#000000"), ("white", "#ffffff"),
])
def test_colours(text: str, found: str) -> None:
    [shape] = drawing(f'<path stroke="{text}">0 0 m 9 0 l</path>',
                      '<color name="mine" value="0.2 0.4 0.6"/>').shapes
    assert shape.stroke == found


def test_the_paper() -> None:
    assert drawing("").page is None
    page = drawing("", '<layout paper="720 360" origin="72 36" frame="500 300"/>').page
    assert page == pytest.approx((-25.4, -12.7, 228.6, 114.3))
    assert drawing("").true_size


def test_only_lines_of_the_first_page_are_read() -> None:
    found = drawing('<text pos="1 2">Hi</text><image rect="0 0 1 1"/><use name="mark/disk"/></page>'
                    "<page><path>0 0 m 9 0 l</path>")
    assert found.shapes == ()
    assert found.notes == ("only the first of 2 pages is read", "text is left out (text in line 1)",
                           "images are left out (image in line 1)",
                           "marks and symbols are left out (use in line 1)")


@pytest.mark.parametrize("cut", [False, True])
@pytest.mark.parametrize("name", IPE_DRAWINGS)
def test_whole_files(name: str, cut: bool, tmp_path: Path) -> None:
    given, path = IPE_DRAWINGS[name], tmp_path / f"{name}.ipe"
    path.write_bytes(given.file(cut=cut))
    found = read_drawing(path)
    assert Counter(shape.stroke for shape in found.shapes) == {
        "#0000ff": 1, "#000000": len(given.cut if cut else given.black), "#ff0000": len(given.red)}
    assert found.file.endswith(f"{name}.ipe")
    assert all(shape.words == {"alpha"} for shape in found.shapes)
