"""The least sum of shifts as R. Parment found it (Generation of sloped nonograms, 2015, sections
4.3.3 and 5.1): a linear programme for each choice of sides to which lines may go. All 2^n are
solved for few lines (Table 5.1), m of them at random for more. One programme with a positive and a
negative part of each shift has the same answer.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

from nonoforge.bench.parment import (
    ENUMERATED,
    MOST_ENUMERATED,
    OWN,
    SAMPLED,
    SCORES,
    SHARE,
    TABLES,
    Source,
    drawings_at,
    random_drawing,
    source,
)
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value, machine, timed
from nonoforge.errors import MissingPart
from nonoforge.families.sloped import (
    DEFAULT_SETTINGS,
    FRAME_SIDES,
    TOLERANCE,
    Programme,
    Rows,
    build_programme,
    largest_width,
    least_shifts,
    widen,
)

FAR = 1e3  # millimetres: no line goes farther
ONE_BY_ONE = tuple(ENUMERATED)  # numbers of lines for which all programmes are solved
SAMPLES = (10, 50, 100, 500, 1000, SAMPLED)  # programmes, as in 2015

EVERY_COLUMNS = ("lines", "programmes", "all of them s", "one instead ms", "least sum mm",
                 "difference mm", "2015 s")
EVERY_NOTES = (
    "Random drawings with this number of lines, widened to 90 per cent of their largest width. "
    "all of them: a programme for each choice of sides, one after the other, each begun where the "
    "one before ended; the least of them is the least sum. one instead: the one programme that is "
    "solved here otherwise. difference: between the two answers.",
    "2015 s: Table 5.1, for drawings with this number of lines; because of it, more than 12 lines "
    "were sampled.",
)
SAMPLE_COLUMNS = ("drawing and width", "lines", "2^n", "one programme mm",
                  *(f"best of {count}" for count in SAMPLES), "all 2^n", "with a solution %",
                  "seconds", "one programme ms", "2015 programmes", "2015 sum")
SAMPLE_NOTES = (
    "The least sum of all shifts, in millimetres, by one programme, and the least of m programmes "
    "with sides drawn at random, no choice twice; the first m of one draw are the m, so that more "
    "are never worse. A dash: none of them has a solution. all 2^n: where there are up to "
    f"{MOST_ENUMERATED} lines all of them are solved, as in 2015. with a solution: share of the "
    "programmes solved. seconds: of all of them.",
    "2015 sum: the sum of Tables 5.3 to 5.5 when the sum is least: from all 2^n programmes up to "
    "12 lines, from 5000 beyond. The figures for 10 to 1000 programmes were not published.",
    "`--repeats M` draws no more than M.",
)


def least_sums(options: BenchOptions) -> Table:
    """Parment, Table 5.1 and section 5.1: all 2^n programmes of the least sum, and samples."""
    sources, notes = drawings_at(options.path)
    wanted = list(_wanted(sources))
    parts = Parts(options.report, len(ONE_BY_ONE) + len(wanted))
    table = _every(options, parts)
    draft = Draft("The least sum by samples (Parment 2015, section 5.1 and Tables 5.3 to 5.5)",
                  SAMPLE_COLUMNS, options.report,
                  Plot("drawing and width", ("one programme mm", *SAMPLE_COLUMNS[5:10:2],
                                             "2015 sum"), "sum of all shifts, mm", log=True))
    for one, width in wanted:
        parts.next(f"{one.name}, {width:g} mm")
        _sample_row(draft, one, width, options)
    draft.note(*SAMPLE_NOTES, OWN, *notes, machine())
    sampled = draft.table()
    return Table(table.title, table.columns, table.rows, (*table.notes, machine()), table.plot,
                 (sampled,))


def _every(options: BenchOptions, parts: Parts) -> Table:
    """Return the table of all programmes of the least sum."""
    draft = Draft("The least sum by all choices of sides (Parment 2015, Table 5.1)",
                  EVERY_COLUMNS, options.report,
                  Plot("lines", ("all of them s", "2015 s"), "seconds", log=True))
    for lines in ONE_BY_ONE:
        parts.next(f"all programmes of {lines} lines")
        rows, wanted = _random(Random(options.seed), lines)
        once, found = timed(partial(least_shifts, rows, wanted, "sum"))
        seconds, by_sides = timed(partial(least_sum_by_sides, rows, wanted))
        ours = float(abs(found.shifts).sum()) if found else float("inf")
        draft.row(str(lines), 2 ** lines, seconds, 1e3 * once, ours, f"{abs(ours - by_sides):.0e}",
                  ENUMERATED.get(lines))
    draft.note(*EVERY_NOTES)
    return draft.table()


def _random(rng: Random, lines: int) -> tuple[Programme, float]:
    """Return a random drawing's rows, and what is wanted of it."""
    rows = build_programme(source("random", random_drawing(rng, lines)).drawn.lattice)
    return rows, SHARE * (largest_width(rows).width or 0.0)


