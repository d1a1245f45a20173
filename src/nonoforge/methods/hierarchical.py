"""Hierarchical: where a line has taught something, at once the lines that cross it there.

Each line in turn is put into an empty queue. For each cell that a line from the queue changes, the
unsolved lines that cross it in that cell join the queue. When the queue is empty nothing more can
be learned from the lines so far, so each line need come first only once.

As published, a line joins the queue again for each cell of it that changes, though it may be
waiting there already: `queue=all`. The copies are looked at in vain; `queue=once` leaves them out.

A line may have been completed while it waited. As printed it is looked at all the same:
`complete=look`. The figures published for solids come out only if it is passed over: `skip`.

The line solver is not exact, and may find more when it sees its own result again; the published
claim that nothing can be left when all queues are empty holds for an exact one only.

C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016;
section 3.7, Figure 29.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from nonoforge.engine import Meter
from nonoforge.engine.plain import Sheet, bits
from nonoforge.methods.common import Job, Method, Option, searching
from nonoforge.methods.common.strategy import NO_MORE, OPTIONS, Walk, by_strategy
from nonoforge.puzzle import Colouring


class Hierarchical:
    """A queue for each line; `again`: a line may wait in it more than once; `skip`: one that is
    complete when its turn comes is passed over."""

    why = NO_MORE

    def __init__(self, again: bool, skip: bool = True) -> None:
        self.again, self.skip = again, skip

    def __call__(self, sheet: Sheet, lines: int, meter: Meter) -> int:
        walk = Walk(sheet, meter)
        for first in bits(lines):
            self._empty(deque([first]), walk)
            if sheet.solved:
                break
        return walk.settled

    def _empty(self, queue: deque[int], walk: Walk) -> None:
        waiting = set(queue)
        while queue:
            line = queue.popleft()
            waiting.discard(line)
            if self.skip and not walk.unsolved(line):
                continue
            for cell in walk.solve(line):
                for other in walk.crossing(line, cell):
                    if self.again or other not in waiting:
                        queue.append(other)
                        waiting.add(other)


def solutions(job: Job) -> Iterator[Colouring]:
    """Return all that this order of lines gives, then guesses, if wished."""
    return by_strategy(job, Hierarchical(job.word("queue") == "all",
                                         job.word("complete") == "skip"))


METHOD = Method(
    "solve a line, then those that cross it where it changed", searching(solutions), tallies=True,
    options=(Option("queue", "all", "may a line wait more than once?", ("all", "once")),
             Option("complete", "skip", "and lines that were completed while they waited?",
                    ("skip", "look")), *OPTIONS))
