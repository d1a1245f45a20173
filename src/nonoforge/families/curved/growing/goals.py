"""What a good puzzle looks like, and what it costs to miss that.

Each cost is about 1 where a person would call it a fault, less where it is only not nice, so that
costs of different kinds can be added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import asin, degrees, radians

from nonoforge.families.curved.growing.rim import Rim
from nonoforge.path import Box


@dataclass(frozen=True)
class Goals:
    """Lengths in millimetres, angles in degrees."""

    angle: float  # at which curves cross, at least
    apart: float  # from a crossing to the next along a curve, at least
    gap: float  # between curves that do not cross there
    width: float  # of faces
    ports: float  # between the ends of curves on the frame
    curves: int | None = None  # so many, if it matters

    @classmethod
    def of(cls, box: Box, *, curves: int | None = None, angle: float = 20.0,
           apart: float | None = None, width: float | None = None) -> Goals:
        """The usual goals for a frame: crossings are a twentieth of its shorter side apart."""
        apart = min(box.width, box.height) / 20 if apart is None else apart
        width = 0.5 * apart if width is None else width
        return cls(angle, apart, 0.4 * apart, width, 1.4 * apart, curves)


def crossing_cost(sine: float, goals: Goals) -> float:
    """Of a crossing at an angle."""
    short = 2 - degrees(asin(min(1.0, sine))) / goals.angle  # 0 at twice the goal, 1 at the goal
    return 0.0 if short <= 0 else 0.4 * short * short + (2 if short > 1 else 0)


def edge_cost(length: float, wanted: float) -> float:
    """Of a distance that is shorter than it should be."""
    short = 1 - length / wanted
    return 0.0 if short <= 0 else 0.8 * short * short + (6 * (short - 0.5) if short > 0.5 else 0)


def number_cost(curves: int, goals: Goals) -> float:
    """Of so many curves."""
    return 0.3 * curves if goals.curves is None else 4.0 * abs(curves - goals.curves)


def bend_cost(turns: Sequence[float], sharpest: float, whole: float, goals: Goals) -> float:
    """Of a curve's free pieces, by how far each turns and by the sharpest bend; and of a curve
    that winds and winds."""
    cost = sum(0.25 * (turn / radians(45)) ** 2 for turn in turns)
    tight = sharpest * 5 * goals.apart  # 1 for a radius of a quarter of the frame
    winding = whole / radians(300)
    return cost + (0.5 * (tight - 1) if tight > 1 else 0.0) + \
        (2 * (winding - 1) if winding > 1 else 0.0)


def lean_cost(lean: float) -> float:
    """Of a curve that meets the frame askew."""
    over = abs(degrees(lean)) / 25 - 1
    return 0.0 if over <= 0 else 0.5 * over * over


def frame_cost(ports: Sequence[float], rim: Rim, goals: Goals) -> float:
    """Of ports near each other, and near a corner of the frame."""
    cost = 0.0
    for one, other in zip(ports, [*ports[1:], ports[0] + rim.length], strict=True):
        if other - one < goals.ports:
            cost += edge_cost(other - one, goals.ports)
    for corner in rim.corners:
        for port in ports:
            away = abs((port - corner + rim.length / 2) % rim.length - rim.length / 2)
            if away < goals.apart:
                cost += edge_cost(away, goals.apart)
    return cost


def face_costs(areas: Sequence[float], around: Sequence[float], goals: Goals) -> list[float]:
    """Of faces that are too narrow, or too large."""
    whole = sum(areas)
    fair = min(0.08, 2.5 / len(areas)) if areas else 1.0
    costs: list[float] = []
    for area, length in zip(areas, around, strict=True):
        narrow = 1 - 3.2 * area / length / goals.width  # about the width of a fat triangle
        large = area / whole - fair
        costs.append((4 * narrow * narrow + 1.5 if narrow > 0 else 0.0)
                     + (20 * large if large > 0 else 0.0))
    return costs

