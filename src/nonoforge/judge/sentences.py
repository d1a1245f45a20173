"""Deductions in words that a player uses. Every number comes from the deduction itself."""

from __future__ import annotations

from nonoforge.judge.deduction import (
    Absent,
    Broken,
    Chain,
    Deduction,
    Deep,
    Forked,
    Learned,
    Pair,
    Searched,
)
from nonoforge.judge.reasons import positions, why
from nonoforge.judge.rungs import LINE, PAIR
from nonoforge.judge.words import Words, capital
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line
from nonoforge.state import State
from nonoforge.text import listed


def sentence(nonogram: Nonogram, before: State, deduction: Deduction) -> str:
    """Where, why, and what follows."""
    said, follows = grounds(nonogram, deduction), conclusion(nonogram, before, deduction)
    return f"{said}, so {follows}." if deduction.rung <= PAIR else f"{said}. So {follows}."


def grounds(nonogram: Nonogram, deduction: Deduction) -> str:
    """Where and why, without what follows and without a full stop."""
    words, reason = Words(nonogram), deduction.reason
    if isinstance(reason, Pair):
        return (f"{capital(words.lines(deduction.lines))} share {words.names(reason.shared)}; no "
                "way to colour both has another colour there")
    if isinstance(reason, Broken):
        return f"If {_assumed(words, reason.cell, reason.colour)}, {_chain(words, reason.chain)}"
    if isinstance(reason, Forked):
        return _forked(words, reason)
    if isinstance(reason, Deep):
        return (f"If {_assumed(words, reason.cell, reason.colour)}, every way on would break with "
                f"one more assumption at a time, by {words.lines(deduction.lines)}")
    if reason == Absent(()):
        return f"No {words.noun} has a colour that is not in the clues of all its lines"
    if isinstance(reason, Searched):
        return "No short reason is known; all other ways were tried to their end"
    return f"{words.heading(deduction.lines[0])}: {why(words, deduction)}"


def conclusion(nonogram: Nonogram, before: State, deduction: Deduction) -> str:
    """What follows."""
    words = Words(nonogram)
    if deduction.reason == Absent(()):
        many = len(deduction.learned)
        return f"{many:,} {words.noun}{'s have' if many > 1 else ' has'} fewer to choose from"
    groups: dict[tuple[bool, int], list[int]] = {}
    if deduction.rung > LINE:
        for cell, mask in deduction.learned:
            groups.setdefault(_change(before, cell, mask), []).append(cell)
        return listed([f"{words.names(cells)} {_verb(words, change, len(cells))}"
                       for change, cells in sorted(groups.items())])
    line = nonogram.puzzle.lines[deduction.lines[0]]
    place = positions(line)
    for cell, mask in deduction.learned:
        groups.setdefault(_change(before, cell, mask), []).append(place[cell])
    return listed([f"{words.cells(line, places)} {_verb(words, change, len(places))}"
                   for change, places in sorted(groups.items(), key=lambda item: min(item[1]))])


def _change(before: State, cell: int, mask: int) -> tuple[bool, int]:
    """(has, these colours) or (has not, these colours)."""
    if not mask & (mask - 1):
        return True, mask
    return False, before.masks[cell] & ~mask


def _verb(words: Words, change: tuple[bool, int], number: int) -> str:
    has, colours = change
    return f"{'is' if number == 1 else 'are'} {words.colours(colours)}" if has else \
        f"cannot be {words.colours(colours)}"


def _assumed(words: Words, cell: int, colour: int) -> str:
    return f"{words.nonogram.geometry.cell_name(cell)} were {words.colour(colour)}"


def _forked(words: Words, reason: Forked) -> str:
    fork = words.nonogram.geometry.cell_name(reason.fork)
    ways = [f"if it were {words.colour(colour)}, {_chain(words, chain)}"
            for colour, chain in reason.chains]
    return (f"If {_assumed(words, reason.cell, reason.colour)}, no colour would be left for "
            f"{fork}: {'; '.join(ways)}")


def _chain(words: Words, chain: Chain) -> str:
    """What would follow, line after line, until one breaks."""
    lines = words.nonogram.puzzle.lines
    steps = [f"{lines[line].name} would make {made(words, lines[line], learned)}"
             for line, learned in chain[:-1]]
    last = lines[chain[-1][0]]
    broken = f"{last.name} (clue {words.clue(last)}) could not be coloured"
    return "; then ".join([*steps, broken])


def made(words: Words, line: Line, learned: Learned) -> str:
    """What cells would become, by positions in a line: `cells 3-5 white`."""
    place, groups = positions(line), dict[int, list[int]]()
    for cell, mask in learned:
        groups.setdefault(mask, []).append(place[cell])
    return listed([f"{words.cells(line, places)} {words.colours(mask)}"
                   for mask, places in sorted(groups.items(), key=lambda item: min(item[1]))])
