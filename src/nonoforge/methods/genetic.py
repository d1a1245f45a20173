"""A genetic search: pictures are bred until one meets all clues, or patience ends.

A population of pictures is kept. The fewer faults one has, the fitter it is. Each generation the
fittest few stay as they are (`elite`); the others are replaced by children. Parents are chosen at
random with a bias for the fitter (the best of three drawn), the genes up to a random point come
from one parent and the rest from the other, and now and then a gene changes (`mutation`).

Wiggers' genes are the cells, 0 or 1 (`genes=cells`). By default a gene is a whole row instead
(`genes=rows`): how its slack is shared out over the gaps between its blocks, so that rows always
meet their clues, a mutation shifts blocks, and only the columns can be at fault. In general: lines
that share no cells, those of the first group before others, are genes; all other lines are tested,
and cells on no such line are genes of bits. A line with a tally has for genes all its fillings, and
a mutation exchanges two of its cells. Faults are counted in cells (the fewest of a line that
must change to meet its clue), which says more than how many clues are violated (`fitness=clues`).
With `climb` each child also tries every small shift in one of its rows and keeps the best: hill
climbing, which the paper does not have.

After `stagnation` generations without progress everything begins anew. It never proves anything
(but where clues do not fit, or leave no choice at all): one solution may be found, and the search
then goes on for another until the budget or the `generations` have run out: `unknown`. A node is an
individual whose faults were counted; counted besides are generations, evaluations and restarts.

How often it succeeds, on 20 random pictures of each size, half of them black: 5x5 and 8x8 always,
10x10 19 times (12,000 evaluations on average), 12x12 15 times (38,000). With cells as genes it took
about ten times as many on 5x5 and 8x8, and one in ten of the latter was not solved. To measure it:
`NONOFORGE_FUZZ=20 pytest -s -k mostly tests/methods/test_genetic.py`.

W. Wiggers: A comparison of a genetic algorithm and a depth first search algorithm applied to
Japanese nonograms. Twente Student Conference on IT, 2004.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Runs, Tally
from nonoforge.engine import Budget
from nonoforge.methods.common.method import GaveUp, Job, Method, Option, TooMany, searching
from nonoforge.methods.common.tallies import automaton_of
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

# What a genetic search breeds: pictures made of genes, and how far each is from a solution.
#
# A *gene* is the filling of one *plot*: the cells of a line, where no two of the lines chosen
# share a cell (the rows of a grid), or the cells that no such line has. An individual has one
# gene for each.
#
#     placed   the gene is the slack of the line shared out over its gaps: it always meets the clue
#     loose    the gene is one bit for each cell
#
# The clues of all other lines (of all lines, if every plot is loose) are tested, and so are givens.

Gene: TypeAlias = tuple[int, ...]
Individual: TypeAlias = tuple[Gene, ...]

CACHE_BYTES = 50_000_000  # for the pictures of genes
CACHE_ENTRIES = 500_000  # for the distances of lines


class Plot:
    """Some cells that one gene fills. `runs` are the lengths of its runs, None if it is loose."""

    def __init__(self, cells: tuple[int, ...], runs: Sequence[int] | None) -> None:
        self.cells = cells
        self.runs = runs
        self.mixes = runs is None  # genes of two parents can be mixed
        self._slack = 0 if runs is None else len(cells) - sum(runs) - max(0, len(runs) - 1)
        self.varies = bool(cells) if runs is None else self._slack > 0 and len(runs) > 0

    def fresh(self, random: Random) -> Gene:
        """Return a uniformly random gene."""
        if self.runs is None:
            return tuple(random.randrange(2) for _ in self.cells)
        bars = sorted(random.sample(range(self._slack + len(self.runs)), len(self.runs)))
        edges = [-1, *bars, self._slack + len(self.runs)]
        return tuple(b - a - 1 for a, b in pairwise(edges))

    def mutated(self, gene: Gene, random: Random) -> Gene:
        """Return one step away: a cell turned over, or some slack moved from one gap to another,
        which shifts the runs between them."""
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
        """Return all genes one small step away."""
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
        """Return the cells that are black."""
        if self.runs is None:
            return [cell for cell, bit in zip(self.cells, gene, strict=True) if bit]
        black: list[int] = []
        at = 0
        for gap, length in zip(gene, self.runs, strict=False):
            at += gap
            black += self.cells[at:at + length]
            at += length + 1
        return black


class CountedPlot(Plot):
    """A line with a tally. A gene has a bit for each cell and always meets the clue; a small step
    exchanges a black cell and a white one."""

    def __init__(self, cells: tuple[int, ...], clue: Tally) -> None:
        super().__init__(cells, None)
        self.mixes = False
        self._automaton = automaton_of(clue)
        self._ways = self._automaton.ways(len(cells), 2, (1 << 2 * len(cells)) - 1)
        self.varies = self._ways[0].get(0, 0) > 1

    def fresh(self, random: Random) -> Gene:
        return self._automaton.drawn(self._ways, 2, random)

    def mutated(self, gene: Gene, random: Random) -> Gene:
        return random.choice(self.neighbours(gene) or [self.fresh(random)])

    def neighbours(self, gene: Gene) -> list[Gene]:
        steps = []
        for black in (at for at, bit in enumerate(gene) if bit):
            for white in (at for at, bit in enumerate(gene) if not bit):
                moved = list(gene)
                moved[black], moved[white] = 0, 1
                if self._automaton.accepts(moved):
                    steps.append(tuple(moved))
        return steps


class Meadow:
    """A puzzle cut into plots, and the test of what grows there."""

    def __init__(self, puzzle: Puzzle, placed: bool, by_cells: bool, look: CheckTime) -> None:
        self.puzzle, self._by_cells, self._look = puzzle, by_cells, look
        self.plots, self._tested = _cut(puzzle, placed)
        self.varying = [at for at, plot in enumerate(self.plots) if plot.varies]
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
        """Return what a gene adds to the tested lines."""
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
        """Return how much is wrong in a whole picture; 0 is a solution. Of each line the fewest
        cells that must change to meet the clue are counted, or 1, if clues are what is counted."""
        total = 0
        for line, (shift, mask) in enumerate(self._fields[:-1]):
            found = self._distance(line, picture >> shift & mask)
            total += found if self._by_cells else found > 0
        shift, mask = self._fields[-1]
        return total + ((picture >> shift & mask) ^ self._given).bit_count()

    def whole(self, individual: Individual) -> int:
        """Return the picture of all genes."""
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
            found = known[pattern] = distance_to(self._tested[line], pattern, self._look)
        return found


def _cut(puzzle: Puzzle, placed: bool) -> tuple[list[Plot], list[Line]]:
    """Return the plots, and the lines that are tested: lines of the first group are plots where
    they can be, and then others that cross none."""
    plots, tested, free = [], [], set(range(puzzle.cells))
    for line in sorted(puzzle.lines, key=lambda line: line.group):
        cells = set(line.cells)
        plot = len(cells) == len(line.cells) and cells <= free and cells
        if plot:
            free -= cells
            plots.append(_plot(line) if placed else Plot(line.cells, None))
        if not plot or not placed:
            tested.append(line)
    if free:
        plots.append(Plot(tuple(sorted(free)), None))
    return plots, tested


def _plot(line: Line) -> Plot:
    """Return the line as a plot whose genes meet its clue."""
    if isinstance(line.clue, Tally):
        return CountedPlot(line.cells, line.clue)
    return Plot(line.cells, lengths(line.clue))


def lengths(clue: Runs) -> list[int]:
    """Return the lengths of the runs, which must be known."""
    return [run.length or 1 for run in clue.runs]


def distance_to(line: Line, pattern: int, look: CheckTime = no_limit) -> int:
    """Return the fewest cells of a line to change until it meets its clue, which must fit."""
    if isinstance(line.clue, Tally):
        return automaton_of(line.clue).distance(len(line.cells), pattern, look)
    return distance(lengths(line.clue), len(line.cells), pattern, look)


def distance(runs: Sequence[int], length: int, pattern: int, look: CheckTime = no_limit) -> int:
    """Return the fewest cells of a line to change until it meets the clue, which must fit.

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


