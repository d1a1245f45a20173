"""Hiding clues: what is left still solves the puzzle, and is as few as asked for."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import nonoforge
from nonoforge.clues import HIDDEN, Runs
from nonoforge.drawing import svg, terminal
from nonoforge.engine import Budget, probe, propagate, solve
from nonoforge.errors import InputError, NonoforgeError
from nonoforge.families import families, family_named
from nonoforge.families.grid import from_clues, from_picture
from nonoforge.families.solid import SolidOptions, from_voxels
from nonoforge.families.solid.build import with_clues
from nonoforge.judge import Hidden, Target, fewer_clues, hide_clues, shown_clues
from nonoforge.nonogram import Nonogram

SHORT = Budget(nodes=5)


def ball(side: int = 6) -> Nonogram:
    middle = (side - 1) / 2
    return from_voxels([[[int((x - middle) ** 2 + (y - middle) ** 2 + (z - middle) ** 2
                              < (side / 2) ** 2) for x in range(side)] for y in range(side)]
                        for z in range(side)])


def clues(found: Hidden | Nonogram) -> int:
    return len((found.nonogram if isinstance(found, Hidden) else found).puzzle.lines)


def test_as_few_as_can_be() -> None:
    told: list[tuple[int, int]] = []
    found = hide_clues(ball(), Target(), budget=SHORT, progress=lambda *at: told.append(at))
    assert propagate(found.nonogram.puzzle).state.solved
    assert clues(found) < 0.6 * clues(ball())
    assert told[-1] == (clues(found), clues(ball()))
    assert found.reached
    fewer = hide_clues(ball(), Target(), budget=SHORT, level="probe")
    assert probe(fewer.nonogram.puzzle).state.solved
    assert clues(fewer) <= clues(found)


@pytest.mark.parametrize("share", [1.0, 0.9, 0.7])
def test_a_share(share: float) -> None:
    found = hide_clues(ball(), Target(share), budget=SHORT)
    assert propagate(found.nonogram.puzzle).state.solved
    assert clues(found) == round(share * clues(ball()))
    assert found.reached


def test_a_share_that_cannot_be() -> None:
    found = hide_clues(ball(), Target(0.01), budget=SHORT)
    assert propagate(found.nonogram.puzzle).state.solved
    assert not found.reached


def test_whoever_stops_it_keeps_the_best() -> None:
    def stop(left: int, total: int) -> None:
        raise KeyboardInterrupt

    found = hide_clues(ball(), Target(), progress=stop)
    assert found.interrupted
    assert propagate(found.nonogram.puzzle).state.solved
    assert clues(found) < clues(ball())


def test_what_lines_do_not_solve() -> None:
    board = from_voxels([[[(x + y + z) % 2 for x in range(2)] for y in range(2)] for z in range(2)])
    with pytest.raises(InputError, match="repair it first"):
        hide_clues(board, Target())


def probed() -> Nonogram:
    """A solid that probing solves, and lines alone do not."""
    whole = from_voxels([[[0, 0, 0], [0, 0, 0], [1, 0, 0]], [[0, 0, 1], [0, 1, 0], [0, 0, 1]],
                         [[1, 0, 0], [0, 0, 0], [0, 0, 1]]])
    return with_clues(whole, frozenset(range(27)) - {0, 6, 10, 13, 16, 25, 26})


def test_what_only_probing_solves() -> None:
    """Its clues are hidden by probing; where lines must be enough, it is refused."""
    with pytest.raises(InputError, match="lines alone do not solve it"):
        hide_clues(probed(), Target())
    found = hide_clues(probed(), Target(), level="probe")
    assert clues(found) < clues(probed())
    assert probe(found.nonogram.puzzle).state.solved


def test_probing_has_its_share_of_the_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Lines stop at half of the time; every line that they leave is looked at by probing."""
    clock = iter(range(1_000_000))
    monkeypatch.setattr("nonoforge.time_limit.monotonic", lambda: next(clock))
    told: list[int] = []
    hide_clues(ball(), Target(), level="probe", budget=Budget(seconds=300),
               progress=lambda left, of: told.append(left))
    assert next(clock) > 151 + 20
    assert len(told) > 51 + 20


