r"""`.mk` (Olsak, old): `height width`, rows, a line that starts with `#`, columns.

>>> from nonoforge.formats.source import Source
>>> [puzzle] = read(Source(b"2 3\n1\n3\n#\n1\n2\n1\n"))
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


def read(source: Source) -> list[Nonogram]:
    """One black-and-white puzzle; note that the height comes first."""
    height, width = clue_lines.header(
        source, 0, ("height", "width"), "a .mk file starts with `height width`, like `15 20`")
    clue_lines.sized(source, width, height)
    rows = clue_lines.clues(source, 1, height, "row")
    _divider(source, 1 + height, height)
    columns = clue_lines.clues(source, 2 + height, width, "column")
    clue_lines.nothing_after(source, 2 + height + width, height, width)
    return [assemble(source, rows, columns)]


def _divider(source: Source, line: int, height: int) -> None:
    if line >= len(source.lines):
        raise source.error("the file ends before the line with `#` that parts rows and columns",
                           source.end())
    if not source.lines[line].lstrip().startswith("#"):
        raise source.error(f"after {height} rows there must be a line that starts with `#`",
                           Place(line + 1, 1))


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """One puzzle, an empty clue as 0."""
    [nonogram] = nonograms
    grid = grid_of(nonogram)[0]
    rows, columns = clue_lines.written(nonogram)
    return "\n".join([f"{grid.height} {grid.width}", *rows, "#", *columns, ""]).encode()


def sniff(source: Source) -> Sniff:
    """Only if the line with `#` stands where the first line says."""
    lines = clue_lines.sniff_lines(source)
    sizes = clue_lines.sniff_sizes(lines[0], 2) if lines else None
    if not lines or not sizes:
        return Sniff.NO
    height, width = sizes
    fits = (len(lines) > height + 1 and lines[height + 1].lstrip().startswith("#")
            and clue_lines.are_clues(lines[1:height + 1], height)
            and clue_lines.are_clues(lines[height + 2:], width))
    return Sniff.SURE if fits else Sniff.NO


FORMAT = Format("mk", (".mk",), "Olsak's older: sizes, rows, `#`, columns", sniff, read, write)
