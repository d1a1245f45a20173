"""Plug-ins: formats, methods, families and techniques of other packages, found by entry points.

A package declares them in its pyproject.toml (docs/plugins.md has a whole one):

    [project.entry-points."nonoforge.formats"]
    rle = "nonoforge_rle:FORMAT"

They are looked for when a name is not one of ours, or when all are listed. One that cannot be
loaded, or is not what its group holds, is named in a `PluginWarning` once and skipped.
"""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable, Collection
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

Group = Literal["formats", "methods", "families", "techniques"]


class PluginWarning(UserWarning):
    """A plug-in was skipped; the message says which and why."""


def plugins(
    group: Group, kind: type, taken: Collection[str] = (),
    ready: Callable[[str, Any], Any] = lambda name, found: found,
) -> dict[str, Any]:
    """Return the plug-ins of a group by name; names that are `taken` are skipped.

    `ready` makes of a name and what the entry point refers to an object of `kind`, or raises.
    """
    found: dict[str, Any] = {}
    for entry in _entries(f"nonoforge.{group}"):
        try:
            if entry.name in taken or entry.name in found:
                raise ValueError(f"there is one called {entry.name!a} already")
            part = ready(entry.name, entry.load())
            if not isinstance(part, kind):
                raise TypeError(f"{entry.value} is not a {kind.__name__}")
        except (Exception, SystemExit) as error:
            skip(group, entry, error)
        else:
            found[entry.name] = part
    return found


def skip(group: Group, entry: EntryPoint, error: BaseException) -> None:
    """Warn of a plug-in that is left out."""
    package = f" of {entry.dist.name}" if entry.dist else ""
    warnings.warn(f"plug-in {entry.name!a}{package} (nonoforge.{group}) is skipped: "
                  f"{type(error).__name__}: {error}", PluginWarning, stacklevel=2)


def _entries(group: str) -> list[EntryPoint]:
    if group not in _declared(tuple(sys.path)):
        return []
    from importlib.metadata import entry_points  # takes longer to load than all our model

    return sorted(entry_points(group=group), key=lambda entry: entry.name)


@cache
def _declared(places: tuple[str, ...]) -> str:
    """Return the texts of the installed packages' entry points that mention ours, joined."""
    texts = []
    for place in dict.fromkeys(places):
        try:
            with os.scandir(place or ".") as entries:
                folders = [entry.path for entry in entries
                           if entry.name.endswith((".dist-info", ".egg-info"))]
        except OSError:
            continue
        for folder in folders:
            try:
                with open(os.path.join(folder, "entry_points.txt"), encoding="utf-8") as file:
                    text = file.read()
            except (OSError, ValueError):
                continue
            if "[nonoforge." in text:
                texts.append(text)
    return "\n".join(texts)
