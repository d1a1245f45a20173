"""The most labels with the shortest leaders, proved for the lengths of a grid.

States that no shortest labeling needs are left out first; labels that then hinder no other take
their cheapest state. Of the rest each component is solved on its own: at once if all its labels can
have their cheapest states together, else by MaxSAT. A 2-SAT assignment at least lengths, where
there is one, bounds what any of its labels can be worth. When there is no time for a proof, what
was found is improved, a few neighbours at a time.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonoforge.labeling.clauses import Clauses
from nonoforge.labeling.conflicts import Conflicts
from nonoforge.labeling.greedy import greedy
from nonoforge.labeling.grid import Grid, State, Table, table_of
from nonoforge.labeling.improve import Improve
from nonoforge.labeling.maxsat import Found, shortest
from nonoforge.labeling.prune import capped, components, prune
from nonoforge.labeling.two_sat import choose
from nonoforge.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray


EXACT = 0.6  # of the time is for the proof; the rest, where there is none, for better labelings
LARGE = 4_000_000  # entries of a table that are too many for a formula: no proof is tried


def best_states(
    grid: Grid, conflicts: Conflicts, end: float = inf,
    progress: Progress | None = None,
) -> Found:
    """The best states on a grid, or, at the time `end` (of the monotonic clock), good ones.
    `progress` is told how many labels of how many are done."""
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


def all_states(grid: Grid, conflicts: Conflicts, end: float = inf) -> Found:
    """The same by one formula for all labels and all their states: MaxSAT alone."""
    table = table_of(conflicts, grid)
    labels = sorted({int(label) for label in grid.options.label})
    found = _proved(grid, grid.counts, table, labels, {}, end)
    known = {} if found.optimal else greedy(grid, grid.counts, table, labels)
    return found if len(found.states) >= len(known) else Found(known, False)


def _cheapest(grid: Grid, counts: NDArray[Any], label: int) -> State:
    return min((State(o, 0) for o in grid.options.of(label) if counts[o]), key=grid.length)


def _part(grid: Grid, table: Table, labels: Sequence[int]) -> Table:
    import numpy as np

    return table.take(np.isin(grid.options.label[table.first], labels))


def _component(grid: Grid, counts: NDArray[Any], table: Table, labels: Sequence[int],
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


def _proved(grid: Grid, counts: NDArray[Any], table: Table, labels: Sequence[int],
            known: dict[int, State], end: float) -> Found:
    """By MaxSAT, or what is known where that would be too much."""
    if table.low.size > LARGE:
        return Found(known, False)
    return shortest(Clauses(grid, counts, table, labels), known, end)


def _clashes(table: Table) -> list[tuple[int, int]]:
    """Pairs of options that cannot both have their least lengths."""
    clash = (table.low[:, 0] <= 0) & (table.high[:, 0] >= 0)
    return list(zip(table.first[clash].tolist(), table.second[clash].tolist(), strict=True))


def _two_sat(grid: Grid, counts: NDArray[Any], labels: Sequence[int],
             clashes: Sequence[tuple[int, int]]) -> dict[int, State] | None:
    """A labeling with least lengths, if labels have at most two ports and there is one."""
    choices = [sorted((o for o in grid.options.of(label) if counts[o]),
                      key=lambda o: float(grid.options.least[o])) for label in labels]
    chosen = choose(choices, clashes) if max(map(len, choices)) <= 2 else None
    if chosen is None:
        return None
    return {label: State(o, 0) for label, o in zip(labels, chosen, strict=True)}


def _bounded(grid: Grid, counts: NDArray[Any], best: dict[int, State],
             known: dict[int, State]) -> NDArray[Any]:
    """The steps that a label may take in a labeling that is no longer than the known one."""
    import numpy as np

    spare = sum(grid.length(known[label]) - grid.length(best[label]) for label in best)
    most = np.full(len(counts), np.inf)
    for label, state in best.items():
        most[grid.options.of(label)] = grid.length(state) + spare
    return capped(grid, counts, most)
