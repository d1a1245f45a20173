"""The options about labels, for every command that places some."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

if TYPE_CHECKING:
    from nonoforge.families.plane import Labelled
    from nonoforge.nonogram import Nonogram

Command = TypeVar("Command", bound=Callable[..., Any])

UNITS = {"": 1.0, "mm": 1.0, "cm": 10.0, "in": 25.4, "pt": 25.4 / 72, "px": 25.4 / 96}
MOST = 10_000.0  # millimetres
METHODS = ("auto", "two-sat", "dynamic", "maxsat")


def length(text: str) -> float:
    """A length in millimetres: `5`, `0.5cm`, `16pt`.

    >>> length("1in")
    25.4
    """
    match = re.fullmatch(r"\s*(\d{1,7}(?:\.\d{0,9})?|\.\d{1,9})\s*([a-z]*)\s*", str(text))
    if not match or match[2] not in UNITS:
        raise click.BadParameter(f"{text!a} is no length; write millimetres, like 5, or a unit, "
                                 "like 16pt (mm, cm, in, pt, px)")
    found = float(match[1]) * UNITS[match[2]]
    if found > MOST:
        raise click.BadParameter(f"{text!a}: at most {MOST:,.0f} mm make sense")
    return found


def some_length(text: str) -> float:
    """The same, but not 0."""
    found = length(text)
    if found == 0:
        raise click.BadParameter(f"{text!a}: more than 0 is needed")
    return found


class Wanted(NamedTuple):
    """What is asked of the labels."""

    method: str
    box: tuple[float, float] | None
    step: float | None
    longest: float | None
    gap: float
    balanced: bool

    def place(self, nonogram: Nonogram, seconds: float | None = None) -> Labelled:
        """The nonogram with its labels."""
        from nonoforge.families.plane import labelled

        return labelled(nonogram, self.method, box=self.box, step=self.step, longest=self.longest,
                        gap=self.gap, balanced=self.balanced, seconds=seconds)


def label_options(name: str, *, none: bool) -> Callable[[Command], Command]:
    """Adds the options; the command gets them as one `Wanted` called `labels`, or None for none.
    `name` is what the option that names the method is called."""
    def add(command: Command) -> Command:
        for option in reversed((
            click.option(f"--{name}", "labels",
                         type=click.Choice([*METHODS, "none"] if none else METHODS),
                         default="auto", show_default=True, callback=_wanted,
                         help="How labels are placed: the best of all (auto, maxsat), by dynamic "
                              "programming for fixed ports, or with the shortest leaders only "
                              f"(two-sat){'; or not at all' if none else ''}."),
            _hidden("--box", nargs=2, type=some_length, metavar="W H",
                    help="The box of a number: its width along the leader, and its height. "
                         "[default: 5 5, more where the drawing is large, less where labels are "
                         "many]"),
            _hidden("--step", type=some_length, metavar="S",
                    help="Leaders are tried in steps of this length, then polished (dynamic: not "
                         "polished). [default: 1; dynamic, where all leaders are parallel or at "
                         "right angles: just the lengths that can matter]"),
            _hidden("--max-extension", type=length, metavar="E",
                    help="The longest leader. [default: 25, more where there is no room]"),
            _hidden("--gap", type=length, default="0.5", show_default=True, metavar="G",
                    help="What two labels keep between them."),
            _hidden("--balanced", is_flag=True,
                    help="One label of each curve at either end."),
        )):
            command = option(command)
        return command
    return add


def _hidden(*names: str, **settings: Any) -> Callable[[Command], Command]:
    """An option that the command does not see: `_wanted` gathers it."""
    return click.option(*names, is_eager=True, expose_value=False, callback=_keep, **settings)


def _keep(context: click.Context, option: click.Parameter, value: Any) -> None:
    context.meta.setdefault("labels", {})[option.name] = value


def _wanted(context: click.Context, option: click.Parameter, value: str) -> Wanted | None:
    found = context.meta["labels"]
    return None if value == "none" else Wanted(
        value, found["box"], found["step"], found["max_extension"], found["gap"],
        found["balanced"])
