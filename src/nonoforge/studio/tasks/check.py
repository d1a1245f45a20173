"""`check`: the designer's report, also on a picture that was just changed."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.judge import check
from nonoforge.records.advice import findings
from nonoforge.records.verdicts import report_record
from nonoforge.records.words import about
from nonoforge.studio.tasks.judging import Reported, flat
from nonoforge.studio.tasks.making import for_page
from nonoforge.studio.tasks.parts import (
    OfPuzzle,
    Picture,
    Seconds,
    Seed,
    Tell,
    answered,
    no_puzzle,
    picture_of,
    puzzle_json,
    puzzle_of,
    repainted,
)
from nonoforge.studio.tasks.solve import MethodName, method_of

SHARE = 0.45  # of the time, for the verdict; as much again for ambiguous cells and the rating


class Check(OfPuzzle):
    """Report on a puzzle; or on what it becomes with another picture."""

    picture: Annotated[Picture | None, Meta(
        description="The colours of all cells: clues are counted from it first, and the answer has "
                    "the new puzzle.")] = None
    rating: Annotated[bool, Meta(description="Also rate it, which takes longest.")] = True
    method: MethodName = "auto"
    solutions: Annotated[int, Meta(description="Look for up to so many; a verdict needs two.",
                                   ge=1, le=1000)] = 2
    budget: Seconds = 5.0
    seed: Seed = 0


def run(request: Check, tell: Tell) -> Reported:
    """The report."""
    nonogram, method = puzzle_of(request.puzzle), method_of(request.method)
    if request.picture is not None:
        nonogram = repainted(nonogram, picture_of(request.picture, nonogram))
    tell(None, "checking")
    report = check(nonogram, limit=request.solutions, solve=method.solve, seed=request.seed,
                   budget=Budget(seconds=request.budget * SHARE), rated=request.rating)
    record = report_record("", nonogram, report) | flat(nonogram, report.verdict)
    record["advice"] = [for_page(words) for words in record["advice"]]
    return answered(
        Reported, record, findings=findings(nonogram, report), about=about(nonogram),
        puzzle=no_puzzle() if request.picture is None else puzzle_json(nonogram))
