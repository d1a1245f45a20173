"""Textures: pictures on a mesh, as arrays."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

MAX_PIXELS = 100_000_000  # looked at before a picture is decoded
SIDE = 2048  # a voxel is larger than a pixel of this, by far

# Pictures only: some of what Pillow opens is a program, and it would be run.
FORMATS = ("PNG", "JPEG", "BMP", "TGA", "GIF", "WEBP", "TIFF", "DDS", "PCX")


def decode(data: bytes) -> NDArray[Any] | str:
    """The pixels of a picture, (height, width, 3), or why there are none."""
    try:
        from PIL import Image
    except ImportError:
        return "Pillow is not installed: pip install 'nonoforge[images]'"
    try:
        import warnings

        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of doubtful pictures, by Pillow
            with Image.open(BytesIO(data), formats=FORMATS) as image:
                return pixels(image)
    except Exception:  # whatever a broken picture makes Pillow raise
        return "it is no picture, or a broken one"


def pixels(image: Image.Image) -> NDArray[Any] | str:
    """The pixels of an opened picture, not more than `SIDE` a side, or why there are none."""
    import numpy as np

    if image.format not in FORMATS:
        return f"the picture format {image.format} is not read"
    if image.width * image.height > MAX_PIXELS:
        return f"{image.width}x{image.height} pixels are too many"
    # Of a picture with transparency the colours count, whatever shines through.
    flat = image.convert("RGBA").convert("RGB")
    flat.thumbnail((SIDE, SIDE))
    return np.asarray(flat, dtype=np.uint8)


def sample(texture: NDArray[Any], uv: NDArray[Any]) -> NDArray[Any]:
    """The pixels at some places (n, 2); a texture repeats beyond its borders."""
    import numpy as np

    height, width = texture.shape[:2]
    u, v = uv[:, 0] % 1, uv[:, 1] % 1
    # A place on the upper border is the last pixel, not the first of the next copy.
    u = np.where((u == 0) & (uv[:, 0] == 1), 1, u)
    v = np.where((v == 0) & (uv[:, 1] == 1), 1, v)
    columns = np.minimum((u * width).astype(np.int64), width - 1)
    rows = np.minimum(((1 - v) * height).astype(np.int64), height - 1)
    found: NDArray[Any] = texture[rows, columns]
    return found
