"""What the native files of all families share: texts, palettes, cells, and how errors name a path.

The numbers are checked here and not by msgspec's constraints: in the version in use, a union of a
constrained integer and a tuple makes it read memory that is not its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from nonoforge.formats.colours import distinct, hex_colour
from nonoforge.formats.format import INFO_PARTS
from nonoforge.formats.json_place import PathError
from nonoforge.formats.source import MAX_EXTRAS
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.state import State

CellEntry = int | list[int] | None


class ColourEntry(msgspec.Struct, forbid_unknown_fields=True):
    """A colour of the palette."""

    name: str
    rgb: str
    symbol: str


class AboutFile(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """The fields that every family's file may have."""

    title: str = ""
    author: str = ""
    author_id: str = ""
    copyright: str = ""
    licence: str = ""
    source: str = ""
    identifier: str = ""
    description: str = ""
    notes: list[str] = []
    more: list[list[str]] = []
    palette: list[ColourEntry] = []


def check_count(path: str, members: Sequence[Any], wanted: int, why: str) -> None:
    """There must be so many."""
    if len(members) != wanted:
        raise PathError(path, f"{len(members)} members; the {why} is {wanted}, so there must be "
                              f"{wanted}")


def check_extras(**lists: Sequence[Any]) -> None:
    """Lists that nothing else bounds."""
    for name, members in lists.items():
        if len(members) > MAX_EXTRAS:
            raise PathError(f"$.{name}", f"more than {MAX_EXTRAS:,} members")


def short(number: int) -> str:
    """A number for a message."""
    return str(number) if abs(number) < 10**18 else "a huge number"


def read_palette(entries: Sequence[ColourEntry], default: Palette) -> Palette:
    """The palette of a file, or the one that its family has by default."""
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
        return distinct((entry.name, hex_colour(entry.rgb) or "", entry.symbol)
                        for entry in entries)
    except ValueError as error:
        raise PathError("$.palette", str(error)) from None


def read_info(file: AboutFile) -> Info:
    """The texts of a file."""
    for i, pair in enumerate(file.more):
        if len(pair) != 2:
            raise PathError(f"$.more[{i}]", "a further property is [name, value]")
    plain = {name: getattr(file, name) for name in INFO_PARTS[:8]}
    return Info(**plain, notes=tuple(file.notes),
                more=tuple((name, value) for name, value in file.more))


def read_colour(path: str, colour: int, colours: int) -> int:
    """A colour's number, if there is such a colour."""
    if not 0 <= colour < colours:
        raise PathError(path, f"the colour {short(colour)}; there are 0 to {colours - 1}")
    return colour


def read_mask(path: str, cell: CellEntry, colours: int) -> int:
    """The colours that a cell of a saved state may have."""
    if cell is None:
        return (1 << colours) - 1
    mask = 0
    for colour in cell if isinstance(cell, list) else [cell]:
        mask |= 1 << read_colour(path, colour, colours)
    if not mask:
        raise PathError(path, "[] says that the cell has no colour at all; null is an open cell")
    return mask


def about_entries(nonogram: Nonogram, default: Palette) -> dict[str, Any]:
    """The fields of `AboutFile`; some may be empty."""
    info, palette = nonogram.info, nonogram.puzzle.palette
    return {
        **{name: getattr(info, name) for name in INFO_PARTS[:8]},
        "notes": list(info.notes), "more": [list(pair) for pair in info.more],
        "palette": [colour._asdict() for colour in palette.colours] if palette != default else [],
    }


def cell_entries(state: State, colours: int) -> list[CellEntry]:
    """The cells of a saved state."""
    full = (1 << colours) - 1
    cells: list[CellEntry] = []
    for cell, mask in enumerate(state.masks):
        colour = state.colour(cell)
        some = [c for c in range(colours) if mask >> c & 1]
        cells.append(None if mask == full else colour if colour is not None else some)
    return cells
