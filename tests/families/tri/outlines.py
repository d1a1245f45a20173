"""Outlines and random triddlers for tests."""

from __future__ import annotations

import random

from helpers.puzzles import INKS
from nonoforge.errors import InputError
from nonoforge.families.tri import TriGrid, from_colouring
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette


def outlines(longest: int = 3) -> list[TriGrid]:
    """Return every outline whose first four sides have at most this length."""
    found = []
    sides = range(longest + 1)
    for a in sides:
        for b in sides:
            for c in sides:
                for d in sides:
                    try:
                        found.append(TriGrid.of_sides(a, b, c, d))
                    except InputError:
                        continue
    return found


def random_tri(
    rng: random.Random, longest: int = 3, most_colours: int = 3, density: float | None = None,
) -> Nonogram:
    """Return a triddler of a random outline, read from a random picture."""
    grid = rng.choice(outlines(longest))
    colours = rng.randint(2, most_colours)
    ink = rng.choice((0.3, 0.5, 0.7)) if density is None else density
    picture = bytes(rng.randrange(1, colours) if rng.random() < ink else 0
                    for _ in range(grid.cells))
    return from_colouring(grid, picture, palette=Palette.of(*INKS[:colours]))
