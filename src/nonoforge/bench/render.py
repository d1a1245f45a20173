"""Tables as text, CSV, Markdown, JSON and pictures; further tables follow the first."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Callable, Sequence
from typing import Any

from nonoforge.bench.table import Table, Value, short
from nonoforge.errors import InputError

Align = Callable[[str, int], str]


def render(table: Table, kind: str = "text") -> str:
    """The table as `text`, `csv`, `markdown`, `json` or `svg`, ending with a line break.

    >>> print(render(Table("Cats", ("name", "lives"), (("Tom", 9),))), end="")
    Cats
    <BLANKLINE>
    name  lives
    Tom       9
    """
    if kind in WHOLE:
        return WHOLE[kind](table)
    return "\n".join(SINGLE[kind](part) for part in (table, *table.more))


def kind_for(path: str | None) -> str:
    """What to write into a file of this name: by its extension; without one, text."""
    extension = os.path.splitext(path or "")[1].lower()
    if extension not in KINDS:
        raise InputError(f"a table cannot be written as {extension}; end the name in "
                         ".txt, .csv, .md, .json or .svg", file=path)
    return KINDS[extension]


def _text(table: Table) -> str:
    cells = [list(table.columns), *(list(map(short, row)) for row in table.rows)]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    aligns: list[Align] = [str.rjust if right else str.ljust for right in _numeric(table)]
    lines = ("  ".join(align(*cell) for align, cell in zip(aligns, zip(row, widths, strict=True),
                                                           strict=True)) for row in cells)
    parts = [table.title, "", *map(str.rstrip, lines)]
    if table.notes:
        parts += ["", *table.notes]
    return "\n".join(parts) + "\n"


def _markdown(table: Table) -> str:
    def row(cells: Sequence[str]) -> str:
        return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"

    rule = ["---:" if right else "---" for right in _numeric(table)]
    lines = [row(table.columns), row(rule), *(row([*map(short, r)]) for r in table.rows)]
    notes = [f"- {note}" for note in table.notes]
    return "\n".join([f"## {table.title}", "", *lines, *([""] if notes else []), *notes]) + "\n"


def _csv(table: Table) -> str:
    """Header and rows only, so that any program reads them; figures in full."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows([_figure(value) for value in row] for row in table.rows)
    return out.getvalue()


def _json(table: Table) -> str:
    """One object on one line; each row is an object, too."""
    return json.dumps(_record(table), ensure_ascii=False) + "\n"


def _record(table: Table) -> dict[str, Any]:
    rows = [dict(zip(table.columns, map(_figure, row), strict=True)) for row in table.rows]
    record = {"title": table.title, "columns": table.columns, "rows": rows, "notes": table.notes}
    return record | ({"more": [_record(part) for part in table.more]} if table.more else {})


def _svg(table: Table) -> str:
    from nonoforge.bench.plot import plot

    return plot(table)


def _figure(value: Value) -> Value:
    """Six figures: more than any measurement is worth."""
    return float(f"{value:.6g}") if isinstance(value, float) else value


def _numeric(table: Table) -> list[bool]:
    """Which columns hold figures: those stand on the right."""
    columns = zip(*table.rows, strict=True) if table.rows else [() for _ in table.columns]
    return [bool(column) and not any(isinstance(value, str) for value in column)
            for column in columns]


SINGLE: dict[str, Callable[[Table], str]] = {"text": _text, "csv": _csv, "markdown": _markdown}
"""One table after the other, an empty line between them."""

WHOLE: dict[str, Callable[[Table], str]] = {"json": _json, "svg": _svg}
"""Further tables are a part of the first."""

KINDS = {"": "text", ".txt": "text", ".csv": "csv", ".md": "markdown", ".markdown": "markdown",
         ".json": "json", ".svg": "svg"}
