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
and the states of all automata. OR-tools runs in a process of its own (common/cp_process.py), which
is kept for the next puzzle; the clock starts when it is loaded, a second or two the first time.
Automata of more than five million states, counted once for each cell of their line, are not made:
it would need gigabytes.

G. Pesant: A regular language membership constraint for finite sequences of variables. CP 2004.
L. Perron, F. Didier: CP-SAT. OR-tools, Google, https://developers.google.com/optimization/cp.
"""

from __future__ import annotations

import atexit
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator, Sequence
from typing import Any

from nonoforge import limited_process
from nonoforge.engine import Budget, OutOfBudget
from nonoforge.errors import MissingPart
from nonoforge.methods.common.cp_process import READY
from nonoforge.methods.common.method import (
    GaveUp,
    Job,
    Method,
    Option,
    TooMany,
    begun_anew,
    beside,
    searching,
)
from nonoforge.methods.common.tallies import automaton_of, states_needed
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.verdict import Verdict

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
    _ask(job, "model", *_model(job, masks))
    colouring = None
    while (colouring := _solution(job, colouring)) is not None:
        yield colouring


def _model(job: Job, masks: Sequence[int]) -> tuple[list[Any], list[Any]]:
    """Return the colours of each cell, and the automaton of each line."""
    domains = [[colour for colour in range(mask.bit_length()) if mask >> colour & 1]
               for mask in masks]
    automata = []
    for line in job.puzzle.lines:
        job.look()
        if line.cells:
            automaton = automaton_of(line.clue, len(job.puzzle.palette))
            automata.append((line.cells, automaton.finals, automaton.transitions))
            job.counts["states"] += automaton.states
    job.counts["variables"] = len(domains)
    job.tell(Step("note", words=f"{len(job.puzzle.lines):,} automata with "
                                f"{job.counts['states']:,} states over {len(domains):,} cells"))
    return domains, automata


def _solution(job: Job, last: Colouring | None) -> Colouring | None:
    """Return the solution after the last one, or None: it is proved that there is none."""
    status, conflicts, branches, colouring = _ask(job, "solve", _parameters(job), last)
    job.conflicts += conflicts
    job.counts["branches"] += branches
    words = status.lower().replace("_", " ")
    job.tell(Step("note", words=f"CP-SAT says {words} after {job.conflicts:,} conflicts"))
    if colouring is not None:
        found: Colouring = colouring
        return found
    if status == "INFEASIBLE":
        return None
    if status == "UNKNOWN":
        raise OutOfBudget
    raise GaveUp(f"CP-SAT ended with the status {words!r}")


def _parameters(job: Job) -> dict[str, Any]:
    """Return the remaining budget for the next run, and what makes it repeatable."""
    job.look()
    parameters: dict[str, Any] = {
        "num_workers": job.number("workers"), "random_seed": job.seed % 2**31,
        "log_search_progress": False,
        # Looking for symmetries takes seconds on clauses that rule out one solution, and finds
        # nothing that matters: nonograms have hardly any.
        "symmetry_level": 0, "catch_sigint_signal": False}
    if (seconds := job.seconds_left()) is not None:
        parameters["max_time_in_seconds"] = seconds
    if (conflicts := job.budget.conflicts) is not None:
        if job.conflicts >= conflicts:
            raise OutOfBudget
        parameters["max_number_of_conflicts"] = conflicts - job.conflicts
    return parameters


# The process with CP-SAT. Loading OR-tools takes a second or two, so it is kept for the next job,
# except where the time of children is counted, which is done when they end.

_child: subprocess.Popen[bytes] | None = None


def _ask(job: Job, *request: object) -> Any:
    """Return the process's answer; when the time is up, or on Ctrl-C, it is ended."""
    child = _child
    assert child is not None
    answers: list[Any] = []

    def talk() -> None:
        assert child.stdin is not None
        assert child.stdout is not None
        pickle.dump(request, child.stdin)
        child.stdin.flush()
        answers.append(pickle.load(child.stdout))

    try:
        beside(job, talk, _end)
    except (EOFError, OSError, pickle.UnpicklingError):
        _end()
        raise GaveUp("the process with CP-SAT ended before it answered") from None
    return answers[0]


def _start() -> None:
    """Start the process, unless there is one, and wait until OR-tools is loaded."""
    global _child
    if _child is not None and _child.poll() is None:
        return
    script = os.path.join(os.path.dirname(__file__), "common", "cp_process.py")
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    _child = subprocess.Popen(limited_process.command(script), stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              env=os.environ | paths)
    assert _child.stdout is not None
    try:
        said = pickle.load(_child.stdout)
    except EOFError:
        said = "the process with it ended at its start"
    if said != READY:
        _end()
        raise MissingPart(f"cannot load OR-tools: {said}")


@atexit.register
def _end() -> None:
    """End the process, if there is one."""
    global _child
    if _child is not None:
        _child.kill()
        _child.communicate()
        _child = None


def _run(job: Job) -> Verdict:
    """Return the verdict. The clock starts when OR-tools is loaded."""
    with limited_process.counted():
        _start()
        try:
            return searching(solutions)(begun_anew(job))
        finally:
            if limited_process.seconds_left() is not None:
                _end()


METHOD = Method(
    "an automaton for each line, solved with CP-SAT of OR-tools",
    _run,
    options=(Option("workers", 1, "searches side by side; with more than one the work does not "
                    "repeat", least=1, most=64),),
    budget=Budget(conflicts=1_000_000, seconds=600), needs="ortools", part="cp",
    tallies=True)
