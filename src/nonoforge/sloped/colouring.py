"""The colours of the faces: by the parity of the outlines around them, or by the shapes' fills.

How often an outline goes around a face is known from its neighbour: it changes by one across each
of the outline's edges. So everything is exact, and follows from the lattice alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from nonoforge.errors import InputError
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.plane import OUTSIDE
from nonoforge.puzzle import Colouring
from nonoforge.sloped.crossings import check_crossings
from nonoforge.sloped.drawn import Drawn
from nonoforge.sloped.lattice import Lattice
from nonoforge.sloped.outlines import Sketch

Rule = Literal["auto", "parity", "fill"]
RULES: tuple[Rule, ...] = ("auto", "parity", "fill")

WHITE, BLACK = "#ffffff", "#000000"

Windings = list[int]
"""For each face how often an outline goes around it, counter-clockwise."""


class Coloured(NamedTuple):
    """The faces' colours, and what they look like."""

    colouring: Colouring
    palette: Palette
    by: Literal["parity", "fill"]


def coloured(drawn: Drawn, rule: Rule = "auto") -> Coloured:
    """Colour the faces. Fills decide if they differ: the topmost shape wins. Otherwise a face that
    an odd number of outlines go around is black; then outlines may not cross."""
    around = windings(drawn.lattice, drawn.walks)
    fills = {shape.fill for shape in drawn.sketch.shapes if shape.fill}
    if rule == "fill" and not fills:
        raise InputError("no shape has a fill, so that fills can decide no colours")
    if rule == "fill" or (rule == "auto" and len(fills) > 1):
        return _by_fill(drawn, around)
    check_crossings(drawn, around)
    odd = bytes(turns & 1 for turns in map(sum, zip(*around, strict=True)))
    return Coloured(odd, Palette(), "parity")


def windings(lattice: Lattice, walks: Iterable[Sequence[int]]) -> list[Windings]:
    """For each walk of darts how often it goes around each face."""
    order = _inwards(lattice)
    found: list[Windings] = []
    for walk in walks:
        across = [0] * (2 * len(lattice.edges))
        for dart in walk:
            across[dart] += 1
            across[dart ^ 1] -= 1
        around = [0] * (len(lattice.faces) + 1)  # the last is what lies outside the frame
        for face, before, dart in order:
            around[face] = around[before] + across[dart]
        found.append(around[:-1])
    return found


def _inwards(lattice: Lattice) -> list[tuple[int, int, int]]:
    """Each face after a neighbour of it, from outside the frame: the face, the neighbour, and the
    dart between them that has the face on its left."""
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


def _by_fill(drawn: Drawn, around: Sequence[Windings]) -> Coloured:
    """Shapes from the back to the front, each over those before it."""
    sketch = drawn.sketch
    found = [WHITE] * len(drawn.lattice.faces)
    for number, shape in enumerate(sketch.shapes):
        if shape.fill is None:
            continue
        own = [around[at] for at, loop in enumerate(sketch.loops) if loop.shape == number]
        if number in sketch.behind:
            found = [shape.fill] * len(found)
        for face, turns in enumerate(map(sum, zip(*own, strict=True))):
            if turns & 1 if shape.rule == "evenodd" else turns:
                found[face] = shape.fill
    palette = _palette(sketch, found)
    return Coloured(bytes(map(palette.index, found)), Palette.of(*palette), "fill")


def _palette(sketch: Sketch, found: Sequence[str]) -> list[str]:
    """The background first: white, unless something else is behind all and white is nowhere."""
    behind = [fill for at in sketch.behind if (fill := sketch.shapes[at].fill)]
    ground = behind[-1] if behind and WHITE not in found else WHITE
    shown = [shape.fill for shape in sketch.shapes if shape.fill in found]
    palette = list(dict.fromkeys([ground, *filter(None, shown)]))
    if len(palette) > MAX_COLOURS:
        raise InputError(f"{len(palette) - 1} colours; a puzzle has at most {MAX_COLOURS - 1}")
    return palette if len(palette) > 1 else [*palette, BLACK if ground != BLACK else WHITE]
