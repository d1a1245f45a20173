"""A puzzle from the edges of a drawing, extended to the frame: exact.

Each step says what it did; what was changed from the drawing is never silent.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from nonoforge.errors import InputError, MissingPart, NonoforgeError, OutOfBudget
from nonoforge.families.plane import Drawing, Stages, from_faces, judged, title_of
from nonoforge.families.plane.colouring import FaceColours
from nonoforge.families.sloped.colouring import colour_faces
from nonoforge.families.sloped.disambiguate import disambiguate, slopes_of
from nonoforge.families.sloped.drawing import ExactDrawing, exact_drawing
from nonoforge.families.sloped.lattice import FRAME_SIDES, min_width
from nonoforge.families.sloped.lines import Slopes
from nonoforge.families.sloped.options import SlopedOptions
from nonoforge.families.sloped.straightening import Snap, find_frame, sketch_of
from nonoforge.families.sloped.widening import Widened, split_and_widen, widen, widest
from nonoforge.families.sloped.widening.splitting import MAX_CANDIDATES
from nonoforge.judge import Report
from nonoforge.nonogram import Info, Nonogram
from nonoforge.time_limit import time_share

CURING_SHARE = 0.5  # of the time that is left, to look for further lines
STOPPED = (f"not all ways to split points were tried: the limits are {MAX_CANDIDATES} of them, "
           "and --budget")


class Extended(NamedTuple):
    """A puzzle from the edges of a drawing, before clues are hidden and labels placed."""

    nonogram: Nonogram
    report: Report
    widened: Widened
    added: tuple[int, ...]
    """Lines, counted from 0, that were added so that one solution is left."""
    colour_by: str
    notes: tuple[str, ...]


def extend_edges(
    drawing: Drawing, options: SlopedOptions, stages: Stages, most: int | None = None,
) -> Extended:
    """Return the puzzle of a drawing's edges; an InputError where they make none, or more lines
    than `most`."""
    slopes, snap = Slopes.parse(options.slopes), Snap(*(options.snap or (0.0, 0.0)))
    with stages("lines", "extending edges"):
        drawing, frame = find_frame(drawing, options.frame, options.size)
        lines = exact_drawing(sketch_of(drawing, frame, snap.mm), slopes, snap, most)
    with stages("verdict", "checking that it has one solution"):
        draft = _draft(lines, options, Info(title=title_of(drawing, options)))
    with stages("cure", "looking for a line that leaves one solution"):
        draft, added, notes = _cured(draft, slopes, options)
    with stages("widening", "widening faces"):
        widened, more = _widened(draft.drawn, options)
        draft = _after(draft, widened, options)
    return Extended(draft.nonogram, draft.report, widened, added, draft.colours.by,
                    (*lines.notes, *notes, *more))


class _Draft(NamedTuple):
    """A drawing on its lattice, coloured, as a puzzle, and what is true of that."""

    drawn: ExactDrawing
    colours: FaceColours
    nonogram: Nonogram
    report: Report


def _draft(drawn: ExactDrawing, options: SlopedOptions, info: Info) -> _Draft:
    colours = colour_faces(drawn, options.colour_by)
    if not any(colours.colouring):
        raise InputError("no face has a colour: the shapes cancel each other out, or are white")
    nonogram = from_faces(drawn.lattice.arrangement(), colours.colouring,
                          palette=colours.palette, info=info)
    report = judged(nonogram, options)
    return _Draft(drawn, colours, nonogram, report)


def _cured(
    draft: _Draft, slopes: Slopes, options: SlopedOptions,
) -> tuple[_Draft, tuple[int, ...], list[str]]:
    """Return the draft with further lines, where it has several solutions and that helps."""
    if draft.report.verdict.answer != "multiple" or not options.cure:
        return draft, (), []
    before = draft.drawn.lattice
    found = None
    with suppress(OutOfBudget), time_share(CURING_SHARE):
        found = disambiguate(draft.drawn, options.colour_by, draft.report.ambiguous_cells,
                             slopes_of(before, slopes), seconds=options.spending.seconds)
    if found is None:
        return draft, (), ["no few further lines were found that leave one solution"]
    first = len(before.lines) - FRAME_SIDES
    return (_draft(found.drawn, options, draft.nonogram.info),
            tuple(range(first, first + len(found.lines))), [])


def _widened(drawn: ExactDrawing, options: SlopedOptions) -> tuple[Widened, list[str]]:
    lattice, corners, seconds = drawn.lattice, drawn.corners, options.spending.seconds
    try:
        if options.widest:
            return widest(lattice, corners=corners, seconds=seconds), []
        if options.split:
            found = split_and_widen(lattice, corners, options.min_width, options.objective,
                                    seconds=seconds)
            return found, [STOPPED] if found.stopped else []
        return widen(lattice, options.min_width, options.objective, corners=corners,
                     seconds=seconds), []
    except (InputError, MissingPart):
        raise
    except NonoforgeError as error:  # the solver's: rare, where a drawing has hair-thin faces
        width = min_width(lattice)
        stays = Widened(lattice, width, width, options.min_width, width >= options.min_width,
                        (0.0,) * (len(lattice.lines) - FRAME_SIDES))
        return stays, [f"no face was widened: {error}"]


def _after(draft: _Draft, widened: Widened, options: SlopedOptions) -> _Draft:
    """Return the draft on the widened faces. They have the numbers that they had, unless points
    were split: then some are new, and so is the puzzle."""
    drawn = replace(draft.drawn, lattice=widened.lattice)
    if widened.splits:
        return _draft(drawn, options, draft.nonogram.info)
    nonogram = from_faces(widened.lattice.arrangement(), draft.colours.colouring,
                          palette=draft.colours.palette, info=draft.nonogram.info)
    assert nonogram.puzzle == draft.nonogram.puzzle, "widening has changed the puzzle"
    return draft._replace(drawn=drawn, nonogram=nonogram)
