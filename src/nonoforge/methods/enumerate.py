"""The arc-consistent line solver over lists of placements, with backtracking where it stalls.

Cells and lines are variables; the domain of a line are its placements. Take a line; a colour that a
cell has in none of the line's placements is ruled out; placements of the crossing lines that have
it are removed. Lines with few placements come first (MRV). A line that taught nothing joins the set
of unproductive lines and is left out until there is progress.

Changed from what was published:

- All placements of all lines were made beforehand, and that alone could take too long. Here
  placements are counted first (under what is known by then, without making them), and only a line
  with few enough is listed; that limit rises when nothing else is left to do, up to `cap`.
  (`eager` is the original; where the placements are more than the cap, it stops before it begins.)
- Progress cleared the whole set of unproductive lines. But a line none of whose cells has changed
  has nothing new to tell, so only lines that progress has touched leave the set: the same is found
  with fewer looks (`forget=all` is the original).
- Where it stalls, the publication names backtracking on the partial solution as an improvement. It
  is done here: the placements of one line are tried in turn, each followed up by the same
  deduction, until all are through; so it also proves that a solution is the only one, or that there
  is none (`stall=stop` is the original).
- Two more improvements that are only named there: `choose=tightest` takes the line of whose cells
  the clue needs the largest part, `values=lcv` tries placements first that begin and end with a
  coloured cell.

Serves colours, runs of unknown length, tallies and any family: placements are what the clue allows.

A. Mikayelyan, A. Harutyunyan, A. Davityan, V. Melkumyan: Japanese crossword/nonogram puzzle.
Akian College of Science and Engineering, 2024. Sections 3.2 and 4.2.
C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016.
Appendix A (`generate=spreads`).
"""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.methods.common.domains import GENERATE, KEEP, VALUES, Domains, depth_first
from nonoforge.methods.common.method import GaveUp, Job, Method, Option, searching
from nonoforge.puzzle import Colouring

MAX_LISTED = 1_000  # placements of a line that are always listed
RISE = 16  # how much more when nothing else is left


class LineByLine:
    """The deduction. `idle` are the unproductive lines."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.domains = Domains(job)
        self.known = job.known = list(job.known)
        self.idle: set[int] = set()
        self.few = MAX_LISTED
        self._choice = job.word("choose")
        self._forget_all = job.word("forget") == "all"
        self._rank = [self._tightness(line) for line in range(len(self.domains.lines))]

    def _tightness(self, line: int) -> float:
        return -self.domains.lines[line].clue.needs / max(1, self.domains.lengths[line])

    def deduce(self, depth: int) -> int | None:
        """Look at lines until none has anything to tell; returns a line that broke, or None."""
        if depth:  # it stalled before something was assumed: only what that touches is news
            self.idle.update(range(len(self.domains.lines)))
        while True:
            self.idle -= self.domains.touched
            broken = self.domains.refresh()
            if broken is not None:
                return broken
            if not depth:
                self.domains.commit()
            line = self._next()
            if line is None:
                return None
            self._look_at(line, depth)

    def _look_at(self, line: int, depth: int) -> None:
        self.job.settle()
        self.domains.make(line)
        now = self.domains.union(line)
        gone = self.domains.allowed[line] & ~now
        if gone and self._forget_all:
            self.idle.clear()
        self.domains.narrow(line, now)
        if not depth:
            self._certain(line, gone)
        self.idle.add(line)
        self.domains.touched.discard(line)  # its placements are just those that fit
        self.domains.tell("settle", line, depth, gone)

    def _certain(self, line: int, gone: int) -> None:
        """Return the certain cells: without assumptions, everything learned holds in every
        solution."""
        for cell in self.domains.changed(line, gone):
            self.known[cell] = self.domains.mask(cell)

    def _next(self) -> int | None:
        """Return the line to look at; more placements are allowed only when there is no other."""
        waiting = [line for line in range(len(self.domains.lines))
                   if line not in self.idle and self.domains.open(line)]
        while waiting:
            ready = [line for line in waiting if self._affordable(line)]
            if ready:
                return min(ready, key=self._key)
            if self.few >= self.domains.cap:
                break
            self.few = min(self.domains.cap, self.few * RISE)
        return None

    def _affordable(self, line: int) -> bool:
        if self.domains.listed(line):
            return True
        room = self.domains.cap - self.domains.kept
        return self.domains.weight(line) <= min(self.few, room)

    def _key(self, line: int) -> tuple[float, int]:
        if self._choice == "lexical":
            return line, 0
        return (self.domains.size[line] if self._choice == "mrv" else self._rank[line]), line

    def branch_on(self) -> int | None:
        """Return the line whose placements are tried: one that can be listed; None if all are
        decided."""
        left = [line for line in range(len(self.domains.lines)) if self.domains.open(line)]
        return min(left, key=lambda line: (not self._affordable(line), self._key(line)),
                   default=None)


def solutions(job: Job) -> Iterator[Colouring]:
    """Yield all solutions: deduction from what is given, then depth first."""
    solver = LineByLine(job)
    domains = solver.domains
    broken = None
    if job.number("eager"):
        broken = domains.refresh()
        if broken is None:
            domains.make_all()
            domains.touched.update(range(len(domains.lines)))
    if broken is None:
        broken = solver.deduce(0)
    if broken is not None:
        domains.tell("break", broken, 0)
        return
    if job.word("stall") == "stop" and any(map(domains.open, range(len(domains.lines)))):
        raise GaveUp("the lines have nothing more to tell, and stall=stop forbids to guess")
    yield from depth_first(job, domains, solver.branch_on, solver.deduce)


METHOD = Method(
    "list the placements of lines, keep what all agree on; guess a line where that stalls",
    searching(solutions),
    options=(
        GENERATE,
        Option("choose", "mrv", "the next line: of fewest placements, of the tightest clue, or the "
               "first", ("mrv", "tightest", "lexical")),
        VALUES,
        Option("forget", "touched", "lines that progress makes worth another look",
               ("touched", "all")),
        Option("stall", "backtrack", "when no line tells more", ("backtrack", "stop")),
        Option("eager", False, "make the placements of all lines at the start, as published"),
        KEEP,
    ),
    tallies=True)
