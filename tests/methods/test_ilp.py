"""Bosch's integer program, against brute force and the engine."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_puzzle, random_tangle, rounds
from nonoforge.clues import Runs
from nonoforge.engine import Budget, solve, verify
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.methods.ilp import Program, entries_needed, starts_of
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

pytest.importorskip("highspy")


def holds(program: Program, values: tuple[int, ...]) -> bool:
    """Do these values meet all rows and bounds?"""
    for row, (least, most) in enumerate(zip(program.row_lower, program.row_upper, strict=True)):
        entries = range(program.starts[row], program.starts[row + 1])
        total = sum(program.factors[at] * values[program.columns[at]] for at in entries)
        if not least <= total <= most:
            return False
    bounds = zip(program.lower, values, program.upper, strict=True)
    return all(low <= value <= high for low, value, high in bounds)


@pytest.mark.parametrize("clue", [(), (1,), (2, 1), (1, 1), (4,), (1, 2)])
def test_the_program_of_one_line_has_its_solutions_and_no_others(clue: tuple[int, ...]) -> None:
    """Without HiGHS: all values of all variables are tried."""
    puzzle = Puzzle(4, (Line((0, 1, 2, 3), Runs.of(*clue), "row 1"),))
    program = Program(puzzle)
    found = [values[:4] for values in product((0, 1), repeat=len(program.lower))
             if holds(program, values)]
    assert sorted(map(bytes, found)) == sorted(all_solutions(puzzle))


def test_a_row_rules_out_one_colouring_alone() -> None:
    program = Program(Puzzle(3, (), given=()))
    for colouring in map(bytes, product((0, 1), repeat=3)):
        columns, factors, least = program.different(colouring)
        kept = [values for values in map(bytes, product((0, 1), repeat=3))
                if sum(f * values[c] for c, f in zip(columns, factors, strict=True)) >= least]
        assert len(kept) == 7
        assert colouring not in kept


def test_starts() -> None:
    assert starts_of(Runs.of(2, 3).runs, 6) == [(0, 0), (3, 3)]
    assert starts_of(Runs.of((2, 1), (3, 2)).runs, 6) == [(0, 1), (2, 3)]
    assert starts_of(Runs.of(2, 4).runs, 6) is None
    assert starts_of((), 0) == []


def test_the_size_is_known_beforehand() -> None:
    rng = random.Random(1)
    for _ in range(rounds(20)):
        puzzle = random_nonogram(rng).puzzle
        assert len(Program(puzzle).columns) <= entries_needed(puzzle)


def test_all_solutions() -> None:
    rng = random.Random(2)
    ilp = choose("ilp")
    for at in range(rounds(40)):
        puzzle = random_tangle(rng) if at % 2 else random_puzzle(rng, 4, 3)
        if ilp.refusal(puzzle):
            continue
        solutions = all_solutions(puzzle)
        limit = min(6, len(solutions) + 1)
        verdict = ilp.solve(puzzle, limit=limit)
        assert set(verdict.solutions) <= solutions
        assert len(set(verdict.solutions)) == min(limit, len(solutions))
        assert verdict.complete == (limit > len(solutions))


@pytest.mark.parametrize("text", ["ilp", "ilp:presolve=no", "ilp:threads=2"])
def test_agrees_with_the_engine(text: str) -> None:
    rng = random.Random(3)
    for _ in range(rounds(6)):
        puzzle = random_nonogram(rng, 9, 2, density=0.5).puzzle
        assert choose(text).solve(puzzle).answer == solve(puzzle).answer


def test_none() -> None:
    puzzle = from_clues([[2], [], [1]], [[2], [1], []]).puzzle
    verdict = choose("ilp").solve(puzzle)
    assert verdict.answer == "none"
    assert verdict.conflict


def test_no_cells() -> None:
    assert choose("ilp").solve(Puzzle(0, ())).answer == "unique"
    assert choose("ilp").solve(Puzzle(0, (Line((), Runs.of(1), "row 1"),))).answer == "none"


def test_budgets() -> None:
    puzzle = from_picture([[1, 0] * 15, [0, 1] * 15] * 15).puzzle
    for budget in (Budget(seconds=1e-6), Budget(seconds=0.2), Budget(nodes=1)):
        verdict = choose("ilp:presolve=no").solve(puzzle, budget=budget)
        assert verdict.answer in ("unknown", "multiple")
        assert all(verify(puzzle, solution) for solution in verdict.solutions)
    verdict = choose("ilp").solve(puzzle, budget=Budget(seconds=1e-6))
    assert verdict.answer == "unknown"
    assert verdict.why == "the budget ran out"
    assert verdict.state == State.start(puzzle)


def test_too_large() -> None:
    long = Puzzle(6000, (Line(tuple(range(6000)), Runs.of(*[1] * 9), "row 1"),))
    verdict = choose("ilp").solve(long)
    assert verdict.answer == "unknown"
    assert "entries" in verdict.why


def test_a_seed_repeats() -> None:
    puzzle = from_picture([[1, 0, 0, 1], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 0, 1]]).puzzle
    first, again = (choose("ilp").solve(puzzle, seed=2**40 + 3) for _ in range(2))
    assert first._replace(seconds=0) == again._replace(seconds=0)
    assert dict(first.counts)["variables"] > puzzle.cells


def test_an_observer_hears_of_each_run() -> None:
    told: list[Step] = []
    choose("ilp").solve(from_picture([[1, 1], [0, 1]]), observer=lambda step, _: told.append(step))
    assert [step.kind for step in told] == ["note", "note", "solution", "note"]


def test_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while HiGHS works comes through at once."""
    def press(work: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nonoforge.methods.common.method.TELL_EVERY", 0)
    monkeypatch.setattr("nonoforge.methods.common.method.POLL_SECONDS", 0)
    with pytest.raises(KeyboardInterrupt):
        choose("ilp").solve(random_nonogram(random.Random(4), 20).puzzle, progress=press)


def test_blotted_runs_are_refused() -> None:
    puzzle = Puzzle(2, (Line((0, 1), Runs.of((None, 1)), "row 1"),))
    with pytest.raises(InputError, match="blotted"):
        choose("ilp").solve(puzzle)
