"""What is asked of a labeling, and what it answers.

A label is a row of boxes as high as `height`, at the end of its leader: the leader runs from the
port p along the direction v to p + e v, and the boxes follow along v from there, on one side of the
prolonged leader. The label is a rectangle with one long side on the leader's line.

Two labels of different ports are *alike* if they could be read as one clue: their boxes are nearer
than `Task.separate`, and their leaders differ by less than that in length; or the boxes of one
continue the row of the other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

Point: TypeAlias = tuple[float, float]

LEFT: Literal[1] = 1
RIGHT: Literal[-1] = -1

IN_ROW_TURN = 25.0  # degrees: rows of boxes that differ by more in direction do not continue
IN_ROW_SHARE = 0.25  # of the height of a row: one that overlaps it by less is beside it


class Port(NamedTuple):
    """A place on the frame, the outward direction of the curve there (of length 1), and the side of
    it on which the boxes lie: LEFT or RIGHT, as seen when looking outwards."""

    at: Point
    out: Point
    side: Literal[1, -1]


class Label(NamedTuple):
    """The boxes of one clue, and the ports that it may have. Labels of the same `curve` are the two
    sides of one curve: a balanced labeling has one of them at each end."""

    options: tuple[Port, ...]
    boxes: tuple[float, ...]  # the length of each along the leader, from the leader's end outwards
    height: float
    curve: int | None = None

    @property
    def length(self) -> float:
        return sum(self.boxes)


@dataclass(frozen=True)
class Task:
    """Labels, and the frame around which they go: a simple polygon, counter-clockwise."""

    frame: tuple[Point, ...]
    labels: tuple[Label, ...]
    longest: float = 25.0  # the most that a leader may measure
    gap: float = 0.0  # what two labels keep between them, at the least
    balanced: bool = False
    overlap: float = 0.0  # how deep boxes of two labels may overlap; above 0 the gap is that of
    # leaders and boxes only
    separate: float = 0.0  # nearer labels are not to be read as one clue; see `options`


class Placed(NamedTuple):
    """Which of its options a label takes, and how long its leader is."""

    option: int
    leader: float


class Labeling(NamedTuple):
    """An answer. `placed` has None where a label could not be placed. Leaders that were polished
    are of any length, and together no longer than the proved best."""

    placed: tuple[Placed | None, ...]
    total: float  # length of all leaders
    optimal: bool  # proved: no labeling places more labels, or as many with shorter leaders ...
    step: float | None  # ... among leaders that are multiples of this beyond their least; None: any
    method: str
    seconds: float

    @property
    def left(self) -> tuple[int, ...]:
        """The labels that have no place."""
        return tuple(i for i, place in enumerate(self.placed) if place is None)
