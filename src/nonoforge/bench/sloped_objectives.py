"""R. Parment, Generation of sloped nonograms (2015), Tables 5.3 to 5.5: what the three objectives
make of each other."""

from __future__ import annotations

from nonoforge.bench.clock import machine
from nonoforge.bench.parment import OBJECTIVES, SCORES, Scores
from nonoforge.bench.parts import Parts
from nonoforge.bench.sloped_drawings import OWN, Source, drawings_at
from nonoforge.bench.table import Draft, Plot, Table, Wish
from nonoforge.families.sloped import Objective, Widened, widen

TABLES = {2.6: "5.3", 3.0: "5.4", 4.0: "5.5"}
CHOSEN: tuple[Objective, ...] = ("squares", "sum", "max")

COLUMNS = ("drawing and objective", "lines", "width before", "sum of squares", "sum", "maximum",
           "2015 sum of squares", "2015 sum", "2015 maximum")
NOTES = (
    "Each row: lines are shifted so that every face is as wide as wanted and what the row names is "
    "least; then all three are measured, in millimetres and square millimetres. Each is one "
    "programme; in 2015 the least sum was the best of 5000 programmes out of 2 to the power of the "
    "lines, so that it may be larger than need be.",
    "There is a row for each drawing that is not wide enough and can be widened so far, here or in "
    "2015; others are left out, as they were.",
    "In 2015 edges were kept in place by bounds on each line, here by the length of each edge: "
    "that lets more lines move.",
)


def objectives(wish: Wish) -> Table:
    """Parment, Tables 5.3 to 5.5: each objective measured under each, at three widths."""
    sources, notes = drawings_at(wish.path)
    parts = Parts(wish.report, len(TABLES))
    tables = []
    for width, number in TABLES.items():
        parts.next(f"width {width:g}")
        draft = Draft(f"Objectives for a width of {width:g} mm (Parment 2015, Table {number})",
                      COLUMNS, wish.report,
                      Plot(COLUMNS[0], ("sum", "2015 sum"), "sum of all shifts, mm"))
        for source in sources:
            _rows(draft, source, width)
        tables.append(draft)
    tables[0].note(*NOTES, OWN, *notes, machine())
    first, *others = [draft.table() for draft in tables]
    return Table(first.title, first.columns, first.rows, first.notes, first.plot, tuple(others))


def _rows(draft: Draft, source: Source, width: float) -> None:
    """A row for each objective, if there is anything to tell."""
    published = SCORES[width].get(source.name)
    found = [widen(source.drawn.lattice, width, objective) for objective in CHOSEN]
    moved = found[0].before < width and found[0].reached
    if not moved and published is None:
        return
    for at, objective in enumerate(OBJECTIVES):
        ours = _scores(found[at]) if moved else (None, None, None)
        theirs: Scores | tuple[None, None, None] = published[at] if published else (None,) * 3
        draft.row(f"{source.name}: {objective}", source.lines, found[at].before, *ours, *theirs)


def _scores(found: Widened) -> tuple[float, float, float]:
    return found.shift_squares, found.shift_sum, found.shift_max
