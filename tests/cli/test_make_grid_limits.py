"""`nonoforge make grid` under limits: Ctrl-C, budgets, wishes that cannot be met, and seeds."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from nonoforge.engine import verify
from nonoforge.formats import load

Run = Callable[..., Any]
WORKING = """
import sys
from nonoforge.families import picture_puzzles
mend = picture_puzzles.mend
def reporting(*arguments, progress, **options):
    def also(changed, left):
        progress(changed, left)
        print("working", file=sys.stderr, flush=True)
    mended = mend(*arguments, progress=also, **options)
    print("stopped", file=sys.stderr, flush=True)
    return mended
picture_puzzles.mend = reporting
from nonoforge.cli import main
main()
"""  # says so after each change, and when it stops to change cells


@pytest.fixture
def noise(files: Path) -> str:
    """So large and so wild that it takes a while."""
    grey = np.random.default_rng(1).integers(0, 255, (60, 60), dtype=np.uint8)
    Image.fromarray(grey).save(files / "noise.png")
    return "noise.png"


@pytest.fixture
def disc(files: Path) -> str:
    image = Image.new("RGB", (60, 40), "white")
    ImageDraw.Draw(image).ellipse((10, 5, 50, 35), "black")
    image.save(files / "disc.png")
    return "disc.png"


def interrupted(files: Path, picture: str, times: int) -> tuple[int, str, str]:
    """The command, while it changes cells, with Ctrl-C pressed; a second time when it stops."""
    command = [sys.executable, "-c", WORKING, "make", "grid", picture, "--size", "60", "--budget",
               "10m", "-o", "best.nono", "--json"]
    with subprocess.Popen(command, cwd=files, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "working\n"
        for _ in range(times):
            process.send_signal(signal.SIGINT)
            while process.stderr.readline() == "working\n":
                pass
        out, err = process.communicate(timeout=120)
    return process.returncode, out, err


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_control_c_keeps_the_best_so_far(files: Path, noise: str) -> None:
    """The file that comes of it is whole, its picture meets its clues, and it says what is open."""
    before = {*files.iterdir()}
    code, out, err = interrupted(files, noise, 1)
    assert (code, err) == (0, "")
    record = json.loads(out)
    assert record["interrupted"] is True
    assert record["undecided"] > 0
    assert record["changes"]
    assert {*files.iterdir()} - before == {files / "best.nono"}
    made = load(files / "best.nono")
    assert made.solution is not None
    assert verify(made.puzzle, made.solution)


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_second_control_c_ends_it(files: Path, noise: str) -> None:
    before = {*files.iterdir()}
    code, _, err = interrupted(files, noise, 2)
    assert code in (0, 130, -signal.SIGINT)  # 0: it was quicker; the last: it was just ending
    assert "Traceback" not in err
    assert {*files.iterdir()} - before <= {files / "best.nono"}


@pytest.mark.parametrize("options", [(), ("--best-size",), ("--variants", "3"),
                                     ("--rating", "4..5"), ("--threshold", "sweep")])
def test_a_budget_is_kept(run: Run, noise: str, options: tuple[str, ...]) -> None:
    """A generous guard: without a budget it would take much longer."""
    begin = time.monotonic()
    code, out, err = run("make", "grid", noise, "--size", "60", "--budget", "1s", "--json",
                         *options)
    assert time.monotonic() - begin < 60
    assert (code, err) == (0, "")
    for record in map(json.loads, out.splitlines()):
        assert record["verdict"] in ("unique", "multiple", "unknown")
        assert record["undecided"] == 0 or any("not decided" in note for note in record["notes"])


@pytest.mark.parametrize("options", [("--best-size",), ("--variants", "3"), ("--rating", "2..3"),
                                     ("--threshold", "sweep"), ("--colours", "3")])
def test_a_seed_repeats(run: Run, options: tuple[str, ...]) -> None:
    command = ("make", "grid", "--random", "11", "9", "--seed", "5", "--json", "--budget", "5m",
               *options)
    one, other = ([json.loads(line) for line in run(*command)[1].splitlines()] for _ in range(2))
    for record in (*one, *other):
        del record["seconds"]
    assert one == other
    assert all(record["verdict"] == "unique" for record in one)


def test_variants_are_harder_and_harder(run: Run) -> None:
    _, out, _ = run("make", "grid", "--random", "12", "12", "--seed", "2", "--variants", "4",
                    "--json", "--budget", "5m")
    records = [json.loads(line) for line in out.splitlines()]
    ratings = [(record["rating"]["stars"], record["rating"]["effort"]) for record in records]
    assert ratings == sorted(set(ratings))
    assert 2 <= len(records) <= 4
    assert len(records) == 4 or "variants" in records[0]["notes"][-1]


def test_best_size_is_no_larger_and_no_worse(run: Run) -> None:
    first, best = (json.loads(run("make", "grid", "--random", "16", "16", "--seed", "1", "--json",
                                  "--budget", "5m", *more)[1]) for more in ((), ("--best-size",)))
    assert best["size"][0] <= first["size"][0]
    assert best["loss"] <= first["loss"]


@pytest.mark.parametrize(("wish", "said"), [
    ("5", "no puzzle of 5 stars was found; the nearest has 1"),
    ("4..5", "no puzzle of 4 to 5 stars was found; the nearest has 1"),
])
def test_a_rating_out_of_reach_says_the_nearest(run: Run, disc: str, wish: str, said: str) -> None:
    code, out, _ = run("make", "grid", disc, "--size", "9", "--rating", wish, "--json")
    record = json.loads(out)
    assert code == 0
    assert said in record["notes"]
    assert record["rating"]["stars"] == 1
    assert f"- {said}" in run("make", "grid", disc, "--size", "9", "--rating", wish)[1]


def test_a_rating_within_reach(run: Run) -> None:
    record = json.loads(run("make", "grid", "--random", "12", "12", "--rating", "1..2",
                            "--json")[1])
    assert record["rating"]["stars"] in (1, 2)
    assert not any("stars" in note for note in record["notes"])
