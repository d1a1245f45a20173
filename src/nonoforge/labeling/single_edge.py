"""Random labels along a single edge of a frame: the instances of E. Timmer, Labeling Curved
Nonograms (2023), section 5.2.3 and Table 3.

Her five parameters are the first five fields of `Edge`. Sizes are hers too: an edge of 256, boxes
of 16, ports at least 1 from both ends, angles of 1 to 179 degrees with the edge. She gives neither
the range of clues nor on which side of its leader a label lies. Her rates of solved instances are
met best with 1 to 5 clues; with the side left `free` where the directions are random (only then are
there 2^n assignments of n labels, as she says); and with a given side where all slopes are +-1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, radians, sin
from random import Random
from typing import Literal, TypeAlias

from nonoforge.errors import InputError
from nonoforge.labeling.task import LEFT, RIGHT, Label, Port, Task

Distribution: TypeAlias = Literal["uniform", "random"]

DIAGONALS = (45.0, 135.0)  # slopes of +-1
MARGIN = 1.0  # from a port to the ends of the edge
FLATTEST, STEEPEST = 1.0, 179.0  # degrees


@dataclass(frozen=True)
class Edge:
    """How instances are drawn. `directions` and `ports` say how many there are. A uniform choice of
    3 directions is 45, 90 and 135 degrees; one of 3 ports is 1, 128 and 255. Without a number of
    directions, each port has its own."""

    directions: int | None = None
    direction: Distribution = "random"
    ports: int = 5
    port: Distribution = "random"
    clues: tuple[int, int] = (1, 5)
    angles: tuple[float, ...] | None = None  # these and no others, instead of `directions`
    free: bool = True  # a label may lie on either side of its leader
    length: float = 256.0
    box: float = 16.0
    longest: float = 64.0

    def __post_init__(self) -> None:
        if self.ports < 1 or (self.directions is not None and self.directions < 1):
            raise InputError("an edge needs at least one port and one direction")
        if not 1 <= self.clues[0] <= self.clues[1]:
            raise InputError(f"a range of clues such as 1 to 3 is needed, not {self.clues}")
        if self.length <= 2 * MARGIN or self.box <= 0:
            raise InputError(f"an edge longer than {2 * MARGIN:g} and a box are needed")


def single_edge_labels(edge: Edge, seed: int = 0) -> Task:
    """Return one instance. The same seed gives the same again.

    >>> edge = Edge(ports=3, port="uniform", directions=3, direction="uniform")
    >>> task = single_edge_labels(edge, seed=7)
    >>> [label.options[0].at[0] for label in task.labels]
    [1.0, 128.0, 255.0]
    """
    rng = Random(f"{seed} {edge!r}")
    angles = _angles(edge, rng)
    ends = _places(edge, rng)
    labels = tuple(_label(edge, rng, at, rng.choice(angles) if angles else _angle(rng))
                   for at in ends)
    corners = ((0.0, -edge.length), (edge.length, -edge.length), (edge.length, 0.0), (0.0, 0.0))
    return Task(corners, labels, longest=edge.longest)


def _angle(rng: Random) -> float:
    return rng.uniform(FLATTEST, STEEPEST)


def _angles(edge: Edge, rng: Random) -> Sequence[float]:
    """Return those to choose from; none: any."""
    if edge.angles is not None or edge.directions is None:
        return edge.angles or ()
    if edge.direction == "uniform":
        return [180.0 * at / (edge.directions + 1) for at in range(1, edge.directions + 1)]
    return [_angle(rng) for _ in range(edge.directions)]


def _places(edge: Edge, rng: Random) -> list[float]:
    """Of the ports along the edge, from one end to the other."""
    first, last = MARGIN, edge.length - MARGIN
    if edge.port == "random":
        return sorted(rng.uniform(first, last) for _ in range(edge.ports))
    if edge.ports == 1:
        return [(first + last) / 2]
    return [first + (last - first) * at / (edge.ports - 1) for at in range(edge.ports)]


def _label(edge: Edge, rng: Random, at: float, angle: float) -> Label:
    out = cos(radians(angle)), sin(radians(angle))
    chosen = rng.choice((LEFT, RIGHT))
    sides = (LEFT, RIGHT) if edge.free else (chosen,)
    options = tuple(Port((at, 0.0), out, side) for side in sides)
    return Label(options, (edge.box,) * rng.randint(*edge.clues), edge.box)
