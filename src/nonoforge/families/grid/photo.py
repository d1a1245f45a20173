"""Pictures from files: PNG, JPEG, GIF, WebP, BMP and SVG, as pixels.

Nothing is decoded before its size in the header was found fit. Transparent pixels show the paper.
"""

from __future__ import annotations

import sys
import warnings
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.errors import InputError, MissingPart

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image

FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
NAMES = "PNG, JPEG, GIF, WebP, BMP or SVG"
MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 60_000_000
MAX_SIDE = 16_000
LOOK = 1_000  # pixels along a side, to see how light a picture is
LIGHT = 215  # a picture that is lighter on the average would not be seen on white

Paper = tuple[int, int, int]
WHITE: Paper = (255, 255, 255)
BLACK: Paper = (0, 0, 0)


class Photo(NamedTuple):
    """Pixels, (height, width, 3) of 0 to 255, and what was done to get them. `own` is the size, in
    columns and rows, that suits it best, where that is known."""

    pixels: NDArray[Any]
    notes: tuple[str, ...] = ()
    own: tuple[int, int] | None = None


def read_photo(file: str, paper: Paper | None = None) -> Photo:
    """The picture in a file; - is standard input. `paper` shows where it is transparent: white, or
    black if the picture would not be seen on white."""
    data = _bytes(file)
    try:
        if _is_svg(data):
            from nonoforge.families.grid.rendering import rendered

            return rendered(file, data, paper)
        return _decoded(data, paper)
    except InputError as error:
        raise error.at(file=file) from None


def _bytes(file: str) -> bytes:
    try:
        if file == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(file, "rb") as stream:
                data = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {(error.strerror or str(error)).lower()}",
                         file=file) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES >> 20} MiB; make it smaller first", file=file)
    return data


def _is_svg(data: bytes) -> bool:
    start = data[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<?xml", b"<svg", b"<!DOCTYPE svg", b"<!--")) and b"<svg" in data


def _decoded(data: bytes, paper: Paper | None) -> Photo:
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise MissingPart("pictures need Pillow; install nonoforge[images]") from None
    notes: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            opened = Image.open(BytesIO(data), formats=FORMATS)
            _check_size(*opened.size)
            if getattr(opened, "n_frames", 1) > 1:
                notes.append("the picture moves; its first frame was taken")
            opened.load()
            image = ImageOps.exif_transpose(opened)
        except (Image.DecompressionBombWarning, Image.DecompressionBombError):
            raise _too_large() from None
        except UnidentifiedImageError:
            raise InputError(f"this is no picture that can be read; give it as {NAMES}") from None
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError, IndexError, TypeError,
                KeyError) as error:
            raise InputError(f"the picture is damaged: {str(error)[:80] or 'it ends too early'}"
                             ) from None
    return Photo(_pixels(image, paper), tuple(notes))


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise InputError(f"{width:,}x{height:,} pixels; at most {MAX_PIXELS:,} and "
                         f"{MAX_SIDE:,} along a side are read; make it smaller first")
    if width < 1 or height < 1:
        raise InputError("the picture has no pixels")


def _too_large() -> InputError:
    return InputError(f"more than {MAX_PIXELS:,} pixels; make it smaller first")


def _pixels(image: Image.Image, paper: Paper | None) -> NDArray[Any]:
    import numpy as np

    if image.mode.startswith("I") or image.mode == "F":  # 16 bits and more: one grey channel
        grey = np.asarray(image).astype(float)
        top = 65535.0 if grey.max(initial=0) > 255 else 255.0
        flat = np.clip(grey * (255 / top), 0, 255).astype(np.uint8)
        found: NDArray[Any] = np.repeat(flat[:, :, None], 3, axis=2)
        return found
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        return on_paper(image.convert("RGBA"), paper)
    return np.asarray(image.convert("RGB"))


def on_paper(over: Image.Image, paper: Paper | None) -> NDArray[Any]:
    """The pixels of a picture that is transparent in parts."""
    import numpy as np
    from PIL import Image

    under = paper or (BLACK if _light(over) else WHITE)
    whole = Image.alpha_composite(Image.new("RGBA", over.size, (*under, 255)), over)
    return np.asarray(whole.convert("RGB"))


def _light(over: Image.Image) -> bool:
    """Is what is not transparent nearly white?"""
    import numpy as np

    over = over.reduce(max(1, max(over.size) // LOOK))
    alpha = np.asarray(over.getchannel("A")).astype(float)
    grey = np.asarray(over.convert("RGB").convert("L")).astype(float)
    return bool(alpha.min() < 128 and alpha.sum() and (grey * alpha).sum() / alpha.sum() > LIGHT)
