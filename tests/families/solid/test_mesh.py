"""Reading meshes: formats, colours, faults, and files that are wrong."""

from __future__ import annotations

import base64
import json
import os
import random
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from meshes import ac, both, box, glb, gltf, obj, off, ply, stl

from helpers.puzzles import rounds
from nonoforge.errors import InputError
from nonoforge.families.solid import (
    ASSIMP_FORMATS,
    TRIMESH_FORMATS,
    Mesh,
    health,
    mesh,
    mesh_readers,
    orient,
    read_mesh,
)
from nonoforge.families.solid.mesh import UPS, edge_counts, row_numbers


def saved(folder: Path, name: str, data: bytes | str) -> Path:
    path = folder / name
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


def volume(found: Mesh) -> float:
    a, b, c = (found.vertices[found.faces[:, corner]] for corner in range(3))
    return float((a * np.cross(b, c)).sum() / 6)


@pytest.mark.parametrize(("extension", "written"), [
    ("obj", obj), ("off", off), ("stl", stl), ("STL", stl), ("ply", ply), ("ac", ac)])
def test_formats(tmp_path: Path, extension: str, written: Callable[[Mesh], bytes]) -> None:
    """A box is a box: eight vertices, twelve faces, closed, the right way out, in its place."""
    found = read_mesh(saved(tmp_path, f"my.box.{extension}", written(box((1, 2, 3), (2, 4, 8)))))
    assert (len(found.vertices), len(found.faces)) == (8, 12)
    assert set(edge_counts(found.faces)) == {2}
    assert found.low.tolist() == [1, 2, 3]
    assert found.extent.tolist() == [2, 4, 8]
    assert volume(found) == pytest.approx(64)
    assert found.name == "my.box"
    assert found.vertices.dtype == np.float64
    assert found.faces.dtype == np.int64


def test_texts_older_than_utf8(tmp_path: Path) -> None:
    text = "# Jürgen\nmtllib a.mtl\n" + obj(box()).decode().replace("f", "usemtl grün\nf", 1)
    saved(tmp_path, "a.mtl", "newmtl grün\nKd 0 1 0\n".encode("latin-1"))
    found = read_mesh(saved(tmp_path, "a.obj", text.encode("latin-1")))
    assert np.unique(found.face_colours, axis=0).tolist() == [[0, 255, 0]]
    head = ply(box()).replace(b"ascii 1.0\n", b"ascii 1.0\ncomment \xfc\n")
    assert len(read_mesh(saved(tmp_path, "a.ply", head)).faces) == 12
    lines = "".join(f"facet normal 0 0 0\nouter loop\n{corners}endloop\nendfacet\n" for corners in (
        "".join("vertex {} {} {}\n".format(*corner) for corner in face)
        for face in box().vertices[box().faces].tolist()))
    ascii_stl = f"solid Größe\n{lines}endsolid Größe\n".encode("latin-1")
    assert len(read_mesh(saved(tmp_path, "a.stl", ascii_stl)).faces) == 12


def test_scene_transforms(tmp_path: Path) -> None:
    """Moved and mirrored: a mirror would turn it inside out."""
    matrix = [-2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]  # by columns
    found = read_mesh(saved(tmp_path, "a.gltf", gltf(matrix=matrix)))
    assert (found.low.tolist(), found.extent.tolist()) == ([3, 0, 0], [2, 1, 1])
    assert volume(found) == pytest.approx(2 / 6)


