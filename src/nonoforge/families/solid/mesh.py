"""Meshes: triangles with their colours, read from whatever format they come in.

Nothing of a mesh is looked up again once it is read: it is arrays and nothing else. Vertices are
merged by position, because every loader splits them by normal and texture place, and then nothing
looks closed.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonoforge.calls import public
from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.families.solid.voxels import box_of
from nonoforge.files import error_reason, path_name

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


MAX_PIXELS = 100_000_000  # looked at before a picture is decoded
MAX_TEXTURE_SIDE = 2048  # pixels; a voxel is far larger than one pixel of this

# Pictures only: some of what Pillow opens is a program, and it would be run.
TEXTURE_FORMATS = ("PNG", "JPEG", "BMP", "TGA", "GIF", "WEBP", "TIFF", "DDS", "PCX")


def decode(data: bytes) -> NDArray[Any] | str:
    """Return the pixels of a picture, (height, width, 3), or why there are none."""
    try:
        from PIL import Image
    except ImportError:
        return "Pillow is not installed: pip install 'nonoforge[images]'"
    try:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful pictures, by Pillow
            with Image.open(BytesIO(data), formats=TEXTURE_FORMATS) as image:
                return pixels(image)
    except Exception:  # whatever a broken picture makes Pillow raise
        return "it is no picture, or a broken one"


def pixels(image: Image.Image) -> NDArray[Any] | str:
    """Return the pixels of an opened picture, reduced to `MAX_TEXTURE_SIDE`, or why there are
    none."""
    import numpy as np

    if image.format not in TEXTURE_FORMATS:
        return f"the picture format {image.format} is not read"
    if image.width * image.height > MAX_PIXELS:
        return f"{image.width}x{image.height} pixels are too many"
    # Of a picture with transparency the colours count, whatever shines through.
    flat = image.convert("RGBA").convert("RGB")
    flat.thumbnail((MAX_TEXTURE_SIDE, MAX_TEXTURE_SIDE))
    return np.asarray(flat, dtype=np.uint8)


def sample(texture: NDArray[Any], uv: NDArray[Any]) -> NDArray[Any]:
    """Return the pixels at some places (n, 2); a texture repeats beyond its borders."""
    import numpy as np

    height, width = texture.shape[:2]
    u, v = uv[:, 0] % 1, uv[:, 1] % 1
    # A place on the upper border is the last pixel, not the first of the next copy.
    u = np.where((u == 0) & (uv[:, 0] == 1), 1, u)
    v = np.where((v == 0) & (uv[:, 1] == 1), 1, v)
    columns = np.minimum((u * width).astype(np.int64), width - 1)
    rows = np.minimum(((1 - v) * height).astype(np.int64), height - 1)
    found: NDArray[Any] = texture[rows, columns]
    return found


MAX_BYTES = 200_000_000
MAX_FACES = 20_000_000
NO_FACES = ("there are no faces in it, at most points or lines; a surface of triangles is needed: "
            "export one, or reconstruct it from the points with a mesh editor")


class LimitExceeded(InputError):
    """A file that the other reader is not to try: it is too large, has no end, or would be read
    wrongly."""


TRIMESH_FORMATS = ("obj", "stl", "ply", "glb", "gltf", "off")
ASSIMP_FORMATS = (
    "3d", "3ds", "3mf", "ac", "ac3d", "acc", "amf", "ase", "ask", "assbin", "b3d", "blend", "bsp",
    "cob", "csm", "dae", "dxf", "enff", "fbx", "hmp", "ifc", "iqm", "irr", "irrmesh", "lwo", "lws",
    "lxo", "md2", "md3", "md5mesh", "mdc", "mdl", "mesh", "mot", "ms3d", "ndo", "nff", "ogex",
    "mesh.xml", "pk3", "pmx", "prj", "q3o", "q3s", "raw", "scn", "sib", "smd", "step", "stp", "ter",
    "uc", "vrm", "vta", "x", "x3d", "x3db", "xgl", "zae", "zgl")
FORMATS = (*TRIMESH_FORMATS, *ASSIMP_FORMATS)
SCENES = ("lws", "mot", "irr")  # name other files by their paths

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
    format: str = ""  # the file's extension, in lower case
    notes: tuple[str, ...] = ()
    degenerate: int = 0
    duplicate: int = 0

    def __repr__(self) -> str:
        return f"<Mesh: {self.name!r}, {len(self.faces):,} faces, {len(self.vertices):,} vertices>"

    @property
    def low(self) -> NDArray[Any]:
        """The least x, y and z."""
        return box_of(self.vertices)[0]

    @property
    def extent(self) -> NDArray[Any]:
        """The size along x, y and z."""
        low, high = box_of(self.vertices)
        found: NDArray[Any] = high - low
        return found

    @property
    def coloured(self) -> bool:
        """Whether the mesh has any colours."""
        return self.face_colours is not None


@public
def read_mesh(path: str | os.PathLike[str], *, clean: bool = True) -> Mesh:
    """Return the mesh of a file, all objects of a scene in one. Without `clean`, faces that are
    degenerate (a corner comes twice) or duplicate (the same corners as another) stay.

    Two libraries read meshes. Where one refuses a file, the other is asked. What is beside the
    point becomes a note of the mesh: a texture that is missing, say.
    """
    name = path_name(path)
    try:
        readers = _readers(name)
        _check_file(name)
        _check_libraries()
        return _first_read(name, readers, clean)
    except InputError as error:
        raise error.at(file=name) from None


def _first_read(name: str, readers: Sequence[Reader], clean: bool) -> Mesh:
    """Return the mesh as the first reader reads it that finds faces; raise the error that says
    most."""
    reasons: list[InputError] = []
    for reader in readers:
        try:
            parts, notes = reader(name)
        except (MissingPart, LimitExceeded):
            raise
        except InputError as error:
            reasons.append(error)
            continue
        if any(len(part.faces) for part in parts):
            return _mesh(name, parts, notes, clean)
        raise InputError(NO_FACES)
    raise max(reasons, key=lambda reason: len(reason.message.partition(": ")[2]))


def _mesh(name: str, parts: list[Part], notes: list[str], clean: bool) -> Mesh:
    extension = extension_of(name)
    stem = os.path.basename(name)[:-len(extension) - 1]
    mesh = replace(join(parts), name=stem, format=extension, notes=tuple(dict.fromkeys(notes)))
    return without_faults(mesh) if clean else mesh


def extension_of(name: str) -> str:
    """Return the extension of a file in lower case, without its dot.

    >>> extension_of("models/Robot.Mesh.XML"), extension_of("duck.GLB"), extension_of("duck")
    ('mesh.xml', 'glb', '')
    """
    base = os.path.basename(name).lower()
    return "mesh.xml" if base.endswith(".mesh.xml") else os.path.splitext(base)[1][1:]


Reader = Callable[[str], "tuple[list[Part], list[str]]"]


def _readers(name: str) -> Sequence[Reader]:
    """Return the readers for a file of this name, the better one first."""
    from nonoforge.families.solid.mesh_readers import read_by_assimp, read_by_trimesh

    extension = extension_of(name)
    if extension in TRIMESH_FORMATS:
        return read_by_trimesh, read_by_assimp
    if extension in ASSIMP_FORMATS:
        return (read_by_assimp,)
    what = f"no mesh format has the extension {extension[:20]!a}" if extension else "no extension"
    hint = nearest(extension, FORMATS) if extension else ""
    guess = f"{hint} " if hint.startswith("did you") else ""
    raise InputError(f"{what}; {guess}meshes are read from {' '.join(FORMATS)}")


def _check_file(name: str) -> None:
    """Refuse files that need not be opened: missing, a pipe, empty, or too large."""
    try:
        found = os.stat(name)
        if not stat.S_ISREG(found.st_mode):  # opening a pipe would wait for ever
            raise InputError("cannot be read: it is not a file")
        with open(name, "rb"):
            size = found.st_size
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error_reason(error)}") from None
    if size == 0:
        raise InputError("the file is empty; a mesh is needed")
    if size > MAX_BYTES:
        raise InputError(f"the file has {size:,} bytes (limit {MAX_BYTES:,}); reduce the model's "
                         "faces with a mesh editor")


def _check_libraries() -> None:
    try:
        import numpy  # noqa: F401
    except ImportError:
        raise MissingPart("reading a mesh needs numpy: pip install 'nonoforge[solids]'") from None


def orient(mesh: Mesh, up: str = "y", turn: float = 0) -> Mesh:
    """Return the mesh turned so that its `up` direction is ours (y), then by `turn` degrees about
    the vertical, counter-clockwise seen from above. Nothing is ever mirrored."""
    import numpy as np

    if up not in UPS:
        raise InputError(f"up is {up[:20]!a}; it is one of {', '.join(UPS)}")
    if not np.isfinite(turn):
        raise InputError(f"a turn of {turn} degrees")
    rotation = _about_vertical(turn) @ upright(up)
    return replace(mesh, vertices=mesh.vertices @ rotation.T)


def upright(up: str) -> NDArray[Any]:
    """Return the turn that brings a direction to y: a cycle of the axes, and half a turn where it
    points downwards."""
    import numpy as np

    axis = "xyz".index(up[-1])
    # z up is what most tools mean: x stays, z becomes y, y goes away from the viewer.
    turns = {0: [[0, -1, 0], [1, 0, 0], [0, 0, 1]], 1: np.eye(3),
             2: [[1, 0, 0], [0, 0, 1], [0, -1, 0]]}
    half = np.diag([1.0, -1.0, -1.0]) if up.startswith("-") else np.eye(3)
    found: NDArray[Any] = half @ np.array(turns[axis], dtype=float)
    return found


def _about_vertical(degrees: float) -> NDArray[Any]:
    """Return a turn about y; quarters are exact, so that a box stays a box."""
    import numpy as np

    quarters, rest = divmod(degrees % 360, 90)
    if rest == 0:
        cosine, sine = ((1, 0), (0, 1), (-1, 0), (0, -1))[int(quarters)]
    else:
        cosine, sine = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    return np.array([[cosine, 0, sine], [0, 1, 0], [-sine, 0, cosine]], dtype=float)


# Cleaning: degenerate and duplicate faces.

def without_faults(mesh: Mesh) -> Mesh:
    """Return the mesh without faces that have a corner twice, and without copies of faces.

    Three corners on a straight line are a face like any other: without it, its neighbours would
    have an open edge.
    """
    mesh = only(mesh, ~twice_a_corner(mesh.faces))
    if not len(mesh.faces):
        raise InputError("there are no faces in it but such with a corner that comes twice")
    kept = _without_copies(mesh.faces)
    left = only(mesh, kept)
    return replace(left, degenerate=mesh.degenerate, duplicate=len(mesh.faces) - len(left.faces))


def only(mesh: Mesh, kept: NDArray[Any]) -> Mesh:
    """Return the mesh with some of its faces; what is left out counts as degenerate."""
    import numpy as np

    if kept.all():
        return mesh
    used, faces = np.unique(mesh.faces[kept], return_inverse=True)
    names = ("face_colours", "corner_colours", "uv", "face_textures")
    values = ((name, getattr(mesh, name)) for name in names)
    parts: dict[str, Any] = {name: value[kept] for name, value in values if value is not None}
    return replace(mesh, vertices=mesh.vertices[used], faces=faces.reshape(-1, 3),
                   degenerate=mesh.degenerate + int((~kept).sum()), **parts)


def twice_a_corner(faces: NDArray[Any]) -> NDArray[Any]:
    """Return which faces name a vertex twice."""
    a, b, c = faces.T
    found: NDArray[Any] = (a == b) | (b == c) | (a == c)
    return found


def copies(faces: NDArray[Any]) -> NDArray[Any]:
    """Return for each face the number of its three corners, whatever their order."""
    import numpy as np

    return row_numbers(np.sort(faces, axis=1))[1]


def edge_counts(faces: NDArray[Any]) -> NDArray[Any]:
    """Return how many faces each edge has."""
    import numpy as np

    edges = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    return np.bincount(row_numbers(edges)[1])


def row_numbers(rows: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the index of the first of each set of equal rows, in lexicographic order, and for each
    row the number of its set. Columns are ranked one after the other, as whole numbers, which is
    several times faster than to compare rows."""
    import numpy as np

    number = np.zeros(len(rows), np.int64)
    first = number[:1]
    for column in rows.T:
        values, rank = np.unique(column, return_inverse=True)
        _, first, number = np.unique(number * len(values) + rank.reshape(-1), return_index=True,
                                     return_inverse=True)
        number = number.reshape(-1)
    return first, number


