"""Brute force: every line in turn, again and again, until the puzzle is solved or a limit reached.

Rows first, then columns, each time all of them, solved or not; after each line it looks whether the
puzzle is complete. It does not see that a round has taught nothing, so where lines get no further
it goes on for all its rounds, as published (5000 line solvers for a puzzle of 50 lines). While it
guesses, a round that teaches nothing is the last.

A line that others have completed may be wrong, and this is seen only when it is looked at again.
So before a solution is given, and before a guess, complete lines are compared with their clues;
that is not counted, as no line solver is needed for it.

C. Halford: Generating and solving 3D nonogram puzzles. University of Abertay Dundee, 2016;
section 3.6, Figure 28.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonoforge.engine import Meter
from nonoforge.engine.plain import Sheet
from nonoforge.methods.common import Job, Method, Option, searching
from nonoforge.methods.common.strategy import NO_MORE, OPTIONS, Walk, by_strategy
from nonoforge.puzzle import Colouring


class Brute:
    """All lines, round after round. Impatient, it stops after a round that found nothing."""

    def __init__(self, rounds: int, patient: bool) -> None:
        self.rounds = rounds
        self.patient = patient
        self.why = NO_MORE

    def __call__(self, sheet: Sheet, lines: int, meter: Meter) -> int:
        walk = Walk(sheet, meter)
        news = 0
        for _ in range(self.rounds):
            news = 0
            for line in range(len(sheet.board.line_cells)):
                news += len(walk.solve(line))
                if sheet.solved:
                    return walk.settled
            if not (news or self.patient):
                break
        self.why = f"{self.rounds} rounds were not enough" if news else NO_MORE
        return walk.settled


def solutions(job: Job) -> Iterator[Colouring]:
    """Return all that this order of lines gives, then guesses, if wished."""
    return by_strategy(job, Brute(job.number("rounds"), patient=not job.number("guess")))


METHOD = Method(
    "solve all lines in turn, round after round", searching(solutions), tallies=True,
    options=(Option("rounds", 100, "how often at most", least=1, most=10**6), *OPTIONS))