def _wanted(sources: Sequence[Source]) -> Iterator[tuple[Source, float]]:
    """Yield the drawings and widths for which lines have to move."""
    for width in TABLES:
        for one in sources:
            found = widen(one.drawn.lattice, width, "sum")
            if found.before < width and found.reached:
                yield one, width


def _sample_row(draft: Draft, one: Source, width: float, options: BenchOptions) -> None:
    rows = build_programme(one.drawn.lattice)
    once, found = timed(partial(least_shifts, rows, width, "sum"))
    least = float(abs(found.shifts).sum()) if found else None
    every = one.lines <= MOST_ENUMERATED
    most = 2 ** one.lines if every else min(options.repeats or SAMPLED, 2 ** one.lines)
    rng = Random(f"{options.seed} {one.name} {width}")
    numbers = range(most) if every else _distinct(rng, 2 ** one.lines, most)
    seconds, sums = timed(lambda: sums_by_sides(
        rows, width, (_sides(number, one.lines) for number in numbers)))
    best = [min(sums[:count]) for count in SAMPLES if count <= len(sums)]
    shown: list[Value] = [None if each == float("inf") else each for each in best]
    solved = 100 * sum(each < float("inf") for each in sums) / len(sums)
    published = SCORES[width].get(one.name)
    samples = [None] * len(SAMPLES) if every else shown + [None] * (len(SAMPLES) - len(shown))
    draft.row(f"{one.name}, {width:g} mm", one.lines, 2 ** one.lines, least, *samples,
              min(sums) if every else None, solved, seconds, 1e3 * once,
              2 ** one.lines if every else SAMPLED, published[1][1] if published else None)


def _distinct(rng: Random, below: int, count: int) -> list[int]:
    """Return different random numbers."""
    found: dict[int, None] = {}
    while len(found) < count:
        found[rng.randrange(below)] = None
    return list(found)


def _sides(number: int, lines: int) -> tuple[float, ...]:
    """Return the side of each line: the bits of a number, as in 2015.

    >>> _sides(0b110, 3)
    (-1.0, 1.0, 1.0)
    """
    return tuple(1.0 if number >> line & 1 else -1.0 for line in range(lines))


def least_sum_by_sides(rows: Programme, wanted: float) -> float:
    """Return the least of all 2^n programmes in which each line may go to one side only; infinite
    if none has a solution."""
    lines = len(rows.lattice.lines) - FRAME_SIDES
    return min(sums_by_sides(rows, wanted, product((-1.0, 1.0), repeat=lines)))


def sums_by_sides(
    rows: Programme, wanted: float, choices: Iterable[tuple[float, ...]],
) -> list[float]:
    """Return the least sum of each programme in which line i may go to the side choices[i] only;
    infinite if it has no solution. Only sides and costs change from one programme to the next."""
    try:
        import highspy
        import numpy as np
    except ImportError as error:
        raise MissingPart(f"widening needs {error.name}: pip install 'nonoforge[planes]'") from None
    lines = len(rows.lattice.lines) - FRAME_SIDES
    solver = _solver(rows, wanted, lines)
    every = np.arange(lines, dtype=np.int32)
    found = []
    for sides in choices:
        side = np.array(sides)
        solver.changeColsBounds(lines, every, np.where(side < 0, -FAR, 0.0),
                                np.where(side < 0, 0.0, FAR))
        solver.changeColsCost(lines, every, side)
        solver.run()
        optimal = solver.getModelStatus() == highspy.HighsModelStatus.kOptimal
        found.append(solver.getInfo().objective_function_value if optimal else float("inf"))
    return found


def _solver(rows: Programme, wanted: float, lines: int) -> Any:
    """Return a solver with all rows in it."""
    import highspy
    import numpy as np

    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("primal_feasibility_tolerance", TOLERANCE)
    for _ in range(lines):
        solver.addVar(-FAR, FAR)
    shortest = np.minimum(rows.edges.now / 2, DEFAULT_SETTINGS.short)
    for part, lower, upper in (
            (rows.points, -rows.points.now, -rows.points.now),
            (rows.edges, shortest - rows.edges.now, np.full(len(rows.edges.now), np.inf)),
            (rows.widths, wanted - rows.widths.now, np.full(len(rows.widths.now), np.inf))):
        _add(solver, part, lower, upper)
    return solver


def _add(solver: Any, part: Rows, lower: Any, upper: Any) -> None:
    import numpy as np

    if not len(lower):
        return
    kept = (part.lines >= FRAME_SIDES) & (part.factors != 0)
    begins = np.concatenate([[0], np.cumsum(kept.sum(axis=1))])[:-1].astype(np.int32)
    columns = (part.lines[kept] - FRAME_SIDES).astype(np.int32)
    solver.addRows(len(lower), lower, upper, len(columns), begins, columns, part.factors[kept])
