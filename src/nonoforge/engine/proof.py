"""Certificates: proofs of a verdict that can be checked without trusting the solver.

The first line is the puzzle as JSON (cells, lines, clues, given cells), with the claim: `unique`,
with the solution, or `none`. The steps of a DRAT proof follow, over the clauses of `Encoding` for
the puzzle as it is given, before any deduction; for `unique` with one more, which says that some
cell is not as in the solution. `nonoforge/proof_checker.py`, which shares no code with the engine,
makes the same clauses from the puzzle and checks every step. See docs/proofs.md.
"""

from __future__ import annotations

import json
from typing import Any

from nonoforge.clues import Tally
from nonoforge.engine.outcome import Budget, OutOfBudget
from nonoforge.engine.sat import CADICAL, Encoding, Solver, clause_watch
from nonoforge.errors import InputError
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Line, Puzzle
from nonoforge.state import State
from nonoforge.verdict import Verdict

# Glucose writes one step for each conflict; CaDiCaL many more, but it is far stronger where
# conflicts are many.
GLUCOSE, GLUCOSE_CONFLICTS = "glucose4", 5_000


def certificate(
    puzzle: Puzzle, verdict: Verdict, budget: Budget | None = None,
    progress: WorkProgress | None = None,
) -> str:
    """Return the certificate of a verdict: that there is one solution, or none. Raise an error if
    the verdict is another, or if the budget runs out."""
    if verdict.answer not in ("unique", "none"):
        raise InputError(f"there is nothing to prove: the verdict is {verdict.answer}; unique and "
                         "none can be proved")
    budget = budget or Budget()
    colours = max(2, len(puzzle.palette))
    try:
        encoding = Encoding(puzzle, State(((1 << colours) - 1,) * puzzle.cells),
                            watch=clause_watch(budget))
    except OutOfBudget:
        raise _too_hard() from None
    for cell, colour in puzzle.given:
        encoding.clauses.append([encoding.cell_literal(cell, colour) or 0])
    if verdict.solutions:
        encoding.clauses.append(encoding.different(verdict.solutions[0]))
    return "\n".join((json.dumps(_claim(puzzle, verdict, colours), separators=(",", ":")),
                      *_refutation(encoding, budget, progress), "0", ""))


def _refutation(
    encoding: Encoding, budget: Budget, progress: WorkProgress | None,
) -> list[str]:
    """Return the steps that lead to a contradiction."""
    if [] in encoding.clauses:
        return []
    few = GLUCOSE_CONFLICTS if budget.conflicts is None else \
        min(GLUCOSE_CONFLICTS, budget.conflicts)
    for name, limits in ((GLUCOSE, Budget(conflicts=few, seconds=budget.seconds)),
                         (CADICAL, budget)):
        with Solver(encoding, limits, progress, name=name, proof=True) as solver:
            found = solver.model()
            if found is False:
                return [step for step in solver.proof() if step.split() != ["0"]]
            if found is not None:
                raise AssertionError("the SAT solver found another solution")
    raise _too_hard()


def _too_hard() -> InputError:
    return InputError("no proof was found within the budget; give a larger budget")


def _claim(puzzle: Puzzle, verdict: Verdict, colours: int) -> dict[str, Any]:
    """Return the first line of a certificate."""
    claim: dict[str, Any] = {
        "nonoforge_proof": 1, "claim": verdict.answer, "cells": puzzle.cells, "colours": colours,
        "lines": [_line(line) for line in puzzle.lines]}
    if puzzle.given:
        claim["given"] = puzzle.given
    if verdict.solutions:
        claim["solution"] = list(verdict.solutions[0])
    return claim


def _line(line: Line) -> dict[str, Any]:
    clue = {"tally": line.clue.counts} if isinstance(line.clue, Tally) else \
        {"runs": line.clue.runs}
    return {"name": line.name, "cells": line.cells, **clue}
