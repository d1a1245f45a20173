"""A table: what a bench gives back, and what `render.py` writes down."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeAlias, TypeVar

from nonoforge.engine import ENGINE, Budget

Value: TypeAlias = str | int | float | None
"""None is a figure that was not measured: a dash."""

class Plot(NamedTuple):
    """How a table is drawn: for each row a bar for each of the columns in `series`, or a point
    over the figure in the column `over`.

    `joined`: the points of a series are joined to a curve, and the rows are named above; `beside`
    are then further series, one for each of `series`, as dashed curves: the published figures.
    """

    labels: str  # the column that names the rows
    series: tuple[str, ...]  # columns with figures
    unit: str  # what the figures are, for the axis
    log: bool = False  # a logarithmic axis; both axes where there are points that are not joined
    over: str = ""  # the column of the horizontal axis, of points
    joined: bool = False
    beside: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under named columns; the notes say what the figures include. `more` are
    further tables of the same bench."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()
    plot: Plot | None = None
    more: tuple[Table, ...] = ()


class Report:
    """Callbacks of a running bench. The methods here do nothing; subclasses override them."""

    def row(self, text: str) -> None:
        """Called when a row is finished."""

    def at(self, done: int, total: int, name: str) -> None:
        """Called before the part `name` begins, with the number of parts done and of all."""


class BenchOptions(NamedTuple):
    """Options of a bench. `path` is a puzzle file or a folder; None and 0 leave the choice to the
    bench."""

    path: str | None = None
    repeats: int | None = None
    seed: int = 0
    budget: Budget | None = None  # for each puzzle
    methods: tuple[str, ...] = ()
    sets: tuple[str, ...] = ()  # of puzzles; none is all
    seeds: int | None = None  # of the solver, for each puzzle
    report: Report = Report()


class Draft:
    """A table that grows."""

    def __init__(self, title: str, columns: Sequence[str], report: Report,
                 plot: Plot | None = None) -> None:
        self.title, self.columns, self.plot = title, tuple(columns), plot
        self.rows: list[tuple[Value, ...]] = []
        self.notes: list[str] = []
        self._report = report

    def row(self, *values: Value) -> None:
        """Add a row and tell it."""
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} values for {len(self.columns)} columns")
        self.rows.append(values)
        self._report.row("  ".join(map(short, values)))

    def note(self, *texts: str) -> None:
        self.notes.extend(texts)

    def table(self, *more: Table) -> Table:
        return Table(self.title, self.columns, tuple(self.rows), tuple(self.notes), self.plot, more)


def short(value: Value) -> str:
    """Return a value for people: three figures are enough.

    >>> [short(value) for value in (0.01234, 1.5, 98.76, 12345.6, 12345, None, "cat")]
    ['0.0123', '1.50', '98.8', '12,346', '12,345', '-', 'cat']
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        places = 2
        size = abs(value)
        while 0 < size < 1 and places < 6:
            size *= 10
            places += 1
        while size >= 10 and places:
            size /= 10
            places -= 1
        return f"{value:,.{places}f}"
    return f"{value:,}" if isinstance(value, int) else value


# The parts of a bench, counted off as they begin.

class Parts:
    """Counts the parts of a bench and reports each before it begins."""

    def __init__(self, report: Report, total: int) -> None:
        self.report, self.total, self.done = report, total, 0

    def next(self, name: str) -> None:
        """Begin the part of this name."""
        self.report.at(self.done, self.total, name)
        self.done += 1


# Measuring: medians of runs in this process, and of processes.

Result = TypeVar("Result")

QUICK = 0.1  # seconds: what takes less is run more often


class Timed(NamedTuple):
    """Seconds, best first."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def best(self) -> float:
        return self.seconds[0]

    @property
    def worst(self) -> float:
        return self.seconds[-1]


def timed(action: Callable[[], Result]) -> tuple[float, Result]:
    """Return the seconds that one run takes, and its result."""
    begin = perf_counter()
    result = action()
    return perf_counter() - begin, result


def repeated(action: Callable[[], object], repeats: int) -> Timed:
    """Run an action `repeats` times."""
    return Timed(tuple(sorted(timed(action)[0] for _ in range(repeats))))


def processes(code: str, *arguments: str, repeats: int) -> Timed:
    """Run `python -c code` repeatedly, by the wall clock."""
    command = [sys.executable, "-c", code, *arguments]
    return repeated(
        lambda: subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL), repeats)


def told_by_processes(code: str, repeats: int) -> Timed:
    """Run `python -c code` repeatedly; each run prints the seconds that count."""
    command = [sys.executable, "-c", code]
    outputs = (subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True).stdout for _ in range(repeats))
    return Timed(tuple(sorted(map(float, outputs))))


def machine() -> str:
    """Return what the figures were measured on, as a note."""
    return (f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
            f"{os.cpu_count()} cores, the {ENGINE} engine.")
