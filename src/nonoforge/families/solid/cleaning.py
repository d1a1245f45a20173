"""Faces that are no faces, and faces that come twice."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.mesh import Mesh

if TYPE_CHECKING:
    from numpy.typing import NDArray


def without_faults(mesh: Mesh) -> Mesh:
    """The mesh without faces that have a corner twice, and without copies of faces.

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
    """The mesh with some of its faces; what is left out counts as degenerate."""
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
    """Which faces name a vertex twice."""
    a, b, c = faces.T
    found: NDArray[Any] = (a == b) | (b == c) | (a == c)
    return found


def copies(faces: NDArray[Any]) -> NDArray[Any]:
    """For each face the number of its three corners, whatever their order."""
    import numpy as np

    return np.unique(np.sort(faces, axis=1), axis=0, return_inverse=True)[1].reshape(-1)


def edge_counts(faces: NDArray[Any]) -> NDArray[Any]:
    """How many faces each edge has."""
    import numpy as np

    edges = np.sort(faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2), axis=1)
    return np.unique(edges, axis=0, return_counts=True)[1]


def _without_copies(faces: NDArray[Any]) -> NDArray[Any]:
    """Which faces to keep: one of all that have the same corners, turned as most of them are.

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
    """1 for faces whose corners turn as their sorted numbers do, -1 for the others."""
    import numpy as np

    a, b, c = faces.T
    return np.where((a < b) ^ (b < c) ^ (a < c), 1, -1)


def loose_ends(faces: NDArray[Any]) -> int:
    """How many edges have an odd number of faces."""
    return int((edge_counts(faces) % 2).sum())
