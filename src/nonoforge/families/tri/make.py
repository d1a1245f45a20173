"""Pictures into triddlers: triangles, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.engine import Budget, solve
from nonoforge.families.grid.downsampling import (
    Inked,
    cropped,
    in_black,
    in_colours,
    lightness,
    otsu,
    trimmed,
)
from nonoforge.families.grid.photo import Photo
from nonoforge.families.tri.build import from_colouring
from nonoforge.families.tri.family import FAMILY
from nonoforge.families.tri.geometry import TriGrid
from nonoforge.families.tri.options import TriOptions
from nonoforge.families.tri.sampling import around, border, covering, inside, sampled
from nonoforge.judge import NOT_RATED, Rating, fewer_clues, mend, rate, unrated
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from numpy.typing import NDArray

THRESHOLD_SHIFTS = (0.0, -0.04, 0.04, -0.08, 0.08, -0.13, 0.13)  # around the automatic threshold
DEFAULT_SECONDS = 30.0  # where the budget has no time
MIN_SECONDS, MAX_RATING_SECONDS = 1.0, 10.0  # of a verdict and a rating
PREVIEW_BUDGET = Budget(settled=20_000, conflicts=200, seconds=0.1)
SOFTENINGS = 3  # rounds in which random lightness is averaged with that of neighbours


class RandomShapes(NamedTuple):
    """Soft shapes on an outline: the lightness of each triangle, 0 to 1."""

    grid: TriGrid
    light: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class TriResult(MakeResult):
    """A triddler, its rating, and the triangles that were changed."""

    rating: Rating
    cells: bytes
    """The colours of the triangles before any was changed."""
    loss: float
    """What the changes cost the eye, a triangle on the average."""
    threshold: float | None
    undecided: int
    """Triangles that are not decided by the means that were wanted."""

    @property
    def share(self) -> float:
        """The share of triangles that were changed."""
        return len(self.changes) / len(self.cells)


class _View(NamedTuple):
    """One way to see the picture: colours and their costs for each triangle of an outline."""

    grid: TriGrid
    inked: Inked
    threshold: float | None


def random_shapes(grid: TriGrid, seed: int) -> RandomShapes:
    """Return soft shapes, so that there are runs of all lengths; as dark as light."""
    from random import Random

    rng = Random(seed)
    light = [rng.random() for _ in range(grid.cells)]
    near = from_colouring(grid, bytes(grid.cells)).puzzle.around
    for _ in range(SOFTENINGS):
        light = [(light[cell] + sum(light[other] for other in some)) / (1 + len(some))
                 for cell, some in enumerate(near)]
    order = sorted(range(grid.cells), key=light.__getitem__)
    ranks = [0.0] * grid.cells
    for rank, cell in enumerate(order):
        ranks[cell] = rank / max(1, grid.cells - 1)
    return RandomShapes(grid, tuple(ranks))


def make(
    source: Photo | RandomShapes, options: TriOptions, progress: ShareProgress,
) -> TriResult:
    """Make a triddler. Ctrl-C ends it with the best so far."""
    end = monotonic() + (options.spending.seconds or DEFAULT_SECONDS)
    found: list[TriResult] = []
    interrupted = False
    try:
        for view in _views(source, options):
            if found and (found[-1].interrupted or monotonic() > end or not found[-1].changes):
                break
            progress(None, f"{view.grid.cells:,} triangles, {len(found) + 1}. way to see the "
                           "picture")
            found.append(_made(view, _title(source, options), options, end, progress))
    except KeyboardInterrupt:
        if not found:
            raise
        interrupted = True
    best = min(found, key=lambda made: (made.undecided, made.verdict.answer != "unique", made.loss))
    return _fewer_clues(replace(best, notes=(*_notes(source), *_remarks(best)),
                                interrupted=interrupted or found[-1].interrupted),
                        options, progress)


def _fewer_clues(made: TriResult, options: TriOptions, progress: ShareProgress) -> TriResult:
    """Return the triddler with as few clues as asked for, judged anew."""
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


def preview(source: Photo | RandomShapes, options: TriOptions) -> TriResult:
    """Return the picture as it would be seen, with a quick verdict and no change."""
    begin = perf_counter()
    view = next(_views(source, options))
    nonogram = _nonogram(view, _title(source, options))
    verdict = solve(nonogram, budget=PREVIEW_BUDGET)
    return TriResult(
        nonogram=nonogram, verdict=verdict, rating=unrated("this is a preview"),
        cells=nonogram.solution or b"", loss=0.0, threshold=view.threshold,
        undecided=len(verdict.state.open_cells()), notes=_notes(source),
        seconds=perf_counter() - begin)


def pixels_of(source: Photo | RandomShapes, options: TriOptions) -> NDArray[Any] | None:
    """Return the pixels of a picture that are used."""
    if isinstance(source, RandomShapes):
        return None
    pixels = cropped(source.pixels, options.crop)
    return trimmed(pixels) if options.trim else pixels


def _notes(source: Photo | RandomShapes) -> tuple[str, ...]:
    return source.notes if isinstance(source, Photo) else ()


def _title(source: Photo | RandomShapes, options: TriOptions) -> str:
    if options.title is not None:
        return options.title
    return source.title if isinstance(source, Photo) else ""


def _views(source: Photo | RandomShapes, options: TriOptions) -> Iterator[_View]:
    """Yield the ways to see the picture that are worth a try, the most faithful first."""
    import numpy as np

    if isinstance(source, RandomShapes):
        light = np.array([source.light])
        yield _View(source.grid, in_black(light, 0.5, invert=options.invert), 0.5)
        return
    pixels = pixels_of(source, options)
    assert pixels is not None
    if options.sides is not None:
        grid = TriGrid(options.sides)
        window = inside(pixels, grid)
    else:
        grid, window = covering(pixels, options.size)
    colours = sampled(pixels, grid, window)[None]
    for inked, threshold in _inkings(colours, border(pixels), options):
        yield _View(grid, inked, threshold) if options.sides else _tight(grid, inked, threshold)


def _inkings(
    colours: NDArray[Any], paper: NDArray[Any], options: TriOptions,
) -> Iterator[tuple[Inked, float | None]]:
    """Yield the colours of the triangles, and the threshold below which they are filled."""
    if options.colours > 1:
        background = options.paper or tuple(round(part) for part in paper.tolist())
        yield in_colours(colours, options.colours, background), None
        return
    light = lightness(colours)
    base = otsu(light) if isinstance(options.threshold, str) else options.threshold
    for shift in THRESHOLD_SHIFTS if options.threshold == "sweep" else (0.0,):
        threshold = min(0.98, max(0.02, base + shift))
        yield in_black(light, threshold, invert=options.invert), threshold


def _tight(grid: TriGrid, inked: Inked, threshold: float | None) -> _View:
    """Return the view inside the smallest outline around what is filled."""
    small, cells = around(grid, inked.cells[0] > 0)
    return _View(small, inked._replace(cells=inked.cells[:, cells], cost=inked.cost[:, cells]),
                 threshold)


def _nonogram(view: _View, title: str) -> Nonogram:
    return from_colouring(view.grid, bytes(view.inked.cells[0].tolist()),
                          palette=view.inked.palette, info=Info(title=title))


def _made(
    view: _View, title: str, options: TriOptions, end: float, progress: ShareProgress,
) -> TriResult:
    begin = perf_counter()
    nonogram = _nonogram(view, title)
    assert nonogram.solution is not None
    cost = view.inked.cost[0].tolist()
    mended = mend(
        nonogram.puzzle, nonogram.solution, lambda cell, colour: cost[cell][colour],
        level=options.level, seed=options.seed, budget=Budget(seconds=end - monotonic()),
        progress=lambda changed, left: progress(None, f"{changed} changed, {left:,} open"))
    result = replace(nonogram, puzzle=mended.puzzle, solution=mended.colouring)
    verdict = solve(result, budget=Budget(settled=2_000_000, conflicts=20_000,
                                          seconds=max(MIN_SECONDS, end - monotonic())))
    interrupted = mended.interrupted
    try:
        rating = _rated(result, verdict, monotonic() if interrupted else end)
    except KeyboardInterrupt:
        rating, interrupted = unrated("it was interrupted"), True
    return TriResult(
        nonogram=result, verdict=verdict, rating=rating, cells=nonogram.solution,
        changes=mended.changes,
        loss=sum(cost[cell][colour] for cell, colour in mended.changes) / len(cost),
        threshold=view.threshold, undecided=len(mended.open), seconds=perf_counter() - begin,
        interrupted=interrupted)


def _rated(nonogram: Nonogram, verdict: Verdict, end: float) -> Rating:
    if verdict.answer != "unique":
        return unrated(NOT_RATED[verdict.answer])
    left = min(MAX_RATING_SECONDS, end - monotonic())
    return rate(nonogram, budget=Budget(seconds=max(MIN_SECONDS, left)))


def _remarks(made: TriResult) -> Iterator[str]:
    if len(set(made.nonogram.solution or b"")) == 1 < len(made.cells):
        yield ("all triangles have the same colour: there is nothing to find; another --threshold "
               "or --crop may show something")
    if made.undecided:
        noun = "triangle is" if made.undecided == 1 else "triangles are"
        yield (f"{made.undecided:,} {noun} still not decided: give it more time, another "
               "threshold, or a smaller size")


make_tri = Maker(FAMILY, TriOptions, make)
