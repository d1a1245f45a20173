"""`nonoforge bench`."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click

from nonoforge.cli.options import nearest


@click.command("bench")
@click.argument("table", metavar="TABLE", required=False)
@click.argument("path", metavar="[PATH]", required=False)
@click.option("-o", "--output", "out", metavar="OUT", help="Write the table there.")
def command(table: str | None, path: str | None, out: str | None) -> int:
    """Measure, and print a table. Without TABLE, list what there is.

    \b
    Examples:
      nonoforge bench
      nonoforge bench survey PATH
    """
    from nonoforge.cli.outputs import Output

    tables = _tables()
    result = Output(out)
    if table is None:
        for name, run in tables.items():
            result.line(f"{name}: {(run.__doc__ or '').strip().splitlines()[0]}")
    elif table not in tables:
        raise click.UsageError(f"no table {table!a}; {nearest(table, tables)}")
    else:
        for line in tables[table](path):
            result.line(line)
    result.close()
    return 0


def _tables() -> dict[str, Callable[[str | None], Iterable[str]]]:
    """Tables by name: a function from the path that was given to the lines of the table."""
    from nonoforge import bench

    tables: dict[str, Callable[[str | None], Iterable[str]]] = getattr(bench, "TABLES", {})
    return tables
