"""The range in which each run of a line can start."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.clues import WHITE, Run


def start_ranges(runs: Sequence[Run], masks: Sequence[int]) -> tuple[list[int], list[int]]:
    """Return the first and last start of each run, as the masks allow; empty if they allow none."""
    firsts = _leftmost(runs, masks)
    back = _leftmost(runs[::-1], masks[::-1])
    if firsts is None or back is None:
        return [], []
    sizes = [run.length or 1 for run in runs]
    lasts = [len(masks) - at - size for at, size in zip(back[::-1], sizes, strict=True)]
    return firsts, lasts


def _leftmost(runs: Sequence[Run], masks: Sequence[int]) -> list[int] | None:
    """Return the leftmost start of each run, by placing from the left (a relaxation: no
    look-ahead)."""
    starts: list[int] = []
    at = 0
    before = WHITE
    for run in runs:
        size = run.length or 1
        at += run.colour == before
        while at + size <= len(masks) and not all(
                masks[p] >> run.colour & 1 for p in range(at, at + size)):
            at += 1
        if at + size > len(masks):
            return None
        starts.append(at)
        at += size
        before = run.colour
    return starts
