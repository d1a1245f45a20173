"""Small meshes made in code, and files of them in several formats."""

from __future__ import annotations

import base64
import json
import struct
from typing import Any

import numpy as np

from nonoforge.families.solid import Mesh

CORNERS = np.array([[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)], dtype=float)
SIDES = ((0, 1, 3, 2), (4, 6, 7, 5), (0, 4, 5, 1), (2, 3, 7, 6), (0, 2, 6, 4), (1, 5, 7, 3))
FACES = np.array([face for a, b, c, d in SIDES for face in ((a, b, c), (a, c, d))])


def box(low: Any = (0, 0, 0), size: Any = (1, 1, 1), **more: Any) -> Mesh:
    """A closed box whose faces look outwards: x, x, y, y, z, z, two triangles each."""
    return Mesh(CORNERS * np.array(size, dtype=float) + np.array(low, dtype=float), FACES.copy(),
                **more)


def both(one: Mesh, other: Mesh) -> Mesh:
    return Mesh(np.concatenate([one.vertices, other.vertices]),
                np.concatenate([one.faces, other.faces + len(one.vertices)]))


def obj(mesh: Mesh, before: str = "") -> bytes:
    lines = [before, *(f"v {x} {y} {z}" for x, y, z in mesh.vertices.tolist()),
             *(f"f {a + 1} {b + 1} {c + 1}" for a, b, c in mesh.faces.tolist())]
    return "\n".join([*lines, ""]).encode()


def off(mesh: Mesh) -> bytes:
    lines = ["OFF", f"{len(mesh.vertices)} {len(mesh.faces)} 0",
             *(f"{x} {y} {z}" for x, y, z in mesh.vertices.tolist()),
             *(f"3 {a} {b} {c}" for a, b, c in mesh.faces.tolist())]
    return "\n".join([*lines, ""]).encode()


def stl(mesh: Mesh) -> bytes:
    triangles = mesh.vertices[mesh.faces].astype("<f4").reshape(-1, 9)
    return bytes(80) + struct.pack("<I", len(triangles)) + b"".join(
        bytes(12) + triangle.tobytes() + bytes(2) for triangle in triangles)


def ply(mesh: Mesh) -> bytes:
    head = (f"ply\nformat ascii 1.0\nelement vertex {len(mesh.vertices)}\nproperty float x\n"
            f"property float y\nproperty float z\nelement face {len(mesh.faces)}\n"
            "property list uchar int vertex_indices\nend_header")
    lines = [head, *(f"{x} {y} {z}" for x, y, z in mesh.vertices.tolist()),
             *(f"3 {a} {b} {c}" for a, b, c in mesh.faces.tolist())]
    return "\n".join([*lines, ""]).encode()


def ac(mesh: Mesh, kind: int = 0) -> bytes:
    """AC3D, a small text format that only assimp reads; of kind 2 are straight lines."""
    lines = ["AC3Db", 'MATERIAL "m" rgb 1 0.5 0  amb 0 0 0  emis 0 0 0  spec 0 0 0  shi 1  trans 0',
             "OBJECT world", "kids 1", "OBJECT poly", 'name "box"', f"numvert {len(mesh.vertices)}",
             *(f"{x} {y} {z}" for x, y, z in mesh.vertices.tolist()), f"numsurf {len(mesh.faces)}"]
    for face in mesh.faces.tolist():
        lines += [f"SURF 0x{kind:x}", "mat 0", "refs 3", *(f"{corner} 0 0" for corner in face)]
    return "\n".join([*lines, "kids 0", ""]).encode()


def gltf(more: dict[str, Any] | None = None, uri: str | None = None, matrix: Any = None,
         material: dict[str, Any] | None = None) -> str:
    """A tetrahedron as glTF, with a buffer of its own or beside it."""
    data = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype="<f4").tobytes()
    data += np.array([0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], dtype="<u2").tobytes()
    inline = "data:application/octet-stream;base64," + base64.b64encode(data).decode()
    node: dict[str, Any] = {"mesh": 0} | ({"matrix": matrix} if matrix else {})
    primitive: dict[str, Any] = {"attributes": {"POSITION": 0}, "indices": 1}
    document: dict[str, Any] = {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [node],
        "meshes": [{"primitives": [primitive | ({"material": 0} if material else {})]}],
        "buffers": [{"uri": uri or inline, "byteLength": len(data)}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 48},
                        {"buffer": 0, "byteOffset": 48, "byteLength": 24}],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3"},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"}]}
    document |= {"materials": [material]} if material else {}
    return json.dumps(document | (more or {}))


def glb(document: str) -> bytes:
    """The same as a binary file."""
    text = document.encode()
    text += b" " * (-len(text) % 4)
    return (b"glTF" + (2).to_bytes(4, "little") + (20 + len(text)).to_bytes(4, "little")
            + len(text).to_bytes(4, "little") + b"JSON" + text)
