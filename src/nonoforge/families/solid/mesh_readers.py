"""Read meshes with trimesh and assimp, and the files beside them; never outside their folder."""

from __future__ import annotations

import json
import logging
import os
import re
import subprocess
import sys
import warnings
from base64 import b64encode
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, cast
from urllib.parse import unquote

from nonoforge import limited_process
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.solid.mesh import (
    MAX_FACES,
    TRIMESH_FORMATS,
    LimitExceeded,
    Part,
    decode,
    extension_of,
    pixels,
)
from nonoforge.quantize import display_light

if TYPE_CHECKING:
    from numpy.typing import NDArray


PICTURES = (".png", ".jpg", ".jpeg", ".bmp", ".tga", ".gif", ".webp", ".tif", ".tiff", ".dds",
            ".pcx")
MAX_BYTES = 200_000_000  # of all files beside one mesh


class Folder:
    """Gives the bytes of files by name, in the way that trimesh asks for them.

    `missing` collects the names that were asked for and not found, with the reason.
    """

    def __init__(self, mesh: str) -> None:
        self.root = os.path.realpath(os.path.dirname(os.path.abspath(mesh)))
        self.missing: dict[str, str] = {}
        self._left = MAX_BYTES

    def get(self, name: str) -> bytes:
        """Return the bytes of a file; FileNotFoundError, whatever is wrong with it."""
        reason = "it is not there"
        for wanted in _spellings(name):
            path = os.path.realpath(os.path.join(self.root, wanted))
            if os.path.commonpath([path, self.root]) != self.root:
                reason = "it is outside of the mesh's folder"
            elif os.path.isfile(path):
                if os.path.getsize(path) > self._left:
                    reason = "it is too large"
                    break
                with open(path, "rb") as file:
                    data = file.read()
                self._left -= len(data)
                fault = _fault(path, data)
                if fault is None:
                    return as_utf8(data) if path.lower().endswith(".mtl") else data
                reason = fault
                break
        self.missing[name] = reason
        raise FileNotFoundError(name)

    def __getitem__(self, name: str) -> bytes:
        return self.get(name)

    def holds(self, name: str) -> bool:
        """Return whether a name stays in the folder, whichever way it is read."""
        paths = (os.path.realpath(os.path.join(self.root, wanted)) for wanted in _spellings(name))
        return "://" not in name and all(
            os.path.commonpath([path, self.root]) == self.root for path in paths)

    def keys(self) -> Iterator[str]:
        """Return no names: listing is not needed, and the folder may be large."""
        return iter(())

    def namespaced(self, namespace: str) -> Folder:
        """Return a folder in this one."""
        return self

    def notes(self) -> list[str]:
        """Return notes on the files that were not found."""
        return [f"{os.path.basename(name)[:80]!a} is not used: {reason}"
                for name, reason in self.missing.items()]


def as_utf8(data: bytes) -> bytes:
    """Return a text in UTF-8; bytes that are not valid UTF-8 are taken for Latin-1."""
    try:
        data.decode()
    except UnicodeDecodeError:
        return data.decode("latin-1").encode()
    return data


def _fault(path: str, data: bytes) -> str | None:
    """Return what is wrong with a picture. Loaders pass over broken ones in silence."""
    if os.path.splitext(path)[1].lower() not in PICTURES:
        return None
    found = decode(data)
    return found if isinstance(found, str) else None


def _spellings(name: str) -> list[str]:
    """Return a name as it stands, as a URL, with the other slashes, and without its folders."""
    name = name.strip().replace("\0", "")
    plain = unquote(name)
    slashed = plain.replace("\\", "/")
    tries = (name, plain, slashed, slashed.lstrip("/"), slashed.rsplit("/", 1)[-1])
    return [some for some in dict.fromkeys(tries) if some]


# trimesh: OBJ, STL, PLY, GLB, glTF and OFF.

