"""One round of probing, with each kind of finding by itself.

The engine probes to the end and takes every contradiction along, so that the deductions of deeper
levels are mostly found already. This shows what each adds to the same observations.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.engine import propagate
from nonoforge.engine.plain import Relation, bits
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

FINDINGS = ("FP1", "FP1+FP2", "FP1+FP2+FP3", "contradictions", "all")


def probe_once(puzzle: Puzzle, start: State) -> list[int]:
    """The cells that each of the findings decides, when propagated."""
    seen = Observations(puzzle, start)
    relation = seen.relation()
    direct = seen.agreed()
    contrapositive = direct | seen.shared(relation)
    closed = contrapositive | set(relation.close())
    closed |= seen.shared(relation, closed)
    return [seen.decided(gone) for gone in (
        direct, contrapositive, closed, seen.broken, closed | seen.broken)]


class Observations:
    """What each colour of each open cell leads to. A literal is colour * cells + cell."""

    def __init__(self, puzzle: Puzzle, start: State) -> None:
        self.puzzle = puzzle
        self.start = start
        self.cells = start.open_cells()
        self.excluded: dict[int, set[int]] = {}  # what is crossed out under each literal
        self.broken: set[int] = set()  # literals that lead to a contradiction
        for cell in self.cells:
            for literal in self.literals(cell):
                self._assume(literal)

    def literals(self, cell: int) -> list[int]:
        return [colour * self.puzzle.cells + cell for colour in bits(self.start.masks[cell])]

    def _assume(self, literal: int) -> None:
        """A broken propagation still tells what it found until then: that does follow."""
        colour, cell = divmod(literal, self.puzzle.cells)
        masks = list(self.start.masks)
        masks[cell] = 1 << colour
        found = propagate(self.puzzle, State(tuple(masks)))
        if found.conflict is not None:
            self.broken.add(literal)
        self.excluded[literal] = {
            gone * self.puzzle.cells + other for other in self.cells
            for gone in bits(self.start.masks[other] & ~found.state.masks[other])} - {literal}

    def agreed(self) -> set[int]:
        """FP1: what every colour of a cell excludes."""
        agreed: set[int] = set()
        for cell in self.cells:
            agreed |= set.intersection(*(self.excluded[one] for one in self.literals(cell)))
        return agreed

    def relation(self) -> Relation:
        """FP2: what excludes one another, seen from both sides."""
        colours = len(self.puzzle.palette)
        literals = [colour * self.puzzle.cells + cell for colour in range(colours)
                    for cell in self.cells]
        relation = Relation(literals, colours)
        relation.kill(literal for literal in literals if literal not in self.excluded)
        for literal, others in self.excluded.items():
            relation.exclude(literal, others)
        return relation

    def shared(self, relation: Relation, gone: Iterable[int] = ()) -> set[int]:
        """What all colours of a cell exclude that are not gone."""
        dead = set(gone)
        shared: set[int] = set()
        for cell in self.cells:
            if left := [literal for literal in self.literals(cell) if literal not in dead]:
                shared.update(relation.shared(left))
        return shared

    def decided(self, gone: Iterable[int]) -> int:
        """How many cells are decided if these literals are gone, and propagated."""
        masks = list(self.start.masks)
        for literal in gone:
            colour, cell = divmod(literal, self.puzzle.cells)
            masks[cell] &= ~(1 << colour)
        found = propagate(self.puzzle, State(tuple(masks)))
        return len(self.cells) - len(found.state.open_cells())
