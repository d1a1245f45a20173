"""`nonoforge draw` of many puzzles into one PDF, and share strings on stdin."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

import nonoforge
from nonoforge.cli.io import found_in
from nonoforge.errors import InputError

pytest.importorskip("reportlab")

Run = Callable[..., tuple[int, str, str]]


def pages(path: Path) -> int:
    return len(re.findall(rb"/MediaBox", path.read_bytes()))


@pytest.fixture
def clouds(files: Path) -> Path:
    """A folder with puzzles, and with what is none."""
    folder = files / "clouds"
    folder.mkdir()
    for name in ("p10", "p9", "p1"):
        picture = [[1, 1, 1], [0, 1, 0], [0, 1, int(name == "p9")]]
        nonoforge.save(nonoforge.from_picture(picture, info=nonoforge.Info(title=name)),
                       folder / f"{name}.nono")
    (folder / "notes.txt").write_text("not a puzzle at all\n")
    (folder / ".hidden.nono").write_text("{")
    (folder / "inner").mkdir()
    return folder


def test_many_files_one_a_page(run: Run, files: Path) -> None:
    assert run("draw", "unique.non", "probed.non", "-o", "out.pdf") == (0, "", "")
    assert pages(files / "out.pdf") == 3
    assert run("draw", "unique.non", "probed.non", "--puzzle", "-o", "out.pdf")[0] == 0
    assert pages(files / "out.pdf") == 2
    assert run("draw", "unique.non", "probed.non", "--solved", "-o", "out.pdf")[0] == 0
    assert pages(files / "out.pdf") == 2


def test_folders_and_collections(run: Run, files: Path, clouds: Path) -> None:
    code, _, err = run("draw", "clouds", "two.nonpack", "--per-page", "4", "-o", "out.pdf")
    assert (code, err) == (0, "two.nonpack#2: has more than one solution: 4 cells can differ\n")
    assert pages(files / "out.pdf") == 3
    assert run("draw", "clouds", "two.nonpack#1", "--per-page", "4", "-o", "out.pdf")[2] == ""
    assert pages(files / "out.pdf") == 2


def test_files_of_a_folder_in_natural_order(clouds: Path) -> None:
    assert [Path(file).name for file in found_in([str(clouds)])] == [
        "p1.nono", "p9.nono", "p10.nono"]
    assert found_in(["a", "-", "b#2"]) == ["a", "-", "b#2"]
    with pytest.raises(InputError, match="there is no puzzle in this folder"):
        found_in([str(clouds / "inner")])


def test_a_book(run: Run, files: Path, clouds: Path) -> None:
    book = ("draw", "clouds", "--book", "Three clouds", "--author", "Me", "-o", "book.pdf")
    assert run(*book) == (0, "", "")
    assert pages(files / "book.pdf") == 3 + 3 + 1
    first = (files / "book.pdf").read_bytes()
    assert run(*book)[0] == 0
    assert (files / "book.pdf").read_bytes() == first
    assert run(*book, "--no-stars", "--paper", "letter", "--per-page", "2")[0] == 0
    assert (files / "book.pdf").read_bytes() != first
    assert b"612 792" in (files / "book.pdf").read_bytes()
    assert run("draw", "clouds", "--paper", "6x9", "--gutter", "9mm", "--bleed", "0.125in", "-o",
               "bound.pdf") == (0, "", "")
    assert b"450 666" in (files / "bound.pdf").read_bytes()


def test_a_single_puzzle_may_be_a_book(run: Run, files: Path) -> None:
    assert run("draw", "unique.non", "--book", "Alone", "-o", "book.pdf") == (0, "", "")
    assert pages(files / "book.pdf") == 5
    assert run("draw", "unique.non", "--stars", "-o", "out.pdf") == (0, "", "")
    assert pages(files / "out.pdf") == 2


def test_what_has_no_single_solution_is_told(run: Run, files: Path) -> None:
    code, _, err = run("draw", "none.non", "multiple.non", "unique.non", "-o", "out.pdf")
    told = err.splitlines()
    assert (code, len(told)) == (0, 2)
    assert told[0].startswith("none.non: has no solution: ")
    assert told[1] == "multiple.non: has more than one solution: 4 cells can differ"
    assert pages(files / "out.pdf") == 4
    assert run("draw", "none.non", "multiple.non", "-o", "out.pdf", "-q") == (0, "", "")
    code, _, err = run("draw", "none.non", "unique.non", "--solved", "-q", "-o", "solved.pdf")
    assert (code, "draw it with --puzzle" in err) == (2, True)
    assert not (files / "solved.pdf").exists()


def test_what_is_large_is_told(run: Run, files: Path) -> None:
    large = nonoforge.from_picture([[1, 0] * 30] * 60)
    nonoforge.save(large, files / "large.nono")
    _, _, err = run("draw", "large.nono", "unique.non", "--per-page", "2", "-o", "out.pdf",
                    "--puzzle")
    assert "out.pdf: puzzle 1: too large for 2 a page (cells would be under 2.5 mm); fewer" in err


@pytest.mark.parametrize(("arguments", "hint"), [
    (("unique.non", "probed.non", "-o", "out.svg"), "2 files, but a .svg shows one puzzle"),
    (("unique.non", "--per-page", "2", "-o", "out.png"), "are for .pdf"),
    (("unique.non", "--book", "x"), "are for .pdf"),
    (("unique.non", "--gutter", "5", "-o", "out.svg"), "are for .pdf"),
    (("unique.non", "--bleed", "-1", "-o", "out.pdf"), "bleed"),
    (("unique.non", "--paper", "6x10", "-o", "out.pdf"), "6x9"),
    (("unique.non", "--per-page", "0", "-o", "out.pdf"), "per-page"),
    (("unique.non", "--per-page", "33", "-o", "out.pdf"), "per-page"),
    (("unique.non", "--author", "x", "-o", "out.pdf"), "give --book"),
    (("unique.non", "broken.non", "-o", "out.pdf"), "broken.non:6:"),
    (("unique.non", "nosuch", "-o", "out.pdf"), "nosuch"),
    (("folder.non", "-o", "out.pdf"), "there is no puzzle in this folder"),
    (("unique.non", "probed.non", "--state", "x", "-o", "out.pdf"), "--state is for one puzzle"),
    (("unique.non", "probed.non", "--numbers", "-o", "out.pdf"), "--numbers is for one puzzle"),
    (("unique.non", "probed.non", "--view", "sheets", "-o", "out.pdf"), "none of these puzzles"),
    (("unique.non", "probed.non", "-o", "nosuch/out.pdf"), "cannot be written"),
    (("unique.non", "--solved", "-o", "out.html"), "played from the beginning"),
])
def test_nothing_is_begun_in_vain(
    run: Run, files: Path, arguments: tuple[str, ...], hint: str,
) -> None:
    before = sorted(files.rglob("*"))
    code, out, err = run("draw", *arguments)
    assert (code, out) == (2, "")
    assert hint in err
    assert sorted(files.rglob("*")) == before


def test_a_page_to_play(run: Run, files: Path) -> None:
    code, _, err = run("draw", "unique.non", "-o", "out.html")
    if "the player is not built" in err:
        pytest.skip("the player is not built")
    page = (files / "out.html").read_text(encoding="utf-8")
    assert (code, err) == (0, "")
    assert page.startswith("<!doctype html>")
    assert "so cells 1-3 are filled" in page  # a hint
    code, _, err = run("draw", "multiple.non", "-o", "out.html")
    assert (code, err.startswith("multiple.non: hints are not complete: ")) == (0, True)


def test_a_share_string_goes_through_a_pipe(
    spawn: Callable[..., subprocess.CompletedProcess[bytes]],
) -> None:
    string = spawn("convert", "unique.non", "-", "--to", "share").stdout
    assert re.fullmatch(rb"nf1\.[A-Za-z0-9_-]+\n", string)
    solved = spawn("solve", "-", "-q", input=string)
    assert (solved.returncode, solved.stdout.startswith(b"unique")) == (0, True)
    cut = spawn("solve", "-", input=string[:-4])
    assert cut.returncode == 2
    assert len(cut.stderr.splitlines()) == 1
    assert b"damaged or cut off" in cut.stderr


def test_a_share_file(run: Run, files: Path) -> None:
    assert run("convert", "unique.non", "unique.share") == (0, "", "")
    assert run("convert", "unique.share", "-", "--to", "nin")[1] == "3 2\n3\n1\n1\n2\n1\n"
    assert run("draw", "unique.share", "--solved", "--no-clues")[1] == "###\n.#.\n"
