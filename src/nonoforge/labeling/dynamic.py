"""Shortest leaders for fixed ports, for one assignment of labels to ports after the other.

E. Timmer, Labeling Curved Nonograms (2023), section 4.3, in both of her versions: with the lengths
of a grid, or with those lengths alone that matter (`relevant_lengths`); where all leaders are
parallel or at right angles, the result is then the optimum among all lengths. What her recursion
gets wrong, and how corners are dealt with, is said at `Recursion`.

Labels that cannot meet are assigned independently of each other: the cap on assignments is for each
group of labels that can. Places that no best labeling needs are dropped before.
"""

from __future__ import annotations

from bisect import bisect, insort
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations
from math import fsum, inf
from time import monotonic
from typing import Any, NamedTuple, Self, TypeAlias

from nonoforge.errors import InputError
from nonoforge.labeling.options import (
    TOUCH,
    Conflicts,
    Options,
    Room,
    conflicts_of,
    options_of,
    validate,
)
from nonoforge.labeling.places import Places, grid_lengths, members, places_of
from nonoforge.labeling.task import Labeling, Placed, Task
from nonoforge.progress import CheckTime, no_limit
from nonoforge.time_limit import deadline

# The shortest leaders for labels with fixed ports, by the recursion of E. Timmer, Labeling Curved
# Nonograms (2023), section 4.3.1, corrected.
#
# Her T[i, j, a, b] is the least length of the leaders of all labels between i and j on one edge,
# when i and j have leaders of a and b. Of the labels between one is the highest, k with a leader
# of c; it parts those on its left from those on its right:
#
#     T[i, j, a, b] = min over k and c of T[i, k, a, c] + T[k, j, c, b] - c
#
# As printed, k must be valid with i and j, stay below the lower one of them, and have c <= min(a,
# b). That goes wrong in three ways; each was found by comparing with an exhaustive search.
#
# 1. A label may be lower than another and have the longer leader, because it has fewer boxes. Of
#    random edges with three to five ports and slopes of +-1 that can be labelled, c <= min(a, b)
#    loses the optimum of half. Only heights count.
# 2. i and j are not all that matters: a label beyond i that passes over i may let its boxes hang
#    down on this side. With slopes of +-1 and boxes of one height no such case was found among
#    thousands; else there are some, and the recursion gives labels that overlap. An example: ports
#    at 14, 45 and 59 on the x axis, each with the direction (-1, 1), one box of length 16, on the
#    left, right and left, of heights 8, 8 and 32, and steps of 8. The optimum is 64. The recursion
#    gives 40: the last label passes over the second and is in the first, with which it is never
#    compared.
# 3. Labels of neighbouring edges meet at the corners. The outermost labels of each edge, which are
#    all that she combines, are not always those which meet.
#
# So here a sub-instance is what the labels placed so far leave to those not yet placed: a set of
# places. Where only i and j reach in, it is T[i, j, a, b]. Edges need no distinction. Let height
# be the distance from the frame. For a convex frame, what is not farther from it than the top of
# k is a ring, and k, which reaches from the frame to the ring's outer edge, cuts it open. All
# labels lower than k lie in the ring. So the highest label of all turns the frame into one edge,
# and each further one parts it in two. (Should a frame not be convex, labels which a higher one
# does not part stay together: a sub-instance is split into what has no clash, whatever the
# reason. The result is right, only the effort is not polynomial.)
#
# Before it is split, a sub-instance is narrowed: a place goes if it clashes with all that some
# label has left, or if a shorter leader of the same label clashes with no more. Most instances
# end there.

