"""`make/empty`: an empty grid or solid to paint on."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from nonoforge.errors import InputError
from nonoforge.families.grid import from_picture
from nonoforge.families.solid import from_voxels
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MEDIUM_COLOURS, Palette
from nonoforge.studio.tasks.making import Title
from nonoforge.studio.tasks.requests import Request, Tell, puzzle_json

MOST_SOLID = 64_000  # cells of a solid: 40 along each side
Side = Annotated[int, Meta(ge=1, le=200)]
Colour = Annotated[str, Meta(description="A colour as #rrggbb.", pattern="^#[0-9a-fA-F]{6}$")]


class MakeEmpty(Request):
    """Start with an empty picture."""

    family: Literal["grid", "solid"] = "grid"
    width: Side = 20
    height: Side = 20
    depth: Annotated[Side, Meta(description="Of a solid.")] = 1
    palette: Annotated[list[Colour], Meta(
        description="The background, then the colours; without it, black and white, or a colour "
                    "of our choice for solids.", max_length=13)] = msgspec.field(
                        default_factory=list)
    colours: Annotated[int, Meta(description="Instead of a palette: so many colours.", ge=1,
                                 le=len(MEDIUM_COLOURS) - 1)] = 1
    title: Title = ""


class Emptied(msgspec.Struct, kw_only=True):
    """An empty puzzle: all its clues are 0."""

    puzzle: msgspec.Raw


def run(request: MakeEmpty, tell: Tell) -> Emptied:
    """Make it."""
    return Emptied(puzzle=puzzle_json(_empty(request)))


def _empty(request: MakeEmpty) -> Nonogram:
    info, palette = Info(title=request.title), _palette(request)
    row = [0] * request.width
    if request.family == "grid":
        return from_picture([row] * request.height, palette=palette, info=info)
    if request.width * request.height * request.depth > MOST_SOLID:
        raise InputError(f"a solid to paint on has at most {MOST_SOLID:,} cells")
    return from_voxels([[row] * request.height] * request.depth, palette=palette, info=info)


def _palette(request: MakeEmpty) -> Palette:
    given = [rgb.lower() for rgb in request.palette]
    if not given:
        black = request.family == "grid" and request.colours == 1
        given = ["#ffffff", "#000000"] if black else list(MEDIUM_COLOURS[:request.colours + 1])
    try:
        return Palette.of(*given)
    except ValueError as error:
        raise InputError(str(error)) from None
