"""From the shapes of a drawing to the strokes of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.arranging import check_number
from nonoforge.families.curved.framing import Framed, framed
from nonoforge.families.curved.hugging import unhugged
from nonoforge.families.curved.joining import Snapped, join
from nonoforge.families.curved.roles import Part, Roles, roles
from nonoforge.families.curved.stroke import Stroke, distance, stroke
from nonoforge.families.plane import Drawing, Shape
from nonoforge.path import Matrix, Path, backwards, moved


class Drawn(NamedTuple):
    """The strokes of a drawing, their ends joined, in millimetres of the puzzle."""

    framed: Framed
    strokes: tuple[Stroke, ...]
    roles: Roles
    snapped: tuple[Snapped, ...]
    notes: tuple[str, ...]

    @property
    def frame(self) -> Stroke:
        return self.framed.frame

    @property
    def matrix(self) -> Matrix:
        """From the drawing to the puzzle."""
        return self.framed.sheet.matrix

    @property
    def picture(self) -> list[Shape]:
        """The shapes that border the picture, from the back to the front, each once."""
        return list({id(part.shape): part.shape
                     for part in self.roles.of("picture", "both")}.values())

    @property
    def outlines_only(self) -> bool:
        """Is there nothing but a picture, and no curve that was drawn to the frame? Closed shapes
        that run along the frame are a picture."""
        shapes = {part.shape.name for part in self.roles.parts if part.outline.closed}
        ends = [stroke.path[k][k] for stroke in self.strokes
                if not stroke.closed and stroke.name not in shapes for k in (0, -1)]
        return all(all(stroke.flags) for stroke in self.strokes) and \
            not any(distance(place, self.frame.path) < 1e-6 for place in ends)


def drawn(drawing: Drawing, snap: float, size: float | None = None) -> Drawn:
    """The strokes of a drawing."""
    told = roles(drawing)
    if not told.parts:
        raise InputError("nothing is drawn: there is nothing to make a puzzle from")
    frame = framed(drawing, told, size, snap)
    notes = [*drawing.notes, *told.notes, *frame.notes]
    parts = told.of("picture", "line")
    check_number(len(parts), sum(len(part.outline.path) for part in told.parts))
    if not told.of("picture", "both"):
        raise InputError("no picture: its outline is drawn in red, or called picture, or is a "
                         "closed shape")
    strokes = _strokes(parts, frame.sheet.matrix, notes)
    if not strokes:
        raise InputError("nothing is drawn within the frame")
    joined, snapped = join(frame.frame, strokes, snap)
    free = unhugged(frame.frame, joined)
    return Drawn(frame._replace(frame=free.frame), free.strokes, told, tuple(snapped),
                 (*notes, *free.notes))


def _strokes(parts: Sequence[Part], matrix: Matrix, notes: list[str]) -> list[Stroke]:
    """Each outline once, without what is only a point."""
    found: dict[Path, Stroke] = {}
    for number, part in enumerate(parts):
        name = part.shape.name or f"shape {number + 1}"
        each = stroke(moved(part.outline.path, matrix), part.outline.closed,
                      picture=part.role == "picture", name=name)
        if each is None:
            notes.append(f"{name} is a mere point; it was left out")
            continue
        twin = found.get(each.path) or found.get(backwards(each.path))
        if twin is None:
            found[each.path] = each
        else:
            notes.append(f"{name} is drawn twice ({twin.name} is the same); once is enough")
            if any(each.flags):
                found[twin.path] = each if each.path == twin.path else \
                    Stroke(twin.path, twin.closed, each.flags, twin.name)
    return list(found.values())
