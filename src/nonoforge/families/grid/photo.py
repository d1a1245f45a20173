"""Pictures from files: PNG, JPEG, GIF, WebP, BMP and SVG, as pixels.

Nothing is decoded before its size in the header was found fit. Transparent pixels show the paper.
"""

from __future__ import annotations

import os
import struct
import warnings
from collections.abc import Callable
from io import BytesIO
from math import gcd
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.calls import public
from nonoforge.errors import InputError, MissingPart
from nonoforge.families.plane import NO_AREA, Drawing, Shape, drawing_of, why_nothing
from nonoforge.files import path_name, read_file
from nonoforge.path import Box, Point, bounds, flat

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import Image


FORMATS = ("PNG", "JPEG", "GIF", "WEBP", "BMP")
NAMES = "PNG, JPEG, GIF, WebP, BMP or SVG"
MAX_BYTES = 64 * 1024 * 1024
MAX_PIXELS = 60_000_000
MAX_SIDE = 16_000
SAMPLE_SIDE = 1_000  # pixels, for estimating the lightness of a picture
STRIP_PIXELS = 1_000_000  # that are converted at once: a whole picture would need the memory twice
MAX_LIGHTNESS = 215  # mean lightness (0-255) above which a picture is invisible on white

Paper = tuple[int, int, int]
WHITE: Paper = (255, 255, 255)
BLACK: Paper = (0, 0, 0)


class Photo(NamedTuple):
    """Pixels, (height, width, 3) of 0 to 255, and what was done to get them. `own` is the size, in
    columns and rows, that suits it best, where that is known; if it is `fixed`, no other."""

    pixels: NDArray[Any]
    notes: tuple[str, ...] = ()
    own: tuple[int, int] | None = None
    title: str = ""
    fixed: bool = False
    step: int = 1  # pixels of the file, across and down, that each pixel stands for
    alpha: NDArray[Any] | None = None
    """(height, width), 0 where the picture is transparent to 255; None: it is opaque."""

    def __repr__(self) -> str:
        height, width = self.pixels.shape[:2]
        return f"<Photo: {width}x{height} pixels>"


@public
def read_photo(file: str | os.PathLike[str], paper: Paper | None = None) -> Photo:
    """Return the picture in a file; - is standard input. `paper` shows where it is transparent:
    white, or black if the picture would not be seen on white."""
    name = path_name(file)
    return decoded_photo(read_file(name, MAX_BYTES, "make it smaller first"), name, paper)


def read_source_photo(file: str) -> Photo:
    """Return the picture in a file that a puzzle is to be made of: it shows something."""
    found = read_photo(file)
    if all((part == part[0, 0]).all() for part in (found.pixels, found.alpha) if part is not None):
        raise InputError("the picture has one colour all over; there is nothing to find").at(
            file=file)
    return found


def decoded_photo(data: bytes, file: str, paper: Paper | None = None) -> Photo:
    """Return the picture in the bytes of a file."""
    try:
        return rendered(file, data, paper) if _is_svg(data) else _decoded(data, paper)
    except InputError as error:
        raise error.at(file=file) from None


def photo_of(source: Any) -> Any:
    """Return the photo of an array of pixels or of an image of Pillow; anything else as it is.

    An array is (height, width) of grey, or (height, width, 3 or 4) of colours, from 0 to 255, or
    from 0 to 1 if they are fractions; of truth values, the true ones are ink.
    """
    if isinstance(source, Photo):
        return source
    if hasattr(source, "getbands"):
        _check_size(*source.size)
        return _photo(source, None)
    if not hasattr(source, "__array__"):
        return source
    import numpy as np
    from PIL import Image

    pixels = np.asarray(source)
    if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] not in (3, 4)):
        raise InputError(f"an array of shape {pixels.shape}; pixels are (height, width) or "
                         "(height, width, 3 or 4)")
    _check_size(pixels.shape[1], pixels.shape[0])
    if pixels.dtype == bool:
        pixels = np.where(pixels, 0, 255)
    elif pixels.dtype.kind == "f":
        pixels = pixels * 255
    elif pixels.dtype.kind not in "iu":
        raise InputError(f"an array of {pixels.dtype}; pixels are numbers")
    if not np.isfinite(pixels).all() or pixels.min() < 0 or pixels.max() > 255:
        raise InputError("pixels are numbers from 0 to 255, or fractions from 0 to 1")
    return _photo(Image.fromarray(pixels.round().astype(np.uint8)), None)


def _is_svg(data: bytes) -> bool:
    start = data[:2000].removeprefix(b"\xef\xbb\xbf").lstrip()
    return start.startswith((b"<?xml", b"<svg", b"<!DOCTYPE svg", b"<!--")) and b"<svg" in data


