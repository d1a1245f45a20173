"""Pictures into grid nonograms: cells, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.engine import Budget, solve
from nonoforge.errors import InputError
from nonoforge.grid.build import from_picture
from nonoforge.grid.geometry import MAX_SIDE
from nonoforge.grid.inking import Dither, Inked, in_black, in_colours, lightness, otsu
from nonoforge.grid.photo import Photo
from nonoforge.grid.shrinking import Size, cropped, shrunk, size_for, trimmed
from nonoforge.judge import Rating, Wanted, mend, rate
from nonoforge.nonogram import Info, Nonogram
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

SWEPT = (0.0, -0.04, 0.04, -0.08, 0.08, -0.13, 0.13)  # around the automatic threshold
SMALLER = (1.0, 0.9, 0.8, 0.7, 0.6)  # sizes that are tried where the best is asked for
LEVELS: tuple[Wanted, ...] = ("line", "probe", "unique")

Say = Callable[[str], None]
"""Is told what is being done, in a few words."""


@dataclass(frozen=True)
class Plan:
    """What the designer asks for."""

    size: Size = 30
    best_size: bool = False  # ... or less, whichever needs the fewest changes
    crop: tuple[int, int, int, int] | None = None
    trim: bool = False
    smooth: int = 0
    threshold: float | Literal["auto", "sweep"] = "auto"
    dither: Dither = "none"
    invert: bool = False
    colours: int = 1  # beside the background; 1 is black and white
    background: tuple[int, int, int] | None = None
    level: Wanted = "line"
    variants: int = 1
    stars: tuple[int, int] | None = None  # from, to
    title: str = ""
    seed: int = 0
    seconds: float = 30.0


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
    level: Wanted
    open: int  # cells that are not decided by what was wanted
    seconds: float

    @property
    def share(self) -> float:
        """The share of cells that were changed."""
        return len(self.changes) / len(self.cells)


class Making(NamedTuple):
    """All that was asked for, the easiest first; fewer where no more were found."""

    made: tuple[Made, ...]
    notes: tuple[str, ...]
    interrupted: bool


class _Setting(NamedTuple):
    size: tuple[int, int]
    shift: float
    level: Wanted


def make_grid(photo: Photo, plan: Plan | None = None, say: Say = lambda words: None) -> Making:
    """Puzzles from a picture."""
    plan = plan or Plan()
    pixels = cropped(photo.pixels, plan.crop)
    pixels = trimmed(pixels) if plan.trim else pixels
    end = monotonic() + plan.seconds
    found: list[Made] = []
    interrupted = False
    try:
        for setting in _settings(pixels, plan):
            if found and (monotonic() > end or _enough(found, plan)):
                break
            say(f"{setting.size[0]}x{setting.size[1]} cells, "
                f"{len(found) + 1}. way to see the picture")
            found.append(_made(pixels, plan, setting, end, say))
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    chosen, notes = _chosen(found, plan)
    return Making(tuple(chosen), (*photo.notes, *notes), interrupted)


def _settings(pixels: NDArray[Any], plan: Plan) -> Iterator[_Setting]:
    """The ways to see the picture that are worth a try, the most faithful first."""
    several = plan.variants > 1 or plan.stars is not None
    shifts = SWEPT if (plan.threshold == "sweep" or several) and plan.colours == 1 else (0.0,)
    levels = LEVELS if several else (plan.level,)
    whole = size_for(pixels, plan.size)
    if not all(1 <= side <= MAX_SIDE for side in whole):
        raise InputError(f"{whole[0]}x{whole[1]} cells; each side has 1 to {MAX_SIDE:,}")
    sizes = dict.fromkeys(_scaled(whole, part)
                          for part in (SMALLER if plan.best_size else (1.0,)))
    for level in levels:
        for size in sizes:
            yield from (_Setting(size, shift, level) for shift in shifts)


def _scaled(size: tuple[int, int], part: float) -> tuple[int, int]:
    return max(1, round(size[0] * part)), max(1, round(size[1] * part))


def _enough(found: Sequence[Made], plan: Plan) -> bool:
    """One picture that needs no change is enough, unless several puzzles are wanted."""
    if plan.stars is not None:
        low, high = plan.stars
        fit = [made for made in found if low <= (made.rating.stars or 0) <= high]
        return len({_difficulty(made) for made in fit}) >= plan.variants
    return plan.variants == 1 and not plan.best_size and not found[-1].changes


def _made(
    pixels: NDArray[Any], plan: Plan, setting: _Setting, end: float, say: Say,
) -> Made:
    begin = perf_counter()
    colours = shrunk(pixels, setting.size, plan.smooth)
    inked, threshold = _inked(colours, plan, setting.shift)
    nonogram = from_picture(inked.cells.tolist(), palette=inked.palette,
                            info=Info(title=plan.title))
    assert nonogram.solution is not None
    cost = inked.cost.reshape(-1, inked.cost.shape[2]).tolist()
    mended = mend(
        nonogram.puzzle, nonogram.solution, lambda cell, colour: cost[cell][colour],
        wanted=setting.level, seed=plan.seed, seconds=max(1.0, end - monotonic()),
        progress=lambda changed, left: say(f"{changed} cells changed, {left:,} open"))
    loss = sum(cost[cell][colour] for cell, colour in mended.changes) / len(cost)
    result = replace(nonogram, puzzle=mended.puzzle, solution=mended.colouring)
    verdict = solve(result, budget=Budget(settled=2_000_000, conflicts=20_000))
    rating = rate(result, budget=Budget(seconds=max(0.5, min(10.0, end - monotonic()))))
    return Made(result, verdict, rating, nonogram.solution, mended.changes, loss, threshold,
                colours, setting.level, len(mended.open), perf_counter() - begin)


def _inked(colours: NDArray[Any], plan: Plan, shift: float) -> tuple[Inked, float | None]:
    if plan.colours > 1:
        return in_colours(colours, plan.colours, plan.background), None
    light = lightness(colours)
    base = otsu(light) if isinstance(plan.threshold, str) else plan.threshold
    threshold = min(0.98, max(0.02, base + shift))
    return in_black(light, threshold, plan.dither, plan.invert), threshold


def _difficulty(made: Made) -> tuple[int, int]:
    return (made.rating.rung if made.rating.rung is not None else 99, made.rating.work)


def _chosen(found: Sequence[Made], plan: Plan) -> tuple[list[Made], list[str]]:
    """Of all that were made those that were asked for."""
    fair = [made for made in found if made.verdict.answer == "unique" and not made.open]
    if not fair:
        best = min(found, key=lambda made: (made.open, made.loss))
        return [best], [f"{best.open:,} cells are still not decided: give it more time, another "
                        "threshold, or a smaller size"]
    if plan.stars is not None:
        return _in_range(fair, plan)
    if plan.variants == 1:
        return [min(fair, key=lambda made: (made.loss, -len(made.cells)))], []
    return _spread(fair, plan.variants)


def _in_range(fair: list[Made], plan: Plan) -> tuple[list[Made], list[str]]:
    assert plan.stars is not None
    low, high = plan.stars
    rated = [made for made in fair if made.rating.stars is not None]
    fit = [made for made in rated if low <= (made.rating.stars or 0) <= high]
    if fit:
        return _spread(fit, plan.variants) if plan.variants > 1 else \
            ([min(fit, key=lambda made: made.loss)], [])
    nearest = min(rated or fair, key=lambda made: (
        abs((made.rating.stars or 9) - (low + high) / 2), made.loss))
    return [nearest], [f"no puzzle of {low} to {high} stars was found; the nearest has "
                       f"{nearest.rating.stars or 'no rating'}"]


def _spread(fair: list[Made], count: int) -> tuple[list[Made], list[str]]:
    """So many, from the easiest to the hardest, evenly; each harder than the one before."""
    by_difficulty: dict[tuple[int, int], Made] = {}
    for made in sorted(fair, key=lambda made: made.loss):
        by_difficulty.setdefault(_difficulty(made), made)
    steps = [by_difficulty[key] for key in sorted(by_difficulty)]
    if len(steps) <= count:
        notes = [f"{len(steps)} of {count} variants: no more of different difficulty were found"]
        return steps, notes if len(steps) < count else []
    places = [round(i * (len(steps) - 1) / (count - 1)) for i in range(count)]
    return [steps[place] for place in places], []
