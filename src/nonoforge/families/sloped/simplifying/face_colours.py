"""Colours of faces: what most of a face shows, with few and short borders between colours."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonoforge.families.sloped.simplifying.target import BOTTOM, LEFT, RIGHT, TOP, Target

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MAX_ROUNDS = 12
BORDER = 0.15  # squares of wrong colour that a border as long as a square's side outweighs


class Borders(NamedTuple):
    """Pairs of triangles with a common side, and the lengths of these sides in squares."""

    first: NDArray[np.intp]
    second: NDArray[np.intp]
    lengths: NDArray[np.float64]


def borders_of(target: Target) -> Borders:
    """Return all pairs of neighbours among the triangles."""
    import numpy as np

    number = np.arange(4 * target.width * target.height).reshape(target.height, target.width, 4)
    within = [(number[..., one], number[..., other]) for one, other in (
        (BOTTOM, RIGHT), (RIGHT, TOP), (TOP, LEFT), (LEFT, BOTTOM))]
    between = [(number[:-1, :, TOP], number[1:, :, BOTTOM]),
               (number[:, :-1, RIGHT], number[:, 1:, LEFT])]
    pairs = [(one.ravel(), other.ravel(), length) for some, length in (
        (within, 0.5 ** 0.5), (between, 1.0)) for one, other in some]
    return Borders(np.concatenate([one for one, _, _ in pairs]),
                   np.concatenate([other for _, other, _ in pairs]),
                   np.concatenate([np.full(len(one), length) for one, _, length in pairs]))


def smooth_colours(
    target: Target, borders: Borders, faces: NDArray[np.intp], border: float = BORDER,
) -> NDArray[np.intp]:
    """Return a colour for each face: the one with the least wrong area and border, all others
    being given, until none changes."""
    import numpy as np

    count, colours = int(faces.max()) + 1, target.weights.shape[1]
    gain = np.stack([np.bincount(faces, target.weights[:, colour], count)
                     for colour in range(colours)], axis=1)
    square = target.areas.sum() / (target.width * target.height)
    one, other = faces[borders.first], faces[borders.second]
    apart = one != other
    one, other = one[apart], other[apart]
    lengths = borders.lengths[apart] * border * square
    found: NDArray[np.intp] = gain.argmax(axis=1)
    for _ in range(MAX_ROUNDS):
        same = np.zeros((count, colours))
        np.add.at(same, (one, found[other]), lengths)
        np.add.at(same, (other, found[one]), lengths)
        value = gain + same
        better = value.max(axis=1) - value[np.arange(count), found]
        # Only faces that gain more than all their neighbours change, so that two never swap.
        rival = np.zeros(count)
        np.maximum.at(rival, one, better[other])
        np.maximum.at(rival, other, better[one])
        change = (better > 1e-6) & (better >= rival)
        if not change.any():
            break
        found = np.where(change, value.argmax(axis=1), found)
    return found
