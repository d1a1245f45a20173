"""`nonoforge explain`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import click_options, from_format, output
from nonoforge.judge import ExplainOptions
from nonoforge.verdict import Budget

if TYPE_CHECKING:
    from nonoforge.drawing import Strip
    from nonoforge.judge import ExplainedStep, Explanation, Words
    from nonoforge.nonogram import Nonogram


@click.command("explain")
@click.argument("file", metavar="FILE")
@from_format
@click.option("--state", metavar="STATE",
              help="State to begin with: a text picture, or a puzzle file with a saved state.")
@click_options(ExplainOptions)
@output
def command(
    file: str, source_format: str | None, state: str | None, options: ExplainOptions,
    as_json: bool, out: str | None, quiet: bool,
) -> int:
    """Explain the way to the solution: one step a line, each with its reason.

    Steps are the easiest first, and each one is proved by the lines that it names. With -o OUT.html
    they are drawn as well. --json has the technique, lines, clues, cells, reason and sentence of
    every step; docs/rating.md explains the techniques. -q gives the last line only.

    \b
    Examples:
      nonoforge explain cat.non
      nonoforge explain cat.non -o cat.html
      nonoforge explain cat.non --state so-far.txt --json
    """
    from nonoforge.cli.io import Output, read_one, spare, to_json
    from nonoforge.cli.progress import Progress
    from nonoforge.files import check_writable, write_whole
    from nonoforge.formats import load_states
    from nonoforge.judge import explain
    from nonoforge.results import end_sentence, explanation_record

    html = out is not None and os.path.splitext(out)[1].lower() in (".html", ".htm")
    if html and as_json:
        raise click.UsageError("--json and a page of HTML are two things; ask for one of them")
    spare((file, state) if state else (file,), {"-o": out})
    if out is not None:
        check_writable(out)
    budget = Budget.of(options.budget)
    with interrupt.within(budget, file), \
            Progress(1, quiet=quiet, seconds=budget.seconds) as progress:
        puzzle = read_one(file, "one at a time is explained", source_format)
        begin = load_states(state, puzzle.nonogram)[-1] if state is not None else None
        progress.begin(f"{puzzle.name}: looking for reasons")
        found = explain(puzzle.nonogram, begin, budget=puzzle.left(budget))
    if html and out is not None:
        write_whole(out, _page(puzzle.nonogram, found,
                               end_sentence(puzzle.nonogram, found)).encode())
        return 0
    result = Output(out)
    if as_json:
        result.line(to_json(explanation_record(puzzle.name, puzzle.nonogram, found)))
    else:
        _tell(puzzle.nonogram, found, result, quiet)
    result.close()
    return 0


def _tell(nonogram: Nonogram, found: Explanation, result: Any, quiet: bool) -> None:
    from nonoforge.judge import Words
    from nonoforge.results import end_sentence, step_sentence

    words = Words(nonogram)
    if words.numbered and found.steps and not quiet:
        result.sentence("(Places are counted along the side of a line, from its clue on.)")
    for step in () if quiet else found.steps:
        result.sentence(f"{step.number}. {step_sentence(nonogram, step)}")
    result.sentence(end_sentence(nonogram, found))


def _page(nonogram: Nonogram, found: Explanation, summary: str) -> str:
    """Return an HTML document: the puzzle, and every step with the lines that it looks at."""
    from nonoforge.drawing import DrawOptions, StepStrips, steps_page, svg
    from nonoforge.judge import Words
    from nonoforge.results import step_sentence

    title = f"{nonogram.info.title or 'Nonogram'}, step by step"
    words = Words(nonogram)
    steps = (StepStrips(step.number, step.deduction.technique.name, step_sentence(nonogram, step),
                        list(_strips(words, step))) for step in found.steps)
    # The puzzle without its solution; cells have their numbers where steps name them so.
    figure = svg(nonogram, DrawOptions(numbers=nonogram.family.numbered))
    return steps_page(title, summary, steps, nonogram.puzzle.palette, figure)


def _strips(words: Words, step: ExplainedStep) -> Iterator[Strip]:
    """Yield the lines of a step; in a contradiction, what follows from each of them."""
    deduction, masks = step.deduction, list(step.before.masks)
    for assumptions, chain in deduction.technique.chains(deduction):
        trial = list(masks)
        for cell, colour in assumptions:
            trial[cell] = 1 << colour
        for index, learned in chain:
            before = list(trial)
            for cell, mask in learned:
                trial[cell] = mask
            yield _strip(words, index, before, trial, broken=bool(assumptions) and not learned)


def _strip(
    words: Words, index: int, before: Sequence[int], after: Sequence[int], broken: bool,
) -> Strip:
    from nonoforge.drawing import Strip

    line = words.nonogram.puzzle.lines[index]
    numbers = [cell + 1 for cell in line.cells] if words.numbered else ()
    return Strip(line.name, words.clue(line), [before[cell] for cell in line.cells],
                 [after[cell] for cell in line.cells], broken, numbers)
