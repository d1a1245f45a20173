"""A puzzle judged on the way to something else, where no options ask how."""

from __future__ import annotations

from nonoforge.cli.inputs import Input
from nonoforge.cli.progress import Progress
from nonoforge.judge import Report, check
from nonoforge.methods import METHODS


def judged(puzzle: Input, *, quiet: bool) -> Report:
    """The report, within the default budget."""
    with Progress(1, quiet=quiet) as progress:
        progress.begin(puzzle.name)
        return check(puzzle.nonogram, budget=METHODS["auto"].budget, progress=progress.work)
