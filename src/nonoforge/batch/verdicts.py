"""Verdicts on many puzzles, one after another, by this process or by several."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from threading import current_thread, main_thread

from nonoforge.engine import solve, solve_many
from nonoforge.limited_process import end_with
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import Budget, Verdict

CHUNK = 256  # puzzles in one native call


def solve_stream(
    puzzles: Iterable[Nonogram], *, jobs: int = 1, limit: int = 2, budget: Budget | None = None,
    seed: int = 0, chunk_size: int = CHUNK,
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in their order; no more than a few chunks are kept. A
    `chunk_size` of 1 is for hard puzzles."""
    chunks = _chunks(puzzles, chunk_size)
    if jobs == 1:
        for chunk in chunks:
            yield from _named(chunk, solve_many(chunk, limit=limit, budget=budget, seed=seed))
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    # A process ends with the thread that began it, so that must be one that lasts.
    parent = os.getpid() if current_thread() is main_thread() else None
    with ProcessPoolExecutor(jobs, get_context("spawn"), _begin, (parent,)) as pool:
        waiting: deque[tuple[list[Nonogram], Future[list[Verdict]]]] = deque()
        try:
            for chunk in chunks:
                part = chunk if chunk_size == 1 else [nonogram.puzzle for nonogram in chunk]
                waiting.append((chunk, pool.submit(_solve, part, limit, budget, seed)))
                if len(waiting) > 2 * jobs:
                    done, future = waiting.popleft()
                    yield from _named(done, future.result())
            while waiting:
                done, future = waiting.popleft()
                yield from _named(done, future.result())
        finally:
            for _, future in waiting:
                future.cancel()


def _begin(parent: int | None) -> None:
    """Make a process end at Ctrl-C without words, and with its parent."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    if parent is not None:
        end_with(parent)


def _chunks(puzzles: Iterable[Nonogram], size: int) -> Iterator[list[Nonogram]]:
    rest = iter(puzzles)
    while chunk := list(islice(rest, size)):
        yield chunk


def _solve(
    puzzles: Sequence[Nonogram | Puzzle], limit: int, budget: Budget | None, seed: int,
) -> list[Verdict]:
    if len(puzzles) == 1:  # timed, and by the maker's solution where there is one
        return [solve(puzzles[0], limit=limit, budget=budget, seed=seed)]
    return solve_many(puzzles, limit=limit, budget=budget, seed=seed)


def _named(chunk: list[Nonogram], found: list[Verdict]) -> Iterator[Verdict]:
    for nonogram, verdict in zip(chunk, found, strict=True):
        yield verdict._replace(nonogram=nonogram)
