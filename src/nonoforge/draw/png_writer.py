"""PNG of every family, painted with Pillow, which is loaded only when used."""

from __future__ import annotations

import io
import math
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from nonoforge.draw.painting import pillow
from nonoforge.draw.plan.parts import Plan
from nonoforge.draw.plan.plane import plane_plan
from nonoforge.draw.plan.to_png import paint_plan
from nonoforge.draw.scene.to_png import paint_scene
from nonoforge.draw.views import (
    READABLE,
    View,
    in_plane,
    pixels,
    readable,
    scene_of,
    usual_cell,
)
from nonoforge.errors import InputError
from nonoforge.families.plane import arrangement_of, usual_box
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point
from nonoforge.puzzle import Colouring
from nonoforge.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

SCALE = 24
MAX_PIXELS = 40_000_000
PLAN = 2000  # pixels: the longer side of a plan


def png(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), rings: Collection[Point] = (), clues: bool = True,
    scale: int | None = None, view: View | None = None, numbers: bool = False,
) -> bytes:
    """The nonogram as a PNG file; see `svg` for what all but `scale` means.

    `scale` is the size of a cell in pixels; without one, 24 or what keeps a large puzzle within
    40 million pixels. Cells under 12 pixels come without clues: they could not be read. A voxel's
    edge is longer, for there is less room on a side that is seen askew. What lies in the plane has
    true millimetres, and `scale` is how many pixels one has: without it, so many that the picture
    is 2000 pixels wide or high.
    """
    pillow()
    if in_plane(nonogram, view):
        clues = clues and png_shows_clues(nonogram, scale)
        plan = plane_plan(nonogram, picture=picture, marks=marks, rings=rings, clues=clues,
                          numbers=numbers)
        return _saved(paint_plan(plan, _checked(plan, scale)))
    scale = _fitting(nonogram, view, clues) if scale is None else scale
    clues = clues and readable(nonogram, view, scale)
    _check(nonogram, view, scale, clues)
    return _saved(paint_scene(scene_of(nonogram, view, picture=picture, marks=marks, cell=scale,
                                       clues=clues)))


def png_shows_clues(nonogram: Nonogram, scale: int | None, view: View | None = None) -> bool:
    """Are the cells large enough, at this scale or the one that fits, for clues to be read?"""
    if in_plane(nonogram, view):
        labels = arrangement_of(nonogram).labels
        high = labels.box[1] if labels else usual_box(
            arrangement_of(nonogram), len(nonogram.puzzle.lines))[1]
        return high * (scale or _plan_scale(plane_plan(nonogram))) >= READABLE
    return readable(nonogram, view, scale or _fitting(nonogram, view, clues=True))


def _fitting(nonogram: Nonogram, view: View | None, clues: bool) -> int:
    for scale in range(usual_cell(nonogram, view, SCALE), 1, -1):
        told = clues and readable(nonogram, view, scale)
        if pixels(nonogram, view, scale, told) <= MAX_PIXELS:
            return scale
    return 1


def _plan_scale(plan: Plan) -> float:
    return PLAN / max(plan.width, plan.height)


def _checked(plan: Plan, scale: int | None) -> float:
    """Pixels to the millimetre: those asked for, if they can be painted, or what is usual."""
    if scale is None:
        return _plan_scale(plan)
    if scale < 1:
        raise InputError(f"a scale of {scale}; a millimetre has at least 1 pixel")
    most = int(math.sqrt(2 * MAX_PIXELS / (plan.width * plan.height)))
    if scale > min(1000, most):
        raise InputError(f"a scale of {scale} makes too large a picture; " + (
            f"at most {min(1000, most)} does here" if most else "leave it out"))
    return scale


def _check(nonogram: Nonogram, view: View | None, scale: int, clues: bool) -> None:
    if scale < 1:
        raise InputError(f"a scale of {scale}; a cell is at least 1 pixel wide")
    # The layout of a huge scale costs nothing, but what it asks for cannot be painted.
    if scale > 1000 or pixels(nonogram, view, scale, clues) > 2 * MAX_PIXELS:
        raise InputError(f"a scale of {scale} makes too large a picture; at most "
                         f"{_fitting(nonogram, view, clues)} does here")


def _saved(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


SIDE = 480  # pixels that each of the three may have
GAP = 16


def preview(pixels: NDArray[Any], nonogram: Nonogram, marks: Collection[int]) -> bytes:
    """A PNG file of the three."""
    pillow()
    from PIL import Image, ImageOps

    shown = [ImageOps.contain(Image.fromarray(pixels), (SIDE, SIDE))]
    for marked in ((), marks):
        data = png(nonogram, picture=nonogram.solution, marks=marked, clues=False)
        with Image.open(io.BytesIO(data)) as drawn:
            shown.append(ImageOps.contain(drawn.convert("RGB"), (SIDE, SIDE)))
    height = max(image.height for image in shown)
    page = Image.new("RGB", (sum(image.width for image in shown) + 4 * GAP, height + 2 * GAP),
                     "#ffffff")
    left = GAP
    for image in shown:
        page.paste(image, (left, GAP + (height - image.height) // 2))
        left += image.width + GAP
    out = io.BytesIO()
    page.save(out, "PNG")
    return out.getvalue()
