"""Steps of a solver, reported while it runs.

An observer is called with each step. It may also ask for the state at that moment, which costs
something, so it is made only on demand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.state import State

Kind: TypeAlias = Literal["settle", "assume", "break", "solution", "note"]
"""`settle`: a line was looked at; it may have taught nothing. `assume`: something is tried out.
`break`: a contradiction. `solution`: one was found. `note`: anything else, in words."""


class Step(NamedTuple):
    """One thing that a solver did. Cells and lines are numbers of the puzzle."""

    kind: Kind
    line: int | None = None  # the line that was settled, tried out, or broke
    learned: tuple[tuple[int, int], ...] = ()  # (cell, mask of colours left) where that changed
    depth: int = 0  # how many assumptions stand
    words: str = ""  # what a player would say, where the rest does not say it


Observer: TypeAlias = Callable[[Step, Callable[[], State]], None]
"""Called with each step and a function that returns the state after it."""
