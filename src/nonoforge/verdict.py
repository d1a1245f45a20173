"""What is true of a puzzle, and what it took to find out."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from nonoforge.puzzle import Colouring
from nonoforge.state import State

Answer: TypeAlias = Literal["unique", "multiple", "none", "unknown"]
Level: TypeAlias = Literal["line", "probe", "search", "sat"]

LEVELS: tuple[Level, ...] = ("line", "probe", "search", "sat")


class Work(NamedTuple):
    """Work is counted, not timed, so that a result repeats."""

    settled: int = 0  # lines settled
    probes: int = 0  # assumptions propagated
    nodes: int = 0  # branches of the search
    conflicts: int = 0  # contradictions that search or SAT learned from

    def plus(self, other: Work) -> Work:
        return Work(*(a + b for a, b in zip(self, other, strict=True)))


class Verdict(NamedTuple):
    """`unique` is proved; `unknown` means a budget ran out: `state` says what is known anyway.

    `complete` says that `solutions` are all there are. For `none`, `conflict` names lines (by their
    index in the puzzle) that cannot hold together. `counts` are what a method counts besides the
    work that all count; `why` says what stopped it short of an answer.
    """

    answer: Answer
    level: Level
    line_solvable: bool
    solutions: tuple[Colouring, ...]
    complete: bool
    state: State
    work: Work
    conflict: tuple[int, ...] = ()
    seconds: float = 0.0
    counts: tuple[tuple[str, int], ...] = ()
    why: str = ""
