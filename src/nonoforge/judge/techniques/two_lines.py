"""Two lines: all ways to colour two lines with common cells agree."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.engine import only, propagate
from nonoforge.judge.chains import refuted_by_lines
from nonoforge.judge.technique import Atom, Deduction, PuzzleTechnique, Round, without
from nonoforge.judge.words import Words
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge


class Pair(NamedTuple):
    """No colouring of one line that the other allows has the colour there."""

    shared: tuple[int, ...]

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"{words.subject(deduction.lines)} share {words.names(self.shared)}; no way "
                "to colour both has another colour there")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"{words.subject(deduction.lines)} say more together than each alone."


class TwoLines(PuzzleTechnique):
    """For lines with more than one common open cell. Lines with one common cell tell no more
    together than each alone: the colours of that cell are all they have to say to each other."""

    name = "two lines"
    cost, stars = 20, 3
    words = "all ways to colour two lines with common cells agree"
    needs = "looking at two lines together"
    example = ("Left of line 3 and below line 8 share ...; no way to colour both has another "
               "colour there, so ...")
    so = ", so "

    def find_all(self, known: Knowledge) -> Round | None:
        found = list(_pairs(known))
        atoms = (atom for _, _, refuted in found for atom in refuted)
        return Round(len(found), without(known.state, atoms)) if found else None

    def find_easiest(self, known: Knowledge) -> Deduction | None:
        for lines, shared, refuted in _pairs(known):
            return Deduction(self, lines, without(known.state, refuted), Pair(shared))
        return None

    def refutes(self, lines: Puzzle, state: State) -> bool:
        return propagate(lines, state).conflict is not None


def _pairs(known: Knowledge) -> Iterator[tuple[tuple[int, int], tuple[int, ...], list[Atom]]]:
    """Yield two lines, their common open cells, and the colours that the two refute."""
    puzzle, state = known.puzzle, known.state
    for pair, shared in _crossing(puzzle, state):
        both = only(puzzle, frozenset(pair))
        cells = sorted({cell for index in pair for cell in puzzle.lines[index].cells})
        found = [atom for _, atom in refuted_by_lines(both, state, cells, known.check_time,
                                                      counted=False)]
        if found:
            yield pair, shared, found


def _crossing(puzzle: Puzzle, state: State) -> Iterator[tuple[tuple[int, int], tuple[int, ...]]]:
    """Yield two lines and their open common cells, where there are two or more."""
    common: dict[tuple[int, int], list[int]] = {}
    for cell, lines in enumerate(puzzle.through):
        if state.masks[cell] & (state.masks[cell] - 1):
            for pair in combinations(lines, 2):
                common.setdefault(pair, []).append(cell)
    for pair, cells in sorted(common.items()):
        if len(cells) > 1:
            yield pair, tuple(cells)
