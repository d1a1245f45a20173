"""`nonoforge solve --animate`, as a person would see it."""

from __future__ import annotations

import os
import random
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from helpers.arrangements import moon, random_sloped
from nonoforge.cli import animate
from nonoforge.cli.animate import Pace, View, count_words
from nonoforge.cli.io import Input, Screen
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.formats import save
from nonoforge.nonogram import Nonogram
from nonoforge.results import watched_words
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.text import columns

pytest.importorskip("pty")

import itertools

from helpers.fake_terminal import Glass, Session

Run = Callable[..., tuple[int, str, str]]


def noise(width: int, height: int, seed: int = 1) -> Nonogram:
    rng = random.Random(seed)
    return from_picture([[int(rng.random() < 0.6) for _ in range(width)] for _ in range(height)])


def watch(*arguments: str, folder: Path, **wishes: object) -> tuple[int | None, Session]:
    session = Session("solve", "--animate", *arguments, folder=folder,
                      **wishes)  # type: ignore[arg-type]
    return session.read(), session


def test_it_is_seen_and_then_gone(files: Path) -> None:
    """Steps in words, clues and marks; in the end what `solve` says, and nothing else."""
    code, session = watch("--pace", "0.05", "unique.non", folder=files)
    seen = "\n".join(session.frames)
    assert code == 0
    assert "unique.non: auto begins" in seen
    assert "row 1 (3): 3 cells" in seen
    assert "nothing assumed; " in seen
    assert "6 of 6 cells known" in seen
    assert "><" in seen
    assert session.glass.cursor
    usual = Session("solve", "unique.non", folder=files)
    usual.read()
    assert _timeless(session.glass.text) == _timeless(usual.glass.text)


def _timeless(text: str) -> list[str]:
    """Times differ, and the plain engine counts a little more."""
    return [line.partition(" ms")[0].rpartition(",")[0] or line for line in text.split("\n")]


@pytest.mark.parametrize(("rows", "columns", "colour"), [
    (24, 80, "yes"), (8, 200, ""), (5, 30, "yes"), (2, 10, ""), (1, 10, "yes")])
def test_no_window_is_too_small(files: Path, rows: int, columns: int, colour: str) -> None:
    """Nothing is written beyond the edges, and while it moves nothing scrolls away."""
    save(noise(25, 30), files / "tall.nono")
    session = Session("solve", "--animate", "--pace", "0", "--method", "line", "tall.nono",
                      rows=rows, columns=columns, folder=files,
                      **{} if colour else {"NO_COLOR": "1"})
    scrolled: list[str] = []

    def look(glass: Glass) -> bool:
        if not glass.cursor:
            scrolled[:] = glass.history
        return False

    session.glass.feed("$ before\n")
    assert session.read(look) == 0
    assert scrolled in ([], ["$ before"])
    assert session.glass.cursor
    assert "unique," in session.glass.text


def test_assumptions_are_counted(files: Path) -> None:
    code, session = watch("--pace", "0.04", "--method", "search", "multiple.non", folder=files)
    seen = "\n".join(session.frames)
    assert code == 0
    assert re.search(r"assume row \d, column \d is (white|black)", seen)
    assert "1 assumption stands; " in seen
    assert "a solution" in seen


