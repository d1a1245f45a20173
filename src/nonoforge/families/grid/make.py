"""Pictures into grid nonograms: cells, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.build import from_picture
from nonoforge.families.grid.family import FAMILY
from nonoforge.families.grid.geometry import grid_of
from nonoforge.families.grid.likeness import RECOGNIZABLE, Eye
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
    with_colours,
)
from nonoforge.families.picture_puzzles import (
    THRESHOLD_SHIFTS,
    PictureResult,
    attempts,
    hide_clues,
    making_time,
    mended,
    previewed,
    undecided_note,
)
from nonoforge.families.variants import difficulty, spread, stars_of, with_stars
from nonoforge.making import Maker
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import time_share
from nonoforge.verdict import SolvableBy

if TYPE_CHECKING:
    from numpy.typing import NDArray

SIZE_PARTS = (1.0, 0.9, 0.8, 0.7, 0.6)  # of the size, where the best is asked for
MAX_VIEWS = 4  # ways to see the picture that are made into puzzles, the most alike first
FEW_CHANGES = 0.01  # share of cells; a puzzle with no more is taken without trying other ways
WORSE_VIEW = 0.25  # of likeness below the best: a way that is not tried
CHANGE_PENALTY = 1.0  # of likeness for each share of cells changed
LARGER = (1.3, 1.7, 2.2, 3.0)  # sizes that are tried for a picture hard to recognize
MAX_BUSY = 0.24  # share of neighbours that differ, in a photograph whose subject is not known
MAX_ADVISED = 100  # cells along the longer side
LEVELS: tuple[SolvableBy, ...] = ("line", "probe", "unique")


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class GridResult(PictureResult):
    """A grid, its rating, and the cells that were changed."""

    colours: NDArray[Any]
    """(rows, columns, 3) of 0 to 255: the colours of the cells in the source."""
    eye: Eye
    """The source, for comparison."""
    way: str = ""
    """What cells were filled by: `lightness`, `ink`, `shape`, `tones`, `colours`."""
    harder: tuple[GridResult, ...] = ()
    """Further variants, each harder than the one before."""

    @cached_property
    def likeness(self) -> float:
        """How well the picture can be recognized, 0 to 1: see `likeness.py`."""
        import numpy as np

        grid = grid_of(self.nonogram)[0]
        cells = np.frombuffer(self.nonogram.solution or b"", np.uint8)
        return self.eye.likeness(cells.reshape(grid.height, grid.width),
                                 rgb_table(self.nonogram.puzzle.palette)).score

    @property
    def variants(self) -> tuple[GridResult, ...]:
        return (self, *self.harder)


class _Setting(NamedTuple):
    size: tuple[int, int]
    shift: float
    level: SolvableBy
    rank: int = 0  # among the ways to see the picture, the most alike first


def make(photo: Photo, options: GridOptions, progress: ShareProgress) -> GridResult:
    """Make grids from a picture. Ctrl-C ends it with the best so far."""
    options = with_colours(photo, options)
    source = source_of(photo, options)

    def made(way: tuple[_Setting, Seen], number: int) -> GridResult:
        setting, view = way
        progress(None, f"{setting.size[0]}x{setting.size[1]} cells, {number}. way to see the "
                       "picture")
        return _made(source, view, _title(photo, options), options, setting, progress)

    with making_time(options):
        found, interrupted = attempts(_tried(source, options), made,
                                      lambda found: _enough(found, options))
    best, more = _chosen(found, options)
    notes = (*photo.notes, *_remarks(source, options, best[0]), *more)
    hidden = []
    for number, one in enumerate(best):
        with time_share(1 / (len(best) - number)):
            hidden.append(hide_clues(replace(one, notes=notes, interrupted=interrupted), options,
                                     options.level, progress))
    first, *harder = sorted(
        hidden, key=lambda made: difficulty(made) if options.variants > 1 else (0, 0))
    return replace(first, harder=tuple(harder))


def preview(photo: Photo, options: GridOptions) -> GridResult:
    """Return the picture as it would be seen, with a quick verdict and no change."""
    begin = perf_counter()
    options = with_colours(photo, options)
    source = source_of(photo, options)
    view = seen(source, options, source.size, 0.0)
    return previewed(
        GridResult, _nonogram(view, _title(photo, options)), begin, threshold=view.threshold,
        colours=view.colours, level=options.level, eye=view.eye, way=view.way,
        notes=(*photo.notes, *remarks(source, source.size, view.way)))


def _nonogram(view: Seen, title: str) -> Nonogram:
    return from_picture(view.inked.cells.tolist(), palette=view.inked.palette,
                        info=Info(title=title))


def _title(photo: Photo, options: GridOptions) -> str:
    return photo.title if options.title is None else options.title


def _settings(source: Source, options: GridOptions) -> Iterator[_Setting]:
    """Yield the ways to see the picture that are worth a try, the most faithful first."""
    swept = (options.threshold == "sweep" or options.several) and options.colour_count == 1
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
    source: Source, view: Seen, title: str, options: GridOptions, setting: _Setting,
    progress: ShareProgress,
) -> GridResult:
    cost = view.inked.cost.reshape(-1, view.inked.cost.shape[2]).tolist()
    return mended(GridResult, _nonogram(view, title), cost, level=setting.level,
                  seed=options.seed, progress=progress, threshold=view.threshold,
                  colours=view.colours, eye=view.eye, way=view.way)


def _remarks(source: Source, options: GridOptions, made: GridResult) -> Iterator[str]:
    grid = grid_of(made.nonogram)[0]
    yield from remarks(source, (grid.width, grid.height), made.way)
    if made.blank:
        yield ("all cells have the same colour: there is nothing to find; another --threshold, "
               "--dither or --crop may show something")
    else:
        yield from _hard_to_recognize(source, options, made)


def _hard_to_recognize(source: Source, options: GridOptions, made: GridResult) -> Iterator[str]:
    """Yield a note where the picture is unlikely to be recognized, with the nearest size that is
    better."""
    if source.fixed:
        return
    grid = grid_of(made.nonogram)[0]
    here = f"it is hard to recognize at {grid.width}x{grid.height} cells"
    if made.likeness >= RECOGNIZABLE:
        if source.subject is None and source.drawing is None and _busy(made) > MAX_BUSY:
            yield (f"{here}: there is much in the picture; a part of it by --crop, or a larger "
                   "--size, shows more")
        return
    for factor in LARGER:
        size = _scaled((grid.width, grid.height), factor)
        if max(size) > MAX_ADVISED:
            break
        if seen(source, options, size).likeness.score >= RECOGNIZABLE:
            yield f"{here}; the nearest size at which it can be is --size {max(size)}"
            return
    yield (f"{here}, and at no size up to {MAX_ADVISED}; a part of it by --crop, or another "
           "picture, is better")


def _busy(made: GridResult) -> float:
    """Return the share of neighbours, across and down, that differ in colour."""
    import numpy as np

    grid = grid_of(made.nonogram)[0]
    cells = np.frombuffer(made.nonogram.solution or b"", np.uint8).reshape(grid.height, grid.width)
    steps = int((cells[1:] != cells[:-1]).sum() + (cells[:, 1:] != cells[:, :-1]).sum())
    return steps / (2 * cells.size)


def _enough(found: Sequence[GridResult], options: GridOptions) -> bool:
    """Return whether the search may end. One picture without changes is enough, unless several
    variants are wanted."""
    if options.rating is not None:
        low, high = options.rating
        return len({difficulty(made) for made in _fair(found) if low <= stars_of(made) <= high}
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
        return [best], [undecided_note(best)]
    if options.rating is not None:
        return with_stars(fair, options.rating, options.variants, _loss)
    if options.variants == 1:
        if options.best_size or options.threshold == "sweep":
            return [min(fair, key=lambda made: (made.loss, -len(made.cells)))], []
        if len(fair) == 1:
            return fair, []
        return [max(fair, key=lambda made: made.likeness - CHANGE_PENALTY * made.share)], []
    return spread(fair, options.variants, _loss)


def _fair(found: Sequence[GridResult]) -> list[GridResult]:
    return [made for made in found if made.verdict.answer == "unique" and not made.undecided]


def _loss(made: GridResult) -> float:
    return made.loss


make_grid = Maker(FAMILY, GridOptions, make)
