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
from nonoforge.studio.library.query import SORTS, Search
from nonoforge.studio.library.records import (
    AddRequest,
    AddResult,
    ChangeRequest,
    DoneResult,
    EmptyBinResult,
    GameQuery,
    IdsRequest,
    IdsResult,
    ImportFile,
    ImportProblem,
    ImportRequest,
    ImportResult,
    LibraryCounts,
    LibraryEntry,
    LibraryJob,
    LibraryPage,
    LibraryQuery,
    NewPuzzle,
    OpenResult,
    PuzzleToAdd,
    TagCount,
    TagsRequest,
)
from nonoforge.studio.library.rows import MAX_RATING, MAX_STATE
from nonoforge.studio.library.versions import VersionRecord

__all__ = [
    "MAX_RATING", "MAX_STATE", "SORTS", "AddRequest", "AddResult", "AppendRequest", "AppendResult",
    "ChangeRequest", "DoneResult", "EditsResult", "EmptyBinResult", "GameQuery", "GameResult",
    "IdsRequest", "IdsResult", "ImportFile", "ImportProblem", "ImportRequest", "ImportResult",
    "Library", "LibraryCounts", "LibraryEntry", "LibraryError", "LibraryJob", "LibraryPage",
    "LibraryQuery", "NewPuzzle", "NoSuchEntry", "OpenResult", "PuzzleToAdd", "Search", "StaleLog",
    "TagCount", "TagsRequest", "VersionRecord", "default_folder",
]
