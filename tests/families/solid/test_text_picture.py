"""Solids as text: layers one after another in a pipe, side by side on a terminal."""

from __future__ import annotations

import random
import re

import pytest

from helpers.solid_oracles import random_solid
from nonoforge.drawing import terminal
from nonoforge.errors import InputError
from nonoforge.families.solid import from_voxels, solid_of, with_clues
from nonoforge.state import State

STEP = from_voxels([[[1, 1], [1, 0]], [[1, 1], [0, 0]]])


def test_in_a_pipe() -> None:
    assert terminal(STEP, picture=STEP.solution, clues=False) == "#.\n##\n\n..\n##"
    state = State.of([1, None, 0, 0, None, 1, 1, 1])
    assert terminal(STEP, picture=state, clues=False) == "..\n#?\n\n##\n?#"
    assert terminal(STEP, picture=STEP.solution, clues=False, marks=[0]) == \
        " # .\n*# #\n\n . .\n # #"


def test_on_a_terminal() -> None:
    assert terminal(STEP, picture=STEP.solution, clues=False, width=80) == \
        "z 1   z 2\n#.    ..\n##    ##"
    assert terminal(STEP, picture=STEP.solution, clues=False, width=7) == \
        "z 1\n#.\n##\n\nz 2\n..\n##"


def test_clues_of_all_three_directions() -> None:
    text = terminal(STEP, unicode=False)
    assert text.splitlines()[:3] == ["through all layers", " 1 0", " 2 2"]
    assert "z 1\n    2 1\n" in text
    assert "1 | _ _|\n2 | _ _|" in text


def test_groups_are_signs() -> None:
    text = terminal(from_voxels([[[1, 0, 1, 0, 1]], [[1, 0, 1, 0, 0]]]), unicode=False)
    assert "3# |" in text
    assert "2o |" in text


def test_every_letter_is_its_cell() -> None:
    rng = random.Random(1)
    for _ in range(30):
        nonogram = random_solid(rng, colours=rng.choice((2, 4)))
        solid, signs = solid_of(nonogram), nonogram.puzzle.palette.letters
        layers = terminal(nonogram, picture=nonogram.solution, clues=False).split("\n\n")
        rows = [row for layer in layers for row in reversed(layer.split("\n"))]
        assert len(layers) == solid.depth
        assert bytes(signs.index(sign) for row in rows for sign in row) == nonogram.solution


def test_it_keeps_to_the_width() -> None:
    rng = random.Random(2)
    for _ in range(60):
        nonogram = random_solid(rng, colours=rng.choice((2, 4)), most=9)
        width = rng.randint(24, 100)
        text = terminal(
            nonogram, picture=rng.choice((None, nonogram.solution)), clues=rng.random() < 0.5,
            width=width, colour=rng.random() < 0.5, unicode=rng.random() < 0.5)
        for line in re.sub("\x1b\\[[0-9;]*m", "", text).split("\n"):
            assert len(line) <= width or line.startswith(("(", "5 is one"))


def test_a_long_solid_is_written_small() -> None:
    many = from_voxels([[[1] * 20] * 20] * 20)
    lines = terminal(many, picture=many.solution, clues=False, width=100, colour=True).split("\n")
    assert len(lines) < 100


def test_no_room() -> None:
    wide = from_voxels([[[1] * 50]])
    assert "wider than the 20 columns" in terminal(wide, picture=wide.solution, clues=False,
                                                   width=20)
    assert "through all layers hidden" in terminal(wide, width=80)


def test_hidden_clues() -> None:
    text = terminal(with_clues(STEP, ()), unicode=False)
    assert not re.search(r"\d [|]", text)


def test_pictures_must_fit() -> None:
    with pytest.raises(InputError, match="picture has 3"):
        terminal(STEP, picture=bytes(3))
