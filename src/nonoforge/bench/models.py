"""Table 4 of Halford, Generating and solving 3D nonogram puzzles (2016), from its models: sizes,
and rods by their groups.

Its author placed each model by hand. Here a search looks for a placement that gives the same
solid, as far as the table tells.
"""

from __future__ import annotations

from pathlib import Path
from time import perf_counter, process_time
from typing import NamedTuple

from nonoforge.bench.table import BenchOptions, Draft, Plot, Table, machine
from nonoforge.errors import InputError
from nonoforge.families.solid import (
    Census,
    Mesh,
    Placement,
    Range,
    Voxelizer,
    census,
    default_samples,
    lattice_over,
    placements,
    read_mesh,
    shares,
)

ROW_SECONDS = 180.0
GRACE = 20.0  # seconds more for the ranges, once the counts are right

MODELS = ("dino", "duck", "horse", "jeep", "knot")
GLB = ".glb"  # other formats of a model come first: they are the originals

PUBLISHED: dict[tuple[str, int], Census] = {
    ("dino", 12): Census((12, 7, 3), (85, 46, 10, 0), ((1, 5), (2, 3), None)),
    ("dino", 24): Census((24, 12, 6), (312, 164, 28, 0), ((1, 10), (2, 7), None)),
    ("dino", 36): Census((36, 18, 9), (694, 377, 61, 2), ((1, 16), (2, 13), (6, 7))),
    ("duck", 12): Census((12, 11, 9), (98, 216, 25, 0), ((1, 11), (4, 10), None)),
    ("duck", 24): Census((24, 23, 17), (386, 850, 113, 2), ((1, 23), (3, 21), (7, 8))),
    ("duck", 36): Census((36, 34, 25), (852, 1865, 246, 11), ((1, 34), (3, 31), (6, 17))),
    ("horse", 12): Census((12, 9, 3), (99, 65, 7, 0), ((1, 7), (2, 9), None)),
    ("horse", 24): Census((24, 16, 4), (348, 176, 19, 1), ((1, 12), (2, 13), (9, 9))),
    ("horse", 36): Census((36, 25, 7), (817, 469, 36, 5), ((1, 19), (2, 23), (9, 24))),
    ("jeep", 12): Census((12, 4, 6), (61, 53, 26, 4), ((1, 6), (2, 6), (4, 5))),
    ("jeep", 24): Census((24, 10, 12), (188, 221, 184, 55), ((1, 12), (2, 18), (7, 17))),
    ("jeep", 36): Census((36, 12, 17), (238, 460, 335, 215), ((1, 19), (2, 22), (3, 27))),
    ("knot", 12): Census((12, 12, 9), (208, 134, 17, 1), ((1, 3), (2, 3), (5, 5))),
    ("knot", 24): Census((23, 24, 18), (651, 476, 212, 59), ((1, 5), (2, 9), (3, 8))),
    ("knot", 36): Census((34, 36, 26), (1162, 737, 746, 399), ((1, 6), (2, 9), (3, 13))),
}

COLUMNS = ("puzzle", "size", "cells", "lines", "empty", "single", "double", "triple+",
           "published", "L1", "range ends off", "match", "seconds", "trials", "offset", "scale")
NOTES = (
    "Published: empty, single, double and triple+ lines, with the least and the greatest clue.",
    "L1: the differences of the four numbers, summed; a dash if no placement has the size. range "
    "ends off: how far the six ends of the ranges are from the published ones, together.",
    "Voxels by the parity of rays along z; uniform scale; the longest axis has all its cells. "
    f"A row ends when all is equal, {GRACE:.0f} s after the numbers are, or when its time is over.",
    "Equal numbers do not prove equal solids.",
)


class Row(NamedTuple):
    """What a search found, and what it took."""

    best: Placement | None
    seconds: float
    trials: int


def table4(options: BenchOptions) -> Table:
    """Return sizes and line types of five models, by a search for placements, beside the published.
    """
    if options.path is None:
        raise InputError("this table needs the models: name the folder with the meshes "
                         f"{', '.join(model + '*' for model in MODELS)}")
    meshes = {model: read_mesh(path) for model, path in _files(options.path).items()}
    seconds = options.budget.seconds if options.budget else None
    draft = Draft("Table 4: line types of the solids (Halford 2016)", COLUMNS, options.report,
                  Plot("puzzle", ("seconds",), "seconds"))
    rows = [key for key in PUBLISHED if key[0] in meshes]
    for done, (model, size) in enumerate(rows):
        options.report.at(done, len(rows), f"{model} {size}")
        wanted = PUBLISHED[model, size]
        found = search(meshes[model], size, wanted, options.seed,
                       ROW_SECONDS if seconds is None else seconds)
        draft.row(*_values(model, size, wanted, found))
    draft.note(_summary(draft), *NOTES, machine())
    return draft.table()


