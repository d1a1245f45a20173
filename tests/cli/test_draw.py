"""`nonoforge draw` and `nonoforge convert`: files from files."""

from __future__ import annotations

import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import nonoforge

Run = Callable[..., tuple[int, str, str]]


def test_to_the_terminal(run: Run) -> None:
    code, out, _ = run("draw", "unique.non")
    assert code == 0
    assert "3 |" in out.replace("│", "|")
    _, out, _ = run("draw", "--solved", "--no-clues", "unique.non")
    assert out == "###\n.#.\n"


def test_every_puzzle_of_a_file_goes_to_the_terminal(run: Run) -> None:
    code, out, _ = run("draw", "--solved", "--no-clues", "two.nonpack")
    assert code == 0
    assert out.startswith("###\n.#.\n")
    code, _, err = run("draw", "two.nonpack", "-o", "two.svg")
    assert code == 2
    assert "there are 2 puzzles in it, but a .svg shows one" in err
    assert "two.nonpack#1" in err
    assert run("draw", "two.nonpack#2", "-o", "two.svg")[0] == 0


def test_to_files(run: Run, files: Path) -> None:
    pytest.importorskip("PIL")
    for ending in ("svg", "png", "txt"):
        assert run("draw", "unique.non", "--solved", "-o", f"out.{ending}") == (0, "", "")
    assert ET.fromstring((files / "out.svg").read_text()).tag.endswith("svg")
    assert (files / "out.png").read_bytes().startswith(b"\x89PNG")
    assert "#" in (files / "out.txt").read_text()


def test_clues_that_could_not_be_read_are_left_out_aloud(run: Run) -> None:
    pytest.importorskip("PIL")
    small = ("draw", "unique.non", "-o", "out.png", "--scale", "5")
    assert run(*small) == (0, "", "unique.non: drawn without clues, which could not be read\n")
    assert run(*small, "-q") == (0, "", "")
    assert run(*small, "--no-clues") == (0, "", "")


def test_to_stdout(run: Run) -> None:
    assert run("draw", "unique.non", "--to", "svg")[1].startswith("<svg ")
    assert run("draw", "unique.non", "--to", "svg", "-o", "-")[1].startswith("<svg ")


def test_a_solution_that_is_one_of_several(run: Run, files: Path) -> None:
    code, _, err = run("draw", "multiple.non", "--solved", "-o", "out.svg")
    assert code == 0
    assert err == "multiple.non: there is more than one solution: 4 cells can differ\n"
    assert "stroke=" in (files / "out.svg").read_text()
    code, _, err = run("draw", "none.non", "--solved", "-o", "none.svg")
    assert code == 2
    assert "there is no solution to draw" in err
    assert not (files / "none.svg").exists()


def test_every_cell_that_can_differ_is_marked(run: Run, files: Path) -> None:
    """Two of the six solutions would tell of four cells only."""
    nonoforge.save(nonoforge.Nonogram(*_clues_of([[1, 0, 0], [0, 1, 0], [0, 0, 1]])), "six.non")
    _, out, err = run("draw", "six.non", "--solved", "--no-clues")
    assert err == "six.non: there is more than one solution: 9 cells can differ\n"
    assert out.count("*") == 9


def _clues_of(picture: list[list[int]]) -> tuple[nonoforge.Puzzle, Any]:
    nonogram = nonoforge.from_picture(picture)
    return nonogram.puzzle, nonogram.geometry


def test_a_state_from_stdin(spawn: Callable[..., subprocess.CompletedProcess[bytes]]) -> None:
    done = spawn("draw", "unique.non", "--state", "-", "--no-clues", input=b"##?\n.?_\n")
    assert done.stdout.decode().split() == ["##?", ".??"]


def test_states(run: Run, files: Path) -> None:
    (files / "state.txt").write_text("##?\n.?_\n")
    _, out, _ = run("draw", "unique.non", "--state", "state.txt", "--no-clues")
    assert out == "##?\n.??\n"
    (files / "short.txt").write_text("##?\n.#\n")
    code, _, err = run("draw", "unique.non", "--state", "short.txt")
    assert (code, err.startswith("short.txt:2:3: ")) == (2, True)
    (files / "rows.txt").write_text("##?\n")
    assert run("draw", "unique.non", "--state", "rows.txt")[0] == 2
    for bad in ("unique.non", "nosuch.txt", "folder.non", "binary.non"):
        code, _, err = run("draw", "unique.non", "--state", bad)
        assert code == 2
        assert len(err.splitlines()) == 1
        assert err.startswith(bad)


