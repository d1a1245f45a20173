"""The studio: make, edit, check, play and print puzzles in the browser, on this machine alone."""

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.studio.server import start as start

__getattr__, __dir__ = lazy_exports(__name__, {"start": "server"})
