"""Outlines of simple figures."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.path import Path, Point, polyline

ROUND = 0.5522847498  # handles of this length make four cubics a circle


def box_path(left: float, top: float, width: float, height: float) -> Path:
    """An upright rectangle."""
    right, bottom = left + width, top + height
    return ring_path(((left, top), (right, top), (right, bottom), (left, bottom)))


def ring_path(corners: Sequence[Point]) -> Path:
    """A polygon, back to its first corner."""
    return polyline((*corners, corners[0]))


def circle_path(middle: Point, radius: float) -> Path:
    """A circle of four cubics."""
    x, y = middle
    r, h = radius, radius * ROUND
    return (((x + r, y), (x + r, y + h), (x + h, y + r), (x, y + r)),
            ((x, y + r), (x - h, y + r), (x - r, y + h), (x - r, y)),
            ((x - r, y), (x - r, y - h), (x - h, y - r), (x, y - r)),
            ((x, y - r), (x + h, y - r), (x + r, y - h), (x + r, y)))
