"""Solids seen as a whole, against a ray tracer that shares nothing with the drawing."""

from __future__ import annotations

import io
import random
import xml.etree.ElementTree as ET

import pytest

from helpers.hostile import HOSTILE
from helpers.solid_oracles import (
    NS,
    inside,
    polygons,
    probes,
    project,
    random_solid,
    sides,
    texts,
    traced,
)
from nonoforge.clues import Tally
from nonoforge.colour_vision import channels
from nonoforge.drawing import DrawOptions, png, png_shows_clues, svg
from nonoforge.drawing.display import Contents, Rings
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import Solid, from_tallies, from_voxels, solid_of
from nonoforge.families.solid.isometric import (
    FACES,
    NOTHING,
    STONES,
    _arrange,
    _extent,
    _material,
    _stone,
    _whole,
    isometric_display,
    shade,
    sight_of,
    usual_edge,
)
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State


def finished_view(nonogram: Nonogram):
    """Where the solution stands on its page."""
    sight = sight_of(solid_of(nonogram), nonogram.solution)
    return _arrange(nonogram, _extent(sight), usual_edge(nonogram), heading=True, clues=False)[1]


def puzzle_view(nonogram: Nonogram):
    return _arrange(nonogram, _whole(solid_of(nonogram)), usual_edge(nonogram), heading=True,
                    clues=True)[1]


def test_what_is_seen_is_what_a_ray_hits() -> None:
    rng = random.Random(1)
    for _ in range(25):
        nonogram = random_solid(rng, most=4)
        solid, view = solid_of(nonogram), puzzle_view(nonogram)
        sight = sight_of(solid, nonogram.solution)
        for point in probes(solid, view):
            hit = traced(solid, nonogram.solution, view, point)
            i = (point[0] - view.left) // view.wide
            # The triangle under the point: the one whose middle is nearest in height.
            across = (point[0] - view.left) / view.wide - i
            k = (point[1] - view.top) / view.half
            m = next(m for m in range(-2 * solid.height, solid.width + solid.depth + 1)
                     if abs(k - m) <= (1 - across if (m - 1 - i) % 2 == 0 else across)) \
                if -2 * solid.height <= k <= solid.width + solid.depth else None
            if m is None:
                assert hit is None
                continue
            code = sight.codes[sight.index(int(i), m)]
            assert (None if code == NOTHING else divmod(code, 3)) == hit


def test_every_point_of_the_svg_has_its_colour() -> None:
    rng = random.Random(2)
    for _ in range(12):
        nonogram = random_solid(rng, most=4)
        solid, palette, view = solid_of(nonogram), nonogram.puzzle.palette, finished_view(nonogram)
        painted = polygons(ET.fromstring(svg(nonogram, picture=nonogram.solution)))
        for point in probes(solid, view):
            hit = traced(solid, nonogram.solution, view, point)
            if hit is not None:
                colour = next(c for c, points in reversed(painted) if inside(point, points))
                cell, face = hit
                assert colour == shade(_material(nonogram.solution[cell], palette), face)


def test_png_shows_the_same() -> None:
    pillow = pytest.importorskip("PIL.Image")
    rng = random.Random(3)
    for _ in range(4):
        nonogram = random_solid(rng, most=4)
        solid, palette, view = solid_of(nonogram), nonogram.puzzle.palette, finished_view(nonogram)
        image = pillow.open(io.BytesIO(png(nonogram, picture=nonogram.solution))).convert("RGB")
        for x, y in probes(solid, view):
            hit = traced(solid, nonogram.solution, view, (x, y))
            if hit is not None:
                want = shade(_material(nonogram.solution[hit[0]], palette), hit[1])
                assert image.getpixel((int(x), int(y))) == channels(want)


