"""Triddlers in `.nono` files and in share strings."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise
from typing import Any

import msgspec

from nonoforge.clues import Runs, all_shown
from nonoforge.errors import InputError
from nonoforge.families.tri.build import from_clues, from_rows
from nonoforge.families.tri.geometry import MAX_SIDE, TriGrid, tri_of
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.storage import (
    CellEntry,
    Coder,
    CoderError,
    NonoFile,
    PathError,
    RunEntry,
    RunsCoder,
    Storage,
    check_cells,
    check_count,
    check_extras,
    code_given,
    code_info,
    code_number,
    code_palette,
    common_fields,
    item_at,
    read_common,
    read_palette,
    read_runs,
    runs_entry,
    short,
)

Clues = list[list[RunEntry] | None]
NAMES = ("rows", "rising", "falling")


class TriFile(NonoFile, forbid_unknown_fields=True, kw_only=True):
    """The fields of a triddler's file. Solution and states are rows, as the outline has them."""

    sides: list[int]
    rows: Clues
    rising: Clues
    falling: Clues
    solution: list[list[int]] | None = None
    saved: list[list[list[CellEntry]]] = msgspec.field(default_factory=list)


class TriStorage(Storage[TriFile]):
    """Triddlers in `.nono` files and share strings."""

    file = TriFile

    def build(self, file: TriFile) -> Nonogram:
        if len(file.sides) != 6:
            raise PathError("$.sides", f"{len(file.sides)} sides; an outline has six, and 0 leaves "
                                       "one out")
        a, b, c, d, e, f = file.sides
        try:
            grid = TriGrid((a, b, c, d, e, f))
        except InputError as error:
            raise PathError("$.sides", error.message) from None
        for name, wanted in zip(NAMES, grid.counts, strict=True):
            check_count(f"$.{name}", getattr(file, name), wanted, "number of lines by the sides")
        check_extras(file)
        palette = read_palette(file, Palette())
        clues = [[None if entries is None else read_runs(f"$.{name}[{i}]", entries, len(palette))
                  for i, entries in enumerate(getattr(file, name))] for name in NAMES]
        lengths = [end - start for start, end in pairwise(grid.starts)]

        def cell_at(place: Sequence[int]) -> int | str:
            row, triangle = place
            if not (1 <= row <= len(lengths) and 1 <= triangle <= lengths[row - 1]):
                return (f"row {short(row)}, triangle {short(triangle)}; rows are 1 to "
                        f"{len(lengths)}, and their triangles begin with 1")
            return grid.starts[row - 1] + triangle - 1

        common = read_common(
            file, grid, palette=palette, sides={"number of rows": len(lengths),
                                                "length of the row": lengths},
            given_form="[row, triangle, colour number]", cell_at=cell_at)
        return from_clues(grid, *clues, **common)

    def fields(self, nonogram: Nonogram) -> dict[str, Any]:
        grid, clues = tri_of(nonogram)
        common = common_fields(nonogram, Palette(), lambda cell: [
            number + 1 for number in grid.place(cell)])
        return {"sides": list(grid.sides),
                **{name: [clue and runs_entry(clue) for clue in some]
                   for name, some in zip(NAMES, clues, strict=True)}, **common}

    def path_of_line(self, file: TriFile, index: int | None) -> str:
        if index is None:
            return "$.falling"
        for name in NAMES:
            if index < len(getattr(file, name)):
                return f"$.{name}[{index}]"
            index -= len(getattr(file, name))
        raise IndexError(index)

    def share(self, coder: Coder, nonogram: Nonogram | None) -> Nonogram:
        """Code four sides, the palette, the clues of all lines, given cells and texts."""
        nonogram = nonogram or from_rows(TriGrid((1, 0, 1, 0, 1, 0)), [[0]])
        own, clues = tri_of(nonogram)
        a, b, c, d = (code_number(coder, "side", side, MAX_SIDE) for side in own.sides[:4])
        try:
            grid = TriGrid.of_sides(a, b, c, d)
        except InputError as error:
            raise CoderError(error.message) from None
        check_cells(grid.cells)
        palette = code_palette(coder, nonogram.puzzle.palette, Palette())
        runs = all_shown(list(chain(*clues)))
        coded = RunsCoder(coder, len(palette), runs)
        found = [coded.clue(item_at(runs, at, Runs()), len(line.cells))
                 for at, line in enumerate(grid.lines)]
        given = code_given(coder, nonogram.puzzle.given, grid.cells, len(palette))
        rows, rising, _ = grid.counts
        return from_clues(
            grid, found[:rows], found[rows:rows + rising], found[rows + rising:], palette=palette,
            given=given, info=code_info(coder, nonogram.info))


STORAGE = TriStorage()
