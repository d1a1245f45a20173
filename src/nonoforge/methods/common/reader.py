"""Reading a line from its beginning: after each cell, can the rest still fit the clue?

A clue of runs is read without memory of the cells: it is enough to know at which run one is and how
many cells of it have been read.
"""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.clues import Runs


class Place(NamedTuple):
    """Somewhere in a clue: `done` cells of run number `run` are read, or 0: it is to come."""

    run: int = 0
    done: int = 0


class Reader:
    """The way through a clue."""

    def __init__(self, clue: Runs) -> None:
        self.runs = clue.runs
        self._colours = [*(run.colour for run in clue.runs), 0]
        self._needs = [0]  # the fewest cells of the runs from each one on
        self._after = [0]  # the same after each run, with the white cell that must follow it
        following = 0
        for length, colour in reversed(clue.runs):
            self._after.append(self._needs[-1] + int(colour == following))
            self._needs.append(self._after[-1] + (length or 1))
            following = colour
        self._needs.reverse()
        self._after = self._after[:0:-1]

    def step(self, place: Place, colour: int, left: int) -> Place | None:
        """The place after one more cell, with `left` cells to come; None if none can be right.

        >>> reader = Reader(Runs.of(2))
        >>> reader.step(Place(), 1, 2), reader.step(Place(), 0, 1)
        (Place(run=0, done=1), None)
        """
        after = self._next(place, colour)
        return after if after is not None and self._least(after) <= left else None

    def _next(self, place: Place, colour: int) -> Place | None:
        run, done = place
        if done:
            length, own = self.runs[run]
            if colour == own:
                return place if length is None else Place(run, done + 1) if done < length else None
            if length is not None and done < length:
                return None
            run += 1
        if not colour:
            return Place(run, 0)
        return Place(run, 1) if colour == self._colours[run] else None

    def _least(self, place: Place) -> int:
        """The fewest cells that must follow."""
        run, done = place
        if not done:
            return self._needs[run]
        return (self.runs[run].length or 1) - done + self._after[run]
