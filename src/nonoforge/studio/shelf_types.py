"""What requests about the library say, and what they are answered."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, Raw, UnsetType

from nonoforge.studio.library import Entry


class Listing(msgspec.Struct, forbid_unknown_fields=True):
    """Which puzzles, and in which order."""

    search: Annotated[str, Meta(description="Words of the title, author, source or tags.")] = ""
    tag: str = ""
    family: str = ""
    solved: bool | None = None
    sort: Annotated[str, Meta(description="newest, oldest, title, author, smallest, largest, "
                                          "easiest, hardest or played.")] = "newest"
    offset: int = 0
    limit: int = 50
    bin: Annotated[bool, Meta(description="Look in the bin instead.")] = False


class ToKeep(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """A puzzle; author, size, picture and so on are looked up in it."""

    puzzle: Raw
    title: Annotated[str | None, Meta(description="Without one, that of the puzzle.")] = None
    tags: list[str] = []
    source: str = ""


class ToAdd(msgspec.Struct, forbid_unknown_fields=True):
    """Puzzles for the library."""

    puzzles: list[ToKeep]


class ToImport(msgspec.Struct, forbid_unknown_fields=True):
    """A file of puzzles in any format, or an export of a library."""

    name: str
    data: Annotated[bytes, Meta(description="The file, in base64.")]
    tags: list[str] = []


class ToChange(msgspec.Struct, kw_only=True, forbid_unknown_fields=True):
    """What shall be different: another puzzle, title, tags or rating; the rest stays."""

    puzzle: Raw | UnsetType = UNSET
    title: str | UnsetType = UNSET
    tags: list[str] | UnsetType = UNSET
    rating: dict[str, Any] | UnsetType | None = UNSET


class Errand(msgspec.Struct):
    """What a worker is told about a request: where the library is, which puzzle, and the body."""

    folder: str
    body: bytes
    id: str = ""


class Entries(msgspec.Struct):
    """What the library says about some puzzles; `existed` marks those that it had before."""

    entries: list[Entry]


class Opened(msgspec.Struct):
    """A puzzle of the library."""

    entry: Entry
    puzzle: Raw


class Came(msgspec.Struct):
    """What came of an import. An export comes without a list: it may be long."""

    added: int
    existed: int
    entries: list[Entry] = []


class Forgotten(msgspec.Struct):
    """How many puzzles are gone for good."""

    removed: int
