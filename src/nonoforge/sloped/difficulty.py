"""The difficulty of R. Parment (Generation of sloped nonograms, 2015): passes with progress.

A player goes around the frame from one side of a line to the next, again and again, and settles
each; sides where at least one face becomes certain are counted.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import atan2, tau

from nonoforge.engine import settle
from nonoforge.nonogram import Nonogram
from nonoforge.plane import Arrangement, Side, arrangement_of
from nonoforge.puzzle import Line
from nonoforge.state import State


def passes(nonogram: Nonogram) -> int | None:
    """How many sides give a face until all are known; None if settling sides is not enough."""
    puzzle = nonogram.puzzle
    masks = list(State.start(puzzle).masks)
    order = _order(nonogram)
    waiting = set(order)  # the others have not changed since they were settled
    count, left = 0, sum(map(_open, masks))
    while left and waiting:
        for index in order:
            if index not in waiting:
                continue
            waiting.remove(index)
            line = puzzle.lines[index]
            gained = 0
            for cell, mask in zip(line.cells, _settled(line, masks, len(puzzle.palette)),
                                  strict=True):
                if mask != masks[cell]:
                    gained += not _open(mask)
                    masks[cell] = mask
                    waiting.update(other for other in puzzle.through[cell] if other != index)
            count, left = count + (gained > 0), left - gained
    return None if left else count


def _order(nonogram: Nonogram) -> list[int]:
    """The lines of the puzzle (by index) clockwise."""
    arrangement = arrangement_of(nonogram)
    named = {line.name: index for index, line in enumerate(nonogram.puzzle.lines)}
    names = map(arrangement.side_name, around(arrangement))
    return [named[name] for name in names if name in named]


def _open(mask: int) -> bool:
    return bool(mask & (mask - 1))


def _settled(line: Line, masks: Sequence[int], colours: int) -> list[int]:
    """What a line's clue leaves of its cells."""
    by_colour = [sum((masks[cell] >> colour & 1) << at for at, cell in enumerate(line.cells))
                 for colour in range(colours)]
    found = settle(line.clue, by_colour, len(line.cells))
    assert found is not None, "the clues of a picture always fit"
    return [sum((found[colour] >> at & 1) << colour for colour in range(colours))
            for at in range(len(line.cells))]


def around(arrangement: Arrangement) -> list[Side]:
    """The sides clockwise around the frame from its upper left corner, by where they begin."""
    left, bottom, right, top = arrangement.box
    x0, y0 = (left + right) / 2, (bottom + top) / 2
    corner = atan2(top - y0, left - x0)

    def turned(side: Side) -> float:
        (x, y), _ = arrangement.outward(side, 0)
        angle = (corner - atan2(y - y0, x - x0)) % tau
        return 0.0 if angle > tau - 1e-9 else angle

    return sorted(arrangement.sides, key=turned)
