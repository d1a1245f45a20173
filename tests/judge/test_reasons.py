"""Random puzzles of all four families: every step that is told follows from its named lines alone.

Here that is not asked of the engine that the judge uses: single lines are coloured in all ways, and
where several lines are named, a SAT solver looks for a picture that meets them and not the step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from math import prod
from random import Random

import pytest

from families.curved.strokes import FRAME, random_open
from helpers.arrangements import random_sloped
from helpers.puzzles import INKS, blotted, random_nonogram, rounds, smooth_picture
from nonoforge.clues import Count, Tally
from nonoforge.engine import only, sat, solve
from nonoforge.families.curved.arranging.arrange import arrange
from nonoforge.families.grid import Grid, from_picture
from nonoforge.families.plane import from_faces
from nonoforge.families.solid import from_voxels
from nonoforge.judge import Deduction, LineTechnique, explain, rate, sentence
from nonoforge.methods import METHODS
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State

pytest.importorskip("numpy")

MAX_WAYS = 5_000  # to colour a line; beyond that the engine is asked


def grid(rng: Random) -> Nonogram:
    """Noise, blobs, and clues with blots."""
    nonogram = random_nonogram(rng, 8, 3) if rng.random() < 0.5 else \
        from_picture(smooth_picture(rng, rng.randrange(1, 13), rng.randrange(1, 11)))
    if rng.random() < 0.2:
        return replace(nonogram, puzzle=blotted(rng, nonogram.puzzle, 0.2), solution=None)
    return nonogram


def solid(rng: Random) -> Nonogram:
    """Some with two colours, some with clues left out."""
    colours, (x, y, z) = rng.choice([2, 2, 3]), (rng.randrange(1, 5) for _ in range(3))
    nonogram = from_voxels([[[rng.randrange(colours) if rng.random() < 0.8 else 0
                              for _ in range(x)] for _ in range(y)] for _ in range(z)],
                           palette=Palette.of(*INKS[:colours]))
    lines = tuple(_hidden(line) if rng.random() < 0.15 else line for line in nonogram.puzzle.lines)
    return replace(nonogram, puzzle=replace(nonogram.puzzle, lines=lines), solution=None)


def _hidden(line: Line) -> Line:
    assert isinstance(line.clue, Tally)
    return replace(line, clue=Tally(tuple(Count(None, None) for _ in line.clue.counts)))


def sloped(rng: Random) -> Nonogram:
    return random_sloped(rng, rng.randrange(1, 7), rng.choice([2, 2, 3]))


def curved(rng: Random) -> Nonogram:
    """Curves from frame to frame, which cross themselves and each other: faces come twice."""
    pytest.importorskip("shapely")
    strokes = [random_open(rng, f"curve {k}", 1) for k in range(rng.randrange(1, 5))]
    arrangement = arrange(FRAME, strokes).arrangement
    return from_faces(arrangement, bytes(rng.randrange(2) for _ in arrangement.faces))


FAMILIES: dict[str, Callable[[Random], Nonogram]] = {
    "grid": grid, "solid": solid, "sloped": sloped, "curved": curved}


def colourings(line: Line, state: State) -> Iterator[dict[int, int]]:
    """All ways to colour the cells of a line that the state and its clue allow."""
    cells = sorted(set(line.cells))
    choices = [[c for c in range(state.masks[cell].bit_length()) if state.masks[cell] >> c & 1]
               for cell in cells]
    for colours in product(*choices):
        colouring = dict(zip(cells, colours, strict=True))
        if line.clue.accepts([colouring[cell] for cell in line.cells]):
            yield colouring


def follows_from_lines(puzzle: Puzzle, state: State, deduction: Deduction) -> bool | None:
    """By colouring each named line in all ways; None: they are too many."""
    left = list(state.masks)
    for index in deduction.lines:
        line = puzzle.lines[index]
        if prod(state.masks[cell].bit_count() for cell in set(line.cells)) > MAX_WAYS:
            return None
        seen = dict.fromkeys(line.cells, 0)
        for colouring in colourings(line, state):
            for cell, colour in colouring.items():
                seen[cell] |= 1 << colour
        for cell, mask in seen.items():
            left[cell] &= mask
    return all(left[cell] & ~mask == 0 for cell, mask in deduction.learned)


def follows_by_sat(puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
    """No picture that meets the named lines has a colour that the step takes away."""
    lines = only(replace(puzzle, given=()), frozenset(deduction.lines))
    known = [(cell, state.colour(cell)) for cell in range(puzzle.cells)]
    given = tuple((cell, colour) for cell, colour in known if colour is not None)
    shape = Grid(max(1, puzzle.cells), 1)
    return all(
        METHODS["sat"].solve(Nonogram(replace(lines, given=(*given, (cell, colour))), shape),
                             limit=1).answer == "none"
        for cell, mask in deduction.learned for colour in range(state.masks[cell].bit_length())
        if (state.masks[cell] & ~mask) >> colour & 1)


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
        if isinstance(deduction.technique, LineTechnique):
            assert follows_from_lines(puzzle, state, deduction) is not False
        elif len(puzzle.palette) == 2 and sat.available():
            assert follows_by_sat(puzzle, state, deduction)
        assert sentence(nonogram, state, deduction).endswith(".")
        masks = list(state.masks)
        for cell, mask in deduction.learned:
            masks[cell] &= mask
        state = State(tuple(masks))
    verdict = solve(nonogram)
    assert found.solved == (verdict.answer == "unique")
    rating = rate(nonogram)
    assert (rating.rung is not None) == found.solved
    if found.solved:
        assert [state.colouring()] == list(verdict.solutions)
        assert rating.rung == max((step.deduction.rung for step in found.steps), default=0)
