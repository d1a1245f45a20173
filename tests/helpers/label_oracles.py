"""Slow answers about labels, by other ways than the program's: for the tests of labeling."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import inf, sqrt
from typing import NamedTuple

from nonoforge.labeling.checker import check
from nonoforge.labeling.options import conflicts_of, options_of
from nonoforge.labeling.places import grid_lengths
from nonoforge.labeling.task import Label, Labeling, Placed, Point, Port, Task


class Spot(NamedTuple):
    label: int
    place: Placed


def spots(task: Task, lengths: Sequence[Sequence[float]]) -> list[Spot]:
    options = options_of(task)
    return [Spot(int(options.label[i]), Placed(int(options.number[i]), length))
            for i, of in enumerate(lengths) for length in of]


def grid(task: Task, step: float) -> list[Spot]:
    return spots(task, grid_lengths(options_of(task), step))


def clash(task: Task, one: Spot, other: Spot) -> bool:
    """Whether the independent checker finds fault with these two alone."""
    two = replace(task, labels=(task.labels[one.label], task.labels[other.label]))
    return bool(check(two, Labeling((one.place, other.place), one.place.leader + other.place.leader,
                                    False, None, "", 0.0)))


def clashes(task: Task, found: Sequence[Spot]) -> list[list[bool]]:
    half = [[a.label != b.label and clash(task, a, b) for b in found[:k]]
            for k, a in enumerate(found)]
    return [[half[max(a, b)][min(a, b)] if a != b else False for b in range(len(found))]
            for a in range(len(found))]


def exhaustive(task: Task, found: Sequence[Spot]) -> tuple[int, float]:
    """How many labels must be left out, and the least length of leaders with so many."""
    bad = clashes(task, found)
    of = [[k for k, spot in enumerate(found) if spot.label == label]
          for label in range(len(task.labels))]
    best = (len(of) + 1, inf)

    def go(label: int, chosen: tuple[int, ...], out: int, total: float) -> None:
        nonlocal best
        if (out, total) >= best:
            return
        if label == len(of):
            best = out, total
            return
        for k in of[label]:
            if not any(bad[k][other] for other in chosen):
                go(label + 1, (*chosen, k), out, total + found[k].place.leader)
        go(label + 1, chosen, out + 1, total)

    go(0, (), 0, 0.0)
    return best


def printed(task: Task, found: Sequence[Spot], *, lengths: bool = True) -> tuple[float, list[Spot]]:
    """The recursion as E. Timmer (2023) prints it, for one edge along the x axis and one option for
    each label, in order of their ports. Without `lengths`, only heights are compared."""
    bad = clashes(task, found)
    of = [[k for k, spot in enumerate(found) if spot.label == label]
          for label in range(len(task.labels))]
    high = [_height(task, spot) for spot in found]
    leader = [spot.place.leader for spot in found]

    @cache
    def table(i: int, j: int, a: int, b: int) -> tuple[float, tuple[int, ...]]:
        best: tuple[float, tuple[int, ...]] = (0.0, ()) if j == i + 1 else (inf, ())
        sides = [side for side in (a, b) if side >= 0]
        for k in range(i + 1, j):
            for c in of[k]:
                if any(bad[c][side] or high[c] > high[side] + 1e-9
                       or (lengths and leader[c] > leader[side] + 1e-9) for side in sides):
                    continue
                left, right = table(i, k, a, c), table(k, j, c, b)
                total = left[0] + leader[c] + right[0]
                if total < best[0] - 1e-9:
                    best = total, (*left[1], c, *right[1])
        return best

    total, chosen = table(-1, len(of), -1, -1)
    return total, [found[k] for k in chosen]


def _height(task: Task, spot: Spot) -> float:
    label = task.labels[spot.label]
    port = label.options[spot.place.option]
    across = port.out[0] * port.side  # the y of the direction across the leader
    return (spot.place.leader + label.length) * port.out[1] + max(0.0, across * label.height)


def continuous(task: Task) -> float | None:
    """The least length of leaders of any length, all labels placed, by mixed-integer programming:
    at least one side of each piece of the conflicts does not hold. Pieces are a little larger here,
    as the solver's tolerance is larger than the program's, and would find gaps between them."""
    import highspy

    options = options_of(task)
    solver = highspy.Highs()
    solver.silent()
    solver.setOptionValue("mip_rel_gap", 0.0)
    solver.setOptionValue("mip_abs_gap", 1e-7)
    taken = [solver.addBinary() for _ in range(len(options))]
    leader = [solver.addVariable(lb=0.0, ub=float(most)) for most in options.most]
    for label in range(len(task.labels)):
        if not options.of(label):
            return None
        solver.addConstr(sum(taken[i] for i in options.of(label)) == 1)
    for i, least in enumerate(options.least):
        solver.addConstr(leader[i] >= float(least) * taken[i])
    found = conflicts_of(task, options)
    for i, j, sides in zip(found.first, found.second, found.sides, strict=True):
        ways = []
        for a, b, c in {(a, b, c - 1e-3) for a, b, c in sides.tolist()}:
            top = sum(max(0.0, k * float(options.most[o])) for k, o in ((a, i), (b, j)))
            ways.append(solver.addBinary())
            if c < top:
                low = max(c, -1e6)
                free = (top - low) * (1 - ways[-1])
                solver.addConstr(a * leader[i] + b * leader[j] <= low + free)
        solver.addConstr(sum(ways) >= taken[i] + taken[j] - 1)
    solver.minimize(sum(leader))
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        return None
    return float(solver.getObjectiveValue())


def diagonal(at: float, out: Point, side: int, boxes: int, height: float = 16.0) -> Label:
    """A label with one port on the x axis; the direction in any length."""
    size = sqrt(out[0] ** 2 + out[1] ** 2)
    port = Port((at, 0.0), (out[0] / size, out[1] / size), side)  # type: ignore[arg-type]
    return Label((port,), (16.0,) * boxes, height)