def test_a_saved_state(run: Run, files: Path) -> None:
    puzzle = nonoforge.load(files / "unique.non")
    saved = nonoforge.Nonogram(puzzle.puzzle, puzzle.geometry,
                               saved=(nonoforge.State.of([1, None, None, 0, 1, 0]),))
    nonoforge.save(saved, files / "saved.nono")
    _, out, _ = run("draw", "unique.non", "--state", "saved.nono", "--no-clues")
    assert out == "#??\n.#.\n"


@pytest.mark.parametrize(("arguments", "hint"), [
    (("draw", "unique.non", "-o", "out.bmp"), ".svg, .pdf, .png, .ipe, .html or .txt"),
    (("draw", "unique.non", "-o", "out"), ".svg, .pdf, .png, .ipe, .html or .txt"),
    (("draw", "unique.non", "-o", "out.pdf", "--paper", "a9"), "a4"),
    (("draw", "unique.non", "-o", "nosuch/out.svg"), "cannot be written"),
    (("draw", "unique.non", "-o", "folder.non", "--to", "svg"), "cannot be written"),
    (("draw", "unique.non", "--solved", "--state", "x"), "leave out"),
    (("draw", "unique.non", "-o", "out.png", "--scale", "1001"), "scale"),
    (("draw", "broken.non", "-o", "out.svg"), "broken.non:6:"),
    (("convert", "unique.non", "out.xyz"), ".xyz"),
    (("convert", "broken.non", "out.nono"), "broken.non:6:"),
    (("convert", "two.nonpack", "out.non"), "holds one puzzle, not 2"),
    (("convert", "unique.non", "nosuch/out.nono"), "cannot be written"),
    (("convert", "unique.non", "out", "--to", "zzz"), "there are nono, "),
])
def test_nothing_is_begun_in_vain(
    run: Run, files: Path, arguments: tuple[str, ...], hint: str,
) -> None:
    before = sorted(files.iterdir())
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert hint in err
    assert "Traceback" not in err
    assert sorted(files.iterdir()) == before


def test_convert_there_and_back(run: Run, files: Path) -> None:
    assert run("convert", "unique.non", "a.nono") == (0, "", "")
    assert run("convert", "a.nono", "b.xml") == (0, "", "")
    assert run("convert", "b.xml", "-", "--to", "nin")[1] == "3 2\n3\n1\n1\n2\n1\n"
    lines = nonoforge.load(files / "b.xml").puzzle.lines
    assert lines == nonoforge.load(files / "unique.non").puzzle.lines


