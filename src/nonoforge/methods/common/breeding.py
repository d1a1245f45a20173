"""What a genetic search breeds: pictures made of genes, and how far each is from a solution.

A *gene* is the filling of one *plot*: the cells of a line, where no two of the lines chosen share a
cell (the rows of a grid), or the cells that no such line has. An individual has one gene for each.

    placed   the gene is the slack of the line shared out over its gaps: it always meets the clue
    loose    the gene is one bit for each cell

The clues of all other lines (of all lines, if every plot is loose) are tested, and so are givens.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

from nonoforge.clues import runs_of
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring, Line, Puzzle

Gene: TypeAlias = tuple[int, ...]
Individual: TypeAlias = tuple[Gene, ...]

CACHE_BYTES = 50_000_000  # for the pictures of genes
CACHE_ENTRIES = 500_000  # for the distances of lines


class Plot:
    """Some cells that one gene fills. `runs` are the lengths of its runs, None if it is loose."""

    def __init__(self, cells: tuple[int, ...], runs: Sequence[int] | None) -> None:
        self.cells = cells
        self.runs = runs
        self._slack = 0 if runs is None else len(cells) - sum(runs) - max(0, len(runs) - 1)
        self.varies = bool(cells) if runs is None else self._slack > 0 and len(runs) > 0

    def fresh(self, random: Random) -> Gene:
        """Any gene, each as likely as another."""
        if self.runs is None:
            return tuple(random.randrange(2) for _ in self.cells)
        bars = sorted(random.sample(range(self._slack + len(self.runs)), len(self.runs)))
        edges = [-1, *bars, self._slack + len(self.runs)]
        return tuple(b - a - 1 for a, b in pairwise(edges))

    def mutated(self, gene: Gene, random: Random) -> Gene:
        """One step away: a cell turned over, or some slack moved from one gap to another, which
        shifts the runs between them."""
        changed = list(gene)
        if self.runs is None:
            changed[random.randrange(len(changed))] ^= 1
            return tuple(changed)
        source = random.choice([gap for gap, slack in enumerate(gene) if slack])
        target = random.choice([gap for gap in range(len(gene)) if gap != source])
        amount = random.randint(1, changed[source])
        changed[source] -= amount
        changed[target] += amount
        return tuple(changed)

    def neighbours(self, gene: Gene) -> list[Gene]:
        """All genes one small step away."""
        if self.runs is None:
            return [(*gene[:at], gene[at] ^ 1, *gene[at + 1:]) for at in range(len(gene))]
        steps = []
        for source, slack in enumerate(gene):
            for target in range(len(gene) if slack else 0):
                if target != source:
                    moved = list(gene)
                    moved[source] -= 1
                    moved[target] += 1
                    steps.append(tuple(moved))
        return steps

    def filled(self, gene: Gene) -> list[int]:
        """The cells that are black."""
        if self.runs is None:
            return [cell for cell, bit in zip(self.cells, gene, strict=True) if bit]
        black: list[int] = []
        at = 0
        for gap, length in zip(gene, self.runs, strict=False):
            at += gap
            black += self.cells[at:at + length]
            at += length + 1
        return black


class Meadow:
    """A puzzle cut into plots, and the test of what grows there."""

    def __init__(self, puzzle: Puzzle, placed: bool, by_cells: bool, look: CheckTime) -> None:
        self.puzzle, self._by_cells, self._look = puzzle, by_cells, look
        self.plots, self._tested = _cut(puzzle, placed)
        self.varying = [at for at, plot in enumerate(self.plots) if plot.varies]
        self._lengths = [[run.length or 1 for run in runs_of(line.clue).runs]
                         for line in self._tested]
        # The picture of a gene is one integer: the cells of all tested lines one after another,
        # then the givens; pictures of genes are joined by OR.
        self._places: list[list[int]] = [[] for _ in range(puzzle.cells)]  # of each cell in it
        self._fields: list[tuple[int, int]] = []
        self._width = 0
        for line in self._tested:
            self._add_field(line.cells)
        self._add_field([cell for cell, _ in puzzle.given])
        self._given = sum(colour << at for at, (_, colour) in enumerate(puzzle.given))
        self._pictures: dict[tuple[int, Gene], int] = {}
        self._most_pictures = max(64, 8 * CACHE_BYTES // (self._width + 512))
        self._distances: list[dict[int, int]] = [{} for _ in self._tested]
        self._most_distances = max(16, CACHE_ENTRIES // (len(self._tested) + 1))

    def picture(self, plot: int, gene: Gene) -> int:
        """What a gene adds to the tested lines."""
        key = (plot, gene)
        if (known := self._pictures.get(key)) is not None:
            return known
        bits = bytearray(self._width // 8 + 1)
        for cell in self.plots[plot].filled(gene):
            for place in self._places[cell]:
                bits[place >> 3] |= 1 << (place & 7)
        picture = int.from_bytes(bits, "little")
        if len(self._pictures) >= self._most_pictures:
            self._pictures.clear()
        self._pictures[key] = picture
        return picture

    def faults(self, picture: int) -> int:
        """How much is wrong in a whole picture; 0 is a solution. Of each line the fewest cells that
        must change to meet the clue are counted, or 1, if clues are what is counted."""
        total = 0
        for line, (shift, mask) in enumerate(self._fields[:-1]):
            found = self._distance(line, picture >> shift & mask)
            total += found if self._by_cells else found > 0
        shift, mask = self._fields[-1]
        return total + ((picture >> shift & mask) ^ self._given).bit_count()

    def whole(self, individual: Individual) -> int:
        """The picture of all genes."""
        self._look()
        picture = 0
        for plot, gene in enumerate(individual):
            picture |= self.picture(plot, gene)
        return picture

    def colouring(self, individual: Individual) -> Colouring:
        colours = bytearray(self.puzzle.cells)
        for plot, gene in zip(self.plots, individual, strict=True):
            for cell in plot.filled(gene):
                colours[cell] = 1
        return bytes(colours)

    def _add_field(self, cells: Sequence[int]) -> None:
        self._look()
        for at, cell in enumerate(cells):
            self._places[cell].append(self._width + at)
        self._fields.append((self._width, (1 << len(cells)) - 1))
        self._width += len(cells)

    def _distance(self, line: int, pattern: int) -> int:
        known = self._distances[line]
        if (found := known.get(pattern)) is None:
            if len(known) >= self._most_distances:
                known.clear()
            length = len(self._tested[line].cells)
            found = known[pattern] = distance(self._lengths[line], length, pattern, self._look)
        return found


def _cut(puzzle: Puzzle, placed: bool) -> tuple[list[Plot], list[Line]]:
    """The plots, and the lines that are tested: lines of the first group are plots where they can
    be, and then others that cross none."""
    plots, tested, free = [], [], set(range(puzzle.cells))
    for line in sorted(puzzle.lines, key=lambda line: line.group):
        cells = set(line.cells)
        plot = len(cells) == len(line.cells) and cells <= free and cells
        if plot:
            free -= cells
            plots.append(Plot(line.cells, [run.length or 1 for run in runs_of(line.clue).runs]
                              if placed else None))
        if not plot or not placed:
            tested.append(line)
    if free:
        plots.append(Plot(tuple(sorted(free)), None))
    return plots, tested


def distance(runs: Sequence[int], length: int, pattern: int, look: CheckTime = no_limit) -> int:
    """The fewest cells of a line to change until it meets the clue, which must fit.

    >>> distance([2, 1], 5, 0b11111), distance([2, 1], 5, 0b01011), distance([], 2, 0b10)
    (2, 0, 1)
    """
    ones = [0] * (length + 1)  # how many of the first p cells are black
    for p in range(length):
        ones[p + 1] = ones[p] + (pattern >> p & 1)
    slack = length - sum(runs) - max(0, len(runs) - 1)
    # cost[p - first]: the first p cells hold the runs so far, at the least cost.
    first, cost = 0, ones[:slack + 1]
    for t, run in enumerate(runs):
        look()
        gap = int(t > 0)  # the white cell before it
        end = first + gap + run
        after: list[int] = []
        for at, before in enumerate(cost):
            start = first + at + gap
            here = before + ones[start] - ones[start - gap] + run - (
                ones[start + run] - ones[start])
            if at:
                here = min(here, after[-1] + ones[end + at] - ones[end + at - 1])
            after.append(here)
        first, cost = end, after
    return cost[-1] + ones[length] - ones[first + len(cost) - 1]
