"""Voxels of meshes: against formulas, against brute force, and of meshes that are damaged."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from families.solid.known_shapes import box, joined, mesh_of, sphere, torus
from nonoforge.errors import InputError
from nonoforge.families.solid import Mesh, voxelizing
from nonoforge.families.solid.rays import rays_of
from nonoforge.families.solid.voxelizing import (
    Voxelizer,
    closed,
    inside_of,
    odd_columns,
    voxelize,
)
from nonoforge.families.solid.voxels import Lattice, filled, largest, lattice_over, pieces, trimmed

# Those that look at the middles of cells.
VOXELIZERS: tuple[Voxelizer, ...] = ("winding", "parity", "vote", "quadtree")
voxelizers = pytest.mark.parametrize("voxelizer", VOXELIZERS)


def middles(mesh: Mesh, size: int, **options: Any) -> NDArray[Any]:
    """The middles of the cells, as points of the mesh's own space: (x, y, z, 3)."""
    lattice = lattice_over(mesh.vertices, size, **options)
    return ((lattice.middles() - lattice.shift) / lattice.scale).reshape(*lattice.cells, 3)


@voxelizers
def test_box(voxelizer: Voxelizer) -> None:
    assert voxelize(box((0, 0, 0), (6, 3, 2)), 12, voxelizer=voxelizer).shape == (12, 6, 4)
    assert voxelize(box((0, 0, 0), (6, 3, 2)), 12, voxelizer=voxelizer).all()
    assert voxelize(box((5, -3, 2), (6, -2, 3)), 1, voxelizer=voxelizer).tolist() == [[[True]]]
    assert voxelize(box((0, 0, 0), (6, 3, 2)), (4, 5, 6), voxelizer=voxelizer).shape == (4, 5, 6)


@voxelizers
@pytest.mark.parametrize("offset", [(0, 0, 0), (0.31, -0.4, 0.77)])
def test_sphere_and_torus(voxelizer: Voxelizer, offset: tuple[float, ...]) -> None:
    options: dict[str, Any] = {"offset": offset, "scale": 0.93}
    ball, ring = sphere(), torus()
    x, y, z = np.moveaxis(middles(ball, 15, **options), -1, 0)
    depth = 1 - np.sqrt(x * x + y * y + z * z)
    _agree(voxelize(ball, 15, voxelizer=voxelizer, trim=False, **options), depth, 0.01)
    x, y, z = np.moveaxis(middles(ring, 24, **options), -1, 0)
    depth = 0.7 - np.hypot(np.hypot(x, y) - 2, z)
    _agree(voxelize(ring, 24, voxelizer=voxelizer, trim=False, **options), depth, 0.02)


def _agree(found: NDArray[Any], depth: NDArray[Any], doubt: float) -> None:
    """Inside where it is deep inside, outside where it is clearly outside."""
    assert found[depth > doubt].all()
    assert not found[depth < -doubt].any()
    assert found.any()


@pytest.mark.parametrize("axis", [0, 1, 2])
def test_parity_is_brute_force(axis: int) -> None:
    """Each ray against each triangle, on a soup of triangles that is closed by nothing."""
    rng = np.random.default_rng(axis)
    mesh = mesh_of(rng.random((42, 3)), np.arange(42).reshape(14, 3))
    lattice = lattice_over(mesh.vertices, 11)
    points = mesh.vertices * lattice.scale + lattice.shift
    u, v, w = order = rays_of(mesh.vertices, mesh.faces, axis).order
    expected = np.zeros([lattice.cells[along] for along in order], dtype=bool)
    for corners in points[mesh.faces][:, :, list(order)]:
        sides = np.column_stack([corners[:, :2], np.ones(3)]).T
        for i, j in np.ndindex(*expected.shape[:2]):
            weights = np.linalg.solve(sides, [i + 0.5, j + 0.5, 1])
            if (weights > 0).all():
                expected[i, j, np.arange(expected.shape[2]) + 0.5 < weights @ corners[:, 2]] ^= True
    found = voxelize(mesh, 11, voxelizer="parity", axis=axis, trim=False)
    assert (found.transpose(u, v, w) == expected).all()
    assert expected.any()


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.integers(0, 2))
def test_rays_through_edges_and_corners_count_once(seed: int, axis: int) -> None:
    """All corners are the middles of cells, so that every ray that hits at all hits edges. A box
    then has its low sides and not its high ones, along every axis."""
    rng = np.random.default_rng(seed)
    low = rng.integers(0, 6, (5, 3))
    high = low + rng.integers(1, 5, (5, 3))
    expected = np.zeros((12, 12, 12), dtype=bool)
    for (x, y, z), (right, top, front) in zip(low, high, strict=True):
        expected[x:right, y:top, z:front] ^= True
    mesh = joined(*(box(a + 0.5, b + 0.5) for a, b in zip(low, high, strict=True)))
    assert closed(mesh)
    lattice = Lattice(np.ones(3), np.zeros(3), (12, 12, 12))
    assert (inside_of(mesh, "parity", axis)(lattice) == expected).all()


