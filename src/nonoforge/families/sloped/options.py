"""Options of `make sloped`: how a drawing of polygons becomes a sloped nonogram."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.errors import InputError
from nonoforge.families.plane.options import DrawingOptions
from nonoforge.options import MAX_LENGTH_MM, StarRange, length_mm, option

DEFAULT_SLOPES = "0,45,90,135"
DEFAULT_SNAP = "3/0.5"  # degrees and millimetres
MAX_SNAP_DEGREES = 20


def _slopes(text: str) -> str:
    from nonoforge.families.sloped.lines import Slopes

    Slopes.parse(text)
    return text


def _snap(text: str) -> tuple[float, float]:
    """Return degrees and millimetres from `3` or `3/0.5`."""
    degrees, _, mm = text.partition("/")
    return float(degrees), length_mm(mm or "0")


def _snap_in_range(snap: tuple[float, float]) -> tuple[float, float]:
    if snap[0] > MAX_SNAP_DEGREES:
        raise ValueError
    return snap


class SlopedOptions(DrawingOptions, kw_only=True, frozen=True):
    """How a drawing of polygons becomes a sloped nonogram."""

    widest: Annotated[bool, option(
        "Make the narrowest face as wide as possible, instead of --min-width.",
        label="Widest: the narrowest face as wide as can be", more=True)] = False
    min_width: Annotated[float, option(
        "Widen faces until each is at least this wide; 0 leaves them as they are.", ge=0,
        le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Minimal width", slider=(0, 10, 0.25),
        more=True, when=("widest", "==", False))] = 3.0
    objective: Annotated[Literal["squares", "sum", "max"], option(
        "Which measure of the lines' shifts is minimized.", label="Objective: shifts of lines",
        more=True, choices={"squares": "least squares", "sum": "least sum", "max": "least maximum"}
    )] = "squares"
    split: Annotated[bool, option(
        "Let lines part where three meet by accident, if that makes faces wider.",
        label="Split points where three lines meet", more=True,
        when=("widest", "==", False))] = False
    slopes: Annotated[str, option(
        "Slopes that edges may have: degrees, or rises like 1/2.", max_length=400,
        metavar="LIST|any", label="Slopes", check=_slopes, choices={
            DEFAULT_SLOPES: "multiples of 45°", "0,30,60,90,120,150": "multiples of 30°",
            "any": "any"})] = DEFAULT_SLOPES
    snap: Annotated[tuple[float, float] | None, option(
        "Straighten edges that miss a slope by up to this many degrees, and join ends that miss "
        f"each other by up to this many millimetres; --snap alone is {DEFAULT_SNAP}.", ge=0,
        le=MAX_LENGTH_MM, metavar="[DEGREES[/MM]]", separator="/", label="Snap edges to the slopes",
        more=True, parts=("Off by (degrees)", "Join within (mm)"),
        flag=DEFAULT_SNAP, parse=_snap, check=_snap_in_range,
        expected=f"degrees, up to {MAX_SNAP_DEGREES}, or degrees and millimetres, like 3 or 3/0.5; "
                 "or --snap alone, after DRAWING")] = None
    detail: Annotated[Literal["auto", "exact"] | float, option(
        "Lines: the drawing's own edges (exact); these, or few that show the picture where these "
        "make no puzzle that can be printed (auto); or always few, from 0, fewest, to 1, closest.",
        ge=0, le=1, metavar="auto|exact|D", label="Detail", slider=(0, 1, 0.1), choices={
            "auto": "automatic", "exact": "the drawing's own edges"},
        expected="auto, exact, or a number from 0, few lines, to 1, a close likeness")] = "auto"
    lines: Annotated[int | None, option(
        "Most lines of the puzzle; a drawing that gives more is simplified.", ge=4, le=60,
        metavar="N", label="Lines", default="what the picture needs, up to 36",
        slider=(4, 60, 1))] = None
    rating: StarRange = None
    cure: Annotated[bool, option(
        "Where there are several solutions, add a line that leaves one.",
        label="Cure several solutions by a line")] = True

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.split and self.widest:
            raise InputError("--split is for a --min-width; it cannot go with --widest")
