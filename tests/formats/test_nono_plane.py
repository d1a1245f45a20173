"""Sloped and curved puzzles in native files: there and back, and what is refused."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from helpers.arrangements import moon, random_sloped, with_labels
from nonoforge.errors import InputError
from nonoforge.families.plane import arrangement_of
from nonoforge.formats import dumps, loads
from nonoforge.nonogram import Info, Nonogram
from nonoforge.state import State


def back(nonogram: Nonogram) -> Nonogram:
    [read] = loads(dumps(nonogram, "nono"), "x.nono")
    return read


@pytest.mark.parametrize("seed", range(20))
def test_round_trip(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_sloped(rng, rng.randrange(0, 8), rng.choice([2, 3, 5]),
                             any_slope=rng.random() < 0.5)
    if rng.random() < 0.7:
        nonogram = with_labels(nonogram, rng)
    cells, colours = nonogram.puzzle.cells, len(nonogram.puzzle.palette)
    nonogram = replace(
        nonogram, info=Info(title="A & B"), solution=rng.choice([None, nonogram.solution]),
        puzzle=replace(nonogram.puzzle, given=((0, 1),)),
        saved=(State(tuple(rng.randrange(1, 1 << colours) for _ in range(cells))),))
    read = back(nonogram)
    assert read.puzzle == nonogram.puzzle
    assert (read.info, read.solution, read.saved) == (nonogram.info, nonogram.solution,
                                                      nonogram.saved)
    one, other = arrangement_of(read), arrangement_of(nonogram)
    assert (one.faces, one.curves, one.frame, one.labels) == (other.faces, other.curves,
                                                              other.frame, other.labels)
    for mine, theirs in zip(one.edges, other.edges, strict=True):
        assert [v for piece in mine for point in piece for v in point] == pytest.approx(
            [v for piece in theirs for point in piece for v in point], abs=1e-6)
    assert dumps(read, "nono") == dumps(nonogram, "nono")


def test_holes_curves_and_hidden_clues_come_back() -> None:
    nonogram = moon()
    assert back(nonogram).geometry == nonogram.geometry
    hidden = replace(nonogram, puzzle=replace(nonogram.puzzle, lines=nonogram.puzzle.lines[1:]))
    assert back(hidden).puzzle == hidden.puzzle


def broken(change: Any) -> str:
    document = json.loads(dumps(moon(), "nono"))
    change(document)
    with pytest.raises(InputError) as caught:
        loads(json.dumps(document).encode(), "x.nono")
    return str(caught.value)


@pytest.mark.parametrize(("change", "said"), [
    (lambda d: d["edges"].clear(), "$.edges: 0 edges"),
    (lambda d: d["edges"][0].pop(), "an edge is a start"),
    (lambda d: d["edges"][6][1].pop(), "two handles and the end"),
    (lambda d: d["edges"][0].__setitem__(1, [1e9, 0]), "beyond"),
    (lambda d: d["edges"][0].__setitem__(1, [1, 1]), "does not end where the next one begins"),
    (lambda d: d["faces"].pop(), "no face has the dart"),
    (lambda d: d["faces"].clear(), "0 faces"),
    (lambda d: d["faces"][0].clear(), "without a border"),
    (lambda d: d["faces"][0].append([]), "no darts"),
    (lambda d: d["faces"].append(d["faces"][0]), "already"),
    (lambda d: d["faces"][0][0].__setitem__(0, 99), "the dart 99; there are 0 to 17"),
    (lambda d: d["faces"][0][0].__setitem__(0, -1), "the dart -1"),
    (lambda d: d["curves"].pop(), "no curve has the edge"),
    (lambda d: d["curves"].append(d["curves"][0]), "belongs to another curve"),
    (lambda d: d["curves"][1].pop("closed"), "begins and ends on the frame"),
    (lambda d: d["curves"][0].__setitem__("left", [2]), "needs 2 faces"),
    (lambda d: d["curves"][0].__setitem__("left", [[1, 7]]), "the colour 7"),
    (lambda d: d["curves"][0].__setitem__("labels", [[0, 1], None]), "no `box`"),
    (lambda d: d.__setitem__("box", [0, 5]), "two positive numbers"),
    (lambda d: d.__setitem__("box", [5, 5]), "there must be 2"),
    (lambda d: d.__setitem__("frame", [0]), "does not end where the next one begins"),
    (lambda d: d.__setitem__("solution", [0, 0, 0]), "but the solution has 0"),
    (lambda d: d.__setitem__("solution", [0]), "number of faces is 3"),
    (lambda d: d.__setitem__("given", [[4, 1]]), "faces count from 1"),
    (lambda d: d.__setitem__("given", [[1, 1], [1, 1]]), "a second time"),
    (lambda d: d.__setitem__("saved", [[0]]), "number of faces"),
    (lambda d: d.__setitem__("family", "solid"), "expected `array`"),
])
def test_what_does_not_fit_together_is_refused(change: Any, said: str) -> None:
    assert said in broken(change)
