"""Clauses for a SAT solver: any that python-sat has.

Before that, lines are settled and cells probed (or as little of it as `first` says), so that the
clauses speak only of what is still open. They are an order encoding: Booleans for "this run starts
at p or later" and for the colours of cells. A further solution is asked for by one more clause that
rules out the one found; the last answer, unsatisfiable, is the proof that there are no others.
Since two solutions mostly differ in a few cells close together, a second one is first looked for
near the first by the engine's own search (`near`): on puzzles with many solutions that saves most
of the work, and with `near=no` the solver does it all.

Conflicts are a budget that repeats, and they are asked for in slices, so that a clock is kept.
Five solvers do not stop when asked, or not soon: `lingeling` (no limits at all), `kissat404` (it
answers only once, and does not tell its conflicts), `cadical103`, `ergo` and `maplecm` (they
simplify at length without looking up). They run in a process of their own, one for each question,
which is ended when the time is up; lingeling gets ten minutes where no time is given.
Counted besides: variables and clauses. More than five million clauses are not made.

A. Ignatiev, A. Morgado, J. Marques-Silva: PySAT: a Python toolkit for prototyping with SAT oracles.
SAT 2018. N. Tamura, A. Taga, S. Kitagawa, M. Banbara: Compiling finite linear CSP into SAT.
Constraints 14, 2009 (the order encoding).
"""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Generator, Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from pathlib import Path
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from typing import NamedTuple, TypeAlias

from nonoforge import limited_process
from nonoforge.engine import (
    CADICAL,
    CLAUSES_PER_CLOCK,
    CONFLICTS_PER_CLOCK,
    MAX_CLAUSES,
    Budget,
    Encoding,
    Outcome,
    OutOfBudget,
    Solver,
    climb,
    nearby_solution,
)
from nonoforge.errors import MissingPart
from nonoforge.methods.common.lines import IN_SIGHT, LADDER_BUDGET, by_lines
from nonoforge.methods.common.method import (
    GaveUp,
    Job,
    Method,
    Option,
    begun_anew,
    searching,
    with_libraries,
)
from nonoforge.puzzle import Colouring
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.verdict import LEVELS, Level, Verdict, Work

# SAT solvers that do not stop when asked: each question is put to a process of its own.
#
# Lingeling knows no limits, and Kissat answers one question only; neither can be interrupted. A
# process can: it is ended when the time is up. It is sent all clauses anew for each question.

CHILD = Path(__file__).with_name("common") / "sat_child.py"
POLL_SECONDS = 0.05  # seconds between two looks at the clock


class _Reply(NamedTuple):
    answer: str  # True, False or None, as python-sat says it
    conflicts: int
    model: list[int]


class Alone:
    """All clauses so far, and how to ask a solver for a model of them."""

    def __init__(self, job: Job, encoding: Encoding, name: str) -> None:
        self._job, self._encoding, self._name = job, encoding, name
        self._literals = array("i")
        for count, clause in enumerate(encoding.clauses):
            if count % CLAUSES_PER_CLOCK == CLAUSES_PER_CLOCK - 1:
                job.look()
            self.add(clause)

    def add(self, clause: list[int]) -> None:
        self._literals.extend(clause)
        self._literals.append(0)

    def model(self) -> Colouring | bool:
        """Return a solution; False if there is none."""
        limit = self._job.budget.conflicts
        if limit is not None and (limit := limit - self._job.conflicts) <= 0:
            raise OutOfBudget
        reply = self._ask(limit or 0)
        self._job.conflicts += reply.conflicts
        if reply.answer == "None":
            raise OutOfBudget
        return self._encoding.decode(reply.model) if reply.answer == "True" else False

    def _ask(self, conflicts: int) -> _Reply:
        command = limited_process.command(str(CHILD), self._name, str(conflicts))
        paths = os.pathsep.join(filter(None, sys.path))  # python-sat may be anywhere
        with TemporaryFile() as question:
            self._literals.tofile(question)
            question.seek(0)
            child = Popen(command, stdin=question, stdout=PIPE, stderr=PIPE,
                          env={**os.environ, "PYTHONPATH": paths})
        with limited_process.counted(), child:
            try:
                output, errors = self._wait(child)
            except BaseException:
                child.kill()
                raise
        if child.returncode:
            last = errors.decode(errors="replace").strip().splitlines()[-1:]
            raise GaveUp(f"{self._name} failed: {' '.join(last) or child.returncode}")
        answer, spent, *model = output.split()
        return _Reply(answer.decode(), int(spent), list(map(int, model)))

    def _wait(self, child: Popen[bytes]) -> tuple[bytes, bytes]:
        """Return what it says, while the clock allows it."""
        while True:
            try:
                return child.communicate(timeout=POLL_SECONDS)
            except TimeoutExpired:
                self._job.look()


SOLVERS = (
    CADICAL, "cadical300", "cadical153", "cadical103", "ergo", "glucose3", "glucose4", "glucose42",
    "gluecard3", "gluecard4", "kissat404", "lingeling", "maplechrono", "maplecm", "maplesat",
    "mergesat3", "minicard", "minisat22", "minisatep", "minisat-gh",
)
ALONE = ("cadical103", "ergo", "kissat404", "lingeling", "maplecm")
LIMITLESS = "lingeling"
LIMIT = 600.0  # seconds, where there is nothing else to limit it by

FIRST: dict[str, Level] = {"probe": "probe", "line": "line"}