def _without_copies(faces: NDArray[Any]) -> NDArray[Any]:
    """Return which faces to keep: one of all that have the same corners, turned as most of them
    are.

    But two bodies that touch may share a face, and then each needs its own: a mesh that would have
    more loose ends without the copies keeps them. A mesh of which every face comes twice was
    written twice, or both of its sides were.
    """
    import numpy as np

    number = copies(faces)
    counts = np.bincount(number)
    if counts.max() == 1:
        return np.ones(len(faces), dtype=bool)
    sense = _senses(faces)
    balance = np.bincount(number, weights=sense)
    fitting = (sense == np.sign(balance)[number]) | (balance[number] == 0)
    order = np.lexsort((np.arange(len(faces)), ~fitting, number))
    kept = np.zeros(len(faces), dtype=bool)
    kept[order[np.diff(number[order], prepend=-1) > 0]] = True
    if counts.min() > 1 or loose_ends(faces[kept]) <= loose_ends(faces):
        return kept
    return np.ones(len(faces), dtype=bool)


def _senses(faces: NDArray[Any]) -> NDArray[Any]:
    """Return 1 for faces whose corners turn as their sorted numbers do, -1 for the others."""
    import numpy as np

    a, b, c = faces.T
    return np.where((a < b) ^ (b < c) ^ (a < c), 1, -1)


