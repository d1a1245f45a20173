"""Make a sloped nonogram from a drawing: by extending its edges where they make a puzzle, else by
simplifying the picture to few lines.

Each step says what it did; what was changed from the drawing is never silent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic
from typing import TYPE_CHECKING, TypeAlias

from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Labelled, Stages, judged, place, thinned
from nonoforge.families.sloped.difficulty import passes
from nonoforge.families.sloped.extending import Extended, extend_edges
from nonoforge.families.sloped.family import FAMILY
from nonoforge.families.sloped.lattice import FRAME_SIDES
from nonoforge.families.sloped.lines import DEFAULT_SLOPES as LATTICE_SLOPES
from nonoforge.families.sloped.lines import Slopes
from nonoforge.families.sloped.options import DEFAULT_SLOPES, SlopedOptions
from nonoforge.families.sloped.widening import Objective, Widened
from nonoforge.judge import Hidden, Rating, Report, Target, hide_clues
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Nonogram
from nonoforge.path import Point
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import deadline, time_left, time_share
from nonoforge.verdict import Budget

if TYPE_CHECKING:
    from nonoforge.families.sloped.simplifying import Lined

NOT_MAKING = ("loading", "labels")  # stages that are no part of making the puzzle
MAX_EXTENDED = 80  # lines: a drawing whose edges give more is simplified
MIN_EXTENDED_WIDTH = 1.0  # mm: and one with a narrower face
MAX_RATING_SECONDS = 20.0
ORDER_SHARE = 0.7  # of the time that is left, to make a puzzle as difficult as asked for
RATING_SHARE = 0.8  # of that, to try others
SIMPLIFIED_SLOPES = "a simplified picture has lines at 0, 45, 90 and 135 degrees only"
NOT_SIMPLIFIED = ("a picture is simplified to lines at 0, 45, 90 and 135 degrees, which --slopes "
                  "does not allow; leave it out, or add them")


Made: TypeAlias = "Extended | Lined"


@dataclass(frozen=True, kw_only=True, repr=False)
class SlopedResult(MakeResult):
    """A sloped nonogram, facts about it, and notes on how it was made."""

    report: Report
    difficulty: int | None
    """Parment's: the sides with progress; None where sides are not enough."""
    widened: Widened
    objective: Objective
    added: tuple[int, ...]
    """Lines, counted from 0, that were added so that one solution is left."""
    labelled: Labelled | None
    colour_by: str
    simplified: Lined | None = None
    """How the picture was simplified; None where its own edges were extended."""

    @property
    def difficulty_rating(self) -> Rating:
        return self.report.rating

    def ends(self, line: int) -> tuple[Point, Point]:
        """Return where a line meets the frame."""
        lattice = self.widened.lattice
        along = lattice.along[FRAME_SIDES + line]
        return lattice.places[along[0]], lattice.places[along[-1]]


def make(drawing: Drawing, options: SlopedOptions, progress: ShareProgress) -> SlopedResult:
    """Make a sloped nonogram from a drawing or picture."""
    stages = Stages(progress)
    with stages("loading", "loading libraries"):
        FAMILY.check_libraries()
    from nonoforge.families.sloped.simplifying import line_picture

    made: Made | None = _extended(drawing, options, stages)
    if made is None:
        made = line_picture(drawing, options, stages)
        if options.slopes != DEFAULT_SLOPES:
            made = replace(made, notes=(*made.notes, SIMPLIFIED_SLOPES))
    with stages("puzzle", "making the puzzle"), time_share(ORDER_SHARE):
        made, hidden, report = _to_order(made, options, stages)
        nonogram, difficulty = hidden.nonogram, passes(hidden.nonogram)
    labelled = None
    if (labels := options.label_options) is not None:
        with stages("labels", "placing labels"):
            labelled = place(nonogram, labels)
            while labelled.labeling.left and not isinstance(made, Extended):
                if (larger := made.enlarged()) is not None:
                    made, nonogram = larger, _with_clues(larger.nonogram, nonogram)
                elif options.rating is None and (other := made.fewer()) is not None:
                    made, hidden, report = _to_order(other, options, stages)
                    nonogram, difficulty = hidden.nonogram, passes(hidden.nonogram)
                else:
                    break
                labelled = place(nonogram, labels)
            nonogram = labelled.nonogram
    return SlopedResult(
        nonogram=nonogram, verdict=report.verdict, report=report, difficulty=difficulty,
        interrupted=hidden.interrupted, widened=made.widened, objective=options.objective,
        added=made.added, labelled=labelled, colour_by=made.colour_by,
        simplified=None if isinstance(made, Extended) else made, notes=(*made.notes, *hidden.notes),
        stages=stages.seconds, seconds=sum(
            spent for name, spent in stages.seconds.items() if name not in NOT_MAKING))


