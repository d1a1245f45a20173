"""Constraint programming: one automaton for each line, solved with CP-SAT of OR-tools.

A variable for each cell has the colours that the cell may have. The clue of a line is a regular
language, so it is one constraint, which reads the variables of the line in order through an
automaton; blotted runs and colours that touch are a matter of a transition more or less. A further
solution is asked for by forbidding those found and solving again; that there is none then is the
proof that there are no others.

CP-SAT turns automata into clauses about their states and learns from conflicts, so a clock and
conflicts are its budget. One worker with a seed gives the same work every time. Counted besides:
branches (decisions, of which it takes many more than there are nodes in a search tree), variables
and the states of all automata. The clock starts when OR-tools is loaded, which takes a second or
two the first time. Automata of more than five million states, counted once for each cell of their
line, are not made: it would need gigabytes.

G. Pesant: A regular language membership constraint for finite sequences of variables. CP 2004.
L. Perron, F. Didier: CP-SAT. OR-tools, Google, https://developers.google.com/optimization/cp.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from nonoforge.clues import WHITE, Runs, runs_of
from nonoforge.engine import Budget, OutOfBudget
from nonoforge.methods.common.method import (
    GaveUp,
    Job,
    Method,
    Option,
    beside,
    searching,
    with_libraries,
)
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step

# A clue as an automaton: it reads a line cell by cell, and accepts what the clue allows.

class Automaton(NamedTuple):
    """States are numbers, 0 the first; each transition is (state, colour read, next state)."""

    states: int
    finals: tuple[int, ...]
    transitions: tuple[tuple[int, int, int], ...]

    def accepts(self, colours: bytes) -> bool:
        """Return whether the automaton accepts these colours.

        >>> automaton_of(Runs.of(2, 1)).accepts(bytes([1, 1, 0, 0, 1]))
        True
        """
        step = {(state, colour): after for state, colour, after in self.transitions}
        state: int | None = 0
        for colour in colours:
            state = None if state is None else step.get((state, colour))
        return state in self.finals


def automaton_of(clue: Runs) -> Automaton:
    """Return for each run a state for the white before it and one for each of its cells; a blotted
    run is one cell that may be read again. It is deterministic: at most one way from each state."""
    ways: list[tuple[int, int, int]] = [(0, WHITE, 0)]
    gap, end = 0, 0  # the state after white, and the one after the last run's last cell
    touching = WHITE  # the colour of the last run: the next may follow at once if it is another
    for length, colour in clue.runs:
        first = max(gap, end) + 1
        ways.append((gap, colour, first))
        if touching not in (WHITE, colour):
            ways.append((end, colour, first))
        end = first + (length or 1) - 1
        ways += [(state, colour, state + 1) for state in range(first, end)]
        if length is None:
            ways.append((end, colour, end))
        gap = end + 1
        ways += [(end, WHITE, gap), (gap, WHITE, gap)]
        touching = colour
    return Automaton(gap + 1, (end, gap) if clue.runs else (0,), tuple(ways))


MAX_STATES = 5_000_000


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield each solution, then the proof that there are no more."""
    masks = State.start(job.puzzle).masks
    lines = [line for line in job.puzzle.lines if line.cells]
    if not all(masks) or any(line.clue.needs for line in job.puzzle.lines if not line.cells):
        return
    if not masks:
        yield b""
        return
    sizes = sum((line.clue.needs + len(runs_of(line.clue).runs)) * len(line.cells)
                for line in lines)
    if sizes > MAX_STATES:
        raise GaveUp(f"the automata would have {sizes:,} states, and at most {MAX_STATES:,} "
                     "are allowed")
    job.level = "search"
    model, cells = _model(job, masks)
    while (colouring := _solution(job, model, cells)) is not None:
        yield colouring
        model.add_forbidden_assignments(cells, [list(colouring)])


def _model(job: Job, masks: Sequence[int]) -> tuple[Any, list[Any]]:
    """Return the model, and its variable for each cell."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    cells = []
    for mask in masks:
        colours = [colour for colour in range(mask.bit_length()) if mask >> colour & 1]
        domain = cp_model.Domain.from_values(colours)
        cells.append(model.new_int_var_from_domain(domain, ""))
    for line in job.puzzle.lines:
        job.look()
        if line.cells:
            automaton = automaton_of(runs_of(line.clue))
            model.add_automaton([cells[cell] for cell in line.cells], 0, automaton.finals,
                                automaton.transitions)
            job.counts["states"] += automaton.states
    job.counts["variables"] = len(cells)
    job.tell(Step("note", words=f"{len(job.puzzle.lines):,} automata with "
                                f"{job.counts['states']:,} states over {len(cells):,} cells"))
    return model, cells


def _solution(job: Job, model: Any, cells: list[Any]) -> Colouring | None:
    """Return the next solution, or None: it is proved that there is none."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    _limit(job, solver.parameters)
    statuses: list[Any] = []
    beside(job, lambda: statuses.append(solver.solve(model)), solver.stop_search)
    status = statuses[0]
    job.conflicts += solver.num_conflicts
    job.counts["branches"] += solver.num_branches
    words = solver.status_name(status).lower().replace("_", " ")
    job.tell(Step("note", words=f"CP-SAT says {words} after {job.conflicts:,} conflicts"))
    if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return bytes(solver.value(cell) for cell in cells)
    if status == cp_model.INFEASIBLE:
        return None
    if status == cp_model.UNKNOWN:
        raise OutOfBudget
    raise GaveUp(f"CP-SAT ended with the status {words!r}")


def _limit(job: Job, parameters: Any) -> None:
    """What is left of the budget, for the next run; and what makes it repeat."""
    job.look()
    parameters.num_workers = job.number("workers")
    parameters.random_seed = job.seed % 2**31
    parameters.log_search_progress = False
    # Looking for symmetries takes seconds on clauses that rule out one solution, and finds nothing
    # that matters: nonograms have hardly any.
    parameters.symmetry_level = 0
    parameters.catch_sigint_signal = False  # Ctrl-C is for the thread that waits
    if (seconds := job.seconds_left()) is not None:
        parameters.max_time_in_seconds = seconds
    if (conflicts := job.budget.conflicts) is not None:
        if job.conflicts >= conflicts:
            raise OutOfBudget
        parameters.max_number_of_conflicts = conflicts - job.conflicts


METHOD = Method(
    "an automaton for each line, solved with CP-SAT of OR-tools",
    with_libraries(searching(solutions), "ortools.sat.python.cp_model"),
    options=(Option("workers", 1, "searches side by side; with more than one the work does not "
                    "repeat", least=1, most=64),),
    budget=Budget(conflicts=1_000_000, seconds=600), needs="ortools", part="cp")
