"""Where a puzzle has several solutions: the cheapest cure, a further line.

A line through ambiguous faces cuts them in two and reads what it cuts, on both its sides, so that
solutions can be told apart. Of the lines that leave one solution the one is taken that cuts off
no narrow parts.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Collection, Iterable, Iterator, Sequence
from fractions import Fraction
from math import gcd
from time import perf_counter
from typing import NamedTuple

from nonoforge.engine import Budget, ambiguous_cells, propagate, solve
from nonoforge.families.plane import Arrangement, from_faces
from nonoforge.families.sloped.colouring import Rule, coloured
from nonoforge.families.sloped.drawn import ExactDrawing
from nonoforge.families.sloped.further import Further
from nonoforge.families.sloped.lattice import FRAME_SIDES, Lattice
from nonoforge.families.sloped.slopes import SMALL, Direction, Slopes, plain
from nonoforge.families.sloped.straight import UNIT, Straight, line
from nonoforge.families.sloped.straightening import MOST_LINES
from nonoforge.puzzle import Colouring

MOST = 3  # further lines
TRIALS = 240  # that are tried for each
SEARCHED = 12  # of those that lines alone do not solve: how many are given to the whole engine
TRIAL = Budget(settled=200_000, conflicts=2_000)


class Cure(NamedTuple):
    """The drawing with further lines in it, and what they make of the puzzle."""

    drawn: ExactDrawing
    lines: tuple[Straight, ...]
    line_solvable: bool


def cure(
    drawn: ExactDrawing, rule: Rule, ambiguous: Collection[int], slopes: Sequence[Direction], *,
    most: int = MOST, seconds: float | None = None,
) -> Cure | None:
    """The fewest further lines that give the puzzle one solution, if some are found: one, or else
    one that leaves fewest faces open, and then another."""
    until = perf_counter() + (float("inf") if seconds is None else seconds)
    lines: tuple[Straight, ...] = ()
    while len(lines) < most and ambiguous and len(drawn.lattice.lines) < FRAME_SIDES + MOST_LINES:
        found = best_line(drawn, coloured(drawn, rule).colouring, ambiguous, slopes, until)
        if found is None:
            return None
        lines += (found.line,)
        drawn = drawn.with_lines(found.line)
        if found.unique:
            return Cure(drawn, lines, found.open == 0)
        colours = coloured(drawn, rule)
        nonogram = from_faces(drawn.lattice.arrangement(), colours.colouring,
                              palette=colours.palette)
        verdict = solve(nonogram, budget=TRIAL)
        spare = None if seconds is None else max(0.0, until - perf_counter())
        ambiguous, _ = ambiguous_cells(nonogram.puzzle, verdict, seconds=spare)
    return None


class Trial(NamedTuple):
    """A line that was tried: the width of the narrowest part that it cuts off, the faces that
    lines alone leave open with it, and whether there is one solution then."""

    line: Straight
    width: float
    open: int
    unique: bool


def best_line(
    drawn: ExactDrawing, colouring: Colouring, ambiguous: Collection[int],
    slopes: Sequence[Direction], until: float = float("inf"),
) -> Trial | None:
    """The best of the lines that cut an ambiguous face, through its middle or through any vertex:
    one with which lines alone solve the puzzle, before one that leaves one solution, before one
    that leaves fewest faces open; among equals, the one that cuts off the widest parts. None if
    there is none before the clock passes `until`."""
    arrangement = drawn.lattice.arrangement()
    found: list[Further] = []
    for straight in _candidates(drawn.lattice, arrangement, ambiguous, slopes):
        further = Further(drawn.lattice, arrangement, colouring, straight)
        if perf_counter() > until:
            break
        if further.width > 0:
            found.append(further)
    found.sort(key=lambda further: -further.width)
    trials: list[tuple[int, int]] = []
    for number, further in enumerate(found):
        if perf_counter() > until:
            break
        left = len(propagate(further.puzzle).state.open_cells())
        if not left:
            return Trial(further.line, further.width, 0, True)
        trials.append((left, number))
    trials.sort()
    for left, number in sorted(trials[:SEARCHED], key=lambda trial: trial[1]):
        further = found[number]
        if perf_counter() > until:
            break
        if solve(further.puzzle, budget=TRIAL).answer == "unique":
            return Trial(further.line, further.width, left, True)
    return next((Trial(found[number].line, found[number].width, left, False)
                 for left, number in trials), None)


def _candidates(
    lattice: Lattice, arrangement: Arrangement, ambiguous: Collection[int],
    directions: Sequence[Direction],
) -> list[Straight]:
    """The lines to try: at most so many, those far from other vertices first."""
    ranked: list[tuple[float, Straight]] = []
    known = set(lattice.lines)
    for x, y in dict.fromkeys(directions):
        a, b = -y, x
        heights = sorted(a * u + b * v for u, v in lattice.places)
        spans = _joined(_span(lattice, face, a, b) for face in ambiguous)
        lows = [low for low, _ in spans]
        for offset, exact in _through(lattice, arrangement, ambiguous, a, b):
            at = bisect_left(lows, offset) - 1
            if at >= 0 and offset < spans[at][1]:
                straight = line(Fraction(a), Fraction(b), exact)
                if straight not in known:
                    known.add(straight)
                    ranked.append((_room(heights, offset) / straight.step, straight))
    ranked.sort(key=lambda pair: -pair[0])
    return [straight for _, straight in ranked[:TRIALS]]


def _through(
    lattice: Lattice, arrangement: Arrangement, ambiguous: Collection[int], a: int, b: int,
) -> Iterator[tuple[float, Fraction]]:
    """Offsets a x + b y of the lines through vertices and through the middles of faces: in
    millimetres, and exactly."""
    for x, y, w in lattice.vertices:
        exact = Fraction(a * x + b * y, w)
        yield float(exact) / UNIT, exact
    for face in ambiguous:
        u, v = arrangement.spots[face]
        exact = plain((a * u + b * v) * UNIT)
        yield float(exact) / UNIT, exact


def _span(lattice: Lattice, face: int, a: int, b: int) -> tuple[float, float]:
    """Between which offsets a face lies, a hair less."""
    heights = [a * x + b * y for x, y in (lattice.places[lattice.head(dart)]
                                          for dart in lattice.faces[face])]
    low, high = min(heights), max(heights)
    return low + 1e-6 * (high - low), high - 1e-6 * (high - low)


def _joined(spans: Iterable[tuple[float, float]]) -> list[tuple[float, float]]:
    """The same offsets in spans that do not overlap, in order."""
    found: list[tuple[float, float]] = []
    for low, high in sorted(spans):
        if found and low < found[-1][1]:
            found[-1] = found[-1][0], max(high, found[-1][1])
        else:
            found.append((low, high))
    return found


def _room(heights: Sequence[float], offset: float) -> float:
    """How far it is to the next vertex on either side that is not on the line itself."""
    hair = 1e-9 * max(1.0, abs(heights[0]), abs(heights[-1]))
    below = bisect_left(heights, offset - hair) - 1
    above = bisect_left(heights, offset + hair)
    gaps = [offset - heights[below]] if below >= 0 else []
    gaps += [heights[above] - offset] if above < len(heights) else []
    return min(gaps, default=0.0)


def slopes_of(lattice: Lattice, allowed: Slopes) -> list[Direction]:
    """The slopes of further lines: those that are allowed, and, if any are, those of the drawing
    that are written with small numbers."""
    own = [(x // gcd(x, y), y // gcd(x, y)) for x, y in
           (straight.direction for straight in lattice.lines[FRAME_SIDES:])] if allowed.any else []
    plain = (direction for direction in own if max(map(abs, direction)) <= SMALL)
    return list(dict.fromkeys([*(slope.direction for slope in allowed.slopes), *plain]))
