"""Text pictures: coloured cells for a terminal, letters for a pipe."""

from __future__ import annotations

from collections.abc import Collection

from nonoforge.draw.text.ansi import Depth
from nonoforge.draw.text.grid import grid_text
from nonoforge.draw.text.plane import plane_text
from nonoforge.draw.text.solid import solid_text
from nonoforge.families.plane import Arrangement
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State


def terminal(
    nonogram: Nonogram, *, picture: Colouring | State | None = None,
    marks: Collection[int] = (), clues: bool = True, title: bool = True, colour: bool = False,
    width: int | None = None, height: int | None = None, unicode: bool = True,
    true_colour: bool = True,
) -> str:
    """The nonogram as text, without a line break at the end; see `svg` for `picture` and `marks`.

    `width` is that of the terminal, None for a pipe or a file. With a `height` the picture is made
    so low if it can be, first smaller, then without clues; where it cannot, as low as can be.
    `title` False leaves out the title above the clues. Without `colour` cells are characters: the
    palette's, `?` where a cell is open, `*` before a marked one. Without `unicode` everything is
    ASCII. `true_colour` False keeps to 256 colours.
    """
    depth: Depth = (24 if true_colour else 8) if colour else 0
    geometry = nonogram.geometry
    draw = solid_text if isinstance(geometry, Solid) else \
        plane_text if isinstance(geometry, Arrangement) else grid_text
    return draw(nonogram, picture=picture, marks=marks, clues=clues, title=title, width=width,
                height=height, unicode=unicode, depth=depth)
