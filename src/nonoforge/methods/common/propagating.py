"""What methods made of a line solver and propagation let people choose."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from nonoforge.clues import Clue
from nonoforge.engine import ORDERS
from nonoforge.engine.plain import PROPAGATIONS, LineSolver, Settler
from nonoforge.methods.common.job import Job
from nonoforge.methods.common.lines import by_lines
from nonoforge.methods.common.options import Option
from nonoforge.progress import CheckTime
from nonoforge.puzzle import Colouring

PatientSolver: TypeAlias = Callable[[Clue, int, CheckTime], Settler]
"""A line solver that looks at the clock as it works."""

ORDER = Option("order", "ordered", "the order of lines: group by group, or as they come",
               choices=ORDERS)
PROBE = Option("probe", 3, "what probing learns: 0 nothing, 1 FP1, 2 FP1 and FP2, 3 also FP3",
               most=3)
GUESS = Option("guess", True, "search where deduction gets no further")


def propagating(job: Job, solver: PatientSolver, probing: int = 0) -> Iterator[Colouring]:
    """All solutions by this line solver, in the order that was asked for; `probing` as `by_lines`
    has it."""
    order = next(order for order in ORDERS if order == job.word("order"))
    return by_lines(job, watching(solver, job.look), propagation=PROPAGATIONS[order],
                    probing=probing, guessing=bool(job.number("guess")))


def watching(solver: PatientSolver, look: CheckTime) -> LineSolver:
    """The solver with a clock to look at."""
    return lambda clue, length: solver(clue, length, look)
