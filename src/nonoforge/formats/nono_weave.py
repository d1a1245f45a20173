"""Do the edges, faces and curves of a file fit together? What passes can be drawn and walked."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import dist

from nonoforge.families.plane import Arrangement
from nonoforge.formats.json_place import PathError
from nonoforge.path import end, start

NEAR = 1e-4  # millimetres: where one edge ends, the next begins

MAX_FACES = 100_000


def check_weave(arrangement: Arrangement) -> None:
    """Refuse what is not an arrangement; a PathError says where."""
    if not 1 <= len(arrangement.faces) <= MAX_FACES:
        raise PathError("$.faces", f"{len(arrangement.faces):,} faces; there are 1 to "
                                   f"{MAX_FACES:,}")
    _chain(arrangement, "$.frame", arrangement.frame, closed=True)
    _check_faces(arrangement)
    _check_curves(arrangement)


def _check_faces(arrangement: Arrangement) -> None:
    """Every dart borders one face, but those around the frame, which look outside."""
    seen = bytearray(2 * len(arrangement.edges))
    for dart in arrangement.frame:
        seen[dart ^ 1] += 1
    for i, loops in enumerate(arrangement.faces):
        if not loops:
            raise PathError(f"$.faces[{i}]", "a face without a border")
        for k, loop in enumerate(loops):
            path = f"$.faces[{i}][{k}]"
            _chain(arrangement, path, loop, closed=True)
            for dart in loop:
                if seen[dart]:
                    raise PathError(path, f"the dart {dart} borders another face, or the outside, "
                                          "already")
                seen[dart] = 1
    missing = seen.find(0)
    if missing >= 0:
        raise PathError("$.faces", f"no face has the dart {missing} as its border")


def _check_curves(arrangement: Arrangement) -> None:
    """Every edge is of one curve or of the frame; open curves begin and end on the frame."""
    owned = bytearray(len(arrangement.edges))
    for dart in arrangement.frame:
        owned[dart >> 1] = 1
    on_frame = {start(arrangement.path(dart)) for dart in arrangement.frame}
    for i, curve in enumerate(arrangement.curves):
        path = f"$.curves[{i}].darts"
        _chain(arrangement, path, curve.darts, closed=curve.closed)
        for dart in curve.darts:
            if owned[dart >> 1]:
                raise PathError(path, f"the edge of dart {dart} belongs to another curve already, "
                                      "or to the frame")
            owned[dart >> 1] = 1
        ends = (start(arrangement.path(curve.darts[0])), end(arrangement.path(curve.darts[-1])))
        if not curve.closed and not on_frame.issuperset(ends):
            raise PathError(path, "an open curve begins and ends on the frame, at the end of an "
                                  "edge")
    missing = owned.find(0)
    if missing >= 0:
        raise PathError("$.curves", f"no curve has the edge {missing}")


def _chain(arrangement: Arrangement, path: str, darts: Sequence[int], *, closed: bool) -> None:
    """Each dart begins where the one before it ends."""
    paths = [arrangement.path(dart) for dart in darts]
    for i, (one, other) in enumerate(pairwise([*paths, paths[0]] if closed else paths)):
        if dist(end(one), start(other)) > NEAR:
            raise PathError(f"{path}[{i}]", f"the dart {darts[i]} does not end where the next one "
                                            "begins")
