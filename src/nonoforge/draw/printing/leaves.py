"""Pages of puzzles: which go together on a sheet, and how they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonoforge.draw.plan.parts import Plan
from nonoforge.draw.press import Press
from nonoforge.draw.printing.entry import Entry, named
from nonoforge.draw.printing.furniture import Heading, head, heading_for
from nonoforge.draw.printing.nup import Box, Layout, arrange, share
from nonoforge.draw.prints import LARGEST, LEAST, Page, Sized, put, sized
from nonoforge.draw.views import View
from nonoforge.nonogram import Info
from nonoforge.plane import arrangement_of

LEAST_NUMBER = 2.4  # millimetres: the height of the box around a number of a plan
SPREAD = 0.35  # of the room that a drawing leaves: so much is above it,
MOST_AIR = 18.0  # and at most so many millimetres


class Wish(NamedTuple):
    """How puzzles are to be printed."""

    sheets: tuple[tuple[float, float], ...]  # upright, and lying where that is allowed
    per_page: int
    view: View | None
    clues: bool
    told: bool  # how to read the clues, beside each


class Ready(NamedTuple):
    """A puzzle, drawn."""

    number: int
    entry: Entry
    shown: Sized


class Leaf(NamedTuple):
    """Puzzles on a sheet; or a page of one puzzle that has several, `part` from 0 on."""

    puzzles: tuple[Ready, ...]
    layout: Layout
    look: Heading
    part: int = 0


def drawn(number: int, entry: Entry, wish: Wish) -> Ready:
    """The puzzle as it will be printed; its title stands above it, not in it."""
    bare = replace(entry.nonogram, info=Info(), solution=None)
    page = Page(entry.shown, entry.marks if entry.shown is not None else ())
    return Ready(number, entry, sized(bare, page, clues=wish.clues, view=wish.view,
                                      told=wish.told))


class Leaves:
    """Takes puzzle after puzzle and gives pages; `remarks` collect what should be known."""

    def __init__(self, wish: Wish, paper: str) -> None:
        self.wish, self.paper = wish, paper
        self.remarks: list[str] = []
        self._waiting: list[Ready] = []

    def take(self, ready: Ready) -> Iterator[Leaf]:
        """The pages that are full now: with as many puzzles as were asked for, or with all that can
        stand together and still be solved."""
        if len(ready.shown.parts) > 1:
            yield from self.rest()
            yield from self._own(ready)
            return
        if self._waiting and not self._fit([*self._waiting, ready]):
            yield from self.rest()
        self._waiting.append(ready)
        if len(self._waiting) == self.wish.per_page:
            yield from self.rest()

    def rest(self) -> Iterator[Leaf]:
        """The page that is not full."""
        waiting, self._waiting = self._waiting, []
        if not waiting:
            return
        leaf = self._together(waiting)
        others = len(waiting) - 1
        for ready, size in zip(waiting, _sizes(leaf), strict=True):
            if others + 1 < self.wish.per_page and not self._fit([ready] * self.wish.per_page):
                self._say_large(ready, "it has a page of its own" if not others else
                                f"{others + 1} stand together on its page")
            self._say_small(ready, size)
        yield leaf

    def _together(self, puzzles: Sequence[Ready]) -> Leaf:
        look = heading_for(len(puzzles))
        layout = arrange(self.wish.sheets, [ready.shown for ready in puzzles], look.height)
        return Leaf(tuple(puzzles), layout, look)

    def _fit(self, puzzles: Sequence[Ready]) -> bool:
        """Is each of them large enough on one sheet?"""
        sizes = _sizes(self._together(puzzles))
        return not any(map(too_small, puzzles, sizes))

    def _own(self, ready: Ready) -> Iterator[Leaf]:
        """Several pages for one puzzle."""
        leaf = self._together([ready])
        pages = len(ready.shown.parts)
        if self.wish.per_page > 1:
            self._say_large(ready, f"it has {pages} pages of its own")
        self._say_small(ready, _sizes(leaf)[0])
        for part in range(pages):
            yield leaf._replace(part=part)

    def _say_large(self, ready: Ready, so: str) -> None:
        self.remarks.append(f"{named(ready.number, ready.entry)}: too large for "
                            f"{self.wish.per_page} a page; {so}")

    def _say_small(self, ready: Ready, size: float) -> None:
        if too_small(ready, size):
            self.remarks.append(f"{named(ready.number, ready.entry)}: {_how_small(ready, size)}; "
                                f"it is large for {self.paper} paper")


def _sizes(leaf: Leaf) -> list[float]:
    """How large each puzzle is, in parts of what it would like to be."""
    return [share(ready.shown, box, leaf.look.height)
            for ready, box in zip(leaf.puzzles, leaf.layout.boxes, strict=True)]


def too_small(ready: Ready, size: float) -> bool:
    """Can its cells hardly be filled in, or its numbers hardly be read?"""
    if isinstance(ready.shown.drawing, Plan):
        return _number_height(ready) * size < LEAST_NUMBER
    return size * LARGEST < LEAST


def _number_height(ready: Ready) -> float:
    labels = arrangement_of(ready.entry.nonogram).labels
    return labels.box[1] if labels else 5.0


def _how_small(ready: Ready, size: float) -> str:
    if isinstance(ready.shown.drawing, Plan):
        return f"drawn at {int(100 * size)}% of its size"
    return f"cells of {LARGEST * size:.1f} mm"


def press_leaf(press: Press, leaf: Leaf) -> None:
    """All puzzles of a page."""
    for ready, box in zip(leaf.puzzles, leaf.layout.boxes, strict=True):
        pages = len(ready.shown.parts)
        more = f" ({leaf.part + 1} of {pages})" if pages > 1 else ""
        head(press, box, ready.number, ready.entry, leaf.look, more)
        top = leaf.look.height
        place(press, ready.shown, Box(box.left, box.top + top, box.width, box.height - top),
              leaf.part)


def place(press: Press, shown: Sized, box: Box, part: int = 0) -> None:
    """A drawing in the middle of its box, rather high."""
    scale = shown.scale(box.width, box.height)
    top, bottom = shown.parts[part]
    left = box.left + (box.width - shown.drawing.width * scale) / 2
    spare = box.height - (bottom - top) * scale
    put(press, shown.drawing, (top, bottom), (left, box.top + min(MOST_AIR, SPREAD * spare)), scale)
