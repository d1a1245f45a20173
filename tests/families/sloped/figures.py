"""Drawings to make sloped puzzles from: shapes by hand, and random ones of every kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import cos, pi, radians, sin
from random import Random

from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.families.sloped import ExactDrawing, Slopes, exact_drawing, find_frame, sketch_of
from nonoforge.families.sloped.straightening.fitting import NO_SNAP, Snap
from nonoforge.path import Box, Piece, Point, polyline

PAGE = Box(0.0, 0.0, 100.0, 100.0)
TRIANGLE = ((20.0, 20.0), (80.0, 20.0), (80.0, 80.0))  # its hypotenuse runs through two corners
SQUARES = (((0.0, 0.0), (50.0, 0.0), (50.0, 50.0), (0.0, 50.0)),
           ((50.0, 50.0), (100.0, 50.0), (100.0, 100.0), (50.0, 100.0)))


KINDS = ("patches", "octagons", "bricks", "turned", "stars")


def shape(*outlines: Sequence[Point], closed: bool = True, **more: object) -> Shape:
    """A shape from the corners of its outlines."""
    paths = (polyline([*points, points[0]] if closed else points) for points in outlines)
    return Shape(tuple(Outline(path, closed) for path in paths), **more)  # type: ignore[arg-type]


def drawing(*shapes: Shape, page: Box | None = PAGE, true_size: bool = True,
            **more: str) -> Drawing:
    return Drawing(shapes, page, true_size, **more)


def on_lattice(
    source: Drawing, slopes: str = "0,45,90,135", snap: Snap = NO_SNAP,
) -> ExactDrawing:
    """A drawing on its lattice."""
    source, frame = find_frame(source)
    return exact_drawing(sketch_of(source, frame, snap.mm), Slopes.parse(slopes), snap)


def mapped(source: Drawing, move: Callable[[Point], Point]) -> Drawing:
    """The drawing with all its points moved, those in one place together."""
    places: dict[Point, Point] = {}

    def to(piece: Piece) -> Piece:
        return tuple(places.setdefault(point, move(point)) for point in piece)  # type: ignore[return-value]

    return replace(source, shapes=tuple(replace(one, outlines=tuple(
        Outline(tuple(map(to, outline.path)), outline.closed) for outline in one.outlines))
        for one in source.shapes))


def shaken(source: Drawing, rng: Random, noise: float) -> Drawing:
    """Every point a little beside its place."""
    return mapped(source, lambda point: (point[0] + rng.uniform(-noise, noise),
                                         point[1] + rng.uniform(-noise, noise)))


def turned(source: Drawing, degrees: float, shrink: float = 0.6) -> Drawing:
    """The drawing turned about the middle of its page, and smaller so that it stays on it."""
    assert source.page is not None
    x0, y0 = source.page.width / 2, source.page.height / 2
    c, s = shrink * cos(radians(degrees)), shrink * sin(radians(degrees))
    return mapped(source, lambda p: (x0 + c * (p[0] - x0) - s * (p[1] - y0),
                                     y0 + s * (p[0] - x0) + c * (p[1] - y0)))


def two_squares() -> Drawing:
    return drawing(*(shape(square, name=f"rect {number}") for number, square
                     in enumerate(SQUARES, 1)))


def triangle() -> Drawing:
    return drawing(shape(TRIANGLE, name="path 'triangle'"))


def octagons(rng: Random, across: int, *, keep: float = 1.0) -> Drawing:
    """Octagons and what is left of them with some corners uncut, apart from each other."""
    step = 100 / across
    cells = [(x * step, y * step) for x in range(across) for y in range(across)
             if rng.random() < keep] or [(0.0, 0.0)]
    return drawing(*(shape(_octagon(rng, x, y, step), name=f"path {number}")
                     for number, (x, y) in enumerate(cells, 1)))


def _octagon(rng: Random, x: float, y: float, step: float) -> list[Point]:
    def within(low: float, high: float) -> float:
        return round(step * rng.uniform(low, high), 3)

    left, bottom = x + within(0.05, 0.3), y + within(0.05, 0.3)
    right, top = x + within(0.7, 0.95), y + within(0.7, 0.95)
    cuts = [0.0 if rng.random() < 0.3 else within(0.05, 0.18) for _ in range(4)]
    around = (((left, bottom), (0, 1), (1, 0)), ((right, bottom), (-1, 0), (0, 1)),
              ((right, top), (0, -1), (-1, 0)), ((left, top), (1, 0), (0, -1)))
    points: list[Point] = []
    for ((px, py), (ax, ay), (bx, by)), cut in zip(around, cuts, strict=True):
        points.append((px + ax * cut, py + ay * cut))
        if cut:
            points.append((px + bx * cut, py + by * cut))
    return points


def patches(rng: Random, across: int, *, share: float = 0.4, step: float | None = None,
            fills: Sequence[str] = ()) -> Drawing:
    """Triangles of a square grid with all diagonals, joined where they touch: many lines meet in
    each point of the grid."""
    step = step or 100 / (across + 2)
    chosen: set[tuple[int, int, int]] = set()
    for x in range(across):
        for y in range(across):
            chosen |= {(x, y, part) for part in range(4) if rng.random() < share}
    chosen = chosen or {(0, 0, 0)}
    groups = [chosen] if not fills else _dealt(rng, chosen, len(fills))
    shapes = [shape(*_outlines(group, step), name=f"path {number}",
                    fill=fills[number - 1] if fills else None, rule="nonzero")
              for number, group in enumerate(groups, 1) if group]
    side = (across + 2) * step
    return drawing(*shapes, page=Box(0, 0, side, side))


def _dealt(
    rng: Random, chosen: set[tuple[int, int, int]], number: int,
) -> list[set[tuple[int, int, int]]]:
    groups: list[set[tuple[int, int, int]]] = [set() for _ in range(number)]
    for triangle in sorted(chosen):
        rng.choice(groups).add(triangle)
    return groups


def _outlines(chosen: set[tuple[int, int, int]], step: float) -> list[list[Point]]:
    """The border of a set of triangles, as loops with the inside on the left."""
    edges: set[tuple[tuple[int, int], tuple[int, int]]] = set()
    for x, y, part in chosen:
        square = ((0, 0), (2, 0), (2, 2), (0, 2))
        (ax, ay), (bx, by) = square[part], square[(part + 1) % 4]
        corners = [(2 * x + ax, 2 * y + ay), (2 * x + bx, 2 * y + by), (2 * x + 1, 2 * y + 1)]
        for p, q in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (q, p) in edges:
                edges.remove((q, p))
            else:
                edges.add((p, q))
    loops: list[list[Point]] = []
    while edges:
        first, at = min(edges)
        edges.remove((first, at))
        loop = [first, at]
        while at != first:
            at_next = min(q for p, q in edges if p == at)
            edges.remove((at, at_next))
            at = at_next
            loop.append(at)
        loops.append([((x / 2 + 1) * step, (y / 2 + 1) * step) for x, y in loop[:-1]])
    return loops


def stars(rng: Random, across: int, *, corners: int = 5) -> Drawing:
    """Star-shaped polygons with any slopes, apart from each other."""
    step = 100 / across
    found = []
    for x in range(across):
        for y in range(across):
            cx, cy = (x + 0.5) * step, (y + 0.5) * step
            turns = sorted(rng.random() for _ in range(corners))
            points = []
            for number, turn in enumerate(turns):
                angle = 2 * pi * (number + 0.8 * turn) / corners
                far = step * rng.uniform(0.2, 0.45)
                points.append((round(cx + far * cos(angle), 3), round(cy + far * sin(angle), 3)))
            found.append(shape(points, name=f"path {len(found) + 1}"))
    return drawing(*found)


def bricks(rng: Random, across: int, *, share: float = 0.5) -> Drawing:
    """Squares of a grid: a picture as grids have it, without any diagonal."""
    step = 100 / across
    chosen = [(x, y) for x in range(across) for y in range(across) if rng.random() < share]
    triangles = {(x, y, part) for x, y in chosen or [(0, 0)] for part in range(4)}
    loops = [[(px - step, py - step) for px, py in loop] for loop in _outlines(triangles, step)]
    return drawing(shape(*loops, name="path 'bricks'"))


def anything(kind: str, seed: int) -> tuple[Drawing, str]:
    """A random drawing of a kind, and its slopes."""
    rng = Random(seed)
    if kind == "patches":
        step = rng.choice([None, 25.4 / 96 * 37, 7.123])
        return patches(rng, rng.randrange(2, 6), share=rng.uniform(0.2, 0.7), step=step), \
            "0,45,90,135"
    if kind == "octagons":
        return octagons(rng, rng.randrange(1, 4), keep=0.8), "0,45,90,135"
    if kind == "bricks":
        return bricks(rng, rng.randrange(2, 8)), "0,90"
    if kind == "turned":
        return turned(patches(rng, 3), rng.uniform(0, 90)), "any"
    return stars(rng, rng.randrange(1, 4), corners=rng.randrange(3, 6)), "any"
