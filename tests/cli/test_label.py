"""`nonoforge label`, as it is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from helpers.arrangements import random_sloped
from nonoforge.families.plane import arrangement_of, box_lengths, labelled, task_of
from nonoforge.formats import load, save
from nonoforge.labeling import check

Run = Callable[..., Any]


@pytest.fixture
def lines(files: Path) -> str:
    save(random_sloped(Random(3), 7), files / "lines.nono")
    return "lines.nono"


@pytest.mark.parametrize("method", ["auto", "maxsat", "dynamic"])
def test_labels_are_placed_and_kept(run: Run, lines: str, method: str) -> None:
    code, out, err = run("label", lines, "--method", method, "-o", "out.nono")
    assert (code, err) == (0, "")
    assert "14 of 14 labels placed" in out
    labels = arrangement_of(load("out.nono")).labels
    assert labels is not None
    assert None not in labels.places
    assert labels.box == (5, 5)


def test_nothing_is_written_unasked(run: Run, lines: str, files: Path) -> None:
    before = (files / lines).read_bytes()
    code, out, _ = run("label", lines)
    assert code == 0
    assert "Nothing was written" in out
    assert (files / lines).read_bytes() == before
    assert run("label", lines, "-q", "-o", lines).code == 0  # it may go into its own file
    assert (files / lines).read_bytes() != before


def test_json_and_what_has_no_room(run: Run, lines: str) -> None:
    code, out, _ = run("label", lines, "--json", "--box", "20", "9", "--max-extension", "0")
    record = json.loads(out)
    assert code == 0
    assert record["labels"] == 14
    assert record["placed"] + len(record["left"]) == 14
    assert record["left"]
    assert record["method"] == "auto"


@pytest.mark.parametrize(("arguments", "said"), [
    (("unique.non",), "grids have their clues beside them"),
    (("lines.nono", "-o", "out.non"), "name it .nono"),
    (("lines.nono", "-o", "out.svg"), "nonoforge draw makes a picture"),
    (("lines.nono", "-o", "out.xyz"), "unknown extension '.xyz'"),
    (("lines.nono", "-o", "-", "--json"), "would both go to standard output"),
    (("lines.nono", "--step", "0.001"), "lines.nono: a leader of up to 25 in steps of 0.001"),
    (("lines.nono", "--box", "0", "5"), "16pt 16pt; above 0"),
    (("lines.nono", "--step", "x"), "write a length in millimetres"),
    (("lines.nono", "--gap", "-1"), "write a length in millimetres"),
    (("lines.nono", "--max-extension", "1e9"), "write a length in millimetres"),
    (("missing.nono",), "no such file"),
])
def test_bad_usage(run: Run, lines: str, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("label", *arguments)
    assert (code, out) == (2, "")
    assert said in err


def test_standard_output_is_the_puzzles(run: Run, lines: str) -> None:
    code, out, err = run("label", lines, "-o", "-")
    assert code == 0
    assert json.loads(out)["family"] == "sloped"
    assert "14 of 14 labels placed" in err


def test_units(run: Run, lines: str) -> None:
    run("label", lines, "--box", "16pt", "0.5cm", "-o", "out.nono")
    labels = arrangement_of(load("out.nono")).labels
    assert labels is not None
    assert labels.box == pytest.approx((16 * 25.4 / 72, 5), abs=1e-6)


@pytest.mark.parametrize("seed", range(6))
def test_what_is_stored_passes_the_independent_check(seed: int) -> None:
    nonogram = random_sloped(Random(seed), 9, any_slope=seed % 2 == 1)
    found = labelled(nonogram)
    labels = arrangement_of(found.nonogram).labels
    assert labels is not None
    sides, task = task_of(found.nonogram, labels.box, 100, 0.5, False)
    assert check(task, found.labeling) == []
    assert [labels.places[side] is None for side in sides] == [
        place is None for place in found.labeling.placed]
    lengths = [sum(label.boxes) for label in task.labels]
    assert lengths == [sum(box_lengths(line.clue, labels.box)) for line in nonogram.puzzle.lines]


def test_rules_of_reading(run: Run, lines: str) -> None:
    """Overlap, coarse steps and labels that may touch are asked for; the default is stricter."""
    strict = json.loads(run("label", lines, "--json").out)
    loose = json.loads(run("label", lines, "--json", "--no-separate").out)
    deep = json.loads(run("label", lines, "--json", "--no-separate", "--overlap", "0.5").out)
    coarse = json.loads(run("label", lines, "--json", "--coarse").out)
    for record in (strict, loose, deep, coarse):
        assert record["placed"] == 14
    assert deep["leaders"] <= loose["leaders"] + 1e-3
    assert loose["leaders"] <= strict["leaders"] + 1e-3
    assert strict["leaders"] <= coarse["leaders"] + 1.0


def test_redundant_labels_are_left_out(run: Run, lines: str) -> None:
    code, out, _ = run("label", lines, "--clues", "minimal", "--budget", "nodes=5", "-o",
                       "few.nono")
    assert code == 0
    assert "of 14 clues are shown" in out
    few = load("few.nono")
    assert len(few.puzzle.lines) < 14
    assert sum(place is not None for place in arrangement_of(few).labels.places) == len(
        few.puzzle.lines)


@pytest.mark.parametrize(("arguments", "said"), [
    (("--method", "two-sat", "--coarse"), "auto, maxsat and dynamic have"),
    (("--overlap", "-1"), "--overlap"),
    (("--clues", "few"), "all, minimal, or share=0.5"),
])
def test_rules_that_cannot_be(run: Run, lines: str, arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run("label", lines, *arguments)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") <= 4
