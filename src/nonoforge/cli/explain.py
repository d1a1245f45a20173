"""`nonoforge explain`."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli.options import a_budget, from_format, output

if TYPE_CHECKING:
    from nonoforge.draw.strips import StepStrips
    from nonoforge.engine import Budget
    from nonoforge.judge import ExplainedStep, Explanation
    from nonoforge.nonogram import Nonogram


@click.command("explain")
@click.argument("file", metavar="FILE")
@from_format
@click.option("--state", metavar="STATE",
              help="Begin with what is known: a text picture, or a puzzle file with a saved state.")
@click.option("--budget", metavar="BUDGET", callback=a_budget, default="1m", show_default=True,
              help="How long to look for reasons: 30s, 2m, ...")
@output
def command(
    file: str, source_format: str | None, state: str | None, budget: Budget, as_json: bool,
    out: str | None, quiet: bool,
) -> int:
    """Explain the way to the solution, a step a line, each with its reason.

    Steps are the easiest first, and each one is proved by the lines that it names. With -o OUT.html
    they are drawn as well. --json has the lines, cells and numbers of every step.

    \b
    Examples:
      nonoforge explain cat.non
      nonoforge explain cat.non -o cat.html
      nonoforge explain cat.non --state so-far.txt --json
    """
    from nonoforge.cli.inputs import read_one, spare
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.cli.record import to_json
    from nonoforge.cli.states import read_state
    from nonoforge.formats.files import check_writable, write_whole
    from nonoforge.judge import explain

    html = out is not None and os.path.splitext(out)[1].lower() in (".html", ".htm")
    if html and as_json:
        raise click.UsageError("--json and a page of HTML are two things; ask for one of them")
    spare((file,), {"-o": out})
    if out is not None:
        check_writable(out)
    puzzle = read_one(file, "one at a time is explained", source_format)
    begin = read_state(state, puzzle.nonogram) if state is not None else None
    with Progress(1, quiet=quiet, seconds=budget.seconds) as progress:
        progress.begin(f"{puzzle.name}: looking for reasons")
        found = explain(puzzle.nonogram, begin, budget=budget)
    if html and out is not None:
        write_whole(out, _page(puzzle.nonogram, found).encode())
        return 0
    result = Output(out)
    if as_json:
        result.line(to_json(_record(puzzle.name, puzzle.nonogram, found)))
    else:
        for step in found.steps:
            result.sentence(f"{step.number}. {_sentence(puzzle.nonogram, step)}")
        result.sentence(_end(puzzle.nonogram, found))
    result.close()
    return 0


def _sentence(nonogram: Nonogram, step: ExplainedStep) -> str:
    from nonoforge.draw import printable
    from nonoforge.judge import sentence

    return printable(sentence(nonogram, step.before, step.deduction))


def _end(nonogram: Nonogram, found: Explanation) -> str:
    from nonoforge.cli.words import count

    if found.solved:
        return f"Solved in {count(len(found.steps), 'step')}."
    left = count(len(found.state.open_cells()), "cell")
    broken = f" ({nonogram.puzzle.lines[found.broken].name} breaks)" \
        if found.broken is not None and found.broken >= 0 else ""
    return f"Here it ends, with {left} open: {found.why}{broken}."


def _record(name: str, nonogram: Nonogram, found: Explanation) -> dict[str, Any]:
    return {
        "file": name, "family": nonogram.geometry.family, "solved": found.solved, "why": found.why,
        "open_cells": len(found.state.open_cells()),
        "steps": [_step_record(nonogram, step) for step in found.steps],
    }


def _step_record(nonogram: Nonogram, step: ExplainedStep) -> dict[str, Any]:
    deduction, lines = step.deduction, nonogram.puzzle.lines
    return {
        "step": step.number, "rung": deduction.rung, "technique": deduction.technique.name,
        "lines": [lines[index].name for index in deduction.lines],
        "clues": [str(lines[index].clue) for index in deduction.lines],
        "cells": [[cell, [c for c in range(mask.bit_length()) if mask >> c & 1]]
                  for cell, mask in deduction.learned],
        "reason": {"kind": type(deduction.reason).__name__.lower(), **deduction.reason._asdict()},
        "sentence": _sentence(nonogram, step),
    }


def _page(nonogram: Nonogram, found: Explanation) -> str:
    from nonoforge.draw.strips import page

    title = nonogram.info.title or "Nonogram"
    steps = (_strips(nonogram, step) for step in found.steps)
    return page(f"{title}, step by step", _end(nonogram, found), steps, nonogram.puzzle.palette)


def _strips(nonogram: Nonogram, step: ExplainedStep) -> StepStrips:
    """The lines of a step; in a contradiction, what each would teach."""
    from nonoforge.draw.strips import StepStrips, Strip
    from nonoforge.judge import Broken

    deduction, masks = step.deduction, list(step.before.masks)
    chain = deduction.reason.chain if isinstance(deduction.reason, Broken) else ()
    if chain and isinstance(deduction.reason, Broken):
        masks[deduction.reason.cell] = 1 << deduction.reason.colour
    shown = []
    for index, learned in chain or [(index, deduction.learned) for index in deduction.lines[:4]]:
        line, before = nonogram.puzzle.lines[index], list(masks)
        for cell, mask in learned:
            masks[cell] = mask
        shown.append(Strip(line.name, str(line.clue), [before[c] for c in line.cells],
                           [masks[c] for c in line.cells], bool(chain) and not learned))
    return StepStrips(step.number, deduction.technique.name, _sentence(nonogram, step), shown)
