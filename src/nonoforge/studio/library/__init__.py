"""The library of the studio: puzzles, saved games, ratings and tags, kept in one SQLite file."""

from nonoforge.studio.library.entry import Entry as Entry
from nonoforge.studio.library.entry import Imported as Imported
from nonoforge.studio.library.entry import NewPuzzle as NewPuzzle
from nonoforge.studio.library.entry import Page as Page
from nonoforge.studio.library.entry import TagCount as TagCount
from nonoforge.studio.library.errors import LibraryError as LibraryError
from nonoforge.studio.library.errors import NoSuchEntry as NoSuchEntry
from nonoforge.studio.library.folder import default_folder as default_folder
from nonoforge.studio.library.library import Library as Library
from nonoforge.studio.library.records import MAX_RATING as MAX_RATING
from nonoforge.studio.library.records import MAX_STATE as MAX_STATE
from nonoforge.studio.library.search import SORTS as SORTS
