"""The library of the studio: puzzles, saved games, ratings and tags, kept in one SQLite file."""

from nonoforge.studio.library.database import LibraryError, NoSuchEntry, default_folder
from nonoforge.studio.library.library import Library
from nonoforge.studio.library.logs import (
    AppendRequest,
    AppendResult,
    EditsResult,
    GameResult,
    StaleLog,
)
from nonoforge.studio.library.records import (
    AddRequest,
    AddResult,
    ChangeRequest,
    EmptyBinResult,
    GameQuery,
    ImportRequest,
    ImportResult,
    LibraryEntry,
    LibraryJob,
    LibraryPage,
    LibraryQuery,
    NewPuzzle,
    OpenResult,
    PuzzleToAdd,
    TagCount,
)
from nonoforge.studio.library.rows import MAX_RATING, MAX_STATE, SORTS
from nonoforge.studio.library.versions import VersionRecord

__all__ = [
    "MAX_RATING", "MAX_STATE", "SORTS", "AddRequest", "AddResult", "AppendRequest", "AppendResult",
    "ChangeRequest", "EditsResult", "EmptyBinResult", "GameQuery", "GameResult", "ImportRequest",
    "ImportResult", "Library", "LibraryEntry", "LibraryError", "LibraryJob", "LibraryPage",
    "LibraryQuery", "NewPuzzle", "NoSuchEntry", "OpenResult", "PuzzleToAdd", "StaleLog",
    "TagCount", "VersionRecord", "default_folder",
]
