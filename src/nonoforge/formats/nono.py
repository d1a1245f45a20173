"""The native file, `.nono`: JSON, one puzzle, everything a nonogram can have.

    {"nonoforge": 1, "family": "grid",
     "width": 2, "height": 1, "rows": [[2]], "columns": [[1], [1]]}

Fully described in docs/format.md. This module reads and writes what all families share, the
version and the family, and finds the place of an error; the rest is each family's `storage`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, TypeVar

import msgspec

from nonoforge.errors import FormatError, InputError
from nonoforge.families import NAMES, families, family_named, family_names
from nonoforge.formats.format import EVERYTHING, Format, Sniff
from nonoforge.formats.losses import given_twice
from nonoforge.formats.source import START, Place, Source, place_of
from nonoforge.nonogram import Nonogram
from nonoforge.storage import PathError

VERSION = 1
_START = '{"nonoforge": 1, "family": "grid", ...'
_T = TypeVar("_T")


class _Header(msgspec.Struct):
    nonoforge: int
    family: str


def read(source: Source) -> list[Nonogram]:
    """Read one puzzle."""
    text = source.text
    if not text.strip():
        raise source.error(f"the file is empty; a .nono file starts with {_START}")
    header = _decode(source, _Header)
    if header.nonoforge != VERSION:
        raise source.error(f"$.nonoforge: the version is {header.nonoforge}; this program reads "
                           f"version {VERSION}", place_in_json(text, "$.nonoforge"))
    if header.family not in NAMES and header.family not in family_names():
        raise source.error(f"$.family: unknown family {header.family[:20]!a}; there are "
                           f"{', '.join(family_names())}", place_in_json(text, "$.family"))
    storage = family_named(header.family).storage
    document = _decode(source, storage.file)
    _refuse_doubles(source)
    try:
        return [storage.build(document)]
    except PathError as error:
        place = place_in_json(text, error.path)
        raise source.error(f"{error.path}: {error}", place) from None
    except InputError as error:
        place = place_in_json(text, storage.path_of_line(document, getattr(error, "index", None)))
        raise error.at(file=source.name, line=place.line, column=place.column) from None


def _decode(source: Source, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(source.text, type=kind)
    except msgspec.ValidationError as error:
        raise _invalid(source, str(error)) from None
    except RecursionError:
        raise source.error("the JSON is nested far too deep; a .nono file never is") from None
    except (msgspec.DecodeError, ValueError) as error:
        raise _malformed(source, str(error)) from None


def _invalid(source: Source, message: str) -> FormatError:
    """Return msgspec's message as an error, with its path as a place."""
    what, _, path = message.partition(" - at `")
    path = path.rstrip("`") or "$"
    key = re.search(r"unknown field `(.*)`$", what)
    place = place_in_json(source.text, path, key[1] if key else None)
    what = what[:1].lower() + what[1:]
    if "missing required field `nonoforge`" in what:
        what += f"; a .nono file starts with {_START}"
    return source.error(f"{path}: {what}", place)


def _malformed(source: Source, message: str) -> FormatError:
    where = re.search(r"\(byte ([0-9]+)\)", message)
    if where:
        before = source.text.encode()[:int(where[1])].decode("utf-8", "replace")
        what = message.split(" (byte")[0].replace("JSON is malformed: ", "")
        return source.error(f"the JSON is broken: {what}", place_of(before, len(before)))
    if "truncated" in message:
        return source.error("the JSON ends too early; the file is cut off", _end(source))
    return source.error(f"the JSON is broken: {message[:100]}", START)


def _end(source: Source) -> Place:
    text = source.text.rstrip()
    return place_of(text, len(text))


def _refuse_doubles(source: Source) -> None:
    """Refuse equal keys in an object, of which JSON readers silently take the last."""
    def check(pairs: list[tuple[str, Any]]) -> None:
        names = [name for name, _ in pairs]
        for name in names:
            if names.count(name) > 1:
                place = place_in_json(source.text, "$", name)
                raise source.error(f"the field {name[:20]!a} comes twice", place)
    json.loads(source.text, object_pairs_hook=check)


def write(nonograms: Sequence[Nonogram]) -> bytes:
    """Write one puzzle, a line for each field and for each member of its lists of lists."""
    [nonogram] = nonograms
    entries = {"nonoforge": VERSION, "family": nonogram.family.name,
               **nonogram.family.storage.fields(nonogram)}
    lines = [f"  {_json(name)}: {_layout(value)}" for name, value in entries.items()]
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def _layout(value: Any) -> str:
    """Return JSON with a line for each member of lists of lists or objects, else on one line."""
    if not isinstance(value, list) or not any(isinstance(v, list | dict) for v in value):
        return _json(value)
    return "[\n    " + ",\n    ".join(_json(member) for member in value) + "\n  ]"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of the files, from the fields of every family's files."""
    files: dict[Any, list[str]] = {}
    for family in families():
        files.setdefault(family.storage.file, []).append(family.name)
    refs, definitions = msgspec.json.schema_components(list(files), ref_template="#/$defs/{name}")
    for file, names in files.items():
        definitions[file.__name__]["properties"]["family"] = {"enum": names}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": "https://nonoforge.invalid/nono.schema.json",
        "title": f"Nonoforge puzzle file (.nono), version {VERSION}",
        "description": "One nonogram. `family` says what the other fields are. See docs/format.md.",
        "oneOf": list(refs), "$defs": definitions}


def sniff(source: Source) -> Sniff:
    """Accept a JSON object; for certain if it has the key `nonoforge`."""
    start = source.data[:1000].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not start.startswith(b"{"):
        return Sniff.NO
    return Sniff.SURE if b'"nonoforge"' in source.data else Sniff.MAYBE


# Where in a JSON text a value stands, by its path.

_TOKEN = re.compile(r'\s*("[^"\\]*(?:\\.[^"\\]*)*"|[^\s",:\[\]{}]+|[\[\]{}:,])', re.DOTALL)
_STEP = re.compile(r"\.([A-Za-z_][A-Za-z0-9_]*)|\[([0-9]+)\]")


def place_in_json(text: str, path: str, key: str | None = None) -> Place:
    r"""Return the place of the value at a path like `$.rows[3][1]`, or of `key` in that object.

    If the path does not exist, the place is that of its last step that does.

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
    """Return the offset of the member with this name or number; None if there is none."""
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
    """Return the offset after the value that starts here."""
    depth = 0
    while match := _TOKEN.match(text, at):
        at = match.end()
        depth += (match[1] in "[{") - (match[1] in "]}")
        if depth <= 0:
            return at
    return len(text)


FORMAT = Format("nono", (".nono",), "the native file: JSON, holds everything", sniff, read, write,
                EVERYTHING - {"several"}, given_twice, every_family=True)

if __name__ == "__main__":
    print(json.dumps(schema(), indent=1))
