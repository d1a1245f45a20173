"""An arrangement of curves, with what its puzzle does not need to know."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from nonoforge.families.plane import Arrangement
from nonoforge.path import Point


class Vertex(NamedTuple):
    """Where edges meet: the darts that leave it, counter-clockwise."""

    place: Point
    darts: tuple[int, ...]
    frame: bool
    flat: bool  # two of them leave in the same direction


@dataclass(frozen=True)
class Arranged:
    """An arrangement, and what its puzzle does not need to know."""

    arrangement: Arrangement
    picture: tuple[bool, ...]  # for each edge: does it border the picture?
    vertices: tuple[Vertex, ...]
    notes: tuple[str, ...]

    @cached_property
    def curve_of(self) -> dict[int, int]:
        """For each edge off the frame the curve that it belongs to."""
        return {dart >> 1: number for number, curve in enumerate(self.arrangement.curves)
                for dart in curve.darts}