COST_TOLERANCE = 1e-9  # costs nearer than this are equal


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
        """Raise OutOfTime when the time is over."""
        if monotonic() > self.until:
            raise OutOfTime

    def solve(self, allowed: Sequence[int], limit: float = inf) -> Found:
        """Return one place out of each of these sets, without clashes, at the least cost; nothing
        if that is not less than the limit."""
        sets = self.narrowed(allowed)
        if sets is None:
            return NOTHING
        parts = sorted(self.parts(sets), key=len)
        rest = sum(map(self._bound, parts))
        cost, chosen = 0.0, 0
        for part in parts:
            if cost + rest > limit - COST_TOLERANCE:
                return NOTHING
            rest -= self._bound(part)
            found = self._part(part)
            cost, chosen = cost + found.cost, chosen | found.places
        return Found(cost, chosen) if cost <= limit - COST_TOLERANCE else NOTHING

    def _part(self, sets: Sequence[int]) -> Found:
        """Return the same for labels that are connected by clashes."""
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
            if bound > best.cost - COST_TOLERANCE:
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
        """Return what they cost at least. With one option for each label, its first place is its
        cheapest."""
        return sum(self.cost[(of & -of).bit_length() - 1] for of in sets)

    def narrowed(self, allowed: Sequence[int]) -> list[int] | None:
        """Return the places without those that no best solution needs, as time permits; None if a
        label has none left."""
        sets = list(allowed)
        changed = self.narrow
        while changed and all(sets) and monotonic() <= self.until:
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
        """Return the sets in groups, so that there are no clashes between groups."""
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
    """Return for each place the set of those that are not higher; of equal ones, that come earlier.
    """
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


# Which port each label takes: all ways that are not hopeless, the most balanced first.
#
# As in E. Timmer, Labeling Curved Nonograms (2023), section 4.3: two options that overlap whatever
# their leaders are a clause, a way that was found is a clause against itself, and a solver is asked
# again until there is no way left. A way is balanced as far as curves have one label at each end.
# Who learns from a way that a few of its choices are bad together may exclude all ways with these.

Pair: TypeAlias = tuple[int, int]


class Assignments:
    """Ways to take one of the choices for each label. `never` are pairs that exclude each other;
    if `partial`, one of the two labels may be left out later, and ways that want fewest left out
    come first. `uneven` has for each curve the pairs that put both its labels at one end. `watch`
    is called before the solver is asked, and may raise.

    >>> with Assignments([[0, 1], [2, 3]], [(0, 2)], [[(1, 3)]]) as assignments:
    ...     ways = list(assignments)
    >>> sorted(ways), ways[-1]
    ([(0, 3), (1, 2), (1, 3)], (1, 3))
    """

    def __init__(
        self, choices: Sequence[Sequence[int]], never: Iterable[Pair],
        uneven: Iterable[Sequence[Pair]], *, partial: bool = False,
        watch: CheckTime = no_limit,
    ) -> None:
        self.formula = _Formula(choices, watch)
        self.counted = (self.formula.exclude(never, partial), self.formula.mark(uneven))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.formula.solver.delete()

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return self.formula.ways(self.counted)

    def without(self, choices: Iterable[int]) -> None:
        """Exclude assignments with all of these choices."""
        self.formula.block(choices)


class _Formula:
    """Its variables: one for each choice, then those that count."""

    def __init__(self, choices: Sequence[Sequence[int]], watch: CheckTime) -> None:
        from pysat.solvers import Solver

        self.choices, self.watch = choices, watch
        self.taken = {choice: 1 + at for at, choice in enumerate(chain(*choices))}
        self.last = len(self.taken)
        self.solver: Any = Solver("glucose4")
        for of in choices:
            self._exactly_one([self.taken[choice] for choice in of])
        self.solver.set_phases([self.taken[of[0]] for of in choices if of])

    def _exactly_one(self, literals: list[int]) -> None:
        self.solver.add_clause(literals)
        self.solver.append_formula([[-a, -b] for a, b in combinations(literals, 2)])

    def _new(self) -> int:
        self.last += 1
        return self.last

    def exclude(self, never: Iterable[Pair], partial: bool) -> list[int]:
        """Add clauses for pairs that exclude each other; return the variables of labels that may be
        left out."""
        owner = {choice: label for label, of in enumerate(self.choices) for choice in of}
        out: dict[int, int] = {}
        for pair in never:
            excuses = []
            for label in (owner[choice] for choice in pair) if partial else ():
                out[label] = out.get(label) or self._new()
                excuses.append(out[label])
            self.solver.add_clause([*(-self.taken[choice] for choice in pair), *excuses])
        return list(out.values())

    def mark(self, uneven: Iterable[Sequence[Pair]]) -> list[int]:
        """Return the variables, for each curve, of its being uneven."""
        marks = []
        for pairs in uneven:
            marks.append(self._new())
            self.solver.append_formula(
                [[-self.taken[a], -self.taken[b], marks[-1]] for a, b in pairs])
        return marks

    def _counter(self, variables: list[int]) -> list[int]:
        """Return literals for "none of them", "at most one", "at most two", ..."""
        from pysat.card import ITotalizer

        if not variables:
            return []
        with ITotalizer(lits=variables, ubound=len(variables), top_id=self.last) as counter:
            self.solver.append_formula(counter.cnf.clauses)
            self.last = counter.top_id
            return [-literal for literal in counter.rhs]

    def ways(self, counted: Sequence[list[int]]) -> Iterator[tuple[int, ...]]:
        """Yield assignments, ordered by the number of true variables in the first list, then in the
        second."""
        firsts, seconds = ([[literal] for literal in self._counter(of)[:len(of)]] + [[]]
                           for of in counted)
        for first in firsts:
            for second in seconds:
                if not self._solve(first):
                    break
                yield from self._within(first + second)

    def _solve(self, assumptions: list[int]) -> bool:
        self.watch()
        return bool(self.solver.solve(assumptions=assumptions))

    def _within(self, assumptions: list[int]) -> Iterator[tuple[int, ...]]:
        while self._solve(assumptions):
            model = set(self.solver.get_model() or ())
            way = tuple(next(choice for choice in of if self.taken[choice] in model)
                        for of in self.choices)
            self.block(way)
            yield way

    def block(self, choices: Iterable[int]) -> None:
        """Add a clause that excludes a combination of choices."""
        self.solver.add_clause([-self.taken[choice] for choice in choices])


