"""Areas of a picture in pixels, traced: few colours, each with the outlines of where it is.

Each pixel takes one of few inks. How much of the surroundings of a pixel has an ink is a smooth
field; an ink's area is where its field exceeds all others, and its outline is found by marching
squares between the centres of pixels (Lorensen and Cline, Marching cubes, 1987, in the plane).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError
from nonoforge.families.plane.inks import choose_inks
from nonoforge.families.plane.overlay import common, minus, shapely, union
from nonoforge.families.plane.painting import Colour, Painted

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

MAX_SIDE = 360  # pixels that are traced, along the longer side; larger pictures are reduced
MIN_SIDE = 240  # smaller ones are enlarged, so that outlines are smooth
MIN_PIXELS = 4  # along each side of a picture
SMOOTHING = 1.3  # pixels: the standard deviation of a field
COLOURS = 12  # that a picture is reduced to before inks are chosen
SPECK = 4e-4  # of the picture: smaller areas are left out, smaller holes filled
FLAT = 0.03  # in Oklab: neighbouring pixels of a plain area differ by less


class Traced(NamedTuple):
    """Visible areas in pixels, y upwards from the bottom; the background is left out."""

    areas: list[Painted]
    ground: Colour
    width: int
    height: int


def trace(pixels: NDArray[Any], count: int | None) -> Traced:
    """Return the areas of a picture, (height, width, 3) of 0 to 255, in at most `count` inks."""
    import numpy as np

    height, width = pixels.shape[:2]
    if min(height, width) < MIN_PIXELS:
        raise InputError(f"the picture has {width}x{height} pixels; {MIN_PIXELS} along each side "
                         "are the least that can be traced")
    small = _resized(pixels)
    member, colours = _few(small)
    ground, rest = _ground(member, len(colours))
    shares = np.bincount(member.ravel(), minlength=len(colours)).astype(float)
    tones = [(float(r) / 255, float(g) / 255, float(b) / 255) for r, g, b in colours]
    inks = choose_inks([tones[i] for i in rest], [shares[i] for i in rest], tones[ground], count)
    if not inks.colours:
        raise InputError("the picture has one colour all over; there is nothing to trace")
    own = np.zeros(len(colours), int)
    for i, number in zip(rest, inks.member, strict=True):
        own[i] = 0 if number is None else number + 1
    fields = _fields(own[member], 1 + len(inks.colours))
    scale = max(height, width) / max(small.shape[:2])
    areas = _areas(fields, inks.colours, scale, height)
    if not areas:
        raise InputError("there are only specks in the picture; nothing is large enough to trace")
    return Traced(areas, tones[ground], width, height)


def _resized(pixels: NDArray[Any]) -> NDArray[Any]:
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    longer = max(height, width)
    wanted = min(max(longer, MIN_SIDE), MAX_SIDE)
    image = Image.fromarray(pixels)
    if wanted != longer:
        size = (max(MIN_PIXELS, round(width * wanted / longer)),
                max(MIN_PIXELS, round(height * wanted / longer)))
        image = image.resize(size, Image.Resampling.BOX if wanted < longer
                             else Image.Resampling.BICUBIC)
    return np.asarray(image)


def _few(pixels: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the number of each pixel's colour, and few colours, chosen by what is plain around:
    pixels on edges, which mix two colours, do not count."""
    import numpy as np

    from nonoforge.quantize import fewer, oklab

    soft = _blurred(pixels.astype(float), 0.7)
    points = oklab(soft.reshape(-1, 3)).reshape(*soft.shape)
    step = np.zeros(points.shape[:2])
    step[:, 1:] += ((points[:, 1:] - points[:, :-1]) ** 2).sum(axis=2)
    step[1:] += ((points[1:] - points[:-1]) ** 2).sum(axis=2)
    flat = step < FLAT ** 2
    if flat.mean() < 0.05:
        flat[:] = True
    colours = fewer(np.clip(np.round(soft[flat]), 0, 255), COLOURS)[1]
    centres = oklab(colours)
    near = (centres ** 2).sum(axis=1) - 2 * points.reshape(-1, 3) @ centres.T
    member: NDArray[Any] = near.argmin(axis=1).reshape(points.shape[:2])
    return member, colours


def _ground(member: NDArray[Any], count: int) -> tuple[int, list[int]]:
    """Return the colour of the background, the commonest along the border, and the others."""
    import numpy as np

    border = np.concatenate([member[0], member[-1], member[1:-1, 0], member[1:-1, -1]])
    ground = int(np.bincount(border, minlength=count).argmax())
    return ground, [i for i in range(count) if i != ground]


def _blurred(values: NDArray[Any], deviation: float) -> NDArray[Any]:
    """Return values smoothed by a Gaussian along the first two axes; edges repeat."""
    import numpy as np

    reach = max(1, int(3 * deviation + 0.5))
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / deviation) ** 2)
    weights /= weights.sum()
    for axis in (0, 1):
        around = [(reach, reach) if i == axis else (0, 0) for i in range(values.ndim)]
        wide = np.pad(values, around, mode="edge")
        length = values.shape[axis]
        values = sum(weight * np.take(wide, range(i, i + length), axis=axis)
                     for i, weight in enumerate(weights))
    return values


