"""Is a deduction true? Asked of the engine, with the named lines and nothing else."""

from __future__ import annotations

from nonoforge.engine import only, probe, propagate, solve
from nonoforge.judge.deduction import Deduction
from nonoforge.judge.rungs import DEPTH_1, LINE, PAIR, SEARCH
from nonoforge.judge.techniques.assume import Atom, assumed
from nonoforge.puzzle import Puzzle
from nonoforge.state import State


def proved(puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
    """Do the lines that it names imply it, from this state?"""
    if deduction.rung <= LINE:
        return _proved_one_by_one(puzzle, state, deduction)
    lines = only(puzzle, frozenset(deduction.lines))
    return all(refuted(lines, state, atom, deduction.rung)
               for atom in refuted_atoms(state, deduction))


def _proved_one_by_one(puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
    """Each line by itself, as a person reads them: nothing that one tells is used for another."""
    masks = list(state.masks)
    for index in deduction.lines:
        found = propagate(only(puzzle, frozenset({index})), state)
        if found.conflict is not None:
            return False
        masks = [a & b for a, b in zip(masks, found.state.masks, strict=True)]
    return all(masks[cell] & ~mask == 0 for cell, mask in deduction.learned)


def refuted_atoms(state: State, deduction: Deduction) -> list[Atom]:
    """The colours that a deduction takes from cells."""
    return [(cell, colour) for cell, mask in deduction.learned
            for colour in range(state.masks[cell].bit_length())
            if (state.masks[cell] & ~mask) >> colour & 1]


def refuted(lines: Puzzle, state: State, atom: Atom, rung: int) -> bool:
    """Does a colour break these lines, by what the rung allows?"""
    start = assumed(state, atom)
    if rung in (PAIR, DEPTH_1):
        return propagate(lines, start).conflict is not None
    if rung == SEARCH:
        return solve(_given(lines, start), limit=1).answer == "none"
    return probe(lines, start, 1).conflict is not None


def _given(puzzle: Puzzle, state: State) -> Puzzle:
    """The puzzle in which what is known is given."""
    known = ((cell, state.colour(cell)) for cell in range(puzzle.cells))
    given = tuple((cell, colour) for cell, colour in known if colour is not None)
    return Puzzle(puzzle.cells, puzzle.lines, puzzle.palette, given)
