"""What `make curved` tells: in words, and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonoforge.families.plane import arrangement_of
from nonoforge.records.labels import label_record, label_words
from nonoforge.results import ambiguous_words, cell_words, time_words
from nonoforge.text import count

if TYPE_CHECKING:
    from nonoforge.families.curved import Made
    from nonoforge.path import Point

NAMED = 4  # places that a sentence names


def curved_sentences(where: str, made: Made) -> list[str]:
    """What was made; the first sentence is the most important."""
    arrangement, verdict = arrangement_of(made.nonogram), made.report.verdict
    box = arrangement.box
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    told = [f"{where}: {count(len(arrangement.curves), 'curve')} and "
            f"{count(len(arrangement.faces), 'face')} in {box.width:.4g} x {box.height:.4g} mm; "
            f"{made.traits.kind}; {verdict.answer}, {solvable}; {time_words(made.seconds)}"]
    told += _trait_words(made)
    if made.report.ambiguous_cells:
        differ = ambiguous_words(made.report)
        places = cell_words(made.nonogram.geometry, made.report.ambiguous_cells)
        told.append(f"{differ[0].upper()}{differ[1:]}: {places}.")
    if made.labelled is not None:
        told.append(f"{label_words(made.labelled)}.")
    if made.grown is not None and made.grown.interrupted:
        told.append("Stopped early: this is the best so far.")
    return told


def _trait_words(made: Made) -> list[str]:
    """What a designer may want to look at."""
    traits, told = made.traits, []
    if traits.popular:
        told.append(f"{count(len(traits.popular), 'popular face')}, which one side of a curve "
                    f"visits more than once: {_faces(made, traits.popular)}.")
    for places, one, many in (
            (traits.self_crossings, "A curve crosses itself", "Curves cross themselves"),
            (traits.tangencies, "Curves touch", "Curves touch"),
            (traits.multiple_points, "More than two curves meet", "More than two curves meet")):
        if places:
            told.append(f"{one if len(places) == 1 else many} at {_places(made, places)}.")
    if traits.undetermined:
        lie, whose = ("lies", "its colour") if len(traits.undetermined) == 1 else \
            ("lie", "their colours")
        told.append(f"{count(len(traits.undetermined), 'face')} {lie} along no open curve, so that "
                    f"no clue tells {whose}: {_faces(made, traits.undetermined)}.")
    if traits.small:
        told.append(f"{count(len(traits.small), 'face')} of less than a square millimetre: "
                    f"{_faces(made, traits.small)}.")
    return told


def _faces(made: Made, faces: Sequence[int]) -> str:
    return cell_words(made.nonogram.geometry, tuple(faces))


def _places(made: Made, places: Sequence[Point]) -> str:
    shown = [f"({x:.1f}, {y:.1f})" for x, y in places[:NAMED]]
    more = f" and {len(places) - NAMED} more places" if len(places) > NAMED else ""
    return f"{', '.join(shown)}{more}"


def curved_record(drawing: str, out: str | None, made: Made) -> dict[str, Any]:
    """The same for programs."""
    arrangement, verdict, traits = (arrangement_of(made.nonogram), made.report.verdict,
                                    made.traits)
    return {
        "file": drawing, "output": out, "family": "curved",
        "curves": len(arrangement.curves), "faces": len(arrangement.faces),
        "edges": len(arrangement.edges), "lines": len(arrangement.sides),
        "frame": [_mm(arrangement.box.width), _mm(arrangement.box.height)],
        "colours": len(made.nonogram.puzzle.palette) - 1, "colour_by": made.colour_by,
        "labels": made.labelled and label_record(made.labelled),
        "class": traits.kind, "popular_faces": list(traits.popular),
        "popular_faces_any_side": list(traits.popular_any),
        "self_crossings": list(map(_place, traits.self_crossings)),
        "tangencies": list(map(_place, traits.tangencies)),
        "triple_points": list(map(_place, traits.multiple_points)),
        "undetermined_faces": list(traits.undetermined), "small_faces": list(traits.small),
        "snapped": [{"name": each.name, "place": _place(each.place), "by": _mm(each.by)}
                    for each in made.drawn.snapped],
        "verdict": verdict.answer, "level": verdict.level,
        "line_solvable": verdict.line_solvable,
        "ambiguous_cells": list(made.report.ambiguous_cells),
        "ambiguous_complete": made.report.ambiguous_complete,
        "grown": made.grown is not None,
        "interrupted": made.grown is not None and made.grown.interrupted,
        "notes": list(made.notes), "seconds": round(made.seconds, 6),
        "stages": {name: round(spent, 6) for name, spent in made.stages.items()},
    }


def _place(point: Point) -> list[float]:
    return [_mm(point[0]), _mm(point[1])]


def _mm(length: float) -> float:
    return round(length, 6) + 0.0
