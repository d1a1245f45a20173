"""Few colours out of many, chosen as the eye sees them.

Colours are compared in Oklab (Björn Ottosson, A perceptual color space for image processing, 2020),
where equal distances look about equal, and grouped by the method of k means (Lloyd, Least squares
quantization in PCM, 1982). There is no chance in it: the same colours give the same palette.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nonoforge.colour_vision import CONES, OKLAB

if TYPE_CHECKING:
    from numpy.typing import NDArray

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
    """Points to begin with: the most frequent one, then always the one that is served worst."""
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
    """sRGB colours of 0 to 255, (n, 3), in Oklab."""
    import numpy as np

    light = linear_light(np.asarray(colours, dtype=float) / 255)
    found: NDArray[Any] = np.cbrt(light @ np.array(CONES).T) @ np.array(OKLAB).T
    return found


def srgb(points: NDArray[Any]) -> NDArray[Any]:
    """Return points of Oklab as sRGB colours, rounded and within 0 to 255."""
    import numpy as np

    cones = (points @ np.linalg.inv(np.array(OKLAB)).T) ** 3
    part = display_light(np.clip(cones @ np.linalg.inv(np.array(CONES)).T, 0, 1))
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
