"""OBJ, STL, PLY, GLB, glTF and OFF, read by trimesh."""

from __future__ import annotations

import json
import logging
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from typing import TYPE_CHECKING, Any, cast

from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid.folder import Folder, as_utf8
from nonoforge.families.solid.mesh import MAX_FACES
from nonoforge.families.solid.parts import Part
from nonoforge.families.solid.texture import pixels

if TYPE_CHECKING:
    from numpy.typing import NDArray

_MAX_DEPTH = 200  # of a scene; trimesh follows it by recursion
_GLB_JSON = b"JSON"


def read_by_trimesh(name: str) -> tuple[list[Part], list[str]]:
    """The parts of a file, and notes about what is not used."""
    try:
        import trimesh
    except ImportError:
        raise MissingPart("reading this mesh needs trimesh: pip install 'nonoforge[solids]'"
                          ) from None
    extension = os.path.splitext(name)[1].lower().removeprefix(".")
    textured = extension in ("glb", "gltf") and _check_gltf(name, extension)
    folder, notes = Folder(name), list[str]()
    try:
        with open(name, "rb") as file:
            data = _readable(file.read(), extension)
        with _quiet():
            scene = trimesh.load_scene(BytesIO(data), file_type=extension, process=False,
                                       resolver=cast(Any, folder))
            parts = _parts(scene, extension, notes)
    except InputError:
        raise
    except Exception as error:  # whatever a broken file makes the loader raise
        raise InputError(f"this is no {extension.upper()} mesh, or a broken one"
                         f"{_reason(error)}") from None
    notes += folder.notes()
    if textured and not notes and all(part.texture is None for part in parts):
        notes.append("the textures are not used: they are no pictures, or broken ones")
    return parts, notes


def _readable(data: bytes, extension: str) -> bytes:
    """Texts as UTF-8: trimesh wants a further library for all others, and an umlaut in a comment is
    no reason for that. Of PLY only the head is text for sure."""
    if extension in ("obj", "off") or (extension == "stl" and not _is_binary_stl(data)):
        return as_utf8(data)
    if extension == "ply":
        head, end, rest = data.partition(b"end_header")
        return bytes(byte if byte < 128 else 63 for byte in head) + end + rest if end else data
    return data


def _is_binary_stl(data: bytes) -> bool:
    return len(data) == 84 + 50 * int.from_bytes(data[80:84], "little")


@contextmanager
def _quiet() -> Iterator[None]:
    """What a loader thinks of a doubtful file is not for the terminal."""
    log = logging.getLogger("trimesh")
    silence = logging.NullHandler()
    log.addHandler(silence)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
    finally:
        log.removeHandler(silence)


def _reason(error: Exception) -> str:
    """The first words of what a loader has to say, where they are meant for people."""
    if isinstance(error, RecursionError | MemoryError):
        deep = isinstance(error, RecursionError)
        return ": it is nested too deep" if deep else ": it is too large"
    if isinstance(error, FileNotFoundError):
        return f": it needs the file {str(error)[:80]!a}"
    if not isinstance(error, ValueError):
        return ""
    text = "".join(c if c.isprintable() else " " for c in str(error))
    return f": {' '.join(text.split())[:100]}"


def _parts(scene: Any, extension: str, notes: list[str]) -> list[Part]:
    """Each object as often as the scene shows it, in its place."""
    import numpy as np

    made: dict[str, Part] = {}
    parts, faces = [], 0
    for node in scene.graph.nodes_geometry:
        matrix, key = scene.graph[node]
        geometry = scene.geometry[key]
        if not hasattr(geometry, "faces") or not len(geometry.faces):
            continue
        faces += len(geometry.faces)
        if faces > MAX_FACES:
            raise InputError(f"more than {MAX_FACES:,} faces; so many are not read")
        if key not in made:
            made[key] = _part(geometry, extension, notes)
        parts.append(_placed(made[key], np.asarray(matrix, dtype=float)))
    return parts


def _placed(part: Part, matrix: NDArray[Any]) -> Part:
    """A part moved by a 4x4 matrix; one that mirrors turns the faces inside out, so turn back."""
    from dataclasses import replace

    import numpy as np

    if np.array_equal(matrix, np.eye(4)):
        return part
    with np.errstate(all="ignore"):  # what is not finite is told later
        vertices = part.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
    faces = part.faces[:, ::-1] if mirrored else part.faces
    return replace(part, vertices=vertices, faces=faces)


