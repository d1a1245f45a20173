"""Clues of runs in a string: how many, their colours, and lengths that know how much room is left.

The room is what the line would have to spare if all further runs were as short as can be; the
longest that a run can be follows from it, and what is certain takes no room in the string.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from nonoforge.clues import Run, Runs
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_parts import choice, entry, flag, number


class Hand:
    """Writes or reads one clue after the other, and learns from each."""

    def __init__(self, coder: Coder, colours: int, blotted: bool) -> None:
        self.coder, self.colours = coder, colours
        self.blotted = flag(coder, "any blotted", blotted)
        self.before = 0  # how many runs the last clue had

    def clue(self, clue: Runs, length: int) -> Runs:
        """The clue of a line of so many cells."""
        most = (length + 1) // 2 if self.colours == 2 else length
        count = number(self.coder, ("runs", min(self.before, 8)), len(clue.runs), most)
        self.before = count
        shades = self._shades(clue, count)
        gaps = sum(a == b for a, b in pairwise(shades))
        room = length - count - gaps
        if room < 0:
            raise Damaged("a clue that its line has no room for")
        found: list[Run] = []
        for at, shade in enumerate(shades):
            run = self._run(entry(clue.runs, at, Run(1)), shade, room, count - at, found)
            room -= (run.length or 1) - 1
            found.append(run)
        return Runs(tuple(found))

    def _shades(self, clue: Runs, count: int) -> list[int]:
        """The colours of all runs, each in view of the one before it."""
        shades, last = [], 0
        for at in range(count if self.colours > 2 else 0):
            wanted = entry(clue.runs, at, Run(1)).colour
            last = 1 + choice(self.coder, ("shade", last), wanted - 1, self.colours - 1)
            shades.append(last)
        return shades or [1] * count

    def _run(self, run: Run, shade: int, room: int, left: int, found: Sequence[Run]) -> Run:
        if self.blotted and flag(self.coder, "blotted", run.length is None):
            return Run(None, shade)
        last = min(found[-1].length or 0, 2) if found else 0
        context = ("run", (room // left + 1).bit_length(), last)
        return Run(1 + number(self.coder, context, (run.length or 1) - 1, room), shade)
