"""Labels on a single edge, beside the figures of E. Timmer (2023), Tables 4, 5 and 7."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from statistics import mean

from nonoforge.bench.clock import machine
from nonoforge.bench.labels_published import SOURCE, TABLE4, TABLE5, TABLE7, Edges
from nonoforge.bench.labels_ways import (
    Case,
    Way,
    auto,
    faults,
    maxsat,
    no_worse,
    programming,
    run,
    same,
    typical,
    verdict,
)
from nonoforge.bench.parts import Parts
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish
from nonoforge.labeling import (
    DIAGONALS,
    Edge,
    Task,
    conflicts_of,
    grid_lengths,
    options_of,
    places_of,
    single_edge_labels,
)

CASES = 40  # for each number of ports
AUTO, MAXSAT, DP, GRID = "auto", "MaxSAT", "DP", "DP on the grid"
DIAGONAL_STEP, ANY_STEP = 1.0, 2.0
TIMES = ("auto ms", "MaxSAT ms", "DP ms", "2023 MaxSAT ms", "2023 DP ms")

NOTES = (
    "Random labels on an edge of 256 with boxes of 16, 1 to 5 for each label; the published range "
    "is not told. ms: the median of whole calls from Python.",
    "solved: every label has a place. Where that is impossible, all ways go on to place as many as "
    "possible; the published ones end there.",
    "auto: what is done unless another method is asked for: MaxSAT for what is not decided at "
    "once, then polished to leaders of any length.",
    "DP: dynamic programming over fixed ports, for each assignment of labels to sides that is not "
    "ruled out, up to 500, as the published one, but with a corrected recursion that first drops "
    "what no best labeling needs; `nonoforge.labeling.dynamic` says how.",
)


def table4(wish: Wish) -> Table:
    """Timmer, Table 4: slopes of +-1, MaxSAT and dynamic programming on a single edge."""
    seconds = wish.budget and wish.budget.seconds
    ways = {AUTO: auto(DIAGONAL_STEP, seconds), MAXSAT: maxsat(DIAGONAL_STEP, seconds),
            GRID: programming(DIAGONAL_STEP, seconds), DP: programming(None, seconds)}
    columns = ("ports", "cases", "solved %", "2023 solved %", "auto ms", "MaxSAT ms", "DP ms",
               f"{GRID} ms", "2023 MaxSAT ms", "2023 DP ms", "auto length", "MaxSAT length",
               "DP length", "disagreements")
    draft = Draft("Table 4: slopes of +-1 (Timmer 2023)", columns, wish.report,
                  Plot("ports", TIMES, "ms", log=True))
    wrong: list[str] = []
    halves = _halves("Table 4", wish)
    for ports, cases in _measured(wish, ways, TABLE4, _diagonal):
        bad = list(_wrong(cases, lambda case: (
            same(case, MAXSAT, GRID), no_worse(case, AUTO, GRID), no_worse(case, DP, AUTO))))
        wrong += bad
        old = TABLE4[ports]
        draft.row(str(ports), len(cases), _share(cases, DP), old.share,
                  *(typical(cases, way) for way in (AUTO, MAXSAT, DP, GRID)), *old.mean,
                  *(_length(cases, way) for way in (AUTO, MAXSAT, DP)), len(bad))
        _add_halves(halves, ports, cases, old)
    draft.note(verdict(wrong), f"MaxSAT and {GRID}: leaders of up to 100 in steps of 1. DP: only "
               "the lengths that can matter, without steps, so that its leaders are the shortest "
               "of any length. length: of all leaders, the mean of solved cases.",
               *NOTES, "Each label has a given side, at random.", SOURCE.format("Table 4"),
               machine())
    return draft.table(halves.table())


def table7(wish: Wish) -> Table:
    """Timmer, Table 7: any directions, MaxSAT and dynamic programming on a single edge."""
    columns = ("ports", "cases", "solved %", "2023 solved %", "auto ms", "MaxSAT ms", "DP ms",
               "2023 MaxSAT ms", "2023 DP ms", "auto length", "length", "disagreements")
    draft = Draft("Table 7: any directions (Timmer 2023)", columns, wish.report,
                  Plot("ports", TIMES, "ms", log=True))
    wrong: list[str] = []
    halves = _halves("Table 7", wish)
    seconds = wish.budget and wish.budget.seconds
    ways = {AUTO: auto(ANY_STEP, seconds), **_any_ways(wish)}
    for ports, cases in _measured(wish, ways, TABLE7, _any):
        bad = list(_wrong(cases, lambda case: (same(case, MAXSAT, DP),
                                               no_worse(case, AUTO, MAXSAT))))
        wrong += bad
        old = TABLE7[ports]
        draft.row(str(ports), len(cases), _share(cases, MAXSAT), old.share,
                  *(typical(cases, way) for way in (AUTO, MAXSAT, DP)), *old.mean,
                  _length(cases, AUTO), _length(cases, MAXSAT), len(bad))
        _add_halves(halves, ports, cases, old)
    draft.note(verdict(wrong), "Leaders of up to 64 in steps of 2. length: of all leaders, the "
               "mean of solved cases.", *NOTES, "Each label may lie on either side of its leader.",
               SOURCE.format("Table 7"), machine())
    return draft.table(halves.table())


def table5(wish: Wish) -> Table:
    """Timmer, Table 5: on how many single edges dynamic programming is faster than MaxSAT."""
    columns = ("ports", "solved", "DP faster", "overlaps there", "MaxSAT faster",
               "overlaps there too", "2023 DP faster", "2023 overlaps there", "2023 MaxSAT faster",
               "2023 overlaps there too", "disagreements")
    draft = Draft("Table 5: who is faster (Timmer 2023)", columns, wish.report,
                  Plot("ports", ("DP faster", "MaxSAT faster"), "cases"))
    wrong: list[str] = []
    for ports, cases in _measured(wish, _any_ways(wish), TABLE5, _any):
        bad = list(_wrong(cases, lambda case: (same(case, MAXSAT, DP),)))
        wrong += bad
        solved = [case for case in cases if case.solved(MAXSAT) and case.solved(DP)]
        split = [[case for case in solved if (case.ms[DP] <= case.ms[MAXSAT]) is dp]
                 for dp in (True, False)]
        draft.row(str(ports), len(solved), *(value for part in split
                                             for value in (len(part), _overlaps(part))),
                  *TABLE5[ports], len(bad))
    draft.note(verdict(wrong), "Solved cases of Table 7 only. overlaps: pairs of places (port, "
               "side and length) of different labels that overlap, the mean.", *NOTES,
               SOURCE.format("Table 5"), machine())
    return draft.table()


def _any_ways(wish: Wish) -> Mapping[str, Way]:
    seconds = wish.budget and wish.budget.seconds
    return {MAXSAT: maxsat(ANY_STEP, seconds), DP: programming(ANY_STEP, seconds)}


def _diagonal(ports: int, seed: int) -> Task:
    return single_edge_labels(Edge(ports=ports, angles=DIAGONALS, free=False, longest=100.0), seed)


def _any(ports: int, seed: int) -> Task:
    return single_edge_labels(Edge(ports=ports), seed)


def _measured(
    wish: Wish, ways: Mapping[str, Way], ports: Iterable[int], make: Callable[[int, int], Task],
) -> Iterator[tuple[int, list[Case]]]:
    """For each number of ports all cases. What is loaded with the first call is not counted."""
    numbers = list(ports)
    count = wish.repeats or CASES
    parts = Parts(wish.report, len(numbers) * count)
    run("to begin with", make(2, wish.seed), ways)
    for number in numbers:
        cases = []
        for case in range(count):
            name = f"{number} ports, case {case}"
            parts.next(name)
            cases.append(run(name, make(number, wish.seed + case), ways))
        yield number, cases


def _wrong(
    cases: Iterable[Case], compare: Callable[[Case], Iterable[str | None]],
) -> Iterator[str]:
    for case in cases:
        yield from faults(case)
        yield from (text for text in compare(case) if text)


def _share(cases: Sequence[Case], way: str) -> float:
    return 100 * sum(case.solved(way) for case in cases) / len(cases)


def _length(cases: Iterable[Case], way: str) -> float | None:
    """The mean of those that every way solved."""
    lengths = [case.found[way].total for case in cases if all(map(case.solved, case.found))]
    return mean(lengths) if lengths else None


def _overlaps(cases: Sequence[Case]) -> float | None:
    counts = []
    for case in cases:
        options = options_of(case.task)
        counts.append(places_of(case.task, options, conflicts_of(case.task, options),
                                grid_lengths(options, ANY_STEP)).overlaps)
    return mean(counts) if counts else None


def _halves(name: str, wish: Wish) -> Draft:
    return Draft(f"{name}: solved and unsolved cases", (
        "ports", *(f"{half} {what}" for half in ("solved", "unsolved")
                   for what in ("cases", "MaxSAT ms", "DP ms", "2023 cases", "2023 MaxSAT ms",
                                "2023 DP ms"))), wish.report)


def _add_halves(draft: Draft, ports: int, cases: Sequence[Case], old: Edges) -> None:
    values: list[Value] = []
    for solved, times in ((True, old.solved), (False, old.unsolved)):
        half = [case for case in cases if case.solved(MAXSAT) is solved]
        values += [len(half), typical(half, MAXSAT), typical(half, DP), times.cases, times.maxsat,
                   times.dynamic]
    draft.row(str(ports), *values)
