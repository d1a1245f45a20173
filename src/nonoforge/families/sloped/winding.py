"""How often outlines go around each face.

That is known from a neighbour: it changes by one across each edge of an outline. So everything is
exact, and follows from the lattice alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from nonoforge.families.plane import OUTSIDE
from nonoforge.families.sloped.lattice import Lattice

Windings = list[int]
"""For each face how often something goes around it, counter-clockwise."""


def windings(lattice: Lattice, groups: Iterable[Sequence[Sequence[int]]]) -> list[Windings]:
    """For each group of walks (of darts) how often they go around each face together."""
    order = _inwards(lattice)
    found: list[Windings] = []
    for walks in groups:
        across = [0] * (2 * len(lattice.edges))
        for walk in walks:
            for dart in walk:
                across[dart] += 1
                across[dart ^ 1] -= 1
        around = [0] * (len(lattice.faces) + 1)  # the last is what lies outside the frame
        for face, before, dart in order:
            around[face] = around[before] + across[dart]
        found.append(around[:-1])
    return found


def _inwards(lattice: Lattice) -> list[tuple[int, int, int]]:
    """Each face after a neighbour of it, from outside the frame: the face, the neighbour, and the
    dart between them that has the face on its left."""
    left = [OUTSIDE] * (2 * len(lattice.edges))
    for face, loop in enumerate(lattice.faces):
        for dart in loop:
            left[dart] = face
    seen = bytearray(len(lattice.faces))
    order: list[tuple[int, int, int]] = []

    def enter(dart: int, before: int) -> None:
        if not seen[left[dart]]:
            seen[left[dart]] = 1
            order.append((left[dart], before, dart))

    enter(0, OUTSIDE)  # the frame's bottom side, whose inside is on the left
    for face, _, _ in order:  # grows while it is read
        for dart in lattice.faces[face]:
            if left[dart ^ 1] != OUTSIDE:
                enter(dart ^ 1, face)
    return order