def _part(geometry: Any, extension: str, notes: list[str]) -> Part:
    import numpy as np

    gltf = extension in ("glb", "gltf")
    vertices = np.asarray(geometry.vertices, dtype=np.float64)
    faces = np.asarray(geometry.faces, dtype=np.int64)
    look = geometry.visual
    if look.kind == "texture":
        return Part(vertices, faces, **_material(look, gltf, notes, len(vertices)))
    if look.kind == "vertex":
        colours = np.asarray(look.vertex_colors)[:, :3]
        return Part(vertices, faces, vertex_colours=_shown(colours) if gltf else colours)
    if look.kind == "face":
        return Part(vertices, faces, face_colours=np.asarray(look.face_colors)[:, :3])
    return Part(vertices, faces)


def _material(look: Any, gltf: bool, notes: list[str], vertices: int) -> dict[str, Any]:
    """The texture, if there is one and it can be used, and the colour of a material."""
    import numpy as np

    material = look.material
    image = getattr(material, "baseColorTexture" if gltf else "image", None)
    if image is not None and image.format is None:  # trimesh's own, for want of a material
        return {}
    factor = material.baseColorFactor if gltf else material.main_color
    colour = None if factor is None else np.asarray(factor)[:3]
    if gltf:
        colour = np.full(3, 255) if colour is None else _shown(colour)
    if image is None or look.uv is None or np.shape(look.uv) != (vertices, 2):
        return {"colour": colour}
    texture = _pixels(image)
    if isinstance(texture, str):
        notes.append(f"a texture is not used: {texture}")
        return {"colour": colour}
    if gltf and colour is not None and (colour < 255).any():
        texture = (texture * (colour / 255)).astype(np.uint8)
    return {"colour": colour, "uv": np.asarray(look.uv), "texture": texture}


def _pixels(image: Any) -> NDArray[Any] | str:
    try:
        return pixels(image)
    except Exception:  # pictures are decoded here, and broken ones raise anything
        return "it is no picture, or a broken one"


def _shown(linear: NDArray[Any]) -> NDArray[Any]:
    """Colours of 0 to 255 that are proportional to light, as in glTF, for the eye (sRGB)."""
    import numpy as np

    part = np.asarray(linear, dtype=float) / 255
    curve = np.where(part <= 0.0031308, part * 12.92, 1.055 * part ** (1 / 2.4) - 0.055)
    found: NDArray[Any] = curve * 255
    return found


def _check_gltf(name: str, extension: str) -> bool:
    """Are there textures in it? A scene that is its own child, or that claims more than its file
    can hold, is refused before the loader runs out of memory."""
    try:
        with open(name, "rb") as file:
            header = json.loads(_gltf_text(file.read(), extension))
        nodes = header.get("nodes", [])
        if not _is_shallow([node.get("children", []) for node in nodes]):
            raise InputError("its scene is nested too deep, or an object is its own parent")
        for accessor in header.get("accessors", []):
            if accessor["count"] > 3 * MAX_FACES:
                raise InputError(f"{accessor['count']:,} numbers in one list; so many are not read")
        return any("baseColorTexture" in material.get("pbrMetallicRoughness", {})
                   for material in header.get("materials", []))
    except InputError:
        raise
    except Exception:
        raise InputError(f"this is no {extension.upper()} mesh, or a broken one") from None


def _gltf_text(data: bytes, extension: str) -> bytes:
    if extension == "gltf" or data[:4] != b"glTF":
        return data
    length = int.from_bytes(data[12:16], "little")
    if data[16:20] != _GLB_JSON or length > len(data):
        raise ValueError
    return data[20:20 + length]


def _is_shallow(children: list[list[int]]) -> bool:
    """Is it a forest, and not too deep? Every node has one parent at most, so this is quick."""
    parents = [0] * len(children)
    for some in children:
        for child in some:
            parents[child] += 1
    if max(parents, default=0) > 1:
        return False
    layer, seen = [node for node, count in enumerate(parents) if count == 0], 0
    for _ in range(_MAX_DEPTH):
        seen += len(layer)
        layer = [child for node in layer for child in children[node]]
        if not layer:
            return seen == len(children)
    return False
