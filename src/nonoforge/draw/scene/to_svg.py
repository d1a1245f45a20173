"""A scene as SVG, written by hand: a few elements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from nonoforge.draw.scene.parts import (
    Box,
    Facets,
    Fill,
    Item,
    Lines,
    Plane,
    Rings,
    Scene,
    Stamp,
    Stroke,
    Texts,
)
from nonoforge.draw.xml_tags import escape, tag

SHRUNK = 2400  # wider drawings are looked at in parts or shrunk to the window


def scene_svg(scene: Scene) -> str:
    """A scene as an SVG document."""
    # Crisp edges draw a line either fully or not at all, so a drawing that is shrunk would lose
    # some of its lines; large ones are left to the viewer's smoothing.
    crisp = "crispEdges" if max(scene.width, scene.height) <= SHRUNK else "geometricPrecision"
    root = tag("svg", xmlns="http://www.w3.org/2000/svg", width=scene.width, height=scene.height,
               viewBox=f"0 0 {scene.width} {scene.height}", role="img",
               font_family="sans-serif", shape_rendering=crisp)
    lines = [root, f"<title>{escape(scene.title or 'Nonogram')}</title>",
             f"<desc>{escape(scene.summary)}</desc>"]
    for item in scene.unpaged:
        lines += _item(item)
    return "\n".join([*lines, "</svg>", ""])


def _item(item: Item) -> Iterable[str]:
    if isinstance(item, Texts):
        return _texts(item)
    if isinstance(item, Stamp):
        return (_strokes(stroke, item) for stroke in item.strokes if item.places)
    if isinstance(item, Fill):
        return _fill(item)
    return _plane(item) if isinstance(item, Plane) else [_drawn(item)]


def _plane(plane: Plane) -> Iterator[str]:
    yield tag("g", transform=f"matrix({' '.join(f'{value:.8g}' for value in plane.matrix)})",
              shape_rendering="geometricPrecision")
    for item in plane.items:
        yield from _item(item)
    yield "</g>"


def _drawn(item: Facets | Lines | Rings) -> str:
    """What slants or bends, which crisp edges would make jagged."""
    if isinstance(item, Facets):
        # A hair of its own colour around each polygon, or the paper would shine through the seams.
        return tag("path", d="".join(map(_outline, item.outlines)), fill=item.colour,
                   stroke=item.colour, stroke_width="0.6", stroke_linejoin="round",
                   shape_rendering="geometricPrecision", close=True)
    path = "".join(f"M{x1} {y1}l{x2 - x1} {y2 - y1}" for x1, y1, x2, y2 in item.segments) \
        if isinstance(item, Lines) else "".join(_ring(item, *middle) for middle in item.middles)
    return tag("path", d=path, fill="none", stroke=item.colour, stroke_width=f"{item.width:g}",
               stroke_linecap="round" if isinstance(item, Lines) else None,
               shape_rendering="geometricPrecision", close=True)


def _outline(points: tuple[tuple[int, int], ...]) -> str:
    steps = (f"l{x2 - x1} {y2 - y1}" for (x1, y1), (x2, y2) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}{''.join(steps)}z"


def _ring(rings: Rings, x: int, y: int) -> str:
    r, side = f"{rings.radius:g}", f"{2 * rings.radius:g}"
    left = f"{x - rings.radius:g}"
    if rings.shape == "circle":
        return f"M{left} {y}a{r} {r} 0 1 1 {side} 0a{r} {r} 0 1 1 -{side} 0z"
    return f"M{left} {y - rings.radius:g}h{side}v{side}h-{side}z"


def _fill(fill: Fill) -> Iterator[str]:
    if not fill.boxes:
        return
    draw = _rounded if fill.radius else _square
    path = "".join(draw(box, fill.radius) for box in fill.boxes)
    smooth = "geometricPrecision" if fill.radius else None
    yield tag("path", fill=fill.colour, d=path, shape_rendering=smooth, close=True)


def _square(box: Box, _radius: int) -> str:
    x, y, width, height = box
    return f"M{x} {y}h{width}v{height}h-{width}z"


def _rounded(box: Box, radius: int) -> str:
    x, y, width, height = box
    r = max(0, min(radius, width // 2, height // 2))
    arc = f"a{r} {r} 0 0 1 "
    return (f"M{x + r} {y}h{width - 2 * r}{arc}{r} {r}v{height - 2 * r}{arc}-{r} {r}"
            f"h-{width - 2 * r}{arc}-{r} -{r}v-{height - 2 * r}{arc}{r} -{r}z")


def _strokes(stroke: Stroke, stamp: Stamp) -> str:
    path = "".join(
        f"M{x + x1:g} {y + y1:g}l{x2 - x1:g} {y2 - y1:g}"
        for x, y in stamp.places for x1, y1, x2, y2 in stroke.segments
    )
    return tag("path", d=path, fill="none", stroke=stroke.colour,
               stroke_width=f"{stroke.width:g}", stroke_linecap="square",
               shape_rendering="geometricPrecision", close=True)


def _texts(texts: Texts) -> Iterator[str]:
    anchor = texts.anchor if texts.anchor != "start" else None
    yield tag("g", fill=texts.colour, font_size=texts.size, text_anchor=anchor,
              font_weight="bold" if texts.bold else None)
    for x, y, text in texts.texts:
        yield f'<text x="{x}" y="{y}">{escape(text)}</text>'
    yield "</g>"
