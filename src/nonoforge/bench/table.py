"""A table: what a bench gives back, and what `render.py` writes down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from nonoforge.engine import Budget

Value: TypeAlias = str | int | float | None
"""None is a figure that was not measured: a dash."""

class Plot(NamedTuple):
    """How a table is drawn: for each row a bar for each of the columns in `series`."""

    labels: str  # the column that names the rows
    series: tuple[str, ...]  # columns with figures
    unit: str  # what the figures are, for the axis
    log: bool = False  # a logarithmic axis


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
    """Is told how a bench gets on. This one tells nobody; others override it."""

    def row(self, text: str) -> None:
        """A row is finished."""

    def at(self, done: int, total: int, name: str) -> None:
        """So many parts of the whole are done, and this one is next."""


class Wish(NamedTuple):
    """What is asked of a bench. `path` is a puzzle file or a folder of them; each bench says in its
    docstring what it needs, and has its own idea of what is not asked for."""

    path: str | None = None
    repeats: int | None = None
    seed: int = 0
    budget: Budget | None = None  # for each puzzle
    methods: tuple[str, ...] = ()
    report: Report = Report()


Bench: TypeAlias = Callable[[Wish], Table]
"""Measures something."""


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
    """A value for people: three figures are enough.

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
