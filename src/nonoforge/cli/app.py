"""The command `nonoforge`: finds the subcommand, runs it and returns an exit code."""

from __future__ import annotations

import contextlib
import importlib
import io
import os
import signal
import sys
import warnings
from collections.abc import Sequence
from typing import Any, NoReturn, TextIO

import click

from nonoforge import __version__
from nonoforge.cli import interrupt
from nonoforge.cli.completion import COMPLETING, complete_values
from nonoforge.cli.io import BAD, drop_unfinished, internal_fault, keep_unfinished, say
from nonoforge.errors import NonoforgeError, nearest
from nonoforge.plugins import PluginWarning

COMMANDS = ("make", "solve", "check", "explain", "hint", "repair", "label", "draw", "convert",
            "studio", "batch", "examples", "methods", "bench")


class Commands(click.Group):
    """Subcommands are loaded when they are asked for, so that each starts quickly."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = importlib.import_module(f"nonoforge.cli.{cmd_name}").command
        return complete_values(command) if COMPLETING in os.environ else command

    def resolve_command(
        self, ctx: click.Context, args: list[str],
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and not name.startswith("-"):
            ctx.fail(f"no command {name!a}; {nearest(name, COMMANDS)}")
        return super().resolve_command(ctx, args)


def _print_version(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from nonoforge.engine import ENGINE

    click.echo(f"nonoforge {__version__}, {ENGINE} engine")
    if ENGINE != "native":
        from nonoforge.cli.options import engine_sentence

        click.echo(engine_sentence())
    ctx.exit()


def _print_man(ctx: click.Context, _: click.Parameter, asked: bool) -> None:
    if not asked:
        return
    from nonoforge.cli.man_page import man_page

    click.echo(man_page(cli, __version__), nl=False)
    ctx.exit()


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--version", is_flag=True, is_eager=True, expose_value=False,
              callback=_print_version,
              help="Show the version and the engine, and exit.")
@click.option("--man", is_flag=True, is_eager=True, expose_value=False, callback=_print_man,
              help="Print the man page, and exit (docs/shell.md).")
def cli() -> None:
    """Make, solve, check, explain and draw nonograms.

    \b
    nonoforge make solid duck.glb -o duck.nono   a puzzle from a 3D model
    nonoforge solve cat.non              the picture and the verdict
    nonoforge check cat.non              number of solutions, difficulty, what to fix
    nonoforge explain cat.non            the way to the solution, with reasons
    nonoforge hint cat.non               the easiest next step
    nonoforge draw cat.non -o cat.svg    to look at, to print
    nonoforge convert cat.non cat.nono   into another format
    nonoforge studio cat.non             all of this on a page in the browser

    FILE is a puzzle in any of the formats, - for stdin, or FILE#2 for the second puzzle in a file
    of several. Each command has more help: nonoforge solve --help.
    """


def main() -> NoReturn:
    """Run the command of this process and exit."""
    if COMPLETING in os.environ:
        cli.main(prog_name="nonoforge")  # a shell asks what could be typed next
    warnings.showwarning = _show_warning
    interrupt.watch()
    code = run(sys.argv[1:])
    _say_once_if_plain()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is done: Ctrl-C has nothing left to stop
    # At its end Python flushes stdout once more, and prints an error if the pipe is closed.
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    sys.exit(code)


def run(arguments: Sequence[str]) -> int:
    """Run one command and return its exit code; an error is one line on stderr."""
    _prepare_streams()
    try:
        with cli.make_context("nonoforge", list(arguments)) as context:
            code = cli.invoke(context)
        sys.stdout.flush()
    except click.exceptions.Exit as end:
        return end.exit_code
    except click.ClickException as error:
        error.show()
        return BAD
    except (KeyboardInterrupt, click.Abort):
        keep_unfinished()
        return interrupt.CODE
    except BrokenPipeError:
        sys.stdout = _nowhere()  # the reader has gone
        return 128 + 13  # what a shell shows for SIGPIPE
    except NonoforgeError as error:
        say(str(error))
        return BAD
    except OSError as error:
        say(f"{error.filename or 'output'}: {(error.strerror or str(error)).lower()}")
        return BAD
    except interrupt.Terminated:
        keep_unfinished()
        raise
    except (Exception, SystemExit) as error:
        return internal_fault(error)
    finally:
        drop_unfinished()
    return code if isinstance(code, int) else 0


def _say_once_if_plain() -> None:
    """Say on a terminal, after the first command that used it, that the plain engine serves."""
    if "nonoforge.engine" not in sys.modules or not sys.stderr.isatty():
        return
    from nonoforge.engine import ENGINE

    if ENGINE == "native" or os.environ.get("NONOFORGE_PURE"):
        return
    from nonoforge.cli.options import engine_sentence

    cache = os.environ.get("XDG_CACHE_HOME") or os.environ.get("LOCALAPPDATA") or "~/.cache"
    folder = os.path.join(os.path.expanduser(cache), "nonoforge")
    with contextlib.suppress(OSError):
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, f"plain-engine-{__version__}"), "x"):  # raises if it exists
            say(engine_sentence())


_show_others = warnings.showwarning


def _show_warning(message: Warning | str, category: type[Warning], *place: Any, **more: Any
                  ) -> None:
    """Say that a plug-in is skipped in one line, as errors are said."""
    if issubclass(category, PluginWarning):
        say(str(message))
    else:
        _show_others(message, category, *place, **more)


def _prepare_streams() -> None:
    """Replace missing streams, and let streams escape characters that they cannot encode."""
    sys.stdout = sys.stdout or _nowhere()
    sys.stderr = sys.stderr or _nowhere()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _nowhere() -> TextIO:
    """Return a stream in place of one that the caller has closed."""
    return open(os.devnull, "w", encoding="utf-8")
