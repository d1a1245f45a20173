"""Options that making puzzles from drawings has in common."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.labeling import (
    METHOD_HELP,
    METHOD_WORDS,
    BalancedLabels,
    CoarseSteps,
    LabelBox,
    LabelGap,
    LabelOptions,
    LabelOverlap,
    LeaderStep,
    MaxLeader,
    SeparateLabels,
)
from nonoforge.options import MAX_LENGTH_MM, MakeOptions, length_mm, option

MAX_COLOURS = 9


def _frame_with_area(frame: tuple[float, ...]) -> tuple[float, ...]:
    if min(frame[2:]) <= 0:
        raise ValueError
    return frame


def _margin(text: str) -> str:
    """Return a margin as it is written, if it is millimetres or per cent."""
    value = text.strip()
    if value.endswith("%"):
        share = float(value[:-1])
        if not 0 <= share <= 100:
            raise ValueError
    elif length_mm(value) > MAX_LENGTH_MM:
        raise ValueError
    return value


class DrawingOptions(MakeOptions, kw_only=True, frozen=True):
    """How a drawing becomes a puzzle, whatever its lines are."""

    size: Annotated[float | None, option(
        "Longer side of the frame.", gt=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM",
        label="Size of the frame", default="as the drawing says, or 100", more=True)] = None
    frame: Annotated[tuple[float, float, float, float] | None, option(
        "Frame in the coordinates of the file (SVG: units of its viewBox from the top left; "
        "pictures: pixels).", ge=-1e5, le=1e5, metavar="X,Y,W,H", check=_frame_with_area,
        default="a rectangle called frame, or the page", more=True,
        expected="x, y, width and height, like 10,10,80,60")] = None
    margin: Annotated[str | None, option(
        "Room between the picture and the frame, in millimetres or in per cent of the picture's "
        "longer side.", max_length=20, metavar="MM|%", label="Margin", check=_margin, more=True,
        default="that of the page, 6 to 20%",
        expected="millimetres, or per cent of the picture, like 5 or 8%")] = None
    colours: Annotated[int | Literal["auto"], option(
        "Most colours beside the background; auto: 1 where one colour dominates, else up to 4.",
        ge=1, le=MAX_COLOURS, metavar="N|auto", label="Colours",
        choices={"auto": "as many as it needs"}, slider=(1, MAX_COLOURS, 1))] = "auto"
    colour_by: Annotated[Literal["auto", "parity", "fill"], option(
        "What is coloured: faces inside an odd number of outlines, or what the shapes' fills show; "
        "auto takes fills that differ.", label="Colour by", more=True, choices={
            "auto": "automatic", "parity": "inside the outlines",
            "fill": "fills of the shapes"})] = "auto"
    labels: Annotated[Literal["auto", "two-sat", "dynamic", "maxsat", "none"], option(
        f"{METHOD_HELP}; or not at all (none).", label="Labels",
        choices=METHOD_WORDS | {"none": "none"})] = "auto"
    box: LabelBox = None
    step: LeaderStep = None
    max_extension: MaxLeader = None
    gap: LabelGap = 0.5
    balanced: BalancedLabels = False
    overlap: LabelOverlap = 0.0
    separate: SeparateLabels = True
    coarse: CoarseSteps = False

    @property
    def label_options(self) -> LabelOptions | None:
        """How labels are placed; None: not at all."""
        return None if self.labels == "none" else LabelOptions(
            method=self.labels, box=self.box, step=self.step, max_extension=self.max_extension,
            gap=self.gap, balanced=self.balanced, overlap=self.overlap, separate=self.separate,
            coarse=self.coarse, budget=self.budget)
