"""Watching processes, for tests of what starts them."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from pathlib import Path


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended and that nobody has asked for does not."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.parent.parent.joinpath("self").exists():
        try:
            return stat.read_text().rpartition(")")[2].split()[0] not in "ZX"
        except OSError:
            return False
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def eventually(holds: Callable[[], bool], seconds: float = 120.0) -> None:
    """Wait until something holds; a guard against hanging for ever, not a measurement."""
    async with asyncio.timeout(seconds):
        while not holds():
            await asyncio.sleep(0.01)
