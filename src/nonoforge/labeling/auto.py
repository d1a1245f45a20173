"""The most labels with the shortest leaders, proved for the lengths of a grid.

States that no shortest labeling needs are left out first; labels that then hinder no other take
their cheapest state. Of the rest each component is solved on its own: at once if all its labels can
have their cheapest states together, else by MaxSAT. A 2-SAT assignment at least lengths, where
there is one, bounds what any of its labels can be worth. When there is no time for a proof, what
was found is improved, a few neighbours at a time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from math import inf
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonoforge.labeling.maxsat import Clauses, Found, shortest
from nonoforge.labeling.options import Conflicts
from nonoforge.labeling.places import TINY, LengthGrid, State, Table, table_of
from nonoforge.labeling.two_sat import choose
from nonoforge.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


# A labeling at once: label after label takes the shortest leader that those before it leave.

def greedy(grid: LengthGrid, counts: NDArray[Any], table: Table,
           labels: Sequence[int]) -> dict[int, State]:
    """Return states for as many labels as possible, those with the fewest choices first."""
    choices = {label: [o for o in grid.options.of(label) if counts[o]] for label in labels}
    free = free_states(grid, counts)
    found: dict[int, State] = {}
    for label in sorted(labels, key=lambda label: sum(int(counts[o]) for o in choices[label])):
        states = [State(o, int(free[o].argmax())) for o in choices[label] if free[o].any()]
        if states:
            found[label] = min(states, key=grid.length)
            occupy(table, found[label], free)
    return found


def free_states(grid: LengthGrid, counts: NDArray[Any]) -> NDArray[Any]:
    """Return for each option and number of steps whether the frame leaves room for it."""
    import numpy as np

    free: NDArray[Any] = np.arange(int(counts.max(initial=0))) < counts[:, None]
    if grid.blocked is not None:
        free &= ~grid.blocked[:, :free.shape[1]]
    return free


def occupy(table: Table, state: State, free: NDArray[Any]) -> None:
    """Remove from `free` the states that a state excludes."""
    for m in (table.second == state.option).nonzero()[0].tolist():
        free[table.first[m], table.low[m, state.steps]:table.high[m, state.steps] + 1] = False
    for m in (table.first == state.option).nonzero()[0].tolist():
        hit = (table.low[m] <= state.steps) & (state.steps <= table.high[m])
        free[table.second[m], :len(hit)][hit[:free.shape[1]]] = False


# Leaves out states that no shortest labeling needs, and splits what is left.
#
# A state that no state of any other label can hinder is free. A label needs none that is longer
# than its cheapest free one: it could take that instead, whatever the others do. Fewer states of
# one label make more states of others free, so this is repeated. Labels that hinder no other any
# more take their cheapest state; the others fall into components that have nothing to do with
# each other.

def prune(grid: LengthGrid, table: Table) -> tuple[NDArray[Any], Table]:
    """Return the number of steps that each option needs, 0 for options that no label needs, and
    what remains forbidden."""
    counts = grid.counts
    while True:
        fewer = _needed(grid, table, counts)
        if (fewer == counts).all():
            return counts, table
        counts, table = fewer, table.within(fewer)


def capped(grid: LengthGrid, counts: NDArray[Any], costs: NDArray[Any]) -> NDArray[Any]:
    """Return the steps of each option with lengths of up to these costs, one for each option."""
    import numpy as np

    most = np.floor((costs - grid.options.least) / grid.step + TINY) + 1
    found: NDArray[Any] = np.minimum(counts, most.clip(0, None)).astype(int)
    return found


def _needed(grid: LengthGrid, table: Table, counts: NDArray[Any]) -> NDArray[Any]:
    """Return the steps of each option up to its label's cheapest free state."""
    import numpy as np

    free = (~_hindered(grid, table, counts)).argmax(axis=1)  # the last column always is
    options = np.arange(len(counts))
    costs = np.where(free < counts, grid.lengths(options, free), np.inf)
    labels = grid.options.label
    cheapest = np.full(int(labels.max(initial=0)) + 1, np.inf)
    np.minimum.at(cheapest, labels, costs)
    shorter = np.ceil((cheapest[labels] - grid.options.least) / grid.step - TINY).clip(0, None)
    needed: NDArray[Any] = np.minimum(counts, shorter).astype(int)
    # Of several options with a free state of that length one is enough.
    best = np.flatnonzero((costs == cheapest[labels]) & (costs < np.inf))
    _, place = np.unique(labels[best], return_index=True)
    needed[best[place]] = free[best[place]] + 1
    return needed


