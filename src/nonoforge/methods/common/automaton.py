"""A clue as an automaton: it reads a line cell by cell, and accepts what the clue allows."""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.clues import WHITE, Runs


class Automaton(NamedTuple):
    """States are numbers, 0 the first; each transition is (state, colour read, next state)."""

    states: int
    finals: tuple[int, ...]
    transitions: tuple[tuple[int, int, int], ...]

    def accepts(self, colours: bytes) -> bool:
        """Does reading these end well?

        >>> automaton_of(Runs.of(2, 1)).accepts(bytes([1, 1, 0, 0, 1]))
        True
        """
        step = {(state, colour): after for state, colour, after in self.transitions}
        state: int | None = 0
        for colour in colours:
            state = None if state is None else step.get((state, colour))
        return state in self.finals


def automaton_of(clue: Runs) -> Automaton:
    """For each run a state for the white before it and one for each of its cells; a blotted run is
    one cell that may be read again. It is deterministic: at most one way from each state."""
    ways: list[tuple[int, int, int]] = [(0, WHITE, 0)]
    gap, end = 0, 0  # the state after white, and the one after the last run's last cell
    touching = WHITE  # the colour of the last run: the next may follow at once if it is another
    for length, colour in clue.runs:
        first = max(gap, end) + 1
        ways.append((gap, colour, first))
        if touching not in (WHITE, colour):
            ways.append((end, colour, first))
        end = first + (length or 1) - 1
        ways += [(state, colour, state + 1) for state in range(first, end)]
        if length is None:
            ways.append((end, colour, end))
        gap = end + 1
        ways += [(end, WHITE, gap), (gap, WHITE, gap)]
        touching = colour
    return Automaton(gap + 1, (end, gap) if clue.runs else (0,), tuple(ways))
