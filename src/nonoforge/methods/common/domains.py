"""Lines as variables: each has a domain, its placements (placements.py), and shares cells.

A domain is listed when it is asked for, not before: until then its size is counted. Domains shrink
and are restored as a search goes down and up. That costs no memory: the placements of a domain that
are left stand first in its list, and going up again means counting more of them as left.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from itertools import islice, product
from operator import or_
from typing import NamedTuple, NoReturn

from nonoforge.clues import runs_of
from nonoforge.engine.plain import bits
from nonoforge.methods.common.counting import count
from nonoforge.methods.common.job import GaveUp, Job
from nonoforge.methods.common.options import Option
from nonoforge.methods.common.placements import GENERATORS, joined, repeated
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Kind, Step

CAP = 2_000_000  # placements of about 40 bytes each

GENERATE = Option("generate", "gaps", "how placements are made", ("gaps", "spreads"))
VALUES = Option("values", "plain", "the order in which placements are tried: as they are made, or "
                "those first that begin and end with a coloured cell", ("plain", "lcv"))
KEEP = Option("cap", CAP, "placements in memory at most; of long lines they count more", least=1)

CHUNK = 4096  # placements between two looks at the clock
WIDE = 300  # bits of a placement that count as one more


class Was(NamedTuple):
    """A line before it changed."""

    line: int
    allowed: int
    values: list[int] | None
    size: int


class Domains:
    """The domains of all lines of a job, and the cells that hold them together.

    `allowed` is what each line's cells may be, `size` how many placements each line has left. After
    `narrow`, `refresh` must be called before sizes are right again.
    """

    def __init__(self, job: Job) -> None:
        self.job = job
        self.lines = job.puzzle.lines
        self.lengths = [len(line.cells) for line in self.lines]
        self.colours = len(job.puzzle.palette)
        self.cap = job.number("cap")
        self.kept = 0  # placements in memory
        self.allowed: list[int] = []
        self.size = [0] * len(self.lines)
        self.touched = set(range(len(self.lines)))
        self._generate = GENERATORS[job.word("generate")]
        self._lcv = job.word("values") == "lcv"
        self._values: list[list[int] | None] = [None] * len(self.lines)
        self._trail: list[Was] = []
        self._start = job.known
        self._places: dict[int, list[tuple[int, int]]] = {}
        for index, line in enumerate(self.lines):
            job.look()
            self.allowed.append(joined([self._start[cell] for cell in line.cells], self.colours))
            for position, cell in enumerate(line.cells):
                self._places.setdefault(cell, []).append((index, position))

    # --- sizes -----------------------------------------------------------------------------------

    def refresh(self) -> int | None:
        """Let the domains agree with the cells; returns a line that has no placement left."""
        while self.touched:
            line = self.touched.pop()
            values = self._values[line]
            size = self._count(line) if values is None else self._filter(line, values)
            if size != self.size[line]:
                self._save(line)
                self.size[line] = size
            if not size:
                self.touched.clear()
                return line
        return None

    def _count(self, line: int) -> int:
        clue = runs_of(self.lines[line].clue)
        return count(clue, self.lengths[line], self.allowed[line], self.job.look)

    def _filter(self, line: int, values: list[int]) -> int:
        """Bring the placements that still fit to the front of those that were left."""
        bad = ~self.allowed[line]
        left = values[:self.size[line]]
        fit = [value for value in left if not value & bad]
        if len(fit) < len(left):
            values[:len(left)] = fit + [value for value in left if value & bad]
        return len(fit)

    def weight(self, line: int) -> int:
        """What the placements of a line count towards the cap."""
        return self.size[line] * self._wide(line)

    def _wide(self, line: int) -> int:
        return 1 + self.lengths[line] * self.colours // WIDE

    # --- values ----------------------------------------------------------------------------------

    def listed(self, line: int) -> bool:
        """Are the placements of this line in memory?"""
        return self._values[line] is not None

    def make(self, line: int) -> None:
        """Make the placements of a line, if the cap allows it."""
        if self.listed(line):
            return
        if self.kept + self.weight(line) > self.cap:
            self._refuse(line)
        made = self._made(line)
        self._save(line)
        self._values[line], self.size[line] = made, len(made)
        self.kept += len(made) * self._wide(line)

    def make_all(self) -> None:
        """Make the placements of all lines, if they are within the cap, before any is made."""
        weights = [self.weight(line) for line in range(len(self.lines))]
        if weights and sum(weights) > self.cap:
            self._refuse(weights.index(max(weights)))
        for line in range(len(self.lines)):
            self.make(line)

    def _refuse(self, line: int) -> NoReturn:
        alone = self.weight(line) > self.cap
        who = f"{self.lines[line].name} alone has" if alone else "the lines together have"
        raise GaveUp(f"{who} more than {self.cap:,} placements: the cap")

    def _made(self, line: int) -> list[int]:
        clue = runs_of(self.lines[line].clue)
        stream = self._generate(clue, self.lengths[line], self.allowed[line])
        made: list[int] = []
        while chunk := list(islice(stream, CHUNK)):
            made += chunk
            self.job.look()
        if repeats := repeated(self.lines[line].cells, self.colours):
            made = [value for value in made if all(value & both in (0, both) for both in repeats)]
        return made

    def union(self, line: int) -> int:
        """All that the placements left of a listed line have: what its cells may be at most."""
        values, allowed, found = self._values[line] or [], self.allowed[line], 0
        for begin in range(0, self.size[line], CHUNK):
            found = reduce(or_, values[begin:min(begin + CHUNK, self.size[line])], found)
            if found == allowed:  # nothing can be learned
                break
        return found

    def values(self, line: int) -> Iterator[int]:
        """The placements left of a line, in the order in which they are to be tried."""
        self.make(line)
        left = (self._values[line] or [])[:self.size[line]]
        if self._lcv:
            white = 1 | 1 << max(0, self.lengths[line] - 1)
            left.sort(key=lambda value: (value & white).bit_count())
        return iter(left)

    # --- cells -----------------------------------------------------------------------------------

    def narrow(self, line: int, now: int) -> None:
        """The line's cells may only be what `now` has; all lines through them are told."""
        gone = self.allowed[line] & ~now
        if not gone:
            return
        self._set(line, now)
        cells, length = self.lines[line].cells, self.lengths[line]
        for bit in bits(gone):
            colour, position = divmod(bit, length)
            for other, place in self._places[cells[position]]:
                if self.allowed[other] >> (at := colour * self.lengths[other] + place) & 1:
                    self._set(other, self.allowed[other] ^ 1 << at)

    def _set(self, line: int, allowed: int) -> None:
        self._save(line)
        self.allowed[line] = allowed
        self.touched.add(line)

    def changed(self, line: int, gone: int) -> list[int]:
        """The cells of a line that have lost colours, given the bits that have gone."""
        cells, length = self.lines[line].cells, self.lengths[line]
        return sorted({cells[bit % length] for bit in bits(gone)})

    def open(self, line: int) -> bool:
        """Has the line a cell of more than one colour?"""
        return self.allowed[line].bit_count() > self.lengths[line]

    def mask(self, cell: int) -> int:
        """The colours that a cell may have."""
        if cell not in self._places:
            return self._start[cell]
        line, position = self._places[cell][0]
        column = self.allowed[line] >> position
        return sum((column >> colour * self.lengths[line] & 1) << colour
                   for colour in range(self.colours))

    def masks(self) -> tuple[int, ...]:
        """The colours that each cell may have."""
        return tuple(map(self.mask, range(len(self._start))))

    def colourings(self) -> Iterator[Colouring]:
        """When no line is open: the solution, or several if there are cells that no line reads."""
        yield from map(bytes, product(*(tuple(bits(mask)) for mask in self.masks())))

    # --- going back ------------------------------------------------------------------------------

    @property
    def mark(self) -> int:
        """Where to go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Everything as it was then."""
        while len(self._trail) > mark:
            line, self.allowed[line], values, self.size[line] = self._trail.pop()
            if values is None and (made := self._values[line]) is not None:
                self.kept -= len(made) * self._wide(line)
            self._values[line] = values
        self.touched.clear()

    def commit(self) -> None:
        """There is no going back from here: forget what is gone for good."""
        self._trail.clear()
        for line, values in enumerate(self._values):
            if values is not None and len(values) > self.size[line]:
                self.kept -= (len(values) - self.size[line]) * self._wide(line)
                del values[self.size[line]:]

    def _save(self, line: int) -> None:
        self._trail.append(Was(line, self.allowed[line], self._values[line], self.size[line]))

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, kind: Kind, line: int, depth: int, gone: int = 0) -> None:
        """A step; `gone` is what the line could be before it and cannot any more."""
        if self.job.observer:
            learned = tuple((cell, self.mask(cell)) for cell in self.changed(line, gone))
            self.job.tell(Step(kind, line, learned, depth), lambda: State(self.masks()))
