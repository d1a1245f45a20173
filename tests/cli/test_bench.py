"""`nonoforge bench`: finds its table, writes it in the form that was asked for."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge import bench
from nonoforge.bench import Table, Wish

Run = Callable[..., tuple[int, str, str]]

ASKED: list[tuple[str | None, int | None, int]] = []


def cats(wish: Wish) -> Table:
    """How many lives they have."""
    ASKED.append((wish.path, wish.repeats, wish.seed))
    wish.report.row("Tom  9")
    return Table("Cats", ("name", "lives"), (("Tom", 9), ("Kit", None)), ("Counted.",))


@pytest.fixture(autouse=True)
def _only_cats(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TABLES", {"cats": cats})
    ASKED.clear()


def test_lists_its_tables(run: Run) -> None:
    assert run("bench") == (0, "cats: How many lives they have.\n", "")


def test_prints_a_table(run: Run) -> None:
    """A pipe gets the table and nothing on the way to it."""
    code, out, err = run("bench", "cats", "here", "--repeats", "3", "--seed", "7")
    assert (code, err) == (0, "")
    assert out == "Cats\n\nname  lives\nTom       9\nKit       -\n\nCounted.\n"
    assert ASKED == [("here", 3, 7)]


def test_json_is_one_line(run: Run) -> None:
    _, out, _ = run("bench", "cats", "--json")
    assert out.count("\n") == 1
    assert json.loads(out)["rows"] == [{"name": "Tom", "lives": 9}, {"name": "Kit", "lives": None}]


def test_the_extension_decides(run: Run, files: Path) -> None:
    for name in ("cats.csv", "cats.md", "cats.json", "cats.txt"):
        assert run("bench", "cats", "-o", name) == (0, "", "")
    with open(files / "cats.csv", newline="") as stream:
        assert list(csv.reader(stream)) == [["name", "lives"], ["Tom", "9"], ["Kit", ""]]
    assert "| Tom | 9 |" in (files / "cats.md").read_text()
    assert json.loads((files / "cats.json").read_text())["title"] == "Cats"
    assert (files / "cats.txt").read_text().startswith("Cats\n\nname  lives\n")


@pytest.mark.parametrize(("arguments", "words"), [
    (("bench", "cast"), "did you mean cats?"),
    (("bench", "cats", "--repeats", "0"), "0 is not in the range"),
    (("bench", "cats", "-o", "no/such/folder.md"), "no/such/folder.md"),
])
def test_bad_usage(run: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err
