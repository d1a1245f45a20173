"""One hard puzzle on several processors.

Each of the processes has a SAT solver of its own. While no solution is known, one of them asks it,
and the others begin search afresh with ever other seeds: luck decides, so several find it sooner.
Then there is something to prove, or a second one to find. One looks for a second solution near the
first, one for weights; then the puzzle is cut into cubes, parts in which some cells are decided,
and now and then there is a short search. A process without a cube gets half of another's: the cell
is the one that decides most on both sides. Solvers keep what they have learned from one cube to the
next, and the decisions that a proof needed close all cubes that have these. Solutions and what is
certain are passed on to all.

Work comes in short turns. In a repeatable run all wait for each other after each turn; else a
process gets its next turn at once, so chance decides which of several answers is first.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from queue import Empty, Queue
from threading import Thread
from typing import Any, Literal, NamedTuple, Self, TypeAlias

from nonoforge.engine import sat, weights
from nonoforge.engine.choose import propagate
from nonoforge.engine.outcome import Budget, Outcome, OutOfBudget
from nonoforge.limited_process import command, counted
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.time_limit import seconds_within, time_left, time_limit
from nonoforge.verdict import Level, Work

CHILD = Path(__file__).with_name("parallel_worker.py")
SEARCHES = 16  # fresh searches of each process, before it helps with the proof that there is none
CANDIDATES = 64  # cells that are tried for a cut
WAKING_CONFLICTS = 3_000  # of the search in this process while the others start
GRACE = 0.25  # seconds that a process may take to see that its time is up

Decision: TypeAlias = tuple[int, int, bool]
"""A cell, a colour, and whether the cell has it."""
Cube: TypeAlias = tuple[Decision, ...]
Kind: TypeAlias = Literal["search", "sat", "near", "weigh"]


class Task(NamedTuple):
    """A turn of one process. `number` is that of a search."""

    kind: Kind
    budget: Budget
    state: State
    solutions: tuple[Colouring, ...]
    cube: Cube = ()
    number: int = 0


class Reply(NamedTuple):
    """What a turn has found. `complete`: there are no further solutions; in a cube, none that has
    these decisions of it."""

    work: Work
    solutions: tuple[Colouring, ...] = ()
    complete: bool = False
    core: Cube = ()
    state: State | None = None


class ProcessDied(Exception):
    """A process has ended, such as by lack of memory."""


class Team:
    """Processes that take tasks for one puzzle."""

    def __init__(self, count: int) -> None:
        self._replies: Queue[tuple[int, Reply | None]] = Queue()
        self._processes: list[subprocess.Popen[bytes]] = []
        self._listeners: list[Thread] = []
        paths = os.pathsep.join(filter(None, sys.path))  # the child may be started from anywhere
        try:
            for number in range(count):
                process = subprocess.Popen(
                    command(str(CHILD)), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                    stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": paths},
                    start_new_session=True)  # Ctrl-C is for the parent
                self._processes.append(process)
                listener = Thread(target=self._listen, args=(number, process), daemon=True)
                listener.start()
                self._listeners.append(listener)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all processes."""
        for process in self._processes:
            process.kill()
        for listener in self._listeners:
            listener.join()
        for process in self._processes:
            process.wait()
            for stream in (process.stdin, process.stdout):
                if stream:
                    with suppress(OSError):
                        stream.close()

    def begin(self, puzzle: Puzzle, state: State, limit: int, seed: int) -> None:
        """Tell all processes what is to be solved."""
        for number in range(len(self._processes)):
            self._send(number, (puzzle, state, limit, seed))

    def start(self, number: int, task: Task) -> None:
        """Give a process its next task."""
        self._send(number, task)

    def receive(self, seconds: float | None) -> tuple[int, Reply] | None:
        """Return the next reply and whose it is; None if there is none in this time."""
        try:
            number, reply = self._replies.get(timeout=seconds)
        except Empty:
            return None
        if reply is None:
            raise ProcessDied
        return number, reply

    def _send(self, number: int, message: Any) -> None:
        stream = self._processes[number].stdin
        assert stream
        try:
            pickle.dump(message, stream)
            stream.flush()
        except OSError:
            raise ProcessDied from None

    def _listen(self, number: int, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout
        with suppress(Exception):  # whatever ends the stream ends the process
            while True:
                self._replies.put((number, pickle.load(process.stdout)))
        self._replies.put((number, None))


@dataclass
class _Part:
    """A cube that a process works on; `turns` are those that it has had."""

    cube: Cube
    turns: int = 0
    cut: bool = False  # into two others, which are to be solved instead


@dataclass
class Plan:
    """What is known so far, and what is to be done next: given the same replies in the same order,
    always the same."""

    puzzle: Puzzle
    limit: int
    budget: Budget
    searching: bool
    processes: int
    outcome: Outcome
    complete: bool = False
    _level: Level = "search"
    _tasks: dict[int, Task] = field(default_factory=dict)
    _last: dict[int, Kind] = field(default_factory=dict)
    _parts: dict[int, _Part] = field(default_factory=dict)
    _pending: list[Cube] = field(default_factory=lambda: [()])
    _closed: list[frozenset[Decision]] = field(default_factory=list)
    _searches: int = 0
    _near: bool = False
    _weighed: bool = False

    @property
    def done(self) -> bool:
        return self.complete or len(self.outcome.solutions) >= self.limit

    def idle(self) -> list[int]:
        """Return the processes that have no task."""
        return [process for process in range(self.processes) if process not in self._tasks]

    def result(self) -> Outcome:
        """Return the outcome."""
        level = self._level if self.done and self.searching else "sat"
        return self.outcome._replace(level=level, exhausted=not self.complete)

    def search_here(self, restarts: sat.Restarts, budget: Budget) -> None:
        """Do the first of the fresh searches in this process: a short one."""
        self.outcome = restarts.next(self.outcome, budget.within(Budget(
            conflicts=WAKING_CONFLICTS + self.outcome.work.conflicts)))
        self._searches += 1
        self._near = bool(self.outcome.solutions)
        self.complete = not self.outcome.exhausted

    # --- replies ---------------------------------------------------------------------------------

    def absorb(self, process: int, reply: Reply) -> None:
        """Learn from a reply."""
        task = self._tasks.pop(process)
        known = self.outcome.solutions
        new = tuple(found for found in reply.solutions if found not in known)
        state = self.outcome.state if reply.state is None else State(tuple(
            a & b for a, b in zip(self.outcome.state.masks, reply.state.masks, strict=True)))
        self.outcome = self.outcome._replace(
            work=self.outcome.work.plus(reply.work), state=state,
            solutions=(*known, *new)[:self.limit])
        if task.kind in ("sat", "weigh") and (new or reply.complete):
            self._level = "sat"
        if task.kind == "sat":
            self._after_turn(process, reply)
        elif reply.complete:
            self.complete = True

    def _after_turn(self, process: int, reply: Reply) -> None:
        part = self._parts[process]
        part.turns += 1
        if reply.complete:
            self._closed.append(frozenset(reply.core))
            self._pending = [cube for cube in self._pending if self._open(cube)]
        if part.cut or not self._open(part.cube):
            del self._parts[process]
        if not self._pending and not any(
                self._open(other.cube) and not other.cut for other in self._parts.values()):
            self.complete = True

    def _open(self, cube: Cube) -> bool:
        return not any(core <= {*cube} for core in self._closed)

    # --- tasks -----------------------------------------------------------------------------------

    def next(self, process: int) -> Task | None:
        """Return the next task of a process; None where no budget is left for one."""
        task = self._choose(process)
        if task is not None:
            self._tasks[process] = task
            self._last[process] = task.kind
        return task

    def _choose(self, process: int) -> Task | None:
        solutions = self.outcome.solutions
        conflicts = sat.SAT_TURN
        if self._searches_on(process):
            search = sat.Restarts(self.puzzle, self.limit, 0, self._searches + 1)
            if process:
                turn = search.turn(len(solutions)).within(self._left())
                if 0 in turn:
                    return None
                self._searches += 1
                return self._task("search", turn, number=self._searches)
            conflicts *= search.length  # as long as the others take
        if len(solutions) == 1 and not self._near:
            self._near = True
            return self._task("near", Budget())
        if len(solutions) == 1 and not self._weighed and weights.available() and not any(
                task.kind == "near" for task in self._tasks.values()):
            self._weighed = True
            return self._task("weigh", Budget())
        turn = Budget(conflicts=conflicts).within(Budget(conflicts=self._left().conflicts))
        if 0 in turn:
            return None
        part = self._parts.get(process)
        if part is None or part.cut or not self._open(part.cube):
            part = self._parts[process] = _Part(self._take())
        return self._task("sat", turn, part.cube)

    def _searches_on(self, process: int) -> bool:
        """Return whether others than the first process search for a first solution; or, once it has
        done something else, this one for a second."""
        if not self.searching or self._searches >= SEARCHES * (self.processes - 1):
            return False
        if not self.outcome.solutions:
            return True
        alternate = len(self.outcome.solutions) == 1 and process > 0
        return alternate and self._last.get(process, "search") != "search"

    def _task(self, kind: Kind, turn: Budget, cube: Cube = (), number: int = 0) -> Task:
        return Task(kind, turn, self.outcome.state, self.outcome.solutions, cube, number)

    def _left(self) -> Budget:
        """Return what is left of the counts when all have spent what they may."""
        spent = self.outcome.work
        for task in self._tasks.values():
            turn = task.budget
            spent = spent.plus(Work(turn.settled or 0, 0, turn.nodes or 0, turn.conflicts or 0))
        return self.budget.less(spent)._replace(seconds=None)

    def _take(self) -> Cube:
        """Return a cube that nobody works on, or half of that which has had most turns."""
        if not self._pending:
            busiest = max((part for part in self._parts.values()
                           if not part.cut and self._open(part.cube)),
                          key=lambda part: (part.turns, -len(part.cube)), default=None)
            if busiest is None:
                return ()
            halves = self._halves(busiest.cube)
            if halves is None:
                return busiest.cube
            busiest.cut = True
            self._pending += halves
        return self._pending.pop(0)

    def _halves(self, cube: Cube) -> tuple[Cube, Cube] | None:
        """Return a cube in two, cut where both halves are decided most."""
        base = self._within(self.outcome.state, cube)
        if base is None:
            return None
        open_cells = base.open_cells()
        best: tuple[int, Decision] | None = None
        for cell in open_cells[::max(1, len(open_cells) // CANDIDATES)]:
            colour = base.masks[cell].bit_length() - 1
            sides = [self._within(base, ((cell, colour, has),)) for has in (True, False)]
            drops = [_options(base) - _options(side) if side else 0 for side in sides]
            score = drops[0] * drops[1] * 1024 + sum(drops)
            if best is None or score > best[0]:
                best = score, (cell, colour, True)
        if best is None:
            return None
        cell, colour, _ = best[1]
        return (*cube, (cell, colour, True)), (*cube, (cell, colour, False))

    def _within(self, state: State, cube: Cube) -> State | None:
        """Return what lines leave of a state inside a cube; None if that is nothing."""
        masks = list(state.masks)
        for cell, colour, has in cube:
            masks[cell] &= 1 << colour if has else ~(1 << colour)
        if not all(masks):
            return None
        found = propagate(self.puzzle, State(tuple(masks)))
        return found.state if found.conflict is None and all(found.state.masks) else None


def _options(state: State) -> int:
    """Return how many colours of cells are still possible, in all."""
    return sum(mask.bit_count() for mask in state.masks)


def finish(
    puzzle: Puzzle, outcome: Outcome, *, limit: int, budget: Budget, seed: int = 0,
    progress: WorkProgress | None = None, searching: bool = False, jobs: int = 2,
    repeatable: bool = False,
) -> Outcome:
    """Do what `sat.finish` does, with several processes."""
    with time_limit(budget.seconds):
        outcome = sat.with_neighbour(puzzle, outcome, None)
        if len(outcome.solutions) >= limit:
            return outcome
        plan = Plan(puzzle, limit, budget, searching, jobs, outcome, _near=bool(outcome.solutions))
        restarts = sat.Restarts(puzzle, limit, seed) if searching else None
        try:
            with counted(), Team(jobs) as team:
                if restarts and len(outcome.solutions) < 2:  # while the processes wake up
                    plan.search_here(restarts, _left(budget))
                if not plan.done:
                    team.begin(puzzle, plan.outcome.state, limit, seed)
                for replies in _turns(plan, team, repeatable):
                    for process, reply in replies:
                        plan.absorb(process, reply)
                    if progress:
                        progress(plan.outcome.work)
        except ProcessDied:  # the rest is done by this one
            return sat.finish(puzzle, plan.result(), limit=limit, budget=_left(budget), seed=seed,
                              progress=progress, restarts=restarts)
        except OutOfBudget:  # while a cube was cut
            pass
        return plan.result()


def _left(budget: Budget) -> Budget:
    """Return a budget with the seconds that are left."""
    return budget._replace(seconds=seconds_within(None))


def _turns(
    plan: Plan, team: Team, repeatable: bool,
) -> Iterator[list[tuple[int, Reply]]]:
    """Keep all processes busy; yield replies, by process where they must repeat, until the plan is
    done or the budget spent."""
    while not plan.done:
        for process in plan.idle():
            if (task := plan.next(process)) is not None:
                if not time_left():
                    return
                team.start(process, task._replace(budget=_left(task.budget)))
        busy = plan.processes - len(plan.idle())
        if not busy:
            return
        replies: list[tuple[int, Reply]] = []
        while len(replies) < (busy if repeatable else 1):
            left = seconds_within(None)
            found = team.receive(None if left is None else left + GRACE)
            if found is None:
                return
            replies.append(found)
        yield sorted(replies, key=lambda found: found[0])
