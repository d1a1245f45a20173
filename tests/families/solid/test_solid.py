"""Solids: where cells are, clues read from voxels, and their files."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from helpers.puzzles import INKS, rounds
from nonoforge.clues import Count, Tally
from nonoforge.engine import solve, verify
from nonoforge.errors import ClueError, InputError
from nonoforge.families.solid import Solid, from_tallies, from_voxels, with_clues
from nonoforge.formats import load, save
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.state import State


def random_voxels(rng: random.Random, colours: int = 2) -> list[list[list[int]]]:
    width, height, depth = (rng.randint(1, 4) for _ in range(3))
    return [[[rng.choice((0, rng.randrange(colours))) for _ in range(width)]
             for _ in range(height)] for _ in range(depth)]


def random_solid(rng: random.Random) -> Nonogram:
    colours = rng.choice((2, 2, 3))
    nonogram = from_voxels(random_voxels(rng, colours), palette=Palette.of(*INKS[:colours]))
    kept = [i for i in range(len(nonogram.puzzle.lines)) if rng.random() < 0.8]
    return with_clues(nonogram, kept)


def test_rods_cover_every_cell_once_in_each_direction() -> None:
    solid = Solid(2, 3, 4)
    for axis, names in enumerate(("x rod at y 1, z 1", "y rod at x 1, z 1", "z rod at x 1, y 1")):
        rods = list(solid.rods(axis))
        assert len(rods) == solid.count(axis)
        assert sorted(cell for rod in rods for cell in rod.cells) == list(range(24))
        assert all(len(rod.cells) == solid.size[axis] for rod in rods)
        assert rods[0].name == names
        for rod in rods:  # only one of the three numbers changes along a rod
            places = [solid.place(cell) for cell in rod.cells]
            assert [place[axis] for place in places] == list(range(solid.size[axis]))
            assert all(place[:axis] + place[axis + 1:] == places[0][:axis] + places[0][axis + 1:]
                       for place in places)


def test_nesting_is_the_inverse_of_reading() -> None:
    rng = random.Random(1)
    for _ in range(20):
        voxels = random_voxels(rng)
        nonogram = from_voxels(voxels)
        assert nonogram.solution is not None
        assert nonogram.geometry.nest(nonogram.solution) == voxels
        solid = nonogram.geometry
        assert isinstance(solid, Solid)
        x, y, z = (rng.randrange(side) for side in solid.size)
        assert nonogram.solution[solid.cell(x, y, z)] == voxels[z][y][x]
        assert solid.place(solid.cell(x, y, z)) == (x, y, z)
        assert solid.cell_name(solid.cell(x, y, z)) == f"x {x + 1}, y {y + 1}, z {z + 1}"


def test_the_solution_meets_the_clues() -> None:
    rng = random.Random(2)
    for _ in range(rounds(30)):
        nonogram = random_solid(rng)
        assert nonogram.solution is not None
        assert verify(nonogram.puzzle, nonogram.solution)
        verdict = solve(nonogram)
        assert verdict.answer in ("unique", "multiple")


@pytest.mark.parametrize(("size", "message"), [
    ((0, 1, 1), "a width of 0"), ((1, 1001, 1), "a height of 1001"),
    ((1000, 1000, 1000), "1,000,000,000 cells"),
])
def test_sizes(size: tuple[int, int, int], message: str) -> None:
    with pytest.raises(InputError, match=message):
        Solid(*size)


@pytest.mark.parametrize(("count", "message"), [
    (Count(3, 1), "needs 3 cells"), (Count(2, 2), "needs 3 cells"), (Count(1, 2), "cannot be"),
    (Count(1, 0), "cannot be"), (Count(-1, 1), "groups are 0 to 3"), (Count(1, 4), "0 to 3"),
])
def test_clues_that_do_not_fit(count: Count, message: str) -> None:
    with pytest.raises(ClueError, match=message) as error:
        from_tallies(Solid(2, 1, 1), [[Tally((count,))], [None] * 2, [None] * 2])
    assert error.value.index == 0


def test_ragged_and_empty_solids() -> None:
    with pytest.raises(InputError, match="layer 2 is not 1x2"):
        from_voxels([[[1], [0]], [[1]]])
    with pytest.raises(InputError, match="the solid is empty"):
        from_voxels([[]])
    with pytest.raises(InputError, match="not one of the 2"):
        from_voxels([[[2]]], palette=Palette())


def test_files(tmp_path: Path) -> None:
    rng = random.Random(3)
    path = tmp_path / "solid.nono"
    for _ in range(rounds(40)):
        nonogram = random_solid(rng)
        puzzle = nonogram.puzzle
        if rng.random() < 0.5:
            masks = [rng.randrange(1, 1 << len(puzzle.palette)) for _ in range(puzzle.cells)]
            nonogram = Nonogram(puzzle, nonogram.geometry, nonogram.info, nonogram.solution,
                                (State(tuple(masks)),))
        save(nonogram, str(path))
        assert load(str(path)) == nonogram


@pytest.mark.parametrize(("field", "value", "message"), [
    ("x", [[1]], r"\$\.x: 1 members; the number of these rods is 2"),
    ("x", [[1], [1, 1]], r"\$\.x\[1\]: 2 colours; the palette has 1"),
    ("y", [[[1]]], r"\$\.y\[0\]\[0\]: a count is a number, or \[number, groups\]"),
    ("y", [[[1, 4]]], r"\$\.y\[0\]\[0\]: 4 groups"),
    ("y", [[-1]], r"\$\.y\[0\]\[0\]: -1 cells"),
    ("y", [[3]], "the clue 3 needs 3 cells"),
    ("depth", 0, "a depth of 0"),
    ("solution", [[[1], [2]]], r"\$\.solution\[0\]\[1\]\[0\]: the colour 2"),
    ("solution", [[[1], [1]]], "but the solution has"),
    ("solution", [[[1]]], r"\$\.solution\[0\]: 1 members; the height is 2"),
    ("given", [[1, 3, 1, 1]], "there is no such cell"),
    ("given", [[1, 1, 1, 1], [1, 1, 1, 0]], "is given a second time"),
    ("saved", [[[[[]], [0]]]], "no colour at all"),
])
def test_bad_files(tmp_path: Path, field: str, value: object, message: str) -> None:
    document = {"nonoforge": 1, "family": "solid", "width": 1, "height": 2, "depth": 1,
                "x": [[1], [0]], "y": [[1]], "z": [[1], None]}
    path = tmp_path / "solid.nono"
    path.write_text(json.dumps(document))
    assert len(load(str(path)).puzzle.lines) == 4
    path.write_text(json.dumps(document | {field: value}, indent=1))
    with pytest.raises(InputError, match=message) as error:
        load(str(path))
    assert error.value.line is not None


def test_what_a_missing_colour_means(tmp_path: Path) -> None:
    inks = (("air", "#ffffff", "."), ("a", "#000000", "a"), ("b", "#ff0000", "b"))
    document = {"nonoforge": 1, "family": "solid", "width": 2, "height": 1, "depth": 1,
                "x": [[1]], "y": [None, None], "z": [None, None],
                "palette": [{"name": n, "rgb": c, "symbol": s} for n, c, s in inks]}
    path = tmp_path / "solid.nono"
    for missing, answers in ((None, 4), ("unknown", 4), ("none", 2)):
        path.write_text(json.dumps(document | ({"missing": missing} if missing else {})))
        nonogram = load(str(path))
        assert len(solve(nonogram, limit=9).solutions) == answers
        save(nonogram, str(path))
        assert load(str(path)) == nonogram
    path.write_text(json.dumps(document | {"missing": "what"}))
    with pytest.raises(InputError, match="write one of unknown, none"):
        load(str(path))
