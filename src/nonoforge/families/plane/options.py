"""Options that making puzzles from drawings has in common, and those of placing labels."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.options import MAX_LENGTH_MM, BudgetText, MakeOptions, Options, option

LabelMethod = Literal["auto", "two-sat", "dynamic", "maxsat"]

_METHOD = ("How labels are placed: the best of all (auto, maxsat), by dynamic programming for "
           "fixed ports, or with the shortest leaders only (two-sat)")
_METHODS = {"auto": "the best of all", "maxsat": "MaxSAT", "dynamic": "dynamic programming",
            "two-sat": "shortest leaders (2-SAT)"}

Box = Annotated[tuple[float, float] | None, option(
    "Box of a number: its width along the leader, and its height.", gt=0, le=MAX_LENGTH_MM,
    unit="mm", metavar="W H", separator=" ", label="Box", more=True, half=True,
    default="5 5, more where the drawing is large, less where labels are many",
    expected="two lengths in millimetres, like 5 5, or with a unit, like 16pt 16pt; above 0")]
Step = Annotated[float | None, option(
    "Step between the lengths of leaders that are tried.", gt=0, le=MAX_LENGTH_MM, unit="mm",
    metavar="MM", label="Steps of leaders", more=True, half=True,
    default="1, then polished; dynamic with parallel leaders: only the lengths that can matter")]
MaxExtension = Annotated[float | None, option(
    "Longest leader.", ge=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Longest leader",
    more=True, half=True, default="25, more where there is no room")]
Gap = Annotated[float, option(
    "Distance that two labels keep.", ge=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Gap",
    more=True, half=True)]
Balanced = Annotated[bool, option(
    "Place one label of each curve at either end.", label="Balanced: a label at either end",
    more=True)]


class LabelOptions(Options, kw_only=True, frozen=True):
    """How the labels of a puzzle are placed around its frame."""

    method: Annotated[LabelMethod, option(f"{_METHOD}.", label="Labels", choices=_METHODS)] = "auto"
    box: Box = None
    step: Step = None
    max_extension: MaxExtension = None
    gap: Gap = 0.5
    balanced: Balanced = False
    budget: BudgetText = "30s"


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
        f"{_METHOD}; or not at all (none).", label="Labels",
        choices=_METHODS | {"none": "none"})] = "auto"
    box: Box = None
    step: Step = None
    max_extension: MaxExtension = None
    gap: Gap = 0.5
    balanced: Balanced = False

    @property
    def label_options(self) -> LabelOptions | None:
        """How labels are placed; None: not at all."""
        return None if self.labels == "none" else LabelOptions(
            method=self.labels, box=self.box, step=self.step, max_extension=self.max_extension,
            gap=self.gap, balanced=self.balanced, budget=self.budget)
