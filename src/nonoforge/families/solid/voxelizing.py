"""From a mesh to voxels: which cells are inside?

    winding   how often the surface winds around a cell's middle (Jacobson, Kavan and
              Sorkine-Hornung, Robust inside-outside segmentation using generalized winding
              numbers, 2013; Barill, Dickson, Schmidt, Levin and Jacobson, Fast winding numbers for
              soups and clouds, 2018): bodies that overlap are joined, holes do little harm
    parity    rays along one axis, inside before an odd number of crossings (Thon, Gesquière and
              Raffin, A low cost antialiased space filled voxelization of polygonal objects, 2004;
              Halford, Generating and solving 3D nonogram puzzles, 2016): bodies that overlap
              cancel each other
    vote      what parity says along two axes at least: whichever way faces are turned
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Literal, get_args

from nonoforge.errors import InputError, MissingPart, nearest
from nonoforge.families.solid.lattice import MAX_POINTS, Lattice, Size, lattice_over
from nonoforge.families.solid.rays import Rays, rays_of
from nonoforge.families.solid.shape import filled, largest, trimmed
from nonoforge.families.solid.surface import thin_walls

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh


class NothingInside(InputError):
    """No cell is inside the mesh: not as large as asked, or not where asked."""


Voxelizer = Literal["winding", "parity", "vote"]
Keep = Literal["all", "largest"]

Inside = Callable[[Lattice], "NDArray[Any]"]
"""Says of each cell of a lattice over the mesh whether its middle is inside."""


def voxelize(
    mesh: Mesh, size: Size, *, voxelizer: Voxelizer = "winding", axis: int = 2,
    offset: Sequence[float] = (0, 0, 0), scale: float = 1, samples: int = 1,
    threshold: float = 0.5, thin: bool = False, keep: Keep = "all", fill: bool = False,
    trim: bool = True,
) -> NDArray[Any]:
    """The voxels of a mesh, True where solid, indexed by x, y, z.

    `size` is the number of cells along the longest axis, or three numbers, one for each. A cell is
    the longest extent by that number, times `scale`; the cells are centred on the mesh's box and
    then moved by `offset` cells. `axis` is that of the rays, for parity.

    With `samples` a cell is cut into that many along each axis, and solid where the share
    `threshold` of them is inside. `thin` adds walls that would vanish, `keep` leaves the largest
    piece alone, `fill` fills enclosed air, `trim` cuts off empty outer layers."""
    _check(voxelizer, axis, samples, threshold, keep)
    lattice = lattice_over(mesh.vertices, size, offset=offset, scale=scale)
    if _count(lattice) * samples**3 > MAX_POINTS:
        raise InputError(f"{'x'.join(map(str, lattice.cells))} cells with {samples}x{samples}x"
                         f"{samples} samples are too many; ask for a smaller size or fewer samples")
    solid = coverage(inside_of(mesh, voxelizer, axis), lattice, samples) >= threshold
    if thin:
        solid |= thin_walls(mesh.vertices, mesh.faces, lattice, solid)
    if not solid.any():
        raise NothingInside(_nothing(thin))
    if keep == "largest":
        solid = largest(solid)
    if fill:
        solid = filled(solid)
    return trimmed(solid) if trim else solid


def coverage(inside: Inside, lattice: Lattice, samples: int) -> NDArray[Any]:
    """The share of each cell that is inside, as samples**3 points of it say."""
    import numpy as np

    found = np.empty(lattice.cells, dtype=np.float32)
    for part, block in lattice.blocks(samples):
        x, y, z = block.cells
        fine = inside(block.finer(samples)).reshape(x, samples, y, samples, z, samples)
        found[part] = fine.mean(axis=(1, 3, 5), dtype=np.float32) if samples > 1 else fine.reshape(
            x, y, z)
    return found


def inside_of(mesh: Mesh, voxelizer: Voxelizer, axis: int = 2) -> Inside:
    """What says which cells are inside a mesh."""
    if voxelizer == "winding" and not closed(mesh):
        return _winding(mesh)
    axes = (0, 1, 2) if voxelizer == "vote" else (axis,)
    rays = [rays_of(mesh.vertices, mesh.faces, along) for along in axes]
    if voxelizer == "vote":
        return lambda lattice: _majority(*(inside_by_rays(each, lattice) for each in rays))
    return lambda lattice: inside_by_rays(rays[0], lattice, wound=voxelizer == "winding")


def inside_by_rays(rays: Rays, lattice: Lattice, *, wound: bool = False) -> NDArray[Any]:
    """The cells that are inside by parity, or those that a closed mesh winds around."""
    import numpy as np

    order = list(rays.order)
    u, v, w = (lattice.cells[axis] for axis in order)
    found = rays.cross(lattice.scale[order], lattice.shift[order], (u, v))
    inside = found.wound((u, v), w) if wound else found.inside((u, v), w)
    return np.moveaxis(inside, (0, 1, 2), order)


def closed(mesh: Mesh) -> bool:
    """Whether faces meet at every edge, as many one way as the other. Winding numbers are whole
    then, and a ray counts them exactly."""
    import numpy as np

    start, stop = mesh.faces.ravel(), np.roll(mesh.faces, -1, axis=1).ravel()
    edge = np.minimum(start, stop) * len(mesh.vertices) + np.maximum(start, stop)
    _, which = np.unique(edge, return_inverse=True)
    return not np.bincount(which, np.sign(stop - start)).any()


def _majority(a: NDArray[Any], b: NDArray[Any], c: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = (a & b) | (b & c) | (a & c)
    return found


def odd_columns(mesh: Mesh, size: Size = 36) -> tuple[int, int, int]:
    """How many rays along x, y and z cross the mesh an odd number of times: none do if it is
    closed, and where some do, parity along that axis is wrong."""
    import numpy as np

    lattice = lattice_over(mesh.vertices, size)
    counts = []
    for axis in range(3):
        rays = rays_of(mesh.vertices, mesh.faces, axis)
        order = list(rays.order)
        across = [lattice.cells[along] for along in order[:2]]
        found = rays.cross(lattice.scale[order], lattice.shift[order], across)
        counts.append(int((np.bincount(found.u * across[1] + found.v) & 1).sum()))
    return counts[0], counts[1], counts[2]


def _winding(mesh: Mesh) -> Inside:
    try:
        from igl import fast_winding_number
    except ImportError:
        raise MissingPart("winding numbers need libigl; install nonoforge[solids], or take another "
                          "voxelizer: parity, vote") from None
    import numpy as np

    faces = np.ascontiguousarray(mesh.faces, dtype=np.int64)

    def inside(lattice: Lattice) -> NDArray[Any]:
        vertices = np.ascontiguousarray(mesh.vertices * lattice.scale + lattice.shift)
        number = fast_winding_number(vertices, faces, lattice.middles())
        # Either sign: a mesh may be inside out.
        found: NDArray[Any] = (np.abs(number) > 0.5).reshape(lattice.cells)
        return found

    return inside


def _check(voxelizer: str, axis: int, samples: int, threshold: float, keep: str) -> None:
    for word, known in ((voxelizer, get_args(Voxelizer)), (keep, get_args(Keep))):
        if word not in known:
            raise InputError(f"no {word!r} here; {nearest(word, known)}")
    if axis not in (0, 1, 2):
        raise InputError(f"an axis {axis}; it is 0, 1 or 2 for x, y or z")
    if not 1 <= samples <= 32:
        raise InputError(f"{samples} samples along each axis; 1 to 32 are possible")
    if not 0 < threshold <= 1:
        raise InputError(f"a threshold of {threshold:g}; it is a share, more than 0 and at most 1")


def _count(lattice: Lattice) -> int:
    x, y, z = lattice.cells
    return x * y * z


def _nothing(thin: bool) -> str:
    cause = "no cell is inside the mesh"
    if thin:
        return f"{cause}, nor near its surface"
    return (f"{cause}: its walls are thinner than a cell, or it is open; ask for a larger size, "
            "for thin walls, or for more samples with a lower threshold")
