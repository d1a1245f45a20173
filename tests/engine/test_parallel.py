"""Several processes for one puzzle: the plan in this process, where replies come in any order, and
a few puzzles with real processes."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from signal import SIGINT, SIGKILL

import pytest

import nonoforge
from helpers.puzzles import random_puzzle, random_tallies, rounds
from nonoforge.bench.frontier import domino_picture, puzzles_of
from nonoforge.engine import (
    ENGINE,
    Budget,
    Outcome,
    parallel,
    propagate,
    sat,
    sat_available,
    solve,
    verify,
)
from nonoforge.engine.outcome import OutOfBudget
from nonoforge.engine.parallel import Plan, Reply, Task
from nonoforge.engine.parallel_worker import Worker
from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Verdict, Work

pytestmark = pytest.mark.skipif(not sat_available() or ENGINE != "native",
                                reason="needs python-sat and the kernel")

LIMIT = 8


def unlucky_puzzle() -> Puzzle:
    """Return a puzzle that the first search of most seeds does not solve."""
    *_, puzzle = puzzles_of("random-0.4", 30, 4, seed=1)
    return puzzle


def in_this_process(
    puzzle: Puzzle, rng: random.Random, processes: int, *, limit: int = LIMIT,
    searching: bool = True, together: bool = False,
) -> Outcome:
    """Follow the plan with workers of this process, whose replies come in a random order, or all
    together."""
    state = propagate(puzzle, State.start(puzzle)).state
    if not all(state.masks):
        return Outcome("line", False, False, (), state, None, Work())
    begin = Outcome("search", False, True, (), state, None, Work())
    plan = Plan(puzzle, limit, Budget(), searching, processes, begin)
    workers = [Worker(puzzle, state, limit, seed=1) for _ in range(processes)]
    tasks: dict[int, Task] = {}
    while not plan.done:
        for process in plan.idle():
            task = plan.next(process)
            assert task is not None
            tasks[process] = task
        # One reply, or, as in a repeatable run, those of all, also after the last word.
        for process in sorted(tasks) if together else [rng.choice(sorted(tasks))]:
            plan.absorb(process, workers[process].perform(tasks.pop(process)))
    return plan.result()


@pytest.mark.parametrize("seed", range(6))
def test_any_order_of_replies_gives_the_answer(
    seed: int, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Turns of one conflict, so that cubes are cut again and again: the same number of solutions as
    search finds, and the same solutions if they are few."""
    monkeypatch.setattr(sat, "SAT_TURN", 1)
    monkeypatch.setattr(sat, "SEARCH_TURN", 1)
    monkeypatch.setattr(sat, "SECOND_TURN", 1)
    monkeypatch.setattr(parallel, "SEARCHES", 2)
    rng = random.Random(f"parallel {seed}")
    answers = Counter[str]()
    for _ in range(rounds(30)):
        puzzle = random_tallies(rng) if seed == 5 else random_puzzle(rng, largest=9)
        truth = solve(puzzle, method="search", limit=LIMIT)
        found = in_this_process(puzzle, rng, rng.randrange(2, 5), searching=rng.random() < 0.5,
                                together=rng.random() < 0.5)
        assert all(verify(puzzle, solution) for solution in found.solutions)
        assert len({*found.solutions}) == len(found.solutions) == len(truth.solutions)
        assert truth.complete == (not found.exhausted and len(found.solutions) < LIMIT)
        if truth.complete:
            assert {*found.solutions} == {*truth.solutions}
        for solution in truth.solutions:
            assert all(mask >> colour & 1
                       for mask, colour in zip(found.state.masks, solution, strict=True))
        answers[truth.answer] += 1
    assert answers["multiple"]
    assert answers["unique"]


