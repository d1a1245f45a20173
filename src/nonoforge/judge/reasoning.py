"""Steps from what a player sees: cells that have a colour, cells marked empty, and open cells.

Lines of several colours also tell what an open cell cannot be, and no mark shows that. Such finds
are kept here as *unseen*; a step that needs some of them brings them along as its support, so that
it follows from the marks and the lines that it names. Of what is unseen only that is taken along
which the step, with its own reason, cannot do without.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import NamedTuple, TypeAlias, TypeVar

from nonoforge.engine import only, propagate
from nonoforge.judge.knowledge import Knowledge
from nonoforge.judge.ladder import LADDER, Ladder
from nonoforge.judge.line import LineFinds, LineView, is_zero
from nonoforge.judge.technique import (
    Atom,
    Deduction,
    LineTechnique,
    Reason,
    Technique,
    without,
)
from nonoforge.judge.techniques.zero_and_full import absent_colours, zero_lines
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Budget

T = TypeVar("T")
Atoms: TypeAlias = frozenset[Atom]
"""Colours that cells have lost."""


class Unseen(NamedTuple):
    """A find by which cells lose these colours but none gets its own; what was marked then; and how
    many finds were unseen before it."""

    deduction: Deduction
    atoms: Atoms
    marks: State
    earlier: int


class Proof(NamedTuple):
    """A deduction with a reason that is true without all that is unseen but `needed`."""

    deduction: Deduction
    needed: Atoms


class Reasoning:
    """The way from marks to the next step.

    `marks` is what a player sees; `known` has what is unseen too. A cell is decided in one exactly
    if it is in the other.
    """

    def __init__(
        self, puzzle: Puzzle, state: State, *, ladder: Ladder = LADDER,
        budget: Budget | None = None,
    ) -> None:
        self.puzzle = puzzle
        self.marks = visible(state, len(puzzle.palette))
        self.known = Knowledge(puzzle, self.marks, ladder=ladder, budget=budget)
        self._unseen: list[Unseen] = []
        self._source: dict[Atom, int] = {}
        self._proofs: dict[int, Proof] = {}
        if self.known.colours > 2:
            for found in absent_colours(puzzle, self.marks):
                self._keep_unseen(found, 0)

    # --- the next step ---------------------------------------------------------------------------

    def next_step(
        self, recent: Collection[int] = (), *, deciding: bool = False,
    ) -> Deduction | None:
        """Return the easiest step after which a cell can be marked; None: nothing can be said.

        Args:
            recent: The cells of the last step: a person goes on from there.
            deciding: Whether a dearer technique that decides a cell is preferred to a cheaper one
                that only prepares a step.
        """
        while True:
            self.known.check_time()
            lines = self.known.easiest_lines(deciding=deciding) or self.known.easiest_lines()
            if lines:
                found = self.known.best_of(lines, recent)
                if found is not None and deciding and self._source:
                    return self._by_marks_alone(found.technique) or self._shown(
                        self._together(self.known.best_of(lines, smallest=True) or found))
                if found is not None:
                    return self._shown(self._together(found))
                self._keep_round(lines)
                continue
            found = self.known.easiest_beyond_lines()
            if found is None:
                return None
            if any(not mask & (mask - 1) for _, mask in found.learned):
                return self._shown(found)
            self._keep_unseen(found, len(self._unseen))

    def _by_marks_alone(self, technique: Technique) -> Deduction | None:
        """Return a step that needs no support; None where it asks for more stars than a
        technique."""
        seen = Knowledge(self.puzzle, self.marks, ladder=self.known.ladder)
        found = seen.best_of(seen.easiest_lines(deciding=True))
        if found is None or found.technique.stars > technique.stars:
            return None
        return decided(self._together(found))

    def learn(self, deduction: Deduction) -> None:
        """Mark what follows."""
        self.known.learn(deduction.learned)
        self.marks = self.marks.after(deduction.learned)

    def _together(self, found: Deduction) -> Deduction:
        first = self.puzzle.lines[found.lines[0]]
        return (is_zero(first.clue, self.known.colours) and zero_lines(self.known)) or found

    # --- what is unseen --------------------------------------------------------------------------

    def _keep_round(self, lines: dict[int, LineFinds]) -> None:
        """Keep all finds of a round. Cells keep two colours: where two lines together decide a
        cell, the second of them finds it again."""
        earlier = len(self._unseen)
        for index, line in lines.items():
            for removed, reason in line.finds:
                masks = self.known.cell_masks
                learned = tuple((cell, mask) for cell, mask in self.known.learned(index, removed)
                                if mask & (mask - 1) and mask != masks[cell])
                if learned:
                    self._keep_unseen(
                        Deduction(line.technique, (index,), learned, reason), earlier)

    def _keep_unseen(self, found: Deduction, earlier: int) -> None:
        atoms = frozenset((cell, colour) for cell, mask in found.learned
                          for colour in range(self.known.colours)
                          if (self.known.cell_masks[cell] & ~mask) >> colour & 1)
        for atom in atoms:
            self._source[atom] = len(self._unseen)
        self._unseen.append(Unseen(found, atoms, self.marks, earlier))
        self.known.learn(found.learned)

    # --- support ---------------------------------------------------------------------------------

    def _shown(self, found: Deduction) -> Deduction:
        """Return of a deduction the cells that it decides, with its support."""
        found = decided(found)
        learned = found.learned
        if not self._source:
            return found
        goal = frozenset((cell, colour) for cell, mask in learned
                         for colour in range(self.known.colours)
                         if (self.marks.masks[cell] & ~mask) >> colour & 1)
        proof = self._prove(found, goal, self.marks, len(self._unseen))
        return proof.deduction._replace(learned=learned, support=self._support(proof.needed))

    def support_of_conflict(self, index: int) -> tuple[Deduction, ...]:
        """Return what is unseen and without which a line that cannot be coloured could be."""
        def breaks(atoms: Atoms) -> bool | None:
            state = self._without(self.marks, atoms)
            found = propagate(only(self.puzzle, frozenset({index})), state)
            return True if found.conflict is not None else None

        if not self._source:
            return ()
        cells = self.puzzle.lines[index].cells
        atoms = self._atoms_on(cells, self.marks, len(self._unseen))
        return self._support(self._fewest(breaks, atoms)[1])

    def _support(self, needed: Iterable[Atom]) -> tuple[Deduction, ...]:
        """Return the finds that take these colours from cells, with all that they need in turn."""
        wanted: dict[int, set[Atom]] = {}
        self._want(wanted, needed)
        parts: dict[int, tuple[Deduction, set[Atom]]] = {}
        while wanted:
            at = max(wanted)
            atoms = wanted.pop(at)
            proof = self._proof(at)
            parts[at] = proof.deduction, atoms
            self._want(wanted, proof.needed)
        support, state = [], self.marks
        for _, (found, atoms) in sorted(parts.items()):
            support.append(found._replace(learned=without(state, atoms)))
            state = state.after(support[-1].learned)
        return tuple(support)

    def _want(self, wanted: dict[int, set[Atom]], atoms: Iterable[Atom]) -> None:
        """Note which finds must take which colours; of cells that are marked by now, none."""
        for atom in atoms:
            mask = self.marks.masks[atom[0]]
            if mask & (mask - 1):
                wanted.setdefault(self._source[atom], set()).add(atom)

    def _proof(self, at: int) -> Proof:
        """Return an unseen find with what it needs, worked out once."""
        if at not in self._proofs:
            found, atoms, marks, earlier = self._unseen[at]
            self._proofs[at] = self._prove(found, atoms, marks, earlier) if earlier else \
                Proof(found, frozenset())
        return self._proofs[at]

    def _prove(self, found: Deduction, goal: Atoms, marks: State, earlier: int) -> Proof:
        """Return a find that takes the colours of `goal` from cells, found from the marks without
        the colours of `earlier` unseen finds, with few of these."""
        if isinstance(found.technique, LineTechnique):
            return self._prove_line(found, found.technique, goal, marks, earlier)
        cells = {cell for index in found.lines for cell in self.puzzle.lines[index].cells}
        cells.update(cell for cell, _ in goal)
        cells.update(_cells_of(found.reason))

        def follows(atoms: Atoms) -> Deduction | None:
            state = self._without(marks, atoms)
            wanted = found._replace(learned=without(state, goal))
            return wanted if found.technique.follows(self.puzzle, state, wanted) else None

        def follows_restated(atoms: Atoms) -> Deduction | None:
            wanted = follows(atoms)
            if wanted is None:
                return None
            state = self._without(marks, atoms)
            known = Knowledge(self.puzzle, state, ladder=self.known.ladder)
            restated = found.technique.restated(known, wanted)
            return restated if found.technique.follows(self.puzzle, state, restated) else None

        candidates = self._atoms_on(cells, marks, earlier)
        needed = self._fewest(follows, candidates)[1]
        if (restated := follows_restated(needed)) is not None:
            return Proof(restated, needed)
        # Its lines ruled out other colours of the cell, too; those of the shorter reason do not.
        return Proof(*self._fewest(follows_restated, candidates))

    def _prove_line(
        self, found: Deduction, technique: LineTechnique, goal: Atoms, marks: State, earlier: int,
    ) -> Proof:
        if len(found.lines) > 1:
            return Proof(found, frozenset())  # zeros need no look at the cells
        [index] = found.lines

        def finds(atoms: Atoms) -> Reason | None:
            return self._reason(index, technique, self._without(marks, atoms), goal - atoms,
                                found.reason)

        cells = self.puzzle.lines[index].cells
        reason, needed = self._fewest(finds, self._atoms_on(cells, marks, earlier))
        line = self.puzzle.lines[index]
        masks = self._line_masks(index, self._without(marks, needed))
        return Proof(found._replace(reason=technique.detail(reason, line, masks)), needed)

    def _reason(
        self, index: int, technique: LineTechnique, state: State, goal: Atoms, usual: Reason,
    ) -> Reason | None:
        """Return a reason by which a technique takes the colours of `goal` from cells of a line."""
        masks, reader = self._line_masks(index, state), self.known.readers[index]
        if self.known.repeated[index]:
            found = propagate(only(self.puzzle, frozenset({index})), state)
            exact = None if found.conflict is not None else self._line_masks(index, found.state)
        else:
            exact = reader.exact(masks)
        if exact is None:
            return None
        removable = [mask & ~left for mask, left in zip(masks, exact, strict=True)]
        wanted = [0] * self.known.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            for colour in range(self.known.colours):
                wanted[colour] |= ((cell, colour) in goal) << position
        if any(bits & ~gone for bits, gone in zip(wanted, removable, strict=True)):
            return None
        view = LineView(reader, masks, removable) if self.known.repeated[index] else \
            reader.view(masks, removable)
        reasons = [reason for removed, reason in technique.find(view)
                   if not any(bits & ~gone for bits, gone in zip(wanted, removed, strict=True))]
        return usual if usual in reasons else next(iter(reasons), None)

    def _line_masks(self, index: int, state: State) -> list[int]:
        masks = [0] * self.known.colours
        for position, cell in enumerate(self.puzzle.lines[index].cells):
            for colour in range(self.known.colours):
                masks[colour] |= (state.masks[cell] >> colour & 1) << position
        return masks

    def _atoms_on(self, cells: Iterable[int], marks: State, earlier: int) -> Atoms:
        """Return the colours that open cells have lost by the first finds that are unseen."""
        return frozenset(
            (cell, colour) for cell in set(cells) if marks.masks[cell] & (marks.masks[cell] - 1)
            for colour in range(self.known.colours)
            if self._source.get((cell, colour), earlier) < earlier)

    def _fewest(
        self, enough: Callable[[Atoms], T | None], atoms: Atoms,
    ) -> tuple[T, Atoms]:
        """Leave out what is not needed: all, then line by line, then cell by cell."""
        best = enough(frozenset())
        if best is not None:
            return best, frozenset()
        best = enough(atoms)
        assert best is not None, "a find does not follow from what was known"
        lines: dict[tuple[int, ...], set[Atom]] = {}
        for atom in sorted(atoms):
            lines.setdefault(self._unseen[self._source[atom]].deduction.lines, set()).add(atom)
        for group in [*lines.values(), *({atom} for atom in sorted(atoms))]:
            fewer = atoms - group
            reason = enough(fewer) if fewer != atoms else None
            if reason is not None:
                best, atoms = reason, fewer
        return best, atoms

    def _without(self, marks: State, atoms: Atoms) -> State:
        return marks.after(without(marks, atoms))


def decided(found: Deduction) -> Deduction:
    """Return of a deduction the cells that get their colour."""
    return found._replace(learned=tuple((cell, mask) for cell, mask in found.learned
                                        if not mask & (mask - 1)))


def visible(state: State, colours: int) -> State:
    """Return what a player sees of a state: cells with one colour; all others are open."""
    return State(tuple(mask if not mask & (mask - 1) else (1 << colours) - 1
                       for mask in state.masks))


def _cells_of(reason: Reason) -> Sequence[int]:
    """Return the cells that a reason assumes something about."""
    numbers = reason._asdict()
    return [numbers[name] for name in ("cell", "fork") if name in numbers]
