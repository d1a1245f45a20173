"""How a model stands: the axis that points up, its planes of symmetry, and the corner from which
it shows most.

up          what the format says; where formats leave it open, a direction in which the model
            stands firmly: its centre lies above the widest area on which it can rest
symmetry    planes across the axes of the model's box on which it is its own mirror image, as far
            as voxels can show it
corner      the quarter turn about the vertical that shows most voxel faces in an isometric drawing
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.solid.mesh import UPS, Mesh, orient, upright
from nonoforge.families.solid.voxelizing import surface_in
from nonoforge.families.solid.voxels import lattice_over

if TYPE_CHECKING:
    from numpy.typing import NDArray


# --- Up ------------------------------------------------------------------------------------------

Z_UP = frozenset({"stl", "blend", "cob", "scn", "3mf", "amf", "smd", "vta", "ifc", "step", "stp",
                  "dxf", "iqm"})
"""Formats of tools in which z points up. Readers turn those with an axis of their own (COLLADA,
FBX, 3DS, ASE, MD2, MD3), and the others are y-up by rule or custom (glTF, OBJ, LWO, X)."""
OPEN = frozenset({"off", "ply", "raw", "obj", ""})
"""Formats without a rule: how the model stands counts, too."""

REST_DEPTH = 0.02  # of the height: what lies lower is on the ground
FIRM = 3.0  # times the rest of the customary direction: another one is taken
MIN_REST = 0.2  # of the outline's box


def upward(mesh: Mesh) -> str:
    """Return the axis of the model that points up, as `orient` takes it."""
    custom = "z" if mesh.format in Z_UP else "y"
    if mesh.format not in OPEN:
        return custom
    centre = _centroid(mesh)
    rests = {up: resting(orient(mesh, up), upright(up) @ centre)
             for up in dict.fromkeys((custom, *UPS))}
    best = max(rests, key=lambda up: rests[up])  # of equals, the customary one
    return best if rests[best] > max(MIN_REST, FIRM * rests[custom]) else custom


def resting(mesh: Mesh, centroid: NDArray[Any] | None = None) -> float:
    """Return the area on which a mesh rests as it stands, as a share of its outline's box; 0 where
    it would fall over. `centroid` is that of its surface, where it is known already."""
    import numpy as np

    low, extent = mesh.low, mesh.extent
    width = extent[[0, 2]]
    if not extent[1] > 0 or not width.all():
        return 0.0
    down = mesh.vertices[mesh.vertices[:, 1] <= low[1] + REST_DEPTH * extent[1]][:, [0, 2]]
    # Places to one part in 200 are enough, and few.
    places = np.unique(np.round((down - low[[0, 2]]) / width * 200), axis=0) / 200
    outline = hull(places)
    if len(outline) < 3:
        return 0.0
    centre = _centroid(mesh) if centroid is None else centroid
    x, z = (centre[[0, 2]] - low[[0, 2]]) / width
    ends = np.roll(outline, -1, axis=0)
    cross = (ends[:, 0] - outline[:, 0]) * (z - outline[:, 1]) - \
        (ends[:, 1] - outline[:, 1]) * (x - outline[:, 0])
    if (cross < 0).any():
        return 0.0
    return float((outline[:, 0] * ends[:, 1] - ends[:, 0] * outline[:, 1]).sum() / 2)


def _centroid(mesh: Mesh) -> NDArray[Any]:
    """Return the centre of gravity of the surface."""
    import numpy as np

    corners = mesh.vertices[mesh.faces]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]),
                          axis=1)
    return np.asarray((area[:, None] * corners.mean(axis=1)).sum(axis=0)
                      / max(float(area.sum()), 1e-300))


def hull(points: NDArray[Any]) -> NDArray[Any]:
    """Return the convex hull of points in the plane, counter-clockwise (Andrew's monotone chain).

    >>> import numpy as np
    >>> hull(np.array([[0, 0], [2, 0], [1, 1], [2, 2], [0, 2]])).tolist()
    [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]
    """
    import numpy as np

    ordered = sorted(map(tuple, points.astype(float).tolist()))
    chains = []
    for way in (ordered, ordered[::-1]):
        chain: list[Any] = []
        for x, y in way:
            while len(chain) > 1 and (chain[-1][0] - chain[-2][0]) * (y - chain[-2][1]) <= \
                    (chain[-1][1] - chain[-2][1]) * (x - chain[-2][0]):
                chain.pop()
            chain.append((x, y))
        chains += chain[:-1]
    return np.array(chains, dtype=float).reshape(-1, 2)


# --- Symmetry ------------------------------------------------------------------------------------

MOVED_SHARE = 0.1  # of the surface that lies in other cells than its mirror image does


def mirror_axes(mesh: Mesh, size: int) -> tuple[int, ...]:
    """Return the axes (0, 1, 2 for x, y, z) along which the mesh is its own mirror image, as far as
    a solid of `size` cells can show it."""
    import numpy as np

    amount = surface_in(mesh.vertices, mesh.faces, lattice_over(mesh.vertices, size)).sum(axis=0)
    limit = 2 * MOVED_SHARE * amount.sum()
    return tuple(axis for axis in range(3)
                 if np.abs(amount - np.flip(amount, axis)).sum() <= limit)


# --- The corner to look from ---------------------------------------------------------------------

BETTER = {0: 1.0, 90: 1.1, 180: 1.5, 270: 1.5}
"""Times the visible faces of the model as it stands: it is turned. After a quarter turn the front
is still seen, on the right; the two other turns hide it."""


class Corner(NamedTuple):
    """A quarter turn about the vertical, in degrees, and the voxel faces that are seen then."""

    turn: int
    visible: int


def best_corner(voxels: NDArray[Any], *, halves: bool = False) -> Corner:
    """Return the quarter turn, counter-clockwise seen from above, after which the isometric view
    shows most; none where no other shows clearly more, and rather one that shows the front. With
    `halves` only half a turn is looked at, which keeps width and depth."""
    found = [Corner(90 * quarters, visible_faces(turned(voxels, quarters)))
             for quarters in ((0, 2) if halves else range(4))]
    return max(found, key=lambda corner: corner.visible / BETTER[corner.turn])


def turned(voxels: NDArray[Any], quarters: int) -> NDArray[Any]:
    """Return voxels turned about the vertical, counter-clockwise seen from above."""
    import numpy as np

    found: NDArray[Any] = np.rot90(voxels, quarters, axes=(2, 0))
    return found


def visible_faces(voxels: NDArray[Any]) -> int:
    """Return the triangles, half a voxel's side each, that an isometric view from the front, the
    right and above shows of the voxels.

    Cells on one diagonal hide each other. The nearest of each is seen whole or in part: a triangle
    is known by its diagonal, as in `isometric`.
    """
    import numpy as np

    x, y, z = np.nonzero(voxels)
    if not len(x):
        return 0
    strip, height, near = x - z, x + z - 2 * y, x + y + z
    # Each voxel covers three triangles in each of two strips; the nearest voxel has it.
    seen = np.concatenate([np.stack([strip + side, height + k - 1, near]) for side in (-1, 0)
                           for k in range(3)], axis=1)
    places = (seen[0] - seen[0].min()) * (np.ptp(seen[1]) + 1) + seen[1] - seen[1].min()
    return len(np.unique(places)) + _depth_steps(seen)


def _depth_steps(seen: NDArray[Any]) -> int:
    """Return how many neighbouring triangles of a strip belong to voxels of different depth: the
    edges that tell the eye about the form."""
    import numpy as np

    order = np.lexsort((-seen[2], seen[1], seen[0]))
    strip, height, near = seen[:, order]
    first = np.ones(len(strip), dtype=bool)
    first[1:] = (np.diff(strip) != 0) | (np.diff(height) != 0)
    strip, height, near = strip[first], height[first], near[first]
    beside = (np.diff(strip) == 0) & (np.diff(height) == 1)
    return int((beside & (np.abs(np.diff(near)) > 1)).sum())
