"""Rules that a player uses, about the range of each run, then chronological backtracking.

For each run the rules keep the cells where it may lie. Five colour cells by the ranges, three
narrow ranges by the cells, three do both (common/range_rules.py has them with their reasons). They
are applied in turn until none says anything new; then a cell is guessed, and taken back when it
leads to a contradiction.

The rules are sound but do not find all. On random lines of 30 cells with 8 runs, of which a tenth
to a half of the cells are known, 2 to 6 lines of 100 come out weaker than exact, and 1 to 5 of 100
cells that could be decided are not (`nonoforge bench 002-propagation` measures it). Search makes up
for that: a line with all cells known is compared with its clue.

Ranges are made afresh from the cells each time a line is looked at: there is nothing to take back
with a guess but cells.

Each rule is made to hold by itself: "before" and "after" in rules 3.1 and 3.3 mean all runs before
and after, not only the neighbours, because until rule 2.1 has been applied again a neighbour's
range may be behind. In rule 3.3 a segment that is cut off at the end of the range counts with the
part inside. Rule 3.2 blanks a gap if no run that reaches it fits, not only if a single one does.

In the style of the paper, whose plan of five, three and three rules this follows; it was not
written from its text, so that numbers and details may differ.

C.-H. Yu, H.-L. Lee, L.-H. Chen: An efficient algorithm for solving nonograms. Applied Intelligence
35 (1), 2011.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from nonoforge.clues import Clue, runs_of
from nonoforge.engine.plain import Masks, Settler
from nonoforge.methods.common import Job, Method, searching
from nonoforge.methods.common.propagating import GUESS, ORDER, propagating
from nonoforge.methods.common.range_rules import apply_rules
from nonoforge.methods.common.ranges import Broken, Ranges
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring


def settler(clue: Clue, length: int, look: CheckTime = no_limit) -> Settler:
    """How to apply the rules to a line of `length` cells."""
    return partial(settle, [run.length or 1 for run in runs_of(clue).runs], length, look)


def settle(sizes: list[int], length: int, look: CheckTime, masks: Masks) -> list[int] | None:
    """What the rules find; None if they find that the line has no colouring.

    >>> settle([3], 5, no_limit, [0b11111, 0b11111])
    [27, 31]
    """
    full = (1 << length) - 1
    try:
        line = Ranges(sizes, length, full & ~masks[0], full & ~masks[1])
        if line.black | line.white != full:
            apply_rules(line, look)
    except Broken:
        return None
    if line.black | line.white == full and not is_solved(line):
        return None
    return [full & ~line.black, full & ~line.white]


def is_solved(line: Ranges) -> bool:
    """Does the line, whose cells are all known, have its runs?"""
    return [end - start + 1 for start, end in line.segments()] == line.sizes


def solutions(job: Job) -> Iterator[Colouring]:
    """Rules, then chronological backtracking."""
    return propagating(job, settler)


METHOD = Method(
    "eleven rules about the ranges of runs, then backtracking (Yu, Lee and Chen)",
    searching(solutions), options=(ORDER, GUESS), colours=False, blotted=False)
