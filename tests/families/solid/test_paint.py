"""Colours of voxels: from the nearest point of the surface, and reduced to few."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from meshes import box

from nonoforge.errors import InputError
from nonoforge.families.solid import Mesh, from_array, read_mesh
from nonoforge.families.solid.build import PALETTE
from nonoforge.families.solid.paint import colours_near, nearest_points, paint
from nonoforge.families.solid.voxels import lattice_over
from nonoforge.quantize import fewer, oklab, srgb

RED, GREEN, BLUE, WHITE = (200, 0, 0), (0, 200, 0), (0, 0, 200), (255, 255, 255)


def coloured(*sides: tuple[int, int, int]) -> Mesh:
    """A box with a colour for each of its sides: x, x, y, y, z, z."""
    return box(face_colours=np.repeat(np.array(sides, dtype=np.uint8), 2, axis=0))


def test_each_side_has_its_colour() -> None:
    mesh = coloured(RED, GREEN, *[BLUE] * 4)
    lattice = lattice_over(mesh.vertices, 9)
    painted, palette = paint(mesh, np.ones((9, 9, 9), dtype=bool), lattice, 5)
    looks = [palette.colours[number].rgb for number in painted[:, 4, 4].tolist()]
    assert looks[:4] == ["#c80000"] * 4
    assert looks[-4:] == ["#00c800"] * 4
    assert palette.colours[painted[4, 0, 4]].rgb == "#0000c8"
    assert palette.colours[0].rgb == "#ffffff"
    assert painted.dtype == np.uint8
    counts = np.bincount(painted.ravel())[1:]
    assert sorted(counts, reverse=True) == counts.tolist()
    assert from_array(painted, palette=palette).puzzle.palette == palette


def test_air_stays_air() -> None:
    mesh = coloured(*[RED] * 6)
    solid = np.zeros((4, 4, 4), dtype=bool)
    solid[1:3, 2, 3] = True
    painted, palette = paint(mesh, solid, lattice_over(mesh.vertices, 4), 3)
    assert (painted > 0).tolist() == solid.tolist()
    assert len(palette) == 2


def test_one_colour_is_the_middle_of_all() -> None:
    mesh = coloured(RED, GREEN, *[BLUE] * 4)
    solid = np.ones((6, 6, 6), dtype=bool)
    painted, palette = paint(mesh, solid, lattice_over(mesh.vertices, 6), 1)
    assert set(painted.ravel()) == {1}
    assert len(palette) == 2


def test_a_mesh_without_colours() -> None:
    solid = np.ones((3, 3, 3), dtype=bool)
    painted, palette = paint(box(), solid, lattice_over(box().vertices, 3), 7)
    assert (set(painted.ravel()), palette) == ({1}, PALETTE)


def test_white_voxels_do_not_look_like_air() -> None:
    mesh = coloured(WHITE, (254, 254, 250), (230, 230, 230), (229, 229, 229), RED, (0, 0, 0))
    painted, palette = paint(mesh, np.ones((8, 8, 8), dtype=bool),
                             lattice_over(mesh.vertices, 8), 6)
    assert len(palette) == 4  # whites and light greys are one colour
    assert not palette.alike
    assert palette.colours[0].rgb == "#ffffff"
    assert painted.min() == 1


def test_corner_colours_are_mixed() -> None:
    triangle = Mesh(np.array([[0.0, 0, 0], [1, 0, 0], [0, 1, 0]]), np.array([[0, 1, 2]]),
                    face_colours=np.array([[9, 9, 9]], dtype=np.uint8),
                    corner_colours=np.array([[[240, 0, 0], [0, 240, 0], [0, 0, 240]]],
                                            dtype=np.uint8))
    places = np.array([[0, 0, 5.0], [1, 0, -2], [1 / 3, 1 / 3, 1], [0.5, 0, 0], [-9, -9, 0]])
    assert colours_near(triangle, places).tolist() == [
        [240, 0, 0], [0, 240, 0], [80, 80, 80], [120, 120, 0], [240, 0, 0]]


def test_nearest_points_are_nearest() -> None:
    """Against a dense cloud of points on the surface; thin faces do no harm."""
    rng = np.random.default_rng(5)
    vertices = rng.random((12, 3))
    mesh = Mesh(vertices, np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11], [0, 0, 5]]))
    places = rng.random((50, 3)) * 2 - 0.5
    face, shares = nearest_points(mesh, places)
    assert np.allclose(shares.sum(axis=1), 1)
    found = np.einsum("nc,ncx->nx", shares, vertices[mesh.faces[face]])
    weights = rng.dirichlet((0.6, 0.6, 0.6), 4000)
    cloud = np.concatenate([weights @ vertices[corners] for corners in mesh.faces])
    best = np.linalg.norm(places[:, None] - cloud, axis=2).min(axis=1)
    assert (np.linalg.norm(places - found, axis=1) <= best + 1e-9).all()


def test_textures_from_a_file(tmp_path: Path) -> None:
    """A square of four colours, standing upright: what is above in the picture is above."""
    from PIL import Image

    picture = Image.new("RGB", (2, 2))
    for place, colour in (((0, 0), RED), ((1, 0), GREEN), ((0, 1), BLUE), ((1, 1), (9, 9, 9))):
        picture.putpixel(place, colour)
    picture.save(tmp_path / "t.png")
    (tmp_path / "a.mtl").write_text("newmtl t\nmap_Kd t.png\n")
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
        "usemtl t\nf 1/1 2/2 3/3\nf 1/1 3/3 4/4\n")
    mesh = read_mesh(tmp_path / "a.obj")
    places = np.array([[0.1, 0.9, 1], [0.9, 0.8, 1], [0.2, 0.1, 1], [0.9, 0.1, 1], [1, 1, 0]])
    assert list(map(tuple, colours_near(mesh, places).tolist())) == [
        RED, GREEN, BLUE, (9, 9, 9), GREEN]
    far = replace(mesh, uv=mesh.uv + 3 if mesh.uv is not None else None)
    assert colours_near(far, places[:4]).tolist() == colours_near(mesh, places[:4]).tolist()


@pytest.mark.parametrize("count", [0, -1, 64])
def test_counts_of_colours(count: int) -> None:
    with pytest.raises(InputError, match="there are 1 to 63"):
        paint(box(), np.ones((2, 2, 2), dtype=bool), lattice_over(box().vertices, 2), count)
    with pytest.raises(ValueError, match="for a lattice of"):
        paint(box(), np.ones((2, 2, 3), dtype=bool), lattice_over(box().vertices, 2), 2)


COLOURS = st.lists(st.tuples(*[st.integers(0, 255)] * 3), min_size=1, max_size=40)


@given(colours=COLOURS, count=st.integers(1, 63))
def test_fewer(colours: list[tuple[int, int, int]], count: int) -> None:
    many = np.array(colours, dtype=np.uint8)
    number, found = fewer(many, count)
    assert 1 <= len(found) <= min(count, len(set(colours)))
    assert set(number) == set(range(len(found)))
    assert len({tuple(colour) for colour in found.tolist()}) == len(found)
    if len(set(colours)) <= count:
        assert found[number].tolist() == many.tolist()
    order = np.random.default_rng(len(colours)).permutation(len(colours))
    again, same = fewer(many[order], count)
    assert same.tolist() == found.tolist()
    assert again.tolist() == number[order].tolist()


def test_groups_are_found() -> None:
    """Three clouds of colours become three colours, each in the middle of its cloud."""
    rng = np.random.default_rng(7)
    middles = np.array([[200, 30, 30], [40, 180, 60], [50, 60, 200]])
    cloud = np.concatenate([middle + rng.integers(-12, 13, (300, 3)) for middle in middles])
    number, found = fewer(cloud.astype(np.uint8), 3)
    assert len({tuple(number[k * 300:(k + 1) * 300]) for k in range(3)}) == 3
    for k, middle in enumerate(middles):
        assert np.abs(found[number[k * 300]].astype(int) - middle).max() <= 4


def test_a_great_many_colours() -> None:
    every = np.stack(np.meshgrid(*[np.arange(0, 256, 8)] * 3), axis=-1).reshape(-1, 3)
    number, found = fewer(every.astype(np.uint8), 20)
    assert len(found) == 20
    assert len(number) == len(every)


def test_oklab_there_and_back() -> None:
    colours = np.random.default_rng(1).integers(0, 256, (500, 3))
    assert srgb(oklab(colours)).tolist() == colours.tolist()
    white, black, red = oklab(np.array([WHITE, (0, 0, 0), (255, 0, 0)]))
    assert np.allclose(white, (1, 0, 0), atol=1e-4)
    assert np.allclose(black, 0)
    assert np.allclose(red, (0.62796, 0.22486, 0.12585), atol=1e-4)
