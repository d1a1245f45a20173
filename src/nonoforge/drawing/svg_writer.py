"""SVG of every family: a few elements, each with many parts, and layers that Inkscape knows.

A display in pixels has its size in pixels and crisp edges; one in true size has millimetres.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from nonoforge.drawing.display import (
    PIXEL,
    SEAM,
    Box,
    Boxes,
    Contents,
    Display,
    Group,
    Item,
    Layer,
    Paths,
    Polygons,
    Rings,
    Stamp,
    Strokes,
    Texts,
    headed,
)
from nonoforge.drawing.options import DrawOptions
from nonoforge.drawing.xml_tags import decimal, escape, tag
from nonoforge.nonogram import Nonogram
from nonoforge.path import Path, Point
from nonoforge.puzzle import Colouring
from nonoforge.state import State

INKSCAPE = "http://www.inkscape.org/namespaces/inkscape"
MAX_CRISP = 2400  # pixels; wider drawings are looked at in parts or shrunk to the window
SMOOTH = "geometricPrecision"


def svg(
    nonogram: Nonogram, options: DrawOptions | None = None, *,
    picture: Colouring | State | None = None, marks: Collection[int] = (),
    rings: Collection[Point] = (),
) -> str:
    """Return a nonogram as an SVG document.

    `picture` None draws the puzzle for a person to solve, a colouring the solved puzzle, a state
    what is known so far. `marks` are cells to frame, such as those that differ between solutions;
    `rings` are points of a puzzle in the plane to ring. Where a puzzle is drawn in layers for
    editors, one of them is its solution, hidden.
    """
    contents = Contents(picture, marks, rings)
    options = options or DrawOptions()
    return display_svg(nonogram.family.display(headed(nonogram, contents, options), contents,
                                               options))


def display_svg(display: Display) -> str:
    """Return a display list as an SVG document."""
    # Crisp edges draw a line either fully or not at all, so a drawing that is shrunk would lose
    # some of its lines; large ones are left to the viewer's smoothing.
    boxes = any(isinstance(item, Boxes) for item in display.items)
    writer = _Writer(crisp=boxes and max(display.width, display.height) <= MAX_CRISP)
    width, height = _number(display.width), _number(display.height)
    pixels = display.unit == PIXEL
    size = [side if pixels else f"{decimal(length * display.unit)}mm"
            for side, length in ((width, display.width), (height, display.height))]
    layers = any(isinstance(item, Layer) for item in display.items)
    root = tag("svg", xmlns="http://www.w3.org/2000/svg",
               xmlns__inkscape=INKSCAPE if layers else None, width=size[0], height=size[1],
               viewBox=f"0 0 {width} {height}", role="img", font_family="sans-serif",
               stroke_linecap="round", stroke_linejoin="round",
               shape_rendering="crispEdges" if writer.crisp else None)
    lines = [root, f"<title>{escape(display.title or 'Nonogram')}</title>",
             f"<desc>{escape(display.summary)}</desc>"]
    for item in display.unpaged:
        lines += writer.item(item)
    return "\n".join([*lines, "</svg>", ""])


class _Writer:
    """Writes items. With `crisp` the document has crisp edges, and what slants or bends, which
    they would make jagged, says otherwise."""

    def __init__(self, crisp: bool) -> None:
        self.crisp = crisp
        self.smooth = SMOOTH if crisp else None

    def item(self, item: Item) -> Iterable[str]:
        """Return the lines of an item."""
        if isinstance(item, Texts):
            return _texts(item)
        if isinstance(item, Group | Layer):
            return self._group(item)
        if isinstance(item, Stamp):
            return (self._path(_stamped(strokes, item), stroke=strokes.colour,
                               stroke_width=f"{strokes.width:g}", stroke_linecap="square")
                    for strokes in item.strokes if item.places)
        return self._drawn(item)

    def _group(self, group: Group | Layer) -> Iterator[str]:
        if isinstance(group, Layer):
            yield tag("g", id=group.name, inkscape__groupmode="layer", inkscape__label=group.name,
                      style="display:none" if group.hidden else None)
        elif group.matrix:
            numbers = " ".join(f"{value:.8g}" for value in group.matrix)
            yield tag("g", transform=f"matrix({numbers})", shape_rendering=self.smooth)
        else:
            yield "<g>"
        if isinstance(group, Group) and group.title:
            yield f"<title>{escape(group.title)}</title>"
        for item in group.items:
            yield from self.item(item)
        yield "</g>"

    def _drawn(self, item: Boxes | Strokes | Polygons | Rings | Paths) -> Iterator[str]:
        if isinstance(item, Boxes):
            if item.boxes and not item.radius:
                data = "".join(f"M{x} {y}h{width}v{height}h-{width}z"
                               for x, y, width, height in item.boxes)
                yield tag("path", fill=item.colour, d=data, close=True)
            elif item.boxes:
                yield self._path("".join(_rounded(box, item.radius) for box in item.boxes),
                                 fill=item.colour)
        elif isinstance(item, Strokes):
            data = "".join(f"M{x1} {y1}l{x2 - x1} {y2 - y1}" for x1, y1, x2, y2 in item.segments)
            yield self._path(data, stroke=item.colour, stroke_width=f"{item.width:g}")
        elif isinstance(item, Polygons):
            yield self._path("".join(map(_outline, item.outlines)), fill=item.colour,
                             stroke=item.colour, stroke_width=f"{SEAM:g}")
        elif isinstance(item, Rings):
            yield self._path("".join(_ring(item, *centre) for centre in item.centres),
                             stroke=item.colour, stroke_width=f"{item.width:g}",
                             stroke_linejoin="miter")
        else:
            data = "".join(path_data(path, closed=item.closed) for path in item.paths)
            holes = "evenodd" if item.fill and len(item.paths) > 1 else None
            yield self._path(data, fill=item.fill or "none", fill_rule=holes, stroke=item.pen,
                             stroke_width=decimal(item.width) if item.pen else None)

    def _path(self, data: str, *, fill: str = "none", **look: object) -> str:
        return tag("path", d=data, fill=fill, **look, shape_rendering=self.smooth, close=True)


def _stamped(strokes: Strokes, stamp: Stamp) -> str:
    return "".join(f"M{x + x1:g} {y + y1:g}l{x2 - x1:g} {y2 - y1:g}"
                   for x, y in stamp.places for x1, y1, x2, y2 in strokes.segments)


def _outline(points: Sequence[tuple[int, int]]) -> str:
    steps = (f"l{x2 - x1} {y2 - y1}" for (x1, y1), (x2, y2) in pairwise(points))
    return f"M{points[0][0]} {points[0][1]}{''.join(steps)}z"


def _ring(rings: Rings, x: float, y: float) -> str:
    r, side = f"{rings.radius:g}", f"{2 * rings.radius:g}"
    left = f"{x - rings.radius:g}"
    if rings.shape == "circle":
        return f"M{left} {y}a{r} {r} 0 1 1 {side} 0a{r} {r} 0 1 1 -{side} 0z"
    return f"M{left} {y - rings.radius:g}h{side}v{side}h-{side}z"


def _rounded(box: Box, radius: int) -> str:
    x, y, width, height = box
    r = max(0, min(radius, width // 2, height // 2))
    arc = f"a{r} {r} 0 0 1 "
    return (f"M{x + r} {y}h{width - 2 * r}{arc}{r} {r}v{height - 2 * r}{arc}-{r} {r}"
            f"h-{width - 2 * r}{arc}-{r} -{r}v-{height - 2 * r}{arc}{r} -{r}z")


def path_data(path: Path, *, closed: bool) -> str:
    """Return the commands of a path of straight pieces and cubics."""
    commands = [f"M{_at(path[0][0])}"]
    for piece in path[:-1] if closed and len(path[-1]) == 2 else path:
        commands.append(f"{'L' if len(piece) == 2 else 'C'}{' '.join(map(_at, piece[1:]))}")
    return "".join(commands) + "Z" * closed


def _at(point: Point) -> str:
    return f"{decimal(point[0])} {decimal(point[1])}"


def _texts(texts: Texts) -> Iterator[str]:
    look: dict[str, Any] = {
        "fill": texts.colour, "font_size": _number(texts.size),
        "text_anchor": texts.anchor if texts.anchor != "start" else None,
        "font_weight": "bold" if texts.bold else None}
    turn = decimal(texts.angle)
    if not texts.texts:
        return
    if len(texts.texts) == 1:
        x, y, text = texts.texts[0]
        at = _number(x), _number(y)
        turned = f"rotate({turn} {at[0]} {at[1]})" if turn != "0" else None
        yield f"{tag('text', x=at[0], y=at[1], **look, transform=turned)}{escape(text)}</text>"
        return
    yield tag("g", **look)
    for x, y, text in texts.texts:
        turned = f' transform="rotate({turn} {x} {y})"' if turn != "0" else ""
        yield f'<text x="{x}" y="{y}"{turned}>{escape(text)}</text>'
    yield "</g>"


def _number(value: float) -> str:
    return str(value) if isinstance(value, int) else decimal(value)
