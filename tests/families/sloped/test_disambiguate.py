"""Further lines: the quick way equals building anew; cures leave one solution."""

from __future__ import annotations

from random import Random

import pytest

from families.sloped.figures import KINDS, anything, bricks, drawing, on_lattice, shape, two_squares
from nonoforge.engine import solve
from nonoforge.families.plane import from_faces
from nonoforge.families.sloped import DEFAULT_SLOPES, FRAME_SIDES, ExactDrawing, Straight, through
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.families.sloped.disambiguate import CandidateLine, disambiguate, slopes_of
from nonoforge.families.sloped.lattice import face_widths
from nonoforge.judge import check
from nonoforge.nonogram import Nonogram
from nonoforge.path import inside

pytest.importorskip("numpy")


def puzzle_of(found: ExactDrawing) -> Nonogram:
    colours = colour_faces(found)
    return from_faces(found.lattice.arrangement(), colours.colouring, palette=colours.palette)


def some_line(found: ExactDrawing, rng: Random) -> Straight:
    """Through a vertex, through two, or through none."""
    while True:
        points = [(x, y) if w == 1 else (x // w, y // w) for x, y, w in rng.sample(
            found.lattice.vertices, 2)]
        if rng.random() < 0.3:
            points[1] = (rng.randrange(1, 99_999), rng.randrange(1, 99_999))
        if points[0] != points[1]:
            new = through(*points)
            cut = {(value > 0) - (value < 0) for value in (
                new.a * x + new.b * y - new.c * w for x, y, w in found.lattice.vertices)}
            if new not in found.lattice.lines and cut >= {1, -1}:
                return new


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(5))
def test_a_further_line_is_as_if_it_had_been_there(kind: str, seed: int) -> None:
    found = on_lattice(*anything(kind, seed))
    before = puzzle_of(found)
    assert before.solution is not None
    new = some_line(found, Random(seed))
    quick = CandidateLine(found.lattice, found.lattice.arrangement(), before.solution, new)
    rebuilt = found.with_lines(new)
    after = puzzle_of(rebuilt)
    cells = [_cell(quick, found, spot) for spot in rebuilt.lattice.arrangement().spots]
    assert sorted(cells) == list(range(quick.puzzle.cells))
    for one, other in zip(quick.puzzle.lines, after.puzzle.lines, strict=True):
        assert one.cells == tuple(cells[cell] for cell in other.cells)
        assert one.clue == other.clue
    widths = face_widths(rebuilt.lattice)
    parts = [widths[face] for face, cell in enumerate(cells)
             if cell in quick.cut or cell >= len(found.lattice.faces)]
    assert quick.width == pytest.approx(min(parts), abs=1e-6)


def _cell(quick: CandidateLine, found: ExactDrawing, spot: tuple[float, float]) -> int:
    """The cell of the quick puzzle that has a point in it."""
    arrangement = found.lattice.arrangement()
    face = next(at for at, (loop,) in enumerate(arrangement.faces)
                if inside(spot, arrangement.polygon(loop)))
    a, b, c = quick.line
    left = a * spot[0] + b * spot[1] > c / 1000
    return face if left or face not in quick.cut else \
        len(found.lattice.faces) + quick.cut.index(face)


def test_two_squares_are_cured_by_a_diagonal() -> None:
    found = on_lattice(two_squares())
    report = check(puzzle_of(found))
    assert report.verdict.answer == "multiple"
    assert report.verdict.complete or len(report.verdict.solutions) == 2
    cured = disambiguate(found, "auto", report.ambiguous_cells,
                         slopes_of(found.lattice, DEFAULT_SLOPES))
    assert cured is not None
    assert cured.lines == (Straight(-1, 1, 0),)
    assert cured.line_solvable
    assert solve(puzzle_of(cured.drawn)).line_solvable


@pytest.mark.parametrize("seed", range(12))
def test_cured_puzzles_have_one_solution(seed: int) -> None:
    found = on_lattice(bricks(Random(seed), 5 + seed % 9), "0,90")
    report = check(puzzle_of(found))
    if report.verdict.answer != "multiple":
        return
    cured = disambiguate(found, "auto", report.ambiguous_cells,
                         slopes_of(found.lattice, DEFAULT_SLOPES))
    assert cured is not None
    assert cured.drawn.lattice.lines[:len(found.lattice.lines)] == found.lattice.lines
    verdict = solve(puzzle_of(cured.drawn))
    assert verdict.answer == "unique"
    assert verdict.line_solvable == cured.line_solvable


def test_where_nothing_helps() -> None:
    """Only lines of the slopes that are there: they part no rectangles that differ."""
    squares = on_lattice(two_squares())
    assert disambiguate(squares, "auto", range(4), [], most=3) is None
    assert disambiguate(squares, "auto", range(4), [(1, 1)], most=0) is None


def test_slopes_of_further_lines() -> None:
    any_slope = DEFAULT_SLOPES._replace(any=True)
    found = on_lattice(drawing(shape([(10, 10), (70, 10), (10, 40)])), "any")
    assert slopes_of(found.lattice, DEFAULT_SLOPES) == [(1, 0), (1, 1), (0, 1), (1, -1)]
    assert slopes_of(found.lattice, any_slope)[4:] == [(2, -1)]
    assert len(found.lattice.lines) == FRAME_SIDES + 3


def test_a_cure_keeps_to_its_time() -> None:
    found = on_lattice(two_squares())
    slopes = slopes_of(found.lattice, DEFAULT_SLOPES)
    assert disambiguate(found, "auto", range(4), slopes, seconds=0.0) is None
