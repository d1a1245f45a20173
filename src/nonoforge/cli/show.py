"""Pictures for people, as large as the screen allows."""

from __future__ import annotations

from collections.abc import Collection

from nonoforge.cli.outputs import Screen
from nonoforge.draw import terminal
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State


def picture(
    nonogram: Nonogram, shown: Colouring | State | None, screen: Screen, *,
    marks: Collection[int] = (), clues: bool | None = None, title: bool = True,
    height: int | None = None,
) -> str:
    """Return the nonogram as text; `clues` None shows them on a terminal if they take little
    room."""
    if clues is None:
        clues = screen.live and nonogram.family.text_clues
    return terminal(
        nonogram, picture=shown, marks=marks, clues=clues, title=title, colour=screen.colour,
        width=screen.width, height=height, unicode=screen.unicode, true_colour=screen.true_colour,
    )
