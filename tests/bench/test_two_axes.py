"""Solids with the clues of two axes: numbers against trying everything."""

from __future__ import annotations

from itertools import product

import pytest

from nonoforge.bench import BenchOptions, measure, render, two_axes
from nonoforge.engine import propagate
from nonoforge.families.solid import from_voxels

pytest.importorskip("numpy")


def layers(solid: int) -> list[list[list[int]]]:
    return [[[solid >> (4 * z + 2 * y + x) & 1 for x in range(2)] for y in range(2)]
            for z in range(2)]


def test_small_solids_one_by_one() -> None:
    box = two_axes.Box.of((2, 2, 2))
    every, *without = two_axes._solvable(box, two_axes._whole_axes(box))
    for solid in range(256):
        puzzle = from_voxels(layers(solid)).puzzle
        found = [propagate(some).state.solved for some in two_axes._without_each(puzzle)]
        assert found[0] == (solid in every)
        assert found[1:] == [solid in some for some in without]


def test_layers_are_puzzles_of_their_own() -> None:
    """Without one axis a box of 2x2x2 is two layers of 2x2, of which lines solve 14 of 16."""
    box = two_axes.Box.of((2, 2, 2))
    every, *without = two_axes._solvable(box, two_axes._whole_axes(box))
    assert len(every) == 254  # but the two checkerboards
    assert [len(some) for some in without] == [14 * 14] * 3


def test_the_largest_sets_of_rods() -> None:
    """Those of a cube are the matchings of its edges to which no edge can be added."""
    box = two_axes.Box.of((2, 2, 2))
    found = {frozenset(some) for some in two_axes._largest_sets(box)}
    edges = [set(rod) for rod in box.rods]
    apart = [frozenset(at for at, used in enumerate(choice) if used)
             for choice in product((0, 1), repeat=12)]
    apart = [some for some in apart
             if len(set().union(*(edges[at] for at in some))) == 2 * len(some)]
    assert found == {some for some in apart if not any(some < other for other in apart)}


def test_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(two_axes, "SMALL", ((2, 2, 2),))
    monkeypatch.setattr(two_axes, "MIXED", ((2, 2, 2),))
    monkeypatch.setattr(two_axes, "SIDES", (3,))
    table = measure("halford-two-axes", BenchOptions(repeats=4))
    assert table.rows[0][:7] == ("all 2x2x2", 256, 254, 196, 196, 196, 136)
    assert table.notes[0].startswith("Not guaranteed")
    assert "filled at (0, 1, 0), (0, 0, 1)" in table.notes[1]
    [mixed] = table.more
    assert mixed.rows[0][1:6] == (256, 254, 17, 136, 254)
    assert all(render(table, kind) for kind in ("text", "csv", "markdown", "json", "svg"))
