"""`nonoforge methods`."""

from __future__ import annotations

import click

from nonoforge.cli.options import output


@click.command("methods")
@output
def command(as_json: bool, out: str | None, quiet: bool) -> int:
    """List what --method accepts.

    \b
    Examples:
      nonoforge methods
      nonoforge solve --method line cat.non
    """
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.record import to_json
    from nonoforge.methods import METHODS

    result = Output(out)
    widest = max(map(len, METHODS))
    for method in METHODS.values():
        if as_json:
            result.line(to_json({"name": method.name, "summary": method.summary}))
        else:
            result.line(method.name if quiet else f"{method.name.ljust(widest)}  {method.summary}")
    result.close()
    return 0
