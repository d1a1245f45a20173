"""The options of all labels in a row, each with the leader lengths that the frame leaves it.

In an option's own coordinates s runs along its leader and t across it, to the side of the boxes:
the port is (0, 0) and the boxes fill 0 <= t <= height, e <= s <= e + length. The frame is in the
way of some intervals of e; what is between them are the rooms of the option. With a convex frame
there is one room; it begins where the boxes clear the edge of their port: for an outward normal N
of that edge, and n across the leader v, at max(0, -height (n.N) / (v.N)).

Touching is allowed, here as between labels: what overlaps by no more than `TOUCH` touches.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from nonoforge.errors import InputError, MissingPart
from nonoforge.labeling.task import IN_ROW_SHARE, IN_ROW_TURN, Label, Port, Task

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
        """Return the options of a label."""
        return [int(i) for i in (self.label == label).nonzero()[0]]


def options_of(task: Task) -> Options:
    """Return the options of a task that has passed `validate`."""
    try:
        import numpy as np
    except ImportError:
        raise MissingPart("placing labels needs numpy: pip install 'nonoforge[planes]'") from None

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
    """Return the rooms of each option."""
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
    """Return where each leader would go into the frame, or infinity. A leader that runs along an
    edge only touches: it is inside where what is a little to its left and a little to its right
    both are. What ends within the slack is behind the port."""
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
    """Return for each option and edge of the frame the leaders, an open interval, with which the
    edge cuts into the boxes. It is the shadow, on the leader's line, of the edge within the strip
    that the boxes sweep."""
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
    """Return what open intervals leave of [0, end]."""
    free, begin = [], 0.0
    for a, b in sorted(zip(low, high, strict=True)):
        if a >= begin:
            free.append((begin, min(a, end)))
        begin = max(begin, b)
    return [*free, (begin, end)] if begin <= end else free


def _inside(s: NDArray[Any], t: NDArray[Any], along: NDArray[Any],
            across: NDArray[Any]) -> NDArray[Any]:
    """Return whether points are inside the frame, each in its option's own coordinates."""
    import numpy as np

    a, b = t - across[:, None], _next(t) - across[:, None]
    cross = (a > 0) != (b > 0)
    where = s + (_next(s) - s) * a / np.where(cross, a - b, 1.0)
    found: NDArray[Any] = (cross & (where > along[:, None])).sum(axis=1) % 2 == 1
    return found


def _next(values: NDArray[Any]) -> NDArray[Any]:
    """Return for each corner of the frame the value of the next corner."""
    import numpy as np

    return np.concatenate([values[:, 1:], values[:, :1]], axis=1)


def frame_distances(points: NDArray[Any], frame: NDArray[Any]) -> NDArray[Any]:
    """Return how far points, from inside or outside, are from the nearest edge of a frame."""
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


# Which leader lengths two options cannot have together.
#
# The boxes and the leader of an option are convex, and grow or move linearly with its leader's
# length e. Two convex bodies are apart if one of their sides' directions separates them; so two
# options overlap exactly where some linear inequalities all hold, and in the plane of the two
# lengths (e_i, e_j) what is forbidden is a union of at most four convex pieces:
#
#     boxes and boxes, leader and boxes, boxes and leader, leader and leader     up to 8 sides each
#
# - Boxes may touch what is beside them: overlaps of no more than `TOUCH` are none. Leaders may not
#   touch each other, unless both begin there: beyond the end of a leader its boxes go on, and would
#   lie on the far side of the other leader, or two leaders would end in one point.
# - A gap is kept between boxes, and between boxes and leaders, along one of their sides' directions
#   (so the distance itself is at least the gap). Leaders may come as close as they like.
# - Two labels at the same port, on opposite sides, share the leader and never conflict. A port has
#   room for one label on each side.
# - In a balanced labeling two labels of the same curve cannot be at the same port.
# - Where boxes may overlap, two sets of boxes must be separated by minus that depth along one of
#   their sides' directions; the gap is then kept between boxes and leaders only.
# - Labels that are kept separate have three more pieces: boxes that are near, with leaders of
#   nearly the same length (two more sides, on the difference of the lengths), and, of nearly
#   parallel rows, boxes that come soon after those of the other in its own strip, for either of
#   the two strips.

