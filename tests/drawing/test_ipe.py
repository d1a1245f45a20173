"""Ipe files: valid, in the right colours, and read back as the puzzle they were made from."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from math import dist
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped
from helpers.hostile import HOSTILE
from nonoforge.drawing import DrawOptions, ipe, ipe_remarks, svg
from nonoforge.families.grid import from_picture
from nonoforge.families.plane import (
    Arrangement,
    Labels,
    Place,
    arrangement_of,
    clues_of,
    from_faces,
)
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette

POINT = 25.4 / 72


def labelled(seed: int, colours: int = 2) -> Nonogram:
    rng = Random(seed)
    nonogram = random_sloped(rng, 5, colours, any_slope=seed % 2 == 1)
    arrangement = arrangement_of(nonogram)
    places = tuple(Place(rng.randrange(2), rng.random() * 9) for _ in arrangement.sides)
    return replace(nonogram, geometry=replace(arrangement, labels=Labels((5, 5), places)))


def pieces(element: ET.Element) -> list[tuple[str, list[tuple[float, float]]]]:
    """The operators of a path with their points."""
    found, numbers = [], list[float]()
    for word in (element.text or "").split():
        if re.fullmatch("[a-z]", word):
            found.append((word, list(zip(numbers[::2], numbers[1::2], strict=True))))
            numbers = []
        else:
            numbers.append(float(word))
    assert not numbers
    return found


def test_the_file_is_as_ipe_writes_them() -> None:
    root = ET.fromstring(ipe(labelled(1), picture=labelled(1).solution))
    assert (root.tag, root.get("version")) == ("ipe", "70206")
    assert [child.tag for child in root] == ["info", "ipestyle", "page"]
    page = root.find("page")
    assert page is not None
    assert [layer.get("name") for layer in page.findall("layer")] == ["drawing", "labels"]
    assert [view.get("layers") for view in page.findall("view")] == ["drawing", "drawing labels"]
    known = {colour.get("name") for colour in root.iter("color")}
    pens = {pen.get("name") for pen in root.iter("pen")}
    for path in root.iter("path"):
        assert path.get("stroke") in known
        assert path.get("pen") in {None, *pens}
        operators = [operator for operator, _ in pieces(path)]
        assert operators[0] == "m"
        assert set(operators[1:]) <= {"l", "c", "h"}
    layout = root.find("ipestyle/layout")
    assert layout is not None
    width, height = map(float, (layout.get("paper") or "").split())
    for path in root.iter("path"):
        for x, y in (point for _, points in pieces(path) for point in points):
            assert 0 < x < width
            assert 0 < y < height


def test_points_are_true_and_y_is_up() -> None:
    nonogram = moon()
    root = ET.fromstring(ipe(nonogram))
    frame = next(root.iter("path"))
    corners = [point for _, points in pieces(frame) for point in points]
    assert corners[0] == pytest.approx((10 / POINT, 10 / POINT))
    assert [((x - corners[0][0]) * POINT, (y - corners[0][1]) * POINT) for x, y in corners] == [
        pytest.approx(corner, abs=1e-5) for corner in ((0, 0), (9, 0), (9, 9), (0, 9))]


@pytest.mark.parametrize("seed", range(6))
def test_colours_tell_the_picture(seed: int) -> None:
    nonogram = labelled(seed)
    solution = nonogram.solution or b""
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(ipe(nonogram, picture=solution))
    left = arrangement.left
    plain = {path.get("stroke") for path in ET.fromstring(ipe(nonogram)).iter("path")}
    assert plain == {"blue", "black"}
    groups = [child for child in root.iter("group") if child.get("layer") == "drawing"]
    assert len(groups) == len(arrangement.curves)
    for curve, group in zip(arrangement.curves, groups, strict=True):
        strokes = [path.get("stroke") for path in group]
        filled = [solution[left[dart]] != solution[left[dart ^ 1]] for dart in curve.darts]
        assert ("red" in strokes) == any(filled)
        assert ("black" in strokes) == (not all(filled))
        assert all(a != b for a, b in pairwise(strokes))
    inside = [solution[left[dart]] for dart in arrangement.frame]
    frame = {path.get("stroke") for path in root.iter("path") if path.get("layer")}
    assert frame == {"purple" if colour else "blue" for colour in inside}


def told(nonogram: Nonogram) -> list[tuple[float, float, str]]:
    """Faces with their colours, and sides with their clues, each by its place."""
    arrangement = arrangement_of(nonogram)
    left, bottom = arrangement.box[:2]
    found = [(x, y, f"face {colour}") for (x, y), colour in zip(
        arrangement.spots, nonogram.solution or b"", strict=True)]
    for side, clue in zip(arrangement.sides, clues_of(nonogram, arrangement), strict=True):
        (x, y), (u, v) = arrangement.outward(side, 0)
        # Both sides of a curve may start at one place; the one goes on left of it.
        found.append((x + v * 0.1, y - u * 0.1, f"side {clue}"))
    return [(x - left, y - bottom, what) for x, y, what in found]


def same(one: Nonogram, other: Nonogram) -> bool:
    """Is there the same in the same places?"""
    left = told(other)
    for x, y, what in told(one):
        match = [each for each in left
                 if dist(each[:2], (x, y)) < 1e-3 and each[2] == what]
        if len(match) != 1:
            return False
        left.remove(match[0])
    return not left


@pytest.mark.parametrize("seed", range(6))
def test_the_puzzle_comes_back(seed: int) -> None:
    pytest.importorskip("numpy")
    from nonoforge.families.curved import make_curved
    from nonoforge.families.plane.drawing import drawing_of

    nonogram = labelled(seed) if seed else moon()
    text = ipe(nonogram, picture=nonogram.solution)
    made = make_curved(drawing_of(text.encode(), "back.ipe"), keep_curves=True)
    assert same(made.nonogram, nonogram)


def test_every_number_in_its_box() -> None:
    nonogram = labelled(3)
    root = ET.fromstring(ipe(nonogram, picture=nonogram.solution))
    labels = [group for group in root.iter("group") if group.get("layer") == "labels"]
    clues = [line.clue for line in nonogram.puzzle.lines]
    assert [" ".join(text.text or "" for text in group.iter("text")) for group in labels] == [
        str(clue) for clue in clues]
    for text in root.iter("text"):
        a, b, c, d, _, _ = map(float, (text.get("matrix") or "").split())
        assert a * d - b * c == pytest.approx(1, abs=1e-5)
        assert a >= -1e-6  # never upside down


def test_coloured_numbers_are_as_in_svg() -> None:
    """Chips, letters and legend, and they stay off with `signs` never."""
    nonogram = labelled(2, colours=4)
    for options in (DrawOptions(), DrawOptions(signs="never")):
        shown = [text.text or "" for text in ET.fromstring(svg(nonogram, options)).iter(
            "{http://www.w3.org/2000/svg}text")]
        words = [text.text or "" for text in ET.fromstring(ipe(nonogram, options)).iter("text")]
        lettered = re.compile("[0-9]+[a-z]")
        assert sorted(filter(lettered.fullmatch, words)) == sorted(
            filter(lettered.fullmatch, shown))
        assert any(map(lettered.fullmatch, words)) == (options.signs != "never")
        assert {colour.name for colour in nonogram.puzzle.palette.colours[1:]} <= set(words)


def test_what_is_not_told_is_said() -> None:
    nonogram = labelled(2, colours=4)
    assert len(ipe_remarks(nonogram, picture=nonogram.solution)) == 1
    bare = replace(nonogram, geometry=replace(arrangement_of(nonogram), labels=None))
    assert "left out: 10" in ipe_remarks(bare)[0]
    assert not ipe_remarks(bare, DrawOptions(clues=False))


def test_hostile_words_stay_words() -> None:
    nonogram = replace(labelled(1), info=Info(title=HOSTILE, author=HOSTILE))
    text = ipe(nonogram)
    assert "<script" not in text
    info = ET.fromstring(text).find("info")
    assert info is not None
    assert "<script>" in (info.get("title") or "")


def test_a_picture_of_everything_and_of_nothing() -> None:
    arrangement = arrangement_of(moon())
    full = from_faces(arrangement, bytes([1, 1, 1]))
    strokes = [path.get("stroke") for path in ET.fromstring(ipe(full, picture=full.solution)).iter(
        "path")]
    assert strokes == ["purple", "black", "black"]
    assert isinstance(arrangement, Arrangement)


def test_grids_and_solids() -> None:
    """Their numbers are texts where the SVG has them; LaTeX's own characters are escaped."""
    title = r"50% of {x}_1 & \more"
    for nonogram in (from_picture([[1, 0, 2], [0, 2, 2]], info=Info(title=title),
                                  palette=Palette.of("#ffffff", "#ff0000", "#00ff00")),
                     from_voxels([[[1, 0], [1, 1]]], info=Info(title=title))):
        root = ET.fromstring(ipe(nonogram))
        words = [text.text for text in root.iter("text")]
        assert r"\textbf{50\% of \{x\}\_1 \& \textbackslash{}more}" in words
        shown = [text.text for text in ET.fromstring(svg(nonogram)).iter(
            "{http://www.w3.org/2000/svg}text")]
        assert sorted(filter(str.isdecimal, words)) == sorted(filter(str.isdecimal, shown))
        assert {view.get("layers") for view in root.iter("view")} == {"picture"}
        paper = [float(side) for side in root.find(".//layout").get("paper").split()]
        for path in root.iter("path"):
            steps = [line.split() for line in path.text.split("\n") if line and line != "h"]
            for x, y in ((float(step[at]), float(step[at + 1])) for step in steps
                         for at in range(0, len(step) - 1, 2)):
                assert -0.01 <= x <= paper[0] + 0.01
                assert -0.01 <= y <= paper[1] + 0.01
