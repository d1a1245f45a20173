"""Few colours out of many, chosen as the eye sees them, and so that they can be told apart.

Colours are compared in Oklab (Björn Ottosson, A perceptual color space for image processing, 2020),
where equal distances look about equal, and grouped by the method of k means (Lloyd, Least squares
quantization in PCM, 1982). There is no chance in it: the same colours give the same palette.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.colour_vision import (
    CONES,
    DEFICIENCIES,
    MIN_DEFICIENT_DISTANCE,
    MIN_DISTANCE,
    OKLAB,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_NEEDED_COLOURS = 6  # of a picture or model, where nothing else is asked for
_ROUNDS = 60
_MAX_DISTINCT = 30_000  # different colours; beyond that, those that share their upper bits are one


def fewer(colours: NDArray[Any], count: int) -> tuple[NDArray[Any], NDArray[Any]]:
    """At most `count` colours for many (n, 3): for each of the many the number of its new one, and
    the new ones, (k, 3), the most frequent first. Few colours stay as they are."""
    import numpy as np

    whole = colours.astype(np.uint8)
    found, member, weight = _different(whole)
    if len(found) > count:
        member = _means(oklab(found), weight, count)[member]
        found = _mixed(whole, member)
        found, same = np.unique(found, axis=0, return_inverse=True)
        member = same.reshape(-1)[member]
    often = np.bincount(member, minlength=len(found))
    order = np.lexsort((*found.T, -often))
    rank = np.argsort(order)
    return rank[member], found[order]


def needed(colours: NDArray[Any], most: int) -> int:
    """Return how few colours, at most `most`, can stand for many (n, 3) such that on the average
    each looks like the one that stands for it."""
    import numpy as np

    for count in range(1, most):
        member, found = fewer(colours, count)
        if np.linalg.norm(oklab(colours) - oklab(found)[member], axis=1).mean() < SAME_COLOUR / 2:
            return count
    return most


# Palettes that people can tell apart.

SAME_COLOUR = 0.06  # in Oklab: clusters that are nearer are one colour of the picture
SMALL_PARTS = 0.6  # exponent of the sizes of clusters: a red beak counts beside a grey bird
DARKEST, LIGHTEST = 0.16, 0.93  # of colours that are moved apart
MAX_MOVES = 120
MOVE = 0.006  # of lightness
MARGIN = 1.06  # beyond the least distance, for the rounding of colours


def distinct(
    points: NDArray[Any], weight: NDArray[Any], count: int, paper: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return at most `count` colours, (k, 3) in Oklab, that stand for many (n, 3) with weights.

    Fewer are returned where the many are fewer, or where that is all that can be told apart, also
    with a colour vision deficiency. Colours that are too near each other are moved apart in
    lightness first. `paper` is a further colour, or several (m, 3), that stay as they are and from
    which all must differ.
    """
    import numpy as np

    weight = weight ** SMALL_PARTS
    group = _means(points, weight, min(count, len(points)))
    found, mass = _centres(points, weight, group)
    fixed = 0 if paper is None else len(np.atleast_2d(paper))
    if paper is not None:
        found, mass = np.vstack([paper, found]), np.append([mass.sum() * 2] * fixed, mass)
    limit, least = SAME_COLOUR, max(fixed, min(2, fixed + 1))
    while len(found) > least:
        moved = found if limit else _moved_apart(found, fixed)
        far = np.linalg.norm(moved[:, None] - moved[None], axis=2) if limit else _apart(moved)
        far[np.tril_indices(len(far))] = np.inf
        far[:fixed, :fixed] = np.inf
        i, j = divmod(int(far.argmin()), len(far))
        if far[i, j] >= (limit or 1.0):
            if not limit:
                return np.asarray(moved[fixed:])
            limit = 0.0  # the clusters differ; now they must be told apart
            continue
        total = mass[i] + mass[j]
        if i >= fixed:
            found[i] = (found[i] * mass[i] + found[j] * mass[j]) / total
        mass[i] = total
        found, mass = np.delete(found, j, axis=0), np.delete(mass, j)
    return np.asarray(_moved_apart(found, fixed)[fixed:])


