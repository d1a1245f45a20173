"""All methods on all puzzles: time, work, verdict, and whether they agree.

What is true is decided by the solutions that pass the independent check, by whatever method: who
says `none` though there is one, or `unique` though there are two, or is certain of a colour that a
solution does not have, is wrong. So a disagreement always has a name.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from statistics import median
from typing import NamedTuple

from nonoforge.bench.corpus import Entry, puzzles_at
from nonoforge.bench.table import BenchOptions, Draft, Plot, Report, Table, Value, machine, timed
from nonoforge.engine import Budget, verify
from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.families.grid import from_picture
from nonoforge.methods import METHODS, Method, choose
from nonoforge.puzzle import Colouring, Puzzle
from nonoforge.state import State
from nonoforge.verdict import Verdict

BUDGET = Budget(seconds=10.0)
OVERDRAWN = 1.2  # times its seconds, and a moment: what takes longer is noted
MOMENT = 0.1

COLUMNS = ("puzzle", "size", "method", "verdict", "seconds", "settled", "nodes", "conflicts",
           "solutions", "agrees")
SUMMARY = ("method", "puzzles", "served", "decided", "total seconds", "median seconds",
           "fastest on")
PLOT = Plot("method", ("total seconds", "median seconds"), "seconds", log=True)
NOTES = (
    "agrees: yes, with all others that came to a verdict; NO, it is wrong, by a solution that "
    "passed the independent check; a dash, it came to no verdict, or no other did.",
    "seconds: whole calls on a fresh puzzle; reading the file is not included. solutions: found, "
    "of two that are looked for.",
)
SUMMARY_NOTES = (
    "total seconds: of all puzzles it served, decided or not; median seconds: of those it decided; "
    "fastest on: the number of puzzles, of those that any method decided.",
)
ALARMS = ("DISAGREEMENT", "FAILED")
"""How a note about a disagreement or failure begins."""


class Run(NamedTuple):
    """A method on a puzzle. Without a verdict, `why` says what happened instead."""

    method: str
    verdict: Verdict | None = None
    seconds: float = 0.0
    why: str = ""

    @property
    def decided(self) -> bool:
        return self.verdict is not None and self.verdict.answer != "unknown"


def methods(options: BenchOptions) -> Table:
    """Return all methods, or those asked for, on each puzzle of a file or folder, 10 s each."""
    if options.path is None:
        raise InputError("the methods need puzzles: name a file or a folder of them")
    asked = {str(method): method for method in map(choose, options.methods or METHODS)}
    entries, notes = puzzles_at(options.path)
    budget = options.budget or BUDGET
    draft = Draft("Methods: every method on every puzzle", COLUMNS, options.report)
    for method in asked.values():
        _warm_up(method)
    results: list[list[Run]] = []
    for number, entry in enumerate(entries):
        runs: list[Run] = []
        for name, method in asked.items():
            options.report.at(number * len(asked) + len(runs), len(entries) * len(asked),
                           f"{entry.name}, {name}")
            runs.append(run(method, entry.nonogram.puzzle, budget, options.seed,
                            options.repeats or 1))
        notes += _rows(draft, entry, runs, budget)
        results.append([_small(run) for run in runs])
    measured = (f"budget: {_budget_words(budget)} for each method on each puzzle.", machine())
    alarms_first = sorted(notes, key=lambda note: not note.startswith(ALARMS))
    draft.note(*alarms_first, *NOTES, *measured)
    return draft.table(_summary(list(asked), results, measured))


def alarmed(table: Table) -> bool:
    """Return whether a note reports a disagreement or a failure."""
    return any(note.startswith(ALARMS) for part in (table, *table.more) for note in part.notes)


def run(method: Method, puzzle: Puzzle, budget: Budget, seed: int = 0, repeats: int = 1) -> Run:
    """Run a method on a puzzle; return the median time of several runs."""
    name = str(method)
    if why := method.refusal(puzzle):
        return Run(name, why=f"refused: {why.partition(', and ')[0]}")
    try:
        turns = [timed(partial(method.solve, replace(puzzle), budget=budget, seed=seed))
                 for _ in range(repeats)]
    except MissingPart as error:
        return Run(name, why=f"missing: {method.needs or error}")
    except NonoforgeError as error:
        return Run(name, why=f"refused: {error}")
    except Exception as error:
        return Run(name, why=f"failed: {type(error).__name__}: {error}")
    turns.sort(key=lambda turn: turn[0])
    return Run(name, turns[0][1], median(seconds for seconds, _ in turns))


def agreement(puzzle: Puzzle, runs: Sequence[Run]) -> list[str]:
    """Return for each run: yes, NO, or a dash."""
    found = {solution for run in runs if run.verdict for solution in run.verdict.solutions}
    proved = {solution for solution in found if verify(puzzle, solution)}
    decided = sum(run.decided for run in runs)
    words = []
    for run in runs:
        if run.verdict is not None and _wrong(run.verdict, proved):
            words.append("NO")
        else:
            words.append("yes" if run.decided and decided > 1 else "-")
    return words


def _wrong(verdict: Verdict, proved: Collection[Colouring]) -> bool:
    """Return whether the run claims something that these solutions contradict."""
    own = set(verdict.solutions)
    claims = {"none": 0, "unique": 1}
    if not own <= set(proved) or len(own) < len(verdict.solutions):
        return True
    if verdict.answer in claims and not len(own) == claims[verdict.answer] >= len(proved):
        return True
    if verdict.answer == "multiple" and len(own) < 2:
        return True
    if verdict.complete and len(proved) > len(own):
        return True
    # Where there is none the state means nothing; else it holds in every solution.
    return verdict.answer != "none" and any(
        not mask >> colour & 1 for solution in proved
        for mask, colour in zip(verdict.state.masks, solution, strict=True))


def _warm_up(method: Method) -> None:
    """Run each method once: the first call loads libraries."""
    with suppress(Exception):
        method.solve(from_picture([[1]]), budget=Budget(seconds=1.0))


def _rows(draft: Draft, entry: Entry, runs: Sequence[Run], budget: Budget) -> list[str]:
    """Return the rows of a puzzle; gives notes on what went wrong."""
    notes = []
    words = agreement(entry.nonogram.puzzle, runs)
    for run, agrees in zip(runs, words, strict=True):
        draft.row(entry.name, entry.size, run.method, *_figures(run), agrees)
        place = f"{run.method} on {entry.name}"
        if run.why.startswith("failed"):
            notes.append(f"FAILED: {place}: {run.why.removeprefix('failed: ')}.")
        if budget.seconds and run.seconds > OVERDRAWN * budget.seconds + MOMENT:
            notes.append(f"{place} took {run.seconds:.2f} s, more than its budget.")
    if "NO" in words:
        said = ", ".join(f"{run.method} {run.verdict.answer}{' (WRONG)' * (word == 'NO')}"
                         for run, word in zip(runs, words, strict=True) if run.verdict)
        notes.append(f"DISAGREEMENT on {entry.name}: {said}.")
    return notes


def _figures(run: Run) -> tuple[Value, ...]:
    """Return verdict, seconds, work and solutions."""
    if run.verdict is None:
        return run.why, None, None, None, None, None
    work = run.verdict.work
    return (run.verdict.answer, run.seconds, work.settled, work.nodes, work.conflicts,
            len(run.verdict.solutions))


def _small(run: Run) -> Run:
    """Return the run without its solutions: of many puzzles only figures are kept."""
    if run.verdict is None:
        return run
    return run._replace(verdict=run.verdict._replace(solutions=(), state=State(())))


def _summary(
    names: Sequence[str], results: Sequence[Sequence[Run]], measured: Sequence[str],
) -> Table:
    draft = Draft("Methods: all puzzles together", SUMMARY, Report(), PLOT)
    fastest = [min((run for run in runs if run.decided), key=lambda run: run.seconds, default=None)
               for runs in results]
    for index, name in enumerate(names):
        own = [runs[index] for runs in results]
        served = [run for run in own if run.verdict is not None]
        decided = [run.seconds for run in served if run.decided]
        draft.row(name, len(own), len(served), len(decided),
                  sum(run.seconds for run in served) if served else None,
                  median(decided) if decided else None,
                  sum(run is not None and run.method == name for run in fastest))
    draft.note(*SUMMARY_NOTES, *measured)
    return draft.table()


def _budget_words(budget: Budget) -> str:
    parts = ((name, part) for name, part in budget._asdict().items() if part is not None)
    return ", ".join(f"{part:g} s" if name == "seconds" else f"{name}={part:,}"
                     for name, part in parts) or "none"
