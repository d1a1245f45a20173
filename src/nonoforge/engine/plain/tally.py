"""Settling a line whose clue is a `Tally`: how many cells of each colour, in how many groups.

Walk along the line with a state: the last colour, and for each colour its groups and its cells so
far. The cells of one colour are a bit set instead of a number (a cell of it is a shift), so with
one colour there are at most seven states: before, in group 1, after it, in 2, after 2, in 3 or
more, after those. What is reachable from the left and leads to the end is possible, nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from math import prod
from typing import TypeAlias

from nonoforge.clues import MANY, Count, Tally
from nonoforge.engine.plain.settle import Masks, Settler

Key: TypeAlias = tuple[int, ...]
"""The last colour, if its groups are told (else 0); then for each colour its groups and cells, if
told (else 0); the cells of one colour are in the bit set."""

MOST_STATES = 100_000
MOST_TOLD = 8  # colours


@lru_cache(maxsize=4096)
def tally_settler(clue: Tally, length: int) -> Settler:
    """How to settle this clue on a line of this length.

    Where all colours together could have too many states, each is settled on its own against the
    others: sound, and exact once the line is decided.
    """
    if clue.hidden:
        return partial(_settle_hidden, (1 << length) - 1)
    return partial(_settle_joint if few_states(clue.counts) else _settle_each, clue, length)


def _settle_hidden(full: int, masks: Masks) -> list[int] | None:
    """Anything goes, but each cell must have a colour."""
    any_colour = 0
    for mask in masks:
        any_colour |= mask
    return list(masks) if any_colour == full else None


def few_states(counts: Sequence[Count]) -> bool:
    """Can all colours be walked together? (The kernel asks the same question.)"""
    told = [count for count in counts if count != Count()]
    groups = prod(count.groups + 2 for count in counts if count.groups is not None)
    totals = [count.total + 1 for count in counts if count.total is not None]
    return len(told) <= MOST_TOLD and \
        groups * prod(totals) / max(totals, default=1) <= MOST_STATES


def _settle_each(clue: Tally, length: int, masks: Masks) -> list[int] | None:
    found = list(masks)
    for colour, count in enumerate(clue.counts, start=1):
        others = 0
        for other, mask in enumerate(found):
            others |= mask if other != colour else 0
        pair = _settle_joint(Tally((count,)), length, [others, found[colour]])
        if pair is None:
            return None
        found = [mask & pair[0] for mask in found]
        found[colour] = pair[1]
    return found


def _settle_joint(clue: Tally, length: int, masks: Masks) -> list[int] | None:
    walk = _Walk(clue.counts, len(masks))
    layers = [{(0,) * (2 * len(masks) + 1): 1}]
    options = [[c for c, mask in enumerate(masks) if mask >> p & 1] for p in range(length)]
    for colours in options:
        after: dict[Key, int] = {}
        for key, used in layers[-1].items():
            for colour in colours:
                if (to := walk.step(key, colour)) and (more := walk.shift(used, colour)):
                    after[to] = after.get(to, 0) | more
        layers.append(after)
    good = {key: ends for key, used in layers[length].items() if (ends := walk.ends(key, used))}
    if not good:
        return None
    found = [0] * len(masks)
    for p in reversed(range(length)):
        before: dict[Key, int] = {}
        for key, used in layers[p].items():
            for colour in options[p]:
                to = walk.step(key, colour)
                ends = good.get(to, 0) if to else 0
                if through := used & (ends >> 1 if colour == walk.set else ends):
                    found[colour] |= 1 << p
                    before[key] = before.get(key, 0) | through
        good = before
    return found


class _Walk:
    """The rules of the walk for one clue."""

    def __init__(self, counts: Sequence[Count], colours: int) -> None:
        self.counts = (Count(), *counts, *(Count() for _ in range(colours - 1 - len(counts))))
        told = [(count.total, c) for c, count in enumerate(self.counts) if count.total is not None]
        self.set = max(told, key=lambda pair: pair[0])[1] if told else -1  # whose cells are the set
        self._most = (2 << (self.counts[self.set].total or 0)) - 1 if told else 1

    def shift(self, used: int, colour: int) -> int:
        return (used << 1) & self._most if colour == self.set else used

    def step(self, key: Key, colour: int) -> Key | None:
        """The state after one more cell; None if no count allows it."""
        total, groups = self.counts[colour]
        after = list(key)
        after[0] = 0 if groups is None else colour
        if groups is not None and key[0] != colour:
            if key[2 * colour + 1] == groups < MANY:
                return None
            after[2 * colour + 1] = min(key[2 * colour + 1] + 1, MANY)
        if total is not None and colour != self.set:
            after[2 * colour + 2] += 1
            if after[2 * colour + 2] > total:
                return None
        return tuple(after)

    def ends(self, key: Key, used: int) -> int:
        """The used numbers of cells with which the line is finished."""
        for colour, (total, groups) in enumerate(self.counts):
            if groups is not None and key[2 * colour + 1] != groups:
                return 0
            if total is not None and colour != self.set and key[2 * colour + 2] != total:
                return 0
        return used & (1 << (self.counts[self.set].total or 0)) if self.set > 0 else used
