"""All other formats, read by assimp in a process of its own.

Assimp is C++ that trusts its files: a few changed bytes in an .md3 file end the process, and in an
.x or .dae file they make it run for ever. So it runs in a child, which may fail alone, with a limit
on its time and its memory, and what it prints goes nowhere.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonoforge import limited_process
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid.folder import Folder
from nonoforge.families.solid.parts import Part
from nonoforge.families.solid.texture import decode

if TYPE_CHECKING:
    from numpy.typing import NDArray

SECONDS = 30.0  # and one more for each megabyte
MEMORY = 6_000_000_000

_CHILD = os.path.join(os.path.dirname(__file__), "assimp_child.py")
_DIFFUSE, _BASE_COLOUR = "1", "12"  # assimp's kinds of textures


def read_by_assimp(name: str, seconds: float = SECONDS) -> tuple[list[Part], list[str]]:
    """The parts of a file, and notes about what is not used."""
    arrays = _run(name, seconds + os.path.getsize(name) / 1e6)
    told = json.loads(bytes(arrays["told"]))
    if "missing" in told:
        raise MissingPart(f"reading this mesh needs {told['missing']}: "
                          "pip install 'nonoforge[solids]'")
    if "error" in told:
        raise InputError(f"{_what(name)}: {_plain(told['error'], name)}")
    textures = _Textures(name)
    parts = [_part(arrays, number, textures, told["materials"])
             for number in range(told["meshes"])]
    return parts, [*textures.notes, *textures.folder.notes()]


def _what(name: str) -> str:
    extension = os.path.splitext(name)[1].lower()
    return f"this is no {extension} mesh, or a broken one"


def _run(name: str, seconds: float) -> Mapping[str, NDArray[Any]]:
    """What the child wrote: arrays."""
    import numpy as np

    memory = min(MEMORY, limited_process.memory_left() or MEMORY)
    command = limited_process.command(_CHILD, os.path.abspath(name), str(memory))
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        with limited_process.counted():
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=seconds,
                                  env={**os.environ, **paths}, check=False)
    except subprocess.TimeoutExpired:
        raise InputError(f"{_what(name)}: it is not read after {seconds:.0f} seconds") from None
    try:
        found: Mapping[str, NDArray[Any]] = np.load(BytesIO(done.stdout), allow_pickle=False)
        return found
    except Exception:
        raise InputError(f"{_what(name)}: its reader crashed") from None


def _plain(message: str, name: str) -> str:
    """Assimp's words on one line, without the path, which everybody knows."""
    if "triangulated" in message:  # assimp_py gives up on a scene with anything else in it
        return "it has points or straight lines beside its faces; remove them"
    path = os.path.abspath(name)
    text = message.split(f"'{path}': ", 1)[-1].replace(path, os.path.basename(path))
    text = "".join(c if c.isprintable() else " " for c in text)
    return " ".join(text.split())[:160] or "no reason is given"


class _Textures:
    """The textures of a file's materials, each read once."""

    def __init__(self, name: str) -> None:
        self.folder = Folder(name)
        self.notes: list[str] = []
        self._read: dict[str, NDArray[Any] | None] = {}

    def get(self, wanted: str) -> NDArray[Any] | None:
        """The pixels of a texture by the name that the material gives it."""
        if wanted not in self._read:
            self._read[wanted] = self._find(wanted)
        return self._read[wanted]

    def _find(self, wanted: str) -> NDArray[Any] | None:
        if wanted.startswith("$"):  # assimp's own word for none
            return None
        if wanted.startswith("*"):
            self.notes.append("a texture inside of the file is not used")
            return None
        try:
            data = self.folder.get(wanted)
        except (OSError, ValueError):
            return None
        found = decode(data)
        if isinstance(found, str):
            self.notes.append(f"{os.path.basename(wanted)[:80]!a} is not used: {found}")
            return None
        return found


def _part(arrays: Mapping[str, NDArray[Any]], number: int, textures: _Textures,
          materials: list[dict[str, Any]]) -> Part:
    """One of the meshes."""
    import numpy as np

    uv, colours = arrays.get(f"uv{number}"), arrays.get(f"colours{number}")
    which = int(arrays[f"material{number}"])
    material = materials[which] if 0 <= which < len(materials) else {}
    wanted = material.get(_BASE_COLOUR) or material.get(_DIFFUSE)
    colour = material.get("colour")
    return Part(
        arrays[f"vertices{number}"], arrays[f"faces{number}"],
        colour=None if colour is None else np.clip(np.nan_to_num(colour), 0, 1) * 255,
        vertex_colours=None if colours is None else np.clip(np.nan_to_num(colours), 0, 1) * 255,
        uv=uv, texture=None if uv is None or not wanted else textures.get(wanted))
