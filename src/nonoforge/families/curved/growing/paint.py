"""The colours of a picture, as far as somebody who extends it must know them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.colouring import BLACK, WHITE, Rule, by_fill, fill_at
from nonoforge.families.plane import Shape
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.path import Matrix, Point


class Paint(NamedTuple):
    """`at` gives the colour at a point. Without it an odd number of outlines makes a face black."""

    palette: Palette
    at: Callable[[Point], int] | None = None


def paint(
    shapes: Sequence[Shape], behind: Sequence[Shape], matrix: Matrix, rule: Rule = "auto",
) -> Paint:
    """The colours of the picture's shapes, as `coloured` will see them."""
    if not by_fill(shapes, rule):
        return Paint(Palette())
    fill = fill_at(shapes, behind, matrix)
    ground = next((shape.fill for shape in reversed(behind) if shape.fill), WHITE)
    every = dict.fromkeys([ground, *(shape.fill for shape in shapes if shape.fill)])
    names = list(dict.fromkeys([WHITE if WHITE in every else ground, *every]))
    if len(names) > MAX_COLOURS:
        raise InputError(f"{len(names) - 1} colours; a puzzle has at most {MAX_COLOURS - 1}")
    shown = names if len(names) > 1 else [*names, BLACK if names[0] != BLACK else WHITE]
    return Paint(Palette.of(*shown), lambda point: names.index(fill(point)))
