"""A scene as an image, painted with Pillow, which is loaded here and only when used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.draw.colours import Rgb, channels
from nonoforge.draw.painting import written
from nonoforge.draw.scene.parts import Fill, Scene, Stamp, Texts
from nonoforge.draw.scene.smooth import needs_smoothing, paint_smooth

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

_SMOOTH = 4  # stamps are painted this much larger, then shrunk


def paint_scene(scene: Scene) -> Image.Image:
    """The scene as an image."""
    from PIL import Image, ImageDraw

    if needs_smoothing(scene):
        return paint_smooth(scene)
    image = Image.new("L" if _grey(scene) else "RGB", (scene.width, scene.height))
    pen = ImageDraw.Draw(image)
    for item in scene.unpaged:
        if isinstance(item, Fill):
            _fill(pen, item, _paint_of(image, item.colour))
        elif isinstance(item, Stamp):
            _stamp(image, item)
        elif isinstance(item, Texts):
            _texts(image, item)
    return image


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
