"""R. Parment, Generation of sloped nonograms (2015), Table 5.7 and Figure 5.15: the largest width
of the narrowest face, and its curve over the number of lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from nonoforge.bench.clock import machine, repeated, timed
from nonoforge.bench.parment import CURVE
from nonoforge.bench.parts import Parts
from nonoforge.bench.sloped_drawings import OWN, drawings_at
from nonoforge.bench.table import Draft, Plot, Table, Wish
from nonoforge.families.sloped import Programme, build_programme, least_shifts, widest

TURNS = 3
CLOSE = 1e-4  # millimetres: where bisection ends

COLUMNS = ("drawing", "lines", "width before", "largest width", "curve", "blocked by points",
           "by bisection", "programmes", "ms", "bisection ms", "2015 largest width", "2015 curve")
NOTES = (
    "largest width: of the narrowest face, in millimetres, by one programme, built anew and "
    "checked; ms is all of that. by bisection: as in 2015, the width is doubled until it cannot "
    "be had, and then halved until two are close; programmes: how many were solved for that.",
    "blocked by points: points where three or more lines meet that have a part in the proof that "
    "there is no more.",
    "two_squares and simple_triangle are what they were: 50, and 100 times the root of 2, divided "
    "by 6, which bisection in steps gave as 23.5625.",
)


def width(wish: Wish) -> Table:
    """Parment, Table 5.7: the largest width of the narrowest face, and its curve."""
    sources, notes = drawings_at(wish.path)
    parts = Parts(wish.report, len(sources))
    found = []
    for source in filter(lambda source: source.lines, sources):  # a drawing may fill its frame
        parts.next(source.name)
        found.append((source, widest(source.drawn.lattice)))
    like = [pair for pair in found if pair[0].published] or found
    factor = curve((source.lines, top.after) for source, top in like)
    draft = Draft("The largest width (Parment 2015, Table 5.7 and Figure 5.15)", COLUMNS,
                  wish.report, Plot("drawing", ("largest width", "curve", "2015 largest width",
                                                "2015 curve"), "mm", log=True))
    for source, top in found:
        once = repeated(partial(widest, source.drawn.lattice), wish.repeats or TURNS).median
        slow, (halved, solved) = timed(partial(bisected, build_programme(source.drawn.lattice)))
        points = sum(blocker.kind == "point" for blocker in top.blockers)
        draft.row(source.name, source.lines, top.before, top.after, factor / source.lines, points,
                  halved, solved, 1e3 * once, 1e3 * slow,
                  source.published.width if source.published else None, CURVE / source.lines)
    draft.note(*NOTES, f"curve: {factor:.4f} / lines, the best fit by least squares to drawings "
                       f"with names of 2015, when it was {CURVE} / lines.", OWN, *notes, machine())
    return draft.table()


def curve(points: Iterable[tuple[int, float]]) -> float:
    """The b for which b / lines fits widths best, by least squares.

    >>> curve([(2, 50.0), (4, 25.0)])
    100.0
    """
    pairs = list(points)
    return sum(width / lines for lines, width in pairs) / sum(1 / lines ** 2 for lines, _ in pairs)


def bisected(rows: Programme) -> tuple[float, int]:
    """The largest width by doubling and halving, and how many programmes that takes."""
    low, high, count = 0.0, 1.0, 0
    while least_shifts(rows, high, "max") is not None:
        low, high, count = high, 2 * high, count + 1
    while high - low > CLOSE:
        middle, count = (low + high) / 2, count + 1
        found = least_shifts(rows, middle, "max")
        low, high = (low, middle) if found is None else (middle, high)
    return low, count + 1
