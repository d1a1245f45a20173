"""Settle a line that reads some cells more than once.

Loosely: each visit as if it were a separate cell, then what one visit cannot be no other visit
of that cell can be, until nothing changes. That is sound, and where every repeated cell is known
by then it is exact. Otherwise, exactly:

    few cases    each colouring of the open repeated cells is settled by itself
    many         by tables of what the spans between visits allow (tables.py)

Visits that nest cost O(visits * states^2) set operations. Visits that cross cost more, in the worst
case exponentially more (deciding such lines is NP-hard in general): beyond MAX_WORK, and where too
many cross at once, the loose answer stands. As more becomes known there is less work to do, so
nothing depends on the order in which things become known.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from nonoforge.clues import WHITE, Runs
from nonoforge.engine.bit_sets import bits
from nonoforge.engine.plain.settle import Masks, Settler, settler
from nonoforge.progress import CheckTime, no_limit

# A clue of runs as a track of states, for walking along a line cell by cell.
#
# The states stand in a row, one bit each: white before the first run; then for each run its cells
# one after the other and the white after it. A cell of some colour moves on by one (or by two,
# over a white that need not be there, because the next run has another colour), or stays where
# that is allowed: in white, and in a blotted run. From one state a colour leads to one state at
# most. Sets of states are bit sets, so that a cell moves all of them at once.
#
#     2 1/2       0: white   1, 2: black   3: white   4: red   5: white       skips from 2 to 4

class Cell(NamedTuple):
    """What a cell with some colours left does: the states it can lead into, or can stay in."""

    enter: int
    stay: int


@dataclass(frozen=True, slots=True)
class Track:
    """The states of a clue; the first is where a line begins."""

    enter: tuple[int, ...]  # for each colour, the states that are cells of it
    stay: tuple[int, ...]  # for each colour, those of them that may last
    skips: int  # the ends of runs from which the white that follows may be left out
    ends: int  # where a line may end

    @classmethod
    @lru_cache(maxsize=256)
    def of(cls, clue: Runs, colours: int) -> Track:
        """Return the track of a clue.

        >>> track = Track.of(Runs.of((2, 1), (1, 2)), 3)
        >>> [f"{states:06b}" for states in track.enter], f"{track.skips:b}", f"{track.ends:b}"
        (['101001', '000110', '010000'], '100', '110000')
        """
        enter, stay = [0] * colours, [0] * colours
        enter[WHITE] = end = 1
        skips = 0
        before = WHITE
        for length, colour in clue.runs:
            if before not in (WHITE, colour):
                skips |= end >> 1
            before = colour
            cells = (1 << (length or 1)) - 1
            first = end << 1
            enter[colour] |= cells * first
            if length is None:
                stay[colour] |= first
            end = (cells + 1) * first
            enter[WHITE] |= end
        stay[WHITE] = enter[WHITE]
        return cls(tuple(enter), tuple(stay), skips, end | (end >> 1 if clue.runs else 0))

    def cell(self, colours: Iterable[int]) -> Cell:
        """Return a cell that may have any of these colours."""
        enter = stay = 0
        for colour in colours:
            enter |= self.enter[colour]
            stay |= self.stay[colour]
        return Cell(enter, stay)

    def step(self, states: int, cell: Cell) -> int:
        """Return where one can be after the cell."""
        return (states << 1 | (states & self.skips) << 2) & cell.enter | states & cell.stay

    def back(self, states: int, cell: Cell) -> int:
        """Return where one can have been before it."""
        entered = states & cell.enter
        return entered >> 1 | entered >> 2 & self.skips | states & cell.stay


# What the spans of a line with repeated cells allow: which states of the clue lead to which.
#
# Each span (spans.py) has for each colouring of its border one *table*: which states of the clue
# (track.py) before it lead to which after it. One pass joins the tables up to the whole line; one
# pass down again keeps of each table what belongs to some colouring of the whole line, and that is
# all there is to know.

Table: TypeAlias = dict[int, int]
"""For each state (as a bit) before a span the states after it; only where there are any."""


class Tables:
    """The tables of a line of which some cells are known."""

    def __init__(
        self, track: Track, spans: Spans, masks: Masks, colours: Sequence[Sequence[int]],
        tick: CheckTime = no_limit,
    ) -> None:
        self.track = track
        self.tick = tick
        self.spans = spans
        self.masks = masks
        self.colours = colours  # of each repeated cell
        self.pure = [track.cell([colour]) for colour in range(len(masks))]
        self.cells = [track.cell(c for c, mask in enumerate(masks) if mask >> p & 1)
                      for p in range(spans.starts[-1])]
        self.live = self._live()
        self.work = self._count_work()  # the words in the rows that take part in joins

    def _live(self) -> list[int]:
        """Return for each position the states that the loose line can be in before it."""
        live = [1]
        for cell in self.cells:
            live.append(self.track.step(live[-1], cell))
        live[-1] &= self.track.ends
        for position in reversed(range(len(self.cells))):
            live[position] &= self.track.back(live[position + 1], self.cells[position])
        return live

    def settle(self) -> list[int] | None:
        """Return what is possible in some colouring of the whole line."""
        if not self.live[0]:
            return None
        self._walk_up()
        return self._walk_down() if self.tables[-1][0] else None

    # --- up: what each span allows -------------------------------------------------------------

    def _walk_up(self) -> None:
        self.tables = [self._single(span) for span in range(len(self.spans.visited))]
        for join in self.spans.joins:
            self.tables.append(self._joined(join))

    def _single(self, span: int) -> list[Table]:
        """Return the tables of a span that is not joined: one for each colour of its repeated cell.
        """
        start, end = self.spans.starts[span:span + 2]
        if not span:
            return [self._table(self.cells[start:end], start, end)]
        return [self._table([self.pure[colour], *self.cells[start + 1:end]], start, end)
                for colour in self.colours[self.spans.visited[span]]]

    def _table(self, cells: Sequence[Cell], start: int, end: int) -> Table:
        table = {}
        for state in bits(self.live[start]):
            self.tick()
            states = 1 << state
            for cell in cells:
                states = self.track.step(states, cell)
            if states := states & self.live[end]:
                table[1 << state] = states
        return table

    def _joined(self, join: Join) -> list[Table]:
        lefts, rights = self.tables[join.left], self.tables[join.right]
        joined: list[Table] = [{} for _ in range(self._colourings(join.border))]
        for left, right, both in self._choices(join):
            self.tick()
            further, table = rights[right], joined[both]
            for state, middles in lefts[left].items():
                states = 0
                while middles:
                    middle = middles & -middles
                    middles ^= middle
                    states |= further.get(middle, 0)
                if states:
                    table[state] = table.get(state, 0) | states
        return joined

    def _choices(self, join: Join) -> list[tuple[int, int, int]]:
        """Return for each colouring of the cells of a join: the tables of left, right and both."""
        borders = self.spans.border(join.left), self.spans.border(join.right), join.border
        choices = [(0, 0, 0)]
        steps = [1, 1, 1]
        for cell in join.cells:
            count = len(self.colours[cell])
            a, b, c = (step if cell in border else 0
                       for step, border in zip(steps, borders, strict=True))
            choices = [(x + a * k, y + b * k, z + c * k) for x, y, z in choices
                       for k in range(count)]
            steps = [step * count if cell in border else step
                     for step, border in zip(steps, borders, strict=True)]
        return choices

    def _colourings(self, cells: Sequence[int]) -> int:
        return prod(len(self.colours[cell]) for cell in cells)

    def _count_work(self) -> int:
        states = {start: self.live[start].bit_count() for start in self.spans.starts}
        words = (max(states.values()) + 63) // 64
        return words * sum(self._colourings(join.cells) * (states[join.start] + states[join.middle])
                           for join in self.spans.joins)

    # --- down: what of it the whole line has use for -------------------------------------------

    def _walk_down(self) -> list[int]:
        self.used: list[list[Table]] = [[{} for _ in tables] for tables in self.tables]
        self.used[-1] = self.tables[-1]
        first = len(self.spans.visited)
        for index in reversed(range(len(self.spans.joins))):
            self._part(self.spans.joins[index], self.used[first + index])
        self.found = [0] * len(self.track.enter)
        for span in range(first):
            self._read(span)
        return self.found

    def _part(self, join: Join, wanted: Sequence[Table]) -> None:
        """Pass the used states of a joined span on to its two parts."""
        for left, right, both in self._choices(join):
            self.tick()
            lefts, rights = self.tables[join.left][left], self.tables[join.right][right]
            use_left, use_right = self.used[join.left][left], self.used[join.right][right]
            for state, ends in wanted[both].items():
                middles = lefts.get(state, 0)
                while middles:
                    middle = middles & -middles
                    middles ^= middle
                    if through := rights.get(middle, 0) & ends:
                        use_left[state] = use_left.get(state, 0) | middle
                        use_right[middle] = use_right.get(middle, 0) | through

    def _read(self, span: int) -> None:
        """Return the colours of the cells of a single span in its used states."""
        start, end = self.spans.starts[span:span + 2]
        cells = self.cells[start:end]
        first = start + (span > 0)  # after the repeated cell
        for choice, table in enumerate(self.used[span]):
            if span and table:
                colour = self.colours[self.spans.visited[span]][choice]
                self.found[colour] |= 1 << start
                cells[0] = self.pure[colour]
            for state, ends in table.items():
                self.tick()
                if not self._missing(first, end):
                    break
                self._read_row(state, ends, cells, start, first)

    def _missing(self, start: int, end: int) -> bool:
        """Return whether some position has a colour that was not found so far."""
        part = (1 << end) - (1 << start)
        return any(mask & ~found & part
                   for mask, found in zip(self.masks, self.found, strict=True))

    def _read_row(
        self, state: int, ends: int, cells: Sequence[Cell], start: int, first: int,
    ) -> None:
        reached = [state]
        for cell in cells:
            reached.append(self.track.step(reached[-1], cell))
        for position in reversed(range(first, start + len(cells))):
            before, place = reached[position - start], 1 << position
            for colour, mask in enumerate(self.masks):
                if mask & place and self.track.step(before, self.pure[colour]) & ends:
                    self.found[colour] |= place
            ends = self.track.back(ends, cells[position - start]) & before


# A line that reads some cells more than once, cut into spans; and the order to join them in.
#
# A span is a part of the line. Its *border* are the repeated cells that are read within it and also
# outside: what a span allows depends on their colours, and on nothing else outside. Each visit of a
# repeated cell begins a new span; neighbours are joined until one span, the line, is left.
# Joining two spans means to go through the colours of both borders together, so that the best
# order is the one with small borders.
#
# Where visits nest (a..b..b..a, as they do on one side of a curve that does not cross itself) no
# border ever needs more than one cell: joining is polynomial. Where they cross (a..b..a..b) borders
# grow; the best order of joins is found as that of a product of matrices is.

# The kernel has the same limits.
MAX_CHOICES = 64  # spans of which the best order is looked for; beyond, from left to right
MAX_BORDER = 64  # cells to go through in one join; beyond, no order is good enough


class Join(NamedTuple):
    """Two neighbouring spans, by number, and the cells to go through."""

    left: int
    right: int
    start: int  # the position where the left span begins
    middle: int  # and the right one
    cells: tuple[int, ...]  # of both borders
    border: tuple[int, ...]  # those that stay open


@dataclass(frozen=True)
class Spans:
    """Repeated cells are numbered as they come. Span 0 goes up to the first visit (it may be
    empty), span i from visit i to the next one; then each join makes one more.

    >>> spans = Spans.of((5, 7, 8, 7, 5))
    >>> spans.starts, spans.visited
    ((0, 0, 1, 3, 4, 5), (-1, 0, 1, 1, 0))
    >>> max(len(join.cells) for join in spans.joins)
    1
    >>> max(len(join.cells) for join in Spans.of((5, 7, 5, 7)).joins)
    2
    """

    places: tuple[int, ...]  # by repeated cell: its positions, as a bit set
    visited: tuple[int, ...]  # by single span: the cell that it begins with; -1 for span 0
    starts: tuple[int, ...]  # by single span: its first position; and at the end that of the line

    @classmethod
    def of(cls, cells: tuple[int, ...]) -> Spans:
        """Return the spans of a line that reads these cells."""
        count = Counter(cells)
        numbers = {cell: n for n, cell in enumerate(cell for cell in count if count[cell] > 1)}
        places = [0] * len(numbers)
        visited, starts = [-1], [0]
        for position, cell in enumerate(cells):
            if cell in numbers:
                places[numbers[cell]] |= 1 << position
                visited.append(numbers[cell])
                starts.append(position)
        starts.append(len(cells))
        return cls(tuple(places), tuple(visited), tuple(starts))

    @cached_property
    def joins(self) -> list[Join]:
        """The joins in order; none if the line is too tangled. Few lines ever need them."""
        return _Joiner(self.visited, self.starts).run()

    def border(self, span: int) -> tuple[int, ...]:
        """Return the repeated cells that are read within a span and outside."""
        if span >= len(self.visited):
            return self.joins[span - len(self.visited)].border
        return (self.visited[span],) if span else ()


class _Part(NamedTuple):
    """Spans first..last joined, with their border as a bit set."""

    first: int
    last: int
    border: int
    span: int


class _Joiner:
    """Finds the order of joins."""

    def __init__(self, visited: Sequence[int], starts: Sequence[int]) -> None:
        self.visited = visited
        self.starts = starts
        self.first = {cell: visited.index(cell) for cell in visited}
        self.last = {cell: span for span, cell in enumerate(visited)}
        self.joins: list[Join] = []

    def run(self) -> list[Join]:
        parts: list[_Part] = []
        for span, cell in enumerate(self.visited):
            parts.append(_Part(span, span, 1 << cell if cell >= 0 else 0, span))
            self._absorb(parts)
        if len(parts) <= MAX_CHOICES:
            self._join_all(parts, self._best(parts), 0, len(parts) - 1)
            return self.joins
        whole = parts[0]
        for part in parts[1:]:
            if (whole.border | part.border).bit_count() > MAX_BORDER:
                return []
            whole = self._join(whole, part)
        return self.joins

    def _absorb(self, parts: list[_Part]) -> None:
        """Join spans whose border lies within a neighbour's: no other order is better."""
        while len(parts) > 1:
            left, right = parts[-2:]
            if left.border & ~right.border and right.border & ~left.border:
                return
            parts[-2:] = [self._join(left, right)]

    def _join(self, left: _Part, right: _Part) -> _Part:
        both = left.border | right.border
        border = self._still_open(both, left.first, right.last)
        self.joins.append(Join(
            left.span, right.span, self.starts[left.first], self.starts[right.first],
            tuple(bits(both)), tuple(bits(border))))
        span = len(self.visited) + len(self.joins) - 1
        return _Part(left.first, right.last, border, span)

    def _still_open(self, border: int, first: int, last: int) -> int:
        return sum(1 << cell for cell in bits(border)
                   if self.first[cell] < first or self.last[cell] > last)

    def _best(self, parts: Sequence[_Part]) -> dict[tuple[int, int], int]:
        """Return for each row of parts where to cut it, so that few colourings are gone through."""
        borders = {(i, i): part.border for i, part in enumerate(parts)}
        costs = {(i, i): 0.0 for i in range(len(parts))}
        cuts = {}
        for size in range(1, len(parts)):
            for i in range(len(parts) - size):
                j = i + size
                both = borders[i, j - 1] | parts[j].border
                borders[i, j] = self._still_open(both, parts[i].first, parts[j].last)
                costs[i, j], cuts[i, j] = min(
                    (costs[i, k] + costs[k + 1, j]
                     + 2.0 ** (borders[i, k] | borders[k + 1, j]).bit_count(), k)
                    for k in range(i, j))
        return cuts

    def _join_all(
        self, parts: Sequence[_Part], cuts: dict[tuple[int, int], int], i: int, j: int,
    ) -> _Part:
        if i == j:
            return parts[i]
        cut = cuts[i, j]
        left = self._join_all(parts, cuts, i, cut)
        return self._join(left, self._join_all(parts, cuts, cut + 1, j))


