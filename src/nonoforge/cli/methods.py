"""`nonoforge methods`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.options import engine_sentence, output

if TYPE_CHECKING:
    from nonoforge.methods import Method


WIDEST = 40  # columns for an option and its values; longer ones have a separate line


@click.command("methods")
@click.argument("names", metavar="[METHOD]...", nargs=-1)
@output
def command(names: tuple[str, ...], as_json: bool, out: str | None, quiet: bool) -> int:
    """List the methods that --method accepts, or describe one of them.

    A method is NAME, NAME:OPTION=VALUE,... or a Python file of your own (docs/methods.md).

    \b
    Examples:
      nonoforge methods
      nonoforge methods paint
      nonoforge solve --method paint:order=plain,probe=2 cat.non
    """
    from nonoforge.cli.io import Output, to_json
    from nonoforge.methods import METHODS, choose
    from nonoforge.results import method_record

    result = Output(out)
    methods = [choose(name) for name in names or METHODS]
    widest = max(len(method.name) for method in methods)
    for method in methods:
        if as_json:
            result.line(to_json(method_record(method)))
        elif names and not quiet:
            _tell(method, result.line)
        else:
            result.line(method.name if quiet else f"{method.name.ljust(widest)}  {method.summary}")
    if not (names or as_json or quiet):
        result.line("")
        result.line(engine_sentence())
    result.close()
    return 0


def _tell(method: Method, line: Any) -> None:
    """Print everything about a method."""
    line(f"{method.name}: {method.summary}")
    line("")
    line(method.about)
    for title, rows in (("Options", _options(method)), ("Limits", _limits(method))):
        if rows:
            line("")
            line(f"{title}:")
            for row in rows:
                line(f"  {row}")


def _options(method: Method) -> list[str]:
    written = [(f"{option.name}={option.values}", option.summary) for option in method.options]
    widest = max((len(left) for left, _ in written if len(left) <= WIDEST), default=0)
    return [f"{left.ljust(widest)}  {summary}" if len(left) <= WIDEST else
            f"{left}\n  {' ' * widest}  {summary}" for left, summary in written]


def _limits(method: Method) -> list[str]:
    parts = ((name, part) for name, part in method.budget._asdict().items() if part is not None)
    budget = ", ".join(f"{part:g} s" if name == "seconds" else f"{name}={part}"
                       for name, part in parts)
    cannot = [what for what, can in (("more than two colours", method.colours),
                                     ("blotted runs", method.blotted),
                                     ("lines that read a cell twice", method.repeats)) if not can]
    return [f"without --budget: {budget or 'none'}", *(f"does not serve {what}" for what in cannot),
            *([f"needs {method.needs}"] if method.needs else [])]