def test_colours_of_materials(tmp_path: Path) -> None:
    saved(tmp_path, "a.mtl", "newmtl red\nKd 1 0 0\nnewmtl blue\nKd 0 0 1\n")
    text = obj(box()).decode().replace("\nf", "\nusemtl red\nf", 1)
    text = "mtllib a.mtl\n" + text.replace("f 5 7 8", "usemtl blue\nf 5 7 8")
    found = read_mesh(saved(tmp_path, "a.obj", text))
    assert found.face_colours is not None
    assert sorted(map(tuple, np.unique(found.face_colours, axis=0).tolist())) == [
        (0, 0, 255), (255, 0, 0)]
    red = found.face_colours[:, 0] == 255
    assert found.vertices[found.faces[red]].reshape(-1, 3)[:, 0].max() == 0  # the side x = 0
    found = read_mesh(saved(tmp_path, "a.ac", ac(box())))
    assert np.unique(found.face_colours, axis=0).tolist() == [[255, 128, 0]]
    grey = {"pbrMetallicRoughness": {"baseColorFactor": [0.2159, 0.2159, 1, 1]}}
    found = read_mesh(saved(tmp_path, "a.gltf", gltf(material=grey)))
    assert found.face_colours is not None
    assert np.abs(found.face_colours.astype(int) - [128, 128, 255]).max() <= 1  # for the eye


def test_colours_of_vertices(tmp_path: Path) -> None:
    text = "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 1\nv 0 0 1 1 1 1\n"
    found = read_mesh(saved(tmp_path, "a.obj", text + "f 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n"))
    assert found.corner_colours is not None
    for face, colours in zip(found.faces, found.corner_colours, strict=True):
        for corner, colour in zip(found.vertices[face], colours, strict=True):
            wanted = {(0, 0, 0): (255, 0, 0), (1, 0, 0): (0, 255, 0), (0, 1, 0): (0, 0, 255),
                      (0, 0, 1): (255, 255, 255)}[tuple(corner)]
            assert tuple(colour) == wanted


TEXTURED = ("mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nvt 0.1 0.1\nvt 0.2 0.1\nvt 0.1 0.2\n"
            "usemtl t\nf 1/1 3/2 2/3\nf 1/1 2/2 4/3\nf 1/1 4/2 3/3\nf 2/1 3/2 4/3\n")


def test_textures(tmp_path: Path) -> None:
    from PIL import Image

    picture = Image.new("RGB", (2, 2), (0, 0, 0))
    picture.putpixel((0, 1), (10, 200, 30))  # below on the left: u and v near 0
    picture.save(tmp_path / "my picture.png")
    saved(tmp_path, "a.mtl", "newmtl t\nKd 1 1 1\nmap_Kd my picture.png\n")
    found = read_mesh(saved(tmp_path, "a.obj", TEXTURED))
    assert found.notes == ()
    assert [texture.shape for texture in found.textures] == [(2, 2, 3)]
    assert found.uv is not None
    assert found.uv.shape == (4, 3, 2)
    assert np.unique(found.face_colours, axis=0).tolist() == [[10, 200, 30]]


@pytest.mark.parametrize(("material", "note"), [
    ("map_Kd gone.png", "'gone.png' is not used: it is not there"),
    ("map_Kd ../secret.png", "'secret.png' is not used: it is outside of the mesh's folder"),
    ("map_Kd broken.png", ""), ("map_Kd program.png", ""),
])
def test_a_bad_texture_is_a_note(tmp_path: Path, material: str, note: str) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    saved(tmp_path, "secret.png", "x")
    saved(inner, "broken.png", b"\x89PNG\r\n\x1a\nno")
    saved(inner, "program.png", "%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    saved(inner, "a.mtl", f"newmtl t\nKd 0 1 0\n{material}\n")
    found = read_mesh(saved(inner, "a.obj", TEXTURED))
    assert found.textures == ()
    assert np.unique(found.face_colours, axis=0).tolist() == [[0, 255, 0]]
    assert len(found.notes) == 1
    assert note in found.notes[0]


def test_nothing_outside_of_the_folder_is_read(tmp_path: Path) -> None:
    inner = tmp_path / "inner"
    inner.mkdir()
    data = base64.b64decode(json.loads(gltf())["buffers"][0]["uri"].split(",")[1])
    saved(inner, "in side.bin", data)
    saved(tmp_path, "out.bin", data)
    os.symlink(tmp_path / "out.bin", inner / "link.bin")
    assert len(read_mesh(saved(inner, "a.gltf", gltf(uri="in%20side.bin"))).faces) == 4
    for uri in ("../out.bin", str(tmp_path / "out.bin"), "link.bin", "file:///etc/passwd",
                "/dev/zero", "http://localhost/x.bin", "..", ""):
        with pytest.raises(InputError, match=r"a\.gltf: this is no GLTF mesh"):
            read_mesh(saved(inner, "a.gltf", gltf(uri=uri or " ")))


def test_the_folder_has_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mesh_readers, "MAX_BYTES", 10)
    saved(tmp_path, "a.mtl", "newmtl t\nKd 0 1 0\n")
    found = read_mesh(saved(tmp_path, "a.obj", TEXTURED))
    assert found.notes == ("'a.mtl' is not used: it is too large",)
    assert not found.coloured


