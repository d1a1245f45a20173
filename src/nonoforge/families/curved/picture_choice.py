"""Choose how much of a picture becomes a puzzle: how many inks, which details, how many arcs.

A few simplifications are tried, from faithful to plain. Each is measured by how much of the picture
looks different afterwards, and by how many arcs there are to be extended; the best compromise comes
first, and simpler ones follow, for pictures whose curves find no room.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import shapely

from nonoforge.errors import InputError
from nonoforge.families.curved.growing.outlines import CORNER_ANGLE, turn
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

WHITE, PAPER = "#ffffff", "#d4d4d4"
GOOD_ARCS, MAX_ARCS = 14, 22  # of a puzzle that is pleasant, and that can be grown in a few seconds
ARC_COST = 0.012  # for each arc beyond the good number, in shares of the picture
SOURCE_TOLERANCE = 0.001  # of the frame: the source's polygons have that little detail
MIN_PAPER = 0.01  # of the frame: white parts that become an ink
LEVELS = ((4.0, 0.7), (4.0, 1.1), (5.0, 1.6), (6.5, 2.3), (9.0, 3.2))
"""Widths and tolerances in mm, of a frame that is `WORKING_SIDE` long."""
WORKING_SIDE = 150.0


class Simplified(NamedTuple):
    """A picture that can be extended: its colours (the background's first), map and measures."""

    colours: tuple[str, ...]
    picture: PictureMap
    arcs: int
    changed: float  # share of the inked area that has another colour than in the source
    look: float  # the same, weighted by how different the colours are
    width: float

    @property
    def score(self) -> float:
        return self.look + ARC_COST * max(0, self.arcs - GOOD_ARCS)


def simplified(regions: Regions) -> list[Simplified]:
    """Return simplifications of a picture, the best first."""
    source = _coarse(regions)
    colours = [WHITE, *(colour for colour, _ in regions.areas)]
    found: list[Simplified] = []
    for count in _counts(len(colours) - 1):
        names, areas = _fewer(colours, source, count)
        for width, tolerance in LEVELS:
            each = _simplified(colours, source, names, areas, regions, width, tolerance)
            if each is not None:
                found.append(each)
                if each.arcs <= GOOD_ARCS:
                    break
    if not found:
        raise InputError("no part of the picture is wide enough to be coloured in; draw it with "
                         "larger shapes")
    good = [each for each in found if each.arcs <= MAX_ARCS] or [min(found, key=lambda x: x.arcs)]
    return sorted(good, key=lambda each: each.score)


def _coarse(regions: Regions) -> Areas:
    """Return the picture's areas with fewer points, disjoint."""
    tolerance = SOURCE_TOLERANCE * max(regions.frame.width, regions.frame.height)
    found: Areas = []
    for _, area in regions.areas:
        plain = union([area.simplify(tolerance)])
        found.append(minus(plain, union(found)) if found else plain)
    return with_background(found, regions.frame)


def _counts(inks: int) -> list[int]:
    return sorted({inks, min(inks, 2), 1}, reverse=True)


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
    colours: Sequence[str], source: Areas, names: list[str], areas: Areas, regions: Regions,
    width: float, tolerance: float,
) -> Simplified | None:
    scale = max(regions.frame.width, regions.frame.height) / WORKING_SIDE
    width, tolerance = scale * width, scale * tolerance
    white = paper(areas, width)
    if white.area > MIN_PAPER * regions.frame.width * regions.frame.height:
        names, areas = [*names, PAPER], [minus(areas[0], white), *areas[1:], white]
    wide = cleaned(areas, regions.frame, width)
    kept = [0, *(k for k in range(1, len(wide)) if not wide[k].is_empty)]
    if len(kept) == 1:
        return None
    picture = fitted([wide[k] for k in kept], tolerance, width)
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
            if mine != other:
                both = common(area, part).area
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
    """Return about how many arcs a line will be cut into."""
    at_joint = {joint for joint, _ in line.junctions}
    corners = [k for k in range(0 if line.closed else 1, len(line.path)) if k not in at_joint
               and abs(turn(line.path[k - 1], line.path[k])) >= CORNER_ANGLE]
    return max(len(corners), 2) if line.closed else len(corners) + 1


