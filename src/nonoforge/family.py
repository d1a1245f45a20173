"""What a family of nonograms says about itself.

A family (grids, solids, ...) is one package in `families/` and one description: an instance of a
subclass of `Family`, reached as `nonogram.family` or by name from `families`. Everything outside
the package asks the description; no other module names a family or its geometry.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

if TYPE_CHECKING:
    from nonoforge.nonogram import Geometry, Nonogram
    from nonoforge.options import MakeOptions
    from nonoforge.puzzle import Colouring
    from nonoforge.storage import Dialect, Picture, Storage


class Noun(NamedTuple):
    """A word in singular and plural."""

    one: str
    many: str

    def counted(self, number: int) -> str:
        """Return a number with the noun.

        >>> Noun("face", "faces").counted(1200)
        '1,200 faces'
        """
        return f"{number:,} {self.one if number == 1 else self.many}"


class Lesson(NamedTuple):
    """How to play: a heading, the rules in a few sentences, and a one-line reminder of them;
    `on_screen` are the rules where the puzzle is played on a screen, if they differ there."""

    heading: str
    rules: str
    reminder: str = ""
    on_screen: str = ""


class Family(ABC):
    """One description for each family. Instances have no state.

    Names and nouns are class variables; the rest are methods that take a nonogram or its geometry
    and load what they need when they are called, so that a description is cheap to import.
    """

    # --- names -----------------------------------------------------------------------------------

    name: ClassVar[str]
    """As files, `--json` and `make` have it: `grid`."""
    kind: ClassVar[str]
    """What an untitled puzzle is called: `Grid`, `Sloped nonogram`."""
    puzzle: ClassVar[Noun]
    """`grid`, `solid`, `sloped nonogram`."""
    cell: ClassVar[Noun] = Noun("cell", "cells")
    line: ClassVar[Noun] = Noun("line", "lines")
    position: ClassVar[Noun] = Noun("cell", "cells")
    """What is counted along a line: a face may come twice on one, so there it is `place`."""
    white: ClassVar[str] = "white"
    """What a cell of colour 0 is called where there is one other colour."""
    cross_out: ClassVar[str] = "cross out"
    """What a player does to such a cell."""
    plain: ClassVar[str] = "black and white"
    """How a puzzle of one colour is described."""
    lesson: ClassVar[Lesson]
    """How to play, for booklets and the page."""

    @abstractmethod
    def size(self, nonogram: Nonogram) -> str:
        """Return the size in the family's own measure: `30 × 20`, `44 faces`."""

    @abstractmethod
    def summary(self, nonogram: Nonogram) -> str:
        """Return size and kind in a few words: `30x20`, `12x8x3 solid`, `sloped with 44 faces`."""

    def places(self, geometry: Geometry, cells: Sequence[int]) -> list[str]:
        """Return where cells are, in words, neighbours together where the family has a way to."""
        return [geometry.cell_name(cell) for cell in cells]

    # --- making ----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def options(self) -> type[MakeOptions]:
        """The class of the options of `make`."""

    # --- files -----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def storage(self) -> Storage[Any]:
        """How puzzles stand in `.nono` files and in share strings."""

    @property
    def dialects(self) -> Mapping[str, Dialect]:
        """How puzzles stand in formats of clue lists, by the formats' names (`olsak`, `webpbn`)."""
        return {}

    @property
    def pictures(self) -> Mapping[str, Picture]:
        """How puzzles stand in formats that hold a finished picture, by their names (`png`)."""
        return {}

    # --- pictures --------------------------------------------------------------------------------

    text_clues: ClassVar[bool] = False
    """Whether clues take little room beside a text picture: a terminal shows them unasked."""

    @abstractmethod
    def text_picture(self, nonogram: Nonogram, options: Any) -> list[str]:
        """Return the lines of a text picture, with colour codes, for `draw.TextOptions`.
        With `options.height` the picture is as low as it can be, without clues if need be."""

    def text_rows(self, geometry: Geometry) -> Sequence[Sequence[int]]:
        """Return the cells of each line of a state that is written as text, one letter a cell; none
        where cells have no rows: their letters follow each other in lines of any length."""
        return ()

    # --- the page --------------------------------------------------------------------------------

    player: ClassVar[str] = "player"
    """The script and style sheet in `draw/player` of a playable file."""

    @property
    @abstractmethod
    def board_type(self) -> type[Any]:
        """The record that `board` returns: a subclass of `draw.Board`."""

    @abstractmethod
    def board(self, nonogram: Nonogram) -> Any:
        """Return the puzzle as the page and the player need it: a `draw.Board`."""

    @abstractmethod
    def thumbnail(self, nonogram: Nonogram, picture: Colouring) -> str:
        """Return a small picture for lists of puzzles, as SVG without text. Of a large puzzle only
        some cells are shown."""
