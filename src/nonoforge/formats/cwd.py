r"""`.cwd` (QNonograms, Sukhoy): height, width, rows, one blank line, columns.

>>> from nonoforge.formats.source import Source
>>> [puzzle] = read(Source(b"2\n3\n1\n3\n\n1\n2\n1\n"))
>>> puzzle.geometry
Grid(width=3, height=2)
"""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.families.grid import grid_of
from nonoforge.formats import clue_lines
from nonoforge.formats.assemble import assemble
from nonoforge.formats.format import Format, Sniff
from nonoforge.formats.source import Place, Source
from nonoforge.nonogram import Nonogram

_FORM = ("a nonogram .cwd file starts with the height on one line and the width on the next "
         "(.cwd also names a crossword format, which is not read here)")


def read(source: Source) -> list[Nonogram]:
    """One black-and-white puzzle; the blank line in the middle is told by counting."""
    [height] = clue_lines.header(source, 0, ("height",), _FORM)
    [width] = clue_lines.header(source, 1, ("width",), _FORM)
    clue_lines.sized(source, width, height)
    rows = clue_lines.clues(source, 2, height, "row")
    _divider(source, 2 + height, height)
    columns = clue_lines.clues(source, 3 + height, width, "column")
    clue_lines.nothing_after(source, 3 + height + width, height, width)
    return [assemble(source, rows, columns)]


def _divider(source: Source, line: int, height: int) -> None:
    if line >= len(source.lines):
        raise source.error("the file ends before the blank line that parts rows and columns",
                           source.end())
    if source.lines[line].strip():
        raise source.error(f"after {height} rows there must be a blank line", Place(line + 1, 1))


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """One puzzle, an empty clue as 0."""
    [nonogram] = nonograms
    grid = grid_of(nonogram)[0]
    rows, columns = clue_lines.written(nonogram)
    return "\n".join([str(grid.height), str(grid.width), *rows, "", *columns, ""]).encode()


def sniff(source: Source) -> Sniff:
    """Only if the blank line stands where the sizes say."""
    lines = clue_lines.sniff_lines(source)
    if not lines or len(lines) < 2:
        return Sniff.NO
    sizes = [clue_lines.sniff_sizes(line, 1) for line in lines[:2]]
    if not sizes[0] or not sizes[1]:
        return Sniff.NO
    [height], [width] = sizes[0], sizes[1]
    fits = (len(lines) > height + 2 and not lines[height + 2].strip()
            and clue_lines.are_clues(lines[2:height + 2], height)
            and clue_lines.are_clues(lines[height + 3:], width))
    return Sniff.MAYBE if fits else Sniff.NO


FORMAT = Format("cwd", (".cwd",), "QNonograms': height, width, rows, a blank line, columns",
                sniff, read, write)
