r"""Puzzle files: read and write them in the formats people use.

>>> from nonoforge.formats import FORMATS, dumps, loads
>>> " ".join(FORMATS)
'nono non nonpack webpbn olsak lp tatham share png pbm vox mk cwd nin text'
>>> [puzzle] = loads(b"2x1:1/1/2")
>>> dumps(puzzle, "nin")
b'2 1\n2\n1\n1\n'

    io          load, loads, load_all, save, dumps: puzzles in any format
    registry    the formats by name and by extension; the choice of one for a file
    format      the record of a format; `losses`: what a format cannot hold of a puzzle
    source      the bytes of a file, with a place for every error
    packed      puzzles as the engine packs them, straight from the bytes of a file
    states      states of a game in files
    ...         one module for each format, reader and writer together

A name is loaded when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonoforge.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from nonoforge.formats.format import Format as Format
    from nonoforge.formats.format import Loss as Loss
    from nonoforge.formats.format import Sniff as Sniff
    from nonoforge.formats.io import PathLike as PathLike
    from nonoforge.formats.io import dumps as dumps
    from nonoforge.formats.io import load as load
    from nonoforge.formats.io import load_all as load_all
    from nonoforge.formats.io import loads as loads
    from nonoforge.formats.io import save as save
    from nonoforge.formats.packed import PackedPuzzle as PackedPuzzle
    from nonoforge.formats.packed import pack_file as pack_file
    from nonoforge.formats.registry import EXTENSIONS as EXTENSIONS
    from nonoforge.formats.registry import FORMATS as FORMATS
    from nonoforge.formats.registry import format_for_reading as format_for_reading
    from nonoforge.formats.registry import format_for_writing as format_for_writing
    from nonoforge.formats.registry import format_named as format_named
    from nonoforge.formats.registry import sniff as sniff
    from nonoforge.formats.source import MAX_BYTES as MAX_BYTES
    from nonoforge.formats.source import Source as Source
    from nonoforge.formats.source import read_source as read_source
    from nonoforge.formats.states import load_states as load_states
    from nonoforge.formats.states import state_from_rows as state_from_rows

__getattr__, __dir__ = lazy_exports(__name__, {
    "Format": "format", "Loss": "format", "Sniff": "format",
    "PathLike": "io", "dumps": "io", "load": "io", "load_all": "io", "loads": "io", "save": "io",
    "PackedPuzzle": "packed", "pack_file": "packed",
    "EXTENSIONS": "registry", "FORMATS": "registry", "format_for_reading": "registry",
    "format_for_writing": "registry", "format_named": "registry", "sniff": "registry",
    "MAX_BYTES": "source", "Source": "source", "read_source": "source",
    "load_states": "states", "state_from_rows": "states",
})
