"""Shapes of voxels: pieces that hang together, air that is enclosed, empty outer layers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray


def pieces(solid: NDArray[Any]) -> NDArray[Any]:
    """The piece of each voxel, from 1 on in order of their first cells; 0 where there is none.
    Voxels hang together by their faces.

    >>> import numpy as np
    >>> pieces(np.array([[[1, 0, 1, 1]]], dtype=bool)).tolist()
    [[[1, 0, 2, 2]]]
    """
    import numpy as np

    number = np.cumsum(solid).reshape(solid.shape) - 1
    root = np.arange(int(solid.sum()))
    pairs = np.concatenate([_touching(solid, number, axis) for axis in range(3)], axis=1)
    while pairs.shape[1]:
        a, b = root[pairs]
        # Each root takes the least root that it touches; then every voxel asks its root again.
        np.minimum.at(root, np.maximum(a, b), np.minimum(a, b))
        while (higher := root[root] != root).any():
            root[higher] = root[root[higher]]
        pairs = pairs[:, root[pairs[0]] != root[pairs[1]]]
    found = np.zeros(solid.shape, dtype=np.int64)
    found[solid] = np.unique(root, return_inverse=True)[1] + 1
    return found


def _touching(solid: NDArray[Any], number: NDArray[Any], axis: int) -> NDArray[Any]:
    """The pairs of voxels that are neighbours along an axis."""
    import numpy as np

    before, after = np.moveaxis(solid, axis, 0)[:-1], np.moveaxis(solid, axis, 0)[1:]
    numbers = np.moveaxis(number, axis, 0)
    both = before & after
    return np.stack([numbers[:-1][both], numbers[1:][both]])


def largest(solid: NDArray[Any]) -> NDArray[Any]:
    """The piece with the most voxels alone, the first of equals."""
    import numpy as np

    found = pieces(solid)
    counts = np.bincount(found.ravel())
    counts[0] = 0
    kept: NDArray[Any] = (found == counts.argmax()) & solid
    return kept


def filled(solid: NDArray[Any]) -> NDArray[Any]:
    """With all air that cannot be reached from outside made solid."""
    import numpy as np

    found = pieces(~np.pad(solid, 1))
    inner: NDArray[Any] = found[1:-1, 1:-1, 1:-1]
    whole: NDArray[Any] = solid | (inner != found[0, 0, 0])
    return whole


def trimmed(solid: NDArray[Any]) -> NDArray[Any]:
    """Without empty outer layers. A solid without any voxel is left as it is."""
    import numpy as np

    if not solid.any():
        return solid
    where = [np.flatnonzero(solid.any(axis=tuple({0, 1, 2} - {axis}))) for axis in range(3)]
    return solid[tuple(slice(at[0], at[-1] + 1) for at in where)]


def grown(solid: NDArray[Any]) -> NDArray[Any]:
    """With all neighbours of each voxel, those by edges and corners too."""
    import numpy as np

    for axis in range(3):
        wide = np.pad(solid, [(1, 1) if along == axis else (0, 0) for along in range(3)])
        wide = np.moveaxis(wide, axis, 0)
        solid = np.moveaxis(wide[:-2] | wide[1:-1] | wide[2:], 0, axis)
    return solid
