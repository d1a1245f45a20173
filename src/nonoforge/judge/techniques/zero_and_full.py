"""Zero and full: the clue alone says what some colour of the line is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.clues import Runs
from nonoforge.judge.line import ClueReader, LineView, TallyView, absent, is_zero
from nonoforge.judge.technique import Deduction, LineFind, LineTechnique
from nonoforge.judge.words import MAX_NAMES, Words, joined
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.text import listed

if TYPE_CHECKING:
    from nonoforge.judge.knowledge import Knowledge


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
                return f"the numbers{between} need all {words.position.counted(length)}"
            full = 0 if runs else None
        else:
            totals = [count.total for count in line.clue.counts]
            full = totals.index(length) if length in totals else None
        if full is None:
            return "nothing is filled" if words.palette.plain else "it has no colour"
        run = words.run(line, full)
        return f"{run} fills it" if length == 1 else \
            f"{run} fills {words.all_of(length)} {words.position.many}"

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
        return ("the numbers of the clue add up to "
                f"{words.all_of(self.total)} {words.position.many}")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return "add up the numbers of the clue"


class ZeroAndFull(LineTechnique):
    """Needs no look at the cells: lines are 0, full, or lack a colour."""

    name = "zero and full"
    cost, stars, max_stars = 1, 1, 4
    words = "the clue is 0, lacks a colour, or fills its line with nothing to spare"
    example = "Row 3, clue 5 4: the numbers and the gap between them need all 10 cells, so ..."

    reads_repeats = True  # the clue alone says it, however often a cell comes

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


    def joint_sentence(self, words: Words, before: State, alike: Sequence[Deduction]) -> str:
        if not isinstance(alike[0].reason, Absent):
            return super().joint_sentence(words, before, alike)
        lacking: dict[int, set[int]] = {}
        for each in alike:
            assert isinstance(each.reason, Absent)
            lacking.setdefault(each.lines[0], set()).update(each.reason.colours)
        lines: dict[tuple[int, ...], list[int]] = {}
        for line, colours in lacking.items():
            lines.setdefault(tuple(sorted(colours)), []).append(line)
        between = "" if words.sided else "in "
        return " ".join(
            f"There is no {listed([words.colour(c) for c in colours], 'or')} "
            f"{between}{words.lines(which)}." for colours, which in lines.items())


class ZeroLines(NamedTuple):
    """The clues of these lines are 0."""

    def why(self, words: Words, deduction: Deduction) -> str:
        names = [words.nonogram.puzzle.lines[index].name for index in deduction.lines]
        if len(joined(names)) <= MAX_NAMES:
            return f"{words.subject(deduction.lines)} have the clue 0"
        return (f"{len(names)} {'sides' if words.sided else words.nonogram.family.line.many} "
                "have the clue 0")

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return f"{self.why(words, deduction)}."


class _ZeroTogether(ZeroAndFull):
    """All lines without a colour are one step: there is nothing to think about."""

    def grounds(self, words: Words, deduction: Deduction) -> str:
        return deduction.reason.why(words, deduction)

    def nudge(self, words: Words, deduction: Deduction) -> str:
        return deduction.reason.nudge(words, deduction)

    def conclusion(self, words: Words, before: State, deduction: Deduction) -> str:
        return f"all their {words.cell.many} are {words.colour(0)}"


_ALONE, _TOGETHER = ZeroAndFull(), _ZeroTogether()


def zero_lines(known: Knowledge) -> Deduction | None:
    """Return the lines whose clue is 0 as one step, where there are several."""
    lines = tuple(index for index in sorted(known.finds)
                  if is_zero(known.puzzle.lines[index].clue, known.colours))
    learned = {cell: 1 for index in lines for cell in known.puzzle.lines[index].cells
               if known.cell_masks[cell] != 1}
    return Deduction(_TOGETHER, lines, tuple(sorted(learned.items())), ZeroLines()) \
        if len(lines) > 1 else None


def absent_colours(puzzle: Puzzle, state: State) -> Iterator[Deduction]:
    """Yield for each colour that the clue of a line does not have the open cells that lose it.

    Cells keep two colours: the last but one is a step after which something can be marked.
    """
    masks = list(state.masks)
    for index, line in enumerate(puzzle.lines):
        for colour in absent(line.clue, len(puzzle.palette)):
            learned = {cell: masks[cell] & ~(1 << colour) for cell in line.cells
                       if masks[cell] >> colour & 1 and masks[cell].bit_count() > 2}
            if learned:
                for cell, mask in learned.items():
                    masks[cell] = mask
                yield Deduction(_ALONE, (index,), tuple(sorted(learned.items())), Absent((colour,)))
