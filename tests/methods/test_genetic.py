"""The genetic search: what it finds is true, what it does not find it admits."""

from __future__ import annotations

import random
from itertools import product

import pytest

from helpers.puzzles import (
    INKS,
    all_solutions,
    random_picture,
    random_puzzle,
    random_tangle,
    rounds,
)
from nonoforge.clues import Runs
from nonoforge.engine import Budget, verify
from nonoforge.errors import InputError
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.methods import choose
from nonoforge.methods import genetic as method
from nonoforge.methods.genetic import Meadow, Plot, distance
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

BITS = [tuple(bits) for bits in product((0, 1), repeat=6)]


@pytest.mark.parametrize("runs", [(), (1,), (6,), (2, 1), (1, 1, 1), (3, 2)])
def test_distance_is_the_nearest_filling(runs: tuple[int, ...]) -> None:
    good = [bits for bits in BITS if Runs.of(*runs).accepts(bits)]
    for bits in BITS:
        nearest = min(sum(a != b for a, b in zip(bits, other, strict=True)) for other in good)
        pattern = sum(bit << at for at, bit in enumerate(bits))
        assert distance(runs, 6, pattern) == nearest


def test_a_line_without_cells() -> None:
    assert distance((), 0, 0) == 0


@pytest.mark.parametrize("runs", [(), (1,), (6,), (2, 1), (1, 1, 1)])
def test_genes_of_a_row_always_meet_its_clue(runs: tuple[int, ...]) -> None:
    rng = random.Random(1)
    plot = Plot((0, 1, 2, 3, 4, 5), runs)
    seen = set()
    for _ in range(200):
        gene = plot.fresh(rng)
        genes = [gene, *plot.neighbours(gene), *([plot.mutated(gene, rng)] if plot.varies else [])]
        for filled in map(plot.filled, genes):
            assert Runs.of(*runs).accepts([int(cell in filled) for cell in range(6)])
            seen.add(tuple(filled))
    assert len(seen) == sum(Runs.of(*runs).accepts(bits) for bits in BITS)


def test_no_faults_is_a_solution() -> None:
    rng = random.Random(2)
    for at in range(rounds(40)):
        puzzle = random_tangle(rng, 6, 2) if at % 2 else random_puzzle(rng, 3, 2)
        if choose("genetic").refusal(puzzle) or any(
                line.clue.needs > len(line.cells) for line in puzzle.lines):
            continue
        for placed in (True, False):
            meadow = Meadow(puzzle, placed, at % 3 > 0, lambda: None)
            for _ in range(20):
                genes = tuple(plot.fresh(rng) for plot in meadow.plots)
                right = verify(puzzle, meadow.colouring(genes))
                assert (meadow.faults(meadow.whole(genes)) == 0) == right


@pytest.mark.parametrize(("size", "count"), [(5, 5), (8, 5), (10, 1)])
def test_small_puzzles_are_mostly_solved(size: int, count: int) -> None:
    """The figures of the docstring; NONOFORGE_FUZZ=20 for as many puzzles and more."""
    solved = 0
    for seed in range(rounds(count)):
        puzzle = from_picture(random_picture(random.Random(seed), size, size)).puzzle
        solved += len(choose("genetic").solve(puzzle, limit=1, seed=seed).solutions)
    print(f"{size}x{size}: {solved} of {rounds(count)}")
    assert solved >= 0.8 * rounds(count)


@pytest.mark.parametrize("text", ["genes=rows", "genes=cells", "fitness=clues", "climb",
                                  "population=2,elite=5", "mutation=0,stagnation=1"])
def test_what_it_says_is_true(text: str) -> None:
    rng = random.Random(text)
    found = 0
    for at in range(rounds(12)):
        puzzle = random_tangle(rng, 6, 2) if at % 2 else random_puzzle(rng, 4, 2)
        if choose("genetic").refusal(puzzle):
            continue
        solutions = all_solutions(puzzle)
        verdict = choose(f"genetic:{text}").solve(puzzle, limit=len(solutions) + 1,
                                                  budget=Budget(nodes=1_500))
        assert set(verdict.solutions) <= solutions
        assert not verdict.complete or set(verdict.solutions) == solutions
        found += bool(verdict.solutions)
    assert found


