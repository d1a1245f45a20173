"""Files that the studio is started with: the first is opened, the others follow while it runs."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.studio.faults import refusal_of
from nonoforge.studio.library import LibraryError
from nonoforge.studio.parts import Parts
from nonoforge.studio.refusals import one_line
from nonoforge.studio.shelf import bring_file
from nonoforge.studio.shelf_types import ToImport

STDIN = "-"


class Arrival(NamedTuple):
    """A file to bring in. Standard input is read at once: it may keep one waiting."""

    name: str
    named: bool  # itself, or the folder it is in
    number: int = 1  # of the puzzle in it that is opened
    data: bytes | None = None


class Arrivals:
    """Files and folders in the order in which they were named."""

    def __init__(self, named: Sequence[str]) -> None:
        self.files = [file for name in named for file in _files(name)]

    async def first(self, parts: Parts) -> str | None:
        """The id of the first puzzle. A file that was named itself must be one; of what is in a
        folder, the first that is."""
        while self.files:
            file = self.files.pop(0)
            try:
                return await _bring(parts, file)
            except NonoforgeError as error:
                if file.named:
                    raise
                _skip(error)
        return None

    async def rest(self, parts: Parts) -> None:
        """All others; what cannot be read is told and left out."""
        for file in self.files:
            try:
                await _bring(parts, file)
            except NonoforgeError as error:
                _skip(error)


async def _bring(parts: Parts, file: Arrival) -> str:
    """Add the puzzles of one file; the id of the one to open."""
    try:
        data = await asyncio.to_thread(_read, file.name) if file.data is None else file.data
        entries = (await bring_file(parts, ToImport(file.name, data))).entries
    except Exception as error:
        raise _told(error, file.name) from None
    if file.number > len(entries):
        raise InputError(f"there is no puzzle {file.number}; the file has {len(entries)}",
                         file=file.name)
    return entries[file.number - 1].id


def _told(error: Exception, name: str) -> InputError:
    """The error as the command line says it, with the file as it was named there."""
    if isinstance(error, LibraryError):
        return error
    if isinstance(error, InputError):
        return InputError(error.message, file=name, line=error.line, column=error.column)
    problem = refusal_of(error).problem
    numbers = re.search(r"((?::[0-9]+){1,2})$", problem.place or "")
    place = [int(part) for part in numbers[1].split(":")[1:]] if numbers else []
    line, column = [*place, None, None][:2]
    return InputError(problem.error, file=name, line=line, column=column)


def _skip(error: NonoforgeError) -> None:
    print(one_line(str(error)), file=sys.stderr, flush=True)


def _files(name: str) -> Iterator[Arrival]:
    """A file itself; of a folder, what is in it and has the name of a puzzle."""
    from nonoforge.formats import EXTENSIONS

    if name == STDIN:
        yield Arrival("stdin", True, data=_read(name))
    elif not os.path.isdir(name):
        yield _numbered(name)
    else:
        found = [str(path) for path in sorted(Path(name).rglob("*"))
                 if path.suffix.lower() in EXTENSIONS and path.is_file()]
        if not found:
            raise InputError("there is no puzzle in this folder", file=name)
        yield from (Arrival(path, False) for path in found)


def _numbered(name: str) -> Arrival:
    """`FILE#2` opens the second puzzle of a file, unless there is a file of that very name."""
    match = re.fullmatch(r"(.+)#([1-9][0-9]{0,5})", name, re.DOTALL)
    if match is None or os.path.lexists(name):
        return Arrival(name, True)
    return Arrival(match[1], True, int(match[2]))


def _read(name: str) -> bytes:
    from nonoforge.formats import read_source

    return read_source(name).data
