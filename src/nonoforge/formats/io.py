"""Read and write puzzles in any format."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeAlias

from nonoforge.calls import public
from nonoforge.errors import FormatError, InputError
from nonoforge.files import check_limit, path_name, write_whole
from nonoforge.formats.format import Format
from nonoforge.formats.losses import prepare
from nonoforge.formats.registry import format_for_reading, format_for_writing, format_named
from nonoforge.formats.source import MAX_BYTES, START, Source, read_source
from nonoforge.nonogram import Nonogram
from nonoforge.text import escaped

PathLike: TypeAlias = str | os.PathLike[str]


@public
def load(path: PathLike, format: str | None = None) -> Nonogram:
    """Return the only puzzle of a file; `-` is standard input."""
    source = read_source(path)
    puzzles = _read(source, format)
    if len(puzzles) != 1:
        raise source.error(f"the file holds {len(puzzles)} puzzles; one is needed here")
    return puzzles[0]


@public
def load_all(path: PathLike, format: str | None = None) -> list[Nonogram]:
    """Return all puzzles of a file, at least one."""
    return _read(read_source(path), format)


def loads(data: bytes, name: str = "<input>", format: str | None = None) -> list[Nonogram]:
    r"""Return the puzzles in the bytes of a file; `name` is for messages, and for its extension.

    >>> [puzzle] = loads(b"2x1:1/1/2")
    >>> [str(line.clue) for line in puzzle.puzzle.lines]
    ['2', '1', '1']
    """
    return _read(Source(check_limit(data, MAX_BYTES, name), name), format)


def _read(source: Source, name: str | None) -> list[Nonogram]:
    format = format_for_reading(source, name)
    if format.read is None:
        raise source.error(f"the format {format.name} can only be written")
    try:
        return format.read(source)
    except InputError as error:
        # A reader may leave the place open, and may quote any characters of the file.
        error.message = escaped(error.message)
        raise error.at(file=source.name, line=START.line, column=START.column) from None


def save(
    nonogram: Nonogram | Sequence[Nonogram], path: PathLike, *, format: str | None = None,
    lossy: bool = False,
) -> None:
    """Write a file, whole or not at all; `-` is standard output. What the format cannot hold is an
    error, or dropped if `lossy`."""
    name = path_name(path)
    try:
        data = _dump(nonogram, format_for_writing(name, format), lossy)
    except InputError as error:
        raise error.at(file=name) from None
    write_whole(name, data)


def dumps(
    nonogram: Nonogram | Sequence[Nonogram], format: str, lossy: bool = False,
) -> bytes:
    """Return the bytes of a file.

    >>> from nonoforge.families.grid import from_picture
    >>> dumps(from_picture([[1, 1]]), "tatham", lossy=True)
    b'2x1:1/1/2\\n'
    """
    return _dump(nonogram, format_named(format), lossy)


def _dump(nonogram: Nonogram | Sequence[Nonogram], format: Format, lossy: bool) -> bytes:
    nonograms = [nonogram] if isinstance(nonogram, Nonogram) else list(nonogram)
    if format.write is None:
        raise FormatError(f"the format {format.name} can only be read")
    data = format.write(prepare(nonograms, format, lossy))
    if len(data) > MAX_BYTES:  # it could not be read again
        raise FormatError(f"file too large: `{format.extensions[0]}` would take {len(data):,} "
                          f"bytes (limit {MAX_BYTES // 2**20} MiB)")
    return data


