"""Labels to place, at random: for the tests of labeling, and for what uses it."""

from __future__ import annotations

import math
from random import Random

from nonoforge.labeling.task import LEFT, RIGHT, Label, Point, Port, Task

# A frame with a notch in its upper side.
NOTCHED: tuple[Point, ...] = (
    (0, 0), (100, 0), (100, 100), (70, 100), (65, 50), (40, 50), (30, 100), (0, 100))
SQUARE: tuple[Point, ...] = ((0, 0), (100, 0), (100, 100), (0, 100))


def along(frame: tuple[Point, ...], part: float) -> tuple[Point, Point]:
    """The point of a frame after a part of the way around it, and the outward normal there."""
    edges = list(zip(frame, frame[1:] + frame[:1], strict=True))
    rest = part % 1 * sum(math.dist(a, b) for a, b in edges)
    for a, b in edges:
        length = math.dist(a, b)
        if rest <= length:
            u, v = (b[0] - a[0]) / length, (b[1] - a[1]) / length
            return (a[0] + rest * u, a[1] + rest * v), (v, -u)
        rest -= length
    return frame[0], (0.0, -1.0)


def port(frame: tuple[Point, ...], part: float, angle: float, side: int) -> Port:
    """A port whose direction is so many degrees to the left of the frame's normal."""
    at, (x, y) = along(frame, part)
    u, v = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    return Port(at, (x * u - y * v, x * v + y * u), LEFT if side == LEFT else RIGHT)


def curves(random: Random, count: int, frame: tuple[Point, ...] = SQUARE, *, steep: float = 60,
           most: int = 4, box: float = 6, **options: float) -> Task:
    """Curves with two ends on the frame, at random, and a label on each side of each."""
    labels = []
    for curve in range(count):
        ends = [(random.random(), random.uniform(-steep, steep)) for _ in range(2)]
        for side in (LEFT, RIGHT):
            ports = tuple(port(frame, part, angle, side if end else -side)
                          for end, (part, angle) in enumerate(ends))
            labels.append(Label(ports, (box,) * random.randint(1, most), box, curve))
    return Task(frame, tuple(labels), **{"longest": 20.0, **options})  # type: ignore[arg-type]


def edge(random: Random, count: int, *, width: float = 256, box: float = 16, most: int = 3,
         longest: float = 64, angles: tuple[float, float] | None = None) -> Task:
    """Labels along one edge, each on the left or on the right of its port."""
    frame = ((0.0, 0.0), (width, 0.0), (width, -width), (0.0, -width))[::-1]
    labels = []
    for _ in range(count):
        turn = math.radians(random.choice(angles) if angles else random.uniform(1, 179))
        at, out = (random.uniform(1, width - 1), 0.0), (math.cos(turn), math.sin(turn))
        ports = (Port(at, out, LEFT), Port(at, out, RIGHT))
        labels.append(Label(ports, (box,) * random.randint(1, most), box))
    return Task(frame, tuple(labels), longest)
