"""From a mesh to puzzles: shaped into voxels, repaired, clues hidden, judged.

Each step says what it did; what was changed from the source is never silent. A range of thresholds
gives a series of puzzles. Difficulty is chosen by how many clues are shown: fewer make it harder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import monotonic, perf_counter
from typing import TYPE_CHECKING, Literal, NamedTuple

from nonoforge.engine import Budget, OutOfBudget, propagate, solve
from nonoforge.errors import InputError
from nonoforge.families.solid.build import array_of, from_array
from nonoforge.families.solid.family import FAMILY
from nonoforge.families.solid.geometry import solid_of
from nonoforge.families.solid.mesh_health import health, health_words
from nonoforge.families.solid.options import SolidOptions
from nonoforge.families.solid.shaping import Shape, shaped
from nonoforge.families.solid.voxels import pieces
from nonoforge.families.variants import difficulty, spread, with_stars
from nonoforge.judge import NOT_RATED, Rating, fewer_clues, rate, repair, unrated
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress
from nonoforge.text import count
from nonoforge.time_limit import deadline, time_share
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from nonoforge.families.solid.mesh import Mesh

CLUE_SHARES: tuple[float | Literal["all", "minimal"], ...] = ("all", 0.75, 0.5, 0.35, "minimal")
"""Of the clues that variants show, from easy to hard."""
MIN_FACES = 4  # of a tetrahedron
DEFAULT_SECONDS = 30.0  # of all variants, where the budget has no time
SHAPING_SHARE = 0.6  # of the time, from a mesh to voxels
SEARCH_SHARE = 0.5  # of the time that is left, for a repair, and again for hiding clues
VARIANT_SHARE = 0.5  # of the time that is left, for a puzzle of several; it is rated then
RATING_BUDGET = Budget(settled=2_000_000, seconds=10)


@dataclass(frozen=True, kw_only=True, repr=False, eq=False)
class SolidResult(MakeResult):
    """A solid, how it was shaped, and its difficulty where that was asked for."""

    shape: Shape
    pieces: int
    """Parts that hang together by faces of voxels."""
    rods: int
    """The clues before any were hidden."""
    rating: Rating | None = None
    harder: tuple[SolidResult, ...] = ()
    """Further puzzles: of higher thresholds, or each harder than the one before."""

    @property
    def difficulty_rating(self) -> Rating | None:
        return self.rating

    @property
    def variants(self) -> tuple[SolidResult, ...]:
        return (self, *self.harder)


class _Setting(NamedTuple):
    shape: Shape
    clues: float | Literal["all", "minimal"]
    level: Literal["line", "probe"]


def make(mesh: Mesh, options: SolidOptions, progress: ShareProgress) -> SolidResult:
    """Make solids from a mesh. Ctrl-C ends the search for variants with the best so far."""
    begin = perf_counter()
    if len(mesh.faces) < MIN_FACES:
        raise InputError(f"{count(len(mesh.faces), 'triangle')} cannot enclose anything: a model "
                         f"has at least {MIN_FACES}; export the whole surface")
    warnings = tuple(health_words(health(mesh)))
    with time_share(SHAPING_SHARE):
        shapes = [shaped(mesh, options, threshold, progress) for threshold in options.thresholds]
    title = mesh.name if options.title is None else options.title
    if options.rating is None and (options.variants == 1 or len(shapes) > 1):
        found = [_made(_Setting(shape, options.clues, options.level), title, options, progress)
                 for shape in shapes]
        notes: list[str] = []
    else:
        found, notes = _chosen(list(_varied(shapes, title, options, progress)), options)
    first, *harder = (replace(each, notes=(*each.shape.notes, *each.notes, *notes),
                              warnings=warnings, seconds=perf_counter() - begin) for each in found)
    return replace(first, harder=tuple(harder))


def _varied(
    shapes: Sequence[Shape], title: str, options: SolidOptions, progress: ShareProgress,
) -> Iterator[SolidResult]:
    """Yield rated puzzles with fewer and fewer clues, until the time is over."""
    end = deadline(options.spending.seconds or DEFAULT_SECONDS)
    levels: tuple[Literal["line", "probe"], ...] = ("line", "probe") \
        if options.level == "line" else (options.level,)
    done = 0
    try:
        for level in levels:
            for clues in CLUE_SHARES if level == levels[0] else CLUE_SHARES[-1:]:
                for shape in shapes:
                    if done and monotonic() > end:
                        return
                    with time_share(VARIANT_SHARE):
                        made = _made(_Setting(shape, clues, level), title, options, progress)
                    progress(None, "rating it")
                    rating = rate(made.nonogram, budget=RATING_BUDGET) \
                        if made.verdict.answer == "unique" else \
                        unrated(NOT_RATED[made.verdict.answer])
                    done += 1
                    yield replace(made, rating=rating)
    except KeyboardInterrupt:
        if not done:
            raise


def _chosen(
    found: Sequence[SolidResult], options: SolidOptions,
) -> tuple[list[SolidResult], list[str]]:
    """Return the puzzles with the wanted stars, or from the easiest to the hardest, and notes."""
    fair = [made for made in found if made.rating is not None and made.rating.stars is not None]
    if not fair:
        return [found[0]], ["none of the variants has one solution that could be rated"]
    if options.rating is not None:
        return with_stars(fair, options.rating, options.variants, difficulty)
    return spread(fair, options.variants, difficulty)


def _made(
    setting: _Setting, title: str, options: SolidOptions, progress: ShareProgress,
) -> SolidResult:
    """Return the puzzle of a shape, with as many clues as wanted, and its verdict."""
    begin, notes = perf_counter(), list[str]()
    shape = setting.shape
    nonogram = from_array(shape.voxels, palette=shape.palette, info=Info(title=title))
    with time_share(SEARCH_SHARE):
        nonogram, changes = _repaired(nonogram, options, notes, progress)
    total = len(nonogram.puzzle.lines)
    with time_share(SEARCH_SHARE):
        hidden = fewer_clues(
            nonogram, setting.clues, level=setting.level, seed=options.seed,
            budget=options.spending,
            progress=lambda left, of: progress(None, f"hiding clues: {left:,} of {of:,} left"))
    notes += hidden.notes
    progress(None, "checking that it has one solution")
    verdict: Verdict = solve(hidden.nonogram, seed=options.seed, budget=options.spending)
    return SolidResult(
        nonogram=hidden.nonogram, verdict=verdict, shape=shape, pieces=_pieces(hidden.nonogram),
        rods=total, changes=changes, notes=tuple(notes), interrupted=hidden.interrupted,
        seconds=perf_counter() - begin)


def _pieces(nonogram: Nonogram) -> int:
    assert nonogram.solution is not None
    return int(pieces(array_of(solid_of(nonogram), nonogram.solution) > 0).max())


def _repaired(
    nonogram: Nonogram, options: SolidOptions, notes: list[str], progress: ShareProgress,
) -> tuple[Nonogram, tuple[tuple[int, int], ...]]:
    try:
        stuck = len(propagate(nonogram.puzzle).state.open_cells())
    except OutOfBudget:
        notes.append("the budget ran out before it was known whether lines alone solve it")
        return nonogram, ()
    if not stuck:
        return nonogram, ()
    if not options.repair:
        notes.append(f"lines alone leave {stuck:,} cells open; --repair may find a few voxels to "
                     "change")
        return nonogram, ()
    progress(None, "looking for voxels to change")
    assert nonogram.solution is not None
    found = repair(nonogram.puzzle, nonogram.solution, most=options.repair,
                   budget=options.spending)
    if found.stuck:
        notes.append(f"no repair with {options.repair} voxels was found: lines alone leave "
                     f"{stuck:,} cells open, {len(found.stuck):,} with the best changes; nothing "
                     "was changed")
        return nonogram, ()
    return replace(nonogram, puzzle=found.puzzle, solution=found.colouring), found.changes


make_solid = Maker(FAMILY, SolidOptions, make)
