"""Which edges are one curve: a curve goes on at the opposite dart, and ends at the frame."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import cos

from nonoforge.families.plane import Curve

SMOOTH = -0.85  # cosine of the angle between the two ends of a stroke that goes straight on


def partners(
    around: Sequence[Sequence[int]], angles: Sequence[float], passes: Iterable[tuple[int, int]],
    frame: Sequence[bool],
) -> dict[int, int]:
    """For each dart that leaves a vertex off the frame the one with which it makes a curve.

    Strokes that go smoothly through a vertex stay themselves there: this is what the eye follows
    where curves touch. All others are paired by the order around the vertex, each with its
    opposite, so that an outline turns into its extension at a corner.
    """
    smooth: dict[int, int] = {}
    for one, other in passes:
        if cos(angles[one] - angles[other]) < SMOOTH:
            smooth[one], smooth[other] = other, one
    found: dict[int, int] = {}
    for darts, at_frame in zip(around, frame, strict=True):
        if at_frame:
            continue
        rest = [dart for dart in darts if dart not in smooth]
        half = len(rest) // 2
        if len(rest) % 2:  # some stroke ends here; who asks for curves has been told
            continue
        found.update((dart, smooth[dart]) for dart in darts if dart in smooth)
        found.update((dart, rest[(k + half) % len(rest)]) for k, dart in enumerate(rest))
    return found


def curves(
    starts: Iterable[int], edges: Iterable[int], partner: dict[int, int],
) -> list[Curve]:
    """Open curves from the darts that leave the frame, in their order; then, through all other
    edges, closed ones."""
    used: set[int] = set()
    found: list[Curve] = []
    for dart in starts:
        if dart >> 1 not in used:
            found.append(Curve(_follow(dart, partner, used)))
    for edge in edges:
        if edge not in used:
            found.append(Curve(_follow(2 * edge, partner, used), closed=True))
    return found


def _follow(dart: int, partner: dict[int, int], used: set[int]) -> tuple[int, ...]:
    row: list[int] = []
    onward: int | None = dart
    while onward is not None and onward >> 1 not in used:
        used.add(onward >> 1)
        row.append(onward)
        onward = partner.get(onward ^ 1)
    return tuple(row)
