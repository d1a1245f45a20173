"""Whether two arrangements of the same lines, shifted, have the same vertices, edges and faces."""

from __future__ import annotations

from dataclasses import replace

from nonoforge.sloped.lattice import Lattice


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
