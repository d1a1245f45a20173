"""Where to put a mesh among the cells: a search for what the designer asks.

    recognisable    the voxels fill what the mesh fills, and hang together as it does
    line-solvable   the fewest cells stay open when lines alone are settled
    a Census        a given size, and given numbers of rods by their groups

Each placement moves the cells by less than one and scales the mesh a little; the longest axis has
as many cells as were asked for.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeAlias

from nonoforge.errors import InputError, nearest
from nonoforge.families.solid.rays import rays_of
from nonoforge.families.solid.voxelizing import (
    NothingInside,
    Voxelizer,
    closed,
    coverage,
    inside_of,
    voxelize,
)
from nonoforge.families.solid.voxels import Census, Lattice, census, lattice_over, pieces, trimmed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.solid.mesh import Mesh
    from nonoforge.families.solid.rays import Rays


# Search for the best placement: at random everywhere, then close to the best, then restart.
#
# A placement has four numbers: where the middle of the mesh is in its cell (x, y, z), and the
# scale. Scores jump as they change, so there is no slope to follow. Steps of all lengths, from a
# sixth of a cell to a thousandth, are tried around the few best; when they bring nothing more,
# the next round begins with new places. The caller keeps the best of all.

BEST_KEPT = 8  # places of a round around which the next ones are sampled
RANDOM_SHARE = 0.05  # of places in a later part of a round that are sampled anywhere


class Spot(NamedTuple):
    """Where the middle of the mesh is in its cell, and the scale."""

    middle: NDArray[Any]
    scale: float


class Hunt:
    """Asks for spots to be scored; a lower score is better. Along the axes of symmetry the middle
    of the mesh is the middle of a cell or the end of one, the same along axes that are `alike`."""

    def __init__(self, size: int, seed: int, *, least: float, explore: int, patience: int,
                 mirrored: tuple[int, ...] = (), alike: tuple[int, ...] = (0, 1, 2)) -> None:
        import numpy as np

        self._mirrored, self._alike = list(mirrored), list(alike)

        self._rng = np.random.default_rng(seed)
        # A larger scale leaves fewer than `size` middles inside the mesh.
        self._scales = least, size / (size - 1) if size > 1 else 2
        self._half = size / 2
        self._explore, self._patience = explore, patience
        self._begin()

    def _begin(self) -> None:
        self._best: list[tuple[tuple[float, ...], int, Spot]] = []
        self._asked = self._told = self._since = 0

    def ask(self) -> Spot:
        """Return the next spot to score."""
        import numpy as np

        spot = self._next()
        if self._mirrored:
            spot.middle[self._mirrored] = np.round(2 * spot.middle[self._mirrored]) / 2 % 1
            spot.middle[:] = spot.middle[self._alike]
        return spot

    def _next(self) -> Spot:
        if self._since > self._patience and self._asked > self._explore:
            self._begin()
        self._asked += 1
        if self._asked <= self._explore or not self._best or self._rng.random() < RANDOM_SHARE:
            return Spot(self._rng.random(3), float(self._rng.uniform(*self._scales)))
        rank = min(len(self._best) - 1, int(self._rng.exponential(2)))
        spot = self._best[rank][2]
        step = 10 ** self._rng.uniform(-3.2, -0.8)
        scale = spot.scale * (1 + self._rng.normal(0, step) / self._half)
        return Spot((spot.middle + self._rng.normal(0, step, 3)) % 1,
                    float(min(max(scale, self._scales[0]), self._scales[1])))

    def tell(self, spot: Spot, score: tuple[float, ...] | None) -> None:
        """Record the score of a spot; None: the spot is not acceptable."""
        self._told += 1
        self._since += self._asked > self._explore
        if score is None:
            return
        if not self._best or score < self._best[0][0]:
            self._since = 0
        self._best.append((score, self._told, spot))
        self._best.sort(key=lambda entry: entry[:2])
        del self._best[BEST_KEPT:]


@dataclass(frozen=True, slots=True, eq=False)
class Placement:
    """Where a mesh lies, for `voxelize`; the voxels there; and the score, less is better. The
    score of a goal "recognisable" is (error,), with the volume that is wrong as a share of the
    mesh's; of "line-solvable" (open cells, error); of a census how far counts and ranges are from
    it."""

    offset: tuple[float, float, float]
    scale: float
    voxels: NDArray[Any]
    score: tuple[float, ...]

    @property
    def perfect(self) -> bool:
        """Whether nothing can be better."""
        return max(self.score) < 1e-6


def offset_for(mesh: Mesh, size: int, spot: Spot) -> NDArray[Any]:
    """Return the offset, -0.5 to 0.5, that puts the mesh's middle where the spot says."""
    import numpy as np

    lattice = lattice_over(mesh.vertices, size, scale=spot.scale)
    found: NDArray[Any] = (np.array(lattice.cells) / 2 - spot.middle + 0.5) % 1 - 0.5
    return found


