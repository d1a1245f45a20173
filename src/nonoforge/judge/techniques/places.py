"""Where the runs of a line can lie: as a person pushes them about, and exactly.

Bit sets over positions: bit p of a mask is position p, and of `starts` that a run can begin there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from nonoforge.clues import Run
from nonoforge.engine.plain import fitting, flood, sink

Range: TypeAlias = tuple[int, int, int]
"""The earliest and the latest start of a run, and the last cell that it can cover."""


def pushed(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[Range]:
    """Where the runs lie when they are pushed to the left, one after the other, and to the right:
    each where it fits, whether or not that leaves a known cell uncovered. A blotted run is as short
    as it can be. The line must have a colouring."""
    fits, earliest, free, before = [], [], 0, 0
    for size, colour in runs:
        fit = masks[colour] if size == 1 else fitting(masks[colour], size or 1)
        fits.append(fit)
        if colour == before:
            free += 1
        ahead = fit >> free
        free += (ahead & -ahead).bit_length() - 1
        earliest.append(free)
        free, before = free + (size or 1), colour
    found: list[Range] = []
    end, after = length, 0
    for index in range(len(runs) - 1, -1, -1):
        size, colour = runs[index]
        if colour == after:
            end -= 1
        latest = (fits[index] & (2 << end - (size or 1)) - 1).bit_length() - 1
        found.append((earliest[index], latest, latest + size - 1 if size else end - 1))
        end, after = latest, colour
    found.reverse()
    return found


def covering(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[Range]:
    """Where the runs lie when everything that is known is respected. Runs of known length only; the
    line must have a colouring."""
    return [((found & -found).bit_length() - 1, found.bit_length() - 1,
             found.bit_length() + (size or 1) - 2)
            for (size, _), found in zip(runs, starts(runs, masks, length), strict=True)]


def starts(runs: Sequence[Run], masks: Sequence[int], length: int) -> list[int]:
    """All starts of each run in some colouring of the line: in one pass from each side, as in
    `engine.plain.settle`."""
    white = masks[0]
    at, before, begun = flood(1, white), 0, []
    for size, colour in runs:
        at = ((at & white) << 1 if colour == before else at) & fitting(masks[colour], size or 1)
        begun.append(at)
        at, before = flood(at << (size or 1), white), colour
    back, after = sink(1 << length, white), 0
    for index in range(len(runs) - 1, -1, -1):
        size, colour = runs[index]
        begun[index] &= (back >> 1 & white if colour == after else back) >> (size or 1)
        back, after = sink(begun[index], white), colour
    return begun