def test_degenerate_and_duplicate_faces(tmp_path: Path) -> None:
    plain = box()
    faces = [*plain.faces.tolist(), [0, 0, 1], [3, 5, 3], plain.faces[4].tolist()]
    dirty = Mesh(plain.vertices, np.array(faces))
    path = saved(tmp_path, "a.ply", ply(dirty))
    found = read_mesh(path)
    assert (len(found.faces), found.degenerate, found.duplicate) == (12, 2, 1)
    assert set(edge_counts(found.faces)) == {2}
    raw = read_mesh(path, clean=False)
    assert (len(raw.faces), raw.degenerate, raw.duplicate) == (15, 0, 0)


def test_a_copy_that_holds_two_bodies_together_stays(tmp_path: Path) -> None:
    """Two wedges that touch share a face with the same sense: each needs its own."""
    tetra = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]])
    other = tetra.copy()
    other[other == 3] = 4
    vertices = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [0.2, 0.2, 0.5]])
    found = read_mesh(saved(tmp_path, "a.obj", obj(Mesh(vertices, np.r_[tetra, other]))))
    assert (len(found.faces), found.duplicate) == (8, 0)


def test_what_was_written_twice_is_read_once(tmp_path: Path) -> None:
    plain = box()
    for copy in (plain.faces, plain.faces[:, ::-1]):
        faces = np.concatenate([plain.faces, copy])
        found = read_mesh(saved(tmp_path, "a.off", off(Mesh(plain.vertices, faces))))
        assert (len(found.faces), found.duplicate) == (12, 12)
        assert volume(found) == pytest.approx(1)


def test_vertices_that_all_but_touch(tmp_path: Path) -> None:
    """They are one where that closes the mesh, and two where it does not."""
    split = box()
    vertices = np.concatenate([split.vertices, split.vertices * (1 + 1e-7)])
    faces = split.faces.copy()
    faces[::2] += 8
    found = read_mesh(saved(tmp_path, "a.obj", obj(Mesh(vertices, faces))))
    assert len(found.vertices) == 8
    near = both(box(), box((1 + 1e-7, 0, 0)))
    assert len(read_mesh(saved(tmp_path, "a.obj", obj(near))).vertices) == 16


def test_vertices_of_no_face_have_no_say(tmp_path: Path) -> None:
    for more in (b"v 99 99 99\n", b"v nan 0 0\n"):
        found = read_mesh(saved(tmp_path, "b.obj", obj(box()) + more))
        assert found.extent.tolist() == [1, 1, 1]


@pytest.mark.parametrize("up", UPS)
def test_orient(up: str) -> None:
    """What points up points up, nothing is mirrored, and sizes stay."""
    sign = -1 if up.startswith("-") else 1
    arrow = np.zeros((1, 3))
    arrow[0, "xyz".index(up[-1])] = sign
    turned = orient(Mesh(arrow, np.zeros((0, 3), dtype=int)), up)
    assert turned.vertices.tolist() == [[0, 1, 0]]
    assert volume(orient(box(size=(1, 2, 3)), up, 30)) == pytest.approx(6)


