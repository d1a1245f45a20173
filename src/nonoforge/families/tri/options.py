"""Options of `make tri`: how a picture becomes a triddler."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.colour_vision import channels
from nonoforge.options import MakeOptions, SufficientLevel, colour_text, option

MAX_SIZE = 200  # edges of triangles along a side that can be asked for


class TriOptions(MakeOptions, kw_only=True, frozen=True):
    """How a picture becomes a triddler: its outline, its colours, and how difficult it is."""

    size: Annotated[int, option(
        "Edges of triangles along the longer side of the picture.", ge=1, le=MAX_SIZE, metavar="N",
        label="Size", slider=(6, 40, 1), page={"le": 60})] = 16
    sides: Annotated[tuple[int, int, int, int, int, int] | None, option(
        "Lengths of the outline's sides, in edges of triangles, counter-clockwise from the upper "
        "left one; 0 leaves a side out.", ge=0, le=MAX_SIZE, metavar="A,B,C,D,E,F", label="Outline",
        parts=("Upper left", "Lower left", "Bottom", "Lower right", "Upper right", "Top"),
        more=True, default="the smallest around the picture",
        expected="six lengths like 5,5,5,5,5,5, where A + B = D + E and F + A = C + D")] = None
    crop: Annotated[tuple[int, int, int, int] | None, option(
        "Use a part of the picture, in pixels.", ge=0, le=999_999, metavar="X,Y,W,H",
        label="Part of the picture", expected="LEFT,TOP,WIDTH,HEIGHT in pixels")] = None
    trim: Annotated[bool, option(
        "Cut off a border of one colour.", label="Trim the border")] = False
    threshold: Annotated[float | Literal["auto", "sweep"], option(
        "Lightness below which a triangle is filled: found in the picture (auto), the best of "
        "several (sweep), or a number.", gt=0, lt=1, metavar="auto|sweep|T", label="Threshold",
        choices={"auto": "automatic", "sweep": "the best of several"}, slider=(0.02, 0.98, 0.02),
        when=("colours", "==", 1),
        expected="a lightness between 0 and 1, like 0.45; or auto, or sweep")] = "auto"
    invert: Annotated[bool, option(
        "Fill the light triangles and leave the dark ones white.", label="Invert",
        when=("colours", "==", 1))] = False
    colours: Annotated[int | Literal["auto"], option(
        "Number of colours beside the background; 1 is black and white, auto as many as the "
        "picture has, up to 6.", ge=1, le=12, metavar="N|auto", label="Colours",
        choices={"auto": "as many as it has"}, slider=(1, 12, 1))] = 1
    background: Annotated[str | None, option(
        "Colour of the triangles that no clue counts, in a puzzle of several colours.",
        metavar="#RRGGBB", label="Background", default="the most frequent at the border",
        when=("colours", ">", 1), expected="a colour as #rrggbb", check=colour_text)] = None
    level: SufficientLevel = "line"

    @property
    def paper(self) -> tuple[int, int, int] | None:
        """Red, green and blue of the background."""
        return None if self.background is None else channels(self.background)
