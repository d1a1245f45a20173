"""Labels around a frame: where the clues of curves go, so that none overlap.

    port      where a curve meets the frame, with its direction there, outwards
    leader    the curve's straight continuation beyond its port, of some length
    label     the boxes of one clue, in a row at the end of a leader, on one side of it
    option    one of the ports (usually two) that a label may have

Nothing here knows puzzles: a `Task` is points, directions, boxes and a frame.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.labeling.task import LEFT as LEFT
from nonoforge.labeling.task import RIGHT as RIGHT
from nonoforge.labeling.task import Label as Label
from nonoforge.labeling.task import Labeling as Labeling
from nonoforge.labeling.task import Placed as Placed
from nonoforge.labeling.task import Point as Point
from nonoforge.labeling.task import Port as Port
from nonoforge.labeling.task import Task as Task
from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.labeling.checker import check as check
    from nonoforge.labeling.dynamic import Effort as Effort
    from nonoforge.labeling.dynamic import dynamic_labels as dynamic_labels
    from nonoforge.labeling.label_options import METHOD_HELP as METHOD_HELP
    from nonoforge.labeling.label_options import METHOD_WORDS as METHOD_WORDS
    from nonoforge.labeling.label_options import BalancedLabels as BalancedLabels
    from nonoforge.labeling.label_options import CoarseSteps as CoarseSteps
    from nonoforge.labeling.label_options import LabelBox as LabelBox
    from nonoforge.labeling.label_options import LabelGap as LabelGap
    from nonoforge.labeling.label_options import LabelOptions as LabelOptions
    from nonoforge.labeling.label_options import LabelOverlap as LabelOverlap
    from nonoforge.labeling.label_options import LeaderStep as LeaderStep
    from nonoforge.labeling.label_options import MaxLeader as MaxLeader
    from nonoforge.labeling.label_options import SeparateLabels as SeparateLabels
    from nonoforge.labeling.options import conflicts_of as conflicts_of
    from nonoforge.labeling.options import options_of as options_of
    from nonoforge.labeling.place import METHODS as METHODS
    from nonoforge.labeling.place import place_labels as place_labels
    from nonoforge.labeling.places import grid_lengths as grid_lengths
    from nonoforge.labeling.places import places_of as places_of
    from nonoforge.labeling.single_edge import DIAGONALS as DIAGONALS
    from nonoforge.labeling.single_edge import Edge as Edge
    from nonoforge.labeling.single_edge import single_edge_labels as single_edge_labels

__getattr__, __dir__ = lazy_exports(__name__, {
    "check": "checker", "Effort": "dynamic", "dynamic_labels": "dynamic",
    "conflicts_of": "options", "options_of": "options", "METHODS": "place",
    "place_labels": "place", "grid_lengths": "places", "places_of": "places",
    **dict.fromkeys((
        "METHOD_HELP", "METHOD_WORDS", "BalancedLabels", "CoarseSteps", "LabelBox", "LabelGap",
        "LabelOptions", "LabelOverlap", "LeaderStep", "MaxLeader", "SeparateLabels"),
        "label_options"),
    "DIAGONALS": "single_edge", "Edge": "single_edge", "single_edge_labels": "single_edge",
})