# What a mesh fills, finely, to compare voxels with: how much of a cell, wherever the cells lie.

TRIAL_WORK = 8_000_000  # of all trials: crossings and points looked at, more or less
WINDING_COST = 5  # of a winding number, where a crossing costs 1
FACE_COST, THIN_COST = 2, 10  # of a face in a trial, without and with thin walls
OPEN_COST = 20  # of a face of an open mesh: the tree for its winding numbers
WORK_PER_SECOND, MIN_WORK = 15_000_000, 300_000
MIN_TRIALS, MAX_TRIALS = 8, 60
ALIKE = 0.03  # of the longest extent: extents that differ by less are taken for equal

MAX_SUBDIVISION = 4  # of a cell along each axis
MAX_POINTS = {True: 4_000_000, False: 100_000}  # closed meshes (parity), open ones (winding)


class Reference:
    """Which parts of space are inside a mesh, much finer than by cells of `size`."""

    def __init__(self, mesh: Mesh, size: int, voxelizer: Voxelizer, axis: int = 2) -> None:
        import numpy as np

        coarse = lattice_over(mesh.vertices, size)
        quick = voxelizer not in ("winding", "refine") or closed(mesh)
        parts = int((MAX_POINTS[quick] / np.prod(coarse.cells)) ** (1 / 3))
        self._lattice = coarse.finer(min(max(parts, 1), MAX_SUBDIVISION))
        inside = coverage(inside_of(mesh, voxelizer, axis), self._lattice, 1)
        self._sums = np.pad(np.cumsum(inside, axis=0), [(1, 0), (0, 0), (0, 0)])
        self.pieces = int(pieces(inside > 0).max())

    def error(self, solid: NDArray[Any], lattice: Lattice) -> float:
        """Return the volume in which voxels differ from the mesh, as a share of the mesh's, and
        more for each piece that the mesh does not have."""
        extra = max(0, int(pieces(solid).max()) - self.pieces)
        return self.difference(solid, lattice) + PIECE_COST * extra

    def difference(self, solid: NDArray[Any], lattice: Lattice) -> float:
        """Return the volume in which voxels differ from the mesh, as a share of the mesh's."""
        import numpy as np

        share = self.coverage(lattice)
        return float(np.abs(solid - share).sum() / max(share.sum(), 1e-9))

    def coverage(self, lattice: Lattice) -> NDArray[Any]:
        """Return the share of each cell of another lattice that is inside."""
        import numpy as np

        found = self._sums
        for axis in range(3):
            if axis:
                found = np.pad(np.cumsum(found, axis=0), [(1, 0), (0, 0), (0, 0)])
            found = np.diff(_between(found, self._edges(lattice, axis)), axis=0)
            found = np.moveaxis(found, 0, 2)
        share: NDArray[Any] = found * np.prod(lattice.scale / self._lattice.scale)
        return share

    def _edges(self, lattice: Lattice, axis: int) -> NDArray[Any]:
        """Return the edges of cells along an axis, in the numbers of the fine lattice."""
        import numpy as np

        at = (np.arange(lattice.cells[axis] + 1) - lattice.shift[axis]) / lattice.scale[axis]
        fine = self._lattice
        found: NDArray[Any] = np.clip(at * fine.scale[axis] + fine.shift[axis], 0, fine.cells[axis])
        return found


@lru_cache(maxsize=2)
def reference_of(mesh: Mesh, size: int, voxelizer: Voxelizer, axis: int = 2) -> Reference:
    """Return what a mesh fills; the last ones are kept."""
    return Reference(mesh, size, voxelizer, axis)


def _between(sums: NDArray[Any], at: NDArray[Any]) -> NDArray[Any]:
    """Return sums up to places that lie between two entries."""
    import numpy as np

    below = np.minimum(at.astype(np.int64), len(sums) - 2)
    part = (at - below)[:, None, None]
    found: NDArray[Any] = sums[below] * (1 - part) + sums[below + 1] * part
    return found