DRAWN = 3  # of which the best becomes a parent
MAX_GENES = 20_000_000  # cells in a whole population


class Bred(NamedTuple):
    """An individual and its faults; the fittest is the least."""

    faults: int
    genes: Individual


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield solutions as they are found; it ends only where there is nothing to choose."""
    start = State.start(job.puzzle)
    if not all(start.masks) or not all(_fits(line) for line in job.puzzle.lines):
        return
    if job.puzzle.cells * job.number("population") > MAX_GENES:
        raise TooMany(f"a population of {job.number('population')} pictures of this size is too "
                      "large; say population=N, or --method auto")
    yield from _Breeding(job).solutions()


def _fits(line: Line) -> bool:
    """Return whether the clue allows any colouring at all of its line."""
    if isinstance(line.clue, Tally):
        return 0 <= automaton_of(line.clue).least[0] <= len(line.cells)
    return line.clue.needs <= len(line.cells)


class _Breeding:
    """The search: a population, and what was found."""

    def __init__(self, job: Job) -> None:
        self.job, self.random = job, job.random
        self.meadow = Meadow(job.puzzle, job.word("genes") == "rows",
                             job.word("fitness") == "cells", job.look)
        self.found: set[Colouring] = set()
        self.size = job.number("population")
        self.elite = min(job.number("elite"), self.size - 1)

    def solutions(self) -> Iterator[Colouring]:
        if not self.meadow.varying:  # there is one individual, and it is the answer or nothing is
            only = self._bred(self._fresh())
            yield from [] if only.faults else [self.meadow.colouring(only.genes)]
            return
        population: list[Bred] = []
        best = stale = 0
        for generation in range(self.job.number("generations")):
            restart = not population or stale > self.job.number("stagnation")
            population = sorted(self._beginning() if restart else self._children(population))
            stale = 0 if restart or population[0].faults < best else stale + 1
            best = population[0].faults
            self._tell(generation, population, restart)
            if best == 0:
                colouring = self.meadow.colouring(population[0].genes)
                self.found.add(colouring)
                yield colouring
                population = []
        raise GaveUp(self._apology())

    def _beginning(self) -> list[Bred]:
        return [self._bred(self._fresh()) for _ in range(self.size)]

    def _children(self, population: list[Bred]) -> list[Bred]:
        children = population[:self.elite]
        while len(children) < self.size:
            child = self._mutated(self._crossed(self._drawn(population), self._drawn(population)))
            children.append(self._climbed(child) if self.job.number("climb") else
                            self._bred(child))
        return children

    def _fresh(self) -> Individual:
        self.job.look()
        return tuple(plot.fresh(self.random) for plot in self.meadow.plots)

    def _drawn(self, population: list[Bred]) -> Individual:
        """Select by tournament: the population is sorted, so the lowest rank is the fittest."""
        return population[min(self.random.randrange(self.size) for _ in range(DRAWN))].genes

    def _crossed(self, mother: Individual, father: Individual) -> Individual:
        point = self.random.randrange(len(mother) + 1)
        if len(mother) > 1:
            return mother[:point] + father[point:]
        # One gene alone: it comes from one of them, unless it is made of bits that can be mixed.
        if not self.meadow.plots[0].mixes:
            return mother if point else father
        point = self.random.randrange(len(mother[0]) + 1)
        return (mother[0][:point] + father[0][point:],)

    def _mutated(self, genes: Individual) -> Individual:
        """Return each gene that can changes with the probability of `mutation` per cent."""
        chance = self.job.number("mutation") / 100
        changed = [at for at in self.meadow.varying if self.random.random() < chance]
        if not changed:
            return genes
        child = list(genes)
        for at in changed:
            child[at] = self.meadow.plots[at].mutated(child[at], self.random)
        return tuple(child)

    def _climbed(self, genes: Individual) -> Bred:
        """Return the best of this and all that differ by a small step in one gene."""
        at = self.random.choice(self.meadow.varying)
        rest = 0
        for plot, gene in enumerate(genes):
            if plot != at:
                rest |= self.meadow.picture(plot, gene)
        tried: list[Gene] = [genes[at], *self.meadow.plots[at].neighbours(genes[at])]
        self.random.shuffle(tried)
        return min((self._judged(rest | self.meadow.picture(at, gene),
                                 (*genes[:at], gene, *genes[at + 1:])) for gene in tried),
                   key=lambda bred: bred.faults)

    def _bred(self, genes: Individual) -> Bred:
        return self._judged(self.meadow.whole(genes), genes)

    def _judged(self, picture: int, genes: Individual) -> Bred:
        self.job.branch()
        self.job.counts["evaluations"] += 1
        faults = self.meadow.faults(picture)
        if not faults and self.meadow.colouring(genes) in self.found:
            faults = self.job.puzzle.cells + 1  # not again, nor anything close to it
        return Bred(faults, genes)

    def _tell(self, generation: int, population: list[Bred], restart: bool) -> None:
        self.job.counts["generations"] += 1
        self.job.counts["restarts"] += restart and generation > 0
        best = population[0]
        if self.job.observer:
            colouring = self.meadow.colouring(best.genes)
            words = f"generation {generation + 1}: the fittest has {best.faults:,} faults"
            self.job.tell(Step("note", words=words + (", all are new" if restart else "")),
                          lambda: State(tuple(1 << colour for colour in colouring)))

    def _apology(self) -> str:
        generations = f"after {self.job.number('generations'):,} generations"
        if self.found:
            return f"no other solution {generations}; a genetic search proves nothing"
        return f"no solution {generations}"


METHOD = Method(
    "a genetic search: selection, crossover, mutation; finds, but never proves",
    searching(solutions),
    options=(
        Option("genes", "rows", "rows that meet their clues, or single cells", ("rows", "cells")),
        Option("fitness", "cells", "cells at fault, or clues violated", ("cells", "clues")),
        Option("population", 200, "individuals", least=2, most=100_000),
        Option("mutation", 10, "per cent of the genes that change", most=100),
        Option("elite", 2, "individuals that stay, at most all but one", most=100_000),
        Option("climb", False, "each child tries all small shifts in one row"),
        Option("stagnation", 40, "generations without progress before all begins anew", least=1),
        Option("generations", 500, "generations at most", least=1),
    ),
    colours=False, blotted=False, tallies=True, budget=Budget(nodes=1_000_000))
