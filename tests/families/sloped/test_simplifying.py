"""Pictures simplified to few lines."""

from __future__ import annotations

from math import cos, pi, sin

import pytest

pytest.importorskip("numpy")
pytest.importorskip("highspy")
pytest.importorskip("shapely")

import numpy as np
import shapely

from nonoforge import engine
from nonoforge.clues import Runs
from nonoforge.errors import InputError, OutOfBudget
from nonoforge.families.plane import arrangement_of, drawing_of
from nonoforge.families.plane.raster import opened, rasterize
from nonoforge.families.sloped import SlopedResult, make_sloped, min_width
from nonoforge.families.sloped.simplifying.line_search import POLISH_GINI, LineSearch
from nonoforge.families.sloped.simplifying.picture import Picture, areas_of
from nonoforge.families.sloped.simplifying.placing import place_picture
from nonoforge.families.sloped.simplifying.simplify import Simplifying
from nonoforge.families.sloped.simplifying.target import (
    LatticeLine,
    symmetric_units,
    target_of,
)
from nonoforge.path import Box
from nonoforge.puzzle import Puzzle

HEART = "M50 88 C10 60 5 40 10 25 C18 5 42 8 50 28 C58 8 82 5 90 25 C95 40 90 60 50 88 Z"
KEY = ("M10 40 a20 20 0 1 1 38 8 L90 70 L86 78 L78 74 L74 82 L66 78 L70 70 L44 56 "
       "a20 20 0 0 1 -34 -16 z M20 40 a8 8 0 1 0 16 0 a8 8 0 1 0 -16 0 z")


def svg(*paths: str) -> bytes:
    shapes = "".join(f'<path d="{path}" fill-rule="evenodd"/>' for path in paths)
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{shapes}</svg>'.encode()


def made(path: str, **options: object) -> SlopedResult:
    return make_sloped(drawing_of(svg(path)), labels="none", **options)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def heart() -> SlopedResult:
    return made(HEART)


@pytest.fixture(scope="module")
def key() -> SlopedResult:
    return made(KEY)


def painted(result: SlopedResult, pixels: int) -> np.ndarray:
    """Return the solution in pixels, by asking for each pixel in which face it is."""
    arrangement = arrangement_of(result.nonogram)
    box, solution = arrangement.box, result.nonogram.solution
    assert solution is not None
    faces = [shapely.Polygon(arrangement.polygon(loops[0])) for loops in arrangement.faces]
    tree = shapely.STRtree(faces)
    height = round(pixels * box.height / box.width)
    x, y = np.meshgrid((np.arange(pixels) + 0.5) * box.width / pixels,
                       (np.arange(height) + 0.5) * box.height / height)
    points, found = tree.query(shapely.points(x.ravel(), y.ravel()), predicate="intersects")
    colours = np.zeros(x.size, int)
    colours[points] = [solution[face] for face in found]
    return colours.reshape(x.shape)


@pytest.mark.parametrize("name", ["heart", "key"])
def test_the_difference_is_what_pixels_say(name: str, request: pytest.FixtureRequest) -> None:
    result: SlopedResult = request.getfixturevalue(name)
    lined = result.simplified
    assert lined is not None
    shown = painted(result, 240)
    [(_, area)] = lined.source
    box = arrangement_of(result.nonogram).box
    x, y = np.meshgrid((np.arange(shown.shape[1]) + 0.5) * box.width / shown.shape[1],
                       (np.arange(shown.shape[0]) + 0.5) * box.height / shown.shape[0])
    source = shapely.contains_xy(area, x, y)
    wrong = np.count_nonzero(source != (shown > 0)) / np.count_nonzero(source)
    assert wrong == pytest.approx(lined.difference.share, abs=0.01)
    assert lined.difference.share < 0.15


@pytest.mark.parametrize("name", ["heart", "key"])
def test_one_solution_and_wide_faces(name: str, request: pytest.FixtureRequest) -> None:
    result: SlopedResult = request.getfixturevalue(name)
    verdict = engine.solve(result.nonogram)
    assert verdict.answer == result.verdict.answer == "unique"
    assert verdict.solutions[0] == result.nonogram.solution
    assert min_width(result.widened.lattice) >= 3 - 1e-6
    box = arrangement_of(result.nonogram).box
    assert max(box.width, box.height) <= 150.2


def clues(puzzle: Puzzle) -> list[list[int | None]]:
    """Return all clues, each in whichever direction is less."""
    rows = [[run.length for run in line.clue.runs] for line in puzzle.lines
            if isinstance(line.clue, Runs)]
    return sorted(min(row, row[::-1]) for row in rows)


def test_the_quick_puzzle_is_the_exact_one(key: SlopedResult) -> None:
    assert key.simplified is not None
    quick, exact = key.simplified.candidate.puzzle, key.nonogram.puzzle
    assert quick.cells == exact.cells
    assert clues(quick) == clues(exact)


def test_a_symmetric_picture_stays_symmetric(heart: SlopedResult) -> None:
    shown = painted(heart, 200)
    assert (shown == shown[:, ::-1]).all()


def test_where_the_time_ends_while_faces_are_settled_the_picture_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def over(puzzle: Puzzle) -> None:
        raise OutOfBudget

    monkeypatch.setattr("nonoforge.families.sloped.simplifying.simplify.propagate", over)
    monkeypatch.setattr(Simplifying, "cured", lambda self, best, most: best)
    assert made(HEART).nonogram.solution


@pytest.mark.parametrize("lines", [6, 14])
def test_no_more_lines_than_asked_for(lines: int) -> None:
    result = made(KEY, lines=lines, size=70)
    assert len(arrangement_of(result.nonogram).curves) <= lines
    assert result.verdict.answer == "unique"


