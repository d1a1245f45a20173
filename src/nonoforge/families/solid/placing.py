"""Where to put a mesh among the cells: a search for what the designer asks.

    recognisable    the voxels fill what the mesh fills, and hang together as it does
    line-solvable   the fewest cells stay open when lines alone are settled
    a Census        a given size, and given numbers of rods by their groups

Each placement moves the cells by less than one and scales the mesh a little; the longest axis has
as many cells as were asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from nonoforge.errors import InputError, nearest
from nonoforge.families.solid.hunt import Hunt, Spot
from nonoforge.families.solid.lattice import lattice_over
from nonoforge.families.solid.match import Match
from nonoforge.families.solid.placement import Placement, offset_for
from nonoforge.families.solid.reference import Reference
from nonoforge.families.solid.rod_census import Census
from nonoforge.families.solid.shape import pieces, trimmed
from nonoforge.families.solid.voxelizing import NothingInside, Voxelizer, voxelize

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh

Goal: TypeAlias = Literal["recognisable", "line-solvable"] | Census
GOALS = ("recognisable", "line-solvable")

LEAST = 0.82  # the least scale: so much of a mesh's ends may be too thin to show
PIECE = 0.02  # what a piece too many costs, as a share of the volume


def place(
    mesh: Mesh, size: int, goal: Goal = "recognisable", *, seed: int = 0,
    trials: int | None = None, seconds: float | None = 20,
    told: Callable[[int, Placement], None] | None = None, **options: Any,
) -> Placement:
    """The best placement that so many trials or seconds find. `told` hears of each that is better
    than those before, with the number of trials."""
    end = monotonic() + seconds if seconds is not None else None
    best: Placement | None = None
    for trial, found in enumerate(placements(mesh, size, goal, seed=seed, **options), 1):
        if found is not best and found is not None:
            best = found
            if told is not None:
                told(trial, found)
        late = end is not None and monotonic() >= end
        if late or trial == trials or (best is not None and best.perfect):
            break
    if best is None:
        raise InputError(f"no placement was found in which the longest axis has {size} cells; "
                         "search longer, or ask for another size")
    return best


def placements(
    mesh: Mesh, size: int, goal: Goal = "recognisable", *, seed: int = 0,
    voxelizer: Voxelizer | None = None, axis: int = 2, least: float = LEAST, **options: Any,
) -> Iterator[Placement | None]:
    """The best placement so far, after each trial; None as long as none will do. There is no end.

    `voxelizer` is parity for a census, winding otherwise. The other options are those of
    `voxelize`; none of them is possible for a census."""
    if not 0.1 <= least <= 1:
        raise InputError(f"a least scale of {least:g}; it is 0.1 to 1")
    if isinstance(goal, Census):
        if voxelizer not in (None, "parity") or options:
            raise InputError("a census is matched by parity alone, without further options")
        yield from Match(mesh, size, goal, axis, Hunt(size, seed, least=least, explore=400,
                                                       patience=500)).run()
    elif goal not in GOALS:
        raise InputError(f"no goal {goal!r}; {nearest(str(goal), GOALS)}")
    else:
        options |= {"voxelizer": voxelizer or "winding", "axis": axis}
        yield from _Judge(mesh, size, goal, options, Hunt(size, seed, least=least, explore=40,
                                                          patience=60)).run()


class _Judge:
    """Scores placements one by one, by the voxels themselves."""

    def __init__(self, mesh: Mesh, size: int, goal: str, options: dict[str, Any],
                 hunt: Hunt) -> None:
        self._mesh, self._size, self._goal, self._hunt = mesh, size, goal, hunt
        self._options = options
        self._reference = Reference(mesh, size, options["voxelizer"], options["axis"])

    def run(self) -> Iterator[Placement | None]:
        best: Placement | None = None
        while True:
            spot = self._hunt.ask()
            found = self._try(spot)
            self._hunt.tell(spot, found.score if found else None)
            if found and (best is None or found.score < best.score):
                best = found
            yield best

    def _try(self, spot: Spot) -> Placement | None:
        x, y, z = (float(part) for part in offset_for(self._mesh, self._size, spot))
        try:
            solid = voxelize(self._mesh, self._size, offset=(x, y, z), scale=spot.scale, trim=False,
                             **self._options)
        except NothingInside:
            return None
        voxels = trimmed(solid)
        if max(voxels.shape) != self._size:
            return None
        error = self._error(solid, (x, y, z), spot.scale)
        score = (error,) if self._goal == "recognisable" else (open_cells(voxels), error)
        return Placement((x, y, z), spot.scale, voxels, score)

    def _error(self, solid: NDArray[Any], offset: tuple[float, ...], scale: float) -> float:
        import numpy as np

        lattice = lattice_over(self._mesh.vertices, self._size, offset=offset, scale=scale)
        share = self._reference.coverage(lattice)
        wrong = np.abs(solid - share).sum() / max(share.sum(), 1e-9)
        extra = max(0, int(pieces(solid).max()) - self._reference.pieces)
        return float(wrong + PIECE * extra)


def open_cells(voxels: NDArray[Any]) -> int:
    """How many cells of a solid stay open when its lines are settled."""
    from nonoforge.engine import propagate
    from nonoforge.families.solid.build import from_array

    return len(propagate(from_array(voxels).puzzle).state.open_cells())
