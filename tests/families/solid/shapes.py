"""Meshes for tests, made on the spot."""

from __future__ import annotations

from math import cos, pi, sin
from pathlib import Path


def ball(path: Path, rings: int = 8, *, hole: bool = False) -> str:
    """An OBJ file with a ball of radius 1, a little longer than high."""
    points = [(0.0, 0.0, 0.9), *(
        (1.2 * sin(pi * i / rings) * cos(2 * pi * j / rings), sin(pi * i / rings)
         * sin(2 * pi * j / rings), 0.9 * cos(pi * i / rings))
        for i in range(1, rings) for j in range(rings)), (0.0, 0.0, -0.9)]
    faces = []
    for j in range(rings):
        right = (j + 1) % rings
        faces.append((1, 2 + j, 2 + right))
        for i in range(rings - 2):
            a, b = 2 + i * rings + j, 2 + i * rings + right
            faces += [(a, a + rings, b), (b, a + rings, b + rings)]
        last = 2 + (rings - 2) * rings
        faces.append((last + j, len(points), last + right))
    lines = [f"v {x} {y} {z}" for x, y, z in points]
    lines += ["f {} {} {}".format(*face) for face in faces[hole:]]
    path.write_text("\n".join(lines) + "\n")
    return str(path)