Asked: TypeAlias = Solver | Alone


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield lines and probing, then clauses."""
    found: list[Colouring] = []
    state = yield from _before(job, found)
    if state is None:
        return
    job.level = "sat"
    for solution in _near(job, state, found):
        found.append(solution)
        yield solution
    encoding = _encode(job, state)
    with _solver(job, encoding) as solver:
        for solution in found:
            solver.add(encoding.different(solution))
        while isinstance(answer := _model(job, solver), bytes):
            for solution in (answer, *_near(job, state, [*found, answer])):
                found.append(solution)
                solver.add(encoding.different(solution))
                yield solution


def _before(job: Job, found: list[Colouring]) -> Generator[Colouring, None, State | None]:
    """Yield what is done without clauses; the state that it leaves, None if nothing is left to do.
    """
    if job.word("first") == "nothing":
        state = State.start(job.puzzle)
        return state if all(state.masks) else None
    outcome = _climb(job, FIRST[job.word("first")])
    job.level, job.known = outcome.level, outcome.state.masks
    found += outcome.solutions
    yield from outcome.solutions
    if not outcome.exhausted:
        return None
    job.look()
    if job.budget.settled is not None and job.settled >= job.budget.settled:
        raise OutOfBudget
    return outcome.state


def _climb(job: Job, level: Level) -> Outcome:
    """Return the engine's own ladder; for an observer first in Python, where it can be seen."""
    state = None
    work = Work()
    needed: Level = "line"
    if job.observer:
        job.look()
        shown = Job(job.puzzle, budget=job.budget.within(Budget(settled=IN_SIGHT)), seed=job.seed,
                    observer=job.observer, progress=job.progress)
        probing = 3 if level == "probe" else 0
        with suppress(GaveUp, OutOfBudget):
            for _ in by_lines(shown, probing=probing):
                break  # the engine reports solutions once it has found them, too
        state, work, needed = State(tuple(shown.known)), shown.work, shown.level
    settled = job.budget.settled
    budget = job.budget._replace(seconds=job.seconds_left(),
                                 settled=None if settled is None else settled - work.settled)
    outcome = climb(job.puzzle, state, limit=job.limit, level=level, budget=budget, seed=job.seed)
    job.settled, job.probes, job.nodes, job.conflicts = work.plus(outcome.work)
    # What was probed in Python the engine need not probe again.
    return outcome._replace(level=max(needed, outcome.level, key=LEVELS.index))


def _near(job: Job, state: State, found: list[Colouring]) -> Iterator[Colouring]:
    """Yield a second solution close to the first, if that is wished and there is one."""
    if len(found) == 1 < job.limit and job.number("near"):
        near = nearby_solution(job.puzzle, state, found[0], job.seconds_left())
        job.look()
        if near:
            yield near


def _encode(job: Job, state: State) -> Encoding:
    def watch(clauses: int) -> None:
        job.look()
        if clauses > MAX_CLAUSES:
            raise GaveUp(f"more than {MAX_CLAUSES:,} clauses would be needed")

    encoding = Encoding(job.puzzle, state, seed=job.seed, watch=watch)
    job.counts["variables"] = encoding.variables
    job.counts["clauses"] = len(encoding.clauses)
    job.tell(Step("note", words=f"{len(encoding.clauses):,} clauses over {encoding.variables:,} "
                                f"variables for {job.word('solver')}"))
    return encoding


def _solver(job: Job, encoding: Encoding) -> AbstractContextManager[Asked]:
    name = job.word("solver")
    if name in ALONE:
        return nullcontext(Alone(job, encoding, name))

    def heard(work: Work) -> None:
        job.conflicts = work.conflicts
        job.tell(Step("note", words=f"{work.conflicts:,} conflicts so far"))
        job.look()

    seconds = job.seconds_left()
    budget = Budget(conflicts=job.budget.conflicts, seconds=seconds)
    # A short time is kept by small slices; without a clock they are always the same.
    slice = CONFLICTS_PER_CLOCK
    if seconds is not None:
        slice = min(slice, max(50, int(seconds * 100)))
    return Solver(encoding, budget, heard, job.work, name=name, slice=slice)


def _model(job: Job, solver: Asked) -> Colouring | bool:
    """Return a solution, or False: there is no other."""
    answer = solver.model()
    if isinstance(solver, Solver):
        job.conflicts = solver.work.conflicts
    if answer is None:
        raise OutOfBudget
    return answer


def run(job: Job) -> Verdict:
    """Return the verdict, if this python-sat has the solver; one that knows no limits gets a clock.
    """
    name, budget = job.word("solver"), job.budget
    _check(name)
    if name == LIMITLESS and budget.conflicts is not None and budget.seconds is None:
        job = begun_anew(job, budget._replace(seconds=LIMIT))
    return searching(solutions)(job)


def _check(name: str) -> None:
    from pysat.solvers import Solver as Named

    try:
        Named(name=name).delete()
    except Exception as error:  # it says so in several ways
        raise MissingPart(f"this python-sat has no {name} ({error}); try "
                          f"sat:solver={CADICAL}") from None


METHOD = Method(
    "lines, probing, then clauses for a SAT solver", with_libraries(run, "pysat.solvers"),
    options=(
        Option("solver", CADICAL, "the solver, as python-sat calls it", SOLVERS),
        Option("first", "probe", "what is done before the clauses", ("probe", "line", "nothing")),
        Option("near", True, "look for a second solution near the first before proving"),
    ),
    tallies=True, budget=LADDER_BUDGET)
