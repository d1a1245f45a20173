"""Deep contradiction: another colour breaks a line, but only after a second assumption."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.engine import only, probe, propagate
from nonoforge.judge.chains import chain, fewest_lines, lines_of, open_atoms, refuted_by_lines
from nonoforge.judge.technique import (
    Atom,
    Chain,
    Deduction,
    PuzzleTechnique,
    Round,
    assumed,
    without,
)
from nonoforge.judge.words import Words
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge

MAX_UNFORKED = 12  # assumptions that break deep inside, before one without a fork is taken


class Forked(NamedTuple):
    """If `cell` had `colour`, then `fork` could have none of its colours: each leads to a chain."""

    cell: int
    colour: int
    fork: int
    chains: tuple[tuple[int, Chain], ...]  # (colour of the fork, what would follow)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of all chains."""
        return lines_of(step for _, steps in self.chains for step in steps)

    def why(self, words: Words, deduction: Deduction) -> str:
        ways = [f"if it were {words.colour(colour)}, {words.chain(steps)}"
                for colour, steps in self.chains]
        return (f"If {words.assumed(self.cell, self.colour)}, no colour would be left for "
                f"{words.name(self.fork)}: {'; '.join(ways)}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"What if {words.assumed(self.cell, self.colour)}?"


class Deep(NamedTuple):
    """If `cell` had `colour`, all would break with one more assumption at a time, but with more of
    them than can be listed."""

    cell: int
    colour: int

    def why(self, words: Words, deduction: Deduction) -> str:
        return (f"If {words.assumed(self.cell, self.colour)}, every way on would break with one "
                f"more assumption at a time, by {words.lines(deduction.lines)}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"What if {words.assumed(self.cell, self.colour)}?"


class DeepContradicting(PuzzleTechnique):
    """Assumes a colour of a cell and probes: a second assumption at a time."""

    name = "deep contradiction"
    cost, stars = 200, 4
    words = "another colour breaks a line, but only after a second assumption"
    needs = "a trial within a trial"
    example = ("If row 1, column 3 were filled, no colour would be left for row 6, column 10: if "
               "it were white, ...; if it were filled, .... So ...")

    def find_all(self, known: Knowledge) -> Round | None:
        found = list(self._refuted(known))
        return Round(len(found), without(known.state, found)) if found else None

    def find_easiest(self, known: Knowledge) -> Deduction | None:
        """Return an assumption after which one cell can have no colour; or else any that breaks."""
        deep: list[Atom] = []
        for atom in self._refuted(known):
            fork = _forked(known, atom)
            if fork is not None:
                return Deduction(self, fork.lines, without(known.state, [atom]), fork)
            deep.append(atom)
            if len(deep) == MAX_UNFORKED:
                break
        return self._deep(known, deep[0]) if deep else None

    def follows(self, puzzle: Puzzle, state: State, deduction: Deduction) -> bool:
        """Also break every colour of the fork, as the sentence says."""
        reason, lines = deduction.reason, only(puzzle, frozenset(deduction.lines))
        return super().follows(puzzle, state, deduction) and (
            not isinstance(reason, Forked) or all(
                propagate(lines, assumed(assumed(state, (reason.cell, reason.colour)),
                                         atom)).conflict is not None
                for atom in open_atoms(state, [reason.fork])))

    def restated(self, known: Knowledge, deduction: Deduction) -> Deduction:
        if not isinstance(deduction.reason, Forked):
            return deduction
        cell, colour, fork, _ = deduction.reason
        reason = _fork(known, (cell, colour), fork)
        return deduction._replace(lines=reason.lines, reason=reason)

    def refutes(self, lines: Puzzle, state: State) -> bool:
        return probe(lines, state, 1).conflict is not None

    def chains(self, deduction: Deduction) -> Sequence[tuple[Sequence[Atom], Chain]]:
        if not isinstance(deduction.reason, Forked):
            return super().chains(deduction)
        cell, colour, fork, chains = deduction.reason
        return [([(cell, colour), (fork, other)], steps) for other, steps in chains]

    def _refuted(self, known: Knowledge) -> Iterator[Atom]:
        state = known.state
        for atom in open_atoms(state, range(known.puzzle.cells)):
            known.check_time()
            if self.refutes(known.puzzle, assumed(state, atom)):
                yield atom

    def _deep(self, known: Knowledge, atom: Atom) -> Deduction:
        puzzle, state = known.puzzle, known.state
        after = assumed(state, atom)

        def enough(lines: Puzzle) -> bool:
            known.check_time()
            return self.refutes(lines, after)

        far_last = sorted(range(len(puzzle.lines)),
                          key=lambda index: atom[0] not in puzzle.lines[index].cells)
        lines = fewest_lines(puzzle, far_last, enough)
        return Deduction(self, tuple(lines), without(state, [atom]), Deep(*atom))


def _forked(known: Knowledge, atom: Atom) -> Forked | None:
    """Return the cell whose colours all break soonest after an assumption."""
    puzzle = known.puzzle
    after = propagate(puzzle, assumed(known.state, atom)).state
    works: dict[int, list[int]] = {}
    for work, (cell, _) in refuted_by_lines(puzzle, after, range(puzzle.cells), known.check_time):
        works.setdefault(cell, []).append(work)
    forks = [(sum(found), cell) for cell, found in works.items()
             if len(found) == after.masks[cell].bit_count()]
    if not forks:
        return None
    return _fork(known, atom, min(forks)[1])


def _fork(known: Knowledge, atom: Atom, fork: int) -> Forked:
    """Return what breaks after an assumption and each colour of another cell."""
    # All of its colours, also those that the first assumption itself takes from it.
    chains = tuple((colour, chain(known, [atom, (fork, colour)]))
                   for _, colour in open_atoms(known.state, [fork]))
    return Forked(*atom, fork, chains)
