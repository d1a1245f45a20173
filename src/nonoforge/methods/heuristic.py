"""Heuristic: always the line that promises most, by a priority that learns from successes.

All unsolved lines begin with priority 0. The line with the highest priority is solved. For each
cell that it fills, the unsolved lines that cross it there gain 2, for any other change 1; the line
itself loses as much in total. A line that was tried in vain, a bad guess, loses 1 the first time, 2
the second, and so on. Solved lines leave the queue. Between lines
of the same priority the one that has waited longest comes first.

Corrected, with `exit=repaired`: as published, it gives up once as many bad guesses in a row were
made as lines are left, because then each of them should have had its turn. That is not so: a bad
guess may leave a line before others that were never tried. The author saw this, and had to wait for
2 and 4 times as many bad guesses on two puzzles (`exit=original`, `2`, `4`). Here each line is
marked as fresh when one of its cells changes, until it is solved again; only when no line in the
queue is fresh can nothing more be found. As every bad guess costs a line more than the last, each
fresh one has its turn in the end.

The published pseudo-code compares the bad guesses with a queue from which the line in hand is gone;
its figures (21 line solvers for 21 lines of which none has anything to say) count that line too.

C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016;
section 3.8, Figure 31, and section 4.3.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.engine import Meter
from nonoforge.engine.plain import Sheet, bits
from nonoforge.methods.common import Job, Method, Option, searching
from nonoforge.methods.common.strategy import NO_MORE, OPTIONS, Walk, by_strategy
from nonoforge.puzzle import Colouring

FILLED, OTHER = 2, 1  # what a change is worth
EXITS = {"repaired": 0, "original": 1, "2": 2, "4": 4}


class Queue:
    """The unsolved lines, highest priority first. `ranks` are priorities with the opposite sign, as
    lines are sorted by them."""

    def __init__(self, walk: Walk, lines: int) -> None:
        count = len(walk.board.line_cells)
        self.walk = walk
        self.lines = [line for line in range(count) if walk.unsolved(line)]
        self.ranks = [-FILLED if lines >> line & 1 else 0 for line in range(count)]
        self.bad_guesses = [0] * count
        self.fresh = set(bits(lines))
        self._sort()

    def try_best(self) -> bool:
        """Solve the best line; did it teach anything?"""
        line = self.lines.pop(0)
        self.fresh.discard(line)
        changed = self.walk.solve(line)
        self.lines.append(line)
        if changed:
            self._reward(line, changed)
        else:
            self.bad_guesses[line] += 1
            self.ranks[line] += self.bad_guesses[line]
        self._sort()
        return bool(changed)

    def _reward(self, line: int, changed: dict[int, bool]) -> None:
        solved = set() if self.walk.unsolved(line) else {line}
        for cell, filled in changed.items():
            worth = FILLED if filled else OTHER
            self.ranks[line] += worth
            for other in bits(self.walk.board.through[cell] & ~(1 << line)):
                if self.walk.unsolved(other):
                    self.ranks[other] -= worth
                    self.fresh.add(other)
                else:
                    solved.add(other)
        self.fresh.add(line)  # a line solver that is not exact may find more in its own result
        if solved:
            self.lines = [other for other in self.lines if other not in solved]

    def _sort(self) -> None:
        """Sort the lines; the sort is stable, so that the one that waited longest comes first."""
        self.lines.sort(key=self.ranks.__getitem__)

    def worth_trying(self) -> bool:
        return not self.fresh.isdisjoint(self.lines)


class Heuristic:
    """The best line first. `patience`: give up after this many bad guesses for each line left; 0:
    when none is worth trying."""

    def __init__(self, patience: int) -> None:
        self.patience = patience
        self.why = NO_MORE

    def __call__(self, sheet: Sheet, lines: int, meter: Meter) -> int:
        walk = Walk(sheet, meter)
        queue = Queue(walk, lines)
        in_vain = 0
        while queue.lines and (self.patience or queue.worth_trying()):
            in_vain = 0 if queue.try_best() else in_vain + 1
            if self.patience and in_vain >= self.patience * len(queue.lines):
                break
        self.why = f"{in_vain} lines in a row were tried in vain" if self.patience else NO_MORE
        return walk.settled


def solutions(job: Job) -> Iterator[Colouring]:
    """Return all that this order of lines gives, then guesses, if wished."""
    return by_strategy(job, Heuristic(EXITS[job.word("exit")]))


METHOD = Method(
    "solve the line that promises most, by what its neighbours found", searching(solutions),
    tallies=True,
    options=(Option("exit", "repaired", "when to give up: no line is worth trying, or 1, 2 or 4 "
                    "bad guesses in a row for each line left", tuple(EXITS)), *OPTIONS))