def test_it_proves_nothing() -> None:
    puzzle = from_picture([[1, 1, 0], [1, 0, 0], [0, 0, 0]]).puzzle
    verdict = choose("genetic:generations=20").solve(puzzle)
    assert verdict.answer == "unknown"
    assert len(verdict.solutions) == 1
    assert verdict.why == "no other solution after 20 generations; a genetic search proves nothing"
    assert verdict.state == State.start(puzzle)
    counts = dict(verdict.counts)
    assert counts["generations"] == 20
    assert counts["evaluations"] == verdict.work.nodes


def test_two_solutions_are_multiple() -> None:
    assert choose("genetic").solve(from_picture([[1, 0], [0, 1]])).answer == "multiple"


def test_no_solution_is_not_known() -> None:
    puzzle = from_clues([[1], [], [1]], [[2], [], []]).puzzle
    verdict = choose("genetic:generations=5").solve(puzzle)
    assert verdict.answer == "unknown"
    assert verdict.why == "no solution after 5 generations"


@pytest.mark.parametrize(("puzzle", "answer"), [
    (Puzzle(0, ()), "unique"),
    (Puzzle(1, ()), "multiple"),
    (Puzzle(0, (Line((), Runs.of(1), "a"),)), "none"),
    (Puzzle(2, (Line((0, 1), Runs.of(2), "a"),)), "unique"),
    (Puzzle(2, (Line((0, 1), Runs.of(2), "a"), Line((0,), Runs.of(), "b"))), "none"),
    (Puzzle(1, (), given=((0, 0), (0, 1))), "none"),
    (Puzzle(2, (Line((0, 1, 0), Runs.of(1, 1), "a"),)), "unknown"),
])
def test_the_smallest(puzzle: Puzzle, answer: str) -> None:
    """Where there is nothing to choose there is an answer."""
    verdict = choose("genetic:generations=20").solve(puzzle)
    assert verdict.answer == answer
    assert verdict.answer != "unknown" or len(verdict.solutions) == 1


def test_a_seed_repeats() -> None:
    puzzle = from_picture(random_picture(random.Random(3), 6, 6)).puzzle
    first, again = (choose("genetic").solve(puzzle, limit=1, seed=7) for _ in range(2))
    assert first._replace(seconds=0) == again._replace(seconds=0)


def test_budgets() -> None:
    puzzle = from_picture(random_picture(random.Random(4), 40, 40)).puzzle
    for budget in (Budget(nodes=10), Budget(seconds=1e-6), Budget(seconds=0.1)):
        verdict = choose("genetic").solve(puzzle, budget=budget)
        assert verdict.answer == "unknown"
        assert verdict.why == "the budget ran out"
        assert verdict.work.nodes <= (budget.nodes or 10**6)


def test_too_large(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(method, "MAX_GENES", 10)
    assert "too large" in choose("genetic").solve(from_picture([[1, 0], [0, 1]])).why


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    """With next to nothing remembered it finds the same."""
    puzzle = from_picture(random_picture(random.Random(5), 6, 6)).puzzle
    before = choose("genetic").solve(puzzle, limit=1)
    for name in ("CACHE_BYTES", "CACHE_ENTRIES"):
        monkeypatch.setattr(f"nonoforge.methods.genetic.{name}", 0)
    assert choose("genetic").solve(puzzle, limit=1).work == before.work


def test_an_observer_sees_the_fittest_of_each_generation() -> None:
    told: list[tuple[Step, State]] = []
    puzzle = from_picture(random_picture(random.Random(6), 6, 6)).puzzle
    verdict = choose("genetic").solve(
        puzzle, limit=1, observer=lambda step, state: told.append((step, state())))
    notes = [step for step, _ in told if step.kind == "note"]
    assert len(notes) == dict(verdict.counts)["generations"]
    assert all(state.solved for _, state in told)
    assert told[-1][0].kind == "solution"


def test_black_and_white_only() -> None:
    with pytest.raises(InputError, match="black and white"):
        choose("genetic").solve(from_picture([[1, 2]], palette=Palette.of(*INKS[:3])))
