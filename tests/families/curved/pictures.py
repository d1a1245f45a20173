"""Pictures for the tests of extending: outlines and nothing else."""

from __future__ import annotations

from math import cos, pi, sin

from families.curved.strokes import circle, made
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Piece, Point, polyline


def polygon(*points: Point, name: str = "polygon") -> Stroke:
    """A closed outline with straight edges."""
    return made(polyline([*points, points[0]]), True, picture=True, name=name)


def disc(x: float, y: float, r: float, name: str = "disc") -> Stroke:
    """A round one."""
    return circle(x, y, r, name=name, picture=True)


def star(x: float, y: float, r: float, points: int = 5, name: str = "star") -> Stroke:
    """Ten corners; its edges lie in pairs on five lines."""
    inner = r * sin(pi / 10) / sin(7 * pi / 10)
    return polygon(*((x + (inner if k % 2 else r) * cos(pi / 2 + k * pi / points),
                      y + (inner if k % 2 else r) * sin(pi / 2 + k * pi / points))
                     for k in range(2 * points)), name=name)


def curved_outline(*points: Point, name: str = "outline") -> Stroke:
    """A closed outline of cubics: a start, then three points for each."""
    pieces: tuple[Piece, ...] = tuple(
        tuple(points[k:k + 4]) for k in range(0, len(points) - 1, 3))  # type: ignore[misc]
    return made(pieces, True, picture=True, name=name)


def leaf() -> Stroke:
    """Two arcs that meet in two corners."""
    return curved_outline((50, 15), (75, 40), (75, 60), (50, 85), (25, 60), (25, 40), (50, 15),
                          name="leaf")


def drop() -> Stroke:
    """One corner only."""
    return curved_outline((50, 85), (60, 60), (75, 50), (70, 32), (65, 15), (35, 15), (30, 32),
                          (25, 50), (40, 60), (50, 85), name="drop")


def fish() -> list[Stroke]:
    """A body with a tail, and an eye."""
    body = curved_outline((12, 50), (25, 75), (55, 78), (72, 55), (80, 65), (88, 70), (88, 72),
                          (84, 55), (84, 45), (88, 28), (88, 30), (80, 35), (72, 45), (55, 22),
                          (25, 25), (12, 50), name="body")
    return [body, disc(28, 55, 5, "eye")]


def a_face() -> list[Stroke]:
    """Round, with round eyes and a mouth."""
    return [disc(50, 50, 35, "head"), disc(36, 60, 6, "left eye"), disc(64, 60, 6, "right eye"),
            curved_outline((32, 40), (40, 30), (60, 30), (68, 40), (60, 24), (40, 24), (32, 40),
                           name="mouth")]
