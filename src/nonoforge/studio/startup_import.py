"""Files that the studio is started with, and the page that it opens on: the first file that was
named, the library after a folder, the start page of an empty library. Other files are added to the
library while it runs."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from nonoforge.errors import InputError, NonoforgeError
from nonoforge.studio.calls import AppState
from nonoforge.studio.http_errors import http_error, one_line
from nonoforge.studio.library import ImportRequest, LibraryError
from nonoforge.studio.library_routes import add_file

STDIN = "-"
LIBRARY_PAGE, START_PAGE = "#/", "#/start"


class StartupFile(NamedTuple):
    """A file to add. Standard input is read at the start, because it may block."""

    name: str
    named: bool  # on the command line; false for a file of a folder named there
    number: int = 1  # of the puzzle to open
    data: bytes | None = None


class StartupImport:
    """The files and folders named on the command line, in their order."""

    def __init__(self, named: Sequence[str]) -> None:
        self.files = [file for name in named for file in _files(name)]

    async def first_page(self, state: AppState) -> str:
        """Add the first file; return the end of the address to open: its puzzle if it was named
        itself, the library if it is in a folder. An unreadable file is an error if it was named
        itself; in a folder it is skipped."""
        while self.files:
            file = self.files.pop(0)
            try:
                id = await _add(state, file)
                return f"#/play/{id}" if file.named else LIBRARY_PAGE
            except NonoforgeError as error:
                if file.named:
                    raise
                _skip(error)
        page = await state.ask_library(state.library.search, limit=0)
        return LIBRARY_PAGE if page.total else START_PAGE

    async def rest(self, state: AppState) -> None:
        """Add all other files; print errors and go on."""
        for file in self.files:
            try:
                await _add(state, file)
            except NonoforgeError as error:
                _skip(error)


async def _add(state: AppState, file: StartupFile) -> str:
    """Add the puzzles of one file; return the id of the one to open."""
    try:
        data = await asyncio.to_thread(_read, file.name) if file.data is None else file.data
        entries = (await add_file(state, ImportRequest(file.name, data))).entries
    except Exception as error:
        raise _input_error(error, file.name) from None
    if file.number > len(entries):
        raise InputError(f"there is no puzzle {file.number}; the file has {len(entries)}",
                         file=file.name)
    return entries[file.number - 1].id


def _input_error(error: Exception, name: str) -> InputError:
    """Return the error as the command line prints it, with the file as it was named there."""
    if isinstance(error, LibraryError):
        return error
    if isinstance(error, InputError):
        return InputError(error.message, file=name, line=error.line, column=error.column)
    problem = http_error(error).problem
    numbers = re.search(r"((?::[0-9]+){1,2})$", problem.place or "")
    place = [int(part) for part in numbers[1].split(":")[1:]] if numbers else []
    line, column = [*place, None, None][:2]
    return InputError(problem.error, file=name, line=line, column=column)


def _skip(error: NonoforgeError) -> None:
    print(one_line(str(error)), file=sys.stderr, flush=True)


def _files(name: str) -> Iterator[StartupFile]:
    """Yield the file itself; of a folder, the files in it that have a puzzle's extension."""
    from nonoforge.formats import EXTENSIONS

    if name == STDIN:
        yield StartupFile("stdin", True, data=_read(name))
    elif not os.path.isdir(name):
        yield _numbered(name)
    else:
        found = [str(path) for path in sorted(Path(name).rglob("*"))
                 if path.suffix.lower() in EXTENSIONS and path.is_file()]
        if not found:
            raise InputError("there is no puzzle in this folder", file=name)
        yield from (StartupFile(path, False) for path in found)


def _numbered(name: str) -> StartupFile:
    """Read `FILE#2` as the second puzzle of a file, unless there is a file of that very name."""
    match = re.fullmatch(r"(.+)#([1-9][0-9]{0,5})", name, re.DOTALL)
    if match is None or os.path.lexists(name):
        return StartupFile(name, True)
    return StartupFile(match[1], True, int(match[2]))


def _read(name: str) -> bytes:
    from nonoforge.formats import read_source

    return read_source(name).data
