"""How many placements (placements.py) a line has, without making any: caps are checked before."""

from __future__ import annotations

from typing import TypeAlias

from nonoforge.clues import Runs
from nonoforge.methods.common.placements import positions
from nonoforge.progress import CheckTime, no_limit

Counts: TypeAlias = list[int]
"""For each boundary of a line, 0 .. length, a number of ways to colour the cells after it."""

MANY = 1 << 60
"""Larger counts are only known to be as large as this: long lines have numbers of 1000 digits."""


def count(
    clue: Runs, length: int, allowed: int, look: CheckTime = no_limit,
) -> int:
    """How many placements there are, in runs times cells steps; looks at the clock at each run.

    >>> count(Runs.of(2, 5), 10, (1 << 20) - 1)
    6
    """
    white = _flags(allowed, 0, length)
    ways = _with_white([0] * length + [1], white)  # no runs are left
    following = 0
    for size, colour in reversed(clue.runs):
        look()
        if colour == following:
            ways = [ways[b + 1] if white[b] else 0 for b in range(length)] + [0]
        following = colour
        ways = _with_white(_begun(size, _flags(allowed, colour, length), ways), white)
        if max(ways) > MANY:
            ways = [min(number, MANY) for number in ways]
    return min(ways[0], MANY)


def _flags(allowed: int, colour: int, length: int) -> list[bool]:
    """For each position, whether it may have the colour."""
    written = f"{positions(allowed, colour, length):0{length}b}"
    return [bit == "1" for bit in written[::-1]][:length]


def _with_white(ways: Counts, white: list[bool]) -> Counts:
    """Any number of white cells may come first."""
    for b in range(len(white) - 1, -1, -1):
        if white[b]:
            ways[b] += ways[b + 1]
    return ways


def _begun(size: int | None, own: list[bool], rest: Counts) -> Counts:
    """The ways in which a run begins at once, given those after its end."""
    length = len(own)
    starts = [0] * (length + 1)
    room = 0
    for b in range(length - 1, -1, -1):
        room = room + 1 if own[b] else 0
        if size is None:
            starts[b] = rest[b + 1] + starts[b + 1] if room else 0
        elif room >= size:
            starts[b] = rest[b + size]
    return starts
