"""Leaves out states that no shortest labeling needs, and splits what is left.

A state that no state of any other label can hinder is free. A label needs none that is longer than
its cheapest free one: it could take that instead, whatever the others do. Fewer states of one
label make more states of others free, so this is repeated. Labels that hinder no other any more
take their cheapest state; the others fall into components that have nothing to do with each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.labeling.grid import TINY, Grid, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


def prune(grid: Grid, table: Table) -> tuple[NDArray[Any], Table]:
    """The number of steps that each option needs, 0 for options that no label needs, and what
    remains forbidden."""
    counts = grid.counts
    while True:
        fewer = _needed(grid, table, counts)
        if (fewer == counts).all():
            return counts, table
        counts, table = fewer, table.within(fewer)


def capped(grid: Grid, counts: NDArray[Any], costs: NDArray[Any]) -> NDArray[Any]:
    """The steps of each option with lengths of up to these costs, one for each option."""
    import numpy as np

    most = np.floor((costs - grid.options.least) / grid.step + TINY) + 1
    found: NDArray[Any] = np.minimum(counts, most.clip(0, None)).astype(int)
    return found


def _needed(grid: Grid, table: Table, counts: NDArray[Any]) -> NDArray[Any]:
    """The steps of each option up to its label's cheapest free state."""
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


def _hindered(grid: Grid, table: Table, counts: NDArray[Any]) -> NDArray[Any]:
    """For each option and number of steps whether some piece forbids it with anything, or it does
    not exist; with a column more than there are steps."""
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


def components(grid: Grid, table: Table) -> list[list[int]]:
    """The labels that hinder each other, directly or through others."""
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
