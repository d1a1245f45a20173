"""How wide faces are: the width of a face is the least distance between two parallel lines that
have it between them. One of them runs along an edge, so it is the least, over its edges, of the
distance of its farthest vertex."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot

from nonoforge.families.sloped.lattice import Lattice
from nonoforge.path import Point


def face_widths(lattice: Lattice) -> list[float]:
    """The width of each face, in millimetres."""
    places = lattice.places
    sheets = [line.unit for line in lattice.lines]
    return [min(_reach(sheets[lattice.edges[dart >> 1][0]], corners) for dart in face)
            for face in lattice.faces
            for corners in [[places[lattice.head(dart)] for dart in face]]]


def min_width(lattice: Lattice) -> float:
    """The width of the narrowest face, in millimetres."""
    return min(face_widths(lattice))


def polygon_width(corners: Sequence[Point]) -> float:
    """The width of a convex polygon that is not of the lattice."""
    least = float("inf")
    for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]):
        long = hypot(bx - ax, by - ay)
        if long > 0:
            a, b = (ay - by) / long, (bx - ax) / long
            least = min(least, _reach((a, b, a * ax + b * ay), corners))
    return least


def _reach(sheet: tuple[float, float, float], corners: Sequence[Point]) -> float:
    """How far the farthest of some points is from a line a x + b y = c with |(a, b)| = 1."""
    a, b, c = sheet
    return max(abs(a * x + b * y - c) for x, y in corners)