def _decoded(data: bytes, paper: Paper | None) -> Photo:
    try:
        from PIL import Image, ImageOps, UnidentifiedImageError
    except ImportError:
        raise MissingPart("pictures need Pillow: pip install 'nonoforge[images]'") from None
    notes: list[str] = []
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of doubtful pictures, by Pillow
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            opened = Image.open(BytesIO(data), formats=FORMATS)
            _check_size(*opened.size)
            if getattr(opened, "n_frames", 1) > 1:
                notes.append("the picture moves; its first frame was taken")
            opened.load()
            ImageOps.exif_transpose(opened, in_place=True)  # else it is a copy
            photo = _photo(opened, paper)
        except (Image.DecompressionBombWarning, Image.DecompressionBombError):
            raise _too_large() from None
        except UnidentifiedImageError:
            raise InputError(f"this is no picture that can be read; give it as {NAMES}") from None
        except (OSError, ValueError, SyntaxError, EOFError, MemoryError, IndexError, TypeError,
                KeyError, struct.error) as error:
            raise InputError(f"the picture is damaged: {str(error)[:80] or 'it ends too early'}"
                             ) from None
    return photo._replace(notes=tuple(notes))


def _check_size(width: int, height: int) -> None:
    if width * height > MAX_PIXELS or max(width, height) > MAX_SIDE:
        raise InputError(f"{width:,}x{height:,} pixels; at most {MAX_PIXELS:,} and "
                         f"{MAX_SIDE:,} along a side are read; make it smaller first")
    if width < 1 or height < 1:
        raise InputError("the picture has no pixels")


def _too_large() -> InputError:
    return InputError(f"more than {MAX_PIXELS:,} pixels; make it smaller first")


def _photo(image: Image.Image, paper: Paper | None) -> Photo:
    import numpy as np

    if image.mode.startswith("I") or image.mode == "F":  # 16 bits and more: one grey channel
        grey = np.asarray(image).astype(float)
        top = 65535.0 if grey.max(initial=0) > 255 else 255.0
        flat = np.clip(grey * (255 / top), 0, 255).astype(np.uint8)
        found: NDArray[Any] = np.repeat(flat[:, :, None], 3, axis=2)
        return Photo(found)
    if image.mode in ("RGBA", "LA", "PA", "La", "RGBa") or "transparency" in image.info:
        return on_paper(image if image.mode == "RGBA" else image.convert("RGBA"), paper)
    return Photo(_rgb(image, lambda strip: strip.convert("RGB")))


