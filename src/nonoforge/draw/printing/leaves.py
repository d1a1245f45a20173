"""Pages of puzzles: which go together on a sheet, and how they are printed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from nonoforge.draw.display import Contents, Display
from nonoforge.draw.options import DrawOptions, View
from nonoforge.draw.pdf_canvas import PdfCanvas
from nonoforge.draw.pdf_writer import draw_display
from nonoforge.draw.printing.entry import Entry, named
from nonoforge.draw.printing.furniture import Heading, head, heading_for
from nonoforge.draw.printing.nup import Box, Layout, arrange, share
from nonoforge.nonogram import Info

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
    shown: Display


class Leaf(NamedTuple):
    """Puzzles on a sheet; or a page of one puzzle that has several, `part` from 0 on."""

    puzzles: tuple[Ready, ...]
    layout: Layout
    look: Heading
    part: int = 0


def drawn(number: int, entry: Entry, wish: Wish) -> Ready:
    """The puzzle as it will be printed; its title stands above it, not in it."""
    bare = replace(entry.nonogram, info=Info(), solution=None)
    contents = Contents(entry.shown, entry.marks if entry.shown is not None else ())
    return Ready(number, entry, bare.family.display(
        bare, contents, DrawOptions(clues=wish.clues, view=wish.view),
        medium="paper" if wish.told else "booklet"))


class Leaves:
    """Takes puzzle after puzzle and gives pages, and remarks about what should be known."""

    def __init__(self, wish: Wish, paper: str) -> None:
        self.wish, self.paper = wish, paper
        self._waiting: list[Ready] = []
        self._large: list[Ready] = []  # those that make others go elsewhere
        self._small: list[str] = []

    def take(self, ready: Ready) -> Iterator[Leaf]:
        """The pages that are full now: with as many puzzles as were asked for, or with all that can
        stand together and still be solved."""
        if len(ready.shown.pages) > 1:
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
        most = self.wish.per_page
        if len(waiting) < most:
            self._large += [ready for ready in waiting if not self._fit([ready] * most)]
        self._note_small(leaf)
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
        if self.wish.per_page > 1:
            self._large.append(ready)
        self._note_small(leaf)
        for part in range(len(ready.shown.pages)):
            yield leaf._replace(part=part)

    def _note_small(self, leaf: Leaf) -> None:
        for ready, size in zip(leaf.puzzles, _sizes(leaf), strict=True):
            if too_small(ready, size):
                name = named(ready.number, ready.entry)
                self._small.append(f"{name}: {_how_small(ready, size)}; it is large for "
                                   f"{self.paper} paper")

    @property
    def remarks(self) -> list[str]:
        """What should be known."""
        crowd = f"too large for {self.wish.per_page} a page; fewer stand together there"
        if len(self._large) == 1:
            return [f"{named(self._large[0].number, self._large[0].entry)}: {crowd}", *self._small]
        spans = _spans([ready.number for ready in self._large])
        return [f"puzzles {spans}: {crowd}" for _ in self._large[:1]] + self._small


def _spans(numbers: Sequence[int]) -> str:
    """Rising numbers in few words.

    >>> _spans([3, 7, 8, 9, 12])
    '3, 7-9, 12'
    """
    found: list[list[int]] = []
    for number in numbers:
        if found and number == found[-1][-1] + 1:
            found[-1][1:] = [number]
        else:
            found.append([number])
    return ", ".join("-".join(map(str, span)) for span in found)


def _sizes(leaf: Leaf) -> list[float]:
    """How large each puzzle is, in parts of what it would like to be."""
    return [share(ready.shown, box, leaf.look.height)
            for ready, box in zip(leaf.puzzles, leaf.layout.boxes, strict=True)]


def too_small(ready: Ready, size: float) -> bool:
    """Can its cells hardly be filled in, or its numbers hardly be read?"""
    return ready.shown.detail * size < ready.shown.min_detail


def _how_small(ready: Ready, size: float) -> str:
    if ready.shown.true_size:
        return f"drawn at {int(100 * size)}% of its size"
    return f"cells of {ready.shown.detail * size:.1f} mm"


def press_leaf(canvas: PdfCanvas, leaf: Leaf) -> None:
    """All puzzles of a page."""
    for ready, box in zip(leaf.puzzles, leaf.layout.boxes, strict=True):
        pages = len(ready.shown.pages)
        more = f" ({leaf.part + 1} of {pages})" if pages > 1 else ""
        head(canvas, box, ready.number, ready.entry, leaf.look, more)
        top = leaf.look.height
        place(canvas, ready.shown, Box(box.left, box.top + top, box.width, box.height - top),
              leaf.part)


def place(canvas: PdfCanvas, shown: Display, box: Box, part: int = 0) -> None:
    """A drawing in the middle of its box, rather high."""
    scale = shown.fitting(box.width, box.height)
    top, bottom = shown.pages[part]
    left = box.left + (box.width - shown.width * scale) / 2
    spare = box.height - (bottom - top) * scale
    draw_display(canvas, shown, (left, box.top + min(MOST_AIR, SPREAD * spare)), scale, part)