def test_turns_about_the_vertical() -> None:
    assert orient(box(), turn=0).vertices.tolist() == box().vertices.tolist()
    assert orient(box(size=(1, 2, 3)), turn=90).extent.tolist() == [3, 2, 1]
    right = Mesh(np.array([[1.0, 0, 0]]), np.zeros((0, 3), dtype=int))
    assert orient(right, turn=90).vertices.tolist() == [[0, 0, -1]]  # from the right to the back
    assert orient(right, turn=-270).vertices.tolist() == [[0, 0, -1]]
    assert orient(right, "z", 180).vertices.tolist() == [[-1, 0, 0]]
    for bad in ("up", "", "+y"):
        with pytest.raises(InputError, match="it is one of x, y, z, -x"):
            orient(box(), bad)
    with pytest.raises(InputError, match="a turn of nan"):
        orient(box(), turn=float("nan"))


SPOTS = "v 0 0 0\nv 1 1 1\nv 2 0 1\n"


@pytest.mark.parametrize(("name", "data", "message"), [
    ("a.xyz", "1 2 3", "no mesh format has the extension 'xyz'; .*meshes are read from obj stl"),
    ("a.objj", "x", "did you mean obj"),
    ("a", "x", "no extension; meshes are read from obj"),
    ("a.obj", "", "the file is empty"),
    ("a.obj", SPOTS, "there are no faces in it"),
    ("a.obj", "v 0 0 0\nv 1 1 nan\nv 2 0 1\nf 1 2 3\n", "not a number|no OBJ mesh"),
    ("a.off", "OFF\n3 1 0\n0 0 0\n1 1 inf\n2 0 1\n3 0 1 2\n", "a coordinate is not a number"),
    ("a.off", "OFF\n3 1 0\n0 0 0\n1 1 1e300\n2 0 1\n3 0 1 2\n", r"a coordinate of 1e\+300"),
    ("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n2 0 0\n3 0 1 2\n", "on one straight line"),
    ("a.off", "OFF\n3 1 0\n5 5 5\n5 5 5\n5 5 5\n3 0 1 2\n", "on one point"),
    ("a.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 1\n3 1 2 2\n", "a corner that comes twice"),
    ("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 9\n", "vertex 10|no OFF mesh"),
    ("a.stl", "solid nothing\nendsolid\n", "no faces in it|no STL mesh"),
    ("a.ply", "ply\nformat ascii 1.0\nelement vertex 99999999999\nend_header\n", "PLY mesh|faces"),
    ("a.glb", "glTF junk", "this is no GLB mesh, or a broken one"),
    ("a.gltf", "[" * 100_000, "this is no GLTF mesh, or a broken one"),
    ("a.gltf", gltf({"nodes": [{"mesh": 0, "children": [0]}]}), "its own parent"),
    ("a.gltf", gltf({"nodes": [{"mesh": 0, "children": [1]}, {"children": [0]}]}), "own parent"),
    ("a.gltf", gltf({"nodes": [{"children": [n + 1]} for n in range(5000)] + [{"mesh": 0}]}),
     "nested too deep"),
    ("a.gltf", gltf({"accessors": [{"componentType": 5126, "count": 10**12, "type": "VEC3"}] * 2}),
     "a list of 1,000,000,000,000 numbers is too long"),
    ("a.3ds", "junk", "this is no .3ds mesh, or a broken one"),
    ("a.ac", ac(box(), 2), "it has points or straight lines beside its faces"),
])
def test_bad_files(tmp_path: Path, name: str, data: str | bytes, message: str) -> None:
    with pytest.raises(InputError, match=message) as caught:
        read_mesh(saved(tmp_path, name, data))
    assert str(caught.value).startswith(str(tmp_path / name) + ": ")
    assert str(caught.value).isprintable()


def test_files_that_are_not_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be read: there is no such file"):
        read_mesh(tmp_path / "a.obj")
    (tmp_path / "b.obj").mkdir()
    with pytest.raises(InputError, match="cannot be read: "):
        read_mesh(tmp_path / "b.obj")
    os.mkfifo(tmp_path / "c.obj")
    with pytest.raises(InputError, match="cannot be read: it is not a file"):
        read_mesh(tmp_path / "c.obj")


