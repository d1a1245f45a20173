"""Jobs of worker processes: the verbs of the API, and changes of the library.

Puzzles that a client adds to the library are read and written by a worker, which has limits, while
the server goes on answering; exports are packed there for the same reason. Names of these jobs
begin with `own/`, which no request can name.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from contextlib import closing
from time import process_time
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from msgspec import UNSET

from nonoforge.errors import InputError
from nonoforge.progress import ShareProgress
from nonoforge.studio import tasks
from nonoforge.studio.library import (
    AddRequest,
    AddResult,
    ChangeRequest,
    ImportFile,
    ImportProblem,
    ImportRequest,
    ImportResult,
    Library,
    LibraryEntry,
    LibraryError,
    LibraryJob,
    NewPuzzle,
    NoSuchEntry,
)
from nonoforge.studio.library.archive import is_export, is_zip, zipped_files
from nonoforge.worker_processes import TaskFailed, Teller

if TYPE_CHECKING:
    from nonoforge.studio.tasks.puzzles import CatalogueEntry as Known

THUMBNAIL_SECONDS = 3.0  # of an import; after that thumbnails that take solving are left out
MAX_ADDED = 100  # puzzles of one request; a file may have more
encode = msgspec.json.encode
_T = TypeVar("_T")


def perform(verb: str, body: bytes, tell: Teller) -> bytes:
    """Perform a job and return its answer."""
    if verb not in OWN:
        return tasks.perform(verb, body, tell)
    job = msgspec.msgpack.decode(body, type=LibraryJob) if body else LibraryJob("", b"")
    return OWN[verb](job, tell)


def add(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Add puzzles."""
    request = _read(job.body, AddRequest)
    if len(request.puzzles) > MAX_ADDED:
        raise InputError(f"at most {MAX_ADDED} puzzles at a time, not {len(request.puzzles):,}")
    new = []
    for puzzle in request.puzzles:
        [known] = _catalogued("", bytes(puzzle.puzzle), tell)
        known.title = known.title if puzzle.title is None else puzzle.title
        new.append(_new(known, puzzle.tags, puzzle.source))
    return _with(job, lambda library: encode(AddResult(library.add_many(new))))


