"""Contradiction: another colour breaks a line, by single lines alone."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonoforge.engine import propagate
from nonoforge.judge.chains import chain, lines_of, refuted_by_lines
from nonoforge.judge.technique import Atom, Chain, Deduction, PuzzleTechnique, Round, without
from nonoforge.judge.words import Words
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge

SHORTLIST = 8  # assumptions that break soonest, of which the shortest reason is taken


class Broken(NamedTuple):
    """If `cell` had `colour`, then `chain` would follow."""

    cell: int
    colour: int
    chain: Chain

    def why(self, words: Words, deduction: Deduction) -> str:
        return f"If {words.assumed(self.cell, self.colour)}, {words.chain(self.chain)}"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"What if {words.assumed(self.cell, self.colour)}?"


class Contradicting(PuzzleTechnique):
    """Assumes a colour of a cell and follows single lines until one breaks."""

    name = "contradiction"
    cost, stars = 40, 3
    words = "another colour breaks a line after some steps"
    needs = "trying a colour until a line breaks"
    example = ("If row 6, column 7 were filled, row 6 would make cell 5 white; then ... row 5 "
               "(clue 2 2) could not be coloured. So row 6, column 7 is white.")

    def find_all(self, known: Knowledge) -> Round | None:
        found = _refuted(known, counted=False)
        return Round(len(found), without(known.state, [atom for _, atom in found])) \
            if found else None

    def find_easiest(self, known: Knowledge) -> Deduction | None:
        """Return the shortest chain among those of the assumptions that break with least work."""
        chains = [(chain(known, [atom]), atom) for _, atom in sorted(_refuted(known))[:SHORTLIST]]
        if not chains:
            return None
        shortest, atom = min(chains, key=lambda found: (len(found[0]), found[1]))
        return Deduction(self, lines_of(shortest), without(known.state, [atom]),
                         Broken(*atom, shortest))

    def restated(self, known: Knowledge, deduction: Deduction) -> Deduction:
        assert isinstance(deduction.reason, Broken)
        cell, colour, _ = deduction.reason
        steps = chain(known, [(cell, colour)])
        return deduction._replace(lines=lines_of(steps), reason=Broken(cell, colour, steps))

    def refutes(self, lines: Puzzle, state: State) -> bool:
        return propagate(lines, state).conflict is not None

    def chains(self, deduction: Deduction) -> list[tuple[list[Atom], Chain]]:
        assert isinstance(deduction.reason, Broken)
        cell, colour, steps = deduction.reason
        return [([(cell, colour)], steps)]


def _refuted(known: Knowledge, *, counted: bool = True) -> list[tuple[int, Atom]]:
    return refuted_by_lines(known.puzzle, known.state, range(known.puzzle.cells), known.check_time,
                            counted=counted)
