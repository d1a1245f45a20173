"""Random puzzles of every family, and marks of players on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from families.curved.strokes import FRAME, random_open
from families.tri.outlines import random_tri
from helpers.arrangements import random_sloped
from helpers.puzzles import INKS, blotted, random_nonogram, smooth_picture
from nonoforge.clues import Count, Tally
from nonoforge.families.curved.arranging.arrange import arrange
from nonoforge.families.grid import from_picture
from nonoforge.families.plane import from_faces
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State


def grid(rng: Random) -> Nonogram:
    """Noise, blobs, and clues with blots."""
    nonogram = random_nonogram(rng, 8, rng.choice([3, 3, 4, 5])) if rng.random() < 0.6 else \
        from_picture(smooth_picture(rng, rng.randrange(1, 13), rng.randrange(1, 11)))
    if rng.random() < 0.2:
        return replace(nonogram, puzzle=blotted(rng, nonogram.puzzle, 0.2), solution=None)
    return nonogram


def solid(rng: Random) -> Nonogram:
    """Some with two colours, some with clues left out."""
    colours, (x, y, z) = rng.choice([2, 2, 3]), (rng.randrange(1, 5) for _ in range(3))
    nonogram = from_voxels([[[rng.randrange(colours) if rng.random() < 0.8 else 0
                              for _ in range(x)] for _ in range(y)] for _ in range(z)],
                           palette=Palette.of(*INKS[:colours]))
    lines = tuple(_hidden(line) if rng.random() < 0.15 else line for line in nonogram.puzzle.lines)
    return replace(nonogram, puzzle=replace(nonogram.puzzle, lines=lines), solution=None)


def _hidden(line: Line) -> Line:
    assert isinstance(line.clue, Tally)
    return line._replace(clue=Tally(tuple(Count(None, None) for _ in line.clue.counts)))


def sloped(rng: Random) -> Nonogram:
    return random_sloped(rng, rng.randrange(1, 7), rng.choice([2, 2, 3]))


def curved(rng: Random) -> Nonogram:
    """Curves from frame to frame, which cross themselves and each other: faces come twice."""
    pytest.importorskip("shapely")
    strokes = [random_open(rng, f"curve {k}", 1) for k in range(rng.randrange(1, 5))]
    arrangement, colours = arrange(FRAME, strokes).arrangement, rng.choice([2, 2, 3])
    return from_faces(arrangement, bytes(rng.randrange(colours) for _ in arrangement.faces),
                      palette=Palette.of(*INKS[:colours]))


def tri(rng: Random) -> Nonogram:
    return random_tri(rng, rng.randrange(1, 4), rng.choice([2, 2, 3]))


FAMILIES: dict[str, Callable[[Random], Nonogram]] = {
    "grid": grid, "solid": solid, "sloped": sloped, "curved": curved, "tri": tri}


def marked(rng: Random, solution: bytes, puzzle: Puzzle) -> State:
    """Marks as a player may have made them in any order: some cells, or some lines and a few cells
    beside them."""
    share, lines = rng.random() ** 2, {cell for line in puzzle.lines if rng.random() < 0.2
                                       for cell in line.cells}
    whole = rng.random() < 0.3
    return State.of([colour if (cell in lines if whole else rng.random() < share) else None
                     for cell, colour in enumerate(solution)], len(puzzle.palette))