def _hindered(grid: LengthGrid, table: Table, counts: NDArray[Any]) -> NDArray[Any]:
    """Return for each option and number of steps whether some piece forbids it with anything, or it
    does not exist; with a column more than there are steps."""
    import numpy as np

    width = int(counts.max(initial=0)) + 1
    change = np.zeros((len(counts), width + 1), dtype=int)
    if len(table):
        held = table.low <= table.high
        steps = np.arange(held.shape[1])
        far = np.iinfo(np.int32).max
        for option, low, high in (
            (table.first, np.where(held, table.low, far), np.where(held, table.high, -1)),
            (table.second, np.where(held, steps, far), np.where(held, steps, -1)),
        ):
            np.add.at(change, (option, low.min(axis=1)), 1)
            np.add.at(change, (option, high.max(axis=1) + 1), -1)
    hindered = change.cumsum(axis=1)[:, :width] > 0
    hindered |= np.arange(width) >= counts[:, None]
    if grid.blocked is not None:
        hindered[:, :-1] |= grid.blocked[:, :width - 1]
    hindered[:, -1] = False
    found: NDArray[Any] = hindered
    return found


def components(grid: LengthGrid, table: Table) -> list[list[int]]:
    """Return the labels that hinder each other, directly or through others."""
    parent: dict[int, int] = {}

    def root(label: int) -> int:
        while parent.setdefault(label, label) != label:
            parent[label] = label = parent[parent[label]]
        return label

    labels = grid.options.label
    for a, b in zip(labels[table.first].tolist(), labels[table.second].tolist(), strict=True):
        parent[root(a)] = root(b)
    groups: dict[int, list[int]] = {}
    for label in sorted(parent):
        groups.setdefault(root(label), []).append(label)
    return list(groups.values())


# Local search where the optimum is out of reach: a window of labels is placed again.
#
# A window is a label and those nearest to it among the labels that hinder each other. All its
# labels are free, all others stay as they are, and the window's best states are found by MaxSAT:
# it is small enough for that. Windows around labels without a place come first. When no window
# helps any more they are made larger (P. Shaw, Using constraint programming and local search
# methods to solve vehicle routing problems, 1998, for the idea of large neighbourhoods).

WINDOW = 24  # labels, at first
GROWTH = 1.5
SECONDS = 2.0  # for one window
GAIN = 1e-9  # of a step


class Improve:
    """States of labels that hinder each other, and what may become of them."""

    def __init__(self, grid: LengthGrid, counts: NDArray[Any], table: Table,
                 states: dict[int, State], labels: Sequence[int]) -> None:
        self.states = dict(states)
        self._grid, self._counts, self._table = grid, counts, table
        self._labels = list(labels)
        self._near: dict[int, Counter[int]] = {label: Counter() for label in labels}
        owner = grid.options.label
        for a, b in zip(owner[table.first].tolist(), owner[table.second].tolist(), strict=True):
            self._near[a][b] += 1
            self._near[b][a] += 1

    def run(self, end: float) -> dict[int, State]:
        """Return the best states when the time is over, or when one window has held all labels."""
        random, size = Random(0), WINDOW
        while monotonic() < end:
            centres = sorted(self._labels, key=lambda label: (label in self.states,
                                                              random.random()))
            helped = [self._anew(self._window(label, size), end) for label in centres]
            if size >= len(self._labels):
                break
            size = size if any(helped) else round(size * GROWTH)
        return self.states

    def _window(self, label: int, size: int) -> list[int]:
        """Return the label, and one after the other the one that those before hinder most."""
        found = [label]
        near = Counter(self._near[label])
        while near and len(found) < size:
            nearest = max(near, key=lambda each: (near[each], each))
            found.append(nearest)
            near.update(self._near[nearest])
            for each in found:
                near.pop(each, None)
        return found

    def _anew(self, window: Sequence[int], end: float) -> bool:
        """Place a window of labels again; return whether that is better."""
        import numpy as np

        if monotonic() >= end:
            return False
        free = free_states(self._grid, self._counts)
        around = {each for label in window for each in self._near[label]} - set(window)
        for label in around & self.states.keys():
            occupy(self._table, self.states[label], free)
        counts = np.where(free.any(axis=1), self._counts, 0)
        inside = [label for label in window if counts[self._grid.options.of(label)].any()]
        known = {label: self.states[label] for label in inside if label in self.states}
        owner = self._grid.options.label
        table = self._table.take(np.isin(owner[self._table.first], inside)
                                 & np.isin(owner[self._table.second], inside)).within(counts)
        grid = replace(self._grid, blocked=~free)
        found = shortest(Clauses(grid, counts, table, inside), known,
                         min(end, monotonic() + SECONDS)).states
        better = self._score(found) < self._score(known)
        if better:
            self.states = {label: state for label, state in self.states.items()
                           if label not in window} | found
        return better

    def _score(self, states: dict[int, State]) -> tuple[int, float]:
        total = sum(map(self._grid.length, states.values()))
        return -len(states), round(total / self._grid.step / GAIN) * GAIN