def loose_ends(faces: NDArray[Any]) -> int:
    """Return how many edges have an odd number of faces."""
    return int((edge_counts(faces) % 2).sum())


# Scenes: parts as loaders give them, joined to one mesh.

GREY = (160, 160, 160)  # faces without a colour, beside faces with one
_SAME = 2.0 ** -22  # of the largest coordinate: what single precision cannot tell apart


@dataclass(frozen=True, eq=False)
class Part:
    """An object of a scene, in its place. Colours are given for each face or each corner."""

    vertices: NDArray[Any]
    faces: NDArray[Any]
    colour: Sequence[float] | None = None  # of its material, 0 to 255
    face_colours: NDArray[Any] | None = None
    vertex_colours: NDArray[Any] | None = None
    uv: NDArray[Any] | None = None  # of each vertex
    texture: NDArray[Any] | None = None


def join(parts: Sequence[Part]) -> Mesh:
    """Return one mesh of all parts, with vertices merged and unused ones left out."""
    import numpy as np

    parts = [part for part in parts if len(part.faces)]
    if not parts:
        raise InputError(NO_FACES)
    count = sum(len(part.faces) for part in parts)
    if count > MAX_FACES:
        raise LimitExceeded(f"{count:,} faces are too many (limit {MAX_FACES:,}); reduce them with "
                            "a mesh editor")
    for part in parts:
        _check(part)
    offsets = np.cumsum([0, *(len(part.vertices) for part in parts[:-1])])
    faces = np.concatenate([np.asarray(part.faces, dtype=np.int64) + offset
                            for part, offset in zip(parts, offsets, strict=True)])
    vertices = np.concatenate([np.asarray(part.vertices, dtype=np.float64) for part in parts])
    vertices, faces = _merged(vertices, faces)
    _check_extent(vertices)
    numbers, textures = _textures(parts)
    return Mesh(vertices, faces, textures=textures, **_colours(parts), **_places(parts, numbers))


