"""Starters and tutorials of all families: what ships with the package can be played at once."""

from __future__ import annotations

import pytest

from nonoforge.engine import only, propagate, solve
from nonoforge.families import NAMES, family_named
from nonoforge.formats import loads
from nonoforge.nonogram import Nonogram
from nonoforge.state import State


def starters(name: str) -> list[Nonogram]:
    return [nonogram for path in family_named(name).starters
            for nonogram in loads(path.read_bytes(), path.name, "nono")]


@pytest.mark.parametrize("name", NAMES)
def test_starters_have_one_solution_a_title_and_a_cover(name: str) -> None:
    found = starters(name)
    assert len(found) >= 3
    assert len({nonogram.info.title for nonogram in found}) == len(found)
    for nonogram in found:
        verdict = solve(nonogram)
        assert nonogram.info.title
        assert nonogram.family.name == name
        assert (verdict.answer, verdict.line_solvable) == ("unique", True)
        assert nonogram.family.cover(nonogram).startswith("<svg ")


@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_a_tutorial_is_proved_by_its_lines(name: str) -> None:
    """Every cell follows from the lines that the step lights and what the player sees by then."""
    family = family_named(name)
    nonogram = starters(name)[0]
    puzzle = nonogram.puzzle
    names = [line.name for line in puzzle.lines]
    state = State.start(puzzle)
    *steps, rest = family.tutorial
    for step in steps:
        lines = frozenset(names.index(line) for line in step.lines)
        after = propagate(only(puzzle, lines), state).state
        assert after != state, f"{step.lines} settle nothing"
        state = after
    assert not rest.lines
    assert not state.solved
    assert propagate(puzzle, state).state.colouring() == solve(nonogram).solutions[0]


def test_a_cover_does_not_depend_on_the_solution() -> None:
    from dataclasses import replace

    for name in NAMES:
        nonogram = starters(name)[-1]
        assert family_named(name).cover(nonogram) == \
            family_named(name).cover(replace(nonogram, solution=None))