VOXELIZER_SIZE = 24
VOXELIZER_COLUMNS = ("model", "faces", "voxelizer", "samples", "voxels", "compared with", "differ",
                     "share error", "CPU s")
COMPARED: tuple[tuple[Voxelizer, Voxelizer], ...] = (
    ("parity", "parity"), ("quadtree", "parity"), ("rays", "parity"), ("winding", "winding"),
    ("refine", "winding"))
"""Voxelizers, and the exact one that each is to agree with."""


def voxelizers(options: BenchOptions) -> Table:
    """Return what each voxelizer makes of five models, beside the exact one that it stands for."""
    if options.path is None:
        raise InputError("this table needs the models: name the folder with the meshes "
                         f"{', '.join(model + '*' for model in MODELS)}")
    files = _files(options.path)
    draft = Draft(f"Voxelizers on five models, {VOXELIZER_SIZE} cells along the longest side",
                  VOXELIZER_COLUMNS, options.report, Plot("model", ("CPU s",), "seconds"))
    for done, (model, path) in enumerate(files.items()):
        options.report.at(done, len(files), model)
        mesh = read_mesh(path)
        lattice = lattice_over(mesh.vertices, VOXELIZER_SIZE)
        for voxelizer, exact in COMPARED:
            samples = default_samples(voxelizer)
            begin = process_time()
            share = shares(mesh, lattice, voxelizer, 2, samples, options.seed)
            seconds = process_time() - begin
            wanted = shares(mesh, lattice, exact, 2, samples)
            draft.row(model, len(mesh.faces), voxelizer, samples, int((share >= 0.5).sum()),
                      f"{exact}, {samples} samples", int(((share >= 0.5) != (wanted >= 0.5)).sum()),
                      float(abs(share - wanted).max()), seconds)
    draft.note("differ: cells that are solid by one and not by the other. share error: the largest "
               "difference of a cell's share inside; of random rays, its standard error is at most "
               f"0.5 / samples = {0.5 / default_samples('rays'):g}.", machine())
    return draft.table()


def search(mesh: Mesh, size: int, wanted: Census, seed: int, seconds: float) -> Row:
    """Return the best placement that a row's time finds."""
    begin = perf_counter()
    end = begin + seconds
    best: Placement | None = None
    trials = 0
    for found in placements(mesh, size, wanted, seed=seed):
        trials += 1
        now = perf_counter()
        if found is not best and found is not None:
            if not found.score[0] and (best is None or best.score[0]):
                end = min(end, now + GRACE)
            best = found
        if now >= end or (best is not None and best.perfect):
            break
    return Row(best, perf_counter() - begin, trials)


def _files(folder: str) -> dict[str, Path]:
    """Return the meshes of a folder by the models that they are named after."""
    try:
        names = sorted(Path(folder).iterdir(), key=lambda path: (path.suffix == GLB, path.name))
    except OSError as error:
        raise InputError(f"not a folder that can be read: {error.strerror}",
                         file=folder) from None
    found: dict[str, Path] = {}
    for path in names:
        for model in MODELS:
            if path.name.lower().startswith(model) and path.is_file():
                found.setdefault(model, path)
    if not found:
        raise InputError("no meshes with the names "
                         f"{', '.join(model + '*' for model in MODELS)}", file=folder)
    return found


def _values(model: str, size: int, wanted: Census, row: Row) -> list[str | int | float | None]:
    name = f"{model} {size}"
    published = " ".join(_lines(wanted))
    if row.best is None:
        return [name, *[None] * 7, published, None, None, "none", row.seconds, row.trials, None,
                None]
    found = census(row.best.voxels)
    distance, ends = found.distance(wanted), found.range_distance(wanted)
    match = "exact" if not distance and not ends else "counts" if not distance else "near"
    return [name, "x".join(map(str, found.size)), found.cells, found.lines, *_lines(found),
            published, distance, ends, match, row.seconds, row.trials,
            " ".join(f"{part:.6f}" for part in row.best.offset), f"{row.best.scale:.6f}"]


def _lines(numbers: Census) -> list[str]:
    """Return the four numbers, with their ranges."""
    ranges = (None, *(numbers.ranges or (None,) * 3))
    return [f"{count}{_span(span)}" for count, span in zip(numbers.counts, ranges, strict=True)]


def _span(span: Range | None) -> str:
    if span is None:
        return ""
    return f"({span[0]})" if span[0] == span[1] else f"({span[0]}-{span[1]})"


def _summary(draft: Draft) -> str:
    matches = [str(row[draft.columns.index("match")]) for row in draft.rows]
    equal = matches.count("exact") + matches.count("counts")
    return (f"{equal} of {len(matches)} rows have the published size and numbers, "
            f"{matches.count('exact')} of them the ranges too.")