def _check(part: Part) -> None:
    import numpy as np

    vertices, faces = np.asarray(part.vertices), np.asarray(part.faces)
    if vertices.ndim != 2 or vertices.shape[1] != 3 or faces.ndim != 2 or faces.shape[1] != 3:
        raise InputError("its faces are not triangles in space")
    if faces.min() < 0 or faces.max() >= len(vertices):
        raise InputError(f"a face names vertex {int(faces.max()) + 1:,}; there are "
                         f"{len(vertices):,}")
    if not np.isfinite(vertices[np.unique(faces)]).all():
        raise InputError("a coordinate is not a number (NaN or infinite); remove such vertices, or "
                         "export the model again")


def _merged(vertices: NDArray[Any], faces: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the vertices with those at the same place merged and unused ones left out.

    The same means equal: bodies that all but touch stay apart. Only where that leaves loose ends,
    and fewer are left if what single precision cannot tell apart is the same, that is taken.
    """
    import numpy as np

    used, faces = np.unique(faces, return_inverse=True)
    vertices, faces = vertices[used], faces.reshape(-1, 3)
    largest = float(np.abs(vertices).max())
    if largest > 1e150:
        raise InputError(f"a coordinate of {largest:.3g} is too large (limit 1e150)")
    exact, near = ((first, number[faces]) for first, number in (
        _same(vertices), _same(np.round(vertices / (max(largest, 1e-150) * _SAME)))))
    loose = loose_ends(exact[1])
    first, faces = near if loose and loose_ends(near[1]) < loose else exact
    return vertices[first], faces


def _same(places: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the first vertex at each place, and for each vertex the number of its place."""
    return row_numbers(places + 0.0)


def _check_extent(vertices: NDArray[Any]) -> None:
    """Refuse a point and a straight line. A flat mesh may yet be a shell."""
    import numpy as np

    extent = np.ptp(vertices, axis=0)
    if np.count_nonzero(extent) < 2:
        raise InputError("the mesh has no extent: all of it lies on one point" if not extent.any()
                         else "the mesh has no extent: all of it lies on one straight line")


def _textures(parts: Sequence[Part]) -> tuple[list[int], tuple[NDArray[Any], ...]]:
    """Return the number of each part's texture, or -1, and the textures, each once."""
    found: dict[int, NDArray[Any]] = {}
    for part in parts:
        if part.texture is not None and part.uv is not None:
            found.setdefault(id(part.texture), part.texture)
    order = list(found)
    numbers = [order.index(id(part.texture)) if id(part.texture) in found and part.uv is not None
               else -1 for part in parts]
    return numbers, tuple(found.values())


def _colours(parts: Sequence[Part]) -> dict[str, Any]:
    """Return the colours of faces and of corners, where any part has some."""
    import numpy as np

    if not any(_coloured(part) for part in parts):
        return {}
    of_faces = _stacked(parts, _face_colours)
    if not any(part.vertex_colours is not None for part in parts):
        return {"face_colours": of_faces}
    corners = _stacked(parts, lambda part: (
        np.repeat(_face_colours(part)[:, None], 3, axis=1) if part.vertex_colours is None
        else np.asarray(part.vertex_colours)[part.faces, :3]))
    return {"face_colours": of_faces, "corner_colours": corners}


def _stacked(parts: Sequence[Part], colours: Callable[[Part], NDArray[Any]]) -> NDArray[Any]:
    import numpy as np

    found = np.concatenate([colours(part) for part in parts])
    return np.clip(np.round(found), 0, 255).astype(np.uint8)


def _coloured(part: Part) -> bool:
    return any(some is not None for some in (part.colour, part.face_colours, part.vertex_colours,
                                             part.texture if part.uv is not None else None))


def _face_colours(part: Part) -> NDArray[Any]:
    """Return a colour for each face: its own, the mean of its corners, its texture's, its
    material's."""
    import numpy as np

    if part.face_colours is not None:
        return np.asarray(part.face_colours, dtype=float)[:, :3]
    if part.vertex_colours is not None:
        found: NDArray[Any] = np.asarray(part.vertex_colours, dtype=float)[part.faces, :3].mean(1)
        return found
    if part.texture is not None and part.uv is not None:

        return sample(part.texture, _finite(part.uv)[part.faces].mean(axis=1)).astype(float)
    colour = GREY if part.colour is None else part.colour
    return np.tile(np.asarray(colour, dtype=float)[:3], (len(part.faces), 1))


def _places(parts: Sequence[Part], numbers: Sequence[int]) -> dict[str, Any]:
    """Return the texture of each face and where its corners are on it."""
    import numpy as np

    if max(numbers) < 0:
        return {}
    uv = [_finite(part.uv)[part.faces] if number >= 0 else np.zeros((len(part.faces), 3, 2))
          for part, number in zip(parts, numbers, strict=True)]
    which = [np.full(len(part.faces), number, dtype=np.int64)
             for part, number in zip(parts, numbers, strict=True)]
    return {"uv": np.concatenate(uv), "face_textures": np.concatenate(which)}


def _finite(uv: NDArray[Any] | None) -> NDArray[Any]:
    import numpy as np

    return np.nan_to_num(np.asarray(uv, dtype=np.float64), nan=0, posinf=0, neginf=0)
