"""Lines by their extremes: the leftmost and the rightmost solution of a line, compared block by
block. What the same block covers in both is solid; what no block can reach is empty.

A line with an empty clue, or with one that fills it (a complete description), is done at once. For
all others the leftmost solution is built by simple placement, each block where it first fits; then
the rightmost solid cell that no block covers gets one: the nearest block to its left that can be
moved onto it, and the blocks that this one jumps over are placed anew. The rightmost solution is
the same in a mirror (common/extremes.py).

This is sound and quick, and it is not exact, even where both extremes are: the line `..#..` with
the clue `1 1` has the extremes `#.#..` and `..#.#`, in which no block overlaps itself, yet both
neighbours of the solid cell are empty in each solution. `bench left-right` counts what is missed.

Corrected, with `placing=repaired`: in the published Figure 23 a block that is moved onto a solid
cell does not push along the block to its right. On `...x##...` (x: empty) with the clue `3 1`,
simple placement gives cells 0 to 2 and 7; then the 3 is moved to cells 4 to 6, and touches the 1.
That is no solution any more, only a bound to the left of it: nothing wrong is concluded, but less
(here cell 7 stays open). And where bounds need not be a solution, a contradiction can go unseen;
so a line that is known throughout is compared with its clue.

`placing=original` keeps that. It also lets simple placement put a block right behind a solid cell.
The text forbids this; we read it so because, of the readings that we tried, only this one gives the
published counts of line solvers under brute force.

`placing=leftness` finds the extremes as Appendices A and B do: it makes all solutions of the line
and takes those of which the first cells of all blocks have the least and the greatest sum. Each
extreme is to the left, or right, of every other solution block by block, so this gives the same.

A tally of a solid stands for all the clues of runs that have its cells and groups; the line is
solved with each of them, and what all agree on is kept (common/tallies.py).

C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016;
sections 3.2 to 3.5, Appendices A to C.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.engine import ORDERS
from nonoforge.engine.plain import PROPAGATIONS
from nonoforge.methods.common import Job, Method, Option, searching
from nonoforge.methods.common.extremes import by_leftness, extremes
from nonoforge.methods.common.lines import by_lines
from nonoforge.methods.common.tallies import EXPANSIONS, expanding
from nonoforge.puzzle import Colouring


def solutions(job: Job) -> Iterator[Colouring]:
    """Return all that lines give, then guesses, if wished."""
    propagation = next(PROPAGATIONS[order] for order in ORDERS if order == job.word("order"))
    most, placing = job.number("expansions"), job.word("placing")
    solver = by_leftness(most) if placing == "leftness" else extremes(placing == "repaired")
    return by_lines(job, expanding(solver, most, job.look), propagation=propagation,
                    guessing=bool(job.number("guess")))


METHOD = Method(
    "compare the leftmost and the rightmost solution of each line (incomplete)",
    searching(solutions),
    options=(
        Option("order", "ordered", "of the lines: group by group, or a plain queue", ORDERS),
        Option("placing", "repaired", "blocks push each other along, or not, as published; "
               "leftness makes all solutions of a line and compares the sums of their first cells",
               ("repaired", "original", "leftness")),
        Option("guess", False, "guess and backtrack where lines get no further"),
        EXPANSIONS,
    ),
    colours=False, blotted=False, tallies=True)
