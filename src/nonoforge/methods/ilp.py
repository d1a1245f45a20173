"""Bosch's integer program, solved with HiGHS.

Variables, all 0 or 1: z for each cell (it is black); y for each run of a row and each place where
it may start, and x likewise for columns. With `e` and `l` the earliest and the latest start of run
t and `s` its length, each row has the constraints (and each column the same, with x):

    1.  sum of y[t, j] over e <= j <= l  =  1                     each run is placed once
    2.  y[t, j]  <=  sum of y[t+1, j'] over j + s + 1 <= j' <= l'     in order; t < k, e+1 <= j <= l
    3.  z[j]  <=  sum over t of y[t, j'], max(e, j-s+1) <= j' <= min(l, j)      black: is covered
    4.  z[j]  >=  y[t, j']  for each of those t and j'                          white: is not

There is no objective. Here they are made for each line of whatever puzzle: rows and columns are no
different. To find a further solution, one more row rules out the z of the one found, and HiGHS
begins again; that it then finds the program infeasible is the proof that there are no others.

As the formulation is printed in a later review of solvers it has these slips, corrected above:
in 3, the bounds of the inner sum are min{e, j-s+1} and max{l, j}, exchanged (the sum then covers
all places, the constraint says nothing, and stray black cells are solutions); 2 lacks t < k, and
says "row i's (t+1)th block" as if both numbers counted blocks; the reference names the authors and
the title of another article in the same issue (Hurkens and Woeginger, on weighing) instead of
Bosch. The range e+1 <= j in 2 is right as printed: for j = e the constraint follows from 1.

Beyond Bosch, several colours: one z for each cell and colour, at most one of a cell's is 1; 3 and 4
for each colour with its own runs; in 2 the +1 only between runs of the same colour.

Budget: nodes are those of HiGHS's branch and bound; it also keeps the clock. Counted besides: the
variables, rows and simplex iterations. For an 80 by 95 puzzle the program has 90,000 variables,
276,000 rows and 2.7 million entries, takes two seconds to build and 0.5 GB to solve.

R. A. Bosch: Painting by numbers. Optima 65, 16-17, 2001.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nonoforge.engine import Budget, OutOfBudget, verify
from nonoforge.methods.common.beside import beside
from nonoforge.methods.common.bosch import Program, entries_needed
from nonoforge.methods.common.job import GaveUp, Job, searching
from nonoforge.methods.common.loading import with_libraries
from nonoforge.methods.common.method import Method
from nonoforge.methods.common.options import Option
from nonoforge.puzzle import Colouring
from nonoforge.step import Step

MOST_ENTRIES = 10_000_000  # HiGHS needs about 150 bytes for each
ROWWISE, MINIMIZE = 2, 1  # as HiGHS numbers them


def solutions(job: Job) -> Iterator[Colouring]:
    """Each solution, then the proof that there are no more."""
    if (entries := entries_needed(job.puzzle)) > MOST_ENTRIES:
        raise GaveUp(f"the program would have {entries:,} entries, and at most {MOST_ENTRIES:,} "
                     "are allowed")
    program = Program(job.puzzle, job.look)
    job.counts["variables"], job.counts["rows"] = len(program.lower), len(program.row_lower)
    job.tell(Step("note", words=f"an integer program of {len(program.lower):,} variables and "
                                f"{len(program.row_lower):,} rows"))
    if not program.fits:
        return
    if not job.puzzle.cells:  # HiGHS knows no program without variables
        yield b""
        return
    job.level = "search"
    highs = _highs(job, program)
    while (values := _values(job, highs)) is not None:
        colouring = program.decode(values)
        if not verify(job.puzzle, colouring):
            raise GaveUp("HiGHS gave a solution that, rounded, is none")
        yield colouring
        columns, factors, least = program.different(colouring)
        highs.addRow(least, highs.inf, len(columns), columns, factors)


def _highs(job: Job, program: Program) -> Any:
    """HiGHS with the program in it."""
    import highspy
    import numpy

    highs = highspy.Highs()
    for option, value in {
            "output_flag": False, "threads": job.number("threads"),
            "presolve": "on" if job.number("presolve") else "off",
            "random_seed": job.seed % 2**31}.items():
        highs.setOptionValue(option, value)
    highs.HandleUserInterrupt = True  # or it could not be told to stop
    variables = len(program.lower)
    arrays = (program.lower, program.upper, program.row_lower, program.row_upper,
              program.starts, program.columns, program.factors)
    status = highs.passModel(
        variables, len(program.row_lower), len(program.columns), ROWWISE, MINIMIZE, 0.0,
        numpy.zeros(variables), *map(numpy.asarray, arrays), numpy.ones(variables, numpy.int32))
    if status != highspy.HighsStatus.kOk:
        raise GaveUp("HiGHS does not take the program")
    return highs


def _values(job: Job, highs: Any) -> list[float] | None:
    """The variables in a solution; None: it is proved that there is none."""
    from highspy import HighsModelStatus as Status

    _limit(job, highs)
    beside(job, highs.run, highs.cancelSolve)
    info, status = highs.getInfo(), highs.getModelStatus()
    job.nodes += max(0, info.mip_node_count)
    job.counts["simplex_iterations"] += max(0, info.simplex_iteration_count)
    words = highs.modelStatusToString(status).lower()
    job.tell(Step("note", words=f"HiGHS says {words} after {job.nodes:,} nodes"))
    if status == Status.kOptimal:
        values: list[float] = list(highs.getSolution().col_value)
        return values
    if status == Status.kInfeasible:
        return None
    if status in (Status.kTimeLimit, Status.kSolutionLimit, Status.kInterrupt):
        raise OutOfBudget  # kSolutionLimit is how it says that the nodes ran out
    raise GaveUp(f"HiGHS ended with the status {words!r}")


def _limit(job: Job, highs: Any) -> None:
    """What is left of the budget, for the next run."""
    job.look()
    seconds, nodes = job.seconds_left(), job.budget.nodes
    highs.setOptionValue("time_limit", highs.inf if seconds is None else seconds)
    if nodes is not None:
        if job.nodes >= nodes:
            raise OutOfBudget
        highs.setOptionValue("mip_max_nodes", min(nodes - job.nodes, 2**31 - 1))


METHOD = Method(
    "Bosch's integer program, solved with HiGHS",
    with_libraries(searching(solutions), "numpy", "highspy"),
    options=(
        Option("presolve", True, "let HiGHS reduce the program first; that often solves it"),
        Option("threads", 1, "threads that HiGHS may use", least=1, most=64),
    ),
    blotted=False, budget=Budget(nodes=100_000, seconds=600), needs="highspy", part="ilp")
