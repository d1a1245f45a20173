"""How long sloped nonograms take: one programme (Table 5.6 of R. Parment, Generation of sloped
nonograms, 2015), all programmes of the least sum (Table 5.1), and growth to 100 lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random

from nonoforge.bench.clock import machine, repeated, timed
from nonoforge.bench.parment import ENUMERATED, OBJECTIVES
from nonoforge.bench.parts import Parts
from nonoforge.bench.sloped_drawings import (
    ANY,
    OWN,
    SIZE,
    Source,
    drawings_at,
    random_drawing,
    source,
)
from nonoforge.bench.sloped_signs import least_sum_by_sides
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish
from nonoforge.families.sloped import (
    DEFAULT_SLOPES,
    FRAME_SIDES,
    Objective,
    Plan,
    Programme,
    build_lattice,
    build_programme,
    largest_width,
    least_shifts,
    make_sloped,
    widen,
    widest,
)

TURNS = 5
WIDTH = 3.0  # millimetres, as in Table 5.6
CHOSEN: tuple[Objective, ...] = ("squares", "sum", "max")
ONE_BY_ONE = (3, 6, 9, 12)  # lines: all programmes of the least sum are solved for so many
GROWTH = (10, 20, 35, 50, 75, 100)  # lines
SHARE = 0.9  # of the largest width is wanted of random drawings

COLUMNS = ("drawing", "lines", "faces", "rows ms", "squares ms", "sum ms", "max ms", "widest ms",
           "widen ms", "make ms", "2015 squares ms", "2015 sum ms", "2015 max ms")
NOTES = (
    f"For a width of {WIDTH:g} mm, whether it can be had or not; medians. rows ms: the rows of the "
    "programmes. squares, sum, max, widest ms: one programme each, solved to the end; for the sum "
    "that is all, while in 2015 the times are those of one out of 2 to the power of the lines, or "
    "of 5000.",
    "widen ms: the whole of it for the squares, with the result built anew and checked. make ms: "
    "from the drawing (read) to the puzzle with its verdict.",
    "2015: Gurobi from Python 2.7 on an Intel Core i7-4720HQ. The machines differ.",
)

SIGNS_COLUMNS = ("lines", "programmes", "all of them s", "one instead ms", "least sum mm",
                 "difference mm", "2015 s")
SIGNS_NOTES = (
    "Random drawings with so many lines; 90 per cent of the largest width are wanted. all of them: "
    "a programme for each choice of sides to which lines may go, one after the other, each begun "
    "where the one before ended; the least of them is the least sum. one instead: the one that is "
    "solved here. difference: between the two answers.",
    "2015: Table 5.1, for drawings with so many lines.",
)

GROWTH_COLUMNS = ("kind and lines", "lines", "faces", "lattice ms", "rows ms", "squares ms",
                  "sum ms", "max ms", "largest ms", "widen ms", "widest ms", "make ms")
GROWTH_NOTES = (
    f"Random drawings; {100 * SHARE:g} per cent of the largest width are wanted. lattice ms: exact "
    "crossings, edges and faces of all lines. largest ms: the programme of the largest width. "
    "widen, widest ms: everything from the lattice on, with the check.",
)


def times(wish: Wish) -> Table:
    """Parment, Tables 5.1 and 5.6: times of widening beside ours; growth to 100 lines."""
    sources, notes = drawings_at(wish.path)
    parts = Parts(wish.report, len(sources) + len(ONE_BY_ONE) + 2 * len(GROWTH))
    turns = wish.repeats or TURNS
    draft = Draft("Times of one programme (Parment 2015, Table 5.6)", COLUMNS, wish.report,
                  Plot("drawing", ("squares ms", "sum ms", "max ms", "2015 squares ms"), "ms",
                       log=True))
    for one in sources:
        parts.next(one.name)
        _row(draft, one, turns)
    draft.note(*NOTES, OWN, *notes, machine())
    return draft.table(signs(wish, parts), growth(wish, parts))


def _row(draft: Draft, one: Source, turns: int) -> None:
    rows = build_programme(one.drawn.lattice)
    theirs: tuple[Value, ...] = one.published.ms if one.published else (None,) * len(OBJECTIVES)
    draft.row(one.name, one.lines, len(one.drawn.lattice.faces),
              _ms(partial(build_programme, one.drawn.lattice), turns),
              *(_ms(partial(least_shifts, rows, WIDTH, objective), turns) for objective in CHOSEN),
              _ms(partial(largest_width, rows), turns),
              _ms(partial(widen, one.drawn.lattice, WIDTH), turns),
              _ms(partial(make_sloped, one.drawing, _plan(one, WIDTH)), min(3, turns)),
              *theirs)


def _plan(one: Source, wanted: float) -> Plan:
    return Plan(wanted, size=SIZE, slopes=one.slopes, cure=False)


def _ms(action: Callable[[], object], turns: int) -> float:
    return 1e3 * repeated(action, turns).median


def signs(wish: Wish, parts: Parts) -> Table:
    """All programmes of the least sum, one by one."""
    draft = Draft("The least sum, side by side (Parment 2015, Table 5.1)", SIGNS_COLUMNS,
                  wish.report, Plot("lines", ("all of them s", "2015 s"), "seconds",
                                    log=True))
    for lines in ONE_BY_ONE:
        parts.next(f"all programmes of {lines} lines")
        rows, wanted = _random(Random(wish.seed), lines)
        once, found = timed(partial(least_shifts, rows, wanted, "sum"))
        seconds, by_sides = timed(partial(least_sum_by_sides, rows, wanted))
        ours = float(abs(found.shifts).sum()) if found else float("inf")
        draft.row(str(lines), 2 ** lines, seconds, 1e3 * once, ours, f"{abs(ours - by_sides):.0e}",
                  ENUMERATED.get(lines))
    for lines in sorted(set(ENUMERATED) - set(ONE_BY_ONE)):
        draft.row(str(lines), 2 ** lines, None, None, None, None, ENUMERATED[lines])
    draft.note(*SIGNS_NOTES)
    return draft.table()


def _random(rng: Random, lines: int) -> tuple[Programme, float]:
    """A random drawing's rows, and what is wanted of it."""
    rows = build_programme(source("random", random_drawing(rng, lines)).drawn.lattice)
    return rows, SHARE * (largest_width(rows).width or 0.0)


def growth(wish: Wish, parts: Parts) -> Table:
    """Random drawings of both kinds with more and more lines."""
    draft = Draft("Growth with the number of lines", GROWTH_COLUMNS, wish.report,
                  Plot("kind and lines", ("squares ms", "widen ms", "make ms"), "ms", log=True))
    for kind, slopes in (("four slopes", DEFAULT_SLOPES), ("any slopes", ANY)):
        for lines in GROWTH:
            parts.next(f"{kind}, {lines} lines")
            drawing = random_drawing(Random(wish.seed), lines, slopes.any)
            _grown(draft, source(kind, drawing, slopes), min(3, wish.repeats or TURNS))
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
              _ms(partial(largest_width, rows), turns),
              _ms(partial(widen, arrangement, wanted), turns),
              _ms(partial(widest, arrangement), turns),
              1e3 * timed(partial(make_sloped, one.drawing, _plan(one, wanted)))[0])
