"""Search: no short reason is known; all other ways were tried to their end."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.engine import propagate, solve
from nonoforge.judge.technique import Deduction, PuzzleTechnique, Round, assumed
from nonoforge.judge.words import Words
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.text import capital

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge

MAX_TRIED = 200  # open cells, of which the most helpful is chosen


class Searched(NamedTuple):
    """The other colours were tried to their end."""

    def why(self, words: Words, deduction: Deduction) -> str:
        return "No short reason is known; all other ways were tried to their end"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"{capital(Searching.words)}."


class Searching(PuzzleTechnique):
    """Asks the engine for the only solution."""

    name = "search"
    cost, stars = 1000, 5
    words = "no short reason is known"
    needs = "more trials than a person can follow"
    example = "No short reason is known; all other ways were tried to their end."

    def find_all(self, known: Knowledge) -> Round | None:
        return Round(1, (), solved=True) if known.verdict.answer == "unique" else None

    def find_easiest(self, known: Knowledge) -> Deduction | None:
        """Return the cell that helps single lines most, where there is only one solution."""
        if known.verdict.answer != "unique":
            return None
        state, [solution] = known.state, known.verdict.solutions
        _, cell = min((self._open_after(known, assumed(state, (cell, solution[cell]))), cell)
                      for cell in state.open_cells()[:MAX_TRIED])
        return Deduction(self, tuple(range(len(known.puzzle.lines))),
                         ((cell, 1 << solution[cell]),), Searched())

    def _open_after(self, known: Knowledge, state: State) -> int:
        known.check_time()
        return len(propagate(known.puzzle, state).state.open_cells())

    def refutes(self, lines: Puzzle, state: State) -> bool:
        known = ((cell, state.colour(cell)) for cell in range(lines.cells))
        given = tuple((cell, colour) for cell, colour in known if colour is not None)
        return solve(replace(lines, given=given), limit=1).answer == "none"
