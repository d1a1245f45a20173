"""Zero and full: the clue alone says what some colour of the line is."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.judge.line import ClueReader, LineView, TallyView, absent
from nonoforge.judge.technique import (
    Atom,
    Chain,
    Deduction,
    LineFind,
    LineTechnique,
)
from nonoforge.judge.words import Words
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.text import listed


class Zero(NamedTuple):
    """The clue leaves its line one colouring, whatever is known of it."""

    def why(self, words: Words, deduction: Deduction) -> str:
        line = words.line_of(deduction)
        length = len(line.cells)
        if isinstance(line.clue, Runs):
            runs = line.clue.runs
            if len(runs) > 1:
                gaps = length - sum(run.length or 1 for run in runs)
                between = {0: "", 1: " and the gap between them"}.get(
                    gaps, " and the gaps between them")
                return f"the numbers{between} need all {words.counted(length)}"
            full = 0 if runs else None
        else:
            totals = [count.total for count in line.clue.counts]
            full = totals.index(length) if length in totals else None
        if full is None:
            return "nothing is filled" if words.palette.plain else "it has no colour"
        run = words.run(line, full)
        return f"{run} fills it" if length == 1 else \
            f"{run} fills {words.all_of(length)} {words.cell.many}"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return self.why(words, deduction)


class Absent(NamedTuple):
    """The clue of the line does not have these colours."""

    colours: tuple[int, ...]

    def why(self, words: Words, deduction: Deduction) -> str:
        return f"there is no {listed([words.colour(c) for c in self.colours], 'or')} in the clue"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return "it does not have every colour"


class Sum(NamedTuple):
    """The numbers of the clue add up to as many cells as the line has."""

    total: int

    def why(self, words: Words, deduction: Deduction) -> str:
        return f"the numbers of the clue add up to all {words.counted(self.total)}"

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return "add up the numbers of the clue"


class ZeroAndFull(LineTechnique):
    """Needs no look at the cells: lines are 0, full, or lack a colour."""

    name = "zero and full"
    cost, stars = 1, 1
    words = "the clue is 0, lacks a colour, or fills its line with nothing to spare"
    example = "Row 3, clue 5 4: the numbers and the gap between them need all 10 cells, so ..."

    def applies(self, reader: ClueReader, fills: bool, empties: bool) -> bool:
        return reader.forced or bool(reader.absent) or reader.shape is None

    def find(self, line: LineView) -> list[LineFind]:
        if line.reader.forced:
            return [(line.removable, Zero())]
        gone = tuple(colour for colour in line.reader.absent if line.masks[colour])
        if gone:
            removed = [mask if colour in gone else 0 for colour, mask in enumerate(line.masks)]
            return [(removed, Absent(gone))]
        return super().find(line)

    def in_tally(self, line: TallyView) -> Iterable[LineFind]:
        """Yield that no cell is white if the numbers add up to all cells."""
        if line.total == line.length and line.masks[0]:
            yield line.cannot(0, line.masks[0]), Sum(line.total)


class _AbsentColours(ZeroAndFull):
    """Colours that a person leaves out without thinking: a cell has none that its lines' clues
    lack. It is one step at the beginning of a puzzle of several colours, for all lines at once."""

    def grounds(self, words: Words, deduction: Deduction) -> str:
        return f"No {words.cell.one} has a colour that is not in the clues of all its lines"

    def conclusion(self, words: Words, before: State, deduction: Deduction) -> str:
        many = len(deduction.learned)
        return f"{words.counted(many)} {'have' if many > 1 else 'has'} fewer to choose from"

    def chains(self, deduction: Deduction) -> list[tuple[list[Atom], Chain]]:
        return []  # it is about all lines at once


ABSENT_COLOURS = _AbsentColours()


def absent_colours(puzzle: Puzzle, state: State) -> Deduction | None:
    """Return what follows at once from the colours of the clues; None: nothing.

    A cell that would be left with one colour is not included: that is a separate step.
    """
    if puzzle.palette.plain:
        return None
    masks, lines = list(state.masks), []
    for index, line in enumerate(puzzle.lines):
        lacking = sum(1 << colour for colour in absent(line.clue, len(puzzle.palette)))
        for cell in line.cells if lacking else ():
            left = masks[cell] & ~lacking
            if left & (left - 1) and left != masks[cell]:
                masks[cell] = left
                lines.append(index)
    learned = tuple((cell, mask) for cell, (mask, before) in enumerate(
        zip(masks, state.masks, strict=True)) if mask != before)
    if not learned:
        return None
    return Deduction(ABSENT_COLOURS, tuple(dict.fromkeys(lines)), learned, Absent(()))


def without_absent_colours(puzzle: Puzzle, state: State) -> State:
    """Return the state after `absent_colours`."""
    found = absent_colours(puzzle, state)
    return state if found is None else state.after(found.learned)
