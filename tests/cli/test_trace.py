"""`nonoforge solve --trace`: the steps as JSON lines."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from nonoforge.cli import solve
from nonoforge.families.grid import from_picture
from nonoforge.formats import load, save
from nonoforge.state import State
from nonoforge.step import Observer, Step

Run = Callable[..., tuple[int, str, str]]

ENDLESS = '''
from nonoforge.methods import Method, searching
from nonoforge.step import Step

def solutions(job):
    while True:
        job.look()
        job.tell(Step("note", words="still here"))
        yield from ()

METHOD = Method("goes on", searching(solutions))
'''


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_header_the_steps_and_the_verdict(run: Run, files: Path) -> None:
    code, out, err = run("solve", "--trace", "t.jsonl", "unique.non")
    assert (code, err) == (0, "")
    assert out.startswith("###\n.#.\nunique, ")
    header, *steps, end = lines_of((files / "t.jsonl").read_text())
    assert header == {
        "trace": 1, "file": "unique.non", "method": "auto", "family": "grid", "cells": 6,
        "colours": 2, "lines": ["row 1", "row 2", "column 1", "column 2", "column 3"]}
    assert [step["step"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[0] == {"step": 1, "kind": "settle", "line": "row 1", "depth": 0,
                        "learned": [[0, [1]], [1, [1]], [2, [1]]]}
    assert steps[-1]["kind"] == "solution"
    assert end["steps"] == len(steps)
    assert end["verdict"] == "unique"
    assert end["work"]["settled"] == sum(step["kind"] == "settle" for step in steps)
    assert end["solutions"] == [[[1, 1, 1], [0, 1, 0]]]


def test_the_steps_replay_to_the_solution(run: Run, files: Path) -> None:
    """Line by line, what was learned is all there is to know."""
    rng = random.Random(5)
    picture = [[int(rng.random() < 0.7) for _ in range(9)] for _ in range(8)]
    save(from_picture(picture), files / "some.nono")
    masks = list(State.start(load(files / "some.nono").puzzle).masks)
    run("solve", "--method", "line", "--trace", "t.jsonl", "some.nono")
    _header, *steps, end = lines_of((files / "t.jsonl").read_text())
    for step in steps:
        for cell, colours in step.get("learned", []):
            assert sum(1 << colour for colour in colours) & masks[cell] == sum(
                1 << colour for colour in colours) != masks[cell]
            masks[cell] = sum(1 << colour for colour in colours)
    known = end["solutions"][0] if end["solutions"] else end["known"]
    flat = [colour for row in known for colour in row]
    assert [State((mask,)).colour(0) for mask in masks] == flat


def test_several_inputs_one_file(run: Run, files: Path) -> None:
    code, _, _ = run("solve", "-q", "--trace", "t.jsonl", "two.nonpack", "broken.non", "none.non")
    assert code == 2
    lines = lines_of((files / "t.jsonl").read_text())
    assert [line["file"] for line in lines if "trace" in line] == [
        "two.nonpack#1", "two.nonpack#2", "none.non"]
    assert [line["verdict"] for line in lines if "steps" in line] == ["unique", "multiple", "none"]
    assert [line["kind"] for line in lines if line.get("line") and line["kind"] == "break"]


def test_assumptions_and_settings(run: Run, files: Path) -> None:
    (files / "mine.py").write_text(ENDLESS.replace("while True", "for _ in range(3)").replace(
        'METHOD = Method("goes on", searching(solutions))',
        'from nonoforge.methods import Option\n'
        'METHOD = Method("ends", searching(solutions), (Option("fast", False, "be quick"),))'))
    run("solve", "-q", "--trace", "t.jsonl", "--method", "mine.py:fast", "none.non")
    header, *steps, _end = lines_of((files / "t.jsonl").read_text())
    assert header["method"] == "mine:fast"
    assert steps == [{"step": n, "kind": "note", "depth": 0, "words": "still here"}
                     for n in (1, 2, 3)]
    run("solve", "-q", "--trace", "t.jsonl", "--method", "search", "multiple.non")
    steps = lines_of((files / "t.jsonl").read_text())
    assert {"assume", "solution"} <= {step.get("kind") for step in steps}
    assert any(step.get("depth") == 1 for step in steps)


def test_to_stdout_goes_nothing_else(run: Run, files: Path) -> None:
    code, out, _ = run("solve", "--trace", "-", "unique.non", "none.non")
    assert code == 0
    assert [line["verdict"] for line in lines_of(out) if "steps" in line] == ["unique", "none"]
    _, out, _ = run("solve", "--trace", "-", "--json", "-o", "v.jsonl", "unique.non")
    assert lines_of(out)[0]["trace"] == 1
    assert json.loads((files / "v.jsonl").read_text())["verdict"] == "unique"


def test_a_refusal_has_its_line(run: Run, files: Path) -> None:
    (files / "mine.py").write_text(ENDLESS.replace('searching(solutions)',
                                                   'searching(solutions), colours=False'))
    save(from_picture([[0, 1, 2]]), files / "colours.nono")
    code, _, err = run("solve", "-q", "--trace", "t.jsonl", "--method", "mine.py", "colours.nono")
    assert code == 2
    assert err == ("colours.nono: method mine serves black and white only, and this has 2 colours; "
                   "try --method auto\n")
    assert not (files / "t.jsonl").exists()
    assert not list(files.glob(".*.part"))
    code, out, _ = run("solve", "--trace", "-", "--method", "mine.py", "colours.nono")
    assert lines_of(out)[1]["error"].startswith("method mine serves black and white only")


def test_a_cap(run: Run, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solve, "MAX_STEPS", 3)
    run("solve", "-q", "--trace", "t.jsonl", "unique.non", "unique.non")
    lines = lines_of((files / "t.jsonl").read_text())
    assert [line.get("step") for line in lines] == [None, 1, 2, 3, None, None] * 2
    assert lines[4] == {"left_out": "the steps after the first 3"}
    assert lines[5]["steps"] > 3


@pytest.mark.parametrize(("arguments", "words"), [
    (["--trace", "no/such/t.jsonl"], "no/such/t.jsonl: cannot be written: there is no such folder"),
    (["--trace", "."], "cannot be written: it is a directory"),
    (["--trace", "-", "--json"], "both write to stdout"),
    (["--trace", "t", "-o", "./t"], "the same file"),
    (["--trace", "./unique.non"], "unique.non: --trace would write over this puzzle"),
    (["-o", "unique.non"], "unique.non: -o would write over this puzzle"),
])
def test_what_cannot_be_written(
    run: Run, files: Path, arguments: list[str], words: str, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It is said before anything is solved."""
    from nonoforge.methods import Method

    monkeypatch.setattr(Method, "solve", None)
    code, out, err = run("solve", *arguments, "unique.non")
    assert (code, out) == (2, "")
    assert words in err
    assert "internal" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a Linux device")
