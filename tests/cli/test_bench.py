"""`nonoforge bench`: finds its table, writes it in the form that was asked for."""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge import bench
from nonoforge.bench import Bench, BenchOptions, Table
from nonoforge.bench.table import Plot
from nonoforge.engine import Budget

Run = Callable[..., tuple[int, str, str]]

asked_for: list[tuple[object, ...]] = []


def cats(options: BenchOptions) -> Table:
    """How many lives they have."""
    asked_for.append((options.path, options.repeats, options.seed, options.budget, options.methods))
    options.report.at(0, 2, "Tom")
    options.report.row("Tom  9")
    return Table("Cats", ("name", "lives"), (("Tom", 9), ("Kit", None)), ("Counted.",))


def dogs(options: BenchOptions) -> Table:
    """How much they eat."""
    return Table("Dogs", ("name", "meat"), (("Rex", 2.5),), (), Plot("name", ("meat",), "kg"))


def fights(options: BenchOptions) -> Table:
    """Who disagrees."""
    more = Table("More", ("name",), (), ("DISAGREEMENT on Tom: cats yes, dogs no.",))
    return Table("Fights", ("name",), (("Tom",),), more=(more,))


@pytest.fixture(autouse=True)
def _small_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "TABLES", {
        "cats": Bench("How many lives they have.", cats),
        "dogs": Bench("How much they eat.", dogs), "fights": Bench("Who disagrees.", fights)})
    asked_for.clear()


def test_lists_its_tables(run: Run) -> None:
    assert run("bench") == (0, "cats: How many lives they have.\ndogs: How much they eat.\n"
                               "fights: Who disagrees.\n", "")


def test_prints_a_table(run: Run) -> None:
    """A pipe gets the table and nothing on the way to it."""
    code, out, err = run("bench", "cats", "here", "--repeats", "3", "--seed", "7")
    assert (code, err) == (0, "")
    assert out == "Cats\n\nname  lives\nTom       9\nKit       -\n\nCounted.\n"
    assert asked_for == [("here", 3, 7, None, ())]


def test_budgets_and_methods(run: Run) -> None:
    assert run("bench", "cats", "--method", "line", "--method", "sat", "--budget", "5s")[0] == 0
    assert asked_for == [(None, None, 0, Budget(seconds=5), ("line", "sat"))]


def test_a_plot(run: Run, files: Path) -> None:
    assert run("bench", "dogs", "-o", "dogs.svg") == (0, "", "")
    assert "<svg" in (files / "dogs.svg").read_text()


def test_a_table_without_a_plot_is_not_lost(run: Run, files: Path) -> None:
    code, out, err = run("bench", "cats", "-o", "cats.svg")
    assert code == 2
    assert out.startswith("Cats\n\nname  lives\n")
    assert err == ("cats.svg: the table 'Cats' has no plot; write it as .txt, .csv, .md or .json\n")
    assert not (files / "cats.svg").exists()


def test_a_disagreement_has_its_exit_code(run: Run, files: Path) -> None:
    code, out, _ = run("bench", "fights")
    assert code == 1
    assert "DISAGREEMENT" in out
    assert run("bench", "fights", "-o", "fights.csv")[0] == 1
    assert (files / "fights.csv").exists()


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
    (("bench", "cats", "-o", "no/such/folder.md"), "no/such/folder.md: cannot be written"),
    (("bench", "cats", "-o", "."), "it is a directory"),
    (("bench", "cats", "-o", "cats.pdf"), "cats.pdf: a table cannot be written as .pdf"),
    (("bench", "cats", "--budget", "0s"), "more than zero"),
    (("bench", "cats", "--budget", "soon"), "write it like 30s"),
    (("bench", "cats", "--method", "lime"), "did you mean line?"),
    (("bench", "cats", "--method", "nosuch.py"), "nosuch.py"),
])
def test_bad_usage(run: Run, arguments: tuple[str, ...], words: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert words in err
    assert "Traceback" not in err
    assert asked_for == []  # it is said before anything is measured


SLOW = """
import time
from nonoforge import bench
from nonoforge.bench import Bench, Table

def slow(options):
    for done in range(4):
        options.report.at(done, 4, f"part {done}")
        time.sleep(0.5)
        options.report.row(f"part {done} is done")
    return Table("Slow", ("name",), ())

bench.TABLES["slow"] = Bench("Slow.", slow)
from nonoforge.cli import main
main()
"""


def test_on_a_terminal_it_tells_how_far_it_is(files: Path) -> None:
    pytest.importorskip("pty")
    from helpers.fake_terminal import Session

    session = Session("bench", "slow", folder=files, code=SLOW)
    assert session.read() == 0
    assert any(re.search(r"\[#+-+\] [23]/4, about \d+ s left part [23]", frame)
               for frame in session.frames)
    lines = session.glass.text.splitlines()
    assert lines == [*(f"part {done} is done" for done in range(4)), "Slow", "", "name"]
    quiet = Session("bench", "slow", "-q", folder=files, code=SLOW.replace("0.5", "0"))
    assert quiet.read() == 0
    assert quiet.glass.text == "Slow\n\nname"
