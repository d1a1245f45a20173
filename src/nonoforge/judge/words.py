"""The words of a nonogram: how its lines, clues, runs, cells and colours are called.

Cells of a line are counted along it, from 1; only where several lines play a part they have the
names that the geometry gives them. Faces have no name that a board shows: they are places along
the side of a line, counted from its clue.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nonoforge.calls import public
from nonoforge.clues import Count, Runs
from nonoforge.engine import fitting
from nonoforge.judge.line import stretches
from nonoforge.judge.technique import Chain, Learned, positions
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line
from nonoforge.state import State
from nonoforge.text import capital, listed, spans

if TYPE_CHECKING:
    from nonoforge.judge.technique import Deduction

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
GROUPS = {2: "in two groups", 3: "in three or more groups", None: "in any number of groups"}
NUMBERED = re.compile(r"([a-z ]*[a-z]) ([0-9]+)")
MAX_NAMES = 6  # of cells or lines in a sentence


class Words:
    """Names for one nonogram."""

    def __init__(self, nonogram: Nonogram) -> None:
        self.nonogram, self.palette = nonogram, nonogram.puzzle.palette
        family = nonogram.family
        self.cell, self.position = family.cell, family.position
        self.numbered, self.sided = family.numbered, family.sided
        self._plain = (family.white, "filled")

    # --- colours ---------------------------------------------------------------------------------

    def colour(self, colour: int) -> str:
        """Return `filled`, or the colour's name."""
        return self._plain[colour] if self.palette.plain else self.palette.colours[colour].name

    def colours(self, mask: int) -> str:
        """Return `white or red`."""
        return listed([self.colour(c) for c in range(mask.bit_length()) if mask >> c & 1], "or")

    def kind(self, colour: int) -> str:
        """Return the colour before a noun: `red run`; nothing where there is just one."""
        return "" if self.palette.plain else f"{self.colour(colour)} "

    # --- lines and clues -------------------------------------------------------------------------

    def line_of(self, deduction: Deduction) -> Line:
        """Return the line of a deduction that is about one line."""
        return self.nonogram.puzzle.lines[deduction.lines[0]]

    def lines(self, indices: Sequence[int]) -> str:
        """Return `rows 3-5 and column 2`; of many only the first."""
        names = joined([self.nonogram.puzzle.lines[index].name for index in dict.fromkeys(indices)])
        more = len(names) - MAX_NAMES
        shown = [*names[:MAX_NAMES], f"{more} more"] if more > 0 else names
        if len(shown) > 2 and any("," in name for name in shown):  # `x rod at y 1, z 2`
            return f"{'; '.join(shown[:-1])}; and {shown[-1]}"
        return listed(shown)

    def subject(self, indices: Sequence[int]) -> str:
        """Return the lines as the beginning of a sentence: `Rows 3-5`, `The side left of line 2`.
        """
        if not self.sided:
            return capital(self.lines(indices))
        return f"The side{'s' if len(set(indices)) > 1 else ''} {self.lines(indices)}"

    def along(self, indices: Sequence[int]) -> str:
        """Return the lines behind a noun that is in them: `of row 3`, `left of line 2`."""
        return f"{'' if self.sided else 'of '}{self.lines(indices)}"

    def where(self, indices: Sequence[int]) -> str:
        """Return the lines to look at: `row 3`, `the faces left of line 2, counted from its clue`.
        """
        if not self.numbered:
            return self.lines(indices)
        return (f"the {self.cell.many} {self.along(indices)}, counted from "
                f"{'its clue' if len(indices) == 1 else 'their clues'}")

    def clue(self, line: Line) -> str:
        """Return the clue as it is read aloud: `4 3`, `2 red, 1 blue`, `4 in two groups`."""
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
        """Return the line and its clue: `Row 7, clue 4 3`."""
        line = self.nonogram.puzzle.lines[index]
        return capital(f"{line.name}, clue {self.clue(line)}")

    # --- numbers of a clue -----------------------------------------------------------------------

    def size(self, line: Line, run: int) -> int:
        """Return the length of a number of the clue."""
        if isinstance(line.clue, Runs):
            return line.clue.runs[run].length or 1
        return line.clue.counts[run].total or 0

    def number(self, line: Line, run: int) -> str:
        """Return a number of the clue as it is printed, with its colour: `4`, `red 2`."""
        if isinstance(line.clue, Runs):
            length, colour = line.clue.runs[run]
        else:
            length, colour = line.clue.counts[run].total, run + 1
        return f"{self.kind(colour)}{'?' if length is None else length}"

    def run(self, line: Line, run: int) -> str:
        """Return which number of the clue: `the 4`, `the second 1`, `the red 2`."""
        runs = line.clue.runs if isinstance(line.clue, Runs) else line.clue.counts
        number = self.number(line, run)
        same = [j for j in range(len(runs)) if self.number(line, j) == number]
        which = f"{_ordinal(same.index(run))} " if len(same) > 1 else ""
        return f"the {which}{number}"

    def alike(self, line: Line, runs: Iterable[int]) -> bool:
        """Return whether all of these numbers look the same."""
        return len({self.number(line, run) for run in runs}) == 1

    def runs(self, line: Line, runs: Sequence[int]) -> str:
        """Return any of these numbers; where all look the same, `one of the 1s`."""
        if len(runs) > 1 and self.alike(line, runs):
            return f"one of the {self.number(line, runs[0])}s"
        return listed([self.run(line, run) for run in runs], "or")

    # --- cells -----------------------------------------------------------------------------------

    def counted(self, number: int) -> str:
        """Return a number of cells: `1 cell`, `7 faces`."""
        return self.cell.counted(number)

    def all_of(self, number: int) -> str:
        """Return `both` or `all 7`."""
        return "both" if number == 2 else f"all {number}"

    def span(self, first: int, last: int) -> str:
        """Return neighbouring positions of a line: `cells 3-5`."""
        return f"{self.position.one} {first + 1}" if first == last else \
            f"{self.position.many} {first + 1}-{last + 1}"

    def cells(self, places: Sequence[int]) -> str:
        """Return positions of a line: `cells 3-5 and 8`."""
        return (f"{self.position.many if len(places) > 1 else self.position.one} "
                f"{spans(place + 1 for place in sorted(places))}")

    def name(self, cell: int) -> str:
        """Return a cell by the name that the geometry gives it, or where that is drawn on no board,
        by its place along a line."""
        through = self.nonogram.puzzle.through[cell]
        if not self.numbered or not through:
            return self.nonogram.geometry.cell_name(cell)
        place = self.nonogram.puzzle.lines[through[0]].cells.index(cell) + 1
        return f"{self.position.one} {place} {self.along(through[:1])}"

    def names(self, cells: Sequence[int]) -> str:
        """Return cells by the names of the geometry; of many only the first."""
        named = [self.name(cell) for cell in cells[:MAX_NAMES]]
        more = len(cells) - MAX_NAMES
        return "; ".join(named) + (f"; and {more} more" if more > 0 else "")

    def verb(self, decided: bool, colours: int, number: int) -> str:
        """Return what cells are (if decided) or cannot be: `are filled`, `cannot be red`."""
        return f"{'is' if number == 1 else 'are'} {self.colours(colours)}" if decided else \
            f"cannot be {self.colours(colours)}"

    # --- assumptions -----------------------------------------------------------------------------

    def assumed(self, cell: int, colour: int) -> str:
        """Return `row 1, column 2 were filled`."""
        return f"{self.name(cell)} were {self.colour(colour)}"

    def chain(self, chain: Chain) -> str:
        """Return what would follow, line after line, until one breaks."""
        lines = self.nonogram.puzzle.lines
        steps = [f"{lines[index].name} would make {self._made(lines[index], learned)}"
                 for index, learned in chain[:-1]]
        last = lines[chain[-1][0]]
        return "; then ".join(
            [*steps, f"{last.name} (clue {self.clue(last)}) could not be coloured"])

    def _made(self, line: Line, learned: Learned) -> str:
        """Return what cells would become, by positions in a line: `cells 3-5 white`."""
        place, groups = positions(line), dict[int, list[int]]()
        for cell, mask in learned:
            groups.setdefault(mask, []).append(place[cell])
        return listed([f"{self.cells(places)} {self.colours(mask)}"
                       for mask, places in sorted(groups.items(), key=lambda item: min(item[1]))])

    # --- support ---------------------------------------------------------------------------------

    def support(self, before: State, support: Sequence[Deduction]) -> tuple[str, State]:
        """Return what supports a step, in sentences with a space behind each, and the state after
        it."""
        said = ""
        for (technique, _), group in groupby(
                support, key=lambda each: (each.technique, type(each.reason))):
            alike = list(group)
            said += f"{technique.joint_sentence(self, before, alike)} "
            for each in alike:
                before = before.after(each.learned)
        return said, before

    # --- a line that cannot be coloured any more -------------------------------------------------

    def broken(self, state: State, index: int) -> str:
        """Return which line cannot be coloured, what is known of it, and what is wrong."""
        line = self.nonogram.puzzle.lines[index]
        known = (state.colour(cell) for cell in line.cells)
        drawn = "".join("?" if colour is None else self.palette.colours[colour].symbol
                        for colour in known)
        return (f"{self.heading(index)}, cannot be coloured any more: known is {drawn}, and "
                f"{self._lack(line, state)}.")

    def _lack(self, line: Line, state: State) -> str:
        """Return what is wrong, where a few words say it."""
        if isinstance(line.clue, Runs):
            if not line.clue.runs:
                return "nothing may be filled"
            masks = [sum(1 << at for at, cell in enumerate(line.cells)
                         if state.masks[cell] >> colour & 1) for colour in range(len(self.palette))]
            said = self._no_place(line, line.clue, masks) or self._no_room(line.clue, masks)
            if said:
                return said
        return "no colouring of the rest fits the clue"

    def _no_place(self, line: Line, clue: Runs, masks: Sequence[int]) -> str | None:
        """Return which run has no place when all are pushed to the left, in words; or None."""
        free, before = 0, 0
        for j, (size, colour) in enumerate(clue.runs):
            free += colour == before
            ahead = fitting(masks[colour], size or 1) >> free
            if not ahead:
                return f"there is no place left for {self.run(line, j)}"
            free += (ahead & -ahead).bit_length() - 1 + (size or 1)
            before = colour
        return None

    def _no_room(self, clue: Runs, masks: Sequence[int]) -> str | None:
        """Look for a block that is too long for every number, or has no room to become one."""
        for colour in range(1, len(masks)):
            sizes = [run.length or 1 for run in clue.runs if run.colour == colour]
            blotted = any(run.length is None for run in clue.runs if run.colour == colour)
            others = 0
            for other, mask in enumerate(masks):
                others |= mask if other != colour else 0
            for first, last in stretches(masks[colour] & ~others):
                block = f"the block at {self.span(first, last)}"
                if not blotted and last - first + 1 > max(sizes, default=0):
                    return f"{block} is too long"
                room = next((b - a + 1 for a, b in stretches(masks[colour]) if a <= first <= b), 0)
                if room < min(sizes, default=0):
                    return f"{block} has no room to grow to {min(sizes)}"
        return None


@public
def sentence(nonogram: Nonogram, before: State, deduction: Deduction) -> str:
    """Return a deduction in words that a player uses: where, why, and what follows from the state
    before it."""
    return deduction.technique.sentence(Words(nonogram), before, deduction)


def joined(names: Sequence[str]) -> list[str]:
    """Return names with those that differ in their number alone put together.

    >>> joined(["row 3", "row 4", "column 2", "row 9"])
    ['rows 3-4 and 9', 'column 2']
    """
    groups: dict[str, list[int]] = {}
    for name in names:
        match = NUMBERED.fullmatch(name)
        groups.setdefault(match[1] if match else name, []).append(int(match[2]) if match else 0)
    return [name if numbers == [0] else f"{name} {numbers[0]}" if len(numbers) == 1 else
            f"{name}s {spans(sorted(numbers))}" for name, numbers in groups.items()]


def _ordinal(index: int) -> str:
    """Return `first`, ..., `ninth`, `10th`, `21st`."""
    if index < len(ORDINALS):
        return ORDINALS[index]
    number = index + 1
    ending = "th" if number % 100 in (11, 12, 13) else \
        {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
