"""A line by its extremes: the leftmost and the rightmost placement of its blocks, compared.

Black and white, runs of known length. Positions are lower bounds that only grow: first each block
goes as far left as it fits; then, while a solid cell is left uncovered, a block is moved onto it.
Every bound is true at every moment, so whatever is read from the bounds is sound, complete or not.

    overlap   a cell that the same block covers in both extremes is solid
    outside   a cell that no block can reach between its extremes is empty

`by_leftness` finds the same extremes by a longer way: it makes all solutions of the line and takes
those whose blocks start furthest left and right in sum (Halford, Appendices A and B).

That is less than the line says: `1 1` with a solid cell in the middle of five (`..#..`) has the
extremes `#.#..` and `..#.#`, and no block with an overlap, although both neighbours of the solid
cell must be empty.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple, TypeAlias

from nonoforge.clues import Clue, Runs, runs_of
from nonoforge.engine.plain import LineSolver, Masks, Settler
from nonoforge.methods.common.domains import count_placements, spreads
from nonoforge.methods.common.method import TooMany


class Known(NamedTuple):
    """A line from one end: its length, and the cells known to be solid and empty, as bit sets."""

    length: int
    solid: int
    empty: int

    def mirrored(self) -> Known:
        return Known(self.length, self._mirror(self.solid), self._mirror(self.empty))

    def _mirror(self, cells: int) -> int:
        return int(f"{cells:0{self.length}b}"[::-1], 2)

    def fits(self, start: int, size: int, alone: bool) -> bool:
        """May a block lie here? No empty cell in it, no solid one after it, nor before (`alone`)"""
        return not (
            self.empty >> start & ones(size)
            or self.solid >> start + size & 1
            or (alone and start and self.solid >> start - 1 & 1))


def ones(count: int) -> int:
    """Return `count` ones, from the lowest bit on."""
    return (1 << count) - 1


def leftmost(blocks: tuple[int, ...], line: Known, repaired: bool = True) -> list[int] | None:
    """Return where each block starts at the earliest, or None: the line has no solution.

    Repaired, this is the leftmost solution; as published, bounds that may lie to the left of it.

    >>> leftmost((1, 2), Known(10, 1 << 7, 0))
    [0, 6]
    >>> leftmost((1, 2, 3), Known(14, 1 << 6, 1 << 5 | 1 << 7))
    [6, 8, 11]
    """
    starts = [0] * len(blocks)
    if not _place(blocks, line, starts, 0, 0, repaired):
        return None
    while uncovered := line.solid & ~_covered(blocks, starts):
        if not _cover(blocks, line, starts, uncovered.bit_length() - 1, repaired):
            return None
    return starts


def _covered(blocks: tuple[int, ...], starts: list[int]) -> int:
    cells = 0
    for size, start in zip(blocks, starts, strict=True):
        cells |= ones(size) << start
    return cells


def _place(
    blocks: tuple[int, ...], line: Known, starts: list[int], first: int, start: int, alone: bool,
) -> bool:
    """Place this block and those to its right, each at the first place it fits."""
    for index in range(first, len(blocks)):
        size = blocks[index]
        start = max(start, starts[index])
        while start + size <= line.length and not line.fits(start, size, alone):
            start += 1
        if start + size > line.length:
            return False
        starts[index] = start
        start += size + 1
    return True


def _cover(
    blocks: tuple[int, ...], line: Known, starts: list[int], cell: int, repaired: bool,
) -> bool:
    """Move a block onto the uncovered solid cell: the last one left of it that can get there."""
    last = max((index for index, size in enumerate(blocks) if starts[index] + size <= cell),
               default=-1)
    for index in range(last, -1, -1):
        size = blocks[index]
        start = max(cell - size + 1, starts[index], 0)
        while start <= cell and start + size <= line.length:
            if line.fits(start, size, True):
                starts[index] = start
                # As published, only a block that jumped over others makes these give way.
                return (not repaired and index == last) or _place(
                    blocks, line, starts, index + 1, start + size + 1, repaired)
            start += 1
    return False


def extremes(repaired: bool = True) -> LineSolver:
    """Return the line solver: with the true leftmost and rightmost solution, or with bounds as
    published."""
    return _repaired if repaired else _published


@lru_cache(maxsize=4096)
def _repaired(clue: Runs, length: int) -> Settler:
    return _settler(clue, length, True)


@lru_cache(maxsize=4096)
def _published(clue: Runs, length: int) -> Settler:
    return _settler(clue, length, False)


def _settler(clue: Runs, length: int, repaired: bool) -> Settler:
    blocks = tuple(run.length or 1 for run in runs_of(clue).runs)
    if clue.needs > length:
        return lambda masks: None
    if not blocks or clue.needs == length:
        return partial(_only, _written(blocks), ones(length))
    return partial(_settle, blocks, length, partial(_ends, blocks, repaired))


def by_leftness(most: int) -> LineSolver:
    """Return the line solver that makes all solutions of a line and takes the extremes of their
    leftness; it gives up on a line of more than `most`."""
    def of(clue: Clue, length: int) -> Settler:
        runs = runs_of(clue)
        settle = _settler(runs, length, True)
        if not runs.runs or runs.needs >= length:
            return settle
        blocks = tuple(run.length or 1 for run in runs.runs)
        return partial(_settle, blocks, length, partial(_most_and_least_left, runs, most))

    return of


def leftness(starts: Sequence[int]) -> int:
    """Return the sum of the first cells of all blocks: the less, the further left (Appendix B)."""
    return sum(starts)


def _most_and_least_left(clue: Runs, most: int, line: Known) -> Ends | None:
    length, full = line.length, ones(line.length)
    allowed = full & ~line.solid | (full & ~line.empty) << length
    if (count := count_placements(clue, length, allowed)) > most:
        raise TooMany(f"the clue {clue} has {count:,} solutions on a line of {length} cells, more "
                     f"than the {most:,} allowed (expansions=N); say line=left-right")
    solutions = [_starts(placement >> length) for placement in spreads(clue, length, allowed)]
    if not solutions:
        return None
    return min(solutions, key=leftness), max(solutions, key=leftness)


def _starts(solid: int) -> list[int]:
    """Return where blocks start in a set of solid cells."""
    first = solid & ~(solid << 1)
    return [at for at in range(first.bit_length()) if first >> at & 1]


def _written(blocks: tuple[int, ...]) -> int:
    """Return the blocks from the left, with one cell between them, as a bit set."""
    starts = [sum(blocks[:index]) + index for index in range(len(blocks))]
    return _covered(blocks, starts)


def _only(solid: int, full: int, masks: Masks) -> list[int] | None:
    """Return an empty clue or a complete description: there is one solution, whatever is known."""
    white, black = full & ~solid, solid
    return [white, black] if not (white & ~masks[0] or black & ~masks[1]) else None


Ends: TypeAlias = tuple[Sequence[int], Sequence[int]]
"""Where each block starts in the leftmost solution, or before, and in the rightmost, or after."""


def _ends(blocks: tuple[int, ...], repaired: bool, line: Known) -> Ends | None:
    lefts = leftmost(blocks, line, repaired)
    mirrored = leftmost(blocks[::-1], line.mirrored(), repaired) if lefts else None
    if lefts is None or mirrored is None:
        return None
    return lefts, [line.length - size - start
                   for size, start in zip(blocks, reversed(mirrored), strict=True)]


def _settle(
    blocks: tuple[int, ...], length: int, ends: Callable[[Known], Ends | None], masks: Masks,
) -> list[int] | None:
    full = ones(length)
    if masks[0] | masks[1] != full:
        return None
    line = Known(length, full & ~masks[0], full & ~masks[1])
    found = ends(line)
    if found is None:
        return None
    solid, reached = line.solid, 0
    for size, left, right in zip(blocks, *found, strict=True):
        if right < left:
            return None
        solid |= ones(max(0, left + size - right)) << right
        reached |= ones(right + size - left) << left
    empty = line.empty | full & ~reached
    if solid & empty or (solid | empty == full and not _reads(blocks, solid)):
        return None
    return [full & ~solid, full & ~empty]


def _reads(blocks: tuple[int, ...], solid: int) -> bool:
    """Return whether these are the blocks of a line whose cells are all known."""
    return tuple(map(len, f"{solid:b}"[::-1].replace("0", " ").split())) == blocks
