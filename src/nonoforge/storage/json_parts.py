"""The parts of a `.nono` file that families share: texts, palettes, runs, cells.

Errors name a JSON path. Numbers are checked here and not by msgspec's constraints: in the version
in use, a union of a constrained integer and a tuple makes it read memory that is not its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Annotated, Any, TypeAlias, TypedDict

import msgspec
from msgspec import Meta

from nonoforge.clues import Run, Runs
from nonoforge.nonogram import INFO_TEXTS, MAX_EXTRAS, Geometry, Info, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette, hex_colour
from nonoforge.puzzle import Colouring
from nonoforge.state import State

MAX_RUNS = 4096  # of a clue; no line has more cells
MAX_LENGTH = 10**9  # of a run, and of a count of cells; whether it fits its line is seen later



def documented(description: str | None = None, **schema: Any) -> Meta:
    """Return what the JSON Schema of the files says about a type beside the type itself."""
    return Meta(description=description, extra_json_schema=schema)


ColourNumber: TypeAlias = Annotated[int, documented(minimum=0, maximum=MAX_COLOURS - 1)]
Length: TypeAlias = (Annotated[int, documented(minimum=1)]
                     | Annotated[str, documented("Blotted: at least 1.", const="?")])

CellEntry: TypeAlias = ColourNumber | Annotated[list[ColourNumber], documented(minItems=1)] | None
"""A cell of a saved state: a colour, the colours still possible, or null for all."""

RunEntry: TypeAlias = Length | Annotated[list[int | str], documented(
    "[length, colour number]", minItems=2, maxItems=2, prefixItems=[
        {"anyOf": [{"type": "integer", "minimum": 1}, {"const": "?"}]},
        {"type": "integer", "minimum": 1, "maximum": MAX_COLOURS - 1}])]
"""A run: a length, or [length, colour number]; "?" is a blotted length."""

Clue: TypeAlias = Annotated[list[RunEntry], documented(
    "The runs of the line, in order; [] is an empty line.", maxItems=MAX_RUNS)]


class PathError(Exception):
    """A wrong value of a file, by its JSON path (`$.rows[3]`); `formats.nono` finds the place."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


class ColourEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A colour of the palette."""

    name: Annotated[str, documented("No two colours have the same.")]
    rgb: Annotated[str, documented(pattern="^#([0-9a-fA-F]{3}|[0-9a-fA-F]{6})$")]
    symbol: Annotated[str, documented("For text pictures; no two colours have the same.",
                                      minLength=1, maxLength=1)]


class NonoFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fields that every family's file has; a family adds its own.

    A family says how `solution` and the states in `saved` are nested. Types and `documented` make
    docs/nono.schema.json (`formats.nono.schema`).
    """

    nonoforge: Annotated[int, documented("The version of the format.", const=1)]
    family: str
    title: str = ""
    author: str = ""
    author_id: Annotated[str, documented("The author's user name at the source.")] = ""
    copyright: str = ""
    licence: Annotated[str, documented("Best an SPDX code, such as CC-BY-4.0.")] = ""
    source: Annotated[str, documented("Where the puzzle comes from.")] = ""
    identifier: Annotated[str, documented("What the source calls it.")] = ""
    description: str = ""
    notes: Annotated[list[str], documented(maxItems=MAX_EXTRAS)] = []
    more: Annotated[list[Annotated[list[str], documented(minItems=2, maxItems=2)]], documented(
        "Further properties as [name, value]; a name may come more than once.",
        maxItems=MAX_EXTRAS)] = []
    palette: Annotated[list[ColourEntry], documented(
        "Colours by number, the background first. Without it: the family's usual colours.",
        maxItems=MAX_COLOURS)] = []
    given: list[list[int]] = []
    solution: Any = None
    saved: list[Any] = []


class CommonParts(TypedDict):
    """What every family's builder takes beside geometry and clues."""

    palette: Palette
    info: Info
    solution: Colouring | None
    given: list[tuple[int, int]]
    saved: list[State]


