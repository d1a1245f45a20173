"""Shortest leaders for fixed ports, for one assignment of labels to ports after the other.

E. Timmer, Labeling Curved Nonograms (2023), section 4.3, in both of her versions: with the lengths
of a grid, for leaders of any slope, or with those lengths alone that matter (`relevant`), where all
leaders are parallel or at right angles; then the result is the optimum among all lengths. What her
recursion gets wrong, and how corners are dealt with, is said in `recursion`.

Labels that cannot meet are assigned independently of each other: the cap on assignments is for each
group of labels that can. Places that no best labeling needs are dropped before.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import fsum, inf
from time import perf_counter

from nonoforge.errors import InputError
from nonoforge.labeling.conflicts import conflicts_of
from nonoforge.labeling.group import Effort, Field, Group
from nonoforge.labeling.options import options_of
from nonoforge.labeling.places import grid_lengths, members, places_of
from nonoforge.labeling.recursion import NOTHING, Found, Recursion
from nonoforge.labeling.relevant import relevant_lengths
from nonoforge.labeling.task import Labeling, Placed, Task
from nonoforge.labeling.validate import validate

ASSIGNMENTS = 500  # that are tried, as in the paper


def dynamic(
    task: Task, step: float | None, assignments: int = ASSIGNMENTS, budget: float | None = None, *,
    partial: bool = True, narrow: bool = True, effort: Effort | None = None,
) -> Labeling:
    """The best labeling of all assignments that are tried, at most so many for each group of labels
    that can meet. It is `optimal` if no other assignment can be better.

    Leaders have their least length or a multiple of `step` more; without a step, any length (then
    all of them must be parallel or at right angles). `budget` is in seconds. `partial`: as many
    labels as possible where not all can be placed, instead of none. Not `narrow`: the recursion
    does all the work. `effort` is told what it took."""
    begin = perf_counter()
    validate(task)
    if assignments < 1:
        raise InputError(f"{assignments} assignments; at least one must be tried")
    effort = effort or Effort()
    search = _Search(task, step, narrow, assignments, effort)
    placed = search.run(inf if budget is None else begin + budget, partial)
    return Labeling(
        placed, fsum(place.leader for place in placed if place),
        effort.exhausted and (partial or all(placed)), step, "dynamic", perf_counter() - begin)


class _Search:
    def __init__(
        self, task: Task, step: float | None, narrow: bool, most: int, effort: Effort,
    ) -> None:
        options = options_of(task)
        conflicts = conflicts_of(task, options)
        lengths = (relevant_lengths(options, conflicts) if step is None
                   else grid_lengths(options, step))
        places = places_of(task, options, conflicts, lengths)
        dear = 1.0 + task.longest * len(task.labels)  # a label less is worse than any length
        cost = [dear if option < 0 else leader
                for option, leader in zip(places.option, places.leader, strict=True)]
        self.recursion = Recursion(places, cost, narrow=narrow)
        self.field = Field(task, options, places, self.recursion)
        self.most, self.effort = most, effort
        effort.overlaps += places.overlaps

    def run(self, until: float, partial: bool) -> tuple[Placed | None, ...]:
        """All groups; without `partial`, nothing at all if one of them cannot be placed."""
        field, chosen = self.field, 0
        every = [sum(map(field.places.of_option, field.options.of(label)))
                 for label in range(len(field.task.labels))]
        groups = sorted(self.recursion.parts([of for of in every if of]), key=len)
        for done, group in enumerate(groups if partial or all(every) else ()):
            now = perf_counter()
            self.recursion.until = now + (until - now) / (len(groups) - done)
            found = self._group(group, partial)
            if not (found.places or partial):
                chosen = 0
                break
            chosen |= found.places
        self.effort.entries += self.recursion.entries
        return self._placed(chosen)

    def _group(self, group: Sequence[int], partial: bool) -> Found:
        """Labels that can meet: all of them, or else as many as possible."""
        found = self._narrowed(group)
        if found.places or not partial:
            return found
        return self._narrowed([of | self.field.left_out(of) for of in group])

    def _narrowed(self, group: Sequence[int]) -> Found:
        sets = self.recursion.narrowed(group)
        if sets is None:
            return NOTHING
        cost, chosen = 0.0, 0
        for part in self.recursion.parts(sets):
            found = Group(self.field, part).solve(self.most, self.effort)
            if not found.places:
                return NOTHING
            cost, chosen = cost + found.cost, chosen | found.places
        return Found(cost, chosen)

    def _placed(self, chosen: int) -> tuple[Placed | None, ...]:
        """The answer for each label."""
        field = self.field
        placed: list[Placed | None] = [None] * len(field.task.labels)
        for place in members(chosen):
            option = field.places.option[place]
            if option >= 0:
                placed[field.places.label[place]] = Placed(
                    int(field.options.number[option]), field.places.leader[place])
        return tuple(placed)
