"""Arrangements of straight lines to widen: by hand, and random ones of every kind."""

from __future__ import annotations

from random import Random

from nonoforge.families.sloped import Lattice, Straight, build_lattice, through

SIZE = 100_000  # of the frame: 100 mm
FRAME = (0, 0, SIZE, SIZE)


def triangle(across: int = 60_000, up: int = 30_000) -> Lattice:
    """A right triangle whose hypotenuse runs through two corners of the frame."""
    return build_lattice(FRAME, [through((0, 0), (1, 1)), level(up), upright(across)])


def cross(across: int = 50_000, up: int = 50_000) -> Lattice:
    """Two squares in opposite quarters: one upright line and one level one."""
    return build_lattice(FRAME, [level(up), upright(across)])


def level(y: int) -> Straight:
    return through((0, y), (1, y))


def upright(x: int) -> Straight:
    return through((x, 0), (x, 1))


def octilinear(rng: Random, count: int, grid: int = 2_000) -> Lattice:
    """Level, upright and diagonal lines through points of a grid: many meet in threes."""
    lines: set[Straight] = set()
    while len(lines) < count:
        x, y = (rng.randrange(grid, SIZE, grid) for _ in "xy")
        dx, dy = rng.choice([(1, 0), (0, 1), (1, 1), (1, -1)])
        lines.add(through((x, y), (x + dx, y + dy)))
    return build_lattice(FRAME, sorted(lines))


def slanted(rng: Random, count: int) -> Lattice:
    """The sides of triangles with corners anywhere. The sides of two more meet in each of some
    points, so that there are points with three lines, and the like on the frame."""
    lines: set[Straight] = set()
    while len(lines) < count:
        corners = [(rng.randrange(5_000, 95_000), rng.randrange(5_000, 95_000)) for _ in range(3)]
        if rng.random() < 0.3:
            corners.append((rng.choice([0, rng.randrange(SIZE)]), rng.randrange(SIZE)))
        for number, corner in enumerate(corners):
            for other in corners[:number]:
                if corner != other and len(lines) < count:
                    lines.add(through(corner, other))
    return build_lattice(FRAME, sorted(lines))


def some(count: int, lines: int) -> list[Lattice]:
    """Random arrangements of at most so many lines, half of them octilinear."""
    made = []
    for seed in range(count):
        rng = Random(seed)
        make = octilinear if seed % 2 else slanted
        made.append(make(rng, rng.randint(2, lines)))
    return made
