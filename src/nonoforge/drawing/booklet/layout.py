"""Which puzzles stand together on a sheet, and where, so that their cells are as large as possible.

Boxes stand in rows and columns. All columns are equally wide; a row is as high as its drawings ask
for, in its share of the sheet. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from nonoforge.drawing.booklet.elements import (
    EDGE,
    FOOT,
    TOP,
    BookletPuzzle,
    Box,
    HeadingSize,
    heading_size,
)
from nonoforge.drawing.booklet.page_format import Sheet
from nonoforge.drawing.display import MAX_ENLARGED, Display
from nonoforge.text import spans

LANDSCAPE_FACTOR = 0.95  # what a size on a lying sheet is worth: a page is turned for a good gain
GUTTER = 7.0  # between two boxes


class Layout(NamedTuple):
    """A sheet with a box for each drawing."""

    sheet: Sheet
    boxes: tuple[Box, ...]


def arrange(sheets: Iterable[Sheet], displays: Sequence[Display], heading: float) -> Layout:
    """Return the best of the sheets and of the numbers of columns. `heading` is the height of the
    words above each drawing."""
    found = [_layout(sheet, columns, displays, heading)
             for sheet in sheets for columns in range(1, len(displays) + 1)]
    return max(found, key=lambda layout: _merit(layout, displays, heading))


def share_of_size(display: Display, box: Box, heading: float) -> float:
    """Return how large a drawing becomes in its box, as a share of its usual size."""
    room = max(0.1, box.height - heading)
    return display.fitting(box.width, room, MAX_ENLARGED) / display.unit


def _merit(layout: Layout, displays: Sequence[Display], heading: float) -> tuple[float, float]:
    """Return the smallest share of a drawing, then the sum of all."""
    shares = [share_of_size(display, box, heading)
              for display, box in zip(displays, layout.boxes, strict=True)]
    lying = layout.sheet[0] > layout.sheet[1]
    return round(min(shares) * (LANDSCAPE_FACTOR if lying else 1), 2), sum(shares)


def _layout(
    sheet: Sheet, columns: int, displays: Sequence[Display], heading: float,
) -> Layout:
    width = (sheet[0] - 2 * EDGE - (columns - 1) * GUTTER) / columns
    rows = [displays[at:at + columns] for at in range(0, len(displays), columns)]
    room = sheet[1] - TOP - FOOT - (len(rows) - 1) * GUTTER
    wanted = [heading + max(display.page_height * min(MAX_ENLARGED * display.unit,
                                                     width / display.width)
                            for display in row) for row in rows]
    boxes, top = [], TOP
    for row, height in zip(rows, _shared(room, wanted), strict=True):
        boxes += [Box(EDGE + at * (width + GUTTER), top, width, height) for at in range(len(row))]
        top += height + GUTTER
    return Layout(sheet, tuple(boxes))


def _shared(room: float, wanted: Sequence[float]) -> list[float]:
    """Divide a height: each part gets what it wants and an equal part of what is left; where there
    is not enough, an equal share, and what smaller parts do not need of theirs.

    >>> _shared(100, [10, 70]), _shared(100, [10, 70, 80])
    ([20.0, 80.0], [10.0, 45.0, 45.0])
    """
    spare = room - sum(wanted)
    if spare >= 0:
        return [part + spare / len(wanted) for part in wanted]
    heights = [0.0] * len(wanted)
    for done, at in enumerate(sorted(range(len(wanted)), key=wanted.__getitem__)):
        heights[at] = min(float(wanted[at]), room / (len(wanted) - done))
        room -= heights[at]
    return heights


class DrawnPuzzle(NamedTuple):
    """A puzzle with its number and its drawing, which has no title: that stands above it."""

    number: int
    puzzle: BookletPuzzle
    display: Display

    @property
    def named(self) -> str:
        return self.puzzle.named(self.number)

    def too_small(self, share: float) -> bool:
        """Return whether at this share of its size its cells or numbers are hard to use."""
        return self.display.detail * share < self.display.min_detail

    def size_words(self, share: float) -> str:
        """Return how small it is at this share of its size."""
        if self.display.true_size:
            return f"drawn at {int(100 * share)}% of its size"
        return f"cells of {self.display.detail * share:.1f} mm"


class Group(NamedTuple):
    """Puzzles that stand together on one sheet; a single one may go on over several sheets."""

    puzzles: tuple[DrawnPuzzle, ...]
    layout: Layout
    heading: HeadingSize

    @property
    def shares(self) -> list[float]:
        """How large each puzzle is, as a share of its full size."""
        return [share_of_size(drawn.display, box, self.heading.height)
                for drawn, box in zip(self.puzzles, self.layout.boxes, strict=True)]

    @property
    def sheets(self) -> int:
        """How many sheets it takes."""
        return len(self.puzzles[0].display.pages) if len(self.puzzles) == 1 else 1


class Grouping:
    """Divides a sequence of puzzles into groups of `per_page`, or of fewer where they would be too
    small, and collects remarks."""

    def __init__(self, sheets: tuple[Sheet, ...], per_page: int, paper: str) -> None:
        self.sheets, self.per_page, self.paper = sheets, per_page, paper
        self._waiting: list[DrawnPuzzle] = []
        self._large: dict[str, list[DrawnPuzzle]] = {}  # by what would be too small of them
        self._small: list[str] = []

    def groups(self, puzzles: Iterable[DrawnPuzzle]) -> Iterator[Group]:
        """Yield the groups, in order."""
        for drawn in puzzles:
            if len(drawn.display.pages) > 1:
                yield from self._finish()
                if self.per_page > 1:
                    self._large.setdefault("it takes several pages", []).append(drawn)
                yield self._checked(self._together([drawn]))
                continue
            if self._waiting and not self._fit([*self._waiting, drawn]):
                yield from self._finish()
            self._waiting.append(drawn)
            if len(self._waiting) == self.per_page:
                yield from self._finish()
        yield from self._finish()

    def _finish(self) -> Iterator[Group]:
        """Yield the puzzles that wait, full page or not."""
        waiting, self._waiting = self._waiting, []
        if 0 < len(waiting) < self.per_page:
            for drawn in waiting:
                if not self._fit([drawn] * self.per_page):
                    part = "numbers" if drawn.display.true_size else "cells"
                    words = f"{part} would be under {drawn.display.min_detail:.1f} mm"
                    self._large.setdefault(words, []).append(drawn)
        if waiting:
            yield self._checked(self._together(waiting))

    def _together(self, puzzles: Sequence[DrawnPuzzle]) -> Group:
        heading = heading_size(len(puzzles))
        displays = [drawn.display for drawn in puzzles]
        return Group(tuple(puzzles), arrange(self.sheets, displays, heading.height), heading)

    def _fit(self, puzzles: Sequence[DrawnPuzzle]) -> bool:
        """Return whether each of them is large enough on one sheet."""
        group = self._together(puzzles)
        return not any(drawn.too_small(share)
                       for drawn, share in zip(puzzles, group.shares, strict=True))

    def _checked(self, group: Group) -> Group:
        """Note which puzzles of a group are too small."""
        for drawn, share in zip(group.puzzles, group.shares, strict=True):
            if drawn.too_small(share):
                self._small.append(f"{drawn.named}: {drawn.size_words(share)}; it is large for "
                                   f"{self.paper} paper")
        return group

    @property
    def remarks(self) -> list[str]:
        """What was divided otherwise than asked for, and what is too small."""
        found = []
        for why, large in self._large.items():
            numbers = spans([drawn.number for drawn in large])
            names = large[0].named if len(large) == 1 else f"puzzles {numbers}"
            found.append(f"{names}: too large for {self.per_page} a page ({why}); fewer stand "
                         "together there")
        return found + self._small
