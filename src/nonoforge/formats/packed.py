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


_VERSION = b"%d" % VERSION
_TOP = msgspec.json.Decoder(dict[str, msgspec.Raw])


@cache
def _storage(family: str) -> tuple[Storage[Any], msgspec.json.Decoder[Any]]:
    storage = family_named(family).storage
    return storage, msgspec.json.Decoder(storage.file)


def _pack_nono(data: bytes) -> PackedPuzzle | None:
    try:
        members = _TOP.decode(data)
        if _has_doubles(data, members) or bytes(members["nonoforge"]) != _VERSION:
            return None
        family = bytes(members["family"])[1:-1].decode()
        if family not in NAMES:
            return None
        storage, decoder = _storage(family)
        packed = storage.packed(decoder.decode(data))
    except (msgspec.MsgspecError, ValueError, KeyError, RecursionError):
        return None
    return None if packed is None else PackedPuzzle(family, packed)


def _has_doubles(data: bytes, members: dict[str, msgspec.Raw]) -> bool:
    """Return whether a key of the object may come twice, of which a decoder keeps the last: whether
    there are more quotes than those of the keys and values that were kept. Objects inside and
    escaped characters, which would need more care, are taken for such."""
    if b"\\" in data:
        return True
    quotes = 2 * len(members)
    for value in map(bytes, members.values()):
        if b"{" in value and not value.startswith(b'"'):
            return True
        quotes += value.count(b'"')
    return data.count(b'"') != quotes


# Steve Simpson's format: properties, two sections of clues in one colour, and a goal.

_PROPERTIES = frozenset(FIELDS)
_SECTION = re.compile(r"^(rows|columns)\n((?:[0-9]{1,4}(?:,[0-9]{1,4})*\n)+)", re.M)
_GOAL = re.compile(r'"([01]+)"')
_BINARY = re.compile("[\x00-\x08\x0b-\x1f]")
_BITS = bytes.maketrans(b"01", b"\x00\x01")
_CLUES = msgspec.json.Decoder(list[list[int]])


@cache
def _dialect() -> tuple[str, Dialect]:
    return next((family.name, family.dialects["non"]) for family in families()
                if "non" in family.dialects and not family.dialects["non"].tag)


def _pack_non(data: bytes) -> PackedPuzzle | None:
    try:
        text = data.decode("ascii") + "\n"
        if _BINARY.search(text):
            return None
        sections = _SECTION.findall(text)
        clues = {key: _section(lines) for key, lines in sections}
        found = _properties(_SECTION.sub("", text))
    except (UnicodeDecodeError, msgspec.MsgspecError):
        return None
    if found is None or len(sections) != 2 or len(clues) != 2:
        return None
    width, height, solution = found
    if len(clues["rows"]) != height or len(clues["columns"]) != width:
        return None  # also where blank lines are empty clues
    family, dialect = _dialect()
    packed = dialect.packed(clues, solution)
    return None if packed is None else PackedPuzzle(family, packed)


def _section(lines: str) -> list[list[int]]:
    """Return the clues of a section; a number with leading zeros is an error of the decoder."""
    clues = _CLUES.decode("[[" + lines[:-1].replace("\n", "],[") + "]]")
    return [[] if clue == [0] else clue for clue in clues]


def _properties(text: str) -> tuple[int, int, bytes | None] | None:
    """Return width, height and goal of what is not in a section; None if there is more to it."""
    sizes: dict[str, int] = {}
    goal = None
    for line in text.split("\n"):
        key, _, value = line.partition(" ")
        if key in ("width", "height"):
            if key in sizes or not value.isdigit() or len(value) > 4:
                return None
            sizes[key] = int(value)
        elif key == "goal":
            match = _GOAL.fullmatch(value)
            if goal is not None or not match:
                return None
            goal = match[1].encode().translate(_BITS)
        elif line and key not in _PROPERTIES:
            return None
    return (sizes["width"], sizes["height"], goal) if len(sizes) == 2 else None
