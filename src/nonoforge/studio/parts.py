"""What requests are answered with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nonoforge.studio.library import Library
    from nonoforge.studio.page_files import Page
    from nonoforge.studio.workers import Workers


@dataclass(frozen=True)
class Parts:
    """One of each."""

    workers: Workers
    library: Library
    page: Page
