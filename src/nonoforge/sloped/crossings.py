"""Outlines that cross: then it is not clear what is inside and what is a hole."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import atan2

from nonoforge.sloped.drawn import Drawn
from nonoforge.sloped.faults import Faults
from nonoforge.sloped.lattice import Lattice


def check_crossings(drawn: Drawn, around: Sequence[Sequence[int]]) -> None:
    """An error with all outlines that cross themselves or each other. `around` says how often
    each goes around each face. Two outlines do not cross if one is within the other, or if no face
    is in both; they may touch and share edges."""
    faults = Faults()
    shapes: dict[int, list[int]] = {}
    for at, loop in enumerate(drawn.sketch.loops):
        shapes.setdefault(loop.shape, []).append(at)
    for loops in shapes.values():
        if not _plain(list(map(sum, zip(*(around[at] for at in loops), strict=True)))):
            _check_each(drawn, around, loops, faults)
    inside = [(loops, _inside(around, loops)) for loops in shapes.values()]
    for (some, one), (others, other) in combinations(inside, 2):
        if _overlap(one, other):
            _add_pair(drawn, some, others, faults)
    faults.raise_any("draw them apart, or let the shapes' fills decide what is coloured: "
                     "--colour-by fill")


def _plain(turns: Sequence[int]) -> bool:
    """Does something go around each face at most once, and always the same way?"""
    return {*turns} <= {0, 1} or {*turns} <= {0, -1}


def _inside(around: Sequence[Sequence[int]], loops: Sequence[int]) -> int:
    """The faces within some loops, as a number with a byte for each."""
    turns = map(sum, zip(*(around[at] for at in loops), strict=True))
    return int.from_bytes(bytes(turn & 1 for turn in turns), "little")


def _overlap(one: int, other: int) -> bool:
    both = one & other
    return bool(both) and both != one and both != other


def _check_each(
    drawn: Drawn, around: Sequence[Sequence[int]], loops: Sequence[int], faults: Faults,
) -> None:
    """The outlines of one shape, whose holes may have been drawn either way."""
    for at in loops:
        if not _plain(around[at]):
            name = drawn.sketch.name(drawn.sketch.loops[at])
            faults.add("an outline that crosses itself", "outlines that cross themselves",
                       f"{name} at {_place(drawn, [at], [at])}")
    inside = [([at], _inside(around, [at])) for at in loops]
    for (some, one), (others, other) in combinations(inside, 2):
        if _overlap(one, other):
            _add_pair(drawn, some, others, faults)


def _add_pair(
    drawn: Drawn, some: Sequence[int], others: Sequence[int], faults: Faults,
) -> None:
    one, other = (drawn.sketch.name(drawn.sketch.loops[at[0]]) for at in (some, others))
    faults.add("two outlines that cross", "pairs of outlines that cross",
               f"{one} and {other} at {_place(drawn, some, others)}")


def _place(drawn: Drawn, some: Sequence[int], others: Sequence[int]) -> str:
    """Where walks cross, or at least meet."""
    lattice = drawn.lattice
    first, second = (_passages(lattice, [drawn.walks[at] for at in loops])
                     for loops in (some, others))
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
