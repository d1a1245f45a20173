"""From a mesh to a puzzle: placed, voxelized, painted, repaired, its clues hidden.

Each step says what it did; what was changed from the source is never silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any

from nonoforge.engine import propagate, solve
from nonoforge.errors import InputError
from nonoforge.families.solid.build import array_of, from_array
from nonoforge.families.solid.family import FAMILY
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.mesh import orient
from nonoforge.families.solid.mesh_health import health, health_words
from nonoforge.families.solid.options import SolidOptions
from nonoforge.families.solid.voxelizing import voxelize
from nonoforge.families.solid.voxels import Census, Size, lattice_over, pieces, trimmed
from nonoforge.judge import fewer_clues, repair
from nonoforge.making import Maker, MakeResult
from nonoforge.nonogram import Info, Nonogram
from nonoforge.progress import ShareProgress

if TYPE_CHECKING:
    from nonoforge.families.solid.mesh import Mesh

MAX_PLACEMENTS = 60  # that are tried: counted, so that a result repeats


@dataclass(frozen=True, kw_only=True)
class SolidResult(MakeResult):
    """A solid, and notes on how it was made."""

    pieces: int
    """Parts that hang together by faces of voxels."""
    rods: int
    """The clues before any were hidden."""


def make(mesh: Mesh, options: SolidOptions, progress: ShareProgress) -> SolidResult:
    """Make a solid from a mesh."""
    begin = perf_counter()
    mesh = orient(mesh, options.up, options.turn)
    warnings = tuple(health_words(health(mesh)))
    notes: list[str] = []
    nonogram = _voxels(mesh, options, notes, progress)
    nonogram, changes = _repaired(nonogram, options, notes, progress)
    total = len(nonogram.puzzle.lines)
    hidden = fewer_clues(
        nonogram, options.clues, level=options.level, seed=options.seed, budget=options.spending,
        progress=lambda left, of: progress(None, f"hiding clues: {left:,} of {of:,} left"))
    nonogram = hidden.nonogram
    notes += hidden.notes
    progress(None, "checking that it has one solution")
    verdict = solve(nonogram, seed=options.seed, budget=options.spending)
    return SolidResult(
        nonogram=nonogram, verdict=verdict, pieces=_pieces(nonogram), rods=total, changes=changes,
        notes=tuple(notes), warnings=warnings, interrupted=hidden.interrupted,
        seconds=perf_counter() - begin)


def _voxels(
    mesh: Mesh, options: SolidOptions, notes: list[str], progress: ShareProgress,
) -> Nonogram:
    """Return the nonogram of the voxels with their colours, and with all their clues."""
    from nonoforge.families.solid.paint import paint

    how: dict[str, Any] = {"voxelizer": "parity"} if options.match else {
        "voxelizer": options.voxelizer, "samples": options.samples, "thin": options.thin,
        "threshold": options.threshold, "fill": options.fill,
        "keep": "largest" if options.largest else "all"}
    match = None if options.match is None else Census.parse(options.match)
    size = options.size if match is None else max(match.size)
    Solid(*lattice_over(mesh.vertices, size).cells)  # what is too large is refused at once
    offset, scale = _placed(mesh, size, match, options, how, notes, progress)
    progress(None, "voxelizing")
    solid = voxelize(mesh, size, offset=offset, scale=scale, trim=False, **how)
    lattice = lattice_over(mesh.vertices, size, offset=offset, scale=scale)
    painted, palette = paint(mesh, solid, lattice, options.colours) if options.colours > 1 else \
        (solid.astype("uint8"), None)
    if palette is not None and len(palette) - 1 < options.colours:
        notes.append(_few_colours(mesh, len(palette) - 1))
    voxels = trimmed(painted)
    notes += _cut_off(size, voxels.shape)
    title = mesh.name if options.title is None else options.title
    return from_array(voxels, palette=palette, info=Info(title=title))


def _pieces(nonogram: Nonogram) -> int:
    assert nonogram.solution is not None
    return int(pieces(array_of(solid_of(nonogram), nonogram.solution) > 0).max())


def _cut_off(size: Size, found: tuple[int, ...]) -> list[str]:
    """Return a note on empty outer layers that were removed: ends too thin to show leave them."""
    if found == size or max(found) == size:
        return []
    asked = "x".join(map(str, size)) if isinstance(size, tuple) else f"a longest side of {size}"
    return [f"{'x'.join(map(str, found))} cells instead of {asked}: the outermost were empty"]


def _few_colours(mesh: Mesh, found: int) -> str:
    if not mesh.coloured:
        return "the model has no colours: the puzzle has one"
    return f"no more than {found} different colours were found on the model"


def _placed(
    mesh: Mesh, size: Size, match: Census | None, options: SolidOptions, how: dict[str, Any],
    notes: list[str], progress: ShareProgress,
) -> tuple[Sequence[float], float]:
    """Return offset and scale: searched as asked for, unless three sizes leave no choice."""
    from nonoforge.families.solid.placing import place

    if isinstance(size, tuple):
        return (0, 0, 0), 1
    seconds = options.spending.seconds
    if match:
        progress(None, "looking for a place that matches")
        found = place(mesh, size, match, seed=options.seed, seconds=seconds)
        if any(found.score):
            notes.append(f"no place that matches was found; in the nearest {found.score[0]:g} rods "
                         "are of another kind")
        return found.offset, found.scale
    if options.place == "centre":
        return (0, 0, 0), 1
    progress(None, f"looking for a {options.place} place")
    try:
        found = place(mesh, size, options.place, seed=options.seed, trials=MAX_PLACEMENTS,
                      seconds=seconds, **how)
    except InputError:
        notes.append("no better place was found in the time: it lies in the centre")
        return (0, 0, 0), 1
    return found.offset, found.scale


def _repaired(
    nonogram: Nonogram, options: SolidOptions, notes: list[str], progress: ShareProgress,
) -> tuple[Nonogram, tuple[tuple[int, int], ...]]:
    stuck = len(propagate(nonogram.puzzle).state.open_cells())
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
