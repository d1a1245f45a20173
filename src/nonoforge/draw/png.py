"""PNG, painted with Pillow from the same scene as SVG. Pillow is loaded here and only when used."""

from __future__ import annotations

import io
import math
from collections.abc import Collection
from typing import TYPE_CHECKING

from nonoforge.draw.colours import Rgb, channels
from nonoforge.draw.lettering import written
from nonoforge.draw.plan import Plan
from nonoforge.draw.plan_png import paint_plan
from nonoforge.draw.plane_plan import plane_plan
from nonoforge.draw.scene import Fill, Scene, Stamp, Texts
from nonoforge.draw.smooth import needs_smoothing, paint_smooth
from nonoforge.draw.views import (
    READABLE,
    View,
    in_plane,
    pixels,
    readable,
    scene_of,
    usual_cell,
)
from nonoforge.errors import InputError, MissingPart
from nonoforge.nonogram import Nonogram
from nonoforge.plane import arrangement_of
from nonoforge.plane.labels import usual_box
from nonoforge.plane.path import Point
from nonoforge.puzzle import Colouring
from nonoforge.state import State

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

SCALE = 24
MAX_PIXELS = 40_000_000
PLAN = 2000  # pixels: the longer side of a plan

_SMOOTH = 4  # stamps are painted this much larger, then shrunk


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
    return paint(scene_of(nonogram, view, picture=picture, marks=marks, cell=scale, clues=clues))


def png_shows_clues(nonogram: Nonogram, scale: int | None, view: View | None = None) -> bool:
    """Are the cells large enough, at this scale or the one that fits, for clues to be read?"""
    if in_plane(nonogram, view):
        labels = arrangement_of(nonogram).labels
        high = labels.box[1] if labels else usual_box(
            arrangement_of(nonogram), len(nonogram.puzzle.lines))[1]
        return high * (scale or _plan_scale(plane_plan(nonogram))) >= READABLE
    return readable(nonogram, view, scale or _fitting(nonogram, view, clues=True))


def pillow() -> None:
    """Is Pillow there? If not, say how to get it."""
    try:
        import PIL.Image  # noqa: F401
    except ImportError as error:
        raise MissingPart(
            "PNG pictures need Pillow, which is not installed; get it with: "
            "pip install 'nonoforge[images]', or draw SVG instead") from error


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


def paint(scene: Scene) -> bytes:
    """A scene as a PNG file."""
    from PIL import Image, ImageDraw

    if needs_smoothing(scene):
        return _saved(paint_smooth(scene))
    image = Image.new("L" if _grey(scene) else "RGB", (scene.width, scene.height))
    pen = ImageDraw.Draw(image)
    for item in scene.unpaged:
        if isinstance(item, Fill):
            _fill(pen, item, _paint_of(image, item.colour))
        elif isinstance(item, Stamp):
            _stamp(image, item)
        elif isinstance(item, Texts):
            _texts(image, item)
    return _saved(image)


def _saved(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _grey(scene: Scene) -> bool:
    """A black and white puzzle takes a third of the room."""
    stamps = [item for item in scene.items if isinstance(item, Stamp) and item.places]
    used = {item.colour for item in scene.items if isinstance(item, Fill | Texts)}
    used |= {stroke.colour for stamp in stamps for stroke in stamp.strokes}
    return all(len(set(channels(colour))) == 1 for colour in used)


def _paint_of(image: Image.Image, colour: str) -> Rgb | int:
    return channels(colour)[0] if image.mode == "L" else channels(colour)


def _fill(pen: ImageDraw.ImageDraw, fill: Fill, colour: Rgb | int) -> None:
    for x, y, width, height in fill.boxes:
        corners = (x, y, x + width - 1, y + height - 1)
        if fill.radius:
            pen.rounded_rectangle(corners, fill.radius, colour)
        else:
            pen.rectangle(corners, colour)


def _stamp(image: Image.Image, stamp: Stamp) -> None:
    """Each stroke is painted once, large, shrunk for smooth edges, and then pressed everywhere."""
    from PIL import Image, ImageDraw

    for stroke in stamp.strokes:
        large = Image.new("L", (stamp.size * _SMOOTH, stamp.size * _SMOOTH))
        pen = ImageDraw.Draw(large)
        width = max(1, round(stroke.width * _SMOOTH))
        for segment in stroke.segments:
            x1, y1, x2, y2 = (round(value * _SMOOTH) for value in segment)
            pen.line((x1, y1, x2, y2), 255, width)
            for x, y in ((x1, y1), (x2, y2)):  # joints, which plain lines leave open
                pen.rectangle((x - width // 2, y - width // 2, x + width // 2, y + width // 2), 255)
        mask = large.resize((stamp.size, stamp.size), Image.Resampling.BOX)
        colour = _paint_of(image, stroke.colour)
        for place in stamp.places:
            image.paste(colour, place, mask)


def _texts(image: Image.Image, texts: Texts) -> None:
    colour = _paint_of(image, texts.colour)
    for x, y, text in texts.texts:
        mask, left, up, wide = written(text, texts.size, texts.bold)
        if mask is not None:
            start = x - round(wide / 2) if texts.anchor == "middle" else x
            image.paste(colour, (start + left, y + up), mask)
