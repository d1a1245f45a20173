"""Solvers agree on random puzzles of all families, and the judge's claims are proved again.

Each puzzle is solved by the engine's own search, by Python's plain engine, as clauses for CaDiCaL,
and by the brute force of oracle.cpp, which shares no code with them: the same solutions, up to
LIMIT of them; what single lines tell is the same to the cell; the core of a contradiction has no
solution by itself. CP-SAT gives each puzzle's verdict, and in each CP_COUNTS-th round the solutions
as well. A puzzle with other numbers for cells and colours, other orders and lines read backwards
gets the same verdict, level and rating; so do grids and solids that are mirrored and turned.

JUDGED other puzzles of a round are judged: every step of an explanation and every hint, in HINTS
random states of each, follows from what is marked and the lines it names; a mistake, a repair, a
list of edits, of ambiguous cells and of clues that can be hidden are what the brute force says they
are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Literal

from helpers.arrangements import random_sloped
from helpers.family_puzzles import FAMILIES, marked
from helpers.puzzles import (
    VIEWS,
    blotted,
    random_puzzle,
    random_solid,
    random_tallies,
    random_tangle,
    renumbered,
    with_givens,
)
from nonoforge.clues import HIDDEN, Runs, read_like
from nonoforge.engine import Budget, ambiguous_cells, plain, propagate, solve, solve_many
from nonoforge.families.grid import Grid
from nonoforge.families.plane import arrangement_of, from_faces
from nonoforge.families.solid import Solid, from_voxels
from nonoforge.judge import Target, edits, explain, hide_clues, hint, rate, repair
from nonoforge.methods import METHODS
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Puzzle
from nonoforge.state import State
from nonoforge.verdict import Verdict
from soak import oracle
from soak.runner import Report

PUZZLES = 500  # in a round
LIMIT = 12  # solutions that are listed and compared
CP_COUNTS = 50  # rounds
JUDGED = 100  # in a round
HINTS = 20  # states of each judged puzzle
CLAUSES_ALONE = METHODS["sat"].set("first=nothing,near=no")
RECOLOURED = 12  # puzzles of one arrangement
CELLS_ASKED = 3  # of each puzzle with very many solutions: is this one ambiguous?
FEW_NODES = 20_000
SHORT = range(1, 2)


def prepare() -> None:
    """Build the oracle, and import what each round would import anew."""
    oracle.library()
    for family in FAMILIES.values():
        explain(family(Random(0)))


def run(seed: int, report: Report) -> None:
    rng = Random(f"verdicts {seed}")
    puzzles = list(random_puzzles(rng))
    verdicts = solve_many([puzzle for _, puzzle in puzzles], limit=LIMIT)
    for number, ((family, puzzle), verdict) in enumerate(zip(puzzles, verdicts, strict=True)):
        check = _Check(report, puzzle, verdict, f"{family}, puzzle {number} of round {seed}")
        report.count("puzzles")
        report.count(f"{family} puzzles")
        report.count(f"verdicts {verdict.answer}")
        check.by_brute_force(rng)
        check.by_another("SAT", CLAUSES_ALONE.solve(puzzle, limit=LIMIT))
        check.by_plain_engine()
        limit = LIMIT if seed % CP_COUNTS == 0 else 2
        check.by_another("CP-SAT", METHODS["cp"].solve(puzzle, limit=limit), limit)
        check.renumbered(rng)
    for number in range(JUDGED):
        family = rng.choice(list(FAMILIES))
        nonogram = FAMILIES[family](rng)
        report.count("puzzles judged")
        judged = _Judged(report, nonogram, f"{family}, judged puzzle {number} of round {seed}")
        judged.explained()
        for _ in range(HINTS):
            judged.hinted(rng)
        judged.repaired(rng)
        judged.with_fewer_clues("line")
        judged.with_fewer_clues("probe")
        judged.seen_otherwise(rng)


# --- puzzles -------------------------------------------------------------------------------------

def random_puzzles(rng: Random) -> list[tuple[str, Puzzle]]:
    """Return the puzzles of a round: half of them grids."""
    made: list[tuple[str, Puzzle]] = []
    kinds: dict[str, Callable[[], list[Puzzle]]] = {
        "grid": lambda: [random_puzzle(rng)],
        "solid": lambda: [random_solid(rng, 36)],
        "tangle": lambda: [random_tangle(rng, 10)],
        "tally": lambda: [random_tallies(rng, 10)],
        "sloped": lambda: recoloured(rng, random_sloped(rng, rng.randrange(1, 7))),
        "curved": lambda: recoloured(rng, FAMILIES["curved"](rng)),
        "tri": lambda: [spoilt(rng, FAMILIES["tri"](rng))],
    }
    weights = [48, 12, 12, 8, 0.8, 0.8, 8]
    while len(made) < PUZZLES:
        kind = rng.choices(list(kinds), weights)[0]
        made += [(kind, puzzle) for puzzle in kinds[kind]()]
    return made[:PUZZLES]


def recoloured(rng: Random, nonogram: Nonogram) -> list[Puzzle]:
    """Return puzzles of other pictures in the same arrangement."""
    arrangement = arrangement_of(nonogram)
    colours = len(nonogram.puzzle.palette)
    found = []
    for _ in range(RECOLOURED):
        share = rng.random()
        picture = bytes(rng.randrange(1, colours) if rng.random() < share else 0
                        for _ in range(nonogram.puzzle.cells))
        found.append(spoilt(rng, from_faces(arrangement, picture,
                                            palette=nonogram.puzzle.palette)))
    return found


def spoilt(rng: Random, nonogram: Nonogram) -> Puzzle:
    """Return the puzzle, or one with blots, with cells given, or with a clue of another line."""
    puzzle, kind = nonogram.puzzle, rng.random()
    assert nonogram.solution is not None
    if kind < 0.15:
        return blotted(rng, puzzle)
    if kind < 0.3 and puzzle.cells:
        return with_givens(rng, puzzle, nonogram.solution)
    if kind < 0.45 and puzzle.lines:
        lines = list(puzzle.lines)
        at, of = rng.randrange(len(lines)), rng.randrange(len(lines))
        if lines[of].clue.needs <= len(lines[at].cells):
            lines[at] = lines[at]._replace(clue=lines[of].clue)
        return replace(puzzle, lines=tuple(lines))
    return puzzle


def turned_solid(rng: Random, nonogram: Nonogram) -> Nonogram:
    """Return a solid with its axes in another order, some of them mirrored."""
    solid = nonogram.geometry
    assert isinstance(solid, Solid)
    order, flips = rng.sample(range(3), 3), [rng.random() < 0.5 for _ in range(3)]
    new = Solid(*(solid.size[axis] for axis in order))
    moved = []  # the new cell of each old one
    for cell in range(solid.cells):
        place = [side - 1 - at if flip else at
                 for at, side, flip in zip(solid.place(cell), solid.size, flips, strict=True)]
        moved.append(new.cell(*(place[axis] for axis in order)))
    clues = {(line.group, *sorted(moved[cell] for cell in line.cells)): line.clue
             for line in nonogram.puzzle.lines}
    empty = from_voxels(new.nest(bytes(solid.cells)), palette=nonogram.puzzle.palette)
    lines = tuple(line._replace(clue=clues[order[line.group], *sorted(line.cells)])
                  for line in empty.puzzle.lines)
    return replace(empty, puzzle=replace(empty.puzzle, lines=lines), solution=None)


def in_a_row(puzzle: Puzzle) -> Nonogram:
    """Return a nonogram with the puzzle's cells and lines, for what asks for one."""
    return Nonogram(puzzle, Grid(max(1, puzzle.cells), 1))


