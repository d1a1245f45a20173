"""Labels around whole frames, beside the figures of E. Timmer (2023), Table 6."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import mean
from typing import NamedTuple

from nonoforge.bench.clock import machine
from nonoforge.bench.labels_frames import Frame, frame_task
from nonoforge.bench.labels_published import SOURCE, TABLE6, Run, Whole
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
    two_sat,
    typical,
    verdict,
)
from nonoforge.bench.parts import Parts
from nonoforge.bench.table import Draft, Plot, Table, Value, Wish

FRAMES = 3  # for each row
PATIENCE = 20.0  # seconds for each way on each frame
STEP = 2.0
UNTOLD = {"triangle": (400, 400), "fruit": (600, 600)}  # sizes that were not published
NOTHING = Run(None, None, None)
MORE = (Whole("100 labels", (1500, 1500), 100, NOTHING, NOTHING, NOTHING),
        Whole("200 labels", (3000, 3000), 200, NOTHING, NOTHING, NOTHING))
GROWTH = (10, 20, 50, 100, 200, 400)  # labels
ROOM = 15.0  # the side of a frame for each label
AUTO, MAXSAT, DP, TWO_SAT = WAYS = ("auto", "MaxSAT", "DP", "2-SAT")

NOTES = (
    "Frames with random curves of our own, as large and with as many labels as the published "
    "puzzles, which are not available; boxes of 16, 1 to 4 for each label, leaders of up to 64 in "
    "steps of 2. Each figure is the median (ms) or the mean of several frames. Frames of the same "
    "puzzle in other sizes have the same curves, scaled.",
    "The sizes of triangle and fruit were not published; ours are "
    + " and ".join(f"{width} x {height}" for width, height in UNTOLD.values()) + ".",
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


def table6(wish: Wish) -> Table:
    """Timmer, Table 6: labels around whole frames by all methods; 100 and 200 labels; growth."""
    published = [f"2023 {way} ms" for way in WAYS[1:]]
    draft = Draft("Table 6: whole frames, times (Timmer 2023)", (
        "like", "size", "labels", *(f"{way} ms" for way in WAYS), *published, "proved by auto",
        "proved by DP", "disagreements"), wish.report,
        Plot("like", (*(f"{way} ms" for way in WAYS), *published), "ms", log=True))
    parts = Parts(wish.report, (len(TABLE6) + len(MORE) + len(GROWTH)) * (wish.repeats or FRAMES))
    ways = _ways(wish)
    run("to begin with", frame_task(Frame(100, 100, 4, wish.seed)), ways)
    rows, wrong = [], []
    for whole in (*TABLE6, *MORE):
        size = whole.size or UNTOLD[whole.name]
        rows.append(_Row(whole, size, _cases(wish, whole, size, ways, parts)))
        bad = _wrong(rows[-1].cases)
        wrong += bad
        draft.row(*rows[-1].head, *(typical(rows[-1].cases, way) for way in WAYS),
                  *(old.ms for old in rows[-1].published), _proved(rows[-1].cases, AUTO),
                  _proved(rows[-1].cases, DP), len(bad))
    draft.note(verdict(wrong), "proved: share of the frames, in per cent, for which the labeling "
               "was shown to be the best on the grid.", *NOTES, SOURCE.format("Table 6"),
               machine())
    return draft.table(_quality(rows, wish), growth(wish, ways, parts))


def _ways(wish: Wish) -> dict[str, Way]:
    seconds = (wish.budget and wish.budget.seconds) or PATIENCE
    return {AUTO: auto(STEP, seconds), MAXSAT: maxsat(STEP, seconds),
            DP: programming(STEP, seconds), TWO_SAT: two_sat()}


def _cases(
    wish: Wish, whole: Whole, size: tuple[float, float], ways: Mapping[str, Way], parts: Parts,
) -> list[Case]:
    cases = []
    for seed in range(wish.seed, wish.seed + (wish.repeats or FRAMES)):
        parts.next(whole.name)
        task = frame_task(Frame(*size, whole.labels, seed, whole.drawing))
        cases.append(run(f"{whole.name}, frame {seed}", task, ways))
    return cases


def _wrong(cases: Sequence[Case]) -> list[str]:
    """What the checker says, and where answers do not fit together."""
    return [text for case in cases for text in (
        *faults(case), same(case, MAXSAT, DP), no_worse(case, AUTO, MAXSAT),
        no_worse(case, MAXSAT, TWO_SAT)) if text]


def _proved(cases: Sequence[Case], way: str) -> float:
    return 100 * mean(case.found[way].optimal for case in cases)


def _quality(rows: Sequence[_Row], wish: Wish) -> Table:
    """Lengths of all leaders, and labels that have a place."""
    draft = Draft("Table 6: whole frames, lengths and labels", (
        "like", "size", "labels",
        *(f"{way} {what}" for what in ("length", "labelled") for way in WAYS),
        *(f"2023 {way} {what}" for what in ("length", "labelled") for way in WAYS[1:])),
        wish.report)
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


def growth(wish: Wish, ways: Mapping[str, Way], parts: Parts) -> Table:
    """Times as frames grow with their labels."""
    draft = Draft("Whole frames: growth with the number of labels", (
        "labels", "side", *(f"{way} ms" for way in WAYS), "auto ms per label", "auto labelled",
        "disagreements"), wish.report,
        Plot("labels", tuple(f"{way} ms" for way in WAYS), "ms", log=True))
    wrong: list[str] = []
    for labels in GROWTH:
        side = ROOM * labels
        whole = Whole(f"{labels} labels", None, labels, NOTHING, NOTHING, NOTHING)
        cases = _cases(wish, whole, (side, side), ways, parts)
        bad = _wrong(cases)
        wrong += bad
        each = typical(cases, AUTO)
        draft.row(str(labels), side, *(typical(cases, way) for way in WAYS),
                  each and each / labels, _labelled(cases, AUTO), len(bad))
    draft.note(verdict(wrong), f"Square frames with a side of {ROOM:g} for each label.")
    return draft.table()
