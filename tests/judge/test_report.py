"""The designer's report."""

from __future__ import annotations

import random
from dataclasses import replace
from functools import partial

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, propagate, solve
from nonoforge.errors import InputError
from nonoforge.families.grid import Grid, from_clues, from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.judge import check, hint
from nonoforge.nonogram import Nonogram


def diagonal(size: int) -> Nonogram:
    return from_picture([[int(x == y) for x in range(size)] for y in range(size)])


def test_a_good_puzzle() -> None:
    report = check(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]))
    assert report.verdict.answer == "unique"
    assert report.verdict.line_solvable
    assert report.stuck_cells == report.ambiguous_cells == ()
    assert report.ambiguous_complete
    assert report.conflict_names == ()


def test_an_ambiguous_corner() -> None:
    """Only the corner is ambiguous, and only there lines get stuck."""
    nonogram = from_picture([[1, 1, 1, 1], [0, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])
    report = check(nonogram)
    assert report.verdict.answer == "multiple"
    corner = [nonogram.geometry.cell_name(cell) for cell in report.ambiguous_cells]
    assert corner == ["row 3, column 3", "row 3, column 4", "row 4, column 3", "row 4, column 4"]
    assert report.stuck_cells == report.ambiguous_cells
    assert report.ambiguous_complete


def test_no_solution_names_the_lines() -> None:
    rows = [Runs.of(1), Runs.of(1), Runs.of(1)]
    columns = [Runs.of(1, 1), Runs.of(), Runs.of(1)]
    report = check(from_clues(rows, columns))
    assert report.verdict.answer == "unique"
    nonogram = from_clues([Runs.of(2), Runs.of(), Runs.of(1)], columns)
    report = check(nonogram)
    assert report.verdict.answer == "none"
    assert report.conflict_names
    assert set(report.conflict_names) <= set(Grid(3, 3).line_names())
    assert report.stuck_cells == report.ambiguous_cells == ()


def test_small_grids(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of the report against brute force, on lines of any kind: nothing can be printed."""
    monkeypatch.setattr("nonoforge.judge.report.flaws", lambda *_: ())
    rng = random.Random(1)
    for _ in range(rounds(100)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        nonogram = replace(random_nonogram(rng, 4), puzzle=puzzle)
        solutions = all_solutions(puzzle)
        report = check(nonogram)
        differ = tuple(cell for cell in range(puzzle.cells)
                       if len({solution[cell] for solution in solutions}) > 1)
        assert report.ambiguous_cells == differ
        assert report.ambiguous_complete
        assert bool(solutions) or report.verdict.answer == "none"
        if solutions:
            assert report.stuck_cells == propagate(puzzle).state.open_cells()
            assert set(differ) <= set(report.stuck_cells)
            assert report.verdict.line_solvable == (not report.stuck_cells)


def test_unknown_says_what_is_stuck() -> None:
    report = check(diagonal(12), budget=Budget(settled=1))
    assert report.verdict.answer == "unknown"
    assert len(report.stuck_cells) == 144
    assert not report.ambiguous_complete


def test_more_solutions_on_request() -> None:
    report = check(diagonal(3), limit=10, solve=partial(solve, method="search"), seed=1)
    assert len(report.verdict.solutions) == 6
    assert report.verdict.complete
    assert len(report.ambiguous_cells) == 9


def test_what_nobody_can_solve_by_hand_is_judged_without_reasons() -> None:
    side = 60
    box = from_voxels([[[1] * side for _ in range(side)] for _ in range(side)])
    report = check(box)
    assert report.verdict.answer == "unique"
    assert (report.rating.stars, report.classic) == (None, None)
    assert "larger than 200,000 voxels" in report.rating.why
    assert "216,000 voxels are too many to colour by hand" in {f.words for f in report.flaws}
    with pytest.raises(InputError, match="216,000 cells; reasons are given for up to 200,000"):
        hint(box)
