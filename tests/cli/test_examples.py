"""`nonoforge examples`: listed, copied, never over a file that differs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonoforge.cli.app import run

ROOT = Path(__file__).parents[2] / "examples"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_each_is_listed(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["examples", "--json"]) == 0
    rows = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    there = {path.relative_to(ROOT) for path in ROOT.rglob("*.*") if path.suffix != ".md"}
    names = {row["name"] for row in rows}
    assert len(rows) == len(there)
    assert names == {str(path if path.suffix == ".svg" else path.with_suffix(""))
                     for path in there}
    [fox] = [row for row in rows if row["name"] == "fox"]
    assert (fox["family"], fox["title"]) == ("grid", "Fox")


def test_copies(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["examples", "fox", "curved/owl", "drawings/swan.svg"]) == 0
    assert capfd.readouterr().out.split() == ["fox.nono", "owl.nono", "swan.svg"]
    assert (here / "fox.nono").read_bytes() == (ROOT / "fox.nono").read_bytes()
    assert run(["examples", "all"]) == 0
    assert run(["examples", "tri", "-o", "mine"]) == 0
    assert (here / "mine" / "tri" / "fox.nono").is_file()
    copied = {path.relative_to(here / "examples") for path in (here / "examples").rglob("*")}
    assert copied == {path.relative_to(ROOT) for path in ROOT.rglob("*")}


def test_no_file_that_differs_is_overwritten(
    here: Path, capfd: pytest.CaptureFixture[str],
) -> None:
    assert run(["examples", "fox"]) == run(["examples", "fox"]) == 0
    (here / "fox.nono").write_text("mine")
    capfd.readouterr()
    assert run(["examples", "fox"]) == 2
    assert capfd.readouterr().err == ("fox.nono: is there already, and differs from the example; "
                                      "choose another folder with -o\n")
    assert (here / "fox.nono").read_text() == "mine"


def test_an_unknown_name(here: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["examples", "foxx"]) == 2
    assert capfd.readouterr().err == "no example 'foxx'; did you mean fox?\n"
    assert list(here.iterdir()) == []
