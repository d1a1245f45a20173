"""Ipe files of every family: points of 1/72 inch, y upwards.

Each layer of a display becomes a layer, and each view of the page shows one layer more. A hidden
layer comes last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, radians, sin

from nonoforge.colour_vision import channels
from nonoforge.drawing.display import (
    Contents,
    Display,
    Group,
    Item,
    Layer,
    Paths,
    Stamp,
    Texts,
    as_paths,
)
from nonoforge.drawing.options import DrawOptions
from nonoforge.drawing.text_metrics import BASE
from nonoforge.drawing.xml_tags import decimal, escape, tag
from nonoforge.nonogram import Nonogram
from nonoforge.path import IDENTITY, Matrix, Point, product, sent
from nonoforge.puzzle import Colouring
from nonoforge.text import printable

POINT = 72 / 25.4  # points of a millimetre
COLOURS = {"black": "0", "white": "1", "red": "1 0 0", "green": "0 1 0", "blue": "0 0 1",
           "purple": "0.627 0.125 0.941"}
NAMED_COLOURS = {"#000000": "black", "#ffffff": "white", "#ff0000": "red", "#00ff00": "green",
                 "#0000ff": "blue", "#a020f0": "purple"}
PENS = {"heavier": "0.8", "fat": "1.2"}
NAMED_PENS = {"0.4": None, **{width: name for name, width in PENS.items()}}
BOLD = r"\textbf{%s}"
PICTURE = "picture"  # the layer of a display without layers
LATEX = str.maketrans({
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    **{char: f"\\{char}" for char in "#$%&_{}"}, "…": r"\dots{}", "←": r"$\leftarrow$",
    "→": r"$\rightarrow$", "↑": r"$\uparrow$", "↓": r"$\downarrow$"})


def ipe(
    nonogram: Nonogram, options: DrawOptions | None = None, *, picture: Colouring | None = None,
) -> str:
    """Return a nonogram as an Ipe file. In the plane, the border of a `picture` is red; without
    one, no curve is, and a puzzle can be made from the file."""
    return display_ipe(_display(nonogram, options, picture), printable(nonogram.info.author))


def ipe_remarks(
    nonogram: Nonogram, options: DrawOptions | None = None, *, picture: Colouring | None = None,
) -> tuple[str, ...]:
    """Return what such a file leaves out, in words."""
    return _display(nonogram, options, picture).remarks


def _display(
    nonogram: Nonogram, options: DrawOptions | None, picture: Colouring | None,
) -> Display:
    return nonogram.family.ipe_display(nonogram, Contents(picture), options or DrawOptions())


def display_ipe(display: Display, author: str = "") -> str:
    """Return a display list as an Ipe file."""
    loose = [item for item in display.unpaged if not isinstance(item, Layer)]
    layers = [*([Layer(PICTURE, loose)] if loose else []),
              *(item for item in display.items if isinstance(item, Layer))]
    layers.sort(key=lambda layer: layer.hidden)
    writer = _Writer(display)
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE ipe SYSTEM "ipe.dtd">',
             tag("ipe", version=70206, creator="Nonoforge"),
             tag("info", title=display.title or None, author=author or None, close=True),
             *_style(display), "<page>", *_views(layers)]
    for layer in layers:
        for item in layer.items:
            lines += writer.item(item, layer.name)
    return "\n".join([*lines, "</page>", "</ipe>", ""])


def _style(display: Display) -> Iterator[str]:
    """Yield as little as Ipe needs: paper, colours and pens."""
    paper = " ".join(decimal(side * display.unit * POINT)
                     for side in (display.width, display.height))
    yield tag("ipestyle", name="nonoforge")
    yield tag("layout", paper=paper, origin="0 0", frame=paper, close=True)
    for name, value in COLOURS.items():
        yield tag("color", name=name, value=value, close=True)
    for name, value in PENS.items():
        yield tag("pen", name=name, value=value, close=True)
    yield "</ipestyle>"


def _views(layers: Sequence[Layer]) -> Iterator[str]:
    names = [layer.name for layer in layers]
    for name in names:
        yield tag("layer", name=name, close=True)
    for count in range(1, len(names) + 1):
        yield tag("view", layers=" ".join(names[:count]), active=names[0], close=True)


class _Writer:
    """Writes items, whose coordinates a matrix maps to points of the page."""

    def __init__(self, display: Display) -> None:
        self.scale = display.unit * POINT
        self.page = (self.scale, 0.0, 0.0, -self.scale, 0.0, display.height * self.scale)

    def item(
        self, item: Item, layer: str | None = None, matrix: Matrix = IDENTITY,
    ) -> Iterator[str]:
        """Yield the lines of an item; an outermost one names its layer."""
        if isinstance(item, Group):
            inner = product(matrix, item.matrix) if item.matrix else matrix
            yield tag("group", layer=layer)
            for part in item.items:
                yield from self.item(part, None, inner)
            yield "</group>"
        elif isinstance(item, Texts):
            for text in item.texts:
                yield self._text(item, text, layer, matrix)
        elif isinstance(item, Stamp):
            for strokes in item.strokes if item.places else ():
                segments = [(x + x1, y + y1, x + x2, y + y2) for x, y in item.places
                            for x1, y1, x2, y2 in strokes.segments]
                yield from self.item(strokes._replace(segments=segments), layer, matrix)
        elif not isinstance(item, Layer):
            yield from self._path(as_paths(item), layer, product(self.page, matrix))

    def _path(self, item: Paths, layer: str | None, matrix: Matrix) -> Iterator[str]:
        if not item.paths:
            return
        width = decimal(item.width * self.scale)
        yield tag("path", layer=layer,
                  stroke=NAMED_COLOURS.get(item.pen, _rgb(item.pen)) if item.pen else None,
                  fill=_rgb(item.fill) if item.fill else None,
                  pen=NAMED_PENS.get(width, width) if item.pen else None,
                  fillrule="eofill" if item.fill and len(item.paths) > 1 else None)
        for path in item.paths:
            yield f"{_at(path[0][0], matrix)} m"
            for piece in path[:-1] if item.closed and len(path[-1]) == 2 else path:
                points = " ".join(_at(point, matrix) for point in piece[1:])
                yield f"{points} {'l' if len(piece) == 2 else 'c'}"
            if item.closed:
                yield "h"
        yield "</path>"

    def _text(
        self, look: Texts, text: tuple[float, float, str], layer: str | None, matrix: Matrix,
    ) -> str:
        """Return a text. One that is centred is so in its height as well, as Ipe measures it."""
        x, y, written = text
        turn = radians(look.angle)
        c, s = cos(turn), sin(turn)
        middle = look.anchor == "middle"
        up = BASE * look.size if middle else 0.0
        outer = product(self.page, matrix)
        flipped = product(outer, (c, s, s, -c, 0.0, 0.0))  # letters stand upwards
        linear = tuple(value / self.scale for value in flipped[:4])
        rigid = abs(linear[0] - linear[3]) + abs(linear[1] + linear[2]) < 1e-9
        at = _at((x + s * up, y - c * up), outer)
        start = tag("text", layer=layer, transformations="rigid" if rigid else "affine",
                    matrix=f"{' '.join(decimal(value, 6) for value in linear)} {at}", pos="0 0",
                    stroke=_rgb(look.colour), type="label",
                    halign="center" if middle else "left",
                    valign="center" if middle else "baseline",
                    size=decimal(look.size * self.scale))
        latin = written.translate(LATEX).encode("latin-1", "replace").decode("latin-1")
        return f"{start}{escape(BOLD % latin if look.bold else latin)}</text>"


def _at(point: Point, matrix: Matrix) -> str:
    return " ".join(decimal(value, 6) for value in sent(point, matrix))


def _rgb(colour: str) -> str:
    """Return a colour in Ipe's numbers."""
    return " ".join(decimal(value / 255) for value in channels(colour))
