"""The way in: a task and a method give a labeling, and the checker has looked at it."""

from __future__ import annotations

import math
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
from nonoforge.progress import Progress

STEP = 1.0
SECONDS = 60.0
ALIKE = 1e-6  # lengths that differ by less are the same

METHODS = {
    "auto": "what can be decided at once, then MaxSAT for each knot of labels; polished",
    "two-sat": "each leader as short as the frame allows; ports by 2-SAT",
    "dynamic": "ports fixed, one assignment after the other; lengths by dynamic programming",
    "maxsat": "ports and lengths together, by MaxSAT; polished",
}



def place_labels(
    task: Task, method: str = "auto", *, step: float | None = None, seconds: float | None = None,
    polish: bool = True, progress: Progress | None = None,
) -> Labeling:
    """Where the labels go: as many of them as possible, with leaders as short as possible.

    Leaders are looked for on a grid, `step` apart (1 where nothing is said); those of auto and
    maxsat are then polished, to any length, unless that is not wanted. Where no step is named and
    all leaders are parallel or at right angles, dynamic tries just the lengths that can matter.
    When the `seconds` are over (60 where nothing is said; infinity is possible), the best so far is
    the answer. `progress` is told now and then how many labels of how many are done."""
    if method not in METHODS:
        raise InputError(f"no method {method!r}; {nearest(method, METHODS)}")
    if step is not None and not (step > 0 and math.isfinite(step)):
        raise InputError(f"a step of {step:g}; it must be more than 0")
    seconds = SECONDS if seconds is None else seconds
    if not seconds > 0:
        raise InputError(f"a time of {seconds:g} seconds; it must be more than 0")
    begin = monotonic()
    validate(task)
    if method == "dynamic":
        found = _dynamic(task, step, seconds)
    else:
        work = _Work(task, method, STEP if step is None else step, polish, begin + seconds)
        found = work.run(progress)
    wrong = check(task, found)
    if wrong:
        raise AssertionError(f"a labeling failed the independent check: {'; '.join(wrong)}")
    return found._replace(seconds=monotonic() - begin)


def _dynamic(task: Task, step: float | None, seconds: float) -> Labeling:
    from nonoforge.labeling.dynamic import dynamic
    from nonoforge.labeling.relevant import upright

    if step is None and not upright(options_of(task)):
        step = STEP
    return dynamic(task, step, budget=seconds)


def _fixed(options: Options) -> bool:
    """Whether no leader has a choice of lengths: whatever the step, there are no others."""
    return bool((options.most - options.least <= ALIKE).all())


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
        chosen, best = choose(choices, least_clashes(options, conflicts)), False
        if chosen is None:
            found = best_states(fixed_grid(options), conflicts, self.end)
            chosen = [state.option for state in found.states.values()]
            best = found.optimal and _fixed(options)
        lengths = {o: float(options.least[o]) for o in chosen}
        return self._labeling(options, lengths, best or self._perfect(options, lengths), None)

    def _answer(self, grid: Grid, conflicts: Conflicts, found: Found) -> Labeling:
        options = grid.options
        lengths = {state.option: grid.length(state) for state in found.states.values()}
        if self.polish and not self._perfect(options, lengths):
            lengths = Polish(options, conflicts, lengths).run(self.end)
        if self._perfect(options, lengths):
            return self._labeling(options, lengths, True, None)
        step = None if found.optimal and _fixed(options) else self.step
        return self._labeling(options, lengths, found.optimal, step)

    def _perfect(self, options: Options, lengths: dict[int, float]) -> bool:
        """Whether all labels have their least lengths: no others, of whatever step, are better.
        Of two ends of a curve that are alike, rounding makes one the shorter."""
        return len(lengths) == len(self.task.labels) and all(
            length <= min(options.least[options.of(int(options.label[option]))]) + ALIKE
            for option, length in lengths.items())

    def _labeling(self, options: Options, lengths: dict[int, float], optimal: bool,
                  step: float | None) -> Labeling:
        placed: list[Placed | None] = [None] * len(self.task.labels)
        for option, length in lengths.items():
            placed[int(options.label[option])] = Placed(int(options.number[option]), length)
        return Labeling(tuple(placed), math.fsum(lengths.values()), optimal, step, self.method, 0.0)
