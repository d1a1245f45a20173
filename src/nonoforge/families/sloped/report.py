"""What `make sloped` says about its result: a record, and sentences."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from nonoforge.families.plane import arrangement_of
from nonoforge.families.plane.report import (
    DrawingRecord,
    Place,
    ambiguous_sentences,
    label_record,
    label_words,
    lost_words,
    mm,
    place_of,
    size_words,
)
from nonoforge.families.sloped.make import SlopedResult
from nonoforge.families.sloped.widening import Blocker
from nonoforge.results import RatingRecord, make_fields, rating_record, time_words
from nonoforge.text import count, listed

if TYPE_CHECKING:
    from nonoforge.families.sloped.simplifying import Lined

MAX_NAMED = 3  # blockers that a sentence names


class BlockerRecord(msgspec.Struct, kw_only=True):
    """What keeps faces from being wider."""

    kind: str
    weight: float
    places: list[Place]
    faces: list[int]
    corner: Annotated[bool, Meta(description="A corner of the drawing, which must stay.")]
    words: str


class CureRecord(msgspec.Struct, kw_only=True):
    """A line that was added so that one solution is left."""

    line: Annotated[int, Meta(description="Its number, from 1.")]
    ends: list[Place]


class WidthRecord(msgspec.Struct, kw_only=True):
    """The width of the narrowest face, in millimetres."""

    before: float
    after: float
    wanted: Annotated[float | None, Meta(description="Null: as wide as possible.")]


class SlopedCandidateRecord(msgspec.Struct, kw_only=True):
    """A number of lines to which the picture can be simplified."""

    lines: int
    difference: Annotated[float, Meta(
        description="Area of another colour than in the picture, as a share of what is not "
                    "background; estimated.")]
    chosen: bool


class SimplifiedRecord(msgspec.Struct, kw_only=True):
    """A picture that was simplified to few lines."""

    edges_before: Annotated[int, Meta(
        description="Edges of the picture's areas, curves as polygons.")]
    lines_after: int
    added: Annotated[int, Meta(description="Lines that were added so that one solution is left.")]
    difference: Annotated[float, Meta(
        description="Area of another colour than in the picture, as a share of what is not "
                    "background.")]
    symmetric: Annotated[bool, Meta(description="Whether it is its own mirror image.")]
    candidates: Annotated[list[SlopedCandidateRecord], Meta(
        description="The trade-off between lines and likeness.")]


class SlopedRecord(DrawingRecord, kw_only=True):
    """A sloped nonogram that was made."""

    min_width: WidthRecord
    min_width_before: float
    min_width_after: float
    reached: Annotated[bool, Meta(description="Whether faces are as wide as requested.")]
    objective: str
    shift_squares: float
    shift_sum: float
    shift_max: float
    splits: Annotated[list[Place], Meta(description="Points where lines were parted.")]
    blockers: list[BlockerRecord]
    blocked_faces: Annotated[list[int], Meta(
        description="Faces that share a bound of their width.")]
    blocked_points: Annotated[list[Place], Meta(
        description="Points that keep faces from being wider.")]
    difficulty: Annotated[int | None, Meta(description="Steps by sides alone, after Parment.")]
    rating: RatingRecord | None
    cure: list[CureRecord]
    simplified: Annotated[SimplifiedRecord | None, Meta(
        description="Null: the drawing's own edges were extended.")]


def sloped_record(result: SlopedResult) -> SlopedRecord:
    """Return what `make sloped --json` prints."""
    arrangement, widened = arrangement_of(result.nonogram), result.widened
    before, after = mm(widened.before), mm(widened.after)
    faces, points = widened.in_the_way()
    return SlopedRecord(
        **make_fields(result), lines=len(arrangement.curves), faces=len(arrangement.faces),
        edges=len(arrangement.edges),
        frame=(mm(arrangement.box.width), mm(arrangement.box.height)), colour_by=result.colour_by,
        min_width=WidthRecord(before=before, after=after, wanted=widened.wanted),
        min_width_before=before, min_width_after=after, reached=widened.reached,
        objective=result.objective, shift_squares=mm(widened.shift_squares),
        shift_sum=mm(widened.shift_sum), shift_max=mm(widened.shift_max),
        splits=[place_of(split.place) for split in widened.splits],
        blockers=list(map(_blocker, widened.blockers)), blocked_faces=sorted(faces),
        blocked_points=[place_of(point) for point in points], difficulty=result.difficulty,
        rating=rating_record(result.report.rating),
        ambiguous_cells=list(result.report.ambiguous_cells),
        ambiguous_complete=result.report.ambiguous_complete,
        cure=[CureRecord(line=number + 1, ends=[place_of(point) for point in result.ends(number)])
              for number in result.added],
        simplified=None if result.simplified is None else _simplified(result.simplified),
        labels=result.labelled and label_record(result.labelled),
        stages={name: round(spent, 6) for name, spent in result.stages.items()})


def _simplified(lined: Lined) -> SimplifiedRecord:
    found, lines = lined.simplified, len(lined.candidate.lines)
    return SimplifiedRecord(
        edges_before=lined.edges, lines_after=lines, added=found.added,
        difference=round(lined.difference.share, 4), symmetric=any(found.placed.mirrors),
        candidates=[SlopedCandidateRecord(lines=len(one.lines), difference=round(one.difference, 4),
                                    chosen=len(one.lines) == lines) for one in found.trade_off])


def _blocker(blocker: Blocker) -> BlockerRecord:
    return BlockerRecord(
        kind=blocker.kind, weight=round(blocker.weight, 6),
        places=[place_of(place) for place in blocker.places],
        faces=list(blocker.numbers) if blocker.kind == "faces" else [], corner=blocker.corner,
        words=str(blocker))


def sloped_sentences(result: SlopedResult) -> list[str]:
    """Return sentences about the result, the most important first."""
    said = [f"{size_words(arrangement_of(result.nonogram), 'line')}; {_verdict_words(result)}; "
            f"{time_words(result.seconds)}"]
    if result.simplified is not None:
        said.append(_simplified_words(result.simplified))
    if result.added:
        lines = listed([_line_words(result, number) for number in result.added])
        said.append(f"There were several solutions; one is left with {lines}, added for that.")
    said += ambiguous_sentences(result.nonogram, result.report)
    said.append(_width_words(result))
    if result.widened.splits:
        points = listed([f"({x:.1f}, {y:.1f})" for (x, y), _, _ in result.widened.splits])
        said.append(f"Lines that met by accident were parted at {points}.")
    if result.labelled is not None:
        said.append(f"{label_words(result.labelled)}.")
    return said


def _simplified_words(lined: Lined) -> str:
    lines = count(len(lined.candidate.lines), "line")
    added = f", {lined.simplified.added} of them added so that one solution is left" \
        if lined.simplified.added else ""
    lost = lost_words(lined.difference.share)
    advice = f"{lost[0].upper()}{lost[1:]}." if lost else \
        "--detail and --lines make that more or less; --sheet OUT.png shows several to choose from."
    return (f"The picture was simplified to {lines}{added}; {lined.difference.share:.0%} of its "
            f"area differs. {advice}")


def _verdict_words(made: SlopedResult) -> str:
    stars = made.report.rating.stars
    rating = f", {stars} of 5 stars" if stars else ""
    alone = "lines alone do not solve it" if made.difficulty is None else \
        f"lines alone solve it in {count(made.difficulty, 'step')}"
    return f"{made.verdict.answer}, {alone}{rating}"


def _width_words(made: SlopedResult) -> str:
    """Return how wide faces are and were, and what blocks a larger width."""
    widened = made.widened
    if widened.wanted is None:
        now = f"The narrowest face is {widened.after:.4g} mm wide, as wide as it can be"
    elif widened.reached:
        now = f"The narrowest face is {widened.after:.4g} mm wide"
    else:
        now = (f"{widened.wanted:g} mm is not possible: the narrowest face is "
               f"{widened.after:.4g} mm wide, as wide as it can be")
    if widened.shift_max:
        now += f"; it was {widened.before:.3g}, and lines were shifted by up to " \
               f"{widened.shift_max:.2g} mm"
    blockers = list(map(str, widened.blockers))
    if blockers:
        more = len(blockers) - MAX_NAMED
        named = [*blockers[:MAX_NAMED], f"{more} more"] if more > 0 else blockers
        now += f"; in the way: {'; '.join(named)}"
    return now + "."


def _line_words(made: SlopedResult, number: int) -> str:
    (ax, ay), (bx, by) = made.ends(number)
    return f"line {number + 1} from ({ax:.1f}, {ay:.1f}) to ({bx:.1f}, {by:.1f})"
