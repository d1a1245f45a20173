"""The classic measures of difficulty: how often lines must be settled until all is known.

All lines are settled exactly and at once, each from what was known before, again and again: a
`pass` is one such look at all of them. K.J. Batenburg, S. Henstra, W.A. Kosters and W.J.
Palenstijn (Constructing simple nonograms of varying difficulty, 2009) measure by steps of that
kind. A line that has not changed since is not settled again. R. Parment (Generation of sloped
nonograms, 2015) counts the lines that tell something, in an order around the frame; here there is
no order, so that mirrored puzzles measure the same.
"""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.judge.ladder import Contradiction, Ladder
from nonoforge.puzzle import Puzzle


class Classic(NamedTuple):
    """Looks at all lines; lines settled in them; those of them that told something; and the cells
    that were left open."""

    passes: int
    settlements: int
    fruitful: int
    open: int


def classic(puzzle: Puzzle) -> Classic | None:
    """How far settling single lines goes and what it takes; None where a line breaks.

    >>> from nonoforge.families.grid import from_picture
    >>> classic(from_picture([[0, 1, 0], [1, 1, 1], [0, 1, 0]]).puzzle)
    Classic(passes=2, settlements=12, fruitful=6, open=0)
    """
    ladder = Ladder(puzzle)
    passes = fruitful = 0
    try:
        while found := [(index, new) for index, new in ladder.news() if any(new)]:
            passes, fruitful = passes + 1, fruitful + len(found)
            for index, new in found:
                ladder.erase(index, new)
            if not ladder.open:
                break
    except Contradiction:
        return None
    return Classic(passes, ladder.settled, fruitful, ladder.open)
