"""From lines as they are drawn to lines with whole numbers that meet where they should.

Lines whose slope is one of small whole numbers keep it, and are moved until all of them that nearly
meet in a point do. Lines of other slopes go through exact corners. What then still nearly meets is
joined as far as that goes.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonoforge.families.sloped.lattice import FRAME_SIDES, sides
from nonoforge.families.sloped.slopes import with_direction
from nonoforge.families.sloped.straight import UNIT, Straight
from nonoforge.families.sloped.straightening.corners import Corner, Placing, gathered
from nonoforge.families.sloped.straightening.fitting import Snap
from nonoforge.families.sloped.straightening.joining import Meeting, join, meetings
from nonoforge.families.sloped.straightening.outlines import Sketch
from nonoforge.families.sloped.straightening.rows import Row, Straightened, nearness, turns
from nonoforge.families.sloped.straightening.rows import sides as side_rows
from nonoforge.path import Point

FAR = 4  # times what is near: how far lines may be moved to make meetings exact
MOST_JOINED = 400  # meetings of lines with long numbers; to join more would take long
SQUARE = 0.02  # the sine of an angle below which two lines do not say where they meet


def exact_lines(
    sketch: Sketch, found: Straightened, snap: Snap,
) -> tuple[Sequence[Straight], int]:
    """The frame's sides and all lines, exact, and how many near meetings are left."""
    near = nearness(sketch, snap)
    corners = {(before.line, leg.line) for legs in found.loops for before, leg in turns(legs)}
    known = dict(enumerate(sides(sketch.frame.exact)))
    for number, row in enumerate(found.rows, FRAME_SIDES):
        if row.slope.exact is not None:
            known[number] = with_direction(row.slope.exact, row.offset)
    known, left = _joined(sketch, known, corners, near)
    if len(known) == FRAME_SIDES + len(found.rows):
        return [known[number] for number in sorted(known)], left
    known = Placing(known, _corners(sketch, found, snap, near)).run()
    for number, row in enumerate(found.rows, FRAME_SIDES):
        if number not in known:  # a line with a single corner
            known[number] = with_direction(row.slope.direction, row.offset)
    known, left = _joined(sketch, known, corners, near)
    return [known[number] for number in sorted(known)], left


def _joined(
    sketch: Sketch, known: dict[int, Straight], corners: set[tuple[int, int]], near: float,
) -> tuple[dict[int, Straight], int]:
    """The same lines, moved so that those meet that nearly do."""
    numbers = sorted(known)
    lines = [known[number] for number in numbers]
    at = {number: place for place, number in enumerate(numbers)}
    pairs = [(at[one], at[other]) for one, other in corners if one in at and other in at]
    wanted = meetings(lines, sketch.frame.exact, near * UNIT, pairs)
    if len(wanted) > MOST_JOINED and _long(lines, wanted):
        return known, 0
    joined = join(lines, wanted, FRAME_SIDES, FAR * near * UNIT)
    return dict(zip(numbers, joined.lines, strict=True)), len(joined.left_out)


def _long(lines: Sequence[Straight], wanted: Sequence[Meeting]) -> bool:
    return any(lines[number].b.bit_length() > 40 for meeting in wanted for number in meeting.lines)


def _corners(sketch: Sketch, found: Straightened, snap: Snap, near: float) -> list[Corner]:
    """The corners of the drawing with all lines that go through them."""
    rows = [*side_rows(sketch), *found.rows]
    points = [(_corner(rows[before.line], rows[leg.line], leg.start, snap), before.line, leg.line)
              for legs in found.loops for before, leg in turns(legs)]
    corners = gathered(points, near)
    for corner in corners:
        x, y = corner.point
        for number, row in enumerate(rows):
            dx, dy = row.slope.unit
            if abs(dx * y - dy * x - row.offset) <= near:
                corner.lines.add(number)
    return corners


def _corner(one: Row, other: Row, drawn: Point, snap: Snap) -> Point:
    """Where two rows meet if edges were turned; otherwise the corner as it was drawn."""
    (ax, ay), (bx, by) = one.slope.unit, other.slope.unit
    sine = ax * by - ay * bx
    if not snap.degrees or abs(sine) < SQUARE:
        return drawn
    return ((one.offset * bx - other.offset * ax) / sine,
            (one.offset * by - other.offset * ay) / sine)
