"""Ways to place labels, side by side on the same tasks, and whether they agree."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from statistics import median
from typing import NamedTuple, TypeAlias

from nonoforge.bench.clock import timed
from nonoforge.bench.methods import ALARMS
from nonoforge.labeling import Effort, Labeling, Task, check, dynamic_labels, place_labels

Way: TypeAlias = Callable[[Task], Labeling]

AGREE = 0.01  # lengths that differ by less are the same: MaxSAT counts in parts of a step


class Case(NamedTuple):
    """One task, placed in several ways: labelings and milliseconds by the names of the ways."""

    name: str
    task: Task
    found: Mapping[str, Labeling]
    ms: Mapping[str, float]

    def solved(self, way: str) -> bool:
        """Whether every label has a place."""
        return not self.found[way].left


def maxsat(step: float, seconds: float | None = None) -> Way:
    """Ports and lengths together, on a grid, not polished."""
    return partial(place_labels, method="maxsat", step=step, polish=False, seconds=seconds)


def auto(step: float, seconds: float | None = None) -> Way:
    """What is done unless another method is asked for."""
    return partial(place_labels, method="auto", step=step, seconds=seconds)


def two_sat() -> Way:
    """Leaders of the least length."""
    return partial(place_labels, method="two-sat")


def programming(step: float | None, seconds: float | None = None,
                effort: Effort | None = None) -> Way:
    """Dynamic programming; without a step, with the lengths that matter."""
    return partial(dynamic_labels, step=step, budget=seconds, effort=effort)


def run(name: str, task: Task, ways: Mapping[str, Way]) -> Case:
    """All ways on one task."""
    turns = {way: timed(partial(place, task)) for way, place in ways.items()}
    return Case(name, task, {way: found for way, (_, found) in turns.items()},
                {way: 1e3 * seconds for way, (seconds, _) in turns.items()})


def typical(cases: Iterable[Case], way: str) -> float | None:
    """The median of milliseconds."""
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
    """The first way has more lengths to choose from: it must be as good as the second."""
    a, b = case.found[one], case.found[other]
    if not a.optimal or (len(a.left), a.total - AGREE) <= (len(b.left), b.total):
        return None
    return f"{case.name}: {one} {_told(a)}, {other} {_told(b)}"


def _told(found: Labeling) -> str:
    return f"{len(found.placed) - len(found.left)} labels, {found.total:.2f}"


def faults(case: Case) -> list[str]:
    """What the independent checker has to say."""
    return [f"{case.name}: {way}: {text}" for way, found in case.found.items()
            for text in check(case.task, found)]


def verdict(wrong: list[str]) -> str:
    """A note about all that is wrong, which nobody may overlook, or that nothing is."""
    if not wrong:
        return "The ways agree wherever they answer the same question; the checker has no fault."
    return f"{ALARMS[0]}: {'; '.join(wrong)}"
