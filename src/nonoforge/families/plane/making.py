"""What making sloped and curved nonograms of drawings has in common."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from nonoforge.families.plane.drawing import Drawing
from nonoforge.families.plane.labels import Labelled, labelled
from nonoforge.families.plane.options import DrawingOptions
from nonoforge.judge import Hidden, Report, check, fewer_clues
from nonoforge.labeling import LabelOptions
from nonoforge.nonogram import Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import time_share
from nonoforge.verdict import Budget

if TYPE_CHECKING:
    from nonoforge.families.plane.regions import Regions


HIDING_SHARE = 0.5  # of the time that is left, to find clues that can be hidden
JUDGING_SHARE = 0.5  # to judge a puzzle
GROWING_SHARE = 0.75  # to extend a picture


def place(nonogram: Nonogram, options: LabelOptions) -> Labelled:
    """Return the nonogram with its labels placed; those of redundant clues are left out if that is
    asked for."""
    with time_share(HIDING_SHARE):
        hidden = fewer_clues(nonogram, options.clues, seed=options.seed,
                             budget=Budget.of(options.budget))
    found = labelled(
        hidden.nonogram, options.method, box=options.box, step=options.step,
        longest=options.max_extension, gap=options.gap, balanced=options.balanced,
        overlap=options.overlap, separate=options.separate, coarse=options.coarse,
        seconds=Budget.of(options.budget).seconds)
    return found._replace(notes=hidden.notes)


def thinned(
    nonogram: Nonogram, report: Report, options: DrawingOptions, progress: ShareProgress,
) -> tuple[Hidden, Report]:
    """Return the nonogram with as few clues as asked for, and the report on it."""
    with time_share(HIDING_SHARE):
        hidden = fewer_clues(
            nonogram, options.clues, seed=options.seed, budget=options.spending,
            progress=lambda left, of: progress(None, f"hiding clues: {left:,} of {of:,} left"))
    if hidden.nonogram is nonogram:
        return hidden, report
    return hidden, judged(hidden.nonogram, options)


def judged(nonogram: Nonogram, options: DrawingOptions) -> Report:
    """Return the report on a puzzle, in a part of the time that is left."""
    with time_share(JUDGING_SHARE):
        return check(nonogram, budget=options.spending, seed=options.seed)


def title_of(drawing: Drawing, options: DrawingOptions) -> str:
    """Return the title that is asked for, or that of the drawing."""
    return drawing.title if options.title is None else options.title


def regions_of(drawing: Drawing, options: DrawingOptions) -> Regions:
    """Return what the eye sees of a drawing or picture, with the frame, margin, colours and size
    that are asked for."""
    from nonoforge.families.plane.regions import visible_regions

    most = None if options.colours == "auto" else options.colours
    return visible_regions(drawing, colours=most, frame=options.frame, margin=options.margin,
                           size=options.size)


class Stages:
    """Reports stages as they begin, and keeps how many seconds each took."""

    def __init__(self, progress: ShareProgress) -> None:
        self.progress = progress
        self.seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, name: str, words: str) -> Iterator[None]:
        self.progress(None, words)
        begin = perf_counter()
        yield
        self.seconds[name] = self.seconds.get(name, 0.0) + perf_counter() - begin
