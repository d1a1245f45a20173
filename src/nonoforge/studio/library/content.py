"""What a puzzle's file says, as far as a library must know: is it the same, is it played the same?

Two files are the same puzzle if their JSON is the same, whatever its layout and its title: a title
is what somebody calls a puzzle, and the library has a place for it. Everything else counts, so
that nothing that a file holds is ever taken for a copy and lost.

A game goes on after an edit if cells and clues are as before: colours in new shades, labels in new
places or a licence do not touch it.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import msgspec

from nonoforge.errors import InputError

# As `formats` has it; asking there would load every format before the first page is shown.
MAX_PUZZLE = 8 * 1024 * 1024

# What a player's marks do not depend on. The paths of edges are here because cells are known by
# their number: which edges a face has is in `faces`, and that counts.
_NOT_PLAYED = frozenset((
    "title", "author", "author_id", "copyright", "licence", "source", "identifier", "description",
    "notes", "more", "palette", "solution", "saved", "box", "edges"))

_ANY = msgspec.json.Decoder(dict[str, Any])
_TOP = msgspec.json.Decoder(dict[str, msgspec.Raw])


class Content(NamedTuple):
    """A puzzle's file with what it says."""

    puzzle: bytes
    family: str
    same: bytes  # equal for the same puzzle
    played: bytes  # equal for puzzles that are played the same


def read_content(puzzle: bytes) -> Content:
    """Look at a puzzle's file; whether its clues make sense is for `formats` to say."""
    file = read_object(puzzle, MAX_PUZZLE, "the puzzle")
    family = file.get("family")
    if not isinstance(file.get("nonoforge"), int) or not isinstance(family, str):
        raise InputError('this is not a puzzle; a .nono file starts with {"nonoforge": 1, '
                         '"family": "grid", ...')
    return Content(puzzle, family, _digest(_without_title(file)), _digest(_as_played(file)))


def read_object(data: bytes, most: int, what: str) -> dict[str, Any]:
    """A JSON object of limited size."""
    if len(data) > most:
        raise InputError(f"{what} has {len(data):,} bytes; at most {most:,} are kept")
    try:
        return _ANY.decode(data)
    except RecursionError:
        raise InputError(f"{what} is nested far too deep") from None
    except (msgspec.MsgspecError, ValueError) as error:
        raise InputError(f"{what} is not a JSON object: {str(error)[:100]}") from None


def titled(puzzle: bytes, title: str) -> bytes:
    """The same file with another title; all else keeps its layout."""
    members = _TOP.decode(puzzle)
    members["title"] = msgspec.Raw(msgspec.json.encode(title))
    lines = [b"  %b: %b" % (msgspec.json.encode(name), bytes(value))
             for name, value in members.items()]
    return b"{\n" + b",\n".join(lines) + b"\n}\n"


def _without_title(file: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in file.items() if name != "title"}


def _as_played(file: dict[str, Any]) -> dict[str, Any]:
    kept = {name: value for name, value in file.items() if name not in _NOT_PLAYED}
    curves = kept.get("curves")
    if isinstance(curves, list):
        kept["curves"] = [_without_labels(curve) for curve in curves]
    return kept


def _without_labels(curve: Any) -> Any:
    if not isinstance(curve, dict):
        return curve
    return {name: value for name, value in curve.items() if name != "labels"}


def _digest(value: Any) -> bytes:
    return hashlib.sha256(msgspec.json.encode(value, order="sorted")).digest()
