"""Parting lines that meet in a point, three or more of them: one leaves, to one side or the other.

A way to shift the lines, ever so little, is found by a linear programme: the line leaves its point,
points that must stay do, and as few others as possible are parted too (where points depend on each
other, one cannot be parted alone). A small step that way is an arrangement with the new points,
edges and faces, in no other place.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.widening.model import Model, numpy_or_missing
from nonoforge.families.sloped.widening.programme import Programme
from nonoforge.families.sloped.widening.sheets import Sheets
from nonoforge.families.sloped.widening.shifting import shifted, solved
from nonoforge.families.sloped.widening.topology import parted_elsewhere

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Floats = NDArray[Any]

Meeting = tuple[int, ...]
"""The lines that meet in a point: it is known by them."""

Sides = tuple[int, ...]
"""For each three lines of each point: 0 if they meet, otherwise the side on which one passes."""

LITTLE = 1e-3  # what a millimetre of shift costs, beside one of parting
ALONE = 1e-7  # millimetres: lines that are nearer to a point still meet there
STEP = 0.1  # millimetres between a line and the point that it has left, at most
CAREFUL = 0.25  # of the way to where an edge would vanish
TRIES = 4  # steps, each a quarter of the one before


class Way(NamedTuple):
    """A line leaves a point, to the side (1 or -1) of it."""

    meeting: Meeting
    leaving: int
    side: int


def ways(meeting: Meeting) -> Iterator[Way]:
    """All ways to part a point by one line. Of three lines it does not matter which one leaves."""
    inner = [line for line in meeting if line >= FRAME_SIDES]
    for leaving in inner if len(meeting) > 3 else inner[:1]:
        yield Way(meeting, leaving, 1)
        yield Way(meeting, leaving, -1)


def turned(sheets: Sheets, line: int, way: Way) -> float:
    """By how much a line of the point is on its positive side for each millimetre by which the
    leaving line goes its way; 0 if it stays in the point."""
    if line == way.leaving:
        return float(way.side)
    if len(way.meeting) > 3:
        return 0.0
    one, other = (number for number in way.meeting if number != line)
    return -way.side * float(_factors(sheets, line, one, other)[way.leaving])


def part(programme: Programme, way: Way, firm: Collection[Meeting]) -> Lattice | None:
    """The arrangement with a point parted that way; None if it cannot be, because `firm` points
    must stay."""
    shifts = direction(programme.sheets, way, firm)
    return None if shifts is None else parted(programme, shifts)


def parted(programme: Programme, shifts: Floats) -> Lattice | None:
    """The arrangement a small step in a direction; None if nothing is small enough."""
    lattice = programme.lattice
    meetings = [group for meeting in lattice.through if len(meeting) > 2
                for group in _groups(programme.sheets, meeting, shifts)]
    gone = set(lattice.through).difference(meetings)
    known = solved(lattice.lines, meetings)
    falling = programme.edges.at(shifts) - programme.edges.now
    limits = programme.edges.now[falling < 0] / -falling[falling < 0]
    step = min(STEP, CAREFUL * float(limits.min(initial=1e6)))
    for _ in range(TRIES):
        after = shifted(lattice, (step * shifts).tolist(), known)
        if parted_elsewhere(lattice, after, [lines for lines in gone if len(lines) > 2]) is None:
            return after
        step *= CAREFUL
    return None


def sides(sheets: Sheets, *steps: Floats) -> Sides:
    """How the lines of each point pass each other after some steps, each much smaller than the one
    before: all that tells one parted arrangement from another."""
    found = []
    for meeting in sheets.lattice.through:
        for one, other, line in combinations(meeting, 3) if len(meeting) > 2 else ():
            factors = _factors(sheets, line, one, other)
            apart = (float(factors @ step) for step in steps)
            found.append(next((1 if value > 0 else -1 for value in apart if abs(value) > ALONE), 0))
    return tuple(found)


def direction(sheets: Sheets, way: Way, firm: Collection[Meeting]) -> Floats | None:
    """Shifts of all lines with which the leaving one is a millimetre from its point."""
    np = numpy_or_missing()
    rows = _apart(sheets, way)
    hard = np.array([meeting in firm for meeting, _, _ in rows], dtype=bool)
    factors = np.array([factors for _, _, factors in rows])
    lines, count = len(sheets.rank) - FRAME_SIDES, len(rows)
    model = Model(2 * lines + 2 * count)  # shifts and partings, to either side
    model.lower[:] = 0.0
    model.cost[:2 * lines], model.cost[2 * lines:] = LITTLE, 1.0
    model.upper[2 * lines:] = np.where(np.tile(hard, 2), 0.0, np.inf)
    model.cost[2 * lines], model.cost[2 * lines + count] = 0.0, 0.0  # the first is the one to part
    model.lower[2 * lines + (0 if way.side > 0 else count)] = 1.0
    model.upper[2 * lines + (count if way.side > 0 else 0)] = 0.0
    inner = factors[:, FRAME_SIDES:]
    model.rows(np.broadcast_to(np.arange(2 * lines + 2 * count), (count, 2 * lines + 2 * count)),
               np.hstack([inner, -inner, -np.eye(count), np.eye(count)]), 0.0, 0.0)
    answer = model.solve()
    if answer is None:
        return None
    shifts: Floats = np.concatenate([np.zeros(FRAME_SIDES), answer.values[:lines]
                                     - answer.values[lines:2 * lines]])
    return shifts


def _apart(sheets: Sheets, way: Way) -> list[tuple[Meeting, int, Floats]]:
    """How far each line beyond two is from the point of those two: the factors of all lines. The
    leaving line comes first."""
    found = [(way.meeting, way.leaving, _factors(sheets, way.leaving, *_pair(sheets, way)))]
    for meeting in sheets.lattice.through:
        if len(meeting) > 2:
            away = way if meeting == way.meeting else None
            one, other = _pair(sheets, away) if away else sheets.steepest(meeting)
            found += [(meeting, line, _factors(sheets, line, one, other)) for line in meeting
                      if line not in (one, other) and not (away and line == away.leaving)]
    return found


def _pair(sheets: Sheets, way: Way) -> tuple[int, int]:
    return sheets.steepest(tuple(line for line in way.meeting if line != way.leaving))


def _factors(sheets: Sheets, line: int, one: int, other: int) -> Floats:
    factors: Floats = numpy_or_missing().zeros(len(sheets.rank))
    steep = sheets.sine(one, other)
    factors[line] -= 1.0
    factors[one] += sheets.sine(line, other) / steep
    factors[other] += sheets.sine(one, line) / steep
    return factors


def _groups(sheets: Sheets, meeting: Meeting, shifts: Floats) -> set[Meeting]:
    """The lines of a point that still meet when it is parted, three or more in each group."""
    found: set[Meeting] = set()
    for one, other in combinations(meeting, 2):
        near = tuple(line for line in meeting if line in (one, other) or abs(float(
            _factors(sheets, line, one, other) @ shifts)) < ALONE)
        if len(near) > 2:
            found.add(near)
        if near == meeting:
            break
    return found
