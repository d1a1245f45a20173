"""Solids in `.nono` files and in share strings."""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import Annotated, Any, TypeAlias

import msgspec

from nonoforge.clues import MAX_GROUPS, Count, Tally
from nonoforge.families.solid.build import PALETTE, from_tallies, from_voxels
from nonoforge.families.solid.geometry import AXES, MAX_SIDE, Solid, solid_of
from nonoforge.nonogram import MAX_EXTRAS, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.storage import (
    CellEntry,
    Coder,
    CoderError,
    ColourNumber,
    NonoFile,
    PathError,
    Picture,
    Storage,
    check_cells,
    check_count,
    check_extras,
    code_choice,
    code_count,
    code_flag,
    code_given,
    code_info,
    code_number,
    code_palette,
    common_fields,
    documented,
    item_at,
    read_common,
    read_palette,
    short,
)

MAX_COUNT = 10**9  # whether it fits its rod is seen later
MAX_SHARED_RODS = 50_000
UNKNOWN, NONE = "unknown", "none"  # what a colour means that a clue does not mention

Total: TypeAlias = Annotated[int, documented("Cells in one group, or 0.", minimum=0)]
TotalAndGroups: TypeAlias = Annotated[list[int | None], documented(
    "[cells, groups], where 3 is three or more groups; null is hidden.", minItems=2, maxItems=2,
    prefixItems=[{"type": ["integer", "null"], "minimum": 0},
                 {"type": ["integer", "null"], "minimum": 0, "maximum": MAX_GROUPS}])]
CountEntry: TypeAlias = Total | TotalAndGroups | None
TallyEntry: TypeAlias = Annotated[list[CountEntry], documented(
    "A count for each colour from 1 on; null is hidden.", maxItems=MAX_COLOURS - 1)] | None
Side: TypeAlias = Annotated[int, documented(minimum=1, maximum=MAX_SIDE)]


class SolidFile(NonoFile, forbid_unknown_fields=True, kw_only=True):
    """A box of cells, read along x, y and z."""

    width: Annotated[Side, documented("Cells along x, to the right. All in all at most 4,000,000.")]
    height: Annotated[Side, documented("Cells along y, up.")]
    depth: Annotated[Side, documented("Cells along z, towards the viewer.")]
    x: Annotated[list[TallyEntry], documented(
        "A clue for each rod along x: for each y, for each z.")]
    y: Annotated[list[TallyEntry], documented(
        "A clue for each rod along y: for each x, for each z.")]
    z: Annotated[list[TallyEntry], documented(
        "A clue for each rod along z: for each x, for each y.")]
    missing: Annotated[str, documented(
        "Meaning of colours that a clue does not mention: unknown, or not in the rod.",
        enum=[UNKNOWN, NONE])] = UNKNOWN
    given: Annotated[list[Annotated[list[int], documented(minItems=4, maxItems=4)]], documented(
        "Cells shown in the puzzle: [x, y, z, colour number]; x, y and z count from 1."
    )] = msgspec.field(default_factory=list)
    solution: Annotated[list[list[list[ColourNumber]]] | None, documented(
        "The maker's solid: layers along z, of rows along y, of colour numbers along x.")] = None
    saved: Annotated[list[list[list[list[CellEntry]]]], documented(
        "States of players; each is layers of rows of cells.", maxItems=MAX_EXTRAS)] = (
            msgspec.field(default_factory=list))


class SolidStorage(Storage[SolidFile]):
    """Tallies by axis; cells in layers along z of rows along y."""

    file = SolidFile

    def build(self, file: SolidFile) -> Nonogram:
        solid = Solid(file.width, file.height, file.depth)
        check_extras(file)
        palette = read_palette(file, PALETTE)
        for axis, clues in enumerate(_clues(file)):
            check_count(f"$.{AXES[axis]}", clues, solid.count(axis), "number of these rods")
        if file.missing not in (UNKNOWN, NONE):
            raise PathError("$.missing", f"{file.missing[:20]!a}; write one of {UNKNOWN}, {NONE}")

        def cell_at(numbers: Sequence[int]) -> int | str:
            if all(1 <= at <= side for at, side in zip(numbers, solid.size, strict=True)):
                x, y, z = numbers
                return solid.cell(x - 1, y - 1, z - 1)
            return f"there is no such cell; x, y and z count from 1, and the size is {solid}"

        tallies = [[_tally(f"$.{AXES[axis]}[{i}]", entry, len(palette), file.missing == NONE)
                    for i, entry in enumerate(clues)]
                   for axis, clues in enumerate(_clues(file))]
        return from_tallies(solid, tallies, **read_common(
            file, solid, palette=palette,
            sides={"depth": file.depth, "height": file.height, "width": file.width},
            given_form="[x, y, z, colour number]", cell_at=cell_at))

    def path_of_line(self, file: SolidFile, index: int | None) -> str:
        """Return the JSON path of a line's clue; hidden clues are not counted."""
        paths = [f"$.{axis}[{i}]" for axis, clues in zip(AXES, _clues(file), strict=True)
                 for i, entry in enumerate(clues)
                 if any(count not in (None, [None, None]) for count in entry or ())]
        return "$" if index is None else paths[index]

    def fields(self, nonogram: Nonogram) -> dict[str, Any]:
        solid = solid_of(nonogram)
        clues = {(line.group, line.cells): line.clue for line in nonogram.puzzle.lines}
        return {
            "width": solid.width, "height": solid.height, "depth": solid.depth,
            **{AXES[axis]: [_tally_entry(clues.get((axis, rod.cells))) for rod in solid.rods(axis)]
               for axis in range(3)},
            **common_fields(nonogram, PALETTE, lambda cell: [at + 1 for at in solid.place(cell)])}

    def share(self, coder: Coder, nonogram: Nonogram | None) -> Nonogram:
        """Code the sizes, the palette, the tallies along x, y and z, given cells and texts."""
        nonogram = nonogram or from_voxels([[[0]]])
        sides = [1 + code_number(coder, "side", side - 1, MAX_SIDE - 1)
                 for side in solid_of(nonogram).size]
        check_cells(prod(sides))
        solid = Solid(*sides)
        if _rods(solid) > MAX_SHARED_RODS:
            raise CoderError(f"{_rods(solid):,} rods; a string has at most {MAX_SHARED_RODS:,}")
        palette = code_palette(coder, nonogram.puzzle.palette, PALETTE)
        clues = {(line.group, line.name): line.clue for line in nonogram.puzzle.lines}
        tally_coder = _TallyCoder(coder, len(palette))
        tallies = []
        for axis in range(3):
            found: list[Tally | None] = []
            for rod in solid.rods(axis):
                clue = clues.get((axis, rod.name))
                found.append(tally_coder.clue(clue if isinstance(clue, Tally) else None,
                                              sides[axis]))
            tallies.append(found)
        given = code_given(coder, nonogram.puzzle.given, solid.cells, len(palette))
        return from_tallies(solid, tallies, palette=palette, given=given,
                            info=code_info(coder, nonogram.info))

    def share_excess(self, nonogram: Nonogram) -> list[str]:
        few = _rods(solid_of(nonogram)) <= MAX_SHARED_RODS
        return super().share_excess(nonogram) + (
            [] if few else [f"more than {MAX_SHARED_RODS:,} rods"])


