"""Settle a line: for each colour, the positions where some allowed colouring has it.

A line of n cells has n + 1 boundaries: boundary b has the b first cells on its left. All sets here
are Python integers used as bit sets, so one operation works on all positions at once:

    white, masks[c]   bit p: cell p may be white, may have colour c
    reach[j]          bit b: the cells left of b can be the first j blocks and white cells
    starts[j]         bit p: block j can start at p, as far as the cells to its left know

One pass to the right fills these; one pass to the left keeps what the rest of the line agrees to.
White spreads to the right by a carry: adding seeds to a mask makes each seed run to the end of the
mask's ones (`flood`). Carries never run downwards, so the pass to the left doubles its steps
instead: 1, 2, 4, ... cells at a time, each step through a mask of cells that have so many white
cells above them. What comes out is exact: nothing less can be said of the line, and nothing more.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Clue, Runs, Tally
from nonoforge.engine.plain.bits import flood, sink

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
    """The exact masks of a line of `length` cells, or None: no colouring fits.

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
    """How to settle this clue: the one place where an engine asks what kind of clue it has."""
    if isinstance(clue, Tally):
        from nonoforge.engine.plain.tally import tally_settler

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
    """For k up to `level`: where 2**k cells in a row, upwards from here, are in the mask."""
    powers = [mask]
    for k in range(level):
        mask &= mask >> (1 << k)
        powers.append(mask)
    return powers


def _steps(mask: int) -> list[tuple[int, int]]:
    """The doubling steps (size, cells that may take it) to sink through a mask."""
    steps = []
    size = 1
    while mask:
        steps.append((size, mask))
        mask &= mask >> size
        size <<= 1
    return steps
