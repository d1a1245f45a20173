"""From a mesh to a puzzle: placed, voxelized, painted, repaired, its clues hidden.

Each step says what it did; what was changed from the source is never silent.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.engine import Budget, propagate, solve
from nonoforge.families.solid.build import array_of, from_array
from nonoforge.families.solid.geometry import Solid, solid_of
from nonoforge.families.solid.hiding import ALL, LONGEST, MEANS, Level, Target, hide_clues, solves
from nonoforge.families.solid.voxelizing import Keep, Voxelizer, voxelize
from nonoforge.families.solid.voxels import Census, Size, lattice_over, pieces, trimmed
from nonoforge.judge import repair
from nonoforge.nonogram import Info, Nonogram
from nonoforge.verdict import Verdict

if TYPE_CHECKING:
    from nonoforge.families.solid.mesh import Mesh

Placing = Literal["recognisable", "line-solvable", "centre"]
PLACINGS: tuple[Placing, ...] = ("recognisable", "line-solvable", "centre")

TRIALS = 60  # placements that are tried: counted, so that a result repeats

Say = Callable[[str], None]
"""Is told what is being done, in a few words."""


@dataclass(frozen=True)
class Plan:
    """What the designer asks for."""

    size: Size = 24
    voxelizer: Voxelizer = "winding"
    samples: int = 1
    threshold: float = 0.5
    thin: bool = False
    keep: Keep = "all"
    fill: bool = False
    placing: Placing = "recognisable"
    match: Census | None = None  # instead: a size and numbers of rods, found by parity
    colours: int = 1
    repairs: int = 0  # voxels that may be changed
    clues: Target = ALL
    level: Level = "line"
    seed: int = 0
    budget: Budget = LONGEST  # for placing, and again for a repair and for hiding clues


class Made(NamedTuple):
    """The nonogram, the verdict on it, and what was done to get there."""

    nonogram: Nonogram
    verdict: Verdict
    pieces: int  # that hang together by faces
    clues: int  # before any were hidden
    changes: tuple[tuple[int, int], ...]  # cells that were repaired, with their new colours
    notes: tuple[str, ...]
    interrupted: bool
    seconds: float


def make_solid(mesh: Mesh, plan: Plan | None = None, say: Say = lambda words: None) -> Made:
    """A puzzle from a mesh."""
    begin = perf_counter()
    plan = plan or Plan()
    notes: list[str] = []
    nonogram = _voxels(mesh, plan, notes, say)
    nonogram, changes = _repaired(nonogram, plan, notes, say)
    total, interrupted = len(nonogram.puzzle.lines), False
    if plan.clues.share != 1.0:
        nonogram, interrupted = _with_fewer_clues(nonogram, plan, notes, say)
    say("checking that it has one solution")
    verdict = solve(nonogram, seed=plan.seed, budget=plan.budget)
    return Made(nonogram, verdict, _pieces(nonogram), total, changes, tuple(notes),
                interrupted, perf_counter() - begin)


def _voxels(
    mesh: Mesh, plan: Plan, notes: list[str], say: Say,
) -> Nonogram:
    """The nonogram of the voxels with their colours, and with all their clues."""
    from nonoforge.families.solid.paint import paint

    options: dict[str, Any] = {"voxelizer": "parity"} if plan.match else {
        "voxelizer": plan.voxelizer, "samples": plan.samples, "threshold": plan.threshold,
        "thin": plan.thin, "keep": plan.keep, "fill": plan.fill}
    if plan.match:
        plan = replace(plan, size=max(plan.match.size))
    Solid(*lattice_over(mesh.vertices, plan.size).cells)  # what is too large is refused at once
    offset, scale = _placed(mesh, plan, options, notes, say)
    say("voxelizing")
    solid = voxelize(mesh, plan.size, offset=offset, scale=scale, trim=False, **options)
    lattice = lattice_over(mesh.vertices, plan.size, offset=offset, scale=scale)
    painted, palette = paint(mesh, solid, lattice, plan.colours) if plan.colours > 1 else \
        (solid.astype("uint8"), None)
    if palette is not None and len(palette) - 1 < plan.colours:
        notes.append(_few_colours(mesh, len(palette) - 1))
    voxels = trimmed(painted)
    notes += _cut_off(plan.size, voxels.shape)
    return from_array(voxels, palette=palette, info=Info(title=mesh.name))


def _pieces(nonogram: Nonogram) -> int:
    assert nonogram.solution is not None
    return int(pieces(array_of(solid_of(nonogram), nonogram.solution) > 0).max())


def _cut_off(size: Size, found: tuple[int, ...]) -> list[str]:
    """Ends too thin to show leave empty layers, which a puzzle need not have."""
    if found == size or max(found) == size:
        return []
    asked = "x".join(map(str, size)) if isinstance(size, tuple) else f"a longest side of {size}"
    return [f"{'x'.join(map(str, found))} cells instead of {asked}: the outermost were empty"]


def _few_colours(mesh: Mesh, found: int) -> str:
    if not mesh.coloured:
        return "the model says nothing about colours: it has one"
    return f"no more than {found} different colours were found on the model"


def _placed(
    mesh: Mesh, plan: Plan, options: dict[str, Any], notes: list[str], say: Say,
) -> tuple[Sequence[float], float]:
    """Where to put it: what was asked for is searched, unless three sizes leave no choice."""
    from nonoforge.families.solid.placing import place

    if isinstance(plan.size, tuple):
        return (0, 0, 0), 1
    if plan.match:
        say("looking for a place that matches")
        found = place(mesh, plan.size, plan.match, seed=plan.seed, seconds=plan.budget.seconds)
        if any(found.score):
            notes.append(f"no place that matches was found; in the nearest {found.score[0]:g} rods "
                         "are of another kind")
        return found.offset, found.scale
    if plan.placing == "centre":
        return (0, 0, 0), 1
    say(f"looking for a {plan.placing} place")
    found = place(mesh, plan.size, plan.placing, seed=plan.seed, trials=TRIALS,
                  seconds=plan.budget.seconds, **options)
    return found.offset, found.scale


def _repaired(
    nonogram: Nonogram, plan: Plan, notes: list[str], say: Say,
) -> tuple[Nonogram, tuple[tuple[int, int], ...]]:
    stuck = len(propagate(nonogram.puzzle).state.open_cells())
    if not stuck:
        return nonogram, ()
    if not plan.repairs:
        notes.append(f"lines alone leave {stuck:,} cells open; --repair may find a few voxels to "
                     "change")
        return nonogram, ()
    say("looking for voxels to change")
    assert nonogram.solution is not None
    found = repair(nonogram.puzzle, nonogram.solution, most=plan.repairs,
                   budget=plan.budget)
    if found.stuck:
        notes.append(f"no repair with {plan.repairs} voxels was found: lines alone leave "
                     f"{stuck:,} cells open, {len(found.stuck):,} with the best changes; nothing "
                     "was changed")
        return nonogram, ()
    return replace(nonogram, puzzle=found.puzzle, solution=found.colouring), found.changes


def _with_fewer_clues(
    nonogram: Nonogram, plan: Plan, notes: list[str], say: Say,
) -> tuple[Nonogram, bool]:
    if not solves(nonogram.puzzle, plan.level):
        notes.append(f"all clues are shown, because {MEANS[plan.level]} not solve it even so")
        return nonogram, False
    found = hide_clues(
        nonogram, plan.clues, level=plan.level, seed=plan.seed, budget=plan.budget,
        progress=lambda left, of: say(f"hiding clues: {left:,} of {of:,} left"))
    if not found.reached:
        notes.append(f"with fewer than {len(found.nonogram.puzzle.lines):,} clues no way to solve "
                     "it was found")
    return found.nonogram, found.interrupted
