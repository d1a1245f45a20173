"""Lines for tests of line solvers: all short ones, and long ones at random."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import product

from nonoforge.clues import Runs

Masks = list[int]


def masks_of(cells: tuple[int, ...]) -> Masks:
    """Masks [white, black] of cells that are 0 white, 1 black, 2 open, 3 neither."""
    return [sum((cell in (colour, 2)) << at for at, cell in enumerate(cells)) for colour in (0, 1)]


@cache
def fillings(length: int) -> dict[Runs, list[Masks]]:
    """All clues that a line of this length can have, and the ways to colour it so."""
    found: dict[Runs, list[Masks]] = {}
    for cells in product((0, 1), repeat=length):
        found.setdefault(Runs.read(cells), []).append(masks_of(cells))
    return found


def within(filling: Masks, masks: Masks) -> bool:
    return not any(mine & ~allowed for mine, allowed in zip(filling, masks, strict=True))


def short_lines(longest: int) -> Iterator[tuple[Runs, int, Masks]]:
    """Every line up to this length: every clue (one that does not fit too), every state."""
    for length in range(longest + 1):
        clues = [*fillings(length), Runs.of(length + 1)]
        for clue, cells in product(clues, product((0, 1, 2), repeat=length)):
            yield clue, length, masks_of(cells)


def exact(clue: Runs, length: int, masks: Masks) -> Masks | None:
    """By brute force: all ways to colour the line, one over the other."""
    white = black = 0
    for filling in fillings(length).get(clue, ()):
        if within(filling, masks):
            white, black = white | filling[0], black | filling[1]
    return [white, black] if white | black or (not length and not clue.runs) else None


def random_line(rng: random.Random, length: int) -> tuple[Runs, Masks]:
    """A clue and a state; mostly there is a colouring for both."""
    stay, known, wrong = rng.choice((0.3, 0.6, 0.9)), rng.choice((0.0, 0.2, 0.5)), 0.0
    if rng.random() < 0.2:
        wrong = 2 / length
    cells = [rng.randrange(2)]
    while len(cells) < length:
        cells.append(cells[-1] if rng.random() < stay else 1 - cells[-1])
    state = (2 if rng.random() >= known else cell ^ (rng.random() < wrong) for cell in cells)
    return Runs.read(cells), masks_of(tuple(state))
