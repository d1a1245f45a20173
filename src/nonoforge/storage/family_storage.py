"""What a family says about its puzzles in files: `Family.storage`, `dialects` and `pictures`."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Generic, NamedTuple, TypedDict, TypeVar

from nonoforge.clues import Runs
from nonoforge.errors import InputError
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.storage.coder import Coder
from nonoforge.storage.json_parts import NonoFile
from nonoforge.storage.share_parts import MAX_SHARED_CELLS

FileT = TypeVar("FileT", bound=NonoFile)


class Storage(ABC, Generic[FileT]):
    """How a family's puzzles stand in `.nono` files and in share strings."""

    file: type[FileT]
    """The fields of the family's `.nono` files; their JSON types are checked by msgspec."""

    @abstractmethod
    def build(self, file: FileT) -> Nonogram:
        """Return the nonogram of a decoded file.

        Raise `PathError` for a wrong value, `ClueError` for a clue that does not fit its line.
        """

    def packed(self, data: bytes) -> bytes | None:
        """Return the puzzle of a file as the engine packs it, all of it checked, without making
        objects of its lines; None where this cannot be done, and `build` must. May raise
        `msgspec.MsgspecError`."""
        return None

    @abstractmethod
    def fields(self, nonogram: Nonogram) -> dict[str, Any]:
        """Return the fields of the file in the order in which they are written, without
        `nonoforge` and `family`."""

    @abstractmethod
    def path_of_line(self, file: FileT, index: int | None) -> str:
        """Return the JSON path of the clue of the puzzle's line `index`; of what concerns all
        lines if it is None. It is where a `ClueError` points."""

    @abstractmethod
    def share(self, coder: Coder, nonogram: Nonogram | None) -> Nonogram:
        """Write a nonogram (without solution and saved states) with a coder, or read one.

        The same statements do both, see `coder`. With None, `coder` is a reader. Raise
        `CoderError` for what makes no sense, before anything large is built.
        """

    def share_excess(self, nonogram: Nonogram) -> list[str]:
        """Return what of a nonogram is too large for a share string: `more than 50,000 rods`."""
        few = nonogram.puzzle.cells <= MAX_SHARED_CELLS
        return [] if few else [f"more than {MAX_SHARED_CELLS:,} cells"]


class Parts(TypedDict, total=False):
    """What a file may have beside clues. Cells are in the order of the puzzle's cells."""

    palette: Palette | None
    info: Info | None
    solution: Colouring | None
    given: Sequence[tuple[int, int]]
    saved: Sequence[State]


class PictureRow(NamedTuple):
    """A row of a picture in a file: colour masks of its cells (bit c: colour c is possible), and
    the characters that end the row on both sides."""

    cells: Sequence[int]
    left: str = "|"
    right: str = "|"


class RowError(InputError):
    """A wrong row of a picture; `row` counts from 0."""

    def __init__(self, message: str, row: int) -> None:
        super().__init__(message)
        self.row = row


class Dialect(ABC):
    """How a family's puzzles stand in a format of clue lists (Olsak's `.g`, webpbn's XML, `.non`).

    Such a format holds groups of clues, a clue a line. Which groups there are, in which order and
    direction their lines are, and how they become a puzzle is the family's business; how a clue,
    a colour or a picture is spelt is the format's. One instance for each format.
    """

    tag: str = ""
    """How the format announces the family: `grid` in webpbn's `type`, `t` in Olsak's `#t`. Empty
    where the format needs no announcement; there can be one such family in a format."""
    groups: tuple[str, ...]
    """Names of the groups, in the order of the file; webpbn writes them into the file."""
    max_lines: ClassVar[int] = 4096
    """The most lines of a group, cells of a line, and rows of a picture."""
    max_cells: ClassVar[int] = 1_000_000
    empty_groups: ClassVar[bool] = False
    """Whether a group may have no lines, so that a file may leave it out."""
    edges: ClassVar[str] = "|"
    """The characters that may begin and end a row of a picture."""
    other_colours: ClassVar[str] = ""
    """Characters of colours that are declared and are of no cell: Olsak's `6` is the paper outside
    a triddler."""

    @abstractmethod
    def build(self, clues: Mapping[str, Sequence[Runs]], parts: Parts) -> Nonogram:
        """Return the nonogram of these groups of clues.

        Raise `ClueError` for a clue that does not fit, `InputError` for a size that no puzzle has.
        """

    def packed(
        self, clues: Mapping[str, bytes], sizes: Mapping[str, int], solution: Colouring | None,
    ) -> bytes | None:
        """Return the puzzle of groups of clues of one colour as the engine packs it, all of it
        checked; None where this cannot be done, and `build` must. `clues` are lines of lengths
        joined by commas, 0 for none; `sizes` are their numbers."""
        return None

    @abstractmethod
    def clues(self, nonogram: Nonogram) -> Mapping[str, Sequence[Runs]]:
        """Return the groups of clues: the inverse of `build`."""

    @abstractmethod
    def check_sizes(self, sizes: Mapping[str, int]) -> None:
        """Raise `InputError` if no puzzle has groups of these sizes."""

    def locate(self, sizes: Mapping[str, int], index: int | None) -> tuple[str, int]:
        """Return the group and the place in it (from 0) of the puzzle's line `index`, where a
        `ClueError` points; for None, of what concerns all lines.

        By default a puzzle's lines are its groups in the order of `groups`.
        """
        if index is None:
            return self.groups[-1], 0
        for group in self.groups:
            if index < sizes[group]:
                return group, index
            index -= sizes[group]
        raise IndexError(index)

    # Pictures (webpbn's goals and saved states) are rows of cells; row by row they are the cells of
    # the puzzle in their order.

    @abstractmethod
    def picture_sizes(self, rows: Sequence[PictureRow]) -> Mapping[str, int]:
        """Return the sizes of the groups of a picture; raise `RowError` for a row that is wrong."""

    @abstractmethod
    def picture_clues(
        self, rows: Sequence[Sequence[int]], sizes: Mapping[str, int],
    ) -> Mapping[str, Sequence[Runs]]:
        """Return the clues of a finished picture, given as rows of colour numbers, with the sizes
        that `picture_sizes` found."""

    @abstractmethod
    def picture_rows(self, nonogram: Nonogram, masks: Sequence[int]) -> list[PictureRow]:
        """Return the rows of a picture of the puzzle's cells."""

    def size_words(self, sizes: Mapping[str, int]) -> str:
        """Return sizes for a message: `rows 3, columns 4`."""
        return ", ".join(f"{group} {sizes[group]}" for group in self.groups)


class Picture(ABC):
    """How a family's puzzles stand in a format that holds a finished picture and no clues."""

    palette: Palette = Palette()
    """The colours of a picture that uses none."""

    @abstractmethod
    def check_size(self, *sides: int) -> None:
        """Raise `InputError` if no picture has these sides, in the order of a size in words:
        width and height, or width, height and depth."""

    @abstractmethod
    def build(self, cells: Any, palette: Palette | None = None) -> Nonogram:
        """Return the nonogram of a picture: colour numbers, nested as `Geometry.nest` nests."""
