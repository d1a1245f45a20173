"""What requests are answered with."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, ParamSpec, TypeVar

from nonoforge.studio.bodies import Answers

if TYPE_CHECKING:
    from nonoforge.studio.library import Library
    from nonoforge.studio.page_files import Page
    from nonoforge.studio.workers import Workers

_Given = ParamSpec("_Given")
_T = TypeVar("_T")


def _one_thread() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, thread_name_prefix="library")


@dataclass(frozen=True)
class Parts:
    """One of each."""

    workers: Workers
    library: Library
    page: Page
    thread: ThreadPoolExecutor = field(default_factory=_one_thread)
    answers: Answers = field(default_factory=Answers)

    async def kept(self, act: Callable[_Given, _T], /, *given: _Given.args,
                   **more: _Given.kwargs) -> _T:
        """Ask the library. One thread does it, so that of two games saved one after the other the
        later one stays."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self.thread, partial(act, *given, **more))
