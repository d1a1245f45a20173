"""What the spans of a line with repeated cells allow: which states of the clue lead to which.

Each span (spans.py) has for each colouring of its border one *table*: which states of the clue
(track.py) before it lead to which after it. One pass joins the tables up to the whole line; one
pass down again keeps of each table what belongs to some colouring of the whole line, and that is
all there is to know.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeAlias

from nonoforge.engine.plain.bits import bits
from nonoforge.engine.plain.settle import Masks
from nonoforge.engine.plain.spans import Join, Spans
from nonoforge.engine.plain.track import Cell, Track

Table: TypeAlias = dict[int, int]
"""For each state (as a bit) before a span the states after it; only where there are any."""


class Tables:
    """The tables of a line of which some cells are known."""

    def __init__(
        self, track: Track, spans: Spans, masks: Masks, colours: Sequence[Sequence[int]],
    ) -> None:
        self.track = track
        self.spans = spans
        self.masks = masks
        self.colours = colours  # of each repeated cell
        self.pure = [track.cell([colour]) for colour in range(len(masks))]
        self.cells = [track.cell(c for c, mask in enumerate(masks) if mask >> p & 1)
                      for p in range(spans.starts[-1])]
        self.live = self._live()
        self.work = self._count_work()  # the words in the rows that take part in joins

    def _live(self) -> list[int]:
        """For each position the states that the loose line can be in before it."""
        live = [1]
        for cell in self.cells:
            live.append(self.track.step(live[-1], cell))
        live[-1] &= self.track.ends
        for position in reversed(range(len(self.cells))):
            live[position] &= self.track.back(live[position + 1], self.cells[position])
        return live

    def settle(self) -> list[int] | None:
        """What is possible in some colouring of the whole line."""
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
        """The tables of a span that is not joined: one for each colour of its repeated cell."""
        start, end = self.spans.starts[span:span + 2]
        if not span:
            return [self._table(self.cells[start:end], start, end)]
        return [self._table([self.pure[colour], *self.cells[start + 1:end]], start, end)
                for colour in self.colours[self.spans.visited[span]]]

    def _table(self, cells: Sequence[Cell], start: int, end: int) -> Table:
        table = {}
        for state in bits(self.live[start]):
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
        """For each colouring of the cells of a join: the tables of left, right and both."""
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
        """What is used of a joined span, its two parts have use for."""
        for left, right, both in self._choices(join):
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
        """The colours that the cells of a single span have in what is used of it."""
        start, end = self.spans.starts[span:span + 2]
        cells = self.cells[start:end]
        first = start + (span > 0)  # after the repeated cell
        for choice, table in enumerate(self.used[span]):
            if span and table:
                colour = self.colours[self.spans.visited[span]][choice]
                self.found[colour] |= 1 << start
                cells[0] = self.pure[colour]
            for state, ends in table.items():
                if not self._missing(first, end):
                    break
                self._read_row(state, ends, cells, start, first)

    def _missing(self, start: int, end: int) -> bool:
        """Are there colours of some positions that were not found so far?"""
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
