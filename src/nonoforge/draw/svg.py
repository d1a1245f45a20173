"""SVG, written by hand: a few elements, and one function through which all text must pass."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator

from nonoforge.draw.compose import compose
from nonoforge.draw.scene import Box, Fill, Item, Scene, Stamp, Stroke, Texts
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State

CELL = 20  # pixels; about 5 mm on paper
SHRUNK = 2400  # wider drawings are looked at in parts or shrunk to the window

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})


def svg(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), clues: bool = True,
) -> str:
    """The nonogram as an SVG document.

    `picture` None draws the puzzle for a person to solve, a colouring the solved puzzle, a state
    what is known so far. `marks` are cells to frame, such as those that differ between solutions.
    """
    return document(compose(nonogram, picture=picture, marks=marks, cell=CELL, clues=clues))


def escape(text: str) -> str:
    """Text for any place in XML, between tags or in an attribute.

    >>> escape("<script>'&' \\x00")
    '&lt;script&gt;&#39;&amp;&#39; \ufffd'
    """
    return _NOT_XML.sub("\ufffd", text).translate(_ESCAPES)


def document(scene: Scene) -> str:
    """A scene as an SVG document."""
    # Crisp edges draw a line either fully or not at all, so a drawing that is shrunk would lose
    # some of its lines; large ones are left to the viewer's smoothing.
    crisp = "crispEdges" if max(scene.width, scene.height) <= SHRUNK else "geometricPrecision"
    root = _open("svg", xmlns="http://www.w3.org/2000/svg", width=scene.width, height=scene.height,
                 viewBox=f"0 0 {scene.width} {scene.height}", role="img",
                 font_family="sans-serif", shape_rendering=crisp)
    lines = [root, f"<title>{escape(scene.title or 'Nonogram')}</title>",
             f"<desc>{escape(scene.summary)}</desc>"]
    for item in scene.items:
        lines += _item(item)
    return "\n".join([*lines, "</svg>", ""])


def _open(tag: str, *, close: bool = False, **attributes: object) -> str:
    pairs = (f' {name.replace("_", "-") if name != "viewBox" else name}="{escape(str(value))}"'
             for name, value in attributes.items() if value is not None)
    return f"<{tag}{''.join(pairs)}{'/' if close else ''}>"


def _item(item: Item) -> Iterable[str]:
    if isinstance(item, Texts):
        return _texts(item)
    if isinstance(item, Stamp):
        return (_strokes(stroke, item) for stroke in item.strokes if item.places)
    return _fill(item)


def _fill(fill: Fill) -> Iterator[str]:
    if not fill.boxes:
        return
    draw = _rounded if fill.radius else _square
    path = "".join(draw(box, fill.radius) for box in fill.boxes)
    smooth = "geometricPrecision" if fill.radius else None
    yield _open("path", fill=fill.colour, d=path, shape_rendering=smooth, close=True)


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
    return _open("path", d=path, fill="none", stroke=stroke.colour,
                 stroke_width=f"{stroke.width:g}", stroke_linecap="square",
                 shape_rendering="geometricPrecision", close=True)


def _texts(texts: Texts) -> Iterator[str]:
    anchor = texts.anchor if texts.anchor != "start" else None
    yield _open("g", fill=texts.colour, font_size=texts.size, text_anchor=anchor,
                font_weight="bold" if texts.bold else None)
    for x, y, text in texts.texts:
        yield f'<text x="{x}" y="{y}">{escape(text)}</text>'
    yield "</g>"
