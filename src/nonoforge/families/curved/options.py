"""Options of `make curved`: how a drawing of curves, or a picture, becomes a curved nonogram."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.families.plane.options import DrawingOptions
from nonoforge.options import MAX_LENGTH_MM, option

SNAP_MM = 0.01 * 25.4 / 72  # ends in files miss by rounding


class CurvedOptions(DrawingOptions, kw_only=True, frozen=True):
    """How a drawing of curves, or a picture, becomes a curved nonogram.

    A picture of closed outlines is extended to the frame; the options from `curves` to `tries` say
    how.
    """

    keep_curves: Annotated[bool | None, option(
        "Take the curves as they are drawn, and add none.", default="if any curve is open",
        label="Keep the curves as they are, and add none")] = None
    detail: Annotated[Literal["auto", "exact"] | float, option(
        "Outlines of a picture: as they are drawn (exact); or smooth, with as many arcs as suit a "
        "puzzle (auto), or from 0, fewest arcs, to 1, the closest likeness.", ge=0, le=1,
        metavar="auto|exact|D", label="Detail", slider=(0, 1, 0.1), choices={
            "auto": "automatic", "exact": "outlines as they are drawn"},
        expected="auto, exact, or a number from 0, few arcs, to 1, a close likeness",
        when=("keep_curves", "!=", True))] = "auto"
    snap: Annotated[float, option(
        "Join ends that miss the frame or each other by no more than this.", ge=0,
        le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Join ends that miss by",
        default="0.01pt", more=True)] = SNAP_MM
    curves: Annotated[int | None, option(
        "Extend a picture to N curves, which have 2 N labels.", ge=1, le=200, metavar="N",
        label="Curves in all", default="as few as needed",
        when=("keep_curves", "!=", True))] = None
    min_width: Annotated[float | None, option(
        "Extend a picture so that faces are at least this wide.", gt=0, le=MAX_LENGTH_MM, unit="mm",
        metavar="MM", label="Faces not narrower than", more=True,
        default="a 40th of the frame's shorter side", when=("keep_curves", "!=", True))] = None
    min_distance: Annotated[float | None, option(
        "Extend a picture so that crossings along a curve are at least this far apart.", gt=0,
        le=MAX_LENGTH_MM, unit="mm", metavar="MM", label="Crossings not nearer than", more=True,
        default="a 20th of the frame's shorter side", when=("keep_curves", "!=", True))] = None
    min_angle: Annotated[float, option(
        "Extend a picture so that curves cross at this angle or more.", ge=5, le=60, unit="degrees",
        metavar="DEGREES", label="Crossings not flatter than", more=True,
        when=("keep_curves", "!=", True))] = 20.0
    tries: Annotated[int | None, option(
        "Number of ways to extend a picture that are tried.", ge=1, le=10**7, metavar="N",
        label="Tries", default="2000, more where it has many corners",
        when=("keep_curves", "!=", True))] = None