def test_cubes_are_cut_and_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """A long proof: several cubes are open at a time, and none is left out."""
    monkeypatch.setattr(sat, "SAT_TURN", 5)
    monkeypatch.setattr(parallel.weights, "available", lambda: False)
    cubes: set[parallel.Cube] = set()
    perform = Worker.perform

    def watched(worker: Worker, task: Task) -> Reply:
        cubes.add(task.cube)
        return perform(worker, task)

    monkeypatch.setattr(Worker, "perform", watched)
    puzzle = from_picture(domino_picture(6)).puzzle
    found = in_this_process(puzzle, random.Random(1), 3, searching=False)
    assert (len(found.solutions), found.exhausted, found.level) == (1, False, "sat")
    assert len(cubes) > 5


def answers(verdict: Verdict) -> tuple[object, ...]:
    return verdict.answer, verdict.level, verdict.solutions, verdict.state, verdict.work


def test_a_hard_puzzle_by_processes() -> None:
    puzzle = unlucky_puzzle()
    verdict = solve(puzzle, jobs=2, budget=Budget(conflicts=100_000))
    assert verdict.answer == "multiple"
    assert all(verify(puzzle, solution) for solution in verdict.solutions)
    first, again = (solve(puzzle, jobs=2, repeatable=True, budget=Budget(conflicts=100_000))
                    for _ in range(2))
    assert answers(first) == answers(again)
    assert first.answer == "multiple"


@pytest.mark.parametrize("repeatable", [False, True])
def test_a_proof_by_processes(repeatable: bool) -> None:
    verdict = solve(from_picture(domino_picture(10)).puzzle, jobs=2, repeatable=repeatable,
                    budget=Budget(conflicts=40_000))
    assert (verdict.answer, verdict.level) == ("unique", "sat")


def test_processes_keep_the_budget_together() -> None:
    budget = 9_000
    for repeatable in (False, True):
        verdict = solve(unlucky_puzzle(), seed=2, method="sat", jobs=3, repeatable=repeatable,
                        budget=Budget(conflicts=budget))
        assert verdict.answer == "unknown"
        assert verdict.work.conflicts < budget + 100


def test_a_clock_ends_processes() -> None:
    verdict = solve(unlucky_puzzle(), method="sat", jobs=2, budget=Budget(seconds=0.5))
    assert verdict.answer == "unknown"


def test_a_budget_may_end_while_a_cube_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    def out_of_budget(*_: object) -> None:
        raise OutOfBudget

    monkeypatch.setattr(parallel, "propagate", out_of_budget)
    verdict = solve(unlucky_puzzle(), method="sat", jobs=2, budget=Budget(conflicts=100_000))
    assert verdict.answer == "unknown"


def test_where_a_process_dies_this_one_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path,
) -> None:
    child = tmp_path / "child.py"
    child.write_text("import sys; sys.stdin.buffer.read(1)")
    monkeypatch.setattr(parallel, "CHILD", child)
    verdict = solve(unlucky_puzzle(), jobs=2, budget=Budget(conflicts=100_000))
    assert verdict.answer == "multiple"


def children(pid: int) -> list[int]:
    """Return the processes that a process has begun, by /proc."""
    return [int(child) for task in Path(f"/proc/{pid}/task").glob("*/children")
            for child in task.read_text().split()]


def alive(pid: int) -> bool:
    """Return whether a process is there and not only waiting to be buried."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="reads /proc")
@pytest.mark.parametrize("number", [SIGINT, SIGKILL])
def test_processes_end_with_the_command(number: int, tmp_path: Path) -> None:
    """Whether it is asked to end or killed."""
    dominoes = from_picture(domino_picture(30))
    save([dominoes], tmp_path / "hard.non")
    environment = {**os.environ, "PYTHONPATH": str(Path(nonoforge.__file__).parents[1])}
    with subprocess.Popen(
            [sys.executable, "-m", "nonoforge", "solve", "--jobs", "2", "--method", "auto", "-q",
             "hard.non"], cwd=tmp_path, env=environment, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE) as command:
        started: list[int] = []
        while len(started) < 2:
            assert command.poll() is None
            time.sleep(0.02)
            started = children(command.pid)
        command.send_signal(number)
        _, errors = command.communicate()
        while any(alive(pid) for pid in started):
            time.sleep(0.02)
    assert command.returncode
    assert b"Traceback" not in errors
