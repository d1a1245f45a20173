"""`nonoforge make grid`, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw

from nonoforge.formats import load

Run = Callable[..., Any]


@pytest.fixture
def disc(files: Path) -> str:
    image = Image.new("RGB", (60, 40), "white")
    ImageDraw.Draw(image).ellipse((10, 5, 50, 35), "black")
    image.save(files / "disc.png")
    return "disc.png"


def test_a_picture_becomes_a_puzzle(run: Run, disc: str, files: Path) -> None:
    code, out, err = run("make", "grid", disc, "--size", "15", "--no-trim", "-o", "out.nono",
                         "--preview", "look.png")
    assert (code, err) == (0, "")
    assert "out.nono: ready: 15x10 cells, 0 cells changed (0.0 %); unique, lines alone" in out
    assert load("out.nono").info.title == "disc"
    with Image.open(files / "look.png") as look:
        assert look.width > 1000


def test_json(run: Run, disc: str) -> None:
    code, out, _ = run("make", "grid", disc, "--no-trim", "--json", "--colours", "2")
    record = json.loads(out)
    assert code == 0
    assert record["family"] == "grid"
    assert record["size"] == [30, 20]
    assert record["verdict"] == "unique"
    assert record["line_solvable"] is True
    assert record["changes"] == []
    assert record["rating"]["stars"] in range(1, 6)
    assert record["seconds"] > 0


def test_a_contact_sheet(run: Run, disc: str, files: Path) -> None:
    code, out, err = run("make", "grid", disc, "--size", "10", "--sheet", "choice.png", "-o",
                         "a.nono")
    assert (code, err) == (0, "")
    assert "choice.png shows 15 puzzles to choose from." in out
    with Image.open(files / "choice.png") as sheet:
        assert sheet.width > 300


def test_words_chance_and_stdout(run: Run) -> None:
    code, out, err = run("make", "grid", "--text", "HI", "--size", "12", "-o", "-")
    assert code == 0
    assert json.loads(out)["title"] == "HI"
    assert "unique" in err
    assert run("make", "grid", "--random", "9", "7", "--seed", "3").code == 0


def test_variants_have_files_of_their_own(run: Run, files: Path) -> None:
    code, out, _ = run("make", "grid", "--random", "14", "14", "--variants", "3", "-o", "v.nono",
                       "--json", "--budget", "8s")
    names = [json.loads(line)["output"] for line in out.splitlines()]
    assert code == 0
    assert names[0] in ("v-1.nono", "v.nono")
    assert all((files / name).exists() for name in names)


@pytest.mark.parametrize(("arguments", "said"), [
    ((), "one of them"),
    (("disc.png", "--text", "a"), "one of them"),
    (("disc.png", "--size", "0"), "1 to 1,000"),
    (("disc.png", "--size", "5000"), "1 to 1,000"),
    (("disc.png", "--crop", "1,2"), "LEFT,TOP"),
    (("disc.png", "--crop", "0,0,999,9"), "not within the picture"),
    (("disc.png", "--threshold", "7"), "between 0 and 1"),
    (("disc.png", "--background", "red"), "#rrggbb"),
    (("disc.png", "--rating", "4..2"), "stars"),
    (("disc.png", "--preview", "x.gif"), ".png"),
    (("disc.png", "-o", "x.vox"), ".vox files cannot hold grids; .nono, "),
    (("disc.png", "-o", "disc.png"), "disc.png"),
    (("unique.non",), "no picture"),
    (("missing.png",), "no such file"),
    (("--text", " "), "no text"),
])
def test_bad_usage(run: Run, disc: str, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("make", "grid", *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err
