"""Symmetries: found where a picture has one, and always true of the solutions."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

import pytest

from nonoforge.engine import propagate, solve
from nonoforge.engine.symmetry import Permutation, fold, image, symmetries
from nonoforge.grid import from_picture
from nonoforge.palette import Palette
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from puzzles import (
    INKS,
    Picture,
    all_solutions,
    random_picture,
    random_puzzle,
    random_tangle,
    rounds,
)

Move = Callable[[int, int, int, int], tuple[int, int]]

MOVES: dict[str, Move] = {  # (row, column) of a grid of this height and width
    "mirrored": lambda y, x, h, w: (y, w - 1 - x),
    "upside down": lambda y, x, h, w: (h - 1 - y, x),
    "half turn": lambda y, x, h, w: (h - 1 - y, w - 1 - x),
    "transposed": lambda y, x, h, w: (x, y),
    "other diagonal": lambda y, x, h, w: (w - 1 - x, h - 1 - y),
    "quarter turn": lambda y, x, h, w: (x, w - 1 - y),
}
SQUARE = ("transposed", "other diagonal", "quarter turn")


def permutation(name: str, height: int, width: int) -> Permutation:
    places = (MOVES[name](*divmod(cell, width), height, width) for cell in range(height * width))
    return tuple(y * width + x for y, x in places)


def symmetric_picture(rng: random.Random, name: str, height: int, width: int, colours: int
                      ) -> Picture:
    """Noise, with the colour of one cell of each orbit given to the others."""
    flat = [c for row in random_picture(rng, width, height, 0.5, colours) for c in row]
    move = permutation(name, height, width)
    for start in range(len(flat)):
        cell = move[start]
        while cell != start:
            flat[cell] = flat[start]
            cell = move[cell]
    return [flat[y * width:(y + 1) * width] for y in range(height)]


def puzzle_of(picture: Picture, colours: int) -> Puzzle:
    return from_picture(picture, palette=Palette.of(*INKS[:colours])).puzzle


@pytest.mark.parametrize("name", MOVES)
def test_symmetric_pictures(name: str) -> None:
    """Odd and even sides: the move that made the picture is among those found, nearly always.

    (Where lines look all alike there may be too many ways to try; that is rare from 9x9 on.)
    """
    rng = random.Random(name)
    found = 0
    for trial in range(40):
        height, width = rng.randint(9, 16), rng.randint(9, 16)
        if name in SQUARE:
            height = width
        colours = 2 + trial % 2
        puzzle = puzzle_of(symmetric_picture(rng, name, height, width, colours), colours)
        moves = symmetries(puzzle, State.start(puzzle))
        found += permutation(name, height, width) in moves
    assert found >= 36


def test_white_edges_do_not_matter() -> None:
    """The same picture off the centre: once the edges are known, they are left out."""
    rng = random.Random(1)
    picture = symmetric_picture(rng, "quarter turn", 9, 9, 2)
    framed = [[0, 0, 0, *row, 0] for row in picture] + [[0] * 13] * 2
    puzzle = from_picture(framed).puzzle
    clear = [3 if y < 9 and 3 <= x < 12 else 1 for y in range(11) for x in range(13)]
    moves = symmetries(puzzle, State(tuple(clear)))
    assert any(move[3] == 11 and move[11] == 8 * 13 + 11 for move in moves)


@pytest.mark.parametrize("kind", [random_puzzle, random_tangle])
def test_solutions_move_to_solutions(kind: Callable[..., Puzzle]) -> None:
    """Every move found maps the set of all solutions onto itself."""
    rng = random.Random(2)
    count = 0
    for _ in range(rounds(400)):
        puzzle = kind(rng, 4)
        deduced = propagate(puzzle)
        if deduced.conflict is not None:
            continue
        for state in (State.start(puzzle), deduced.state):
            for move in symmetries(puzzle, state):
                assert sorted(move) == list(range(puzzle.cells))
                assert move != tuple(range(puzzle.cells))
                solutions = all_solutions(puzzle)
                assert {image(solution, move) for solution in solutions} == solutions
                count += 1
    assert count > 5


@pytest.mark.parametrize("name", MOVES)
def test_larger_solutions_move_to_solutions(name: str) -> None:
    rng = random.Random(f"{name} again")
    for _ in range(rounds(10)):
        picture = symmetric_picture(rng, name, 7, 7, 3)
        puzzle = puzzle_of(picture, 3)
        verdict = solve(puzzle, limit=200)
        if not verdict.complete:
            continue
        for move in symmetries(puzzle, verdict.state):
            assert {image(one, move) for one in verdict.solutions} == set(verdict.solutions)


def test_image_moves_colours() -> None:
    assert image(b"\1\2\3", (1, 2, 0)) == b"\3\1\2"


def test_nothing_to_move() -> None:
    empty = Puzzle(0, ())
    assert symmetries(empty, State.start(empty)) == []
    single = from_picture([[1]]).puzzle
    assert symmetries(single, State.start(single)) == []
    assert symmetries(single, State((2,))) == []


@pytest.mark.parametrize("kind", [random_puzzle, random_tangle])
def test_a_folded_puzzle_has_the_symmetric_solutions(kind: Callable[..., Puzzle]) -> None:
    """Exactly those solutions that the move leaves as they are."""
    rng = random.Random(3)
    count = 0
    for _ in range(rounds(300)):
        puzzle = kind(rng, 4)
        for move in symmetries(puzzle, State.start(puzzle)):
            folded, place = fold(puzzle, move)
            unfolded = {bytes(one[cell] for cell in place) for one in all_solutions(folded)}
            symmetric = {one for one in all_solutions(puzzle) if image(one, move) == one}
            assert unfolded == symmetric
            answer = solve(folded, limit=len(symmetric) + 1)
            assert len(answer.solutions) == len(symmetric)
            count += 1
    assert count


def test_folding_givens_onto_each_other() -> None:
    """A 4x4 of which all is given folds into 4 cells that are given four times each."""
    picture = [[0, 1, 0, 0], [0, 1, 1, 1], [1, 1, 1, 0], [0, 0, 1, 0]]
    flat = [colour for row in picture for colour in row]
    puzzle = replace(from_picture(picture).puzzle, given=tuple(enumerate(flat)))
    folded, place = fold(puzzle, permutation("quarter turn", 4, 4))
    assert folded.cells == 4
    [found] = solve(folded).solutions
    assert bytes(found[cell] for cell in place) == bytes(flat)