def test_losing_something_must_be_allowed(run: Run, files: Path) -> None:
    (files / "titled.non").write_text('title "Bits"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    code, _, err = run("convert", "titled.non", "out.nin")
    assert code == 2
    assert "a title" in err
    assert "--lossy" in err
    assert run("convert", "titled.non", "out.nin", "--lossy")[0] == 0


def test_a_picture_needs_the_solution(run: Run, files: Path) -> None:
    code, _, err = run("convert", "unique.non", "out.txt")
    assert (code, "--solve finds it" in err) == (2, True)
    assert run("convert", "unique.non", "out.txt", "--solve") == (0, "", "")
    assert (files / "out.txt").read_text() == "###\n.#.\n"
    assert run("convert", "unique.non", "out.nono", "--solve") == (0, "", "")
    assert nonoforge.load("out.nono").solution == bytes([1, 1, 1, 0, 1, 0])
    for name, words in (("multiple", "more than one solution"), ("none", "has no solution: ")):
        code, _, err = run("convert", f"{name}.non", "no.txt", "--solve")
        assert (code, words in err) == (2, True)
        assert not (files / "no.txt").exists()


def test_one_of_several(run: Run, files: Path) -> None:
    assert run("convert", "two.nonpack#2", "second.non")[0] == 0
    assert len(nonoforge.load(files / "second.non").puzzle.lines) == 4
    (files / "odd#1").write_bytes((files / "unique.non").read_bytes())
    assert run("convert", "odd#1", "first.non")[0] == 0


@pytest.fixture
def step(files: Path) -> str:
    """The file of a solid: a step of two layers."""
    from nonoforge.families.solid import from_voxels

    nonoforge.save(from_voxels([[[1, 1], [1, 0]], [[1, 1], [0, 0]]]), files / "step.nono")
    return "step.nono"


def test_a_solid_in_a_pipe(run: Run, step: str) -> None:
    layers = "#.\n##\n\n..\n##\n"
    assert run("draw", step, "--solved", "--no-clues") == (0, layers, "")
    code, out, _ = run("solve", step)
    assert (code, out.startswith(layers + "unique, ")) == (0, True)
    code, out, _ = run("check", step)
    assert (code, out.startswith("step.nono: 2x2x2 solid, one colour\n" + layers)) == (0, True)


def test_a_solid_to_files(run: Run, files: Path, step: str) -> None:
    pytest.importorskip("PIL")
    for solved in ((), ("--solved",)):
        for view in ((), ("--view", "isometric"), ("--view", "sheets")):
            for ending in ("svg", "png"):
                assert run("draw", step, *solved, *view, "-o", f"out.{ending}") == (0, "", "")
            ET.fromstring((files / "out.svg").read_text())
            assert (files / "out.png").read_bytes().startswith(b"\x89PNG")
        assert run("draw", step, *solved, "-o", "out.txt") == (0, "", "")
    assert "through all layers" in (files / "out.txt").read_text()


def test_views_and_layers(run: Run, step: str) -> None:
    assert "through all layers" in run("draw", step, "--view", "sheets", "--to", "svg")[1]
    assert "through all layers" not in run("draw", step, "--to", "svg")[1]


def test_small_solids_come_without_clues_aloud(run: Run, step: str) -> None:
    pytest.importorskip("PIL")
    assert run("draw", step, "-o", "out.png", "--scale", "9")[2] == \
        "step.nono: drawn without clues, which could not be read\n"


def test_the_state_of_a_solid(run: Run, files: Path, step: str) -> None:
    known = "#?\n##\n\n..\n?#\n"
    (files / "known.txt").write_text(known)
    assert run("draw", step, "--state", "known.txt", "--no-clues") == (0, known, "")
    assert run("draw", step, "--state", "known.txt", "-o", "out.svg") == (0, "", "")
    (files / "short.txt").write_text("#?\n##\n\n..\n?\n")
    code, _, err = run("draw", step, "--state", "short.txt")
    assert (code, err.startswith("short.txt:5:2: ")) == (2, True)
    (files / "few.txt").write_text("#?\n##\n")
    assert "2 rows; the puzzle has 4" in run("draw", step, "--state", "few.txt")[2]


@pytest.mark.parametrize(("arguments", "hint"), [
    (("step.nono", "--view", "above", "-o", "out.svg"), "isometric"),
    (("step.nono", "--view", "sheets"), "shown in layers"),
    (("step.nono", "--view", "sheets", "-o", "out.txt"), "shown in layers"),
    (("unique.non", "--view", "sheets", "-o", "out.svg"), "view is for solids"),
    (("step.nono", "--scale", "1000", "-o", "out.png", "--view", "sheets"), "scale"),
])
def test_views_that_cannot_be(
    run: Run, files: Path, step: str, arguments: tuple[str, ...], hint: str,
) -> None:
    code, out, err = run("draw", *arguments)
    assert (code, out) == (2, "")
    assert hint in err
    assert not any(files.glob("out.*"))


def test_cells_of_a_solid_in_words(run: Run, files: Path) -> None:
    from nonoforge.families.solid import from_voxels

    board = [[[1, 0], [0, 1]], [[0, 1], [1, 0]]]
    nonoforge.save(from_voxels(board), files / "board.nono")
    _, out, _ = run("check", "board.nono")
    assert "8 voxels can differ" in out
    assert "x 1, y 1, z 1; x 2, y 1, z 1;" in out
    code, _, err = run("draw", "board.nono", "--solved", "-o", "out.svg")
    assert (code, err) == (0, "")  # the file has its solution


def media(path: Path) -> list[bytes]:
    """The pages of a PDF."""
    return re.findall(rb"/MediaBox \[ 0 0 ([\d.]+ [\d.]+) \]", path.read_bytes())


def test_a_pdf_has_the_puzzle_and_the_solution(run: Run, files: Path) -> None:
    pytest.importorskip("reportlab")
    assert run("draw", "unique.non", "-o", "out.pdf") == (0, "", "")
    assert len(media(files / "out.pdf")) == 2
    for option in ("--puzzle", "--solved"):
        assert run("draw", "unique.non", "-o", "one.pdf", option) == (0, "", "")
        assert len(media(files / "one.pdf")) == 1
    (files / "state.txt").write_text("##?\n.?_\n")
    assert run("draw", "unique.non", "-o", "one.pdf", "--state", "state.txt")[0] == 0
    assert len(media(files / "one.pdf")) == 1
    assert run("draw", "unique.non", "-o", "us.pdf", "--paper", "letter")[0] == 0
    assert media(files / "us.pdf")[0] == b"612 792"


def test_a_pdf_of_what_has_no_single_solution(run: Run, files: Path) -> None:
    pytest.importorskip("reportlab")
    code, _, err = run("draw", "none.non", "-o", "out.pdf")
    assert (code, len(media(files / "out.pdf"))) == (0, 1)
    assert err.startswith("none.non: no page with the solution: there is no solution to draw: ")
    code, _, err = run("draw", "multiple.non", "-o", "out.pdf")
    assert (code, len(media(files / "out.pdf"))) == (0, 2)
    assert "more than one solution" in err
    assert run("draw", "multiple.non", "-o", "out.pdf", "-q") == (0, "", "")


def test_the_pdf_of_a_solid(run: Run, files: Path, step: str) -> None:
    pytest.importorskip("reportlab")
    for view in ((), ("--view", "isometric"), ("--view", "sheets")):
        assert run("draw", step, *view, "-o", "out.pdf") == (0, "", "")
        assert len(media(files / "out.pdf")) == 2


@pytest.fixture
def slopes(files: Path) -> str:
    """The file of a sloped puzzle: two lines that cross, one face filled; one clue unlabelled."""
    from dataclasses import replace

    from nonoforge.families.plane import Labels, Place, from_faces
    from nonoforge.families.sloped import build_lattice, through

    arrangement = build_lattice((0, 0, 40_000, 40_000), [
        through((0, 10_000), (40_000, 30_000)), through((20_000, 0), (20_000, 1))]).arrangement()
    labels = Labels((5, 5), (Place(0, 3), Place(1, 3), Place(0, 1), None))
    nonogram = from_faces(replace(arrangement, labels=labels), bytes([1, 0, 0, 0]),
                          info=nonoforge.Info(title="Slopes"))
    nonoforge.save(nonogram, files / "slopes.nono")
    return "slopes.nono"


def test_a_sloped_puzzle_to_files(run: Run, files: Path, slopes: str) -> None:
    for part in ("PIL", "reportlab"):
        pytest.importorskip(part)
    for solved in ((), ("--puzzle",), ("--solved",)):
        for ending in ("svg", "png", "pdf", "txt"):
            assert run("draw", slopes, *solved, "-o", f"out.{ending}") == (0, "", "")
        ET.fromstring((files / "out.svg").read_text())
    said = "slopes.nono: clues that have no place around the frame are left out: 1\n"
    assert run("draw", slopes, "-o", "out.ipe") == (0, "", said)
    assert 'stroke="red"' in (files / "out.ipe").read_text()
    assert run("draw", slopes, "--puzzle", "-o", "out.ipe", "-q") == (0, "", "")
    assert 'stroke="red"' not in (files / "out.ipe").read_text()


def test_a_sloped_puzzle_in_a_pipe(run: Run, slopes: str) -> None:
    code, out, _ = run("draw", slopes, "--solved", "--no-clues")
    rows = out.splitlines()
    assert (code, len(rows), set(out)) == (0, 36, {"#", ".", "\n"})
    assert rows[-1].startswith("#" * 30)
    code, solved, _ = run("solve", slopes)
    assert (code, solved.startswith(out + "unique, ")) == (0, True)
    assert out in run("check", slopes)[1]
    _, out, _ = run("draw", slopes)
    assert out.startswith("Slopes\n")
    assert "above line 1: 0" in out


def test_the_state_of_a_sloped_puzzle(run: Run, files: Path, slopes: str) -> None:
    (files / "known.txt").write_text("#?..\n")
    assert "?" in run("draw", slopes, "--state", "known.txt", "--no-clues")[1]
    assert run("draw", slopes, "--state", "known.txt", "-o", "out.svg") == (0, "", "")
    code, _, err = run("draw", slopes, "--state", "known.txt", "-o", "out.ipe")
    assert (code, "leave out the state" in err) == (2, True)
    (files / "short.txt").write_text("#?.\n")
    assert run("draw", slopes, "--state", "short.txt")[2] == (
        "short.txt:1:4: 3 letters; the puzzle has 4 faces\n")
    (files / "long.txt").write_text("#?\n\n..?\n")
    assert run("draw", slopes, "--state", "long.txt")[2] == (
        "long.txt:3:3: 5 letters; the puzzle has 4 faces\n")
    (files / "broken.txt").write_text("#\n\n?..\n")  # faces have no rows
    assert run("draw", slopes, "--state", "broken.txt") == run("draw", slopes, "--state",
                                                               "known.txt")


@pytest.mark.parametrize(("arguments", "hint"), [
    (("--view", "sheets", "-o", "out.svg"), "view is for solids"),
    (("--scale", "999", "-o", "out.png"), "slopes.nono: a scale of 999"),
])
def test_what_cannot_be_drawn_of_a_sloped_puzzle(
    run: Run, files: Path, slopes: str, arguments: tuple[str, ...], hint: str,
) -> None:
    pytest.importorskip("PIL")
    code, out, err = run("draw", slopes, *arguments)
    assert (code, out, hint in err) == (2, "", True)
    assert not any(files.glob("out.*"))


def test_without_reportlab_the_way_to_it_is_told(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    for name in ("reportlab", "reportlab.pdfgen", "reportlab.pdfgen.canvas"):
        monkeypatch.setitem(sys.modules, name, None)
    code, _, err = run("draw", "unique.non", "-o", "out.pdf")
    assert (code, "nonoforge[print]" in err) == (2, True)
    assert not (files / "out.pdf").exists()


def test_a_sloped_puzzle_is_not_converted_but_drawn(run: Run, files: Path, slopes: str) -> None:
    assert run("convert", slopes, "copy.nono") == (0, "", "")
    assert (files / "copy.nono").read_bytes() == (files / slopes).read_bytes()
    for ending in ("non", "xml", "txt", "vox"):
        code, out, err = run("convert", slopes, f"out.{ending}")
        assert (code, out) == (2, "")
        assert f"out.{ending}: `.{ending}` cannot hold a puzzle of the family sloped" in err
    for ending in ("png", "svg", "pdf", "ipe"):
        assert "nonoforge draw makes pictures of it" in run("convert", slopes, f"out.{ending}")[2]
    assert not list(files.glob("out.*"))


def test_numbers_of_a_sloped_puzzle(run: Run, files: Path, slopes: str) -> None:
    assert run("draw", slopes, "--numbers", "-o", "out.svg") == (0, "", "")
    numbers = re.findall(r">(\d+)</text>", (files / "out.svg").read_text())
    cells = nonoforge.load(files / slopes).puzzle.cells
    assert {str(n + 1) for n in range(cells)} <= set(numbers)
    assert "--numbers are for .svg, .pdf and .png" in run("draw", slopes, "--numbers")[2]
    code, _, err = run("draw", "unique.non", "--numbers", "-o", "grid.svg")
    assert code == 2
    assert "numbers are for sloped nonograms, curved nonograms and triddlers; a grid has" in err
    assert not (files / "grid.svg").exists()