def read_common(
    file: NonoFile, geometry: Geometry, *, palette: Palette,
    sides: Mapping[str, int | Sequence[int]], given_form: str,
    cell_at: Callable[[Sequence[int]], int | str],
) -> CommonParts:
    """Read the fields of `NonoFile` once the geometry is known.

    Args:
        file: The file, decoded.
        geometry: Where its cells are.
        palette: The colours of a file that has none.
        sides: Names and lengths of the nested lists that hold cells, from the outside in:
            `{"height": 2, "width": 3}`. Lists inside others that differ in length have one each:
            `{"number of rows": 2, "length of the row": (3, 5)}`.
        given_form: An entry of `given`: `[row, column, colour number]`.
        cell_at: Returns the cell at the numbers of such an entry, or what is wrong with them.
    """
    colours = len(palette)

    def masks(path: str, cells: Sequence[CellEntry]) -> list[int]:
        return [read_mask(f"{path}[{i}]", cell, colours) for i, cell in enumerate(cells)]

    def row(path: str, cells: Sequence[int]) -> Sequence[int]:
        with suppress(ValueError):  # the usual case at once; a wrong number is looked for below
            found = bytes(cells)
            if max(found, default=0) < colours:
                return found
        return [read_colour(f"{path}[{i}]", cell, colours) for i, cell in enumerate(cells)]

    def given() -> dict[int, int]:
        found: dict[int, int] = {}
        for i, entry in enumerate(file.given):
            path = f"$.given[{i}]"
            if len(entry) != given_form.count(",") + 1:
                raise PathError(path, f"a given cell is {given_form}")
            cell = cell_at(entry[:-1])
            if isinstance(cell, str):
                raise PathError(path, cell)
            if cell in found:
                raise PathError(path, f"{geometry.cell_name(cell)} is given a second time")
            found[cell] = read_colour(path, entry[-1], colours)
        return found

    solution = None if file.solution is None else bytes(
        read_cells("$.solution", file.solution, sides, row))
    return CommonParts(
        palette=palette, info=read_info(file), solution=solution, given=list(given().items()),
        saved=[State(tuple(read_cells(f"$.saved[{i}]", state, sides, masks)))
               for i, state in enumerate(file.saved)])


def read_cells(
    path: str, nested: Sequence[Any], sides: Mapping[str, int | Sequence[int]],
    read: Callable[[str, Sequence[Any]], Sequence[int]],
) -> Sequence[int]:
    """Return what `read` makes of the innermost of nested lists of these lengths."""
    (side, length), *inner = sides.items()
    assert isinstance(length, int)
    check_count(path, nested, length, side)
    if not inner:
        return read(path, nested)
    return [cell for i, part in enumerate(nested)
            for cell in read_cells(f"{path}[{i}]", part, {
                name: size if isinstance(size, int) else size[i] for name, size in inner}, read)]


def check_count(path: str, members: Sequence[Any], wanted: int, why: str) -> None:
    """Refuse a list of another length than `wanted`, which is the file's `why`."""
    if len(members) != wanted:
        raise PathError(path, f"{len(members)} members; the {why} is {wanted}, so there must be "
                              f"{wanted}")


def check_extras(file: NonoFile) -> None:
    """Refuse too many members in the lists that nothing else bounds."""
    for name in ("notes", "more", "saved"):
        if len(getattr(file, name)) > MAX_EXTRAS:
            raise PathError(f"$.{name}", f"more than {MAX_EXTRAS:,} members")


def short(number: int) -> str:
    """Return a number for a message."""
    return str(number) if abs(number) < 10**18 else "a huge number"


def read_palette(file: NonoFile, default: Palette) -> Palette:
    """Return the palette of a file, or its family's default."""
    entries = file.palette
    if not entries:
        return default
    if not 2 <= len(entries) <= MAX_COLOURS:
        raise PathError("$.palette", f"{len(entries)} colours; there are 2 to {MAX_COLOURS}, the "
                                     "background first")
    for i, entry in enumerate(entries):
        if not entry.rgb.startswith("#") or hex_colour(entry.rgb) is None:
            raise PathError(f"$.palette[{i}].rgb", f"the colour {entry.rgb[:20]!a}; write it as "
                                                   "#rrggbb")
        if len(entry.symbol) != 1:
            raise PathError(f"$.palette[{i}].symbol", "a symbol is one character")
    try:
        return Palette.with_symbols((entry.name, hex_colour(entry.rgb) or "", entry.symbol)
                                    for entry in entries)
    except ValueError as error:
        raise PathError("$.palette", str(error)) from None


