"""Verbs that make puzzles and files, data sets, and reports."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest

from helpers.batch_files import write_lines
from nonoforge import batch
from nonoforge.batch.makes import BatchMakeOptions, Make, symmetric_key
from nonoforge.batch.report import report_html, report_of, report_text, slowest_pictures
from nonoforge.batch.verbs import Item
from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.formats import load


def test_a_data_set(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    for name in ("one", "two"):
        batch.run("make", [], tmp_path / name, random="2x3", count=12, unique=True, jobs=1, seed=4)
    about = json.loads((tmp_path / "one" / "dataset" / "dataset.json").read_text())
    parts = {name: (tmp_path / "one" / "dataset" / f"{name}.jsonl").read_text().splitlines()
             for name in ("train", "validation", "test")}
    assert {name: len(lines) for name, lines in parts.items()} == {
        name: about["counts"][name] for name in parts}
    assert about["counts"]["duplicates"] > 0  # there are few pictures of 2x3 cells
    keys = [symmetric_key(from_picture(json.loads(line)["solution"]))
            for lines in parts.values() for line in lines]
    assert len(set(keys)) == len(keys)
    for name in parts:
        assert (tmp_path / "one" / "dataset" / f"{name}.jsonl").read_bytes() == \
            (tmp_path / "two" / "dataset" / f"{name}.jsonl").read_bytes()
    made = sorted((tmp_path / "one" / "shards").iterdir())
    assert all(record.verdict == "unique"
               for record in batch.stream("solve", made, jobs=1))  # records are inputs, too


def test_no_clock_ends_the_making_of_a_puzzle(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does a clock that goes far too fast change one."""
    pytest.importorskip("numpy")
    options = BatchMakeOptions(random="12x12", make="clues=minimal")
    item = Item("random", number=5)
    made = Make(options, "bits", "").read(item)
    ticks = count(step=5)
    for module in ("time_limit", "engine.outcome"):
        monkeypatch.setattr(f"nonoforge.{module}.monotonic", lambda: float(next(ticks)))
    assert Make(options, "bits", "").read(item) == made
    limited = BatchMakeOptions(random="12x12", make="clues=minimal,budget=1s")
    assert Make(limited, "bits", "").read(item) != made


def test_mirror_images_share_a_key() -> None:
    one = symmetric_key(from_picture(["##.", "#.."]))
    assert one == symmetric_key(from_picture(["..#", ".##"]))
    assert one == symmetric_key(from_picture(["##", "#.", ".."]))
    assert one != symmetric_key(from_picture(["##.", ".#."]))


@pytest.mark.parametrize("options", [
    {}, {"random": "5"}, {"random": "0x5"}, {"random": "5x5", "make": "siz=3"},
    {"random": "5x5", "text": "words.txt"}, {"random": "5x5", "family": "solid"},
    {"random": "5x5", "rating": "7"}])
def test_bad_options_of_making(tmp_path: Path, options: dict[str, str]) -> None:
    with pytest.raises(InputError):
        batch.run("make", [], tmp_path / "out", **options)
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_files_are_called_after_their_content(tmp_path: Path) -> None:
    path, out = tmp_path / "set.jsonl", tmp_path / "out"
    puzzles = write_lines(path, 3)
    batch.run("convert", path, out, to="non", jobs=1)
    records = list(batch.Folder(str(out)).records())
    assert [load(out / record.output).puzzle for record in records] == \
        [puzzle.puzzle for puzzle in puzzles]
    [record] = batch.stream("solve", out / records[0].output, jobs=1)
    assert record.key == records[0].key  # in another format the same


def test_a_report(tmp_path: Path) -> None:
    path, out = tmp_path / "set.jsonl", tmp_path / "out"
    write_lines(path, 30)
    with path.open("a") as file:
        file.write('{"nonoforge": <b>\n')
    batch.run("solve", path, out, jobs=1)
    report = report_of(str(out))
    assert (report.puzzles, report.errors, sum(report.verdicts.values())) == (31, 1, 30)
    assert report.times["p50"] <= report.times["p99.9"] <= report.times["max"]
    work = [record.work for record in report.slowest if record.ms == report.times["max"]]
    assert work == sorted(work, reverse=True)
    assert f"  {path}:31:" in report_text(report)
    page = report_html(report, slowest_pictures(str(out), report))
    assert page.count("<svg") >= 9
    assert "<b>" not in page
    with pytest.raises(InputError, match="not the folder"):
        report_of(str(tmp_path))


@pytest.mark.parametrize("name", ["-", "memory://pictures/cat.png"])
def test_pictures_are_files_of_this_machine(tmp_path: Path, name: str) -> None:
    with pytest.raises(InputError, match="of this machine"):
        batch.run("make", name, tmp_path / "out", jobs=1)
    assert not (tmp_path / "out").exists()


def test_a_summary_counts_what_a_data_set_has(tmp_path: Path) -> None:
    summary = batch.run("make", [], tmp_path / "out", random="3x3", count=20, unique=True, jobs=1)
    assert sum(summary.dataset.values()) == sum(summary.stars.values()) == 20
    assert summary.dataset["duplicates"]
