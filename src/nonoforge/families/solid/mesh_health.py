"""How sound a mesh is: what a designer should know before it is made into voxels."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.geometry import AXES
from nonoforge.families.solid.mesh import Mesh, copies, row_numbers, twice_a_corner

if TYPE_CHECKING:
    from numpy.typing import NDArray

CHECK_RESOLUTION = 36


@dataclass(frozen=True, slots=True)
class Health:
    """Figures about a mesh. An edge is open if it has one face, crowded if it has more than two,
    and torn if its two faces disagree on which side is outside."""

    faces: int
    vertices: int
    bodies: int
    open_edges: int
    crowded_edges: int
    torn_edges: int
    degenerate: int  # faces without an area, with those that were left out on reading
    duplicate: int  # faces with the same corners as another, with those left out
    volume: float  # with a sign: less than nothing if the mesh is inside out
    odd_columns: tuple[int, int, int]  # along x, y and z
    columns: tuple[int, int, int]  # how many were looked at
    notes: tuple[str, ...] = ()

    @property
    def watertight(self) -> bool:
        """Whether every edge has two faces."""
        return not self.open_edges and not self.crowded_edges

    @property
    def consistent(self) -> bool:
        """Whether neighbouring faces agree on the outside."""
        return not self.torn_edges

    @property
    def inside_out(self) -> bool:
        """Whether the faces look inwards."""
        return self.volume < 0


def health(mesh: Mesh, resolution: int = CHECK_RESOLUTION) -> Health:
    """Check a mesh, with rays through the middles of voxels, `resolution` along its longest side:
    a ray that leaves more often than it enters has passed a hole."""
    import numpy as np

    if not 1 <= resolution <= 1000:
        raise InputError(f"a resolution of {resolution}; it is 1 to 1,000")
    ends, counts, torn = _edges(mesh.faces)
    odd, columns = zip(*(_odd_columns(mesh, ends[counts % 2 == 1], axis, resolution)
                         for axis in range(3)), strict=True)
    number = copies(mesh.faces)
    return Health(
        faces=len(mesh.faces), vertices=len(mesh.vertices), bodies=len(np.unique(bodies(mesh))),
        open_edges=int((counts == 1).sum()), crowded_edges=int((counts > 2).sum()),
        torn_edges=torn, degenerate=mesh.degenerate + _flat(mesh),
        duplicate=mesh.duplicate + len(number) - int(number.max()) - 1,
        volume=_volume(mesh), odd_columns=odd, columns=columns, notes=mesh.notes)


def _edges(faces: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], int]:
    """Return the edges by their ends, the number of faces of each, and the number of torn edges."""
    import numpy as np

    ways = faces[:, [0, 1, 1, 2, 2, 0]].reshape(-1, 2)
    upward = ways[:, 0] < ways[:, 1]
    ends = np.sort(ways, axis=1)
    first, number = row_numbers(ends)
    ends, counts = ends[first], np.bincount(number)
    up = np.bincount(number, weights=upward)
    real = ends[:, 0] != ends[:, 1]
    return ends, counts, int(((counts == 2) & (up != 1) & real).sum())


def bodies(mesh: Mesh) -> NDArray[Any]:
    """Return for each face the least vertex of all that hang together with it: the number of its
    body."""
    import numpy as np

    label = np.arange(len(mesh.vertices))
    while True:
        before = label.copy()
        least = label[mesh.faces].min(axis=1)
        for corner in range(3):  # roots are pulled, not leaves: so whole bodies move at once
            np.minimum.at(label, before[mesh.faces[:, corner]], least)
        label = label[label]
        if np.array_equal(label, before):
            found: NDArray[Any] = label[mesh.faces[:, 0]]
            return found


def _flat(mesh: Mesh) -> int:
    """Return the number of faces whose corners lie on a straight line."""
    import numpy as np

    a, b, c = (mesh.vertices[mesh.faces[:, corner]] for corner in range(3))
    area = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    return int(((area == 0) | twice_a_corner(mesh.faces)).sum())


def _volume(mesh: Mesh) -> float:
    import numpy as np

    middle = mesh.low + mesh.extent / 2
    a, b, c = (mesh.vertices[mesh.faces[:, corner]] - middle for corner in range(3))
    return float(np.einsum("ij,ij->", a, np.cross(b, c)) / 6)


def _odd_columns(
    mesh: Mesh, loose: NDArray[Any], axis: int, resolution: int,
) -> tuple[int, int]:
    """Return how many rays along an axis cross the mesh an odd number of times, of how many.

    A ray crosses a triangle if, seen along the ray, an odd number of the triangle's edges pass to
    its right. Added up over all triangles, an edge of two or four triangles says nothing: only the
    edges with an odd number of faces (`loose`, by their ends) are left.
    """
    import numpy as np

    step = float(mesh.extent.max()) / resolution
    across = [other for other in range(3) if other != axis]
    sizes = [max(1, int(np.ceil(mesh.extent[other] / step - 1e-9))) for other in across]
    middle = (mesh.low + mesh.extent / 2)[across]
    places = (mesh.vertices[:, across] - middle) / step + np.array(sizes) / 2
    odd = np.zeros((sizes[1], sizes[0]), dtype=bool)
    ends = places[loose]
    span = np.clip(np.ceil(np.sort(ends[:, :, 1], axis=1) - 0.5), 0, sizes[1]).astype(np.int64)
    for edge in np.flatnonzero(span[:, 0] < span[:, 1]):  # most pass between the rays
        (u0, v0), (u1, v1) = ends[edge]
        rows = np.arange(*span[edge])
        u = u0 + (rows + 0.5 - v0) * ((u1 - u0) / (v1 - v0))
        odd[rows] ^= np.arange(sizes[0]) + 0.5 < u[:, None]
    return int(odd.sum()), sizes[0] * sizes[1]


def health_words(found: Health) -> list[str]:
    """Return sentences about defects; none if the mesh is sound."""
    said = []
    if found.open_edges:
        said.append(f"{_count(found.open_edges, 'open edge')}: the mesh has holes; winding "
                    "numbers bridge small ones, counted crossings do not")
    if any(found.odd_columns):
        odd = ", ".join(f"{count} of {of} along {axis}" for count, of, axis in
                        zip(found.odd_columns, found.columns, AXES, strict=True) if count)
        best = [axis for count, axis in zip(found.odd_columns, AXES, strict=True) if not count]
        advice = f"; counting crossings is safe along {' and '.join(best)} only" if best else ""
        said.append(f"rays that pass a hole: {odd}{advice}")
    if found.crowded_edges:
        said.append(f"{_count(found.crowded_edges, 'edge')} with more than two faces: bodies touch "
                    "or walls meet there")
    if found.torn_edges:
        said.append(f"{_count(found.torn_edges, 'edge')} between faces that look to different "
                    "sides: winding numbers may be wrong nearby; a vote of rays along the three "
                    "axes does not mind")
    if found.inside_out:
        said.append("the mesh is inside out; it is voxelized all the same")
    if found.bodies > 1:
        said.append(f"{found.bodies:,} bodies: where they overlap, winding numbers join them, and "
                    "rays that count crossings (parity, quadtree, rays, vote) cut the overlap out")
    if found.degenerate:
        said.append(f"{_count(found.degenerate, 'face')} without an area: harmless")
    if found.duplicate:
        said.append(f"{_count(found.duplicate, 'face')} with the same corners as another one")
    if not found.volume:
        said.append("the mesh encloses no volume: only its surface can be made into voxels")
    return [*said, *found.notes]


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
