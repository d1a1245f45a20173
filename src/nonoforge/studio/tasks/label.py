"""`label`: places for the clues of a sloped or curved puzzle."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.families.plane import LabelOptions, label_record, label_words
from nonoforge.options import options_of
from nonoforge.studio.tasks.making import Length, OfFile, SomeLength, Summary, told
from nonoforge.studio.tasks.requests import OfPuzzle, Remarks, Seconds, Tell, puzzle_json, puzzle_of

Box = Annotated[tuple[SomeLength, SomeLength] | None, Meta(
    description="The box of a number: its width along the leader, and its height, in "
                "millimetres.")]
Step = Annotated[SomeLength | None, Meta(
    description="Leaders are tried in steps of this length, in millimetres.")]
MaxExtension = Annotated[Length | None, Meta(description="The longest leader, in millimetres.")]
Gap = Annotated[Length, Meta(description="What two labels keep between them, in millimetres.")]
Balanced = Annotated[bool, Meta(description="One label of each curve at either end.")]


class Label(OfPuzzle):
    """Place labels anew."""

    method: Annotated[Literal["auto", "two-sat", "dynamic", "maxsat"], Meta(
        description="The best of all (auto, maxsat), by dynamic programming for fixed ports, or "
                    "with the shortest leaders only (two-sat).")] = "auto"
    box: Box = None
    step: Step = None
    max_extension: MaxExtension = None
    gap: Gap = 0.5
    balanced: Balanced = False
    budget: Seconds = 5.0


class OfDrawing(OfFile):
    """What is to be made from a drawing, and how its labels are placed."""

    labels: Annotated[Literal["auto", "two-sat", "dynamic", "maxsat", "none"], Meta(
        description="How labels are placed: the best of all (auto, maxsat), by dynamic programming "
                    "for fixed ports, with the shortest leaders only (two-sat), or not at all."
    )] = "auto"
    box: Box = None
    step: Step = None
    max_extension: MaxExtension = None
    gap: Gap = 0.5
    balanced: Balanced = False


class LabelAnswer(msgspec.Struct, kw_only=True):
    """The puzzle with its labels."""

    puzzle: msgspec.Raw
    summary: Summary
    remarks: Remarks


def run(request: Label, tell: Tell) -> LabelAnswer:
    """Place them."""
    nonogram = puzzle_of(request.puzzle)
    options = LabelOptions(**{option.name: getattr(request, option.name)
                              for option in options_of(LabelOptions)})
    tell(None, "placing labels")
    found = nonogram.family.place_labels(nonogram, options)
    return LabelAnswer(puzzle=puzzle_json(found.nonogram), summary=told(label_record(found)),
                       remarks=[f"{label_words(found)}."])