# The kernel has the same limits.
MAX_CASES = 32  # colourings that are settled one by one (measured)
MAX_WORK = 1 << 20  # words in rows of tables


def loosely(single: Settler, repeats: Sequence[int]) -> Settler:
    """Return how to settle a line loosely: `single` takes each visit for a separate cell,
    `repeats` are the positions of each cell that comes more than once."""
    return partial(_settle_loosely, single, repeats)


def _settle_loosely(single: Settler, repeats: Sequence[int], masks: Masks) -> list[int] | None:
    agreed = _agree(masks, repeats)
    while True:
        found = single(agreed)
        if found is None:
            return None
        agreed = _agree(found, repeats)
        if agreed == found:
            return found


def _agree(masks: Masks, repeats: Sequence[int]) -> list[int]:
    """Return a colour that one place of a cell cannot have, no other place of it can."""
    agreed = []
    for mask in masks:
        for positions in repeats:
            if mask & positions != positions:
                mask &= ~positions
        agreed.append(mask)
    return agreed


@lru_cache(maxsize=4096)
def exactly(clue: Runs, cells: tuple[int, ...], tick: CheckTime = no_limit) -> Settler:
    """Return how to settle this clue on a line that reads these cells, some more than once. It
    calls `tick` now and then, which may raise to end it.

    >>> ring = exactly(Runs.of(1, 1), (0, 1, 2, 1, 0))      # two of five visits are black
    >>> [f"{mask:05b}" for mask in ring([0b11111, 0b11111])]
    ['11111', '11011']
    """
    return _Exact(clue, cells, tick).settle


