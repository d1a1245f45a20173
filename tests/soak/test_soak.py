"""A short version of every part of `make soak`, and the runner itself."""

from __future__ import annotations

import shutil
import sys
import time
from itertools import count
from pathlib import Path
from types import ModuleType

import pytest

from soak.oracle import COMPILER
from soak.runner import PARTS, Report, part_named, rounds, run_round

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="forks, limits of Unix")

CORPUS = Path(__file__).with_name("corpus")
SHORT = [(name, seed) for name in PARTS for seed in getattr(part_named(name), "SHORT", range(2))]


@pytest.mark.skipif(shutil.which(COMPILER) is None, reason="the oracle needs a C++ compiler")
@pytest.mark.parametrize(("name", "seed"), SHORT, ids=lambda each: str(each))
def test_a_short_round(name: str, seed: int) -> None:
    part = part_named(name)
    if hasattr(part, "prepare"):
        part.prepare()
    report = run_round(part, seed)
    assert not report.failures, "\n\n".join(report.failures)
    assert sum(report.counts.values()) > 0


@pytest.mark.parametrize("path", sorted(CORPUS.iterdir()), ids=lambda path: path.name)
def test_files_that_once_failed(path: Path) -> None:
    """Each is named after its reader; `python -m soak.files READER FILE` makes such a file small.
    """
    from soak import files

    name = path.name.rpartition("-")[0].replace("_", " ")
    [reader] = [each for each in (*files.readers(), *files.assimp_readers()) if each.name == name]
    with files.stopping():
        assert files.outcome(reader, path.read_bytes())[1] == ""


def part(run: object, **settings: object) -> ModuleType:
    made = ModuleType("part")
    made.__dict__.update(run=run, **settings)
    return made


def test_the_runner_reports_what_a_round_does() -> None:
    def run(seed: int, report: Report) -> None:
        report.count("things", 3)
        if seed == 1:
            report.fail("it broke", size=7)
        if seed == 2:
            raise ValueError("unforeseen")

    found = {each.seed: each for each in rounds(part(run), iter(range(3)), 2,
                                                time.monotonic() + 1000)}
    assert [found[seed].counts for seed in range(3)] == [{"things": 3}] * 3
    assert found[0].failures == []
    assert found[1].failures == ["it broke\n  size: 7"]
    assert "ValueError: unforeseen" in found[2].failures[0]


def test_a_round_that_hangs_is_a_failure() -> None:
    [found] = rounds(part(lambda seed, report: time.sleep(1000), SECONDS=0.5), iter([0]), 1,
                     time.monotonic() + 1000)
    assert found.failures == ["the round took more than 0.5 s"]


def test_a_round_that_dies_is_a_failure() -> None:
    import os

    [found] = rounds(part(lambda seed, report: os._exit(9)), iter([0]), 1, time.monotonic() + 1000)
    assert found.failures == ["the round ended with exit code 9"]


def test_no_round_but_the_first_begins_when_the_time_is_up() -> None:
    found = list(rounds(part(lambda seed, report: None), count(5), 1, time.monotonic()))
    assert [each.seed for each in found] == [5]
