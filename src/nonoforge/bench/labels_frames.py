"""Frames with curves' ends around them: random instances of labeling, of given size and number of
labels."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin
from random import Random
from typing import NamedTuple

from nonoforge.labeling import LEFT, RIGHT, Label, Point, Port, Task

STEEP = pi / 3  # the most by which a curve leaves the frame off the right angle
CLUES = (1, 4)  # boxes of a label
APART = 0.4  # of even spacing: the least distance of ports along the frame


class Frame(NamedTuple):
    """How an instance is drawn. The same name and seed give the same curves in each size."""

    width: float
    height: float
    labels: int
    seed: int = 0
    name: str = ""
    box: float = 16.0
    longest: float = 64.0


def frame_task(frame: Frame) -> Task:
    """A rectangle with labels / 2 curves through it. Each has two ends on the frame and two labels,
    one for each side, each of which may go to either end."""
    rng = Random(f"{frame.name} {frame.seed} {frame.labels}")
    curves = frame.labels // 2
    ends = _ends(rng, 2 * curves, frame.width, frame.height)
    rng.shuffle(ends)
    labels = [label for curve in range(curves)
              for label in _labels(rng, curve, ends[2 * curve], ends[2 * curve + 1], frame.box)]
    corners = ((0.0, 0.0), (frame.width, 0.0), (frame.width, frame.height), (0.0, frame.height))
    return Task(corners, tuple(labels), longest=frame.longest)


def _ends(rng: Random, count: int, width: float, height: float) -> list[tuple[Point, Point]]:
    """Places around the frame, not too near each other, each with an outward direction."""
    around = 2 * (width + height)
    slack = [rng.random() for _ in range(count)]
    scale = (1 - APART) / sum(slack) if slack else 0.0
    at = rng.random()
    ends = []
    for extra in slack:
        place, normal = _on_frame(at % 1 * around, width, height)
        turn = normal + rng.uniform(-STEEP, STEEP)
        ends.append((place, (cos(turn), sin(turn))))
        at += APART / count + scale * extra
    return ends


def _on_frame(far: float, width: float, height: float) -> tuple[Point, float]:
    """The point so far around the frame, and the angle of the outward normal there."""
    for length, begin, way, normal in (
            (width, (0.0, 0.0), (1, 0), -pi / 2), (height, (width, 0.0), (0, 1), 0.0),
            (width, (width, height), (-1, 0), pi / 2)):
        if far < length:
            return (begin[0] + way[0] * far, begin[1] + way[1] * far), normal
        far -= length
    return (0.0, max(height - far, 0.0)), pi


def _labels(
    rng: Random, curve: int, start: tuple[Point, Point], end: tuple[Point, Point], box: float,
) -> Iterator[Label]:
    """What is on the left of a curve is on the right for who looks out from its start."""
    for first, second in ((RIGHT, LEFT), (LEFT, RIGHT)):
        boxes = (box,) * rng.randint(*CLUES)
        yield Label((Port(*start, first), Port(*end, second)), boxes, box, curve)
