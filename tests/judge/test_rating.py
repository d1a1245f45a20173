"""Ratings: each rung has a puzzle that needs it; mirrors and orders of lines change nothing."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from helpers.arrangements import random_sloped
from helpers.puzzles import (
    random_nonogram,
    random_puzzle,
    random_tangle,
    renumbered,
    rounds,
    smooth_picture,
)
from nonoforge.clues import Runs, Tally
from nonoforge.engine import Budget, only, propagate, solve
from nonoforge.families import families
from nonoforge.families.grid import Grid, from_picture
from nonoforge.family import Family
from nonoforge.formats import load
from nonoforge.judge import LADDER, STAR_EFFORTS, classic, explain, rate
from nonoforge.judge.technique import assumed
from nonoforge.judge.techniques.deep_contradiction import Forked
from nonoforge.judge.techniques.search import Searched
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle

# For each technique a picture whose clues need just that.
PICTURES = {
    "zero and full": "### ### ###",
    "overlap": "..# ..# ...",
    "reach": "### ..# ##.",
    "blocks": "##... ...## .###. ..... #.#..",
    "whole line": ".##..# ..##.. ###... .#.#.. #.#..# ...#.#",
    "contradiction": "..## ###. .##. ...#",
    "deep contradiction":
        "#..#..##..# .......#.#. #..##.#..## #...###..#. .##....##.. .##....###. ....##.#.## "
        "#....#..... .....#..... .#..#.#.... ##...##.#..",
}


def picture(text: str) -> Nonogram:
    return from_picture([[int(char == "#") for char in row] for row in text.split()])


@pytest.mark.parametrize("name", PICTURES)
def test_each_technique_is_needed_somewhere(name: str) -> None:
    rating = rate(picture(PICTURES[name]))
    [technique] = [each for each in LADDER if each.name == name]
    assert rating.technique is technique
    assert technique.stars <= rating.stars <= technique.max_stars
    assert rating.rung == LADDER.techniques.index(technique)
    assert rating.uses[name] > 0


def test_two_lines_with_two_common_cells_tell_more_than_each_alone() -> None:
    """One of a and b is filled; so is just one of a, b and c. Neither line alone says that c is
    white."""
    a, b, c = range(3)
    lines = (Line((b, a), Runs.of(1), "one"), Line((a, b, c), Runs.of(1), "two"),
             Line((a, c), Runs.of(1), "three"))
    rating = rate(Nonogram(Puzzle(3, lines), Grid(3, 1)))
    assert (rating.rung, rating.stars) == (5, 3)


# How many of which cells are filled; cell 0 is white. No two assumptions lead anywhere.
COUNTED = (
    (4, (1, 2, 3, 5, 9, 10, 12, 13)), (4, (1, 3, 5, 8, 9, 11, 12, 13)),
    (4, (1, 2, 3, 5, 8, 10, 11, 12)), (3, (0, 1, 3, 7, 8, 9, 11, 12)),
    (4, (0, 1, 2, 5, 8, 9, 10, 12)), (4, (0, 4, 6, 7, 8, 10, 12, 13)),
    (4, (0, 1, 2, 6, 8, 9, 10, 12)), (4, (1, 3, 4, 6, 8, 9, 12, 13)),
    (4, (1, 2, 4, 6, 7, 8, 12, 13)), (3, (0, 1, 2, 5, 8, 9, 11, 12)))


def test_where_nothing_short_helps_search_does() -> None:
    lines = tuple(Line(cells, Tally.of((total, None)), f"line {number}")
                  for number, (total, cells) in enumerate(COUNTED, start=1))
    nonogram = Nonogram(Puzzle(14, lines, given=((0, 0),)), Grid(14, 1))
    rating = rate(nonogram)
    assert (rating.rung, rating.stars, rating.uses["search"]) == (8, 5, 1)
    found = explain(nonogram)
    assert found.solved
    [step] = [step for step in found.steps if isinstance(step.deduction.reason, Searched)]
    assert len(step.deduction.learned) == 1  # the rest follows from it
    assert step.deduction.technique.proves(nonogram.puzzle, step.before, step.deduction)


def test_a_deep_contradiction_is_told_as_a_fork_where_there_is_one() -> None:
    """Each way for the other cell breaks, by the lines that are named."""
    nonogram = picture(PICTURES["deep contradiction"])
    found = explain(nonogram)
    assert found.solved
    forks = [step for step in found.steps if isinstance(step.deduction.reason, Forked)]
    for step in forks:
        reason = step.deduction.reason
        assert isinstance(reason, Forked)
        lines = only(nonogram.puzzle, frozenset(step.deduction.lines))
        first = assumed(step.before, (reason.cell, reason.colour))
        for colour, chain in reason.chains:
            assert propagate(lines, assumed(first, (reason.fork, colour))).conflict is not None
            assert chain[-1][1] == ()


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_classic_measures_are_those_of_propagation(seed: int) -> None:
    rng = Random(seed)
    puzzle = rng.choice([random_puzzle, random_tangle])(rng)
    found, propagated = classic(puzzle), propagate(puzzle)
    assert (found is None) == (propagated.conflict is not None)
    if found is not None:
        assert found.open == len(propagated.state.open_cells())
        assert found.passes <= found.fruitful <= found.settlements


def turned(nonogram: Nonogram) -> list[Nonogram]:
    """Mirrored both ways, transposed, and with its lines in another order."""
    grid, solution = nonogram.geometry, nonogram.solution
    assert isinstance(grid, Grid)
    assert solution is not None
    rows = grid.nest(solution)
    palette = nonogram.puzzle.palette
    puzzle = nonogram.puzzle
    return [
        *(from_picture(other, palette=palette) for other in (
            rows[::-1], [row[::-1] for row in rows], [list(column) for column in zip(*rows,
                                                                                   strict=True)])),
        replace(nonogram, puzzle=replace(puzzle, lines=puzzle.lines[::-1]))]


@pytest.mark.parametrize("seed", range(rounds(25)))
def test_mirrors_and_orders_rate_the_same(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_nonogram(rng, 8, 3) if seed % 2 else from_picture(smooth_picture(rng, 9, 7))
    rating, measures = rate(nonogram), classic(nonogram.puzzle)
    for other in turned(nonogram):
        assert rate(other) == rating
        assert classic(other.puzzle) == measures


@pytest.mark.parametrize("family", families(), ids=lambda family: family.name)
def test_stars_do_not_depend_on_numbers_and_orders(family: Family) -> None:
    """Puzzles of all families: the first two starters are easier than the last two."""
    ratings = []
    for file in family.starters:
        nonogram = load(str(file))
        ratings.append(rate(nonogram))
        assert rate(replace(nonogram, puzzle=renumbered(Random(1), nonogram.puzzle),
                            solution=None)) == ratings[-1]
    stars = [rating.stars for rating in ratings]
    assert None not in stars
    assert max(stars[:2]) <= max(stars[2:])


def test_stars_grow_with_the_effort_and_the_technique() -> None:
    rating = rate(picture(PICTURES["reach"]))
    for effort in range(0, 2000, 10):
        given = [rating._replace(technique=technique, effort=effort).stars for technique in LADDER]
        more = [rating._replace(technique=technique, effort=effort + 10).stars
                for technique in LADDER]
        assert given == sorted(given)
        assert all(a <= b for a, b in zip(given, more, strict=True))
    assert {rating._replace(technique=LADDER.techniques[3], effort=effort).stars
            for effort in (0, *STAR_EFFORTS)} == {1, 2, 3, 4, 5}


@pytest.mark.parametrize("seed", range(6))
def test_two_puzzles_at_once_take_more_effort_than_one(seed: int) -> None:
    """But not more than twice as much: there are more places to go on."""
    puzzle = from_picture(smooth_picture(Random(seed), 8, 7)).puzzle
    second = tuple(line._replace(cells=tuple(cell + puzzle.cells for cell in line.cells))
                   for line in puzzle.lines)
    both = replace(puzzle, cells=2 * puzzle.cells, lines=(*puzzle.lines, *second))
    one, two = (rate(Nonogram(each, Grid(each.cells, 1))) for each in (puzzle, both))
    if one.stars is not None and one.rung <= 4:
        assert one.technique is two.technique
        assert one.effort <= two.effort <= 2 * one.effort
        assert one.stars <= two.stars


@pytest.mark.parametrize("seed", range(rounds(40)))
def test_what_is_rated_has_one_solution(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_nonogram(rng, 7, 3) if seed % 3 else random_sloped(rng, 6)
    rating, verdict = rate(nonogram), solve(nonogram)
    assert (rating.rung is None) == (verdict.answer != "unique")
    if rating.rung is not None:
        assert verdict.line_solvable == (rating.rung <= 4)
        costs = {technique.name: technique.cost for technique in LADDER}
        assert rating.work == sum(uses * costs[name] for name, uses in rating.uses.items())
        assert rating.narrowest is None or rating.narrowest >= 1
        lines = {technique.name for technique in LADDER.line_techniques}
        assert rating.effort >= sum(uses * (costs[name] - 1) for name, uses in rating.uses.items()
                                    if name in lines)
        assert rating.hardest <= rating.rounds
        assert (rating.hardest == 0) == (not rating.uses)
    else:
        assert rating.why


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_any_lines_can_be_rated(seed: int) -> None:
    puzzle = random_tangle(Random(seed))
    verdict = solve(puzzle)
    rating = rate(Nonogram(puzzle, Grid(puzzle.cells or 1, 1)))
    assert (rating.rung is None) == (verdict.answer != "unique")


def test_a_budget_that_runs_out_rates_nothing() -> None:
    noise = from_picture([[int(Random(x * 31 + y).random() < 0.5) for x in range(30)]
                          for y in range(30)])
    rating = rate(noise, budget=Budget(seconds=1e-6))
    assert (rating.rung, rating.stars) == (None, None)
    assert rating.why == "the budget ran out"
