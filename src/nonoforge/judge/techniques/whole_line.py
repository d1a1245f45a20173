"""Whole line: all ways to colour one line agree. This is exact: a line tells nothing more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias

from nonoforge.clues import MANY, Clue, Runs, Tally
from nonoforge.judge.line import LineView
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique, Reason
from nonoforge.judge.words import Words
from nonoforge.puzzle import Line

MAX_WAYS = 100  # that a person would look through; more are not counted
MAX_COUNTED_LENGTH = 60  # cells times colours: counting the ways of longer lines takes time


class Whole(NamedTuple):
    """All ways to colour the line agree; None where they were not counted."""

    ways: int | None

    def why(self, words: Words, deduction: Deduction) -> str:
        if self.ways == 1:
            return "there is just one way to colour it"
        return f"{'all' if self.ways is None else words.all_of(self.ways)} ways to colour it agree"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return WholeLine.words


class WholeLine(LineTechnique):
    """Settles the line."""

    name = "whole line"
    cost, stars = 10, 3
    words = "all ways to colour one line agree"
    example = "Column 6, clue 1 2 1: all 4 ways to colour it agree, so cell 5 is filled."
    reads_repeats = True

    def find(self, line: LineView) -> list[LineFind]:
        return [(line.removable, Whole(None))]

    def detail(self, reason: Reason, line: Line, masks: Sequence[int]) -> Reason:
        """Count the ways, unless the line visits a cell twice."""
        length = len(line.cells)
        return reason if len(set(line.cells)) < length else Whole(ways(line.clue, masks, length))


# --- counting the ways to colour a line ----------------------------------------------------------

Place: TypeAlias = tuple[int, ...]
"""How far a line was read."""


class _Reading(Protocol):
    start: Place

    def after(self, place: Place, colour: int) -> Place | None:
        """Return the place one cell further; None where the clue does not allow the colour."""

    def ends(self, place: Place) -> bool:
        """Return whether the line may end here."""


def ways(clue: Clue, masks: Sequence[int], length: int) -> int | None:
    """Return the number of colourings that the clue and the masks allow; None: many.

    >>> ways(Runs.of(2), [0b1111, 0b1111], 4)
    3
    """
    if length * (len(masks) - 1) > MAX_COUNTED_LENGTH:
        return None
    reading: _Reading = _RunReading(clue) if isinstance(clue, Runs) else _TallyReading(clue)
    now = Counter({reading.start: 1})
    for position in range(length):
        now = _further(reading, now, [c for c, mask in enumerate(masks) if mask >> position & 1])
    total = sum(many for place, many in now.items() if reading.ends(place))
    return total if total <= MAX_WAYS else None


def _further(reading: _Reading, now: Counter[Place], colours: Sequence[int]) -> Counter[Place]:
    found: Counter[Place] = Counter()
    for place, many in now.items():
        for colour in colours:
            after = reading.after(place, colour)
            if after is not None:
                found[after] += many
    return found


class _RunReading:
    """A place: the run, how many of its cells were read, and its colour."""

    start: Place = (0, 0, 0)

    def __init__(self, clue: Runs) -> None:
        self.runs = clue.runs

    def after(self, place: Place, colour: int) -> Place | None:
        run, done, before = place
        if done and colour == before:
            length = self.runs[run].length
            if length is None:
                return place
            return (run, done + 1, colour) if done < length else None
        if done:
            if self.runs[run].length not in (None, done):
                return None
            run += 1
        if colour == 0:
            return run, 0, 0
        fits = run < len(self.runs) and self.runs[run].colour == colour
        return (run, 1, colour) if fits else None

    def ends(self, place: Place) -> bool:
        run, done, _ = place
        return run + (done > 0) == len(self.runs) and (
            not done or self.runs[run].length in (None, done))


class _TallyReading:
    """A place: the colour before, then for each colour how many cells and groups were read."""

    def __init__(self, clue: Tally) -> None:
        self.counts = clue.counts
        self.start: Place = (0,) * (1 + 2 * len(clue.counts))

    def after(self, place: Place, colour: int) -> Place | None:
        now = [colour, *place[1:]]
        if 0 < colour <= len(self.counts):
            at, want = 2 * colour - 1, self.counts[colour - 1]
            now[at] += 1
            now[at + 1] = min(MANY, now[at + 1] + (colour != place[0]))
            if want.total is not None and now[at] > want.total:
                return None
            if want.groups is not None and now[at + 1] > want.groups:
                return None
        return tuple(now)

    def ends(self, place: Place) -> bool:
        found = zip(place[1::2], place[2::2], strict=True)
        return all(want.total in (None, total) and want.groups in (None, groups)
                   for want, (total, groups) in zip(self.counts, found, strict=True))
