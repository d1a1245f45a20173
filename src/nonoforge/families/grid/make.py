"""Pictures into grid nonograms: cells, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from time import monotonic, perf_counter
from typing import NamedTuple

from nonoforge.engine import Budget, solve
from nonoforge.families.grid.build import from_picture
from nonoforge.families.grid.choosing import chosen, enough
from nonoforge.families.grid.geometry import grid_of
from nonoforge.families.grid.photo import Photo
from nonoforge.families.grid.plan import Made as Made
from nonoforge.families.grid.plan import Making as Making
from nonoforge.families.grid.plan import Plan as Plan
from nonoforge.families.grid.seeing import Seen, Source, remarks, seen, source_of
from nonoforge.judge import NOT_RATED, Mended, Rating, SolvableBy, mend, rate, unrated
from nonoforge.nonogram import Info, Nonogram
from nonoforge.verdict import Verdict

SWEPT = (0.0, -0.04, 0.04, -0.08, 0.08, -0.13, 0.13)  # around the automatic threshold
SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6)  # sizes that are tried where the best is asked for
LEVELS: tuple[SolvableBy, ...] = ("line", "probe", "unique")
LEAST, MOST_RATING = 1.0, 10.0  # seconds that a verdict and a rating have

Say = Callable[[str], None]
"""Is told what is being done, in a few words."""


class _Setting(NamedTuple):
    size: tuple[int, int]
    shift: float
    level: SolvableBy


def make_grid(photo: Photo, plan: Plan | None = None, say: Say = lambda words: None) -> Making:
    """Puzzles from a picture. Ctrl-C ends it with the best so far."""
    plan = plan or Plan()
    end = monotonic() + plan.seconds
    source = source_of(photo, plan)
    found: list[Made] = []
    interrupted = False
    try:
        for setting in _settings(source, plan):
            if found and (found[-1].interrupted or monotonic() > end or enough(found, plan)):
                break
            say(f"{setting.size[0]}x{setting.size[1]} cells, "
                f"{len(found) + 1}. way to see the picture")
            found.append(_made(source, plan, setting, end, say))
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    best, notes = chosen(found, plan)
    return Making(tuple(best), (*photo.notes, *_remarks(source, plan, best[0]), *notes),
                  interrupted or found[-1].interrupted)


def _settings(source: Source, plan: Plan) -> Iterator[_Setting]:
    """The ways to see the picture that are worth a try, the most faithful first."""
    swept = (plan.threshold == "sweep" or plan.several) and plan.colours == 1
    sizes = dict.fromkeys(_scaled(source.size, part)
                          for part in (SMALLER if plan.best_size else (1.0,)))
    for level in LEVELS if plan.several else (plan.level,):
        for size in sizes:
            for shift in SWEPT if swept else (0.0,):
                yield _Setting(size, shift, level)


def _scaled(size: tuple[int, int], part: float) -> tuple[int, int]:
    return max(1, round(size[0] * part)), max(1, round(size[1] * part))


def _made(source: Source, plan: Plan, setting: _Setting, end: float, say: Say) -> Made:
    begin = perf_counter()
    view = seen(source, plan, setting.size, setting.shift)
    nonogram = from_picture(view.inked.cells.tolist(), palette=view.inked.palette,
                            info=Info(title=plan.title))
    assert nonogram.solution is not None
    cost = view.inked.cost.reshape(-1, view.inked.cost.shape[2]).tolist()
    mended = mend(
        nonogram.puzzle, nonogram.solution, lambda cell, colour: cost[cell][colour],
        level=setting.level, seed=plan.seed, budget=Budget(seconds=end - monotonic()),
        progress=lambda changed, left: say(f"{changed} cells changed, {left:,} open"))
    loss = sum(cost[cell][colour] for cell, colour in mended.changes) / len(cost)
    return _judged(nonogram, mended, view, setting.level, loss, begin, end)


def _judged(
    nonogram: Nonogram, mended: Mended, view: Seen, level: SolvableBy, loss: float, begin: float,
    end: float,
) -> Made:
    assert nonogram.solution is not None
    result = replace(nonogram, puzzle=mended.puzzle, solution=mended.colouring)
    verdict = solve(result, budget=Budget(settled=2_000_000, conflicts=20_000,
                                          seconds=max(LEAST, end - monotonic())))
    interrupted = mended.interrupted
    try:
        rating = _rated(result, verdict, monotonic() if interrupted else end)
    except KeyboardInterrupt:
        rating, interrupted = unrated("it was interrupted"), True
    return Made(result, verdict, rating, nonogram.solution, mended.changes, loss, view.threshold,
                view.colours, level, len(mended.open), perf_counter() - begin, interrupted)


def _rated(nonogram: Nonogram, verdict: Verdict, end: float) -> Rating:
    if verdict.answer != "unique":
        return unrated(NOT_RATED[verdict.answer])
    left = min(MOST_RATING, end - monotonic())
    return rate(nonogram, budget=Budget(seconds=max(LEAST, left)))


def _remarks(source: Source, plan: Plan, made: Made) -> Iterator[str]:
    grid = grid_of(made.nonogram)[0]
    yield from remarks(source, plan, (grid.width, grid.height))
    if len(set(made.nonogram.solution or b"")) == 1 < len(made.cells):
        yield ("all cells have the same colour: there is nothing to find; another --threshold, "
               "--dither or --crop may show something")