def test_each_clue_is_on_the_end_of_its_rod() -> None:
    rng = random.Random(4)
    for _ in range(15):
        nonogram = random_solid(rng, colours=2)
        solid, view = solid_of(nonogram), puzzle_view(nonogram)
        found = texts(ET.fromstring(svg(nonogram, DrawOptions(titles=True))))
        numbers = [text for _, _, text in found if text.isdecimal()]
        assert len(numbers) == len(nonogram.puzzle.lines)  # hidden ones have none
        for line in nonogram.puzzle.lines:
            side = sides(view, *solid.place(line.cells[-1]))[FACES[line.group]]
            here = [text for x, y, text in found if inside((x, y - 1), side)]
            assert here == [str(line.clue.counts[0].total)]


def test_circles_and_squares() -> None:
    rng = random.Random(5)
    for _ in range(10):
        nonogram = random_solid(rng, colours=rng.choice((2, 4)))
        scene = isometric_display(nonogram, Contents(), DrawOptions(), "screen", 40)
        rings = [item for plane in scene.items for item in getattr(plane, "items", ())
                 if isinstance(item, Rings)]
        groups = [count.groups for line in nonogram.puzzle.lines for count in line.clue.counts]
        for shape, wanted in (("circle", 2), ("square", 3)):
            drawn = sum(len(ring.centres) for ring in rings if ring.shape == shape)
            assert drawn == groups.count(wanted)


def test_what_is_not_told() -> None:
    tallies = [[Tally.of((2, None), (None, 2))], [Tally.of((1, 1))] + [None] * 4, [None] * 5]
    nonogram = from_tallies(Solid(5, 1, 1), tallies, palette=Palette.of("#ffffff", "#aa0000",
                                                                        "#0000aa"))
    words = [text for _, _, text in texts(ET.fromstring(svg(nonogram))) if text[0] in "12?"]
    # "1" and "?" of the first and second colour on top, the others to the right
    assert sorted(words) == ["1r", "2?r", "?b", "?b"]


def test_clues_follow_what_is_cut_away() -> None:
    nonogram = from_voxels([[[1, 0]]])
    state = State.of([None, 0])  # the right cell is air, so the clue along x moves to the left one
    view = puzzle_view(nonogram)
    found = texts(ET.fromstring(svg(nonogram, picture=state)))
    side = sides(view, 0, 0, 0)[FACES[0]]
    assert [text for x, y, text in found if inside((x, y - 1), side)] == ["1"]
    assert sum(text.isdecimal() for _, _, text in found) == 3


def test_open_and_known_cells_differ() -> None:
    nonogram = from_voxels([[[1, 1, 0]]], palette=Palette.of("#ffffff", STONES[0]))
    assert _stone(nonogram.puzzle.palette) not in STONES[:1]
    fills = {colour for colour, _ in
             polygons(ET.fromstring(svg(nonogram, picture=State.of([1, None, 0]))))}
    for face in range(3):
        assert shade(_stone(nonogram.puzzle.palette), face) in fills
    assert shade(STONES[0], FACES[1]) in fills


def test_a_finished_solid_has_no_clues_but_a_title() -> None:
    nonogram = from_voxels([[[1, 1], [0, 1]]], info=Info(title="Step"))
    words = [text for _, _, text in texts(ET.fromstring(svg(nonogram, picture=nonogram.solution)))]
    assert words == ["Step"]
    bare = DrawOptions(clues=False)
    assert not texts(ET.fromstring(svg(nonogram, bare, picture=nonogram.solution)))
    assert not texts(ET.fromstring(svg(nonogram, bare)))


def test_marks_show_filled_and_empty_cells() -> None:
    nonogram = from_voxels([[[1, 0]]])
    plain = svg(nonogram, picture=nonogram.solution)
    for mark in (0, 1):
        assert svg(nonogram, picture=nonogram.solution, marks=[mark]) != plain
    assert "#c2185b" in svg(nonogram, picture=nonogram.solution, marks=[1])
    with pytest.raises(InputError, match="marked"):
        svg(nonogram, marks=[2])
    with pytest.raises(InputError, match="picture has 3"):
        svg(nonogram, picture=bytes(3))