_MAX_DEPTH = 200  # of a scene; trimesh follows it by recursion
_GLB_JSON = b"JSON"


def read_by_trimesh(name: str) -> tuple[list[Part], list[str]]:
    """Return the parts of a file, and notes about what is not used."""
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
        # Assimp takes another vertex where a face names one that is not there.
        refused = LimitExceeded if "outside the range" in str(error) else InputError
        raise refused(f"this is no {extension.upper()} mesh, or a broken one"
                      f"{_reason(error)}") from None
    notes += folder.notes()
    if textured and not notes and all(part.texture is None for part in parts):
        notes.append("the textures are not used: they are no pictures, or broken ones")
    return parts, notes


def _readable(data: bytes, extension: str) -> bytes:
    """Return texts as UTF-8: trimesh needs a further library for all others, even for an umlaut in
    a comment. Of PLY only the head is certainly text."""
    if extension in ("obj", "off") or (extension == "stl" and not _is_binary_stl(data)):
        return as_utf8(data)
    if extension == "ply":
        head, end, rest = data.partition(b"end_header")
        # Assimp makes room for as many elements as the head promises.
        if sum(map(int, re.findall(rb"^element\s+\S+\s+(\d{1,18})", head, re.MULTILINE))) > \
                len(rest):
            raise LimitExceeded("this is no PLY mesh, or a broken one: its head promises more than "
                                "the file holds")
        return bytes(byte if byte < 128 else 63 for byte in head) + end + rest if end else data
    return data


def _is_binary_stl(data: bytes) -> bool:
    return len(data) == 84 + 50 * int.from_bytes(data[80:84], "little")


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep a loader's warnings about a file from the terminal."""
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
    """Return the first words of what a loader has to say, where they are meant for people."""
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
    """Return each object as often as the scene shows it, in its place."""
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
            raise LimitExceeded(f"too many faces (limit {MAX_FACES:,}); reduce them with a mesh "
                                "editor")
        if key not in made:
            made[key] = _trimesh_part(geometry, extension, notes)
        parts.append(_placed(made[key], np.asarray(matrix, dtype=float)))
    return parts


def _placed(part: Part, matrix: NDArray[Any]) -> Part:
    """Return a part moved by a 4x4 matrix; one that mirrors turns the faces inside out, so turn
    back."""
    from dataclasses import replace

    import numpy as np

    if np.array_equal(matrix, np.eye(4)):
        return part
    with np.errstate(all="ignore"):  # values that are not finite are reported later
        vertices = part.vertices @ matrix[:3, :3].T + matrix[:3, 3]
        mirrored = np.linalg.det(matrix[:3, :3]) < 0
    faces = part.faces[:, ::-1] if mirrored else part.faces
    return replace(part, vertices=vertices, faces=faces)


def _trimesh_part(geometry: Any, extension: str, notes: list[str]) -> Part:
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
    """Return the texture, if there is one and it can be used, and the colour of a material."""
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
    """Return colours of 0 to 255 that are proportional to light, as in glTF, for the eye (sRGB)."""
    import numpy as np

    return display_light(np.asarray(linear, dtype=float) / 255) * 255


def _check_gltf(name: str, extension: str) -> bool:
    """Return whether a glTF file has textures. Raise if a scene is its own child, or claims more
    than its file can hold: the loader would run out of memory."""
    try:
        with open(name, "rb") as file:
            header = json.loads(_gltf_text(file.read(), extension))
        nodes = header.get("nodes", [])
        if not _is_shallow([node.get("children", []) for node in nodes]):
            raise LimitExceeded("its scene is nested too deep, or an object is its own parent")
        for accessor in header.get("accessors", []):
            if accessor["count"] > 3 * MAX_FACES:
                raise LimitExceeded(f"a list of {accessor['count']:,} numbers is too long "
                                    f"(limit {3 * MAX_FACES:,})")
        return any("baseColorTexture" in material.get("pbrMetallicRoughness", {})
                   for material in header.get("materials", []))
    except InputError:
        raise
    except Exception:
        raise InputError(f"this is no {extension.upper()} mesh, or a broken one") from None


