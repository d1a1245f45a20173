"""`label`: places for the clues of a sloped or curved puzzle."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.records.labels import label_record, label_words
from nonoforge.studio.tasks.making import Length, OfFile, SomeLength, Summary, told
from nonoforge.studio.tasks.requests import OfPuzzle, Remarks, Seconds, Tell, puzzle_json, puzzle_of

if TYPE_CHECKING:
    from nonoforge.families.plane import Labelled
    from nonoforge.nonogram import Nonogram


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


def labeller(request: Label | OfDrawing, method: str) -> Callable[..., Labelled]:
    """What places labels as it is asked for."""
    from nonoforge.families.plane import labelled

    def place(nonogram: Nonogram, seconds: float | None) -> Labelled:
        return labelled(nonogram, method, box=request.box, step=request.step,
                        longest=request.max_extension, gap=request.gap,
                        balanced=request.balanced, seconds=seconds)
    return place


class LabelAnswer(msgspec.Struct, kw_only=True):
    """The puzzle with its labels."""

    puzzle: msgspec.Raw
    summary: Summary
    remarks: Remarks


def run(request: Label, tell: Tell) -> LabelAnswer:
    """Place them."""
    nonogram = puzzle_of(request.puzzle)
    if nonogram.family.name not in ("sloped", "curved"):
        raise InputError(f"a {nonogram.family.name} has its clues beside it; labels are for "
                         "sloped and curved puzzles")
    tell(None, "placing labels")
    found = labeller(request, request.method)(nonogram, request.budget)
    return LabelAnswer(puzzle=puzzle_json(found.nonogram), summary=told(label_record(found)),
                       remarks=[f"{label_words(found)}."])