def _centres(
    points: NDArray[Any], weight: NDArray[Any], group: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np

    mass = np.bincount(group, weights=weight)
    sums = [np.bincount(group, weights=weight * axis) / mass for axis in points.T]
    return np.stack(sums, axis=1), mass


def _moved_apart(found: NDArray[Any], fixed: int) -> NDArray[Any]:
    """Return colours with other lightnesses, so that all can be told apart where there is room. The
    first `fixed` ones stay."""
    import numpy as np

    now = found.copy()
    for _ in range(MAX_MOVES):
        far = _apart(now)
        far[np.tril_indices(len(far))] = np.inf
        near = np.argwhere(far < 1)
        if not len(near):
            break
        shift = np.zeros(len(now))
        for i, j in near:
            low, high = (i, j) if (now[i, 0], i) <= (now[j, 0], j) else (j, i)
            shift[low] -= MOVE
            shift[high] += MOVE
        shift[:fixed] = 0
        now[fixed:, 0] = np.clip(now[fixed:, 0] + shift[fixed:],
                                 np.minimum(found[fixed:, 0], DARKEST),
                                 np.maximum(found[fixed:, 0], LIGHTEST))
    return now


def _apart(points: NDArray[Any]) -> NDArray[Any]:
    """Return `colour_vision.apart` of each pair, for colours in Oklab."""
    import numpy as np

    linear = np.clip(_light_of(points), 0, 1)
    worst = np.full((len(points), len(points)), np.inf)
    for matrix, least in [(np.eye(3), MIN_DISTANCE), *(
            (np.array(each), MIN_DEFICIENT_DISTANCE) for each in DEFICIENCIES.values())]:
        lab = np.cbrt(np.clip(linear @ matrix.T, 0, 1) @ np.array(CONES).T) @ np.array(OKLAB).T
        far = np.linalg.norm(lab[:, None] - lab[None], axis=2)
        worst = np.minimum(worst, far / (MARGIN * least))
    return worst


def _light_of(points: NDArray[Any]) -> NDArray[Any]:
    """Return points of Oklab in proportion to light; some are beyond 0 to 1."""
    import numpy as np

    cones = (points @ np.linalg.inv(np.array(OKLAB)).T) ** 3
    found: NDArray[Any] = cones @ np.linalg.inv(np.array(CONES)).T
    return found


def _different(colours: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the different colours, which of them each is, and how often they come."""
    import numpy as np

    found, member, weight = np.unique(colours, axis=0, return_inverse=True, return_counts=True)
    if len(found) > _MAX_DISTINCT:
        found, member, weight = np.unique(colours & 0xF8 | 4, axis=0, return_inverse=True,
                                          return_counts=True)
    return found, member.reshape(-1), weight


def _means(points: NDArray[Any], weight: NDArray[Any], count: int) -> NDArray[Any]:
    """Return the group of each point, none of them empty."""
    import numpy as np

    centres = _far_apart(points, weight, count)
    group = np.full(len(points), -1)
    for _ in range(_ROUNDS):
        before, group = group, _nearest(points, centres)
        if np.array_equal(before, group):
            break
        total = np.bincount(group, weights=weight, minlength=count)
        sums = np.stack([np.bincount(group, weights=weight * axis, minlength=count)
                         for axis in points.T], axis=1)
        centres[total > 0] = sums[total > 0] / total[total > 0, None]
    return np.unique(group, return_inverse=True)[1].reshape(-1)


def _far_apart(points: NDArray[Any], weight: NDArray[Any], count: int) -> NDArray[Any]:
    """Return initial centres: the most frequent point, then always the one farthest from its
    centre."""
    import numpy as np

    chosen = [int(weight.argmax())]
    distance = ((points - points[chosen[0]]) ** 2).sum(axis=1)
    while len(chosen) < count:
        chosen.append(int((distance * weight).argmax()))
        distance = np.minimum(distance, ((points - points[chosen[-1]]) ** 2).sum(axis=1))
    return points[chosen].copy()


def _nearest(points: NDArray[Any], centres: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    # |p - c|^2 without the part that is the same for all centres.
    found: NDArray[Any] = np.argmin((centres ** 2).sum(axis=1) - 2 * points @ centres.T, axis=1)
    return found


def _mixed(colours: NDArray[Any], member: NDArray[Any]) -> NDArray[Any]:
    """Return the colour of each group: the mean of its members in Oklab."""
    import numpy as np

    count = np.bincount(member)
    sums = [np.bincount(member, weights=axis) / count for axis in oklab(colours).T]
    return srgb(np.stack(sums, axis=1))


def oklab(colours: NDArray[Any]) -> NDArray[Any]:
    """Return sRGB colours of 0 to 255, (n, 3), in Oklab."""
    import numpy as np

    light = linear_light(np.asarray(colours, dtype=float) / 255)
    found: NDArray[Any] = np.cbrt(light @ np.array(CONES).T) @ np.array(OKLAB).T
    return found


def srgb(points: NDArray[Any]) -> NDArray[Any]:
    """Return points of Oklab as sRGB colours, rounded and within 0 to 255."""
    import numpy as np

    part = display_light(np.clip(_light_of(points), 0, 1))
    found: NDArray[Any] = np.clip(np.round(part * 255), 0, 255).astype(np.uint8)
    return found


def linear_light(part: NDArray[Any]) -> NDArray[Any]:
    """Return parts of sRGB, 0 to 1, in proportion to light."""
    import numpy as np

    return np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)


def display_light(light: NDArray[Any]) -> NDArray[Any]:
    """Return light, 0 to 1, as parts of sRGB: the inverse of `linear_light`."""
    import numpy as np

    return np.where(light <= 0.0031308, light * 12.92, 1.055 * light ** (1 / 2.4) - 0.055)
