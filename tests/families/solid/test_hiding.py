"""Hiding clues: what is left still solves the solid, and is as few as asked for."""

from __future__ import annotations

import pytest

from nonoforge.engine import Budget, probe, propagate
from nonoforge.errors import InputError
from nonoforge.families.solid import SolidOptions, from_voxels
from nonoforge.families.solid.build import with_clues
from nonoforge.families.solid.hiding import Hidden, Target, hide_clues
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
    monkeypatch.setattr("nonoforge.families.solid.hiding.monotonic", lambda: next(clock))
    told: list[int] = []
    hide_clues(ball(), Target(), level="probe", budget=Budget(seconds=100),
               progress=lambda left, of: told.append(left))
    assert next(clock) > 51 + 20
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