def test_several_puzzles_and_a_trace(files: Path) -> None:
    code, session = watch("--pace", "0", "--trace", "t.jsonl", "unique.non", "broken.non",
                          "none.non", folder=files)
    assert code == 2
    assert session.glass.cursor
    text = session.glass.text
    assert re.search(r"unique\.non: unique.*broken\.non:6:.*none\.non: none", text, re.DOTALL)
    lines = (files / "t.jsonl").read_text().splitlines()
    assert sum('"trace": 1' in line for line in lines) == 2


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_gives_the_cursor_back(files: Path, number: signal.Signals) -> None:
    session = Session("solve", "--animate", "--pace", "20", "--trace", "t.jsonl", "probed.non",
                      folder=files)
    before = set(files.iterdir())
    session.read(lambda glass: not glass.cursor and "known" in glass.text)
    assert any(path.suffix == ".part" for path in files.iterdir())
    session.process.send_signal(number)
    assert session.read() == 128 + number
    assert session.glass.cursor
    assert session.glass.text == ""
    assert {path for path in files.iterdir() if path.suffix != ".part"} <= before
    assert not [path for path in files.iterdir() if path.suffix in (".part", ".jsonl")]


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="cannot wait for a stop")
def test_a_stop_gives_the_cursor_back(files: Path) -> None:
    """Ctrl-Z, and on again."""
    session = Session("solve", "--animate", "--pace", "0.15", "unique.non", folder=files)
    session.read(lambda glass: not glass.cursor and "known" in glass.text)
    session.process.send_signal(signal.SIGTSTP)
    session.read(lambda glass: glass.cursor)
    os.waitid(os.P_PID, session.process.pid, os.WSTOPPED)
    session.process.send_signal(signal.SIGCONT)
    session.read(lambda glass: not glass.cursor)
    assert session.read() == 0
    assert session.glass.cursor


def test_an_error_gives_the_cursor_back(files: Path) -> None:
    (files / "bad.py").write_text(
        "from nonoforge.methods import Method\n"
        "def run(job):\n    raise ValueError('no idea')\n"
        "METHOD = Method('fails', run)\n")
    code, session = watch("--method", "bad.py", "unique.non", folder=files)
    assert code == 70
    assert session.glass.cursor
    assert "unique.non: internal error (ValueError: no idea)" in session.glass.text


@pytest.mark.parametrize("options", [["--json"], ["-q"], ["-o", "out.txt"], ["--trace", "-"]])
def test_what_does_not_go_together(run: Run, options: list[str]) -> None:
    code, out, err = run("solve", "--animate", *options, "unique.non")
    assert (code, out) == (2, "")
    assert f"cannot go with {options[0]}" in err


def test_it_needs_a_terminal(run: Run, files: Path) -> None:
    code, out, err = run("solve", "--animate", "unique.non")
    assert (code, out) == (2, "")
    assert "--animate needs a terminal to draw on; --trace FILE writes the steps down" in err
    assert "give both" in run("solve", "--pace", "1", "unique.non")[2]
    assert run("solve", "--pace", "-1", "unique.non")[0] == 2
    code, _session = watch("unique.non", folder=files, TERM="dumb")
    assert code == 2


def test_our_pace_quickens_and_a_wish_stays() -> None:
    own = Pace(None)
    times = [own.next() for _ in range(100_000)]
    assert times[0] == animate.FIRST_PACE
    assert all(a >= b >= 0 for a, b in itertools.pairwise(times))
    assert 0.9 * animate.MAX_SHOWING < sum(times) <= animate.MAX_SHOWING + 1e-6
    wished = Pace(0.5)
    assert [wished.next() for _ in range(1000)] == [0.5] * 1000


def test_idle_steps_are_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []
    clock = [0.0]
    monkeypatch.setattr(animate.time, "sleep", slept.append)
    monkeypatch.setattr(animate.time, "monotonic", lambda: clock[0])
    puzzle = noise(5, 5)
    shown = animate.Animation(Input("x", puzzle), "line", Screen(width=80))
    drawn: list[list[str]] = []
    monkeypatch.setattr(shown.canvas, "draw", lambda lines, anew: drawn.append(lines))
    state = State.start(puzzle.puzzle)
    shown.step(Step("settle", 0), lambda: state)  # the first is drawn
    for _ in range(1000):
        shown.step(Step("settle", 1), lambda: state)
    assert (len(drawn), slept) == (1, [])
    shown.step(Step("settle", 1, ((7, 1),)), lambda: state)
    assert (len(drawn), slept) == (2, [animate.FIRST_PACE])
    assert "*" in "".join(drawn[1][:-2])
    clock[0] += 1
    shown.step(Step("settle", 1), lambda: state)  # idle for long: show the counts
    assert len(drawn) == 3
    assert "1,003 lines settled" in drawn[2][-1]
    assert "*" not in "".join(drawn[2][:-2])


