"""The words of a nonogram: how its lines, clues, runs, cells and colours are called.

Cells of a line are counted along it, from 1; only where several lines play a part they have the
names that the geometry gives them. Faces have numbers of their own in drawings, so along a line
it is places that are counted: `places 3-5 (faces 12, 7 and 31)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from nonoforge.clues import Count, Runs
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line
from nonoforge.text import listed

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
GROUPS = {2: "in two groups", 3: "in three or more groups", None: "in groups that are not told"}
MOST_NAMES = 6  # that a sentence has room for


class Words:
    """Names for one nonogram."""

    def __init__(self, nonogram: Nonogram) -> None:
        self.nonogram, self.palette = nonogram, nonogram.puzzle.palette
        family = nonogram.family.name
        self.faces = family in ("sloped", "curved")
        self.noun, self.place = ("face", "place") if self.faces else ("cell", "cell")
        self._plain = ("empty" if family == "solid" else "white", "filled")

    # --- colours ---------------------------------------------------------------------------------

    def colour(self, colour: int) -> str:
        """`filled`, or the colour's name."""
        return self._plain[colour] if self.palette.plain else self.palette.colours[colour].name

    def colours(self, mask: int) -> str:
        """`white or red`."""
        return listed([self.colour(c) for c in range(mask.bit_length()) if mask >> c & 1], "or")

    def kind(self, colour: int) -> str:
        """The colour before a noun: `red run`; nothing where there is just one."""
        return "" if self.palette.plain else f"{self.colour(colour)} "

    # --- lines and clues -------------------------------------------------------------------------

    def line(self, index: int) -> str:
        return self.nonogram.puzzle.lines[index].name

    def lines(self, indices: Sequence[int]) -> str:
        """`row 3, row 5 and column 2`; of many only the first."""
        more = len(indices) - MOST_NAMES
        names = [self.line(index) for index in indices[:MOST_NAMES]]
        return listed([*names, f"{more} more"] if more > 0 else names)

    def clue(self, line: Line) -> str:
        """The clue as it is read aloud: `4 3`, `2 red, 1 blue`, `4 in two groups`."""
        if not isinstance(line.clue, Runs):
            return self._tally(line.clue.counts)
        if self.palette.plain or not line.clue.runs:
            return str(line.clue)
        return ", ".join(f"{'?' if run.length is None else run.length} {self.colour(run.colour)}"
                         for run in line.clue.runs)

    def _tally(self, counts: Sequence[Count]) -> str:
        if all(count.total == 0 for count in counts):
            return "0"
        return ", ".join(self._count(colour, count) for colour, count in enumerate(counts, start=1)
                         if count.total != 0) or "?"

    def _count(self, colour: int, count: Count) -> str:
        number = "?" if count.total is None else str(count.total)
        several = count.total is None or count.total > 1
        groups = GROUPS.get(count.groups, "") if several else ""
        return " ".join(filter(None, (number, self.kind(colour).rstrip(), groups)))

    def heading(self, index: int) -> str:
        """The line and its clue: `Row 7, clue 4 3`."""
        line = self.nonogram.puzzle.lines[index]
        return capital(f"{line.name}, clue {self.clue(line)}")

    # --- numbers of a clue -----------------------------------------------------------------------

    def number(self, line: Line, run: int) -> str:
        """A number of the clue as it is printed, with its colour: `4`, `red 2`."""
        if isinstance(line.clue, Runs):
            length, colour = line.clue.runs[run]
        else:
            length, colour = line.clue.counts[run].total, run + 1
        return f"{self.kind(colour)}{'?' if length is None else length}"

    def run(self, line: Line, run: int) -> str:
        """Which number of the clue: `the 4`, `the second 1`, `the red 2`."""
        runs = line.clue.runs if isinstance(line.clue, Runs) else line.clue.counts
        number = self.number(line, run)
        same = [j for j in range(len(runs)) if self.number(line, j) == number]
        which = f"{_ordinal(same.index(run))} " if len(same) > 1 else ""
        return f"the {which}{number}"

    def alike(self, line: Line, runs: Iterable[int]) -> bool:
        """Do all of these numbers look the same?"""
        return len({self.number(line, run) for run in runs}) == 1

    def runs(self, line: Line, runs: Sequence[int]) -> str:
        """Any of these numbers; where all look the same, `one of the 1s`."""
        if len(runs) > 1 and self.alike(line, runs):
            return f"one of the {self.number(line, runs[0])}s"
        return listed([self.run(line, run) for run in runs], "or")

    # --- cells -----------------------------------------------------------------------------------

    def span(self, first: int, last: int) -> str:
        """Neighbouring positions of a line: `cells 3-5`."""
        return f"{self.place} {first + 1}" if first == last else \
            f"{self.place}s {first + 1}-{last + 1}"

    def cells(self, line: Line, places: Sequence[int]) -> str:
        """Positions of a line: `cells 3-5 and 8`."""
        several = "s" if len(places) > 1 else ""
        said = f"{self.place}{several} {spans(places)}"
        if not self.faces:
            return said
        numbers = [str(line.cells[place] + 1) for place in sorted(places)]
        return f"{said} (face{several} {listed(numbers)})"

    def names(self, cells: Sequence[int]) -> str:
        """Cells by the names of the geometry."""
        named = [self.nonogram.geometry.cell_name(cell) for cell in cells[:MOST_NAMES]]
        more = len(cells) - MOST_NAMES
        return "; ".join(named) + (f"; and {more} more" if more > 0 else "")


def spans(places: Iterable[int]) -> str:
    """Positions counted from 1, neighbours together.

    >>> spans([2, 3, 4, 7])
    '3-5 and 8'
    """
    parts = []
    for _, group in groupby(enumerate(sorted(places)), key=lambda pair: pair[1] - pair[0]):
        row = [place + 1 for _, place in group]
        parts.append(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}")
    return listed(parts)


def capital(text: str) -> str:
    """With a capital letter at the beginning."""
    return text[:1].upper() + text[1:]


def _ordinal(index: int) -> str:
    """`first`, ..., `ninth`, `10th`, `21st`."""
    if index < len(ORDINALS):
        return ORDINALS[index]
    number = index + 1
    ending = "th" if number % 100 in (11, 12, 13) else \
        {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