def test_more_detail_is_less_difference() -> None:
    few, many = made(KEY, detail=0, size=70), made(KEY, detail=1, size=70)
    assert few.simplified is not None
    assert many.simplified is not None
    assert many.simplified.difference.share < few.simplified.difference.share
    assert len(few.simplified.candidate.lines) < len(many.simplified.candidate.lines)


def test_size_and_frame_are_kept() -> None:
    box = arrangement_of(made(HEART, size=80).nonogram).box
    assert max(box.width, box.height) == pytest.approx(80, abs=0.05)
    framed = arrangement_of(made(HEART, frame=(0, 0, 100, 100), size=80).nonogram).box
    assert (framed.width, framed.height) == pytest.approx((80, 80), abs=0.05)


def test_a_drawing_with_edges_for_it_is_not_simplified() -> None:
    result = made("M20 20 H80 V80 L50 50 L20 80 Z")
    assert result.simplified is None


def test_edges_that_make_unprintable_faces_are_simplified() -> None:
    """A comb of 45 teeth, each of two lines."""
    teeth = "".join(f"V20 H{10 + 1.7 * tooth + 0.85} V50 H{10 + 1.7 * (tooth + 1)}"
                    for tooth in range(45))
    result = made(f"M10 50 {teeth} V80 H10 Z", lines=16)
    assert result.simplified is not None
    assert len(arrangement_of(result.nonogram).curves) <= 16


def test_outlines_between_colours_are_left_out() -> None:
    labels = np.zeros((100, 100), np.uint8)
    labels[10:90, 10:50], labels[10:90, 50:90] = 1, 2
    labels[10:90, 49:51] = 3
    from nonoforge.families.sloped.simplifying.picture import without_outlines

    found = without_outlines(labels, 4)
    assert not (found == 3).any()
    assert (found[20:80, 12:48] == 1).all()
    assert (found[20:80, 52:88] == 2).all()


def test_a_rating_to_order() -> None:
    easy = made(KEY, size=70, rating=(1, 2))
    assert easy.difficulty_rating.stars in (1, 2)
    assert not any("stars was found" in note for note in easy.notes)
    hard = made("M20 20 H80 V80 Z", rating=(5, 5), budget=1)
    assert hard.verdict.answer == "unique"
    assert any("no puzzle of 5 stars was found; the nearest has" in note for note in hard.notes)


# --- parts ------------------------------------------------------------------------------------

def polygon(corners: int) -> shapely.Polygon:
    turns = [2 * pi * corner / corners for corner in range(corners)]
    return shapely.Polygon([(50 + 40 * cos(turn), 50 + 40 * sin(turn)) for turn in turns])


def test_rasterizing_agrees_with_shapely() -> None:
    ring = polygon(7).difference(polygon(5).buffer(-15))
    both = shapely.MultiPolygon([*shapely.get_parts(ring), shapely.box(1.5, 1.5, 7.5, 5.5)])
    found = rasterize([both], Box(0, 0, 100, 80), 50, 40)
    x, y = np.meshgrid(np.arange(50) * 2 + 1.0, np.arange(40) * 2 + 1.0)
    assert (found == shapely.contains_xy(both, x, y)).all()


def test_opening_removes_what_is_thin() -> None:
    inside = np.zeros((30, 30), bool)
    inside[5:25, 5:25] = True
    inside[14:16, 25:] = True
    found = opened(inside, 3)
    assert found[8:22, 8:22].all()
    assert not found[:, 26:].any()


def test_gains_are_differences_of_costs() -> None:
    rng = np.random.default_rng(1)
    labels = (rng.random((48, 64)) < 0.4).astype(np.uint8)
    target = target_of(labels, 2, 8)
    units = symmetric_units(target, False, False)
    for triangles in (True, False):
        search = LineSearch(target, units, triangles)
        lines = search.forward(6)
        gains = search.gains(lines, POLISH_GINI)
        for slope, at in [unit[0] for unit in units if unit[0] not in lines][::5]:
            more = lines | {LatticeLine(slope, at)}
            saved = search.cost(lines, POLISH_GINI) - search.cost(more, POLISH_GINI)
            assert gains[slope][at] == pytest.approx(saved, abs=1e-6)


def test_triangles_have_all_of_the_picture() -> None:
    labels = np.arange(48 * 40).reshape(48, 40).astype(np.uint8) % 3
    target = target_of(labels, 3, 8)
    assert target.areas.sum() == 2 * labels.size
    assert target.areas.sum(axis=0).tolist() == [2 * int((labels == one).sum()) for one in range(3)]
    mirrored = target.mirrored(True, True)
    assert mirrored.is_mirrored == (True, True)


def test_straight_edges_fall_on_the_lattice() -> None:
    house = shapely.Polygon([(0, 0), (40, 0), (40, 30), (20, 50), (0, 30)])
    placed = place_picture(Picture(areas_of([("#000000", house)])), 0, 25)
    assert placed is not None
    assert placed.mirrors == (True, False)
    areas = placed.target.areas
    assert (areas.sum() - areas.max(axis=1).sum()) / areas[:, 1].sum() < 0.02


def test_other_slopes_do_not_prevent_simplifying() -> None:
    """Where the simplifier's four are among them; where not, the message says so."""
    found = made(HEART, slopes="any", size=60)
    assert found.simplified is not None
    assert found.verdict.answer == "unique"
    assert any("45" in note for note in found.notes)
    for options in ({}, {"detail": 0.5}):
        with pytest.raises(InputError, match="--slopes does not allow"):
            made(HEART, slopes="0,30,60,90", **options)
