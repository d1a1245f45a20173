"""The table `methods`: who is fast, who agrees, who is wrong."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from helpers.puzzles import all_solutions, random_puzzle, rounds
from nonoforge.bench import BenchOptions, Report, Table, alarmed, measure, render
from nonoforge.bench.methods import Run, agreement, run
from nonoforge.engine import Budget
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.methods import METHODS, Job, Method
from nonoforge.state import State
from nonoforge.verdict import Answer, Verdict, Work

WRONG = '''
from nonoforge.methods import Method, searching

def solutions(job):
    job.settle()
    yield from ()

METHOD = Method("says that there is none", searching(solutions))
'''

BROKEN = '''
from nonoforge.methods import Method
METHOD = Method("fails", lambda job: 1 / 0)
'''


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    save(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]), puzzles / "cross.nono")
    save(from_picture([[1, 0, 0], [0, 1, 0]]), puzzles / "dots.nono")
    save(from_picture([[1, 2, 0], [0, 1, 1]]), puzzles / "flag.nono")
    return puzzles


def rows(table: Table) -> list[dict[str, object]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def test_every_method_on_every_puzzle(folder: Path) -> None:
    told: list[tuple[int, int]] = []

    class Told(Report):
        def at(self, done: int, total: int, name: str) -> None:
            told.append((done, total))

    table = measure("methods", BenchOptions(str(folder), budget=Budget(seconds=1.0), report=Told()))
    total = 3 * len(METHODS)
    assert told == [(done, total) for done in range(total)]
    assert len(table.rows) == total
    assert not alarmed(table)
    assert {row["agrees"] for row in rows(table)} <= {"yes", "-"}
    auto = {row["puzzle"]: row for row in rows(table) if row["method"] == "auto"}
    assert [auto[name]["verdict"] for name in ("cross", "dots", "flag")] == [
        "unique", "multiple", "unique"]
    assert auto["cross"]["agrees"] == "yes"
    [summary] = table.more
    found = {row["method"]: row for row in rows(summary)}
    assert list(found) == list(METHODS)
    assert found["auto"]["decided"] == found["auto"]["served"] == 3
    assert sum(int(str(row["fastest on"])) for row in found.values()) == 3
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json", "svg"))


def test_those_asked_for_with_settings_and_repeats(folder: Path) -> None:
    table = measure("methods", BenchOptions(str(folder / "cross.nono"), 3, methods=("line", "auto",
                                                                                "line")))
    assert [row["method"] for row in rows(table)] == ["line", "auto"]
    assert "budget: 10 s for each method on each puzzle." in table.notes


def test_a_liar_is_named(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "liar.py").write_text(WRONG)
    table = measure("methods", BenchOptions(str(folder), methods=("auto",
                                                                  str(tmp_path / "liar.py"))))
    found = rows(table)
    assert [row["agrees"] for row in found if row["method"] == "liar"] == ["NO"] * 3
    assert [row["agrees"] for row in found if row["method"] == "auto"] == ["yes"] * 3
    assert table.notes[0] == "DISAGREEMENT on cross: auto unique, liar none (WRONG)."
    assert alarmed(table)


def test_a_method_that_fails_does_not_stop_the_others(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    table = measure("methods", BenchOptions(str(folder), methods=(str(tmp_path / "broken.py"),
                                                                  "line")))
    broken, line, *_ = rows(table)
    assert broken["verdict"] == "failed: ZeroDivisionError: division by zero"
    assert broken["seconds"] is None
    assert line["verdict"] == "unique"
    assert table.notes[0] == "FAILED: broken on cross: ZeroDivisionError: division by zero."
    assert alarmed(table)


def test_refusals_and_missing_libraries_are_no_failures() -> None:
    flag = from_picture([[1, 2, 0], [0, 1, 1]]).puzzle

    def refuse(job: Job) -> Verdict:
        raise InputError("too large for it")

    def lack(job: Job) -> Verdict:
        raise MissingPart("method x needs y")

    told = [run(method, flag, Budget()).why for method in (
        Method("", refuse, colours=False), Method("", refuse), Method("", lack),
        Method("", refuse, needs="nosuchlibrary"))]
    assert told == ["refused: black and white only", "refused: too large for it",
                    "missing: method x needs y", "missing: nosuchlibrary"]


def test_it_needs_puzzles() -> None:
    with pytest.raises(InputError, match="name a file or a folder"):
        measure("methods", BenchOptions())


def _said(answer: Answer, solutions: tuple[bytes, ...], masks: tuple[int, ...]) -> Run:
    complete = answer in ("unique", "none")
    return Run("x", Verdict(answer, "line", False, solutions, complete, State(masks), Work()))


def test_agreement_is_about_what_is_proved() -> None:
    """Two dots in a square of two have two pictures."""
    puzzle = from_picture([[1, 0], [0, 1]]).puzzle
    one, two, false = b"\1\0\0\1", b"\0\1\1\0", b"\1\1\0\0"
    free = (3,) * 4
    multiple = _said("multiple", (one, two), free)
    for wrong in (
        _said("unique", (one,), (2, 1, 1, 2)), _said("none", (), free),
        _said("multiple", (one, one), free), _said("multiple", (one, false), free),
        _said("multiple", (one,), free), _said("unknown", (), (2, 3, 3, 3)),
        _said("unknown", (false,), free),
    ):
        assert agreement(puzzle, [multiple, wrong]) == [
            "yes" if wrong.decided else "-", "NO"], wrong
    assert agreement(puzzle, [multiple, _said("unknown", (one,), free)]) == ["-", "-"]
    assert agreement(puzzle, [multiple, multiple, Run("y", why="refused")]) == ["yes", "yes", "-"]
    assert agreement(puzzle, [_said("none", (), free), _said("unknown", (one,), free)]) == [
        "NO", "-"]


def test_what_is_true_agrees() -> None:
    rng = random.Random(3)
    for _ in range(rounds(30)):
        puzzle = random_puzzle(rng, 4)
        runs = [run(METHODS[name], puzzle, Budget()) for name in ("auto", "search", "line")]
        assert "NO" not in agreement(puzzle, runs)
        solutions = sorted(all_solutions(puzzle))
        lie: Answer = "unique" if len(solutions) > 1 else "none"
        said = _said(lie, tuple(solutions[:1]) if lie == "unique" else (), (0,) * puzzle.cells)
        if solutions:
            assert agreement(puzzle, [*runs, said])[-1] == "NO"
