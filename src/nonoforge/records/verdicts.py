"""Verdicts, ratings and reports: what `solve --json` and `check --json` print."""

from __future__ import annotations

from typing import Any

from nonoforge.judge import Rating, Report
from nonoforge.nonogram import Nonogram
from nonoforge.records.advice import advice
from nonoforge.records.words import differing
from nonoforge.state import State
from nonoforge.verdict import Verdict

_OPEN = 255


def verdict_record(file: str, nonogram: Nonogram, verdict: Verdict) -> dict[str, Any]:
    """The fields of `solve --json`; `known` stands there for `unknown`, `conflict` for `none`."""
    from nonoforge.engine import ENGINE

    geometry = nonogram.geometry
    record: dict[str, Any] = {
        "file": file,
        "family": geometry.family.name,
        "verdict": verdict.answer,
        "level": verdict.level,
        "line_solvable": verdict.line_solvable,
        "solutions": [geometry.nest(solution) for solution in verdict.solutions],
        "complete": verdict.complete,
        "seconds": round(verdict.seconds, 9),
        "work": verdict.work._asdict() | dict(verdict.counts),
        "engine": ENGINE,
    }
    if verdict.answer == "none":
        record["conflict"] = [nonogram.puzzle.lines[index].name for index in verdict.conflict]
    if verdict.answer == "unknown":
        record["known"] = _known(nonogram, verdict.state)
        record["why"] = verdict.why
    return record


def _known(nonogram: Nonogram, state: State) -> Any:
    """The colours that are certain, null where none is."""
    shown = (state.colour(cell) for cell in range(len(state.masks)))
    return _opened(nonogram.geometry.nest(bytes(_OPEN if c is None else c for c in shown)))


def _opened(nested: Any) -> Any:
    if isinstance(nested, list):
        return [_opened(part) for part in nested]
    return None if nested == _OPEN else nested


def rating_record(rating: Rating) -> dict[str, Any] | None:
    """A rating, or null where there is nothing to rate."""
    if rating.technique is None:
        return None
    return {
        "stars": rating.stars, "rung": rating.rung, "technique": rating.technique.name,
        "work": rating.work,
        "narrowest": rating.narrowest, "rounds": rating.rounds, "settled": rating.settled,
        "uses": rating.uses,
    }


def report_record(file: str, nonogram: Nonogram, report: Report) -> dict[str, Any]:
    """What `solve --json` has, and what only a designer wants."""
    return verdict_record(file, nonogram, report.verdict) | {
        "rating": rating_record(report.rating),
        "unrated": report.rating.why,
        "classic": None if report.classic is None else report.classic._asdict(),
        "stuck_cells": list(report.stuck_cells),
        "ambiguous_cells": list(report.ambiguous_cells),
        "ambiguous_complete": report.ambiguous_complete,
        "differing_cells": list(differing(report.verdict.solutions[:2])),
        "contradiction": list(report.clash),
        "advice": advice(nonogram, report),
    }