def test_shades_differ_whatever_the_colour() -> None:
    rng = random.Random(6)
    colours = ["#000000", "#ffffff", "#0000ff", "#ffff00", "#808080"]
    colours += [f"#{rng.randrange(1 << 24):06x}" for _ in range(200)]
    assert all(len({shade(colour, face) for face in range(3)}) == 3 for colour in colours)


@pytest.mark.parametrize("size", [(1, 1, 1), (1, 1, 40), (40, 1, 1), (1, 40, 1), (7, 3, 5)])
@pytest.mark.parametrize("view", ["isometric", "sheets"])
def test_the_page_holds_everything(size: tuple[int, int, int], view: str) -> None:
    width, height, depth = size
    info = Info(title="A title that is a good deal longer than this solid is wide " * 9)
    nonogram = from_voxels([[[1] * width] * height] * depth, info=info)
    for picture in (None, nonogram.solution):
        root = ET.fromstring(svg(nonogram, DrawOptions(view=view), picture=picture))
        wide, high = (float(root.get(side, "")) for side in ("width", "height"))
        points = [point for _, outline in polygons(root) for point in outline]
        points += [(x, y) for x, y, _ in texts(root)]
        assert all(0 <= x <= wide and 0 <= y <= high for x, y in points)


@pytest.mark.parametrize("view", ["isometric", "sheets"])
def test_hostile_words_come_out_as_text(view: str) -> None:
    nonogram = from_voxels([[[1, 0, 2]]], info=Info(title=HOSTILE, author=HOSTILE))
    text = svg(nonogram, DrawOptions(view=view))
    assert {child.tag for child in ET.fromstring(text).iter()} <= {
        NS + tag for tag in ("svg", "title", "desc", "path", "g", "text")}
    assert "<script" not in text
    text.encode()


def test_a_large_solid_is_a_small_file() -> None:
    rng = random.Random(7)
    middle = 17.5
    ball = [[[int((x - middle) ** 2 + (y - middle) ** 2 + (z - middle) ** 2
                  < 300 + rng.randrange(40)) for x in range(36)] for y in range(36)]
            for z in range(36)]
    nonogram = from_voxels(ball)
    for picture in (None, nonogram.solution):
        for view in ("isometric", "sheets"):
            assert len(svg(nonogram, DrawOptions(view=view), picture=picture)) < 400_000


def test_scale() -> None:
    pillow = pytest.importorskip("PIL.Image")
    nonogram = from_voxels([[[1, 0], [1, 1]]])
    files = (png(nonogram, DrawOptions(scale=scale, clues=False), picture=nonogram.solution)
             for scale in (1, 10, 100))
    sizes = [pillow.open(io.BytesIO(file)).width for file in files]
    assert sizes[0] < sizes[1] < sizes[2]
    assert png_shows_clues(nonogram, DrawOptions(scale=16))
    assert not png_shows_clues(nonogram, DrawOptions(scale=15))
    assert png_shows_clues(nonogram, DrawOptions(scale=12, view="sheets"))
    with pytest.raises(InputError, match="scale"):
        png(nonogram, DrawOptions(scale=1001))


def test_only_solids_have_views() -> None:
    with pytest.raises(InputError, match="a grid has a single view"):
        svg(from_picture([[1]]), DrawOptions(view="sheets"))


def test_projection_of_the_oracle() -> None:
    """x goes down to the right, z down to the left, y up: the near top corner is in the middle."""
    nonogram = from_voxels([[[1]]])
    view = finished_view(nonogram)
    assert project(view, 1, 0, 0)[0] > project(view, 0, 0, 0)[0] > project(view, 0, 0, 1)[0]
    assert project(view, 0, 1, 0)[1] < project(view, 0, 0, 0)[1] < project(view, 1, 0, 1)[1]
