"""Which leader lengths two options cannot have together.

The boxes and the leader of an option are convex, and grow or move linearly with its leader's length
e. Two convex bodies are apart if one of their sides' directions separates them; so two options
overlap exactly where some linear inequalities all hold, and in the plane of the two lengths
(e_i, e_j) what is forbidden is a union of at most four convex pieces:

    boxes and boxes, leader and boxes, boxes and leader, leader and leader     up to 8 sides each

- Boxes may touch what is beside them: overlaps of no more than `TOUCH` are none. Leaders may not
  touch each other, unless both begin there: beyond the end of a leader its boxes go on, and would
  lie on the far side of the other leader, or two leaders would end in one point.
- A gap is kept between boxes, and between boxes and leaders, along one of their sides' directions
  (so the distance itself is at least the gap). Leaders may come as close as they like.
- Two labels at the same port, on opposite sides, share the leader and never conflict. A port has
  room for one label on each side.
- In a balanced labeling two labels of the same curve cannot be at the same port.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonoforge.labeling.options import TOUCH, Options
from nonoforge.labeling.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

SAME = 1e-6  # ports and directions nearer than this are the same
FLAT = 1e-12  # coefficients and angles below this are zero
NOT_TOUCHING = 3 * TOUCH  # between leaders: nothing is left between this and boxes that touch one
CHUNK = 4096  # pairs of options at a time: memory stays small


@dataclass(frozen=True, eq=False)
class Conflicts:
    """Pieces of forbidden pairs of lengths. Piece m forbids options first[m] and second[m] to have
    lengths e and f with a e + b f > c for all its sides (a, b, c) = sides[m]."""

    first: NDArray[Any]
    second: NDArray[Any]
    sides: NDArray[Any]  # pieces x 8 x 3

    def __len__(self) -> int:
        return len(self.first)

    def take(self, which: NDArray[Any]) -> Conflicts:
        """Some of the pieces."""
        return Conflicts(self.first[which], self.second[which], self.sides[which])

    def swapped(self) -> Conflicts:
        """The same, with first and second exchanged."""
        return Conflicts(self.second, self.first, self.sides[:, :, [1, 0, 2]])

    def forbidden(self, lengths: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """For each piece the open interval of lengths of its first option that is forbidden when
        its second has this length; empty where it does not begin before it ends. `lengths` has a
        row for each piece, with any number of columns, and so has the result."""
        import numpy as np

        a, b, c = (self.sides[:, :, k, None] for k in range(3))
        flat = np.abs(a) < FLAT
        place = c - b * lengths[:, None, :]
        # A side that does not depend on the first length forbids all or nothing.
        place = np.where(flat, np.where(place >= 0, np.inf, -np.inf), place / np.where(flat, 1, a))
        low = np.where(a > -FLAT, place, -np.inf).max(axis=1)
        high = np.where(a <= -FLAT, place, np.inf).min(axis=1)
        return low, high

    def holds(self, first: NDArray[Any], second: NDArray[Any]) -> NDArray[Any]:
        """Whether each piece forbids these two lengths, one pair for each piece."""
        a, b, c = (self.sides[:, :, k] for k in range(3))
        found: NDArray[Any] = (a * first[:, None] + b * second[:, None] > c).all(axis=1)
        return found


def conflicts_of(task: Task, options: Options) -> Conflicts:
    """All pieces that any lengths within the options' rooms can meet, first < second."""
    import numpy as np

    first, second = _near(options, task.gap)
    curves = None
    if task.balanced:
        numbers = [-1 if label.curve is None else label.curve for label in task.labels]
        curves = np.array(numbers, dtype=int)[options.label]
    return _joined([_pieces(options, first[k:k + CHUNK], second[k:k + CHUNK], task.gap, curves)
                    for k in range(0, max(len(first), 1), CHUNK)])


def _joined(parts: Sequence[Conflicts]) -> Conflicts:
    import numpy as np

    return Conflicts(np.concatenate([part.first for part in parts]),
                     np.concatenate([part.second for part in parts]),
                     np.concatenate([part.sides for part in parts]))


