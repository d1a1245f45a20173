"""The last level: clauses and a conflict-driven SAT solver (CaDiCaL, through python-sat).

The state that lines and probing left is encoded, so the clauses speak only of what is still open.
Work is counted in conflicts and done in slices, so that a wall clock is kept and progress can be
told. Where the proof that a solution is the only one takes long, weights are tried (`weights.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf
from random import Random
from time import monotonic
from typing import Any, NamedTuple

from nonoforge.clues import MAX_GROUPS, WHITE, Run, Tally
from nonoforge.engine import weights
from nonoforge.engine.choose import climb, restart
from nonoforge.engine.outcome import Budget, Meter, Outcome, OutOfBudget
from nonoforge.engine.ranges import start_ranges
from nonoforge.engine.weights import Weighing
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State
from nonoforge.time_limit import deadline
from nonoforge.verdict import Work

# A puzzle as clauses, for a SAT solver.
#
# For each run of a line the Booleans `start >= p` (and, for a blotted run, `end >= p`): an order
# encoding, over the range that the state leaves. For each open cell and each of its colours but
# white one Boolean. Clauses, nearly all of at most three literals:
#
#     start >= p+1  implies  start >= p
#     end_j >= p    implies  start_(j+1) >= p+1, or p+2 where both have the same colour
#     start_j <= c <= end_j              implies  cell c has the colour of run j
#     end_j < c and start_(j+1) > c      implies  cell c is white
#
# The ranges are those of the leftmost and rightmost placements, so the better the state, the
# smaller the encoding.
#
# A tally is counters, one for the cells of a colour and one for the places where its groups start:
# "at least k among the first p", over the cells that are open.

TRUE = 0  # a literal that needs no variable; FALSE is its negation
FALSE = None
Literal = int | None


class Encoding:
    """Clauses over variables 1, 2, ...; `cell_literal` connects them with the puzzle. `watch` is
    called now and then with the number of clauses, and may raise to stop the encoding."""

    def __init__(self, puzzle: Puzzle, state: State, *, named: bool = False, seed: int = 0,
                 watch: Callable[[int], None] = lambda clauses: None) -> None:
        self.puzzle = puzzle
        self.state = state
        self._watch = watch
        self.clauses: list[list[int]] = []
        self.variables = 0
        self.selectors: dict[int, int] = {}  # if `named`: by line, the literal that switches it on
        self._cells: dict[tuple[int, int], int] = {}
        cells, lines = list(state.open_cells()), list(enumerate(puzzle.lines))
        if seed:  # another numbering: SAT solvers decide ties by it
            shuffle = Random(seed).shuffle
            shuffle(cells)
            shuffle(lines)
        for cell in cells:
            watch(len(self.clauses))
            self._open_cell(cell)
        for index, line in lines:
            first = len(self.clauses)
            self._line(line)
            if named:
                selector = self.selectors[index] = self._new()
                for clause in self.clauses[first:]:
                    clause.append(-selector)

    def cell_literal(self, cell: int, colour: int) -> Literal:
        """Return the literal of "the cell has this colour"."""
        mask = self.state.masks[cell]
        if not mask >> colour & 1:
            return FALSE
        if mask == 1 << colour:
            return TRUE
        return self._cells[cell, colour]

    def decode(self, model: Sequence[int]) -> Colouring:
        """Return the colouring that a model describes."""
        true = {literal for literal in model if literal > 0}
        # A cell of two colours has the lower one while its variable is not true.
        colours = bytearray((mask & -mask).bit_length() - 1 for mask in self.state.masks)
        for (cell, colour), variable in self._cells.items():
            if variable in true:
                colours[cell] = colour
        return bytes(colours)

    def different(self, colouring: Colouring, cells: Sequence[int] | None = None) -> list[int]:
        """Return a clause: some cell (of these) is not what the colouring says."""
        chosen = self.state.open_cells() if cells is None else cells
        return [-literal for cell in chosen
                if (literal := self.cell_literal(cell, colouring[cell]))]

    def _new(self) -> int:
        self.variables += 1
        return self.variables

    def _open_cell(self, cell: int) -> None:
        mask = self.state.masks[cell]
        colours = [c for c in range(mask.bit_length()) if mask >> c & 1]
        if len(colours) == 2:
            variable = self._new()
            self._cells[cell, colours[1]] = variable
            self._cells[cell, colours[0]] = -variable
            return
        literals = [self._new() for _ in colours]
        self._cells.update(zip(((cell, c) for c in colours), literals, strict=True))
        self.clauses.append(literals)
        self.clauses += [[-a, -b] for i, a in enumerate(literals) for b in literals[:i]]

    def _clause(self, *literals: tuple[Literal, bool]) -> None:
        """Add the clause of literals, each with its sign, without constants."""
        clause = []
        for literal, positive in literals:
            if literal is FALSE or literal == TRUE:
                if (literal == TRUE) == positive:
                    return
            else:
                clause.append(literal if positive else -literal)
        self.clauses.append(clause)

    def _line(self, line: Line) -> None:
        if isinstance(line.clue, Tally):
            self._tally(line, line.clue)
        else:
            self._runs(line, line.clue.runs)

    def _runs(self, line: Line, runs: Sequence[Run]) -> None:
        length = len(line.cells)
        firsts, lasts = start_ranges(runs, [self.state.masks[cell] for cell in line.cells])
        if not firsts and runs:
            self.clauses.append([])
            return
        starts, ends = [_Number(-1, -1)], [_Number(-1, -1)]  # a run that has ended before the line
        for run, first, last in zip(runs, firsts, lasts, strict=True):
            start = self._number(first, last)
            starts.append(start)
            ends.append(self._end(start, length - 1) if run.length is None
                        else start.plus(run.length - 1))
        starts.append(_Number(length, length))  # and one that never starts within it
        self._order(runs, starts, ends)
        self._cover(line, runs, starts, ends)

    def _number(self, first: int, last: int) -> _Number:
        """Return a number in first..last that the solver is to find."""
        variables = [self._new() for _ in range(first, last)]
        self.clauses += [[-after, before] for before, after in pairwise(variables)]
        return _Number(first, last, tuple(variables))

    def _end(self, start: _Number, last: int) -> _Number:
        """Return the end of a blotted run: anywhere from its start on."""
        end = self._number(start.first, last)
        for p in range(start.first + 1, start.last + 1):
            self._clause((start.at_least(p), False), (end.at_least(p), True))
        return end

    def _order(self, runs: Sequence[Run], starts: Sequence[_Number],
               ends: Sequence[_Number]) -> None:
        for j in range(1, len(runs)):
            self._watch(len(self.clauses))
            gap = 2 if runs[j - 1].colour == runs[j].colour else 1
            for p in range(ends[j].first, ends[j].last + 1):
                self._clause((ends[j].at_least(p), False), (starts[j + 1].at_least(p + gap), True))

    def _cover(self, line: Line, runs: Sequence[Run], starts: Sequence[_Number],
               ends: Sequence[_Number]) -> None:
        for j, run in enumerate(runs, start=1):
            self._watch(len(self.clauses))
            for p in range(starts[j].first, ends[j].last + 1):
                self._clause((starts[j].at_least(p + 1), True), (ends[j].at_least(p), False),
                             (self.cell_literal(line.cells[p], run.colour), True))
        for end, start in zip(ends, starts[1:], strict=True):
            for p in range(end.first + 1, start.last):
                self._clause((end.at_least(p), True), (start.at_least(p + 1), False),
                             (self.cell_literal(line.cells[p], WHITE), True))

    def _tally(self, line: Line, clue: Tally) -> None:
        for colour, (total, groups) in enumerate(clue.counts, start=1):
            self._watch(len(self.clauses))
            cells = [self.cell_literal(cell, colour) for cell in line.cells]
            if total is not None:
                self._exactly(total, self._counter(cells, total + 1))
            if groups is not None:
                before: list[Literal] = [FALSE, *cells]
                starts = [self._both(cell, left) for left, cell in zip(before, cells, strict=False)]
                self._exactly(groups, self._counter(starts, min(groups, MAX_GROUPS - 1) + 1))

    def _exactly(self, number: int, at_least: Sequence[Literal]) -> None:
        """Require this total; the last output of the counter, if there is one, means "more"."""
        if number:
            self._clause((at_least[number - 1], True))
        if len(at_least) > number:
            self._clause((at_least[number], False))

    def _both(self, yes: Literal, no: Literal) -> Literal:
        """Return a literal for "the one, and not the other"."""
        if yes is FALSE or no == TRUE:
            return FALSE
        if no is FALSE:
            return yes
        both = self._new()
        self._clause((both, False), (yes, True))
        self._clause((both, False), (no, False))
        self._clause((yes, False), (no, True), (both, True))
        return both

    def _counter(self, literals: Sequence[Literal], most: int) -> list[Literal]:
        """Return literals for "at least 1, 2, ... `most` of these hold"."""
        counts: list[Literal] = [FALSE] * most
        for literal in literals:
            if literal is not FALSE:
                lower: list[Literal] = [TRUE, *counts]
                counts = [self._one_more(literal, below, count)
                          for below, count in zip(lower, counts, strict=False)]
        return counts

    def _one_more(self, literal: Literal, below: Literal, count: Literal) -> Literal:
        """Return a literal for "there were as many already, or one less and this"."""
        if count == TRUE or (count is FALSE and below is FALSE):
            return count
        if count is FALSE and below == TRUE:
            return literal
        if literal == TRUE:
            return below  # it holds wherever the count does
        more = self._new()
        self._clause((count, False), (more, True))
        self._clause((below, False), (literal, False), (more, True))
        self._clause((more, False), (count, True), (below, True))
        self._clause((more, False), (count, True), (literal, True))
        return more


class _Number(NamedTuple):
    """A number in first..last; `variables` say whether it is at least first+1, first+2, ..."""

    first: int
    last: int
    variables: tuple[int, ...] = ()

    def at_least(self, p: int) -> Literal:
        if p <= self.first:
            return TRUE
        return self.variables[p - self.first - 1] if p <= self.last else FALSE

    def plus(self, shift: int) -> _Number:
        return _Number(self.first + shift, self.last + shift, self.variables)


MAX_CLAUSES = 5_000_000  # about a gigabyte
CONFLICTS_PER_CLOCK = 2_000  # conflicts between two looks at the clock
CLAUSES_PER_CLOCK = 10_000  # clauses between two looks at the clock
# Between two conflicts a solver may simplify all of its clauses, which nothing interrupts: CaDiCaL
# takes 4 s for the 555,000 of noise of 100x100.
SIMPLIFYING = 8e-6  # seconds for each clause

# Weights are tried once SAT has spent about as long as they will take.
CONFLICTS_PER_COLUMN = 1

CADICAL = "cadical195"  # as python-sat calls it



class Solver:
    """An incremental SAT solver over one encoding, with a budget over all its calls. `name` is
    any of python-sat's that learns to stop: that has `conf_budget`. `slice` are the conflicts
    between two looks at the clock. With `proof` it keeps the steps of its proof."""

    def __init__(self, encoding: Encoding, budget: Budget, progress: WorkProgress | None = None,
                 work: Work | None = None, *, name: str = CADICAL, slice: int = 0,
                 proof: bool = False) -> None:
        from pysat.solvers import Solver as Named

        self.encoding = encoding
        self.work = work or Work()
        self._budget = budget
        self._progress = progress
        self._end = deadline(budget.seconds)
        self._most = slice or CONFLICTS_PER_CLOCK
        self._solver: Any = Named(name=name, with_proof=True) if proof else Named(name=name)
        for count, clause in enumerate(encoding.clauses):
            if count % CLAUSES_PER_CLOCK == CLAUSES_PER_CLOCK - 1 and self.exhausted():
                break  # it will never be asked
            self.add(clause)

    def begin(self, budget: Budget) -> None:
        """Start anew with another budget."""
        self._budget, self.work, self._end = budget, Work(), deadline(budget.seconds)

    def add(self, clause: list[int]) -> None:
        # CaDiCaL takes an empty clause as the end of nothing: say "false" with two units.
        for part in [clause] if clause else [[1], [-1]]:
            self._solver.add_clause(part)

    def restrict(self, state: State) -> None:
        """Rule out what a later state has ruled out."""
        for cell, (mask, before) in enumerate(zip(state.masks, self.encoding.state.masks,
                                                  strict=True)):
            gone = before & ~mask
            for colour in range(gone.bit_length()):
                if gone >> colour & 1 and (literal := self.encoding.cell_literal(cell, colour)):
                    self.add([-literal])

    def prefer(self, literals: list[int]) -> None:
        """Set the literals to try first."""
        self._solver.set_phases(literals)

    def model(
        self, assumptions: Iterable[int] = (), conflicts: float = inf,
    ) -> Colouring | bool | None:
        """Return a solution; False if there is none; None if the budget, or this many conflicts,
        ran out."""
        assumed = list(assumptions)
        end = self.work.conflicts + conflicts
        while not self.exhausted() and self.work.conflicts < end:
            self._solver.conf_budget(self._slice())
            before = self._solver.accum_stats()["conflicts"]
            answer = self._ask(assumed)
            spent = self._solver.accum_stats()["conflicts"] - before
            self.work = self.work._replace(conflicts=self.work.conflicts + spent)
            if answer:
                return self.encoding.decode(self._solver.get_model())
            if answer is not None:
                return False
            if self._progress:
                self._progress(self.work)
        return None

    def _ask(self, assumed: list[int]) -> bool | None:
        try:
            answer: bool | None = self._solver.solve_limited(assumptions=assumed)
        except Exception as error:  # python-sat hears Ctrl-C itself, and has its own word
            if "keyboard interrupt" in str(error):
                raise KeyboardInterrupt from None
            raise
        return answer

    def proof(self) -> list[str]:
        """Return the steps of the proof, in the DRAT format."""
        return list(self._solver.get_proof() or ())

    def core(self) -> list[int]:
        return list(self._solver.get_core() or ())

    def exhausted(self) -> bool:
        """Return whether the budget is over, or too little is left for what cannot be
        interrupted."""
        conflicts = self._budget.conflicts
        return (conflicts is not None and self.work.conflicts >= conflicts) or \
            monotonic() + SIMPLIFYING * len(self.encoding.clauses) >= self._end

    def seconds_left(self) -> float | None:
        return None if self._end == inf else self._end - monotonic()

    def budget_left(self) -> Budget:
        """Return the budget with what is left of its seconds."""
        seconds = self.seconds_left()
        return self._budget._replace(seconds=None if seconds is None else max(0.0, seconds))

    def _slice(self) -> int:
        if self._budget.conflicts is None:
            return self._most
        return max(1, min(self._most, self._budget.conflicts - self.work.conflicts))

    def close(self) -> None:
        self._solver.delete()

    def __enter__(self) -> Solver:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def finish(
    puzzle: Puzzle, outcome: Outcome, *, limit: int, budget: Budget, seed: int = 0,
    progress: WorkProgress | None = None, restarts: Restarts | None = None,
) -> Outcome:
    """Continue where lines, probing and search stopped, until `limit` solutions or the proof. With
    `restarts`, fresh searches take turns with SAT until two solutions are known."""
    begin = monotonic()
    outcome = with_neighbour(puzzle, outcome, budget.seconds)
    if restarts and len(outcome.solutions) < 2:
        outcome = restarts.next(outcome, budget)
    if len(outcome.solutions) >= limit or not outcome.exhausted:
        return outcome
    budget = budget.after(monotonic() - begin)
    try:
        encoding = Encoding(puzzle, outcome.state, seed=seed, watch=clause_watch(budget))
    except OutOfBudget:
        return outcome
    with Solver(encoding, budget, progress, outcome.work) as solver:
        for solution in outcome.solutions:
            solver.add(encoding.different(solution))
        solutions = list(outcome.solutions)
        weighing: Weighing | None = None
        answer: Colouring | bool | None = None
        while len(solutions) < limit and answer is not False:
            weighable = len(solutions) == 1 and not weighing and weights.available()
            if restarts and len(solutions) < 2 and not weighable:
                answer = solver.model(conflicts=SAT_TURN * restarts.length)
                if answer is None:
                    if solver.exhausted():
                        break
                    outcome = restarts.next(
                        outcome._replace(work=solver.work, solutions=tuple(solutions)),
                        solver.budget_left())
                    if len(outcome.solutions) >= limit or not outcome.exhausted:
                        return outcome
                    solver.work = outcome.work
                    solver.restrict(outcome.state)
                    for solution in outcome.solutions[len(solutions):]:
                        solutions.append(solution)
                        solver.add(encoding.different(solution))
            elif weighable:
                weighing = Weighing(puzzle, outcome.state, solutions[0])
                answer = solver.model(conflicts=CONFLICTS_PER_COLUMN * weighing.columns)
                if answer is None and weighing.proves_unique(solver.seconds_left()):
                    answer = False
            else:
                answer = solver.model()
                if answer is None:
                    break
            if isinstance(answer, bytes):
                found = [answer]
                if not solutions:
                    found += _near(puzzle, outcome.state, answer, solver.seconds_left())
                solutions += found
                for solution in found:
                    solver.add(encoding.different(solution))
        return outcome._replace(
            level="sat", exhausted=answer is None, solutions=tuple(solutions), work=solver.work)


# Where a search has found nothing for a while, luck decides: the same puzzle is solved in a moment
# with one seed and takes minutes with the next. So search begins afresh with other seeds, mostly
# for a short time (M. Luby, A. Sinclair, D. Zuckerman: Optimal speedup of Las Vegas algorithms,
# 1993), and SAT, which is slower on noise and better at proofs, takes turns with it. Where one
# solution is known and no other is near it, the same holds for a second, but there may be none, so
# these searches are shorter.

SEARCH_TURN = 10_000  # conflicts
SECOND_TURN = 1_000  # ... where one solution is known
SETTLED_PER_CONFLICT = 50  # lines settled at most, on average
SAT_TURN = 4_000  # conflicts: about as long
SEED_STRIDE = 1_000_003  # a search also uses the seeds that follow its own


class Restarts:
    """Fresh searches of one puzzle that has at most one known solution."""

    def __init__(self, puzzle: Puzzle, limit: int, seed: int, count: int = 0) -> None:
        self._puzzle, self._limit, self._seed = puzzle, limit, seed
        self._count = count  # of searches so far

    @property
    def length(self) -> int:
        """How many turns the last search had.

        >>> [Restarts(Puzzle(0, ()), 2, 0, count).length for count in range(1, 16)]
        [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]
        """
        rest = self._count
        while rest & (rest + 1):
            rest -= (1 << rest.bit_length() - 1) - 1
        return (rest + 1) // 2

    def turn(self, known: int = 0) -> Budget:
        """Return the budget of the last search, where this many solutions are known."""
        conflicts = self.length * (SECOND_TURN if known else SEARCH_TURN)
        return Budget(settled=conflicts * SETTLED_PER_CONFLICT, conflicts=conflicts)

    def next(self, outcome: Outcome, budget: Budget) -> Outcome:
        """Return the outcome after one more search: with its solutions (and one close to a first),
        what it learned for certain, and its work; not exhausted if it was a proof."""
        self._count += 1
        begin = monotonic()
        known = outcome.solutions
        found = restart(self._puzzle, outcome.state, limit=self._limit,
                        seed=self._seed + SEED_STRIDE * self._count,
                        budget=self.turn(len(known)).within(budget.less(outcome.work)))
        solutions = (*known, *(new for new in found.solutions if new not in known))
        found = found._replace(
            level="search", line_solvable=False, conflict=None, solutions=solutions[:self._limit],
            work=outcome.work.plus(found.work))
        return found if known else with_neighbour(
            self._puzzle, found, budget.after(monotonic() - begin).seconds)


def with_neighbour(puzzle: Puzzle, outcome: Outcome, seconds: float | None) -> Outcome:
    """Return the outcome with a second solution near the only one, if there is one: they usually
    differ in a few neighbouring cells."""
    if len(outcome.solutions) != 1 or not outcome.exhausted:
        return outcome
    first, = outcome.solutions
    return outcome._replace(solutions=(first, *_near(puzzle, outcome.state, first, seconds)))


def clause_watch(budget: Budget) -> Callable[[int], None]:
    """Return what stops an encoding that takes too long, or more memory than it may."""
    meter = Meter(Budget(seconds=budget.seconds))

    def watch(clauses: int) -> None:
        meter.look()
        if clauses > MAX_CLAUSES:
            raise OutOfBudget

    return watch


def _near(
    puzzle: Puzzle, state: State, solution: Colouring, seconds: float | None,
) -> list[Colouring]:
    near = nearby_solution(puzzle, state, solution, seconds)
    return [near] if near else []


def differences(
    puzzle: Puzzle, state: State, first: Colouring, known: set[int], budget: Budget,
) -> tuple[set[int], bool]:
    """Return further cells that differ from `first` in some solution, and whether these are all."""
    try:
        encoding = Encoding(puzzle, state, watch=clause_watch(budget))
    except OutOfBudget:
        return set(), False
    same = [cell for cell in state.open_cells() if cell not in known]
    found: set[int] = set()
    with Solver(encoding, budget) as solver:
        while same:
            # The clause only gets shorter, so it may stay: the next one implies it. Asked to differ
            # wherever it can, each answer tells of many cells at once.
            differing = encoding.different(first, same)
            solver.add(differing)
            solver.prefer(differing)
            other = solver.model()
            if not isinstance(other, bytes):
                return found, other is False
            found.update(cell for cell in same if other[cell] != first[cell])
            same = [cell for cell in same if other[cell] == first[cell]]
    return found, True


def core(
    puzzle: Puzzle, conflicts: int = 200_000, seconds: float | None = None,
) -> list[int] | None:
    """Return lines without a common solution, as the SAT solver's reason names them; None if
    unknown."""
    budget = Budget(conflicts=conflicts, seconds=seconds)
    try:
        encoding = Encoding(puzzle, State.start(puzzle), named=True, watch=clause_watch(budget))
    except OutOfBudget:
        return None
    with Solver(encoding, budget) as solver:
        named = {literal: line for line, literal in encoding.selectors.items()}
        if solver.model(named) is not False:
            return None
        lines = sorted(named[literal] for literal in solver.core())
        for line in list(lines):  # leave out one line at a time while it still holds
            rest = [other for other in lines if other != line]
            if solver.model(encoding.selectors[other] for other in rest) is False:
                lines = rest
    return lines


# A second solution close to a known one.
#
# Two solutions of a puzzle usually differ in a few cells close together: a swapped pair of
# blocks, a small cycle. So fix everything outside a small window to the known solution and search
# inside; slide the window over all open cells; widen it. What is found this way is found in a
# moment; what is not found says nothing.
#
# Neighbours are cells next to each other on some line, so this serves every family.

RADII = (2, 4, 8)
TRIAL = 4_000  # settlements for each window
MAX_WINDOWS = 400  # windows of one size at most


def nearby_solution(
    puzzle: Puzzle, state: State, solution: Colouring, seconds: float | None = None,
) -> Colouring | None:
    """Return another solution within `state` that differs from this one inside a small window; or
    None."""
    end = deadline(seconds)
    open_cells = state.open_cells()
    for radius in RADII:
        for window in _windows(open_cells, puzzle.around, radius):
            if monotonic() > end:
                return None
            lines = {line for cell in window for line in puzzle.through[cell]}
            if other := _inside(puzzle, state, solution, window, sorted(lines)):
                return other
    return None


def _inside(
    puzzle: Puzzle, state: State, solution: Colouring, window: set[int], lines: list[int],
) -> Colouring | None:
    """Return another solution that differs only in the window, from a puzzle of the lines that
    touch it."""
    cells = sorted({cell for line in lines for cell in puzzle.lines[line].cells})
    number = {cell: index for index, cell in enumerate(cells)}
    part = Puzzle(len(cells), tuple(
        puzzle.lines[line]._replace(cells=tuple(number[c] for c in puzzle.lines[line].cells))
        for line in lines), puzzle.palette)
    masks = tuple(state.masks[cell] if cell in window else 1 << solution[cell] for cell in cells)
    for found in climb(part, State(masks), budget=Budget(settled=TRIAL)).solutions:
        other = bytearray(solution)
        for cell, colour in zip(cells, found, strict=True):
            other[cell] = colour
        if other != solution:
            return bytes(other)
    return None


def _windows(
    open_cells: tuple[int, ...], around: Mapping[int, set[int]], radius: int,
) -> list[set[int]]:
    """Yield balls of this radius that cover the open cells, half overlapping."""
    windows: list[set[int]] = []
    covered: set[int] = set()
    for centre in open_cells:
        if centre not in covered and len(windows) < MAX_WINDOWS:
            covered |= _ball(centre, around, radius // 2)
            windows.append(_ball(centre, around, radius))
    return windows


def _ball(centre: int, around: Mapping[int, set[int]], radius: int) -> set[int]:
    ball = edge = {centre}
    for _ in range(radius):
        edge = {near for cell in edge for near in around[cell]} - ball
        ball = ball | edge
    return ball
