"""What R. Parment published on sloped nonograms: Generation of sloped nonograms, Utrecht
University, 2015; Tables 5.1 to 5.8. Lengths are in a frame of 100 by 100; times are those of Gurobi
on an Intel Core i7-4720HQ of 2.6 GHz.

The pages with Tables 5.3 to 5.5 stand upright in the original; what is read here agrees with its
text wherever that repeats a figure. One cell of Table 5.4 cannot be read, nor can four of Table
5.8: they are None.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import nonoforge
from nonoforge.bench.table import (
    BenchOptions,
    Draft,
    Parts,
    Plot,
    Table,
    Value,
    machine,
    repeated,
    timed,
)
from nonoforge.engine import Budget
from nonoforge.errors import InputError
from nonoforge.families.plane import Drawing, Outline, Shape, read_drawing
from nonoforge.families.sloped import (
    DEFAULT_SLOPES,
    FRAME_SIDES,
    ExactDrawing,
    Objective,
    Programme,
    SlopedOptions,
    Slopes,
    Widened,
    build_lattice,
    build_programme,
    exact_drawing,
    find_frame,
    largest_width,
    least_shifts,
    make_sloped,
    sketch_of,
    widen,
    widest,
)
from nonoforge.judge import rate
from nonoforge.path import Box, Point, polyline

Scores = tuple[float, float | None, float]
"""The sum of squares, the sum and the maximum of the shifts."""

OBJECTIVES = ("squares", "sum", "max")


class Published(NamedTuple):
    """A drawing: its lines (Table 5.2), the milliseconds of one programme for each objective (5.6),
    the largest width by bisection (5.7), the difficulty (5.8; -1: not solved)."""

    lines: int
    ms: tuple[float, float, float]
    width: float
    difficulty: int | None


PUBLISHED: Mapping[str, Published] = {
    "back_seven": Published(8, (15.8, 12.7, 15.8), 7.125, 11),
    "dragon_bird": Published(33, (278.2, 279.3, 301.7), 2.5, None),
    "fish": Published(35, (286.3, 285.0, 312.3), 2.5, 89),
    "house": Published(16, (31.2, 34.9, 36.7), 3.0625, 32),
    "lion": Published(21, (95.7, 95.3, 103.0), 2.5625, 42),
    "man_holes": Published(18, (67.8, 71.3, 81.0), 2.75, 34),
    "rabbit": Published(15, (41.5, 42.2, 46.7), 2.75, None),
    "random": Published(16, (54.7, 48.6, 54.7), 2.75, 25),
    "random_hole": Published(20, (78.2, 80.1, 85.6), 2.5, 28),
    "recurs_holes": Published(17, (47.0, 41.3, 44.2), 3.75, 26),
    "running": Published(18, (83.3, 71.3, 78.0), 2.625, 32),
    "simple_triangle": Published(3, (15.5, 3.3, 16.0), 23.5625, 4),
    "simple_triangle_hole": Published(7, (15.7, 9.4, 15.5), 10.25, None),
    "simple_triangle_hole_tangent": Published(7, (15.0, 8.6, 15.5), 11.25, 11),
    "swan": Published(14, (31.7, 33.2, 44.0), 4.25, 22),
    "tan_cat": Published(14, (33.7, 39.3, 39.2), 3.015625, 23),
    "tan_cat_new": Published(13, (36.3, 37.0, 39.0), 3.125, 22),
    "two_lads": Published(27, (140.3, 143.4, 156.3), 2.5, None),
    "two_squares": Published(2, (15.5, 4.0, 16.0), 50.0, -1),
}

CURVE = 84.4303  # Figure 5.15: the largest width is about this, divided by the lines

ENUMERATED: Mapping[int, float] = {  # Table 5.1: seconds for all 2^n programmes of the least sum
    3: 0.063, 6: 0.797, 9: 12.105, 12: 134.143, 13: 227.647, 14: 572.110, 15: 1341.302,
}

# Tables 5.3, 5.4 and 5.5: for each width and drawing the scores of the three optima.
SCORES: Mapping[float, Mapping[str, tuple[Scores, Scores, Scores]]] = {
    2.6: {
        "house": ((0.02, 0.2, 0.1), (0.02, 0.2, 0.1), (0.09, 0.9, 0.1)),
        "man_holes": ((0.28, 1.56, 0.2), (0.28, 1.56, 0.2), (0.28, 1.56, 0.2)),
        "rabbit": ((0.31, 1.46, 0.35), (0.31, 1.46, 0.35), (0.54, 2.29, 0.29)),
        "random": ((0.06, 0.34, 0.2), (0.06, 0.34, 0.2), (0.31, 1.87, 0.2)),
        "running": ((1.98, 4.45, 0.68), (2.06, 4.2, 0.71), (2.77, 5.55, 0.64)),
        "swan": ((0.018, 0.22, 0.13), (0.020, 0.14, 0.14), (0.06, 0.73, 0.094)),
        "tan_cat": ((0.06, 0.75, 0.14), (0.09, 0.72, 0.14), (0.12, 1.13, 0.12)),
        "tan_cat_new": ((0.104, 0.66, 0.28), (0.107, 0.60, 0.28), (0.75, 2.72, 0.28)),
    },
    3.0: {
        "house": ((0.5, 1.0, 0.5), (0.5, None, 0.5), (2.1325, 4.5147, 0.5)),
        "swan": ((0.4565, 1.1090, 0.6456), (0.5, 0.7071, 0.7071), (1.4722, 3.6618, 0.4714)),
        "tan_cat": ((16.6338, 12.6188, 1.9411), (16.6338, 12.6188, 1.9411),
                    (17.7810, 13.6899, 1.941)),
        "tan_cat_new": ((2.6068, 3.3086, 1.4142), (2.6875, 3.0178, 1.4142),
                        (7.8583, 7.7279, 1.4145)),
    },
    4.0: {
        "back_seven": ((0.49, 1.34, 0.47), (0.65, 1.12, 0.66), (0.96, 2.58, 0.38)),
        "simple_triangle_hole": ((0.11, 0.56, 0.23), (0.22, 0.46, 0.46), (0.26, 1.35, 0.19)),
        "simple_triangle_hole_tangent": ((0.57, 1.62, 0.44), (0.86, 1.31, 0.66),
                                         (0.89, 2.47, 0.38)),
        "swan": ((4.32, 4.26, 1.91), (4.93, 3.05, 2.12), (12.3, 11.0, 1.41)),
    },
}


# The drawings that the tables of sloped nonograms are made from: of a folder, or random ones.

ENDINGS = (".svg", ".svgz", ".ipe")
ANY = Slopes.parse("any")
SIZE = 100.0  # millimetres: the longer side of the frame, as it was in 2015
OWN = ("The drawings are our own, with the names and the numbers of lines of those of 2015, which "
       "were never published: figures can be compared in kind, not one by one. All frames are "
       f"{SIZE:g} mm along their longer side.")


class Source(NamedTuple):
    """A drawing, its lines and faces, and what was published on the one of its name."""

    name: str
    drawing: Drawing
    drawn: ExactDrawing
    slopes: Slopes

    @property
    def lines(self) -> int:
        return len(self.drawn.lattice.lines) - FRAME_SIDES

    @property
    def published(self) -> Published | None:
        return PUBLISHED.get(self.name)


def drawings_at(path: str | None) -> tuple[list[Source], list[str]]:
    """Return the drawings of a file or of a folder's files, in the order of their lines, and a note
    on each file that has none; without a path, those that come with the project."""
    path = path or _own_folder()
    if not os.path.isdir(path):
        return [_source(path)], []
    found: list[Source] = []
    notes: list[str] = []
    for name in sorted(os.listdir(path)):
        if name.lower().endswith(ENDINGS):
            try:
                found.append(_source(os.path.join(path, name)))
            except InputError as error:
                notes.append(f"left out: {error}")
    if not found:
        raise InputError("no drawing is in this folder; name a folder of .svg or .ipe files",
                         file=path)
    return sorted(found, key=lambda source: (source.lines, source.name)), notes


def _own_folder() -> str:
    """Return `examples/drawings` in the working directory, or in the repository."""
    for root in (Path(), Path(nonoforge.__file__).parents[2]):
        if (root / "examples" / "drawings").is_dir():
            return str(root / "examples" / "drawings")
    raise InputError("this table needs drawings: name a folder of .svg or .ipe files")


def _source(path: str) -> Source:
    """Return the drawing with the default slopes, or with any where these fail."""
    name = os.path.splitext(os.path.basename(path))[0].lower().replace("-", "_")
    try:
        drawing = read_drawing(path)
        try:
            return source(name, drawing)
        except InputError:
            return source(name, drawing, ANY)
    except InputError as error:
        raise error.at(file=path) from None


def source(name: str, drawing: Drawing, slopes: Slopes = DEFAULT_SLOPES) -> Source:
    """Return a drawing with its lines."""
    inner, frame = find_frame(drawing, None, SIZE)
    return Source(name, drawing, exact_drawing(sketch_of(inner, frame), slopes), slopes)


def random_drawing(rng: Random, lines: int, slanted: bool = False) -> Drawing:
    """Return random triangles, rectangles and rectangles with a cut corner, apart from each other,
    with this many lines in all; slanted ones have slightly displaced corners."""
    corners = list(_corners(lines))
    across = 1
    while across * across < len(corners):
        across += 1
    cells = rng.sample([(x, y) for x in range(across) for y in range(across)], len(corners))
    step = SIZE / across
    shapes = [_shape(_polygon(rng, count, slanted), x * step, y * step, step)
              for count, (x, y) in zip(corners, cells, strict=True)]
    return Drawing(tuple(shapes), Box(0.0, 0.0, SIZE, SIZE), true_size=True)


def _corners(lines: int) -> Iterator[int]:
    """Yield how many corners each polygon has: 3, 4 or 5, which add up to `lines`."""
    if lines < 3:
        raise ValueError("a polygon has three lines or more")
    while lines:
        count = next(count for count in (4, 3, 5) if lines == count or lines - count >= 3)
        yield count
        lines -= count


def _polygon(rng: Random, count: int, slanted: bool) -> list[Point]:
    """Return a random polygon in the unit square."""
    left, bottom = rng.uniform(0.1, 0.35), rng.uniform(0.1, 0.35)
    right, top, cut = rng.uniform(0.65, 0.9), rng.uniform(0.65, 0.9), rng.uniform(0.1, 0.2)
    if count == 3:
        side = min(right - left, top - bottom)
        corners = [(left, bottom), (left + side, bottom), (left, bottom + side)]
    elif count == 4:
        corners = [(left, bottom), (right, bottom), (right, top), (left, top)]
    else:
        corners = [(left, bottom), (right, bottom), (right, top - cut), (right - cut, top),
                   (left, top)]
    if slanted:
        return [(x + rng.uniform(-0.05, 0.05), y + rng.uniform(-0.05, 0.05)) for x, y in corners]
    return corners if rng.random() < 0.5 else [(1 - x, 1 - y) for x, y in corners]


def _shape(corners: Sequence[Point], x: float, y: float, step: float) -> Shape:
    points = [(round(x + u * step, 6), round(y + v * step, 6)) for u, v in corners]
    return Shape((Outline(polyline([*points, points[0]]), True),), fill="#000000")


# R. Parment, Generation of sloped nonograms (2015), Tables 5.3 to 5.5: what the three objectives
# make of each other.

TABLES = {2.6: "5.3", 3.0: "5.4", 4.0: "5.5"}
CHOSEN: tuple[Objective, ...] = ("squares", "sum", "max")

MOST_ENUMERATED = 12  # lines: up to here all programmes of the least sum were solved in 2015
SAMPLED = 5000  # programmes that were solved beyond

OBJECTIVE_COLUMNS = ("drawing and objective", "lines", "width before", "sum of squares", "sum",
                     "maximum", "all 2^n sum", "2015 programmes", "2015 sum of squares",
                     "2015 sum", "2015 maximum")
OBJECTIVE_NOTES = (
    "Each row: lines are shifted so that every face is as wide as wanted and what the row names is "
    "least; then all three are measured, in millimetres and square millimetres. Each is one "
    "programme here.",
    "2015 programmes: linear programmes for the least sum. Up to 12 lines all 2^n were solved, one "
    "for each choice of sides, so that the sum of 2015 is the least there is; beyond, 5000 of them "
    "at random, so that it may be larger than need be. all 2^n sum: the best of all of them on our "
    "drawing, where it has up to 12 lines; `parment-sum` has more of it.",
    "There is a row for each drawing that is not wide enough and can be widened so far, here or in "
    "2015; others are left out, as they were.",
    "In 2015 edges were kept in place by bounds on each line, here by the length of each edge: "
    "that lets more lines move.",
)


def objectives(options: BenchOptions) -> Table:
    """Parment, Tables 5.3 to 5.5: each objective measured under each, at three widths."""
    sources, notes = drawings_at(options.path)
    parts = Parts(options.report, len(TABLES))
    tables = []
    for width, number in TABLES.items():
        parts.next(f"width {width:g}")
        draft = Draft(f"Objectives for a width of {width:g} mm (Parment 2015, Table {number})",
                      OBJECTIVE_COLUMNS, options.report,
                      Plot(OBJECTIVE_COLUMNS[0], ("sum", "2015 sum"), "sum of all shifts, mm"))
        for source in sources:
            _rows(draft, source, width)
        tables.append(draft)
    tables[0].note(*OBJECTIVE_NOTES, OWN, *notes, machine())
    first, *others = [draft.table() for draft in tables]
    return Table(first.title, first.columns, first.rows, first.notes, first.plot, tuple(others))


def _rows(draft: Draft, source: Source, width: float) -> None:
    """Add a row for each objective, unless the drawing is left out."""
    published = SCORES[width].get(source.name)
    found = [widen(source.drawn.lattice, width, objective) for objective in CHOSEN]
    moved = found[0].before < width and found[0].reached
    if not moved and published is None:
        return
    for at, objective in enumerate(OBJECTIVES):
        ours = _scores(found[at]) if moved else (None, None, None)
        theirs: Scores | tuple[None, None, None] = published[at] if published else (None,) * 3
        every, programmes = None, 1
        if objective == "sum":
            few = source.lines <= MOST_ENUMERATED
            programmes = 2 ** source.lines if few else SAMPLED
            every = _every_sum(source, width) if moved and few else None
        draft.row(f"{source.name}: {objective}", source.lines, found[at].before, *ours, every,
                  programmes, *theirs)


def _every_sum(source: Source, width: float) -> float:
    """Return the least sum of all 2^n programmes."""
    from nonoforge.bench.parment_sum import least_sum_by_sides

    return least_sum_by_sides(build_programme(source.drawn.lattice), width)


def _scores(found: Widened) -> tuple[float, float, float]:
    return found.shift_squares, found.shift_sum, found.shift_max


# How long sloped nonograms take: one programme (Table 5.6 of R. Parment, Generation of sloped
# nonograms, 2015), and growth to 100 lines.

TIME_TURNS = 5
WIDTH = 3.0  # millimetres, as in Table 5.6

GROWTH = (10, 20, 35, 50, 75, 100)  # lines
SHARE = 0.9  # of the largest width is wanted of random drawings

TIME_COLUMNS = ("drawing", "lines", "faces", "rows ms", "squares ms", "sum ms", "max ms",
                "widest ms", "widen ms", "make ms", "2015 squares ms", "2015 sum ms", "2015 max ms")
TIME_NOTES = (
    f"For a width of {WIDTH:g} mm, whether it can be had or not; medians. rows ms: the rows of the "
    "programmes. squares, sum, max, widest ms: one programme each, solved to the end; for the sum "
    "that is all, while in 2015 the times are those of one out of 2 to the power of the lines, or "
    "of 5000.",
    "widen ms: the whole of it for the squares, with the result built anew and checked. make ms: "
    "from the drawing (read) to the puzzle with its verdict.",
    "2015: Gurobi from Python 2.7 on an Intel Core i7-4720HQ. The machines differ.",
)

GROWTH_COLUMNS = ("kind and lines", "lines", "faces", "lattice ms", "rows ms", "squares ms",
                  "sum ms", "max ms", "largest ms", "widen ms", "widest ms", "make ms")
GROWTH_NOTES = (
    f"Random drawings; {100 * SHARE:g} per cent of the largest width are wanted. lattice ms: exact "
    "crossings, edges and faces of all lines. largest ms: the programme of the largest width. "
    "widen, widest ms: everything from the lattice on, with the check.",
)


def times(options: BenchOptions) -> Table:
    """Parment, Table 5.6: times of widening beside ours; growth to 100 lines."""
    sources, notes = drawings_at(options.path)
    parts = Parts(options.report, len(sources) + 2 * len(GROWTH))
    turns = options.repeats or TIME_TURNS
    draft = Draft("Times of one programme (Parment 2015, Table 5.6)", TIME_COLUMNS, options.report,
                  Plot("drawing", ("squares ms", "sum ms", "max ms", "2015 squares ms"), "ms",
                       log=True))
    for one in sources:
        parts.next(one.name)
        _time_row(draft, one, turns)
    draft.note(*TIME_NOTES, OWN, *notes, machine())
    return draft.table(growth(options, parts))


def _time_row(draft: Draft, one: Source, turns: int) -> None:
    rows = build_programme(one.drawn.lattice)
    theirs: tuple[Value, ...] = one.published.ms if one.published else (None,) * len(OBJECTIVES)
    draft.row(one.name, one.lines, len(one.drawn.lattice.faces),
              _ms(partial(build_programme, one.drawn.lattice), turns),
              *(_ms(partial(least_shifts, rows, WIDTH, objective), turns) for objective in CHOSEN),
              _ms(partial(largest_width, rows), turns),
              _ms(partial(widen, one.drawn.lattice, WIDTH), turns),
              _ms(partial(make_sloped, one.drawing, _options(one, WIDTH)), min(3, turns)),
              *theirs)


def _options(one: Source, wanted: float) -> SlopedOptions:
    return SlopedOptions(min_width=wanted, size=SIZE, slopes=str(one.slopes), cure=False,
                         labels="none")


def _ms(action: Callable[[], object], turns: int) -> float:
    return 1e3 * repeated(action, turns).median


def growth(options: BenchOptions, parts: Parts) -> Table:
    """Return the times of random drawings of both kinds over their number of lines."""
    draft = Draft("Growth with the number of lines", GROWTH_COLUMNS, options.report,
                  Plot("kind and lines", ("squares ms", "widen ms", "make ms"), "ms", log=True))
    for kind, slopes in (("four slopes", DEFAULT_SLOPES), ("any slopes", ANY)):
        for lines in GROWTH:
            parts.next(f"{kind}, {lines} lines")
            drawing = random_drawing(Random(options.seed), lines, slopes.any)
            _grown(draft, source(kind, drawing, slopes), min(3, options.repeats or TIME_TURNS))
    draft.note(*GROWTH_NOTES)
    return draft.table()


def _grown(draft: Draft, one: Source, turns: int) -> None:
    arrangement = one.drawn.lattice
    rows = build_programme(arrangement)
    wanted = SHARE * (largest_width(rows).width or 0.0)
    build = partial(build_lattice, arrangement.frame, arrangement.lines[FRAME_SIDES:])
    draft.row(f"{one.name}, {one.lines}", one.lines, len(arrangement.faces), _ms(build, turns),
              _ms(partial(build_programme, arrangement), turns),
              *(_ms(partial(least_shifts, rows, wanted, objective), turns) for objective in CHOSEN),
              _ms(partial(largest_width, rows), turns), _ms(partial(widen, arrangement, wanted),
                                                            turns),
              _ms(partial(widest, arrangement), turns),
              1e3 * timed(partial(make_sloped, one.drawing, _options(one, wanted)))[0])


# R. Parment, Generation of sloped nonograms (2015), Table 5.7 and Figure 5.15: the largest width
# of the narrowest face, and its curve over the number of lines.

WIDTH_TURNS = 3
CLOSE = 1e-4  # millimetres: where bisection ends

WIDTH_COLUMNS = ("drawing", "lines", "width before", "largest width", "curve", "blocked by points",
           "by bisection", "programmes", "ms", "bisection ms", "2015 largest width", "2015 curve")
WIDTH_NOTES = (
    "largest width: of the narrowest face, in millimetres, by one programme, built anew and "
    "checked; ms is all of that. by bisection: as in 2015, the width is doubled until it cannot "
    "be had, and then halved until two are close; programmes: how many were solved for that.",
    "blocked by points: points where three or more lines meet that have a part in the proof that "
    "there is no more.",
    "two_squares and simple_triangle are what they were: 50, and 100 times the root of 2, divided "
    "by 6, which bisection in steps gave as 23.5625.",
)


def width(options: BenchOptions) -> Table:
    """Parment, Table 5.7: the largest width of the narrowest face, and its curve."""
    sources, notes = drawings_at(options.path)
    parts = Parts(options.report, len(sources))
    found = []
    for source in filter(lambda source: source.lines, sources):  # a drawing may fill its frame
        parts.next(source.name)
        found.append((source, widest(source.drawn.lattice)))
    like = [pair for pair in found if pair[0].published] or found
    factor = curve((source.lines, top.after) for source, top in like)
    draft = Draft("The largest width (Parment 2015, Table 5.7 and Figure 5.15)", WIDTH_COLUMNS,
                  options.report, Plot("drawing", ("largest width", "curve", "2015 largest width",
                                                "2015 curve"), "mm", log=True))
    for source, top in found:
        once = repeated(partial(widest, source.drawn.lattice),
                        options.repeats or WIDTH_TURNS).median
        slow, (halved, solved) = timed(partial(bisected, build_programme(source.drawn.lattice)))
        points = sum(blocker.kind == "point" for blocker in top.blockers)
        draft.row(source.name, source.lines, top.before, top.after, factor / source.lines, points,
                  halved, solved, 1e3 * once, 1e3 * slow,
                  source.published.width if source.published else None, CURVE / source.lines)
    draft.note(*WIDTH_NOTES, f"curve: {factor:.4f} / lines, the best fit by least squares to "
               f"drawings with names of 2015, when it was {CURVE} / lines.", OWN, *notes, machine())
    return draft.table()


def curve(points: Iterable[tuple[int, float]]) -> float:
    """Return the b for which b / lines fits widths best, by least squares.

    >>> curve([(2, 50.0), (4, 25.0)])
    100.0
    """
    pairs = list(points)
    return sum(width / lines for lines, width in pairs) / sum(1 / lines ** 2 for lines, _ in pairs)


def bisected(rows: Programme) -> tuple[float, int]:
    """Return the largest width by doubling and halving, and how many programmes that takes."""
    low, high, count = 0.0, 1.0, 0
    while least_shifts(rows, high, "max") is not None:
        low, high, count = high, 2 * high, count + 1
    while high - low > CLOSE:
        middle, count = (low + high) / 2, count + 1
        low, high = (middle, high) if least_shifts(rows, middle, "max") is not None else (low,
                                                                                          middle)
    return low, count + 1


# R. Parment, Generation of sloped nonograms (2015), Table 5.8: how difficult the puzzles are.

DEFAULT_BUDGET = Budget(seconds=10)  # for each puzzle

DIFFICULTY_COLUMNS = ("drawing", "lines", "faces", "verdict", "level", "settled", "stars",
                      "difficulty", "2015 difficulty")
DIFFICULTY_NOTES = (
    "difficulty: sides of lines that decide a face, going around the frame until all faces are "
    "known, as in 2015; stuck: single sides do not decide all faces (in 2015: -1). Where the walk "
    "began and which way it went is not stated there; here it begins in the upper left corner, "
    "clockwise.",
    "verdict, level, settled, stars: of our own engine; settled are the lines it settles, stars "
    "its rating.",
    "A dash under 2015: not legible in the copy at hand.",
)


def difficulty(options: BenchOptions) -> Table:
    """Parment, Table 5.8: sides with progress, beside the verdict and rating of our engine."""
    sources, notes = drawings_at(options.path)
    parts = Parts(options.report, len(sources))
    draft = Draft("Difficulty (Parment 2015, Table 5.8)", DIFFICULTY_COLUMNS, options.report,
                  Plot("drawing", ("difficulty", "2015 difficulty"), "sides with progress"))
    for source in sources:
        parts.next(source.name)
        _difficulty_row(draft, source, options)
    draft.note(*DIFFICULTY_NOTES, OWN, *notes, machine())
    return draft.table()


def _difficulty_row(draft: Draft, source: Source, options: BenchOptions) -> None:
    budget = options.budget or DEFAULT_BUDGET
    made = make_sloped(source.drawing, SlopedOptions(
        min_width=0.0, size=SIZE, slopes=str(source.slopes), cure=False, seed=options.seed,
        budget=budget.text(), labels="none"))
    verdict = made.verdict
    stars = rate(made.nonogram, budget=budget).stars if verdict.answer == "unique" else None
    draft.row(source.name, source.lines, made.nonogram.puzzle.cells, verdict.answer, verdict.level,
              verdict.work.settled, stars,
              "stuck" if made.difficulty is None else made.difficulty, _published(source))


def _published(source: Source) -> Value:
    if source.published is None:
        return None
    return "stuck" if source.published.difficulty == -1 else source.published.difficulty