def _extended(
    drawing: Drawing, options: SlopedOptions, stages: Stages,
) -> Extended | None:
    """Return the puzzle of the drawing's own edges; None where they make none that can be used, and
    it may be simplified."""
    if options.detail == "exact":
        if drawing.pixels is not None:
            raise InputError("a picture in pixels has no edges to extend; leave out --detail exact")
        made = extend_edges(drawing, options, stages)
        if options.lines is not None and len(made.widened.shifts) > options.lines:
            raise InputError(f"its edges give {len(made.widened.shifts)} lines; --detail auto "
                             f"makes {options.lines} of them")
        return made
    simplifiable = Slopes.parse(options.slopes).allow(LATTICE_SLOPES)
    if options.detail != "auto" or drawing.pixels is not None:
        if not simplifiable:
            raise InputError(NOT_SIMPLIFIED)
        return None
    try:
        made = extend_edges(drawing, options, stages, options.lines or MAX_EXTENDED)
    except InputError as error:
        if not simplifiable:
            raise InputError(f"{NOT_SIMPLIFIED}; its own edges make no puzzle: {error}") from None
        return None
    widened = made.widened
    usable = widened.reached or widened.after >= MIN_EXTENDED_WIDTH or not simplifiable
    return made if usable else None


def _with_clues(whole: Nonogram, shown: Nonogram) -> Nonogram:
    """Return a nonogram with the clues that another one of the same lines shows."""
    numbers = {line.number for line in shown.puzzle.lines}
    return whole.family.with_clues(whole, [
        index for index, line in enumerate(whole.puzzle.lines) if line.number in numbers])


# Difficulty to order: the number of lines, and clues that are hidden.

def _to_order(
    made: Made, options: SlopedOptions, stages: Stages,
) -> tuple[Made, Hidden, Report]:
    """Return the puzzle with the clues that are asked for, and as difficult as asked for."""
    hidden, report = thinned(made.nonogram, made.report, options, stages.progress)
    if options.rating is None:
        return made, hidden, report
    low, high = options.rating
    best = (made, hidden, report)
    until = deadline(min(RATING_SHARE * time_left(), MAX_RATING_SECONDS))

    def away(found: Report) -> int:
        stars = found.rating.stars
        return 9 if found.verdict.answer != "unique" or stars is None else \
            max(low - stars, stars - high, 0)

    for each, other in _variants(made, options, until):
        if not away(best[2]):
            break
        now = judged(other.nonogram, options)
        if away(now) < away(best[2]):
            best = (each, other, now)
    if away(best[2]):
        wanted = f"{low} to {high} stars" if low < high else "1 star" if low == 1 else \
            f"{low} stars"
        note = f"no puzzle of {wanted} was found; the nearest has " \
               f"{best[2].rating.stars or 'no rating'}"
        best = (best[0], best[1]._replace(notes=(*best[1].notes, note)), best[2])
    return best


def _variants(
    made: Made, options: SlopedOptions, until: float,
) -> Iterator[tuple[Made, Hidden]]:
    """Yield puzzles of other difficulty: with fewer clues, and with more or fewer lines."""
    bases: Iterator[Made] = iter((made,)) if isinstance(made, Extended) else made.others()
    for base in bases:
        if base is not made:
            yield base, thinned(base.nonogram, base.report, options, lambda *_: None)[0]
        for level in ("line", "probe"):
            for share in (0.8, 0.65, None):
                spare = until - monotonic()
                if spare <= 0:
                    return
                if options.clues == "all" and base.report.verdict.line_solvable:
                    found = hide_clues(base.nonogram, Target(share), level=level,
                                       seed=options.seed, budget=Budget(seconds=min(1.0, spare)))
                    kept = len(found.nonogram.puzzle.lines)
                    note = f"{kept:,} of {len(base.nonogram.puzzle.lines):,} clues are shown"
                    yield base, found._replace(notes=(note,))


make_sloped = Maker(FAMILY, SlopedOptions, make)
