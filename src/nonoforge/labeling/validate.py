"""Refuses what cannot be labelled: numbers that are none, frames that cross themselves."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError, MissingPart
from nonoforge.labeling.options import SLACK, frame_distances
from nonoforge.labeling.task import Label, Port, Task

if TYPE_CHECKING:
    from numpy.typing import NDArray

FARTHEST = 1e6  # coordinates and lengths; beyond it touching cannot be told from overlapping, ...
SMALLEST = 1e-3  # ... nor below this, of a box
MAX_LABELS = 2000
MAX_CORNERS = 2000


def validate(task: Task) -> None:
    """An InputError where the task is no task."""
    if len(task.labels) > MAX_LABELS:
        raise InputError(f"{len(task.labels):,} labels; up to {MAX_LABELS:,} are placed")
    for name in ("longest", "gap"):
        _number(getattr(task, name), f"the {name}" + (" leader" if name == "longest" else ""))
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
        raise MissingPart("placing labels needs numpy; install nonoforge[planes]") from None

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
