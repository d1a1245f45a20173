"""Sloped and curved nonograms as SVG: millimetres, layers, labels, read back from the document."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from itertools import pairwise
from math import dist
from random import Random

import pytest

from helpers.arrangements import moon, random_sloped, with_labels
from helpers.hostile import COLOURS, HOSTILE
from helpers.plane_svg import (
    NS,
    Written,
    away,
    from_outside,
    layer,
    layers,
    middle,
    on_page,
    painted,
    rings,
    text_of,
    written,
)
from nonoforge.clues import Runs
from nonoforge.drawing import Contents, DrawOptions, pdf, png, svg
from nonoforge.drawing.colour_signs import colour_letters
from nonoforge.drawing.display import Texts, flattened
from nonoforge.errors import InputError
from nonoforge.families.plane import (
    Arrangement,
    Labels,
    Place,
    arrangement_of,
    clues_of,
    from_faces,
    from_sides,
)
from nonoforge.families.sloped import build_lattice, through
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.path import inside
from nonoforge.state import State


def labelled(seed: int, colours: int = 2) -> Nonogram:
    rng = Random(seed)
    return with_labels(random_sloped(rng, 5 + seed % 4, colours, any_slope=seed % 2 == 1), rng)


def all_labelled(nonogram: Nonogram, rng: Random) -> Nonogram:
    arrangement = arrangement_of(nonogram)
    places = tuple(Place(rng.randrange(2), rng.random() * 9) for _ in arrangement.sides)
    return replace(nonogram, geometry=replace(arrangement, labels=Labels((5.0, 5.0), places)))


def of_sides(root: ET.Element, arrangement: Arrangement) -> list[Written]:
    """The labels in the order of the sides, whatever lies over what."""
    named = {label.title.partition(":")[0]: label for label in written(root)}
    return [named[arrangement.side_name(side)] for side in arrangement.sides]


def test_layers_and_true_millimetres() -> None:
    nonogram = labelled(1)
    root = ET.fromstring(svg(nonogram))
    assert layers(root) == ["paper", "ground", "curves", "solution", "frame", "labels", "words"]
    width, height = root.get("width", ""), root.get("height", "")
    assert root.get("viewBox") == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"
    [frame] = layer(root, "frame").findall(f"{NS}path")
    [points] = rings(frame.get("d", ""))
    xs, ys = [x for x, _ in points], [y for _, y in points]
    assert (max(xs) - min(xs), max(ys) - min(ys)) == pytest.approx((100, 100))
    for x, y in [point for label in written(root) for box in label.boxes for point in box]:
        assert 0 < x < float(width.removesuffix("mm"))
        assert 0 < y < float(height.removesuffix("mm"))


def test_curves_stay_curves() -> None:
    root = ET.fromstring(svg(moon()))
    curves = layer(root, "curves").findall(f"{NS}g")
    paths = [group.findall(f"{NS}path")[0].get("d", "") for group in curves]
    assert [group.findtext(f"{NS}title") for group in curves] == ["curve 1", "curve 2"]
    assert [path.count("C") for path in paths] == [1, 2]
    assert [path.endswith("Z") for path in paths] == [False, True]


def test_a_straight_line_is_one_piece() -> None:
    root = ET.fromstring(svg(labelled(2)))
    for path in layer(root, "curves").iter(f"{NS}path"):
        assert path.get("d", "").count("L") == 1


@pytest.mark.parametrize("seed", range(8))
def test_solved_faces_have_their_colours(seed: int) -> None:
    nonogram = labelled(seed, colours=2 if seed % 2 else 4)
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(svg(nonogram, picture=nonogram.solution))
    solution = layer(root, "solution")
    assert solution.get("style") is None
    for face, colour in enumerate(nonogram.solution or b""):
        seen = painted(solution, on_page(root, arrangement, arrangement.spots[face]))
        assert seen == (nonogram.puzzle.palette.colours[colour].rgb if colour else None)


def test_holes_are_left_out() -> None:
    nonogram = moon()
    arrangement = arrangement_of(nonogram)
    around = from_faces(arrangement, bytes([0, 1, 0]))
    root = ET.fromstring(svg(around, picture=around.solution))
    seen = [painted(layer(root, "solution"), on_page(root, arrangement, spot))
            for spot in arrangement.spots]
    assert seen == [None, "#000000", None]


def test_neighbours_of_a_colour_are_one_piece() -> None:
    nonogram = labelled(3)
    full = from_faces(arrangement_of(nonogram), bytes([1]) * nonogram.puzzle.cells)
    root = ET.fromstring(svg(full, picture=full.solution))
    fills = [path for path in layer(root, "solution").findall(f"{NS}path")
             if path.get("fill") != "none"]
    assert [path.get("d", "").count("M") for path in fills] == [1]


def test_the_solution_of_a_puzzle_is_hidden() -> None:
    nonogram = labelled(1)
    root = ET.fromstring(svg(nonogram))
    assert layer(root, "solution").get("style") == "display:none"
    assert "solution" not in layers(ET.fromstring(svg(replace(nonogram, solution=None))))
    state = State.start(nonogram.puzzle)
    assert "solution" not in layers(ET.fromstring(svg(nonogram, picture=state)))


@pytest.mark.parametrize("seed", range(10))
def test_every_clue_is_told_once_in_its_order(seed: int) -> None:
    """Who walks in from a port meets the runs in the order in which the boxes are passed."""
    nonogram = all_labelled(labelled(seed, colours=2 + seed % 3), Random(seed))
    arrangement = arrangement_of(nonogram)
    letters = ["", ""] if nonogram.puzzle.palette.plain else \
        colour_letters(nonogram.puzzle.palette)
    root = ET.fromstring(svg(nonogram))
    labels = of_sides(root, arrangement)
    assert len(labels) == len(arrangement.sides)
    assert arrangement.labels is not None
    for side, clue, place, label in zip(arrangement.sides, clues_of(nonogram, arrangement),
                                        arrangement.labels.places, labels, strict=True):
        assert clue is not None
        assert place is not None
        assert label.title == f"{arrangement.side_name(side)}: {clue}"
        port = on_page(root, arrangement, arrangement.outward(side, place.end)[0])
        cells = side.cells[::-1] if place.end else side.cells
        met = Runs.read((nonogram.solution or b"")[cell] for cell in cells)
        assert from_outside(label, port) == [
            f"{run.length}{letters[run.colour]}" for run in met.runs] or met == Runs()
        for box, (_, at, _) in zip(label.boxes, label.texts, strict=True):
            assert inside(at, box)


@pytest.mark.parametrize("seed", range(10))
def test_labels_lie_on_the_side_whose_faces_they_count(seed: int) -> None:
    nonogram = all_labelled(labelled(seed), Random(seed))
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(svg(nonogram))
    polygons = [[on_page(root, arrangement, point) for point in arrangement.polygon(loop)]
                for (loop,) in arrangement.faces]
    assert arrangement.labels is not None
    for side, place, label in zip(arrangement.sides, arrangement.labels.places,
                                  of_sides(root, arrangement), strict=True):
        assert place is not None
        at, out = arrangement.outward(side, place.end)
        x, y = on_page(root, arrangement, at)
        u, v = out[0], -out[1]
        mx, my = middle(label.boxes[0])
        turn = 1 if u * (my - y) - v * (mx - x) > 0 else -1
        # A hair inside the frame and beside the curve, on the label's side.
        near = x - 1e-3 * u - 1e-4 * turn * v, y - 1e-3 * v + 1e-4 * turn * u
        face = side.cells[-1 if place.end else 0]
        assert inside(near, polygons[face])


@pytest.mark.parametrize("seed", range(10))
def test_labels_begin_where_their_leaders_end_and_are_true(seed: int) -> None:
    nonogram = all_labelled(labelled(seed), Random(seed))
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(svg(nonogram))
    assert arrangement.labels is not None
    for side, place, label in zip(arrangement.sides, arrangement.labels.places,
                                  of_sides(root, arrangement), strict=True):
        assert place is not None
        at, out = arrangement.outward(side, place.end)
        x, y = on_page(root, arrangement, at)
        along = [(px - x) * out[0] - (py - y) * out[1] for box in label.boxes for px, py in box]
        assert min(along) == pytest.approx(place.leader, abs=2e-3)
        assert max(along) == pytest.approx(place.leader + 5 * len(label.boxes), abs=2e-3)
        [(start, end)] = label.leaders
        assert start == pytest.approx((x, y), abs=2e-3)
        assert dist(start, end) == pytest.approx(max(along), abs=2e-3)
        assert away(end, ((x, y), (x + out[0], y - out[1]))) < 2e-3


def test_no_leader_is_half_hidden() -> None:
    """Both labels of an end hang on the same line: the longer leader is drawn over the boxes of
    the shorter, and over its own."""
    nonogram = labelled(3)
    arrangement = arrangement_of(nonogram)
    places = tuple(Place(int(side.back), 8.0 if index % 2 else 0.0)
                   for index, side in enumerate(arrangement.sides))
    labels = Labels((5.0, 5.0), places)
    root = ET.fromstring(svg(replace(nonogram, geometry=replace(arrangement, labels=labels))))
    lengths = []
    for group in layer(root, "labels").findall(f"{NS}g"):
        *boxes, leader = group.findall(f"{NS}path")
        assert leader.get("fill") == "none"
        assert all(box.get("fill") != "none" for box in boxes)
        lengths.append(round(dist(*rings(leader.get("d", ""))[0])))
    assert lengths == sorted(lengths)


def test_chips_leave_a_margin_in_their_boxes() -> None:
    """Between black ones, too, outlines and leaders are seen."""
    root = ET.fromstring(svg(all_labelled(labelled(1, colours=4), Random(1))))
    chips = 0
    for group in layer(root, "labels").findall(f"{NS}g"):
        boxes = [path for path in group.findall(f"{NS}path") if path.get("fill") != "none"]
        for box, chip in pairwise(boxes):
            if chip.get("fill") != "#ffffff":
                outer, inner = (rings(path.get("d", ""))[0] for path in (box, chip))
                assert box.get("fill") == "#ffffff"
                assert all(inside(point, outer) for point in inner)
                assert min(away(point, side) for point in inner for side in pairwise(
                    (*outer, outer[0]))) == pytest.approx(0.4, abs=2e-3)
                chips += 1
    assert chips > 10


@pytest.mark.parametrize("seed", range(6))
def test_numbers_stand_upright(seed: int) -> None:
    """Nobody has to turn the sheet, and a 6 is not a 9."""
    for label in written(ET.fromstring(svg(all_labelled(labelled(seed), Random(seed))))):
        assert all(abs(angle) <= 45.001 for _, _, angle in label.texts)


def test_no_text_is_upside_down_whatever_the_direction() -> None:
    side = 100_000
    for run in range(-8, 9):
        lines = [through((50_000, 50_000), (50_000 + run * 1000, 50_000 + (8 - abs(run)) * 1000))]
        arrangement = build_lattice((0, 0, side, side), lines).arrangement()
        for end in (0, 1):
            labels = Labels((5, 5), (Place(end, 3.0), Place(1 - end, 3.0)))
            nonogram = from_faces(replace(arrangement, labels=labels), bytes([1, 0]))
            for label in written(ET.fromstring(svg(nonogram))):
                for _, _, angle in label.texts:
                    assert abs(angle) <= 45.001


def test_several_digits_have_longer_boxes() -> None:
    arrangement = build_lattice((0, 0, 100_000, 100_000), [
        *(through((k * 700, 0), (k * 700, 1)) for k in range(1, 141)),
        through((0, 50_000), (1, 50_000))]).arrangement()
    last = len(arrangement.sides)
    places = tuple(Place(0, 1.0) if n >= last - 2 else None for n in range(last))
    nonogram = from_faces(replace(arrangement, labels=Labels((5, 5), places)),
                          bytes([1]) * len(arrangement.faces))
    for label in written(ET.fromstring(svg(nonogram))):
        [(text, _, _)] = label.texts
        xs, ys = zip(*label.boxes[0], strict=True)
        assert text == "141"
        assert sorted((max(xs) - min(xs), max(ys) - min(ys))) == pytest.approx([5, 7])


@pytest.mark.parametrize("seed", range(6))
def test_clues_without_a_place_are_listed(seed: int) -> None:
    nonogram = labelled(seed, colours=2 + seed % 2)
    arrangement = arrangement_of(nonogram)
    assert arrangement.labels is not None
    for labels in (None, arrangement.labels):
        shown = replace(nonogram, geometry=replace(arrangement, labels=labels))
        root = ET.fromstring(svg(shown))
        titles = [group.findtext(f"{NS}title", "") for group in layer(root, "words")
                  if group.tag == f"{NS}g"]
        titles += [label.title for label in written(root)] if labels else []
        assert sorted(titles) == sorted(
            f"{arrangement.side_name(side)}: {clue}"
            for side, clue in zip(arrangement.sides, clues_of(nonogram, arrangement), strict=True))


def test_the_list_is_read_from_the_number_on() -> None:
    nonogram = labelled(4)
    arrangement = replace(arrangement_of(nonogram), labels=None)
    root = ET.fromstring(svg(replace(nonogram, geometry=arrangement)))
    groups = [group for group in layer(root, "words") if group.tag == f"{NS}g"]
    for side, group in zip(arrangement.sides, groups, strict=True):
        name, *numbers = [text_of(text) for text in group.findall(f"{NS}text")]
        cells = side.cells[::-1] if side.back else side.cells
        met = Runs.read((nonogram.solution or b"")[cell] for cell in cells)
        row = sorted(numbers, key=lambda each: each[1][0])
        assert [text for text, _, _ in row] == ([str(run.length) for run in met.runs] or ["0"])
        assert name[0].split()[0] == str(side.curve + 1)


def test_tags_stand_apart_at_the_starts() -> None:
    nonogram = replace(labelled(6), geometry=replace(arrangement_of(labelled(6)), labels=None))
    arrangement = arrangement_of(nonogram)
    root = ET.fromstring(svg(nonogram))
    tags = [text_of(text) for text in layer(root, "labels").iter(f"{NS}text")]
    assert [text for text, _, _ in tags] == [str(n + 1) for n in range(len(arrangement.curves))]
    frame = [on_page(root, arrangement, point) for point in arrangement.frame_polygon]
    assert not any(inside(at, frame) for _, at, _ in tags)
    places = {(round(x), round(y)) for _, (x, y), _ in tags}
    assert len(places) == len(tags)


def test_hidden_clues_have_no_label() -> None:
    nonogram = all_labelled(labelled(5), Random(5))
    arrangement = arrangement_of(nonogram)
    clues = clues_of(nonogram, arrangement)
    hidden = from_sides(arrangement, [None, *clues[1:]])
    titles = [label.title for label in written(ET.fromstring(svg(hidden)))]
    assert len(titles) == len(clues) - 1
    assert not any(title.startswith(f"{arrangement.side_name(arrangement.sides[0])}:")
                   for title in titles)


def test_empty_and_blotted_clues() -> None:
    arrangement = arrangement_of(moon())
    placed = replace(arrangement, labels=Labels((5, 5), (Place(0, 1), Place(1, 1))))
    nonogram = from_sides(placed, [Runs(), Runs.of((None, 1))])
    assert [[text for text, _, _ in label.texts]
            for label in written(ET.fromstring(svg(nonogram)))] == [["0"], ["?"]]


def test_what_a_state_says_is_seen() -> None:
    nonogram = labelled(7)
    arrangement = arrangement_of(nonogram)
    colours = [None if face % 3 == 0 else face % 2 for face in range(nonogram.puzzle.cells)]
    root = ET.fromstring(svg(nonogram, picture=State.of(colours)))
    known = layer(root, "known")
    crosses = [ring for path in layer(root, "signs").findall(f"{NS}path")
               for ring in rings(path.get("d", ""))]
    for face, colour in enumerate(colours):
        at = on_page(root, arrangement, arrangement.spots[face])
        [loop] = arrangement.faces[face]
        polygon = [on_page(root, arrangement, point) for point in arrangement.polygon(loop)]
        crossed = [ring for ring in crosses if inside(middle(ring), polygon)]
        seen = painted(known, at)
        assert {None: seen not in (None, "#000000"), 0: seen is None,
                1: seen == "#000000"}[colour]
        assert len(crossed) == (2 if colour == 0 else 0)
        assert all(inside(point, polygon) for ring in crossed for point in ring)


def test_open_faces_are_hatched_among_colours() -> None:
    nonogram = labelled(7, colours=4)
    state = State.of([None] * nonogram.puzzle.cells, 4)
    assert "signs" in layers(ET.fromstring(svg(nonogram, picture=state)))
    assert "signs" not in layers(ET.fromstring(svg(nonogram, picture=nonogram.solution)))


def test_marks_are_seen_and_stay_in_their_faces() -> None:
    nonogram = labelled(8)
    arrangement = arrangement_of(nonogram)
    marks = {0, 3}
    root = ET.fromstring(svg(nonogram, picture=nonogram.solution, marks=marks))
    polygons = {face: [on_page(root, arrangement, point)
                       for point in arrangement.polygon(arrangement.faces[face][0])]
                for face in marks}
    strokes = layer(root, "marks").findall(f"{NS}path")
    assert len({path.get("stroke") for path in strokes}) == 2
    hatching = rings(strokes[0].get("d", ""))
    assert hatching
    for ring in hatching:
        assert any(inside(middle(ring), polygon) for polygon in polygons.values())
    assert "marks" not in layers(ET.fromstring(svg(nonogram)))


def test_hostile_words_come_out_as_text() -> None:
    nonogram = labelled(9, colours=5)
    hostile = Nonogram(replace(nonogram.puzzle, palette=Palette(COLOURS.colours)),
                       nonogram.geometry, Info(title=HOSTILE, author=HOSTILE), nonogram.solution)
    text = svg(hostile)
    root = ET.fromstring(text)
    assert {child.tag for child in root.iter()} <= {
        NS + tag for tag in ("svg", "title", "desc", "path", "g", "text")}
    assert "<script" not in text
    assert "<script>" in "".join(root.itertext())


def test_without_clues_there_is_only_the_picture() -> None:
    root = ET.fromstring(svg(labelled(1), DrawOptions(clues=False)))
    assert not list(root.iter(f"{NS}text"))
    assert float(root.get("width", "").removesuffix("mm")) == pytest.approx(102.6)


@pytest.mark.parametrize("scale", [0.02, 1.0, 40.0])
def test_small_and_large_frames(scale: float) -> None:
    """Words and boxes grow with what must be shrunk, and not the other way."""
    nonogram = labelled(2)
    arrangement = arrangement_of(nonogram)
    edges = tuple(tuple(tuple((x * scale, y * scale) for x, y in piece) for piece in path)
                  for path in arrangement.edges)
    sized = replace(nonogram, geometry=replace(arrangement, edges=edges,  # type: ignore[arg-type]
                                               labels=None),
                    info=Info(title="A title " * 30, author="Somebody"))
    plan = sized.family.display(sized, Contents(), DrawOptions())
    side = 100 * scale
    assert side < plan.width < max(2 * side, 110)
    [root] = [ET.fromstring(svg(sized))]
    for text in root.iter(f"{NS}text"):
        _, (x, y), _ = text_of(text)
        assert 0 < x < plan.width
        assert 0 < y < plan.height


def test_a_lone_frame() -> None:
    arrangement = build_lattice((0, 0, 50_000, 20_000), []).arrangement()
    nonogram = from_faces(arrangement, bytes([1]))
    root = ET.fromstring(svg(nonogram, picture=nonogram.solution))
    assert painted(layer(root, "solution"), on_page(root, arrangement, (25, 10))) == "#000000"
    assert isinstance(arrangement, Arrangement)


def test_pictures_and_views_must_fit() -> None:
    nonogram = labelled(1)
    for picture in (b"\0", bytes([7]) * nonogram.puzzle.cells, State((3,) * 2)):
        with pytest.raises(InputError):
            svg(nonogram, picture=picture)
    with pytest.raises(InputError, match="has a single view"):
        svg(nonogram, DrawOptions(view="sheets"))


def test_a_notebook_shows_it() -> None:
    import nonoforge

    nonogram = labelled(1)
    assert isinstance(nonogram, nonoforge.Nonogram)
    assert nonogram._repr_svg_() == svg(nonogram)  # type: ignore[attr-defined]


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
