"""A drawing in millimetres. Families in the plane compose a plan once; SVG, PNG and PDF paint it.

Places are measured from the top left corner of the page, y downwards, in fractions of a millimetre;
curves stay curves.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.path import Path, Point


class Figure(NamedTuple):
    """Paths of one look: filled by the even-odd rule, or drawn with a pen, or both. `closed` paths
    go back to where they began."""

    paths: Sequence[Path]
    fill: str | None = None
    pen: str | None = None
    width: float = 0.0
    closed: bool = False


class Word(NamedTuple):
    """A text with its place on the base line, turned clockwise by an angle in degrees."""

    text: str
    at: Point
    size: float
    colour: str
    anchor: Literal["start", "middle"] = "start"
    angle: float = 0.0
    bold: bool = False


class Group(NamedTuple):
    """What belongs together; `title` says what it is."""

    title: str
    items: Sequence[Figure | Word]


Part: TypeAlias = Figure | Word | Group


class Layer(NamedTuple):
    """Parts from the back to the front, under a name. A hidden one is kept for who edits the
    drawing, and not seen."""

    name: str
    parts: Sequence[Part]
    hidden: bool = False

    @property
    def items(self) -> list[Figure | Word]:
        """Everything in it."""
        return [item for part in self.parts
                for item in (part.items if isinstance(part, Group) else (part,))]


class Plan(NamedTuple):
    """Layers from the back to the front; `title` and `summary` say in words what is to be seen."""

    width: float
    height: float
    layers: Sequence[Layer]
    title: str
    summary: str
