"""Pictures into grid nonograms: cells, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.engine import Budget, solve
from nonoforge.families.grid.build import from_picture
from nonoforge.families.grid.candidates import Candidate, candidates
from nonoforge.families.grid.family import FAMILY
from nonoforge.families.grid.geometry import grid_of
from nonoforge.families.grid.likeness import RECOGNIZABLE
from nonoforge.families.grid.options import GridOptions
from nonoforge.families.grid.photo import Photo
from nonoforge.families.grid.seeing import (
    Seen,
    Source,
    remarks,
    rgb_table,
    seen,
    source_of,
    views,
)
from nonoforge.judge import NOT_RATED, Mended, Rating, fewer_clues, mend, rate, unrated
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.verdict import SolvableBy, Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLD_SHIFTS = (0.0, -0.04, 0.04, -0.08, 0.08, -0.13, 0.13)  # around the automatic threshold
SIZE_PARTS = (1.0, 0.9, 0.8, 0.7, 0.6)  # of the size, where the best is asked for
MAX_VIEWS = 4  # ways to see the picture that are made into puzzles, the most alike first
FEW_CHANGES = 0.01  # share of cells; a puzzle with no more is taken without trying other ways
WORSE_VIEW = 0.25  # of likeness below the best: a way that is not tried
CHANGE_PENALTY = 3.0  # of likeness for each share of cells changed
LARGER = (1.2, 1.4, 1.7, 2.0, 2.5, 3.0)  # sizes that are tried for a picture hard to recognize
MAX_ADVISED = 100  # cells along the longer side
LEVELS: tuple[SolvableBy, ...] = ("line", "probe", "unique")
DEFAULT_SECONDS = 30.0  # where the budget has no time
MIN_SECONDS, MAX_RATING_SECONDS = 1.0, 10.0  # of a verdict and a rating
PREVIEW_BUDGET = Budget(settled=20_000, conflicts=200, seconds=0.1)


@dataclass(frozen=True, kw_only=True, eq=False)
class GridResult(MakeResult):
    """A grid, its rating, and the cells that were changed."""

    rating: Rating
    cells: bytes
    """The colours of the cells before any was changed."""
    loss: float
    """What the changes cost the eye, a cell on the average."""
    threshold: float | None
    colours: NDArray[Any]
    """(rows, columns, 3) of 0 to 255: the colours of the cells in the source."""
    level: SolvableBy
    undecided: int
    """Cells that are not decided by the means that were wanted."""
    likeness: float = 0.0
    """How well the picture can be recognized, 0 to 1: see `likeness.py`."""
    way: str = ""
    """What cells were filled by: `lightness`, `ink`, `shape`, `tones`, `colours`."""
    harder: tuple[GridResult, ...] = ()
    """Further variants, each harder than the one before."""
    candidates: tuple[Candidate, ...] = ()
    """Others to choose from, where they were asked for."""

    @property
    def difficulty_rating(self) -> Rating:
        return self.rating

    @property
    def variants(self) -> tuple[GridResult, ...]:
        return (self, *self.harder)

    @property
    def share(self) -> float:
        """The share of cells that were changed."""
        return len(self.changes) / len(self.cells)

    @property
    def difficulty(self) -> tuple[int, int]:
        """The highest rung, then the work; what has no rating comes last."""
        return 99 if self.rating.rung is None else self.rating.rung, self.rating.work


class _Setting(NamedTuple):
    size: tuple[int, int]
    shift: float
    level: SolvableBy
    rank: int = 0  # among the ways to see the picture, the most alike first


def make(photo: Photo, options: GridOptions, progress: ShareProgress) -> GridResult:
    """Make grids from a picture. Ctrl-C ends it with the best so far."""
    end = monotonic() + (options.spending.seconds or DEFAULT_SECONDS)
    source = source_of(photo, options)
    found: list[GridResult] = []
    interrupted = False
    try:
        for setting, view in _tried(source, options):
            if found and (found[-1].interrupted or monotonic() > end or _enough(found, options)):
                break
            progress(None, f"{setting.size[0]}x{setting.size[1]} cells, "
                           f"{len(found) + 1}. way to see the picture")
            found.append(_made(source, view, _title(photo, options), options, setting, end,
                               progress))
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    interrupted |= found[-1].interrupted
    best, more = _chosen(found, options)
    notes = (*photo.notes, *_remarks(source, options, best[0]), *more)
    first, *harder = sorted(
        (_fewer_clues(replace(one, notes=notes, interrupted=interrupted), options, progress)
         for one in best), key=lambda made: made.difficulty if options.variants > 1 else (0, 0))
    choice = candidates(photo, options, progress) if options.candidates else ()
    return replace(first, harder=tuple(harder), candidates=choice)


def _fewer_clues(
    made: GridResult, options: GridOptions, progress: ShareProgress,
) -> GridResult:
    """Return the grid with as few clues as asked for, judged anew."""
    begin = perf_counter()
    hidden = fewer_clues(
        made.nonogram, options.clues, level=None if options.level == "line" else "probe",
        seed=options.seed, budget=options.spending,
        progress=lambda left, of: progress(None, f"hiding clues: {left:,} of {of:,} left"))
    if hidden.nonogram is made.nonogram:
        return replace(made, notes=(*made.notes, *hidden.notes))
    verdict = solve(hidden.nonogram, budget=options.spending)
    return replace(
        made, nonogram=hidden.nonogram, verdict=verdict, notes=(*made.notes, *hidden.notes),
        rating=_rated(hidden.nonogram, verdict, monotonic() + MAX_RATING_SECONDS),
        interrupted=made.interrupted or hidden.interrupted,
        seconds=made.seconds + perf_counter() - begin)


def preview(photo: Photo, options: GridOptions) -> GridResult:
    """Return the picture as it would be seen, with a quick verdict and no change."""
    begin = perf_counter()
    source = source_of(photo, options)
    view = seen(source, options, source.size, 0.0)
    nonogram = from_picture(view.inked.cells.tolist(), palette=view.inked.palette,
                            info=Info(title=_title(photo, options)))
    verdict = solve(nonogram, budget=PREVIEW_BUDGET)
    return GridResult(
        nonogram=nonogram, verdict=verdict, rating=unrated("this is a preview"),
        cells=nonogram.solution or b"", loss=0.0, threshold=view.threshold, colours=view.colours,
        level=options.level, undecided=len(verdict.state.open_cells()),
        likeness=view.likeness.score, way=view.way,
        notes=(*photo.notes, *remarks(source, options, source.size)),
        seconds=perf_counter() - begin)


def _title(photo: Photo, options: GridOptions) -> str:
    return photo.title if options.title is None else options.title


def _settings(source: Source, options: GridOptions) -> Iterator[_Setting]:
    """Yield the ways to see the picture that are worth a try, the most faithful first."""
    swept = (options.threshold == "sweep" or options.several) and options.colours == 1
    sizes = dict.fromkeys(_scaled(source.size, part)
                          for part in (SIZE_PARTS if options.best_size else (1.0,)))
    tried = 1 if swept or options.best_size or options.by_lightness else MAX_VIEWS
    for level in LEVELS if options.several else (options.level,):
        for size in sizes:
            for shift in THRESHOLD_SHIFTS if swept else (0.0,):
                for rank in range(tried):
                    yield _Setting(size, shift, level, rank)


def _tried(source: Source, options: GridOptions) -> Iterator[tuple[_Setting, Seen]]:
    """Yield the settings with the pictures that they show; of those that are alike the first."""
    found: list[Seen] = []
    seen_before: set[tuple[SolvableBy, bytes]] = set()
    for setting in _settings(source, options):
        if setting.rank == 0:
            found = views(source, options, setting.size, setting.shift)
        if setting.rank >= len(found):
            continue
        view = found[setting.rank]
        if setting.rank and view.likeness.score < found[0].likeness.score - WORSE_VIEW:
            continue
        key = setting.level, view.inked.cells.tobytes()
        if key not in seen_before:
            seen_before.add(key)
            yield setting, view


def _scaled(size: tuple[int, int], part: float) -> tuple[int, int]:
    return max(1, round(size[0] * part)), max(1, round(size[1] * part))


def _made(
    source: Source, view: Seen, title: str, options: GridOptions, setting: _Setting, end: float,
    progress: ShareProgress,
) -> GridResult:
    begin = perf_counter()
    nonogram = from_picture(view.inked.cells.tolist(), palette=view.inked.palette,
                            info=Info(title=title))
    assert nonogram.solution is not None
    cost = view.inked.cost.reshape(-1, view.inked.cost.shape[2]).tolist()
    mended = mend(
        nonogram.puzzle, nonogram.solution, lambda cell, colour: cost[cell][colour],
        level=setting.level, seed=options.seed, budget=Budget(seconds=end - monotonic()),
        progress=lambda changed, left: progress(
            None, f"{changed} cells changed, {left:,} open"))
    loss = sum(cost[cell][colour] for cell, colour in mended.changes) / len(cost)
    made = _judged(nonogram, mended, view, setting.level, loss, begin, end)
    return replace(made, likeness=_likeness(source, made.nonogram), way=view.way)


def _likeness(source: Source, nonogram: Nonogram) -> float:
    import numpy as np

    grid = grid_of(nonogram)[0]
    cells = np.frombuffer(nonogram.solution or b"", np.uint8).reshape(grid.height, grid.width)
    return source.eye.likeness(cells, rgb_table(nonogram.puzzle.palette)).score


def _judged(
    nonogram: Nonogram, mended: Mended, view: Seen, level: SolvableBy, loss: float, begin: float,
    end: float,
) -> GridResult:
    assert nonogram.solution is not None
    result = replace(nonogram, puzzle=mended.puzzle, solution=mended.colouring)
    verdict = solve(result, budget=Budget(settled=2_000_000, conflicts=20_000,
                                          seconds=max(MIN_SECONDS, end - monotonic())))
    interrupted = mended.interrupted
    try:
        rating = _rated(result, verdict, monotonic() if interrupted else end)
    except KeyboardInterrupt:
        rating, interrupted = unrated("it was interrupted"), True
    return GridResult(
        nonogram=result, verdict=verdict, rating=rating, cells=nonogram.solution,
        changes=mended.changes, loss=loss, threshold=view.threshold, colours=view.colours,
        level=level, undecided=len(mended.open), seconds=perf_counter() - begin,
        interrupted=interrupted)


def _rated(nonogram: Nonogram, verdict: Verdict, end: float) -> Rating:
    if verdict.answer != "unique":
        return unrated(NOT_RATED[verdict.answer])
    left = min(MAX_RATING_SECONDS, end - monotonic())
    return rate(nonogram, budget=Budget(seconds=max(MIN_SECONDS, left)))


def _remarks(source: Source, options: GridOptions, made: GridResult) -> Iterator[str]:
    grid = grid_of(made.nonogram)[0]
    yield from remarks(source, options, (grid.width, grid.height))
    if len(set(made.nonogram.solution or b"")) == 1 < len(made.cells):
        yield ("all cells have the same colour: there is nothing to find; another --threshold, "
               "--dither or --crop may show something")
    else:
        yield from _hard_to_recognize(source, options, made)


def _hard_to_recognize(source: Source, options: GridOptions, made: GridResult) -> Iterator[str]:
    """Yield a note where the picture is unlikely to be recognized, with the nearest size that is
    better."""
    if made.likeness >= RECOGNIZABLE or source.fixed:
        return
    grid = grid_of(made.nonogram)[0]
    here = f"it is hard to recognize at {grid.width}x{grid.height} cells"
    for factor in LARGER:
        size = _scaled((grid.width, grid.height), factor)
        if max(size) > MAX_ADVISED:
            break
        if views(source, options, size)[0].likeness.score >= RECOGNIZABLE:
            yield f"{here}; the nearest size at which it can be is --size {max(size)}"
            return
    yield (f"{here}, and at no size up to {MAX_ADVISED}; a part of it by --crop, or another "
           "picture, is better")


def _enough(found: Sequence[GridResult], options: GridOptions) -> bool:
    """Return whether the search may end. One picture without changes is enough, unless several
    variants are wanted."""
    if options.rating is not None:
        return len({made.difficulty for made in _fair(found) if _fits(made, options.rating)}
                   ) >= options.variants
    if options.variants > 1 or options.best_size or found[-1].undecided:
        return False
    return found[-1].share <= (0.0 if options.threshold == "sweep" else FEW_CHANGES)


def _chosen(
    found: Sequence[GridResult], options: GridOptions,
) -> tuple[list[GridResult], list[str]]:
    """Return the variants that were asked for, and notes about them."""
    fair = _fair(found)
    if not fair:
        best = min(found, key=lambda made: (made.undecided, made.loss))
        return [best], [_unfinished(best)]
    if options.rating is not None:
        return _in_range(fair, options.rating, options.variants)
    if options.variants == 1:
        if options.best_size or options.threshold == "sweep":
            return [min(fair, key=lambda made: (made.loss, -len(made.cells)))], []
        return [max(fair, key=lambda made: made.likeness - CHANGE_PENALTY * made.share)], []
    return _spread(fair, options.variants)


def _fair(found: Sequence[GridResult]) -> list[GridResult]:
    return [made for made in found if made.verdict.answer == "unique" and not made.undecided]


def _fits(made: GridResult, stars: tuple[int, int]) -> bool:
    return made.rating.stars is not None and stars[0] <= made.rating.stars <= stars[1]


def _unfinished(best: GridResult) -> str:
    cells = "1 cell is" if best.undecided == 1 else f"{best.undecided:,} cells are"
    return f"{cells} still not decided: give it more time, another threshold, or a smaller size"


def _in_range(
    fair: list[GridResult], stars: tuple[int, int], variants: int,
) -> tuple[list[GridResult], list[str]]:
    fit = [made for made in fair if _fits(made, stars)]
    if fit:
        return _spread(fit, variants) if variants > 1 else \
            ([min(fit, key=lambda made: made.loss)], [])
    low, high = stars
    rated = [made for made in fair if made.rating.stars is not None]
    nearest = min(rated or fair, key=lambda made: (_away(made, low, high), made.loss))
    wanted = f"{low} to {high} stars" if low < high else "1 star" if low == 1 else f"{low} stars"
    return [nearest], [f"no puzzle of {wanted} was found; the nearest has "
                       f"{nearest.rating.stars or 'no rating'}"]


def _away(made: GridResult, low: int, high: int) -> int:
    stars = made.rating.stars or 0
    return max(low - stars, stars - high)


def _spread(fair: list[GridResult], count: int) -> tuple[list[GridResult], list[str]]:
    """Return `count` puzzles from the easiest to the hardest, evenly; each harder than the one
    before."""
    by_difficulty: dict[tuple[int, int], GridResult] = {}
    for made in sorted(fair, key=lambda made: made.loss):
        by_difficulty.setdefault(made.difficulty, made)
    steps = [by_difficulty[key] for key in sorted(by_difficulty)]
    if len(steps) <= count:
        notes = [f"{len(steps)} of {count} variants: no more of different difficulty were found"]
        return steps, notes if len(steps) < count else []
    places = [round(i * (len(steps) - 1) / (count - 1)) for i in range(count)]
    return [steps[place] for place in places], []


make_grid = Maker(FAMILY, GridOptions, make)