def test_a_seed_repeats() -> None:
    assert hide_clues(ball(), Target(), seed=3, budget=SHORT) == hide_clues(
        ball(), Target(), seed=3, budget=SHORT)


@pytest.mark.parametrize("text", ["", "few", "share=", "share=0", "share=1.1", "share=-1",
                                  "share=.", "share=1e9"])
def test_shares_of_clues_that_are_none(text: str) -> None:
    with pytest.raises(InputError, match="write all, minimal, or share"):
        SolidOptions(clues=text)


def test_shares_of_clues() -> None:
    assert SolidOptions(clues=" minimal").clues == "minimal"
    assert SolidOptions(clues="share=.25").clues == SolidOptions(clues=0.25).clues == 0.25


EXAMPLES = Path(__file__).parents[2] / "examples"
FILES = ("cat.nono", "tri/boat.nono", "curved/fish.nono", "ball")


def example(name: str) -> Nonogram:
    return ball() if name == "ball" else nonoforge.load(EXAMPLES / name)


@pytest.mark.parametrize("name", FILES)
def test_all_families(name: str, tmp_path: Path) -> None:
    """Files keep hidden clues, drawings leave them out, and what is left is explained."""
    whole = example(name)
    found = fewer_clues(whole, "minimal", budget=SHORT)
    puzzle = found.nonogram.puzzle
    assert shown_clues(puzzle) < shown_clues(whole.puzzle)
    assert f"{shown_clues(puzzle)} of {shown_clues(whole.puzzle)} clues" in found.notes[0]
    assert propagate(puzzle).state.solved
    assert solve(found.nonogram).solutions == (whole.solution,)
    nonoforge.save(found.nonogram, tmp_path / "hidden.nono")
    again = nonoforge.load(tmp_path / "hidden.nono")
    assert again.puzzle == puzzle
    assert svg(again).count("<text") <= svg(whole).count("<text")
    assert terminal(again)
    assert nonoforge.explain(again).steps
    board = again.family.board(again)
    assert len(board.clues) == len(puzzle.lines)


def test_every_family_has_an_example() -> None:
    assert {family.name for family in families()} <= {
        example(name).family.name for name in FILES} | {"sloped"}


@pytest.mark.parametrize("ending", ["non", "xml", "mk", "share", "tatham", "g"])
def test_formats_without_hidden_clues(ending: str, tmp_path: Path) -> None:
    found = family_named("grid").with_clues(from_picture([[1, 1, 1], [1, 0, 1]]), {0, 1, 3})
    with pytest.raises(NonoforgeError, match="hidden"):
        nonoforge.save(found, tmp_path / f"x.{ending}")
    assert not list(tmp_path.iterdir())


def test_a_hidden_clue_allows_everything() -> None:
    found = from_clues([None, [2]], [[1], None])
    assert found.puzzle.lines[0].clue is HIDDEN
    assert solve(found).answer == "multiple"
    assert from_clues([None, [2]], [[2], [1]]).puzzle.lines[1].clue == Runs.of(2)


def test_sums_need_all_clues() -> None:
    """What is hidden may count the difference; two rows that are shown may not."""
    from_clues([None, [1]], [[2], [1]])
    with pytest.raises(InputError, match="add up"):
        from_clues([[1], [1]], [[2], [1]])


def test_random_grids() -> None:
    for seed in range(10):
        rng = Random(seed)
        grid = from_picture([[int(rng.random() < 0.6) for _ in range(8)] for _ in range(6)])
        found = fewer_clues(grid, rng.choice(("minimal", 0.8)), budget=SHORT)
        solved = propagate(grid.puzzle).state.solved or probe(grid.puzzle).state.solved
        assert bool(found.notes)
        if solved:
            assert solve(found.nonogram).solutions == (grid.solution,)
        else:
            assert found.nonogram is grid
            assert "all clues are shown" in found.notes[0]


def test_all_is_all() -> None:
    for clues in ("all", 1.0):
        found = fewer_clues(ball(), clues)  # type: ignore[arg-type]
        assert found == Hidden(ball(), True)


@pytest.mark.parametrize("family", [each.name for each in families()])
def test_the_option_is_one(family: str) -> None:
    assert family_named(family).options(clues="share=.25").clues == 0.25
