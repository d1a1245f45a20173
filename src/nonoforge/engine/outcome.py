"""What an engine is asked and what it answers.

There are two engines with the same functions: the native kernel and the plain one in
`plain`. Both take puzzles and states and give these.

    settle(clue, masks, length)       -> new masks, or None: no colouring fits
    propagate(puzzle, state, order)   -> Deduction
    probe(puzzle, state, depth)       -> Deduction
    solve(puzzle, state, ...)         -> Outcome
"""

from __future__ import annotations

import re
from typing import Literal, NamedTuple, TypeAlias

from nonoforge.errors import InputError
from nonoforge.puzzle import Colouring
from nonoforge.state import State
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


class Budget(NamedTuple):
    """How much work may be spent; None is no limit. Seconds do not repeat, the others do.

    >>> Budget.parse("nodes=1000,30s")
    Budget(settled=None, nodes=1000, conflicts=None, seconds=30.0)
    """

    settled: int | None = None
    nodes: int | None = None
    conflicts: int | None = None
    seconds: float | None = None

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read `30s`, `2m`, `settled=N`, `nodes=N`, `conflicts=N`, joined by commas, or `none`."""
        found: dict[str, float] = {}
        for part in [] if text.strip() == "none" else text.split(","):
            clock = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(ms|s|m|h)", part.strip())
            count = re.fullmatch(r"(settled|nodes|conflicts)=(\d{1,18})", part.strip())
            if clock:
                unit = {"ms": 0.001, "s": 1, "m": 60, "h": 3600}[clock[2]]
                found["seconds"] = float(clock[1]) * unit
            elif count:
                found[count[1]] = int(count[2])
            else:
                raise InputError(
                    f"budget {part.strip()!r}: write it like 30s, 2m, settled=1000000, nodes=1000 "
                    "or conflicts=1000, several joined by commas, or none")
        if any(value <= 0 for value in found.values()):
            raise InputError(f"budget {text!r}: each part must be more than zero")
        return cls(**found)  # type: ignore[arg-type]

    def within(self, other: Budget) -> Budget:
        """The smaller of both, part by part."""
        pairs = zip(self, other, strict=True)
        return Budget(*(  # type: ignore[arg-type]
            min((part for part in pair if part is not None), default=None) for pair in pairs))