# Labels that may meet, and the best of their assignments to ports.
#
# Assignments come as in E. Timmer, Labeling Curved Nonograms (2023), section 4.3, one after the
# other up to a cap, each solved by the recursion. What is new: an assignment that is no better
# than the best so far teaches which of its choices are to blame. It falls apart into parts that
# do not clash; each costs something more than its labels' cheapest places. The fewest parts whose
# extra costs are too much already are never chosen together again. So a few assignments often do
# for all of them.

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
        """Return the set of the one place that stands for leaving out whose places these are."""
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
        """Return the best of up to `cap` assignments."""
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
        """Return a first assignment: the cheapest place that does not clash, repeatedly; NOTHING if
        a label that may not be left out gets none."""
        cost, chosen, free = 0.0, 0, sum(self.sets)
        for place in sorted(members(free), key=self.field.recursion.cost.__getitem__):
            if free >> place & 1:
                own = next(of for of in self.sets if of >> place & 1)
                free &= ~(own | self.field.places.clashes[place])
                cost, chosen = cost + self.field.recursion.cost[place], chosen | 1 << place
        return Found(cost, chosen) if chosen.bit_count() == len(self.sets) else NOTHING

    @property
    def _slack(self) -> float:
        """What a better assignment may cost beyond each label's cheapest place."""
        return self.best.cost - sum(self.least.values()) - COST_TOLERANCE

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
        """Yield the fewest parts that alone are too dear."""
        spent, slack = 0.0, self._slack
        for part in sorted(parts, key=lambda part: -part.extra):
            if spent >= slack:
                break
            spent += part.extra
            yield part

    def _choices(self, of: int) -> list[int]:
        """Return the options that a label has left, the one with the shortest leader first."""
        field = self.field
        options = [i for i in field.options.of(field.label(of)) if of & field.places.of_option(i)]
        return sorted(options, key=lambda i: float(field.options.least[i]))

    def _never(self) -> list[Pair]:
        """Return pairs of options that overlap whatever their leaders."""
        always = {}
        for option, places in self.held.items():
            always[option] = -1
            for place in members(places):
                always[option] &= self.field.places.clashes[place]
        return [(a, b) for one, other in combinations(self.choices, 2) for a in one for b in other
                if self.held[b] & always[a] == self.held[b]]

    def _uneven(self) -> list[list[Pair]]:
        """Return for each curve the pairs of options of its labels that are at the same port."""
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


# The only leader lengths that matter. E. Timmer, Labeling Curved Nonograms (2023), Lemma 4.3, for
# slopes of +-1; her section 8.1 asks for those of other slopes.
#
# In a shortest labeling no leader can be shortened. So what is just below its length is
# forbidden: by the frame, or by another label as it lies there; then the length is the upper end
# of an interval that is forbidden beside the other one's length. That one's length has a reason
# of the same kind, and so on. Between parallel labels the upper end is the other's length plus a
# constant; between others it is a constant, as all boxes are upright when seen along the leaders.
# The reasons of lengths cannot go round in a circle: the circle's leaders could be shortened
# together. So each length ends a chain of different labels that begins at the frame or at a label
# at right angles, and all such ends are found by pushing: a label's lengths push each other
# label's to the upper ends of what they forbid, until there is nothing new. The paper counts
# O(n^2) of them for equal boxes.
#
# With other angles two labels may hold each other, each shortened only if the other is lengthened.
# Then both lengths are a corner of what is forbidden between the two, and chains begin there as
# well. What this leaves out is three labels or more that hold each other in a ring, and the longest
# chains where there are too many, so nothing is proved; on random edges and frames the optimum was
# found all the same (`tests/labeling`).

