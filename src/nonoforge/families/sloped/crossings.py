"""Outlines that cross: then it is not clear what is inside and what is a hole."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import atan2

from nonoforge.families.sloped.drawn import ExactDrawing
from nonoforge.families.sloped.lattice import Lattice
from nonoforge.families.sloped.straightening import Faults
from nonoforge.families.sloped.winding import Windings, windings


def check_crossings(drawn: ExactDrawing, around: Mapping[int, Windings]) -> None:
    """An error with all outlines that cross themselves or each other. `around` says how often
    each shape (by number) goes around each face. Two outlines do not cross if one is within the
    other, or if no face is in both; they may touch and share edges."""
    faults = Faults()
    shapes = drawn.shapes
    names = {loop.shape: drawn.sketch.name(loop) for loop in drawn.sketch.loops}
    for shape, turns in around.items():
        if not _plain(turns):
            _check_each(drawn, shapes[shape], names[shape], faults)
    inside = {shape: _inside(turns) for shape, turns in around.items()}
    for one, other in combinations(inside, 2):
        if _overlap(inside[one], inside[other]):
            faults.add(*_PAIR, f"{names[one]} and {names[other]} at "
                               f"{_place(drawn, shapes[one], shapes[other])}")
    faults.raise_any("draw them apart, or let the shapes' fills decide what is coloured: "
                     "--colour-by fill")


_ITSELF = ("an outline that crosses itself", "outlines that cross themselves")
_PAIR = ("two outlines that cross", "pairs of outlines that cross")


def _plain(turns: Windings) -> bool:
    """Does something go around each face at most once, and always the same way?"""
    return {*turns} <= {0, 1} or {*turns} <= {0, -1}


def _inside(turns: Windings) -> int:
    """The faces within something, as a number with a byte for each."""
    return int.from_bytes(bytes(turn & 1 for turn in turns), "little")


def _overlap(one: int, other: int) -> bool:
    both = one & other
    return bool(both) and both != one and both != other


def _check_each(
    drawn: ExactDrawing, walks: Sequence[Sequence[int]], name: str, faults: Faults,
) -> None:
    """The outlines of one shape, whose holes may have been drawn either way."""
    around = windings(drawn.lattice, [[walk] for walk in walks])
    for walk, turns in zip(walks, around, strict=True):
        if not _plain(turns):
            faults.add(*_ITSELF, f"{name} at {_place(drawn, [walk], [walk])}")
    inside = [(walk, _inside(turns)) for walk, turns in zip(walks, around, strict=True)]
    for (one, some), (other, others) in combinations(inside, 2):
        if _overlap(some, others):
            faults.add(*_PAIR, f"{name} and {name} at {_place(drawn, [one], [other])}")


def _place(
    drawn: ExactDrawing, some: Sequence[Sequence[int]], others: Sequence[Sequence[int]],
) -> str:
    """Where walks cross, or at least meet."""
    lattice = drawn.lattice
    first, second = _passages(lattice, some), _passages(lattice, others)
    shared = [vertex for vertex in first if vertex in second]
    ways = ((vertex, a, b) for vertex in shared for a in first[vertex] for b in second[vertex])
    vertex = next((vertex for vertex, a, b in ways if _alternate(lattice, a, b)), shared[0])
    return drawn.sketch.frame.place(lattice.places[vertex])


Passage = tuple[int, int]
"""Two darts that leave a vertex: where a walk came from, and where it went."""


def _passages(lattice: Lattice, walks: Sequence[Sequence[int]]) -> dict[int, list[Passage]]:
    found: dict[int, list[Passage]] = {}
    for walk in walks:
        for before, dart in zip([walk[-1], *walk], walk, strict=False):
            found.setdefault(lattice.tail(dart), []).append((before ^ 1, dart))
    return found


def _alternate(lattice: Lattice, one: Passage, other: Passage) -> bool:
    """Around the vertex, does a dart of the one follow each of the other?"""
    darts = (*one, *other)
    if len({*darts}) < 4:
        return False
    order = sorted(darts, key=lambda dart: _angle(lattice, dart))
    return (order[0] in one) == (order[2] in one)


def _angle(lattice: Lattice, dart: int) -> float:
    dx, dy = lattice.lines[lattice.edges[dart >> 1][0]].direction
    return atan2(-dy, -dx) if dart & 1 else atan2(dy, dx)
