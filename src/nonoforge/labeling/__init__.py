"""Labels around a frame: where the clues of curves go, so that none overlap.

    port      where a curve meets the frame, with its direction there, outwards
    leader    the curve's straight continuation beyond its port, of some length
    label     the boxes of one clue, in a row at the end of a leader, on one side of it
    option    one of the ports (usually two) that a label may have

Nothing here knows puzzles: a `Task` is points, directions, boxes and a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.labeling.task import Label as Label
from nonoforge.labeling.task import Labeling as Labeling
from nonoforge.labeling.task import Placed as Placed
from nonoforge.labeling.task import Port as Port
from nonoforge.labeling.task import Task as Task
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.labeling.checker import check as check
    from nonoforge.labeling.place import METHODS as METHODS
    from nonoforge.labeling.place import place_labels as place_labels

_PARTS = {"METHODS": "place", "place_labels": "place", "check": "checker"}

__getattr__, __dir__ = lazy_exports(__name__, _PARTS)
