"""The line solver of seven formulas by Wu and others, then probing, then search.

First it asks what fits: Fix(i, j) is true if the first i cells can hold the first j blocks. Then it
paints, wherever there is something to paint (0 and 1 are white and black, d is the length of block
j, and sigma(d) is 0 1^d, a block with the white cell before it):

    Fix(i, j)    = Fix0(i, j) or Fix1(i, j);  Fix(0, 0) is true, Fix(0, j) false
    Fix0(i, j)   = Fix(i-1, j)                if cell i may be white
    Fix1(i, j)   = Fix(i-d-1, j-1)            if cells i-d .. i may be sigma(d)
    Paint(i, j)  = Paint0(i, j), Paint1(i, j), or both by Merge, as Fix0 and Fix1 allow
    Paint0(i, j) = Paint(i-1, j) 0
    Paint1(i, j) = Paint(i-d-1, j-1) sigma(d)
    Merge(s, t)  = in each cell the colour that both have, else unknown

`paint` is the same in three formulas: there a painting that is not empty says that it fits. Both
are exact and give the same. Here, too, tables are filled row by row, without recursion, and only
where the blocks before and after leave room.

Corrected, against the formulas as Chen and Hung print them:
- Paint1 appends 0 sigma(L_j): one white cell too many, and sigma belongs to the length d_j.
- "Otherwise", under Paint, would merge two paintings where neither exists: it is "if both".
- Fix1 asks for i >= d + 1 cells, so that the first block would always have a white cell before it:
  the line is one white cell longer in front.

I-C. Wu, D.-J. Sun, L.-P. Chen, K.-Y. Chen, C.-H. Kuo, H.-H. Kang, H.-H. Lin: An efficient approach
to solving nonograms. IEEE Transactions on Computational Intelligence and AI in Games 5 (3), 2013.
Quoted in L.-P. Chen, C.-Y. Hung: A new simplified line solver for nonogram puzzle games.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import or_ as merge
from typing import NamedTuple

from nonoforge.clues import Clue, runs_of
from nonoforge.engine.plain import Masks, Settler
from nonoforge.methods.common import Job, Method, searching
from nonoforge.methods.common.lines import (
    EMPTY,
    GUESS,
    NOTHING,
    ORDER,
    PROBE,
    WHITE,
    block,
    decode,
    encode,
    propagating,
    room,
)
from nonoforge.methods.common.tallies import EXPANSIONS
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring


class Row(NamedTuple):
    """Fix0(i, j) and Fix1(i, j) for one j, with i from `first` on; block j is `size` long."""

    size: int
    first: int
    fix0: list[bool]
    fix1: list[bool]

    def fix(self) -> list[bool]:
        return [white or black for white, black in zip(self.fix0, self.fix1, strict=True)]


def settler(clue: Clue, length: int, look: CheckTime = no_limit) -> Settler:
    """Return how to fix and paint a line of `length` cells."""
    return partial(settle, [run.length or 1 for run in runs_of(clue).runs], length, look)


def settle(blocks: list[int], length: int, look: CheckTime, masks: Masks) -> list[int] | None:
    """Paint(length, all blocks), or None if the line cannot be fixed.

    >>> settle([3], 5, no_limit, [0b11111, 0b11111])
    [27, 31]
    """
    spare = room(blocks, length)
    if spare < 0:
        return None
    line = encode(masks)
    fix = start = fix_whites(line, spare)
    rows = []
    cells = 0
    for size in blocks:
        look()
        cells += size + 1
        rows.append(fix_row(line, fix, size, cells))
        fix = rows[-1].fix()
    if not fix[-1]:
        return None
    paintings = paint_whites(start)
    for row in rows:
        look()
        paintings = paint_row(row, paintings)
    return decode(paintings[-1], length)


def fix_whites(line: int, spare: int) -> list[bool]:
    """Fix(i, 0) for i from 0 to `spare`: no block yet."""
    fix = [True]
    white = WHITE
    for _ in range(spare):
        white <<= 2
        fix.append(fix[-1] and line & white != 0)
    return fix


def fix_row(line: int, before: list[bool], size: int, first: int) -> Row:
    """Row j, from Fix(i-size-1, j-1) in `before`."""
    row = Row(size, first, [], [])
    fix = False  # Fix(i-1, j): cells before the first are too few
    white = WHITE << 2 * first
    sigma = block(size) << 2 * (first - size)
    for rest in before:
        fix0 = fix and line & white != 0
        fix1 = rest and line & sigma == sigma
        fix = fix0 or fix1
        row.fix0.append(fix0)
        row.fix1.append(fix1)
        white <<= 2
        sigma <<= 2
    return row


def paint_whites(fix: list[bool]) -> list[int]:
    """Paint(i, 0) wherever there is Fix(i, 0)."""
    paintings = [EMPTY]
    for i, fixable in enumerate(fix[1:], start=1):
        paintings.append(paintings[-1] | WHITE << 2 * i if fixable else NOTHING)
    return paintings


def paint_row(row: Row, before: list[int]) -> list[int]:
    """Paint(i, j), from Paint(i-size-1, j-1) in `before`."""
    paintings = []
    painting = NOTHING
    white = WHITE << 2 * row.first
    sigma = block(row.size) << 2 * (row.first - row.size)
    for fix0, fix1, rest in zip(row.fix0, row.fix1, before, strict=True):
        if fix0 and fix1:
            painting = merge(painting | white, rest | sigma)
        elif fix0:
            painting |= white
        else:
            painting = rest | sigma if fix1 else NOTHING
        paintings.append(painting)
        white <<= 2
        sigma <<= 2
    return paintings


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield solutions by propagation, probing and search."""
    return propagating(job, settler, job.number("probe"))


METHOD = Method(
    "seven formulas fix, then paint a line; then probing and search (Wu and others)",
    searching(solutions), options=(ORDER, PROBE, GUESS, EXPANSIONS), colours=False, blotted=False,
    tallies=True)
