"""`nonoforge make`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge.formats import load

pytest.importorskip("trimesh")
pytest.importorskip("igl")

from families.solid.shapes import ball

Run = Callable[..., tuple[int, str, str]]

QUICK = ("--budget", "nodes=3,20s", "--place", "centre", "--size", "8")


def test_a_solid_from_a_mesh(run: Run) -> None:
    mesh = ball(Path("ball.obj"))
    code, out, err = run("make", "solid", mesh, *QUICK, "-o", "ball.nono")
    assert (code, err) == (0, "")
    assert out.startswith("ball.nono: ready: 8x")
    assert "unique, lines alone solve it" in out
    assert load("ball.nono").family.name == "solid"
    assert run("check", "--expect", "unique", "-q", "ball.nono")[0] == 0


def test_its_summary_in_json(run: Run) -> None:
    mesh = ball(Path("ball.obj"), hole=True)
    code, out, err = run("make", "solid", mesh, *QUICK, "--clues", "share=0.7", "--json")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert record["verdict"] == "unique"
    assert record["line_solvable"] is True
    assert record["clues"] == round(0.7 * record["rods"])
    assert record["output"] is None
    assert any("open edge" in warning for warning in record["warnings"])
    assert record["seconds"] > 0


def test_a_mesh_that_is_not_closed_is_a_warning(run: Run) -> None:
    code, out, err = run("make", "solid", ball(Path("ball.obj"), hole=True), *QUICK)
    assert code == 0
    assert "open edge" in err
    assert "Nothing was written" in out


@pytest.mark.parametrize("out", ["ball.vox", "ball.nono"])
def test_what_it_writes(run: Run, out: str) -> None:
    assert run("make", "solid", ball(Path("ball.obj")), *QUICK, "-q", "-o", out)[0] == 0
    assert load(out).solution


@pytest.mark.parametrize(("arguments", "message"), [
    (("--size", "0"), "write the cells along the longest side"),
    (("--size", "10000"), "write the cells along the longest side"),
    (("--size", "8x8"), "write the cells along the longest side"),
    (("--clues", "few"), "write all, minimal, or share"),
    (("--budget", "0s"), "more than zero"),
    (("--threshold", "0"), "write a share above 0 and at most 1"),
    (("-o", "nowhere/ball.nono"), "there is no such folder"),
    (("-o", "ball.xml"), ".xml files cannot hold solids; .nono, .share and .vox can"),
    (("-o", "ball.svg"), "nonoforge draw makes a picture of it"),
    (("-o", "-", "--json"), "would both go to standard output"),
])
def test_bad_wishes(run: Run, arguments: tuple[str, ...], message: str) -> None:
    code, out, err = run("make", "solid", ball(Path("ball.obj")), *QUICK, *arguments)
    assert (code, out) == (2, "")
    assert message in err
    assert not list(Path().glob("*.nono"))


@pytest.mark.parametrize(("name", "text", "message"), [
    ("points.obj", "v 0 0 0\nv 1 1 1\n", "points.obj: "),
    ("empty.obj", "", "the file is empty"),
    ("nan.obj", "v 0 0 0\nv 1 0 nan\nv 0 1 0\nf 1 2 3\n", "nan.obj: "),
    ("flat.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "flat.obj: "),
    ("mesh.xyzzy", "what", "meshes are read from"),
    ("broken.glb", "glTF....", "broken.glb: "),
])
def test_bad_meshes(run: Run, name: str, text: str, message: str) -> None:
    Path(name).write_text(text)
    code, out, err = run("make", "solid", name, *QUICK, "-o", "out.nono")
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1
    assert not Path("out.nono").exists()


def test_a_size_and_numbers_of_rods(run: Run) -> None:
    mesh = ball(Path("ball.obj"))
    record = json.loads(run("make", "solid", mesh, *QUICK, "--json", "-o", "ball.nono")[1])
    x, y, z = record["size"]
    counts = [0, 0, 0, 0]
    for line in load("ball.nono").puzzle.lines:
        counts[line.clue.counts[0].groups] += 1  # type: ignore[union-attr, index]
    wish = f"{x}x{y}x{z}:{','.join(map(str, counts))}"
    code, out, _ = run("make", "solid", mesh, *QUICK, "--match", wish, "--json")
    assert code == 0
    assert json.loads(out)["size"] == [x, y, z]
    assert json.loads(out)["notes"] == []
    for wrong in ("8x8", "8x8x8:1,2,3", "8x8x8:1,2,3,4"):
        assert run("make", "solid", mesh, "--match", wrong)[0] == 2


def test_the_mesh_is_not_overwritten(run: Run) -> None:
    mesh = Path(ball(Path("ball.obj")))
    before = mesh.read_bytes()
    Path("link.nono").symlink_to(mesh)
    code, _, err = run("make", "solid", str(mesh), *QUICK, "-o", "link.nono")
    assert code == 2
    assert "this is the mesh itself" in err
    assert mesh.read_bytes() == before


def test_standard_output_has_the_puzzle_alone(run: Run) -> None:
    code, out, err = run("make", "solid", ball(Path("ball.obj")), *QUICK, "-o", "-")
    assert code == 0
    assert json.loads(out)["family"] == "solid"
    assert "unique" in err
    assert "Nothing was written" not in err


def test_capital_letters_in_a_name(run: Run) -> None:
    assert run("make", "solid", ball(Path("ball.obj")), *QUICK, "-q", "-o", "BALL.VOX")[0] == 0
    assert load("BALL.VOX").solution


def test_an_interrupt_while_placing_ends_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("nonoforge.families.solid.placing.Hunt.tell", interrupted)
    code, out, _ = run("make", "solid", ball(Path("ball.obj")), "--size", "8", "-o", "ball.nono")
    assert (code, out) == (130, "")
    assert not Path("ball.nono").exists()
