"""Where in a JSON text a value stands, by its path: for errors of the native file."""

from __future__ import annotations

import re

from nonoforge.formats.source import START, Place, place_of


class PathError(Exception):
    """Something wrong at a JSON path; whoever reads the file finds the place."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(message)
        self.path = path


_TOKEN = re.compile(r'\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:\[\]{}]+|[\[\]{}:,])', re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[([0-9]+)\]")


def place_in_json(text: str, path: str, key: str | None = None) -> Place:
    r"""The place of the value at a path like `$.rows[3][1]`, or of `key` in the object there.

    As near as the path can be followed: a path that leads nowhere ends where it gets lost.

    >>> place_in_json('{"rows": [[1],\n [2, 0]]}', "$.rows[1][1]")
    Place(line=2, column=6)
    """
    at = _value_start(text, 0)
    for name, index in _STEP.findall(path):
        found = _child(text, at, name or int(index))
        if found is None:
            break
        at = found
    if key is not None:
        at = _child(text, at, key, of_key=True) or at
    return place_of(text, at) if at < len(text) else START


def _value_start(text: str, at: int) -> int:
    match = _TOKEN.match(text, at)
    return match.start(1) if match else at


def _child(text: str, at: int, step: str | int, of_key: bool = False) -> int | None:
    """Where the member called, or numbered, `step` starts; None if there is none."""
    opening = text[at:at + 1]
    if opening != ("[" if isinstance(step, int) else "{"):
        return None
    at, index = at + 1, 0
    while match := _TOKEN.match(text, at):
        if match[1] in "]}":
            return None
        start = match.start(1)
        if isinstance(step, str):
            colon = _TOKEN.match(text, match.end())
            start = _value_start(text, colon.end()) if colon else match.end()
        if step in (index, _name(match[1])):
            return match.start(1) if of_key else start
        at, index = _after(text, start), index + 1
        comma = _TOKEN.match(text, at)
        if not comma or comma[1] != ",":
            return None
        at = comma.end()
    return None


def _name(token: str) -> str:
    return token[1:-1] if token.startswith('"') else ""


def _after(text: str, at: int) -> int:
    """The end of the value that starts here, however deep it is."""
    depth = 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        depth += (match[1] in "[{") - (match[1] in "]}")
        if depth <= 0:
            return at
    return len(text)
