"""A scene on the pages of a PDF."""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.draw.paths import circle_path
from nonoforge.draw.press import Press, polygon, trace
from nonoforge.draw.scene.parts import Facets, Fill, Item, Lines, Plane, Rings, Scene, Stamp, Texts


def print_scene(press: Press, scene: Scene, top: int, bottom: int) -> None:
    """The part of a scene between two heights."""
    with press.within(0, top, scene.width, bottom - top):
        for item in scene.items:
            _print(press, _between(item, top, bottom))


def scene_texts(items: Iterable[Item]) -> list[str]:
    """All that is written in it."""
    texts: list[str] = []
    for item in items:
        if isinstance(item, Plane):
            texts += scene_texts(item.items)
        elif isinstance(item, Texts):
            texts += [text for _, _, text in item.texts]
    return texts


def _between(item: Item, top: int, bottom: int) -> Item:
    """What of an item can be seen there: what stands on other pages is not even hidden on this."""
    if isinstance(item, Fill):
        return item._replace(boxes=[box for box in item.boxes
                                    if box[1] < bottom and box[1] + box[3] > top])
    if isinstance(item, Stamp):
        return item._replace(places=[place for place in item.places
                                     if top - item.size < place[1] < bottom])
    if isinstance(item, Texts):
        return item._replace(texts=[text for text in item.texts
                                    if top < text[1] < bottom + item.size])
    if isinstance(item, Rings):
        reach = item.radius + item.width
        return item._replace(middles=[middle for middle in item.middles
                                      if top - reach < middle[1] < bottom + reach])
    return item


def _print(press: Press, item: Item) -> None:
    if isinstance(item, Plane):
        with press.through(item.matrix):
            for part in item.items:
                _print(press, part)
    elif isinstance(item, Texts):
        press.ink(item.colour)
        press.texts(((text, (x, y)) for x, y, text in item.texts), item.size,
                    middle=item.anchor == "middle", bold=item.bold)
    elif isinstance(item, Stamp):
        _stamps(press, item)
    elif isinstance(item, Fill):
        _fill(press, item)
    elif isinstance(item, Rings):
        _rings(press, item)
    else:
        _drawn(press, item)


def _fill(press: Press, fill: Fill) -> None:
    if not fill.boxes:
        return
    path = press.path()
    for x, y, width, height in fill.boxes:
        radius = max(0, min(fill.radius, width // 2, height // 2))
        if radius:
            path.roundRect(x, y, width, height, radius)
        else:
            path.rect(x, y, width, height)
    press.ink(fill.colour)
    press.draw(path, fill=True)


def _stamps(press: Press, stamp: Stamp) -> None:
    for stroke in stamp.strokes if stamp.places else ():
        path = press.path()
        for x, y in stamp.places:
            for x1, y1, x2, y2 in stroke.segments:
                path.moveTo(x + x1, y + y1)
                path.lineTo(x + x2, y + y2)
        press.pen(stroke.colour, stroke.width, cap=2)
        press.draw(path, stroke=True)


def _rings(press: Press, rings: Rings) -> None:
    if not rings.middles:
        return
    path, r = press.path(), rings.radius
    for x, y in rings.middles:
        if rings.shape == "circle":
            trace(path, circle_path((x, y), r), closed=True)
        else:
            path.rect(x - r, y - r, 2 * r, 2 * r)
    press.pen(rings.colour, rings.width)
    press.draw(path, stroke=True)


def _drawn(press: Press, item: Facets | Lines) -> None:
    path = press.path()
    if isinstance(item, Facets):
        for outline in item.outlines:
            polygon(path, outline)
        press.ink(item.colour)
        # A hair of its own colour around each polygon, or the paper would shine through the seams.
        press.pen(item.colour, 0.6)
    else:
        for x1, y1, x2, y2 in item.segments:
            path.moveTo(x1, y1)
            path.lineTo(x2, y2)
        press.pen(item.colour, item.width)
    press.draw(path, stroke=True, fill=isinstance(item, Facets))
