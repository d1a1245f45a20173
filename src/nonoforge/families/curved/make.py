"""From a drawing to a puzzle: its curves arranged, its faces coloured, its labels placed.

Each step says what it did; what was changed from the drawing is never silent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import Arranged, Traits, arrange, traits
from nonoforge.families.curved.colouring import Coloured, Rule, coloured
from nonoforge.families.curved.drawing import Drawn, drawn
from nonoforge.families.curved.growing import Grown, Growth, Paint, paint
from nonoforge.families.curved.snapping import SNAP
from nonoforge.families.curved.stroke import Misdrawn, Stroke
from nonoforge.families.plane import Drawing, Labelled, Labeller, Say, Stages, from_faces
from nonoforge.judge import Report, check
from nonoforge.nonogram import Info, Nonogram

LONGEST = Budget(seconds=30.0)


Grower = Callable[[Stroke, Sequence[Stroke], Paint, Say], Grown]
"""Extends the outlines of a picture to the frame and adds curves. It gets the frame, the outlines
and the picture's colours."""


@dataclass(frozen=True)
class Plan:
    """What the designer asks for. Lengths are millimetres of the puzzle."""

    keep_curves: bool | None = None  # as they are drawn; None: if any of them is open
    snap: float = SNAP  # ends that miss something by no more are joined to it
    size: float | None = None  # the longer side of the frame
    colour_by: Rule = "auto"
    grow: Grower | None = None  # None: `Growth`, with the seed and within the budget
    labels: Labeller | None = None
    seed: int = 0
    budget: Budget = LONGEST  # for curves, for the verdict, and again for labels


@dataclass(frozen=True)
class Made:
    """The nonogram, the verdict on it, and what was done to get there."""

    nonogram: Nonogram
    report: Report
    traits: Traits
    arranged: Arranged
    drawn: Drawn
    grown: Grown | None
    labelled: Labelled | None
    colour_by: str
    notes: tuple[str, ...]
    stages: dict[str, float] = field(default_factory=dict)  # seconds

    @property
    def seconds(self) -> float:
        return sum(self.stages.values())


def make_curved(
    drawing: Drawing, plan: Plan | None = None, say: Say = lambda words: None,
) -> Made:
    """A puzzle from a drawing of curves."""
    plan = plan or Plan()
    stages = Stages(say)
    with stages("drawing", "sorting out what is drawn"):
        source = drawn(drawing, plan.snap, plan.size)
    try:
        return _made(source, drawing.title, plan, stages)
    except Misdrawn as error:
        told = error.in_drawing(source.framed.sheet.drawn)
        raise InputError("; ".join([told.message, *source.framed.notes])) from None


def _made(source: Drawn, title: str, plan: Plan, stages: Stages) -> Made:
    with stages("curves", "extending the picture"):
        grown = _grown(source, plan, stages.say)
        strokes = source.strokes if grown is None else grown.strokes
        frame = (grown and grown.frame) or source.frame
    with stages("arrangement", "arranging curves"):
        arranged = arrange(frame, strokes)
        nature = traits(arranged)
        colours = _colours(source, arranged, plan.colour_by)
        nonogram = from_faces(arranged.arrangement, colours.colouring, palette=colours.palette,
                              info=Info(title=title))
    with stages("verdict", "checking that it has one solution"):
        report = check(nonogram, budget=plan.budget, seed=plan.seed)
    labelled = None
    if plan.labels is not None and arranged.arrangement.sides:
        with stages("labels", "placing labels"):
            labelled = plan.labels(nonogram, plan.budget.seconds)
            nonogram = labelled.nonogram
    notes = (*source.notes, *_joined(source), *(grown.notes if grown else ()), *arranged.notes)
    return Made(nonogram, report, nature, arranged, source, grown, labelled, colours.by, notes,
                stages.seconds)


def _grown(source: Drawn, plan: Plan, say: Say) -> Grown | None:
    """Curves for a drawing that has only a picture; None if its own are kept."""
    keep = plan.keep_curves if plan.keep_curves is not None else not source.outlines_only
    if keep:
        return None
    extend = plan.grow or Growth(seed=plan.seed, seconds=plan.budget.seconds)
    colours = paint(source.picture, source.roles.behind, source.matrix, plan.colour_by)
    return extend(source.frame, source.strokes, colours, say)


def _colours(source: Drawn, arranged: Arranged, rule: Rule) -> Coloured:
    found = coloured(arranged, source.picture, source.roles.behind, source.matrix, rule)
    if not any(found.colouring):
        raise InputError("no face has a colour: the picture's outlines cancel each other out")
    return found


def _joined(source: Drawn) -> list[str]:
    if not source.snapped:
        return []
    most = max(each.by for each in source.snapped)
    ends = "1 end was" if len(source.snapped) == 1 else f"{len(source.snapped)} ends were"
    return [f"{ends} joined to what is next to it, by up to {most:.2g} mm"]
