"""A candidate as exact lines in a frame of millimetres, with the colours of its faces."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

from nonoforge.families.sloped.lattice import Lattice, build_lattice, min_width
from nonoforge.families.sloped.lines import UNIT, Straight
from nonoforge.families.sloped.simplifying.simplify import Candidate
from nonoforge.families.sloped.simplifying.target import (
    BOTTOM,
    FLAT,
    LEFT,
    RIGHT,
    RISING,
    TOP,
    UPRIGHT,
    LatticeLine,
)
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring

WHITE = "#ffffff"


class Embedded(NamedTuple):
    """An arrangement with its colours."""

    lattice: Lattice
    colouring: Colouring
    palette: Palette


def square_side(candidate: Candidate, side: float, width: float, most: float) -> int:
    """Return the side of a square in exact coordinates: the frame's longer side is `side` mm, or
    more, up to `most`, if that makes the narrowest face `width` mm wide."""
    squares = max(candidate.target.width, candidate.target.height)
    narrowest = min_width(_lattice(candidate, UNIT))
    wanted = min(max(side / squares, width / narrowest), most / squares)
    return ceil(wanted * UNIT - 1e-6)


def embed(candidate: Candidate, square: int, colours: tuple[str, ...], plain: bool) -> Embedded:
    """Return the exact arrangement of a candidate. Colours that no face has are left out; a single
    one becomes black if `plain`."""
    lattice = _lattice(candidate, square)
    places = lattice.places
    side = square / UNIT
    found = []
    for face in lattice.faces:
        corners = [places[lattice.tail(dart)] for dart in face]
        x, y = (sum(values) / len(corners) / side for values in zip(*corners, strict=True))
        found.append(candidate.colours[candidate.faces[triangle_at(candidate, x, y)]])
    used = sorted({*found} - {0})
    palette = Palette() if plain and len(used) == 1 else \
        Palette.of(WHITE, *(colours[colour - 1] for colour in used))
    numbers = {0: 0} | {colour: at for at, colour in enumerate(used, start=1)}
    return Embedded(lattice, bytes(numbers[colour] for colour in found), palette)


def triangle_at(candidate: Candidate, x: float, y: float) -> int:
    """Return the triangle at a point, in squares from the frame's bottom left corner."""
    width, height = candidate.target.width, candidate.target.height
    column, row = min(int(x), width - 1), min(int(y), height - 1)
    u, v = x - column - 0.5, y - row - 0.5
    part = (RIGHT if u > 0 else LEFT) if abs(u) > abs(v) else TOP if v > 0 else BOTTOM
    return 4 * (row * width + column) + part


def _lattice(candidate: Candidate, square: int) -> Lattice:
    width, height = candidate.target.width, candidate.target.height
    return build_lattice((0, 0, width * square, height * square),
                         [_straight(line, height, square) for line in candidate.lines])


def _straight(line: LatticeLine, height: int, square: int) -> Straight:
    slope, at = line
    if slope == FLAT:
        return Straight(0, 1, at * square)
    if slope == RISING:
        return Straight(-1, 1, (height - at) * square)
    if slope == UPRIGHT:
        return Straight(-1, 0, -at * square)
    return Straight(1, 1, at * square)