def read_info(file: NonoFile) -> Info:
    """Return the texts of a file."""
    for i, pair in enumerate(file.more):
        if len(pair) != 2:
            raise PathError(f"$.more[{i}]", "a further property is [name, value]")
    return Info(**{name: getattr(file, name) for name in INFO_TEXTS}, notes=tuple(file.notes),
                more=tuple((name, value) for name, value in file.more))


def read_colour(path: str, colour: int, colours: int) -> int:
    """Return a colour's number if the palette of `colours` has it."""
    if not 0 <= colour < colours:
        raise PathError(path, f"the colour {short(colour)}; there are 0 to {colours - 1}")
    return colour


def read_mask(path: str, cell: CellEntry, colours: int) -> int:
    """Return the colours that a cell of a saved state may have, as a bit mask."""
    if cell is None:
        return (1 << colours) - 1
    mask = 0
    for colour in cell if isinstance(cell, list) else [cell]:
        mask |= 1 << read_colour(path, colour, colours)
    if not mask:
        raise PathError(path, "[] says that the cell has no colour at all; null is an open cell")
    return mask


def common_fields(
    nonogram: Nonogram, default: Palette, place: Callable[[int], Sequence[int]],
) -> dict[str, Any]:
    """Return the filled fields of `NonoFile` in their order.

    default: the palette that is not written. place: the numbers of a given cell's entry.
    """
    info, puzzle, nest = nonogram.info, nonogram.puzzle, nonogram.geometry.nest
    colours = len(puzzle.palette)
    fields = {
        **{name: getattr(info, name) for name in INFO_TEXTS},
        "notes": list(info.notes), "more": [list(pair) for pair in info.more],
        "palette": [] if puzzle.palette == default else [
            colour._asdict() for colour in puzzle.palette.colours],
        "given": [[*place(cell), colour] for cell, colour in puzzle.given],
        "solution": None if nonogram.solution is None else nest(nonogram.solution),
        "saved": [nest(_cell_entries(state, colours)) for state in nonogram.saved],
    }
    return {name: value for name, value in fields.items() if value}


def _cell_entries(state: State, colours: int) -> Any:
    full = (1 << colours) - 1
    cells: list[CellEntry] = []
    for cell, mask in enumerate(state.masks):
        colour = state.colour(cell)
        some = [c for c in range(colours) if mask >> c & 1]
        cells.append(None if mask == full else colour if colour is not None else some)
    return cells


def read_runs(path: str, entries: Sequence[RunEntry], colours: int) -> Runs:
    """Return the clue of a list of runs."""
    if len(entries) > MAX_RUNS:
        raise PathError(path, f"{len(entries):,} runs; no line has that many cells")
    return Runs(tuple(_run(f"{path}[{i}]", entry, colours) for i, entry in enumerate(entries)))


def _run(path: str, entry: RunEntry, colours: int) -> Run:
    if isinstance(entry, list):
        if len(entry) != 2 or not isinstance(entry[1], int):
            raise PathError(path, "a run in colour is [length, colour number]")
        length, colour = entry[0], entry[1]
    else:
        length, colour = entry, 1
    if isinstance(length, str) and length != "?":
        raise PathError(path, f"the length {length[:20]!a}; it is a number, or \"?\" if it is "
                              "blotted")
    if isinstance(length, int) and not 1 <= length <= MAX_LENGTH:
        raise PathError(path, f"a run of {short(length)}; at least 1 is needed")
    if not 1 <= colour < colours:
        raise PathError(path, f"the colour {short(colour)}; the palette has 1 to {colours - 1} "
                              "beside the background")
    return Run(None if isinstance(length, str) else length, colour)


def runs_entry(clue: Runs) -> list[RunEntry]:
    """Return the list that a clue is written as."""
    lengths: list[int | str] = ["?" if run.length is None else run.length for run in clue.runs]
    return [length if run.colour == 1 else [length, run.colour]
            for run, length in zip(clue.runs, lengths, strict=True)]