LENGTH_TOLERANCE = 1e-8  # lengths nearer than this are equal: above rounding, below touching
RIGHT_ANGLE_TOLERANCE = 1e-9  # sines and cosines below this are zero
MAX_LENGTHS = 100_000  # lengths of all options together
MAX_ASKEW_LENGTHS = 1_500  # where angles are not right chains become no longer with more

Lengths: TypeAlias = list[tuple[int, float, int]]
"""Options, each with a length, and the set of labels (bits) of the chain that it ends."""


def relevant_lengths(options: Options, conflicts: Conflicts) -> list[list[float]]:
    """Return for each option all lengths that it may have in a shortest labeling, in ascending
    order; where leaders are neither parallel nor at right angles, see above."""
    both = conflicts, conflicts.swapped()
    found = [[room[0] for room in rooms] for rooms in options.rooms]
    starts = [(i, length) for i, of in enumerate(found) for length in of]
    bits = [1 << label for label in options.label.tolist()]
    askew = not upright(options)
    if askew:
        starts += [(i, length) for i, length in _corners(options, conflicts)
                   if _add(found[i], options.rooms[i], length)]
    # Chains of labels in a circle go on and on only where angles are not right.
    news: Lengths = [(i, length, bits[i] if askew else 0) for i, length in starts]
    for _ in range(len(set(bits))):  # a chain has no label twice
        pushed = [item for part in both for item in _pushed(part, news, len(options))]
        news = [(i, length, chain and chain | bits[i]) for i, length, chain in pushed
                if not chain & bits[i] and _add(found[i], options.rooms[i], length)]
        many = sum(map(len, found))
        if many > MAX_LENGTHS:
            raise InputError(f"more than {MAX_LENGTHS:,} leader lengths matter; give a step")
        if not news or (askew and many > MAX_ASKEW_LENGTHS):
            break
    return found


def _corners(options: Options, conflicts: Conflicts) -> Iterator[tuple[int, float]]:
    """Yield the lengths of two options at corners of what is forbidden between them that can be the
    shortest: where sides of two different pieces meet, no piece holds, and the two sides together
    keep some sum of the lengths, with positive weights, from being less. (From a corner of one
    convex piece there always is a way to less: around it.)"""
    import numpy as np

    key = conflicts.first * len(options) + conflicts.second
    order = np.argsort(key, kind="stable")
    _, starts = np.unique(key[order], return_index=True)
    for which in np.split(order, starts[1:]) if len(order) else ():
        pieces = conflicts.take(which)
        i, j = int(pieces.first[0]), int(pieces.second[0])
        owner = np.repeat(np.arange(len(which)), pieces.sides.shape[1])
        a, b, c = pieces.sides.reshape(-1, 3).T
        one, other = ((owner[:, None] < owner) & (np.abs(np.outer(a, b) - np.outer(b, a))
                                                  > RIGHT_ANGLE_TOLERANCE)).nonzero()
        turn = a[one] * b[other] - b[one] * a[other]
        # The sum of both lengths as a combination of the two sides that is not negative.
        both = ((a[other] - b[other]) / turn >= 0) & ((b[one] - a[one]) / turn >= 0)
        rising = (a < 0) & (b < 0)
        e = (c[one] * b[other] - b[one] * c[other]) / turn
        f = (a[one] * c[other] - c[one] * a[other]) / turn
        near = ((both | rising[one] | rising[other])
                & (options.least[i] <= e) & (e <= options.most[i])
                & (options.least[j] <= f) & (f <= options.most[j]))
        for x, y in {(round(x, 9), round(y, 9)) for x, y in zip(
                e[near].tolist(), f[near].tolist(), strict=True)}:
            if not pieces.holds(np.full(len(which), x + TOUCH), np.full(len(which), y + TOUCH)
                                ).any():
                yield i, x + TOUCH
                yield j, y + TOUCH


