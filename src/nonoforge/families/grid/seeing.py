"""Decide which part of a picture is used, its size in cells, and which cells are filled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.grid.downsampling import (
    Inked,
    cropped,
    in_black,
    in_colours,
    lightness,
    otsu,
    shrunk,
    size_for,
    trimmed,
)
from nonoforge.families.grid.geometry import MAX_SIDE
from nonoforge.families.grid.line_art import (
    FILL_THRESHOLD,
    THIN_LINE,
    Drawing,
    details,
    drawing_of,
    own_size,
    slender,
)
from nonoforge.families.grid.options import GridOptions
from nonoforge.families.grid.photo import Photo

if TYPE_CHECKING:
    from numpy.typing import NDArray

DEFAULT_CELLS = 30  # cells along the longer side
LINE_DARKNESS = 0.2  # how much darker than the threshold a thin line in a photograph counts
TEAR_COST = 20.0  # of breaking a thin line, relative to thickening it


class Source(NamedTuple):
    """The part of the picture that is used; the drawing, if it is one and to be seen as one.
    `squares`: it is made of squares, and each becomes a cell."""

    pixels: NDArray[Any]
    size: tuple[int, int]
    drawing: Drawing | None
    squares: bool


Crop = tuple[int, int, int, int]


class Seen(NamedTuple):
    """One way to see it: what is ink, below which threshold, and the colours of the cells."""

    inked: Inked
    threshold: float | None
    colours: NDArray[Any]


def source_of(photo: Photo, options: GridOptions) -> Source:
    """Return the part of the picture that the options ask for, and its size in cells."""
    pixels = cropped(photo.pixels, _in_pixels(options.crop, photo.step))
    pixels = trimmed(pixels) if options.trim else pixels
    asked = photo.own if photo.fixed else options.size
    squares = own_size(pixels) if asked is None else None
    own = squares or (photo.own if options.crop is None and not options.trim else None)
    size = size_for(pixels, asked if asked is not None else own or DEFAULT_CELLS)
    if not all(1 <= side <= MAX_SIDE for side in size):
        raise InputError(f"{size[0]}x{size[1]} cells; each side has 1 to {MAX_SIDE:,}")
    drawing = None if options.by_lightness else drawing_of(pixels)
    return Source(pixels, size, drawing, squares is not None)


def _in_pixels(crop: Crop | None, step: int) -> Crop | None:
    """Return a part of the file's picture in pixels of `step` times the size, one at least."""
    if crop is None or step == 1:
        return crop
    left, top, width, height = crop
    return (left // step, top // step, max(min(1, width), width // step),
            max(min(1, height), height // step))


def seen(source: Source, options: GridOptions, size: tuple[int, int], shift: float) -> Seen:
    """Return the picture reduced to `size` cells, with the threshold shifted by `shift`."""
    colours = shrunk(source.pixels, size, options.smooth)
    if options.colours > 1:
        return Seen(in_colours(colours, options.colours, options.paper), None, colours)
    if source.drawing is not None:
        threshold = _within(FILL_THRESHOLD + shift)
        return Seen(_drawn(source.drawing.cells(size), threshold, options), threshold, colours)
    light = lightness(colours)
    base = otsu(light) if isinstance(options.threshold, str) else options.threshold
    threshold = _within(base + shift)
    if options.by_lightness:
        return Seen(in_black(light, threshold, options.dither, options.invert), threshold, colours)
    more = details(source.pixels, size, light < threshold)
    return Seen(_detailed(light, more, threshold, options), threshold, colours)


def _within(threshold: float) -> float:
    return min(0.98, max(0.02, threshold))


def _drawn(light: NDArray[Any], threshold: float, options: GridOptions) -> Inked:
    inked = in_black(light, threshold, invert=options.invert)
    inked.cost[slender(light < threshold), int(options.invert)] *= TEAR_COST
    return inked


def _detailed(
    light: NDArray[Any], more: NDArray[Any], threshold: float, options: GridOptions,
) -> Inked:
    import numpy as np

    inked = in_black(np.where(more, np.minimum(light, threshold - LINE_DARKNESS), light), threshold,
                     invert=options.invert)
    inked.cost[more, int(options.invert)] *= TEAR_COST
    return inked


def remarks(source: Source, options: GridOptions, size: tuple[int, int]) -> Iterator[str]:
    """Yield notes on what the designer may not expect, or may improve."""
    drawing = source.drawing
    if source.squares:
        yield f"the picture is made of {size[0]}x{size[1]} squares: each is a cell"
    if drawing is not None and drawing.dark_paper:
        yield "it is light on dark: light parts are filled; --invert fills the dark ones"
    if drawing is not None and drawing.thinness(size) < THIN_LINE:
        yield ("its lines are much thinner than a cell: a larger --size, or a part of it by "
               "--crop, shows more")
    if not options.trim and trimmed(source.pixels).size * 2 < source.pixels.size:
        yield "more than half of it is an empty border; --trim cuts that off"