EXACT = 0.6  # of the time is for the proof; the rest, where there is none, for better labelings
LARGE = 4_000_000  # entries of a table that are too many for a formula: no proof is tried
ENTRIES_PER_SECOND = 400_000  # that become clauses, or are too many for the time there is


def best_states(
    grid: LengthGrid, conflicts: Conflicts, end: float = inf,
    progress: Progress | None = None,
) -> Found:
    """Return the best states on a grid, or, at the time `end` (of the monotonic clock), good ones.
    `progress` is called with (labels done, all labels)."""
    counts, table = prune(grid, table_of(conflicts, grid))
    groups = sorted(components(grid, table), key=len)
    labels = sorted({int(label) for label in grid.options.label})
    inside = {label for group in groups for label in group}
    states = {label: _cheapest(grid, counts, label) for label in labels if label not in inside}
    optimal, to_do = True, len(inside)
    for group in groups:
        if progress is not None:
            progress(len(labels) - to_do, len(labels))
        now = monotonic()
        share = now + (end - now) * len(group) / to_do
        found = _component(grid, counts, _part(grid, table, group), group, share)
        states |= found.states
        optimal &= found.optimal
        to_do -= len(group)
    return Found(states, optimal)


def all_states(grid: LengthGrid, conflicts: Conflicts, end: float = inf) -> Found:
    """Return the same by one formula for all labels and all their states: MaxSAT alone."""
    table = table_of(conflicts, grid)
    labels = sorted({int(label) for label in grid.options.label})
    found = _proved(grid, grid.counts, table, labels, {}, end)
    known = {} if found.optimal else greedy(grid, grid.counts, table, labels)
    return found if len(found.states) >= len(known) else Found(known, False)


def _cheapest(grid: LengthGrid, counts: NDArray[Any], label: int) -> State:
    return min((State(o, 0) for o in grid.options.of(label) if counts[o]), key=grid.length)


def _part(grid: LengthGrid, table: Table, labels: Sequence[int]) -> Table:
    import numpy as np

    return table.take(np.isin(grid.options.label[table.first], labels))


def _component(grid: LengthGrid, counts: NDArray[Any], table: Table, labels: Sequence[int],
               end: float) -> Found:
    best = {label: _cheapest(grid, counts, label) for label in labels}
    clashes = _clashes(table)
    chosen = {state.option for state in best.values()}
    if not any(a in chosen and b in chosen for a, b in clashes):
        return Found(best, True)
    known = _two_sat(grid, counts, labels, clashes)
    if known:
        counts = _bounded(grid, counts, best, known)
        table = table.within(counts)
    now = monotonic()
    found = _proved(grid, counts, table, labels, known or {}, now + EXACT * (end - now))
    if found.optimal:
        return found
    quick = greedy(grid, counts, table, labels)
    states = max(found.states, quick, key=len)
    return Found(Improve(grid, counts, table, states, labels).run(end), False)


def _proved(grid: LengthGrid, counts: NDArray[Any], table: Table, labels: Sequence[int],
            known: dict[int, State], end: float) -> Found:
    """Return the best states by MaxSAT, or the known ones where that takes too long."""
    if table.low.size > min(LARGE, ENTRIES_PER_SECOND * (end - monotonic())):
        return Found(known, False)
    return shortest(Clauses(grid, counts, table, labels), known, end)


def _clashes(table: Table) -> list[tuple[int, int]]:
    """Return pairs of options that cannot both have their least lengths."""
    clash = (table.low[:, 0] <= 0) & (table.high[:, 0] >= 0)
    return list(zip(table.first[clash].tolist(), table.second[clash].tolist(), strict=True))


def _two_sat(grid: LengthGrid, counts: NDArray[Any], labels: Sequence[int],
             clashes: Sequence[tuple[int, int]]) -> dict[int, State] | None:
    """Return a labeling with least lengths, if labels have at most two ports and there is one."""
    choices = [sorted((o for o in grid.options.of(label) if counts[o]),
                      key=lambda o: float(grid.options.least[o])) for label in labels]
    chosen = choose(choices, clashes) if max(map(len, choices)) <= 2 else None
    if chosen is None:
        return None
    return {label: State(o, 0) for label, o in zip(labels, chosen, strict=True)}


def _bounded(grid: LengthGrid, counts: NDArray[Any], best: dict[int, State],
             known: dict[int, State]) -> NDArray[Any]:
    """Return the steps that a label may take in a labeling that is no longer than the known one."""
    import numpy as np

    spare = sum(grid.length(known[label]) - grid.length(best[label]) for label in best)
    most = np.full(len(counts), np.inf)
    for label, state in best.items():
        most[grid.options.of(label)] = grid.length(state) + spare
    return capped(grid, counts, most)
