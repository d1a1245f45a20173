"""From a drawing to a puzzle: its edges extended, its faces coloured and widened.

Each step says what it did; what was changed from the drawing is never silent.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import NamedTuple

from nonoforge.engine import Budget
from nonoforge.errors import InputError, MissingPart, NonoforgeError
from nonoforge.families.plane import Drawing, Labelled, Labeller, Say, Stages, from_faces
from nonoforge.families.sloped.colouring import Coloured, Rule, coloured
from nonoforge.families.sloped.difficulty import passes
from nonoforge.families.sloped.disambiguate import cure, slopes_of
from nonoforge.families.sloped.drawing import ExactDrawing, exact_drawing
from nonoforge.families.sloped.lattice import FRAME_SIDES, min_width
from nonoforge.families.sloped.lines import DEFAULT_SLOPES, Slopes
from nonoforge.families.sloped.straightening import NO_SNAP, Snap, find_frame, sketch_of
from nonoforge.families.sloped.widening import Objective, Widened, split_and_widen, widen, widest
from nonoforge.families.sloped.widening.splitting import BUDGET
from nonoforge.judge import Report, check
from nonoforge.nonogram import Info, Nonogram
from nonoforge.path import Point
from nonoforge.verdict import Verdict

LONGEST = Budget(seconds=30.0)
ASIDE = ("loading", "labels")  # stages that are no part of making the puzzle
MIN_WIDTH = 3.0  # millimetres: a face that a pencil can fill
STOPPED = f"not all ways to split points were tried: the limits are {BUDGET} of them, and --budget"


@dataclass(frozen=True)
class Plan:
    """What the designer asks for. Lengths are millimetres."""

    min_width: float = MIN_WIDTH  # 0 leaves faces as they are
    widest: bool = False  # instead: as wide as they can be
    objective: Objective = "squares"
    split: bool = False  # let lines part that meet by accident, where that helps
    slopes: Slopes = DEFAULT_SLOPES
    snap: Snap = NO_SNAP
    frame: tuple[float, float, float, float] | None = None  # x, y, width, height in the file
    size: float | None = None  # the longer side of the frame
    colour_by: Rule = "auto"
    cure: bool = True
    labels: Labeller | None = None
    seed: int = 0
    budget: Budget = LONGEST  # for the verdict; its seconds again for widening, cure and labels


@dataclass(frozen=True)
class Made:
    """The nonogram, what is true of it, and what was done to get there."""

    nonogram: Nonogram
    report: Report
    difficulty: int | None  # Parment's: sides with progress; None where sides are not enough
    widened: Widened
    objective: Objective
    added: tuple[int, ...]  # lines, counted from 0, that were added so that one solution is left
    labelled: Labelled | None
    colour_by: str
    notes: tuple[str, ...]
    stages: dict[str, float] = field(default_factory=dict)  # seconds

    @property
    def verdict(self) -> Verdict:
        return self.report.verdict

    @property
    def seconds(self) -> float:
        """From the drawing to the puzzle: without loading libraries, which is done once, and
        without placing labels."""
        return sum(spent for name, spent in self.stages.items() if name not in ASIDE)

    def ends(self, line: int) -> tuple[Point, Point]:
        """Where a line meets the frame."""
        lattice = self.widened.lattice
        along = lattice.along[FRAME_SIDES + line]
        return lattice.places[along[0]], lattice.places[along[-1]]


class _Draft(NamedTuple):
    """A drawing on its lattice, coloured, as a puzzle, and what is true of that."""

    drawn: ExactDrawing
    colours: Coloured
    nonogram: Nonogram
    report: Report


def make_sloped(
    drawing: Drawing, plan: Plan | None = None, say: Say = lambda words: None,
) -> Made:
    """A puzzle from a drawing."""
    plan = plan or Plan()
    stages = Stages(say)
    with stages("loading", "loading libraries"):
        _load()
    with stages("lines", "extending edges"):
        drawing, frame = find_frame(drawing, plan.frame, plan.size)
        lines = exact_drawing(sketch_of(drawing, frame, plan.snap.mm), plan.slopes, plan.snap)
    with stages("verdict", "checking that it has one solution"):
        draft = _draft(lines, plan, Info(title=drawing.title))
    with stages("cure", "looking for a line that leaves one solution"):
        draft, added, notes = _cured(draft, plan)
    with stages("widening", "widening faces"):
        widened, more = _widened(draft.drawn, plan)
    with stages("puzzle", "making the puzzle"):
        draft = _after(draft, widened, plan)
        nonogram, difficulty = draft.nonogram, passes(draft.nonogram)
    labelled = None
    if plan.labels is not None:
        with stages("labels", "placing labels"):
            labelled = plan.labels(nonogram, plan.budget.seconds)
            nonogram = labelled.nonogram
    return Made(nonogram, draft.report, difficulty, widened, plan.objective, added, labelled,
                draft.colours.by, (*lines.notes, *notes, *more), stages.seconds)


def _load() -> None:
    """What making needs, before any work is done."""
    try:
        import highspy  # noqa: F401
        import numpy  # noqa: F401
    except ImportError as error:
        raise MissingPart(f"sloped puzzles need {error.name}; install nonoforge[planes]") from None


def _draft(drawn: ExactDrawing, plan: Plan, info: Info) -> _Draft:
    colours = coloured(drawn, plan.colour_by)
    if not any(colours.colouring):
        raise InputError("no face has a colour: the shapes cancel each other out, or are white")
    nonogram = from_faces(drawn.lattice.arrangement(), colours.colouring,
                          palette=colours.palette, info=info)
    return _Draft(drawn, colours, nonogram, check(nonogram, budget=plan.budget, seed=plan.seed))


def _cured(draft: _Draft, plan: Plan) -> tuple[_Draft, tuple[int, ...], list[str]]:
    """The draft with further lines, where it has several solutions and that helps."""
    if draft.report.verdict.answer != "multiple" or not plan.cure:
        return draft, (), []
    before = draft.drawn.lattice
    found = cure(draft.drawn, plan.colour_by, draft.report.ambiguous_cells,
                 slopes_of(before, plan.slopes), seconds=plan.budget.seconds)
    if found is None:
        return draft, (), ["no few further lines were found that leave one solution"]
    first = len(before.lines) - FRAME_SIDES
    return (_draft(found.drawn, plan, draft.nonogram.info),
            tuple(range(first, first + len(found.lines))), [])


def _widened(drawn: ExactDrawing, plan: Plan) -> tuple[Widened, list[str]]:
    lattice, corners, seconds = drawn.lattice, drawn.corners, plan.budget.seconds
    try:
        if plan.widest:
            return widest(lattice, corners=corners, seconds=seconds), []
        if plan.split:
            found = split_and_widen(lattice, corners, plan.min_width, plan.objective,
                                    seconds=seconds)
            return found, [STOPPED] if found.stopped else []
        return widen(lattice, plan.min_width, plan.objective, corners=corners,
                     seconds=seconds), []
    except (InputError, MissingPart):
        raise
    except NonoforgeError as error:  # the solver's: rare, where a drawing has hair-thin faces
        width = min_width(lattice)
        stays = Widened(lattice, width, width, plan.min_width, width >= plan.min_width,
                        (0.0,) * (len(lattice.lines) - FRAME_SIDES))
        return stays, [f"no face was widened: {error}"]


def _after(draft: _Draft, widened: Widened, plan: Plan) -> _Draft:
    """The draft on the widened faces. They have the numbers that they had, unless points were
    split: then some are new, and so is the puzzle."""
    drawn = replace(draft.drawn, lattice=widened.lattice)
    if widened.splits:
        return _draft(drawn, plan, draft.nonogram.info)
    nonogram = from_faces(widened.lattice.arrangement(), draft.colours.colouring,
                          palette=draft.colours.palette, info=draft.nonogram.info)
    assert nonogram.puzzle == draft.nonogram.puzzle, "widening has changed the puzzle"
    return draft._replace(drawn=drawn, nonogram=nonogram)
