"""The colours of voxels: each takes that of the nearest point of the mesh's surface."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING, Any

from nonoforge.colour_vision import apart, look_alike
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid.build import PALETTE
from nonoforge.families.solid.mesh import Mesh, sample
from nonoforge.palette import MAX_COLOURS, Palette
from nonoforge.quantize import MAX_NEEDED_COLOURS, fewer, needed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.voxels import Lattice

AIR = "#ffffff"


def paint(
    mesh: Mesh, solid: NDArray[Any], lattice: Lattice, colours: int | None,
) -> tuple[NDArray[Any], Palette]:
    """Return the colour numbers of the voxels, 0 for air, and at most `colours` colours beside air;
    None: as many as the mesh has, up to MAX_NEEDED_COLOURS.

    `solid` has the cells of the lattice: it is not trimmed yet. A mesh that says nothing about
    colours gives one colour, whatever is asked for; colours that look alike are one, and where none
    are asked for also those that people with a colour vision deficiency take for each other.
    """
    import numpy as np

    if colours is not None and not 1 <= colours < MAX_COLOURS:
        raise InputError(f"{colours} colours; there are 1 to {MAX_COLOURS - 1}")
    if solid.shape != lattice.cells:
        raise ValueError(f"voxels of {solid.shape} for a lattice of {lattice.cells}")
    painted = solid.astype(np.uint8)
    if not mesh.coloured or not solid.any():
        return painted, PALETTE
    places = (np.argwhere(solid) + 0.5 - lattice.shift) / lattice.scale
    near = colours_near(mesh, places)
    for count in range(needed(near, MAX_NEEDED_COLOURS) if colours is None else colours, 0, -1):
        number, found = fewer(near, count)
        palette = _palette(found)
        pairs = combinations((colour.rgb for colour in palette.colours), 2)
        if not any(look_alike(*pair) if colours else apart(*pair) < 1 for pair in pairs):
            break
    painted[solid.astype(bool)] = number + 1
    return painted, palette


def colours_near(mesh: Mesh, places: NDArray[Any]) -> NDArray[Any]:
    """Return the colour (n, 3) of the mesh at the point of its surface that is nearest to each
    place."""
    import numpy as np

    face, corners = nearest_points(mesh, places)
    if mesh.corner_colours is not None:
        mixed = np.einsum("nc,ncx->nx", corners, mesh.corner_colours[face].astype(float))
        colours: NDArray[Any] = np.clip(np.round(mixed), 0, 255).astype(np.uint8)
    elif mesh.face_colours is not None:
        colours = mesh.face_colours[face].copy()
    else:
        raise InputError("the mesh says nothing about colours")
    if mesh.uv is None or mesh.face_textures is None:
        return colours
    uv = np.einsum("nc,ncx->nx", corners, mesh.uv[face])
    which = mesh.face_textures[face]
    for number, texture in enumerate(mesh.textures):
        colours[which == number] = sample(texture, uv[which == number])
    return colours


def nearest_points(mesh: Mesh, places: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return for each place the nearest face, and the shares (n, 3) of its corners in the point."""
    import numpy as np

    try:
        from igl import point_mesh_squared_distance
    except ImportError:
        raise MissingPart("the colours of voxels need libigl: pip install 'nonoforge[solids]'"
                          ) from None
    faces = np.ascontiguousarray(mesh.faces, dtype=np.int64)
    vertices = np.ascontiguousarray(mesh.vertices, dtype=np.float64)
    _, face, point = point_mesh_squared_distance(np.ascontiguousarray(places), vertices, faces)
    return face, _shares(vertices[faces[face]], point)


def _shares(corners: NDArray[Any], point: NDArray[Any]) -> NDArray[Any]:
    """Return barycentric coordinates of points in triangles (n, 3, 3)."""
    import numpy as np

    a, b = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    way = point - corners[:, 0]
    aa, ab, bb = ((one * other).sum(axis=1) for one, other in ((a, a), (a, b), (b, b)))
    wa, wb = (way * a).sum(axis=1), (way * b).sum(axis=1)
    area = aa * bb - ab * ab
    thin = area <= 1e-12 * aa * bb
    area[thin] = 1
    second, third = (bb * wa - ab * wb) / area, (aa * wb - ab * wa) / area
    shares = np.clip(np.stack([1 - second - third, second, third], axis=1), 0, 1)
    shares[thin] = _along_longest(corners[thin], point[thin])
    found: NDArray[Any] = shares / shares.sum(axis=1, keepdims=True)
    return found


def _along_longest(corners: NDArray[Any], point: NDArray[Any]) -> NDArray[Any]:
    """Return nearest points of degenerate triangles: along their longest side."""
    import numpy as np

    ways = np.roll(corners, -1, axis=1) - corners
    squares = (ways ** 2).sum(axis=2)
    rows, start = np.arange(len(corners)), squares.argmax(axis=1)
    along = ((point - corners[rows, start]) * ways[rows, start]).sum(axis=1)
    share = np.clip(along / np.maximum(squares[rows, start], 1e-300), 0, 1)
    shares = np.zeros((len(corners), 3))
    shares[rows, start], shares[rows, (start + 1) % 3] = 1 - share, share
    return shares


def _palette(colours: NDArray[Any]) -> Palette:
    """Return a palette with air first. What looks like air becomes darker: on a page of layers, and
    in a puzzle, a white voxel must not look like none."""
    rgbs: list[str] = []
    for red, green, blue in colours.tolist():
        while apart(AIR, rgb := f"#{red:02x}{green:02x}{blue:02x}") < 1 or rgb in rgbs:
            red, green, blue = (max(0, part - 3) for part in (red, green, blue))
        rgbs.append(rgb)
    return Palette.of(AIR, *rgbs)
