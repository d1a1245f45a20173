"""Where strokes meet: every crossing and every touch, each with its place on both.

What two strokes have in common depends on these two alone, so someone who changes one stroke of
many (or adds one) only asks for its contacts with the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.families.curved.arranging.candidates import between, within
from nonoforge.families.curved.arranging.halving import NEAR, Found, Pairs, TooMany, search
from nonoforge.families.curved.arranging.leaves import Floats, Leaves, value
from nonoforge.families.curved.arranging.touching import STRETCH, Meeting, groups, turns
from nonoforge.families.curved.misdrawn import Misdrawn, quoted
from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Point


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
    pairs: dict[tuple[int, int], list[Meeting]] = {}
    for i, from_, j, to, place, size in zip(
            a.stroke[found.i].tolist(), u.tolist(), b.stroke[found.j].tolist(), v.tolist(),
            places.tolist(), found.size.tolist(), strict=True):
        pairs.setdefault((i, j), []).append(Meeting(from_, to, (place[0], place[1]), size))
    contacts: list[Contact] = []
    overlaps: list[Overlap] = []
    for (i, j), meetings in pairs.items():
        for group in groups(strokes[i], strokes[j], meetings):
            if group.extent > STRETCH:
                overlaps.append(Overlap(i, j, group.ends))
            elif i != j or not turns(strokes[i], group.best):
                contacts.append(Contact(i, group.best.u, j, group.best.v, group.best.place))
    return contacts, overlaps


def _whole(u: Floats) -> Floats:
    """What is a hair from the end of a piece is at its end."""
    import numpy as np

    whole = np.round(u)
    return np.where(np.abs(u - whole) < 1e-10, whole, u)
