"""From a mesh to coloured voxels: stood upright, placed, voxelized, its pieces joined, painted, and
turned so that its best corner is in front.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError
from nonoforge.families.solid.floating import Joined, joined
from nonoforge.families.solid.geometry import Solid
from nonoforge.families.solid.mesh import Mesh, orient
from nonoforge.families.solid.options import SolidOptions
from nonoforge.families.solid.paint import paint
from nonoforge.families.solid.placing import Reference, place, reference_of, trials_for
from nonoforge.families.solid.posture import best_corner, mirror_axes, turned, upward
from nonoforge.families.solid.voxelizing import (
    NothingInside,
    default_samples,
    surface_in,
    symmetrical,
    thin_walls,
    voxelize,
)
from nonoforge.families.solid.voxels import (
    Census,
    Lattice,
    Size,
    filled,
    grown,
    largest,
    lattice_over,
    pieces,
    trimmed,
)
from nonoforge.progress import ShareProgress
from nonoforge.time_limit import seconds_within

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.palette import Palette

LOST_SHARE = 0.01  # of the voxels: thin parts away from the rest that amount to more are kept
LARGE_SHARE = 0.2  # of the voxels: so are all others


@dataclass(frozen=True, eq=False, kw_only=True)
class Shape:
    """The voxels of a mesh, and how they came about."""

    voxels: NDArray[Any]
    """Colours, indexed by x, y, z, without empty outer layers."""
    palette: Palette | None
    threshold: float
    up: str = "y"
    """The axis of the model that points up now."""
    turn: float = 0.0
    """Degrees by which the model was turned about the vertical, after it was stood upright."""
    symmetric: tuple[int, ...] = ()
    """The axes (0, 1, 2) along which the voxels were kept symmetric."""
    thin: bool = False
    """Whether thin parts were kept."""
    joined: Joined | None = None
    """What was done to pieces that would float; None: nothing was to be done."""
    difference: float | None = None
    """The volume in which the voxels differ from the mesh, as a share of the mesh's; None: not
    known."""
    notes: tuple[str, ...] = ()


def shaped(
    mesh: Mesh, options: SolidOptions, threshold: float, progress: ShareProgress,
) -> Shape:
    """Return the voxels of a mesh as the options want them."""
    up = upward(mesh) if options.up == "auto" else options.up
    mesh = _oriented(mesh, up, 0.0 if options.turn == "auto" else options.turn)
    if options.match is not None:
        return _matched(mesh, options, up, progress)
    size, notes = options.size, list[str]()
    Solid(*lattice_over(mesh.vertices, size).cells)  # what is too large is refused at once
    symmetric = mirror_axes(mesh, max(size) if isinstance(size, tuple) else size) \
        if options.symmetry == "auto" else ()
    how: dict[str, Any] = {
        "voxelizer": options.voxelizer, "samples": options.samples, "threshold": threshold,
        "seed": options.seed, "mirrored": symmetric}
    thin = options.thin == "always" or (options.thin == "auto" and _thin(mesh, size, how))
    how["thin"] = thin
    offset, scale = _placed(mesh, options, how, notes, progress)
    progress(None, "voxelizing")
    solid = voxelize(mesh, size, offset=offset, scale=scale, trim=False, **how)
    lattice = lattice_over(mesh.vertices, size, offset=offset, scale=scale)
    solid, changed = _whole(mesh, solid, lattice, symmetric, options)
    notes += changed.words() if changed else []
    difference = None if isinstance(size, tuple) else \
        _difference(reference_of(mesh, size, options.voxelizer, 2), solid, lattice)
    voxels, palette = _painted(mesh, solid, lattice, options, notes)
    if options.scale is None:
        notes += _cut_off(size, voxels.shape)
    turn = 0 if options.turn == "auto" else options.turn
    if options.turn == "auto":
        corner = best_corner(voxels, halves=isinstance(size, tuple))
        voxels, turn = turned(voxels, corner.turn // 90), corner.turn
    return Shape(voxels=voxels, palette=palette, threshold=threshold, up=up, turn=turn,
                 symmetric=symmetric, thin=thin, joined=changed, difference=difference,
                 notes=tuple(notes))


@lru_cache(maxsize=2)
def _oriented(mesh: Mesh, up: str, turn: float) -> Mesh:
    """Return a mesh turned; the last ones are kept, and with them what is known about them."""
    return orient(mesh, up, turn)


def _matched(
    mesh: Mesh, options: SolidOptions, up: str, progress: ShareProgress,
) -> Shape:
    """Return the voxels with a wanted census, by parity as the literature has it, or the nearest
    that were found."""
    assert options.match is not None
    wanted, notes = Census.parse(options.match), list[str]()
    size = max(wanted.size)
    progress(None, "looking for a place that matches")
    found = place(mesh, size, wanted, seed=options.seed,
                  seconds=seconds_within(options.spending.seconds))
    if any(found.score):
        notes.append(f"no place that matches was found; in the nearest {found.score[0]:g} rods are "
                     "of another kind")
    solid = voxelize(mesh, size, offset=found.offset, scale=found.scale, trim=False,
                     voxelizer="parity")
    lattice = lattice_over(mesh.vertices, size, offset=found.offset, scale=found.scale)
    voxels, palette = _painted(mesh, solid, lattice, options, notes)
    turn = 0.0 if options.turn == "auto" else options.turn
    return Shape(voxels=voxels, palette=palette, threshold=0.5, up=up, turn=turn,
                 notes=tuple(notes))


def _thin(mesh: Mesh, size: Size, how: dict[str, Any]) -> bool:
    """Return whether thin parts are worth keeping: without them nothing is left, or a share of the
    solid is lost, large, or away from the rest."""
    lattice = lattice_over(mesh.vertices, size)
    try:
        solid = voxelize(mesh, size, trim=False, **how)
    except NothingInside:
        return True
    walls = thin_walls(mesh.vertices, mesh.faces, lattice, solid)
    return bool(walls.sum() > LARGE_SHARE * solid.sum()
                or (walls & ~grown(solid)).sum() > LOST_SHARE * solid.sum())


def _placed(
    mesh: Mesh, options: SolidOptions, how: dict[str, Any], notes: list[str],
    progress: ShareProgress,
) -> tuple[Sequence[float], float]:
    """Return offset and scale of the cells: by hand, or searched as asked for, unless three sizes
    leave no choice."""
    size = options.size
    if options.by_hand:
        x, y, z = options.offset or (0.0, 0.0, 0.0)
        return (-x, -y, -z), 1 / (options.scale or 1)
    if isinstance(size, tuple) or options.place == "centre":
        return (0, 0, 0), 1
    progress(None, f"looking for a {options.place} place")
    samples = options.samples or default_samples(options.voxelizer)
    trials = trials_for(mesh, size, samples, how["thin"], options.spending.seconds)
    if not trials:
        notes.append("the budget is too small to look for a better place: it lies in the centre")
        return (0, 0, 0), 1
    try:
        found = place(mesh, size, options.place, trials=trials, **how)
    except InputError:
        notes.append("no better place was found: it lies in the centre")
        return (0, 0, 0), 1
    return found.offset, found.scale


def _whole(
    mesh: Mesh, solid: NDArray[Any], lattice: Lattice, symmetric: tuple[int, ...],
    options: SolidOptions,
) -> tuple[NDArray[Any], Joined | None]:
    """Return the solid with floating pieces joined or left out, and hollows filled."""
    changed: Joined | None = None
    if options.pieces == "largest":
        solid = largest(solid)
    elif options.pieces == "join" and pieces(solid).max() > 1:
        surface = surface_in(mesh.vertices, mesh.faces, lattice).max(axis=0) > 0
        changed = joined(solid, surface)
        solid = symmetrical(changed.solid.astype(float), symmetric, mesh, lattice) > 0
    return filled(solid) if options.fill else solid, changed


def _difference(reference: Reference, solid: NDArray[Any], lattice: Lattice) -> float | None:
    """Return the share of the mesh's volume in which the voxels differ; None where the mesh is
    mostly thin walls, which have next to none."""
    volume = float(reference.coverage(lattice).sum())
    return reference.difference(solid, lattice) if volume > solid.sum() / 2 else None


def _painted(
    mesh: Mesh, solid: NDArray[Any], lattice: Lattice, options: SolidOptions, notes: list[str],
) -> tuple[NDArray[Any], Palette | None]:
    """Return the colours of the voxels, without empty outer layers, and the palette."""
    if options.colours == 1:
        return trimmed(solid.astype("uint8")), None
    most = None if options.colours == "auto" else options.colours
    painted, palette = paint(mesh, solid, lattice, most)
    if most is not None and len(palette) - 1 < most:
        notes.append(f"no more than {len(palette) - 1} different colours were found on the model"
                     if mesh.coloured else "the model has no colours: the puzzle has one")
    return trimmed(painted), palette


def _cut_off(size: Size, found: tuple[int, ...]) -> list[str]:
    """Return a note on empty outer layers that were removed: ends too thin to show leave them."""
    if found == size or max(found) == size:
        return []
    asked = "x".join(map(str, size)) if isinstance(size, tuple) else f"a longest side of {size}"
    return [f"{'x'.join(map(str, found))} cells instead of {asked}: the outermost were empty"]
