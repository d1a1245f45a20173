"""Quadtree, random rays and local refinement against the exact spans and winding numbers."""

from __future__ import annotations

import numpy as np
import pytest

from families.solid.known_shapes import box, joined, mesh_of, sphere, torus
from nonoforge.families.solid import Mesh
from nonoforge.families.solid.quadtree import Quadtree, random_shares
from nonoforge.families.solid.rays import rays_of
from nonoforge.families.solid.voxelizing import coverage, inside_of, shares, voxelize
from nonoforge.families.solid.voxels import lattice_over


def soup(seed: int, faces: int = 60) -> Mesh:
    """Triangles anywhere; some corners on a coarse grid, so that rays meet edges and corners."""
    rng = np.random.default_rng(seed)
    points = np.where(rng.random((3 * faces, 1)) < 0.5, rng.integers(0, 9, (3 * faces, 3)),
                      8 * rng.random((3 * faces, 3)))
    return mesh_of(points, np.arange(3 * faces).reshape(-1, 3))


@pytest.mark.parametrize("axis", [0, 1, 2])
@pytest.mark.parametrize("mesh", [
    box((0, 0, 0), (3, 2, 1)), torus(), joined(sphere(), box((0, 0, 0), (2, 2, 2))), soup(1),
    soup(2)])
@pytest.mark.parametrize("limit", [1, 16])
def test_quadtree_gives_the_voxels_of_the_spans(mesh: Mesh, axis: int, limit: int) -> None:
    lattice = lattice_over(mesh.vertices, 16, offset=(0.3, 0, 0.5))
    found = Quadtree(rays_of(mesh.vertices, mesh.faces, axis), limit).inside(lattice)
    assert (found == inside_of(mesh, "parity", axis)(lattice)).all()


def test_a_leaf_refers_to_few_triangles_and_all_of_them_are_referred_to() -> None:
    mesh = sphere()
    rays = rays_of(mesh.vertices, mesh.faces, 2)
    leaves = list(Quadtree(rays).leaves(lattice_over(mesh.vertices, 64)))
    assert max(len(leaf.wedges) for leaf in leaves
               if leaf.high[0] - leaf.low[0] > 1 or leaf.high[1] - leaf.low[1] > 1) <= 16
    columns = sum((leaf.high[0] - leaf.low[0]) * (leaf.high[1] - leaf.low[1]) for leaf in leaves)
    assert columns <= 64 * 64
    assert sum(len(leaf.wedges) for leaf in leaves) > len(np.unique(
        np.concatenate([leaf.wedges for leaf in leaves])))


def test_random_rays_within_their_error() -> None:
    """The mean of n rays is within 5 standard errors of the share by 16**3 points, and along a ray
    nothing is left to chance."""
    mesh, samples = sphere(), 8
    lattice = lattice_over(mesh.vertices, 10)
    found = random_shares(rays_of(mesh.vertices, mesh.faces, 2), lattice, samples, 0)
    exact = coverage(inside_of(mesh, "parity"), lattice, 16)
    assert np.abs(found - exact).max() <= 5 * 0.5 / samples
    assert abs(found.sum() - exact.sum()) <= 5 * 0.5 / samples * np.sqrt((exact % 1 > 0).sum())
    slab = box((0, 0, 0), (4, 4, 4))
    lattice = lattice_over(slab.vertices, 4, offset=(0, 0, 0.25))
    found = random_shares(rays_of(slab.vertices, slab.faces, 2), lattice, 1, 3)
    assert np.allclose(found[1, 1], [0, 0.75, 1, 1, 1, 0.25][:found.shape[2]]) or \
        np.allclose(found[1, 1], [0.25, 1, 1, 1, 0.75, 0][:found.shape[2]])


def test_random_rays_repeat_with_their_seed() -> None:
    mesh = torus()
    first, again, other = (voxelize(mesh, 12, voxelizer="rays", samples=1, seed=seed)
                           for seed in (5, 5, 6))
    assert first.shape == again.shape
    assert (first == again).all()
    assert first.shape != other.shape or (first != other).any()


@pytest.mark.parametrize("mesh", [sphere(), torus(), joined(sphere(), box((0, 0, 0), (2, 2, 2)))])
def test_refinement_equals_sampling_everywhere(mesh: Mesh) -> None:
    lattice = lattice_over(mesh.vertices, 14, offset=(0.2, 0.4, 0.1))
    fine = coverage(inside_of(mesh, "winding"), lattice, 3)
    # Rays count winding numbers exactly; the fast ones are rounded, so a few points may differ.
    assert np.abs(shares(mesh, lattice, "refine", 2, 3) - fine).sum() <= 2 / 27
