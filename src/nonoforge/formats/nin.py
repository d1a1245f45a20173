r"""`.nin` (Jakub Wilk): `width height`, then a line for each row, then for each column.

>>> from nonoforge.formats.source import Source
>>> [puzzle] = read(Source(b"3 2\n1\n3\n1\n2\n1\n"))
>>> puzzle.geometry
Grid(width=3, height=2)
"""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.families.grid import grid_of
from nonoforge.formats import clue_lines
from nonoforge.formats.assemble import assemble
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.source import Source
from nonoforge.nonogram import Nonogram


def read(source: Source) -> list[Nonogram]:
    """One black-and-white puzzle; an empty clue is 0 or a blank line."""
    width, height = clue_lines.sized(source, *clue_lines.header(
        source, 0, ("width", "height"), "a .nin file starts with `width height`, like `20 15`"))
    rows = clue_lines.clues(source, 1, height, "row")
    columns = clue_lines.clues(source, 1 + height, width, "column")
    clue_lines.nothing_after(source, 1 + height + width, height, width)
    return [assemble(source, rows, columns)]


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """One puzzle, an empty clue as 0."""
    [nonogram] = nonograms
    grid = grid_of(nonogram)[0]
    rows, columns = clue_lines.written(nonogram)
    return "\n".join([f"{grid.width} {grid.height}", *rows, *columns, ""]).encode()


def sniff(source: Source) -> Sniff:
    """Only if the number of lines is just what the first line says."""
    lines = clue_lines.sniff_lines(source)
    sizes = clue_lines.sniff_sizes(lines[0], 2) if lines else None
    if not lines or not sizes:
        return Sniff.NO
    return Sniff.MAYBE if clue_lines.are_clues(lines[1:], sum(sizes)) else Sniff.NO


FORMAT = Format("nin", (".nin",), "Jakub Wilk's: sizes, rows, columns", sniff, read, write)
