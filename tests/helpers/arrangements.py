"""Small arrangements to test with: straight lines by the exact lattice, and one with a hole."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from nonoforge.families.plane import Arrangement, Curve, Labels, Place, from_faces
from nonoforge.families.sloped import Straight, build_lattice, through
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette

SIDE = 100_000  # thousandths of a millimetre
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


def random_lines(rng: Random, count: int, *, any_slope: bool = False) -> list[Straight]:
    """Different lines through a frame of 100 mm, in four directions or in any."""
    lines: set[Straight] = set()
    while len(lines) < count:
        x, y = (1000 * rng.randrange(3, 98) for _ in range(2))
        dx, dy = (rng.randrange(-9, 10), rng.randrange(1, 10)) if any_slope \
            else rng.choice(DIRECTIONS)
        lines.add(through((x, y), (x + dx, y + dy)))
    return sorted(lines)


def random_sloped(rng: Random, count: int = 6, colours: int = 2, *,
                  any_slope: bool = False) -> Nonogram:
    """A puzzle of random faces between random lines."""
    lines = random_lines(rng, count, any_slope=any_slope)
    arrangement = build_lattice((0, 0, SIDE, SIDE), lines).arrangement()
    palette = Palette.of("#ffffff", "#000000", "#cc0000", "#0000cc", "#00aa00")
    return from_faces(arrangement, bytes(rng.randrange(colours) for _ in arrangement.faces),
                      palette=Palette() if colours == 2 else Palette(palette.colours[:colours]))


def with_labels(nonogram: Nonogram, rng: Random) -> Nonogram:
    """Labels anywhere, some without a place."""
    arrangement = nonogram.geometry
    assert isinstance(arrangement, Arrangement)
    places = tuple(None if rng.random() < 0.2 else Place(rng.randrange(2), rng.randrange(90) / 8)
                   for _ in arrangement.sides)
    return replace(nonogram, geometry=replace(arrangement, labels=Labels((5.0, 4.5), places)))


def moon() -> Nonogram:
    """A square cut by a curve, and a round hole in one of its two faces: a closed curve."""
    square = ((0.0, 0.0), (9.0, 0.0), (9.0, 9.0), (0.0, 9.0))
    a, b, c, d = square
    m, n = (4.0, 0.0), (4.0, 9.0)
    ring = ((7.0, 4.0), (7.0, 5.0))
    edges = (
        ((a, m),), ((m, b),), ((b, c),), ((c, n),), ((n, d),), ((d, a),),
        ((m, (6.0, 3.0), (2.0, 6.0), n),),
        ((ring[0], (8.0, 4.0), (8.0, 5.0), ring[1]),),
        ((ring[1], (6.0, 5.0), (6.0, 4.0), ring[0]),),
    )
    faces = (((0, 12, 8, 10),), ((2, 4, 6, 13), (17, 15)), ((14, 16),))
    arrangement = Arrangement("curved", edges, faces, (Curve((12,)), Curve((14, 16), True)),
                              (0, 2, 4, 6, 8, 10))
    return from_faces(arrangement, bytes([1, 0, 1]))