def upright(options: Options) -> bool:
    """Return whether all leaders are parallel or at right angles to the first."""
    import numpy as np

    if not len(options):
        return True
    along, across = np.abs(options.out @ options.out[0]), np.abs(options.across @ options.out[0])
    return bool((np.minimum(along, across) < RIGHT_ANGLE_TOLERANCE).all())


def _pushed(conflicts: Conflicts, news: Lengths, count: int) -> Iterator[tuple[int, float, int]]:
    """Return the upper ends of what new lengths of second options forbid to first options, each
    with the chain that the new length ends."""
    import numpy as np

    rows: list[list[tuple[float, int]]] = [[] for _ in range(count)]
    for option, length, labels in news:
        rows[option].append((length, labels))
    table = np.full((count, max(map(len, rows), default=0)), np.nan)
    for row, of in zip(table, rows, strict=True):
        row[:len(of)] = [length for length, _ in of]
    part = conflicts.take(np.array([bool(rows[j]) for j in conflicts.second], dtype=bool))
    low, high = part.forbidden(table[part.second])
    ends = (low < high) & np.isfinite(high)  # never where there was no length: that is not a number
    piece, at = ends.nonzero()
    chains = [rows[j][k][1] for j, k in zip(part.second[piece].tolist(), at.tolist(), strict=True)]
    # What is forbidden ends that much before labels touch. To touch is the same for all chains.
    return zip(part.first[piece].tolist(), (high[ends] + TOUCH).tolist(), chains, strict=True)


def _add(known: list[float], rooms: Sequence[Room], length: float) -> bool:
    """Add a length to those that are known, if the frame leaves room for it and it is new."""
    at = bisect(known, length)
    near = known[max(at - 1, 0):at + 1]
    if any(abs(other - length) < LENGTH_TOLERANCE for other in near):
        return False
    if not any(low <= length <= high for low, high in rooms):
        return False
    insort(known, length)
    return True


ASSIGNMENTS = 500  # that are tried, as in the paper


def dynamic_labels(
    task: Task, step: float | None, assignments: int = ASSIGNMENTS, budget: float | None = None, *,
    partial: bool = True, narrow: bool = True, effort: Effort | None = None,
) -> Labeling:
    """Return the best labeling of the assignments that are tried, at most `assignments` for each
    group of labels that can meet. It is `optimal` if no other assignment can be better; without a
    step this also requires that all leaders are parallel or at right angles.

    Leaders have their least length or a multiple of `step` more; without a step, any length that
    matters. `budget` is in seconds. `partial`: as many
    labels as possible where not all can be placed, instead of none. Not `narrow`: the recursion
    does all the work. `effort` collects figures of the search."""
    begin = monotonic()
    validate(task)
    if assignments < 1:
        raise InputError(f"{assignments} assignments; at least one must be tried")
    effort = effort or Effort()
    search = _Search(task, step, narrow, assignments, effort)
    placed = search.run(deadline(budget), partial)
    options = search.field.options
    complete = step is not None or upright(options) or bool(
        (options.most - options.least <= LENGTH_TOLERANCE).all())
    proved = complete and effort.exhausted and (partial or all(placed))
    return Labeling(placed, fsum(place.leader for place in placed if place), proved, step,
                    "dynamic", monotonic() - begin)


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
        """Return all groups; without `partial`, nothing at all if one of them cannot be placed."""
        field, chosen = self.field, 0
        every = [sum(map(field.places.of_option, field.options.of(label)))
                 for label in range(len(field.task.labels))]
        groups = sorted(self.recursion.parts([of for of in every if of]), key=len)
        for done, group in enumerate(groups if partial or all(every) else ()):
            now = monotonic()
            self.recursion.until = now + (until - now) / (len(groups) - done)
            found = self._group(group, partial)
            if not (found.places or partial):
                chosen = 0
                break
            chosen |= found.places
        self.effort.entries += self.recursion.entries
        return self._placed(chosen)

    def _group(self, group: Sequence[int], partial: bool) -> Found:
        """Place a group of labels that can meet: all of them, or as many as possible."""
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
        """Return the answer for each label."""
        field = self.field
        placed: list[Placed | None] = [None] * len(field.task.labels)
        for place in members(chosen):
            option = field.places.option[place]
            if option >= 0:
                placed[field.places.label[place]] = Placed(
                    int(field.options.number[option]), field.places.leader[place])
        return tuple(placed)
