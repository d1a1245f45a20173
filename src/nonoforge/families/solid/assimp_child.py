"""Read one mesh with assimp and write its arrays to standard output (see `mesh_readers`).

Run as a script in a child process; it imports nothing of nonoforge. Its arguments are the file and
the limit of its memory in bytes.
"""

from __future__ import annotations

import json
import os
import sys
from io import BytesIO
from typing import Any


def main(path: str, memory: int) -> None:
    """Write the contents of the file, or the reason why they cannot be read."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # assimp prints; our own output must stay clean
    _limit(memory)
    try:
        import numpy as np
    except ImportError:
        return
    arrays: dict[str, Any] = {}
    try:
        result = _read(path, arrays)
    except ImportError:
        arrays, result = {}, {"missing": "assimp_py"}
    except Exception as error:  # whatever the library raises is an answer
        arrays, result = {}, {"error": str(error) or type(error).__name__}
    arrays["result"] = np.frombuffer(json.dumps(result).encode(), dtype=np.uint8)
    whole = BytesIO()
    np.savez(whole, **arrays)
    out.write(whole.getbuffer())
    out.flush()


def _limit(memory: int) -> None:
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    except (ImportError, ValueError, OSError):
        pass  # not everywhere; the time is limited all the same


def _read(path: str, arrays: dict[str, Any]) -> dict[str, Any]:
    import assimp_py
    import numpy as np

    flags = (assimp_py.Process_Triangulate | assimp_py.Process_JoinIdenticalVertices
             | assimp_py.Process_PreTransformVertices)
    scene = assimp_py.import_file(path, flags)
    for number, mesh in enumerate(scene.meshes):
        arrays[f"vertices{number}"] = np.asarray(mesh.vertices, dtype=np.float64).reshape(-1, 3)
        arrays[f"faces{number}"] = np.asarray(mesh.indices, dtype=np.int64).reshape(-1, 3)
        arrays[f"material{number}"] = np.int64(mesh.material_index)
        if mesh.texcoords and mesh.num_uv_components[0] >= 2:
            uv = np.asarray(mesh.texcoords[0], dtype=np.float64)
            arrays[f"uv{number}"] = uv.reshape(mesh.num_vertices, -1)[:, :2]
        if mesh.colors:
            colours = np.asarray(mesh.colors[0], dtype=np.float64)
            arrays[f"colours{number}"] = colours.reshape(mesh.num_vertices, -1)[:, :3]
    return {"meshes": len(scene.meshes),
            "materials": [_material(material) for material in scene.materials]}


def _material(material: dict[str, Any]) -> dict[str, Any]:
    """Return the parts of a material that are used: a colour, and the first texture of each
    kind."""
    found: dict[str, Any] = {str(kind): names[0]
                             for kind, names in material.get("TEXTURES", {}).items() if names}
    colour = material.get("COLOR_DIFFUSE")
    if colour is not None and len(colour) >= 3:
        found["colour"] = [float(part) for part in colour[:3]]
    return found


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