def _fields(labels: NDArray[Any], count: int) -> NDArray[Any]:
    """Return for each label how much of the surroundings it takes, (count, height, width)."""
    import numpy as np

    return np.stack([_blurred((labels == number).astype(float), SMOOTHING)
                     for number in range(count)])


def _areas(
    fields: NDArray[Any], colours: Sequence[Colour], scale: float, height: int,
) -> list[Painted]:
    import numpy as np

    rows, columns = fields.shape[1:]
    speck = SPECK * rows * columns
    found: list[Painted] = []
    taken: BaseGeometry = shapely.MultiPolygon()
    for number, colour in enumerate(colours, start=1):
        others = np.delete(fields, number, axis=0).max(axis=0)
        area = _without_specks(contours(fields[number] - others), speck)
        area = minus(area, taken)
        taken = union([taken, area])
        if not area.is_empty:
            found.append(Painted(colour, shapely.transform(
                area, lambda xy: xy * (scale, -scale) + (0.0, height))))
    return found


def _without_specks(area: BaseGeometry, speck: float) -> BaseGeometry:
    parts = []
    for part in shapely.get_parts(area):
        if part.area >= speck:
            holes = [ring for ring in part.interiors if shapely.Polygon(ring).area >= speck]
            parts.append(shapely.Polygon(part.exterior, holes))
    return shapely.MultiPolygon(parts)


def contours(field: NDArray[Any]) -> BaseGeometry:
    """Return where a field, with values at the centres of pixels, is positive: polygons in pixels,
    from (0, 0) at the top left."""
    import numpy as np

    wide = np.pad(field, 1, mode="edge")
    # Around the picture everything is outside: outlines close along its border.
    low = -max(1.0, float(abs(field).max()))
    wide = np.pad(wide, 1, constant_values=low)
    positive = wide > 0
    rings = _segments(wide, positive)
    if not len(rings):
        return shapely.MultiPolygon()
    lines = shapely.get_parts(shapely.line_merge(shapely.multilinestrings(
        shapely.linestrings(rings))))
    closed = [shapely.Polygon(line) for line in lines
              if line.is_closed and shapely.get_num_coordinates(line) > 3]
    # Rings of marching squares never meet: inside is what an odd number of them go around.
    tree = shapely.STRtree([shapely.Point(ring.exterior.coords[0]) for ring in closed])
    depth = np.zeros(len(closed), int)
    for i, ring in enumerate(closed):
        inner = tree.query(ring, predicate="contains")
        depth[inner[inner != i]] += 1
    shells = [i for i in range(len(closed)) if depth[i] % 2 == 0]
    parts = []
    for i in shells:
        inside = tree.query(closed[i], predicate="contains")
        holes = [closed[int(j)].exterior for j in inside if depth[j] == depth[i] + 1]
        parts.append(shapely.Polygon(closed[i].exterior, holes))
    frame = shapely.box(0, 0, field.shape[1], field.shape[0])
    return common(union(part if part.is_valid else part.buffer(0) for part in parts), frame)


def _segments(values: NDArray[Any], positive: NDArray[Any]) -> NDArray[Any]:
    """Return the pieces of marching squares, (n, 2, 2): each square of four centres has none, one
    or two; at a saddle, positive corners stay apart."""
    import numpy as np

    a, b, c, d = positive[:-1, :-1], positive[:-1, 1:], positive[1:, 1:], positive[1:, :-1]
    kind = a * 1 + b * 2 + c * 4 + d * 8
    y, x = np.indices(kind.shape)
    p, q, r, s = values[:-1, :-1], values[:-1, 1:], values[1:, 1:], values[1:, :-1]

    def share(u: NDArray[Any], v: NDArray[Any]) -> NDArray[Any]:
        with np.errstate(divide="ignore", invalid="ignore"):
            found: NDArray[Any] = np.clip(np.nan_to_num(u / (u - v), nan=0.5), 0.02, 0.98)
        return found

    # The origin: two rings of padding, and centres of pixels at halves.
    sides = {"top": (x + share(p, q), y + 0.0), "right": (x + 1.0, y + share(q, r)),
             "bottom": (x + share(s, r), y + 1.0), "left": (x + 0.0, y + share(p, s))}
    pairs = {1: [("left", "top")], 2: [("top", "right")], 3: [("left", "right")],
             4: [("right", "bottom")], 5: [("left", "top"), ("right", "bottom")],
             6: [("top", "bottom")], 7: [("left", "bottom")], 8: [("bottom", "left")],
             9: [("bottom", "top")], 10: [("top", "right"), ("bottom", "left")],
             11: [("bottom", "right")], 12: [("right", "left")], 13: [("right", "top")],
             14: [("top", "left")]}
    found = []
    for number, ways in pairs.items():
        here = kind == number
        for first, second in ways:
            ends = [np.stack([axis[here] for axis in sides[name]], axis=1)
                    for name in (first, second)]
            found.append(np.stack(ends, axis=1))
    points: NDArray[Any] = np.round(np.concatenate(found) - 1.5, 6)
    return points

