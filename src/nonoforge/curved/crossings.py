"""Where strokes meet: every crossing and every touch, each with its place on both.

What two strokes have in common depends on these two alone, so someone who changes one stroke of
many (or adds one) only asks for its contacts with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

from nonoforge.curved.candidates import between, within
from nonoforge.curved.halving import NEAR, Found, Pairs, TooMany, search
from nonoforge.curved.leaves import Floats, Leaves, value
from nonoforge.curved.misdrawn import Misdrawn, quoted
from nonoforge.curved.stroke import Stroke
from nonoforge.plane.path import Point

STRETCH = 0.5  # mm: what runs together for longer is no touch
JOINT = 2e-3  # mm: a stroke that meets itself within this has only turned


class Contact(NamedTuple):
    """Stroke a at u and stroke b at v are at the same place. They need not cross there."""

    a: int
    u: float
    b: int
    v: float
    place: Point


class Overlap(NamedTuple):
    """Two strokes that run on top of each other, between these places."""

    a: int
    b: int
    places: tuple[Point, Point]


def contacts(
    strokes: Sequence[Stroke], mine: Leaves, others: Leaves | None = None,
) -> tuple[list[Contact], list[Overlap]]:
    """All contacts among some leaves (of a stroke with itself, too), or between them and others.

    `strokes` are numbered as in the leaves.
    """
    import numpy as np

    b = mine if others is None else others
    ends = [len(stroke.path) if stroke.closed else -1 for stroke in strokes]
    found: list[Found] = []
    for i, j in within(mine.box, NEAR) if others is None else between(mine.box, b.box, NEAR):
        pairs = Pairs(i, mine.t0[i], mine.t1[i], j, b.t0[j], b.t1[j])
        try:
            found += search(mine, b, pairs, ends)
        except TooMany as error:
            first, second = (strokes[leaves.stroke[k]] for leaves, k in ((mine, error.i),
                                                                         (b, error.j)))
            place = first.place(float(mine.piece[error.i] + error.t))
            raise on_top(first, second, place) from None
    if not found:
        return [], []
    return _told(strokes, mine, b, Found(*(np.concatenate(c) for c in zip(*found, strict=True))))


def on_top(one: Stroke, other: Stroke, place: Point) -> Misdrawn:
    """An error: two strokes run together."""
    who = f"{quoted(one.name)} runs over itself" if one is other else \
        f"{quoted(one.name)} and {quoted(other.name)} run on top of each other"
    return Misdrawn(f"{who} near {{0}}; each edge is drawn once", place)


def _told(
    strokes: Sequence[Stroke], a: Leaves, b: Leaves, found: Found,
) -> tuple[list[Contact], list[Overlap]]:
    u, v = _whole(a.piece[found.i] + found.s), _whole(b.piece[found.j] + found.t)
    places = (value(a.coefficients[found.i], found.s)
              + value(b.coefficients[found.j], found.t)) / 2
    rows = list(zip(a.stroke[found.i].tolist(), u.tolist(), b.stroke[found.j].tolist(),
                    v.tolist(), map(tuple, places.tolist()), strict=True))
    sizes = found.size.tolist()
    told = [Contact(*row) for row, size in zip(rows, sizes, strict=True) if not size]
    overlaps: list[Overlap] = []
    together = [(Contact(*row), size) for row, size in zip(rows, sizes, strict=True) if size]
    for run in _runs(together):
        (first, size), (last, _), (middle, _) = run[0], run[-1], run[len(run) // 2]
        if dist(first.place, last.place) + size > STRETCH:
            overlaps.append(Overlap(middle.a, middle.b, (first.place, last.place)))
        elif not _turns(strokes, middle):
            told.append(middle)
    return told, overlaps


def _whole(u: Floats) -> Floats:
    """What is a hair from the end of a piece is at its end."""
    import numpy as np

    whole = np.round(u)
    return np.where(np.abs(u - whole) < 1e-10, whole, u)


def _runs(pieces: list[tuple[Contact, float]]) -> list[list[tuple[Contact, float]]]:
    """Stretches that stay together, those in a row put together."""
    pieces.sort(key=lambda each: (each[0].a, each[0].b, each[0].u))
    runs: list[list[tuple[Contact, float]]] = []
    for contact, size in pieces:
        before = runs[-1][-1][0] if runs else None
        if before is None or (before.a, before.b) != (contact.a, contact.b) or \
                dist(before.place, contact.place) > 4 * size:
            runs.append([])
        runs[-1].append((contact, size))
    return runs


def _turns(strokes: Sequence[Stroke], contact: Contact) -> bool:
    """Is it only a stroke that turns back sharply?"""
    if contact.a != contact.b:
        return False
    stroke, (u, v) = strokes[contact.a], sorted((contact.u, contact.v))
    ways = [(u, v)]
    if stroke.closed:
        ways.append((v, u + len(stroke.path)))
    return any(all(dist(contact.place, stroke.place(p + (q - p) * k / 8)) < JOINT
                   for k in range(9)) for p, q in ways)
