"""Settle a line: for each colour, the positions where some allowed colouring has it.

A line of n cells has n + 1 boundaries: boundary b has the b first cells on its left. All sets here
are Python integers used as bit sets, so one operation works on all positions at once:

    white, masks[c]   bit p: cell p may be white, may have colour c
    reach[j]          bit b: the cells left of b can be the first j blocks and white cells
    starts[j]         bit p: block j can start at p, as far as the cells to its left know

One pass to the right fills these; one pass to the left keeps what the rest of the line agrees to.
White spreads to the right by a carry: adding seeds to a mask makes each seed run to the end of the
mask's ones (`flood`). Carries never run downwards, so the pass to the left doubles its steps
instead: 1, 2, 4, ... cells at a time, each step through a mask of cells that have as many white
cells above them. What comes out is exact: nothing less can be said of the line, and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from math import prod
from typing import NamedTuple, TypeAlias

from nonoforge.clues import MAX_GROUPS, Clue, Count, Runs, Tally
from nonoforge.engine.bit_sets import flood, sink

Masks: TypeAlias = Sequence[int]
"""For each colour the set of positions that may have it."""

Settler: TypeAlias = Callable[[Masks], list[int] | None]
"""A clue on a line of known length, made ready: masks in; exact masks, or None, out."""


class Block(NamedTuple):
    """A run, made ready: `length` is 2**level + rest, so that it fits where two powers overlap."""

    colour: int
    gap: bool  # the run before has the same colour: at least one white cell lies between
    next_gap: bool
    blotted: bool  # length unknown, 1 or more
    length: int
    level: int
    rest: int


def settle(clue: Clue, masks: Masks, length: int) -> list[int] | None:
    """Return the exact masks of a line of `length` cells, or None: no colouring fits.

    >>> [f"{mask:05b}" for mask in settle(Runs.of(3), [0b11111, 0b11111], 5)]
    ['11011', '11111']
    >>> settle(Runs.of(), [0b1, 0b1], 1)
    [1, 0]
    >>> settle(Runs.of(2), [0b1, 0b1], 1) is None
    True
    """
    full = (1 << length) - 1
    return settler(clue, length)([mask & full for mask in masks])


def settler(clue: Clue, length: int) -> Settler:
    """Return how to settle this clue: the one place where an engine asks what kind of clue it has.
    """
    if isinstance(clue, Tally):

        return tally_settler(clue, length)
    return _runs_settler(clue, length)


@lru_cache(maxsize=4096)
def _runs_settler(clue: Runs, length: int) -> Settler:
    if not clue.runs:
        return partial(_settle_empty, (1 << length) - 1)
    if clue.needs > length:
        return lambda masks: None
    blocks = _blocks(clue)
    levels = {c: max(b.level for b in blocks if b.colour == c) for c in {b.colour for b in blocks}}
    return partial(_settle_runs, blocks, tuple(levels.items()), length)


def _blocks(clue: Runs) -> tuple[Block, ...]:
    colours = [0, *(run.colour for run in clue.runs), 0]
    blocks = []
    for index, (length, colour) in enumerate(clue.runs, start=1):
        size = length or 1
        level = size.bit_length() - 1
        gap, next_gap = colours[index - 1] == colour, colours[index + 1] == colour
        rest = size - (1 << level)
        blocks.append(Block(colour, gap, next_gap, length is None, size, level, rest))
    return tuple(blocks)


def _settle_empty(full: int, masks: Masks) -> list[int] | None:
    return [full] + [0] * (len(masks) - 1) if masks[0] == full else None


def _settle_runs(
    blocks: tuple[Block, ...], levels: tuple[tuple[int, int], ...], length: int, masks: Masks,
) -> list[int] | None:
    white = masks[0]
    powers = {colour: _powers(masks[colour], level) for colour, level in levels}

    at = flood(1, white)
    reach = [at]
    starts = []
    for colour, gap, _, blotted, size, level, rest in blocks:
        if gap:
            at = (at & white) << 1
        fits = powers[colour][level]
        at &= fits & (fits >> rest)
        if blotted:  # not only starts but all cells that a run begun to the left can reach
            at = flood(at, fits) & fits
        starts.append(at)
        at <<= size
        at = (((at & white) + white) ^ white) | at  # flood, in line: this is the hot place
        reach.append(at)
    if not at >> length & 1:
        return None

    steps = _steps(white)
    found = [0] * len(masks)
    at = 1 << length  # now: boundaries from which the rest of the line can be coloured
    for step, cells in steps:
        at |= cells & (at >> step)
    found_white = reach.pop() & (at >> 1)
    for (colour, _, next_gap, blotted, size, level, rest), begun in zip(
            reversed(blocks), reversed(starts), strict=True):
        if next_gap:
            at = (at >> 1) & white
        at >>= size
        if blotted:
            at = sink(at & masks[colour], masks[colour])
        at &= begun
        cells = at | at << rest
        while level:  # smear the starts over the cells of their blocks, by halves
            level -= 1
            cells |= cells << (1 << level)
        found[colour] |= cells
        for step, cells in steps:
            at |= cells & (at >> step)
        found_white |= reach.pop() & (at >> 1)
    found[0] = found_white & white
    return found


def _powers(mask: int, level: int) -> list[int]:
    """Return for k up to `level`: where 2**k cells in a row, upwards from here, are in the mask."""
    powers = [mask]
    for k in range(level):
        mask &= mask >> (1 << k)
        powers.append(mask)
    return powers


def _steps(mask: int) -> list[tuple[int, int]]:
    """Return the doubling steps (size, cells that may take it) to sink through a mask."""
    steps = []
    size = 1
    while mask:
        steps.append((size, mask))
        mask &= mask >> size
        size <<= 1
    return steps


# Settling a line whose clue is a `Tally`: how many cells of each colour, in how many groups.
#
# Walk along the line with a state: the last colour, and for each colour its groups and its cells so
# far. The cells of one colour are a bit set instead of a number (a cell of it is a shift), so with
# one colour there are at most seven states: before, in group 1, after it, in 2, after 2, in 3 or
# more, after those. What is reachable from the left and leads to the end is possible, nothing else.

Key: TypeAlias = tuple[int, ...]
"""The last colour, if its groups are counted (else 0); then for each colour its groups and cells,
if counted (else 0); the cells of one colour are in the bit set."""

MAX_STATES = 100_000
MAX_COUNTED = 8  # colours


@lru_cache(maxsize=4096)
def tally_settler(clue: Tally, length: int) -> Settler:
    """Return how to settle this clue on a line of this length.

    Where all colours together could have too many states, each is settled on its own against the
    others: sound, and exact once the line is decided.
    """
    if clue.hidden:
        return partial(_settle_hidden, (1 << length) - 1)
    return partial(_settle_joint if few_states(clue.counts) else _settle_each, clue, length)


def _settle_hidden(full: int, masks: Masks) -> list[int] | None:
    """Settle a line without a clue: each cell must have a colour left."""
    any_colour = 0
    for mask in masks:
        any_colour |= mask
    return list(masks) if any_colour == full else None


def few_states(counts: Sequence[Count]) -> bool:
    """Return whether all colours can be walked together; the kernel decides by the same bound."""
    given = [count for count in counts if count != Count()]
    groups = prod(count.groups + 2 for count in counts if count.groups is not None)
    totals = [count.total + 1 for count in counts if count.total is not None]
    return len(given) <= MAX_COUNTED and \
        groups * prod(totals) / max(totals, default=1) <= MAX_STATES


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
        totals = [(count.total, c) for c, count in enumerate(self.counts)
                  if count.total is not None]
        # the colour whose cells are the set, or -1
        self.set = max(totals, key=lambda pair: pair[0])[1] if totals else -1
        self._most = (2 << (self.counts[self.set].total or 0)) - 1 if totals else 1

    def shift(self, used: int, colour: int) -> int:
        return (used << 1) & self._most if colour == self.set else used

    def step(self, key: Key, colour: int) -> Key | None:
        """Return the state after one more cell; None if no count allows it."""
        total, groups = self.counts[colour]
        after = list(key)
        after[0] = 0 if groups is None else colour
        if groups is not None and key[0] != colour:
            if key[2 * colour + 1] == groups < MAX_GROUPS:
                return None
            after[2 * colour + 1] = min(key[2 * colour + 1] + 1, MAX_GROUPS)
        if total is not None and colour != self.set:
            after[2 * colour + 2] += 1
            if after[2 * colour + 2] > total:
                return None
        return tuple(after)

    def ends(self, key: Key, used: int) -> int:
        """Return the used numbers of cells with which the line is finished."""
        for colour, (total, groups) in enumerate(self.counts):
            if groups is not None and key[2 * colour + 1] != groups:
                return 0
            if total is not None and colour != self.set and key[2 * colour + 2] != total:
                return 0
        return used & (1 << (self.counts[self.set].total or 0)) if self.set > 0 else used
