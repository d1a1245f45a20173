"""The colours of the faces: by the parity of the outlines around them, or by the shapes' fills."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.sloped.crossings import check_crossings
from nonoforge.families.sloped.drawn import ExactDrawing
from nonoforge.families.sloped.straightening import Sketch
from nonoforge.families.sloped.winding import Windings, windings
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.puzzle import Colouring

Rule = Literal["auto", "parity", "fill"]
RULES: tuple[Rule, ...] = ("auto", "parity", "fill")

WHITE, BLACK = "#ffffff", "#000000"

class Coloured(NamedTuple):
    """The faces' colours, and what they look like."""

    colouring: Colouring
    palette: Palette
    by: Literal["parity", "fill"]


def coloured(drawn: ExactDrawing, rule: Rule = "auto") -> Coloured:
    """Colour the faces. Fills decide if they differ: the topmost shape wins. Otherwise a face that
    an odd number of outlines go around is black; then outlines may not cross."""
    around = dict(zip(drawn.shapes, windings(drawn.lattice, drawn.shapes.values()), strict=True))
    fills = {shape.fill for shape in drawn.sketch.shapes if shape.fill}
    if rule == "fill" and not fills:
        raise InputError("no shape has a fill, so that fills can decide no colours")
    if rule == "fill" or (rule == "auto" and len(fills) > 1):
        return _by_fill(drawn, around)
    check_crossings(drawn, around)
    odd = bytes(turns & 1 for turns in map(sum, zip(*around.values(), strict=True)))
    return Coloured(odd, Palette(), "parity")


def _by_fill(drawn: ExactDrawing, around: Mapping[int, Windings]) -> Coloured:
    """Shapes from the back to the front, each over those before it."""
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
