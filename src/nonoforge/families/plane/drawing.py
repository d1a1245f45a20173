"""A drawing as it is read from a file: shapes on a page, before anything is made of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.path import IDENTITY, Box, Matrix, Path

Rule: TypeAlias = Literal["evenodd", "nonzero"]
"""Which loops of a shape are holes."""


class Outline(NamedTuple):
    """One path of a shape; a closed one ends where it began, by a piece of its own if need be."""

    path: Path
    closed: bool


@dataclass(frozen=True)
class Shape:
    """Something drawn: an element of SVG, an object of Ipe. Fill and stroke are `#rrggbb`, or None.

    `words` are what its author calls it: its id, its classes, the labels of the layers and groups
    that it is in, all in lower case.
    """

    outlines: tuple[Outline, ...]
    fill: str | None = None
    stroke: str | None = None
    rule: Rule = "nonzero"
    name: str = ""  # for messages: `path 'wing'`, `path in line 12`
    words: frozenset[str] = frozenset()
    width: float | None = None  # of the stroke, on the page; None: the file does not tell


@dataclass(frozen=True)
class Drawing:
    """Shapes from the back to the front. `page` is the sheet, where the file knows one. `matrix`
    sends the file's own coordinates (SVG: y downwards, in the units of its viewBox) to ours; who
    draws knows those, so places in a drawing are told in them."""

    shapes: tuple[Shape, ...]
    page: Box | None = None
    true_size: bool = False  # the file says how large it is in millimetres, inches or points
    title: str = ""
    file: str = ""
    notes: tuple[str, ...] = field(default=())  # what was left out, and other things to be told
    matrix: Matrix = IDENTITY
