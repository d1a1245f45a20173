"""Lines that are thinner than a cell: which cells do they run through?

How much of a cell a thin line covers says little: where it runs along the border of two cells,
neither has enough of it, and it is lost. So lines are thinned to their middle, one pixel wide; a
cell belongs to a line if the middle runs through it for half a cell at least. Of each row or
column that a line crosses at least one cell has so much, hence lines stay whole.

Ink counts as a line where no square as large as a cell fits into it. `marks` are such small pixels
that have any ink at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

FINE = 9  # pixels along a cell, in which lines are thinned
LEAST = 3  # with fewer nothing can be thin
LARGE = 1_500  # pixels along a side that are thinned at most
BLURRED = 2  # pixels by which a line may look wider, as a trace of ink is enough
BESIDE = 0.3  # of a cell: round corners next to what is thick are no lines
DENSE = 1.2  # so many lines through a cell and all around it are a texture
DOT = 0.15  # of a cell: a spot that small is still a spot


def fine_size(size: tuple[int, int], most: int = FINE) -> tuple[int, int]:
    """So many pixels are looked at for so many cells, at most so many along each."""
    fine = max(1, min(most, FINE, LARGE // max(size)))
    return size[0] * fine, size[1] * fine


def lined(marks: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """How far lines run through each cell, in parts of a cell's side; 0 where they are so close
    that they are a texture. `marks` has as many pixels as `fine_size` says."""
    import numpy as np

    columns, rows = size
    fine = marks.shape[0] // rows
    if fine < LEAST:
        return np.zeros((rows, columns))
    thick, beside = opened(marks, fine + BLURRED), round(BESIDE * fine)
    lines = marks & ~thick & _grown(marks & ~_grown(thick, beside), beside)
    middle = lengthened(thinned(lines), lines, fine // 2)
    through = middle.reshape(rows, fine, columns, fine).sum(axis=(1, 3)) / fine
    texture = neighbours(through >= DENSE).all(axis=0)
    found: NDArray[Any] = np.where(texture, 0.0, np.minimum(through, 1.0))
    return found


def dotted(covered: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Cells with spots that would be lost: with nothing filled around them, and more of the spot
    than any cell around."""
    import numpy as np

    most = neighbours(covered).max(axis=0)
    alone = ~neighbours(filled).any(axis=0) & (neighbours(covered).sum(axis=0) >= DOT)
    found = alone & (covered == most) & (covered > 0)
    # Of cells that share a spot evenly the first is taken.
    before = neighbours(found)[:4].any(axis=0)
    return np.asarray(found & ~before)


def slender(filled: NDArray[Any]) -> NDArray[Any]:
    """The filled cells of lines that are one or two cells wide: to empty one tears the line."""
    found: NDArray[Any] = filled & ~_grown(opened(filled, 3), 1)
    return found


def opened(marks: NDArray[Any], side: int) -> NDArray[Any]:
    """All squares of this side that fit into the marks."""
    import numpy as np

    if min(marks.shape) < side:
        return np.zeros_like(marks)
    inside = _sums(marks, side) == side * side
    spread: NDArray[Any] = _sums(np.pad(inside, side - 1), side) > 0
    return spread


def _grown(marks: NDArray[Any], by: int) -> NDArray[Any]:
    import numpy as np

    return np.asarray(_sums(np.pad(marks, by), 2 * by + 1) > 0)


def _sums(marks: NDArray[Any], side: int) -> NDArray[Any]:
    """The sums over all squares of a side."""
    import numpy as np

    total = np.pad(marks.astype(np.int32).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    found: NDArray[Any] = (total[side:, side:] - total[:-side, side:] - total[side:, :-side]
                           + total[:-side, :-side])
    return found


def thinned(marks: NDArray[Any]) -> NDArray[Any]:
    """Lines one pixel wide in the middle of what is marked (Guo and Hall, Parallel thinning with
    two-subiteration algorithms, 1989). The older rules of Zhang and Suen, which are better known,
    make diagonal lines of two pixels vanish."""
    now, changed = marks.copy(), True
    while changed:
        changed = False
        for turn in (0, 4):
            drop = now & _spare(_ring(now), turn)
            now &= ~drop
            changed |= bool(drop.any())
    return now


def lengthened(middle: NDArray[Any], marks: NDArray[Any], steps: int) -> NDArray[Any]:
    """Thinning eats the ends of a line, as far as it is wide: let them grow again, straight on
    within the marks."""
    import numpy as np

    now = middle.copy()
    for _ in range(steps):
        ring = _ring(now)
        end = now & (sum(part.astype(np.int8) for part in ring) == 1)
        grown = np.zeros_like(now)
        for behind in range(8):  # next is what has behind it an end with its line further behind
            grown |= _ring(end & ring[behind])[behind]
        now |= grown & marks
    return now


def _spare(ring: tuple[NDArray[Any], ...], turn: int) -> NDArray[Any]:
    """Pixels at the rim of a line, but not at its end, that nothing hangs on. The rims above and
    to the right are taken in one turn, the others in the next."""
    import numpy as np

    pairs = [(ring[i], ring[i + 1], ring[(i + 2) % 8]) for i in range(0, 8, 2)]
    parts = sum((~a & (b | c)).astype(np.int8) for a, b, c in pairs)
    one = sum((ring[i - 1] | ring[i]).astype(np.int8) for i in range(0, 8, 2))
    other = sum((ring[i] | ring[i + 1]).astype(np.int8) for i in range(0, 8, 2))
    number = np.minimum(one, other)
    keep = (ring[(4 + turn) % 8] | ring[(5 + turn) % 8] | ~ring[(7 + turn) % 8]) & \
        ring[(6 + turn) % 8]
    found: NDArray[Any] = (parts == 1) & (number >= 2) & (number <= 3) & ~keep
    return found


def _ring(marks: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """For each pixel its eight neighbours, clockwise from above."""
    import numpy as np

    wide = np.pad(marks, 1)
    height, width = marks.shape
    return tuple(wide[1 + dy:1 + dy + height, 1 + dx:1 + dx + width] for dy, dx in (
        (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)))


def neighbours(cells: NDArray[Any]) -> NDArray[Any]:
    """Nine sheets: for each cell itself and those around it, row by row."""
    import numpy as np

    wide = np.pad(cells, 1)
    rows, columns = cells.shape
    return np.stack([wide[dy:dy + rows, dx:dx + columns] for dy in range(3) for dx in range(3)])
