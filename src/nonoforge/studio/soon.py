"""Stands in for parts of the studio that are still being written; goes when they come."""
# mypy: ignore-errors

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

TASKS: dict[str, Any]
Workers: Any
TaskFailed: Any

try:
    from nonoforge.studio.tasks import TASKS, perform
except ImportError:
    TASKS = {}

try:
    from nonoforge.studio.workers import TaskFailed, Workers
except ImportError:
    class TaskFailed(Exception):  # type: ignore[no-redef]
        """As in workers.py."""

        def __init__(self, kind: str, message: str) -> None:
            self.kind, self.message = kind, message

    class Workers:  # type: ignore[no-redef]
        """Runs in a thread of this process."""

        def __init__(self, count: int) -> None: ...

        async def start(self) -> None: ...

        async def close(self) -> None: ...

        async def run(self, verb: str, body: bytes, tell: Callable[..., None]) -> bytes:
            """Perform it here."""
            return await asyncio.to_thread(perform, verb, body, tell)
