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
from nonoforge.options import MAX_LENGTH_MM, MakeOptions, option


class DrawingOptions(MakeOptions, kw_only=True, frozen=True):
    """How a drawing becomes a puzzle, whatever its lines are."""

    size: Annotated[float | None, option(
        "Longer side of the frame.", gt=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM",
        label="Size of the frame", default="as the drawing says, or 100", more=True)] = None
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
