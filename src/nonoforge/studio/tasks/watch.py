"""`watch`: a method at work, step by step, for a film on the board."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.engine import Budget
from nonoforge.judge import SolveOptions
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.results import (
    Answer,
    WatchedStepRecord,
    flat_state,
    unknown_words,
    verdict_line,
    watched_words,
)
from nonoforge.state import State
from nonoforge.step import Step
from nonoforge.studio.tasks.judge import method_named
from nonoforge.studio.tasks.requests import Puzzle, StateNumbers, options_request, puzzle_of

MAX_FILM_STEPS = 5_000
MAX_FILM_CELLS = 6_000_000  # cells compared, over all steps


WatchRequest = options_request("WatchRequest", SolveOptions, [("puzzle", Puzzle)],
                               "Watch a method solve a puzzle.")


class WatchAnswer(msgspec.Struct, kw_only=True):
    """What a method did, to be shown step by step."""

    method: str
    steps: list[WatchedStepRecord]
    start: Annotated[StateNumbers, Meta(description="What is known before the first step.")]
    left_out: Annotated[int, Meta(description="Number of further steps, which are not here.")]
    verdict: Answer
    end: Annotated[str, Meta(description="How it ended, in a sentence.")]


def watch(request: Any, tell: ShareProgress) -> WatchAnswer:
    """Return the steps of a method."""
    nonogram, method = puzzle_of(request.puzzle), method_named(request.method)
    tell(None, f"watching {method.name}")
    film = Film(nonogram)
    verdict = method.solve(nonogram, limit=max(2, request.solutions), seed=request.seed,
                           budget=Budget(seconds=request.budget), observer=film.step)
    end = f"not decided: {unknown_words(nonogram, verdict)}" if verdict.answer == "unknown" else \
        verdict_line(nonogram, verdict)
    return WatchAnswer(
        method=str(method), steps=film.steps, start=film.start, left_out=film.left_out,
        verdict=verdict.answer, end=f"{end[:1].upper()}{end[1:]}.")


class Film:
    """Keeps the steps of a solver, each with the cells that changed."""

    def __init__(self, nonogram: Nonogram) -> None:
        self.nonogram = nonogram
        self.steps: list[WatchedStepRecord] = []
        self.left_out = 0
        self.start = self._shown = flat_state(nonogram, State.start(nonogram.puzzle))
        self._counts: Counter[str] = Counter()
        self._room = MAX_FILM_CELLS

    def step(self, step: Step, state: Callable[[], State]) -> None:
        """Keep a step; this is the observer of a solver."""
        counts, before = self._counts, self._shown
        in_vain = step.kind == "settle" and not step.learned
        counts[step.kind] += 1
        counts["in vain"] += in_vain
        if len(self.steps) >= MAX_FILM_STEPS or self._room < len(before):
            self.left_out += 1
            return
        if not in_vain:
            self._shown = flat_state(self.nonogram, state())
            self._room -= len(before)
        shown = self._shown
        self.steps.append(WatchedStepRecord(
            kind=step.kind, line=step.line, depth=step.depth,
            changes=[] if shown is before else [
                (cell, shown[cell]) for cell in range(len(shown)) if shown[cell] != before[cell]],
            settled=counts["settle"] + counts["break"], in_vain=counts["in vain"],
            assumed=counts["assume"], broken=counts["break"],
            sentence=watched_words(step, self.nonogram)))
