"""Solids to draw, and what a plain ray tracer sees of them."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator

from nonoforge.families.solid import Solid, from_voxels, solid_of, with_clues
from nonoforge.families.solid.isometric import Net
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette

NS = "{http://www.w3.org/2000/svg}"
COLOURS = Palette.of("#ffffff", "#e8d9b0", "#c0392b", "#000000")
Point = tuple[float, float]


def random_solid(rng: random.Random, *, colours: int = 4, most: int = 5) -> Nonogram:
    """Of any shape and density, with some clues hidden."""
    width, height, depth = (rng.randint(1, most) for _ in range(3))
    share = rng.random()
    voxels = [[[rng.randrange(1, colours) if rng.random() < share else 0 for _ in range(width)]
               for _ in range(height)] for _ in range(depth)]
    palette = COLOURS if colours > 2 else Palette.of("#ffffff", "#4c78a8")
    whole = from_voxels(voxels, palette=palette, info=Info(title="A solid"))
    return with_clues(whole, [i for i in range(len(whole.puzzle.lines)) if rng.random() < 0.8])


def project(view: Net, x: float, y: float, z: float) -> Point:
    """Where a corner of the lattice is seen: x down to the right, z down to the left, y up."""
    return (view.left + (x - z) * view.wide, view.top + (x + z - 2 * y) * view.half)


def sides(view: Net, x: int, y: int, z: int) -> list[list[Point]]:
    """The top, the front and the right side of a voxel, as they are seen."""
    top = [(x, y + 1, z), (x + 1, y + 1, z), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)]
    front = [(x, y, z + 1), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x, y + 1, z + 1)]
    right = [(x + 1, y, z), (x + 1, y, z + 1), (x + 1, y + 1, z + 1), (x + 1, y + 1, z)]
    return [[project(view, *corner) for corner in side] for side in (top, front, right)]


def inside(point: Point, polygon: list[Point]) -> bool:
    """Is the point in the polygon? By counting the sides to its right."""
    x, y = point
    hits = 0
    for (x1, y1), (x2, y2) in zip(polygon, [*polygon[1:], polygon[0]], strict=True):
        if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
            hits += 1
    return hits % 2 == 1


def traced(solid: Solid, cells: bytes, view: Net, point: Point) -> tuple[int, int] | None:
    """The cell and the side seen at a point: of all that cover it, that of the nearest voxel.

    Two voxels that cover one point lie apart along the diagonal, so the sum of x, y and z tells.
    """
    found = []
    for cell, shown in enumerate(cells):
        place = solid.place(cell)
        for face, side in enumerate(sides(view, *place) if shown else []):
            if inside(point, side):
                found.append((sum(place), cell, face))
    return max(found)[1:] if found else None


def probes(solid: Solid, view: Net) -> Iterator[Point]:
    """Points within every triangle of the net, off all edges."""
    width, height, depth = solid.size
    for i in range(-depth - 1, width + 1):
        for k in range(-2 * height - 1, width + depth + 1):
            for part in (0.3, 0.7):
                yield view.left + (i + part) * view.wide, view.top + (k + 0.5) * view.half


def polygons(root: ET.Element) -> list[tuple[str, list[Point]]]:
    """The filled polygons of an SVG in painting order."""
    found = []
    for path in root.iter(f"{NS}path"):
        for piece in path.get("d", "").split("M")[1:] if path.get("fill") != "none" else []:
            found.append((path.get("fill", ""), _walked(piece)))
    return found


def _walked(piece: str) -> list[Point]:
    points: list[Point] = []
    for command, numbers in re.findall(r"([a-z]?)([-\d. ]*)", "l" + piece):
        values = [float(number) for number in numbers.split()]
        x, y = points[-1] if points else (0.0, 0.0)
        if values and command in "lhv":
            step = {"l": values[:2], "h": [*values, 0.0], "v": [0.0, *values]}[command]
            points.append((x + step[0], y + step[1]))
    return points


def texts(root: ET.Element) -> list[tuple[float, float, str]]:
    """Every text with the place where it is seen, through all groups."""
    found = []

    def walk(element: ET.Element, matrix: tuple[float, ...]) -> None:
        for child in element:
            inner = matrix
            if child.get("transform"):
                numbers = re.findall(r"-?[\d.]+(?:e-?\d+)?", child.get("transform", ""))
                inner = tuple(map(float, numbers))
            if child.tag == f"{NS}text":
                a, b, c, d, e, f = inner
                x, y = float(child.get("x", "")), float(child.get("y", ""))
                found.append((a * x + c * y + e, b * x + d * y + f, child.text or ""))
            walk(child, inner)

    walk(root, (1, 0, 0, 1, 0, 0))
    return found


def size_of(nonogram: Nonogram) -> tuple[int, int, int]:
    return solid_of(nonogram).size
