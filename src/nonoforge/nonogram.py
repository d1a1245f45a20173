"""A nonogram: a puzzle, the geometry of its family, and what its maker says about it.

This is what a file holds. Deduction uses only `.puzzle`; drawing also needs `.geometry`.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Protocol

from nonoforge.errors import InputError
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.family import Family
    from nonoforge.palette import Palette


class Geometry(Protocol):
    """Where a family's cells are."""

    @property
    def family(self) -> Family:
        """The description of the family."""

    @property
    def size(self) -> tuple[int, ...]:
        """The measures of the family, such as width and height."""

    def nest(self, colouring: Colouring) -> Any:
        """Return the colours in nested lists: rows of a grid, layers of a solid, a list of
        faces."""

    def cell_name(self, cell: int) -> str:
        """Return the cell in words: `row 3, column 7`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Info:
    """Words about the puzzle. All may be empty; `more` keeps properties we have no field for."""

    title: str = ""
    author: str = ""
    author_id: str = ""
    copyright: str = ""
    licence: str = ""
    source: str = ""
    identifier: str = ""
    description: str = ""
    notes: tuple[str, ...] = ()
    more: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, given: Info | None) -> Info:
        """Return what is said about a puzzle: nothing for None."""
        if not isinstance(given, Info | None):
            raise InputError(f"info: {given!r}: write Info(title=...)")
        return given or cls()

    def filled(self) -> dict[str, Any]:
        """Return the fields that say something."""
        pairs = ((field.name, getattr(self, field.name)) for field in fields(self))
        return {name: value for name, value in pairs if value}


INFO_FIELDS = tuple(field.name for field in fields(Info))
INFO_TEXTS = tuple(name for name in INFO_FIELDS if isinstance(getattr(Info(), name), str))
"""The fields of `Info` that are one text each; the others are lists."""

MAX_EXTRAS = 1_000
"""How many notes and further properties, and how many saved states, a file may have."""


@dataclass(frozen=True)
class Nonogram:
    """A puzzle with its geometry; `solution` is the maker's, `saved` are players' states."""

    puzzle: Puzzle
    geometry: Geometry
    info: Info = Info()
    solution: Colouring | None = None
    saved: tuple[State, ...] = ()

    @property
    def family(self) -> Family:
        """The description of the puzzle's family."""
        return self.geometry.family

    @property
    def title(self) -> str:
        """The title; empty where there is none."""
        return self.info.title

    @property
    def author(self) -> str:
        """The author; empty where none is named."""
        return self.info.author

    @property
    def palette(self) -> Palette:
        """The colours, white first."""
        return self.puzzle.palette

    @property
    def size(self) -> tuple[int, ...]:
        """Width and height of a grid, width, height and depth of a solid, the sides of a triddler,
        the number of faces of a puzzle in the plane."""
        return self.geometry.size

    @property
    def picture(self) -> Any:
        """The maker's solution, as colour numbers: in rows for a grid, in layers of rows for a
        solid, in a list of faces; None where there is none."""
        return None if self.solution is None else self.geometry.nest(self.solution)

    def _repr_svg_(self) -> str:
        """Return the puzzle as SVG, for notebooks."""
        return self.family.svg(self)

    def __repr__(self) -> str:
        """Short: a person reads it at the prompt, and every field would fill pages."""
        name = f"{self.info.title!r}, " if self.info.title else ""
        colours = len(self.puzzle.palette) - 1
        noun = "colour" if colours == 1 else "colours"
        return f"<Nonogram: {name}{self.family.summary(self)}, {colours} {noun}>"

    def __str__(self) -> str:
        """Return the puzzle as text, with its clues, as `print` shows it."""
        return self.family.text(self)
