"""Few inks for the colours of a drawing, as far apart as the eye needs to tell them apart.

Colours are grouped by Ward's method (Hierarchical grouping to optimize an objective function, 1963)
in Oklab: the two groups whose union moves the least area the least way become one. The background
is a group that takes what is nearly its colour, and is never taken itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.plane.painting import Colour

if TYPE_CHECKING:
    from numpy.typing import NDArray

MAX_INKS = 4  # that are chosen without being asked for
MIN_DISTANCE = 0.13  # in Oklab, where black and white are 1 apart: two inks look different
MIN_CONTRAST = 0.07  # in Oklab: a colour looks different from the background
DARK = 0.36  # lightness in Oklab: what is darker looks black on paper
DOMINANT = 0.88  # share of all ink: with so much of one colour, the drawing is a silhouette


class Inks(NamedTuple):
    """The ink of each colour, None for the background, and the inks, the largest first."""

    member: tuple[int | None, ...]
    colours: tuple[Colour, ...]


def choose_inks(
    colours: Sequence[Colour], areas: Sequence[float], background: Colour, count: int | None,
) -> Inks:
    """Return at most `count` inks for colours with these areas; None decides by what they are."""
    import numpy as np

    from nonoforge.quantize import oklab

    if not colours:
        return Inks((), ())
    points = _looks(oklab(np.array(colours) * 255))
    ground = _looks(oklab(np.array([background]) * 255))[0]
    weight = np.maximum(np.array(areas, float), 1e-9)
    far = np.sqrt(((points - ground) ** 2).sum(axis=1))
    contrast = min(MIN_CONTRAST, far.max() / 2)
    seen = far > contrast
    groups = [[int(i)] for i in seen.nonzero()[0]]
    groups = _merged(groups, points, weight, MAX_INKS if count is None else count,
                     MIN_DISTANCE if count is None else 0.0)
    shares = [weight[group].sum() for group in groups]
    if count is None and len(groups) > 1 and max(shares) >= DOMINANT * sum(shares):
        groups = _silhouette(groups, shares, points, weight, ground)
    order = sorted(range(len(groups)), key=lambda g: -weight[groups[g]].sum())
    member: list[int | None] = [None] * len(colours)
    for place, g in enumerate(order):
        for i in groups[g]:
            member[i] = place
    return Inks(tuple(member), tuple(_main(groups[g], colours, weight) for g in order))


def _looks(points: NDArray[Any]) -> NDArray[Any]:
    """Return points of Oklab with all that is nearly black as dark as it looks in print."""
    import numpy as np

    found = points.copy()
    found[:, 0] = np.maximum(found[:, 0], DARK)
    return found


def _silhouette(
    groups: list[list[int]], shares: Sequence[float], points: NDArray[Any], weight: NDArray[Any],
    ground: NDArray[Any],
) -> list[list[int]]:
    """Return the main group with those that are nearer to it than to the background."""
    main = groups[int(max(range(len(groups)), key=lambda g: shares[g]))]
    centre = _centre(main, points, weight)
    taken = list(main)
    for group in groups:
        if group is not main:
            own = _centre(group, points, weight)
            if ((own - centre) ** 2).sum() <= ((own - ground) ** 2).sum():
                taken += group
    return [taken]


def _centre(group: list[int], points: NDArray[Any], weight: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = (points[group] * weight[group, None]).sum(axis=0) / weight[group].sum()
    return found


def _merged(
    groups: list[list[int]], points: NDArray[Any], weight: NDArray[Any], count: int,
    distance: float,
) -> list[list[int]]:
    """Return at most `count` groups, with centres at least `distance` apart."""
    import numpy as np

    centres = np.array([_centre(group, points, weight) for group in groups])
    shares = np.array([weight[group].sum() for group in groups])
    groups = [list(group) for group in groups]
    while len(groups) > 1:
        gap = ((centres[:, None] - centres[None]) ** 2).sum(axis=2)
        np.fill_diagonal(gap, np.inf)
        # Roots of areas: a small area of a colour that stands out is not lost among large ones.
        roots = np.sqrt(shares)
        cost = gap * roots[:, None] * roots[None] / (roots[:, None] + roots[None])
        if len(groups) <= count:
            near = gap < distance ** 2
            if not near.any():
                break
            cost = np.where(near, cost, np.inf)
        a, b = sorted(int(i) for i in np.unravel_index(cost.argmin(), cost.shape))
        whole = shares[a] + shares[b]
        centres[a] = (centres[a] * shares[a] + centres[b] * shares[b]) / whole
        shares[a] = whole
        groups[a] += groups.pop(b)
        centres, shares = np.delete(centres, b, 0), np.delete(shares, b)
    return groups


def _main(
    group: list[int], colours: Sequence[Colour], weight: NDArray[Any],
) -> Colour:
    """Return the colour of a group: of the member with most of its area, or the mean."""
    import numpy as np

    from nonoforge.quantize import oklab, srgb

    largest = max(group, key=lambda i: float(weight[i]))
    if weight[largest] * 2 >= weight[group].sum():
        return colours[largest]
    true = oklab(np.array([colours[i] for i in group]) * 255)
    mean = (true * weight[group, None]).sum(axis=0) / weight[group].sum()
    red, green, blue = (float(part) / 255 for part in srgb(mean[None])[0])
    return red, green, blue
