"""Triddlers from pictures and from random shapes."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from nonoforge.cli.app import run
from nonoforge.engine import solve
from nonoforge.errors import InputError
from nonoforge.families import family_named
from nonoforge.families.grid import Photo
from nonoforge.families.tri import TriGrid, TriOptions, make_tri, random_shapes, tri_of

FAMILY = family_named("tri")


def drawn(*shapes: tuple[str, tuple[float, ...], str], size: tuple[int, int] = (400, 346)) -> Photo:
    """Return a picture of ellipses and polygons on white paper."""
    image = Image.new("RGB", size, "#ffffff")
    pen = ImageDraw.Draw(image)
    for kind, box, colour in shapes:
        getattr(pen, kind)(box, fill=colour)
    return Photo(np.asarray(image), title="drawn")


DISC = ("ellipse", (80, 60, 320, 290), "#000000")


def test_a_disc_in_the_smallest_outline() -> None:
    result = make_tri(drawn(DISC), size=16)
    grid, solution = tri_of(result.nonogram)[0], result.nonogram.solution
    assert solution is not None
    assert result.verdict.answer == "unique"
    assert result.verdict.line_solvable
    assert result.nonogram.info.title == "drawn"
    assert all(any(solution[cell] for cell in line.cells) for line in grid.lines
               if line.number == 0)  # nothing empty around it
    middle = [cell for cell, triangle in enumerate(grid.triangles)
              if triangle.row == grid.counts[0] // 2]
    assert solution[middle[len(middle) // 2]] == 1


def test_sides_that_are_asked_for() -> None:
    result = make_tri(drawn(DISC), sides=(6, 6, 6, 6, 6, 6))
    assert tri_of(result.nonogram)[0].sides == (6, 6, 6, 6, 6, 6)
    triangle = make_tri(drawn(DISC), sides="9,0,9,0,9,0")
    assert tri_of(triangle.nonogram)[0].shape == "triangle"
    with pytest.raises(InputError, match="do not close"):
        make_tri(drawn(DISC), sides=(6, 6, 6, 6, 6, 7))
    with pytest.raises(InputError, match="six lengths"):
        make_tri(drawn(DISC), sides="6,6")


def test_colours_and_their_background() -> None:
    photo = drawn(("ellipse", (40, 40, 360, 300), "#1060c0"),
                  ("ellipse", (150, 120, 250, 220), "#f0c000"))
    result = make_tri(photo, size=14, colours=2)
    palette = result.nonogram.puzzle.palette
    assert len(palette) == 3
    assert palette.colours[0].rgb == "#ffffff"
    assert set(result.nonogram.solution or b"") == {0, 1, 2}
    assert result.threshold is None


def test_inverted_and_swept() -> None:
    dark = make_tri(drawn(DISC), sides=(5, 5, 5, 5, 5, 5), invert=True)
    light = make_tri(drawn(DISC), sides=(5, 5, 5, 5, 5, 5))
    filled = [sum(map(bool, made.cells)) for made in (dark, light)]
    assert sum(filled) == len(dark.cells)
    assert make_tri(drawn(DISC), size=10, threshold="sweep").verdict.answer == "unique"


def test_changes_make_an_ambiguous_picture_fair() -> None:
    """A checkerboard of triangles has many solutions; some triangles are changed."""
    rng = np.random.default_rng(1)
    noise = Photo(rng.integers(0, 2, (40, 40, 1), np.uint8).repeat(3, axis=2) * 255)
    result = make_tri(noise, sides=(4, 4, 4, 4, 4, 4), seed=2)
    assert result.verdict.answer == "unique"
    assert result.changes
    assert all(result.cells[cell] != colour for cell, colour in result.changes)
    assert solve(result.nonogram).solutions == (result.nonogram.solution,)


def test_random_shapes_repeat() -> None:
    grid = TriGrid((4, 4, 4, 4, 4, 4))
    assert random_shapes(grid, 3) == random_shapes(grid, 3) != random_shapes(grid, 4)
    result = make_tri(random_shapes(grid, 3))
    assert sum(map(bool, result.cells)) == grid.cells // 2
    assert result.nonogram.solution == make_tri(random_shapes(grid, 3)).nonogram.solution


@pytest.mark.parametrize("option", [("--colours", "3"), ("--size", "12"), ("--trim",)])
def test_options_of_pictures_are_refused_with_random_shapes(
    option: tuple[str, ...], capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["make", "tri", "--random", "3", "3", "3", "3", *option]) == 2
    assert capsys.readouterr().err == \
        f"{option[0]} makes no difference with --random; leave it out\n"


def test_nothing_to_see_is_said() -> None:
    blank = make_tri(drawn(), size=4)
    assert any("the same colour" in note for note in blank.notes)


def test_the_description_makes_them(tmp_path: Path) -> None:
    """As the command line and the studio do: source, preview, record, sentences, scene."""
    path = tmp_path / "black_disc.png"
    Image.fromarray(drawn(DISC).pixels).save(path)
    image, random = FAMILY.sources
    options = TriOptions(size=12)
    source = FAMILY.read_source(image, str(path), options)
    looked, made = FAMILY.preview(source, options), FAMILY.make(source, options)
    assert looked.nonogram.geometry == made.nonogram.geometry
    assert made.nonogram.info.title == "black disc"
    record = FAMILY.make_record(made)
    assert record.sides == tri_of(made.nonogram)[0].sides  # type: ignore[attr-defined]
    assert "triangles changed" in FAMILY.make_sentences(made)[0]
    assert FAMILY.scene("preview", source, options, made).beside is not None
    shapes = FAMILY.read_source(random, (3, 0, 3, 0), options)
    assert FAMILY.make(shapes, options).nonogram.puzzle.cells == 9
    assert FAMILY.scene("preview", shapes, options, FAMILY.make(shapes, options)).beside is None


def test_an_empty_one_to_paint_on() -> None:
    empty = FAMILY.empty((2, 2, 2, 2), None, 3)
    assert empty.solution == bytes(24)
    assert len(empty.puzzle.palette) == 4
    assert FAMILY.empty((2, 2, 2, 2), None, 1).puzzle.palette.plain
    with pytest.raises(InputError, match="enclose no triangle"):
        FAMILY.empty((0, 0, 2, 0), None, 1)


def test_as_many_colours_as_the_picture_has() -> None:
    pixels = np.full((120, 120, 3), 255, np.uint8)
    pixels[10:60, 20:100] = (200, 30, 30)
    pixels[60:110, 20:100] = (30, 60, 180)
    made = make_tri(Photo(pixels), size=6, colours="auto")
    assert len(made.nonogram.puzzle.palette) == 3
