"""What is known so far: for each cell the set of colours still possible."""

from __future__ import annotations

from collections.abc import Iterable

from nonoforge.puzzle import Colouring, Puzzle


class State:
    """One mask for each cell: bit c is set while colour c is possible. The masks may come as bytes,
    as they do from the kernel, and are kept so until they are asked for.

    >>> state = State((0b01, 0b11, 0b10))
    >>> [state.colour(cell) for cell in range(3)]
    [0, None, 1]
    >>> state == State(bytes((0b01, 0b11, 0b10)))
    True
    """

    __slots__ = ("_masks",)
    _masks: tuple[int, ...] | bytes

    def __init__(self, masks: tuple[int, ...] | bytes) -> None:
        self._masks = masks

    @property
    def masks(self) -> tuple[int, ...]:
        """The masks of all cells."""
        if isinstance(self._masks, bytes):
            self._masks = tuple(self._masks)
        return self._masks

    def __eq__(self, other: object) -> bool:
        return self.masks == other.masks if isinstance(other, State) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.masks)

    @classmethod
    def start(cls, puzzle: Puzzle) -> State:
        """Return the state in which only the givens are known."""
        masks = [(1 << len(puzzle.palette)) - 1] * puzzle.cells
        for cell, colour in puzzle.given:
            masks[cell] &= 1 << colour
        return cls(tuple(masks))

    @classmethod
    def of(cls, colours: Iterable[int | None], palette_size: int = 2) -> State:
        """Return a state from known colours, None where a cell is open."""
        full = (1 << palette_size) - 1
        return cls(tuple(full if colour is None else 1 << colour for colour in colours))

    def colour(self, cell: int) -> int | None:
        """Return the cell's colour if only one is left."""
        mask = self.masks[cell]
        return mask.bit_length() - 1 if mask and not mask & (mask - 1) else None

    def open_cells(self) -> tuple[int, ...]:
        """Return the cells with more than one colour left."""
        return tuple(cell for cell, mask in enumerate(self.masks) if mask & (mask - 1))

    def after(self, learned: Iterable[tuple[int, int]]) -> State:
        """Return the state in which these cells have these masks."""
        masks = list(self.masks)
        for cell, mask in learned:
            masks[cell] = mask
        return State(tuple(masks))

    @property
    def solved(self) -> bool:
        return all(mask and not mask & (mask - 1) for mask in self.masks)

    def colouring(self) -> Colouring:
        """Return the finished picture; only for a solved state."""
        if not self.solved:
            raise ValueError("the state still has open cells")
        return bytes(mask.bit_length() - 1 for mask in self.masks)

    def __repr__(self) -> str:
        """Short: all masks would fill pages."""
        known = len(self.masks) - len(self.open_cells())
        return f"<State: {known} of {len(self.masks)} cells known>"
