"""The files beside a mesh: materials, buffers, textures. Nothing outside of its folder is read."""

from __future__ import annotations

import os
from collections.abc import Iterator
from urllib.parse import unquote

from nonoforge.families.solid.texture import decode

PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga", ".gif", ".webp", ".tif", ".tiff", ".dds",
            ".pcx")
MAX_BYTES = 200_000_000  # of all files beside one mesh


class Folder:
    """Gives the bytes of files by name, in the way that trimesh asks for them.

    `missing` collects the names that were asked for and not found, with the reason.
    """

    def __init__(self, mesh: str) -> None:
        self.root = os.path.realpath(os.path.dirname(os.path.abspath(mesh)))
        self.missing: dict[str, str] = {}
        self._left = MAX_BYTES

    def get(self, name: str) -> bytes:
        """The bytes of a file; FileNotFoundError, whatever is wrong with it."""
        reason = "it is not there"
        for wanted in _spellings(name):
            path = os.path.realpath(os.path.join(self.root, wanted))
            if os.path.commonpath([path, self.root]) != self.root:
                reason = "it is outside of the mesh's folder"
            elif os.path.isfile(path):
                if os.path.getsize(path) > self._left:
                    reason = "it is too large"
                    break
                with open(path, "rb") as file:
                    data = file.read()
                self._left -= len(data)
                fault = _fault(path, data)
                if fault is None:
                    return as_utf8(data) if path.lower().endswith(".mtl") else data
                reason = fault
                break
        self.missing[name] = reason
        raise FileNotFoundError(name)

    def __getitem__(self, name: str) -> bytes:
        return self.get(name)

    def keys(self) -> Iterator[str]:
        """Nobody needs a list, and the folder may be a large one."""
        return iter(())

    def namespaced(self, namespace: str) -> Folder:
        """A folder in this one."""
        return self

    def notes(self) -> list[str]:
        """What was not found, in words."""
        return [f"{os.path.basename(name)[:80]!a} is not used: {reason}"
                for name, reason in self.missing.items()]


def as_utf8(data: bytes) -> bytes:
    """A text in UTF-8; what is none is taken for Latin-1."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1").encode()
    return data


def _fault(path: str, data: bytes) -> str | None:
    """What is wrong with a picture. Loaders pass over broken ones in silence."""
    if os.path.splitext(path)[1].lower() not in PICTURES:
        return None
    found = decode(data)
    return found if isinstance(found, str) else None


def _spellings(name: str) -> list[str]:
    """A name as it stands, as a URL, with the other slashes, and without its folders."""
    name = name.strip().replace("\0", "")
    plain = unquote(name)
    slashed = plain.replace("\\", "/")
    tries = (name, plain, slashed, slashed.lstrip("/"), slashed.rsplit("/", 1)[-1])
    return [some for some in dict.fromkeys(tries) if some]
