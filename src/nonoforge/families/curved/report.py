"""What `make curved` says about its result: a record, and sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta

from nonoforge.families.curved.make import CurvedResult
from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.report import (
    DrawingRecord,
    Place,
    ambiguous_sentences,
    label_record,
    label_words,
    mm,
    place_of,
    size_words,
)
from nonoforge.path import Point
from nonoforge.results import cell_words, make_fields, time_words
from nonoforge.text import count

MAX_NAMED = 4  # places that a sentence names


class JoinedRecord(msgspec.Struct, kw_only=True):
    """An end of a curve that was joined to the frame or another line."""

    name: str
    place: Place
    by: Annotated[float, Meta(description="Millimetres.")]


class CurvedRecord(DrawingRecord, kw_only=True, rename={"kind": "class"}):
    """A curved nonogram that was made."""

    curves: int
    kind: Annotated[str, Meta(description="basic, advanced or expert.")]
    popular_faces: Annotated[list[int], Meta(
        description="Faces that one side of a curve visits more than once.")]
    popular_faces_any_side: Annotated[list[int], Meta(
        description="Faces that a curve visits more than once, on either side.")]
    self_crossings: list[Place]
    tangencies: Annotated[list[Place], Meta(description="Where curves touch.")]
    triple_points: Annotated[list[Place], Meta(description="Where more than two curves meet.")]
    undetermined_faces: Annotated[list[int], Meta(description="Faces along no open curve.")]
    small_faces: Annotated[list[int], Meta(
        description="Faces of less than a square millimetre.")]
    snapped: list[JoinedRecord]
    grown: Annotated[bool, Meta(description="Whether a picture was extended.")]
    changed: Annotated[float | None, Meta(
        description="Share of the picture's area that has another colour than in the source; null "
        "if the curves are as drawn.")]


def curved_record(result: CurvedResult) -> CurvedRecord:
    """Return what `make curved --json` prints."""
    arrangement, traits = arrangement_of(result.nonogram), result.traits
    return CurvedRecord(
        **make_fields(result), curves=len(arrangement.curves), faces=len(arrangement.faces),
        edges=len(arrangement.edges), lines=len(arrangement.sides),
        frame=(mm(arrangement.box.width), mm(arrangement.box.height)), colour_by=result.colour_by,
        labels=result.labelled and label_record(result.labelled), kind=traits.kind,
        popular_faces=list(traits.popular), popular_faces_any_side=list(traits.popular_any),
        self_crossings=list(map(place_of, traits.self_crossings)),
        tangencies=list(map(place_of, traits.tangencies)),
        triple_points=list(map(place_of, traits.multiple_points)),
        undetermined_faces=list(traits.undetermined), small_faces=list(traits.small),
        snapped=[JoinedRecord(name=each.name, place=place_of(each.place), by=mm(each.by))
                 for each in (result.drawn.snapped if result.drawn else ())],
        ambiguous_cells=list(result.report.ambiguous_cells),
        ambiguous_complete=result.report.ambiguous_complete,
        grown=result.grown is not None or result.extended is not None,
        changed=None if result.extended is None else mm(result.extended.simplified.changed),
        stages={name: round(spent, 6) for name, spent in result.stages.items()})


def curved_sentences(result: CurvedResult) -> list[str]:
    """Return sentences about the result, the most important first."""
    verdict = result.verdict
    solvable = "lines alone solve it" if verdict.line_solvable else "lines alone do not solve it"
    said = [f"{size_words(arrangement_of(result.nonogram), 'curve')}; {result.traits.kind}; "
            f"{verdict.answer}, {solvable}; {time_words(result.seconds)}", *_trait_words(result),
            *ambiguous_sentences(result.nonogram, result.report)]
    if result.labelled is not None:
        said.append(f"{label_words(result.labelled)}.")
    return said


def _trait_words(made: CurvedResult) -> list[str]:
    """Return sentences about traits that a designer may want to look at."""
    traits, words = made.traits, []
    if traits.popular:
        words.append(f"{count(len(traits.popular), 'popular face')}, which one side of a curve "
                     f"visits more than once: {_faces(made, traits.popular)}.")
    for places, one, many in (
            (traits.self_crossings, "A curve crosses itself", "Curves cross themselves"),
            (traits.tangencies, "Curves touch", "Curves touch"),
            (traits.multiple_points, "More than two curves meet", "More than two curves meet")):
        if places:
            words.append(f"{one if len(places) == 1 else many} at {_places(made, places)}.")
    if traits.undetermined:
        lie, whose = ("lies", "its colour") if len(traits.undetermined) == 1 else \
            ("lie", "their colours")
        words.append(f"{count(len(traits.undetermined), 'face')} {lie} along no open curve, so "
                     f"that no clue determines {whose}: {_faces(made, traits.undetermined)}.")
    if traits.small:
        words.append(f"{count(len(traits.small), 'face')} of less than a square millimetre: "
                     f"{_faces(made, traits.small)}.")
    return words


def _faces(made: CurvedResult, faces: Sequence[int]) -> str:
    return cell_words(made.nonogram.geometry, tuple(faces))


def _places(made: CurvedResult, places: Sequence[Point]) -> str:
    shown = [f"({x:.1f}, {y:.1f})" for x, y in places[:MAX_NAMED]]
    more = f" and {len(places) - MAX_NAMED} more places" if len(places) > MAX_NAMED else ""
    return f"{', '.join(shown)}{more}"