@voxelizers
def test_the_order_and_the_turn_of_faces_do_not_matter(voxelizer: Voxelizer) -> None:
    mesh = torus(rows=25, columns=12)
    expected = voxelize(mesh, 20, voxelizer=voxelizer)
    rng = np.random.default_rng(0)
    number = rng.permutation(len(mesh.vertices))
    vertices = np.empty_like(mesh.vertices)
    vertices[number] = mesh.vertices
    faces = rng.permutation(number[mesh.faces])
    for changed in (faces, faces[:, ::-1], np.roll(faces, 1, axis=1)):
        found = voxelize(mesh_of(vertices, changed), 20, voxelizer=voxelizer)
        assert (found == expected).all()


def test_split_vertices_do_not_matter() -> None:
    mesh = sphere(12, 16)
    split = mesh_of(mesh.vertices[mesh.faces].reshape(-1, 3),
                    np.arange(3 * len(mesh.faces)).reshape(-1, 3))
    for voxelizer in VOXELIZERS:
        assert (voxelize(split, 17, voxelizer=voxelizer)
                == voxelize(mesh, 17, voxelizer=voxelizer)).all()


def test_rays_count_what_libigl_approximates() -> None:
    igl = pytest.importorskip("igl")
    mesh = joined(sphere(12, 16), box((-0.3, 0.1, 0.2), (1.5, 0.9, 1.1)), torus(1, 0.3, 20, 12))
    assert closed(mesh)
    lattice = lattice_over(mesh.vertices, 19)
    points = mesh.vertices * lattice.scale + lattice.shift
    number = igl.winding_number(points, mesh.faces, lattice.middles()).reshape(lattice.cells)
    for axis in range(3):
        assert (inside_of(mesh, "winding", axis)(lattice) == (np.abs(number) > 0.5)).all()


