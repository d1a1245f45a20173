"""The contact sheet of `make solid --sheet`: several sizes, thresholds and turns of a model, each
with its verdict."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from nonoforge.drawing import Contents, DrawOptions, Tile, contact_sheet, fitted
from nonoforge.errors import InputError, OutOfBudget
from nonoforge.families.solid.make import SolidResult, make
from nonoforge.families.solid.mesh import Mesh
from nonoforge.families.solid.options import SolidOptions
from nonoforge.families.solid.posture import upward
from nonoforge.making import Scene
from nonoforge.progress import no_progress
from nonoforge.text import count
from nonoforge.time_limit import time_share

SIZE_PARTS = (0.7, 1.0, 1.4)  # of the size that was asked for
THRESHOLDS = (0.3, 0.5, 0.7)
MIN_SIZE, MAX_SHEET_SIZE = 4, 60
TURNS = (0.0, 30.0, 45.0)
SHEET_SAMPLES = 2
TILE_SHARE = 0.3  # of the time that is left


def choices(mesh: Mesh, options: SolidOptions) -> Iterator[dict[str, Any]]:
    """Yield other sizes, thresholds, turns and axes that point up."""
    yield {}
    if not isinstance(options.size, tuple):
        for part in SIZE_PARTS:
            size = min(MAX_SHEET_SIZE, max(MIN_SIZE, round(options.size * part)))
            if size != options.size:
                yield {"size": size}
    samples = {} if (options.samples or 1) > 1 else {"samples": SHEET_SAMPLES}
    yield from ({**samples, "threshold": threshold} for threshold in THRESHOLDS
                if samples or threshold != options.threshold)
    yield from ({"turn": turn} for turn in TURNS if turn != options.turn)
    up = upward(mesh) if options.up == "auto" else options.up
    yield from ({"up": axis} for axis in "xyz" if axis != up.lstrip("-"))


def choice_sheet(mesh: Mesh, options: SolidOptions, result: SolidResult) -> Scene:
    """Return the contact sheet: sizes from left to right, thresholds from above, then turns.

    Models lie in the centre of the cells, and all clues are shown: a sheet is to choose from."""
    quick = replace(options, place="centre", clues="all", repair=0, variants=1, rating=None,
                    match=None, samples=options.samples or SHEET_SAMPLES,
                    voxelizer="refine" if options.voxelizer == "winding" else options.voxelizer)
    sizes = [options.size] if isinstance(options.size, tuple) else list(dict.fromkeys(
        min(MAX_SHEET_SIZE, max(MIN_SIZE, round(options.size * part))) for part in SIZE_PARTS))
    thresholds = options.thresholds if len(options.thresholds) > 1 else THRESHOLDS
    # What a size has in common is kept from one threshold to the next.
    made = {(threshold, size): _tile(mesh, replace(quick, size=size, threshold=threshold))
            for size in sizes for threshold in thresholds}
    rows = [made[threshold, size] for threshold in thresholds for size in sizes]
    turns = [_tile(mesh, replace(quick, threshold=0.5, turn=turn)) for turn in TURNS[:len(sizes)]]
    tiles = [tile for tile in (*rows, *turns) if tile is not None]
    if not tiles:
        raise InputError("none of the sizes and thresholds of the sheet gives any voxel; ask for a "
                         "larger --size, or for --thin")
    words = f"shows {count(len(tiles), 'way')} to make it: sizes, thresholds and turns"
    title = result.nonogram.info.title or "Solid"
    return Scene(result.nonogram, None, words=words,
                 display=contact_sheet(tiles, len(sizes), title))


def _tile(mesh: Mesh, options: SolidOptions) -> Tile | None:
    """Return the solution made with some options and its caption; None where there is no voxel, or
    no time."""
    try:
        with time_share(TILE_SHARE):
            made = make(mesh, options, no_progress)
    except (InputError, OutOfBudget):
        return None
    shape, verdict = made.shape, made.verdict
    solved = "lines alone" if verdict.line_solvable else verdict.level or "not solved"
    differs = "" if shape.difference is None else f"{100 * shape.difference:.0f} % differ, "
    turned = f", turn {shape.turn:g}" if options.turn != "auto" else ""
    picture = made.nonogram.family.display(
        made.nonogram, Contents(made.nonogram.solution), DrawOptions(clues=False))
    return Tile(fitted(picture), (
        f"{made.nonogram.geometry}, threshold {shape.threshold:g}{turned}",
        f"{verdict.answer}, {solved}", f"{differs}{count(made.pieces, 'piece')}"))
