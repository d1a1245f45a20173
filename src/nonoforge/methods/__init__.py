"""Ways to solve, by name: what `--method` accepts.

A method is a name, a line about it, and a function from a puzzle to a verdict.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from nonoforge.engine import LADDERS, solve
from nonoforge.verdict import Verdict


class Method(NamedTuple):
    """`solve(puzzle, limit=, budget=, seed=, progress=)` gives the verdict."""

    name: str
    summary: str
    solve: Callable[..., Verdict]


METHODS = {
    name: Method(name, ladder.summary, partial(solve, method=name))
    for name, ladder in LADDERS.items()
}
