"""Verdicts on many puzzles, one after another, by this process or by several."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

from nonoforge.engine import solve_many
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Budget, Verdict

CHUNK = 256  # puzzles in one native call


def solve_stream(
    puzzles: Iterable[Nonogram], *, jobs: int = 1, limit: int = 2, budget: Budget | None = None,
    seed: int = 0,
) -> Iterator[Verdict]:
    """Yield the verdict on each puzzle, in their order; no more than a few chunks are kept."""
    chunks = _chunks(puzzles)
    if jobs == 1:
        for chunk in chunks:
            yield from _named(chunk, solve_many(chunk, limit=limit, budget=budget, seed=seed))
        return
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        waiting: deque[tuple[list[Nonogram], Future[list[Verdict]]]] = deque()
        try:
            for chunk in chunks:
                part = [nonogram.puzzle for nonogram in chunk]
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


def _chunks(puzzles: Iterable[Nonogram]) -> Iterator[list[Nonogram]]:
    rest = iter(puzzles)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def _solve(puzzles: list[Any], limit: int, budget: Budget | None, seed: int) -> list[Verdict]:
    return solve_many(puzzles, limit=limit, budget=budget, seed=seed)


def _named(chunk: list[Nonogram], found: list[Verdict]) -> Iterator[Verdict]:
    for nonogram, verdict in zip(chunk, found, strict=True):
        yield verdict._replace(nonogram=nonogram)
