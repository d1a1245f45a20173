"""Colour faces: by the parity of outlines around them, or by the fills of shapes; exact."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from math import atan2

from nonoforge.families.plane import OUTSIDE
from nonoforge.families.plane.colouring import (
    WHITE,
    ColourRule,
    FaceColours,
    by_fill,
    fills_decide,
    palette_of,
)
from nonoforge.families.sloped.drawing import ExactDrawing
from nonoforge.families.sloped.lattice import Lattice
from nonoforge.families.sloped.straightening import DrawingFaults, Sketch
from nonoforge.palette import Palette

# How often outlines go around each face.
#
# That is known from a neighbour: it changes by one across each edge of an outline. So everything is
# exact, and follows from the lattice alone.

Windings = list[int]
"""For each face how often something goes around it, counter-clockwise."""


def windings(lattice: Lattice, groups: Iterable[Sequence[Sequence[int]]]) -> list[Windings]:
    """Return for each group of walks (of darts) how often they go around each face together."""
    order = _inwards(lattice)
    found: list[Windings] = []
    for walks in groups:
        across = [0] * (2 * len(lattice.edges))
        for walk in walks:
            for dart in walk:
                across[dart] += 1
                across[dart ^ 1] -= 1
        around = [0] * (len(lattice.faces) + 1)  # the last is what lies outside the frame
        for face, before, dart in order:
            around[face] = around[before] + across[dart]
        found.append(around[:-1])
    return found


def _inwards(lattice: Lattice) -> list[tuple[int, int, int]]:
    """Return each face after a neighbour of it, from outside the frame: the face, the neighbour,
    and the dart between them that has the face on its left."""
    left = [OUTSIDE] * (2 * len(lattice.edges))
    for face, loop in enumerate(lattice.faces):
        for dart in loop:
            left[dart] = face
    seen = bytearray(len(lattice.faces))
    order: list[tuple[int, int, int]] = []

    def enter(dart: int, before: int) -> None:
        if not seen[left[dart]]:
            seen[left[dart]] = 1
            order.append((left[dart], before, dart))

    enter(0, OUTSIDE)  # the frame's bottom side, whose inside is on the left
    for face, _, _ in order:  # grows while it is read
        for dart in lattice.faces[face]:
            if left[dart ^ 1] != OUTSIDE:
                enter(dart ^ 1, face)
    return order


# Outlines that cross: then it is not clear what is inside and what is a hole.

def check_crossings(drawn: ExactDrawing, around: Mapping[int, Windings]) -> None:
    """An error with all outlines that cross themselves or each other. `around` says how often
    each shape (by number) goes around each face. Two outlines do not cross if one is within the
    other, or if no face is in both; they may touch and share edges."""
    faults = DrawingFaults()
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
    """Return whether each face is wound around at most once, always in the same direction."""
    return {*turns} <= {0, 1} or {*turns} <= {0, -1}


def _inside(turns: Windings) -> int:
    """Return the faces with an odd winding number, as a number with a byte for each face."""
    return int.from_bytes(bytes(turn & 1 for turn in turns), "little")


def _overlap(one: int, other: int) -> bool:
    both = one & other
    return bool(both) and both != one and both != other


def _check_each(
    drawn: ExactDrawing, walks: Sequence[Sequence[int]], name: str, faults: DrawingFaults,
) -> None:
    """Check the outlines of one shape, whose holes may have been drawn either way."""
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
    """Return where walks cross, or at least meet."""
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
    """Return whether the darts of two walks alternate around a vertex."""
    darts = (*one, *other)
    if len({*darts}) < 4:
        return False
    order = sorted(darts, key=lambda dart: _angle(lattice, dart))
    return (order[0] in one) == (order[2] in one)


def _angle(lattice: Lattice, dart: int) -> float:
    dx, dy = lattice.lines[lattice.edges[dart >> 1][0]].direction
    return atan2(-dy, -dx) if dart & 1 else atan2(dy, dx)


def colour_faces(drawn: ExactDrawing, rule: ColourRule = "auto") -> FaceColours:
    """Colour the faces and return their colours. Fills decide if they differ: the topmost shape
    wins. Otherwise a face that an odd number of outlines go around is black; then outlines may not
    cross."""
    around = dict(zip(drawn.shapes, windings(drawn.lattice, drawn.shapes.values()), strict=True))
    if fills_decide(drawn.sketch.shapes, rule):
        return _by_fill(drawn, around)
    check_crossings(drawn, around)
    odd = bytes(turns & 1 for turns in map(sum, zip(*around.values(), strict=True)))
    return FaceColours(odd, Palette(), "parity")


def _by_fill(drawn: ExactDrawing, around: Mapping[int, Windings]) -> FaceColours:
    """Return the colours with shapes painted from the back to the front."""
    sketch = drawn.sketch
    found = [WHITE] * len(drawn.lattice.faces)
    for number, shape in enumerate(sketch.shapes):
        if shape.fill is None:
            continue
        if number in sketch.behind:
            found = [shape.fill] * len(found)
        for face, turns in enumerate(around.get(number, ())):
            if turns & 1 if shape.rule == "evenodd" else turns:
                found[face] = shape.fill
    return by_fill(found, _palette(sketch, found))


def _palette(sketch: Sketch, found: Sequence[str]) -> list[str]:
    """Return the colours, background first: white, unless another is behind all and white is
    unused."""
    behind = [fill for at in sketch.behind if (fill := sketch.shapes[at].fill)]
    ground = behind[-1] if behind and WHITE not in found else WHITE
    shown = [shape.fill for shape in sketch.shapes if shape.fill in found]
    return palette_of([ground, *filter(None, shown)])