# Many placements of a mesh at once, counted: the heart of a search for a placement.
#
# The rays of a placement are cast once. Moving the lattice along the rays by less than a cell
# then turns over one voxel for each crossing that a middle passes, so a whole cell's worth of
# moves costs little more than one. A column of voxels is a machine word (or several), and rods
# across are counted for 64 layers at a time: of how many groups has this rod seen the beginning,
# one, two, three? The beginnings run along x through three words, as in a counter made of bits.

class Counted(NamedTuple):
    """For each move of a sweep the size (3, moves), in the order of the rays' axes, and for some
    of the moves how many rods have at least one, two and three groups (3, those moves)."""

    size: NDArray[Any]
    some: NDArray[Any]
    at_least: NDArray[Any]


@dataclass(frozen=True, slots=True)
class Sweep:
    """Voxels of some moves, 64 of a column in each word: (u, v, words, moves)."""

    words: NDArray[Any]
    crossings: int

    def counted(self, size: tuple[int, ...]) -> Counted:
        """Return the size of every move, and the groups of those that have this size."""
        import numpy as np

        sizes = self._sizes()
        some = np.flatnonzero((sizes == np.array(size)[:, None]).all(axis=0))
        words = self.words[..., some]
        along = _groups_along(words)
        return Counted(sizes, some, along + _groups_across(words)
                       + _groups_across(words.swapaxes(0, 1)))

    def _sizes(self) -> NDArray[Any]:
        import numpy as np

        by_u = np.bitwise_or.reduce(self.words, axis=1)
        by_v = np.bitwise_or.reduce(self.words, axis=0)
        by_w = np.bitwise_or.reduce(by_u, axis=0)
        bits = (by_w[:, None] >> np.arange(64, dtype=np.uint64)[:, None]) & np.uint64(1)
        return np.stack([_extent((by_u != 0).any(axis=1)), _extent((by_v != 0).any(axis=1)),
                         _extent(bits.reshape(-1, bits.shape[-1]) != 0)])


