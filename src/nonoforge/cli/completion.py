"""Shell completion: what a parameter may be, by its metavar (docs/shell.md has the install lines).

click finds commands and options itself; values of parameters that it takes for any text are added
here, and only when a shell asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

COMPLETING = "_NONOFORGE_COMPLETE"  # the variable by which a shell asks click

FILES = re.compile(r"FILE|IN|OUT(\.\w+)?|STATE|PICTURE|PATH|SOURCE|IMAGE|MESH|DRAWING")
WORDS = re.compile(r"[a-z][a-z-]*")


class Completed(click.types.StringParamType):
    """Any text, with a function that completes it."""

    def __init__(self, complete: Callable[[str], list[CompletionItem]]) -> None:
        self._complete = complete

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str,
    ) -> list[CompletionItem]:
        return self._complete(incomplete)


def complete_values(command: click.Command) -> click.Command:
    """Give the parameters of a command that take any text what can be typed for them."""
    for parameter in command.params:
        if type(parameter.type) is type(click.STRING):
            complete = _completer(parameter.metavar or "")
            if complete is not None:
                parameter.type = Completed(complete)
    return command


def _completer(metavar: str) -> Callable[[str], list[CompletionItem]] | None:
    """Return the function for a metavar such as `METHOD`, `FILE...` or `auto|exact|D`."""
    word = metavar.strip("[].")
    if word in _NAMES:
        return lambda begun: beginning(begun, _NAMES[word]())
    if word == "FOLDER":
        return lambda begun: [_item(begun, "dir")]
    if FILES.fullmatch(word):
        return lambda begun: [_item(begun, "file")]
    words = [each for each in metavar.split("|") if WORDS.fullmatch(each)]
    return (lambda begun: beginning(begun, words)) if words else None


def beginning(begun: str, words: Iterable[str]) -> list[CompletionItem]:
    """Return the words that begin with what was typed."""
    return [_item(word) for word in words if word.startswith(begun)]


def _item(word: str, kind: str = "plain") -> CompletionItem:
    from click.shell_completion import CompletionItem

    return CompletionItem(word, type=kind)


def _methods() -> Iterable[str]:
    from nonoforge.methods import METHODS

    return METHODS


def _formats() -> Iterable[str]:
    from nonoforge.formats import FORMATS

    return FORMATS


def _tables() -> Iterable[str]:
    from nonoforge.bench import TABLES

    return TABLES


_NAMES: dict[str, Any] = {"METHOD": _methods, "FORMAT": _formats, "TABLE": _tables}
