"""`nonoforge bench`."""

from __future__ import annotations

import sys

import click

from nonoforge.cli.options import output
from nonoforge.errors import nearest


@click.command("bench")
@click.argument("table", metavar="[TABLE]", required=False)
@click.argument("path", metavar="[PATH]", required=False)
@click.option("--repeats", type=click.IntRange(1, 1000), metavar="N",
              help="Measure N times instead of as often as the table thinks right.")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="For random puzzles, and where chance decides in solving.")
@output
def command(
    table: str | None, path: str | None, repeats: int | None, seed: int, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Measure, and print a table. Without TABLE, list what there is.

    PATH is a puzzle file or a folder of them. OUT may end in .csv, .md or .json. Rows are told on
    stderr as they come, if that is a terminal.

    \b
    Examples:
      nonoforge bench
      nonoforge bench survey examples
      nonoforge bench settle -o settle.md
    """
    from nonoforge.bench import TABLES, Report, Wish, kind_for, render
    from nonoforge.cli.outputs import Output

    result = Output(out)
    if table is None:
        for name, bench in TABLES.items():
            result.line(f"{name}: {(bench.__doc__ or '').strip().splitlines()[0]}")
    elif table not in TABLES:
        raise click.UsageError(f"no table {table!a}; {nearest(table, TABLES)}")
    else:
        class Rows(Report):
            def row(self, text: str) -> None:
                if sys.stderr.isatty():
                    print(text, file=sys.stderr, flush=True)

        measured = TABLES[table](Wish(path, repeats, seed, report=Report() if quiet else Rows()))
        kind = "json" if as_json else kind_for(result.path)
        for line in render(measured, kind).splitlines():
            result.line(line)
    result.close()
    return 0

