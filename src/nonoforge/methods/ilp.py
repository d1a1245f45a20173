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

Beyond Bosch, tallies (how many cells, in how many groups): with u[j] = 1 where a group begins,

    5.  sum of z  =  the cells;   sum of u  =  the groups, or >= 3
    6.  z[j] - z[j-1]  <=  u[j];   u[j]  <=  z[j];   u[j]  <=  1 - z[j-1]

Several colours, too: one z for each cell and colour, at most one of a cell's is 1; 3 and 4 for each
colour with its own runs; in 2 the +1 only between runs of the same colour.

Budget: nodes are those of HiGHS's branch and bound; it also keeps the clock. Counted besides: the
variables, rows and simplex iterations. For an 80 by 95 puzzle the program has 90,000 variables,
276,000 rows and 2.7 million entries, takes two seconds to build and 0.5 GB to solve.

R. A. Bosch: Painting by numbers. Optima 65, 16-17, 2001.
"""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from nonoforge.clues import MAX_GROUPS, WHITE, Count, Run, Tally, runs_of
from nonoforge.engine import Budget, OutOfBudget, verify
from nonoforge.methods.common.method import (
    GaveUp,
    Job,
    Method,
    Option,
    TooMany,
    beside,
    searching,
    with_libraries,
)
from nonoforge.progress import CheckTime, no_limit
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State
from nonoforge.step import Step

# Bosch's integer program of a puzzle, as arrays: columns are variables, rows are constraints.
#
#     z[cell, colour]   the cell has this colour (white is: none of them)
#     y[t, j]           run t of a line starts at its position j, earliest[t] <= j <= latest[t]
#
# All are 0 or 1. What each constraint is for, and whose it is, stands in `methods/ilp.py`.

INFINITY = float("inf")


class Program:
    """`lower <= column <= upper` and `row_lower <= row <= row_upper`; the rows one after another:
    row r has the entries from `starts[r]` on, each a column in `columns` and a factor."""

    def __init__(self, puzzle: Puzzle, look: CheckTime = no_limit) -> None:
        """`look` is called now and then, and may raise to stop the building."""
        self.puzzle = puzzle
        self.colours = len(puzzle.palette) - 1  # those that have a z
        self.lower, self.upper = array("d"), array("d")
        self.starts, self.columns, self.factors = array("i", [0]), array("i"), array("d")
        self.row_lower, self.row_upper = array("d"), array("d")
        self.fits = True  # each clue fits its line, and the givens agree
        self._cells()
        for line in puzzle.lines:
            self._line(line, look)

    def z(self, cell: int, colour: int) -> int:
        """Return the column that says that the cell has this colour, which is not white."""
        return cell * self.colours + colour - 1

    def different(self, colouring: Colouring) -> tuple[list[int], list[int], int]:
        """Return columns, factors and the least value of a row that rules out this colouring alone.

        As many of its coloured cells as there are, less those that changed, plus white ones that
        are coloured now: the sum of the changes is at least 1.
        """
        columns, factors, least = [], [], 1
        for cell, colour in enumerate(colouring):
            if colour == WHITE:
                columns += [self.z(cell, other) for other in range(1, self.colours + 1)]
                factors += [1] * self.colours
            else:
                columns.append(self.z(cell, colour))
                factors.append(-1)
                least -= 1
        return columns, factors, least

    def decode(self, values: Sequence[float]) -> Colouring:
        """Return the colouring that the columns describe, as near to whole numbers as they are."""
        if self.colours == 1:
            return bytes(value > 0.5 for value in values[:self.puzzle.cells])
        return bytes(next((colour for colour in range(1, self.colours + 1)
                           if values[self.z(cell, colour)] > 0.5), WHITE)
                     for cell in range(self.puzzle.cells))

    def _cells(self) -> None:
        for cell, mask in enumerate(State.start(self.puzzle).masks):
            self.fits &= mask != 0
            for colour in range(1, self.colours + 1):
                self.lower.append(mask == 1 << colour)
                self.upper.append(mask >> colour & 1)
            if self.colours > 1:  # of several colours one at most
                self._row([(self.z(cell, colour), 1) for colour in range(1, self.colours + 1)],
                          most=1)

    def _line(self, line: Line, look: CheckTime) -> None:
        if isinstance(line.clue, Tally):
            look()
            for colour, count in enumerate(line.clue.counts, start=1):
                self._count([self.z(cell, colour) for cell in line.cells], count)
            return
        ranges = starts_of(runs_of(line.clue).runs, len(line.cells))
        if ranges is None:
            self.fits = False
            return
        blocks = []
        for run, (earliest, latest) in zip(runs_of(line.clue).runs, ranges, strict=True):
            blocks.append(_Block(run, earliest, latest, len(self.lower)))
            self.lower.extend([0] * (latest - earliest + 1))
            self.upper.extend([1] * (latest - earliest + 1))
        for block in blocks:
            self._row([(block.y(j), 1) for j in block.starts], least=1, most=1)
        for block, following in pairwise(blocks):
            look()
            self._order(block, following)
        for place, cell in enumerate(line.cells):
            look()
            self._cover(place, cell, blocks)

    def _count(self, cells: Sequence[int], count: Count) -> None:
        """Rows 5 and 6, for one colour; the columns say which cells of the line have it. A cell
        that the line reads twice counts twice."""
        if count.total is not None:
            self._row(Counter(cells).items(), least=count.total, most=count.total)
        if count.groups is None:
            return
        starts = range(len(self.lower), len(self.lower) + len(cells))
        self.lower.extend([0] * len(cells))
        self.upper.extend([1] * len(cells))
        self._row([(start, 1) for start in starts], least=count.groups,
                  most=INFINITY if count.groups == MAX_GROUPS else count.groups)
        for start, cell, before in zip(starts, cells, [None, *cells], strict=False):
            self._row([(start, 1), (cell, -1)], most=0)
            if before is None:
                self._row([(start, 1), (cell, -1)], least=0)
            elif before == cell:  # the same again: no group begins
                self._row([(start, 1)], most=0)
            else:
                self._row([(start, 1), (cell, -1), (before, 1)], least=0)
                self._row([(start, 1), (before, 1)], most=1)

    def _order(self, block: _Block, following: _Block) -> None:
        """A run that starts late pushes the next: y <= the sum of all places far enough on."""
        gap = block.run.colour == following.run.colour
        # At its earliest start it pushes nothing: that row would say that a part is at most 1.
        for j in block.starts[1:]:
            after = max(following.earliest, j + block.size + gap)
            self._row([(block.y(j), 1), *((following.y(k), -1)
                                          for k in range(after, following.latest + 1))], most=0)

    def _cover(self, place: int, cell: int, blocks: Sequence[_Block]) -> None:
        covering: list[list[int]] = [[] for _ in range(self.colours + 1)]
        for block in blocks:
            covering[block.run.colour] += [block.y(j) for j in block.over(place)]
        for colour in range(1, self.colours + 1):
            z = self.z(cell, colour)
            # Coloured cells are covered; cells that are covered are coloured.
            self._row([(z, 1), *((y, -1) for y in covering[colour])], most=0)
            for y in covering[colour]:
                self._row([(z, 1), (y, -1)], least=0)

    def _row(self, entries: Iterable[tuple[int, int]], *, least: float = -INFINITY,
             most: float = INFINITY) -> None:
        for column, factor in entries:
            self.columns.append(column)
            self.factors.append(factor)
        self.starts.append(len(self.columns))
        self.row_lower.append(least)
        self.row_upper.append(most)


class _Block:
    """A run of a line, where it may start, and the columns that say where it does."""

    def __init__(self, run: Run, earliest: int, latest: int, column: int) -> None:
        self.run, self.size = run, run.length or 1
        self.earliest, self.latest = earliest, latest
        self.starts = range(earliest, latest + 1)
        self._shift = column - earliest

    def y(self, start: int) -> int:
        return start + self._shift

    def over(self, place: int) -> range:
        """Return the starts that cover this place."""
        return range(max(self.earliest, place - self.size + 1), min(self.latest, place) + 1)


def starts_of(runs: Sequence[Run], length: int) -> list[tuple[int, int]] | None:
    """Return the earliest and the latest start of each run, as the lengths alone say; None: too
    long.

    >>> starts_of((Run(2), Run(1)), 6)
    [(0, 2), (3, 5)]
    """
    earliest, at = [], 0
    for t, run in enumerate(runs):
        at += t > 0 and runs[t - 1].colour == run.colour
        earliest.append(at)
        at += run.length or 1
    slack = length - at
    return None if slack < 0 else [(start, start + slack) for start in earliest]


def entries_needed(puzzle: Puzzle) -> int:
    """Return an estimate of the number of entries of all rows, before any memory is taken."""
    total = 0
    for line in puzzle.lines:
        if isinstance(line.clue, Tally):
            total += 9 * len(line.cells) * len(line.clue.counts)
            continue
        slack = max(0, len(line.cells) - line.clue.needs)
        blocks = len(runs_of(line.clue).runs)
        filled = sum(run.length or 1 for run in runs_of(line.clue).runs)
        total += blocks * (slack + 1) * (slack + 4) // 2 + 3 * filled * (slack + 1)
        total += len(line.cells) * (len(puzzle.palette) - 1)
    return total + puzzle.cells * len(puzzle.palette)


MAX_ENTRIES = 10_000_000  # HiGHS needs about 150 bytes for each
ROWWISE, MINIMIZE = 2, 1  # as HiGHS numbers them


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield each solution, then the proof that there are no more."""
    if (entries := entries_needed(job.puzzle)) > MAX_ENTRIES:
        raise TooMany(f"the program would have {entries:,} entries, and at most {MAX_ENTRIES:,} "
                      "are allowed; --method auto needs none")
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
    """Return HiGHS with the program loaded."""
    import highspy
    import numpy

    highs = highspy.Highs()
    for option, value in {
            "output_flag": False, "threads": job.number("threads"),
            "presolve": "on" if job.number("presolve") else "off",
            "random_seed": job.seed % 2**31}.items():
        highs.setOptionValue(option, value)
    highs.HandleUserInterrupt = True  # so that it can be interrupted
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
    """Return the variables in a solution; None: it is proved that there is none."""
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
    """Set the remaining budget for the next run."""
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
    blotted=False, budget=Budget(nodes=100_000, seconds=600), needs="highspy", part="ilp",
    tallies=True)