def _gltf_text(data: bytes, extension: str) -> bytes:
    if extension == "gltf" or data[:4] != b"glTF":
        return data
    length, kind = int.from_bytes(data[12:16], "little"), data[16:20]
    # The one kind of contents that glTF 1.0 knows is number 0.
    if kind not in (_GLB_JSON, bytes(4)) or length > len(data):
        raise ValueError
    return data[20:20 + length]


def _is_shallow(children: list[list[int]]) -> bool:
    """Return whether the nodes form a forest at most _MAX_DEPTH deep."""
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


# All other formats, read by assimp in a process of its own.
#
# Assimp is C++ that trusts its files: a few changed bytes in an .md3 file end the process, and in
# an .x or .dae file they make it run for ever. So it runs in a child, which may fail alone, with
# a limit on its time and its memory, and what it prints goes nowhere.

MIN_SECONDS = 30.0  # for reading a file, plus one for each megabyte
MAX_MEMORY = 6_000_000_000  # bytes

_CHILD = os.path.join(os.path.dirname(__file__), "assimp_child.py")
_DIFFUSE, _BASE_COLOUR = "1", "12"  # assimp's kinds of textures


def read_by_assimp(name: str, seconds: float = MIN_SECONDS) -> tuple[list[Part], list[str]]:
    """Return the parts of a file, and notes about what is not used."""
    _check_links(name)
    with _unpacked(name) as path:
        arrays = _run(path, seconds + os.path.getsize(path) / 1e6)
    result = json.loads(bytes(arrays["result"]))
    if "missing" in result:
        raise MissingPart(f"reading this mesh needs {result['missing']}: "
                          "pip install 'nonoforge[solids]'")
    if "error" in result:
        raise InputError(f"{_what(name)}: {_plain(result['error'], name)}")
    textures = _Textures(name)
    parts = [_assimp_part(arrays, number, textures, result["materials"])
             for number in range(result["meshes"])]
    return parts, [*textures.notes, *textures.folder.notes()]


@contextmanager
def _unpacked(name: str) -> Iterator[str]:
    """Yield the file, or one with the same contents as text where it is a binary glTF 1.0, which
    assimp does not read."""
    with open(name, "rb") as file:
        data = file.read() if extension_of(name) == "glb" else b""
    if data[:8] != b"glTF" + (1).to_bytes(4, "little"):
        yield name
        return
    text = _gltf_text(data, "glb")
    header = json.loads(text)
    body = b64encode(data[20 + len(text):]).decode()
    header.setdefault("buffers", {})["binary_glTF"] = {
        "type": "arraybuffer", "byteLength": len(data) - 20 - len(text),
        "uri": f"data:application/octet-stream;base64,{body}"}
    header.pop("extensionsUsed", None)
    with TemporaryDirectory(prefix="nonoforge-") as folder:
        path = os.path.join(folder, "model.gltf")
        with open(path, "w", encoding="utf-8") as copy:
            json.dump(header, copy)
        yield path


def _check_links(name: str) -> None:
    """Refuse a file that trimesh could not read and that names files outside of its folder: assimp
    would open them."""
    extension, folder = extension_of(name), Folder(name)
    if extension not in ("obj", "gltf", "glb"):
        return
    with open(name, "rb") as file:
        data = file.read()
    try:
        names = [line.split(maxsplit=1)[1] for line in as_utf8(data).decode().splitlines()
                 if line.startswith("mtllib ") and line[7:].strip()] if extension == "obj" else \
            list(_uris(json.loads(_gltf_text(data, extension))))
        for each in names:
            if not each.startswith("data:") and not folder.holds(each):
                raise InputError("it names a file outside of its folder")
    except (ValueError, RecursionError, AttributeError):
        raise InputError(_what(name)) from None


