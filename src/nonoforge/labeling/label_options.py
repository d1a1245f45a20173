"""Options of placing labels around a frame."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.options import MAX_LENGTH_MM, BudgetText, Options, Seed, ShownClues, option

LabelMethod = Literal["auto", "two-sat", "dynamic", "maxsat"]

METHOD_HELP = ("How labels are placed: the best of all (auto, maxsat), by dynamic programming for "
           "fixed ports, or with the shortest leaders only (two-sat)")
METHOD_WORDS = {"auto": "the best of all", "maxsat": "MaxSAT", "dynamic": "dynamic programming",
            "two-sat": "shortest leaders (2-SAT)"}

LabelBox = Annotated[tuple[float, float] | None, option(
    "Box of a number: its width along the leader, and its height.", gt=0, le=MAX_LENGTH_MM,
    unit="mm", metavar="W H", separator=" ", label="Box", parts=("Width", "Height"), more=True,
    half=True,
    default="5 5, more where the drawing is large, less where labels are many",
    expected="two lengths in millimetres, like 5 5, or with a unit, like 16pt 16pt; above 0")]
LeaderStep = Annotated[float | None, option(
    "Step between the lengths of leaders that are tried.", gt=0, le=MAX_LENGTH_MM, unit="mm",
    metavar="MM", label="Steps of leaders", more=True, half=True,
    default="1, then polished; dynamic: only the lengths that can matter")]
MaxLeader = Annotated[float | None, option(
    "Longest leader.", ge=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Longest leader",
    more=True, half=True, default="25, more where there is no room")]
LabelGap = Annotated[float, option(
    "Distance that two labels keep.", ge=0, le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Gap",
    more=True, half=True)]
BalancedLabels = Annotated[bool, option(
    "Place one label of each curve at either end.", label="Balanced: a label at either end",
    more=True)]

LabelOverlap = Annotated[float, option(
    "How deep boxes of two labels may overlap; no more than 15 % of a box, so that numbers stay "
    "readable. Leaders never run through boxes.", ge=0, le=MAX_LENGTH_MM,
    unit="mm", metavar="MM", label="Overlap of boxes", more=True, half=True)]
SeparateLabels = Annotated[bool, option(
    "Keep labels of different lines from being read as one clue: half a box apart, or with leaders "
    "of different lengths.", label="Never read as one clue", more=True)]
CoarseSteps = Annotated[bool, option(
    "Begin with steps of 16 times the length, and halve them until every label has a place: "
    "quick, but not always the shortest.", label="Coarse steps first", more=True)]


class LabelOptions(Options, kw_only=True, frozen=True):
    """How the labels of a puzzle are placed around its frame."""

    method: Annotated[LabelMethod, option(
        f"{METHOD_HELP}.", label="Labels", choices=METHOD_WORDS)] = "auto"
    box: LabelBox = None
    step: LeaderStep = None
    max_extension: MaxLeader = None
    gap: LabelGap = 0.5
    balanced: BalancedLabels = False
    overlap: LabelOverlap = 0.0
    separate: SeparateLabels = True
    coarse: CoarseSteps = False
    clues: ShownClues = "all"
    seed: Seed = 0
    budget: BudgetText = "30s"
