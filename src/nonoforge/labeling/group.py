"""Labels that may meet, and the best of their assignments to ports.

Assignments come as in E. Timmer, Labeling Curved Nonograms (2023), section 4.3, one after the other
up to a cap, each solved by the recursion. What is new: an assignment that is no better than the
best so far teaches which of its choices are to blame. It falls apart into parts that do not clash;
each costs something more than its labels' cheapest places. The fewest parts whose extra costs are
too much already are never chosen together again. So a few assignments often do for all of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

from nonoforge.labeling.assignments import Assignments, Pair
from nonoforge.labeling.options import Options
from nonoforge.labeling.places import Places, members
from nonoforge.labeling.recursion import NOTHING, SAME, Found, OutOfTime, Recursion
from nonoforge.labeling.task import Task


@dataclass
class Effort:
    """What it took. `exhausted`: there is no assignment that was not tried and might be better."""

    assignments: int = 0
    entries: int = 0  # sub-instances of the recursion
    overlaps: int = 0  # pairs of places that overlap
    exhausted: bool = True


@dataclass(frozen=True)
class Field:
    """All labels, and what is known of them."""

    task: Task
    options: Options
    places: Places
    recursion: Recursion

    def label(self, places: int) -> int:
        """Whose places these are."""
        return self.places.label[next(members(places))]

    def left_out(self, places: int) -> int:
        """The set of the one place that stands for leaving out whose places these are."""
        return self.places.left_out(self.label(places))

    def cheapest(self, places: int) -> Found:
        """Of a set of places."""
        best = min(members(places), key=self.recursion.cost.__getitem__)
        return Found(self.recursion.cost[best], 1 << best)


class _Part(NamedTuple):
    """What a part of an assignment costs beyond its labels' cheapest places."""

    extra: float
    sets: Sequence[int]
    found: Found


class Group:
    """Labels that are connected by clashes. `sets` has the places that each may take."""

    def __init__(self, field: Field, sets: Sequence[int]) -> None:
        self.field, self.sets = field, sets
        self.least = {field.label(of): field.cheapest(of).cost for of in sets}
        self.best = NOTHING
        self.choices = [self._choices(of) for of in sets]
        self.held = {option: of & field.places.of_option(option)
                     for of, options in zip(sets, self.choices, strict=True) for option in options}

    def solve(self, most: int, effort: Effort) -> Found:
        """The best of so many assignments."""
        if len(self.sets) == 1:
            return self.field.cheapest(self.sets[0])
        try:
            self._search(most, effort)
        except OutOfTime:
            effort.exhausted = False
        return self.best

    def _search(self, most: int, effort: Effort) -> None:
        out = [of & self.field.left_out(of) for of in self.sets]
        self.best = self._greedy()
        with Assignments(self.choices, self._never(), self._uneven(), partial=any(out),
                         watch=self.field.recursion.watch) as ways:
            for tried, way in enumerate(ways):
                if tried == most:
                    effort.exhausted = False
                    break
                effort.assignments += 1
                parts = self._parts([self.held[option] | last
                                     for option, last in zip(way, out, strict=True)])
                blamed = {self.field.label(of) for part in self._blamed(parts) for of in part.sets}
                ways.without(option for option in way
                             if int(self.field.options.label[option]) in blamed)

    def _greedy(self) -> Found:
        """Something to begin with: the cheapest place of all that does not clash, again and again.
        Nothing if a label that may not be left out has none."""
        cost, chosen, free = 0.0, 0, sum(self.sets)
        for place in sorted(members(free), key=self.field.recursion.cost.__getitem__):
            if free >> place & 1:
                own = next(of for of in self.sets if of >> place & 1)
                free &= ~(own | self.field.places.clashes[place])
                cost, chosen = cost + self.field.recursion.cost[place], chosen | 1 << place
        return Found(cost, chosen) if chosen.bit_count() == len(self.sets) else NOTHING

    @property
    def _slack(self) -> float:
        """What may be spent beyond each label's cheapest place by who wants to be better."""
        return self.best.cost - sum(self.least.values()) - SAME

    def _parts(self, sets: Sequence[int]) -> list[_Part]:
        """Of an assignment, up to where it is known to be no better than the best; else that is the
        new best."""
        parts: list[_Part] = []
        for part in sorted(self.field.recursion.parts(sets), key=len):
            found = self.field.recursion.solve(part)
            least = sum(self.least[self.field.label(of)] for of in part)
            parts.append(_Part(found.cost - least, part, found))
            if sum(part.extra for part in parts) >= self._slack:
                return parts
        self.best = Found(sum(part.found.cost for part in parts),
                          sum(part.found.places for part in parts))
        return parts

    def _blamed(self, parts: Sequence[_Part]) -> Iterator[_Part]:
        """The fewest parts that alone are too dear."""
        spent, slack = 0.0, self._slack
        for part in sorted(parts, key=lambda part: -part.extra):
            if spent >= slack:
                break
            spent += part.extra
            yield part

    def _choices(self, of: int) -> list[int]:
        """The options that a label has left, the one with the shortest leader first."""
        field = self.field
        options = [i for i in field.options.of(field.label(of)) if of & field.places.of_option(i)]
        return sorted(options, key=lambda i: float(field.options.least[i]))

    def _never(self) -> list[Pair]:
        """Pairs of options that overlap whatever their leaders."""
        always = {}
        for option, places in self.held.items():
            always[option] = -1
            for place in members(places):
                always[option] &= self.field.places.clashes[place]
        return [(a, b) for one, other in combinations(self.choices, 2) for a in one for b in other
                if self.held[b] & always[a] == self.held[b]]

    def _uneven(self) -> list[list[Pair]]:
        """For each curve the pairs of options of its labels that are at the same port."""
        at, out = self.field.options.at.tolist(), self.field.options.out.tolist()
        curves: dict[int, list[Pair]] = {}
        for one, other in combinations([of for of in self.choices if of], 2):
            curve = self._curve(one[0])
            if curve is not None and curve == self._curve(other[0]):
                curves.setdefault(curve, []).extend(
                    (a, b) for a in one for b in other if at[a] == at[b] and out[a] == out[b])
        return [pairs for pairs in curves.values() if pairs]

    def _curve(self, option: int) -> int | None:
        return self.field.task.labels[int(self.field.options.label[option])].curve
