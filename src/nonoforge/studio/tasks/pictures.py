"""Pictures that come as bytes, and again and again while somebody tries settings."""

from __future__ import annotations

from functools import lru_cache
from math import gcd
from typing import TYPE_CHECKING, Any

from nonoforge.studio.tasks.making import as_file

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nonoforge.families.grid import Photo


@lru_cache(maxsize=1)
def picture_of(data: bytes) -> Photo:
    """The picture in a file; the last one is kept."""
    from nonoforge.families.grid import read_photo

    with as_file(data, "picture") as path:
        return read_photo(path)


@lru_cache(maxsize=2)
def shrunk_picture(data: bytes, most: int) -> tuple[Photo, int]:
    """The same in about so many pixels at most, and how many of its own, across and down, each of
    them stands for."""
    import numpy as np
    from PIL import Image

    from nonoforge.families.grid import own_size

    photo = picture_of(data)
    height, width = photo.pixels.shape[:2]
    step = max(1, round((height * width / most) ** 0.5))
    # Squares that are to be cells must stay squares; one row tells where there are none.
    if step == 1 or (_even(photo.pixels[height // 2]) and own_size(photo.pixels)):
        return photo, 1
    return photo._replace(pixels=np.asarray(Image.fromarray(photo.pixels).reduce(step))), step


def _even(row: NDArray[Any]) -> bool:
    """Do colours change only every so many pixels?"""
    changes = (row[1:] != row[:-1]).any(axis=1).nonzero()[0] + 1
    return gcd(len(row), *map(int, changes)) > 1
