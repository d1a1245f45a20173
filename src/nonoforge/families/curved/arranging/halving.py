"""Pairs of stretches, halved until it is certain whether and where they meet.

    they are apart      their boxes, or the strips along their chords, are disjoint
    they cross once     no direction of the one is a direction of the other, so they meet at most
                        once, and Newton's method has found where
    they stay together  down to a ten-thousandth of a millimetre: they touch there, or, if this is
                        so along a stretch, they run on top of each other

A crossing is never lost, because a pair is only dropped when it is apart. Pairs that share an end
are done as soon as they can share no more; on one stroke, where one follows the other, that is
no contact. All pairs take each step together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nonoforge.families.curved.arranging.leaves import Floats, Ints, Leaves, controls
from nonoforge.families.curved.arranging.newton import crossings

NEAR = 1e-8  # mm: what is nearer may touch; less than the SLACK of crossings, or pairs that cross
#             just beyond their ends would stay until they are FINE
FINE = 1e-4  # mm: what is together at this size touches
SAME = 1e-9  # mm: ends this near are one point
ALIKE = 1e-6  # mm: what is within this of one straight line runs together
MOST = 1_000_000  # pairs that stay together: no honest drawing has so many


class Pairs(NamedTuple):
    """Stretches of leaves i and j, each from t0 to t1."""

    i: Ints
    i0: Floats
    i1: Floats
    j: Ints
    j0: Floats
    j1: Floats

    def some(self, which: Any) -> Pairs:
        return Pairs(*(column[which] for column in self))

    def halves(self, large: Any, large_j: Any) -> Pairs:
        """Each pair as up to four: halves of what is large in it."""
        import numpy as np

        i, j = (self.i0 + self.i1) / 2, (self.j0 + self.j1) / 2
        parts = [self._replace(i1=np.where(large, i, self.i1)),
                 self._replace(i0=i).some(large)]
        halved = [j, j[large]]
        return joined([half for part, middle, both in zip(parts, halved, (large_j, large_j[large]),
                                                          strict=True)
                       for half in (part._replace(j1=np.where(both, middle, part.j1)),
                                    part._replace(j0=middle).some(both))])


def joined(parts: Sequence[Pairs]) -> Pairs:
    """Several in one."""
    import numpy as np

    return Pairs(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


class Found(NamedTuple):
    """Leaf i at s meets leaf j at t; `size` is 0 for a crossing, otherwise that of stretches that
    stay together there."""

    i: Ints
    s: Floats
    j: Ints
    t: Floats
    size: Floats


class TooMany(Exception):
    """Too many pairs stay together; one place where they do."""

    def __init__(self, i: int, j: int, t: float) -> None:
        super().__init__(i, j, t)
        self.i, self.j, self.t = i, j, t


def search(a: Leaves, b: Leaves, pairs: Pairs, ends: Sequence[int]) -> Iterator[Found]:
    """All places where pairs of leaves meet. `ends` has for each stroke its number of pieces if it
    is closed, or -1."""
    import numpy as np

    last = np.asarray(ends)
    while len(pairs.i):
        pairs, found = _step(a, b, pairs, last)
        yield from found
        if len(pairs.i) > MOST:
            raise TooMany(int(pairs.i[0]), int(pairs.j[0]), float(pairs.i0[0]))


def _step(a: Leaves, b: Leaves, pairs: Pairs, last: Ints) -> tuple[Pairs, list[Found]]:
    """Drops pairs that are apart, takes those that are done, halves the others."""
    import numpy as np

    p = controls(a.coefficients[pairs.i], pairs.i0, pairs.i1)
    q = controls(b.coefficients[pairs.j], pairs.j0, pairs.j1)
    meet = _boxes_meet(p, q)
    pairs, p, q = pairs.some(meet), p[meet], q[meet]
    apart, alike = _strips(p, q)
    meet = ~apart
    pairs, p, q, alike = pairs.some(meet), p[meet], q[meet], alike[meet]
    once, onward, back = _cones(p, q)
    ended, found = _ends(a, b, pairs, (p, q), (once, onward, back), last)
    meet = ~ended
    pairs, p, q, alike, once = pairs.some(meet), p[meet], q[meet], alike[meet], once[meet]
    done = np.zeros(len(p), dtype=bool)
    if once.any():
        crossed, done[once] = _crossings(a, b, pairs.some(once), p[once], q[once])
        found.append(crossed)
    size, other, shared = _sizes(p, q)
    larger, smaller = np.maximum(size, other), np.minimum(size, other)
    beside = alike & (shared > smaller / 2) & (larger < 4 * smaller)
    together = ~done & ((larger < FINE) | (~once & (_same(p, q) | beside)))
    if together.any():
        found.append(_middle(pairs.some(together), shared[together]))
    rest = ~done & ~together
    size, other = size[rest], other[rest]
    return pairs.some(rest).halves(size > other / 2, other > size / 2), found


def _boxes_meet(p: Floats, q: Floats) -> Any:
    low, high = p.min(axis=1), p.max(axis=1)
    return ((low <= q.max(axis=1) + NEAR) & (q.min(axis=1) <= high + NEAR)).all(axis=1)


def _strips(p: Floats, q: Floats) -> tuple[Any, Any]:
    """Is one beside the strip along the other's chord? And are both strips so thin, and within
    each other, that the two run together?"""
    import numpy as np

    apart, alike = np.zeros(len(p), dtype=bool), np.ones(len(p), dtype=bool)
    for one, other in ((p, q), (q, p)):
        chord = one[:, 3] - one[:, 0]
        long = np.hypot(chord[:, 0], chord[:, 1])
        normal = np.stack((-chord[:, 1], chord[:, 0]), axis=1) / np.maximum(long, 1e-300)[:, None]
        mine = np.einsum("nkd,nd->nk", one - one[:, :1], normal)
        theirs = np.einsum("nkd,nd->nk", other - one[:, :1], normal)
        apart |= (theirs.min(axis=1) > mine.max(axis=1) + NEAR) | \
            (theirs.max(axis=1) < mine.min(axis=1) - NEAR)
        alike &= (np.abs(mine).max(axis=1) < ALIKE) & (np.abs(theirs).max(axis=1) < ALIKE)
    return apart, alike


def _ends(
    a: Leaves, b: Leaves, pairs: Pairs, curves: tuple[Floats, Floats], cones: tuple[Any, Any, Any],
    last: Ints,
) -> tuple[Any, list[Found]]:
    """Which pairs share one end and can share no more; and these ends, unless one stroke only goes
    on there."""
    import numpy as np

    (p, q), (once, onward, back) = curves, cones
    met = [(np.abs(p[:, at_i] - q[:, at_j]).max(axis=1) < SAME, at_i, at_j)
           for at_i in (0, 3) for at_j in (0, 3)]
    single = np.sum([same for same, _, _ in met], axis=0) == 1
    ended = np.zeros(len(p), dtype=bool)
    found: list[Found] = []
    for same, at_i, at_j in met:
        # Where one ends and the other begins they go on; where both begin they go both ways.
        over = same & single & (once | (back if at_i == at_j else onward))
        if not over.any():
            continue
        ended |= over
        some = pairs.some(over)
        s, t = (some.i1 if at_i else some.i0), (some.j1 if at_j else some.j0)
        told = ~_follows(a, b, some, s, t, last)
        found.append(Found(some.i[told], s[told], some.j[told], t[told], np.zeros(told.sum())))
    return ended, found


def _follows(a: Leaves, b: Leaves, pairs: Pairs, s: Floats, t: Floats, last: Ints) -> Any:
    """Is it the same place on the same stroke?"""
    stroke = a.stroke[pairs.i]
    u, v, end = a.piece[pairs.i] + s, b.piece[pairs.j] + t, last[stroke]
    return (stroke == b.stroke[pairs.j]) & \
        ((u == v) | ((u == end) & (v == 0)) | ((v == end) & (u == 0)))


def _cones(p: Floats, q: Floats) -> tuple[Any, Any, Any]:
    """Have they no direction in common, even backwards? Do all their directions lie within less
    than half a turn? And if the one is turned round?"""
    import numpy as np

    (one, wide_one), (other, wide_other) = _directions(p), _directions(q)
    cross = np.abs(one[:, 0] * other[:, 1] - one[:, 1] * other[:, 0])
    dot = one[:, 0] * other[:, 0] + one[:, 1] * other[:, 1]
    width, angle = wide_one + wide_other, np.arctan2(cross, dot)
    return (np.minimum(angle, np.pi - angle) > width + 1e-9, angle + width < np.pi - 1e-6,
            np.pi - angle + width < np.pi - 1e-6)


def _directions(p: Floats) -> tuple[Floats, Floats]:
    """The chord, and the widest angle between it and a leg of the control polygon."""
    import numpy as np

    chord, legs = p[:, 3] - p[:, 0], p[:, 1:] - p[:, :-1]
    cross = chord[:, None, 0] * legs[..., 1] - chord[:, None, 1] * legs[..., 0]
    dot = chord[:, None, 0] * legs[..., 0] + chord[:, None, 1] * legs[..., 1]
    angle = np.abs(np.arctan2(cross, dot))
    angle[np.abs(legs).max(axis=2) < 1e-11] = 0  # a leg of no length has no direction
    return chord, angle.max(axis=1)


def _sizes(p: Floats, q: Floats) -> tuple[Floats, Floats, Floats]:
    """The sizes of both, and of what their boxes have in common: never 0, which is a crossing."""
    import numpy as np

    low, high, low_q, high_q = p.min(axis=1), p.max(axis=1), q.min(axis=1), q.max(axis=1)
    shared = (np.minimum(high, high_q) - np.maximum(low, low_q)).max(axis=1)
    return (high - low).max(axis=1), (high_q - low_q).max(axis=1), np.maximum(shared, 1e-12)


def _same(p: Floats, q: Floats) -> Any:
    """Are they the same curve, forwards or backwards?"""
    import numpy as np

    return np.minimum(np.abs(p - q).max(axis=(1, 2)),
                      np.abs(p - q[:, ::-1]).max(axis=(1, 2))) < ALIKE


def _middle(pairs: Pairs, sizes: Floats) -> Found:
    return Found(pairs.i, (pairs.i0 + pairs.i1) / 2, pairs.j, (pairs.j0 + pairs.j1) / 2, sizes)


def _crossings(a: Leaves, b: Leaves, pairs: Pairs, p: Floats, q: Floats) -> tuple[Found, Any]:
    """Where pairs that cross at most once do, and which of them."""
    import numpy as np

    s, t, met = crossings(a.coefficients[pairs.i], (pairs.i0, pairs.i1), b.coefficients[pairs.j],
                          (pairs.j0, pairs.j1), p, q)
    return Found(pairs.i[met], s[met], pairs.j[met], t[met], np.zeros(met.sum())), met
