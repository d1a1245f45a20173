"""Verdicts in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from nonoforge.clues import Clue, Tally
from nonoforge.families.grid import Grid
from nonoforge.families.solid import Solid
from nonoforge.nonogram import Geometry, Nonogram
from nonoforge.palette import Palette
from nonoforge.text import count, listed
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from nonoforge.judge import Report

LEVEL_WORDS = {
    "line": "solvable line by line",
    "probe": "found by probing",
    "search": "found by search",
    "sat": "found by search with learning (SAT)",
}
MANY_PLACES = 8  # that a sentence names


def time_words(seconds: float) -> str:
    """A time as people read it.

    >>> [time_words(s) for s in (0.000042, 0.0123, 2.5, 300)]
    ['0.04 ms', '12 ms', '2.5 s', '300 s']
    """
    if seconds < 1:
        milli = seconds * 1000
        return f"{milli:.2f} ms" if milli < 0.1 else f"{milli:.1f} ms" if milli < 10 else \
            f"{milli:.0f} ms"
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds:.0f} s"


def work_words(verdict: Verdict) -> str:
    """The work that was done."""
    work = verdict.work
    parts = [count(work.settled, "line") + " settled"] if work.settled else []
    parts += [count(work.probes, "probe")] if work.probes else []
    parts += [count(work.nodes, "branch", "branches")] if work.nodes else []
    parts += [count(work.conflicts, "conflict")] if work.conflicts else []
    parts += [_counted(number, name.replace("_", " ")) for name, number in verdict.counts if number]
    return ", ".join(parts) or "no work to speak of"


def _counted(number: int, many: str) -> str:
    """A number with a noun of which only the plural is known: 1 branch, 1 guess, 1 clause."""
    return count(number, many[:-2] if many.endswith(("ches", "sses")) else many[:-1], many)


def verdict_line(nonogram: Nonogram, verdict: Verdict) -> str:
    """The verdict in one line."""
    effort = f"{time_words(verdict.seconds)}: {work_words(verdict)}"
    if verdict.answer == "unique":
        level = "line" if verdict.line_solvable else verdict.level
        return f"unique, {LEVEL_WORDS[level]}, {effort}"
    if verdict.answer == "multiple":
        differ = differing(verdict.solutions)
        number = count(len(verdict.solutions), "solution")
        found = f"{number}, and these are all" if verdict.complete else f"at least {number}"
        return f"multiple, {found}, which differ in {count(len(differ), 'cell')}, {effort}"
    if verdict.answer == "none":
        return f"none: {conflict_words(nonogram, verdict)}, {effort}"
    return f"unknown, {unknown_words(nonogram, verdict)}, {effort}"


def conflict_words(nonogram: Nonogram, verdict: Verdict) -> str:
    """Which lines contradict each other."""
    names = [nonogram.puzzle.lines[index].name for index in verdict.conflict]
    if len(names) == 1:
        return f"{names[0]} cannot be coloured"
    return f"{line_words(names) or 'the clues'} contradict each other"


def line_words(names: Sequence[str]) -> str:
    """Lines by their names, neighbours of a kind together.

    >>> line_words(["row 8", "column 2", "column 6", "column 7"])
    'row 8 and columns 2 and 6-7'
    """
    parts: list[str] = []
    for noun, group in groupby(names, key=lambda name: name.rpartition(" ")[0]):
        same = list(group)
        numbers = [name.rpartition(" ")[2] for name in same]
        plain = noun and all(number.isdecimal() for number in numbers)
        parts += [_numbers(noun, [int(number) for number in numbers])] if plain else same
    return listed(parts)


def clue_words(clue: Clue, palette: Palette) -> str:
    """A clue as it is printed; where it has colours, with their names.

    >>> from nonoforge.clues import Runs
    >>> clue_words(Runs.of(3, 1), Palette())
    '3 1'
    >>> clue_words(Runs.of((3, 2), 1), Palette.of("#ffffff", "#000000", "#ff0000"))
    '3 ff0000, 1 black'
    """
    from nonoforge.text import printable

    if palette.plain or isinstance(clue, Tally) or not clue.runs:
        return str(clue)
    names = [printable(colour.name) for colour in palette.colours]
    return ", ".join(f"{run._replace(colour=1)} {names[run.colour]}" for run in clue.runs)


def unknown_words(nonogram: Nonogram, verdict: Verdict) -> str:
    """Why there is no verdict, and what is known anyway."""
    cells = nonogram.puzzle.cells
    known = cells - len(verdict.state.open_cells())
    why = verdict.why
    found = "one solution found, but there may be others; " if verdict.solutions else ""
    return f"{why}; {found}{known:,} of {count(cells, 'cell')} are certain"


def differing(solutions: Sequence[bytes]) -> tuple[int, ...]:
    """The cells that are not the same in all of these.

    >>> differing([b"\\0\\1", b"\\1\\1"])
    (0,)
    """
    return tuple(cell for cell, colours in enumerate(zip(*solutions, strict=True))
                 if len(set(colours)) > 1)


def ambiguous_words(report: Report) -> str:
    """How many cells the solutions leave undecided."""
    least = "" if report.ambiguous_complete else "at least "
    return f"{least}{count(len(report.ambiguous_cells), 'cell')} can differ"


def cell_words(geometry: Geometry, cells: Iterable[int]) -> str:
    """Cells by their place, those of a row together: `row 3, columns 4-6 and 9`."""
    places = _blocks(cells, geometry.width) if isinstance(geometry, Grid) else \
        [geometry.cell_name(cell) for cell in cells]
    more = len(places) - MANY_PLACES
    rest = f"; and {count(more, 'more place')}" if more > 0 else ""
    return "; ".join(places[:MANY_PLACES]) + rest


def _blocks(cells: Iterable[int], width: int) -> list[str]:
    """Rows with their columns; neighbouring rows with the same columns share an entry."""
    rows = [(y + 1, _numbers("column", [cell % width + 1 for cell in row]))
            for y, row in groupby(sorted(cells), key=lambda cell: cell // width)]
    places = []
    for (_, columns), group in groupby(enumerate(rows), key=lambda r: (r[1][0] - r[0], r[1][1])):
        places.append(f"{_numbers('row', [y for _, (y, _) in group])}, {columns}")
    return places


def _numbers(noun: str, numbers: Sequence[int]) -> str:
    """Rising numbers as spans: `columns 4-6 and 9`."""
    spans = []
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        spans.append(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}")
    return f"{noun if len(numbers) == 1 else noun + 's'} {listed(spans)}"


def about(nonogram: Nonogram) -> str:
    """What the puzzle is: its title, author, size and colours."""
    from nonoforge.text import printable

    puzzle, info, geometry = nonogram.puzzle, nonogram.info, nonogram.geometry
    title, author = printable(info.title), printable(info.author)
    named = (f'"{title}" ' if title else "") + (f"by {author}" if author else "")
    size = f"{geometry.width}x{geometry.height}" if isinstance(geometry, Grid) else \
        f"{geometry} solid" if isinstance(geometry, Solid) else \
        f"{geometry.family.name} with {count(puzzle.cells, 'face')}"
    kind = f"{len(puzzle.palette) - 1} colours" if not puzzle.palette.plain else \
        "one colour" if isinstance(geometry, Solid) else "black and white"
    return ", ".join(filter(None, [named.strip(), size, kind]))
