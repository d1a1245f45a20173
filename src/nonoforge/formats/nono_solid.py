"""The solids in native files: what stands between the braces, and the nonogram it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nonoforge.clues import MANY, Count, Tally
from nonoforge.families.solid import AXES, PALETTE, Solid, from_tallies, solid_of
from nonoforge.formats.json_place import PathError
from nonoforge.formats.nono_parts import (
    AboutFile,
    CellEntry,
    about_entries,
    cell_entries,
    check_count,
    check_extras,
    read_colour,
    read_info,
    read_mask,
    read_palette,
    short,
)
from nonoforge.nonogram import Nonogram
from nonoforge.puzzle import Colouring
from nonoforge.state import State

CountEntry = int | list[int | None] | None
TallyEntry = list[CountEntry] | None


UNTOLD = "unknown"


class SolidFile(AboutFile, forbid_unknown_fields=True, kw_only=True):
    """The fields of a solid's file."""

    nonoforge: int
    family: str
    width: int
    height: int
    depth: int
    x: list[TallyEntry]
    y: list[TallyEntry]
    z: list[TallyEntry]
    missing: str = UNTOLD
    given: list[list[int]] = msgspec.field(default_factory=list)
    solution: list[list[list[int]]] | None = None
    saved: list[list[list[list[CellEntry]]]] = msgspec.field(default_factory=list)


MISSING = (UNTOLD, "none")  # what a colour means that a clue does not mention

DECODER = msgspec.json.Decoder(SolidFile)


def build(file: SolidFile) -> Nonogram:
    """The nonogram, once every number is in its range; errors name a path."""
    solid = Solid(file.width, file.height, file.depth)
    check_extras(notes=file.notes, more=file.more, saved=file.saved)
    palette = read_palette(file.palette, PALETTE)
    colours = len(palette)
    for axis, clues in enumerate(_clues(file)):
        check_count(f"$.{AXES[axis]}", clues, solid.count(axis), "number of these rods")
    if file.missing not in MISSING:
        raise PathError("$.missing", f"{file.missing[:20]!a}; write one of {', '.join(MISSING)}")
    tallies = [[_tally(f"$.{AXES[axis]}[{i}]", entry, colours, file.missing == "none")
                for i, entry in enumerate(clues)]
               for axis, clues in enumerate(_clues(file))]
    return from_tallies(
        solid, tallies, palette=palette, info=read_info(file),
        solution=_solution(file, colours), given=_given(file, solid, colours),
        saved=[_saved(f"$.saved[{i}]", layers, file, colours)
               for i, layers in enumerate(file.saved)])


def path_of_line(file: SolidFile, index: int) -> str:
    """Where the clue of a rod stands; the index counts those that are not hidden."""
    for axis, clues in zip(AXES, _clues(file), strict=True):
        for i, entry in enumerate(clues):
            if _told(entry):
                if index == 0:
                    return f"$.{axis}[{i}]"
                index -= 1
    return "$"


def _told(entry: TallyEntry) -> bool:
    return any(count not in (None, [None, None]) for count in entry or ())


def _clues(file: SolidFile) -> tuple[list[TallyEntry], ...]:
    return file.x, file.y, file.z


def _tally(path: str, entry: TallyEntry, colours: int, none: bool) -> Tally | None:
    """The clue; where `none`, a colour that it does not mention does not occur in the rod."""
    if entry is None:
        return None
    if len(entry) >= colours:
        raise PathError(path, f"{len(entry)} colours; the palette has {colours - 1} beside the "
                              "background")
    counts = [_count(f"{path}[{i}]", count) for i, count in enumerate(entry)]
    if none:
        counts = [Count(0, 0) if count == Count() else count for count in counts]
        counts += [Count(0, 0)] * (colours - 1 - len(counts))
    return Tally(tuple(counts))


