"""Why something follows within one line, in words."""

from __future__ import annotations

from nonoforge.clues import Runs
from nonoforge.judge.deduction import (
    Absent,
    Apart,
    Counted,
    Deduction,
    Ended,
    Gap,
    Grow,
    Join,
    Overlap,
    Reach,
    Reason,
    Singles,
    Sum,
    Whole,
    Zero,
)
from nonoforge.judge.words import Words
from nonoforge.puzzle import Line
from nonoforge.text import listed


def why(words: Words, deduction: Deduction) -> str:
    """The reason, without the line and without what follows."""
    line, reason = words.nonogram.puzzle.lines[deduction.lines[0]], deduction.reason
    if isinstance(reason, Zero):
        return zero(words, line)
    if isinstance(reason, Absent):
        return f"there is no {listed([words.colour(c) for c in reason.colours], 'or')} in the clue"
    if isinstance(reason, Overlap):
        return _overlap(words, line, reason)
    if isinstance(reason, Reach):
        place = positions(line)
        return _reach(words, line, reason, [place[cell] for cell, _ in deduction.learned])
    if isinstance(reason, Gap):
        return (f"the gap at {words.span(reason.first, reason.last)} is too short for "
                f"{words.runs(line, reason.runs)}")
    if isinstance(reason, Counted):
        return _counted(words, reason)
    if isinstance(reason, Sum):
        return f"the numbers of the clue add up to all {reason.total} {words.noun}s"
    if isinstance(reason, Singles):
        return (f"its {reason.total} {words.kind(reason.colour)}{words.noun}s are groups of their "
                "own, and no two are neighbours")
    if isinstance(reason, Whole):
        return _whole(reason)
    return _block(words, line, reason)


def zero(words: Words, line: Line) -> str:
    """A clue that leaves its line one colouring."""
    length = len(line.cells)
    if isinstance(line.clue, Runs):
        runs = line.clue.runs
        if not runs:
            return "nothing is filled" if words.palette.plain else "it has no colour"
        if len(runs) > 1:
            gaps = length - sum(run.length or 1 for run in runs)
            between = {0: "", 1: " and the gap between them"}.get(gaps,
                                                                  " and the gaps between them")
            return f"the numbers{between} need all {length} {words.noun}s"
    elif all(count.total == 0 for count in line.clue.counts):
        return "nothing is filled" if words.palette.plain else "it has no colour"
    totals = [0] if isinstance(line.clue, Runs) else [count.total for count in line.clue.counts]
    run = words.run(line, 0 if isinstance(line.clue, Runs) else totals.index(length))
    return f"{run} fills it" if length == 1 else \
        f"{run} fills {'both' if length == 2 else f'all {length}'} {words.noun}s"


def _overlap(words: Words, line: Line, reason: Overlap) -> str:
    run, last = words.run(line, reason.run), reason.latest + size(line, reason.run) - 1
    where = words.span(reason.earliest, last)
    return f"{run} fits only in {where}" if reason.earliest == reason.latest else \
        f"{run} reaches {where} at most"


def _reach(words: Words, line: Line, reason: Reach, far: list[int]) -> str:
    """Only the runs next to the cells in question are named."""
    if all(last - first + 1 == size(line, run) for run, first, last in reason.spans):
        return f"{words.run(line, reason.spans[0][0])} is in its place" \
            if len(reason.spans) == 1 else f"every {words.kind(reason.colour)}run is in its place"
    beside = [(run, first, last) for run, first, last in reason.spans
              if any(_next_to(reason, run, at) for at in far)]
    parts = [f"{words.run(line, run)} {'reaches ' if at == 0 else ''}{words.span(first, last)}"
             for at, (run, first, last) in enumerate(beside)]
    return f"{listed(parts)} at most"


def _next_to(reason: Reach, run: int, at: int) -> bool:
    """Is it the last run before this position, or the first after it?"""
    before = [span for span in reason.spans if span[2] < at]
    after = [span for span in reason.spans if span[1] > at]
    return run in {span[0] for span in (*before[-1:], *after[:1])}


def _counted(words: Words, reason: Counted) -> str:
    total = reason.total
    kind = "coloured" if reason.colour is None else words.colour(reason.colour)
    if reason.found:
        return f"the only {kind} {words.noun} is found" if total == 1 else \
            f"{'both' if total == 2 else f'all {total}'} {kind} {words.noun}s are found"
    can = "have a colour" if reason.colour is None else f"be {kind}"
    return f"no more than {total} {words.noun}{'s' if total > 1 else ''} can {can}, as many as " \
        "the clue counts"


def _whole(reason: Whole) -> str:
    if reason.ways == 1:
        return "there is just one way to colour it"
    number = {None: "all ", 2: "both "}.get(reason.ways, f"all {reason.ways} ")
    return f"{number}ways to colour it agree"


def _block(words: Words, line: Line, reason: Reason) -> str:
    if isinstance(reason, Grow):
        return _grow(words, line, reason)
    if isinstance(reason, Ended):
        block = words.span(reason.first, reason.last)
        if words.alike(line, reason.runs):
            article = "the" if len(reason.runs) == 1 else "a"
            return f"the block at {block} is {article} whole {words.number(line, reason.runs[0])}"
        return (f"the block at {block} is {reason.last - reason.first + 1} long, and no run that "
                "it can belong to is longer")
    if isinstance(reason, Apart):
        long = reason.last - reason.first + 1
        return (f"joined, the blocks within {words.span(reason.first, reason.last)} would be "
                f"{long} long, too long for {words.runs(line, reason.runs)}")
    assert isinstance(reason, Join)
    return (f"both blocks within {words.span(reason.first, reason.last)} belong to "
            f"{words.run(line, reason.run)}")


def _grow(words: Words, line: Line, reason: Grow) -> str:
    stop = f"{words.place} {reason.wall + 1}" if 0 <= reason.wall < len(line.cells) else \
        "the end of the line"
    sizes = {size(line, run) for run in reason.runs}
    least = f", is at least {reason.length} long" if len(sizes) > 1 else ""
    return (f"the block at {words.span(reason.first, reason.last)} belongs to "
            f"{words.runs(line, reason.runs)}{least} and is stopped by {stop}")


def size(line: Line, run: int) -> int:
    """The length of a number of the clue."""
    if isinstance(line.clue, Runs):
        return line.clue.runs[run].length or 1
    return line.clue.counts[run].total or 0


def positions(line: Line) -> dict[int, int]:
    """Where each cell of a line comes first."""
    return {cell: position for position, cell in reversed([*enumerate(line.cells)])}
