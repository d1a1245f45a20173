"""Colours that a person leaves out without thinking: a cell has none that its lines' clues lack.

Nobody writes down that a cell is not red, so this is no step to be told again and again: in puzzles
of several colours it comes first, for all lines at once. Where it leaves a cell one colour, though,
there is something to write: that remains a step of its own.
"""

from __future__ import annotations

from nonoforge.judge.deduction import Absent, Deduction
from nonoforge.judge.rungs import ZERO
from nonoforge.judge.techniques.line import absent
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


def narrowing(puzzle: Puzzle, state: State) -> Deduction | None:
    """What follows at once from the colours of the clues; None: nothing."""
    if puzzle.palette.plain:
        return None
    masks, lines = list(state.masks), []
    for index, line in enumerate(puzzle.lines):
        lacking = sum(1 << colour for colour in absent(line.clue, len(puzzle.palette)))
        for cell in line.cells if lacking else ():
            left = masks[cell] & ~lacking
            if left & (left - 1) and left != masks[cell]:
                masks[cell] = left
                lines.append(index)
    learned = tuple((cell, mask) for cell, (mask, before) in enumerate(
        zip(masks, state.masks, strict=True)) if mask != before)
    if not learned:
        return None
    return Deduction(ZERO, tuple(dict.fromkeys(lines)), learned, Absent(()))


def with_given(puzzle: Puzzle, state: State) -> State:
    """The state, and what is printed in the puzzle; a cell that contradicts it has no colour."""
    masks = list(state.masks)
    for cell, colour in puzzle.given:
        masks[cell] &= 1 << colour
    return State(tuple(masks))


def narrowed(puzzle: Puzzle, state: State) -> State:
    """The state after that."""
    found = narrowing(puzzle, state)
    if found is None:
        return state
    masks = list(state.masks)
    for cell, mask in found.learned:
        masks[cell] = mask
    return State(tuple(masks))
