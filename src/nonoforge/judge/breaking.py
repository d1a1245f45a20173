"""A line that cannot be coloured any more, in words: what is known of it, and what is wrong."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.clues import Runs
from nonoforge.engine.plain import fitting
from nonoforge.judge.techniques.runs import stretches
from nonoforge.judge.words import Words, capital
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line
from nonoforge.state import State


def breaks(nonogram: Nonogram, state: State, index: int) -> str:
    """The line that cannot be coloured, and what is known of it."""
    line, words = nonogram.puzzle.lines[index], Words(nonogram)
    colours = nonogram.puzzle.palette.colours
    known = (state.colour(cell) for cell in line.cells)
    drawn = "".join("?" if colour is None else colours[colour].symbol for colour in known)
    return (f"{capital(line.name)}, clue {words.clue(line)}, cannot be coloured any more: known is "
            f"{drawn}, and {_lack(words, line, state)}.")


def _lack(words: Words, line: Line, state: State) -> str:
    """What is wrong, where a few words say it."""
    clue = line.clue
    if isinstance(clue, Runs) and not clue.runs:
        return "nothing may be filled"
    if isinstance(clue, Runs):
        may = [sum(1 << at for at, cell in enumerate(line.cells) if state.masks[cell] >> colour & 1)
               for colour in range(len(words.palette))]
        return _no_place(words, line, clue, may) or _no_room(words, line, clue, may) or \
            "no colouring of the rest fits the clue"
    return "no colouring of the rest fits the clue"


def _no_place(words: Words, line: Line, clue: Runs, may: Sequence[int]) -> str | None:
    """Pushed to the left, one after the other, some run does not fit any more."""
    free, before = 0, 0
    for j, (size, colour) in enumerate(clue.runs):
        free += colour == before
        ahead = fitting(may[colour], size or 1) >> free
        if not ahead:
            return f"there is no place left for {words.run(line, j)}"
        free += (ahead & -ahead).bit_length() - 1 + (size or 1)
        before = colour
    return None


def _no_room(words: Words, line: Line, clue: Runs, may: Sequence[int]) -> str | None:
    """A block that is too long for every number, or has no room to become one."""
    for colour in range(1, len(may)):
        sizes = [run.length or 1 for run in clue.runs if run.colour == colour]
        blotted = any(run.length is None for run in clue.runs if run.colour == colour)
        others = 0
        for other, mask in enumerate(may):
            others |= mask if other != colour else 0
        for first, last in stretches(may[colour] & ~others):
            block = f"the block at {words.span(first, last)}"
            if not blotted and last - first + 1 > max(sizes, default=0):
                return f"{block} is too long"
            room = next((b - a + 1 for a, b in stretches(may[colour]) if a <= first <= b), 0)
            if room < min(sizes, default=0):
                return f"{block} has no room to grow to {min(sizes)}"
    return None
