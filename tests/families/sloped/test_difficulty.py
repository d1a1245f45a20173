"""Passes with progress, counted again by brute force."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest

from families.sloped.figures import octagons, on_lattice, triangle, two_squares
from helpers.arrangements import random_sloped
from nonoforge.engine import propagate
from nonoforge.families.plane import arrangement_of, from_faces
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.families.sloped.difficulty import around, passes
from nonoforge.nonogram import Nonogram

pytest.importorskip("numpy")


def by_brute_force(nonogram: Nonogram) -> int | None:
    """All colourings of a side are listed, as the paper says."""
    arrangement = arrangement_of(nonogram)
    clues = {line.name: line.clue for line in nonogram.puzzle.lines}
    colours = range(len(nonogram.puzzle.palette))
    known: dict[int, int] = {}
    count, progress = 0, True
    while len(known) < nonogram.puzzle.cells and progress:
        progress = False
        for side in map(arrangement.sides.__getitem__, around(arrangement)):
            choices = [[known[cell]] if cell in known else colours for cell in side.cells]
            fitting = [row for row in product(*choices)
                       if clues[arrangement.side_name(side)].accepts(row)]
            new = {cell: column[0] for cell, column in zip(side.cells, zip(*fitting, strict=True),
                                                           strict=True)
                   if cell not in known and len({*column}) == 1}
            known |= new
            count, progress = count + bool(new), progress or bool(new)
    return count if len(known) == nonogram.puzzle.cells else None


@pytest.mark.parametrize("seed", range(30))
def test_equals_brute_force(seed: int) -> None:
    rng = Random(seed)
    nonogram = random_sloped(rng, rng.randrange(1, 8), any_slope=seed % 2 == 1)
    assert passes(nonogram) == by_brute_force(nonogram)


@pytest.mark.parametrize("seed", range(12))
def test_colours(seed: int) -> None:
    """With several colours a side may exclude some without making a face certain."""
    nonogram = random_sloped(Random(seed), 4, colours=3)
    found = passes(nonogram)
    solved = propagate(nonogram.puzzle).state.solved
    assert (found is not None) == solved


def test_sides_go_clockwise_from_the_upper_left() -> None:
    arrangement = on_lattice(two_squares()).lattice.arrangement()
    starts = [arrangement.outward(arrangement.sides[at], 0)[0] for at in around(arrangement)]
    assert starts == [(50, 100), (100, 50), (50, 0), (0, 50)]


def test_known_puzzles() -> None:
    for source, expected in ((triangle(), 4), (two_squares(), None)):
        found = on_lattice(source)
        nonogram = from_faces(found.lattice.arrangement(), colour_faces(found).colouring)
        assert passes(nonogram) == expected == by_brute_force(nonogram)


def test_large_puzzles_agree_with_propagation() -> None:
    found = on_lattice(octagons(Random(4), 3))
    nonogram = from_faces(found.lattice.arrangement(), colour_faces(found).colouring)
    count = passes(nonogram)
    assert (count is not None) == propagate(nonogram.puzzle).state.solved
    assert count is None or 10 < count < nonogram.puzzle.cells
