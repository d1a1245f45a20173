"""Packing: the same integers with and without the kernel."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import pytest

from helpers.puzzles import random_nonogram, random_solid, random_tangle, rounds, smooth_picture
from nonoforge.clues import HIDDEN, Run, Runs
from nonoforge.engine import ENGINE, agrees, content_key, pack, solve, solve_lines
from nonoforge.engine.packing import pack_plainly
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_both_engines_pack_alike() -> None:
    rng = random.Random(5)
    for make in (lambda rng: random_nonogram(rng).puzzle, random_solid, random_tangle):
        for _ in range(rounds(20)):
            puzzle = make(rng)
            assert pack(puzzle) == pack_plainly(puzzle)


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_lines_of_many_sizes_pack_alike() -> None:
    """The kernel keeps the packed cells of lines that puzzles share, and not for ever: others may
    come to lie where they were."""
    rng = random.Random(7)
    for number in range(80):
        size = rng.choice([3, 50, 2000, 300_000 if number == 40 else 9])
        lines = tuple(Line(tuple(rng.randrange(99) for _ in range(size)), Runs.of(1), "", 0)
                      for _ in range(3))
        for _ in range(2):
            puzzle = Puzzle(99, lines, Palette())
            assert pack(puzzle) == pack_plainly(puzzle)


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_runs_of_all_kinds_pack_alike() -> None:
    """The kernel keeps the numbers of runs that clues share, and others come to lie where they
    were."""
    rng = random.Random(8)
    for _ in range(rounds(40)):
        runs = tuple(Run(rng.choice([None, 1, rng.randrange(1, 9000)]), rng.randrange(1, 4))
                     for _ in range(rng.randrange(300)))
        puzzle = Puzzle(9, tuple(Line((0, 1), Runs(rng.choice([runs, runs[::2], runs[5:]])), "")
                                 for _ in range(6)), Palette())
        assert pack(puzzle) == pack_plainly(puzzle)


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_single_lines_give_what_solving_gives() -> None:
    rng = random.Random(6)
    puzzles = [from_picture(smooth_picture(rng, 8, 9)).puzzle for _ in range(rounds(40))]
    for puzzle, (solution, settled, _) in zip(
            puzzles, solve_lines([pack(puzzle) for puzzle in puzzles]), strict=True):
        verdict = solve(puzzle)
        assert (solution is not None) == verdict.line_solvable
        if solution is not None:
            assert (verdict.solutions, verdict.work) == ((solution,), (settled, 0, 0, 0))
    assert solve_lines([pack(puzzles[0])], 1)[0][0] is None


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_the_kernel_accepts_what_the_checks_in_python_accept() -> None:
    rng = random.Random(8)
    found = set()
    for _ in range(rounds(400)):
        picture = [[rng.choice((0, 0, 1, 2)) for _ in range(4)] for _ in range(3)]
        nonogram = from_picture(picture, palette=Palette.of("#ffffff", "#000000", "#ff0000"))
        clues = [[*line.clue.runs] for line in nonogram.puzzle.lines]
        runs = rng.choice(clues)
        solution = bytearray(nonogram.solution or b"")
        for _ in range(rng.randrange(3)):
            if runs and rng.random() < 0.7:
                at = rng.randrange(len(runs))
                runs[at] = Run(rng.randint(-1, 4), rng.choice((0, 1, 2, 3, 2**31)))
            else:
                solution[rng.randrange(12)] = rng.randrange(3)
        lines = tuple(line._replace(clue=Runs(tuple(changed)))
                      for line, changed in zip(nonogram.puzzle.lines, clues, strict=True))
        puzzle = Puzzle(12, lines, nonogram.puzzle.palette)
        found.add(agrees(puzzle, bytes(solution)))
        assert agrees(puzzle, bytes(solution)) == _accepted(clues, nonogram, bytes(solution))
        assert agrees(puzzle) == _accepted(clues, nonogram, None)
    assert found == {False, True}


def _accepted(clues: list[list[Run]], like: Nonogram, solution: bytes | None) -> bool:
    """Return what from_clues says where a hidden clue keeps the kernel from saying it."""
    rows, columns = ([Runs(tuple(runs)) for runs in part] for part in (clues[:3], clues[3:]))
    puzzle = Puzzle(12, tuple(line._replace(clue=clue) for line, clue in zip(
        like.puzzle.lines, (*rows, *columns), strict=True)), like.puzzle.palette)
    try:
        puzzle.check_runs()
        if solution is not None:
            puzzle.check_solution(solution)
    except InputError:
        return False
    sums = [Counter(dict.fromkeys((1, 2), 0)) for _ in range(2)]
    for total, part in zip(sums, (rows, columns), strict=True):
        for clue in part:
            for length, colour in clue.runs:
                total[colour] += length or 0
    return sums[0] == sums[1]


@pytest.mark.skipif(ENGINE != "native", reason="there is no kernel")
def test_what_takes_more_care_is_left_to_python() -> None:
    puzzle = from_picture([[1, 0], [1, 1]]).puzzle
    row, *others = puzzle.lines
    assert agrees(puzzle)
    assert agrees(puzzle, bytes((1, 0, 1, 1)))
    assert not agrees(puzzle, bytes((1, 0, 1)))
    for clue in (HIDDEN, Runs.of((None, 1)), Runs.of(2**40), Runs((Run("1"),))):  # type: ignore[arg-type]
        assert not agrees(Puzzle(4, (row._replace(clue=clue), *others)))
    assert not agrees(Puzzle(4, ()))
    with pytest.raises(TypeError, match="class Line"):
        pack(Puzzle(4, (tuple(row), *others)))  # type: ignore[arg-type]


def test_a_key_knows_the_puzzle_and_nothing_else() -> None:
    one = from_picture([[1, 0], [1, 1]])
    shaded = replace(one, solution=None,
                     puzzle=replace(one.puzzle, palette=Palette.of("#eeeeee", "#ff0000")))
    other = from_picture([[1, 1], [1, 0]])
    keys = [content_key(each.family.name, pack(each.puzzle)) for each in (one, shaded, other)]
    assert keys[0] == keys[1] != keys[2]
