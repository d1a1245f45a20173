"""Solids with the clues of two axes at each cell: do lines still solve them?

C. Halford, Generating and solving 3D nonogram puzzles (2016), asks in 6.2.1, and leaves open,
whether lines are sure to solve a solid with all its clues, and whether they still are if at least
two of the three rods through each cell keep theirs.

Of small solids all are tried. Lines decide a solid only if no other has the same clues, so solids
are sorted by their clues first, and only those that are alone with theirs are solved. Taking away
fewer clues never hurts, so it is enough to try the largest sets of rods without a cell in common.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.bench.solids import solids_at
from nonoforge.bench.table import BenchOptions, Draft, Parts, Plot, Table, Value
from nonoforge.clues import Tally
from nonoforge.engine import propagate, solve_many
from nonoforge.errors import MissingPart
from nonoforge.families.solid import Solid, from_voxels
from nonoforge.puzzle import Line, Puzzle

if TYPE_CHECKING:
    from numpy.typing import NDArray

AXES = ("x", "y", "z")
SMALL = ((2, 2, 2), (2, 2, 3), (2, 2, 4), (2, 3, 3))
MIXED = ((2, 2, 2), (2, 2, 3))  # those with every set of rods taken away
SIDES = (3, 4, 6, 8, 10)
KINDS = ("30 % filled", "50 % filled", "70 % filled", "blobs")
COUNT = 200  # random solids of each kind
CHUNK = 4096  # puzzles in one call

COLUMNS = ("solids", "count", "all clues", "without x", "without y", "without z",
           "without any one axis", "without x %", "without y %", "without z %",
           "without any one axis %")
NOTES = (
    "Numbers of solids that lines alone solve: with all clues; without those of the rods along one "
    "axis, so that each cell keeps two; without any one axis: whichever of the three is left out. "
    "%: of those that lines solve with all clues.",
    "Without the clues of one axis the layers across it are puzzles of their own, with tallies of "
    "rows and columns: the more layers, the less often lines solve all of them.",
)
MIXED_COLUMNS = ("solids", "count", "all clues", "sets of rods", "whatever is taken away",
                 "for at least one set", "whatever is taken away %")
MIXED_NOTES = (
    "Every way to take away clues so that each cell keeps two axes: sets of rods, no two of them "
    "through one cell, to which no rod can be added. whatever is taken away: solids that lines "
    "solve under each of these sets. %: of those that lines solve with all clues.",
)
GRID_COLUMNS = ("puzzle", "size", "cells", "open, all clues", "open without x", "open without y",
                "open without z", "line-solvable with all", "with two axes")


class Box(NamedTuple):
    """A size of solids with its rods, axis after axis."""

    sides: tuple[int, int, int]
    rods: tuple[tuple[int, ...], ...]
    axes: tuple[int, ...]  # of each rod

    @classmethod
    def of(cls, sides: tuple[int, int, int]) -> Box:
        """Return the rods of a box."""
        width, height, depth = sides
        empty = from_voxels([[[0] * width for _ in range(height)] for _ in range(depth)])
        lines = sorted(empty.puzzle.lines, key=lambda line: line.group)
        return cls(sides, tuple(line.cells for line in lines), tuple(line.group for line in lines))

    @property
    def cells(self) -> int:
        return self.sides[0] * self.sides[1] * self.sides[2]

    def clues(self) -> NDArray[Any]:
        """Return the numbers of the clues (`rod_clues`) of all solids: a row for each rod, a column
        for each solid, which is a set of cells."""
        import numpy as np

        solids = np.arange(1 << self.cells)
        rows = []
        for rod in self.rods:
            filling = sum((solids >> cell & 1) << at for at, cell in enumerate(rod))
            rows.append(np.array(rod_clues(len(rod))[1])[filling])
        return np.array(rows)

    def lines(self) -> list[list[Line]]:
        """Return for each rod the line with each of the clues that it can have."""
        return [[Line(rod, clue, "", axis) for clue in rod_clues(len(rod))[0]]
                for rod, axis in zip(self.rods, self.axes, strict=True)]


@cache
def rod_clues(length: int) -> tuple[list[Tally], list[int]]:
    """Return the clues that a rod can have, and for each filling, a set of cells, the number of its
    clue.

    >>> clues, numbers = rod_clues(2)
    >>> [str(clue) for clue in clues], numbers
    (['0', '1', '2'], [0, 1, 1, 2])
    """
    read = [Tally.read([filling >> at & 1 for at in range(length)])
            for filling in range(1 << length)]
    clues = list(dict.fromkeys(read))
    return clues, [clues.index(clue) for clue in read]


def two_axes(options: BenchOptions) -> Table:
    """Solids with the clues of two axes: which do lines still solve? All small ones, random ones,
    those of a folder if one is named."""
    if importlib.util.find_spec("numpy") is None:
        raise MissingPart("this table needs numpy: pip install 'nonoforge[solids]'")
    kinds = [(side, kind) for side in SIDES for kind in KINDS]
    parts = Parts(options.report, len(SMALL) + len(kinds) + len(MIXED) + bool(options.path))
    draft = Draft("Two axes: solids that lines still solve", COLUMNS, options.report,
                  Plot("solids", ("without x %", "without any one axis %"), "per cent"))
    examples: list[str] = []
    for sides in SMALL:
        name = "all {}x{}x{}".format(*sides)
        parts.next(name)
        solvable = list(_solvable(Box.of(sides), _whole_axes(Box.of(sides))))
        draft.row(name, *_row(1 << Box.of(sides).cells, solvable))
        examples += _example(sides, solvable) if not examples else []
    for side, kind in kinds:
        parts.next(f"{side}x{side}x{side}, {kind}")
        rng = Random(f"{options.seed} {side} {kind}")
        count = options.repeats or COUNT
        draft.row(f"{side}x{side}x{side}, {kind}", *_random_row(rng, side, kind, count))
    draft.note(_answer(draft), *examples, *NOTES)
    tables = [_mixed(options, parts)]
    if options.path is not None:
        parts.next("solids of the folder")
        tables.append(_grids(options))
    return draft.table(*tables)


def _answer(draft: Draft) -> str:
    """Return the answer in words: how many of the solids here lose it."""
    with_all, with_two = (sum(int(row[draft.columns.index(name)] or 0) for row in draft.rows)
                          for name in ("all clues", "without any one axis"))
    total = sum(int(row[1] or 0) for row in draft.rows)
    return (f"Not guaranteed, neither with all clues nor with two axes: of {total:,} solids lines "
            f"solve {with_all:,} with all clues, and {with_two:,} of these without any one axis.")


# --- all solids of a size ------------------------------------------------------------------------

def _whole_axes(box: Box) -> list[tuple[int, ...]]:
    """Return the rods that are kept: all, and all but those of each axis."""
    every = range(len(box.rods))
    return [tuple(every), *(tuple(rod for rod in every if box.axes[rod] != axis)
                            for axis in sorted(set(box.axes)))]


def _solvable(box: Box, kept: Sequence[Sequence[int]]) -> Iterator[set[int]]:
    """Yield for each choice of rods the solids that lines solve with their clues. Without all their
    clues only those are tried that were solved with them, which come first."""
    import numpy as np

    clues, lines = box.clues(), box.lines()
    first = np.ones(1 << box.cells, dtype=bool)
    for number, rods in enumerate(kept):
        keys = np.zeros(1 << box.cells, dtype=np.int64)
        for rod in rods:
            keys = keys * len(lines[rod]) + clues[rod]
        _, where, alike = np.unique(keys, return_index=True, return_counts=True)
        alone = where[(alike == 1) & first[where]]
        found: set[int] = set()
        for begin in range(0, len(alone), CHUNK):
            some = alone[begin:begin + CHUNK].tolist()
            columns = clues[:, some].T.tolist()
            puzzles = [Puzzle(box.cells, tuple([lines[rod][column[rod]] for rod in rods]))
                       for column in columns]
            found.update(solid for solid, verdict in zip(some, solve_many(puzzles, method="line"),
                                                         strict=True) if verdict.line_solvable)
        if not number:
            first[:] = False
            first[list(found)] = True
        yield found


def _row(count: int, solvable: Sequence[set[int]]) -> list[Value]:
    every, *two = solvable
    numbers = [len(every), *map(len, two), len(set.intersection(*two))]
    return [count, *numbers, *(100 * number / len(every) if every else None
                               for number in numbers[1:])]


def _example(sides: tuple[int, int, int], solvable: Sequence[set[int]]) -> list[str]:
    """Return a note with a solid that lines solve with all clues, but not without those along x."""
    every, without_x = solvable[0], solvable[1]
    if not (lost := sorted(every - without_x, key=lambda solid: (solid.bit_count(), solid))):
        return []
    box = Solid(*sides)
    places = [str(box.place(cell)) for cell in range(box.cells) if lost[0] >> cell & 1]
    return ["For example {}x{}x{}, filled at {} (x, y, z from 0): lines solve it with all clues, "
            "but not without those along x.".format(*sides, ", ".join(places))]


def _mixed(options: BenchOptions, parts: Parts) -> Table:
    draft = Draft("Two axes at each cell, whichever", MIXED_COLUMNS, options.report,
                  Plot("solids", ("whatever is taken away %",), "per cent"))
    for sides in MIXED:
        box = Box.of(sides)
        name = "all {}x{}x{}".format(*sides)
        parts.next(f"{name}, every set of rods")
        taken = list(_largest_sets(box))
        every = range(len(box.rods))
        kept = [tuple(every), *(tuple(rod for rod in every if rod not in some) for some in taken)]
        solvable, *two = _solvable(box, kept)
        always, ever = set.intersection(*two), set.union(*two)
        draft.row(name, 1 << box.cells, len(solvable), len(taken), len(always), len(ever),
                  100 * len(always) / max(1, len(solvable)))
    draft.note(*MIXED_NOTES)
    return draft.table()


def _largest_sets(box: Box) -> Iterator[set[int]]:
    """Yield the sets of rods without a cell in common to which no rod can be added."""
    meets = [{other for other, cells in enumerate(box.rods)
              if other != rod and not set(cells).isdisjoint(own)}
             for rod, own in enumerate(box.rods)]

    def deeper(chosen: set[int], free: list[int]) -> Iterator[set[int]]:
        if not free:
            if all(rod in chosen or meets[rod] & chosen for rod in range(len(box.rods))):
                yield set(chosen)
            return
        rod, *rest = free
        yield from deeper(chosen | {rod}, [other for other in rest if other not in meets[rod]])
        yield from deeper(chosen, rest)

    yield from deeper(set(), list(range(len(box.rods))))


# --- random solids, and those of files -----------------------------------------------------------

def _random_row(rng: Random, side: int, kind: str, count: int) -> list[Value]:
    solvable: list[set[int]] = [set() for _ in range(4)]
    for number in range(count):
        puzzle = from_voxels(_drawn(rng, side, kind)).puzzle
        for found, some in zip(solvable, _without_each(puzzle), strict=True):
            if propagate(some).state.solved:
                found.add(number)
    return _row(count, solvable)


def _drawn(rng: Random, side: int, kind: str) -> list[list[list[int]]]:
    """Return noise of this density, or noise in which each cell has become what most of the 27
    cells around it were."""
    every = range(side)
    if kind != "blobs":
        density = int(kind.split()[0]) / 100
        return [[[int(rng.random() < density) for _ in every] for _ in every] for _ in every]
    before = [[[rng.random() < 0.5 for _ in range(side + 2)] for _ in range(side + 2)]
              for _ in range(side + 2)]
    return [[[int(sum(sum(row[x:x + 3]) for layer in before[z:z + 3]
                      for row in layer[y:y + 3]) > 13) for x in every]
             for y in every] for z in every]


def _without_each(puzzle: Puzzle) -> Iterator[Puzzle]:
    """Yield the puzzle, then the puzzle without the clues of each axis."""
    yield puzzle
    for axis in range(len(AXES)):
        yield Puzzle(puzzle.cells, tuple(line for line in puzzle.lines if line.group != axis),
                     puzzle.palette, puzzle.given)


def _grids(options: BenchOptions) -> Table:
    draft = Draft("Two axes: the solids of the folder", GRID_COLUMNS, options.report,
                  Plot("puzzle", GRID_COLUMNS[3:7], "cells left open"))
    entries, notes = solids_at(options.path)
    for entry in entries:
        left = [len(propagate(some).state.open_cells())
                for some in _without_each(entry.nonogram.puzzle)]
        solved = [axis for axis, cells in zip(AXES, left[1:], strict=True) if not cells]
        draft.row(entry.name, str(entry.nonogram.geometry), entry.nonogram.puzzle.cells, *left,
                  "no" if left[0] else "yes",
                  f"without {', '.join(solved)}" if solved else "no")
    with_all = sum(row[7] == "yes" for row in draft.rows)
    draft.note(f"Lines solve {with_all} of {len(draft.rows)} with all clues; "
               f"{sum(row[8] != 'no' for row in draft.rows)} without one axis or another, "
               f"{sum(row[8] == 'without x, y, z' for row in draft.rows)} without any one axis.",
               "open: cells that lines leave undecided.", *notes)
    return draft.table()
