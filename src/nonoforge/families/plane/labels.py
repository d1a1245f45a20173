"""The labels of an arrangement's sides: how large they are, and where they go.

A label stands where its curve leaves the frame, on the side whose faces it counts, and is read
from the outside in: in the order in which a walk that enters there meets the runs.
"""

from __future__ import annotations

from dataclasses import replace
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.clues import Runs
from nonoforge.families.plane.arrangement import Arrangement, Labels, Place, Side, arrangement_of
from nonoforge.families.plane.build import clues_of
from nonoforge.labeling import LEFT, RIGHT, Label, Labeling, Port, Task
from nonoforge.nonogram import Nonogram
from nonoforge.time_limit import deadline

if TYPE_CHECKING:
    from nonoforge.families.plane.report import LabelRecord

BOX_SIDE = 5.0  # mm
LARGE_DRAWING = 150.0  # mm: larger drawings are shrunk to fit a sheet, so their boxes grow
MAX_LEADER = 25.0  # mm
GAP = 0.5  # mm
MIN_BOX = 3.0  # mm, unless a size is asked for
BOX_SCALES = (1.0, 0.88, 0.77)  # boxes that are tried before a label is left out,
LEADER_FACTORS = (2, 4)  # and then longer leaders
READABLE = 0.15  # of a box may be covered from any side: its number is not as near to the edge


class Labelled(NamedTuple):
    """A nonogram with its labels, and how they were found."""

    nonogram: Nonogram
    labeling: Labeling
    notes: tuple[str, ...] = ()
    """About clues that were hidden, in sentences without a full stop."""

    @property
    def record(self) -> LabelRecord:
        """What `label --json` prints, without the names of files."""
        from nonoforge.families.plane.report import label_record

        return label_record(self)

    @property
    def sentence(self) -> str:
        """The result in a sentence without a full stop."""
        from nonoforge.families.plane.report import label_words

        return label_words(self)


def usual_box(arrangement: Arrangement, labels: int) -> tuple[float, float]:
    """Return a box that can be read on paper, a little smaller where very many stand around the
    frame."""
    box = arrangement.box
    larger = max(1.0, max(box.width, box.height) / LARGE_DRAWING)
    room = 1.5 * (box.width + box.height) / max(1, labels)
    size = max(MIN_BOX * larger, min(BOX_SIDE * larger, room))
    return size, size


def numbers(clue: Runs) -> list[str]:
    """Return the texts of a clue's boxes, in the order of the clue; an empty clue is a 0."""
    return ["?" if run.length is None else str(run.length) for run in clue.runs] or ["0"]


def box_lengths(clue: Runs, box: tuple[float, float]) -> tuple[float, ...]:
    """Return the length of each box along the leader: two digits fit the usual one, more make it
    longer.

    >>> box_lengths(Runs.of(3, 12, 100), (5, 5))
    (5.0, 5.0, 7.0)
    """
    return tuple(box[0] + 0.4 * box[1] * max(0, len(text) - 2) for text in numbers(clue))


def labelled(
    nonogram: Nonogram, method: str = "auto", *, box: tuple[float, float] | None = None,
    step: float | None = None, longest: float | None = None, gap: float = GAP,
    balanced: bool = False, overlap: float = 0.0, separate: bool = True, coarse: bool = False,
    seconds: float | None = None,
) -> Labelled:
    """Return the nonogram with a place for the label of each side that has a clue. While there is
    no room for some label, boxes become smaller and leaders longer, unless they are given."""
    from nonoforge.labeling import place_labels

    end = deadline(seconds)
    best: tuple[tuple[float, float], list[int], Labeling] | None = None
    tries = _tries(nonogram, box, longest)
    for number, (size, reach) in enumerate(tries):
        begin = monotonic()
        sides, task = task_of(nonogram, size, reach, gap, balanced, overlap, separate=separate)
        spare = None if end == inf else max(0.05, (end - monotonic()) / (len(tries) - number))
        found = place_labels(task, method, step=step, coarse=coarse, seconds=spare)
        if best is None or len(found.left) < len(best[2].left):
            best = size, sides, found
        if not found.left or 2 * monotonic() - begin > end:  # another takes about as long
            break
    assert best is not None
    return _with_labels(nonogram, *best)


def _tries(
    nonogram: Nonogram, box: tuple[float, float] | None, longest: float | None,
) -> list[tuple[tuple[float, float], float]]:
    """Return boxes and the longest leaders to try, in this order."""
    if box is None:
        width, height = usual_box(arrangement_of(nonogram), len(nonogram.puzzle.lines))
        boxes = [(part * width, part * height) for part in BOX_SCALES]
    else:
        boxes = [box]
    reach = MAX_LEADER if longest is None else longest
    tries = [(size, reach) for size in boxes]
    return tries if longest is not None else [*tries, *((boxes[-1], more * reach)
                                                        for more in LEADER_FACTORS)]


def _with_labels(
    nonogram: Nonogram, box: tuple[float, float], sides: list[int], found: Labeling,
) -> Labelled:
    arrangement = arrangement_of(nonogram)
    places: list[Place | None] = [None] * len(arrangement.sides)
    for side, placed in zip(sides, found.placed, strict=True):
        places[side] = placed and Place(placed.option, placed.leader)
    labels = Labels(box, tuple(places))
    return Labelled(replace(nonogram, geometry=replace(arrangement, labels=labels)), found)


def task_of(
    nonogram: Nonogram, box: tuple[float, float], longest: float, gap: float, balanced: bool,
    overlap: float = 0.0, *, separate: bool = True,
) -> tuple[list[int], Task]:
    """Return the labels to be placed, and which sides (by index) they belong to."""
    arrangement = arrangement_of(nonogram)
    clues = clues_of(nonogram, arrangement)
    told = [(index, side, clue) for index, (side, clue) in enumerate(
        zip(arrangement.sides, clues, strict=True)) if clue is not None]
    labels = tuple(
        Label((_port(arrangement, side, 0), _port(arrangement, side, 1)), box_lengths(clue, box),
              box[1], side.curve) for _, side, clue in told)
    frame = tuple(arrangement.frame_polygon)
    return [index for index, _, _ in told], Task(
        frame, labels, longest, gap, balanced, min(overlap, READABLE * min(box)),
        box[0] / 2 if separate else 0.0)


def _port(arrangement: Arrangement, side: Side, end: int) -> Port:
    """Return the port of a side at an end of its walk. Faces are on the left of the walk, so seen
    outwards they are on the right at its start."""
    at, out = arrangement.outward(side, end)
    return Port(at, out, LEFT if end else RIGHT)
