"""Sloped and curved nonograms in `.nono` files: edges, faces, curves with clues and labels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, TypeAlias

import msgspec

from nonoforge.families.plane.arrangement import Arrangement, Curve, Labels, Place, arrangement_of
from nonoforge.families.plane.build import clues_of, from_sides
from nonoforge.families.plane.validity import MAX_FACES, check_arrangement
from nonoforge.nonogram import MAX_EXTRAS, Nonogram
from nonoforge.palette import Palette
from nonoforge.path import Path, Piece, Point, piece_of
from nonoforge.storage import (
    CellEntry,
    Clue,
    Coder,
    ColourNumber,
    NonoFile,
    PathError,
    RunEntry,
    Storage,
    check_count,
    check_extras,
    common_fields,
    documented,
    read_common,
    read_palette,
    read_runs,
    runs_entry,
    short,
)

DECIMALS = 6  # decimals of a millimetre
MAX_COORDINATE = 1e6  # millimetres; nothing is further away
MAX_EDGES = 200_000

PieceEntry: TypeAlias = Annotated[list[float], documented(
    "[x, y]: the end of a straight piece; [x1, y1, x2, y2, x, y]: handles and end of a cubic one.",
    minItems=2, maxItems=6)]
PathEntry: TypeAlias = Annotated[list[PieceEntry], documented(minItems=2)]
Darts: TypeAlias = Annotated[list[Annotated[int, documented(minimum=0)]], documented(
    "Edges with a direction: 2 x number of the edge, + 1 for backwards.", minItems=1)]
LabelEntry: TypeAlias = Annotated[list[float], documented(
    "[end of the side, 0 or 1; length of the leader]", minItems=2, maxItems=2)] | None


class CurveEntry(msgspec.Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A curve: its darts, the clues of its sides, and where their labels stand."""

    darts: Darts
    closed: Annotated[bool, documented("A closed curve has no clues.")] = False
    left: Clue | None = None
    right: Clue | None = None
    labels: list[LabelEntry] = msgspec.field(default_factory=list)


class PlaneFile(NonoFile, forbid_unknown_fields=True, kw_only=True):
    """Faces between straight lines (sloped) or curves (curved) in a frame. Millimetres; y is up."""

    edges: Annotated[list[PathEntry], documented(
        "Paths: a start [x, y], and then pieces.", minItems=1, maxItems=MAX_EDGES)]
    faces: Annotated[list[Annotated[list[Darts], documented(minItems=1)]], documented(
        "The cells. Each is a list of loops with the face on the left: the border, then holes.",
        minItems=1, maxItems=MAX_FACES)]
    curves: list[CurveEntry]
    frame: Annotated[Darts, documented("Around the whole, counter-clockwise.")]
    box: Annotated[list[float], documented(
        "Width (along the leader) and height of the box of a number, if there are labels.",
        minItems=2, maxItems=2)] | None = None
    given: Annotated[list[Annotated[list[int], documented(minItems=2, maxItems=2)]], documented(
        "Faces shown in the puzzle: [face, colour number]; faces count from 1."
    )] = msgspec.field(default_factory=list)
    solution: Annotated[list[ColourNumber] | None, documented(
        "The maker's picture: the colour number of each face.")] = None
    saved: Annotated[list[list[CellEntry]], documented(
        "States of players; each has a cell for each face.", maxItems=MAX_EXTRAS)] = (
            msgspec.field(default_factory=list))


class PlaneStorage(Storage[PlaneFile]):
    """An arrangement with the clues of its sides; cells in the order of the faces."""

    file = PlaneFile

    def __init__(self, kind: str) -> None:
        self.kind = kind

    def build(self, file: PlaneFile) -> Nonogram:
        check_extras(file)
        palette = read_palette(file, Palette())
        arrangement = _arrangement(file)
        check_arrangement(arrangement)
        faces = len(file.faces)

        def cell_at(numbers: Sequence[int]) -> int | str:
            face = numbers[0]
            return face - 1 if 1 <= face <= faces else \
                f"face {short(face)}; faces count from 1, and there are {faces}"

        clues = [None if entry is None else read_runs(path, entry, len(palette))
                 for path, entry in _sides(file)]
        return from_sides(arrangement, clues, **read_common(
            file, arrangement, palette=palette, sides={"number of faces": faces},
            given_form="[face, colour number]", cell_at=cell_at))

    def path_of_line(self, file: PlaneFile, index: int | None) -> str:
        """Return the JSON path of a line's clue; hidden clues are not counted."""
        shown = [path for path, entry in _sides(file) if entry is not None]
        return "$" if index is None else shown[index]

    def fields(self, nonogram: Nonogram) -> dict[str, Any]:
        arrangement = arrangement_of(nonogram)
        labels = arrangement.labels
        return {
            **common_fields(nonogram, Palette(), lambda cell: [cell + 1]),
            "frame": list(arrangement.frame),
            **({"box": [_number(size) for size in labels.box]} if labels else {}),
            "curves": _curve_entries(nonogram, arrangement),
            "faces": [[list(loop) for loop in loops] for loops in arrangement.faces],
            "edges": [_path_entry(edge) for edge in arrangement.edges]}

    def share(self, coder: Coder, nonogram: Nonogram | None) -> Nonogram:
        from nonoforge.families.plane.share import share

        return share(coder, nonogram, self.kind)


def _sides(file: PlaneFile) -> list[tuple[str, list[RunEntry] | None]]:
    """Return the JSON paths and entries of the clues of all sides, hidden ones included."""
    return [(f"$.curves[{number}].{side}", getattr(curve, side))
            for number, curve in enumerate(file.curves) if not curve.closed
            for side in ("left", "right")]


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
    """Read a path, [[x, y], [x, y], [handle, handle, end], ...]: a start, and then piece after
    piece."""
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
    if not (-MAX_COORDINATE <= x <= MAX_COORDINATE and -MAX_COORDINATE <= y <= MAX_COORDINATE):
        raise PathError(path, f"a coordinate beyond {MAX_COORDINATE:,.0f} mm")
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
    if len(file.box) != 2 or not all(0 < size <= MAX_COORDINATE for size in file.box):
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
    if len(entry) != 2 or entry[0] not in (0, 1) or not 0 <= entry[1] <= MAX_COORDINATE:
        raise PathError(path, "a label is [0 or 1, length of its leader], at the start or the end "
                              "of its side; or null")
    return Place(int(entry[0]), entry[1])


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
    """Return the pieces that a path consists of."""
    first, rest = path[0][0], [piece[1:] for piece in path]
    return [[_number(value) for point in points for value in point]
            for points in ((first,), *rest)]


def _number(value: float) -> float:
    """Return a number rounded; whole numbers without a point."""
    rounded = round(value, DECIMALS)
    return int(rounded) if rounded == int(rounded) else rounded