def _near(options: Options, gap: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Pairs of options of different labels whose reaches, as upright boxes, meet or touch: leaders
    may meet where the boxes of each are on its far side."""
    import numpy as np

    far = options.at + options.out * (options.most + options.length)[:, None]
    wide = options.across * options.height[:, None]
    corners = np.stack([options.at, options.at + wide, far, far + wide])
    low, high = corners.min(axis=0) - gap - TOUCH, corners.max(axis=0)
    meet = np.triu(options.label[:, None] != options.label[None, :], 1)
    for axis in range(2):
        over = low[:, None, axis] < high[None, :, axis]
        meet &= over & over.T
    first, second = meet.nonzero()
    return first, second


def _pieces(
    options: Options, i: NDArray[Any], j: NDArray[Any], gap: float, curves: NDArray[Any] | None,
) -> Conflicts:
    import numpy as np

    same = ((np.hypot(*(options.at[i] - options.at[j]).T) < SAME)
            & (np.hypot(*(options.out[i] - options.out[j]).T) < SAME))
    never = options.side[i] == options.side[j]
    if curves is not None:
        never |= (curves[i] == curves[j]) & (curves[i] >= 0)
    never &= same
    full = Conflicts(i[never], j[never], np.tile([0.0, 0.0, -1.0], (int(never.sum()), 8, 1)))
    i, j = i[~same], j[~same]
    fork = np.hypot(*(options.at[i] - options.at[j]).T) < SAME
    meeting = Conflicts(i[~fork], j[~fork],
                        _apart(options, i[~fork], j[~fork], _leader, _leader, NOT_TOUCHING))
    return _joined([full, _within(options, meeting)] + [
        _within(options, Conflicts(i, j, sides)) for sides in (
            _apart(options, i, j, _boxes, _boxes, gap), _apart(options, i, j, _leader, _boxes, gap),
            _apart(options, i, j, _boxes, _leader, gap))])


def _within(options: Options, found: Conflicts) -> Conflicts:
    """The pieces of which every side leaves something of the rectangle of possible lengths."""
    import numpy as np

    reach: NDArray[Any] = -found.sides[:, :, 2]
    for column, option in enumerate((found.first, found.second)):
        side = found.sides[:, :, column]
        reach = reach + np.where(side > 0, options.most[option][:, None],
                                 options.least[option][:, None]) * side
    return found.take(np.all(reach > 0, axis=1))


def _boxes(options: Options, i: NDArray[Any], axes: NDArray[Any]) -> tuple[Any, Any]:
    """How far the boxes of options reach along some axes of their own, as constant + factor x
    length of the leader."""
    import numpy as np

    along, across = _dot(options.out[i], axes), _dot(options.across[i], axes)
    reach = (_dot(options.at[i], axes) + np.maximum(along, 0) * options.length[i][:, None]
             + np.maximum(across, 0) * options.height[i][:, None])
    return reach, along


def _leader(options: Options, i: NDArray[Any], axes: NDArray[Any]) -> tuple[Any, Any]:
    """The same for their leaders."""
    import numpy as np

    return _dot(options.at[i], axes), np.maximum(_dot(options.out[i], axes), 0)


def _dot(points: NDArray[Any], axes: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = points[:, None, 0] * axes[..., 0] + points[:, None, 1] * axes[..., 1]
    return found


def _apart(
    options: Options, i: NDArray[Any], j: NDArray[Any], body: Any, other: Any, gap: float,
) -> NDArray[Any]:
    """The sides of a piece: none of the directions separates body i from body j by the gap."""
    import numpy as np

    axes = np.stack([options.out[i], options.across[i], options.out[j], options.across[j]], axis=1)
    axes = np.concatenate([axes, -axes], axis=1)
    reach, factor = body(options, i, axes)
    back, other_factor = other(options, j, -axes)
    return np.stack([factor, other_factor, TOUCH - gap - reach - back], axis=2)
