"""What a method is: a name, a line about it, and a function from a job to a verdict."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from nonoforge.clues import Runs
from nonoforge.engine import Budget
from nonoforge.errors import InputError, MissingPart
from nonoforge.methods.common.job import Job
from nonoforge.methods.common.options import Option, Settings, read_settings, written
from nonoforge.nonogram import Nonogram
from nonoforge.progress import WorkProgress
from nonoforge.puzzle import Puzzle
from nonoforge.step import Observer
from nonoforge.verdict import Verdict

# A few minutes of work in Python, and the same on every machine: no puzzle runs for ever unasked.
PATIENCE = Budget(settled=1_000_000, nodes=1_000_000, conflicts=1_000_000)


@dataclass(frozen=True)
class Method:
    """A way to solve. A file in `methods` has one, called METHOD; its name is the file's.

    `run` decides a job. What a method cannot serve it says beforehand: `colours` more than black
    and white, `blotted` runs of unknown length, `repeats` of a cell in one line, `tallies`: clues
    that are not runs. `budget` is what it may spend if nobody says. `part` is the extra that has
    the library `needs`.
    """

    summary: str
    run: Callable[[Job], Verdict]
    options: tuple[Option, ...] = ()
    colours: bool = True
    blotted: bool = True
    repeats: bool = True
    tallies: bool = False
    budget: Budget = PATIENCE
    needs: str = ""
    part: str = ""
    name: str = ""
    about: str = ""  # the file's docstring: how it works, and whose it is
    settings: Settings = field(default_factory=dict)

    def __str__(self) -> str:
        """As it is asked for: `paint:order=plain`."""
        return f"{self.name}:{written(self.settings)}" if self.settings else self.name

    def set(self, text: str) -> Method:
        """The same with settings: `order=plain,probe=2`."""
        return replace(self, settings={**self.settings, **read_settings(text, self.options)})

    def refusal(self, puzzle: Puzzle) -> str | None:
        """Why it cannot serve this puzzle, or None: it can."""
        clues = [line.clue for line in puzzle.lines]
        if not self.colours and len(puzzle.palette) > 2:
            return f"black and white only, and this has {len(puzzle.palette) - 1} colours"
        if not self.tallies and not all(isinstance(clue, Runs) for clue in clues):
            return "clues that list runs only"
        if not self.blotted and any(run.length is None for clue in clues
                                    if isinstance(clue, Runs) for run in clue.runs):
            return "runs of known length only, and some are blotted here"
        if not self.repeats and any(
                len(set(line.cells)) < len(line.cells) for line in puzzle.lines):
            return "lines that read no cell twice"
        return None

    def solve(
        self, puzzle: Puzzle | Nonogram, *, limit: int = 2, budget: Budget | None = None,
        seed: int = 0, observer: Observer | None = None, progress: WorkProgress | None = None,
    ) -> Verdict:
        """The verdict, with up to `limit` solutions; one does for timing, a verdict takes two."""
        hint = None
        if isinstance(puzzle, Nonogram):
            hint = puzzle.solution
            puzzle = puzzle.puzzle
        if self.needs and importlib.util.find_spec(self.needs) is None:
            raise MissingPart(f"method {self.name} needs {self.needs}; install "
                              f"nonoforge[{self.part or self.name}]")
        if why := self.refusal(puzzle):
            raise InputError(f"method {self.name} serves {why}; try --method auto")
        options = {option.name: option.default for option in self.options} | dict(self.settings)
        verdict = self.run(Job(puzzle, limit=limit, budget=budget or self.budget, seed=seed,
                               options=options, observer=observer, progress=progress, hint=hint))
        if not isinstance(verdict, Verdict):  # a file of somebody's own
            raise TypeError(f"method {self.name} gave {type(verdict).__name__} instead of a "
                            "verdict; `searching` makes one")
        return verdict
