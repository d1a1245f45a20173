"""A labeling at once: label after label takes the shortest leader that those before it leave."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from nonoforge.labeling.grid import Grid, State, Table

if TYPE_CHECKING:
    from numpy.typing import NDArray


def greedy(grid: Grid, counts: NDArray[Any], table: Table,
           labels: Sequence[int]) -> dict[int, State]:
    """States for as many of the labels as it finds room for; those with the least choice first."""
    choices = {label: [o for o in grid.options.of(label) if counts[o]] for label in labels}
    free = free_states(grid, counts)
    found: dict[int, State] = {}
    for label in sorted(labels, key=lambda label: sum(int(counts[o]) for o in choices[label])):
        states = [State(o, int(free[o].argmax())) for o in choices[label] if free[o].any()]
        if states:
            found[label] = min(states, key=grid.length)
            occupy(table, found[label], free)
    return found


def free_states(grid: Grid, counts: NDArray[Any]) -> NDArray[Any]:
    """For each option and number of steps whether the frame leaves room for it."""
    import numpy as np

    free: NDArray[Any] = np.arange(int(counts.max(initial=0))) < counts[:, None]
    if grid.blocked is not None:
        free &= ~grid.blocked[:, :free.shape[1]]
    return free


def occupy(table: Table, state: State, free: NDArray[Any]) -> None:
    """Takes from `free` what a state forbids to others."""
    for m in (table.second == state.option).nonzero()[0].tolist():
        free[table.first[m], table.low[m, state.steps]:table.high[m, state.steps] + 1] = False
    for m in (table.first == state.option).nonzero()[0].tolist():
        hit = (table.low[m] <= state.steps) & (state.steps <= table.high[m])
        free[table.second[m], :len(hit)][hit[:free.shape[1]]] = False
