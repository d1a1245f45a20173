"""solve, check, explain, hint and repair against brute force, and against the command line."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest

from helpers.puzzles import all_solutions, random_nonogram, random_picture, rounds
from helpers.task_requests import ask, puzzle
from nonoforge.cli.app import run as command
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture, grid_of
from nonoforge.families.solid import from_voxels
from nonoforge.formats import loads, save
from nonoforge.nonogram import Nonogram

BROKEN = {"nonoforge": 1, "family": "grid", "width": 3, "height": 3, "rows": [[3], [], [3]],
          "columns": [[2], [2], [2]]}
DIAGONAL = from_picture([[1, 0, 0], [0, 1, 0], [0, 0, 1]])


def flat(rows: list[list[int]]) -> list[int]:
    return [colour for row in rows for colour in row]


def small(seed: int) -> Nonogram:
    return random_nonogram(random.Random(seed), 5, 3)


@pytest.mark.parametrize("seed", range(rounds(30)))
def test_verdicts_are_those_of_brute_force(seed: int) -> None:
    nonogram = small(seed)
    expected = all_solutions(nonogram.puzzle)
    for verb in ("solve", "check"):
        found = ask(verb, puzzle=puzzle(replace(nonogram, solution=None)), solutions=1000)
        assert {bytes(one) for one in found["solutions"]} == expected
        assert found["verdict"] == ("unique" if len(expected) == 1 else "multiple")
    different = [cell for cell in range(nonogram.puzzle.cells)
                 if len({one[cell] for one in expected}) > 1]
    assert found["ambiguous_cells"] == different
    assert (found["rating"] is not None) == (len(expected) == 1)


@pytest.mark.parametrize("seed", range(rounds(20)))
def test_check_counts_the_clues_of_a_new_picture(seed: int) -> None:
    rng = random.Random(seed)
    nonogram = random_nonogram(rng, 8, 3)
    grid, palette = grid_of(nonogram)[0], nonogram.puzzle.palette
    rows = random_picture(rng, grid.width, grid.height, len(palette))
    found = ask("check", puzzle=puzzle(nonogram), picture=flat(rows), rating=False)
    [new] = loads(json.dumps(found["puzzle"]).encode(), format="nono")
    expected = from_picture(rows, palette=palette)
    assert new.puzzle.lines == expected.puzzle.lines
    assert new.solution == expected.solution
    assert found["rating"] is None
    assert found["unrated"]


def test_a_painted_solid_has_all_its_clues() -> None:
    empty = ask("make/empty", family="solid", width=3, height=2, depth=2)["puzzle"]
    painted = [[[1, 1, 0], [0, 1, 0]], [[0, 1, 0], [0, 0, 0]]]
    found = ask("check", puzzle=empty, picture=flat(flat(painted)))
    [new] = loads(json.dumps(found["puzzle"]).encode(), format="nono")
    assert new.puzzle.lines == from_voxels(painted).puzzle.lines


def test_a_contradiction_is_told_in_words_and_lines() -> None:
    found = ask("check", puzzle=BROKEN)
    assert found["verdict"] == "none"
    assert found["conflict"] == [line_name(index) for index in found["conflict_lines"]]
    assert found["contradiction"]
    assert found["sentence"].startswith("Not ready: there is no solution: ")


def line_name(index: int) -> str:
    return f"row {index + 1}" if index < 3 else f"column {index - 2}"


def test_the_command_line_says_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str],
) -> None:
    nonogram = random_nonogram(random.Random(5), 12, 3)
    path = tmp_path / "puzzle.nono"
    save(nonogram, path)
    for verb in ("solve", "check", "explain"):
        command([verb, "--json", str(path)])
        told = json.loads(capsys.readouterr().out)
        answer = ask(verb, puzzle=puzzle(nonogram))
        for name, value in told.items():
            if name in ("file", "seconds", "advice"):
                continue
            if name == "solutions":
                value = [flat(rows) for rows in value]
            assert answer[name] == value, (verb, name)


@pytest.mark.parametrize("seed", range(rounds(15)))
def test_explanations_tell_when_each_cell_fell(seed: int) -> None:
    nonogram = random_nonogram(random.Random(seed), 9, 3)
    found = ask("explain", puzzle=puzzle(nonogram))
    lines = nonogram.puzzle.lines
    fell: dict[int, int] = {}
    for step in found["steps"]:
        assert [lines[index].name for index in step["line_indices"]] == step["lines"]
        for cell, colours in step["cells"]:
            if len(colours) == 1:
                fell[cell] = step["step"]
                assert found["state"][cell] == colours[0]
                assert found["cell_rungs"][cell] == step["rung"]
    for cell, number in enumerate(found["cell_steps"]):
        assert number == fell.get(cell, -1 if found["state"][cell] < 0 else 0)
    if found["solved"]:
        assert bytes(found["state"]) == nonogram.solution


@pytest.mark.parametrize("seed", range(rounds(15)))
def test_hints_lead_to_the_solution(seed: int) -> None:
    rng = random.Random(seed)
    nonogram = random_nonogram(rng, 6, 2)
    if len(all_solutions(nonogram.puzzle)) != 1:
        return
    state = [-1] * nonogram.puzzle.cells
    for _ in range(200):
        found = ask("hint", puzzle=puzzle(replace(nonogram, solution=None)), state=state)
        if found["kind"] == "done":
            break
        assert found["kind"] == "step"
        assert len(found["stages"]) == 4
        assert found["line_indices"]
        for cell, colours in found["cells"]:
            if len(colours) == 1:
                state[cell] = colours[0]
    assert bytes(state) == nonogram.solution


@pytest.mark.parametrize(("stage", "count"), [("where", 1), ("clue", 2), ("why", 3), ("do", 4)])
def test_a_hint_says_as_much_as_is_asked(stage: str, count: int) -> None:
    nonogram = from_picture([[1, 1, 0], [0, 1, 1], [1, 0, 0]])
    found = ask("hint", puzzle=puzzle(nonogram), state=[-1] * 9, stage=stage)
    assert len(found["stages"]) == count
    assert bool(found["cells"]) == (stage == "do")


def test_mistakes_come_first_with_the_last_good_state() -> None:
    nonogram = from_picture([[1, 1, 0], [0, 1, 1], [1, 0, 0]])
    assert nonogram.solution is not None
    cells = [-1] * 9
    good, bad = [1, *cells[1:]], [0, *cells[1:]]
    history = [cells] * 300 + [good, bad]
    found = ask("hint", puzzle=puzzle(nonogram), state=bad, history=history)
    assert found["kind"] == "mistake"
    assert found["wrong"] == [0]
    assert found["last_good"] == 300


def test_repairs_cure_and_single_changes_are_ranked() -> None:
    found = ask("repair", puzzle=puzzle(DIAGONAL))
    assert found["cured"]
    assert 1 <= len(found["changes"]) <= 5
    after = ask("check", puzzle=puzzle(DIAGONAL), picture=found["picture"])
    assert after["line_solvable"]
    assert after["puzzle"] == found["puzzle"]
    left = [edit["open"] for edit in found["edits"]]
    assert left == sorted(left)
    for edit in found["edits"][:3]:
        picture = list(DIAGONAL.solution or b"")
        picture[edit["cell"]] = edit["colour"]
        stuck = ask("check", puzzle=puzzle(DIAGONAL), picture=picture)["stuck_cells"]
        assert len(stuck) == edit["open"]


def test_a_puzzle_without_a_picture_has_nothing_to_repair() -> None:
    with pytest.raises(InputError, match="no picture"):
        ask("repair", puzzle=BROKEN)


@pytest.mark.parametrize("method", ["auto", "backtrack", "brute", "line"])
def test_a_film_ends_in_the_solution(method: str) -> None:
    """Changes from step to step add up to what is known, and counts never fall."""
    nonogram = from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]])
    found = ask("watch", puzzle=puzzle(nonogram), method=method)
    values = list(found["start"])
    settled = 0
    for step in found["steps"]:
        for cell, value in step["changes"]:
            assert values[cell] != value
            values[cell] = value
        assert step["in_vain"] <= step["settled"]
        assert step["settled"] >= settled
        settled = step["settled"]
    assert found["verdict"] == "unique"
    assert bytes(values) == nonogram.solution
    assert found["left_out"] == 0
