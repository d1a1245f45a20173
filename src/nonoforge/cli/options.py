"""Options that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonoforge.errors import InputError, nearest

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.methods import Method

Command = TypeVar("Command", bound=Callable[..., Any])


def a_budget(context: click.Context, option: click.Parameter, value: str | None) -> Budget | None:
    """A budget as it is written: `30s,nodes=1000`."""
    from nonoforge.engine import Budget

    try:
        return None if value is None else Budget.parse(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def _method(context: click.Context, option: click.Parameter, value: str) -> Method:
    from nonoforge.methods import choose

    try:
        return choose(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def _prepass(context: click.Context, option: click.Parameter, value: bool) -> None:
    """`--prepass` is short for `--method NAME:prepass`, and comes after it."""
    if value:
        try:
            context.params["method"] = context.params["method"].set("prepass")
        except InputError:
            name = context.params["method"].name
            raise click.BadParameter(f"method {name} has no pre-pass; brute, hierarchical and "
                                     "heuristic have") from None


def a_format(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """The name of a format, for `--from` and `--to`; extensions do as well."""
    from nonoforge.formats import EXTENSIONS, FORMATS

    name = (value or "").lower().lstrip(".")
    if value is None or name in FORMATS:
        return name or None
    if f".{name}" not in EXTENSIONS:
        raise click.BadParameter(f"no format {value!a}; {nearest(name, FORMATS)}")
    return EXTENSIONS[f".{name}"].name


files = click.argument("files", nargs=-1, required=True, metavar="FILE...")

from_format = click.option("--from", "source_format", metavar="FORMAT", callback=a_format,
                           help="The format of the input, where it cannot be told.")


def solving(command: Command) -> Command:
    """The options of commands that solve: how, how long, and what is expected."""
    for option in reversed((
        click.option("--method", metavar="METHOD", callback=_method, default="auto",
                     show_default=True, is_eager=True,
                     help="How to solve: NAME, NAME:OPTION=VALUE,... or a Python file; nonoforge "
                          "methods lists them."),
        click.option("--prepass", is_flag=True, expose_value=False, callback=_prepass,
                     help="Clear the obvious lines first: brute, hierarchical and heuristic only."),
        click.option("--budget", metavar="BUDGET", callback=a_budget,
                     help="How much may be spent on each puzzle: 30s, 2m, settled=N, nodes=N, "
                          "conflicts=N, or several joined by commas; or none. Counts repeat, "
                          "seconds do not. Each method has its own default: minutes of work."),
        click.option("--seed", type=click.IntRange(0, 2**31 - 1), default=0, show_default=True,
                     help="Where chance decides, this decides chance."),
        click.option("--solutions", type=click.IntRange(1, 100_000), default=2, show_default=True,
                     metavar="N", help="Look for up to N solutions; a verdict needs two."),
        click.option("--expect", type=click.Choice(["unique", "multiple", "none", "unknown"]),
                     help="Exit 1 if the verdict is another, 3 if the budget ran out first."),
    )):
        command = option(command)
    return command


def output(command: Command) -> Command:
    """The options about where results go and how they look."""
    for option in reversed((
        click.option("--json", "as_json", is_flag=True,
                     help="Print JSON: one object for each result, on a line of its own."),
        click.option("-o", "--output", "out", metavar="OUT",
                     help="Write there instead of to stdout: the whole file or nothing."),
        click.option("-q", "--quiet", is_flag=True, help="No pictures, no progress, few words."),
    )):
        command = option(command)
    return command
