"""Options of `make grid`: how a picture becomes a grid."""

from __future__ import annotations

from typing import Annotated, Literal

from nonoforge.colour_vision import channels
from nonoforge.options import (
    MakeOptions,
    StarRange,
    SufficientLevel,
    VariantCount,
    colour_text,
    option,
)

MAX_SIZE = 1_000  # cells along a side that can be asked for


class GridOptions(MakeOptions, kw_only=True, frozen=True):
    """How a picture becomes a grid: its size, its colours, and how difficult it is."""

    size: Annotated[int | tuple[int, int] | None, option(
        "Cells along the longer side, or columns and rows.", ge=1, le=MAX_SIZE, metavar="N|WxH",
        separator="x", label="Size", default="30; what suits words and pixel art",
        expected="the cells along the longer side, like 30, or columns and rows, like 30x20; 1 to "
                 f"{MAX_SIZE:,} of them", page={"le": 200})] = None
    best_size: Annotated[bool, option(
        "Use --size or less, whichever needs the fewest changes.", more=True,
        label="Best size: this or less")] = False
    font: Annotated[str | None, option(
        "Font of words: a TrueType or OpenType file.", metavar="FILE", max_length=1_000,
        default="DejaVu Sans Bold", local=True)] = None
    crop: Annotated[tuple[int, int, int, int] | None, option(
        "Use a part of the picture, in pixels.", ge=0, le=999_999, metavar="X,Y,W,H",
        label="Part of the picture", expected="LEFT,TOP,WIDTH,HEIGHT in pixels")] = None
    trim: Annotated[bool, option(
        "Cut off an empty border, and what is around a small subject.",
        label="Cut to the subject")] = True
    smooth: Annotated[int, option(
        "Flatten texture and keep edges: the radius of a median filter.", ge=0, le=10,
        unit="tenths of a cell", metavar="N", label="Smooth", slider=(0, 10, 1), more=True)] = 0
    brightness: Annotated[float, option(
        "Make the picture lighter, or darker below 0.", ge=-0.5, le=0.5, metavar="B",
        label="Brightness", slider=(-0.5, 0.5, 0.05), more=True)] = 0.0
    contrast: Annotated[float, option(
        "Contrast of the picture; 1 leaves it as it is.", ge=0.25, le=4, metavar="C",
        label="Contrast", slider=(0.25, 4, 0.05), more=True)] = 1.0
    edges: Annotated[float, option(
        "Strengthen edges: how many times the difference of a cell from its surroundings is "
        "added.", ge=0, le=10, metavar="E", label="Edges", slider=(0, 10, 0.5), more=True,
        when=("colours", "==", 1))] = 0.0
    threshold: Annotated[float | Literal["auto", "sweep", "local"], option(
        "Lightness below which a cell is filled: found in the picture (auto), the best of several "
        "(sweep), that of its surroundings (local), or a number.", gt=0, lt=1,
        metavar="auto|sweep|local|T", label="Threshold", choices={
            "auto": "automatic", "sweep": "the best of several", "local": "the surroundings"},
        slider=(0.02, 0.98, 0.02), when=("colours", "==", 1),
        expected="a lightness between 0 and 1, like 0.45; or auto, sweep or local")] = "auto"
    dither: Annotated[Literal["none", "floyd", "ordered"], option(
        "Show grey by patterns of black and white.", label="Dither", when=("colours", "==", 1),
        choices={"none": "none", "floyd": "Floyd and Steinberg", "ordered": "ordered"})] = "none"
    invert: Annotated[bool, option(
        "Fill the light cells and leave the dark ones white.", label="Invert",
        when=("colours", "==", 1))] = False
    colours: Annotated[int | Literal["auto"], option(
        "Number of colours beside the background; 1 is black and white, auto as many as the "
        "picture needs to be recognised, up to 6.", ge=1, le=12, metavar="N|auto",
        label="Colours", choices={"auto": "as many as it needs"}, slider=(1, 12, 1))] = 1
    background: Annotated[str | None, option(
        "Colour of the cells that no clue counts, in a puzzle of several colours.",
        metavar="#RRGGBB", label="Background", default="the most frequent at the border",
        when=("colours", ">", 1), expected="a colour as #rrggbb", check=colour_text)] = None
    level: SufficientLevel = "line"
    rating: StarRange = None
    variants: VariantCount = 1

    @property
    def puzzles(self) -> int:
        return self.variants

    @property
    def paper(self) -> tuple[int, int, int] | None:
        """Red, green and blue of the background."""
        return None if self.background is None else channels(self.background)

    @property
    def colour_count(self) -> int:
        """The number of colours; 1 where it is still to be found."""
        return 1 if self.colours == "auto" else self.colours

    @property
    def by_lightness(self) -> bool:
        """Whether only lightness decides: colours, a threshold, patterns or smoothing are wanted,
        so that lines are not looked for."""
        return self.colour_count > 1 or not isinstance(self.threshold, str) or \
            self.dither != "none" or self.smooth > 0

    @property
    def several(self) -> bool:
        """Whether many ways to see the picture are tried."""
        return self.variants > 1 or self.rating is not None