def _count(path: str, entry: CountEntry) -> Count:
    if entry is None:
        return Count()
    if isinstance(entry, int):
        total, groups = _number(path, entry), min(entry, 1)
        return Count(total, groups)
    if len(entry) != 2:
        raise PathError(path, "a count is a number, or [number, groups], null where it is hidden")
    if entry[1] is not None and not 0 <= entry[1] <= MANY:
        raise PathError(path, f"{short(entry[1])} groups; write 1, 2, or 3 for three and more")
    return Count(None if entry[0] is None else _number(path, entry[0]), entry[1])


def _number(path: str, number: int) -> int:
    if not 0 <= number <= 10**9:
        raise PathError(path, f"{short(number)} cells; at least 0 are needed")
    return number


def _box(path: str, layers: Sequence[Sequence[Sequence[Any]]], file: SolidFile) -> None:
    check_count(path, layers, file.depth, "depth")
    for z, rows in enumerate(layers):
        check_count(f"{path}[{z}]", rows, file.height, "height")
        for y, row in enumerate(rows):
            check_count(f"{path}[{z}][{y}]", row, file.width, "width")


def _solution(file: SolidFile, colours: int) -> Colouring | None:
    if file.solution is None:
        return None
    _box("$.solution", file.solution, file)
    return bytes(
        read_colour(f"$.solution[{z}][{y}][{x}]", colour, colours)
        for z, layer in enumerate(file.solution) for y, row in enumerate(layer)
        for x, colour in enumerate(row))


def _given(file: SolidFile, solid: Solid, colours: int) -> list[tuple[int, int]]:
    given: dict[int, int] = {}
    for i, entry in enumerate(file.given):
        path = f"$.given[{i}]"
        if len(entry) != 4:
            raise PathError(path, "a given cell is [x, y, z, colour number]")
        *place, colour = entry
        if not all(1 <= at <= side for at, side in zip(place, solid.size, strict=True)):
            raise PathError(path, f"there is no such cell; x, y and z count from 1, and the size "
                                  f"is {solid}")
        x, y, z = place
        cell = solid.cell(x - 1, y - 1, z - 1)
        if cell in given:
            raise PathError(path, f"{solid.cell_name(cell)} is given a second time")
        given[cell] = read_colour(path, colour, colours)
    return list(given.items())


def _saved(
    path: str, layers: list[list[list[CellEntry]]], file: SolidFile, colours: int,
) -> State:
    _box(path, layers, file)
    return State(tuple(
        read_mask(f"{path}[{z}][{y}][{x}]", cell, colours)
        for z, layer in enumerate(layers) for y, row in enumerate(layer)
        for x, cell in enumerate(row)))


def entries(nonogram: Nonogram) -> dict[str, Any]:
    """The fields of the file that say something, in order."""
    solid, puzzle = solid_of(nonogram), nonogram.puzzle
    clues = {(line.group, line.cells): line.clue for line in puzzle.lines}
    optional = {
        **about_entries(nonogram, PALETTE),
        "given": [[*(at + 1 for at in solid.place(cell)), colour] for cell, colour in puzzle.given],
        "solution": solid.nest(nonogram.solution) if nonogram.solution is not None else None,
        "saved": [_layers(cell_entries(state, len(puzzle.palette)), solid)
                  for state in nonogram.saved],
    }
    return {
        "width": solid.width, "height": solid.height, "depth": solid.depth,
        **{AXES[axis]: [_entry(clues.get((axis, rod.cells))) for rod in solid.rods(axis)]
           for axis in range(3)},
        **{name: value for name, value in optional.items() if value}}


def _entry(clue: object) -> TallyEntry:
    return [_written(count) for count in clue.counts] if isinstance(clue, Tally) else None


def _written(count: Count) -> CountEntry:
    if count == Count():
        return None
    if count.total is not None and count.groups == min(count.total, 1):
        return count.total
    return list(count)


def _layers(cells: list[CellEntry], solid: Solid) -> list[list[list[CellEntry]]]:
    width, layer = solid.width, solid.width * solid.height
    return [[cells[z + y:z + y + width] for y in range(0, layer, width)]
            for z in range(0, len(cells), layer)]
