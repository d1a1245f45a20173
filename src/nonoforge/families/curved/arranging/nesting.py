"""Faces from loops: what is around what."""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.path import Path, Point, backwards, bounds, flat, inside


def areas(swept: Sequence[float], loops: Sequence[Sequence[int]]) -> list[float]:
    """The area that each loop goes round counter-clockwise, from what its edges sweep."""
    both = [area for edge in swept for area in (edge, -edge)]
    return [sum([both[dart] for dart in loop]) for loop in loops]


def components(vertices: int, ends: Sequence[tuple[int, int]]) -> list[int]:
    """For each vertex the number of the piece of the network that it is in."""
    around: list[list[int]] = [[] for _ in range(vertices)]
    for tail, head in ends:
        around[tail].append(head)
        around[head].append(tail)
    found = [-1] * vertices
    number = 0
    for first in range(vertices):
        if found[first] < 0:
            stack = [first]
            found[first] = number
            while stack:
                for vertex in around[stack.pop()]:
                    if found[vertex] < 0:
                        found[vertex] = number
                        stack.append(vertex)
            number += 1
    return found


class Nest:
    """Loops that may have other things inside."""

    def __init__(
        self, paths: Sequence[Path], loops: Sequence[Sequence[int]], area: Sequence[float],
    ) -> None:
        self.paths, self.loops = paths, loops
        self.boxes = [bounds(point for dart in loop for piece in paths[dart >> 1]
                             for point in piece) for loop in loops]
        self.order = sorted(range(len(loops)), key=area.__getitem__)
        self.polygons: dict[int, list[Point]] = {}

    def around(self, point: Point, eligible: Sequence[bool]) -> int | None:
        """The smallest eligible loop that has the point inside."""
        x, y = point
        for number in self.order:
            box = self.boxes[number]
            if eligible[number] and box.left < x < box.right and box.bottom < y < box.top and \
                    inside(point, self._polygon(number)):
                return number
        return None

    def _polygon(self, number: int) -> list[Point]:
        if number not in self.polygons:
            self.polygons[number] = [
                point for dart in self.loops[number] for point in flat(
                    backwards(self.paths[dart >> 1]) if dart & 1 else self.paths[dart >> 1],
                    1e-3)[:-1]]
        return self.polygons[number]