# --- verdicts ------------------------------------------------------------------------------------

class _Check:
    """One puzzle with the engine's verdict."""

    def __init__(self, report: Report, puzzle: Puzzle, verdict: Verdict, name: str) -> None:
        self.report, self.puzzle, self.verdict, self.name = report, puzzle, verdict, name

    def fail(self, message: str, **details: object) -> None:
        self.report.fail(f"{self.name}: {message}", verdict=(
            self.verdict.answer, self.verdict.level, self.verdict.solutions), **details,
            puzzle=self.puzzle)

    def by_brute_force(self, rng: Random) -> None:
        puzzle, verdict = self.puzzle, self.verdict
        lines = oracle.settled(puzzle)
        found = propagate(puzzle)
        broken = found.conflict is not None or 0 in found.state.masks
        if broken != (lines is None) and (broken or self.exact):
            self.fail("single lines contradict each other or not", oracle=lines)
        elif lines is not None and not broken and not self._told(lines, found.state):
            self.fail("single lines tell something else", oracle=lines.masks,
                      engine=found.state.masks)
        if verdict.line_solvable != (lines is not None and lines.solved) and (
                verdict.line_solvable or self.exact):
            self.fail("line_solvable is wrong")
        try:
            truth = oracle.solutions(puzzle, limit=LIMIT)
        except oracle.GaveUp:
            self.report.count("puzzles too large for brute force")
            return
        if not self._same(truth, verdict):
            self.fail("brute force disagrees", oracle=truth)
        if any(not mask >> colour & 1 for solution in truth.solutions
               for mask, colour in zip(verdict.state.masks, solution, strict=True)):
            self.fail("the verdict's state excludes a solution", oracle=truth)
        if verdict.answer == "none":
            self._core()
        if verdict.answer == "multiple":
            self._ambiguous(truth, rng)

    @property
    def exact(self) -> bool:
        """Whether the engine settles each line exactly: tallies that read a cell twice it need not.
        """
        return all(isinstance(line.clue, Runs) or len(set(line.cells)) == len(line.cells)
                   for line in self.puzzle.lines)

    def _told(self, lines: State, engine: State) -> bool:
        return lines == engine if self.exact else not any(
            mask & ~other for mask, other in zip(lines.masks, engine.masks, strict=True))

    def _same(self, truth: oracle.Found, verdict: Verdict) -> bool:
        answer = ("none", "unique", "multiple")[min(2, len(truth.solutions))]
        if verdict.answer != answer or verdict.complete != truth.complete:
            return False
        if truth.complete:
            return set(verdict.solutions) == truth.solutions
        return len(set(verdict.solutions)) == len(truth.solutions) and all(
            self._solves(solution) for solution in verdict.solutions)

    def _solves(self, solution: bytes) -> bool:
        state = State.of(solution, len(self.puzzle.palette))
        given = all(solution[cell] == colour for cell, colour in self.puzzle.given)
        return given and bool(oracle.solutions(self.puzzle, state=state, limit=1).solutions)

    def _core(self) -> None:
        """The lines of the conflict have no solution by themselves."""
        self.report.count("cores")
        try:
            if oracle.solutions(self.puzzle, lines=self.verdict.conflict, limit=1).solutions:
                self.fail("the core can be solved", core=self.verdict.conflict)
        except oracle.GaveUp:
            self.report.count("cores too large for brute force")

    def _ambiguous(self, truth: oracle.Found, rng: Random) -> None:
        cells, complete = ambiguous_cells(self.puzzle, self.verdict)
        self.report.count("lists of ambiguous cells")
        if truth.complete:
            differ = tuple(cell for cell, colours in enumerate(zip(*truth.solutions, strict=True))
                           if len(set(colours)) > 1)
            if cells != differ if complete else not set(cells) <= set(differ):
                self.fail("other cells are ambiguous", oracle=differ, engine=cells)
            return
        start = State.start(self.puzzle)
        asked = cells if not complete else range(self.puzzle.cells)
        for cell in rng.sample(asked, min(CELLS_ASKED, len(asked))):
            try:
                trials = [start.after([(cell, start.masks[cell] & 1 << colour)])
                          for colour in range(len(self.puzzle.palette))]
                ways = sum(bool(oracle.solutions(self.puzzle, state=trial, limit=1,
                                                 nodes=FEW_NODES).solutions) for trial in trials)
            except oracle.GaveUp:
                continue
            if (ways > 1) != (cell in cells):
                self.fail(f"cell {cell} has {ways} colours", engine=cells)

    def by_another(self, name: str, verdict: Verdict, limit: int = LIMIT) -> None:
        """Another solver, asked for up to `limit` solutions, says the same."""
        self.report.count(f"puzzles by {name}")
        if limit == LIMIT:
            self.report.count(f"puzzles counted by {name}")
        mine = self.verdict
        complete = mine.complete and len(mine.solutions) < limit
        same = (verdict.answer, verdict.complete) == (mine.answer, complete) and (
            set(verdict.solutions) == set(mine.solutions) if complete else
            len(set(verdict.solutions)) == limit and all(map(self._solves, verdict.solutions)))
        if not same:
            self.fail(f"{name} disagrees", other=(verdict.answer, verdict.solutions, verdict.why))

    def by_plain_engine(self) -> None:
        outcome = plain.solve(self.puzzle, limit=LIMIT)
        self.report.count("puzzles by the plain engine")
        mine = self.verdict
        complete = not outcome.exhausted and len(outcome.solutions) < LIMIT
        if complete != mine.complete or len(outcome.solutions) != len(mine.solutions) or (
                complete and set(outcome.solutions) != set(mine.solutions)):
            self.fail("the plain engine disagrees", plain=outcome)

    def renumbered(self, rng: Random) -> None:
        """The same puzzle with other numbers and orders has the same verdict, level and rating."""
        other = renumbered(rng, self.puzzle)
        moved, mine = solve(other, limit=LIMIT), self.verdict
        self.report.count("puzzles renumbered")
        seen = [(each.answer, each.complete, each.line_solvable, len(each.solutions))
                for each in (mine, moved)]
        levels = [each.level for each in (mine, moved)]
        if seen[0] != seen[1] or levels[0] != levels[1]:
            self.fail("renumbered, the verdict is another", renumbered=(seen, levels), other=other)
        if mine.answer == "unique":
            ratings = [rate(in_a_row(each)) for each in (self.puzzle, other)]
            self.report.count("ratings renumbered")
            if ratings[0] != ratings[1]:
                self.fail("renumbered, the rating is another", ratings=[
                    each._asdict() for each in ratings], other=other)


