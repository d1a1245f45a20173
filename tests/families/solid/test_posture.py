"""Up, symmetry and the corner to look from; floating pieces."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from families.solid.known_shapes import box, joined, sphere, torus
from nonoforge.families.solid import Mesh, orient, voxelize
from nonoforge.families.solid.floating import joined as without_bits
from nonoforge.families.solid.posture import (
    best_corner,
    hull,
    mirror_axes,
    resting,
    turned,
    upward,
    visible_faces,
)
from nonoforge.families.solid.voxels import pieces

TABLE = joined(box((0, 3, 0), (6, 4, 4)), *(
    box((x, 0, z), (x + 0.5, 3, z + 0.5)) for x in (0, 5.5) for z in (0, 3.5)))


def spike() -> Mesh:
    """A pyramid that stands on its tip as it is: the wide side is above."""
    shape = box((0, 0, 0), (4, 4, 4))
    vertices = shape.vertices.copy()
    low = vertices[:, 1] == 0
    vertices[low] = vertices[low] * (0.02, 1, 0.02) + (1.96, 0, 1.96)
    return replace(shape, vertices=vertices, format="off")


@pytest.mark.parametrize(("format", "up"), [
    ("glb", "y"), ("obj", "y"), ("stl", "z"), ("blend", "z"), ("dae", "y"), ("off", "y")])
def test_formats_say_what_is_up(format: str, up: str) -> None:
    assert upward(replace(TABLE, format=format)) == up


def test_open_formats_ask_how_the_model_stands() -> None:
    assert upward(spike()) == "-y"
    assert upward(replace(spike(), format="glb")) == "y"
    lying = orient(TABLE, "z")
    assert upward(replace(lying, format="off")) == "y"  # on its side it stands well enough


def test_resting() -> None:
    assert resting(box((0, 0, 0), (3, 1, 2))) == pytest.approx(1, abs=0.02)
    assert resting(TABLE) > 0.9  # four legs
    assert resting(spike()) < 0.01
    assert resting(sphere()) < 0.1


@pytest.mark.parametrize("seed", range(4))
def test_hull_is_convex_and_holds_all(seed: int) -> None:
    points = np.random.default_rng(seed).integers(0, 9, (40, 2)).astype(float)
    outline = hull(points)
    ends = np.roll(outline, -1, axis=0)
    for x, y in points:
        cross = (ends[:, 0] - outline[:, 0]) * (y - outline[:, 1]) - \
            (ends[:, 1] - outline[:, 1]) * (x - outline[:, 0])
        assert (cross >= -1e-9).all()


def test_symmetry() -> None:
    assert mirror_axes(sphere(), 20) == (0, 1, 2)
    assert mirror_axes(TABLE, 20) == (0, 2)
    one = joined(torus(), box((2, 0, 0), (4, 2.9, 3)))
    assert mirror_axes(one, 20) == ()


@pytest.mark.parametrize("offset", [(0, 0, 0), (0.5, 0, 0), (0.5, 0, 0.5)])
def test_mirrored_voxels_are_symmetric(offset: tuple[float, float, float]) -> None:
    """Also of a mesh that is so only nearly, and wherever a middle may lie."""
    rng = np.random.default_rng(3)
    rough = replace(TABLE, vertices=TABLE.vertices + rng.normal(0, 0.02, TABLE.vertices.shape))
    for thin in (False, True):
        found = voxelize(rough, 13, offset=offset, mirrored=(0, 2), thin=thin)
        assert (found == found[::-1]).all()
        assert (found == found[:, :, ::-1]).all()
    uneven = voxelize(rough, 13, offset=(0.3, 0, 0), mirrored=(0,))
    assert uneven.any()  # there is no mirror image of cells: nothing is changed


def test_visible_faces_of_a_single_voxel_and_of_rods() -> None:
    assert visible_faces(np.ones((1, 1, 1), dtype=bool)) == 6
    assert visible_faces(np.ones((2, 1, 1), dtype=bool)) == 10
    assert visible_faces(np.zeros((2, 2, 2), dtype=bool)) == 0


def test_a_turn_of_voxels_is_a_turn_of_the_mesh() -> None:
    odd = joined(box((0, 0, 0), (5, 1, 2)), box((0, 1, 0), (1, 3, 1)))
    for quarters in range(4):
        mesh = voxelize(orient(odd, turn=90 * quarters), 5)
        assert (turned(voxelize(odd, 5), quarters) == mesh).all()


def test_the_best_corner_shows_most() -> None:
    stage = np.zeros((15, 9, 15), dtype=bool)
    stage[:, :, 14] = stage[14] = stage[:, 0] = True  # walls in front of a floor with pillars
    stage[1:13:2, :5, 1:13:2] = True
    corner = best_corner(stage)
    assert corner.turn in (90, 180)
    assert corner.visible == visible_faces(turned(stage, corner.turn // 90)) > visible_faces(stage)
    assert best_corner(stage, halves=True).turn in (0, 180)
    assert best_corner(np.ones((3, 3, 3), dtype=bool)).turn == 0


def test_pieces_over_an_edge_are_joined_and_bits_left_out() -> None:
    solid = np.zeros((12, 6, 6), dtype=bool)
    solid[:4, :4, :4] = True
    solid[4:6, 4, :4] = True  # touches the block along an edge only
    solid[11, 5, 5] = True
    found = without_bits(solid, np.zeros_like(solid))
    assert pieces(found.solid).max() == 1
    assert (found.joined, found.added, found.dropped, found.dropped_voxels) == (1, 1, 1, 1)
    assert found.words() == ["1 piece would float: joined by 1 voxel",
                             "1 piece would float: left out, 1 voxel"]


def test_a_way_through_the_model_may_be_long_and_bodies_stay() -> None:
    solid = np.zeros((20, 3, 3), dtype=bool)
    solid[:4], solid[12:16] = True, True
    surface = np.zeros_like(solid)
    assert pieces(without_bits(solid, surface).solid).max() == 2  # a body of its own
    surface[4:12, 1, 1] = True
    found = without_bits(solid, surface)
    assert pieces(found.solid).max() == 1
    assert found.added == 8
    assert found.solid[4:12, 1, 1].all()


def test_nothing_floats_nothing_changes() -> None:
    solid = np.ones((3, 3, 3), dtype=bool)
    found = without_bits(solid, solid)
    assert found.solid is solid
    assert not found.words()