def _uris(part: Any) -> Iterator[str]:
    """Yield the names of files in a glTF header: whatever is called `uri`."""
    if isinstance(part, dict):
        for key, value in part.items():
            if key == "uri" and isinstance(value, str):
                yield value
            else:
                yield from _uris(value)
    elif isinstance(part, list):
        for value in part:
            yield from _uris(value)


def _what(name: str) -> str:
    extension = extension_of(name)
    shown = extension.upper() if extension in TRIMESH_FORMATS else f".{extension}"
    return f"this is no {shown} mesh, or a broken one"


def _run(name: str, seconds: float) -> Mapping[str, NDArray[Any]]:
    """Return what the child wrote: arrays."""
    import numpy as np

    memory = min(MAX_MEMORY, limited_process.memory_left() or MAX_MEMORY)
    command = limited_process.command(_CHILD, os.path.abspath(name), str(memory))
    paths = {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    try:
        with limited_process.counted():
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, timeout=seconds,
                                  env={**os.environ, **paths}, check=False)
    except subprocess.TimeoutExpired:
        raise InputError(f"{_what(name)}: it is not read after {seconds:.0f} seconds") from None
    try:
        found: Mapping[str, NDArray[Any]] = np.load(BytesIO(done.stdout), allow_pickle=False)
        return found
    except Exception:
        raise InputError(f"{_what(name)}: its reader crashed") from None


def _plain(message: str, name: str) -> str:
    """Return Assimp's message on one line, without the path, which the error names already."""
    if "triangulated" in message:  # assimp_py gives up on a scene with anything else in it
        return "it has points or straight lines beside its faces; remove them"
    path = os.path.abspath(name)
    text = message.split(f"'{path}': ", 1)[-1].replace(path, os.path.basename(path))
    text = "".join(c if c.isprintable() else " " for c in text)
    # Assimp is silent about a scene of cameras and lights, or of nothing.
    return " ".join(text.split())[:160] or "no mesh is found in it; export one with its faces"


class _Textures:
    """The textures of a file's materials, each read once."""

    def __init__(self, name: str) -> None:
        self.folder = Folder(name)
        self.notes: list[str] = []
        self._read: dict[str, NDArray[Any] | None] = {}

    def get(self, wanted: str) -> NDArray[Any] | None:
        """Return the pixels of a texture by the name that the material gives it."""
        if wanted not in self._read:
            self._read[wanted] = self._find(wanted)
        return self._read[wanted]

    def _find(self, wanted: str) -> NDArray[Any] | None:
        if wanted.startswith("$"):  # assimp's own word for none
            return None
        if wanted.startswith("*"):
            self.notes.append("a texture inside of the file is not used")
            return None
        try:
            data = self.folder.get(wanted)
        except (OSError, ValueError):
            return None
        found = decode(data)
        if isinstance(found, str):
            self.notes.append(f"{os.path.basename(wanted)[:80]!a} is not used: {found}")
            return None
        return found


def _assimp_part(arrays: Mapping[str, NDArray[Any]], number: int, textures: _Textures,
                 materials: list[dict[str, Any]]) -> Part:
    """Return one of the meshes."""
    import numpy as np

    uv, colours = arrays.get(f"uv{number}"), arrays.get(f"colours{number}")
    which = int(arrays[f"material{number}"])
    material = materials[which] if 0 <= which < len(materials) else {}
    wanted = material.get(_BASE_COLOUR) or material.get(_DIFFUSE)
    colour = material.get("colour")
    return Part(
        arrays[f"vertices{number}"], arrays[f"faces{number}"],
        colour=None if colour is None else np.clip(np.nan_to_num(colour), 0, 1) * 255,
        vertex_colours=None if colours is None else np.clip(np.nan_to_num(colours), 0, 1) * 255,
        uv=uv, texture=None if uv is None or not wanted else textures.get(wanted))
