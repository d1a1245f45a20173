"""Options of commands: those of a class of options, and those that several commands share."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import click

from nonoforge.errors import InputError, OptionError, nearest
from nonoforge.options import Option, Options, options_of

if TYPE_CHECKING:
    from nonoforge.engine import Budget
    from nonoforge.judge import SolveOptions
    from nonoforge.methods import Method

Command = TypeVar("Command", bound=Callable[..., Any])


def click_options(
    kind: type[Options], name: str = "options",
) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Add the options of a class to a command, which gets them as one argument of this name.

    Only what is given is passed on: the class has the defaults.
    """
    def add(command: Callable[..., Any]) -> Callable[..., Any]:
        options = options_of(kind)

        @wraps(command)
        def gathered(**given: Any) -> Any:
            found = {each.name: given.pop(each.name) for each in options}
            chosen = {key: value for key, value in found.items() if value is not None}
            return command(**given, **{name: kind(**chosen)})

        for each in reversed(options):
            gathered = click_option(each)(gathered)
        return gathered
    return add


def click_option(option: Option) -> Callable[[Command], Command]:
    """Add one option to a command; its argument is None where the option is not given."""
    dashed = f"--{option.name.rstrip('_').replace('_', '-')}"
    names = [f"-{option.short}"] * bool(option.short) + [dashed, option.name]
    settings: dict[str, Any] = {"default": None, "help": _help(option)}
    if option.kind is bool:
        if option.initial is True:
            names[-2] = f"{dashed}/--no-{dashed[2:]}"
        return click.option(*names, is_flag=True, **settings)
    parts = len(option.metavar.split()) if option.separator == " " else 1
    if option.flag is not None:
        settings |= {"is_flag": False, "flag_value": option.flag}
    return click.option(
        *names, metavar=option.metavar or "|".join(option.values) or "VALUE", nargs=parts,
        callback=lambda context, parameter, given: _read(option, given), **settings)


def _read(option: Option, given: str | tuple[str, ...] | None) -> Any:
    if given is None:
        return None
    try:
        return option.read(given if isinstance(given, str) else " ".join(given))
    except OptionError as error:
        raise click.BadParameter(error.message) from None


def _help(option: Option) -> str:
    """Return the help with range, unit and default."""
    length = option.unit == "mm"
    bounds = "" if option.expected or length else option.range_words()
    unit = "" if option.kind is str or length or option.metavar.lower() == option.unit else \
        option.unit
    default = option.default_words or (
        "" if option.initial is None or option.initial is False else
        option.name if option.initial is True else option.write(option.initial))
    parts = [f"{bounds} {unit}".strip() if isinstance(option.initial, int | float) else "",
             f"default: {default}" if default else ""]
    shown = "; ".join(filter(None, parts))
    return f"{option.help}  [{shown}]" if shown else option.help


def engine_sentence() -> str:
    """Return which engine serves, and how to get the faster one."""
    from nonoforge.engine import ENGINE, ENGINE_REASON

    if ENGINE == "native":
        return "The native engine serves."
    return f"The plain engine serves: the same answers, slower. {ENGINE_REASON}"


def a_budget(context: click.Context, option: click.Parameter, value: str | None) -> Budget | None:
    """Read a budget: `30s,nodes=1000`."""
    from nonoforge.engine import Budget

    try:
        return None if value is None else Budget.parse(value)
    except InputError as error:
        raise click.BadParameter(str(error)) from None


def a_format(context: click.Context, option: click.Parameter, value: str | None) -> str | None:
    """Return the name of a format from its name or from an extension."""
    from nonoforge.formats import EXTENSIONS, FORMATS

    name = (value or "").lower().lstrip(".")
    if value is None or name in FORMATS:
        return name or None
    if f".{name}" not in EXTENSIONS:
        raise click.BadParameter(f"no format {value!a}; {nearest(name, FORMATS)}")
    return EXTENSIONS[f".{name}"].name


files = click.argument("files", nargs=-1, required=True, metavar="FILE...")

from_format = click.option("--from", "source_format", metavar="FORMAT", callback=a_format,
                           help="Format of the input, where its content does not show it.")


prepass = click.option("--prepass", is_flag=True, help="Clear the obvious lines first: methods "
                                                       "brute, hierarchical and heuristic only.")

VERDICTS = ("unique", "multiple", "none", "unknown")
_EXPECT_HELP = "Exit 1 if the verdict is another, 3 if the budget ran out first."
expect = click.option("--expect", type=click.Choice(VERDICTS), help=_EXPECT_HELP)
expect_ready = click.option(
    "--expect", type=click.Choice(("ready", *VERDICTS)),
    help=f"{_EXPECT_HELP} ready: unique, and nothing else keeps it from players.")


def method_of(options: SolveOptions, prepass: bool) -> Method:
    """Return the method; `--prepass` is short for `--method NAME:prepass`."""
    from nonoforge.methods import choose

    try:
        method = choose(options.method)
    except InputError as error:
        raise click.BadParameter(str(error), param_hint="'--method'") from None
    try:
        return method.set("prepass") if prepass else method
    except InputError:
        raise click.BadParameter(f"method {method.name} has no pre-pass; brute, hierarchical and "
                                 "heuristic have", param_hint="'--prepass'") from None


def output(command: Command) -> Command:
    """Add the options about where results go and how they look."""
    for option in reversed((
        click.option("--json", "as_json", is_flag=True,
                     help="Print JSON: one object on one line for each result."),
        click.option("-o", "--output", "out", metavar="OUT",
                     help="Write to this file instead of stdout; it is called OUT.partial until "
                          "it is whole."),
        click.option("-q", "--quiet", is_flag=True, help="No pictures, no progress, few words."),
    )):
        command = option(command)
    return command