def _rgb(image: Image.Image, convert: Callable[[Image.Image], Image.Image]) -> NDArray[Any]:
    """Return the pixels of an image, converted in strips of rows."""
    import numpy as np

    width, height = image.size
    found = np.empty((height, width, 3), np.uint8)
    rows = max(1, STRIP_PIXELS // width)
    for top in range(0, height, rows):
        end = min(top + rows, height)
        found[top:end] = np.asarray(convert(image.crop((0, top, width, end))))
    return found


def on_paper(over: Image.Image, paper: Paper | None) -> Photo:
    """Return a picture that is transparent in parts, as it looks on paper."""
    import numpy as np
    from PIL import Image

    under = paper or (BLACK if _light(over) else WHITE)

    def painted(strip: Image.Image) -> Image.Image:
        sheet = Image.new("RGBA", strip.size, (*under, 255))
        return Image.alpha_composite(sheet, strip).convert("RGB")

    alpha = np.asarray(over.getchannel("A"))
    return Photo(_rgb(over, painted), alpha=None if alpha.min() == 255 else alpha)


def _light(over: Image.Image) -> bool:
    """Return whether the opaque part of a picture is nearly white."""
    import numpy as np

    over = over.reduce(max(1, max(over.size) // SAMPLE_SIDE))
    alpha = np.asarray(over.getchannel("A")).astype(float)
    grey = np.asarray(over.convert("RGB").convert("L")).astype(float)
    return bool(alpha.min() < 128 and alpha.sum()
                and (grey * alpha).sum() / alpha.sum() > MAX_LIGHTNESS)


# Rendering SVG: the filled and stroked shapes, painted with Pillow.

RENDER_SIDE = 1600  # pixels of the longer side
DEFAULT_STROKE = 0.004  # relative to the longer side, where a drawing gives no width
MIN_AREA = 1e-3  # pixels, twice: Pillow draws the outline of what encloses nothing
MAX_STROKE = 0.5  # relative to the longer side

Loop = list[Point]


def rendered(file: str, data: bytes, paper: Paper | None = None) -> Photo:
    """Return the picture of an SVG file; where nothing is drawn it shows the paper."""
    drawing = drawing_of(data, file)
    image = _paint(drawing, drawing.page or _extent(drawing))
    if not image.getchannel("A").getextrema()[1]:
        raise InputError(NO_AREA if drawing.shapes else why_nothing(drawing))
    return on_paper(image, paper)._replace(notes=drawing.notes)


def _extent(drawing: Drawing) -> Box:
    points = [point for shape in drawing.shapes for outline in shape.outlines
              for point in flat(outline.path, 0.5)]
    if not points:
        raise InputError(why_nothing(drawing))
    return bounds(points)


def _paint(drawing: Drawing, box: Box) -> Image.Image:
    from PIL import Image

    scale = RENDER_SIDE / max(box.width, box.height, 1e-9)
    size = (max(1, round(box.width * scale)), max(1, round(box.height * scale)))
    image = Image.new("RGBA", size, (0, 0, 0, 0))
    for shape in drawing.shapes:
        loops = [[((x - box.left) * scale, (box.top - y) * scale)
                  for x, y in flat(outline.path, 0.5 / scale)] for outline in shape.outlines]
        _fill(image, shape, [loop for loop in loops if abs(_area(loop)) > MIN_AREA])
        _stroke(image, shape, loops, scale)
    return image


def _fill(image: Image.Image, shape: Shape, loops: list[Loop]) -> None:
    """Fill loops. Loops within loops are holes: every second one, or those that turn the other
    way."""
    import numpy as np
    from PIL import Image

    if shape.fill is None or not loops:
        return
    left, top, right, bottom = _frame(image, loops)
    if right <= left or bottom <= top:
        return
    wound = np.zeros((bottom - top, right - left), np.int32)
    for loop in loops:
        turn = 1 if shape.rule == "evenodd" or _area(loop) > 0 else -1
        wound += turn * _mask(loop, left, top, wound.shape)
    inside = wound % 2 != 0 if shape.rule == "evenodd" else wound != 0
    image.paste(shape.fill, (left, top), Image.fromarray(inside))


def _mask(loop: Loop, left: int, top: int, shape: tuple[int, ...]) -> NDArray[Any]:
    import numpy as np
    from PIL import Image, ImageDraw

    one = Image.new("1", (shape[1], shape[0]))
    ImageDraw.Draw(one).polygon([(x - left, y - top) for x, y in loop], fill=1)
    return np.asarray(one)


def _frame(image: Image.Image, loops: list[Loop]) -> tuple[int, int, int, int]:
    """Return the part of the picture that the loops are in."""
    xs, ys = zip(*(point for loop in loops for point in loop), strict=True)
    return (max(0, int(min(xs))), max(0, int(min(ys))), min(image.width, int(max(xs)) + 2),
            min(image.height, int(max(ys)) + 2))


def _area(loop: Loop) -> float:
    """Return twice the area, with the sign of the loop's direction."""
    return sum(x * w - v * y for (x, y), (v, w) in zip(loop, [*loop[1:], loop[0]], strict=True))


def _stroke(image: Image.Image, shape: Shape, loops: list[Loop], scale: float) -> None:
    from PIL import ImageDraw

    if shape.stroke is None:
        return
    longer = max(image.size)
    width = DEFAULT_STROKE * longer if shape.width is None else \
        min(shape.width * scale, MAX_STROKE * longer)
    pen = ImageDraw.Draw(image)
    for loop in loops:
        pen.line(loop, fill=shape.stroke, width=max(1, round(width)), joint="curve")


# Random shapes.

def random_shapes(width: int, height: int, seed: int) -> Photo:
    """Return soft blobs, which give runs of all lengths: one pixel for each cell."""
    import numpy as np

    rng = np.random.default_rng(seed)
    noise = rng.random((height, width))
    for _ in range(2):
        noise = _softened(noise)
    order = noise.ravel().argsort().argsort().reshape(height, width)  # as dark as light
    grey = (255 * order / max(1, order.size - 1)).astype(np.uint8)
    return Photo(np.repeat(grey[:, :, None], 3, axis=2), own=(width, height), title="Random",
                 fixed=True)


def _softened(noise: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    wide = np.pad(noise, 1, mode="reflect" if min(noise.shape) > 1 else "edge")
    height, width = noise.shape
    return sum((wide[dy:dy + height, dx:dx + width] for dy in range(3) for dx in range(3)),
               np.zeros_like(noise)) / 9


def fewer_pixels(photo: Photo, most: int) -> Photo:
    """Return a picture in about `most` pixels or fewer; pixel art stays as it is."""
    import numpy as np
    from PIL import Image

    from nonoforge.families.grid.line_art import own_size

    height, width = photo.pixels.shape[:2]
    step = max(1, round((height * width / most) ** 0.5))
    # Squares that are to be cells must stay squares; one row shows where there are none.
    if step == 1 or (_in_squares(photo.pixels[height // 2]) and own_size(photo.pixels)):
        return photo
    pixels = np.asarray(Image.fromarray(photo.pixels).reduce(step))
    alpha = None if photo.alpha is None else np.asarray(Image.fromarray(photo.alpha).reduce(step))
    return photo._replace(pixels=pixels, step=step, alpha=alpha)


def _in_squares(row: NDArray[Any]) -> bool:
    """Return whether colours change only at multiples of some number of pixels."""
    changes = (row[1:] != row[:-1]).any(axis=1).nonzero()[0] + 1
    return gcd(len(row), *map(int, changes)) > 1
