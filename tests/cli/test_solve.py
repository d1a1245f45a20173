"""`nonoforge solve`: words, JSON, exit codes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from nonoforge.families.grid import from_picture
from nonoforge.formats import save
from nonoforge.proof_checker import check

Run = Callable[..., tuple[int, str, str]]


def test_picture_and_verdict(run: Run) -> None:
    code, out, err = run("solve", "unique.non")
    assert code == 0
    assert err == ""
    *rows, verdict = out.splitlines()
    assert rows == ["###", ".#."]
    assert verdict.startswith("unique, solvable line by line, ")
    assert "lines settled" in verdict


def test_two_solutions_are_shown_and_marked(run: Run) -> None:
    _, out, _ = run("solve", "multiple.non")
    lines = out.splitlines()
    assert lines[0] == "solution 1:"
    assert {tuple(lines[1:3]), tuple(lines[4:6])} == {("*.*#", "*#*."), ("*#*.", "*.*#")}
    assert lines[6].startswith("multiple, at least 2 solutions, which differ in 4 cells, ")


def test_all_solutions(run: Run) -> None:
    _, out, _ = run("solve", "--solutions", "10", "multiple.non")
    assert "multiple, 2 solutions, and these are all, " in out


def test_contradicting_lines_are_named(run: Run) -> None:
    code, out, _ = run("solve", "none.non")
    assert code == 0
    assert out.startswith("none: ")
    assert "contradict each other" in out
    assert "column 2" in out


def test_what_is_known_when_a_method_gives_up(run: Run) -> None:
    code, out, _ = run("solve", "--method", "line", "multiple.non")
    assert code == 0
    assert out.splitlines()[:2] == ["??", "??"]
    assert "unknown, single lines get no further; 0 of 4 cells are certain" in out


def test_json_has_the_promised_fields(run: Run) -> None:
    code, out, err = run("solve", "--json", "unique.non", "multiple.non", "none.non")
    assert (code, err) == (0, "")
    unique, multiple, none = map(json.loads, out.splitlines())
    assert unique["file"] == "unique.non"
    assert unique["family"] == "grid"
    assert unique["verdict"] == "unique"
    assert unique["level"] == "line"
    assert unique["line_solvable"] is True
    assert unique["solutions"] == [[[1, 1, 1], [0, 1, 0]]]
    assert unique["complete"] is True
    assert unique["seconds"] >= 0
    assert set(unique["work"]) == {"settled", "probes", "nodes", "conflicts"}
    assert unique["engine"] in ("native", "plain")
    assert (unique["conflict"], unique["known"]) == ([], None)
    assert len(multiple["solutions"]) == 2
    assert none["solutions"] == []
    assert "column 2" in none["conflict"]


def test_json_says_what_is_known(run: Run) -> None:
    _, out, _ = run("solve", "--json", "--method", "line", "multiple.non")
    record = json.loads(out)
    assert record["verdict"] == "unknown"
    assert record["known"] == [[None, None], [None, None]]


def test_several_puzzles_in_a_file(run: Run) -> None:
    _, out, _ = run("solve", "--json", "two.nonpack")
    records = [json.loads(line) for line in out.splitlines()]
    assert [(r["file"], r["verdict"]) for r in records] == [
        ("two.nonpack#1", "unique"), ("two.nonpack#2", "multiple")]
    _, out, _ = run("solve", "-q", "two.nonpack#2")
    assert out.startswith("two.nonpack#2: multiple")
    code, _, err = run("solve", "two.nonpack#3")
    assert code == 2
    assert "the file has 1 to 2" in err
    assert "unique.non: there is no puzzle 2; the file holds one only" in run(
        "solve", "unique.non#2")[2]


def test_a_name_of_nothing_is_seen(run: Run) -> None:
    assert run("solve", "")[2].startswith("'':1:1: cannot be read")


@pytest.mark.parametrize(("file", "expect", "code"), [
    ("unique.non", "unique", 0), ("unique.non", "none", 1), ("multiple.non", "unique", 1),
    ("multiple.non", "multiple", 0), ("none.non", "none", 0), ("none.non", "multiple", 1),
])
def test_expect(run: Run, file: str, expect: str, code: int) -> None:
    assert run("solve", "-q", "--expect", expect, file)[0] == code


def test_expect_when_it_is_not_decided(run: Run) -> None:
    assert run("solve", "--method", "line", "--expect", "unique", "multiple.non")[0] == 3
    assert run("solve", "--method", "line", "--expect", "unknown", "multiple.non")[0] == 0
    assert run("solve", "--method", "line", "multiple.non")[0] == 0


def test_the_worst_code_counts(run: Run) -> None:
    expect = ("solve", "-q", "--expect", "unique")
    assert run(*expect, "unique.non", "multiple.non")[0] == 1
    assert run(*expect, "broken.non", "multiple.non", "unique.non")[0] == 2
    assert run(*expect, "--method", "line", "multiple.non", "unique.non")[0] == 3


def test_a_bad_file_does_not_stop_the_others(run: Run) -> None:
    code, out, err = run("solve", "-q", "broken.non", "unique.non", "nosuch.non")
    assert code == 2
    assert out.startswith("unique.non: unique")
    first, second = err.splitlines()
    assert re.match(r"broken\.non:6:\d+: ", first)
    assert second.startswith("nosuch.non:")
    assert "no such file" in second


def test_a_bad_file_has_its_line_of_json(run: Run) -> None:
    code, out, _ = run("solve", "--json", "broken.non", "unique.non")
    bad, good = map(json.loads, out.splitlines())
    assert code == 2
    assert bad["file"] == "broken.non"
    assert bad["verdict"] is None
    assert re.match(r"broken\.non:6:\d+: ", bad["error"])
    assert good["verdict"] == "unique"


def test_output_to_a_file(run: Run, files: Path) -> None:
    assert run("solve", "-o", "out.txt", "unique.non") == (0, "", "")
    assert (files / "out.txt").read_text().startswith("###\n.#.\nunique")
    assert run("solve", "-o", "bad.txt", "broken.non")[0] == 2
    assert run("solve", "--json", "-o", "bad.txt", "broken.non")[0] == 2
    assert not (files / "bad.txt").exists()


def test_quiet_is_one_line_a_puzzle(run: Run) -> None:
    _, out, _ = run("solve", "-q", "unique.non", "multiple.non", "none.non")
    assert [line.split()[:2] for line in out.splitlines()] == [
        ["unique.non:", "unique,"], ["multiple.non:", "multiple,"], ["none.non:", "none:"]]


def test_jobs_share_out_several_puzzles(run: Run) -> None:
    """The same lines in the same order, with the error of a bad file among them."""
    def records(*arguments: str) -> list[dict[str, object]]:
        code, out, err = run("solve", "--json", *arguments, "unique.non", "broken.non",
                             "two.nonpack", "none.non", "unique.non")
        assert (code, err.count("\n")) == (2, 1)
        return [{key: value for key, value in json.loads(line).items() if key != "seconds"}
                for line in out.splitlines()]

    assert records("--jobs", "2") == records()


def test_jobs_share_one_puzzle(run: Run) -> None:
    for more in ((), ("--repeatable",)):
        code, out, err = run("solve", "--jobs", "2", *more, "-q", "unique.non")
        assert (code, out.split()[0], err) == (0, "unique,", "")


@pytest.mark.parametrize(("arguments", "hint"), [
    (("solve", "--jobs", "0", "unique.non"), "--jobs"),
    (("solve", "--jobs", "2", "--method", "paint", "unique.non"), "--jobs serves method auto"),
    (("solve", "--jobs", "2", "--trace", "-", "unique.non"), "leave out --jobs"),
    (("solve", "--method", "pobe", "unique.non"), "did you mean probe?"),
    (("solve", "--method", "zzz", "unique.non"), "there are auto, "),
    (("solve", "--method", "nosuch.py", "unique.non"), "no such file"),
    (("solve", "--method", "line:fast", "unique.non"), "method line: no option"),
    (("solve", "--budget", "nodes=0", "unique.non"), "more than zero"),
    (("solve", "--budget", "lots", "unique.non"), "write it like 30s"),
    (("solve", "--budget", "0s", "unique.non"), "more than zero"),
    (("solve", "--solutions", "0", "unique.non"), "--solutions"),
    (("solve", "--expect", "perhaps", "unique.non"), "perhaps"),
    (("solve", "--from", "nonn", "unique.non"), "did you mean non?"),
    (("solve", "--frob", "unique.non"), "--frob"),
    (("solve",), "FILE..."),
    (("solev", "unique.non"), "did you mean solve?"),
])
def test_bad_usage(run: Run, arguments: tuple[str, ...], hint: str) -> None:
    code, out, err = run(*arguments)
    assert code == 2
    assert out == ""
    assert hint in err
    assert "Traceback" not in err


MINE = '''"""Guesses that all cells are black."""
from nonoforge.methods import GaveUp, Method, searching

def solutions(job):
    job.branch()
    yield bytes([1] * job.puzzle.cells)
    raise GaveUp("it knows no other picture")

METHOD = Method("all black", searching(solutions), colours=False)
'''


def test_a_method_from_a_file(run: Run, files: Path) -> None:
    (files / "all_black.py").write_text(MINE)
    (files / "full.nin").write_text("2 1\n2\n1\n1\n")
    code, out, err = run("solve", "--method", "./all_black.py", "full.nin")
    assert (code, err) == (0, "")
    assert out.splitlines()[0].replace("*", "") == "##"
    assert "unknown, it knows no other picture; one solution found" in out


def test_a_puzzle_that_a_method_does_not_serve(run: Run, files: Path) -> None:
    (files / "mine.py").write_text(MINE)
    save(from_picture([[0, 1, 2]]), files / "colours.nono")
    code, out, err = run("solve", "--method", "mine.py", "colours.nono")
    assert (code, out) == (2, "")
    assert err == ("colours.nono: method mine serves black and white only, and this has 2 colours; "
                   "try --method auto\n")


@pytest.mark.parametrize(("text", "words"), [
    ("def", "mine.py:1:"), ("import nosuch", "loading it failed: ModuleNotFoundError"),
    ("METHOD = 3", "there is no METHOD in it"), ("raise SystemError('x')", "SystemError: x"),
])
def test_a_method_file_that_is_wrong(run: Run, files: Path, text: str, words: str) -> None:
    (files / "mine.py").write_text(text)
    code, out, err = run("solve", "--method", "mine.py", "unique.non")
    assert (code, out) == (2, "")
    assert words in err.splitlines()[-1]
    assert "Traceback" not in err


def test_from_forces_a_format(run: Run, files: Path) -> None:
    (files / "odd.xyz").write_text("2 1\n2\n1\n1\n")
    assert run("solve", "-q", "--from", ".nin", "odd.xyz")[0] == 0
    assert run("solve", "-q", "--from", "webpbn", "odd.xyz")[0] == 2


def test_a_verdict_is_proved(run: Run, files: Path) -> None:
    for name, claim in (("unique", "unique"), ("none", "none"), ("probed", "unique")):
        assert run("solve", "-q", "--proof", "p", f"{name}.non")[0] == 0
        assert check((files / "p").read_text().splitlines())["claim"] == claim
        (files / "p").unlink()
    for arguments, words in ((["multiple.non"], "nothing to prove: the verdict is multiple"),
                             (["two.nonpack"], "the proof of one puzzle"),
                             (["unique.non", "none.non"], "the proof of one puzzle")):
        code, _, err = run("solve", "-q", "--proof", "p", *arguments)
        assert code == 2
        assert words in err
        assert not (files / "p").exists()
    assert run("solve", "--proof", "unique.non", "unique.non")[0] == 2