def import_file(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Add all puzzles of a file, of several files, of a zip of files, or of an export."""
    request = _read(job.body, ImportRequest)
    if bool(request.files) == bool(request.data):
        raise InputError("give name and data of a file, or files: one of the two")
    several = bool(request.files)
    files = request.files or [ImportFile(request.name, request.data)]
    result, new = ImportResult(0, 0), list[NewPuzzle]()
    end = process_time() + THUMBNAIL_SECONDS

    def add_all(library: Library) -> bytes:
        for number, file in enumerate(files):
            tell(number / len(files), f"{number} of {len(files)} files")
            try:
                _import_one(library, file, request.tags, result, new, end, tell)
            except InputError as error:
                if not several or isinstance(error, LibraryError):
                    raise
                result.errors.append(ImportProblem(file.name, str(error)))
        entries = library.add_many(new)
        existed = sum(entry.existed for entry in entries)
        result.added += len(entries) - existed
        result.existed += existed
        if not several and not is_zip(files[0].data):
            result.entries = entries
        return encode(result)

    return _with(job, add_all)


def _import_one(library: Library, file: ImportFile, tags: Sequence[str], result: ImportResult,
                new: list[NewPuzzle], end: float, tell: ShareProgress) -> None:
    """Collect the puzzles of one file; those of an export are added at once."""
    if not is_zip(file.data):
        new += _puzzles_of(file.name, file.data, tags, end, tell)
        return
    if is_export(file.data):
        done = library.import_export(io.BytesIO(file.data))
        result.added += done.added
        result.existed += done.existed
        return
    from nonoforge.formats import EXTENSIONS

    found = 0
    for name, data in zipped_files(file.data, EXTENSIONS):
        found += 1
        tell(None, f"{found} files of the zip")
        try:
            new += _puzzles_of(name, data, tags, end, lambda share, words: None)
        except InputError as error:
            result.errors.append(ImportProblem(name, str(error)))
    if not found:
        raise InputError("there are no puzzle files in this zip", file=file.name)


def _puzzles_of(name: str, data: bytes, tags: Sequence[str], end: float,
                tell: ShareProgress) -> list[NewPuzzle]:
    source = name.replace("\\", "/").rpartition("/")[2]
    return [_new(known, tags, source) for known in _catalogued(name, data, tell, end)]


def change(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Change a puzzle, its title, tags and rating: all that is sent, or nothing."""
    request = _read(job.body, ChangeRequest)
    known = None if request.puzzle is UNSET else _catalogued("", bytes(request.puzzle), tell)[0]

    def change_all(library: Library) -> bytes:
        with library.together():
            return encode(_changed(library, job.id, request, known))

    return _with(job, change_all)


def _changed(library: Library, id: str, request: ChangeRequest,
             known: Known | None) -> LibraryEntry:
    entry = library.entry(id)
    if known is not None:
        entry = library.replace(
            id, bytes(known.puzzle), title=known.title or entry.title, author=known.author,
            family=known.family, size=known.size, cells=known.cells, colours=known.colours,
            thumbnail=known.thumbnail)
    if request.title is not UNSET:
        entry = library.rename(id, request.title)
    if request.tags is not UNSET:
        entry = library.set_tags(id, request.tags)
    if request.rating is not UNSET:
        entry = library.set_rating(id, None if request.rating is None else encode(request.rating))
    return entry


def make_edits(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Make the current version of a puzzle from its edits: clues are counted, nothing is judged."""
    from nonoforge.judge import repainted
    from nonoforge.studio.tasks.requests import picture_of, puzzle_json, puzzle_of

    def make(library: Library) -> bytes:
        entry, unmade = library.entry(job.id), library.painted(job.id)
        if unmade is None:
            return encode(entry)
        painted, length = unmade
        puzzle = library.version_with(job.id, painted.sheet.version) if painted.untouched else None
        if puzzle is None:
            file = msgspec.json.decode(bytes(painted.sheet.puzzle), type=dict[str, msgspec.Raw])
            file |= {name: msgspec.Raw(encode(text)) for name, text in painted.words.items()}
            # The old picture need not fit the sheet; the new one is checked.
            file.pop("solution", None)
            nonogram = puzzle_of(msgspec.Raw(encode(file)))
            picture = picture_of(painted.picture, nonogram)
            puzzle = bytes(puzzle_json(repainted(nonogram, picture)))
        [known] = _catalogued("", puzzle, tell)
        known.title = painted.words.get("title", entry.title)
        return encode(library.make_edits(job.id, _new(known, (), ""), length))

    return _with(job, make)


def cover(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Return the cover of a puzzle, as SVG."""
    from nonoforge.formats import loads

    [nonogram] = loads(_with(job, lambda library: library.puzzle(job.id)), "puzzle", "nono")
    return nonogram.family.cover(nonogram).encode()


def export(job: LibraryJob, tell: Teller) -> bytes:
    """Send the zip of an export in parts; of the puzzles that the body lists, or of all."""
    ids = _read(job.body, list[str]) if job.body else None

    def send_all(library: Library) -> bytes:
        with closing(library.exported(ids)) as parts:
            for part in parts:
                tell.part(part)
        return b""

    return _with(job, send_all)


RATE_SECONDS = 1.0  # of processor time: after that the worker is free for other jobs
RATE_BUDGET = 3.0  # seconds for the verdict on one puzzle, and as many for its rating


def rate_some(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Rate puzzles that have no rating yet, for about a second. Tells the id of each puzzle before
    it is looked at. Returns how many were rated, as JSON: 0 when none is left."""
    end = process_time() + RATE_SECONDS

    def rate_all(library: Library) -> bytes:
        done = 0
        for id in library.unrated():
            if process_time() > end:
                break
            tell(None, id)
            puzzle = library.puzzle(id)
            library.rate(id, puzzle, encode(_rating(puzzle)))
            done += 1
        return encode(done)

    return _with(job, rate_all)


def _rating(puzzle: bytes) -> dict[str, Any]:
    """Return what the library keeps about how hard a puzzle is: the verdict, and the rating of a
    puzzle with one solution."""
    from nonoforge.engine import Budget, solve
    from nonoforge.formats import loads
    from nonoforge.judge import rate
    from nonoforge.results import rating_record

    [nonogram] = loads(puzzle, "puzzle", "nono")
    verdict = solve(nonogram, budget=Budget(seconds=RATE_BUDGET))
    if verdict.answer != "unique":
        return {"verdict": verdict.answer}
    record = rating_record(rate(nonogram, budget=RATE_BUDGET))
    return {"verdict": verdict.answer} | ({} if record is None else msgspec.structs.asdict(record))


def describe(job: LibraryJob, tell: ShareProgress) -> bytes:
    """Return docs/openapi.json; a worker has all tasks loaded, which it describes."""
    from nonoforge.studio.openapi import document

    return document()


OWN: dict[str, Callable[[LibraryJob, Teller], bytes]] = {
    "own/add": add, "own/import": import_file,
    "own/change": change, "own/edits": make_edits, "own/cover": cover, "own/rate": rate_some,
    "own/export": export, "own/openapi": describe}


def _catalogued(name: str, data: bytes, tell: ShareProgress,
                end: float | None = None) -> list[Known]:
    from nonoforge.studio.tasks.puzzles import CatalogueRequest, catalogue

    return catalogue(CatalogueRequest(name=name, data=data), tell, end)


def _new(known: Known, tags: Sequence[str], source: str) -> NewPuzzle:
    return NewPuzzle(
        puzzle=bytes(known.puzzle), title=known.title, author=known.author, family=known.family,
        size=known.size, cells=known.cells, colours=known.colours, thumbnail=known.thumbnail,
        tags=tuple(tags), source=source)


def _with(job: LibraryJob, act: Callable[[Library], _T]) -> _T:
    """Call the library. Its errors are reported without the path of its file."""
    try:
        with closing(Library(job.folder)) as library:
            return act(library)
    except NoSuchEntry as error:
        raise TaskFailed("lost", error.message) from None
    except LibraryError as error:
        raise TaskFailed("busy", error.message) from None


def _read(body: bytes, kind: type[_T]) -> _T:
    return tasks.decoded(body, msgspec.json.Decoder(kind))
