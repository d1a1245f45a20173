"""Simplify a picture to what a puzzle needs: few lines, little difference, one solution.

For each number of lines there is a best known set (`line_search`); together they are the trade-off
between lines and likeness. The default on it is where a further line is no longer worth its two
clues. Whatever is chosen has one solution that single lines find, if such a set is near.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

from nonoforge.clues import Runs
from nonoforge.engine import Budget, OutOfBudget, propagate, solve
from nonoforge.families.sloped.simplifying.line_search import POLISH_GINI, Lines, LineSearch
from nonoforge.families.sloped.simplifying.picture import Areas, Picture
from nonoforge.families.sloped.simplifying.placing import (
    Placed,
    place_in_frame,
    place_picture,
)
from nonoforge.families.sloped.simplifying.target import (
    BOTTOM,
    FLAT,
    LEFT,
    RIGHT,
    RISING,
    TOP,
    UPRIGHT,
    LatticeLine,
    Target,
    symmetric_units,
)
from nonoforge.palette import Palette
from nonoforge.path import Box
from nonoforge.puzzle import Line, Puzzle
from nonoforge.time_limit import deadline

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MIN_LINES, MAX_LINES = 4, 36
SEARCHED_LINES = 4  # more than wanted: the search goes there first, and back
LINE_WORTH = 0.003  # of the picture's area: what a line more must show, at the middle of --detail
DETAIL_RANGE = 8  # times that at --detail 0, and that part of it at 1
MAX_SHOWN = 6  # candidates beside each other
CANDIDATE_STEP = 1.35  # ratio of the numbers of lines of two consecutive candidates
MAX_CURE = 3  # lines that are added where there are several solutions
MAX_ROUNDS = 12  # of smoothing colours
BORDER = 0.15  # squares of wrong colour that a border as long as a square's side outweighs
TRIAL_BUDGET = Budget(settled=200_000, conflicts=2_000)


class Wanted(NamedTuple):
    """What the result should be like."""

    squares: int
    """Of the lattice along the longer side of the frame, at most."""
    single: int
    """Squares up to which a face of a single triangle is wide enough."""
    lines: int = MAX_LINES
    detail: float = 0.5
    """From 0, few lines, to 1, a close likeness."""
    frame: Box | None = None
    """In millimetres of the picture; None: around it."""
    seconds: float = inf


def lattice_puzzle(
    target: Target, lines: Iterable[LatticeLine], faces: NDArray[np.intp],
    colours: Sequence[int],
) -> Puzzle:
    """Return the puzzle whose cells are the faces of triangles, with both sides of each line."""
    numbers = faces.tolist()
    rows = [[face for face, _ in groupby(numbers[triangle] for triangle in side)]
            for line in sorted(lines) for side in sides(target, line)]
    found = tuple(Line(tuple(row), Runs.read(colours[face] for face in row), str(at))
                  for at, row in enumerate(rows))
    palette = Palette.of(*(f"#{number:06x}" for number in range(max(2, 1 + max(colours)))))
    return Puzzle(len(colours), found, palette)


def sides(target: Target, line: LatticeLine) -> tuple[list[int], list[int]]:
    """Return the triangles along both sides of a line, in its direction."""
    width, height = target.width, target.height
    slope, at = line

    def triangle(column: int, row: int, part: int) -> int:
        return 4 * (row * width + column) + part

    if slope == FLAT:
        return ([triangle(column, at, BOTTOM) for column in range(width)],
                [triangle(column, at - 1, TOP) for column in range(width)])
    if slope == UPRIGHT:
        return ([triangle(at - 1, row, RIGHT) for row in range(height)],
                [triangle(at, row, LEFT) for row in range(height)])
    if slope == RISING:
        squares = [(column, column - at + height) for column in
                   range(max(0, at - height), min(width, at))]
        return ([triangle(*square, part) for square in squares for part in (LEFT, TOP)],
                [triangle(*square, part) for square in squares for part in (BOTTOM, RIGHT)])
    squares = [(column, at - 1 - column) for column in
               range(max(0, at - height), min(width, at))]
    return ([triangle(*square, part) for square in squares for part in (TOP, RIGHT)],
            [triangle(*square, part) for square in squares for part in (LEFT, BOTTOM)])


class Borders(NamedTuple):
    """Pairs of triangles with a common side, and the lengths of these sides in squares."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lengths: NDArray[np.float64]


def borders_of(target: Target) -> Borders:
    """Return all pairs of neighbours among the triangles."""
    import numpy as np

    number = np.arange(4 * target.width * target.height).reshape(target.height, target.width, 4)
    within = [(number[..., one], number[..., other]) for one, other in (
        (BOTTOM, RIGHT), (RIGHT, TOP), (TOP, LEFT), (LEFT, BOTTOM))]
    between = [(number[:-1, :, TOP], number[1:, :, BOTTOM]),
               (number[:, :-1, RIGHT], number[:, 1:, LEFT])]
    pairs = [(one.ravel(), other.ravel(), length) for some, length in (
        (within, 0.5 ** 0.5), (between, 1.0)) for one, other in some]
    return Borders(np.concatenate([one for one, _, _ in pairs]),
                   np.concatenate([other for _, other, _ in pairs]),
                   np.concatenate([np.full(len(one), length) for one, _, length in pairs]))


