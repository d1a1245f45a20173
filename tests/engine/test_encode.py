"""The clauses have exactly the puzzle's solutions as models."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from helpers.puzzles import INKS, all_solutions, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import propagate
from nonoforge.engine.outcome import Budget
from nonoforge.engine.sat import Encoding, Solver
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

pysat_solvers = pytest.importorskip("pysat.solvers")


def decoded(encoding: Encoding) -> list[Colouring]:
    """Solutions one after the other, each forbidden once it is found."""
    found = []
    with Solver(encoding, Budget()) as solver:
        while isinstance(model := solver.model(), bytes):
            found.append(model)
            solver.add(encoding.different(model))
    return found


def models(encoding: Encoding) -> Iterator[tuple[int, ...]]:
    """All models over all variables, by another solver; variables in no clause do not count."""
    clauses = [clause or [1] for clause in encoding.clauses]
    if [] in encoding.clauses:
        clauses.append([-1])
    with pysat_solvers.Minisat22(bootstrap_with=clauses) as solver:
        yield from map(tuple, solver.enum_models())


def check_clauses(puzzle: Puzzle) -> None:
    solutions = all_solutions(puzzle)
    for state in (State.start(puzzle), propagate(puzzle).state):
        found = decoded(Encoding(puzzle, state))
        assert len(found) == len(set(found))
        assert set(found) == solutions


@pytest.mark.parametrize("seed", range(4))
def test_models_of_grids_are_the_solutions(seed: int) -> None:
    """Colours, blotted runs, givens, clues that contradict each other."""
    rng = random.Random(f"encode {seed}")
    for _ in range(rounds(60)):
        check_clauses(random_puzzle(rng, largest=4, most_colours=3))


@pytest.mark.parametrize("seed", range(4))
def test_models_of_tangles_are_the_solutions(seed: int) -> None:
    """Lines that visit a cell twice, cells on many lines or on none."""
    rng = random.Random(f"encode tangle {seed}")
    for _ in range(rounds(60)):
        check_clauses(random_tangle(rng, most_cells=6))


def test_one_model_for_each_solution() -> None:
    """Where the runs lie follows from the colours: no solution is found twice in other clothes."""
    rng = random.Random(1)
    for _ in range(rounds(150)):
        puzzle = random_puzzle(rng, largest=4, most_colours=3)
        count = sum(1 for _ in models(Encoding(puzzle, State.start(puzzle))))
        assert count == len(all_solutions(puzzle))


def test_a_line_that_visits_a_cell_twice() -> None:
    """Cells 0 1 0: a run of two would need cell 0 black and white at once."""
    line = Line((0, 1, 0), Runs.of(2), "loop")
    assert decoded(Encoding(Puzzle(2, (line,)), State((3, 3)))) == []
    line = Line((0, 1, 0), Runs.of(1, 1), "loop")
    assert decoded(Encoding(Puzzle(2, (line,)), State((3, 3)))) == [b"\1\0"]


def test_cells_that_cannot_be_white() -> None:
    palette = Palette.of(*INKS[:3])
    puzzle = Puzzle(1, (Line((0,), Runs.of((None, 1)), "dot"),), palette)
    assert decoded(Encoding(puzzle, State((0b110,)))) == [b"\1"]
    assert sorted(decoded(Encoding(Puzzle(1, (), palette), State((0b110,))))) == [b"\1", b"\2"]


def test_known_cells_need_no_variables() -> None:
    nonogram = from_picture([[1, 1, 0], [0, 1, 0], [0, 1, 1]])
    assert nonogram.solution is not None
    known = State.of(nonogram.solution)
    encoding = Encoding(nonogram.puzzle, known)
    assert encoding.variables == 0
    assert [] not in encoding.clauses
    assert decoded(encoding) == [nonogram.solution]


def test_wrong_cells_are_refuted() -> None:
    puzzle = from_clues([Runs.of(2)], [Runs.of(1), Runs.of(1), Runs.of()]).puzzle
    assert decoded(Encoding(puzzle, State((0b10, 0b01, 0b11)))) == []


def test_named_lines_can_be_switched_off() -> None:
    """With selectors, a line counts only where its literal is assumed."""
    rng = random.Random(2)
    for _ in range(rounds(60)):
        puzzle = random_puzzle(rng, largest=3, most_colours=3)
        encoding = Encoding(puzzle, State.start(puzzle), named=True, seed=rng.randrange(3))
        lines = [line for line in range(len(puzzle.lines)) if rng.random() < 0.6]
        with Solver(encoding, Budget()) as solver:
            found = solver.model([encoding.selectors[line] for line in lines])
        solutions = all_solutions(puzzle, lines)
        assert found in solutions if solutions else found is False
