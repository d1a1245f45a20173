"""What becomes of a picture that is extended to the frame."""

from __future__ import annotations

from typing import NamedTuple

from nonoforge.families.curved.stroke import Stroke


class Grown(NamedTuple):
    """The strokes of a puzzle that was made from a picture alone."""

    strokes: tuple[Stroke, ...]
    notes: tuple[str, ...] = ()
    interrupted: bool = False
    frame: Stroke | None = None  # where it borders the picture now and did not before
