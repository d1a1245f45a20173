"""Grids in a string: the sizes, then the clues of rows and columns."""

from __future__ import annotations

from nonoforge.clues import Runs
from nonoforge.families.grid import MAX_SIDE, from_clues, from_picture, grid_of
from nonoforge.formats.share_about import about, check_cells, colours, given_cells
from nonoforge.formats.share_coder import Coder
from nonoforge.formats.share_parts import entry, number
from nonoforge.formats.share_runs import Hand
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette

BLANK = from_picture([[0]])


def grid(coder: Coder, nonogram: Nonogram = BLANK) -> Nonogram:
    """A grid, written or read."""
    own, rows, columns = grid_of(nonogram)
    width = 1 + number(coder, "side", own.width - 1, MAX_SIDE - 1)
    height = 1 + number(coder, "side", own.height - 1, MAX_SIDE - 1)
    check_cells(width * height)
    palette = colours(coder, nonogram.puzzle.palette, Palette())
    hand = Hand(coder, len(palette), any(run.length is None for clue in (*rows, *columns)
                                         for run in clue.runs))
    across = [hand.clue(entry(rows, at, Runs()), width) for at in range(height)]
    down = [hand.clue(entry(columns, at, Runs()), height) for at in range(width)]
    given = given_cells(coder, nonogram.puzzle.given, width * height, len(palette))
    return from_clues(across, down, palette=palette, given=given,
                      info=about(coder, nonogram.info))
