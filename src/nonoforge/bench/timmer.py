"""Figures of E. Timmer, Labeling Curved Nonograms (2023)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from math import cos, pi, sin
from pathlib import Path
from random import Random
from statistics import mean, median
from typing import NamedTuple, TypeAlias

import nonoforge
from nonoforge.bench.methods import ALARMS
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value, machine, timed
from nonoforge.engine import Budget, propagate
from nonoforge.labeling import (
    DIAGONALS,
    LEFT,
    RIGHT,
    Edge,
    Effort,
    Label,
    Labeling,
    Point,
    Port,
    Task,
    check,
    conflicts_of,
    dynamic_labels,
    grid_lengths,
    options_of,
    place_labels,
    places_of,
    single_edge_labels,
)

SOURCE = ("2023: E. Timmer, Labeling Curved Nonograms, {}. Her programs are in Haskell, with MaxHS "
          "for MaxSAT; the machines differ.")


class Times(NamedTuple):
    """Milliseconds of MaxSAT and of dynamic programming, and how many cases."""

    maxsat: int
    dynamic: int
    cases: int


class Edges(NamedTuple):
    """Edges with a number of ports: those that were solved, and the others."""

    solved: Times
    unsolved: Times

    @property
    def cases(self) -> int:
        return self.solved.cases + self.unsolved.cases

    @property
    def share(self) -> float:
        """Per cent that were solved by MaxSAT."""
        return 100 * self.solved.cases / (self.solved.cases + self.unsolved.cases)

    @property
    def mean(self) -> tuple[float, float]:
        """Milliseconds of MaxSAT and of dynamic programming over all cases."""
        a, b = self.solved, self.unsolved
        cases = a.cases + b.cases
        return ((a.maxsat * a.cases + b.maxsat * b.cases) / cases,
                (a.dynamic * a.cases + b.dynamic * b.cases) / cases)


TABLE4 = {  # slopes of +-1
    3: Edges(Times(3767, 702, 68), Times(3331, 719, 31)),
    4: Edges(Times(6089, 922, 39), Times(5313, 966, 60)),
    5: Edges(Times(8816, 1603, 17), Times(8214, 1513, 81)),
    6: Edges(Times(12628, 2161, 9), Times(11694, 2013, 91)),
    7: Edges(Times(17231, 2602, 7), Times(15767, 2792, 93)),
    8: Edges(Times(22729, 3362, 1), Times(20695, 3836, 99)),
    9: Edges(Times(28378, 1821, 1), Times(26401, 4639, 99)),
    10: Edges(Times(35471, 2316, 1), Times(32500, 6479, 99)),
}

TABLE7 = {  # any directions; the cases are those of MaxSAT
    2: Edges(Times(1293, 724, 250), Times(1227, 675, 50)),
    3: Edges(Times(1488, 926, 201), Times(1437, 849, 99)),
    4: Edges(Times(1695, 1220, 121), Times(1674, 1120, 179)),
    5: Edges(Times(2394, 2108, 128), Times(2329, 1860, 372)),
    6: Edges(Times(2820, 2719, 77), Times(2651, 2363, 423)),
    7: Edges(Times(3321, 3501, 45), Times(3079, 2977, 455)),
    8: Edges(Times(3620, 4491, 19), Times(3564, 3772, 481)),
    9: Edges(Times(4643, 5979, 12), Times(4104, 4712, 488)),
    10: Edges(Times(4636, 7505, 2), Times(4729, 5743, 498)),
}


class Faster(NamedTuple):
    """Cases in which one was faster, and how many pairs of placed labels overlap in them."""

    dynamic: int
    dynamic_overlaps: float | None
    maxsat: int
    maxsat_overlaps: float | None


TABLE5 = {
    2: Faster(250, 125.65, 0, None), 3: Faster(201, 430.94, 0, None),
    4: Faster(121, 823.09, 0, None), 5: Faster(121, 1305.09, 7, 710.86),
    6: Faster(41, 2198.34, 36, 1317.17), 7: Faster(14, 3546.50, 31, 2384.94),
    8: Faster(1, 4675.00, 18, 2484.11), 9: Faster(0, None, 12, 3217.50),
}


class Run(NamedTuple):
    """Milliseconds, the length of all leaders, labels that have a place; None: no result."""

    ms: int | None
    length: int | None
    labelled: int | None


class Whole(NamedTuple):
    """A puzzle: the size of its frame in points, where that was published, and its labels."""

    name: str
    size: tuple[int, int] | None
    labels: int
    maxsat: Run
    dynamic: Run
    two_sat: Run

    @property
    def drawing(self) -> str:
        """Some puzzles are the same in different sizes."""
        return self.name.removesuffix(" small").removesuffix(" smallest")


TABLE6 = (
    Whole("triangle", None, 6, Run(9389, 15, 6), Run(22014, 15, 6), Run(128, 29, 6)),
    Whole("hearts", (1000, 787), 8, Run(12750, 15, 8), Run(70550, 52, 8), Run(121, 67, 8)),
    Whole("eye of horus 1 smallest", (112, 93), 16, Run(39508, 138, 15), Run(322109, 154, 8),
          Run(164, None, 0)),
    Whole("eye of horus 1 small", (240, 200), 16, Run(40217, 74, 16), Run(395232, 234, 8),
          Run(198, 100, 16)),
    Whole("eye of horus 1", (1000, 832), 16, Run(40651, 20, 16), Run(607160, 79, 16),
          Run(179, 420, 16)),
    Whole("eye of horus 2", (1000, 832), 16, Run(40559, 37, 16), Run(635092, 8, 6),
          Run(294, 177, 16)),
    Whole("fox", (623, 692), 20, Run(63091, 34, 20), Run(439518, 48, 15), Run(221, 96, 20)),
    Whole("fruit", None, 28, Run(119842, 115, 28), Run(929521, 74, 18), Run(282, 248, 28)),
    Whole("flowers", (320, 320), 34, Run(175545, 99, 34), Run(1451075, 300, 16),
          Run(321, None, 0)),
    Whole("owl", (1000, 833), 36, Run(195871, 223, 36), Run(1956627, 117, 9), Run(363, 286, 36)),
    Whole("tree", (528, 480), 44, Run(302835, 162, 44), Run(21403296, 61, 8), Run(671, None, 0)),
    Whole("tree small", None, 44, Run(313944, 291, 44), Run(None, None, None),
          Run(622, None, 0)),
)


class Puzzle(NamedTuple):
    """A puzzle of Table 2: its frame in points, its labels, whether leaders must be longer than the
    least, and the assignments of labels to ports."""

    name: str
    size: tuple[int, int]
    labels: int
    extended: bool
    assignments: int


TABLE2 = (
    Puzzle("fox", (623, 692), 20, False, 1048576),
    Puzzle("flowers", (320, 320), 34, True, 17179869184),
    Puzzle("hearts", (1000, 787), 8, False, 256),
    Puzzle("eye of horus 1", (1000, 832), 16, False, 65536),
    Puzzle("eye of horus 1 small", (240, 200), 16, True, 65536),
    Puzzle("eye of horus 1 smallest", (112, 93), 16, True, 65536),
    Puzzle("eye of horus 2", (1000, 832), 16, False, 65536),
    Puzzle("owl", (1000, 833), 34, False, 68719476736),
    Puzzle("tree", (528, 480), 44, True, 17592186044416),
)


# Ways to place labels, side by side on the same tasks, and whether they agree.

Way: TypeAlias = Callable[[Task], Labeling]

AGREE = 0.01  # lengths that differ by less are the same: MaxSAT counts in parts of a step


class Case(NamedTuple):
    """One task, placed in several ways: labelings and milliseconds by the names of the ways."""

    name: str
    task: Task
    found: Mapping[str, Labeling]
    ms: Mapping[str, float]

    def solved(self, way: str) -> bool:
        """Return whether every label has a place."""
        return not self.found[way].left


def maxsat(step: float, seconds: float | None = None) -> Way:
    """Place labels by MaxSAT: ports and lengths together, on a grid, not polished."""
    return partial(place_labels, method="maxsat", step=step, polish=False, seconds=seconds)


def auto(step: float, seconds: float | None = None) -> Way:
    """Return what is done unless another method is asked for."""
    return partial(place_labels, method="auto", step=step, seconds=seconds)


def two_sat() -> Way:
    """Place labels by 2-SAT: leaders of the least length."""
    return partial(place_labels, method="two-sat")


def programming(step: float | None, seconds: float | None = None,
                effort: Effort | None = None) -> Way:
    """Place labels by dynamic programming; without a step, over the relevant lengths."""
    return partial(dynamic_labels, step=step, budget=seconds, effort=effort)


def run(name: str, task: Task, ways: Mapping[str, Way]) -> Case:
    """Return all ways on one task."""
    turns = {way: timed(partial(place, task)) for way, place in ways.items()}
    return Case(name, task, {way: found for way, (_, found) in turns.items()},
                {way: 1e3 * seconds for way, (seconds, _) in turns.items()})


def typical(cases: Iterable[Case], way: str) -> float | None:
    """Return the median of milliseconds."""
    found = [case.ms[way] for case in cases]
    return median(found) if found else None


def same(case: Case, one: str, other: str) -> str | None:
    """Two ways that answer the same question must place as many labels, with as long leaders; what
    is wrong if not. An answer that is not proved says nothing."""
    a, b = case.found[one], case.found[other]
    if not (a.optimal and b.optimal) or (
            len(a.left) == len(b.left) and abs(a.total - b.total) <= AGREE):
        return None
    return f"{case.name}: {one} {_told(a)}, {other} {_told(b)}"


def no_worse(case: Case, one: str, other: str) -> str | None:
    """Return what is wrong if the first way, which has more lengths to choose from, does worse."""
    a, b = case.found[one], case.found[other]
    if not a.optimal or (len(a.left), a.total - AGREE) <= (len(b.left), b.total):
        return None
    return f"{case.name}: {one} {_told(a)}, {other} {_told(b)}"


def _told(found: Labeling) -> str:
    return f"{len(found.placed) - len(found.left)} labels, {found.total:.2f}"


def faults(case: Case) -> list[str]:
    """Return what the independent checker has to say."""
    return [f"{case.name}: {way}: {text}" for way, found in case.found.items()
            for text in check(case.task, found)]


def verdict(wrong: list[str]) -> str:
    """Return a note about all that is wrong, or that nothing is."""
    if not wrong:
        return "The ways agree wherever they answer the same question; the checker has no fault."
    return f"{ALARMS[0]}: {'; '.join(wrong)}"


# Frames with curves' ends around them: random instances of labeling, of given size and number of
# labels.

STEEP = pi / 3  # the most by which a curve leaves the frame off the right angle
CLUES = (1, 4)  # boxes of a label
APART = 0.4  # of even spacing: the least distance of ports along the frame


class Frame(NamedTuple):
    """How an instance is drawn. The same name and seed give the same curves in each size."""

    width: float
    height: float
    labels: int
    seed: int = 0
    name: str = ""
    box: float = 16.0
    longest: float = 64.0


def frame_task(frame: Frame) -> Task:
    """Return a rectangle with labels / 2 curves through it. Each has two ends on the frame and two
    labels, one for each side, each of which may go to either end."""
    rng = Random(f"{frame.name} {frame.seed} {frame.labels}")
    curves = frame.labels // 2
    ends = _ends(rng, 2 * curves, frame.width, frame.height)
    rng.shuffle(ends)
    labels = [label for curve in range(curves)
              for label in _labels(rng, curve, ends[2 * curve], ends[2 * curve + 1], frame.box)]
    corners = ((0.0, 0.0), (frame.width, 0.0), (frame.width, frame.height), (0.0, frame.height))
    return Task(corners, tuple(labels), longest=frame.longest)


def _ends(rng: Random, count: int, width: float, height: float) -> list[tuple[Point, Point]]:
    """Return ports around the frame, not too near each other, each with an outward direction."""
    around = 2 * (width + height)
    slack = [rng.random() for _ in range(count)]
    scale = (1 - APART) / sum(slack) if slack else 0.0
    at = rng.random()
    ends = []
    for extra in slack:
        place, normal = _on_frame(at % 1 * around, width, height)
        turn = normal + rng.uniform(-STEEP, STEEP)
        ends.append((place, (cos(turn), sin(turn))))
        at += APART / count + scale * extra
    return ends


def _on_frame(far: float, width: float, height: float) -> tuple[Point, float]:
    """Return the point so far around the frame, and the angle of the outward normal there."""
    for length, begin, way, normal in (
            (width, (0.0, 0.0), (1, 0), -pi / 2), (height, (width, 0.0), (0, 1), 0.0),
            (width, (width, height), (-1, 0), pi / 2)):
        if far < length:
            return (begin[0] + way[0] * far, begin[1] + way[1] * far), normal
        far -= length
    return (0.0, max(height - far, 0.0)), pi


def _labels(
    rng: Random, curve: int, start: tuple[Point, Point], end: tuple[Point, Point], box: float,
) -> Iterator[Label]:
    """Yield the labels of both sides of a curve; seen outwards from its start, its left side is on
    the right."""
    for first, second in ((RIGHT, LEFT), (LEFT, RIGHT)):
        boxes = (box,) * rng.randint(*CLUES)
        yield Label((Port(*start, first), Port(*end, second)), boxes, box, curve)


# Labels on a single edge, beside the figures of E. Timmer (2023), Tables 4, 5 and 7.

AUTO, MAXSAT, DP, GRID = "auto", "MaxSAT", "DP", "DP on the grid"
FREE = "DP, any length"
DIAGONAL_STEP, ANY_STEP = 1.0, 2.0
TIMES = ("auto ms", "MaxSAT ms", "DP ms", "2023 MaxSAT ms", "2023 DP ms")

EDGE_NOTES = (
    "As many cases as were published: 98 to 100 for each number of ports in Table 4, 300 or 500 in "
    "Table 7; `--repeats N` takes N at most.",
    "Random labels on an edge of 256 with boxes of 16, 1 to 5 for each label; the published range "
    "is not stated. ms: the median of whole calls from Python.",
    "solved: every label has a place. Where that is impossible, all ways go on to place as many as "
    "possible; the published ones end there.",
    "auto: what is done unless another method is asked for: MaxSAT for what is not decided at "
    "once, then polished to leaders of any length.",
    "DP: dynamic programming over fixed ports, for each assignment of labels to sides that is not "
    "ruled out, up to 500, as the published one, but with a corrected recursion that first drops "
    "what no best labeling needs; `nonoforge.labeling.dynamic` says how.",
)


def table4(options: BenchOptions) -> Table:
    """Timmer, Table 4: slopes of +-1, MaxSAT and dynamic programming on a single edge."""
    seconds = options.budget and options.budget.seconds
    ways = {AUTO: auto(DIAGONAL_STEP, seconds), MAXSAT: maxsat(DIAGONAL_STEP, seconds),
            GRID: programming(DIAGONAL_STEP, seconds), DP: programming(None, seconds)}
    columns = ("ports", "cases", "solved %", "2023 solved %", "auto ms", "MaxSAT ms", "DP ms",
               f"{GRID} ms", "2023 MaxSAT ms", "2023 DP ms", "auto length", "MaxSAT length",
               "DP length", "disagreements")
    draft = Draft("Table 4: slopes of +-1 (Timmer 2023)", columns, options.report,
                  Plot("ports", TIMES, "ms", log=True))
    wrong: list[str] = []
    halves = _halves("Table 4", options)
    for ports, cases in _measured(options, ways, _counts(TABLE4), _diagonal):
        bad = list(_wrong_on_edge(cases, lambda case: (
            same(case, MAXSAT, GRID), no_worse(case, AUTO, GRID), no_worse(case, DP, AUTO))))
        wrong += bad
        old = TABLE4[ports]
        draft.row(str(ports), len(cases), _share(cases, DP), old.share,
                  *(typical(cases, way) for way in (AUTO, MAXSAT, DP, GRID)), *old.mean,
                  *(_common_length(cases, way) for way in (AUTO, MAXSAT, DP)), len(bad))
        _add_halves(halves, ports, cases, old)
    draft.note(verdict(wrong), f"MaxSAT and {GRID}: leaders of up to 100 in steps of 1. DP: only "
               "the lengths that can matter, without steps, so that its leaders are the shortest "
               "of any length. length: of all leaders, the mean of solved cases.",
               *EDGE_NOTES, "Each label has a given side, at random.", SOURCE.format("Table 4"),
               machine())
    return draft.table(halves.table())


def table7(options: BenchOptions) -> Table:
    """Timmer, Table 7: any directions, MaxSAT and dynamic programming on a single edge."""
    columns = ("ports", "cases", "solved %", "2023 solved %", "auto ms", "MaxSAT ms", "DP ms",
               f"{FREE} ms", "2023 MaxSAT ms", "2023 DP ms", "auto length", f"{FREE} length",
               "length", "disagreements")
    draft = Draft("Table 7: any directions (Timmer 2023)", columns, options.report,
                  Plot("ports", TIMES, "ms", log=True))
    wrong: list[str] = []
    halves = _halves("Table 7", options)
    seconds = options.budget and options.budget.seconds
    ways: dict[str, Way] = {
        AUTO: auto(ANY_STEP, seconds), **_any_ways(options),
        FREE: partial(place_labels, method="dynamic", seconds=seconds)}
    for ports, cases in _measured(options, ways, _counts(TABLE7), _any):
        bad = list(_wrong_on_edge(cases, lambda case: (same(case, MAXSAT, DP),
                                               no_worse(case, AUTO, MAXSAT))))
        wrong += bad
        old = TABLE7[ports]
        draft.row(str(ports), len(cases), _share(cases, MAXSAT), old.share,
                  *(typical(cases, way) for way in (AUTO, MAXSAT, DP, FREE)), *old.mean,
                  *(_common_length(cases, way) for way in (AUTO, FREE, MAXSAT)), len(bad))
        _add_halves(halves, ports, cases, old)
    draft.note(verdict(wrong), "Leaders of up to 64 in steps of 2. length: of all leaders, the "
               "mean of solved cases.", f"{FREE}: with the lengths alone that can matter at these "
               "slopes, in place of steps (asked for in section 8.1).", *EDGE_NOTES,
               "Each label may lie on either side of its leader.", SOURCE.format("Table 7"),
               machine())
    return draft.table(halves.table())


def table5(options: BenchOptions) -> Table:
    """Timmer, Table 5: on how many single edges dynamic programming is faster than MaxSAT."""
    columns = ("ports", "solved", "DP faster", "overlaps there", "MaxSAT faster",
               "overlaps there too", "2023 DP faster", "2023 overlaps there", "2023 MaxSAT faster",
               "2023 overlaps there too", "disagreements")
    draft = Draft("Table 5: who is faster (Timmer 2023)", columns, options.report,
                  Plot("ports", ("DP faster", "MaxSAT faster"), "cases"))
    wrong: list[str] = []
    counts = {ports: TABLE7[ports].cases for ports in TABLE5}
    for ports, cases in _measured(options, _any_ways(options), counts, _any):
        bad = list(_wrong_on_edge(cases, lambda case: (same(case, MAXSAT, DP),)))
        wrong += bad
        solved = [case for case in cases if case.solved(MAXSAT) and case.solved(DP)]
        split = [[case for case in solved if (case.ms[DP] <= case.ms[MAXSAT]) is dp]
                 for dp in (True, False)]
        draft.row(str(ports), len(solved), *(value for part in split
                                             for value in (len(part), _overlaps(part))),
                  *TABLE5[ports], len(bad))
    draft.note(verdict(wrong), "Solved cases of Table 7 only. overlaps: pairs of places (port, "
               "side and length) of different labels that overlap, the mean.", *EDGE_NOTES,
               SOURCE.format("Table 5"), machine())
    return draft.table()


def _any_ways(options: BenchOptions) -> Mapping[str, Way]:
    seconds = options.budget and options.budget.seconds
    return {MAXSAT: maxsat(ANY_STEP, seconds), DP: programming(ANY_STEP, seconds)}


def _diagonal(ports: int, seed: int) -> Task:
    return single_edge_labels(Edge(ports=ports, angles=DIAGONALS, free=False, longest=100.0), seed)


def _any(ports: int, seed: int) -> Task:
    return single_edge_labels(Edge(ports=ports), seed)


def _counts(published: Mapping[int, Edges]) -> dict[int, int]:
    """Return for each number of ports how many cases were published: as many are ours."""
    return {ports: edges.cases for ports, edges in published.items()}


def _measured(
    options: BenchOptions, ways: Mapping[str, Way], counts: Mapping[int, int],
    make: Callable[[int, int], Task],
) -> Iterator[tuple[int, list[Case]]]:
    """Yield for each number of ports its cases, as many as were published unless fewer are asked
    for. What is loaded with the first call is not counted."""
    wanted = {number: min(count, options.repeats or count) for number, count in counts.items()}
    parts = Parts(options.report, sum(wanted.values()))
    run("to begin with", make(2, options.seed), ways)
    for number, count in wanted.items():
        cases = []
        for case in range(count):
            name = f"{number} ports, case {case}"
            parts.next(name)
            cases.append(run(name, make(number, options.seed + case), ways))
        yield number, cases


def _wrong_on_edge(
    cases: Iterable[Case], compare: Callable[[Case], Iterable[str | None]],
) -> Iterator[str]:
    for case in cases:
        yield from faults(case)
        yield from (text for text in compare(case) if text)


def _share(cases: Sequence[Case], way: str) -> float:
    return 100 * sum(case.solved(way) for case in cases) / len(cases)


def _common_length(cases: Iterable[Case], way: str) -> float | None:
    """Return the mean of those that every way solved."""
    lengths = [case.found[way].total for case in cases if all(map(case.solved, case.found))]
    return mean(lengths) if lengths else None


def _overlaps(cases: Sequence[Case]) -> float | None:
    counts = []
    for case in cases:
        options = options_of(case.task)
        counts.append(places_of(case.task, options, conflicts_of(case.task, options),
                                grid_lengths(options, ANY_STEP)).overlaps)
    return mean(counts) if counts else None


def _halves(name: str, options: BenchOptions) -> Draft:
    return Draft(f"{name}: solved and unsolved cases", (
        "ports", *(f"{half} {what}" for half in ("solved", "unsolved")
                   for what in ("cases", "MaxSAT ms", "DP ms", "2023 cases", "2023 MaxSAT ms",
                                "2023 DP ms"))), options.report)


def _add_halves(draft: Draft, ports: int, cases: Sequence[Case], old: Edges) -> None:
    values: list[Value] = []
    for solved, times in ((True, old.solved), (False, old.unsolved)):
        half = [case for case in cases if case.solved(MAXSAT) is solved]
        values += [len(half), typical(half, MAXSAT), typical(half, DP), times.cases, times.maxsat,
                   times.dynamic]
    draft.row(str(ports), *values)


# Which of solved and unsolved edges take longer: E. Timmer (2023), Figure 8.

MOST_PORTS = 8  # of Figure 8: with more, 500 assignments are not all


def figure8(options: BenchOptions) -> Table:
    """Timmer, Figure 8: time of solved edges divided by that of unsolved ones."""
    draft = Draft("Figure 8: solved divided by unsolved (Timmer 2023)", (
        "ports", "solved", "unsolved", MAXSAT, DP, f"2023 {MAXSAT}", f"2023 {DP}"), options.report,
        Plot("ports", (MAXSAT, DP, f"2023 {MAXSAT}", f"2023 {DP}"),
             "mean time of solved cases / mean time of unsolved ones"))
    counts = {ports: edges.cases for ports, edges in TABLE7.items() if ports <= MOST_PORTS}
    wrong: list[str] = []
    for ports, cases in _measured(options, _any_ways(options), counts, _any):
        wrong += _wrong_on_edge(cases, lambda case: (same(case, MAXSAT, DP),))
        solved = [case for case in cases if case.solved(MAXSAT)]
        others = [case for case in cases if not case.solved(MAXSAT)]
        old = TABLE7[ports]
        draft.row(str(ports), len(solved), len(others),
                  *(_ratio(solved, others, way) for way in (MAXSAT, DP)),
                  old.solved.maxsat / old.unsolved.maxsat,
                  old.solved.dynamic / old.unsolved.dynamic)
    draft.note(verdict(wrong), "2023: of the times in Table 7, from which Figure 8 is drawn. Above "
               "1: solved cases take longer. There cases that cannot be solved end with that; here "
               "both ways go on to place as many labels as possible, so that unsolved cases take "
               "longer.", *EDGE_NOTES, "Each label may lie on either side of its leader.",
               SOURCE.format("Figure 8 and Table 7"), machine())
    return draft.table()


def _ratio(solved: Sequence[Case], others: Sequence[Case], way: str) -> float | None:
    if not solved or not others:
        return None
    return mean(case.ms[way] for case in solved) / mean(case.ms[way] for case in others)


# Simpler problems: E. Timmer (2023), section 8.2, without crossing leaders.

SIMPLER_CASES = 100  # for each number of ports
SIMPLER_PORTS = (2, 4, 6, 8, 10)
OVERLAPS = (1.0, 2.0)  # points: 1/16 and 1/8 of a box
KEPT = (0.75, 0.5)  # of the labels
AS_IS, COARSE = "as it is", "coarse steps"


def simpler(options: BenchOptions) -> Table:
    """Timmer, section 8.2: overlap, fewer labels, coarse steps; redundant labels of puzzles."""
    kinds: dict[str, Callable[[Task, Random], Task]] = {
        AS_IS: lambda task, rng: task,
        **{f"overlap {depth:g}": partial(_overlapping, depth) for depth in OVERLAPS},
        **{f"{100 * share:.0f} % of labels": partial(_some_labels, share) for share in KEPT},
        COARSE: lambda task, rng: task,
        "never one clue": lambda task, rng: replace(task, separate=8.0),
    }
    shares = Draft("Simpler problems: solved per cent (Timmer 2023, section 8.2)",
                   ("ports", "cases", *kinds), options.report,
                   Plot("ports", tuple(kinds), "solved, per cent"))
    lengths = Draft("Simpler problems: length of all leaders", ("ports", "cases", *kinds),
                    options.report)
    times = Draft("Simpler problems: ms", ("ports", *kinds), options.report)
    count = options.repeats or SIMPLER_CASES
    parts = Parts(options.report, len(SIMPLER_PORTS) * count + len(_examples()))
    seconds = options.budget and options.budget.seconds
    wrong: list[str] = []
    run("to begin with", _any(2, options.seed), {AUTO: auto(ANY_STEP)})
    for ports in SIMPLER_PORTS:
        cases = []
        for number in range(count):
            parts.next(f"{ports} ports, case {number}")
            task = _any(ports, options.seed + number)
            rng = Random(f"{options.seed} {number}")
            tried = {name: run(name, change(task, rng), {AUTO: partial(
                place_labels, method="auto", step=ANY_STEP, coarse=name == COARSE,
                seconds=seconds)}) for name, change in kinds.items()}
            wrong += [text for case in tried.values() for text in faults(case)]
            cases.append(tried)
        whole = [tried for tried in cases if all(case.solved(AUTO) for case in tried.values())]
        shares.row(str(ports), count, *(_share([tried[name] for tried in cases], AUTO)
                                        for name in kinds))
        lengths.row(str(ports), len(whole), *(
            mean(tried[name].found[AUTO].total for tried in whole) if whole else None
            for name in kinds))
        times.row(str(ports), *(typical([tried[name] for tried in cases], AUTO)
                                for name in kinds))
    shares.note(verdict(wrong), "The same random edges in each column, any directions, labels on "
                "either side, leaders of up to 64; method auto. overlap: how deep boxes of 16 may "
                "overlap; leaders stay out of boxes. per cent of labels: a random choice of them. "
                f"coarse steps: from 32 points down to {ANY_STEP:g} until every label has a place. "
                "never one clue: labels of different ports stand half a box apart, or have leaders "
                "of different lengths: harder, not simpler.",
                "The document also proposes leaders that cross a few times: they never do here.",
                SOURCE.format("section 8.2"), machine())
    lengths.note("Cases that are solved in every column; the mean.")
    return shares.table(lengths.table(), times.table(), _redundant(options, parts))


def _overlapping(depth: float, task: Task, _: Random) -> Task:
    return replace(task, overlap=depth)


def _some_labels(share: float, task: Task, rng: Random) -> Task:
    kept = sorted(rng.sample(range(len(task.labels)), max(1, round(share * len(task.labels)))))
    return replace(task, labels=tuple(task.labels[label] for label in kept))


def _examples() -> list[str]:
    """Return the curved examples of the project, where it is at hand."""
    for root in (Path(), Path(nonoforge.__file__).parents[2]):
        found = sorted((root / "examples" / "curved").glob("*.nono"))
        if found:
            return [str(path) for path in found]
    return []


def _redundant(options: BenchOptions, parts: Parts) -> Table:
    """Return what becomes of puzzles without their redundant labels."""
    from nonoforge.families.plane import labelled
    from nonoforge.formats import load
    from nonoforge.judge import Target, hide_clues, rate

    draft = Draft("Redundant labels left out: curved examples", (
        "puzzle", "labels", "needed", "leaders mm", "leaders without", "ms", "ms without", "work",
        "work without", "stars", "stars without"), options.report)
    for path in _examples():
        parts.next(path)
        whole = load(path)
        if not propagate(whole.puzzle).state.solved:
            continue
        fewer = hide_clues(whole, Target(), seed=options.seed,
                           budget=options.budget or Budget(seconds=5)).nonogram
        both = [labelled(each) for each in (whole, fewer)]
        ratings = [rate(each) for each in (whole, fewer)]
        draft.row(Path(path).stem, *(len(each.puzzle.lines) for each in (whole, fewer)),
                  *(each.labeling.total for each in both),
                  *(1e3 * each.labeling.seconds for each in both),
                  *(each.work for each in ratings), *(each.stars for each in ratings))
    draft.note("Puzzles that single lines solve. needed: the fewest labels found with which they "
               "still do; without: of these. leaders: of all labels together. work: steps of the "
               "rating, each by its weight.")
    return draft.table()


# The puzzles: E. Timmer (2023), Table 2.

def table2(options: BenchOptions) -> Table:
    """Timmer, Table 2: characteristics of the puzzles, beside frames of ours like them."""
    draft = Draft("Table 2: the puzzles (Timmer 2023)", (
        "like", "size", "labels", "frames", "needs longer leaders %", "never overlap labels",
        "assignments 2^labels", "2023 labels", "2023 needs longer leaders", "2023 assignments"),
        options.report)
    count = options.repeats or TABLE2_FRAMES
    parts = Parts(options.report, count * len(TABLE2))
    labelled = {whole.name: whole.labels for whole in TABLE6}
    for puzzle in TABLE2:
        labels = labelled.get(puzzle.name, puzzle.labels)
        name = Whole(puzzle.name, puzzle.size, labels, NOTHING, NOTHING, NOTHING).drawing
        longer, free = [], []
        for seed in range(options.seed, options.seed + count):
            parts.next(puzzle.name)
            task = frame_task(Frame(*puzzle.size, labels, seed, name))
            longer.append(bool(place_labels(task, "two-sat").left))
            free.append(_never_overlapping(task))
        draft.row(puzzle.name, f"{puzzle.size[0]} x {puzzle.size[1]}", labels, count,
                  100 * mean(longer), mean(free), 2 ** labels, puzzle.labels,
                  "yes" if puzzle.extended else "no", puzzle.assignments)
    draft.note("Frames with random curves of our own, as large and with as many labels as the "
               "published puzzles, which are not available. needs longer leaders: share of the "
               "frames that have no labeling with leaders of the least length, by 2-SAT. never "
               "overlap: labels that overlap no other, whichever port and leader of up to 64 "
               "both take, the mean: their ports need no choice.",
               "labels: those of Table 6. Table 2 has 34 labels for owl, but 2^36 assignments, and "
               "Table 6 has 36. eye of horus 1 small needs longer leaders by Table 2, and has none "
               "by 2-SAT in Table 6, where all its 16 labels are placed.",
               SOURCE.format("Table 2"), machine())
    return draft.table()


def _never_overlapping(task: Task) -> float:
    """Return how many labels conflict with no other."""
    options = options_of(task)
    conflicts = conflicts_of(task, options)
    met = {int(options.label[option]) for part in (conflicts.first, conflicts.second)
           for option in part}
    return float(len(task.labels) - len(met))


# Labels around whole frames, beside the figures of E. Timmer (2023), Table 6.

FRAMES = 3  # for each row
TABLE2_FRAMES = 20  # for each row of Table 2
METHOD_SECONDS = 20.0  # for each method on each frame
STEP = 2.0
UNTOLD = {  # sizes that were not published
    "triangle": (400, 400), "fruit": (600, 600), "tree small": (264, 240)}
NOTHING = Run(None, None, None)
MORE = (Whole("100 labels", (1500, 1500), 100, NOTHING, NOTHING, NOTHING),
        Whole("200 labels", (3000, 3000), 200, NOTHING, NOTHING, NOTHING))
GROWTH = (10, 20, 50, 100, 200, 400)  # labels
ROOM = 15.0  # the side of a frame for each label
TWO_SAT = "2-SAT"
WAYS = (AUTO, MAXSAT, DP, TWO_SAT)

FRAME_NOTES = (
    "Frames with random curves of our own, as large and with as many labels as the published "
    "puzzles, which are not available; boxes of 16, 1 to 4 for each label, leaders of up to 64 in "
    "steps of 2. Each figure is the median (ms) or the mean of several frames. Frames of the same "
    "puzzle in other sizes have the same curves, scaled.",
    "The sizes of triangle, fruit and tree small were not published; ours, "
    + ", ".join(f"{width} x {height}" for width, height in UNTOLD.values())
    + ", are assumptions.",
    "auto: what is done unless another method is asked for; its leaders are polished to any "
    "length, those of the others are on the grid. 2-SAT: all leaders of the least length.",
    "DP: up to 500 assignments of labels to ports for each group of labels that can meet, instead "
    "of 50 or 500 for all; choices that were too dear together are not tried again.",
)


class _Row(NamedTuple):
    whole: Whole
    size: tuple[int, int]
    cases: list[Case]

    @property
    def head(self) -> tuple[Value, ...]:
        return self.whole.name, f"{self.size[0]} x {self.size[1]}", self.whole.labels

    @property
    def published(self) -> tuple[Run, Run, Run]:
        return self.whole.maxsat, self.whole.dynamic, self.whole.two_sat


def table6(options: BenchOptions) -> Table:
    """Timmer, Table 6: labels around whole frames by all methods; 100 and 200 labels; growth."""
    published = [f"2023 {way} ms" for way in WAYS[1:]]
    draft = Draft("Table 6: whole frames, times (Timmer 2023)", (
        "like", "size", "labels", *(f"{way} ms" for way in WAYS), *published, "proved by auto",
        "proved by DP", "disagreements"), options.report,
        Plot("like", (*(f"{way} ms" for way in WAYS), *published), "ms", log=True))
    parts = Parts(options.report,
                  (len(TABLE6) + len(MORE) + len(GROWTH)) * (options.repeats or FRAMES))
    ways = _ways(options)
    run("to begin with", frame_task(Frame(100, 100, 4, options.seed)), ways)
    rows, wrong = [], []
    for whole in (*TABLE6, *MORE):
        size = whole.size or UNTOLD[whole.name]
        rows.append(_Row(whole, size, _cases(options, whole, size, ways, parts)))
        bad = _wrong(rows[-1].cases)
        wrong += bad
        draft.row(*rows[-1].head, *(typical(rows[-1].cases, way) for way in WAYS),
                  *(old.ms for old in rows[-1].published), _proved(rows[-1].cases, AUTO),
                  _proved(rows[-1].cases, DP), len(bad))
    draft.note(verdict(wrong), "proved: share of the frames, in per cent, for which the labeling "
               "was shown to be the best on the grid.", *FRAME_NOTES, SOURCE.format("Table 6"),
               machine())
    return draft.table(_quality(rows, options), growth(options, ways, parts))


def _ways(options: BenchOptions) -> dict[str, Way]:
    seconds = (options.budget and options.budget.seconds) or METHOD_SECONDS
    return {AUTO: auto(STEP, seconds), MAXSAT: maxsat(STEP, seconds),
            DP: programming(STEP, seconds), TWO_SAT: two_sat()}


def _cases(
    options: BenchOptions, whole: Whole, size: tuple[float, float],
    ways: Mapping[str, Way], parts: Parts,
) -> list[Case]:
    cases = []
    for seed in range(options.seed, options.seed + (options.repeats or FRAMES)):
        parts.next(whole.name)
        task = frame_task(Frame(*size, whole.labels, seed, whole.drawing))
        cases.append(run(f"{whole.name}, frame {seed}", task, ways))
    return cases


def _wrong(cases: Sequence[Case]) -> list[str]:
    """Return what the checker says, and where answers do not fit together."""
    return [text for case in cases for text in (
        *faults(case), same(case, MAXSAT, DP), no_worse(case, AUTO, MAXSAT),
        no_worse(case, MAXSAT, TWO_SAT)) if text]


def _proved(cases: Sequence[Case], way: str) -> float:
    return 100 * mean(case.found[way].optimal for case in cases)


def _quality(rows: Sequence[_Row], options: BenchOptions) -> Table:
    """Return lengths of all leaders, and labels that have a place."""
    draft = Draft("Table 6: whole frames, lengths and labels", (
        "like", "size", "labels",
        *(f"{way} {what}" for what in ("length", "labelled") for way in WAYS),
        *(f"2023 {way} {what}" for what in ("length", "labelled") for way in WAYS[1:])),
        options.report)
    for row in rows:
        draft.row(*row.head, *(_length(row.cases, way) for way in WAYS),
                  *(_labelled(row.cases, way) for way in WAYS),
                  *(old.length for old in row.published),
                  *(old.labelled for old in row.published))
    draft.note("length: of the leaders of all labels that have a place; with fewer labels it may "
               "be shorter. labelled: labels that have a place, the mean.")
    return draft.table()


def _length(cases: Sequence[Case], way: str) -> float | None:
    lengths = [case.found[way].total for case in cases if any(case.found[way].placed)]
    return mean(lengths) if lengths else None


def _labelled(cases: Sequence[Case], way: str) -> float:
    return mean(float(len(case.task.labels) - len(case.found[way].left)) for case in cases)


def growth(options: BenchOptions, ways: Mapping[str, Way], parts: Parts) -> Table:
    """Return the times over the size of the frame and its number of labels."""
    draft = Draft("Whole frames: growth with the number of labels", (
        "labels", "side", *(f"{way} ms" for way in WAYS), "auto ms per label", "auto labelled",
        "disagreements"), options.report,
        Plot("labels", tuple(f"{way} ms" for way in WAYS), "ms", log=True))
    wrong: list[str] = []
    for labels in GROWTH:
        side = ROOM * labels
        whole = Whole(f"{labels} labels", None, labels, NOTHING, NOTHING, NOTHING)
        cases = _cases(options, whole, (side, side), ways, parts)
        bad = _wrong(cases)
        wrong += bad
        each = typical(cases, AUTO)
        draft.row(str(labels), side, *(typical(cases, way) for way in WAYS),
                  each and each / labels, _labelled(cases, AUTO), len(bad))
    draft.note(verdict(wrong), f"Square frames with a side of {ROOM:g} for each label.")
    return draft.table()
