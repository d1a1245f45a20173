"""`board`: a puzzle as a page needs it to show and to play it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Union

from nonoforge.draw import Board
from nonoforge.families import families
from nonoforge.studio.tasks.parts import OfSource, Tell, source_of

if TYPE_CHECKING:
    AnyBoard = Board
else:
    AnyBoard = Union[tuple(family.board_type for family in families())]  # noqa: UP007


class AskBoard(OfSource):
    """The board of a puzzle, or of the one puzzle in a file of any format."""


def run(request: AskBoard, tell: Tell) -> AnyBoard:
    """The board."""
    nonogram = source_of(request)
    board: Board = nonogram.family.board(nonogram)
    return board
