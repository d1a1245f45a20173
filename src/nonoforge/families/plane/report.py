"""What is said about labels, and about what was made from a drawing: records, and words."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.engine import propagate
from nonoforge.families.plane.arrangement import Arrangement
from nonoforge.families.plane.labels import Labelled
from nonoforge.judge import Report
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point
from nonoforge.results import MakeRecord, ambiguous_words, cell_words, time_words
from nonoforge.text import count

Place = Annotated[tuple[float, float], Meta(
    description="x to the right and y up, in millimetres of the puzzle.")]


class LabelRecord(msgspec.Struct, kw_only=True):
    """Labels that were placed."""

    labels: int
    placed: int
    left: Annotated[list[str], Meta(description="Lines whose labels have no place.")]
    leaders: Annotated[float, Meta(description="The length of all leaders, in millimetres.")]
    optimal: Annotated[bool, Meta(description="Whether it is proved that no way is better.")]
    step: Annotated[float | None, Meta(description="The step of leaders, in millimetres.")]
    method: str
    label_seconds: float
    notes: Annotated[list[str], Meta(description="About clues that were hidden.")]


class DrawingRecord(MakeRecord, kw_only=True):
    """What was made from a drawing."""

    lines: int
    faces: int
    edges: int
    frame: Annotated[tuple[float, float], Meta(description="Width and height, in millimetres.")]
    colour_by: str
    ambiguous_cells: Annotated[list[int], Meta(description="Faces that solutions differ in.")]
    ambiguous_complete: Annotated[bool, Meta(description="Whether these are all.")]
    labels: LabelRecord | None
    stages: Annotated[dict[str, float], Meta(description="Seconds of each stage.")]


def label_record(found: Labelled) -> LabelRecord:
    """Return what `label --json` prints."""
    labeling = found.labeling
    return LabelRecord(
        labels=len(labeling.placed), placed=len(labeling.placed) - len(labeling.left),
        left=_left(found), leaders=round(labeling.total, 6), optimal=labeling.optimal,
        step=labeling.step, method=labeling.method, label_seconds=round(labeling.seconds, 6),
        notes=list(found.notes))


LITTLE_LEFT = 0.5  # of a picture's area that has another colour: it can hardly be recognised


def lost_words(share: float) -> str | None:
    """Return advice where this share of a picture's area has another colour than in the source, if
    it is much."""
    if share <= LITTLE_LEFT:
        return None
    return ("little of the picture is left: it is too fine for a puzzle of this family; draw its "
            "silhouette with fewer and thicker parts, or use make grid")


def label_words(found: Labelled) -> str:
    """Return the result in a sentence without a full stop."""
    labeling = found.labeling
    placed = len(labeling.placed) - len(labeling.left)
    steps = "" if labeling.step is None else f" in steps of {labeling.step:g} mm"
    better = "places more" if labeling.left else "is shorter"
    proved = f"no way{steps} {better}" if labeling.optimal else f"maybe another way {better}"
    left = f"; no room for {', '.join(_left(found))}{_spare(found)}" if labeling.left else ""
    said = (f"{placed} of {count(len(labeling.placed), 'label')} placed, leaders "
            f"{labeling.total:.1f} mm in all ({proved}){left}; {time_words(labeling.seconds)}")
    return "; ".join([said, *found.notes])


def _spare(found: Labelled) -> str:
    """Return whether the puzzle can be solved without the labels that have no place."""
    kept = set(range(len(found.nonogram.puzzle.lines))) - set(found.labeling.left)
    puzzle = found.nonogram.family.with_clues(found.nonogram, kept).puzzle
    return " (lines alone solve it without them)" if propagate(puzzle).state.solved else ""


def _left(found: Labelled) -> list[str]:
    """Return the lines whose labels have no place."""
    lines = found.nonogram.puzzle.lines
    return [f"{lines[index].name} ({lines[index].clue})" for index in found.labeling.left]


def size_words(arrangement: Arrangement, noun: str) -> str:
    """Return how many lines and faces there are, and how large the frame is."""
    box = arrangement.box
    return (f"{count(len(arrangement.curves), noun)} and "
            f"{count(len(arrangement.faces), 'face')} in {box.width:.4g} x {box.height:.4g} mm")


def ambiguous_sentences(nonogram: Nonogram, report: Report) -> list[str]:
    """Return where solutions differ, if they do."""
    if not report.ambiguous_cells:
        return []
    differ = ambiguous_words(nonogram, report)
    places = cell_words(nonogram.geometry, report.ambiguous_cells)
    return [f"{differ[0].upper()}{differ[1:]}: {places}."]


def place_of(point: Point) -> Place:
    """Return a point for a record."""
    return mm(point[0]), mm(point[1])


def mm(length: float) -> float:
    """Return a length for a record: six decimals, and no negative zero."""
    return round(length, 6) + 0.0
