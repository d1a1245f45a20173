"""`solve`: how many solutions a puzzle has, and which."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.errors import InputError, nearest
from nonoforge.methods import METHODS, Method, choose
from nonoforge.records.verdicts import verdict_record
from nonoforge.studio.tasks.judging import Judged, flat
from nonoforge.studio.tasks.parts import OfPuzzle, Seconds, Seed, Tell, answered, puzzle_of

MethodName = Annotated[str, Meta(description="How to solve: a name of `methods`, or with settings, "
                                             "like paint:probe=2.", max_length=400)]


class Solve(OfPuzzle):
    """Solve a puzzle."""

    method: MethodName = "auto"
    solutions: Annotated[int, Meta(description="Look for up to so many; a verdict needs two.",
                                   ge=1, le=1000)] = 2
    budget: Seconds = 5.0
    seed: Seed = 0


def run(request: Solve, tell: Tell) -> Judged:
    """The verdict."""
    nonogram, method = puzzle_of(request.puzzle), method_of(request.method)
    tell(None, "solving")
    verdict = method.solve(nonogram, limit=max(2, request.solutions), seed=request.seed,
                           budget=Budget(seconds=request.budget))
    return answered(Judged, verdict_record("", nonogram, verdict) | flat(nonogram, verdict))


def method_of(text: str) -> Method:
    """A method by name; files of somebody's own are for the command line only."""
    name = text.partition(":")[0]
    if name not in METHODS:
        raise InputError(f"no method {name[:40]!a}; {nearest(name[:40], METHODS)}")
    return choose(text)