# --- the judge -----------------------------------------------------------------------------------

class _Judged:
    """One puzzle, and what the judge claims about it."""

    def __init__(self, report: Report, nonogram: Nonogram, name: str) -> None:
        self.report, self.nonogram, self.name = report, nonogram, name
        self.puzzle = nonogram.puzzle

    def fail(self, message: str, **details: object) -> None:
        self.report.fail(f"{self.name}: {message}", **details, puzzle=self.puzzle)

    def follows(self, what: str, marks: State, deduction: object, **details: object) -> None:
        lines, learned = deduction.named, deduction.learned  # type: ignore[attr-defined]
        self.report.count(f"steps of {what}")
        try:
            if not oracle.follows(self.puzzle, marks, lines, learned):
                self.fail(f"a step of {what} does not follow", marks=marks.masks,
                          deduction=deduction, **details)
        except oracle.GaveUp:
            self.report.count("steps too large for brute force")

    def explained(self) -> None:
        found = explain(self.nonogram)
        for step in found.steps:
            self.follows("explanations", step.before, step.deduction)
        if found.solved and oracle.solutions(self.puzzle).solutions != {found.state.colouring()}:
            self.fail("the explanation ends somewhere else", end=found.state.colouring())

    def hinted(self, rng: Random) -> None:
        """A hint from marks as a player makes them; in a quarter of the cases with mistakes."""
        solutions = solve(self.puzzle).solutions
        if not solutions:
            return
        marks = marked(rng, rng.choice(solutions), self.puzzle)
        if rng.random() < 0.25 and (known := [
                cell for cell in range(self.puzzle.cells) if marks.masks[cell].bit_count() == 1]):
            cell = rng.choice(known)
            marks = marks.after([(cell, 1 << rng.randrange(len(self.puzzle.palette)))])
        marks = State(tuple(a & b if a & b else b for a, b in zip(
            State.start(self.puzzle).masks, marks.masks, strict=True)))
        found = hint(self.nonogram, marks)
        self.report.count("states for hints")
        self.report.count(f"hints: {found.kind}")
        try:
            fits = oracle.solutions(self.puzzle, state=marks, limit=LIMIT)
        except oracle.GaveUp:
            return
        if (found.kind == "mistake") != (not fits.solutions):
            self.fail(f"the hint is {found.kind}", marks=marks.masks, oracle=fits)
        if found.deduction is not None:
            self.follows("hints", marks, found.deduction, stages=found.stages)
        every = oracle.solutions(self.puzzle)
        if found.wrong and (len(every.solutions) != 1 or set(found.wrong) != {
                cell for cell, colour in enumerate(next(iter(every.solutions)))
                if not marks.masks[cell] >> colour & 1}):
            self.fail("other cells are wrong", marks=marks.masks, wrong=found.wrong)
        if found.kind == "nothing" and fits.complete and any(
                len({solution[cell] for solution in fits.solutions}) < 2
                for cell in marks.open_cells()):
            self.fail("something follows", marks=marks.masks, oracle=fits, stages=found.stages)

    def repaired(self, rng: Random) -> None:
        """A repair has the clues of its picture and is solvable as it says; so is each edit."""
        picture = self.nonogram.solution
        if picture is None or self.puzzle.cells > 40:
            return
        found = repair(self.puzzle, picture, most=2)
        self.report.count("repairs")
        wanted = tuple((cell, colour) for cell, colour in enumerate(found.colouring)
                       if colour != picture[cell])
        left = oracle.settled(found.puzzle)
        if sorted(found.changes) != list(wanted) or left is None or any(
                not mask >> colour & 1
                for mask, colour in zip(left.masks, found.colouring, strict=True)):
            self.fail("a repair has not the clues of its picture", repair=found)
        elif left.open_cells() != found.stuck:
            self.fail("a repair leaves other cells open", repair=found, oracle=left.open_cells())
        listed = edits(self.puzzle, picture)
        for edit in rng.sample(listed.edits, min(3, len(listed.edits))):
            self.report.count("edits")
            changed = bytearray(picture)
            changed[edit.cell] = edit.colour
            after = oracle.settled(_counted(self.puzzle, bytes(changed)))
            if after is None or len(after.open_cells()) != edit.open:
                self.fail("an edit leaves other cells open", edit=edit)

    def with_fewer_clues(self, level: Literal["line", "probe"]) -> None:
        """The clues that are kept decide every cell: by single lines, if those did, or with
        probing."""
        solved = oracle.settled(self.puzzle)
        if solved is None or not solved.solved or not self.puzzle.cells:
            return
        found = hide_clues(self.nonogram, Target(), level=level,
                           budget=Budget(nodes=20)).nonogram.puzzle
        self.report.count("minimal clues")
        shown = Counter((line.name, line.clue) for line in found.lines if line.clue != HIDDEN)
        if shown - Counter((line.name, line.clue) for line in self.puzzle.lines):
            self.fail("clues are new", fewer=found)
        if level == "line" and oracle.settled(found) != solved:
            self.fail("the clues that are left do not solve it", fewer=found)
        try:
            if oracle.solutions(found).solutions != {solved.colouring()}:
                self.fail("the clues that are left have other solutions", fewer=found)
        except oracle.GaveUp:
            self.report.count("minimal clues too large for brute force")

    def seen_otherwise(self, rng: Random) -> None:
        """A grid or a solid that is mirrored or turned has the same verdict, level and rating."""
        if isinstance(self.nonogram.geometry, Grid):
            other = rng.choice(VIEWS)(self.nonogram)
        elif isinstance(self.nonogram.geometry, Solid):
            other = turned_solid(rng, self.nonogram)
        else:
            return
        self.report.count("puzzles mirrored or turned")
        mine, moved = solve(self.puzzle, limit=LIMIT), solve(other.puzzle, limit=LIMIT)
        if (mine.answer, mine.level, mine.line_solvable, len(mine.solutions)) != (
                moved.answer, moved.level, moved.line_solvable, len(moved.solutions)):
            self.fail("seen otherwise, the verdict is another", verdicts=(mine, moved), other=other)
        if mine.answer == "unique" and rate(self.nonogram) != rate(other):
            self.fail("seen otherwise, the rating is another", ratings=(
                rate(self.nonogram), rate(other)), other=other)


def _counted(puzzle: Puzzle, picture: bytes) -> Puzzle:
    """Return the puzzle with the clues of a picture, counted here."""
    return replace(puzzle, lines=tuple(
        line._replace(clue=read_like(line.clue, [picture[cell] for cell in line.cells],
                                     len(puzzle.palette))) for line in puzzle.lines))