@pytest.mark.parametrize("cost", [0.0, 0.002, 1.0])
def test_winding_numbers_are_asked_for_in_short_calls(
    cost: float, monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nothing interrupts a call: of a surface that passes through itself one took minutes."""
    igl = pytest.importorskip("igl")
    made, clock, asked = igl.FastWindingNumberBVH, [0.0], list[int]()

    class Slow:
        def __init__(self) -> None:
            self.tree = made()
            self.init = self.tree.init

        def winding_number(self, points: NDArray[Any]) -> Any:
            asked.append(len(points))
            clock[0] += cost * len(points)
            return self.tree.winding_number(points)

    monkeypatch.setattr(igl, "FastWindingNumberBVH", Slow)
    monkeypatch.setattr(voxelizing, "process_time", lambda: clock[0])
    ball = sphere()
    bowl = mesh_of(ball.vertices, ball.faces[:-3])  # with a hole
    lattice = lattice_over(bowl.vertices, 20)
    number = igl.fast_winding_number(bowl.vertices * lattice.scale + lattice.shift,
                                     bowl.faces.astype(np.int64), lattice.middles())
    assert (inside_of(bowl, "winding")(lattice).ravel() == (np.abs(number) > 0.5001)).all()
    assert sum(asked) == len(number)
    assert max(asked) == {0.0: 1000, 0.002: 100, 1.0: 50}[cost]


def test_odd_columns() -> None:
    assert odd_columns(sphere()) == (0, 0, 0)
    lid = box((0, 0, 0), (4, 4, 4))
    open_in_x = mesh_of(lid.vertices, lid.faces[2:])
    assert odd_columns(open_in_x, 4) == (16, 0, 0)


def test_overlaps() -> None:
    """Winding joins bodies, parity cancels what they share."""
    two = joined(box((0, 0, 0), (3, 1, 1)), box((1, 0, 0), (4, 1, 1)))
    assert voxelize(two, 4).sum() == 4
    assert voxelize(two, 4, voxelizer="parity").ravel().tolist() == [True, False, False, True]


@pytest.mark.parametrize(("share", "turned", "worst"), [
    (0.02, False, {"winding": 0, "vote": 0.02, "parity": 0.1}),
    (0.10, False, {"winding": 0.005, "vote": 0.1, "parity": 0.3}),
    (0.10, True, {"winding": 0.1, "vote": 0, "parity": 0}),
])
def test_damage(share: float, turned: bool, worst: dict[Voxelizer, float]) -> None:
    """Faces that are missing or turned: the share of voxels that they spoil."""
    mesh = sphere(30, 40)
    hurt = np.random.default_rng(3).random(len(mesh.faces)) < share
    faces = mesh.faces[~hurt]
    if turned:
        faces = np.where(hurt[:, None], mesh.faces[:, ::-1], mesh.faces)
    for voxelizer, limit in worst.items():
        whole = voxelize(mesh, 24, trim=False, voxelizer=voxelizer)
        found = voxelize(mesh_of(mesh.vertices, faces), 24, trim=False, voxelizer=voxelizer)
        assert (found != whole).sum() <= limit * whole.sum(), voxelizer


def test_coverage() -> None:
    """A box over two and a half cells: the last cell counts up to a threshold of a half."""
    mesh = joined(box((0, 0, 0), (2.5, 1, 1)), box((3.9, 0, 0), (4, 1, 1)))
    for threshold, cells in ((0.5, 3), (0.51, 2), (0.1, 4)):
        found = voxelize(mesh, 4, samples=10, threshold=threshold)
        assert found.sum() == cells
    many = voxelize(sphere(), 60, samples=2, voxelizer="parity", threshold=1e-6)
    assert many.sum() > voxelize(sphere(), 60, voxelizer="parity").sum()


def test_blocks_are_seamless(monkeypatch: pytest.MonkeyPatch) -> None:
    from nonoforge.families.solid import voxels

    mesh = torus(rows=20, columns=12)
    whole = [voxelize(mesh, 14, samples=2, voxelizer=voxelizer, axis=axis)
             for voxelizer in VOXELIZERS for axis in range(3)]
    monkeypatch.setattr(voxels, "BLOCK_POINTS", 1)
    for expected, (voxelizer, axis) in zip(whole, (
            (voxelizer, axis) for voxelizer in VOXELIZERS for axis in range(3)), strict=True):
        found = voxelize(mesh, 14, samples=2, voxelizer=voxelizer, axis=axis)
        assert (found == expected).all()


def test_thin_walls() -> None:
    plate = box((0, 0, 0), (12, 8, 0.1))
    with pytest.raises(InputError, match=r"no cell is inside the mesh.*thin walls"):
        voxelize(plate, 12, offset=(0, 0, 0.5))
    for move in (0, 0.3, 0.5):
        assert voxelize(plate, 12, offset=(0, 0, move), thin=True).shape == (12, 8, 1)
    sheet = mesh_of([[0, 0, 0], [9, 0, 0], [9, 6, 0], [0, 6, 0]], [[0, 1, 2], [0, 2, 3]])
    assert voxelize(sheet, 9, thin=True).sum() == 54
    lamp = joined(box((0, 0, 0), (4, 4, 4)), box((1.9, 3.9, 1.9), (2.05, 9, 2.05)))
    assert voxelize(lamp, 9).shape == (4, 4, 4)
    found = voxelize(lamp, 9, thin=True)
    assert found.shape == (4, 9, 4)
    assert pieces(found).max() == 1


@pytest.mark.parametrize("size", [9, 12, 31])
def test_thin_leaves_thick_things_alone(size: int) -> None:
    for mesh in (sphere(), torus(), box((0, 0, 0), (3, 2, 1))):
        assert (voxelize(mesh, size, thin=True) == voxelize(mesh, size)).all()


def test_pieces_and_filling() -> None:
    two = joined(box((0, 0, 0), (2, 2, 2)), box((4, 0, 0), (5, 1, 1)))
    assert voxelize(two, 5).sum() == 9
    assert voxelize(two, 5, keep="largest").shape == (2, 2, 2)
    shell = joined(box((0, 0, 0), (5, 5, 5)), box((1, 1, 1), (4, 4, 4)))
    assert voxelize(shell, 5, voxelizer="parity").sum() == 125 - 27
    assert voxelize(shell, 5, voxelizer="parity", fill=True).sum() == 125


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.floats(0.05, 0.95))
def test_shapes_are_flood_fills(seed: int, density: float) -> None:
    solid = np.random.default_rng(seed).random((5, 4, 6)) < density
    found = pieces(solid)
    assert ((found > 0) == solid).all()
    expected = _flood(solid)
    assert found.max() == len(expected)
    for part in expected:
        assert len({int(found[cell]) for cell in part}) == 1
    if expected:
        assert largest(solid).sum() == max(map(len, expected))
        assert trimmed(solid).sum() == solid.sum()
    air = _flood(np.pad(~solid, 1, constant_values=True))
    holes = [part for part in air if (0, 0, 0) not in part]
    assert filled(solid).sum() == solid.sum() + sum(map(len, holes))


def _flood(solid: NDArray[Any]) -> list[set[tuple[int, ...]]]:
    left = {tuple(map(int, cell)) for cell in np.argwhere(solid)}
    found = []
    while left:
        todo = [left.pop()]
        part = set(todo)
        while todo:
            x, y, z = todo.pop()
            near = {(x + 1, y, z), (x - 1, y, z), (x, y + 1, z), (x, y - 1, z), (x, y, z + 1),
                    (x, y, z - 1)} & left
            left -= near
            part |= near
            todo += near
        found.append(part)
    return found


@pytest.mark.parametrize(("size", "options", "message"), [
    (0, {}, "a size of 0; sizes are 1 to 1,000"),
    (10_000, {}, "a size of 10,000"),
    ((3, 0, 3), {}, "a size of 0"),
    ((3, 3), {}, "2 sizes"),
    (1000, {}, "too many"),
    (400, {"samples": 4}, "samples are too many"),
    (5, {"scale": 0}, "a scale of 0"),
    (5, {"scale": float("nan")}, "a scale of nan"),
    (5, {"offset": (0, 0)}, "an offset is three numbers"),
    (5, {"offset": (0, 0, float("inf"))}, "an offset is three numbers"),
    (5, {"samples": 0}, "0 samples"),
    (5, {"threshold": 0}, "a threshold of 0"),
    (5, {"axis": 3}, "an axis 3"),
    (5, {"voxelizer": "partiy"}, "did you mean parity"),
    (5, {"keep": "some"}, "there are all, largest"),
])
def test_bad_wishes(size: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        voxelize(box((0, 0, 0), (1, 1, 1)), size, **options)


def test_bad_meshes() -> None:
    point = mesh_of([[1, 1, 1]] * 3, [[0, 1, 2]])
    with pytest.raises(InputError, match="no extent"):
        voxelize(point, 5)
    half = mesh_of(sphere().vertices, sphere().faces[:1])
    with pytest.raises(InputError, match="no cell is inside"):
        voxelize(half, 5)
