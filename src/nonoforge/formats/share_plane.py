"""Sloped and curved nonograms in a string.

Coordinates are rounded: to 1/100 mm, or finer if the faces that follow from the rounded drawing
would not be those of the puzzle, or if an edge is so short that it would look different.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import dist
from typing import NamedTuple

from nonoforge.clues import Runs
from nonoforge.families.plane import (
    Arrangement,
    Labels,
    Place,
    arrangement_of,
    clues_of,
    from_sides,
)
from nonoforge.formats.json_place import PathError
from nonoforge.formats.nono_weave import check_weave
from nonoforge.formats.share_about import about, colours, given_cells
from nonoforge.formats.share_coder import Coder, Damaged
from nonoforge.formats.share_faces import Face, drawn_loops, faces, follows
from nonoforge.formats.share_parts import choice, entry, flag, number
from nonoforge.formats.share_runs import Hand
from nonoforge.formats.share_spots import Piece, Spot, paths, spots
from nonoforge.formats.share_weave import Weave, weave, weave_of
from nonoforge.nonogram import Info, Nonogram
from nonoforge.palette import Palette
from nonoforge.path import end, piece_of, start

DECIMALS = (2, 3, 4, 6)
SHORT = 2  # units: no edge may become shorter
THOUSANDTH = 1000  # of a millimetre: the unit of labels


class Drawing(NamedTuple):
    """An arrangement in whole numbers."""

    decimals: int = 0  # which of DECIMALS
    weave: Weave = Weave()
    spots: Sequence[Spot] = ()
    edges: Sequence[Sequence[Piece]] = ()
    faces: Sequence[Face] = ()
    labels: Labels | None = None


def sloped(coder: Coder, nonogram: Nonogram | None = None) -> Nonogram:
    """A sloped nonogram, written or read."""
    return _plane(coder, nonogram, "sloped")


def curved(coder: Coder, nonogram: Nonogram | None = None) -> Nonogram:
    """A curved nonogram, written or read."""
    return _plane(coder, nonogram, "curved")


def _plane(coder: Coder, nonogram: Nonogram | None, family: str) -> Nonogram:
    own = _drawing(arrangement_of(nonogram)) if nonogram else Drawing()
    arrangement = _arrangement(coder, own, family)
    try:
        check_weave(arrangement)
    except PathError as error:
        raise Damaged(str(error)) from None
    palette = colours(coder, nonogram.puzzle.palette if nonogram else Palette(), Palette())
    clues = clues_of(nonogram, arrangement_of(nonogram)) if nonogram else []
    hand = Hand(coder, len(palette), any(run.length is None for clue in clues if clue
                                         for run in clue.runs))
    found: list[Runs | None] = []
    for at, side in enumerate(arrangement.sides):
        clue = entry(clues, at, None)
        told = flag(coder, "told", clue is not None)
        found.append(hand.clue(clue or Runs(), len(side.cells)) if told else None)
    given = given_cells(coder, nonogram.puzzle.given if nonogram else (),
                        len(arrangement.faces), len(palette))
    return from_sides(arrangement, found, palette=palette, given=given,
                      info=about(coder, nonogram.info if nonogram else Info()))


def _drawing(arrangement: Arrangement) -> Drawing:
    """The coarsest rounding that keeps the faces."""
    own = weave_of(arrangement)
    straight = arrangement.kind == "sloped"
    for decimals, places in enumerate(DECIMALS):
        drawing = _rounded(arrangement, own, decimals, 10 ** places)
        long = min(dist(a, b) for edge in drawing.edges
                   for a, b in [(edge[0][0], edge[-1][-1])] if a != b or len(edge[0]) == 2)
        drawn = drawn_loops(own, drawing.edges, straight=straight)
        if long >= SHORT and follows(arrangement.faces, drawn):
            break
    return drawing


def _rounded(arrangement: Arrangement, own: Weave, decimals: int, units: int) -> Drawing:
    places: dict[int, Spot] = {}
    for (tail, head), edge in zip(own.ends, arrangement.edges, strict=True):
        for vertex, (x, y) in ((tail, start(edge)), (head, end(edge))):
            places.setdefault(vertex, (round(x * units), round(y * units)))
    edges = []
    for (tail, head), edge in zip(own.ends, arrangement.edges, strict=True):
        points = [[(round(x * units), round(y * units)) for x, y in piece] for piece in edge]
        points[0][0], points[-1][-1] = places[tail], places[head]
        edges.append(tuple(map(tuple, points)))
    return Drawing(decimals, own, [places[vertex] for vertex in range(own.vertices)], edges,
                   arrangement.faces, arrangement.labels)


def _arrangement(coder: Coder, own: Drawing, family: str) -> Arrangement:
    straight = family == "sloped"
    decimals = choice(coder, "decimals", own.decimals, len(DECIMALS))
    woven = weave(coder, own.weave)
    places = spots(coder, own.spots, woven, straight)
    edges = paths(coder, own.edges, woven, places)
    drawn = drawn_loops(woven, edges, straight=straight)
    found = faces(coder, own.faces, drawn, 2 * len(edges))
    units = 10 ** DECIMALS[decimals]
    arrangement = Arrangement(
        family, tuple(tuple(piece_of([(x / units, y / units) for x, y in piece])
                            for piece in edge) for edge in edges),
        tuple(found), tuple(woven.curves), tuple(woven.frame))
    labels = _labels(coder, own.labels, 2 * sum(not curve.closed for curve in woven.curves))
    return Arrangement(arrangement.kind, arrangement.edges, arrangement.faces,
                       arrangement.curves, arrangement.frame, labels)


def _labels(coder: Coder, own: Labels | None, sides: int) -> Labels | None:
    if not flag(coder, "labels", own is not None):
        return None
    wide, high = own.box if own else (1.0, 1.0)
    box = (_length(coder, "box", wide), _length(coder, "box", high))
    if not all(box):
        raise Damaged("labels of no size")
    places = own.places if own else ()
    return Labels(box, tuple(_label(coder, entry(places, at, None)) for at in range(sides)))


def _label(coder: Coder, own: Place | None) -> Place | None:
    if not flag(coder, "placed", own is not None):
        return None
    at = coder.bit("which end", own.end if own else 0)
    return Place(at, _length(coder, "leader", own.leader if own else 0.0))


def _length(coder: Coder, context: str, own: float) -> float:
    return number(coder, context, round(own * THOUSANDTH)) / THOUSANDTH
