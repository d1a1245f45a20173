"""`nonoforge hint`."""

from __future__ import annotations

import click

from nonoforge.cli import interrupt
from nonoforge.cli.options import click_options, from_format
from nonoforge.judge import HintOptions


@click.command("hint")
@click.argument("file", metavar="FILE")
@from_format
@click.option("--state", metavar="STATE",
              help="State of the game: a text picture (. # or letters, ? where open), or a puzzle "
                   "file with saved states, the last of which counts.")
@click_options(HintOptions)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
def command(
    file: str, source_format: str | None, state: str | None, options: HintOptions, as_json: bool,
) -> int:
    """Give the easiest next step from a given state.

    A mistake in the state is reported first, with the last state that was right if STATE has
    several. The solution in the file is not used, and a hint is never more than one step.

    --json has kind (step, mistake, done, nothing, unknown), stages, lines, rung, technique, cells
    (number and colours left), wrong, last_good (the index of a state): as far as the stage
    tells. Exit 0, whatever the hint.

    \b
    Examples:
      nonoforge hint cat.non
      nonoforge hint cat.non --state so-far.txt --stage where
      nonoforge hint saved.nono --json
    """
    from nonoforge.cli.io import Output, read_one, to_json
    from nonoforge.formats import load_states
    from nonoforge.judge import hint
    from nonoforge.results import hint_record
    from nonoforge.state import State
    from nonoforge.verdict import Budget

    budget = Budget.of(options.budget)
    with interrupt.within(budget, file):
        puzzle = read_one(file, "a hint is for one", source_format)
        nonogram = puzzle.nonogram
        history = load_states(state, nonogram) if state is not None else list(nonogram.saved)
        now = history[-1] if history else State.start(nonogram.puzzle)
        found = hint(nonogram, now, history[:-1], budget=puzzle.left(budget))
    result = Output(None)
    stages = found.stages[:options.stages]
    if as_json:
        result.line(to_json(hint_record(nonogram, found, stages, puzzle.name)))
    else:
        from nonoforge.text import printable

        for sentence in stages[-1:] if found.kind == "step" else stages:
            result.sentence(printable(sentence))
    return 0
