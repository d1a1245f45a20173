"""What requests are answered with: the worker processes, the library, the files of the page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from nonoforge.studio.page_files import Files

if TYPE_CHECKING:
    from nonoforge.studio.soon import Workers


@dataclass
class Parts:
    """One of each."""

    workers: Workers
    files: Files
