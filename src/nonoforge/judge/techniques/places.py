"""Where the runs of a line can lie, exactly: all starts of each run in some colouring of the line.

Bit sets over positions, in one pass from each side, as in `engine.plain.settle`; here the starts
themselves are wanted, not only the cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.clues import Run


class Range(NamedTuple):
    """The earliest and the latest start of a run."""

    earliest: int
    latest: int


class Places(NamedTuple):
    """`starts[j]` has bit p set where run j can start at p, `fits[j]` where it would fit if it were
    alone. `masks` are the exact masks."""

    starts: list[int]
    fits: list[int]
    masks: list[int]

    def exact(self) -> list[Range]:
        """Where the runs lie when all that is known is respected."""
        return [Range((starts & -starts).bit_length() - 1, starts.bit_length() - 1)
                for starts in self.starts]


def pushed(runs: Sequence[Run], fits: Sequence[int], length: int) -> list[Range]:
    """Where the runs lie when they are pushed to the left, one after the other, and to the right:
    each where it fits, whether or not that leaves a known cell uncovered."""
    earliest, free, before = [], 0, 0
    for (size, colour), fit in zip(runs, fits, strict=True):
        ahead = fit >> (free := free + (colour == before)) << free
        earliest.append((ahead & -ahead).bit_length() - 1)
        free, before = earliest[-1] + (size or 1), colour
    latest, end, after = [0] * len(runs), length, 0
    for j in range(len(runs) - 1, -1, -1):
        size, colour = runs[j]
        last = end - (colour == after) - (size or 1)
        latest[j] = (fits[j] & (1 << (last + 1)) - 1).bit_length() - 1
        end, after = latest[j], colour
    return [Range(*pair) for pair in zip(earliest, latest, strict=True)]


def places(runs: Sequence[Run], masks: Sequence[int], length: int) -> Places | None:
    """None: no colouring fits. Runs of known length only."""
    white = masks[0]
    fits = [_fitting(masks[colour], size or 1) for size, colour in runs]
    at = _flood(1, white)
    reach, begun = [at], []
    before = 0
    for (size, colour), fit in zip(runs, fits, strict=True):
        at = ((at & white) << 1 if colour == before else at) & fit
        begun.append(at)
        at = _flood(at << (size or 1), white)
        reach.append(at)
        before = colour
    if not at >> length & 1:
        return None
    found = [0] * len(masks)
    back = _sunk(1 << length, white)
    found[0] |= reach[-1] & back >> 1
    after = 0
    for index in range(len(runs) - 1, -1, -1):
        size, colour = runs[index]
        size = size or 1
        starts = ((back >> 1 & white if colour == after else back) >> size) & begun[index]
        begun[index] = starts
        found[colour] |= _smeared(starts, size)
        back = _sunk(starts, white)
        found[0] |= reach[index] & back >> 1
        after = colour
    found[0] &= white
    return Places(begun, fits, found)


def _flood(seeds: int, through: int) -> int:
    return (((seeds & through) + through) ^ through) | seeds


def _sunk(seeds: int, through: int) -> int:
    """The seeds, and all that they reach downwards through cells of `through` below them."""
    step = 1
    while through:
        seeds |= through & seeds >> step
        through &= through >> step
        step <<= 1
    return seeds


def _fitting(mask: int, size: int) -> int:
    """Where so many cells in a row, upwards from here, are in the mask."""
    done = 1
    while done < size:
        step = min(done, size - done)
        mask &= mask >> step
        done += step
    return mask


def _smeared(starts: int, size: int) -> int:
    """The cells that runs of this size cover from these starts."""
    done = 1
    while done < size:
        step = min(done, size - done)
        starts |= starts << step
        done += step
    return starts
