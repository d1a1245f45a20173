"""The parts of a scene, as loaders give them, and the one mesh they make."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.mesh import MAX_FACES, Mesh

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    """One mesh of all parts, with vertices merged and unused ones left out."""
    import numpy as np

    parts = [part for part in parts if len(part.faces)]
    if not parts:
        raise InputError("there are no faces in it; a mesh of triangles is needed")
    count = sum(len(part.faces) for part in parts)
    if count > MAX_FACES:
        raise InputError(f"{count:,} faces; meshes of up to {MAX_FACES:,} are read")
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
        raise InputError("a coordinate is not a number (NaN or infinite)")


def _merged(vertices: NDArray[Any], faces: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Vertices at the same place made one; those of no face left out.

    The same means equal: bodies that all but touch stay apart. Only where that leaves loose ends,
    and fewer are left if what single precision cannot tell apart is the same, that is taken.
    """
    import numpy as np

    from nonoforge.families.solid.cleaning import loose_ends

    used, faces = np.unique(faces, return_inverse=True)
    vertices, faces = vertices[used], faces.reshape(-1, 3)
    largest = float(np.abs(vertices).max())
    if largest > 1e150:
        raise InputError(f"a coordinate is {largest:.3g}; nothing is that large")
    exact, near = ((first, number[faces]) for first, number in (
        _same(vertices), _same(np.round(vertices / (max(largest, 1e-150) * _SAME)))))
    loose = loose_ends(exact[1])
    first, faces = near if loose and loose_ends(near[1]) < loose else exact
    return vertices[first], faces


def _same(places: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The first vertex at each place, and for each vertex the number of its place."""
    import numpy as np

    _, first, number = np.unique(places + 0.0, axis=0, return_index=True, return_inverse=True)
    return first, number.reshape(-1).astype(np.int64)


def _check_extent(vertices: NDArray[Any]) -> None:
    """A point and a straight line have no faces to speak of. A flat mesh may yet be a shell."""
    import numpy as np

    extent = np.ptp(vertices, axis=0)
    if np.count_nonzero(extent) < 2:
        raise InputError("the mesh has no extent: all of it lies on one point" if not extent.any()
                         else "the mesh has no extent: all of it lies on one straight line")


def _textures(parts: Sequence[Part]) -> tuple[list[int], tuple[NDArray[Any], ...]]:
    """The number of each part's texture, or -1, and the textures, each once."""
    found: dict[int, NDArray[Any]] = {}
    for part in parts:
        if part.texture is not None and part.uv is not None:
            found.setdefault(id(part.texture), part.texture)
    order = list(found)
    numbers = [order.index(id(part.texture)) if id(part.texture) in found and part.uv is not None
               else -1 for part in parts]
    return numbers, tuple(found.values())


def _colours(parts: Sequence[Part]) -> dict[str, Any]:
    """The colours of faces and of corners, where any part has some."""
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
    """A colour for each face: its own, the mean of its corners, its texture's, its material's."""
    import numpy as np

    if part.face_colours is not None:
        return np.asarray(part.face_colours, dtype=float)[:, :3]
    if part.vertex_colours is not None:
        found: NDArray[Any] = np.asarray(part.vertex_colours, dtype=float)[part.faces, :3].mean(1)
        return found
    if part.texture is not None and part.uv is not None:
        from nonoforge.families.solid.texture import sample

        return sample(part.texture, _finite(part.uv)[part.faces].mean(axis=1)).astype(float)
    colour = GREY if part.colour is None else part.colour
    return np.tile(np.asarray(colour, dtype=float)[:3], (len(part.faces), 1))


def _places(parts: Sequence[Part], numbers: Sequence[int]) -> dict[str, Any]:
    """The texture of each face and where its corners are on it."""
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
