"""The options of all labels in a row, each with the leader lengths that the frame leaves it.

In an option's own coordinates s runs along its leader and t across it, to the side of the boxes:
the port is (0, 0) and the boxes fill 0 <= t <= height, e <= s <= e + length. The frame is in the
way of some intervals of e; what is between them are the rooms of the option. With a convex frame
there is one room; it begins where the boxes clear the edge of their port: for an outward normal N
of that edge, and n across the leader v, at max(0, -height (n.N) / (v.N)).

Touching is allowed, here as between labels: what overlaps by no more than `TOUCH` touches.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.errors import MissingPart
from nonoforge.labeling.task import Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

TOUCH = 1e-7  # overlaps up to this are rounding
SLACK = 1e-3  # how far a port may be from the frame, as a share of the frame's size
BLOCK = 1 << 18  # pairs of an option and a corner of the frame at a time: memory stays small

Room: TypeAlias = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Options:
    """One entry for each port that a label can have: those without a room are left out."""

    label: NDArray[Any]  # whose option
    number: NDArray[Any]  # which of its label's options
    at: NDArray[Any]  # the port
    out: NDArray[Any]  # along the leader
    across: NDArray[Any]  # to the side of the boxes
    side: NDArray[Any]  # LEFT or RIGHT
    length: NDArray[Any]  # of the boxes together
    height: NDArray[Any]
    rooms: tuple[tuple[Room, ...], ...]  # where the frame is not in the way, in order
    least: NDArray[Any]  # the shortest leader
    most: NDArray[Any]  # the longest

    def __len__(self) -> int:
        return len(self.label)

    def of(self, label: int) -> list[int]:
        """The options of a label."""
        return [int(i) for i in (self.label == label).nonzero()[0]]


def options_of(task: Task) -> Options:
    """The options of a task that has passed `validate`."""
    try:
        import numpy as np
    except ImportError:
        raise MissingPart("placing labels needs numpy; install nonoforge[planes]") from None

    ports = [(i, k, port, label) for i, label in enumerate(task.labels)
             for k, port in enumerate(label.options)]
    out = np.array([port.out for _, _, port, _ in ports], dtype=float).reshape(-1, 2)
    side = np.array([port.side for _, _, port, _ in ports], dtype=float)
    bodies = _Bodies(
        np.array([port.at for _, _, port, _ in ports], dtype=float).reshape(-1, 2), out,
        np.stack([-out[:, 1] * side, out[:, 0] * side], axis=1), side,
        np.array([label.length for *_, label in ports], dtype=float),
        np.array([label.height for *_, label in ports], dtype=float))
    rows = max(1, BLOCK // len(task.frame))
    rooms = [room for k in range(0, len(ports), rows)
             for room in _rooms(task, bodies.take(slice(k, k + rows)))]
    keep = np.array([bool(room) for room in rooms], dtype=bool)
    kept = tuple(room for room in rooms if room)
    return Options(
        np.array([i for i, *_ in ports], dtype=int)[keep],
        np.array([k for _, k, *_ in ports], dtype=int)[keep], *bodies.take(keep), kept,
        np.array([room[0][0] for room in kept]), np.array([room[-1][1] for room in kept]))


class _Bodies(NamedTuple):
    at: NDArray[Any]
    out: NDArray[Any]
    across: NDArray[Any]
    side: NDArray[Any]
    length: NDArray[Any]
    height: NDArray[Any]

    def take(self, which: NDArray[Any] | slice) -> _Bodies:
        return _Bodies(*(array[which] for array in self))


def _rooms(task: Task, bodies: _Bodies) -> list[tuple[Room, ...]]:
    """The rooms of each option."""
    import numpy as np

    frame = np.array(task.frame, dtype=float)
    x, y = (frame - frame[0]).T
    area = x @ np.roll(y, -1) - y @ np.roll(x, -1)
    slack = SLACK * float(np.hypot(*np.ptp(frame, axis=0)))
    rel = frame[None] - bodies.at[:, None]
    s = np.einsum("nec,nc->ne", rel, bodies.out)
    t = np.einsum("nec,nc->ne", rel, bodies.across)
    turned = t * (bodies.side * np.sign(area))[:, None]
    ends = np.minimum(task.longest, _leader_ends(s, turned, slack))
    low, high = _blocked(s, t, bodies.length, bodies.height)
    near = (high > 0) & (low <= ends[:, None])
    free = [(i, room) for i, end in enumerate(ends.tolist())
            for room in _between(low[i][near[i]].tolist(), high[i][near[i]].tolist(), end)]
    which = np.array([i for i, _ in free], dtype=int)
    middle = np.array([(begin + end) / 2 for _, (begin, end) in free])
    inside = _inside(s[which], t[which], middle + bodies.length[which] / 2,
                     bodies.height[which] / 2)
    found: list[list[Room]] = [[] for _ in ends]
    for (i, room), wrong in zip(free, inside.tolist(), strict=True):
        found[i] += [] if wrong else [room]
    return [tuple(rooms) for rooms in found]


def _leader_ends(s: NDArray[Any], t: NDArray[Any], slack: float) -> NDArray[Any]:
    """Where each leader would go into the frame, or infinity. A leader that runs along an edge only
    touches: it is inside where what is a little to its left and a little to its right both are.
    What ends within the slack is behind the port."""
    import numpy as np

    ends = np.zeros(len(s))
    s1, t1 = _next(s), _next(t)
    for shift in (-TOUCH, TOUCH):
        a, b = t - shift, t1 - shift
        cross = (a > 0) != (b > 0)
        where = s + (s1 - s) * a / np.where(cross, a - b, 1.0)
        ahead = (cross & (where > slack)).any(axis=1)
        ends[~ahead] = np.inf
        for i in ahead.nonzero()[0].tolist():
            ends[i] = max(ends[i], _first_inside(where[i][cross[i]], a[i][cross[i]] > 0, slack))
    return ends


def _first_inside(where: NDArray[Any], inward: NDArray[Any], slack: float) -> float:
    """Along a line that crosses a counter-clockwise polygon at these places, the first place beyond
    zero that is inside."""
    depth, begin = 0, 0.0
    for place, into in sorted(zip(where.tolist(), inward.tolist(), strict=True)):
        depth += 1 if into else -1
        if into and depth == 1:
            begin = place
        elif not into and depth == 0 and place > slack and place - begin > TOUCH:
            return max(begin, 0.0)
    return float("inf")


def _blocked(
    s: NDArray[Any], t: NDArray[Any], length: NDArray[Any], height: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """For each option and edge of the frame the leaders, an open interval, with which the edge
    cuts into the boxes. It is the shadow, on the leader's line, of the edge within the strip that
    the boxes sweep."""
    import numpy as np

    s1, t1 = _next(s), _next(t)
    rise = t1 - t
    flat = rise == 0
    rise = np.where(flat, 1.0, rise)
    u = np.stack([TOUCH - t, (height - TOUCH)[:, None] - t]) / rise
    begin = np.where(flat, 0.0, u.min(axis=0).clip(0, 1))
    end = np.where(flat, 1.0, u.max(axis=0).clip(0, 1))
    a, b = s + begin * (s1 - s), s + end * (s1 - s)
    low = np.minimum(a, b) - length[:, None] + TOUCH
    high = np.maximum(a, b) - TOUCH
    out = (np.maximum(t, t1) <= TOUCH) | (np.minimum(t, t1) >= (height - TOUCH)[:, None])
    return low, np.where(out, -np.inf, high)


def _between(low: list[float], high: list[float], end: float) -> list[Room]:
    """What open intervals leave of [0, end]."""
    free, begin = [], 0.0
    for a, b in sorted(zip(low, high, strict=True)):
        if a >= begin:
            free.append((begin, min(a, end)))
        begin = max(begin, b)
    return [*free, (begin, end)] if begin <= end else free


def _inside(s: NDArray[Any], t: NDArray[Any], along: NDArray[Any],
            across: NDArray[Any]) -> NDArray[Any]:
    """Whether points are inside the frame, each in its option's own coordinates."""
    import numpy as np

    a, b = t - across[:, None], _next(t) - across[:, None]
    cross = (a > 0) != (b > 0)
    where = s + (_next(s) - s) * a / np.where(cross, a - b, 1.0)
    found: NDArray[Any] = (cross & (where > along[:, None])).sum(axis=1) % 2 == 1
    return found


def _next(values: NDArray[Any]) -> NDArray[Any]:
    """Of each corner of the frame, the value of the one after it."""
    import numpy as np

    return np.concatenate([values[:, 1:], values[:, :1]], axis=1)


def frame_distances(points: NDArray[Any], frame: NDArray[Any]) -> NDArray[Any]:
    """How far points, from inside or outside, are from the nearest edge of a frame."""
    import numpy as np

    way = np.concatenate([frame[1:], frame[:1]]) - frame
    square = (way ** 2).sum(axis=1)
    found = np.empty(len(points))
    rows = max(1, BLOCK // len(frame))
    for k in range(0, len(points), rows):
        rel = points[k:k + rows, None] - frame
        part = ((rel * way).sum(axis=2) / np.where(square > 0, square, 1.0)).clip(0, 1)
        off = rel - way * part[:, :, None]
        found[k:k + rows] = np.hypot(off[:, :, 0], off[:, :, 1]).min(axis=1)
    return found
