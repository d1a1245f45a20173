"""`nonoforge check`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import (
    click_options,
    expect_ready,
    files,
    from_format,
    method_of,
    output,
    prepass,
)
from nonoforge.judge import CheckOptions

if TYPE_CHECKING:
    from nonoforge.cli.io import Input, Output, Screen
    from nonoforge.judge import Report
    from nonoforge.nonogram import Nonogram
    from nonoforge.puzzle import Colouring
    from nonoforge.state import State


@click.command("check")
@files
@from_format
@click_options(CheckOptions)
@prepass
@expect_ready
@output
def command(
    files: tuple[str, ...], source_format: str | None, options: CheckOptions, prepass: bool,
    expect: str | None, as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Check puzzles: number of solutions, difficulty, and what to fix.

    The report says first, in a sentence, whether the puzzle is ready for players, or what is wrong:
    no single solution, too hard for people, too small to print on A4, colours alike, nothing to
    solve. Then it says how hard the puzzle is, by stars (docs/rating.md), and what to do. The
    details are which cells single lines leave open, in which cells two solutions differ, which
    lines contradict each other, and the figures of the rating.

    --json has what solve --json has, and: ready, flaws (kind, serious, words, advice), sentence,
    difficulty, advice and details (the sentences of the report), rating (stars, rung, technique,
    work, effort, narrowest, rounds, settled, uses; null where there is nothing to rate, and unrated
    says why), classic (passes, settlements, fruitful, open), stuck_cells, ambiguous_cells,
    ambiguous_complete, differing_cells (between the first two solutions), contradiction (for none:
    sentences). Cells are numbers: in a grid row times width plus column, from 0.

    \b
    Examples:
      nonoforge check cat.non
      nonoforge check --json cat.non | jq .ambiguous_cells
      nonoforge check -q --expect unique puzzles/
      nonoforge check -q --expect ready puzzles/*.nono
    """
    from nonoforge.cli.io import Output, each, expected, found_in, spare, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.judge import check
    from nonoforge.results import report_record

    files = tuple(found_in(files))
    spare(files, {"-o": out})
    result = Output(out)
    method, budget = method_of(options, prepass), options.spending
    progress = Progress(len(files), quiet=quiet, seconds=budget.seconds if budget else None)

    def act(puzzle: Input) -> int:
        left = budget and puzzle.left(budget)
        with interrupt.within(budget, puzzle.name, puzzle.seconds):
            report = check(puzzle.nonogram, limit=options.solutions, solve=method.solve,
                           budget=left, seed=options.seed, progress=progress.work,
                           rated=options.rating)
        with progress.hidden():
            if as_json:
                result.line(to_json(report_record(puzzle.name, puzzle.nonogram, report)))
            else:
                _tell(puzzle, report, result, quiet)
        return expected(expect, report.verdict.answer, report.ready)

    with progress:
        code = each(files, source_format, progress, act, result if as_json else None,
                    budget)
    result.close()
    return code


def _tell(puzzle: Input, report: Report, result: Output, quiet: bool) -> None:
    from nonoforge.results import about, advice, details, difficulty_sentence, report_sentence

    nonogram = puzzle.nonogram
    verdict = report_sentence(nonogram, report)
    if quiet:
        result.sentence(f"{puzzle.name}: {verdict}")
        return
    result.line(f"{puzzle.name}: {about(nonogram)}")
    if report.verdict.answer != "none":
        result.line(_picture(nonogram, report, result.screen))
    result.sentence(verdict)
    if difficulty := difficulty_sentence(report):
        result.sentence(difficulty)
    for sentence in advice(nonogram, report):
        result.sentence(f"- {sentence}")
    if more := details(nonogram, report):
        result.line("Details:")
    for sentence in more:
        result.sentence(f"  {sentence}")


def _picture(nonogram: Nonogram, report: Report, screen: Screen) -> str:
    """Return the solution, or what is known; of several the first two, and where they differ."""
    from nonoforge.cli.io import beside
    from nonoforge.results import differing

    if report.verdict.answer != "multiple":
        return screen.picture(nonogram, _shown(nonogram, report), title=False)
    two = report.verdict.solutions[:2]
    first, second = (screen.picture(nonogram, solution, marks=differing(two), clues=False,
                                    title=False) for solution in two)
    return beside(("One solution:", first), ("Another:", second), screen)


def _shown(nonogram: Nonogram, report: Report) -> Colouring | State:
    """Return the solution; where line logic is stuck, what it leaves; where nothing is sure, the
    state."""
    from nonoforge.state import State

    verdict, stuck = report.verdict, set(report.stuck_cells)
    if not verdict.solutions:
        return verdict.state
    if not stuck:
        return verdict.solutions[0]
    colours = (None if cell in stuck else c for cell, c in enumerate(verdict.solutions[0]))
    return State.of(colours, len(nonogram.puzzle.palette))