def test_limits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = saved(tmp_path, "a.obj", obj(box()))
    monkeypatch.setattr(mesh, "MAX_FACES", 11)
    with pytest.raises(InputError, match=r"12 faces are too many \(limit 11\)"):
        read_mesh(path)
    monkeypatch.setattr(mesh, "MAX_BYTES", 100)
    with pytest.raises(InputError, match=r"bytes \(limit 100\)"):
        read_mesh(path)


def test_a_crash_or_a_hang_of_assimp_is_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:
    path = saved(tmp_path, "a.ac", ac(box()))
    crash = saved(tmp_path, "crash.py", "import os\nos.write(2, b'loud')\nos.abort()\n")
    monkeypatch.setattr(mesh_readers, "_CHILD", str(crash))
    with pytest.raises(InputError, match=r"a\.ac: this is no \.ac mesh, .* its reader crashed"):
        read_mesh(path)
    hang = saved(tmp_path, "hang.py", "import time\ntime.sleep(60)\n")
    monkeypatch.setattr(mesh_readers, "_CHILD", str(hang))
    with pytest.raises(InputError, match="it is not read after 0 seconds"):
        mesh_readers.read_by_assimp(str(path), seconds=0.3)
    assert capfd.readouterr() == ("", "")


def test_no_extension_is_in_both_tables() -> None:
    assert len({*TRIMESH_FORMATS, *ASSIMP_FORMATS}) == len(TRIMESH_FORMATS) + len(ASSIMP_FORMATS)


def attempt(path: Path) -> Mesh | InputError:
    try:
        return read_mesh(path)
    except InputError as error:
        return error


@pytest.mark.parametrize("name", ["a.obj", "a.stl", "a.ply", "a.off", "a.gltf", "a.glb"])
def test_mutated_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """A mesh or one line; whatever trimesh makes of it."""
    # The other reader works in a child process, and this test is about hundreds of files.
    monkeypatch.setattr(mesh, "_readers", lambda name: (mesh_readers.read_by_trimesh,))
    rng = random.Random(name)
    originals = {"a.obj": obj(box(), "mtllib a.mtl"), "a.stl": stl(box()), "a.ply": ply(box()),
                 "a.off": off(box()), "a.gltf": gltf().encode(), "a.glb": glb(gltf())}
    read = 0
    for _ in range(rounds(120)):
        data = bytearray(originals[name])
        for _ in range(rng.choice((1, 1, 2, 5))):
            at = rng.randrange(len(data))
            data[at:at + rng.choice((0, 1, 1, 4))] = rng.choice(
                (b"", b"9", b"-", b"\xff\xff\xff\x7f", b"\0", rng.randbytes(1), b"\n", b"nan"))
        path = saved(tmp_path, name, bytes(data[:rng.choice((None, None, rng.randrange(1, 99)))]))
        found = attempt(path)
        if isinstance(found, InputError):
            assert str(found).startswith(f"{path}: ")
            assert str(found).isprintable()
        else:
            read += 1
            assert np.isfinite(found.vertices).all()
            assert 0 <= found.faces.min() <= found.faces.max() < len(found.vertices)
    assert read


def test_what_one_reader_refuses_is_tried_with_the_other(tmp_path: Path) -> None:
    """Polygons of several lengths in an OFF file make trimesh raise a TypeError."""
    prism = [(x, y, z) for z in (0, 1) for x, y in ((0, 0), (2, 0), (3, 1), (2, 2), (0, 2))]
    sides = [f"4 {k} {(k + 1) % 5} {(k + 1) % 5 + 5} {k + 5}" for k in range(5)]
    lines = ["OFF", "10 7 0", *(" ".join(map(str, each)) for each in prism),
             "5 4 3 2 1 0", "5 5 6 7 8 9", *sides]
    found = read_mesh(saved(tmp_path, "prism.off", "\n".join(lines)))
    assert (len(found.faces), health(found).watertight) == (2 * 3 + 5 * 2, True)


