"""The models of Halford (2016), where they are at hand: their files, their health, their voxels."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from nonoforge.families.solid import Mesh, health, read_mesh, voxelize
from nonoforge.families.solid.mesh_health import Health

np = pytest.importorskip("numpy")
pytest.importorskip("trimesh")
pytest.importorskip("assimp_py")

SHARED = Path(__file__).parents[3] / "shared"
MODELS = SHARED / "meshes"
pytestmark = pytest.mark.skipif(not MODELS.exists(), reason="the models are not here")


def volume(found: Mesh) -> float:
    a, b, c = (found.vertices[found.faces[:, corner]] for corner in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize(("name", "same", "faces", "vertices"), [
    ("dino_fromtruespace_bin32.x", "dino.glb", 6656, 3347), ("duck.dae", "duck.glb", 4212, 2108),
    ("horse.md2", "horse.glb", 690, 344), ("jeep_european_fnt_v2.md3", "jeep.glb", 678, 443),
    ("knot_pyramob.3DS", "knot.glb", 31460, 18845)])
def test_models_in_their_own_formats_equal_gltf(
    name: str, same: str, faces: int, vertices: int,
) -> None:
    """All five from their own formats, equal to the same as glTF."""
    found = read_mesh(MODELS / name)
    assert len(found.faces) + found.degenerate + found.duplicate == faces
    assert len(found.vertices) == vertices
    raw, other = read_mesh(MODELS / same, clean=False), read_mesh(MODELS / same)
    assert (len(raw.faces), len(raw.vertices)) == (faces, vertices)
    assert np.allclose(found.low, other.low)
    assert np.allclose(found.extent, other.extent)
    assert volume(found) == pytest.approx(volume(other), rel=1e-5)
    assert volume(found) > 0


def figures(found: Health) -> tuple[object, ...]:
    return (found.faces, found.vertices, found.open_edges, found.crowded_edges, found.degenerate,
            found.duplicate, found.bodies, found.watertight, found.odd_columns)


@pytest.mark.parametrize(("name", "wanted"), [
    ("dino_fromtruespace_bin32.x", (6656, 3347, 58, 0, 0, 0, 1, False, (0, 0, 0))),
    ("duck.dae", (4212, 2108, 0, 0, 0, 0, 1, True, (0, 0, 0))),
    ("horse.md2", (690, 344, 0, 7, 7, 2, 1, False, (0, 0, 0))),
    ("jeep_european_fnt_v2.md3", (678, 443, 172, 0, 0, 0, 23, False, (101, 305, 0))),
    ("knot_pyramob.3DS", (31460, 18845, 0, 11, 0, 1, 1556, False, (0, 0, 0)))])
def test_health_of_the_models(name: str, wanted: tuple[object, ...]) -> None:
    found = health(read_mesh(MODELS / name, clean=False))
    assert figures(found) == wanted
    assert found.volume > 0
    assert found.consistent
    clean = health(read_mesh(MODELS / name))
    assert (clean.degenerate, clean.duplicate) == wanted[4:6]
    assert clean.odd_columns == found.odd_columns
    assert clean.watertight == (name in ("duck.dae", "horse.md2"))  # its doubled faces are gone


@pytest.mark.parametrize("model", ["dino", "duck", "horse", "jeep", "knot"])
def test_known_placements(model: str) -> None:
    """Solids that another voxelizer made of the same meshes at the same places, voxel by voxel."""
    path = next(path for path in sorted((MODELS).glob(f"{model}*"))
                if path.suffix != ".glb")
    mesh = read_mesh(path)
    entries = json.loads((SHARED / "solids" / "index.json").read_text())
    for entry in (entry for entry in entries if entry["model"] == model):
        expected = np.load(SHARED / "solids" / f"{model}_{entry['N']}.npz")["G"] > 0
        found = voxelize(mesh, entry["N"], voxelizer="parity", offset=entry["off"],
                         scale=entry["scale"])
        assert found.shape == expected.shape
        assert (found == expected).all()
