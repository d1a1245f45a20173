"""Clues as text: beside and above the cells of a text picture."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import NamedTuple

from nonoforge.clues import Run, Runs
from nonoforge.draw.colours import PAPER, blend, ink_on
from nonoforge.draw.text.ansi import PLAIN, Depth, Look, Piece, write
from nonoforge.draw.words import columns, symbols
from nonoforge.families.grid import grid_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.text import printable

Number = Piece


class Clues(NamedTuple):
    """The numbers of every line, each with its look. Without colours a number names its colour."""

    rows: list[list[Number]]
    columns: list[list[Number]]
    palette: Palette
    depth: Depth

    @property
    def longest(self) -> int:
        """The most characters of a number above the grid."""
        return max(len(text) for clue in self.columns for text, _ in clue)

    @property
    def row_width(self) -> int:
        return max(_width(clue) for clue in self.rows)

    def row(self, y: int) -> list[Piece]:
        """The clue of a row, flush with the cells."""
        clue = self.rows[y]
        spaced = chain.from_iterable(((" ", PLAIN), number) for number in clue)
        return [(" " * (self.row_width - _width(clue)), PLAIN), *list(spaced)[1:]]

    def two_rows(self, y: int) -> list[Piece]:
        """The clues of two rows that share a line of text."""
        if y + 1 == len(self.rows):
            return [*self.row(y), (" " * (self.row_width + 4), PLAIN)]
        return [*self.row(y), (" / ", PLAIN), *self.row(y + 1), (" ", PLAIN)]

    def header(self, pitch: int, stops: list[int]) -> Iterator[list[Piece]]:
        """The lines above the grid, each clue a tower that stands on its column."""
        towers = self._towers(pitch)
        height = max(map(len, towers))
        for level in range(height):
            line: list[Piece] = []
            for x, tower in enumerate(towers):
                if x in stops:
                    line.append((" ", PLAIN))
                index = level - height + len(tower)
                text, look = tower[index] if index >= 0 else ("", PLAIN)
                line += [(" " * (pitch - len(text)), PLAIN), (text, look)]
            yield line

    def height(self, pitch: int) -> int:
        """How many lines there are above the grid."""
        return max(map(len, self._towers(pitch)))

    def _towers(self, pitch: int) -> list[list[Piece]]:
        striped = bool(self.depth) and self.longest == pitch > 1
        return [_stripes(clue, pitch, x) if striped else _tower(clue, pitch, self.longest)
                for x, clue in enumerate(self.columns)]

    def legend(self, width: int | None) -> list[str]:
        """The names of the colours."""
        if self.palette.plain:
            return []
        lines: list[list[Piece]] = [[]]
        used = 0
        for sign, colour in zip(symbols(self.palette)[1:], self.palette.colours[1:], strict=True):
            name = printable(colour.name)
            entry: list[Piece] = [(f" {sign} ", look_of(colour.rgb)), (f" {name}  ", PLAIN)] \
                if self.depth else [(f"{sign} {name}  ", PLAIN)]
            need = sum(columns(text) for text, _ in entry)
            if width is not None and used and used + need > width:
                lines.append([])
                used = 0
            lines[-1] += entry
            used += need
        return [write(line, self.depth).rstrip() for line in lines]


def clues_of(nonogram: Nonogram, depth: Depth) -> Clues:
    """All clues as text."""
    palette = nonogram.puzzle.palette
    _, rows, column_clues = grid_of(nonogram)
    return Clues([_numbers(clue, palette, depth) for clue in rows],
                 [_numbers(clue, palette, depth) for clue in column_clues], palette, depth)


def _numbers(clue: Runs, palette: Palette, depth: Depth) -> list[Number]:
    return [number_of(run, palette, depth) for run in clue.runs] or [("0", PLAIN)]


def number_of(run: Run, palette: Palette, depth: Depth) -> Number:
    """A number of a clue; where its colour cannot be shown, with the colour's symbol."""
    text = "?" if run.length is None else str(run.length)
    if palette.plain:
        return text, PLAIN
    if not depth:
        return text + symbols(palette)[run.colour], PLAIN
    return text, look_of(palette.colours[run.colour].rgb)


def look_of(rgb: str) -> Look:
    """A number on its colour."""
    return Look(ink_on(rgb), rgb, bold=True)


def _width(clue: list[Number]) -> int:
    return sum(len(text) for text, _ in clue) + len(clue) - 1


def _tower(clue: list[Number], pitch: int, longest: int) -> list[Piece]:
    """A column's clue from top to bottom, a number to a line.

    Where numbers would touch their neighbours, digits go one below the other with an empty line
    between numbers.
    """
    if longest == 1 or longest < pitch:
        return clue
    tower: list[Piece] = []
    for text, look in clue:
        tower += [("", PLAIN)] * bool(tower) + [(char, look) for char in text]
    return tower


def _stripes(clue: list[Number], pitch: int, x: int) -> list[Piece]:
    """Numbers as wide as their column: every other column is shaded, to tell 1 and 12 from 11 2."""
    tower = []
    for text, look in clue:
        paper = look.paper or PAPER
        shade = blend(paper, ink_on(paper), 0.2) if x % 2 else paper
        tower.append((text.rjust(pitch), Look(ink_on(shade), shade, look.bold)))
    return tower
