"""`nonoforge bench`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import a_budget, output
from nonoforge.errors import InputError, nearest

if TYPE_CHECKING:
    from nonoforge.bench import BenchOptions, Report, Table
    from nonoforge.cli.io import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.engine import Budget


def _methods(
    context: click.Context, option: click.Parameter, value: tuple[str, ...],
) -> tuple[str, ...]:
    """Return the methods as given, once all of them are known."""
    from nonoforge.methods import choose

    try:
        for text in value:
            choose(text)
    except InputError as error:
        raise click.BadParameter(str(error)) from None
    return value


@click.command("bench")
@click.argument("table", metavar="[TABLE]", required=False)
@click.argument("path", metavar="[PATH]", required=False)
@click.option("--repeats", type=click.IntRange(1, 1000), metavar="N",
              help="Number of measurements.  [default: the table's own]")
@click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
              help="Random seed.")
@click.option("--method", "methods", metavar="METHOD", multiple=True, callback=_methods,
              help="Compare this method, and others if given again, instead of all; for tables "
                   "that compare methods.")
@click.option("--budget", metavar="BUDGET", callback=a_budget,
              help="Limit for each puzzle and method: 30s, nodes=N, ... as for solve; for tables "
                   "that compare methods, and for frontier, stability.")
@click.option("--set", "sets", metavar="SET", multiple=True,
              help="Solve the puzzles of this set, and of others if given again, instead of all: "
                   "random-0.5, domino, ...; random is all that begin so. For frontier, stability.")
@click.option("--seeds", type=click.IntRange(1, 1000), metavar="N",
              help="Number of random seeds that each puzzle is solved with; for frontier, "
                   "stability.")
@output
def command(
    table: str | None, path: str | None, repeats: int | None, seed: int, methods: tuple[str, ...],
    budget: Budget | None, sets: tuple[str, ...], seeds: int | None, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Measure, and print a table. Without TABLE, list what there is.

    PATH is a puzzle file or a folder of them. OUT may end in .txt, .csv, .md, .json, or .svg for a
    plot. On a terminal, progress is shown on stderr: each row, a bar and an estimate.

    Exits 1 if methods disagree or fail: the notes say which.

    \b
    Examples:
      nonoforge bench
      nonoforge bench survey examples
      nonoforge bench settle -o settle.md
      nonoforge bench frontier --set domino --seeds 5 --budget 20s -o dominoes.svg
      nonoforge bench methods examples --method paint --method auto --budget 5s -o methods.svg
    """
    from nonoforge.bench import TABLES, BenchOptions, kind_for
    from nonoforge.cli.io import Output

    result = Output(out)
    if table is None:
        for name, bench in TABLES.items():
            result.line(f"{name}: {bench.summary}")
        result.close()
        return 0
    if table not in TABLES:
        raise click.UsageError(f"no table {table!a}; {nearest(table, TABLES)}")
    kind = "json" if as_json else kind_for(result.path)
    _check_place(result)
    measured = _measure(table, BenchOptions(path, repeats, seed, budget, methods,
                                            sets, seeds), quiet)
    _write(measured, kind, result)
    return _code(measured)


def _check_place(result: Output) -> None:
    """Check, before minutes of work, that the output can be written."""
    from nonoforge.files import check_writable

    if result.path is not None:
        check_writable(result.path)


def _measure(table: str, options: BenchOptions, quiet: bool) -> Table:
    """Run the bench, and tell on the way how far it is."""
    from nonoforge.bench import measure
    from nonoforge.cli.progress import Progress

    with Progress(1, quiet=quiet) as progress:
        progress.begin(table)
        if not quiet and sys.stderr.isatty():
            options = options._replace(report=_told(progress))
        return measure(table, options)


def _told(progress: Progress) -> Report:
    """Return a report for a person who looks on."""
    from nonoforge.bench import Report

    class Told(Report):
        def row(self, text: str) -> None:
            from nonoforge.cli.io import say

            with progress.hidden():
                say(text)

        def at(self, done: int, total: int, name: str) -> None:
            progress.at(done, total, name)

    return Told()


def _write(measured: Table, kind: str, result: Output) -> None:
    """Write the table in the requested format; if that fails, as text to stdout."""
    from nonoforge.bench import render

    try:
        result.line(render(measured, kind).removesuffix("\n"))
        result.close()
    except InputError as error:
        if result.path is None:
            raise
        print(render(measured), end="")
        raise error.at(file=result.path) from None


def _code(measured: Table) -> int:
    from nonoforge.bench import alarmed
    from nonoforge.cli.io import DONE, NO

    return NO if alarmed(measured) else DONE
