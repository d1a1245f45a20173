"""The way in: a task and a method give a labeling, and the checker has looked at it."""

from __future__ import annotations

import math
from collections.abc import Callable
from time import monotonic
from typing import NamedTuple

from nonoforge.errors import InputError, nearest
from nonoforge.labeling.auto import all_states, best_states
from nonoforge.labeling.checker import check
from nonoforge.labeling.conflicts import Conflicts, conflicts_of
from nonoforge.labeling.grid import Grid, fixed_grid, grid_of
from nonoforge.labeling.maxsat import Found
from nonoforge.labeling.options import Options, options_of
from nonoforge.labeling.polish import Polish
from nonoforge.labeling.task import Labeling, Placed, Task
from nonoforge.labeling.two_sat import choose, least_clashes
from nonoforge.labeling.validate import validate

STEP = 1.0
SECONDS = 60.0

METHODS = {
    "auto": "what can be decided at once, then MaxSAT for each knot of labels; polished",
    "two-sat": "each leader as short as the frame allows; ports by 2-SAT",
    "dynamic": "ports fixed, one assignment after the other; lengths by dynamic programming",
    "maxsat": "ports and lengths together, by MaxSAT; polished",
}

Progress = Callable[[int, int], None]


def place_labels(
    task: Task, method: str = "auto", *, step: float = STEP, seconds: float | None = None,
    polish: bool = True, progress: Progress | None = None,
) -> Labeling:
    """Where the labels go: as many of them as possible, with leaders as short as possible.

    Leaders are looked for on a grid, `step` apart; those of auto and maxsat are then polished, to
    any length, unless that is not wanted. When the `seconds` are over (60 where nothing is said;
    infinity is possible), the best so far is the answer. `progress` is told now and then how many
    labels of how many are done."""
    if method not in METHODS:
        raise InputError(f"no method {method!r}; {nearest(method, METHODS)}")
    if not (step > 0 and math.isfinite(step)):
        raise InputError(f"a step of {step:g}; it must be more than 0")
    seconds = SECONDS if seconds is None else seconds
    if not seconds > 0:
        raise InputError(f"a time of {seconds:g} seconds; it must be more than 0")
    begin = monotonic()
    validate(task)
    if method == "dynamic":
        from nonoforge.labeling.dynamic import dynamic

        found = dynamic(task, step, budget=seconds)
    else:
        work = _Work(task, method, step, polish, begin + seconds)
        found = work.run(progress)
    wrong = check(task, found)
    if wrong:
        raise AssertionError(f"a labeling failed the independent check: {'; '.join(wrong)}")
    return found._replace(seconds=monotonic() - begin)


class _Work(NamedTuple):
    task: Task
    method: str
    step: float
    polish: bool
    end: float

    def run(self, progress: Progress | None) -> Labeling:
        options = options_of(self.task)
        conflicts = conflicts_of(self.task, options)
        if self.method == "two-sat":
            return self._two_sat(options, conflicts)
        grid = grid_of(options, self.step)
        if self.method == "maxsat":
            found = all_states(grid, conflicts, self.end)
        else:
            found = best_states(grid, conflicts, self.end, progress)
        return self._answer(grid, conflicts, found)

    def _two_sat(self, options: Options, conflicts: Conflicts) -> Labeling:
        """Where there is no complete labeling, as many labels as possible, by MaxSAT."""
        most = max((len(label.options) for label in self.task.labels), default=0)
        if most > 2:
            raise InputError(f"a label with {most} ports; two-sat is for labels with up to two")
        choices = [options.of(label) for label in range(len(self.task.labels))]
        chosen = choose(choices, least_clashes(options, conflicts))
        if chosen is None:
            states = best_states(fixed_grid(options), conflicts, self.end).states.values()
            chosen = [state.option for state in states]
        lengths = {o: float(options.least[o]) for o in chosen}
        return self._labeling(options, lengths, self._perfect(options, lengths), None)

    def _answer(self, grid: Grid, conflicts: Conflicts, found: Found) -> Labeling:
        lengths = {state.option: grid.length(state) for state in found.states.values()}
        if self.polish and not self._perfect(grid.options, lengths):
            lengths = Polish(grid.options, conflicts, lengths).run(self.end)
        if self._perfect(grid.options, lengths):
            return self._labeling(grid.options, lengths, True, None)
        return self._labeling(grid.options, lengths, found.optimal, self.step)

    def _perfect(self, options: Options, lengths: dict[int, float]) -> bool:
        """Whether all labels have their least lengths: no others, of whatever step, are better."""
        return len(lengths) == len(self.task.labels) and all(
            length <= min(options.least[options.of(int(options.label[option]))])
            for option, length in lengths.items())

    def _labeling(self, options: Options, lengths: dict[int, float], optimal: bool,
                  step: float | None) -> Labeling:
        placed: list[Placed | None] = [None] * len(self.task.labels)
        for option, length in lengths.items():
            placed[int(options.label[option])] = Placed(int(options.number[option]), length)
        return Labeling(tuple(placed), math.fsum(lengths.values()), optimal, step, self.method, 0.0)
