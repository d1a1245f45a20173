"""Cut the lines of a picture map into arcs that can be continued, at corners and at bends."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import ceil, dist
from random import Random
from typing import NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.curved.growing.outlines import (
    CORNER_ANGLE,
    MAX_CORNER_OFFSET,
    Arc,
    Arcs,
    Bend,
    Cutter,
    turn,
)
from nonoforge.families.curved.growing.sampled_path import SampledPath, sample_path
from nonoforge.families.curved.picture_map import MapLine, PictureMap, faces_of
from nonoforge.path import Path, Piece, Point, bounds, part

LINE_SAMPLES = 150  # along a line
MAX_CUTTINGS = 10  # ways to cut the lines before an error


class MapArcs:
    """Cuts a picture map, a little differently for each random generator."""

    def __init__(self, picture: PictureMap) -> None:
        self.picture = picture
        pairs = {side for line in picture.lines for side in line.sides}
        self.pairs = sorted(pairs)
        self.steps = tuple(left - right for left, right in self.pairs)
        self._faces = len(faces_of([line.path for line in picture.lines]))
        self._bends: dict[tuple[Path, float], tuple[Bend, ...]] = {}

    def __call__(self, rng: Random) -> Arcs:
        """Return arcs that meet as the lines of the picture do."""
        for k in range(MAX_CUTTINGS):
            found = self._cut(rng, MAX_CORNER_OFFSET * 0.85 ** k)
            if found is not None and len(faces_of([arc.path for arc in found.arcs])) == \
                    self._faces:
                return found
        raise InputError("the picture's outlines are too near each other to be extended; --detail "
                         "simplifies them further")

    def _cut(self, rng: Random, off: float) -> Arcs | None:
        numbers = _Numbers(1 + max((number for line in self.picture.lines
                                    for _, number in line.junctions), default=-1))
        arcs: list[Arc] = []
        changed: list[tuple[int, int, float]] = []
        for number, line in enumerate(self.picture.lines):
            for wider in (1.0, 1.5, 2.0, 3.0):
                found = self._line(line, rng, wider * off * _size(line.path), numbers)
                if found is not None:
                    break
            else:
                return None
            arcs += found.arcs
            if found.bends:
                changed.append((number, len(found.bends), max(bend.off for bend in found.bends)))
        return Arcs(tuple(arcs), tuple(changed))

    def _line(
        self, line: MapLine, rng: Random, most: float, numbers: _Numbers,
    ) -> _Cuts | None:
        """Return the arcs of a line; None if it has no corner, and no bend that can become one."""
        at_joint = dict(line.junctions)
        count = len(line.path)
        inner = range(0 if line.closed else 1, count)
        corners = [k for k in inner if k not in at_joint
                   and abs(turn(line.path[k - 1], line.path[k])) >= CORNER_ANGLE]
        first = corners[0] if line.closed and corners else 0
        path = line.path[first:] + line.path[:first]
        sides = [self.pairs.index(side) for side in (*line.sides[first:], *line.sides[:first])]
        through = {(joint - first) % count if line.closed else joint: number
                   for joint, number in line.junctions}
        round_ = line.closed and not corners
        stops = [0, *(k - first for k in corners if k != first), count]
        around = sum(dist(a, b) for piece in path for a, b in pairwise(piece))
        cuts = _Cuts([], [])
        ends: list[int | None] = [None if round_ else numbers.new() for _ in stops]
        if line.closed:
            ends[-1] = ends[0]
        else:
            ends[0], ends[-1] = through[0], through[count]
        for (a, b), pair in zip(pairwise(stops), pairwise(ends), strict=True):
            way = sample_path(path[a:b], around / LINE_SAMPLES)
            cutter = Cutter(way, round_, most, rng, self._bends.get((way.path, most)))
            self._bends[way.path, most] = cutter.bends
            mine = {k - a: number for k, number in through.items() if a < k < b
                    or (round_ and k == 0)}
            cutter.bends = tuple(bend for bend in cutter.bends if not any(
                way.us[bend.first] - 0.02 <= k <= way.us[bend.last] + 0.02 for k in mine))
            fewest = 2 if round_ else int(line.closed and len(stops) == 2)
            chosen = cutter.chosen(fewest)
            if len(chosen) < fewest:
                return None
            cuts.bends.extend(chosen)
            cuts.arcs.extend(_arcs(way, chosen, pair, sides[a:b], mine, numbers, round_))
        return cuts


class _Cuts(NamedTuple):
    arcs: list[Arc]
    bends: list[Bend]


class _Numbers:
    """Numbers for new corners."""

    def __init__(self, first: int) -> None:
        self.next = first

    def new(self) -> int:
        self.next += 1
        return self.next - 1


def _arcs(
    way: SampledPath, chosen: Sequence[Bend], ends: tuple[int | None, int | None],
    sides: Sequence[int], through: dict[int, int], numbers: _Numbers, round_: bool,
) -> list[Arc]:
    """Return the arcs of a sampled path between its ends and the chosen bends."""
    corners = [numbers.new() for _ in chosen]
    last = len(way.us) - 1
    spans: list[tuple[list[tuple[int, int]], Point | None, Point | None, int | None, int | None]]
    if round_:
        spans = [([(one.last, other.first)], one.corner, other.corner, a, b)
                 for (one, other), (a, b) in zip(pairwise(chosen), pairwise(corners), strict=True)]
        spans.append(([(chosen[-1].last, last), (0, chosen[0].first)], chosen[-1].corner,
                      chosen[0].corner, corners[-1], corners[0]))
    else:
        marks = [ends[0], *corners, ends[1]]
        places = [None, *(bend.corner for bend in chosen), None]
        stops = [0, *(stop for bend in chosen for stop in (bend.first, bend.last)), last]
        spans = [([(a, b)], places[k], places[k + 1], marks[k], marks[k + 1])
                 for k, (a, b) in enumerate(zip(stops[::2], stops[1::2], strict=True))]
    return [_arc(way, *span, sides, through) for span in spans]


def _arc(
    way: SampledPath, spans: Sequence[tuple[int, int]], before: Point | None, after: Point | None,
    first: int | None, last: int | None, sides: Sequence[int], through: dict[int, int],
) -> Arc:
    pieces: list[Piece] = []
    parts: list[int] = []
    inner: list[tuple[int, int]] = []
    for a, b in spans:
        u0, u1 = way.us[a], way.us[b]
        for number in range(int(u0), min(ceil(u1), len(way.path))):
            t0, t1 = max(u0 - number, 0.0), min(u1 - number, 1.0)
            if t1 - t0 <= 1e-9:
                continue
            if number in through and t0 == 0.0 and pieces:
                inner.append((len(pieces), through[number]))
            pieces.append(part(way.path[number], t0, t1))
            parts.append(sides[number])
    if before is not None and dist(before, pieces[0][0]) > 1e-9:
        pieces.insert(0, (before, pieces[0][0]))
        parts.insert(0, parts[0])
        inner = [(joint + 1, number) for joint, number in inner]
    if after is not None and dist(after, pieces[-1][-1]) > 1e-9:
        pieces.append((pieces[-1][-1], after))
        parts.append(parts[-1])
    path = _joined(pieces)
    return Arc(path, parts[0], (first, last), tuple(inner), tuple(parts))


def _joined(pieces: Sequence[Piece]) -> Path:
    """Return pieces that follow each other, made to meet exactly."""
    found = list(pieces[:1])
    for piece in pieces[1:]:
        found.append((found[-1][-1], *piece[1:]) if piece[0] != found[-1][-1] else piece)
    return tuple(found)


def _size(path: Path) -> float:
    """Return how large a line is: mostly how narrow."""
    box = bounds(point for piece in path for point in piece)
    return min(box.width, box.height) + 0.2 * max(box.width, box.height)
