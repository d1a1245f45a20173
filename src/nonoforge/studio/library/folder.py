"""Where the library is when nobody says otherwise."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from pathlib import Path

VARIABLE = "NONOFORGE_LIBRARY"


def default_folder(environment: Mapping[str, str] | None = None,
                   platform: str = sys.platform) -> Path:
    """The folder that NONOFORGE_LIBRARY names, or one where the platform keeps users' data.

    >>> default_folder({"NONOFORGE_LIBRARY": "puzzles"}).as_posix()
    'puzzles'
    >>> default_folder({"XDG_DATA_HOME": "/data"}, "linux").as_posix()
    '/data/nonoforge'
    """
    names = os.environ if environment is None else environment
    chosen = names.get(VARIABLE, "")
    return Path(chosen).expanduser() if chosen.strip() else _data(names, platform) / "nonoforge"


def _data(names: Mapping[str, str], platform: str) -> Path:
    if platform == "win32":
        return _absolute(names.get("APPDATA")) or Path.home() / "AppData" / "Roaming"
    if platform == "darwin":
        return Path.home() / "Library" / "Application Support"
    return _absolute(names.get("XDG_DATA_HOME")) or Path.home() / ".local" / "share"


def _absolute(name: str | None) -> Path | None:
    """The base-directory specification says that a relative path is to be ignored."""
    return Path(name) if name and os.path.isabs(name) else None
