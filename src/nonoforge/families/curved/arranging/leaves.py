"""Strokes in leaves: short stretches of their pieces that turn by less than a quarter.

A leaf goes always up or always down, always left or always right, so it never meets itself, and its
box is spanned by its ends. Straight pieces are cubics without bends: one arithmetic for all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.families.curved.stroke import Stroke
from nonoforge.path import Piece, steps

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats: TypeAlias = NDArray[np.float64]
    Ints: TypeAlias = NDArray[np.int64]
else:
    Floats = Ints = Any

COARSE = 0.05  # mm: leaves are about as flat as this


class Leaves(NamedTuple):
    """Leaf i is a piece of stroke[i] with these coefficients, from t0[i] to t1[i]."""

    stroke: Ints
    piece: Ints
    t0: Floats
    t1: Floats
    coefficients: Floats  # of 1, t, t^2, t^3: four points for each leaf
    box: Floats  # left, bottom, right, top

    def numbered(self, stroke: int) -> Leaves:
        """The leaves of one stroke, under another number."""
        return self._replace(stroke=self.stroke * 0 + stroke)


def joined(parts: Sequence[Leaves]) -> Leaves:
    """Several in one."""
    import numpy as np

    return Leaves(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))


def coefficients(path: Sequence[Piece]) -> Floats:
    """Of each piece: as a polynomial in t."""
    import numpy as np

    cubics = np.array([piece if len(piece) == 4 else _lifted(piece) for piece in path])
    a, b, c, d = cubics[:, 0], cubics[:, 1], cubics[:, 2], cubics[:, 3]
    bends = np.array([len(piece) == 4 for piece in path])[:, None]
    return np.stack((a, np.where(bends, 3 * (b - a), d - a), bends * 3 * (a - 2 * b + c),
                     bends * (d - a + 3 * (b - c))), axis=1)


def _lifted(piece: Any) -> Any:
    return piece[0], piece[0], piece[1], piece[1]


def leaves(strokes: Sequence[Stroke], first: int = 0) -> Leaves:
    """The leaves of strokes, which are numbered from the first."""
    import numpy as np

    pieces = [piece for stroke in strokes for piece in stroke.path]
    lengths = [len(stroke.path) for stroke in strokes]
    owner = np.repeat(np.arange(first, first + len(strokes)), lengths)
    number = np.concatenate([np.arange(length) for length in lengths])
    table = coefficients(pieces)
    row, t = _cuts(table, [steps(piece, COARSE) for piece in pieces])
    same = row[1:] == row[:-1]
    row, t0, t1 = row[:-1][same], t[:-1][same], t[1:][same]
    mine = table[row]
    ends = np.stack((value(mine, t0), value(mine, t1)))
    box = np.concatenate((ends.min(axis=0), ends.max(axis=0)), axis=1)
    return Leaves(owner[row], number[row], t0, t1, mine, box)


def _cuts(table: Floats, counts: Sequence[int]) -> tuple[Ints, Floats]:
    """(piece, t) of all ends of leaves in order: equal steps, and where x or y turns."""
    import numpy as np

    pieces = np.repeat(np.arange(len(counts)), np.array(counts) + 1)
    equal = np.concatenate([np.linspace(0, 1, count + 1) for count in counts])
    turning, roots = _turns(table)
    piece, t = np.concatenate((pieces, turning)), np.concatenate((equal, roots))
    order = np.lexsort((t, piece))
    piece, t = piece[order], t[order]
    # Of cuts that all but coincide one is enough; the ends of a piece stay.
    spare = np.zeros(len(t), dtype=bool)
    spare[1:] = (t[1:] - t[:-1] < 1e-9) & (t[1:] > 0) & (t[1:] < 1)
    return piece[~spare], t[~spare]


def _turns(table: Floats) -> tuple[Ints, Floats]:
    """(piece, t) where the derivative of x or of y is zero, strictly within a piece."""
    import numpy as np

    a, b, c = 3 * table[:, 3], 2 * table[:, 2], table[:, 1]  # a t^2 + b t + c = 0
    with np.errstate(divide="ignore", invalid="ignore"):
        q = -(b + np.copysign(np.sqrt(b * b - 4 * a * c), b)) / 2
        found = np.stack((q / a, c / q))
    fits = (found > 1e-9) & (found < 1 - 1e-9)  # false for nan: no root, or no bend
    _, piece, _ = np.nonzero(fits)
    return piece, found[fits]


def value(table: Floats, t: Floats) -> Floats:
    """The points of cubics at t."""
    s = t[:, None]
    result: Floats = ((table[:, 3] * s + table[:, 2]) * s + table[:, 1]) * s + table[:, 0]
    return result


def slope(table: Floats, t: Floats) -> Floats:
    """Their derivatives at t."""
    s = t[:, None]
    result: Floats = (3 * table[:, 3] * s + 2 * table[:, 2]) * s + table[:, 1]
    return result


def controls(table: Floats, t0: Floats, t1: Floats) -> Floats:
    """The four control points of each cubic from t0 to t1."""
    import numpy as np

    third = (t1 - t0)[:, None] / 3
    first, last = value(table, t0), value(table, t1)
    return np.stack((first, first + third * slope(table, t0), last - third * slope(table, t1),
                     last), axis=1)
