"""The easiest next step: the lowest rung, near the last step, with the largest gain."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from nonoforge.engine import Budget, propagate, solve
from nonoforge.judge.assuming import depth_1, depth_2
from nonoforge.judge.deduction import Deduction, Pair, Searched
from nonoforge.judge.ladder import Ladder, Prospect
from nonoforge.judge.rungs import PAIR, SEARCH
from nonoforge.judge.techniques.assume import assumed, breaking_pairs, without
from nonoforge.nonogram import Nonogram
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

TRIED = 200  # cells of which search tells the most helpful



def easiest(
    nonogram: Nonogram, ladder: Ladder, recent: Collection[int] = (),
    look: CheckTime = no_limit, budget: Budget | None = None, to_write: bool = False,
) -> Deduction | None:
    """The next step; None if nothing can be said (several solutions, or the budget ran out).
    `recent` are the cells of the last step: a person goes on from there. `to_write` prefers steps
    after which a cell has its colour."""
    found = ladder.lowest_to_write() if to_write else ladder.lowest()
    if found:
        return _in_a_line(ladder, found, recent)
    return (_pair(nonogram.puzzle, ladder.state, look) or depth_1(ladder, look)
            or depth_2(ladder, look) or _search(ladder, look, budget))


def _in_a_line(
    ladder: Ladder, found: dict[int, Prospect], recent: Collection[int],
) -> Deduction:
    near = {index for cell in recent for index, _ in ladder.at[cell]}
    _, _, _, index, which = min(
        (index not in near, -ladder.decided(index, removed) if ladder.colours > 2 else 0,
         -_gain(removed), index, which)
        for index, prospect in found.items()
        for which, (removed, _) in enumerate(prospect.finds))
    return ladder.deduction(index, which)


def _gain(removed: Iterable[int]) -> int:
    """How many cells change."""
    together = 0
    for bits in removed:
        together |= bits
    return together.bit_count()


def _pair(puzzle: Puzzle, state: State, look: CheckTime) -> Deduction | None:
    for lines, shared, found in breaking_pairs(puzzle, state, look):
        return Deduction(PAIR, lines, without(state, found), Pair(shared))
    return None


def _search(ladder: Ladder, look: CheckTime, budget: Budget | None) -> Deduction | None:
    """Where it is proved that there is only one solution: the cell that helps lines most."""
    if ladder.solution is None:
        verdict = solve(ladder.puzzle, budget=budget)
        if verdict.answer != "unique":
            return None
        [ladder.solution] = verdict.solutions
    state, solution = ladder.state, ladder.solution
    _, cell = min((_open_after(ladder.puzzle, assumed(state, (cell, solution[cell])), look), cell)
                  for cell in state.open_cells()[:TRIED])
    return Deduction(SEARCH, tuple(range(len(ladder.puzzle.lines))), ((cell, 1 << solution[cell]),),
                     Searched())


def _open_after(puzzle: Puzzle, state: State, look: CheckTime) -> int:
    look()
    return len(propagate(puzzle, state).state.open_cells())
