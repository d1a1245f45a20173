"""Sizes and margins of the pages of a booklet.

Pages are laid out on a *sheet*, which has the margins `EDGE`, `TOP` and `FOOT` of `elements`. The
sheet is put on the page: it is narrower by the gutter, which lies on the inner side, and reaches
beyond a small page, whose margins are narrower. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nonoforge.drawing.options import PAPERS, TRIM_SIZES, BookletOptions

SMALL_PAGE = 160.0  # width under which margins are narrower,
NARROWER = 3.0  # by this
GUTTERS = ((150, 5.0), (300, 8.0), (500, 11.0), (10**6, 15.0))
"""The gutter of a book with at most this many pages: with the margin, a little more than book
printers ask for (9.6, 12.7, 15.9 and 22.3 mm from the spine)."""

Sheet = tuple[float, float]
"""Width and height."""


class PageFormat(NamedTuple):
    """The width and height of an upright page, its gutter and bleed, and whether it may lie."""

    width: float
    height: float
    gutter: float
    bleed: float
    upright: bool

    @property
    def _narrower(self) -> float:
        return NARROWER if self.width < SMALL_PAGE else 0.0

    @property
    def sheet(self) -> Sheet:
        """The upright sheet that pages are laid out on."""
        more = self._narrower
        return self.width - self.gutter + 2 * more, self.height + more

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets to choose from: upright, and lying where a page may be turned."""
        more = self._narrower
        lying = (self.height + 2 * more, self.width + more)
        return (self.sheet,) if self.upright else (self.sheet, lying)

    def page(self, sheet: Sheet) -> tuple[float, float]:
        """Return the width and height of the page that holds a sheet."""
        lying = sheet[0] > sheet[1]
        return (self.height, self.width) if lying else (self.width, self.height)

    def offset(self, number: int) -> tuple[float, float]:
        """Return where the sheet begins on the page with this number: odd pages are on the right,
        bound at their left."""
        return (self.gutter if number % 2 else 0.0) - self._narrower, -self._narrower


def page_formats(options: BookletOptions, *, bound: bool) -> Iterator[tuple[int, PageFormat]]:
    """Yield formats to try, each with the most pages it is good for. `bound`: no page may lie."""
    width, height = PAPERS[options.paper]
    book = options.paper in TRIM_SIZES
    gutters = GUTTERS if book else ((GUTTERS[-1][0], 0.0),)
    if options.gutter is not None:
        gutters = ((GUTTERS[-1][0], options.gutter),)
    for pages, gutter in gutters:
        yield pages, PageFormat(width, height, gutter, options.bleed, bound or book or gutter > 0)
