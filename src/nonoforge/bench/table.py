"""A table: what a bench gives back, and what `render.py` writes down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

Value: TypeAlias = str | int | float | None
"""None is a figure that was not measured: a dash."""

Report: TypeAlias = Callable[[str], None]
"""Is told each row as it comes."""


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of values under named columns; the notes say what the figures include."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()


class Bench(Protocol):
    """Measures something. `path` is a puzzle file or a folder of them, where one is of use."""

    def __call__(
        self, path: str | None = None, *, repeats: int | None = None, seed: int = 0,
        report: Report = ...,
    ) -> Table: ...


def silent(row: str) -> None:
    """The report for nobody."""


class Draft:
    """A table that grows."""

    def __init__(self, title: str, columns: Sequence[str], report: Report) -> None:
        self.title, self.columns = title, tuple(columns)
        self.rows: list[tuple[Value, ...]] = []
        self.notes: list[str] = []
        self._report = report

    def row(self, *values: Value) -> None:
        """Add a row and tell it."""
        if len(values) != len(self.columns):
            raise ValueError(f"{len(values)} values for {len(self.columns)} columns")
        self.rows.append(values)
        self._report("  ".join(map(short, values)))

    def note(self, *texts: str) -> None:
        self.notes.extend(texts)

    def table(self) -> Table:
        return Table(self.title, self.columns, tuple(self.rows), tuple(self.notes))


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
