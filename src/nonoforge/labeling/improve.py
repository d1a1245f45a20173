"""A better labeling where the best is out of reach: neighbours are placed anew, the rest stays.

A window is a label and those nearest to it among the labels that hinder each other. All its labels
are free, all others stay as they are, and the window's best states are found by MaxSAT: it is small
enough for that. Windows around labels without a place come first. When no window helps any more
they are made larger (P. Shaw, Using constraint programming and local search methods to solve
vehicle routing problems, 1998, for the idea of large neighbourhoods).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from nonoforge.labeling.clauses import Clauses
from nonoforge.labeling.greedy import free_states, occupy
from nonoforge.labeling.grid import Grid, State, Table
from nonoforge.labeling.maxsat import shortest

if TYPE_CHECKING:
    from numpy.typing import NDArray

WINDOW = 24  # labels, at first
GROWTH = 1.5
SECONDS = 2.0  # for one window
GAIN = 1e-9  # of a step


class Improve:
    """States of labels that hinder each other, and what may become of them."""

    def __init__(self, grid: Grid, counts: NDArray[Any], table: Table,
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
        """The best states when the time is over, or when one window has held all labels."""
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
        """The label, and one after the other the one that those before hinder most."""
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
        """Places a window anew; whether that is better."""
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
