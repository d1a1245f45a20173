"""Deductions in words that a player uses. Every number comes from the deduction itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from nonoforge.clues import Runs
from nonoforge.judge.deduction import (
    Apart,
    Broken,
    Counted,
    Deduction,
    Ended,
    Gap,
    Grow,
    Join,
    Learned,
    Overlap,
    Pair,
    Reach,
    Reason,
    Searched,
    Whole,
    Zero,
)
from nonoforge.judge.rungs import LINE, PAIR
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line
from nonoforge.state import State

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def where(nonogram: Nonogram, deduction: Deduction) -> str:
    """The line or lines to look at."""
    return _listed([nonogram.puzzle.lines[index].name for index in deduction.lines[:6]])


def heading(nonogram: Nonogram, deduction: Deduction) -> str:
    """The line and its clue: `Row 7, clue 4 3`."""
    line = nonogram.puzzle.lines[deduction.lines[0]]
    return _capital(f"{line.name}, clue {_clue(nonogram, line)}")


def sentence(nonogram: Nonogram, before: State, deduction: Deduction) -> str:
    """Where, why, and what follows."""
    said, follows = grounds(nonogram, deduction), conclusion(nonogram, before, deduction)
    return f"{said}, so {follows}." if deduction.rung <= PAIR else f"{said}. So {follows}."


def grounds(nonogram: Nonogram, deduction: Deduction) -> str:
    """Where and why, without what follows and without a full stop."""
    reason = deduction.reason
    if isinstance(reason, Broken):
        return _broken(nonogram, deduction, reason)
    if isinstance(reason, Pair):
        return (f"{_capital(where(nonogram, deduction))} share {_places(nonogram, reason.shared)}; "
                "no way to colour both has another colour there")
    if isinstance(reason, Searched):
        return "No short reason is known; all other ways were tried to their end"
    line = nonogram.puzzle.lines[deduction.lines[0]]
    return f"{heading(nonogram, deduction)}: {why(nonogram, line, reason)}"


def conclusion(nonogram: Nonogram, before: State, deduction: Deduction) -> str:
    """What follows."""
    if deduction.rung > LINE:
        return _by_name(nonogram, before, deduction.learned)
    line = nonogram.puzzle.lines[deduction.lines[0]]
    return along(nonogram, line, before, deduction.learned)


def why(nonogram: Nonogram, line: Line, reason: Reason) -> str:
    """The reason within one line."""
    noun = _noun(nonogram)
    if isinstance(reason, Zero):
        return "nothing is filled" if _nothing(line) else \
            f"the clue needs all {len(line.cells)} {noun}s"
    if isinstance(reason, Overlap):
        first, last = reason.earliest, reason.latest + _size(line, reason.run) - 1
        run = _run(nonogram, line, reason.run)
        return f"{run} lies in {_span(noun, first, last)}" if reason.earliest == reason.latest \
            else f"{run} reaches {_span(noun, first, last)} at most"
    if isinstance(reason, Reach):
        return _reach(nonogram, line, reason)
    if isinstance(reason, Gap):
        return (f"the gap at {_span(noun, reason.first, reason.last)} is too short for "
                f"{_runs(nonogram, line, reason.runs)}")
    if isinstance(reason, Counted):
        return f"all {reason.total} are found" if reason.filled else \
            f"no more than the {reason.total} that it needs can be filled"
    if isinstance(reason, Whole):
        return "all ways to colour the line agree" if reason.ways is None else \
            f"all {reason.ways} ways to colour the line agree"
    return _block(nonogram, line, reason)


def _reach(nonogram: Nonogram, line: Line, reason: Reach) -> str:
    noun = _noun(nonogram)
    kind = "" if nonogram.puzzle.palette.plain else f"{_colour(nonogram, reason.colour)} "
    if not reason.spans:
        return f"no {kind}run is in the clue"
    if all(last - first + 1 == _size(line, run) for run, first, last in reason.spans):
        return f"every {kind}run is in its place"
    spans = "; ".join(f"{_run(nonogram, line, run)} {_span(noun, first, last)}"
                      for run, first, last in reason.spans[:6])
    more = "; ..." if len(reason.spans) > 6 else ""
    return f"no {kind}run reaches further than this ({spans}{more})"


def _block(nonogram: Nonogram, line: Line, reason: Reason) -> str:
    noun = _noun(nonogram)
    if isinstance(reason, Grow):
        ends = f"cannot pass {noun} {reason.wall + 1}" if 0 <= reason.wall < len(line.cells) else \
            "cannot leave the line"
        return (f"the block at {_span(noun, reason.first, reason.last)} belongs to "
                f"{_runs(nonogram, line, reason.runs, 'or')}, is {reason.length} long at least, "
                f"and {ends}")
    if isinstance(reason, Ended):
        return (f"the block at {_span(noun, reason.first, reason.last)} is as long as "
                f"{_runs(nonogram, line, reason.runs, 'or')}")
    if isinstance(reason, Apart):
        size = reason.last - reason.first + 1
        return (f"joined, the blocks within {_span(noun, reason.first, reason.last)} would be "
                f"{size} long, too long for {_runs(nonogram, line, reason.runs, 'or')}")
    assert isinstance(reason, Join)
    return (f"both blocks within {_span(noun, reason.first, reason.last)} can only be "
            f"{_run(nonogram, line, reason.run)}")


def _broken(nonogram: Nonogram, deduction: Deduction, reason: Broken) -> str:
    geometry, lines = nonogram.geometry, nonogram.puzzle.lines
    assumed = f"If {geometry.cell_name(reason.cell)} were {_colour(nonogram, reason.colour)}"
    if not reason.chain:
        others = f" and {len(deduction.lines) - 6} more" if len(deduction.lines) > 6 else ""
        return (f"{assumed}, every way on would break within two assumptions, by "
                f"{where(nonogram, deduction)}{others}")
    steps = [f"{lines[line].name} makes {_made(nonogram, lines[line], learned)}"
             for line, learned in reason.chain[:-1]]
    last = lines[reason.chain[-1][0]]
    broken = f"{last.name} (clue {_clue(nonogram, last)}) cannot be coloured"
    return f"{assumed}: {'; then '.join([*steps, broken])}"


def along(nonogram: Nonogram, line: Line, before: State, learned: Learned) -> str:
    """What follows, by positions in a line: `cells 3-5 are filled and cell 8 is white`."""
    place = {cell: position for position, cell in reversed([*enumerate(line.cells)])}
    groups: dict[tuple[bool, int], list[int]] = {}
    for cell, mask in learned:
        groups.setdefault(_change(before, cell, mask), []).append(place[cell])
    return _listed([f"{_cells(_noun(nonogram), places)} {_verb(nonogram, change, len(places))}"
                    for change, places in sorted(groups.items(), key=lambda item: item[1])])


def _made(nonogram: Nonogram, line: Line, learned: Learned) -> str:
    """What an assumption would lead to, by positions in a line: `cells 3-5 white`."""
    place = {cell: position for position, cell in reversed([*enumerate(line.cells)])}
    groups: dict[int, list[int]] = {}
    for cell, mask in learned:
        groups.setdefault(mask, []).append(place[cell])
    return _listed([f"{_cells(_noun(nonogram), places)} {_listed(_names(nonogram, mask), 'or')}"
                    for mask, places in sorted(groups.items(), key=lambda item: item[1])])


def _names(nonogram: Nonogram, mask: int) -> list[str]:
    return [_colour(nonogram, c) for c in range(mask.bit_length()) if mask >> c & 1]


def _by_name(nonogram: Nonogram, before: State, learned: Learned) -> str:
    """What follows, by the names of the cells."""
    groups: dict[tuple[bool, int], list[int]] = {}
    for cell, mask in learned:
        groups.setdefault(_change(before, cell, mask), []).append(cell)
    return _listed([f"{_places(nonogram, cells)} {_verb(nonogram, change, len(cells))}"
                    for change, cells in sorted(groups.items())])


def _change(before: State, cell: int, mask: int) -> tuple[bool, int]:
    """(has, these colours) or (has not, these colours)."""
    if not mask & (mask - 1):
        return True, mask
    return False, before.masks[cell] & ~mask


def _verb(nonogram: Nonogram, change: tuple[bool, int], number: int) -> str:
    has, colours = change
    names = _names(nonogram, colours)
    return f"{'is' if number == 1 else 'are'} {_listed(names, 'or')}" if has else \
        f"cannot be {_listed(names, 'or')}"


def _places(nonogram: Nonogram, cells: Sequence[int]) -> str:
    names = [nonogram.geometry.cell_name(cell) for cell in cells]
    return "; ".join(names[:5]) + (f" and {len(names) - 5} more" if len(names) > 5 else "")


def _colour(nonogram: Nonogram, colour: int) -> str:
    palette = nonogram.puzzle.palette
    return ("white", "filled")[colour] if palette.plain else palette.colours[colour].name


def _clue(nonogram: Nonogram, line: Line) -> str:
    if not isinstance(line.clue, Runs) or nonogram.puzzle.palette.plain or not line.clue.runs:
        return str(line.clue)
    return ", ".join(f"{'?' if run.length is None else run.length} {_colour(nonogram, run.colour)}"
                     for run in line.clue.runs)


def _run(nonogram: Nonogram, line: Line, run: int) -> str:
    """A number of the clue: `the 4`, `the second 1`, `the red 2`."""
    if not isinstance(line.clue, Runs):
        return f"the {line.clue}"
    runs = line.clue.runs
    same = [j for j, other in enumerate(runs) if other == runs[run]]
    which = f"{_ordinal(same.index(run))} " if len(same) > 1 else ""
    kind = "" if nonogram.puzzle.palette.plain else f"{_colour(nonogram, runs[run].colour)} "
    return f"the {which}{kind}{runs[run].length}"


def _ordinal(index: int) -> str:
    return ORDINALS[index] if index < len(ORDINALS) else f"{index + 1}th"


def _runs(nonogram: Nonogram, line: Line, runs: Iterable[int], join: str = "and") -> str:
    return _listed([_run(nonogram, line, run) for run in runs], join)


def _size(line: Line, run: int) -> int:
    if isinstance(line.clue, Runs):
        return line.clue.runs[run].length or 1
    return line.clue.counts[0].total or 0


def _nothing(line: Line) -> bool:
    return not line.clue.runs if isinstance(line.clue, Runs) else \
        all(count.total == 0 for count in line.clue.counts)


def _noun(nonogram: Nonogram) -> str:
    return "face" if nonogram.geometry.family in ("sloped", "curved") else "cell"


def _span(noun: str, first: int, last: int) -> str:
    return f"{noun} {first + 1}" if first == last else f"{noun}s {first + 1}-{last + 1}"


def _cells(noun: str, places: Sequence[int]) -> str:
    """Positions in a line, neighbours together.

    >>> _cells("cell", [2, 3, 4, 7])
    'cells 3-5 and 8'
    """
    parts = []
    for _, group in groupby(enumerate(sorted(places)), key=lambda pair: pair[1] - pair[0]):
        row = [place + 1 for _, place in group]
        parts.append(str(row[0]) if len(row) == 1 else f"{row[0]}-{row[-1]}")
    return f"{noun}{'s' if len(places) > 1 else ''} {_listed(parts)}"


def _listed(words: Sequence[str], join: str = "and") -> str:
    return f" {join} ".join(filter(None, [", ".join(words[:-1]), *words[-1:]]))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
