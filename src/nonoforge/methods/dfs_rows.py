"""Depth-first search row by row, each checked against the columns.

The rows get their placements one after another, leftmost first. After each row the columns are read
from the top as far as they are filled: if one of them cannot fit its clue any more, whatever comes
below, the row gets its next placement; when it has no other, the search goes back to the row before
and moves that on. It goes on after a solution until everything has been tried: its end is a proof.

For families that are not grids, `rows` are the lines of the first group, and all other lines are
read from their beginning as far as they are filled. Cells that are on no line of the first group
come last, one by one, with every colour in turn.

The publication calls it iterative and says that shallow states are explored before deeper ones;
what it describes and draws is a plain depth-first search, which this is.

A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024. Section 2.2.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.engine.plain import bits
from nonoforge.methods.common.domains import gaps, joined, repeated
from nonoforge.methods.common.method import Job, Method, searching
from nonoforge.methods.common.tallies import Automaton, automaton_of
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Kind, Step

# A line is read from its beginning by the automaton of its clue, which says after each cell whether
# the rest can still fit.

class Piece(NamedTuple):
    """What is filled at once: the cells of a line of the first group, or one cell on none."""

    cells: tuple[int, ...]
    line: int | None


class Read(NamedTuple):
    """How far a line has been read, and with what result."""

    cells: int
    state: int  # of the automaton


class Picture:
    """A picture being filled; the other lines are read as far as they are filled."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.puzzle = job.puzzle
        self.colours = len(job.puzzle.palette)
        self.start = job.known
        self.masks = list(job.known)
        self.filled = bytearray(job.puzzle.cells)
        self.pieces = _pieces(job)
        self.readers: dict[int, Automaton] = {}
        rows = {piece.line for piece in self.pieces}
        self.others: dict[int, list[int]] = {}  # for each cell
        for index, line in enumerate(job.puzzle.lines):
            if index not in rows:
                job.look()
                self.readers[index] = automaton_of(line.clue, self.colours)
                for cell in set(line.cells):
                    self.others.setdefault(cell, []).append(index)
        self.read = [Read(0, 0)] * len(job.puzzle.lines)

    @property
    def fits(self) -> bool:
        """Whether each clue allows any colouring at all of its line."""
        return all(0 <= reader.least[0] <= len(self.puzzle.lines[line].cells)
                   for line, reader in self.readers.items())

    def ways(self, piece: Piece) -> Iterator[list[int]]:
        """Yield all colours that the cells of a piece may have, in order."""
        if piece.line is None:
            yield from ([colour] for colour in bits(self.start[piece.cells[0]]))
            return
        self.job.settle()
        allowed = joined([self.masks[cell] for cell in piece.cells], self.colours)
        repeats = repeated(piece.cells, self.colours)
        clue, length = self.puzzle.lines[piece.line].clue, len(piece.cells)
        placements = gaps(clue, length, allowed) if isinstance(clue, Runs) else \
            automaton_of(clue, self.colours).placements(length, self.colours, allowed)
        for placement in placements:
            if all(placement & both in (0, both) for both in repeats):
                yield self._coloured(placement, length)
            else:
                self.job.look()

    def _coloured(self, placement: int, length: int) -> list[int]:
        line = [0] * length
        for colour in range(1, self.colours):
            for position in bits(placement >> colour * length & (1 << length) - 1):
                line[position] = colour
        return line

    def fill(self, cells: Sequence[int], colours: Sequence[int]) -> Filled:
        """Return colour cells, and read on; stops at a line that breaks."""
        new = [cell for cell in dict.fromkeys(cells) if not self.filled[cell]]
        for cell, colour in zip(cells, colours, strict=True):
            self.filled[cell], self.masks[cell] = 1, 1 << colour
        before: list[tuple[int, Read]] = []
        for line in dict.fromkeys(line for cell in new for line in self.others.get(cell, ())):
            self.job.settle()
            before.append((line, self.read[line]))
            if not self._read_on(line):
                return Filled(new, before, line)
        return Filled(new, before, None)

    def _read_on(self, line: int) -> bool:
        """Read a line as far as it is filled: can it still fit?"""
        cells, reader = self.puzzle.lines[line].cells, self.readers[line]
        at, state = self.read[line]
        while at < len(cells) and self.filled[cells[at]]:
            colour = self.masks[cells[at]].bit_length() - 1
            at += 1
            further = reader.step(state, colour, len(cells) - at)
            if further is None:
                return False
            state = further
        self.read[line] = Read(at, state)
        return True

    def empty(self, filled: Filled) -> None:
        """Restore the state before the piece was filled."""
        for cell in filled.cells:
            self.filled[cell], self.masks[cell] = 0, self.start[cell]
        for line, read in filled.before:
            self.read[line] = read

    def colouring(self) -> Colouring:
        """Return when all is filled."""
        return bytes(mask.bit_length() - 1 for mask in self.masks)

    def tell(self, kind: Kind, line: int | None, cells: Sequence[int], depth: int) -> None:
        """Report a step with the cells that were coloured."""
        learned = tuple((cell, self.masks[cell]) for cell in sorted(set(cells)))
        self.job.tell(Step(kind, line, learned, depth), lambda: State(tuple(self.masks)))


class Filled(NamedTuple):
    """What filling a piece has changed, and a line that it broke."""

    cells: list[int]
    before: list[tuple[int, Read]]
    broken: int | None


def _pieces(job: Job) -> list[Piece]:
    lines = job.puzzle.lines
    first = min((line.group for line in lines), default=0)
    pieces = [Piece(line.cells, index) for index, line in enumerate(lines) if line.group == first]
    alone = bytearray(b"\1") * job.puzzle.cells
    for piece in pieces:
        job.look()
        for cell in piece.cells:
            alone[cell] = 0
    return pieces + [Piece((cell,), None) for cell, is_alone in enumerate(alone) if is_alone]


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield all solutions, depth first. On the stack, for each piece: its ways, and what the one
    that is tried has changed."""
    if any(line.clue.needs > len(line.cells) for line in job.puzzle.lines):
        return
    picture = Picture(job)
    if not picture.fits:
        return
    ways = [picture.ways(picture.pieces[0])] if picture.pieces else []
    done: list[Filled] = []
    if not ways:
        yield picture.colouring()
    while ways:
        if len(done) == len(ways):
            picture.empty(done.pop())
        colours = next(ways[-1], None)
        if colours is None:
            ways.pop()
            continue
        done.append(_try(job, picture, picture.pieces[len(done)], colours, len(ways)))
        if done[-1].broken is not None:
            continue
        if len(done) == len(picture.pieces):
            yield picture.colouring()
        else:
            ways.append(picture.ways(picture.pieces[len(done)]))


def _try(job: Job, picture: Picture, piece: Piece, colours: list[int], depth: int) -> Filled:
    job.branch()
    filled = picture.fill(piece.cells, colours)
    if job.observer:
        picture.tell("assume", piece.line, piece.cells, depth)
        if filled.broken is not None:
            picture.tell("break", filled.broken, (), depth)
    if filled.broken is not None:
        job.conflict()
    return filled


METHOD = Method("give rows their placements one after another, and check the columns so far",
                searching(solutions), tallies=True)