SAME = 1e-6  # ports and directions nearer than this are the same
FLAT = 1e-12  # coefficients and angles below this are zero
NOT_TOUCHING = 3 * TOUCH  # between leaders: nothing is left between this and boxes that touch one
PAIR_CHUNK = 4096  # pairs of options at a time: memory stays small


@dataclass(frozen=True, eq=False)
class Conflicts:
    """Pieces of forbidden pairs of lengths. Piece m forbids options first[m] and second[m] to have
    lengths e and f with a e + b f > c for all its sides (a, b, c) = sides[m]."""

    first: NDArray[Any]
    second: NDArray[Any]
    sides: NDArray[Any]  # pieces x number of sides x 3

    def __len__(self) -> int:
        return len(self.first)

    def take(self, which: NDArray[Any]) -> Conflicts:
        """Return some of the pieces."""
        return Conflicts(self.first[which], self.second[which], self.sides[which])

    def swapped(self) -> Conflicts:
        """Return the same, with first and second exchanged."""
        return Conflicts(self.second, self.first, self.sides[:, :, [1, 0, 2]])

    def forbidden(self, lengths: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return for each piece the open interval of lengths of its first option that is forbidden
        when its second has this length; empty where it does not begin before it ends. `lengths` has
        a row for each piece, with any number of columns, and so has the result."""
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
        """Return whether each piece forbids these two lengths, one pair for each piece."""
        a, b, c = (self.sides[:, :, k] for k in range(3))
        found: NDArray[Any] = (a * first[:, None] + b * second[:, None] > c).all(axis=1)
        return found


def conflicts_of(task: Task, options: Options) -> Conflicts:
    """Return all pieces that any lengths within the options' rooms can meet, first < second."""
    import numpy as np

    first, second = _near(options, max(task.gap, task.separate))
    curves = None
    if task.balanced:
        numbers = [-1 if label.curve is None else label.curve for label in task.labels]
        curves = np.array(numbers, dtype=int)[options.label]
    return _joined([_pieces(options, first[k:k + PAIR_CHUNK], second[k:k + PAIR_CHUNK], task,
                            curves)
                    for k in range(0, max(len(first), 1), PAIR_CHUNK)])


def _joined(parts: Sequence[Conflicts]) -> Conflicts:
    """Return all pieces in one array; those with fewer sides are padded with sides that always
    hold."""
    import numpy as np

    width = max(part.sides.shape[1] for part in parts)
    return Conflicts(np.concatenate([part.first for part in parts]),
                     np.concatenate([part.second for part in parts]),
                     np.concatenate([_padded(part.sides, width) for part in parts]))


def _padded(sides: NDArray[Any], width: int) -> NDArray[Any]:
    import numpy as np

    missing = width - sides.shape[1]
    always = np.tile([0.0, 0.0, -1.0], (len(sides), missing, 1))
    return np.concatenate([sides, always], axis=1) if missing else sides


def _near(options: Options, gap: float) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return pairs of options of different labels whose reaches, as upright boxes, meet or touch:
    leaders may meet where the boxes of each are on its far side."""
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
    options: Options, i: NDArray[Any], j: NDArray[Any], task: Task, curves: NDArray[Any] | None,
) -> Conflicts:
    import numpy as np

    gap = task.gap

    same = ((np.hypot(*(options.at[i] - options.at[j]).T) < SAME)
            & (np.hypot(*(options.out[i] - options.out[j]).T) < SAME))
    never = options.side[i] == options.side[j]
    if curves is not None:
        never |= (curves[i] == curves[j]) & (curves[i] >= 0)
    never &= same
    full = Conflicts(i[never], j[never], np.tile([0.0, 0.0, -1.0], (int(never.sum()), 1, 1)))
    i, j = i[~same], j[~same]
    fork = np.hypot(*(options.at[i] - options.at[j]).T) < SAME
    meeting = Conflicts(i[~fork], j[~fork],
                        _apart(options, i[~fork], j[~fork], _leader, _leader, NOT_TOUCHING))
    pieces = [Conflicts(i, j, sides) for sides in (
        _apart(options, i, j, _boxes, _boxes, -task.overlap if task.overlap else gap),
        _apart(options, i, j, _leader, _boxes, gap), _apart(options, i, j, _boxes, _leader, gap))]
    if task.separate:
        pieces += _alike(options, i, j, task.separate)
    return _joined([full, _within(options, meeting), *(_within(options, p) for p in pieces)])


def _alike(
    options: Options, i: NDArray[Any], j: NDArray[Any], separate: float,
) -> list[Conflicts]:
    """Return the pieces of labels that could be read as one clue."""
    import numpy as np

    differ = np.tile([[1.0, -1.0, -separate], [-1.0, 1.0, -separate]], (len(i), 1, 1))
    differ[:, :, 2] += TOUCH
    near = np.concatenate([_apart(options, i, j, _boxes, _boxes, separate), differ], axis=1)
    turn = np.abs((options.out[i] * options.out[j]).sum(axis=1))
    row = turn > math.cos(math.radians(IN_ROW_TURN))
    i_row, j_row = i[row], j[row]
    strips = [_strip(options, a, b, separate) for a, b in ((i_row, j_row), (j_row, i_row))]
    return [Conflicts(i, j, near), Conflicts(i_row, j_row, strips[0]),
            Conflicts(i_row, j_row, strips[1][:, :, [1, 0, 2]])]


def _strip(
    options: Options, i: NDArray[Any], j: NDArray[Any], separate: float,
) -> NDArray[Any]:
    """Return the sides of a piece: the boxes of j are in the strip of the boxes of i, and not
    separated from them along it."""
    import numpy as np

    along, across = options.out[i], options.across[i]
    axes = np.stack([along, -along, across, -across], axis=1)
    reach, factor = _boxes(options, i, axes)
    back, other_factor = _boxes(options, j, -axes)
    depth = IN_ROW_SHARE * np.minimum(options.height[i], options.height[j])
    gap = np.stack([np.full(len(i), separate)] * 2 + [-depth] * 2, axis=1)
    return np.stack([factor, other_factor, TOUCH - gap - reach - back], axis=2)


def _within(options: Options, found: Conflicts) -> Conflicts:
    """Return the pieces of which every side leaves something of the rectangle of possible lengths.
    """
    import numpy as np

    reach: NDArray[Any] = -found.sides[:, :, 2]
    for column, option in enumerate((found.first, found.second)):
        side = found.sides[:, :, column]
        reach = reach + np.where(side > 0, options.most[option][:, None],
                                 options.least[option][:, None]) * side
    return found.take(np.all(reach > 0, axis=1))


def _boxes(options: Options, i: NDArray[Any], axes: NDArray[Any]) -> tuple[Any, Any]:
    """Return how far the boxes of options reach along some axes of their own, as constant + factor
    x length of the leader."""
    import numpy as np

    along, across = _dot(options.out[i], axes), _dot(options.across[i], axes)
    reach = (_dot(options.at[i], axes) + np.maximum(along, 0) * options.length[i][:, None]
             + np.maximum(across, 0) * options.height[i][:, None])
    return reach, along


def _leader(options: Options, i: NDArray[Any], axes: NDArray[Any]) -> tuple[Any, Any]:
    """Return the same for their leaders."""
    import numpy as np

    return _dot(options.at[i], axes), np.maximum(_dot(options.out[i], axes), 0)


def _dot(points: NDArray[Any], axes: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = points[:, None, 0] * axes[..., 0] + points[:, None, 1] * axes[..., 1]
    return found


def _apart(
    options: Options, i: NDArray[Any], j: NDArray[Any], body: Any, other: Any, gap: float,
) -> NDArray[Any]:
    """Return the sides of a piece: none of the directions separates body i from body j by the gap.
    """
    import numpy as np

    axes = np.stack([options.out[i], options.across[i], options.out[j], options.across[j]], axis=1)
    axes = np.concatenate([axes, -axes], axis=1)
    reach, factor = body(options, i, axes)
    back, other_factor = other(options, j, -axes)
    return np.stack([factor, other_factor, TOUCH - gap - reach - back], axis=2)


# Refuses what cannot be labelled: numbers that are none, frames that cross themselves.

FARTHEST = 1e6  # coordinates and lengths; beyond it touching cannot be told from overlapping, ...
SMALLEST = 1e-3  # ... nor below this, of a box
MAX_LABELS = 2000
MAX_CORNERS = 2000
NUMBER_WORDS = {"longest": "the longest leader", "separate": "the distance of separate labels"}


def validate(task: Task) -> None:
    """Raise InputError for an invalid task."""
    if len(task.labels) > MAX_LABELS:
        raise InputError(f"{len(task.labels):,} labels; up to {MAX_LABELS:,} are placed")
    for name in ("longest", "gap", "overlap", "separate"):
        _number(getattr(task, name), NUMBER_WORDS.get(name, f"the {name}"))
    _check_frame(task)
    for i, label in enumerate(task.labels):
        _check_label(i, label)
    _check_ports(task)


def _number(value: float, name: str, least: float = 0) -> None:
    if not least <= value <= FARTHEST:
        raise InputError(f"{name} is {value:g}; it must be {least:g} to {FARTHEST:,.0f}")


def _point(point: tuple[float, float], name: str) -> None:
    if len(point) != 2 or not all(abs(part) <= FARTHEST for part in point):
        raise InputError(f"{name} is at {_shown(point)}; two numbers are needed, each "
                         f"from -{FARTHEST:,.0f} to {FARTHEST:,.0f}")


def _shown(point: tuple[float, ...]) -> str:
    return f"({', '.join(f'{part:g}' for part in point)})"


def _check_label(i: int, label: Label) -> None:
    if not label.boxes:
        raise InputError(f"label {i} has no boxes; it must have at least one")
    for length in label.boxes:
        _number(length, f"the length of a box of label {i}", SMALLEST)
    _number(label.length, f"the length of label {i}", SMALLEST)
    _number(label.height, f"the height of label {i}", SMALLEST)
    for k, port in enumerate(label.options):
        _check_port(port, f"port {k} of label {i}")


def _check_port(port: Port, name: str) -> None:
    _point(port.at, name)
    if len(port.out) != 2 or not abs(math.hypot(*port.out) - 1) < 1e-9:
        raise InputError(f"the direction of {name} is {_shown(port.out)}; "
                         "it must have the length 1")
    if port.side not in (1, -1):
        raise InputError(f"the side of {name} is {port.side!r}; it is 1 (left) or -1 (right)")


def _check_frame(task: Task) -> None:
    if not 3 <= len(task.frame) <= MAX_CORNERS:
        raise InputError(f"a frame of {len(task.frame):,} corners; it has 3 to {MAX_CORNERS:,}")
    for k, point in enumerate(task.frame):
        _point(point, f"corner {k} of the frame")
    try:
        import numpy as np
    except ImportError:
        raise MissingPart("placing labels needs numpy: pip install 'nonoforge[planes]'") from None

    frame = np.array(task.frame, dtype=float)
    frame -= frame[0]
    size = float(np.ptp(frame, axis=0).max())
    nexts = np.roll(frame, -1, axis=0)
    area = float((frame[:, 0] * nexts[:, 1] - frame[:, 1] * nexts[:, 0]).sum()) / 2
    if not abs(area) > 1e-9 * size ** 2:
        raise InputError("the frame has no area")
    place = _self_crossing(frame, nexts)
    if place is not None:
        a, b = (_shown(task.frame[k]) for k in place)
        raise InputError(f"the frame crosses itself: its edges from {a} and from {b} meet")


def _self_crossing(frame: NDArray[Any], nexts: NDArray[Any]) -> tuple[int, int] | None:
    """Two edges of the frame that cross properly. A frame that only touches itself has an inside
    and an outside all the same."""
    import numpy as np

    way = nexts - frame
    rel = frame[None] - frame[:, None]
    left = way[:, None, 0] * rel[..., 1] - way[:, None, 1] * rel[..., 0]  # of an edge, a point
    tiny = 1e-12 * float(np.ptp(frame, axis=0).max()) ** 2
    left = np.where(np.abs(left) <= tiny, 0.0, np.sign(left))
    cut = left * np.roll(left, -1, axis=1) < 0
    found = (cut & cut.T).nonzero()
    return (int(found[0][0]), int(found[1][0])) if len(found[0]) else None


def _check_ports(task: Task) -> None:
    import numpy as np

    names = [(i, k) for i, label in enumerate(task.labels) for k in range(len(label.options))]
    at = np.array([task.labels[i].options[k].at for i, k in names], dtype=float).reshape(-1, 2)
    frame = np.array(task.frame, dtype=float)
    off = frame_distances(at, frame)
    for m in (off > SLACK * float(np.hypot(*np.ptp(frame, axis=0)))).nonzero()[0].tolist():
        i, k = names[m]
        raise InputError(f"port {k} of label {i} at {_shown(tuple(at[m].tolist()))} is "
                         f"{off[m]:.3g} from the frame; it must be on it")
