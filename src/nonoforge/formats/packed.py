r"""Packed puzzles straight from the bytes of a file, for many puzzles at once.

Reading a puzzle as usual makes an object of every line, clue and run, which takes longer than
solving it. Here the clues of an ordinary file become the integers that the engine reads, and are
checked there. Whatever is unusual or wrong gives None: the usual reader takes it, or says what is
wrong with it. So nothing is accepted here that the usual reader would refuse.

>>> found = pack_file(b'{"nonoforge": 1, "family": "grid", "width": 2, "height": 1, '
...                   b'"rows": [[2]], "columns": [[1], [1]]}', "nono")
>>> found.family, len(found.packed)
('grid', 104)
"""

from __future__ import annotations

import re
from functools import cache
from typing import Any, NamedTuple

import msgspec

from nonoforge.families import NAMES, families, family_named
from nonoforge.formats.nono import VERSION
from nonoforge.formats.simpson import FIELDS
from nonoforge.storage import Dialect, Storage


class PackedPuzzle(NamedTuple):
    """A checked puzzle: the name of its family, and what the engine packs it into."""

    family: str
    packed: bytes


def pack_file(data: bytes, format: str) -> PackedPuzzle | None:
    """Return the only puzzle of a file of this format, `nono` or `non`; None: read it as usual."""
    if format == "nono":
        return _pack_nono(data)
    return _pack_non(data) if format == "non" else None


class _Head(msgspec.Struct):
    nonoforge: int
    family: str


_HEAD = msgspec.json.Decoder(_Head)


@cache
def _storage(family: str) -> Storage[Any]:
    return family_named(family).storage


def _pack_nono(data: bytes) -> PackedPuzzle | None:
    try:
        if not data.isascii():
            data.decode()  # what decoders skip they do not check
        head = _HEAD.decode(data)
        if head.nonoforge != VERSION or head.family not in NAMES:
            return None
        packed = _storage(head.family).packed(data)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return None if packed is None else PackedPuzzle(head.family, packed)


# Steve Simpson's format: properties, two sections of clues in one colour, and a goal.

_PROPERTIES = frozenset(field.encode() for field in FIELDS)
_SECTION = re.compile(rb"^(rows|columns)\n([0-9][0-9,\n]*)(?![^\n])", re.M)
_GOAL = re.compile(rb'"([01]+)"')
_BINARY = re.compile(rb"[\x00-\x08\x0b-\x1f]")
_BITS = bytes.maketrans(b"01", b"\x00\x01")


@cache
def _dialect() -> tuple[str, Dialect]:
    return next((family.name, family.dialects["non"]) for family in families()
                if "non" in family.dialects and not family.dialects["non"].tag)


def _pack_non(data: bytes) -> PackedPuzzle | None:
    # What is around and between two sections, and their names and lines.
    parts = _SECTION.split(data)
    if len(parts) != 7 or parts[1] == parts[4] or not data.isascii():
        return None
    found = _properties(b"%b\n%b\n%b" % (parts[0], parts[3], parts[6]))
    if found is None:
        return None
    sizes, solution = found
    family, dialect = _dialect()
    # Blank lines at the end may be empty clues: then lines are missing.
    clues = {parts[at].decode(): parts[at + 1].rstrip(b"\n") for at in (1, 4)}
    packed = dialect.packed(clues, sizes, solution)
    return None if packed is None else PackedPuzzle(family, packed)


_SIZES = {b"width": "columns", b"height": "rows"}


def _properties(text: bytes) -> tuple[dict[str, int], bytes | None] | None:
    """Return the numbers of rows and columns and the goal of what is not in a section; None if
    there is more to it."""
    if _BINARY.search(text):
        return None
    sizes: dict[str, int] = {}
    goal = None
    for line in text.split(b"\n"):
        key, _, value = line.partition(b" ")
        if key in _SIZES:
            if _SIZES[key] in sizes or not value.isdigit() or len(value) > 4:
                return None
            sizes[_SIZES[key]] = int(value)
        elif key == b"goal":
            match = _GOAL.fullmatch(value)
            if goal is not None or not match:
                return None
            goal = match[1].translate(_BITS)
        elif line and key not in _PROPERTIES:
            return None
    return (sizes, goal) if len(sizes) == 2 else None
