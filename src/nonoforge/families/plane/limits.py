"""How much a drawing may hold. Far more than a puzzle needs, far less than would hurt."""

from __future__ import annotations

from nonoforge.errors import InputError

MAX_BYTES = 16 * 1024 * 1024  # of a file, and of what a gzip'd one unpacks to
MAX_XML = 100_000  # elements of the file, drawn or not
MAX_DEPTH = 200  # elements within elements, clones counted as if they were written out
MAX_ELEMENTS = 20_000  # that are drawn, clones counted each time
MAX_PIECES = 100_000  # straight or curved, of all shapes together
MAX_REACH = 1_000_000.0  # millimetres from the origin


class Allowance:
    """Counts what is drawn, and stops where it is too much."""

    def __init__(self) -> None:
        self.elements = 0
        self.pieces = 0
        self.steps = 0

    def element(self) -> None:
        """One more."""
        self.elements += 1
        if self.elements > MAX_ELEMENTS:
            raise InputError(f"more than {MAX_ELEMENTS:,} elements are drawn (clones count each "
                             "time); that is too much for a puzzle")

    def step(self) -> None:
        """One more move or close, which may leave nothing on the sheet and still costs time."""
        self.steps += 1
        if self.steps > MAX_PIECES:
            raise InputError(f"more than {MAX_PIECES:,} paths within paths; that is too much for a "
                             "puzzle; simplify the paths")

    def more(self, pieces: int) -> None:
        """So many more pieces."""
        self.pieces += pieces
        if self.pieces > MAX_PIECES:
            raise InputError(f"more than {MAX_PIECES:,} pieces of line; that is too much for a "
                             "puzzle; simplify the paths")
