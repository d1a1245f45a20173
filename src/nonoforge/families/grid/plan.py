"""What a designer asks for when a picture becomes a grid, and what comes of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.families.grid.downsampling import Dither, Size
from nonoforge.judge import Rating, SolvableBy
from nonoforge.nonogram import Nonogram
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Plan:
    """What the designer asks for."""

    size: Size | None = None  # None: the picture's own, if it has one, or 30
    best_size: bool = False  # ... or less, whichever needs the fewest changes
    crop: tuple[int, int, int, int] | None = None
    trim: bool = False
    smooth: int = 0
    threshold: float | Literal["auto", "sweep"] = "auto"
    dither: Dither = "none"
    invert: bool = False  # fill what would be left white, and the other way round
    colours: int = 1  # beside the background; 1 is black and white
    background: tuple[int, int, int] | None = None
    level: SolvableBy = "line"
    variants: int = 1
    stars: tuple[int, int] | None = None  # from, to
    title: str = ""
    seed: int = 0
    seconds: float = 30.0

    @property
    def by_lightness(self) -> bool:
        """Somebody who asks for colours, a threshold, patterns or smoothing wants just that: lines
        are not looked for."""
        return self.colours > 1 or not isinstance(self.threshold, str) or \
            self.dither != "none" or self.smooth > 0

    @property
    def several(self) -> bool:
        """Many ways to see the picture are tried."""
        return self.variants > 1 or self.stars is not None


class Made(NamedTuple):
    """A puzzle, the verdict on it and its rating, and what was changed of the picture."""

    nonogram: Nonogram
    verdict: Verdict
    rating: Rating
    cells: bytes  # the picture before
    changes: tuple[tuple[int, int], ...]
    loss: float  # what the changes cost the eye, a cell on the average
    threshold: float | None
    colours: NDArray[Any]  # of the cells, as the source has them
    level: SolvableBy
    open: int  # cells that are not decided by what was wanted
    seconds: float
    interrupted: bool = False

    @property
    def share(self) -> float:
        """The share of cells that were changed."""
        return len(self.changes) / len(self.cells)

    @property
    def difficulty(self) -> tuple[int, int]:
        """The highest rung, then the work; what has no rating comes last."""
        return 99 if self.rating.rung is None else self.rating.rung, self.rating.work


class Making(NamedTuple):
    """All that was asked for, the easiest first; fewer where no more were found."""

    made: tuple[Made, ...]
    notes: tuple[str, ...]
    interrupted: bool
