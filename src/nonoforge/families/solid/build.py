"""Solid nonograms from tallies or from a finished solid, with the checks every reader needs."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from operator import index
from typing import TYPE_CHECKING, Any

from nonoforge.calls import plain_rows, public
from nonoforge.clues import Tally
from nonoforge.errors import ClueError, InputError
from nonoforge.families.solid.geometry import AXES, Solid
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MEDIUM_COLOURS, Palette, palette_of
from nonoforge.puzzle import Colouring, Line, Puzzle
from nonoforge.state import State

if TYPE_CHECKING:
    from numpy.typing import NDArray

Tallies = Sequence[Sequence[Tally | None]]
"""For each axis the clue of each rod, in the order of `Solid.rods`; None is hidden."""

PALETTE = Palette.of(*MEDIUM_COLOURS[:2])


def from_tallies(
    solid: Solid, tallies: Tallies, *, palette: Palette | None = None, info: Info | None = None,
    solution: Colouring | None = None, given: Sequence[tuple[int, int]] = (),
    saved: Sequence[State] = (),
) -> Nonogram:
    """Return a solid nonogram, once its clues fit their rods and the solution. A rod whose clue is
    hidden is no line of the puzzle: it says nothing."""
    palette = palette or PALETTE
    lines: list[Line] = []
    for axis, clues in enumerate(tallies):
        if len(clues) != solid.count(axis):
            raise InputError(f"{len(clues)} clues along {AXES[axis]}; there are "
                             f"{solid.count(axis)} rods")
        first = sum(map(solid.count, range(axis)))
        for number, (rod, clue) in enumerate(zip(solid.rods(axis), clues, strict=True), first):
            if clue is not None and not clue.hidden:
                _check_clue(rod.name, clue, len(rod.cells), len(palette), len(lines))
                lines.append(Line(rod.cells, clue, rod.name, axis, number))
    puzzle = Puzzle(solid.cells, tuple(lines), palette, tuple(given))
    if solution is not None:
        puzzle.check_solution(solution, "voxels")
    return Nonogram(puzzle, solid, Info.of(info), solution, tuple(saved))


@public
def from_voxels(
    voxels: Sequence[Sequence[Sequence[int]]] | NDArray[Any], *,
    palette: Palette | Sequence[str] | None = None,
    info: Info | None = None,
) -> Nonogram:
    """Return the nonogram with all clues of a finished solid: layers along z of rows along y of
    colour numbers (lists, or an array with three dimensions).

    >>> tower = from_voxels([[[1], [1], [0]], [[1], [0], [0]]])
    >>> str(tower.geometry), str(tower.puzzle.lines[-3].clue)
    ('1x3x2', '2')
    """
    layers, palette = plain_rows(voxels), palette_of(palette)
    try:
        solid = _box(layers)
        # Whole floats too: numpy's zeros and ones are floats.
        numbers = [int(cell) if isinstance(cell, float) and cell.is_integer() else index(cell)
                   for layer in layers for row in layer for cell in row]
    except TypeError:
        raise InputError("a solid is layers of rows of colour numbers") from None
    colours = max(2, len(palette) if palette else 1 + max(numbers))
    palette = palette or Palette.of(*MEDIUM_COLOURS[:colours])
    if not 0 <= min(numbers) <= max(numbers) < len(palette):
        raise InputError(f"the solid uses a colour that is not one of the {len(palette)}")
    solution = bytes(numbers)
    tallies = [[Tally.read((solution[cell] for cell in rod.cells), len(palette))
                for rod in solid.rods(axis)] for axis in range(3)]
    return from_tallies(solid, tallies, palette=palette, info=info, solution=solution)


def with_clues(nonogram: Nonogram, kept: Collection[int]) -> Nonogram:
    """Return the nonogram with only these of its lines (by index); other clues are hidden."""
    lines = tuple(line for index, line in enumerate(nonogram.puzzle.lines) if index in kept)
    return replace(nonogram, puzzle=replace(nonogram.puzzle, lines=lines))


def _box(layers: Sequence[Sequence[Sequence[int]]]) -> Solid:
    if not layers or not layers[0] or not layers[0][0]:
        raise InputError("the solid is empty; at least one cell is needed")
    height, width = len(layers[0]), len(layers[0][0])
    for z, layer in enumerate(layers):
        if len(layer) != height or any(len(row) != width for row in layer):
            raise InputError(f"layer {z + 1} is not {width}x{height}, as the first one is")
    return Solid(width, height, len(layers))


def _check_clue(name: str, clue: Tally, length: int, colours: int, index: int) -> None:
    if len(clue.counts) >= colours:
        raise ClueError(f"{name}: {len(clue.counts)} colours; the palette has {colours - 1}", index)
    for total, groups in clue.counts:
        if (total is not None and total < 0) or (groups is not None and not 0 <= groups <= 3):
            raise ClueError(f"{name}: {total} cells in {groups} groups; groups are 0 to 3",
                            index)
        if total is not None and groups is not None and (total < groups or total > 0 == groups):
            raise ClueError(f"{name}: {total} cells in {groups} groups cannot be", index)
    if clue.needs > length:
        raise ClueError(f"{name}: the clue {clue} needs {clue.needs} cells, but the rod has "
                        f"{length}", index)


def from_array(
    array: NDArray[Any], *, palette: Palette | None = None, info: Info | None = None,
) -> Nonogram:
    """Return the nonogram with all clues of an array of colours (or booleans), indexed by x, y,
    z."""
    if array.ndim != 3:
        raise InputError(f"an array of {array.ndim} dimensions; a solid has 3")
    layers = array.astype("uint8").transpose(2, 1, 0).tolist()
    return from_voxels(layers, palette=palette, info=info)


def array_of(solid: Solid, colouring: Colouring) -> NDArray[Any]:
    """Return a colouring as an array of colours, indexed by x, y, z."""
    import numpy as np

    flat = np.frombuffer(colouring, dtype=np.uint8)
    return flat.reshape(solid.depth, solid.height, solid.width).transpose(2, 1, 0)
