"""A face is known by the sides of all lines on which it lies. So faces can be followed when lines
are shifted, even if other faces come to be."""

from __future__ import annotations

from collections.abc import Collection

from nonoforge.sloped.lattice import FRAME, Lattice

NEW = -1


def face_signs(lattice: Lattice) -> list[int]:
    """For each face a number whose bits say on the left of which lines it lies."""
    left = {dart: face for face, loop in enumerate(lattice.faces) for dart in loop}
    signs = [-1] * len(lattice.faces)
    signs[0] = _signs(lattice, lattice.faces[0])
    reached = [0]
    for face in reached:  # grows while it is read
        for dart in lattice.faces[face]:
            other = left.get(dart ^ 1)
            if other is not None and signs[other] < 0:
                signs[other] = signs[face] ^ 1 << lattice.edges[dart >> 1][0]
                reached.append(other)
    return signs


def _signs(lattice: Lattice, loop: tuple[int, ...]) -> int:
    """Of one face, by its corners: one that is not on a line says on which side they are."""
    found = 0
    for number, (a, b, c) in enumerate(lattice.lines[FRAME:], start=FRAME):
        corners = (lattice.vertices[lattice.tail(dart)] for dart in loop)
        value = next(value for x, y, w in corners if (value := a * x + b * y - c * w))
        found |= (value > 0) << number
    return found


def heirs(before: Lattice, after: Lattice) -> tuple[int, ...]:
    """For each face after the face before that lay on the same sides of all lines, or NEW."""
    known = {signs: face for face, signs in enumerate(face_signs(before))}
    return tuple(known.get(signs, NEW) for signs in face_signs(after))


def parted_elsewhere(
    before: Lattice, after: Lattice, parted: Collection[tuple[int, ...]],
) -> str | None:
    """What has changed besides that lines no longer meet in these points (each given by its
    lines), in words; None if nothing has."""
    kept = set(before.through).difference(parted)
    if not kept <= set(after.through):
        return "other points where lines meet are gone"
    known = [set(lines) for lines in before.through]
    if any(len(lines) > 2 and not any(set(lines) <= one for one in known)
           for lines in set(after.through) - kept):
        return "lines meet in a new point"
    found = heirs(before, after)
    if set(found) - {NEW} != set(range(len(before.faces))):
        return "faces are gone"
    around = [set(lines) for lines in parted]
    for face, heir in enumerate(found):
        lines = {line for dart in after.faces[face] for line in after.through[after.tail(dart)]}
        if heir == NEW and not any(lines <= one for one in around):
            return "a face has come to be elsewhere"
    return None
