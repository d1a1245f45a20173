"""The health of meshes: made ones with known faults, and the models with measured ones."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from meshes import both, box

from nonoforge.errors import InputError
from nonoforge.families.solid import Mesh
from nonoforge.families.solid.mesh_health import bodies, health, health_words
from nonoforge.families.solid.voxelizing import odd_columns


def without(mesh: Mesh, *faces: int) -> Mesh:
    return replace(mesh, faces=np.delete(mesh.faces, faces, axis=0))


def test_a_sound_mesh_has_nothing_to_say() -> None:
    found = health(box(size=(1, 2, 3)))
    assert (found.faces, found.vertices, found.bodies) == (12, 8, 1)
    assert found.watertight
    assert found.consistent
    assert not found.inside_out
    assert found.volume == pytest.approx(6)
    assert found.odd_columns == (0, 0, 0)
    assert found.columns == (24 * 36, 12 * 36, 12 * 24)
    assert health_words(found) == []


def test_a_missing_side_is_seen_along_its_axis() -> None:
    """Without the side x = 0 every ray along x crosses once, and no other ray notices."""
    found = health(without(box(), 0, 1), resolution=10)
    assert found.open_edges == 4
    assert not found.watertight
    assert found.odd_columns == (100, 0, 0)
    said = health_words(found)
    assert said[0].startswith("4 open edges: the mesh has holes;")
    assert said[1] == ("rays that pass a hole: 100 of 100 along x; counting crossings is safe "
                       "along y and z only")


def test_odd_columns_are_those_of_the_rays() -> None:
    """Two ways to count: by the loose edges alone, and by all crossings of all rays."""
    rng = np.random.default_rng(1)
    for size in (3, 7, 36):
        turned = rng.normal(size=(3, 3))
        mesh = both(box(), box((0.3, 0.4, 0.5), (2, 1, 1)))
        mesh = replace(mesh, vertices=mesh.vertices @ turned)
        for gone in ((), (3,), (0, 5, 17), tuple(range(0, 24, 2))):
            holed = without(mesh, *gone)
            assert health(holed, size).odd_columns == odd_columns(holed, size)


def test_turned_faces() -> None:
    mesh = box()
    assert health(replace(mesh, faces=mesh.faces[:, ::-1])).inside_out
    torn = mesh.faces.copy()
    torn[3] = torn[3][::-1]
    found = health(replace(mesh, faces=torn))
    assert found.torn_edges == 3
    assert not found.consistent
    assert found.watertight
    assert "3 edges between faces that look to different sides" in health_words(found)[0]


def test_bodies() -> None:
    found = health(both(box(), box((0.5, 0.5, 0.5))))
    assert found.bodies == 2
    assert health_words(found)[0].startswith("2 bodies: where they overlap, winding numbers join")
    chain = Mesh(np.random.default_rng(2).random((3000, 3)),
                 np.stack([np.arange(2998), np.arange(1, 2999), np.arange(2, 3000)], axis=1))
    shuffled = np.random.default_rng(3).permutation(3000)
    assert set(bodies(replace(chain, faces=shuffled[chain.faces]))) == {0}


def test_faces_that_are_none() -> None:
    mesh = box()
    more = [[0, 0, 1], mesh.faces[0].tolist(), mesh.faces[0][::-1].tolist()]
    found = health(replace(mesh, faces=np.concatenate([mesh.faces, more]), degenerate=2,
                           duplicate=1))
    assert (found.degenerate, found.duplicate) == (3, 3)
    assert found.crowded_edges == 3
    assert any("3 faces without an area" in line for line in health_words(found))


def test_a_sheet_and_its_notes() -> None:
    sheet = Mesh(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]),
                 notes=("no texture",))
    said = health_words(health(sheet))
    assert said[-2:] == ["the mesh encloses no volume: only its surface can be made into voxels",
                         "no texture"]


@pytest.mark.parametrize("resolution", [0, -1, 1001])
def test_resolutions(resolution: int) -> None:
    with pytest.raises(InputError, match="it is 1 to 1,000"):
        health(box(), resolution)