def test_gltf_1(tmp_path: Path) -> None:
    shape = box()
    data = shape.vertices.astype("<f4").tobytes() + shape.faces.astype("<u2").tobytes()
    split, count = len(shape.vertices) * 12, shape.faces.size
    header = {
        "asset": {"version": "1.0"}, "scene": "s", "scenes": {"s": {"nodes": ["n"]}},
        "nodes": {"n": {"meshes": ["m"]}},
        "meshes": {"m": {"primitives": [{"attributes": {"POSITION": "v"}, "indices": "f",
                                         "mode": 4}]}},
        "accessors": {
            "v": {"bufferView": "a", "byteOffset": 0, "byteStride": 12, "componentType": 5126,
                  "count": len(shape.vertices), "type": "VEC3", "min": [0, 0, 0], "max": [9, 9, 9]},
            "f": {"bufferView": "b", "byteOffset": 0, "byteStride": 0, "componentType": 5123,
                  "count": count, "type": "SCALAR"}},
        "bufferViews": {"a": {"buffer": "d", "byteOffset": 0, "byteLength": split, "target": 34962},
                        "b": {"buffer": "d", "byteOffset": split, "byteLength": 2 * count,
                              "target": 34963}},
        "buffers": {"d": {"byteLength": len(data), "type": "arraybuffer",
                          "uri": "data:;base64," + base64.b64encode(data).decode()}}}
    found = read_mesh(saved(tmp_path, "old.gltf", json.dumps(header)))
    assert (len(found.faces), health(found).watertight) == (12, True)
    packed = json.loads(json.dumps(header).replace('"d"', '"binary_glTF"'))
    del packed["buffers"]["binary_glTF"]["uri"]
    text = json.dumps(packed).encode()
    text += b" " * (-len(text) % 4)
    binary = b"glTF" + b"".join(number.to_bytes(4, "little") for number in (
        1, 20 + len(text) + len(data), len(text), 0)) + text + data
    assert len(read_mesh(saved(tmp_path, "old.glb", binary)).faces) == 12
    header["buffers"]["d"]["uri"] = "../secret.bin"  # type: ignore[index]
    with pytest.raises(InputError, match="no GLTF mesh"):
        read_mesh(saved(tmp_path, "old.gltf", json.dumps(header)))


def test_ogre_mesh_xml(tmp_path: Path) -> None:
    corners = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)]
    faces = [(0, 2, 1), (0, 1, 3), (1, 2, 3), (0, 3, 2)]
    text = ("<mesh><submeshes><submesh usesharedvertices='false' operationtype='triangle_list' "
            "material='m'><faces count='4'>"
            + "".join(f"<face v1='{a}' v2='{b}' v3='{c}'/>" for a, b, c in faces)
            + "</faces><geometry vertexcount='4'><vertexbuffer positions='true'>"
            + "".join(f"<vertex><position x='{x}' y='{y}' z='{z}'/></vertex>"
                      for x, y, z in corners)
            + "</vertexbuffer></geometry></submesh></submeshes></mesh>")
    found = read_mesh(saved(tmp_path, "Thing.mesh.xml", text))
    assert (len(found.faces), found.name, found.format) == (4, "Thing", "mesh.xml")
    with pytest.raises(InputError, match="no mesh format has the extension 'xml'"):
        read_mesh(saved(tmp_path, "thing.xml", text))


@pytest.mark.parametrize(("name", "data"), [
    ("a.ply", "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\n"
              "property float z\nend_header\n0 0 0\n1 1 1\n"),
    ("a.obj", "v 0 0 0\nv 1 0 0\nv 1 1 0\n"),
    ("a.off", "OFF\n2 0 0\n0 0 0\n1 1 1\n"),
])
def test_point_clouds_are_refused_with_advice(tmp_path: Path, name: str, data: str) -> None:
    with pytest.raises(InputError, match=r"no faces in it.*reconstruct it|no OFF mesh") as caught:
        read_mesh(saved(tmp_path, name, data))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("seed", range(5))
def test_numbers_of_equal_rows(seed: int) -> None:
    rows = np.random.default_rng(seed).integers(-3, 3, (60, 3)) / 2
    _, first, number = np.unique(rows, axis=0, return_index=True, return_inverse=True)
    found = row_numbers(rows)
    assert found[0].tolist() == first.tolist()
    assert found[1].tolist() == number.reshape(-1).tolist()
