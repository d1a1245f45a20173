"""Strokes for the tests of curved puzzles: simple ones, and any number of random ones."""

from __future__ import annotations

from random import Random

from nonoforge.families.curved.drawing import frame_stroke
from nonoforge.families.curved.stroke import Stroke, make_stroke
from nonoforge.path import Path, Piece, Point, polyline

SIDE = 100.0
ROUND = 0.5522847498307936  # handles of a quarter of a circle

FRAME = frame_stroke(polyline([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE), (0, 0)]))


def made(path: Path, closed: bool = False, *, picture: bool = False, name: str = "") -> Stroke:
    """A stroke that is more than a point."""
    found = make_stroke(path, closed, picture=picture, name=name)
    assert found is not None
    return found


def line(*points: Point, name: str = "line", picture: bool = False) -> Stroke:
    """Straight pieces."""
    return made(polyline(points), name=name, picture=picture)


def bow(*points: Point, name: str = "bow") -> Stroke:
    """Cubic pieces: a start, then three points for each."""
    pieces = tuple(tuple(points[k:k + 4]) for k in range(0, len(points) - 1, 3))
    return made(pieces, name=name)  # type: ignore[arg-type]


def circle_path(x: float, y: float, r: float) -> tuple[Piece, ...]:
    """Four quarters, counter-clockwise from the right."""
    k = ROUND * r
    return (((x + r, y), (x + r, y + k), (x + k, y + r), (x, y + r)),
            ((x, y + r), (x - k, y + r), (x - r, y + k), (x - r, y)),
            ((x - r, y), (x - r, y - k), (x - k, y - r), (x, y - r)),
            ((x, y - r), (x + k, y - r), (x + r, y - k), (x + r, y)))


def circle(x: float, y: float, r: float, *, name: str = "circle",
           picture: bool = False) -> Stroke:
    """A closed stroke."""
    return made(circle_path(x, y, r), True, name=name, picture=picture)


def on_frame(random: Random) -> Point:
    """Somewhere on the frame."""
    t = random.uniform(0, SIDE)
    return random.choice([(t, 0.0), (t, SIDE), (0.0, t), (SIDE, t)])


def anywhere(random: Random, low: float = 0.0, high: float = SIDE) -> Point:
    """Somewhere in it."""
    return random.uniform(low, high), random.uniform(low, high)


def random_open(random: Random, name: str = "open", pieces: int | None = None) -> Stroke:
    """A curve from frame to frame; straight pieces among its cubics, corners between them."""
    here = on_frame(random)
    path: list[Piece] = []
    count = pieces or random.randint(1, 3)
    for number in range(count):
        there = on_frame(random) if number == count - 1 else anywhere(random, 5, 95)
        if count > 1 and random.random() < 0.2:  # alone it might run along the frame
            path.append((here, there))
        else:
            path.append((here, anywhere(random), anywhere(random), there))
        here = there
    return made(tuple(path), name=name)


def random_closed(random: Random, name: str = "closed") -> Stroke:
    """A closed curve; it may cross itself."""
    middle = anywhere(random, 20, 80)

    def near() -> Point:
        return middle[0] + random.uniform(-20, 20), middle[1] + random.uniform(-20, 20)
    corners = [near() for _ in range(3)]
    return made(tuple((a, near(), near(), b) for a, b in zip(
        corners, [*corners[1:], corners[0]], strict=True)), True, name=name)


def random_strokes(seed: int, most: int = 10) -> list[Stroke]:
    """Some of both."""
    random = Random(seed)
    return [random_open(random, f"open {k}") if random.random() < 0.7
            else random_closed(random, f"closed {k}") for k in range(random.randint(1, most))]