def _clues(file: SolidFile) -> tuple[list[TallyEntry], ...]:
    return file.x, file.y, file.z


def _rods(solid: Solid) -> int:
    return sum(solid.count(axis) for axis in range(3))


def _tally(path: str, entry: TallyEntry, colours: int, none: bool) -> Tally | None:
    """Return the clue; if `none`, a colour that it does not mention does not occur in the rod."""
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
    total, groups = (entry, min(entry, 1)) if isinstance(entry, int) else _pair(path, entry)
    if total is not None and not 0 <= total <= MAX_COUNT:
        raise PathError(path, f"{short(total)} cells; at least 0 are needed")
    return Count(total, groups)


def _pair(path: str, entry: list[int | None]) -> list[int | None]:
    if len(entry) != 2:
        raise PathError(path, "a count is a number, or [number, groups], null where it is hidden")
    if entry[1] is not None and not 0 <= entry[1] <= MAX_GROUPS:
        raise PathError(path, f"{short(entry[1])} groups; write 1, 2, or 3 for three and more")
    return entry


def _tally_entry(clue: object) -> TallyEntry:
    return [_count_entry(count) for count in clue.counts] if isinstance(clue, Tally) else None


def _count_entry(count: Count) -> CountEntry:
    if count == Count():
        return None
    if count.total is not None and count.groups == min(count.total, 1):
        return count.total
    return list(count)


class _TallyCoder:
    """Codes tallies, one after the other; a rod is often like the one before it."""

    def __init__(self, coder: Coder, colours: int) -> None:
        self.coder, self.colours = coder, colours
        self.shown = True  # whether the last rod has a clue
        self.before = [0] * colours  # the last total of each colour

    def clue(self, clue: Tally | None, length: int) -> Tally | None:
        """Code the clue of a rod of `length` cells."""
        self.shown = code_flag(self.coder, ("told", self.shown), clue is not None)
        if not self.shown:
            return None
        counts = clue.counts if clue else ()
        missing = code_count(self.coder, "missing colours",
                             range(self.colours - 1 - len(counts)), self.colours - 1)
        return Tally(tuple(self._count(item_at(counts, at, Count()), at, length)
                           for at in range(self.colours - 1 - missing)))

    def _count(self, count: Count, colour: int, length: int) -> Count:
        total = groups = None
        if code_flag(self.coder, "total told", count.total is not None):
            context = ("total", self.before[colour], self.colours > 2)
            total = code_number(self.coder, context, count.total or 0, length)
            self.before[colour] = min(total, 7)
        if code_flag(self.coder, ("groups told", total is not None), count.groups is not None):
            groups = self._groups(count.groups or 0, total, length)
        return Count(total, groups)

    def _groups(self, groups: int, total: int | None, length: int) -> int:
        """Code 0 to 3 groups; of a known total only as many as there can be."""
        if total is None:
            return code_choice(self.coder, "groups", groups, MAX_GROUPS + 1)
        most = min(total, MAX_GROUPS, length - total + 1)
        if most <= 1:
            return most
        return 1 + code_number(self.coder, ("groups", min(total, 5), most), groups - 1, most - 1)


class VoxelPicture(Picture):
    """Layers of rows of colour numbers."""

    palette = PALETTE

    def check_size(self, *sides: int) -> None:
        Solid(*sides)

    def build(self, cells: Any, palette: Palette | None = None) -> Nonogram:
        return from_voxels(cells, palette=palette)


STORAGE = SolidStorage()
PICTURES: dict[str, Picture] = {"vox": VoxelPicture()}
