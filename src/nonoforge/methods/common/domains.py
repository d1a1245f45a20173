"""Lines as variables: each has a domain, its placements (placements.py), and shares cells.

A domain is listed when it is asked for, not before: until then its size is counted. Domains shrink
and are restored as a search goes down and up. That costs no memory: the placements of a domain that
are left stand first in its list, and going up again means counting more of them as left.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import islice, product
from operator import or_
from typing import NamedTuple, NoReturn, TypeAlias

from nonoforge.clues import Runs
from nonoforge.engine import bits, fitting, flood, sink
from nonoforge.methods.common.method import Job, Option, TooMany
from nonoforge.methods.common.tallies import MAX_COUNT, automaton_of
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Kind, Step

# All placements of a line: every colouring that its clue allows, given what is known of it.
#
# A *placement* is one integer: bit colour * length + position is set where the line has the
# colour, white included. What a line may still be, `allowed`, is an integer of the same kind. So
# a placement fits if it has no bit outside `allowed`, and all placements together, by OR, are
# what can be said of the line's cells: nothing less, nothing more.
#
# Two generators make them, both lazy and without dead ends: what is begun can be finished,
# because a run is only put where the rest of the line can still be coloured. How many there are
# says `count` (counting.py), without making any.
#
#     gaps      the runs in order, each with the white cell that must follow it, and a choice of how
#               many of the free white cells go before each (Mikayelyan and others, 3.1.1)
#     spreads   the first run at the far left and all ways to spread the others, then each of these
#               shifted to the right cell by cell (Halford, Appendix A)
#
# Halford makes all spreads first and removes what contradicts the state afterwards, because a
# spread that does not fit may have shifts that do. Here the set of shifts that still fit goes
# along, as a bit set, while a spread is made: a beginning is given up when that set is empty. His
# pseudo-code does not say that the runs behind one that moves must go back to the left; they do.
#
# A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
# Akian College of Science and Engineering, 2024.
# C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016.

Generator: TypeAlias = Callable[[Runs, int, int], Iterator[int]]
"""Clue, length, allowed: all placements, each once."""

def positions(allowed: int, colour: int, length: int) -> int:
    """Return the positions of a line that may have the colour."""
    return allowed >> colour * length & (1 << length) - 1


def joined(masks: Sequence[int], colours: int) -> int:
    """Return what a line is allowed whose cells have these colours left, a mask for each.

    >>> bin(joined([0b01, 0b11], 2))
    '0b1011'
    """
    columns = ("".join(str(mask >> colour & 1) for mask in reversed(masks))
               for colour in reversed(range(colours)))
    return int("".join(columns) or "0", 2)


def repeated(cells: Sequence[int], colours: int) -> list[int]:
    """Return for each colour, and each cell that a line reads more than once, the bits of those
    places: a placement must have all of them or none."""
    places: dict[int, int] = {}
    for position, cell in enumerate(cells):
        places[cell] = places.get(cell, 0) | 1 << position
    return [both << colour * len(cells) for both in places.values()
            if both & both - 1 for colour in range(colours)]


# --- making them ---------------------------------------------------------------------------------

class _Block(NamedTuple):
    """A run, made ready: where it may begin, and where what follows may go on."""

    size: int | None
    shift: int  # from a position to the bit that says it has the run's colour
    own: int  # the positions that may have the colour
    starts: int
    ends: int
    gap: int  # white cells that must follow

    def ends_from(self, start: int) -> Iterable[int]:
        """Return where it may end if it begins there: one place, or several if its length is
        unknown."""
        if self.size is not None:
            return (start + self.size,)
        return bits(flood(1 << start, self.own) & self.ends & -(2 << start))


def gaps(clue: Runs, length: int, allowed: int) -> Iterator[int]:
    """Yield all placements, leftmost first: the free white cells go to the right as long as they
    can.

    >>> [f"{placement >> 5:05b}" for placement in gaps(Runs.of(3), 5, 0b1111111111)]
    ['00111', '01110', '11100']
    """
    full = (1 << length) - 1
    white = positions(allowed, 0, length)
    if not clue.runs:
        yield from [full] if white == full else []
        return
    blocks = _blocks(clue, length, allowed)
    last = len(blocks) - 1
    stack = [_places(blocks[0], white, 0, full)]
    while stack:
        depth = len(stack) - 1
        if depth == last:
            for placement, _ in stack.pop():
                yield placement
        elif (choice := next(stack[-1], None)) is None:
            stack.pop()
        else:
            stack.append(_places(blocks[depth + 1], white, choice[1], choice[0]))


def _places(block: _Block, white: int, at: int, line: int) -> Iterator[tuple[int, int]]:
    """Yield the line with the block in each place from `at` on, and from where the next may begin.
    """
    for start in bits(block.starts & flood(1 << at, white)):
        for end in block.ends_from(start):
            cells = (1 << end) - (1 << start)
            yield line ^ (cells | cells << block.shift), end + block.gap


class _Spread(NamedTuple):
    """Runs placed so far, the first at the far left, and by how much they may be shifted."""

    shifts: int
    cells: int
    colours: int  # as in a placement
    at: int  # from where the next may begin


def spreads(clue: Runs, length: int, allowed: int) -> Iterator[int]:
    """Yield all placements: each spread, followed by its shifts.

    >>> [f"{placement >> 4:04b}" for placement in spreads(Runs.of(1, 1), 4, 0xff)]
    ['0101', '1010', '1001']
    """
    full = (1 << length) - 1
    white = positions(allowed, 0, length)
    if not clue.runs:
        yield from [full] if white == full else []
        return
    blocks = _blocks(clue, length, allowed)
    free = flood(1, white) & blocks[0].starts
    stack = [_sized(blocks[0], _Spread(free, 0, 0, 0), free, 0)]
    while stack:
        spread = next(stack[-1], None)
        if spread is None:
            stack.pop()
        elif len(stack) < len(blocks):
            stack.append(_moved(blocks[len(stack)], spread, white))
        else:
            for shift in bits(spread.shifts):
                yield spread.colours << shift | full & ~(spread.cells << shift)


def _moved(block: _Block, spread: _Spread, white: int) -> Iterator[_Spread]:
    """Yield the spread with one more block, as far left as can be and then a cell further each
    time."""
    free, at = spread.shifts, spread.at
    while free:
        if fits := free & block.starts >> at:
            yield from _sized(block, spread, fits, at)
        free &= white >> at
        at += 1


def _sized(block: _Block, spread: _Spread, shifts: int, at: int) -> Iterator[_Spread]:
    """Yield the spread with one more block at this place, in each length that it may have."""
    end = at + (block.size or 1)
    while shifts:
        if fits := shifts & block.ends >> end:
            cells = (1 << end) - (1 << at)
            yield _Spread(fits, spread.cells | cells, spread.colours | cells << block.shift,
                          end + block.gap)
        if block.size is not None:
            return
        shifts &= block.own >> end
        end += 1


GENERATORS: dict[str, Generator] = {"gaps": gaps, "spreads": spreads}


def _blocks(clue: Runs, length: int, allowed: int) -> list[_Block]:
    """Return the runs made ready, from the last to the first: each knows what may follow it."""
    white = positions(allowed, 0, length)
    ends = sink(1 << length, white)  # boundaries from which the rest can be coloured
    following = 0
    blocks = []
    for size, colour in reversed(clue.runs):
        gap = int(colour == following)
        if gap:
            ends = ends >> 1 & white
        own = positions(allowed, colour, length)
        starts = sink(ends >> 1 & own, own) if size is None else ends >> size & fitting(own, size)
        blocks.append(_Block(size, colour * length, own, starts, ends, gap))
        ends = sink(starts, white)
        following = colour
    return blocks[::-1]


# How many placements (placements.py) a line has, without making any: caps are checked before.

Counts: TypeAlias = list[int]
"""For each boundary of a line, 0 .. length, a number of ways to colour the cells after it."""


def count_placements(
    clue: Runs, length: int, allowed: int, look: CheckTime = no_limit,
) -> int:
    """Return how many placements there are, in runs times cells steps; looks at the clock at each
    run.

    >>> count_placements(Runs.of(2, 5), 10, (1 << 20) - 1)
    6
    """
    white = _flags(allowed, 0, length)
    ways = _with_white([0] * length + [1], white)  # no runs are left
    following = 0
    for size, colour in reversed(clue.runs):
        look()
        if colour == following:
            ways = [ways[b + 1] if white[b] else 0 for b in range(length)] + [0]
        following = colour
        ways = _with_white(_begun(size, _flags(allowed, colour, length), ways), white)
        if max(ways) > MAX_COUNT:
            ways = [min(number, MAX_COUNT) for number in ways]
    return min(ways[0], MAX_COUNT)


def _flags(allowed: int, colour: int, length: int) -> list[bool]:
    """Return for each position, whether it may have the colour."""
    written = f"{positions(allowed, colour, length):0{length}b}"
    return [bit == "1" for bit in written[::-1]][:length]


def _with_white(ways: Counts, white: list[bool]) -> Counts:
    """Add the ways in which any number of white cells comes first."""
    for b in range(len(white) - 1, -1, -1):
        if white[b]:
            ways[b] += ways[b + 1]
    return ways


def _begun(size: int | None, own: list[bool], rest: Counts) -> Counts:
    """Return the ways in which a run begins at once, given those after its end."""
    length = len(own)
    starts = [0] * (length + 1)
    room = 0
    for b in range(length - 1, -1, -1):
        room = room + 1 if own[b] else 0
        if size is None:
            starts[b] = rest[b + 1] + starts[b + 1] if room else 0
        elif room >= size:
            starts[b] = rest[b + size]
    return starts


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
        clue, length, allowed = self.lines[line].clue, self.lengths[line], self.allowed[line]
        if isinstance(clue, Runs):
            return count_placements(clue, length, allowed, self.job.look)
        automaton = automaton_of(clue, self.colours)
        return automaton.count(length, self.colours, allowed, self.job.look)

    def _filter(self, line: int, values: list[int]) -> int:
        """Move the placements that still fit to the front."""
        bad = ~self.allowed[line]
        left = values[:self.size[line]]
        fit = [value for value in left if not value & bad]
        if len(fit) < len(left):
            values[:len(left)] = fit + [value for value in left if value & bad]
        return len(fit)

    def weight(self, line: int) -> int:
        """Return what the placements of a line count towards the cap."""
        return self.size[line] * self._wide(line)

    def _wide(self, line: int) -> int:
        return 1 + self.lengths[line] * self.colours // WIDE

    # --- values ----------------------------------------------------------------------------------

    def listed(self, line: int) -> bool:
        """Return whether the placements of this line are in memory."""
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
        raise TooMany(f"{who} more than {self.cap:,} placements: the cap (cap=N); --method auto "
                      "lists none")

    def _made(self, line: int) -> list[int]:
        clue, length, allowed = self.lines[line].clue, self.lengths[line], self.allowed[line]
        stream = self._generate(clue, length, allowed) if isinstance(clue, Runs) else \
            automaton_of(clue, self.colours).placements(length, self.colours, allowed)
        made: list[int] = []
        while chunk := list(islice(stream, CHUNK)):
            made += chunk
            self.job.look()
        if repeats := repeated(self.lines[line].cells, self.colours):
            made = [value for value in made if all(value & both in (0, both) for both in repeats)]
        return made

    def union(self, line: int) -> int:
        """Return all that the placements left of a listed line have: what its cells may be at most.
        """
        values, allowed, found = self._values[line] or [], self.allowed[line], 0
        for begin in range(0, self.size[line], CHUNK):
            found = reduce(or_, values[begin:min(begin + CHUNK, self.size[line])], found)
            if found == allowed:  # nothing can be learned
                break
        return found

    def values(self, line: int) -> Iterator[int]:
        """Return the placements left of a line, in the order in which they are to be tried."""
        self.make(line)
        left = (self._values[line] or [])[:self.size[line]]
        if self._lcv:
            white = 1 | 1 << max(0, self.lengths[line] - 1)
            left.sort(key=lambda value: (value & white).bit_count())
        return iter(left)

    # --- cells -----------------------------------------------------------------------------------

    def narrow(self, line: int, now: int) -> None:
        """Restrict the line's cells to `now`, and update all lines through them."""
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
        """Return the cells of a line that have lost colours, given the bits that have gone."""
        cells, length = self.lines[line].cells, self.lengths[line]
        return sorted({cells[bit % length] for bit in bits(gone)})

    def open(self, line: int) -> bool:
        """Return whether a cell of the line still has more than one colour."""
        return self.allowed[line].bit_count() > self.lengths[line]

    def mask(self, cell: int) -> int:
        """Return the colours that a cell may have."""
        if cell not in self._places:
            return self._start[cell]
        line, position = self._places[cell][0]
        column = self.allowed[line] >> position
        return sum((column >> colour * self.lengths[line] & 1) << colour
                   for colour in range(self.colours))

    def masks(self) -> tuple[int, ...]:
        """Return the colours that each cell may have."""
        return tuple(map(self.mask, range(len(self._start))))

    def colourings(self) -> Iterator[Colouring]:
        """Yield when no line is open: the solution, or several if there are cells that no line
        reads."""
        yield from map(bytes, product(*(tuple(bits(mask)) for mask in self.masks())))

    # --- going back ------------------------------------------------------------------------------

    @property
    def mark(self) -> int:
        """Where to go back to."""
        return len(self._trail)

    def undo(self, mark: int) -> None:
        """Restore the state at a mark."""
        while len(self._trail) > mark:
            line, self.allowed[line], values, self.size[line] = self._trail.pop()
            if values is None and (made := self._values[line]) is not None:
                self.kept -= len(made) * self._wide(line)
            self._values[line] = values
        self.touched.clear()

    def commit(self) -> None:
        """Make all changes permanent: forget the undo log."""
        self._trail.clear()
        for line, values in enumerate(self._values):
            if values is not None and len(values) > self.size[line]:
                self.kept -= (len(values) - self.size[line]) * self._wide(line)
                del values[self.size[line]:]

    def _save(self, line: int) -> None:
        self._trail.append(Was(line, self.allowed[line], self._values[line], self.size[line]))

    # --- telling ---------------------------------------------------------------------------------

    def tell(self, kind: Kind, line: int, depth: int, gone: int = 0) -> None:
        """Report a step; `gone` are the placements that the line has lost."""
        if self.job.observer:
            learned = tuple((cell, self.mask(cell)) for cell in self.changed(line, gone))
            self.job.tell(Step(kind, line, learned, depth), lambda: State(self.masks()))


# Depth-first search over lines: each placement of a line is tried in turn.

def depth_first(
    job: Job, domains: Domains, choose: Callable[[], int | None],
    follow: Callable[[int], int | None],
) -> Iterator[Colouring]:
    """Yield all solutions: `choose` a line (None: all are decided), try each of its placements,
    `follow` up what comes of it (it is told the depth, and returns a line that broke, or None)."""
    line = choose()
    if line is None:
        yield from domains.colourings()
        return
    stack = [(line, domains.values(line), domains.mark)]
    while stack:
        line, values, mark = stack[-1]
        domains.undo(mark)
        value = next(values, None)
        if value is None:
            stack.pop()
            continue
        job.branch()
        gone = domains.allowed[line] & ~value
        domains.narrow(line, value)
        domains.tell("assume", line, len(stack), gone)
        if (broken := follow(len(stack))) is not None:
            job.conflict()
            domains.tell("break", broken, len(stack))
        elif (line := choose()) is None:
            yield from domains.colourings()
        else:
            stack.append((line, domains.values(line), domains.mark))
