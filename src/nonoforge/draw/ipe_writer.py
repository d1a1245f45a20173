"""Ipe files: points of 1/72 inch, y upwards, in the colours by which such drawings are read.

The frame is blue, the border of the picture red, what is both purple, and all else black. The first
view shows only these, so that the puzzle can be made again from the file; the labels have a layer
of their own, which the second view shows as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, radians, sin

from nonoforge.draw.colours import PAPER, channels, ink_on
from nonoforge.draw.paths import ring_path
from nonoforge.draw.picture import shown_cells
from nonoforge.draw.plan.label_boxes import NumberBox, SideLabel, side_labels
from nonoforge.draw.plan.regions import loop_path
from nonoforge.draw.xml_tags import decimal, tag
from nonoforge.errors import InputError
from nonoforge.families.plane import OUTSIDE, Arrangement
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Path, Point, bounds
from nonoforge.puzzle import Colouring
from nonoforge.text import printable

POINT = 72 / 25.4  # points of a millimetre
MARGIN = 10.0  # millimetres
DRAWING, LABELS = "drawing", "labels"  # no layer may have a word that tells more than the colours
COLOURS = {"black": "0", "white": "1", "red": "1 0 0", "green": "0 1 0", "blue": "0 0 1",
           "purple": "0.627 0.125 0.941"}
PENS = {"heavier": "0.8", "fat": "1.2"}


def ipe(nonogram: Nonogram, *, picture: Colouring | None = None, clues: bool = True) -> str:
    """The nonogram as an Ipe file. The border of a `picture` is red; without one, no curve is."""
    if not isinstance(nonogram.geometry, Arrangement):
        raise InputError(f"only sloped and curved nonograms are drawings of Ipe; this is a "
                         f"{nonogram.family.name}")
    cells = shown_cells(nonogram.puzzle, picture, ()) if picture is not None else None
    labels = side_labels(nonogram)[0] if clues else []
    page = _Page(nonogram.geometry, labels)
    lines = ['<?xml version="1.0"?>', '<!DOCTYPE ipe SYSTEM "ipe.dtd">',
             tag("ipe", version=70206, creator="Nonoforge"), _info(nonogram), *page.style(),
             "<page>", *_layers(bool(labels)), *page.frame(cells), *page.curves(cells),
             *page.labels(nonogram.puzzle.palette), "</page>", "</ipe>", ""]
    return "\n".join(lines)


def _info(nonogram: Nonogram) -> str:
    info = nonogram.info
    return tag("info", title=printable(info.title) or None,
               author=printable(info.author) or None, close=True)


def _layers(labels: bool) -> Iterator[str]:
    names = [DRAWING, *[LABELS] * labels]
    for name in names:
        yield tag("layer", name=name, close=True)
    for count in range(1, len(names) + 1):
        yield tag("view", layers=" ".join(names[:count]), active=DRAWING, close=True)


class _Page:
    """The parts of a page, in points; everything lies on its paper."""

    def __init__(self, arrangement: Arrangement, labels: Sequence[SideLabel]) -> None:
        self.arrangement, self.placed = arrangement, labels
        corners = (corner for label in labels for box in label.boxes for corner in box.corners)
        self.box = bounds([*arrangement.frame_polygon, *corners])

    def style(self) -> Iterator[str]:
        """As little as Ipe needs: paper, colours and pens."""
        paper = " ".join(decimal((side + 2 * MARGIN) * POINT)
                         for side in (self.box.width, self.box.height))
        yield tag("ipestyle", name="nonoforge")
        yield tag("layout", paper=paper, origin="0 0", frame=paper, close=True)
        for name, value in COLOURS.items():
            yield tag("color", name=name, value=value, close=True)
        for name, value in PENS.items():
            yield tag("pen", name=name, value=value, close=True)
        yield "</ipestyle>"

    def frame(self, cells: bytes | None) -> Iterator[str]:
        """Blue; purple where a coloured face is inside."""
        yield from self._drawn(DRAWING, self.arrangement.frame, True, cells, "blue", "purple",
                               "fat")

    def curves(self, cells: bytes | None) -> Iterator[str]:
        """Each curve a group: black, and red where it borders the picture."""
        for curve in self.arrangement.curves:
            yield tag("group", layer=DRAWING)
            yield from self._drawn(None, curve.darts, curve.closed, cells, "black", "red",
                                   "heavier")
            yield "</group>"

    def _drawn(
        self, layer: str | None, darts: Sequence[int], closed: bool, cells: bytes | None,
        plain: str, border: str, pen: str,
    ) -> Iterator[str]:
        """Darts in a row as paths, a new one where the colour changes."""
        colours = [border if self._borders(dart, cells) else plain for dart in darts]
        if closed and len(set(colours)) > 1:  # begin where a colour begins
            first = next(i for i in range(len(darts)) if colours[i] != colours[i - 1])
            darts = (*darts[first:], *darts[:first])
            colours = [*colours[first:], *colours[:first]]
        whole = closed and len(set(colours)) == 1
        for colour, group in groupby(zip(colours, darts, strict=True), key=lambda pair: pair[0]):
            path = loop_path(self.arrangement, [dart for _, dart in group])
            yield tag("path", layer=layer, stroke=colour, pen=pen)
            yield from self._path(path, whole)
            yield "</path>"

    def _borders(self, dart: int, cells: bytes | None) -> bool:
        left, right = self.arrangement.left[dart], self.arrangement.left[dart ^ 1]
        filled = [cells is not None and face != OUTSIDE and cells[face] != 0
                  for face in (left, right)]
        return filled[0] != filled[1]

    def _path(self, path: Path, closed: bool) -> Iterator[str]:
        yield f"{self._at(path[0][0])} m"
        for piece in path[:-1] if closed and len(path[-1]) == 2 else path:
            yield f"{' '.join(map(self._at, piece[1:]))} {'l' if len(piece) == 2 else 'c'}"
        if closed:
            yield "h"

    def _at(self, point: Point) -> str:
        x, y = point[0] - self.box.left + MARGIN, point[1] - self.box.bottom + MARGIN
        return f"{decimal(x * POINT, 6)} {decimal(y * POINT, 6)}"

    def labels(self, palette: Palette) -> Iterator[str]:
        """Each label a group: boxes, numbers, and the leader along them."""
        for label in self.placed:
            yield tag("group", layer=LABELS)
            for box in label.boxes:
                yield from self._number(box, palette)
            yield tag("path", stroke="black", pen="fat")
            yield from self._path((label.leader,), False)
            yield "</path>"
            yield "</group>"

    def _number(self, box: NumberBox, palette: Palette) -> Iterator[str]:
        chip = PAPER if palette.plain or not box.colour else palette.colours[box.colour].rgb
        yield tag("path", stroke="black", fill=_colour(PAPER))
        yield from self._path(ring_path(box.corners), True)
        yield "</path>"
        if chip != PAPER:
            yield tag("path", fill=_colour(chip))
            yield from self._path(ring_path(box.chip), True)
            yield "</path>"
        c, s = cos(radians(box.angle)), sin(radians(box.angle))
        turn = " ".join(decimal(value, 6) for value in (c, s, -s, c))
        yield (tag("text", transformations="rigid", matrix=f"{turn} {self._at(box.middle)}",
                   pos="0 0", stroke=_colour(ink_on(chip)), type="label", halign="center",
                   valign="center", size=decimal(box.size * POINT)) + box.text + "</text>")


def _colour(rgb: str) -> str:
    """A colour in Ipe's numbers."""
    return " ".join(decimal(value / 255) for value in channels(rgb))


def ipe_remarks(nonogram: Nonogram, picture: Colouring | None, clues: bool) -> Iterator[str]:
    """What such a file does not tell."""
    if picture is not None and len(set(picture) - {0}) > 1:
        yield "Ipe has one colour for the border of the picture: its faces' colours are not told"
    left = side_labels(nonogram)[1] if clues else []
    if left:
        yield f"clues that have no place around the frame are left out: {len(left)}"