def smooth_colours(
    target: Target, borders: Borders, faces: NDArray[np.intp], border: float = BORDER,
) -> NDArray[np.intp]:
    """Return a colour for each face: the one with the least wrong area and border, all others
    being given, until none changes."""
    import numpy as np

    count, colours = int(faces.max()) + 1, target.weights.shape[1]
    gain = np.stack([np.bincount(faces, target.weights[:, colour], count)
                     for colour in range(colours)], axis=1)
    square = target.areas.sum() / (target.width * target.height)
    one, other = faces[borders.first], faces[borders.second]
    apart = one != other
    one, other = one[apart], other[apart]
    lengths = borders.lengths[apart] * border * square
    found: NDArray[np.intp] = gain.argmax(axis=1)
    for _ in range(MAX_ROUNDS):
        same = np.zeros((count, colours))
        np.add.at(same, (one, found[other]), lengths)
        np.add.at(same, (other, found[one]), lengths)
        value = gain + same
        better = value.max(axis=1) - value[np.arange(count), found]
        # Only faces that gain more than all their neighbours change, so that two never swap.
        rival = np.zeros(count)
        np.maximum.at(rival, one, better[other])
        np.maximum.at(rival, other, better[one])
        change = (better > 1e-6) & (better >= rival)
        if not change.any():
            break
        found = np.where(change, value.argmax(axis=1), found)
    return found


@dataclass(frozen=True, eq=False)
class Candidate:
    """Lines on a lattice, the faces between them and their colours."""

    target: Target
    lines: tuple[LatticeLine, ...]
    faces: NDArray[np.intp]
    """For each triangle."""
    colours: tuple[int, ...]
    """For each face."""
    wrong: float
    """How much of the picture is of another colour, thin parts counted several times, as a share
    of what is not background."""

    @cached_property
    def difference(self) -> float:
        """The area that has another colour than the picture, as a share of what is not
        background."""
        import numpy as np

        areas = self.target.areas
        shown = areas[np.arange(len(areas)), np.array(self.colours)[self.faces]]
        return float((areas.sum() - shown.sum()) / max(1, areas[:, 1:].sum()))

    @cached_property
    def puzzle(self) -> Puzzle:
        """The puzzle; colours are numbered as those of the picture."""
        return lattice_puzzle(self.target, self.lines, self.faces, self.colours)

    @cached_property
    def open_faces(self) -> int:
        """How many faces single lines leave open: all where there is no time left to look."""
        try:
            return len(propagate(self.puzzle).state.open_cells())
        except OutOfBudget:
            return len(self.colours)

    @cached_property
    def unique(self) -> bool:
        """Whether it is proved that there is one solution."""
        return not self.open_faces or \
            solve(self.puzzle, budget=TRIAL_BUDGET).answer == "unique"


