"""Choose how much of a picture becomes a puzzle: how many inks, which details, how many arcs.

A few simplifications are tried, from faithful to plain. Each is measured by how much of the picture
looks different afterwards, and by how many arcs there are to be extended; the best compromise comes
first, and simpler ones follow, for pictures whose curves find no room.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, pairwise
from math import atan2
from time import monotonic
from typing import NamedTuple

import shapely

from nonoforge.errors import InputError
from nonoforge.families.curved.growing.outlines import CORNER_ANGLE, MAX_ARC_TURN, turn
from nonoforge.families.curved.picture_map import (
    Areas,
    MapLine,
    PictureMap,
    cleaned,
    common,
    fitted,
    minus,
    paper,
    union,
    with_background,
)
from nonoforge.families.plane import Regions
from nonoforge.path import Path, flat

WHITE, PAPER = "#ffffff", "#d4d4d4"
FEW_ARCS, GOOD_ARCS = 8, 12  # of a puzzle that is pleasant and soon grown
MIN_ARCS, LARGE_ARCS = 5, 26  # that detail asks for
MAX_WORSE = 0.12  # by how much more a simpler picture may look different
GOOD_LOOK = 0.2  # of the picture may look different before fewer inks are tried
ARC_COST = 0.01  # for each arc beyond the good number, in shares of the picture
SOURCE_TOLERANCE = 0.001  # of the frame: the source's polygons have that little detail
MIN_MARGIN = 0.04  # of the frame: what is nearer to it is cut off
MIN_PAPER = 0.01  # of the frame: white parts that become an ink
LEVELS = ((4.0, 0.7, 0.6), (4.0, 1.1, 0.6), (4.0, 1.4, 2.0), (5.5, 1.8, 3.0), (7.0, 2.4, 3.0),
          (9.0, 3.2, 3.0))
"""Widths and tolerances in mm, of a frame that is `WORKING_SIDE` long, and what corners cost."""
WORKING_SIDE = 150.0
PLAIN_LEVEL = 4  # of a simplification that is made in haste


class Simplified(NamedTuple):
    """A picture that can be extended: its colours (the background's first), map and measures."""

    colours: tuple[str, ...]
    picture: PictureMap
    arcs: int
    changed: float  # share of the inked area that has another colour than in the source
    look: float  # the same, weighted by how different the colours are
    width: float

    def score(self, good_arcs: int) -> float:
        """Return how far it is from a good puzzle that shows the picture; less is better."""
        return self.look + ARC_COST * max(0, self.arcs - good_arcs)


def simplified(
    regions: Regions, detail: float | None = None, end: float | None = None,
) -> Iterator[Simplified]:
    """Yield simplifications of a picture, the best first, then simpler ones. Detail is from 0, few
    arcs, to 1, many. After `end`, a time of `monotonic`, at most one more is
    tried, a plain one."""
    good_arcs = GOOD_ARCS if detail is None else round(MIN_ARCS + detail * (LARGE_ARCS - MIN_ARCS))
    max_arcs = 1.4 * good_arcs
    source = _coarse(regions)
    colours = [WHITE, *(colour for colour, _ in regions.areas)]
    found: list[tuple[Simplified, int, int]] = []  # with the number of inks and the level
    for count in _counts(len(colours) - 1):
        level = 1
        while level < len(LEVELS):
            if _over(end):
                break
            each = _simplified(colours, source, count, regions, level)
            if each is None:
                level += 1
                continue
            found.append((each, count, level))
            if each.arcs <= good_arcs:
                break
            level += 1 if each.arcs <= 2 * good_arcs else 2
        if found and found[-1][0].arcs <= good_arcs and found[-1][0].look <= GOOD_LOOK:
            break
    if _over(end) and not any(each.arcs <= max_arcs for each, _, _ in found):
        hasty = ((_simplified(colours, source, 1, regions, level), 1, level)
                 for level in range(PLAIN_LEVEL, 0, -1))  # one ink is the soonest done
        found += islice(((each, inks, level) for each, inks, level in hasty if each), 1)
    if not found:
        raise InputError("no part of the picture is wide enough to be coloured in; draw it with "
                         "larger shapes")
    few = [each for each in found if each[0].arcs <= max_arcs] or \
        [min(found, key=lambda each: each[0].arcs)]
    best, count, level = min(few, key=lambda each: each[0].score(good_arcs))
    if (best.arcs < FEW_ARCS or detail is not None) and level == 1 and \
            not _over(end):
        finer = _simplified(colours, source, count, regions, 0)
        if finer is not None and finer.arcs <= good_arcs:
            best = finer
    yield best
    if _over(end):
        return
    for coarser in range(level + 1, len(LEVELS)):
        each = _simplified(colours, source, count, regions, coarser)
        if each is not None and each.arcs <= 0.8 * best.arcs and \
                each.look <= best.look + MAX_WORSE:
            yield each
    yield from (each for each, _, _ in sorted(found, key=lambda each: each[0].arcs)
                if each is not best and each.look <= best.look + MAX_WORSE)


def _over(end: float | None) -> bool:
    return end is not None and monotonic() > end


def _coarse(regions: Regions) -> Areas:
    """Return the picture's areas with fewer points, disjoint, and away from the frame."""
    longer = max(regions.frame.width, regions.frame.height)
    inner = shapely.box(*regions.frame).buffer(-MIN_MARGIN * longer, join_style="mitre")
    found: Areas = []
    for _, area in regions.areas:
        plain = common(area.simplify(SOURCE_TOLERANCE * longer), inner)
        found.append(minus(plain, union(found)) if found else plain)
    return with_background(found, regions.frame)


def _counts(inks: int) -> list[int]:
    return sorted({inks, 2 if inks > 3 else inks, 1}, reverse=True)


def _fewer(colours: Sequence[str], areas: Areas, count: int) -> tuple[list[str], Areas]:
    """Return the picture with fewer inks: those that are most alike become one."""
    names, parts = list(colours), list(areas)
    while len(names) - 1 > count:
        _, i, j = min((_distance(names[i], names[j]) * min(parts[i].area, parts[j].area) ** 0.5,
                       i, j) for i in range(1, len(names)) for j in range(i + 1, len(names)))
        keep, drop = (i, j) if parts[i].area >= parts[j].area else (j, i)
        parts[keep] = union([parts[keep], parts[drop]])
        del names[drop], parts[drop]
    return names, parts


def _simplified(
    colours: Sequence[str], source: Areas, count: int, regions: Regions, level: int,
) -> Simplified | None:
    """Return the picture with this many inks at a level of detail; None if nothing is left."""
    names, areas = _fewer(colours, source, count)
    scale = max(regions.frame.width, regions.frame.height) / WORKING_SIDE
    width, tolerance, corner_cost = LEVELS[level]
    width, tolerance = scale * width, scale * tolerance
    white = paper(areas, width)
    if white.area > MIN_PAPER * regions.frame.width * regions.frame.height:
        names, areas = [*names, PAPER], [minus(areas[0], white), *areas[1:], white]
    wide = cleaned(areas, regions.frame, width)
    kept = [0, *(k for k in range(1, len(wide)) if not wide[k].is_empty)]
    if len(kept) == 1:
        return None
    picture = fitted([wide[k] for k in kept], tolerance, width, corner_cost)
    if picture is None:
        return None
    shown = [names[k] for k in kept]
    changed, look = _difference(colours, source, shown, [minus(
        shapely.box(*regions.frame), union(picture.areas[1:])), *picture.areas[1:]])
    return Simplified(tuple(shown), picture, sum(map(_arcs, picture.lines)), changed, look, width)


def _difference(
    colours: Sequence[str], source: Areas, names: Sequence[str], areas: Areas,
) -> tuple[float, float]:
    """Return the share of the inked area whose colour differs, plainly and as it looks."""
    wrong = look = 0.0
    for mine, area in zip(colours, source, strict=True):
        for other, part in zip(names, areas, strict=True):
            if mine != other and not (mine == WHITE and other == PAPER):  # which stands for white
                both = area.intersection(part).area
                wrong += both
                look += both * _distance(mine, other)
    ink = sum(area.area for area in source[1:])
    full = sum(area.area * _distance(colour, WHITE)
               for colour, area in zip(colours[1:], source[1:], strict=True))
    return wrong / max(ink, 1e-9), look / max(full, 1e-9)


def _distance(one: str, other: str) -> float:
    """Return how different two colours look, from 0 to about 1."""
    import numpy as np

    from nonoforge.quantize import oklab

    a, b = oklab(np.array([[int(rgb[k:k + 2], 16) for k in (1, 3, 5)] for rgb in (one, other)]))
    return float(np.sqrt(((a - b) ** 2).sum()))


def _arcs(line: MapLine) -> int:
    """Return about how many arcs a line will be cut into: at corners, and where it turns far."""
    at_joint = {joint for joint, _ in line.junctions}
    corners = [k for k in range(0 if line.closed else 1, len(line.path)) if k not in at_joint
               and abs(turn(line.path[k - 1], line.path[k])) >= CORNER_ANGLE]
    first = corners[0] if line.closed and corners else 0
    path = line.path[first:] + line.path[:first]
    stops = [0, *(k - first for k in corners if k > first), len(path)]
    arcs = sum(1 + int(_sweep(path[a:b]) / MAX_ARC_TURN) for a, b in pairwise(stops))
    return max(arcs, 2) if line.closed else arcs


def _sweep(path: Path) -> float:
    """Return by how much a smooth path turns at most, from one of its directions to another."""
    heading = low = high = 0.0
    points = flat(path, 0.2)
    for (ax, ay), (bx, by), (cx, cy) in zip(points, points[1:], points[2:], strict=False):
        heading += atan2((bx - ax) * (cy - by) - (by - ay) * (cx - bx),
                         (bx - ax) * (cx - bx) + (by - ay) * (cy - by))
        low, high = min(low, heading), max(high, heading)
    return high - low
