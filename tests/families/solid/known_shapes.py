"""Meshes whose insides are known by a formula."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from nonoforge.families.solid import Mesh

Array = NDArray[np.float64]


def mesh_of(vertices: Sequence[Sequence[float]] | Array, faces: object) -> Mesh:
    return Mesh(np.asarray(vertices, dtype=np.float64), np.asarray(faces, dtype=np.int64))


def box(low: Sequence[float], high: Sequence[float]) -> Mesh:
    ends = np.array([low, high], dtype=float)
    corners = [[ends[x, 0], ends[y, 1], ends[z, 2]]
               for x in (0, 1) for y in (0, 1) for z in (0, 1)]
    quads = [(0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3)]
    return mesh_of(corners, [part for a, b, c, d in quads for part in ((a, b, c), (a, c, d))])


def woven(points: Array, *, rows_meet: bool) -> Mesh:
    """A grid of points, closed around its columns (and its rows), as triangles."""
    rows, columns, _ = points.shape
    number = np.arange(rows * columns).reshape(rows, columns)
    down = number if rows_meet else number[:-1]
    below = np.roll(number, -1, axis=0) if rows_meet else number[1:]
    a, b = down, np.roll(down, -1, axis=1)
    c, d = below, np.roll(below, -1, axis=1)
    faces = np.concatenate([np.stack([a, b, c], -1), np.stack([b, d, c], -1)]).reshape(-1, 3)
    return mesh_of(points.reshape(-1, 3), faces[:, ::-1])


def sphere(rows: int = 40, columns: int = 60, radius: float = 1) -> Mesh:
    polar = np.linspace(0, np.pi, rows + 1)[1:-1, None]
    around = np.linspace(0, 2 * np.pi, columns, endpoint=False)[None]
    points = radius * np.stack([np.sin(polar) * np.cos(around), np.sin(polar) * np.sin(around),
                                np.cos(polar) + 0 * around], axis=-1)
    body = woven(points, rows_meet=False)
    top, bottom = len(body.vertices), len(body.vertices) + 1
    last = (rows - 2) * columns
    ring = np.arange(columns)
    caps = [(top, k, (k + 1) % columns) for k in ring] + [
        (bottom, last + (k + 1) % columns, last + k) for k in ring]
    return mesh_of(np.vstack([body.vertices, [[0, 0, radius], [0, 0, -radius]]]),
                   np.vstack([body.faces, caps]))


def torus(large: float = 2, small: float = 0.7, rows: int = 80, columns: int = 40) -> Mesh:
    around = np.linspace(0, 2 * np.pi, rows, endpoint=False)[:, None]
    tube = np.linspace(0, 2 * np.pi, columns, endpoint=False)[None]
    ring = large + small * np.cos(tube)
    return woven(np.stack([ring * np.cos(around), ring * np.sin(around),
                           small * np.sin(tube) + 0 * around], axis=-1), rows_meet=True)


def joined(*meshes: Mesh) -> Mesh:
    starts = np.cumsum([0, *(len(mesh.vertices) for mesh in meshes)])
    return mesh_of(np.vstack([mesh.vertices for mesh in meshes]),
                   np.vstack([mesh.faces + start
                              for mesh, start in zip(meshes, starts, strict=False)]))
