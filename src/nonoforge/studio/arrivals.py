"""Files that the studio is started with: the first is opened, the others follow while it runs."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.studio.faults import refusal_of
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import one_line
from nonoforge.studio.shelf import ToImport, bring_file


class Arrivals:
    """Files and folders in the order in which they were named."""

    def __init__(self, named: Sequence[str]) -> None:
        self.files = [(file, file == name) for name in named for file in _files(name)]

    async def first(self, parts: Parts) -> str | None:
        """The id of the first puzzle. A file that was named itself must be one; of what is in a
        folder, the first that is."""
        while self.files:
            name, named = self.files.pop(0)
            try:
                return await _bring(parts, name)
            except NonoforgeError as error:
                if named:
                    raise
                _skip(error)
        return None

    async def rest(self, parts: Parts) -> None:
        """All others; what cannot be read is told and left out."""
        for name, _ in self.files:
            try:
                await _bring(parts, name)
            except NonoforgeError as error:
                _skip(error)


async def _bring(parts: Parts, name: str) -> str:
    """Add the puzzles of one file; the id of the first of them."""
    from nonoforge.formats.files import read_source

    try:
        source = await asyncio.to_thread(read_source, name)
        came = await bring_file(parts, ToImport(source.name, source.data))
    except Exception as error:
        raise _told(error, name) from None
    return came.entries[0].id


def _told(error: Exception, name: str) -> InputError:
    """The error as the command line says it, with the file as it was named there."""
    if isinstance(error, InputError):
        return error.at(file=name)
    if isinstance(error, OSError):
        return InputError((error.strerror or str(error)).lower(), file=name)
    problem = refusal_of(error).problem
    place = (problem.place or "").rpartition("/")[2].split(":")
    numbers = [int(part) for part in place[1:] if part.isdigit()]
    line, column = [*numbers, None, None][:2]
    return InputError(problem.error, file=name, line=line, column=column)


def _skip(error: NonoforgeError) -> None:
    print(one_line(str(error)), file=sys.stderr, flush=True)


def _files(name: str) -> Iterator[str]:
    """A file itself; of a folder, what is in it and has the name of a puzzle."""
    from nonoforge.formats import EXTENSIONS

    folder = Path(name)
    if name == "-" or not folder.is_dir():
        yield name
        return
    found = [path for path in sorted(folder.rglob("*"))
             if path.suffix.lower() in EXTENSIONS and path.is_file()]
    if not found:
        raise InputError("there is no puzzle in this folder", file=name)
    yield from map(str, found)