class _Exact:
    """A clue and its line."""

    def __init__(self, clue: Runs, cells: tuple[int, ...], tick: CheckTime) -> None:
        self.clue = clue
        self.tick = tick
        self.spans = Spans.of(cells)
        self.single = settler(clue, len(cells))
        self.loose = loosely(self.single, self.spans.places)

    def settle(self, masks: Masks) -> list[int] | None:
        found = self.loose(masks)
        if found is None:
            return None
        colours = [[c for c, mask in enumerate(found) if mask & places]
                   for places in self.spans.places]
        cases = prod(map(len, colours))
        if cases == 1:
            return found
        if cases <= MAX_CASES:
            return self._by_cases(found, colours)
        return self._by_tables(found, colours)

    def _by_tables(self, masks: list[int], colours: Sequence[Sequence[int]]) -> list[int] | None:
        if not self.spans.joins:
            return masks
        tables = Tables(Track.of(self.clue, len(masks)), self.spans, masks, colours, self.tick)
        return tables.settle() if tables.work <= MAX_WORK else masks

    def _by_cases(self, masks: Masks, colours: Sequence[Sequence[int]]) -> list[int] | None:
        union: list[int] | None = None
        for case in product(*colours):
            self.tick()
            trial = list(masks)
            for places, chosen in zip(self.spans.places, case, strict=True):
                for colour in range(len(trial)):
                    if colour != chosen:
                        trial[colour] &= ~places
            found = self.single(trial)
            if found is not None:
                union = [a | b for a, b in zip(union or found, found, strict=True)]
        return union
