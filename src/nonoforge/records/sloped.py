"""What `make sloped` tells: in words, and as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.families.plane import arrangement_of
from nonoforge.records.labels import label_record, label_words
from nonoforge.results import ambiguous_words, cell_words, rating_record, time_words
from nonoforge.text import count, listed

if TYPE_CHECKING:
    from nonoforge.families.sloped import Blocker, Made
    from nonoforge.path import Point

NAMED = 3  # things in the way that a sentence names


def sloped_sentences(where: str, made: Made, picture: str | None = None) -> list[str]:
    """What was made; the first sentence is the most important. `picture` shows blockers."""
    told = [f"{where}: {_size_words(made)}; {_verdict_words(made)}; {time_words(made.seconds)}"]
    if made.added:
        lines = listed([_line_words(made, number) for number in made.added])
        told.append(f"There were several solutions; one is left with {lines}, added for that.")
    if made.report.ambiguous_cells:
        differ = ambiguous_words(made.report)
        places = cell_words(made.nonogram.geometry, made.report.ambiguous_cells)
        told.append(f"{differ[0].upper()}{differ[1:]}: {places}.")
    told.append(_width_words(made))
    if picture is not None and not made.widened.blockers:
        told.append(f"Nothing is in the way; {picture} shows the puzzle as it is.")
    elif picture is not None:
        told.append(f"{picture} shows what is in the way.")
    if made.widened.splits:
        points = listed([f"({x:.1f}, {y:.1f})" for (x, y), _, _ in made.widened.splits])
        told.append(f"Lines that met by accident were parted at {points}.")
    if made.labelled is not None:
        told.append(f"{label_words(made.labelled)}.")
    return told


def _size_words(made: Made) -> str:
    arrangement = arrangement_of(made.nonogram)
    box = arrangement.box
    return (f"{count(len(arrangement.curves), 'line')} and "
            f"{count(len(arrangement.faces), 'face')} in {box.width:.4g} x {box.height:.4g} mm")


def _verdict_words(made: Made) -> str:
    stars = made.report.rating.stars
    rating = f", {stars} of 5 stars" if stars else ""
    alone = "lines alone do not solve it" if made.difficulty is None else \
        f"lines alone solve it in {count(made.difficulty, 'step')}"
    return f"{made.verdict.answer}, {alone}{rating}"


def _width_words(made: Made) -> str:
    """How wide faces are and were, and what is in the way."""
    widened = made.widened
    if widened.wanted is None:
        now = f"The narrowest face is {widened.after:.4g} mm wide, as wide as it can be"
    elif widened.reached:
        now = f"The narrowest face is {widened.after:.4g} mm wide"
    else:
        now = (f"{widened.wanted:g} mm cannot be had: the narrowest face is {widened.after:.4g} mm "
               "wide, as wide as it can be")
    if widened.shift_max:
        now += f"; it was {widened.before:.3g}, and lines were shifted by up to " \
               f"{widened.shift_max:.2g} mm"
    blockers = list(map(str, widened.blockers))
    if blockers:
        more = len(blockers) - NAMED
        named = [*blockers[:NAMED], f"{more} more"] if more > 0 else blockers
        now += f"; in the way: {'; '.join(named)}"
    return now + "."


def _line_words(made: Made, number: int) -> str:
    (ax, ay), (bx, by) = made.ends(number)
    return f"line {number + 1} from ({ax:.1f}, {ay:.1f}) to ({bx:.1f}, {by:.1f})"


def sloped_record(drawing: str, out: str | None, made: Made) -> dict[str, Any]:
    """The same for programs."""
    arrangement, verdict = arrangement_of(made.nonogram), made.verdict
    return {
        "file": drawing, "output": out, "family": "sloped",
        "lines": len(arrangement.curves), "faces": len(arrangement.faces),
        "edges": len(arrangement.edges),
        "frame": [_mm(arrangement.box.width), _mm(arrangement.box.height)],
        "colours": len(made.nonogram.puzzle.palette) - 1, "colour_by": made.colour_by,
        **_widths(made),
        "verdict": verdict.answer, "level": verdict.level,
        "line_solvable": verdict.line_solvable, "difficulty": made.difficulty,
        "rating": rating_record(made.report.rating),
        "ambiguous_cells": list(made.report.ambiguous_cells),
        "ambiguous_complete": made.report.ambiguous_complete,
        "cure": [{"line": number + 1, "ends": [_place(point) for point in made.ends(number)]}
                 for number in made.added],
        "labels": made.labelled and label_record(made.labelled),
        "notes": list(made.notes), "seconds": round(made.seconds, 6),
        "stages": {name: round(spent, 6) for name, spent in made.stages.items()},
    }


def _widths(made: Made) -> dict[str, Any]:
    widened = made.widened
    before, after = _mm(widened.before), _mm(widened.after)
    return {
        "min_width": {"before": before, "after": after, "wanted": widened.wanted},
        "min_width_before": before, "min_width_after": after, "reached": widened.reached,
        "objective": made.objective,
        "shift_squares": _mm(widened.shift_squares), "shift_sum": _mm(widened.shift_sum),
        "shift_max": _mm(widened.shift_max),
        "splits": [_place(split.place) for split in widened.splits],
        "blockers": list(map(_blocker, widened.blockers)),
    }


def _blocker(blocker: Blocker) -> dict[str, Any]:
    faces = list(blocker.numbers) if blocker.kind == "faces" else []
    return {"kind": blocker.kind, "weight": round(blocker.weight, 6),
            "places": [_place(place) for place in blocker.places], "faces": faces,
            "corner": blocker.corner, "words": str(blocker)}


def _place(point: Point) -> list[float]:
    return [_mm(point[0]), _mm(point[1])]


def _mm(length: float) -> float:
    return round(length, 6) + 0.0
