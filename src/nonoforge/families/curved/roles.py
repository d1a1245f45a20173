"""What the shapes of a drawing are for: the frame, the picture, both, or a curve of the puzzle.

Words come first: a layer, group, class or id called frame, picture or line. Then colours, as in Ipe
drawings of curved nonograms: blue is the frame, red the picture's outline, purple is both, and all
other colours are further curves. A fill without a stroke is a picture.
"""

from __future__ import annotations

import re
from colorsys import rgb_to_hsv
from typing import Literal, NamedTuple

from nonoforge.families.plane import Drawing, Outline, Shape
from nonoforge.path import Box, bounds, flat

Role = Literal["frame", "picture", "both", "line"]

WORDS: dict[str, Role] = {
    "frame": "frame", "border": "frame", "picture": "picture", "image": "picture", "both": "both",
    "line": "line", "lines": "line", "curve": "line", "curves": "line",
}


class Part(NamedTuple):
    """One outline of a shape, and what it is for."""

    outline: Outline
    role: Role
    shape: Shape


class Roles(NamedTuple):
    """All outlines, and the shapes behind them all, which only colour the page."""

    parts: tuple[Part, ...]
    behind: tuple[Shape, ...]
    notes: tuple[str, ...]

    def of(self, *roles: Role) -> list[Part]:
        """The parts for something."""
        return [part for part in self.parts if part.role in roles]


def roles(drawing: Drawing) -> Roles:
    """What everything in a drawing is for."""
    found: list[Part] = []
    behind: list[Shape] = []
    notes: list[str] = []
    told = [(shape, role(shape)) for shape in drawing.shapes]
    framed = any(is_for in ("frame", "both") for _, is_for in told)
    for shape, is_for in told:
        if is_for == "picture" and not _words(shape) and shape.stroke is None and _covers(
                shape, drawing.page) and not framed:
            behind.append(shape)
            continue
        found += [Part(outline, is_for, shape) for outline in shape.outlines if outline.path]
    if not any(part.role in ("picture", "both") for part in found) and \
            any(part.role == "line" and part.outline.closed for part in found):
        notes.append("nothing is drawn in red or called picture; what is closed is the picture")
        found = [part._replace(role="picture") if part.role == "line" and part.outline.closed
                 else part for part in found]
    return Roles(tuple(found), tuple(behind), tuple(notes))


def role(shape: Shape) -> Role:
    """What a shape is for.

    >>> role(Shape((), stroke="#0000ff")), role(Shape((), words=frozenset({"frame"})))
    ('frame', 'frame')
    """
    named = _words(shape)
    if named:
        return "both" if {"frame", "picture"} <= named or "both" in named else named.pop()
    if shape.stroke is None:
        return "picture" if shape.fill is not None else "line"
    return _by_colour(shape.stroke)


def _words(shape: Shape) -> set[Role]:
    found = {word for text in shape.words for word in re.findall(r"[^\W_]+", text)}
    return {WORDS[word] for word in found if word in WORDS}


def _by_colour(rgb: str) -> Role:
    """
    >>> [_by_colour(rgb) for rgb in ("#ff0000", "#800080", "#a020f0", "#000080", "#404040")]
    ['picture', 'both', 'both', 'frame', 'line']
    """
    hue, saturation, value = rgb_to_hsv(*(int(rgb[k:k + 2], 16) / 255 for k in (1, 3, 5)))
    if saturation < 0.6 or value < 0.3:
        return "line"
    degrees = hue * 360
    if 215 <= degrees <= 255:
        return "frame"
    if 260 <= degrees <= 320:
        return "both"
    return "picture" if degrees <= 15 or degrees >= 345 else "line"


def _covers(shape: Shape, page: Box | None) -> bool:
    """Does it lie behind the whole page?"""
    if page is None or not shape.outlines:
        return False
    box = bounds(point for outline in shape.outlines for point in flat(outline.path, 0.1))
    hair = 1e-3 * max(page.width, page.height)
    return box.left <= page.left + hair and box.bottom <= page.bottom + hair and \
        box.right >= page.right - hair and box.top >= page.top - hair and _plain(shape)


def _plain(shape: Shape) -> bool:
    """A rectangle."""
    return len(shape.outlines) == 1 and len(shape.outlines[0].path) == 4 and \
        all(len(piece) == 2 for piece in shape.outlines[0].path)
