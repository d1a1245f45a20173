"""Meshes: triangles with their colours, read from whatever format they come in.

Nothing of a mesh is looked up again once it is read: it is arrays and nothing else. Vertices are
merged by position, because every loader splits them by normal and texture place, and then nothing
looks closed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError, MissingPart, nearest

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.parts import Part

MAX_BYTES = 200_000_000
MAX_FACES = 20_000_000

TRIMESH_FORMATS = ("obj", "stl", "ply", "glb", "gltf", "off")
ASSIMP_FORMATS = (
    "3d", "3ds", "3mf", "ac", "ac3d", "acc", "amf", "ase", "ask", "assbin", "b3d", "blend", "bsp",
    "cob", "csm", "dae", "dxf", "enff", "fbx", "hmp", "ifc", "iqm", "irr", "irrmesh", "lwo", "lws",
    "lxo", "md2", "md3", "md5mesh", "mdc", "mdl", "mesh", "mot", "ms3d", "ndo", "nff", "ogex",
    "pk3", "pmx", "prj", "q3o", "q3s", "raw", "scn", "sib", "smd", "step", "stp", "ter", "uc",
    "vrm", "vta", "x", "x3d", "x3db", "xgl", "zae", "zgl")
FORMATS = (*TRIMESH_FORMATS, *ASSIMP_FORMATS)

UPS = ("x", "y", "z", "-x", "-y", "-z")


@dataclass(frozen=True, eq=False)
class Mesh:
    """Triangles. Where a face has several of the colours, the first of these counts: its texture,
    the colours of its corners, its own.

    `uv` has v upwards, as in OBJ files: v = 0 is the last row of the texture. `degenerate` and
    `duplicate` count the faces that were left out on reading; `notes` are warnings for people.
    """

    vertices: NDArray[Any]  # (n, 3) float64
    faces: NDArray[Any]  # (m, 3) int64
    face_colours: NDArray[Any] | None = None  # (m, 3) uint8
    corner_colours: NDArray[Any] | None = None  # (m, 3, 3) uint8: of each corner of each face
    uv: NDArray[Any] | None = None  # (m, 3, 2) float64
    face_textures: NDArray[Any] | None = None  # (m,) int64: which of the textures, or -1
    textures: tuple[NDArray[Any], ...] = ()  # (height, width, 3) uint8 each
    name: str = ""
    notes: tuple[str, ...] = ()
    degenerate: int = 0
    duplicate: int = 0

    def __repr__(self) -> str:
        return f"<Mesh: {self.name!r}, {len(self.faces):,} faces, {len(self.vertices):,} vertices>"

    @property
    def low(self) -> NDArray[Any]:
        """The least x, y and z."""
        found: NDArray[Any] = self.vertices.min(axis=0)
        return found

    @property
    def extent(self) -> NDArray[Any]:
        """The size along x, y and z."""
        found: NDArray[Any] = self.vertices.max(axis=0) - self.low
        return found

    @property
    def coloured(self) -> bool:
        """Does it say anything about colours?"""
        return self.face_colours is not None


def read_mesh(path: str | os.PathLike[str], *, clean: bool = True) -> Mesh:
    """The mesh of a file, all objects of a scene in one. Without `clean`, faces that are degenerate
    (a corner comes twice) or duplicate (the same corners as another) stay.

    What is beside the point becomes a note of the mesh: a texture that is missing, say.
    """
    name = os.fspath(path)
    try:
        reader = _reader(name)
        _check_file(name)
        _check_libraries()
        parts, notes = reader(name)
        return _mesh(name, parts, notes, clean)
    except InputError as error:
        raise error.at(file=name) from None


def _mesh(name: str, parts: list[Part], notes: list[str], clean: bool) -> Mesh:
    from nonoforge.families.solid.cleaning import without_faults
    from nonoforge.families.solid.parts import join

    stem = os.path.splitext(os.path.basename(name))[0]
    mesh = replace(join(parts), name=stem, notes=tuple(dict.fromkeys(notes)))
    return without_faults(mesh) if clean else mesh


def _reader(name: str) -> Callable[[str], tuple[list[Part], list[str]]]:
    """What reads a file of this name."""
    from nonoforge.families.solid.by_assimp import read_by_assimp
    from nonoforge.families.solid.by_trimesh import read_by_trimesh

    extension = os.path.splitext(os.path.basename(name))[1].lower().removeprefix(".")
    if extension in TRIMESH_FORMATS:
        return read_by_trimesh
    if extension in ASSIMP_FORMATS:
        return read_by_assimp
    what = f"no mesh format has the extension {extension[:20]!a}" if extension else "no extension"
    hint = nearest(extension, FORMATS) if extension else ""
    guess = f"{hint} " if hint.startswith("did you") else ""
    raise InputError(f"{what}; {guess}meshes are read from {' '.join(FORMATS)}")


def _check_file(name: str) -> None:
    """Refuse what need not be opened: no file, a pipe, nothing in it, far too much in it."""
    try:
        found = os.stat(name)
        if not stat.S_ISREG(found.st_mode):  # opening a pipe would wait for ever
            raise InputError("cannot be read: it is not a file")
        with open(name, "rb"):
            size = found.st_size
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise InputError(f"cannot be read: {reason.lower()}") from None
    if size == 0:
        raise InputError("the file is empty; a mesh is needed")
    if size > MAX_BYTES:
        raise InputError(f"the file has {size:,} bytes; meshes of up to {MAX_BYTES:,} are read")


def _check_libraries() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingPart("reading a mesh needs numpy: pip install 'nonoforge[solids]'") from None


def orient(mesh: Mesh, up: str = "y", turn: float = 0) -> Mesh:
    """The mesh turned so that its `up` direction is ours (y), then by `turn` degrees about the
    vertical, counter-clockwise seen from above. Nothing is ever mirrored."""
    import numpy as np

    if up not in UPS:
        raise InputError(f"up is {up[:20]!a}; it is one of {', '.join(UPS)}")
    if not np.isfinite(turn):
        raise InputError(f"a turn of {turn} degrees")
    rotation = _about_vertical(turn) @ _upright(up)
    return replace(mesh, vertices=mesh.vertices @ rotation.T)


def _upright(up: str) -> NDArray[Any]:
    """The turn that brings a direction to y: a cycle of the axes, and half a turn where it points
    downwards."""
    import numpy as np

    axis = "xyz".index(up[-1])
    # z up is what most tools mean: x stays, z becomes y, y goes away from the viewer.
    turns = {0: [[0, -1, 0], [1, 0, 0], [0, 0, 1]], 1: np.eye(3),
             2: [[1, 0, 0], [0, 0, 1], [0, -1, 0]]}
    half = np.diag([1.0, -1.0, -1.0]) if up.startswith("-") else np.eye(3)
    found: NDArray[Any] = half @ np.array(turns[axis], dtype=float)
    return found


def _about_vertical(degrees: float) -> NDArray[Any]:
    """A turn about y; quarters are exact, so that a box stays a box."""
    import numpy as np

    quarters, rest = divmod(degrees % 360, 90)
    if rest == 0:
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(quarters)]
    else:
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]], dtype=float)
