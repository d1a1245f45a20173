"""`board`: a puzzle as a page needs it to show and to play it."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from nonoforge.draw import board_of
from nonoforge.studio.tasks.parts import OfSource, Tell, source_of

Clue = Annotated[Any, Meta(description="A list of runs [length or null, colour], or {counts: "
                                       "[[total, groups]]} for each colour.")]


class AskBoard(OfSource):
    """The board of a puzzle, or of the one puzzle in a file of any format."""


class Board(msgspec.Struct, kw_only=True, omit_defaults=True):
    """A puzzle to show and to play; the solution is not in it. One of grid, solid and plane says
    where its cells are."""

    family: str
    title: str
    author: str
    description: str
    palette: Annotated[list[dict[str, str]], Meta(
        description="For each colour name, rgb and symbol; the first is the background.")]
    cells: Annotated[int, Meta(description="How many there are.")]
    given: Annotated[list[tuple[int, int]], Meta(description="Cells that are given: cell, colour.")]
    clues: Annotated[list[Clue], Meta(description="One a line, in the order of lines.")]
    grid: Annotated[dict[str, int] | None, Meta(description="width and height; rows come first, "
                                                            "then columns.")] = None
    solid: Annotated[dict[str, Any] | None, Meta(
        description="width, height and depth, and which rods have a clue.")] = None
    plane: Annotated[dict[str, Any] | None, Meta(
        description="Faces, curves, lines and labels as paths in millimetres.")] = None


def run(request: AskBoard, tell: Tell) -> Board:
    """The board."""
    return Board(**board_of(source_of(request)))
