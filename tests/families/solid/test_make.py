"""From a mesh to a puzzle."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest
from numpy.typing import NDArray

from nonoforge.engine import Budget, propagate, solve
from nonoforge.errors import InputError
from nonoforge.families.solid import Mesh, SolidOptions, array_of, make_solid, read_mesh
from nonoforge.families.solid.shaping import Shape
from nonoforge.families.solid.voxels import lattice_over
from nonoforge.families.variants import difficulty
from nonoforge.judge import Repair

pytest.importorskip("trimesh")
pytest.importorskip("igl")

from families.solid.known_shapes import torus
from families.solid.shapes import ball

QUICK = Budget(seconds=20, nodes=3)
SHAPED = "nonoforge.families.solid.make.shaped"


def given(voxels: NDArray[Any], *notes: str) -> Callable[..., Shape]:
    """What stands in for `shaped`: these voxels, whatever the mesh."""
    shape = Shape(voxels=voxels.astype("uint8"), palette=None, threshold=0.5, notes=notes)
    return lambda *_, **__: shape


@pytest.fixture
def mesh(tmp_path: Path) -> Mesh:
    return read_mesh(ball(tmp_path / "ball.obj"))


def test_a_ball(mesh: Mesh) -> None:
    said: list[str] = []
    made = make_solid(mesh, SolidOptions(size=8, budget=QUICK),
                      lambda share, words: said.append(words))
    assert max(made.nonogram.geometry.size) == 8  # type: ignore[attr-defined]
    assert made.verdict.answer == "unique"
    assert made.pieces == 1
    assert made.rods == len(made.nonogram.puzzle.lines)
    assert not made.changes
    assert made.nonogram.info.title == "ball"
    assert said[0] == "looking for a recognisable place"
    assert said[-1] == "checking that it has one solution"


def test_fewer_clues(mesh: Mesh) -> None:
    options = SolidOptions(size=8, place="centre", clues="minimal", budget=QUICK)
    made = make_solid(mesh, options)
    assert len(made.nonogram.puzzle.lines) < made.rods
    assert propagate(made.nonogram.puzzle).state.solved
    again = make_solid(mesh, options)
    assert again.nonogram == made.nonogram


def test_three_sizes(mesh: Mesh) -> None:
    made = make_solid(mesh, SolidOptions(size=(6, 5, 4), budget=QUICK))
    assert made.nonogram.geometry.size == (6, 5, 4)  # type: ignore[attr-defined]


def test_what_lines_cannot_solve_is_said(mesh: Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    board = np.indices((4, 4, 4)).sum(axis=0) % 2 == 0
    monkeypatch.setattr(SHAPED, given(board))
    made = make_solid(mesh, SolidOptions(size=4, place="centre", clues="minimal", budget=QUICK))
    assert made.verdict.answer == "multiple"
    assert "lines alone leave 64 cells open" in made.notes[0]
    assert "all clues are shown" in made.notes[1]
    hopeless = Repair(((0, 0),), bytes(64), made.nonogram.puzzle, (1, 2))
    monkeypatch.setattr("nonoforge.families.solid.make.repair", lambda *_, **__: hopeless)
    made = make_solid(mesh, SolidOptions(size=4, place="centre", repair=1, budget=QUICK))
    assert not made.changes
    assert "no repair with 1 voxels" in made.notes[0]


def test_a_repair_is_made_and_told(mesh: Mesh, monkeypatch: pytest.MonkeyPatch) -> None:
    board = np.indices((2, 2, 2)).sum(axis=0) % 2 == 0
    monkeypatch.setattr(SHAPED, given(board))
    made = make_solid(mesh, SolidOptions(size=2, place="centre", repair=5, budget=QUICK))
    assert made.changes
    assert made.pieces < 4  # as they are after the change
    assert made.verdict.line_solvable
    assert solve(made.nonogram).solutions == (made.nonogram.solution,)


def test_empty_layers_are_cut_off_and_told(
    mesh: Mesh, monkeypatch: pytest.MonkeyPatch,
) -> None:
    def bar(mesh: Mesh, size: Any, **_: Any) -> NDArray[Any]:
        cells = np.zeros(lattice_over(mesh.vertices, size).cells, dtype=bool)
        cells[1:5, :2, :2] = True
        return cells

    monkeypatch.setattr("nonoforge.families.solid.shaping.voxelize", bar)
    quick = SolidOptions(size=(6, 5, 4), thin="never", turn=0, budget=QUICK)
    assert make_solid(mesh, quick).notes == (
        "4x2x2 cells instead of 6x5x4: the outermost were empty",)
    quick = msgspec.structs.replace(quick, size=6, place="centre")
    assert make_solid(mesh, quick).notes == (
        "4x2x2 cells instead of a longest side of 6: the outermost were empty",)


def test_too_large_is_told_before_the_search(mesh: Mesh) -> None:
    said: list[str] = []
    with pytest.raises(InputError, match="at most 4,000,000 fit"):
        make_solid(mesh, SolidOptions(size=250, budget=QUICK),
                      lambda share, words: said.append(words))
    assert not said


def test_a_model_without_colours_is_said(mesh: Mesh) -> None:
    made = make_solid(mesh, SolidOptions(size=6, place="centre", colours=3, budget=QUICK))
    assert len(made.nonogram.puzzle.palette) == 2
    assert made.notes == ("the model has no colours: the puzzle has one",)


def test_nothing_inside(mesh: Mesh) -> None:
    with pytest.raises(InputError):
        make_solid(mesh, SolidOptions(size=0, place="centre"))


def test_the_place_does_not_depend_on_the_clock(mesh: Mesh) -> None:
    """Nor on the budget, which is for what follows."""
    first, again = (make_solid(mesh, size=9, budget=budget) for budget in ("5s", "0.01s"))
    assert first.nonogram.solution == again.nonogram.solution


def test_moved_and_sized_by_hand(mesh: Mesh) -> None:
    plain = make_solid(mesh, size=8, place="centre", turn=0, symmetry="off")
    moved = make_solid(mesh, size=8, offset=(0.5, 0, 0.25), turn=0, symmetry="off")
    assert moved.nonogram.solution != plain.nonogram.solution
    large = make_solid(mesh, size=8, scale=1.5, turn=0)
    assert max(large.nonogram.geometry.size) == 12  # type: ignore[attr-defined]
    assert not large.notes


def test_symmetry_is_kept(mesh: Mesh) -> None:
    made = make_solid(mesh, size=9, turn=0)
    voxels = array_of(made.nonogram.geometry, made.nonogram.solution)  # type: ignore[arg-type]
    assert made.shape.symmetric == (0, 1, 2)
    for axis in range(3):
        assert (voxels == np.flip(voxels, axis)).all()


def test_a_series_of_thresholds(mesh: Mesh) -> None:
    made = make_solid(mesh, size=8, samples=3, threshold=(0.2, 0.8), place="centre")
    assert [each.shape.threshold for each in made.variants] == [0.2, 0.5, 0.8]
    counts = [sum(map(bool, each.nonogram.solution or b"")) for each in made.variants]
    assert counts == sorted(counts, reverse=True)
    assert counts[0] > counts[-1]
    five = SolidOptions(threshold="0.1..0.5", variants=5)
    assert five.thresholds == (0.1, 0.2, 0.3, 0.4, 0.5)
    assert five.puzzles == 5


def test_variants_get_harder(mesh: Mesh) -> None:
    made = make_solid(mesh, size=7, place="centre", variants=3, budget=QUICK)
    difficulties = [difficulty(each) for each in made.variants]
    assert len(difficulties) > 1
    assert difficulties == sorted(set(difficulties))
    for each in made.variants:
        assert each.verdict.answer == "unique"
        assert each.rating is not None
        assert each.nonogram.solution == made.nonogram.solution


def test_stars_to_order(mesh: Mesh) -> None:
    made = make_solid(mesh, size=6, place="centre", rating=(1, 5), budget=QUICK)
    assert made.rating is not None
    assert made.rating.stars in range(1, 6)
    assert len(made.variants) == 1
    made = make_solid(mesh, size=4, place="centre", rating=(5, 5), budget=QUICK)
    assert made.rating is None or made.rating.stars == 5 or "no puzzle of 5 stars" in made.notes[-1]


def test_contact_sheet(mesh: Mesh) -> None:
    from nonoforge.drawing import display_file

    options = SolidOptions(size=6, samples=1)
    made = make_solid(mesh, options)
    scene = made.nonogram.family.scene("sheet", mesh, options, made)
    assert "12 ways" in scene.words
    assert scene.display is not None
    assert len(scene.display.texts) == 12 * 3
    assert "unique" in scene.display.texts[1]
    assert display_file(scene.display, "svg").count(b"threshold") >= 12


def test_a_sheet_gives_a_plate_and_a_triangle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "sheet.obj"
    path.write_text("v 0 0 0\nv 4 0 0\nv 0 0 3\nv 4 0 3\nv 2 0.1 1\n"
                    "f 1 2 5\nf 2 4 5\nf 4 3 5\nf 3 1 5\n")
    made = make_solid(str(path), size=6)
    assert made.shape.thin
    assert made.shape.difference is None
    assert min(made.nonogram.geometry.size) == 1  # type: ignore[attr-defined]
    path.write_text("v 0 0 0\nv 4 0 0\nv 0 0 3\nf 1 2 3\n")
    with pytest.raises(InputError, match="1 triangle cannot enclose anything"):
        make_solid(str(path), size=6)


def test_a_budget_too_small_for_a_large_model() -> None:
    mesh = torus(rows=300, columns=200)
    made = make_solid(mesh, size=8, budget="0.01s")
    assert any("it lies in the centre" in note for note in made.notes)
    assert made.nonogram.solution == make_solid(mesh, size=8, place="centre").nonogram.solution
