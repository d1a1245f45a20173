"""Whether two arrangements of the same lines, shifted, are the same: all their vertices, edges and
faces; or all but points that were parted, and what has come to be there.

A vertex is known by the lines that meet in it, a face by the sides of all lines on which it lies.
So both can be followed when lines are shifted.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice

NEW = -1


def difference(before: Lattice, after: Lattice) -> str | None:
    """What is not the same, in words; None if everything is. The numbers of vertices, edges and
    faces do not matter, those of lines do."""
    if set(before.through) != set(after.through):
        lost, new = (len(set(one.through) - set(other.through))
                     for one, other in ((before, after), (after, before)))
        return f"{lost} points where lines meet are gone and {new} are new"
    now = _numbers(before, after)
    for line, (old, new_row) in enumerate(zip(before.along, after.along, strict=True)):
        if tuple(now[vertex] for vertex in old) != new_row:
            return f"line {line} meets the others in another order"
    if _corners(before, now) != _corners(after, range(len(after.vertices))):
        return "the faces have other corners"
    return None


def renumbered(before: Lattice, after: Lattice) -> Lattice:
    """`after` with the numbers that vertices, edges and faces have in `before`; they must be the
    same but for those."""
    now = _numbers(before, after)
    return replace(before, lines=after.lines,
                   vertices=tuple(after.vertices[vertex] for vertex in now))


def _numbers(before: Lattice, after: Lattice) -> list[int]:
    """For each vertex before its number after; a vertex is known by the lines that meet in it."""
    numbers = {lines: vertex for vertex, lines in enumerate(after.through)}
    return [numbers[lines] for lines in before.through]


def _corners(lattice: Lattice, number: list[int] | range) -> set[tuple[int, ...]]:
    """The corners of each face, from the one with the least number."""
    found = set()
    for face in lattice.faces:
        corners = [number[lattice.tail(dart)] for dart in face]
        first = corners.index(min(corners))
        found.add((*corners[first:], *corners[:first]))
    return found


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
    for number, (a, b, c) in enumerate(lattice.lines[FRAME_SIDES:], start=FRAME_SIDES):
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
