"""Measuring: medians of runs in this process, and of processes."""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple, TypeVar

from nonoforge.engine import ENGINE

Result = TypeVar("Result")

QUICK = 0.1  # seconds: what takes less is run more often


class Timed(NamedTuple):
    """Seconds, best first."""

    seconds: tuple[float, ...]

    @property
    def median(self) -> float:
        return median(self.seconds)

    @property
    def best(self) -> float:
        return self.seconds[0]

    @property
    def worst(self) -> float:
        return self.seconds[-1]


def timed(action: Callable[[], Result]) -> tuple[float, Result]:
    """The seconds one run takes, and what it gives."""
    begin = perf_counter()
    result = action()
    return perf_counter() - begin, result


def repeated(action: Callable[[], object], repeats: int) -> Timed:
    """So many runs."""
    return Timed(tuple(sorted(timed(action)[0] for _ in range(repeats))))


def processes(code: str, *arguments: str, repeats: int) -> Timed:
    """So many runs of `python -c code`, by the wall clock."""
    command = [sys.executable, "-c", code, *arguments]
    return repeated(
        lambda: subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                               stdout=subprocess.DEVNULL), repeats)


def told_by_processes(code: str, repeats: int) -> Timed:
    """So many runs of `python -c code`, each of which prints the seconds that count."""
    command = [sys.executable, "-c", code]
    outputs = (subprocess.run(command, check=True, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True).stdout for _ in range(repeats))
    return Timed(tuple(sorted(map(float, outputs))))


def machine() -> str:
    """What the figures were measured on, as a note."""
    return (f"Python {platform.python_version()}, {platform.system()} {platform.machine()}, "
            f"{os.cpu_count()} cores, the {ENGINE} engine.")
