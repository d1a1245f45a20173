"""Labels that were placed: what `label` tells, in words and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.results import time_words
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.families.plane import Labelled


def label_words(found: Labelled) -> str:
    """What was done, in a sentence without its end."""
    labeling = found.labeling
    placed = len(labeling.placed) - len(labeling.left)
    steps = "" if labeling.step is None else f" in steps of {labeling.step:g} mm"
    better = "places more" if labeling.left else "is shorter"
    proved = f"no way{steps} {better}" if labeling.optimal else f"maybe another way {better}"
    left = f"; no room for {', '.join(_left(found))}" if labeling.left else ""
    return (f"{placed} of {count(len(labeling.placed), 'label')} placed, leaders "
            f"{labeling.total:.1f} mm in all ({proved}){left}; {time_words(labeling.seconds)}")


def _left(found: Labelled) -> list[str]:
    """The lines whose labels have no place."""
    lines = found.nonogram.puzzle.lines
    return [f"{lines[index].name} ({lines[index].clue})" for index in found.labeling.left]


def label_record(found: Labelled) -> dict[str, Any]:
    """The same for programs."""
    labeling = found.labeling
    return {
        "labels": len(labeling.placed), "placed": len(labeling.placed) - len(labeling.left),
        "left": _left(found), "leaders": round(labeling.total, 6), "optimal": labeling.optimal,
        "step": labeling.step, "method": labeling.method, "label_seconds": round(
            labeling.seconds, 6),
    }