def test_a_full_disk(run: Run) -> None:
    code, _, err = run("solve", "-q", "--trace", "/dev/full", "unique.non")
    assert code == 2
    assert err == "/dev/full: no space left on device\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing(files: Path, number: signal.Signals) -> None:
    (files / "mine.py").write_text(ENDLESS.replace(
        "    while", "    open('solving', 'w').close()\n    while", 1))
    before = {*files.iterdir()}
    code = "from nonoforge.cli import main; main()"
    with subprocess.Popen([sys.executable, "-c", code, "solve", "--trace", "t.jsonl", "--method",
                           "mine.py", "none.non"], cwd=files) as process:
        while not (files / "solving").exists():
            assert process.poll() is None
            time.sleep(0.02)
        assert list(files.glob(".*.part"))
        process.send_signal(number)
        assert process.wait(30) == 128 + number
    assert {*files.iterdir()} - {files / "__pycache__", files / "solving"} == before


def test_where_python_cannot_act_another_thread_does(files: Path) -> None:
    """The native kernel may run for minutes; the file half written goes all the same."""
    code = ("import signal, sys, time\n"
            "from nonoforge.cli import interrupt\n"
            "from nonoforge.cli.solve import Trace\n"
            "interrupt.watch()\n"
            "signal.signal(signal.SIGINT, lambda *_: None)\n"  # as if it were far away
            "with Trace('t.jsonl'):\n"
            "    print(flush=True)\n"
            "    while True: time.sleep(1)\n")
    with subprocess.Popen([sys.executable, "-c", code], cwd=files, stdout=subprocess.PIPE) as away:
        assert away.stdout
        away.stdout.readline()
        assert list(files.glob(".*.part"))
        away.send_signal(signal.SIGINT)
        assert away.wait(30) == 130
    assert not list(files.glob(".*.part"))


def test_observers_share_steps() -> None:
    from nonoforge.cli.solve import _all

    told: list[tuple[str, Step]] = []

    def teller(name: str) -> Observer:
        return lambda step, state: told.append((name, step))

    both = _all([teller("a"), teller("b")])
    assert both
    step = Step("solution")
    both(step, lambda: State(()))
    assert told == [("a", step), ("b", step)]
    assert _all([]) is None
