"""`nonoforge solve`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonoforge.cli.options import files, from_format, output, solving

if TYPE_CHECKING:
    from nonoforge.cli.inputs import Input
    from nonoforge.cli.outputs import Output
    from nonoforge.engine import Budget
    from nonoforge.methods import Method
    from nonoforge.verdict import Verdict


@click.command("solve")
@files
@from_format
@solving
@output
def command(
    files: tuple[str, ...], source_format: str | None, method: Method, budget: Budget | None,
    seed: int, solutions: int, expect: str | None, as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Solve puzzles: print the picture and the verdict.

    The verdict is unique, multiple (with two solutions, marked where they differ), none (with the
    lines that contradict each other) or unknown (the budget ran out: what is certain anyway).
    In a pipe the picture is plain text: . is white, # is black, ? is not known.

    \b
    Examples:
      nonoforge solve cat.non
      nonoforge solve --json puzzles/*.non > verdicts.jsonl
      nonoforge solve --expect unique -q cat.non && echo fine
      nonoforge solve --solutions 10 --budget 30s hard.xml
      cat cat.non | nonoforge solve -
    """
    from nonoforge.cli.faults import expected
    from nonoforge.cli.inputs import each
    from nonoforge.cli.outputs import Output
    from nonoforge.cli.progress import Progress
    from nonoforge.cli.record import to_json, verdict_record

    result = Output(out)
    progress = Progress(len(files), quiet=quiet, seconds=budget.seconds if budget else None)

    def act(puzzle: Input) -> int:
        verdict = method.solve(puzzle.nonogram, limit=max(2, solutions), budget=budget, seed=seed,
                               progress=progress.work)
        with progress.hidden():
            if as_json:
                result.line(to_json(verdict_record(puzzle.name, puzzle.nonogram, verdict)))
            else:
                _tell(puzzle, verdict, result, quiet=quiet,
                      named=len(files) > 1 or "#" in puzzle.name)
        return expected(expect, verdict.answer)

    with progress:
        code = each(files, source_format, progress, act, result if as_json else None)
    result.close()
    return code


def _tell(
    puzzle: Input, verdict: Verdict, result: Output, *, quiet: bool, named: bool,
) -> None:
    """The pictures and the verdict, for people."""
    from nonoforge.cli.words import verdict_line

    if not quiet:
        _pictures(puzzle, verdict, result)
    line = verdict_line(puzzle.nonogram, verdict)
    result.sentence(f"{puzzle.name}: {line}" if named else line)


def _pictures(puzzle: Input, verdict: Verdict, result: Output) -> None:
    from nonoforge.cli.show import picture
    from nonoforge.cli.words import differing

    nonogram, screen = puzzle.nonogram, result.screen
    if verdict.answer == "none":
        return
    if not verdict.solutions:
        result.line(picture(nonogram, verdict.state, screen))
        return
    # One solution of an unknown number: what is not proved is marked.
    marks = differing(verdict.solutions) if verdict.answer == "multiple" else \
        verdict.state.open_cells() if verdict.answer == "unknown" else ()
    for number, solution in enumerate(verdict.solutions, start=1):
        if len(verdict.solutions) > 1:
            result.line(f"solution {number}:")
        result.line(picture(nonogram, solution, screen, marks=marks))
