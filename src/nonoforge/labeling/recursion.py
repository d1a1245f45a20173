"""The shortest leaders for labels with fixed ports, by the recursion of E. Timmer, Labeling Curved
Nonograms (2023), section 4.3.1, corrected.

Her T[i, j, a, b] is the least length of the leaders of all labels between i and j on one edge, when
i and j have leaders of a and b. Of the labels between one is the highest, k with a leader of c; it
parts those on its left from those on its right:

    T[i, j, a, b] = min over k and c of T[i, k, a, c] + T[k, j, c, b] - c

As printed, k must be valid with i and j, stay below the lower one of them, and have c <= min(a, b).
That goes wrong in three ways; each was found by comparing with an exhaustive search.

1. A label may be lower than another and have the longer leader, because it has fewer boxes. Of
   random edges with three to five ports and slopes of +-1 that can be labelled, c <= min(a, b)
   loses the optimum of half. Only heights count.
2. i and j are not all that matters: a label beyond i that passes over i may let its boxes hang
   down on this side. With slopes of +-1 and boxes of one height no such case was found among
   thousands; else there are some, and the recursion gives labels that overlap. An example: ports
   at 14, 45 and 59 on the x axis, each with the direction (-1, 1), one box of length 16, on the
   left, right and left, of heights 8, 8 and 32, and steps of 8. The optimum is 64. The recursion
   gives 40: the last label passes over the second and is in the first, with which it is never
   compared.
3. Labels of neighbouring edges meet at the corners. The outermost labels of each edge, which are
   all that she combines, are not always those which meet.

So here a sub-instance is what the labels placed so far leave to those not yet placed: a set of
places. Where only i and j reach in, it is T[i, j, a, b]. Edges need no distinction. Let height be
the distance from the frame. For a convex frame, what is not farther from it than the top of k is a
ring, and k, which reaches from the frame to the ring's outer edge, cuts it open. All labels lower
than k lie in the ring. So the highest label of all turns the frame into one edge, and each further
one parts it in two. (Should a frame not be convex, labels which a higher one does not part stay
together: a sub-instance is split into what has no clash, whatever the reason. The result is right,
only the effort is not polynomial.)

Before it is split, a sub-instance is narrowed: a place goes if it clashes with all that some label
has left, or if a shorter leader of the same label clashes with no more. Most instances end there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import inf
from time import perf_counter
from typing import NamedTuple

from nonoforge.labeling.places import Places, members

SAME = 1e-9  # lengths nearer than this are the same


class OutOfTime(Exception):
    """The time is over."""


class Found(NamedTuple):
    """The least cost of a sub-instance, and the places that have it; infinite if there is none."""

    cost: float
    places: int


NOTHING = Found(inf, 0)


class Recursion:
    """Sub-instances that are solved stay solved, also for the next assignment of labels to ports.
    `entries` counts them."""

    def __init__(self, places: Places, cost: Sequence[float], *, narrow: bool = True,
                 until: float = inf) -> None:
        self.clashes, self.cost, self.narrow, self.until = places.clashes, cost, narrow, until
        self.known: dict[int, Found] = {}
        self.below = _below(places.height)

    @property
    def entries(self) -> int:
        return len(self.known)

    def watch(self) -> None:
        """Raises OutOfTime when it is over."""
        if perf_counter() > self.until:
            raise OutOfTime

    def solve(self, allowed: Sequence[int], limit: float = inf) -> Found:
        """One place out of each of these sets, without clashes, at the least cost; nothing if that
        is not less than the limit."""
        sets = self.narrowed(allowed)
        if sets is None:
            return NOTHING
        parts = sorted(self.parts(sets), key=len)
        rest = sum(map(self._bound, parts))
        cost, chosen = 0.0, 0
        for part in parts:
            if cost + rest > limit - SAME:
                return NOTHING
            rest -= self._bound(part)
            found = self._part(part)
            cost, chosen = cost + found.cost, chosen | found.places
        return Found(cost, chosen) if cost <= limit - SAME else NOTHING

    def _part(self, sets: Sequence[int]) -> Found:
        """The same for labels that are connected by clashes."""
        if len(sets) == 1:
            return Found(self._bound(sets), sets[0] & -sets[0])
        key = sum(sets)
        if key not in self.known:
            self.known[key] = self._highest(sets)
        return self.known[key]

    def _highest(self, sets: Sequence[int]) -> Found:
        """Try each place for the highest label, the most promising first."""
        self.watch()
        tries = sorted(self._tries(sets), key=lambda item: item[0])
        best = NOTHING
        for bound, place, rest in tries:
            if bound > best.cost - SAME:
                break
            found = self.solve(rest, best.cost - self.cost[place])
            if found.cost < inf:
                best = Found(found.cost + self.cost[place], found.places | 1 << place)
        return best

    def _tries(self, sets: Sequence[int]) -> list[tuple[float, int, list[int]]]:
        tries = []
        for at, of in enumerate(sets):
            others = [*sets[:at], *sets[at + 1:]]
            for place in members(of):
                keep = self.below[place] & ~self.clashes[place]
                rest = [other & keep for other in others]
                if all(rest):
                    tries.append((self.cost[place] + self._bound(rest), place, rest))
        return tries

    def _bound(self, sets: Sequence[int]) -> float:
        """What they cost at least. With one option for each label, its first place is its
        cheapest."""
        return sum(self.cost[(of & -of).bit_length() - 1] for of in sets)

    def narrowed(self, allowed: Sequence[int]) -> list[int] | None:
        """Without places that no best solution needs, as far as there is time; None if a label has
        none left."""
        sets = list(allowed)
        changed = self.narrow
        while changed and all(sets) and perf_counter() <= self.until:
            changed = False
            every = sum(sets)
            for at, of in enumerate(sets):
                kept = self._useful(of, every, [*sets[:at], *sets[at + 1:]])
                if kept != of:
                    every ^= of ^ kept
                    sets[at], changed = kept, True
        return sets if all(sets) else None

    def _useful(self, of: int, every: int, others: Sequence[int]) -> int:
        kept = 0
        seen: list[int] = []  # what cheaper places clash with
        for place in sorted(members(of), key=self.cost.__getitem__):
            clash = self.clashes[place] & every
            if any(clash | less == clash for less in seen):
                continue
            if clash and any(clash & other == other for other in others):
                continue
            kept |= 1 << place
            seen.append(clash)
            if not clash:
                break
        return kept

    def parts(self, sets: Sequence[int]) -> list[list[int]]:
        """The sets in groups, so that there are no clashes between groups."""
        reach = [_union(self.clashes[place] for place in members(of)) for of in sets]
        left = set(range(len(sets)))
        groups = []
        while left:
            group = [left.pop()]
            for at in group:
                near = [other for other in left if sets[other] & reach[at]]
                left.difference_update(near)
                group += near
            groups.append([sets[at] for at in sorted(group)])
        return groups


def _below(heights: Sequence[float]) -> list[int]:
    """For each place the set of those that are not higher; of equal ones, that come earlier."""
    below, lower = [0] * len(heights), 0
    for place in sorted(range(len(heights)), key=heights.__getitem__):
        below[place] = lower
        lower |= 1 << place
    return below


def _union(sets: Iterable[int]) -> int:
    together = 0
    for of in sets:
        together |= of
    return together
