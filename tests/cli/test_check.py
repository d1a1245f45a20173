"""`nonoforge check`: the designer's report."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., tuple[int, str, str]]


def test_a_good_puzzle(run: Run) -> None:
    code, out, _ = run("check", "unique.non")
    assert code == 0
    assert "unique.non: 3x2, black and white" in out
    assert "Ready: one solution, and a person can find it line by line" in out
    assert "\nAbout like a one-star magazine puzzle; every step is an easy one.\n" in out
    assert "\nDetails:\n  Rating 1 of 5: the hardest it takes is `reach`" in out


def test_an_ambiguous_puzzle(run: Run) -> None:
    _, out, _ = run("check", "multiple.non")
    assert "Not ready: there is more than one solution: 4 cells can differ." in out
    assert "Ambiguous: rows 1-2, columns 1-2." in out
    assert "One solution:   Another:\n*#*.            *.*#\n*.*#            *#*.\n" in out
    assert "These two differ in 4 cells, marked in both." in out
    record = json.loads(run("check", "--json", "multiple.non")[1])
    assert record["differing_cells"] == [0, 1, 2, 3]


def test_pictures_stand_below_each_other_where_there_is_no_room(
    run: Run, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "20")
    _, out, _ = run("check", "multiple.non")
    assert "One solution:\n" in out
    assert "\nAnother:\n" in out


def test_an_impossible_puzzle(run: Run) -> None:
    _, out, _ = run("check", "none.non")
    assert "Not ready: there is no solution: " in out
    assert "  Column 2: 0" in out
    assert "  Why:\n  Row 3, clue 3: the 3 fills all 3 cells, so cell 2 is filled.\n" in out
    assert "One of these clues is wrong" in out
    record = json.loads(run("check", "--json", "none.non")[1])
    assert record["contradiction"][-1].startswith("Column 2, clue 0, cannot be coloured any more")
    assert (record["rating"], record["unrated"]) == (None, "there is no solution")


def test_a_puzzle_that_needs_more_than_lines(run: Run) -> None:
    _, out, _ = run("check", "--json", "probed.non")
    record = json.loads(out)
    assert record["verdict"] == "unique"
    assert record["line_solvable"] is False
    assert record["stuck_cells"]
    _, out, _ = run("check", "probed.non")
    assert "Ready, for experts: one solution, but single lines do not suffice to find it." in out
    assert "About like a three-star magazine puzzle; at one point it needs trying a colour" in out
    assert "\n  Single lines leave 8 of 20 cells open; " in out
    assert "- For beginners, change the picture" in out
    assert "?" in out
    assert "Stuck: row" in out


def test_a_verdict_that_was_not_reached(run: Run) -> None:
    code, out, _ = run("check", "--method", "line", "--expect", "unique", "multiple.non")
    assert code == 3
    assert "Not ready: it is not known whether there is one solution: single lines get no" in out
    assert "larger --budget, or --method auto" in out


def test_the_same_sentences_for_programs(run: Run) -> None:
    """Text and JSON have the verdict, the difficulty, what to do and the details from one place."""
    for file in ("unique.non", "multiple.non", "none.non", "probed.non"):
        _, out, _ = run("check", file)
        record = json.loads(run("check", "--json", file)[1])
        told = [record["sentence"], *filter(None, [record["difficulty"]]),
                *(f"- {each}" for each in record["advice"]), "Details:",
                *(f"  {each}" for each in record["details"])]
        assert out.endswith("\n".join(told) + "\n")
        assert bool(record["difficulty"]) == (record["rating"] is not None)


def test_json_adds_to_that_of_solve(run: Run) -> None:
    _, solved, _ = run("solve", "--json", "multiple.non")
    code, out, err = run("check", "--json", "multiple.non")
    record = json.loads(out)
    assert (code, err) == (0, "")
    assert set(json.loads(solved)) <= set(record)
    assert record["ambiguous_cells"] == [0, 1, 2, 3]
    assert record["ambiguous_complete"] is True
    assert record["rating"] is None
    assert record["advice"]


def test_quiet_is_one_sentence(run: Run) -> None:
    _, out, _ = run("check", "-q", "unique.non", "none.non")
    assert len(out.splitlines()) == 2


def test_clues_that_contradict_each_other_come_with_their_colours(run: Run, files: Path) -> None:
    """`2/3` means something to programs only."""
    (files / "red.nono").write_text(json.dumps({
        "nonoforge": 1, "family": "grid", "width": 3, "height": 2,
        "palette": [{"name": "white", "rgb": "#ffffff", "symbol": "."},
                    {"name": "black", "rgb": "#000000", "symbol": "#"},
                    {"name": "red", "rgb": "#ff0000", "symbol": "r"}],
        "rows": [[1, [1, 2]], []], "columns": [[[1, 2]], [], [1]]}))
    _, out, _ = run("check", "red.nono")
    assert "  Row 1: 1 black, 1 red.\n" in out


def test_the_title_is_said_once(run: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (files / "named.non").write_text('title "Little hat"\n' + (files / "unique.non").read_text())
    monkeypatch.setenv("FORCE_COLOR", "1")  # with clues, as for a person
    before, _, after = run("check", "named.non")[1].partition("Ready: ")
    assert (before.count("Little hat"), after.count("Little hat")) == (1, 1)  # and in the advice
    assert run("solve", "named.non")[1].count("Little hat") == 1


def test_long_lines_are_broken_between_words(
    run: Run, files: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "40")
    _, out, _ = run("solve", "-q", "multiple.non")
    assert len(out.splitlines()) > 1
    assert max(map(len, out.splitlines())) <= 40
    assert " ".join(out.split()).startswith("multiple, at least 2 solutions, which differ in 4")


def test_the_puzzle_is_not_written_over(run: Run, files: Path) -> None:
    before = (files / "two.nonpack").read_bytes()
    code, _, err = run("check", "-o", "two.nonpack", "two.nonpack#1")
    assert code == 2
    assert "-o would write over this puzzle" in err
    assert (files / "two.nonpack").read_bytes() == before
