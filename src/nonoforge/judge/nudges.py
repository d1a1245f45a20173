"""The second stage of a hint: which numbers of the clue to think of, and nothing more."""

from __future__ import annotations

from nonoforge.judge.deduction import (
    Absent,
    Apart,
    Broken,
    Counted,
    Deduction,
    Deep,
    Ended,
    Forked,
    Gap,
    Grow,
    Join,
    Overlap,
    Pair,
    Reach,
    Reason,
    Searched,
    Singles,
    Zero,
)
from nonoforge.judge.reasons import zero
from nonoforge.judge.rungs import LINE, RUNGS
from nonoforge.judge.words import Words, capital
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Line


def where(nonogram: Nonogram, deduction: Deduction) -> str:
    """The line or lines to look at."""
    return Words(nonogram).lines(deduction.lines)


def nudge(nonogram: Nonogram, deduction: Deduction) -> str:
    """The clue and the idea, without the cells; a sentence."""
    words, reason = Words(nonogram), deduction.reason
    if isinstance(reason, Broken | Forked | Deep):
        name = nonogram.geometry.cell_name(reason.cell)
        return f"What if {name} were {words.colour(reason.colour)}?"
    if isinstance(reason, Pair):
        return f"{capital(words.lines(deduction.lines))} say more together than each alone."
    if isinstance(reason, Searched):
        return f"{capital(RUNGS[deduction.rung].words)}."
    line = nonogram.puzzle.lines[deduction.lines[0]]
    return f"{words.heading(deduction.lines[0])}: {_idea(words, line, reason)}."


def _idea(words: Words, line: Line, reason: Reason) -> str:
    if isinstance(reason, Zero):
        return zero(words, line)
    if isinstance(reason, Absent):
        return "it does not have every colour"
    if isinstance(reason, Overlap):
        only = reason.earliest == reason.latest
        return f"{words.run(line, reason.run)} " + (
            "has one place only" if only else f"covers some {words.noun}s wherever it lies")
    if isinstance(reason, Reach):
        return _reach(words, line, reason)
    if isinstance(reason, Gap):
        return f"a gap is too short for {words.runs(line, reason.runs)}"
    if isinstance(reason, Counted | Singles):
        kind = "coloured" if reason.colour is None else words.colour(reason.colour)
        return f"count the {kind} {words.noun}s"
    return _block(words, line, reason)


def _reach(words: Words, line: Line, reason: Reach) -> str:
    if len(reason.spans) == 1:
        return f"{words.run(line, reason.spans[0][0])} does not reach everywhere"
    return f"its {words.kind(reason.colour)}runs do not reach everywhere"


def _block(words: Words, line: Line, reason: Reason) -> str:
    if isinstance(reason, Grow):
        return f"a block that belongs to {words.runs(line, reason.runs)} must grow"
    if isinstance(reason, Ended):
        return "a block cannot grow any more"
    if isinstance(reason, Apart):
        return f"two blocks would be too long together for {words.runs(line, reason.runs)}"
    if isinstance(reason, Join):
        return f"two blocks belong to {words.run(line, reason.run)}"
    return RUNGS[LINE].words
