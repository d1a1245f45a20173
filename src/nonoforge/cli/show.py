"""Pictures for people, as large as the screen allows."""

from __future__ import annotations

from collections.abc import Collection

from nonoforge.cli.outputs import Screen
from nonoforge.draw import terminal
from nonoforge.families.grid import Grid
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State


def picture(
    nonogram: Nonogram, shown: Colouring | State | None, screen: Screen, *,
    marks: Collection[int] = (), clues: bool | None = None, title: bool = True,
    height: int | None = None,
) -> str:
    """The nonogram as text; clues only where a person looks, unless asked for.

    The clues of other families than grids would take more room than the picture: those one has to
    ask for.
    """
    if clues is None:
        clues = screen.live and isinstance(nonogram.geometry, Grid)
    return terminal(
        nonogram, picture=shown, marks=marks, clues=clues, title=title, colour=screen.colour,
        width=screen.width, height=height, unicode=screen.unicode, true_colour=screen.true_colour,
    )
