"""Relations by the number of faces: what R. Parment measured over the number of lines (Generation
of sloped nonograms, 2015, Figures 5.13, 5.15 and 5.16), and proposed in chapter 7 to measure over
the number of faces, "because those are clearly connected to the number of constraints".
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import exp, log
from random import Random
from typing import NamedTuple

from nonoforge.bench.parment import (
    GROWTH,
    OWN,
    PUBLISHED,
    SIZE,
    TIME_TURNS,
    WIDTH,
    Source,
    drawings_at,
    random_drawing,
    source,
)
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, machine, repeated
from nonoforge.families.sloped import (
    SlopedOptions,
    build_programme,
    largest_width,
    least_shifts,
    make_sloped,
)

MAX_RANDOM = 50  # lines of random drawings: beyond, their verdict would be most of the time

COLUMNS = ("drawing", "lines", "faces", "rows", "one programme ms", "largest width mm",
           "difficulty", "2015 programme ms", "2015 largest width", "2015 difficulty")
NOTES = (
    "In order of faces. rows: conditions of the programme, on widths, edges and points. one "
    f"programme: least squares for a width of {WIDTH:g} mm, whether it can be had or not, the "
    "median. difficulty: sides with progress, as in Table 5.8; a dash: single sides do not decide "
    "all faces. random N: a random drawing with N lines.",
    "The faces of the drawings of 2015 were not published; the figures of 2015 are beside drawings "
    "of the same name and number of lines.",
)
FIT_COLUMNS = ("relation", "by lines", "R2 by lines", "by faces", "R2 by faces", "by rows",
               "R2 by rows", "2015 by lines", "2015 R2 by lines")
FIT_NOTES = (
    "a n^p: the power law that fits the drawings above best, by least squares in logarithms; R2 is "
    "the share of the variance (of logarithms) that it explains. 2015: the same fit to the figures "
    "of Tables 5.6, 5.7 and 5.8 that can be read.",
    "In 2015 the largest width was fitted by 84.4303 / n, and the two others were left without a "
    "fit.",
)


class Fit(NamedTuple):
    """A power law, and the share of the variance that it explains."""

    factor: float
    power: float
    r2: float

    @property
    def words(self) -> str:
        return f"{self.factor:.3g} n^{self.power:.2f}"


def fit(points: Iterable[tuple[float, float]]) -> Fit | None:
    """Return the power law through points, by least squares in logarithms; None for fewer than
    three points with two different positions.

    >>> fit([(1, 2), (2, 8), (4, 32)]).words
    '2 n^2.00'
    """
    pairs = [(log(x), log(y)) for x, y in points if x > 0 and y > 0]
    if len(pairs) < 3 or len({x for x, _ in pairs}) < 2:
        return None
    mean_x, mean_y = (sum(part) / len(pairs) for part in zip(*pairs, strict=True))
    across = sum((x - mean_x) ** 2 for x, _ in pairs)
    power = sum((x - mean_x) * (y - mean_y) for x, y in pairs) / across
    spread = sum((y - mean_y) ** 2 for _, y in pairs)
    rest = sum((y - mean_y - power * (x - mean_x)) ** 2 for x, y in pairs)
    return Fit(exp(mean_y - power * mean_x), power, 1 - rest / spread if spread else 1.0)


class _Point(NamedTuple):
    """What is measured of a drawing."""

    lines: int
    faces: int
    rows: int
    ms: float
    width: float
    difficulty: int | None


def faces(options: BenchOptions) -> Table:
    """Parment, chapter 7: time, largest width and difficulty over the number of faces."""
    sources, notes = drawings_at(options.path)
    drawn = [source(f"random {lines}", random_drawing(Random(options.seed), lines))
             for lines in GROWTH if lines <= MAX_RANDOM]
    every = sorted((one for one in (*sources, *drawn) if one.lines),
                   key=lambda one: (len(one.drawn.lattice.faces), one.lines))
    parts = Parts(options.report, len(every))
    draft = Draft("Relations by the number of faces (Parment 2015, chapter 7)", COLUMNS,
                  options.report, Plot("drawing", COLUMNS[4:7], "ms, mm, sides with progress",
                                       log=True, over="faces"))
    points = []
    for one in every:
        parts.next(one.name)
        points.append(_measured(one, options))
        draft.row(one.name, *points[-1], *_published(one))
    draft.note(*NOTES, OWN, *notes, machine())
    return draft.table(_fits(points, options))


def _measured(one: Source, options: BenchOptions) -> _Point:
    rows = build_programme(one.drawn.lattice)
    conditions = sum(len(part.now) for part in (rows.widths, rows.edges, rows.points))
    seconds = repeated(partial(least_shifts, rows, WIDTH, "squares"),
                       options.repeats or TIME_TURNS).median
    made = make_sloped(one.drawing, SlopedOptions(
        min_width=0.0, size=SIZE, slopes=str(one.slopes), cure=False, labels="none",
        budget=options.budget.text() if options.budget else "10s"))
    return _Point(one.lines, len(one.drawn.lattice.faces), conditions, 1e3 * seconds,
                  largest_width(rows).width or 0.0, made.difficulty)


def _published(one: Source) -> tuple[float | None, float | None, int | None]:
    known = one.published
    if known is None:
        return None, None, None
    return known.ms[0], known.width, known.difficulty if known.difficulty != -1 else None


def _fits(points: Sequence[_Point], options: BenchOptions) -> Table:
    draft = Draft("Power laws: by lines, by faces, by rows", FIT_COLUMNS, options.report)
    old = PUBLISHED.values()
    relations: list[tuple[str, Callable[[_Point], float | None], list[tuple[float, float]]]] = [
        ("one programme ms", lambda point: point.ms, [(each.lines, each.ms[0]) for each in old]),
        ("largest width mm", lambda point: point.width, [(each.lines, each.width) for each in old]),
        ("difficulty", lambda point: point.difficulty,
         [(each.lines, each.difficulty) for each in old
          if each.difficulty is not None and each.difficulty > 0]),
    ]
    for name, figure, published in relations:
        found = [fit((float(getattr(point, over)), figure(point) or 0.0) for point in points)
                 for over in ("lines", "faces", "rows")]
        draft.row(name, *(value for each in (*found, fit(published)) for value in (
            (each.words, each.r2) if each else (None, None))))
    draft.note(*FIT_NOTES)
    return draft.table()
