"""The solids a bench runs on: from files, and checkerboards made on the spot."""

from __future__ import annotations

import os
import re
from typing import IO, TYPE_CHECKING, Any

from nonoforge.bench.corpus import Entry
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid import MAX_CELLS, from_array, from_voxels, solid_of
from nonoforge.formats import load_all

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHECKERBOARDS = (12, 24, 36)  # sides
KEY = "G"  # the array of a .npz file
ENDINGS = (".npz", ".nono")


def solids_at(path: str | None) -> tuple[list[Entry], list[str]]:
    """The solids of a file, or of a folder's files and the checkerboards; and a note on each file
    of the folder that has none."""
    if path is None:
        raise InputError("this table needs solids: name a folder of .npz files (an array of truths "
                         f"called {KEY}, indexed by x, y, z) or of .nono files")
    if not os.path.isdir(path):
        return _entries(path), []
    found: list[Entry] = []
    notes: list[str] = []
    for name in sorted(os.listdir(path)):
        if name.lower().endswith(ENDINGS):
            try:
                found += _entries(os.path.join(path, name))
            except InputError as error:
                notes.append(f"left out: {error}")
    if not found:
        raise InputError("no solid is in this folder; name a folder of .npz or .nono files",
                         file=path)
    return found + [checkerboard(side) for side in CHECKERBOARDS], notes


def checkerboard(side: int) -> Entry:
    """Cells in turn filled and empty."""
    layers = [[[(x + y + z + 1) % 2 for x in range(side)] for y in range(side)]
              for z in range(side)]
    return Entry(f"checkerboard {side}", from_voxels(layers))


def _entries(path: str) -> list[Entry]:
    name = _name(os.path.splitext(os.path.basename(path))[0])
    try:
        if path.lower().endswith(".npz"):
            return [Entry(name, from_array(read_npz(path)))]
        nonograms = load_all(path)
        for nonogram in nonograms:
            solid_of(nonogram)
    except InputError as error:
        raise error.at(file=path) from None
    return [Entry(name if len(nonograms) == 1 else f"{name}#{number}", nonogram)
            for number, nonogram in enumerate(nonograms, start=1)]


def _name(stem: str) -> str:
    """`dino_12` and `Dino-12` are the published `dino 12`."""
    parts = re.fullmatch(r"([a-z]+)[-_ ]?([0-9]+)", stem.lower())
    return " ".join(parts.groups()) if parts else stem


def read_npz(path: str) -> NDArray[Any]:
    """The array of truths in a .npz file. Its size is looked at before it is read: few bytes can
    promise any number of cells."""
    try:
        import numpy as np
    except ImportError:
        raise MissingPart("reading .npz needs numpy; install nonoforge[solids]") from None
    import zipfile
    import zlib

    try:
        with zipfile.ZipFile(path) as archive, archive.open(f"{KEY}.npy") as member:
            _check_header(member)
        with np.load(path, allow_pickle=False) as arrays:
            array: NDArray[Any] = arrays[KEY]
    except KeyError:
        raise InputError(f"no array is called {KEY}") from None
    except OSError as error:
        raise InputError(error.strerror or "cannot be read") from None
    except (zipfile.BadZipFile, zlib.error, NotImplementedError, RuntimeError, ValueError,
            EOFError) as error:
        raise InputError(f"no .npz file that can be read: {error}") from None
    if array.dtype.kind != "b" and not ((array == 0) | (array == 1)).all():
        raise InputError(f"the array {KEY} must be of truths, or of 0 and 1")
    return array


def _check_header(member: IO[bytes]) -> None:
    from numpy.lib import format as npy

    version = npy.read_magic(member)
    read = npy.read_array_header_1_0 if version == (1, 0) else npy.read_array_header_2_0
    shape, _, dtype = read(member)
    cells = 1
    for side in shape:
        cells *= side
    if len(shape) != 3 or not 0 < cells <= MAX_CELLS or dtype.kind not in "biu":
        raise InputError(f"the array {KEY} has the shape {shape} and the type {dtype}; truths with "
                         f"three sides and at most {MAX_CELLS:,} cells are needed")
