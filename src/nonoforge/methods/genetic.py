"""A genetic search: pictures are bred until one meets all clues, or patience ends.

A population of pictures is kept. The fewer faults one has, the fitter it is. Each generation the
fittest few stay as they are (`elite`); the others are replaced by children. Parents are chosen at
random with a bias for the fitter (the best of three drawn), the genes up to a random point come
from one parent and the rest from the other, and now and then a gene changes (`mutation`).

Wiggers' genes are the cells, 0 or 1 (`genes=cells`). By default a gene is a whole row instead
(`genes=rows`): how its slack is shared out over the gaps between its blocks, so that rows always
meet their clues, a mutation shifts blocks, and only the columns can be at fault. In general: lines
that share no cells, those of the first group before others, are genes; all other lines are tested,
and cells on no such line are genes of bits. Faults are counted in cells (the fewest of a line that
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

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.engine import Budget
from nonoforge.methods.common.breeding import Gene, Individual, Meadow
from nonoforge.methods.common.job import GaveUp, Job, searching
from nonoforge.methods.common.method import Method
from nonoforge.methods.common.options import Option
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step

DRAWN = 3  # of which the best becomes a parent
MOST_GENES = 20_000_000  # cells in a whole population


class Bred(NamedTuple):
    """An individual and its faults; the fittest is the least."""

    faults: int
    genes: Individual


def solutions(job: Job) -> Iterator[Colouring]:
    """Solutions as they turn up; it ends only where there is nothing to choose."""
    start = State.start(job.puzzle)
    if not all(start.masks) or any(
            line.clue.needs > len(line.cells) for line in job.puzzle.lines):
        return
    if job.puzzle.cells * job.number("population") > MOST_GENES:
        raise GaveUp(f"a population of {job.number('population')} pictures of this size is too "
                     "large")
    yield from _Breeding(job).solutions()


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
        """Selection. The population is sorted, so the least place of some is the fittest."""
        return population[min(self.random.randrange(self.size) for _ in range(DRAWN))].genes

    def _crossed(self, mother: Individual, father: Individual) -> Individual:
        point = self.random.randrange(len(mother) + 1)
        if len(mother) > 1:
            return mother[:point] + father[point:]
        # One gene alone: it comes from one of them, unless it is made of bits that can be mixed.
        if self.meadow.plots[0].runs is not None:
            return mother if point else father
        point = self.random.randrange(len(mother[0]) + 1)
        return (mother[0][:point] + father[0][point:],)

    def _mutated(self, genes: Individual) -> Individual:
        """Each gene that can changes with the probability of `mutation` per cent."""
        chance = self.job.number("mutation") / 100
        changed = [at for at in self.meadow.varying if self.random.random() < chance]
        if not changed:
            return genes
        child = list(genes)
        for at in changed:
            child[at] = self.meadow.plots[at].mutated(child[at], self.random)
        return tuple(child)

    def _climbed(self, genes: Individual) -> Bred:
        """The best of this and all that differ by a small step in one gene."""
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
    colours=False, blotted=False, budget=Budget(nodes=1_000_000))
