"""`nonoforge repair`."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

from nonoforge.formats import load

Run = Callable[..., tuple[int, str, str]]


def test_a_proposal_and_its_use(run: Run) -> None:
    code, out, err = run("repair", "multiple.non")
    assert (code, err) == (0, "")
    assert out.startswith("multiple.non: change row ")
    assert "then lines alone solve it" in out
    code, out, _ = run("repair", "multiple.non", "--json", "-o", "better.nono")
    record = json.loads(out)
    assert (code, record["cured"], record["output"]) == (0, True, "better.nono")
    assert len(record["changes"]) == 1
    assert run("check", "-q", "--expect", "unique", "better.nono")[0] == 0
    assert load("better.nono").solution


def test_nothing_to_repair(run: Run) -> None:
    code, out, _ = run("repair", "unique.non")
    assert (code, out) == (0, "unique.non: lines alone solve it already; nothing to change\n")


def test_what_cannot_be_repaired(run: Run) -> None:
    noise = "\n".join("".join(".#"[(7 * x * x + 3 * y * y + x * y) % 5 < 2] for x in range(12))
                      for y in range(12))
    Path("noise.txt").write_text(noise)
    code, out, err = run("repair", "noise.txt", "--most", "1", "-o", "better.nono")
    if code:  # with so few changes it cannot be expected to
        assert (code, err) == (1, "")
        assert "no repair with 1 cell was found" in out
        assert not Path("better.nono").exists()


def test_bad_wishes(run: Run) -> None:
    code, _, err = run("repair", "none.non")
    assert code == 2
    assert "there is no picture to change" in err
    assert run("repair", "multiple.non", "-o", "multiple.non")[0] == 2
    assert run("repair", "multiple.non", "--most", "0")[0] == 2
    assert run("repair", "multiple.non", "-o", "nowhere/x.nono")[0] == 2
    assert run("repair", "two.nonpack")[0] == 2


def test_single_changes_in_order(run: Run) -> None:
    code, out, err = run("repair", "multiple.non", "--list", "3")
    assert (code, err) == (0, "")
    head, *changes = out.splitlines()
    assert head == "multiple.non: 4 single changes would help with the 4 open cells"
    assert len(changes) == 3
    assert changes[0].startswith("1. row ")
    assert all(change.endswith(": then lines alone solve it") for change in changes)
    code, out, _ = run("repair", "multiple.non", "--list", "1", "--level", "unique", "--json")
    record = json.loads(out)
    assert (code, record["helpful"], record["open_cells"]) == (0, 4, [0, 1, 2, 3])
    [edit] = record["edits"]
    assert (edit["decided"], edit["open"]) == (4, 0)
    assert edit["place"].startswith("row ")


def test_lists_with_nothing_in_them(run: Run) -> None:
    code, out, _ = run("repair", "unique.non", "--list", "3")
    assert (code, out) == (0, "unique.non: lines alone solve it already; nothing to change\n")
    assert run("repair", "unique.non", "--list", "0")[0] == 2
    code, _, err = run("repair", "multiple.non", "--list", "3", "-o", "x.nono")
    assert code == 2
    assert "ask for one of the two" in err


def test_levels_of_repair(run: Run) -> None:
    code, out, _ = run("repair", "probed.non", "--level", "probe")
    assert (code, out) == (0, "probed.non: probing solves it already; nothing to change\n")
    code, out, _ = run("repair", "multiple.non", "--level", "unique")
    assert code == 0
    assert out.endswith("then it has one solution\n")
