"""A puzzle of a book, and the words that stand above it."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from nonoforge.families.grid import Grid
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.text import printable


class Entry(NamedTuple):
    """A puzzle with all that is printed about it; who asks for the book finds it out.

    `answer` goes to the back: a colouring, a state where not all is known, or None for no answer;
    `marks` are cells of it that other solutions have otherwise, `note` a word about it. `stars` are
    1 to 5. `shown` is what the puzzle's own page shows in the cells, mostly nothing.
    """

    nonogram: Nonogram
    answer: Colouring | State | None = None
    marks: Collection[int] = ()
    note: str = ""
    stars: int | None = None
    shown: Colouring | State | None = None


KINDS = {"grid": "Grid", "solid": "Solid", "sloped": "Sloped nonogram",
         "curved": "Curved nonogram"}


def title_of(entry: Entry) -> str:
    """What a puzzle is called: its title, or what it is."""
    return printable(entry.nonogram.info.title) or KINDS[entry.nonogram.family.name]


def named(number: int, entry: Entry) -> str:
    """A puzzle in a remark."""
    title = printable(entry.nonogram.info.title)
    return f"puzzle {number} ({title})" if title else f"puzzle {number}"


def about(entry: Entry) -> str:
    """Author, what it is, size and colours."""
    nonogram = entry.nonogram
    family, palette = nonogram.family.name, nonogram.puzzle.palette
    author, title = printable(nonogram.info.author), printable(nonogram.info.title)
    return " · ".join(filter(None, [
        f"by {author}" if author else "", family if title and family != "grid" else "",
        size_of(nonogram), "" if palette.plain else f"{len(palette) - 1} colours"]))


def size_of(nonogram: Nonogram) -> str:
    """How large a puzzle is, in the measure of its family.

    >>> from nonoforge.families.grid import from_picture
    >>> size_of(from_picture([[1, 0, 1]]))
    '3 × 1'
    """
    geometry, cells = nonogram.geometry, nonogram.puzzle.cells
    if isinstance(geometry, Grid):
        return f"{geometry.width} × {geometry.height}"
    if isinstance(geometry, Solid):
        return " × ".join(map(str, geometry.size))
    return f"{cells} face{'s' * (cells > 1)}"
