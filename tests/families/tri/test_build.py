"""Triddlers from clues and pictures: what is refused, and that the engine solves them."""

from __future__ import annotations

import random

import pytest

from families.tri.outlines import outlines, random_tri
from helpers.puzzles import all_solutions, rounds
from nonoforge.engine import solve
from nonoforge.errors import ClueError, InputError
from nonoforge.families.tri import TriGrid, from_clues, from_colouring, from_rows, tri_of
from nonoforge.judge import check, explain, hint, rate
from nonoforge.state import State

HEXAGON = TriGrid((1, 1, 1, 1, 1, 1))


def test_every_direction_counts() -> None:
    """A star of three triangles: its mirror image has the same rows, but not the same lines."""
    star = from_colouring(HEXAGON, bytes([1, 0, 1, 0, 1, 0]))
    other = from_colouring(HEXAGON, bytes([0, 1, 0, 1, 0, 1]))
    assert [str(line.clue) for line in star.puzzle.lines] != \
        [str(line.clue) for line in other.puzzle.lines]
    assert all_solutions(star.puzzle) == {star.solution}


def test_from_rows() -> None:
    assert from_rows(HEXAGON, [[1, 0, 1], [0, 1, 0]]).solution == bytes([1, 0, 1, 0, 1, 0])
    with pytest.raises(InputError, match="row 2 has 2 triangles; the outline has 3 there"):
        from_rows(HEXAGON, [[1, 0, 1], [0, 1]])
    with pytest.raises(InputError, match="1 rows; the outline has 2"):
        from_rows(HEXAGON, [[1, 0, 1]])


@pytest.mark.parametrize(("clues", "message"), [
    ([[[1]], [[1], []], [[1], []]], "1 clues of rows; there are 2"),
    ([[[1], []], [[1], []], [[1]]], "1 clues of falling lines; there are 2"),
    ([[[4], []], [[2], [2]], [[2], [2]]], "row 1: the clue 4 needs 4 triangles, but the line has"),
    ([[[1], [1]], [[1], []], [[1], [1]]], "those of rows to 2 and those of rising lines to 1"),
    ([[[1], []], [[0], [1]], [[1], []]], "rising line 1: a run of 0"),
    ([[[(1, 2)], []], [[1], []], [[1], []]], "row 1: colour 2; the palette has 1 to 1"),
])
def test_refused_clues(clues: list[list[list[int]]], message: str) -> None:
    with pytest.raises(InputError, match=message):
        from_clues(HEXAGON, *clues)


def test_a_solution_that_does_not_fit_is_refused() -> None:
    star = from_colouring(HEXAGON, bytes([1, 0, 1, 0, 1, 0]))
    grid, clues = tri_of(star)
    with pytest.raises(ClueError, match="row 1: the clue is 1 1, but the solution has 1"):
        from_clues(grid, *clues, solution=bytes([0, 1, 0, 1, 0, 1]))
    with pytest.raises(InputError, match="the solution has 5 triangles, but the puzzle has 6"):
        from_clues(grid, *clues, solution=bytes(5))
    with pytest.raises(InputError, match="given triangle 6"):
        from_clues(grid, *clues, given=[(6, 1)])


def test_a_picture_that_does_not_fit_is_refused() -> None:
    with pytest.raises(InputError, match="5 colours; there are 6 triangles"):
        from_colouring(HEXAGON, bytes(5))


def test_blotted_runs_have_no_sum() -> None:
    from_clues(HEXAGON, [[(None, 1)], []], [[1], []], [[1], []])


@pytest.mark.parametrize("seed", range(rounds(60)))
def test_the_engine_equals_brute_force(seed: int) -> None:
    """Verdict and solutions of small outlines, all three directions, two or three colours."""
    rng = random.Random(seed)
    nonogram = random_tri(rng, 2)
    wanted = all_solutions(nonogram.puzzle)
    assert nonogram.solution in wanted
    verdict = solve(nonogram, limit=len(wanted) + 1)
    assert set(verdict.solutions) == wanted
    assert verdict.answer == ("unique" if len(wanted) == 1 else "multiple")


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_report_rating_explanation_and_hint(seed: int) -> None:
    rng = random.Random(seed)
    nonogram = random_tri(rng, 3, density=0.7)
    report = check(nonogram)
    assert report.verdict.answer in ("unique", "multiple")
    if report.verdict.answer == "unique":
        assert rate(nonogram).stars is not None
        explanation = explain(nonogram)  # each step is proved by the engine
        assert explanation.solved
        assert explanation.state.colouring() == nonogram.solution
    assert hint(nonogram, State.start(nonogram.puzzle)).kind


def test_the_mirror_image_of_a_picture_is_as_hard() -> None:
    """Left becomes right: rows are read backwards, rising and falling lines change places."""
    rng = random.Random(3)
    for grid in rng.sample(outlines(3), 20):
        a, b, c, d, e, f = grid.sides
        mirror = TriGrid((e, d, c, b, a, f))
        picture = bytes(rng.randrange(2) for _ in range(grid.cells))
        there = from_colouring(grid, picture)
        back = from_rows(mirror, [row[::-1] for row in grid.nest(picture)])
        one, other = solve(there, limit=50), solve(back, limit=50)
        assert (one.answer, one.line_solvable, len(one.solutions)) == \
            (other.answer, other.line_solvable, len(other.solutions))