@dataclass(frozen=True, eq=False)
class Simplified:
    """A picture on a lattice, the trade-off between lines and likeness, and the best on it."""

    areas: Areas
    placed: Placed
    trade_off: tuple[Candidate, ...]
    """A candidate for each number of lines, the fewest first."""
    best: Candidate
    added: int
    """Lines of the best candidate that were added so that one solution is left."""
    search: Simplifying

    def cost(self, worth: float) -> float:
        """Return what the best candidate costs: its difference, and that of a line for each."""
        best = self.best
        return (best.wrong + best.difference) / 2 + worth * len(best.lines)

    @cached_property
    def shown(self) -> tuple[Candidate, ...]:
        """A few candidates with ever more lines, the best among them, to choose from."""
        known = [len(one.lines) for one in self.trade_off]
        middle = len(self.best.lines)
        numbers = set()
        for factor in (CANDIDATE_STEP, 1 / CANDIDATE_STEP):
            wanted = float(middle)
            for _ in range(MAX_SHOWN // 2):
                wanted *= factor
                near = min(known, key=lambda number: abs(number - wanted))
                if abs(near - middle) > 1 and abs(near - wanted) < 0.15 * wanted:
                    numbers.add(near)
        others = [self.search.improved(one) for one in self.trade_off if len(one.lines) in numbers]
        found = {len(one.lines): one for one in (*others, self.best)}
        return tuple(found[number] for number in sorted(found))


def simplify(areas: Areas, wanted: Wanted) -> Simplified:
    """Return the best candidate for a picture, and the trade-off that it is on: on a coarse
    lattice with all its lines, or on a fine one without faces of single triangles."""
    until = deadline(wanted.seconds)
    picture = Picture(areas)
    worth = LINE_WORTH * DETAIL_RANGE ** (1 - 2 * wanted.detail)
    found: list[Simplified] = []
    for low, high in ((0, wanted.single), (wanted.single + 1, wanted.squares)):
        if low <= high and (not found or monotonic() < until):
            placed = place_picture(picture, low, high) if wanted.frame is None else \
                place_in_frame(picture, wanted.frame, low, high)
            if placed is None:
                continue
            try:
                found.append(_simplified(areas, placed, wanted, worth, until))
            except OutOfBudget:
                if not found:
                    raise
    return min(found, key=lambda one: (not one.best.unique, one.cost(worth)))


def _simplified(
    areas: Areas, placed: Placed, wanted: Wanted, worth: float, until: float,
) -> Simplified:
    squares = max(placed.placement.width, placed.placement.height)
    search = Simplifying(placed, squares <= wanted.single, until)
    found = search.trade_off(wanted.lines)
    best = search.improved(min(found, key=lambda one: one.wrong + worth * len(one.lines)))
    cured = search.cured(best, wanted.lines) if best.open_faces else best
    return Simplified(areas, placed, tuple(found), cured, len(cured.lines) - len(best.lines),
                      search)


class Simplifying:
    """A search with all that it needs."""

    def __init__(self, placed: Placed, single: bool, until: float) -> None:
        self.target, self.until = placed.target, until
        self.borders: Borders = borders_of(placed.target)
        self.search = LineSearch(placed.target, symmetric_units(placed.target, *placed.mirrors),
                                 single)

    def candidate(self, lines: Lines) -> Candidate:
        import numpy as np

        target, faces = self.target, self.search.faces(lines)
        colours = smooth_colours(target, self.borders, faces)
        weights = target.weights
        shown = weights[np.arange(len(weights)), colours[faces]].sum()
        wrong = float((weights.sum() - shown) / max(1, weights[:, 1:].sum()))
        return Candidate(target, tuple(sorted(lines)), faces, tuple(colours.tolist()), wrong)

    def trade_off(self, most: int) -> list[Candidate]:
        """Return a candidate for each number of lines up to `most`, the fewest first."""
        lines = self.search.forward(most + SEARCHED_LINES)
        lines = self.search.polish(lines, POLISH_GINI, 1, self.until)
        found = [self.candidate(some) for some in self.search.backward(lines, MIN_LINES)]
        kept = [one for one in found if MIN_LINES <= len(one.lines) <= most]
        return (kept or found[-1:])[::-1]

    def improved(self, candidate: Candidate) -> Candidate:
        """Return the candidate with lines moved while that helps, and without too narrow faces."""
        lines = self.search.polish(frozenset(candidate.lines), POLISH_GINI, 2, self.until)
        for _ in range(len(lines)):
            close = self.search.too_close(lines)
            if not close or len(lines) <= MIN_LINES or monotonic() > self.until:
                break
            lines = self.search.drop(lines, POLISH_GINI, close)
            lines = self.search.replaced(lines, POLISH_GINI, len(candidate.lines))
        return self.candidate(self._needed(lines))

    def solvable(self, candidate: Candidate, most: int) -> Candidate:
        """Return the candidate improved, with up to `most` lines so that it can be solved."""
        found = self.improved(candidate)
        return self.cured(found, most) if found.open_faces else found

    def _needed(self, lines: Lines) -> Lines:
        """Return the lines without those on whose two sides colours are the same everywhere."""
        while True:
            found = self.candidate(lines)
            idle = [unit for unit in sorted({self.search.home[line] for line in lines})
                    if self._idle(found, lines, unit)]
            if not idle or len(lines) - len(idle[0]) < MIN_LINES or monotonic() > self.until:
                return lines
            lines = lines.difference(idle[0])

    def _idle(self, found: Candidate, lines: Lines, unit: tuple[LatticeLine, ...]) -> bool:
        import numpy as np

        less = self.candidate(lines.difference(unit))
        return bool((np.array(found.colours)[found.faces]
                     == np.array(less.colours)[less.faces]).all())

    def cured(self, candidate: Candidate, most: int) -> Candidate:
        """Return the candidate with further lines with which single lines solve it, if some are
        found, or else that leave one solution; each is the one that leaves fewest faces open."""
        now, unique = candidate, candidate if candidate.unique else None
        for _ in range(MAX_CURE):
            tried: list[Candidate] = []
            for more in self._with_units(now, most):
                if monotonic() > self.until:
                    break
                tried.append(more)
                if not more.open_faces:
                    return more
            if not tried:
                break
            now = min(tried, key=lambda one: (one.open_faces, len(one.lines), one.lines))
            if unique is None and now.unique:
                unique = now
        return unique or candidate

    def _with_units(self, candidate: Candidate, most: int) -> Iterator[Candidate]:
        """Yield the candidate with each of the other lines, which divide faces and change no
        colour."""
        import numpy as np

        shown = np.array(candidate.colours)[candidate.faces]
        for unit in self.search.units:
            lines = frozenset(candidate.lines).union(unit)
            if len(candidate.lines) < len(lines) <= most and not self.search.too_close(lines):
                faces = self.search.faces(lines)
                first = np.zeros(int(faces.max()) + 1, np.intp)
                first[faces] = np.arange(len(faces))
                yield replace(candidate, lines=tuple(sorted(lines)), faces=faces,
                              colours=tuple(shown[first].tolist()))
