"""What an engine is asked and what it answers.

There are two engines with the same functions: the native kernel and the plain one in
`plain`. Both take puzzles and states and give these.

    settle(clue, masks, length)       -> new masks, or None: no colouring fits
    propagate(puzzle, state, order)   -> Deduction
    probe(puzzle, state, depth)       -> Deduction
    solve(puzzle, state, ...)         -> Outcome
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.verdict import Budget as Budget
from nonoforge.verdict import Level, Work

Order: TypeAlias = Literal["plain", "ordered"]
"""`plain`: a queue that takes a line again for each cell that changed. `ordered`: the lines of
one group before those of the next, each once (Chen and Hung's ordered propagation)."""

ORDERS: tuple[Order, ...] = ("plain", "ordered")

Depth: TypeAlias = Literal[1, 2, 3]
"""How much a probe learns: 1 what all colours of a cell agree on (FP1), 2 also contrapositives
(FP2), 3 also the closure of all implications (FP3)."""


class Deduction(NamedTuple):
    """What a level found. `conflict` is the line that cannot be coloured, if the state has none."""

    state: State
    conflict: int | None
    work: Work


class Outcome(NamedTuple):
    """The ladder up to search. `exhausted`: a budget ran out, so `solutions` may not be all."""

    level: Level
    line_solvable: bool
    exhausted: bool
    solutions: tuple[Colouring, ...]
    state: State  # holds in every solution
    conflict: int | None  # the line that broke propagation, where that alone shows there is none
    work: Work
