"""Constraint programming: one automaton for each line, solved with CP-SAT of OR-tools.

A variable for each cell has the colours that the cell may have. The clue of a line is a regular
language, so it is one constraint, which reads the variables of the line in order through an
automaton; blotted runs and colours that touch are a matter of a transition more or less, and the
automaton of a tally counts (common/tallies.py). A further
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
from typing import Any

from nonoforge.engine import Budget, OutOfBudget
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
from nonoforge.methods.common.tallies import automaton_of, states_needed
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step

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
    colours = len(job.puzzle.palette)
    sizes = sum(states_needed(line.clue, colours) * len(line.cells) for line in lines)
    if sizes > MAX_STATES:
        raise TooMany(f"the automata would have up to {sizes:,} states, and at most {MAX_STATES:,} "
                      "are allowed; --method auto needs none")
    if any(not 0 <= automaton_of(line.clue, colours).least[0] <= len(line.cells)
           for line in lines):
        return
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
            automaton = automaton_of(line.clue, len(job.puzzle.palette))
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
    """Set the remaining budget for the next run, and the parameters that make it repeatable."""
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
    budget=Budget(conflicts=1_000_000, seconds=600), needs="ortools", part="cp",
    tallies=True)
