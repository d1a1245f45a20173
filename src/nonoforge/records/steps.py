"""Explanations and hints: what `explain --json` and `hint --json` print, and their words."""

from __future__ import annotations

from typing import Any

from nonoforge.judge import Deduction, ExplainedStep, Explanation, Hint, sentence
from nonoforge.nonogram import Nonogram
from nonoforge.text import count


def explanation_record(file: str, nonogram: Nonogram, found: Explanation) -> dict[str, Any]:
    """The fields of `explain --json`."""
    return {
        "file": file, "family": nonogram.family.name, "solved": found.solved, "why": found.why,
        "broken": None if found.broken is None else nonogram.puzzle.lines[found.broken].name,
        "open_cells": len(found.state.open_cells()),
        "steps": [step_record(nonogram, step) for step in found.steps],
    }


def step_record(nonogram: Nonogram, step: ExplainedStep) -> dict[str, Any]:
    """One of its steps."""
    deduction, lines = step.deduction, nonogram.puzzle.lines
    return {
        "step": step.number, "rung": deduction.rung, "technique": deduction.technique.name,
        "lines": [lines[index].name for index in deduction.lines],
        "line_indices": list(deduction.lines),
        "clues": [str(lines[index].clue) for index in deduction.lines],
        "cells": cells_left(deduction),
        "reason": reason_record(deduction),
        "sentence": said(nonogram, step),
    }


def reason_record(deduction: Deduction) -> dict[str, Any]:
    """Why it follows: the kind of reason, and its numbers."""
    return {"kind": deduction.kind, **deduction.reason._asdict()}


def cells_left(deduction: Deduction) -> list[list[Any]]:
    """The cells of which something was learned, each with the colours that are left for it."""
    return [[cell, [c for c in range(mask.bit_length()) if mask >> c & 1]]
            for cell, mask in deduction.learned]


def said(nonogram: Nonogram, step: ExplainedStep) -> str:
    """A step as a sentence."""
    from nonoforge.text import printable

    return printable(sentence(nonogram, step.before, step.deduction))


def end_words(found: Explanation) -> str:
    """How an explanation ended."""
    from nonoforge.text import printable

    if found.solved:
        return f"Solved in {count(len(found.steps), 'step')}."
    if found.last:
        return f"Here it ends. {printable(found.last)}"
    left = count(len(found.state.open_cells()), "cell")
    return f"Here it ends, with {left} open: {found.why}."


def hint_record(
    file: str, nonogram: Nonogram, found: Hint, told: tuple[str, ...],
) -> dict[str, Any]:
    """The fields of `hint --json`: no more than the stages that are `told` give away."""
    step, whole = found.deduction, len(told) == len(found.stages)
    record: dict[str, Any] = {"file": file, "kind": found.kind, "stages": list(told)}
    if step is not None:
        record["lines"] = [nonogram.puzzle.lines[index].name for index in step.lines]
        if len(told) > 1:
            record |= {"rung": step.rung, "technique": step.technique.name}
        if whole:
            record["cells"] = cells_left(step)
    if found.kind == "mistake" and len(told) > 1:
        record["last_good"] = found.last_good
    if found.kind == "mistake" and whole:
        record["wrong"] = list(found.wrong)
    return record
