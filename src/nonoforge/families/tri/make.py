"""Pictures into triddlers: triangles, colours, and then the few changes that make it fair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, NamedTuple

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
from nonoforge.families.tri.build import from_colouring
from nonoforge.families.tri.family import FAMILY
from nonoforge.families.tri.geometry import TriGrid
from nonoforge.families.tri.options import TriOptions
from nonoforge.families.tri.sampling import around, border, covering, inside, sampled
from nonoforge.making import Maker
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.quantize import MAX_NEEDED_COLOURS, needed

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_SAMPLED = 120  # pixels along a side of the copy in which colours are counted
SOFTENINGS = 3  # rounds in which random lightness is averaged with that of neighbours


class RandomShapes(NamedTuple):
    """Soft shapes on an outline: the lightness of each triangle, 0 to 1."""

    grid: TriGrid
    light: tuple[float, ...]


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class TriResult(PictureResult):
    """A triddler, its rating, and the triangles that were changed."""


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
        light = [(light[cell] + sum(light[other] for other in near[cell])) / (1 + len(near[cell]))
                 for cell in range(grid.cells)]
    order = sorted(range(grid.cells), key=light.__getitem__)
    ranks = [0.0] * grid.cells
    for rank, cell in enumerate(order):
        ranks[cell] = rank / max(1, grid.cells - 1)
    return RandomShapes(grid, tuple(ranks))


def make(
    source: Photo | RandomShapes, options: TriOptions, progress: ShareProgress,
) -> TriResult:
    """Make a triddler. Ctrl-C ends it with the best so far."""
    def made(view: _View, number: int) -> TriResult:
        progress(None, f"{view.grid.cells:,} triangles, {number}. way to see the picture")
        return mended(TriResult, _nonogram(view, _title(source, options)),
                      view.inked.cost[0].tolist(), level=options.level, seed=options.seed,
                      progress=progress, threshold=view.threshold)

    with making_time(options):
        found, interrupted = attempts(_views(source, options), made,
                                      lambda found: not found[-1].changes)
    best = min(found, key=lambda made: (made.undecided, made.verdict.answer != "unique", made.loss))
    return hide_clues(replace(best, notes=(*_notes(source), *_remarks(best)),
                              interrupted=interrupted), options, options.level, progress)


def preview(source: Photo | RandomShapes, options: TriOptions) -> TriResult:
    """Return the picture as it would be seen, with a quick verdict and no change."""
    begin = perf_counter()
    view = next(_views(source, options))
    return previewed(TriResult, _nonogram(view, _title(source, options)), begin,
                     threshold=view.threshold, level=options.level, notes=_notes(source))


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
    if options.colours == "auto":
        step = max(1, max(pixels.shape) // MAX_SAMPLED)
        some = pixels[::step, ::step].reshape(-1, 3)
        count = max(1, needed(some, MAX_NEEDED_COLOURS + 1) - 1)  # one is the background
    else:
        count = options.colours
    for inked, threshold in _inkings(colours, border(pixels), options, count):
        yield _View(grid, inked, threshold) if options.sides else _tight(grid, inked, threshold)


def _inkings(
    colours: NDArray[Any], paper: NDArray[Any], options: TriOptions, count: int,
) -> Iterator[tuple[Inked, float | None]]:
    """Yield the colours of the triangles, and the threshold below which they are filled."""
    if count > 1:
        background = options.paper or tuple(round(part) for part in paper.tolist())
        yield in_colours(colours, count, background), None
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


def _remarks(made: TriResult) -> Iterator[str]:
    if made.blank:
        yield ("all triangles have the same colour: there is nothing to find; another --threshold "
               "or --crop may show something")
    if made.undecided:
        yield undecided_note(made)


make_tri = Maker(FAMILY, TriOptions, make)
