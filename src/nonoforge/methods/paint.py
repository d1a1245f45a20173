"""The line solver of three formulas by Chen and Hung, then probing, then search.

P(i, j) is the maximal painting of the first i cells with the first j blocks: in each cell the
colours that it has in some way to place them. The last cell is white, or it is the end of block j:

    P(i, j)  = merge(P0(i, j), P1(i, j))
    P0(i, j) = P(i-1, j) 0                  if cell i may be white
    P1(i, j) = P(i-d-1, j-1) 0 1^d          if cells i-d .. i may be 0 1^d, where block j is d long

Colours are coded in two bits so that merging is OR (common/paintings.py). The table is filled row
by row, one for each block, without recursion; of each row only the cells that the blocks before
and after leave free, which are as many in every row.

Corrected, against the paper as it is printed:
- P(0, 0) falls under "otherwise" there and so is a conflict, which leaves all of P without a
  painting. It is the empty string, and that must not be the same as a conflict.
- Appending to a conflict gives a conflict. Taken literally, P(i-1, j) 0 then has a white last cell,
  which merging would add to the paintings that do exist.
- P1 needs a white cell before each block, and cell 0 is neither white nor unknown: the first block
  could never stand in cell 1, as it does in the paper's figure 2. The line has a white cell more in
  front. (The form of seven formulas does the same, without saying so.)
- P1 needs j >= 1: there is no block 0.
- Merging keeps a colour that both have, and one that only one has: "otherwise unknown", in the text
  on merge, is not meant for a conflict with a colour. The table after it is right.
- Figure 2, in our copy, has P(5, 1), P(9, 2) and P(14, 3) a cell too short and with too many
  cells unknown: they are uu1uu, uu1uuu1uu and uu1uuu1uuu11uu. Its P0 and P1 have the arguments of
  the P inside them.
- Ordered propagation, as the procedure stands, takes a row as soon as there is one. The text says
  that all columns come before the next rows, and so it is here.
- FP1 finds what holds in every solution (the paper: "is a feasible solution"), and the example of
  FP2 decides b, not a, because both colours of a lead to it.

L.-P. Chen, C.-Y. Hung: A new simplified line solver for nonogram puzzle games. Probing:
I-C. Wu, D.-J. Sun, L.-P. Chen, K.-Y. Chen, C.-H. Kuo, H.-H. Kang, H.-H. Lin: An efficient approach
to solving nonograms. IEEE Transactions on Computational Intelligence and AI in Games 5 (3), 2013.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

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


def settler(clue: Clue, length: int, look: CheckTime = no_limit) -> Settler:
    """Return how to paint a line of `length` cells."""
    return partial(settle, [run.length or 1 for run in runs_of(clue).runs], length, look)


def settle(blocks: list[int], length: int, look: CheckTime, masks: Masks) -> list[int] | None:
    """Return the maximal painting of the whole line, P(length, all blocks); None if there is none.

    >>> settle([3], 5, no_limit, [0b11111, 0b11111])
    [27, 31]
    """
    spare = room(blocks, length)
    if spare < 0:
        return None
    line = encode(masks)
    row = whites(line, spare)
    cells = 0
    for size in blocks:
        look()
        cells += size + 1
        row = placed(line, row, size, cells)
    return decode(row[-1], length) if row[-1] else None


def whites(line: int, spare: int) -> list[int]:
    """P(i, 0) for i from 0 to `spare`: no block yet."""
    row = [EMPTY]
    white = WHITE
    for _ in range(spare):
        white <<= 2
        row.append(row[-1] | white if row[-1] and line & white else NOTHING)
    return row


def placed(line: int, before: Sequence[int], size: int, first: int) -> list[int]:
    """P(i, j) for i from `first` on, from P(i-size-1, j-1) in `before`."""
    row = []
    painting = NOTHING  # P(i-1, j): cells before the first are too few
    white = WHITE << 2 * first
    black = block(size) << 2 * (first - size)
    for rest in before:
        p0 = painting | white if painting and line & white else NOTHING
        p1 = rest | black if rest and line & black == black else NOTHING
        painting = p0 | p1
        row.append(painting)
        white <<= 2
        black <<= 2
    return row


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield solutions by propagation, probing and search."""
    return propagating(job, settler, job.number("probe"))


METHOD = Method(
    "three formulas paint a line; then probing and search (Chen and Hung)", searching(solutions),
    options=(ORDER, PROBE, GUESS, EXPANSIONS), colours=False, blotted=False, tallies=True)