def sweep(rays: Rays, lattice: Lattice, moves: int) -> Sweep:
    """Return the voxels by parity, with the lattice moved along the rays by 0, 1 / moves ... of a
    cell. A cell's margin around the mesh is taken for granted."""
    import numpy as np

    order = list(rays.order)
    across, depth = [lattice.cells[axis] for axis in order[:2]], lattice.cells[order[2]]
    found = rays.cross(lattice.scale[order], lattice.shift[order], across)
    inside = np.zeros((*across, -(-depth // 64) * 64), dtype=bool)
    inside[..., :depth] = found.inside(across, depth)
    words = np.zeros((across[0], across[1], inside.shape[2] // 64, moves), dtype=np.uint64)
    # Each crossing lies between the middle of its last cell and that of the next one.
    last = np.ceil(found.depth - 1.5)
    move = np.ceil((found.depth - 0.5 - last) * moves).astype(np.int64)
    cell = last.astype(np.int64)
    seen = (move < moves) & (cell >= 0) & (cell < depth)
    place = ((found.u * across[1] + found.v) * words.shape[2] + cell // 64) * moves + move
    _turn_over(words.reshape(-1), place[seen], cell[seen] % 64)
    words[..., 0] ^= np.packbits(inside, axis=2, bitorder="little").view("<u8")
    return Sweep(np.bitwise_xor.accumulate(words, axis=3), len(found.u))


def _turn_over(words: NDArray[Any], place: NDArray[Any], bit: NDArray[Any]) -> None:
    """Turn over one bit at each place; a place may come more than once."""
    import numpy as np

    order = np.argsort(place)
    place, bit = place[order], np.uint64(1) << bit[order].astype(np.uint64)
    first = np.flatnonzero(np.diff(place, prepend=-1))
    if len(first):
        words[place[first]] ^= np.bitwise_xor.reduceat(bit, first)


def _groups_along(words: NDArray[Any]) -> NDArray[Any]:
    """Return how many columns have at least one, two, three groups."""
    import numpy as np

    below = words << np.uint64(1)
    below[:, :, 1:] |= words[:, :, :-1] >> np.uint64(63)
    groups = np.bitwise_count(words & ~below).sum(axis=2, dtype=np.uint16)
    return np.stack([(groups >= count).sum(axis=(0, 1)) for count in (1, 2, 3)])


def _groups_across(words: NDArray[Any]) -> NDArray[Any]:
    """Return how many rods along the first axis have at least one, two, three groups."""
    import numpy as np

    before, one, two, three = np.zeros((4, *words.shape[1:]), dtype=np.uint64)
    for here in words:
        begins = here & ~before
        three |= two & begins
        two |= one & begins
        one |= begins
        before = here
    return np.stack([np.bitwise_count(seen).sum(axis=(0, 1), dtype=np.int64)
                     for seen in (one, two, three)])


def _extent(there: NDArray[Any]) -> NDArray[Any]:
    """Return the extent from the first to the last along the first axis; 0 where there is none."""
    import numpy as np

    length = there.shape[0] - there.argmax(axis=0) - there[::-1].argmax(axis=0)
    return np.where(there.any(axis=0), length, 0)


# Placements with a wanted size and wanted numbers of rods.

MOVE_BITS = 5, 8  # log2 of the moves of a sweep: for few crossings and for many
RANGES_CHECKED = 4  # of the moves with the right counts, those whose ranges are computed
UNKNOWN_DISTANCE = 10**6  # of ranges that were not computed


class Match:
    """Looks for a census, with all moves along the rays in one trial."""

    def __init__(self, mesh: Mesh, size: int, wanted: Census, axis: int, hunt: Hunt) -> None:
        if max(wanted.size) != size:
            raise InputError(f"the longest axis of the size to match has {max(wanted.size)} cells, "
                             f"but the size is {size}")
        self._mesh, self._size, self._wanted, self._hunt = mesh, size, wanted, hunt
        self._rays = rays_of(mesh.vertices, mesh.faces, axis)
        self._moves, self._axis = 1 << MOVE_BITS[0], axis
        self._best: Placement | None = None

    def run(self) -> Iterator[Placement | None]:
        """Yield the best place so far, after each trial."""
        while True:
            spot = self._hunt.ask()
            self._hunt.tell(spot, self._score(spot))
            yield self._best

    def _score(self, spot: Spot) -> tuple[float, ...] | None:
        """Return how near the best of the moves comes; a better one than ever is kept."""
        offset = offset_for(self._mesh, self._size, spot)
        offset[self._axis] = -0.5
        moves, distance = self._sweep(offset, spot.scale)
        if not len(moves):
            return None
        least = int(distance.min())
        near = moves[distance == least]
        if least and self._best is not None and least >= self._best.score[0]:
            return least, UNKNOWN_DISTANCE
        few = near[::-(-len(near) // RANGES_CHECKED)] if not least else near[:1]
        best = min((self._at(offset, move, spot.scale) for move in few),
                   key=lambda found: found.score)
        if self._best is None or best.score < self._best.score:
            self._best = best
        return best.score

    def _sweep(self, offset: NDArray[Any], scale: float) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the moves that give the right size, in cells, and how far their counts are off."""
        import numpy as np

        lattice = lattice_over(self._mesh.vertices, self._size, offset=tuple(offset), scale=scale)
        moves = self._moves
        swept = sweep(self._rays, lattice, moves)
        # More moves where more voxels turn over on the way.
        fewest, most = MOVE_BITS
        self._moves = 1 << min(max((swept.crossings // 20).bit_length() - 1, fewest), most)
        counted = swept.counted(tuple(self._wanted.size[axis] for axis in self._rays.order))
        one, two, three = counted.at_least
        counts = np.stack([self._wanted.lines - one, one - two, two - three, three])
        return counted.some / moves, np.abs(
            counts - np.array(self._wanted.counts)[:, None]).sum(axis=0)

    def _at(self, offset: NDArray[Any], move: float, scale: float) -> Placement:
        x, y, z = (float(part + (move if axis == self._axis else 0))
                   for axis, part in enumerate(offset))
        voxels = voxelize(self._mesh, self._size, voxelizer="parity", axis=self._axis,
                          offset=(x, y, z), scale=scale)
        found = census(voxels)
        distance = found.distance(self._wanted)
        return Placement((x, y, z), scale, voxels, (
            UNKNOWN_DISTANCE if distance is None else distance, found.range_distance(self._wanted)))


Goal: TypeAlias = Literal["recognisable", "line-solvable"] | Census
GOALS = ("recognisable", "line-solvable")

MIN_SCALE = 0.82  # thin ends of a mesh may be too thin to show
PIECE_COST = 0.02  # of a surplus piece, as a share of the volume


def place(
    mesh: Mesh, size: int, goal: Goal = "recognisable", *, seed: int = 0,
    trials: int | None = None, seconds: float | None = 20,
    on_trial: Callable[[int, Placement], None] | None = None, **options: Any,
) -> Placement:
    """Return the best placement found within a number of trials or seconds. `on_trial` is called
    with the number of trials and each placement that is better than those before."""
    end = math.inf if seconds is None else monotonic() + seconds
    best: Placement | None = None
    for trial, found in enumerate(placements(mesh, size, goal, seed=seed, **options), 1):
        if found is not best and found is not None:
            best = found
            if on_trial is not None:
                on_trial(trial, found)
        if monotonic() >= end or trial == trials or (best is not None and best.perfect):
            break
    if best is None:
        raise InputError(f"no placement was found in which the longest axis has {size} cells; "
                         "search longer, or ask for another size")
    return best


def trials_for(
    mesh: Mesh, size: int, samples: int, thin: bool, seconds: float | None = None,
) -> int:
    """Return how many placements to try: as many as a given amount of work allows, so that the
    result never depends on the clock. `seconds` are those of the whole making; they count for
    models so large that a few trials would take half of them, and may leave none."""
    points = math.prod(lattice_over(mesh.vertices, size).cells) * samples**3
    whole = closed(mesh)
    each = points * (1 if whole else WINDING_COST) + \
        len(mesh.faces) * (THIN_COST if thin else FACE_COST)
    trials = min(MAX_TRIALS, max(MIN_TRIALS, TRIAL_WORK // max(1, each)))
    if seconds is None:
        return trials
    each += 0 if whole else OPEN_COST * len(mesh.faces)
    affordable = int(max(MIN_WORK, seconds / 2 * WORK_PER_SECOND) / max(1, each))
    return min(trials, affordable) if affordable > 2 else 0  # the first trial is the centre


def placements(
    mesh: Mesh, size: int, goal: Goal = "recognisable", *, seed: int = 0,
    voxelizer: Voxelizer | None = None, axis: int = 2, least: float = MIN_SCALE, **options: Any,
) -> Iterator[Placement | None]:
    """Yield the best placement so far, after each trial; None while none is acceptable. Never ends.

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
        yield from _Judge(mesh, size, goal, options, Hunt(
            size, seed, least=least, explore=40, patience=60,
            mirrored=options.get("mirrored", ()),
            alike=_alike(mesh, options.get("mirrored", ())))).run()


def _alike(mesh: Mesh, mirrored: tuple[int, ...]) -> tuple[int, ...]:
    """Return for each axis the first that is to have the same place in its cell: a ball that is as
    high as it is wide stays so."""
    found = []
    for axis in range(3):
        same = (other for other in mirrored if axis in mirrored and
                abs(mesh.extent[axis] - mesh.extent[other]) <= ALIKE * mesh.extent.max())
        found.append(next(same, axis))
    return found[0], found[1], found[2]


class _Judge:
    """Scores placements one by one, by the voxels themselves."""

    def __init__(self, mesh: Mesh, size: int, goal: str, options: dict[str, Any],
                 hunt: Hunt) -> None:
        self._mesh, self._size, self._goal, self._hunt = mesh, size, goal, hunt
        self._options = options
        self._reference = reference_of(mesh, size, options["voxelizer"], options["axis"])

    def run(self) -> Iterator[Placement | None]:
        import numpy as np

        cells = np.array(lattice_over(self._mesh.vertices, self._size).cells)
        centre: Spot | None = Spot(cells / 2 % 1, 1.0)
        best: Placement | None = None
        while True:
            spot = centre or self._hunt.ask()
            centre = None
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
        lattice = lattice_over(self._mesh.vertices, self._size, offset=(x, y, z), scale=spot.scale)
        error = self._reference.error(solid, lattice)
        score = (error,) if self._goal == "recognisable" else (open_cells(voxels), error)
        return Placement((x, y, z), spot.scale, voxels, score)


def open_cells(voxels: NDArray[Any]) -> int:
    """Return how many cells of a solid stay open when its lines are settled."""
    from nonoforge.engine import propagate
    from nonoforge.families.solid.build import from_array

    return len(propagate(from_array(voxels).puzzle).state.open_cells())
