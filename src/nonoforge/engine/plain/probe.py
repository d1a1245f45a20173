"""Probe: assume each colour of each open cell, propagate, and learn.

    a contradiction         the colour is impossible
    FP1, depth 1            what is crossed out under every colour of a cell is impossible
    FP2, depth 2            FP1 with the contrapositive of everything learned
    FP3, depth 3            and with all that implications lead to (relation.py)

A literal is probed again only when one of the lines that its last propagation settled has changed
since: otherwise the same lines would be settled in the same way. The result does not depend on
the order of the probes, because more knowledge never makes a probe find less.

For two colours FP2 says nothing that contradictions and FP1 do not say already: it rules out x
because a=0 and a=1 both exclude x, one of them, say a=1, by the contrapositive only. Then assuming
x gives a=0, and so all that a=0 gives, not-x included: a contradiction. With more colours, and in
FP3, the contrapositives do count.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.engine.bit_sets import bits
from nonoforge.engine.outcome import Deduction, Depth, Meter
from nonoforge.engine.plain.board import Board, Care, Contradiction, Sheet
from nonoforge.engine.plain.propagate import PROPAGATIONS, Propagation, write_state
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Puzzle
from nonoforge.state import State

# The relation: which literals cannot hold together.
#
# A literal is a cell with a colour. A probe that assumes one and sees another crossed out has
# learned that the two exclude each other, whichever comes first: that is the contrapositive, so
# the relation is symmetric. It is kept as one bit set (row) for each literal.
#
# The closure follows implications: if a literal excludes all colours of a cell but one, it implies
# that one, and excludes what that one excludes. If it excludes all colours of a cell, it cannot
# hold. For two colours this is the implication graph of 2-SAT, closed.

class Relation:
    """Literals that exclude each other, over the cells that were open when probing began.

    Inside, literals are numbered anew: colour * number of open cells + index of the cell.
    """

    def __init__(self, literals: list[int], colours: int) -> None:
        """`literals` has all colours of all open cells, colour by colour; all seem possible."""
        self.names = literals
        self.index = {literal: number for number, literal in enumerate(literals)}
        self.colours = colours
        self.width = len(literals) // colours
        self.full = (1 << self.width) - 1
        self.bit = [1 << number for number in range(len(literals))]
        self.alive = (1 << len(literals)) - 1
        column = sum(1 << self.width * colour for colour in range(colours))
        self.rows = [
            column << number % self.width & ~self.bit[number] for number in range(len(literals))
        ]
        self.implied = self.bit[:]  # for each literal what it implies, itself included
        self.grown = 0  # the literals whose rows have grown since the last closure
        self.shrunk = True  # has a literal died since then?
        self.open = self.full  # the cells with more than one colour left

    def exclude(self, literal: int, others: Iterable[int]) -> None:
        """Record that the literal excludes each of the others."""
        number = self.index[literal]
        own, row, rows = self.bit[number], self.rows[number], self.rows
        grown = 0
        for other in others:
            there = self.index[other]
            if not rows[there] & own:
                rows[there] |= own
                grown |= self.bit[there]
        if grown:
            rows[number] = row | grown
            self.grown |= grown | own

    def kill(self, literals: Iterable[int]) -> None:
        """Record that these literals are false."""
        for literal in literals:
            self.alive &= ~self.bit[self.index[literal]]
            self.shrunk = True

    def shared(self, literals: Iterable[int]) -> list[int]:
        """Return the literals that each of these excludes."""
        common = self.alive
        for literal in literals:
            common &= self.rows[self.index[literal]]
        return [self.names[number] for number in bits(common)]

    def contradicted(self) -> list[int]:
        """Return the literals that exclude all colours of some cell."""
        self._find_open()
        return [self.names[number] for number in bits(self.alive)
                if self._beside(self.rows[number]) is None]

    def close(self, tick: CheckTime = no_limit) -> list[int]:
        """Follow all implications to their end; returns the literals that cannot hold.

        It calls `tick` now and then, which may raise to end it.
        """
        before = self.alive
        while self.grown or self.shrunk:
            self._find_open()
            again = self.alive if self.shrunk else self.grown
            self.grown, self.shrunk = 0, False
            for number in bits(self.alive):
                if again & self.implied[number]:
                    tick()
                    self._close_row(number)
        return [self.names[number] for number in bits(before & ~self.alive)]

    def _close_row(self, number: int) -> None:
        row = self.rows[number]
        implied = 0
        while True:
            forced = self._beside(row)
            if forced is None:
                self.alive &= ~self.bit[number]
                self.shrunk = True
                return
            new = forced & ~implied
            if not new:
                break
            implied |= new
            for other in bits(new):
                row |= self.rows[other]
        self.implied[number] = implied | self.bit[number]
        self._grow(number, row & self.alive & ~self.rows[number])

    def _grow(self, number: int, more: int) -> None:
        if more:
            own = self.bit[number]
            self.rows[number] |= more
            self.grown |= more | own
            for other in bits(more):
                self.rows[other] |= own

    def _beside(self, row: int) -> int | None:
        """Return the literals that are the only ones left in their open cell, beside a literal with
        this row; None if a cell has none left."""
        left = self.alive & ~row
        some = several = 0
        for colour in range(self.colours):
            here = left >> colour * self.width & self.full
            several |= some & here
            some |= here
        if some != self.full:
            return None
        return left & self._in_all_colours(self.open & ~several)

    def _find_open(self) -> None:
        """Find the cells with more than one colour left; literals of the others die by
        exclusion."""
        some = self.open = 0
        for colour in range(self.colours):
            here = self.alive >> colour * self.width & self.full
            self.open |= some & here
            some |= here

    def _in_all_colours(self, cells: int) -> int:
        literals = cells
        for colour in range(1, self.colours):
            literals |= cells << colour * self.width
        return literals


MAX_RELATED = 16_384
"""Literals: beyond this the relation, which grows with their square, is not kept (depth 1)."""


def probe(puzzle: Puzzle, state: State | None = None, depth: Depth = 3) -> Deduction:
    """Return all that follows from the state by probing, to the given depth."""
    board = Board(puzzle)
    known = board.known(state)
    sheet = Sheet.start(board, known)
    meter = Meter()
    conflict = None
    try:
        propagation = PROPAGATIONS["ordered"]
        propagation(sheet, board.every_line, meter)
        Prober(sheet, propagation, meter, depth).run()
    except Contradiction as contradiction:
        conflict = contradiction.line
    return Deduction(write_state(sheet, known), conflict, meter.work)


class Prober:
    """A sheet, propagated, and what probing it has taught."""

    def __init__(self, sheet: Sheet, propagation: Propagation, meter: Meter, depth: Depth) -> None:
        self.sheet = sheet
        self.propagation = propagation
        self.meter = meter
        self.depth = depth
        cells, colours = sheet.board.cells, sheet.board.colours
        open_cells = sheet.open_cells()
        literals = [c * cells + cell for c in range(colours) for cell in open_cells]
        self.stale = {literal for literal in literals if sheet.has(literal)}
        self.settled: dict[int, int] = {}  # the lines that a literal's last probe settled
        self.gain: dict[int, int] = {}  # how many literals that probe crossed out
        self.relation: Relation | None = None
        if depth > 1 and len(literals) <= MAX_RELATED:
            self.relation = Relation(literals, colours)
            self.relation.kill(literal for literal in literals if literal not in self.stale)

    def copy(self) -> Prober:
        """Return a prober on a copy of the sheet that knows what was probed, and with what gain."""
        other = Prober.__new__(Prober)
        other.__dict__.update(self.__dict__)
        other.sheet = self.sheet.copy()
        other.stale, other.settled = self.stale.copy(), self.settled.copy()
        other.gain = self.gain.copy()
        return other

    def without_relation(self) -> Prober:
        """Return a copy for the search: below the root the relation is not worth its upkeep
        (measured)."""
        other = self.copy()
        other.relation = None
        return other

    def run(self) -> None:
        """Probe until nothing more is learned. Raises Contradiction, as propagation does."""
        care = self.sheet.care
        self.sheet.care = put_off = Care.LATER if care is Care.FULL else care
        while not self.sheet.solved:
            for cell in sorted({literal % self.sheet.board.cells for literal in self.stale}):
                self._probe_cell(cell)
            before = len(self.sheet.trail)
            impossible = self._relate()
            if impossible:
                self.rule_out(impossible)
            elif not self.stale:
                self.sheet.care = care  # now there is nothing cheaper left to do
                self._propagate(0, before)
                self.sheet.care = put_off
                if len(self.sheet.trail) == before:
                    break
        self.sheet.care = care

    def _relate(self) -> list[int]:
        if self.relation is None:
            return []
        if self.depth == 2:
            return self.relation.contradicted()
        return self.relation.close(self.meter.look)

    def _probe_cell(self, cell: int) -> None:
        """Probe the colours of a cell that need it, and learn what they agree on."""
        literals = self.sheet.literals(cell)
        if len(literals) < 2:
            self.stale.difference_update(literals)
            return
        agreed: list[set[int]] = []
        for literal in filter(self.sheet.has, literals):  # one may rule out the next
            if literal in self.stale or self.relation is None:
                trail = self._probe(literal)
                if trail is None:
                    self.rule_out([literal])
                elif self.relation is None:
                    agreed.append(set(trail))
                else:
                    self.relation.exclude(literal, trail)
        if self.relation is not None:
            self.rule_out(self.relation.shared(self.sheet.literals(cell)))
        elif agreed:
            self.rule_out(sorted(set.intersection(*agreed)))

    def _probe(self, literal: int) -> list[int] | None:
        """Return the literals crossed out under an assumption, or None: it leads to a
        contradiction."""
        self.meter.probes += 1
        sheet = self.sheet.copy()
        try:
            settled = self.propagation(sheet, sheet.assume(literal), self.meter)
        except Contradiction:
            return None
        self.settled[literal] = settled
        self.gain[literal] = len(sheet.trail)
        self.stale.discard(literal)
        return sheet.trail

    def rule_out(self, literals: Iterable[int]) -> None:
        """Cross out literals that cannot hold, and propagate."""
        sheet, board = self.sheet, self.sheet.board
        before = len(sheet.trail)
        lines = 0
        for literal in filter(sheet.has, literals):
            cell = literal % board.cells
            if len(sheet.colours(cell)) == 1:
                raise Contradiction(board.places[cell][0][0])
            sheet.cross_out(literal)
            lines |= board.through[cell]
        if lines:
            self._propagate(lines, before)

    def assume(self, literal: int) -> None:
        """Take a literal for true, and propagate."""
        before = len(self.sheet.trail)
        self._propagate(self.sheet.assume(literal), before)

    def _propagate(self, lines: int, before: int) -> None:
        """Propagate, and mark the probes that the changes make stale."""
        self.propagation(self.sheet, lines, self.meter)
        news = self.sheet.trail[before:]
        changed = 0
        for literal in news:
            self.settled.pop(literal, None)
            changed |= self.sheet.board.through[literal % self.sheet.board.cells]
        self.stale.difference_update(news)
        if self.relation is not None:
            self.relation.kill(news)
        for literal in [key for key, lines in self.settled.items() if lines & changed]:
            del self.settled[literal]
            self.stale.add(literal)
