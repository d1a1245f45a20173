"""Random puzzles of all families: every step and every hint follows from what a player sees and the
lines that it names alone.

Here that is not asked of the engine that the judge uses: single lines are coloured in all ways, and
where several lines are named, a SAT solver looks for a picture that meets them and not the step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, product
from math import prod
from random import Random

import pytest

from helpers.family_puzzles import FAMILIES, marked
from helpers.puzzles import rounds
from nonoforge.clues import Runs
from nonoforge.engine import only, sat_available, solve
from nonoforge.families.grid import Grid
from nonoforge.judge import Deduction, LineTechnique, explain, hint, rate, sentence
from nonoforge.judge.technique import Reason
from nonoforge.judge.techniques.overlap import Overlap
from nonoforge.judge.techniques.reach import Reach
from nonoforge.methods import METHODS
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

pytest.importorskip("numpy")

MAX_WAYS = 5_000  # to colour a line; beyond that the engine is asked


def colourings(line: Line, state: State) -> Iterator[dict[int, int]]:
    """All ways to colour the cells of a line that the state and its clue allow."""
    cells = sorted(set(line.cells))
    choices = [[c for c in range(state.masks[cell].bit_length()) if state.masks[cell] >> c & 1]
               for cell in cells]
    for colours in product(*choices):
        colouring = dict(zip(cells, colours, strict=True))
        if line.clue.accepts([colouring[cell] for cell in line.cells]):
            yield colouring


def within_reach(line: Line, colouring: dict[int, int], reason: Reason) -> bool:
    """Do the runs lie where the reason says that they do, if it says that?"""
    if not isinstance(line.clue, Runs) or not isinstance(reason, Overlap | Reach):
        return True
    colours = [colouring[cell] for cell in line.cells]
    blocks = [(colour, list(places)) for colour, places in groupby(
        range(len(colours)), key=colours.__getitem__) if colour]
    if isinstance(reason, Overlap):
        return reason.earliest <= blocks[reason.run][1][0] <= reason.latest
    return all(first <= blocks[run][1][0] and blocks[run][1][-1] <= last
               for run, first, last in reason.spans)


def agreed(puzzle: Puzzle, state: State, deduction: Deduction) -> bool | None:
    """Does it follow by colouring each named line in all ways, one line after the other as they
    are told, from what is marked? None: the ways are too many."""
    for part in (*deduction.support, deduction):
        left = list(state.masks)
        for index in part.lines:
            line = puzzle.lines[index]
            if prod(state.masks[cell].bit_count() for cell in set(line.cells)) > MAX_WAYS:
                return None
            seen = dict.fromkeys(line.cells, 0)
            for colouring in colourings(line, state):
                assert within_reach(line, colouring, part.reason)
                for cell, colour in colouring.items():
                    seen[cell] |= 1 << colour
            for cell, mask in seen.items():
                left[cell] &= mask
        if any(left[cell] & ~mask for cell, mask in part.learned):
            return False
        state = state.after(part.learned)
    return True


def follows_by_sat(puzzle: Puzzle, marks: State, deduction: Deduction) -> bool:
    """No picture that meets the named lines and the marks has a colour that the step takes away."""
    lines = only(replace(puzzle, given=()), frozenset(deduction.named))
    known = [(cell, marks.colour(cell)) for cell in range(puzzle.cells)]
    given = tuple((cell, colour) for cell, colour in known if colour is not None)
    shape = Grid(max(1, puzzle.cells), 1)
    return all(
        METHODS["sat"].solve(Nonogram(replace(lines, given=(*given, (cell, colour))), shape),
                             limit=1).answer == "none"
        for cell, mask in deduction.learned for colour in range(marks.masks[cell].bit_length())
        if (marks.masks[cell] & ~mask) >> colour & 1)


def proved(puzzle: Puzzle, marks: State, deduction: Deduction) -> bool:
    """Do the lines that a step names prove it from what a player sees? By one of two oracles that
    share nothing with the judge."""
    assert all(mask.bit_count() in (1, len(puzzle.palette)) for mask in marks.masks)
    assert all(mask.bit_count() == 1 for _, mask in deduction.learned)
    singles = all(isinstance(part.technique, LineTechnique)
                  for part in (*deduction.support, deduction))
    found = agreed(puzzle, marks, deduction) if singles else None
    return follows_by_sat(puzzle, marks, deduction) if found is None and sat_available() else \
        found is not False


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(rounds(12)))
def test_named_lines_alone_prove_each_step(seed: int, family: str) -> None:
    nonogram = FAMILIES[family](Random(f"{family} {seed}"))
    puzzle, found = nonogram.puzzle, explain(nonogram)
    state = State.start(puzzle)
    for step in found.steps:
        deduction = step.deduction
        assert step.before == state
        assert deduction.technique.proves(puzzle, state, deduction)
        assert proved(puzzle, state, deduction)
        assert sentence(nonogram, state, deduction).endswith(".")
        state = state.after(deduction.learned)
    verdict = solve(nonogram)
    assert found.solved == (verdict.answer == "unique")
    rating = rate(nonogram)
    assert (rating.rung is not None) == found.solved
    if found.solved:
        assert [state.colouring()] == list(verdict.solutions)
        assert rating.rung == max((step.deduction.rung for step in found.steps), default=0)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("seed", range(rounds(60)))
def test_a_hint_is_proved_by_marks_and_named_lines(seed: int, family: str) -> None:
    """From any marks that a solution has, however they were found. NONOFORGE_FUZZ=34 makes it more
    than 10,000 states."""
    rng = Random(f"hint {family} {seed}")
    nonogram = FAMILIES[family](rng)
    solutions = solve(nonogram).solutions
    if not solutions:
        return
    marks = marked(rng, rng.choice(solutions), nonogram.puzzle)
    found = hint(nonogram, marks)
    assert found.kind in ("step", "done", "nothing")
    if found.deduction is not None:
        assert proved(nonogram.puzzle, marks, found.deduction)
        said = set(re.findall(r"\bfaces? [0-9]+", " ".join(found.stages)))
        assert not said  # no board shows the numbers of faces
    # Explanations use what other lines say where a hint may do without it.
    for step in explain(nonogram, marks).steps[:4]:
        assert proved(nonogram.puzzle, step.before, step.deduction)
