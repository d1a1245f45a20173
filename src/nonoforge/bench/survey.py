"""Puzzle by puzzle: the verdict, the level that it took, the time in both engines, the work."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from nonoforge.bench.clock import QUICK, machine, repeated, timed
from nonoforge.bench.corpus import puzzles_at
from nonoforge.bench.table import Draft, Table, Wish
from nonoforge.engine import ENGINE, Budget, plain, solve
from nonoforge.errors import InputError
from nonoforge.puzzle import Puzzle
from nonoforge.verdict import Verdict

PATIENCE = 300.0  # seconds for a verdict
PLAIN_PATIENCE = 20.0  # seconds for the plain engine

COLUMNS = ("puzzle", "size", "verdict", "level", "native ms", "plain ms", "settled", "probes",
           "nodes", "conflicts")
NOTES = (
    "native ms: the median of several whole calls of solve on a fresh puzzle, each with another "
    "seed; reading the file is not included. The other figures are those of the median run.",
    f"plain ms: the engine in Python alone, lines to search, no SAT; a dash is more than "
    f"{PLAIN_PATIENCE:.0f} s.",
)


def survey(wish: Wish) -> Table:
    """Each puzzle of a file or folder: verdict, level, milliseconds in both engines, work."""
    if wish.path is None:
        raise InputError("the survey needs puzzles: name a file or a folder of them")
    draft = Draft("Survey: verdicts and what they take", COLUMNS, wish.report)
    entries, notes = puzzles_at(wish.path)
    for entry in entries:
        puzzle = entry.nonogram.puzzle
        seconds, verdict, runs = _median_run(puzzle, wish.repeats, wish.seed)
        native = 1e3 * seconds if ENGINE == "native" else None
        slow = 1e3 * seconds if ENGINE != "native" else _plain_milliseconds(puzzle, wish.repeats)
        draft.row(entry.name, entry.size, verdict.answer, verdict.level, native, slow,
                  *verdict.work)
        if verdict.level == "sat" or runs[-1] > 1:
            notes.append(f"{entry.name}: " + ", ".join(f"{run:.2f}" for run in runs)
                         + f" s with the seeds from {wish.seed} on, in order of time.")
    draft.note(*NOTES, *notes, machine())
    return draft.table()


def _median_run(
    puzzle: Puzzle, repeats: int | None, seed: int,
) -> tuple[float, Verdict, list[float]]:
    """The run in the middle, and the seconds of all."""
    budget = Budget(seconds=PATIENCE)
    runs = [_run(puzzle, seed, budget)]
    for turn in range(1, repeats or _turns(*runs[0])):
        runs.append(_run(puzzle, seed + turn, budget))
    runs.sort(key=lambda run: run[0])
    answers = {verdict.answer for _, verdict in runs} - {"unknown"}
    if len(answers) > 1:
        raise AssertionError(f"runs disagree: {sorted(answers)}")
    seconds, verdict = runs[(len(runs) - 1) // 2]
    return seconds, verdict, [seconds for seconds, _ in runs]


def _run(puzzle: Puzzle, seed: int, budget: Budget) -> tuple[float, Verdict]:
    """One run on a copy, with which no engine has kept anything yet."""
    return timed(partial(solve, replace(puzzle), seed=seed, budget=budget))


def _turns(seconds: float, verdict: Verdict) -> int:
    """More runs for what is quick; five seeds where luck decides."""
    if seconds < QUICK:
        return 9
    return 5 if verdict.level in ("search", "sat") else 3


def _plain_milliseconds(puzzle: Puzzle, repeats: int | None) -> float | None:
    budget = Budget(seconds=PLAIN_PATIENCE)
    run = partial(plain.solve, puzzle, budget=budget)
    seconds, outcome = timed(run)
    if outcome.exhausted:
        return None
    if seconds < 1:
        seconds = repeated(run, repeats or (5 if seconds < QUICK else 3)).median
    return 1e3 * seconds
