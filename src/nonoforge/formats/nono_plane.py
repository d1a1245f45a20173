"""Sloped and curved nonograms in native files: edges, faces, curves with their clues and labels."""

from __future__ import annotations

from typing import Any

import msgspec

from nonoforge.families.plane import (
    Arrangement,
    Curve,
    Labels,
    Place,
    arrangement_of,
    clues_of,
    from_sides,
)
from nonoforge.formats.json_place import PathError
from nonoforge.formats.nono_parts import (
    AboutFile,
    CellEntry,
    about_entries,
    cell_entries,
    check_count,
    check_extras,
    read_colour,
    read_info,
    read_mask,
    read_palette,
    short,
)
from nonoforge.formats.nono_runs import RunEntry, read_runs, runs_entry
from nonoforge.formats.nono_weave import check_weave
from nonoforge.nonogram import Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Path, Piece, Point, piece_of
from nonoforge.puzzle import Colouring
from nonoforge.state import State

PLACES = 6  # decimals of a millimetre
FAR = 1e6  # millimetres; nothing is further away
MAX_EDGES = 200_000

PathEntry = list[list[float]]
LabelEntry = list[float] | None


class CurveEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A curve: its darts, the clues of its sides, and where their labels stand."""

    darts: list[int]
    closed: bool = False
    left: list[RunEntry] | None = None
    right: list[RunEntry] | None = None
    labels: list[LabelEntry] = msgspec.field(default_factory=list)


class PlaneFile(AboutFile, forbid_unknown_fields=True, kw_only=True):
    """The fields of the file."""

    nonoforge: int
    family: str
    edges: list[PathEntry]
    faces: list[list[list[int]]]
    curves: list[CurveEntry]
    frame: list[int]
    box: list[float] | None = None
    given: list[list[int]] = msgspec.field(default_factory=list)
    solution: list[int] | None = None
    saved: list[list[CellEntry]] = msgspec.field(default_factory=list)


DECODER = msgspec.json.Decoder(PlaneFile)


def build(file: PlaneFile) -> Nonogram:
    """The nonogram, once every number is in its range and all fits together; errors name a path."""
    check_extras(notes=file.notes, more=file.more, saved=file.saved)
    palette = read_palette(file.palette, Palette())
    arrangement = _arrangement(file)
    check_weave(arrangement)
    clues = [_clue(f"$.curves[{number}]", curve, side, len(palette))
             for number, curve in enumerate(file.curves) if not curve.closed
             for side in ("left", "right")]
    return from_sides(
        arrangement, clues, palette=palette, info=read_info(file),
        solution=_solution(file, len(palette)), given=_given(file, len(palette)),
        saved=[_saved(f"$.saved[{i}]", cells, file, len(palette))
               for i, cells in enumerate(file.saved)])


def path_of_line(file: PlaneFile, index: int) -> str:
    """Where the clue of a line stands; the index counts those that are not hidden."""
    for number, curve in enumerate(file.curves):
        for side in () if curve.closed else ("left", "right"):
            if getattr(curve, side) is not None:
                if index == 0:
                    return f"$.curves[{number}].{side}"
                index -= 1
    return "$"


def _arrangement(file: PlaneFile) -> Arrangement:
    if not 1 <= len(file.edges) <= MAX_EDGES:
        raise PathError("$.edges", f"{len(file.edges):,} edges; there are 1 to {MAX_EDGES:,}")
    edges = tuple(_path(f"$.edges[{i}]", entry) for i, entry in enumerate(file.edges))
    count = 2 * len(edges)
    faces = tuple(
        tuple(_darts(f"$.faces[{i}][{k}]", loop, count) for k, loop in enumerate(loops))
        for i, loops in enumerate(file.faces))
    curves = tuple(Curve(_darts(f"$.curves[{i}].darts", curve.darts, count), curve.closed)
                   for i, curve in enumerate(file.curves))
    return Arrangement(file.family, edges, faces, curves, _darts("$.frame", file.frame, count),
                       _labels(file))


def _path(path: str, entry: PathEntry) -> Path:
    """[[x, y], [x, y], [handle, handle, end], ...]: a start, and then piece after piece."""
    if len(entry) < 2 or len(entry[0]) != 2:
        raise PathError(path, "an edge is a start [x, y] and then one or more pieces")
    here = _point(f"{path}[0]", entry[0])
    pieces: list[Piece] = []
    for i, numbers in enumerate(entry[1:], start=1):
        if len(numbers) not in (2, 6):
            raise PathError(f"{path}[{i}]", "a piece is [x, y], where it ends, or six numbers: two "
                                            "handles and the end")
        points = [_point(f"{path}[{i}]", numbers[k:k + 2]) for k in range(0, len(numbers), 2)]
        pieces.append(piece_of([here, *points]))
        here = points[-1]
    return tuple(pieces)


def _point(path: str, numbers: list[float]) -> Point:
    x, y = numbers
    if not (-FAR <= x <= FAR and -FAR <= y <= FAR):
        raise PathError(path, f"a coordinate beyond {FAR:,.0f} mm")
    return x, y


def _darts(path: str, darts: list[int], count: int) -> tuple[int, ...]:
    if not darts:
        raise PathError(path, "no darts; at least one is needed")
    for i, dart in enumerate(darts):
        if not 0 <= dart < count:
            raise PathError(f"{path}[{i}]", f"the dart {short(dart)}; there are 0 to {count - 1}, "
                                            "two for each edge")
    return tuple(darts)


def _labels(file: PlaneFile) -> Labels | None:
    if file.box is None:
        for i, curve in enumerate(file.curves):
            if curve.labels:
                raise PathError(f"$.curves[{i}].labels", "labels, but the file has no `box`")
        return None
    if len(file.box) != 2 or not all(0 < size <= FAR for size in file.box):
        raise PathError("$.box", "the width and height of a box are two positive numbers")
    places: list[Place | None] = []
    for i, curve in enumerate(file.curves):
        if not curve.closed:
            path = f"$.curves[{i}].labels"
            check_count(path, curve.labels, 2, "number of sides")
            places += [_place(f"{path}[{k}]", entry) for k, entry in enumerate(curve.labels)]
        elif curve.labels:
            raise PathError(f"$.curves[{i}].labels", "a closed curve has no clues and no labels")
    return Labels((file.box[0], file.box[1]), tuple(places))


def _place(path: str, entry: LabelEntry) -> Place | None:
    if entry is None:
        return None
    if len(entry) != 2 or entry[0] not in (0, 1) or not 0 <= entry[1] <= FAR:
        raise PathError(path, "a label is [0 or 1, length of its leader], at the start or the end "
                              "of its side; or null")
    return Place(int(entry[0]), entry[1])


def _clue(path: str, curve: CurveEntry, side: str, colours: int) -> Any:
    entry = getattr(curve, side)
    return None if entry is None else read_runs(f"{path}.{side}", entry, colours)


def _solution(file: PlaneFile, colours: int) -> Colouring | None:
    if file.solution is None:
        return None
    check_count("$.solution", file.solution, len(file.faces), "number of faces")
    return bytes(read_colour(f"$.solution[{i}]", colour, colours)
                 for i, colour in enumerate(file.solution))


def _given(file: PlaneFile, colours: int) -> list[tuple[int, int]]:
    given: dict[int, int] = {}
    for i, entry in enumerate(file.given):
        path = f"$.given[{i}]"
        if len(entry) != 2 or not 1 <= entry[0] <= len(file.faces):
            raise PathError(path, "a given face is [face, colour number]; faces count from 1, and "
                                  f"there are {len(file.faces)}")
        if entry[0] - 1 in given:
            raise PathError(path, f"face {entry[0]} is given a second time")
        given[entry[0] - 1] = read_colour(path, entry[1], colours)
    return list(given.items())


def _saved(path: str, cells: list[CellEntry], file: PlaneFile, colours: int) -> State:
    check_count(path, cells, len(file.faces), "number of faces")
    return State(tuple(read_mask(f"{path}[{i}]", cell, colours) for i, cell in enumerate(cells)))


def entries(nonogram: Nonogram) -> dict[str, Any]:
    """The fields of the file that say something, in order."""
    arrangement, puzzle = arrangement_of(nonogram), nonogram.puzzle
    optional = {
        **about_entries(nonogram, Palette()),
        "given": [[cell + 1, colour] for cell, colour in puzzle.given],
        "solution": list(nonogram.solution) if nonogram.solution is not None else None,
        "saved": [cell_entries(state, len(puzzle.palette)) for state in nonogram.saved],
    }
    labels = arrangement.labels
    return {
        **{name: value for name, value in optional.items() if value},
        "frame": list(arrangement.frame),
        **({"box": [_number(size) for size in labels.box]} if labels else {}),
        "curves": _curve_entries(nonogram, arrangement),
        "faces": [[list(loop) for loop in loops] for loops in arrangement.faces],
        "edges": [_path_entry(edge) for edge in arrangement.edges]}


def _curve_entries(nonogram: Nonogram, arrangement: Arrangement) -> list[dict[str, Any]]:
    found = [msgspec.to_builtins(CurveEntry(darts=list(curve.darts), closed=curve.closed))
             for curve in arrangement.curves]
    clues, labels = clues_of(nonogram, arrangement), arrangement.labels
    for index, (side, clue) in enumerate(zip(arrangement.sides, clues, strict=True)):
        entry = found[side.curve]
        entry["right" if side.back else "left"] = None if clue is None else runs_entry(clue)
        if labels:
            place = labels.places[index]
            entry.setdefault("labels", []).append(place and [place.end, _number(place.leader)])
    return found


def _path_entry(path: Path) -> PathEntry:
    """The pieces that a path consists of."""
    first, rest = path[0][0], [piece[1:] for piece in path]
    return [[_number(value) for point in points for value in point]
            for points in ((first,), *rest)]


def _number(value: float) -> float:
    """Rounded; whole numbers without a point."""
    rounded = round(value, PLACES)
    return int(rounded) if rounded == int(rounded) else rounded
