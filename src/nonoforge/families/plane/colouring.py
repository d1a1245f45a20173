"""Colours of faces: the rule that decides them, and the palette of fills."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.drawing import Shape
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.puzzle import Colouring

WHITE, BLACK = "#ffffff", "#000000"

ColourRule = Literal["auto", "parity", "fill"]


class FaceColours(NamedTuple):
    """The colour of each face, the palette, and what decided them."""

    colouring: Colouring
    palette: Palette
    by: Literal["parity", "fill"]


def fills_decide(shapes: Iterable[Shape], rule: ColourRule) -> bool:
    """Return whether fills decide the colours: if asked for, or if they differ."""
    fills = {shape.fill for shape in shapes if shape.fill}
    if rule == "fill" and not fills:
        raise InputError("no shape of the picture has a fill, so that fills can decide no colours")
    return rule == "fill" or (rule == "auto" and len(fills) > 1)


def palette_of(fills: Iterable[str]) -> list[str]:
    """Return different colours in order, the background first; there are at least two."""
    found = list(dict.fromkeys(fills))
    if len(found) > MAX_COLOURS:
        raise InputError(f"{len(found) - 1} colours; a puzzle has at most {MAX_COLOURS - 1}")
    return found if len(found) > 1 else [*found, BLACK if found[0] != BLACK else WHITE]


def by_fill(found: Sequence[str], palette: Sequence[str]) -> FaceColours:
    """Return the colours of faces, each of which has one of the palette."""
    return FaceColours(bytes(map(palette.index, found)), Palette.of(*palette), "fill")