def test_words() -> None:
    puzzle = from_picture([[1, 0, 1], [1, 1, 1]])
    told = [watched_words(step, puzzle) for step in (
        Step("settle", 0, ((0, 2), (1, 1), (2, 2))), Step("settle", 1), Step("break", 2),
        Step("break"), Step("assume", None, ((4, 2),), 1), Step("assume", 1, ((3, 2), (4, 2)), 1),
        Step("assume", None, ((3, 2), (4, 2)), 1), Step("assume"), Step("solution"),
        Step("note", words="by hand"), Step("settle", 1, ((3, 2),), words="overlap"))]
    assert told == [
        "row 1 (1 1): 3 cells", "row 2 (3): nothing new", "column 1 (2): a contradiction",
        "a contradiction", "assume row 2, column 2 is black", "assume row 2 (3)",
        "assume row 2, columns 1-2", "assume something", "a solution", "by hand",
        "row 2 (3): overlap"]
    assert count_words(animate.Counter(settle=3, assume=2, **{"break": 1})) == (
        "4 lines settled, 2 assumptions made, 1 contradiction")


def solid() -> Nonogram:
    rng = random.Random(5)
    return from_voxels([[[rng.randrange(2) for _ in range(5)] for _ in range(4)]
                        for _ in range(6)])


def plane() -> Nonogram:
    return random_sloped(random.Random(3), 6)


@pytest.mark.parametrize("colour", [True, False])
@pytest.mark.parametrize("puzzle", [solid(), plane(), moon(), noise(9, 9)])
def test_every_family_has_a_picture(puzzle: Nonogram, colour: bool) -> None:
    """In every window, and no line longer than it is wide."""
    start, canvas = State.start(puzzle.puzzle), animate.Canvas()
    done = State.of(puzzle.solution or b"")
    for size in ((80, 24), (40, 12), (120, 50), (200, 8)):
        canvas.size = os.terminal_size(size)
        view = View(puzzle, Screen(colour, unicode=True))
        frames = [view.lines(state, marks, ["a", "b"], canvas)
                  for state, marks in ((start, set()), (done, {0}), (done, set()))]
        assert len({tuple(frame) for frame in frames}) == 3
        for frame in frames:
            assert frame[-2:] == ["a", "b"]
            assert len(frame) < size[1]
            assert max(columns(re.sub("\x1b\\[[0-9;]*m", "", line)) for line in frame) < size[0]


def test_curves_are_numbered_and_clues_listed_where_there_is_room() -> None:
    puzzle, canvas = moon(), animate.Canvas()
    view = View(puzzle, Screen(unicode=True))
    for lines, numbered, told in ((40, True, True), (14, True, False), (8, False, False)):
        canvas.size = os.terminal_size((60, lines))
        text = "\n".join(view.lines(State.start(puzzle.puzzle), set(), [], canvas))
        assert ("left of curve 1: 1" in text) == told
        assert bool(re.search(r"^ *1$", text, re.MULTILINE)) == numbered


def test_a_sloped_puzzle_is_seen(files: Path) -> None:
    save(plane(), files / "sloped.nono")
    code, session = watch("--pace", "0.02", "sloped.nono", folder=files)
    seen = "\n".join(session.frames)
    assert code == 0
    assert re.search(r"(above|left of) line \d \([\d ]+\): \d+ cell", seen)
    assert "▀" in seen


def test_the_glass_itself() -> None:
    glass = Glass(2, 10)
    glass.feed("one\r\ntwo\x1b[1A\rx\x1b[K\r\n\r\nthree")
    assert (glass.history, glass.lines) == (["x"], ["two", "three"])
    whole, parts = Glass(3, 10), Glass(3, 10)
    text = "\x1b[?25lone\r\ntwo\x1b[1A\r\x1b[1mx\x1b[0m\x1b[K\x1b[?25h"
    whole.feed(text)
    for char in text:
        parts.feed(char)
    assert (whole.lines, whole.cursor) == (parts.lines, parts.cursor) == (["x", "two", ""], True)
