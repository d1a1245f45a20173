"""Records of the library: its entries, what requests about it ask, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

MAX_FILES = 1_000  # of one request


class LibraryEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle in the library, without the puzzle. Times are milliseconds since 1970."""

    id: str
    title: str
    author: str
    family: str
    size: str
    cells: int
    colours: int
    source: str
    tags: tuple[str, ...]
    rating: dict[str, Any] | None
    thumbnail: Annotated[bool, Meta(description="Whether there is a thumbnail.")]
    started: Annotated[bool, Meta(description="Whether there is a saved game.")]
    solved: bool
    seconds: Annotated[float, Meta(description="Time played so far.")]
    share: Annotated[float, Meta(description="The part of the lines that is done, 0 to 1.")]
    added: int
    changed: int
    played: int | None
    binned: int | None
    existed: Annotated[bool, Meta(
        description="In the answer to an addition: the library had this puzzle before.")] = False


class LibraryPage(msgspec.Struct, frozen=True):
    """Some of the entries that a search found, and the number of all of them."""

    entries: tuple[LibraryEntry, ...]
    total: int


class LibraryCounts(msgspec.Struct, frozen=True, kw_only=True):
    """How many puzzles a search finds with each choice of a filter, the other filters as they
    are."""

    total: Annotated[int, Meta(description="Found by words and tag, whatever the filters are.")]
    unrated: Annotated[int, Meta(description="Of these, puzzles that are not rated yet.")]
    family: dict[str, int]
    size: dict[str, int]
    colours: dict[str, int]
    stars: dict[str, int]
    progress: dict[str, int]


class TagCount(msgspec.Struct, frozen=True):
    """A tag and the number of puzzles that have it."""

    tag: str
    count: int


class NewPuzzle(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle to be added, with what the library shows of it."""

    puzzle: bytes
    family: str
    title: str = ""
    author: str = ""
    size: str = ""
    cells: int = 0
    colours: int = 0
    thumbnail: str = ""
    tags: tuple[str, ...] = ()
    source: str = ""


# Requests and answers of the API.


class LibraryQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which puzzles to list, and in which order."""

    search: Annotated[str, Meta(description="Words of the title, author, source or tags.")] = ""
    tag: str = ""
    family: str = ""
    size: Annotated[str, Meta(description="small (up to 100 cells), medium (400), large (1,600) "
                                          "or giant.")] = ""
    colours: Annotated[str, Meta(description="one or several, beside the background.")] = ""
    stars: Annotated[str, Meta(description="1 to 5; none: it cannot be rated, because it does not "
                                           "have one solution or is too hard to tell.")] = ""
    progress: Annotated[str, Meta(description="new, unfinished or solved.")] = ""
    sort: Annotated[str, Meta(description="newest, oldest, title, author, smallest, largest, "
                                          "easiest, hardest or played.")] = "newest"
    offset: int = 0
    limit: int = 50
    bin: Annotated[bool, Meta(description="List the bin instead.")] = False


class IdsResult(msgspec.Struct):
    """The ids of all puzzles that a search finds, in its order."""

    ids: tuple[str, ...]


class IdsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Puzzles to do something with, all or none."""

    ids: list[str]


class TagsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Tags to give to puzzles and to take from them, all or none."""

    ids: list[str]
    add: list[str] = []
    remove: list[str] = []


class DoneResult(msgspec.Struct):
    """The number of puzzles that something was done with."""

    done: int


class PuzzleToAdd(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A puzzle; its author, size and thumbnail are derived from it."""

    puzzle: Raw
    title: Annotated[str | None, Meta(description="Default: the puzzle's own title.")] = None
    tags: list[str] = []
    source: str = ""


class AddRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Puzzles for the library."""

    puzzles: list[PuzzleToAdd]


class AddResult(msgspec.Struct):
    """The entries of the puzzles; `existed` marks those that the library had before."""

    entries: list[LibraryEntry]


class ImportFile(msgspec.Struct, forbid_unknown_fields=True):
    """A file: puzzles in any format, a zip of such files, or an export of a library."""

    name: str
    data: Annotated[bytes, Meta(description="The file, in base64.")]


class ImportRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A file of puzzles in any format, a zip of such files, or an export of a library; or several
    of them."""

    name: str = ""
    data: Annotated[bytes, Meta(description="The file, in base64.")] = b""
    tags: list[str] = []
    files: Annotated[list[ImportFile], Meta(
        description="Several files, instead of name and data. One that cannot be read is an error "
                    "of its own, and the others are added.", max_length=MAX_FILES)] = []


class ImportProblem(msgspec.Struct):
    """A file that could not be read."""

    name: str
    error: str


class ImportResult(msgspec.Struct):
    """Numbers of puzzles that were new and that the library had before. No entries are listed for
    several files, a zip or an export, which may be long."""

    added: int
    existed: int
    entries: list[LibraryEntry] = []
    errors: list[ImportProblem] = []


class ChangeRequest(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """Another puzzle, title, tags or rating; what is left out stays as it is."""

    puzzle: Raw | UnsetType = UNSET
    title: str | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    rating: dict[str, Any] | UnsetType | None = UNSET


class OpenResult(msgspec.Struct):
    """A puzzle of the library with its entry."""

    entry: LibraryEntry
    puzzle: Raw
    game: Annotated[str, Meta(description="Names the game of this version.")]
    version: Annotated[str, Meta(description="Digest of this version.")]
    problem: Annotated[str, Meta(
        description="Why the latest edits, which are stored, could not become a puzzle.")] = ""


class GameQuery(msgspec.Struct, forbid_unknown_fields=True):
    """Which game of a puzzle."""

    game: Annotated[str, Meta(description="As `GET library/ID` names it; without it, that of the "
                                          "current version.", max_length=64)] = ""


class EmptyBinResult(msgspec.Struct):
    """The number of puzzles that were deleted."""

    removed: int


class LibraryJob(msgspec.Struct):
    """A request about the library as a worker gets it: its folder, the body, and a puzzle's id."""

    folder: str
    body: bytes
    id: str = ""
