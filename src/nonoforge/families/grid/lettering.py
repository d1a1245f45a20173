"""Words as pictures: one pixel for each cell, in letters whose strokes are whole cells wide.

The font is hinted for small sizes, so letters are drawn in black and white at the very size of the
puzzle and never shrunk. DejaVu Sans Bold, which is part of the package, has Latin, Greek, Cyrillic,
Armenian, Georgian, Hebrew and Arabic letters and many signs; other scripts need another font.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from importlib.resources import files
from io import BytesIO
from typing import TYPE_CHECKING, Any

from nonoforge.errors import InputError, MissingPart
from nonoforge.families.grid.photo import Photo
from nonoforge.files import read_file

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from PIL import ImageFont

DEFAULT_PIXELS = 11  # of a font: capitals are 8 cells high, strokes 2 cells wide
PIXELS = range(8, 200)  # of fonts that are tried for a size
MAX_LETTERS = 200
MAX_FONT_BYTES = 32 * 1024 * 1024
NO_CHARACTER = "\U0010fffe"  # shows what a font draws where it has no glyph


def written(
    text: str, font: str | None = None, size: int | tuple[int, int] | None = None,
) -> Photo:
    """Return words in black on white, one row for each line of text.

    `font` is the file of another font. `size` are the cells along the longer side, or columns and
    rows: the largest letters that fit are taken.
    """
    if not text.strip():
        raise InputError("no text; write at least one letter")
    if len(text) > MAX_LETTERS:
        raise InputError(f"{len(text)} letters; at most {MAX_LETTERS} fit")
    data = _font_data(font)
    _check_glyphs(text, _font(data, DEFAULT_PIXELS), font)
    cells = _drawn(text, data, DEFAULT_PIXELS) if size is None else _fitted(text, data, size)
    return _photo(cells, text)


def _font_data(font: str | None) -> bytes:
    if font is None:
        return (files(__package__) / "fonts" / "DejaVuSans-Bold.ttf").read_bytes()
    data = read_file(font, MAX_FONT_BYTES, "give another font")
    try:
        _font(data, DEFAULT_PIXELS)
    except (OSError, ValueError):
        raise InputError("this is no font that can be read; give a TrueType or OpenType file",
                         file=font) from None
    return data


@lru_cache(maxsize=8)
def _font(data: bytes, pixels: int) -> ImageFont.FreeTypeFont:
    try:
        from PIL import ImageFont
    except ImportError:
        raise MissingPart("words need Pillow: pip install 'nonoforge[images]'") from None
    return ImageFont.truetype(BytesIO(data), pixels)


def _check_glyphs(text: str, font: ImageFont.FreeTypeFont, file: str | None) -> None:
    """Raise InputError for a character that the font does not have."""
    nothing = _mask(font, NO_CHARACTER)
    for character in dict.fromkeys(text):
        if character.isspace() or unicodedata.category(character) in ("Cf", "Mn"):
            continue
        if not character.isprintable() or _mask(font, character) == nothing:
            name = unicodedata.name(character, "")
            shown = f"{character!a} (U+{ord(character):04X}{', ' + name.lower() if name else ''})"
            where = f"the font {file}" if file else "the built-in font (DejaVu Sans Bold)"
            raise InputError(f"{where} has no glyph for {shown}; give one that has with "
                             "--font FILE")


def _mask(font: ImageFont.FreeTypeFont, character: str) -> tuple[tuple[int, int], bytes]:
    mask = font.getmask(character, mode="1")
    return mask.size, bytes(mask)


def _drawn(text: str, data: bytes, pixels: int) -> NDArray[Any]:
    """Return the letters, True where they are, without an empty border."""
    import numpy as np
    from PIL import Image, ImageDraw

    font = _font(data, pixels)
    pen = ImageDraw.Draw(Image.new("1", (1, 1)))
    pen.fontmode = "1"
    spacing = max(1, pixels // 6)
    left, top, right, bottom = (int(side) for side in pen.multiline_textbbox(
        (0, 0), text, font, spacing=spacing, align="center"))
    image = Image.new("1", (max(1, right - left + 4), max(1, bottom - top + 4)))
    pen = ImageDraw.Draw(image)
    pen.fontmode = "1"
    pen.multiline_text((2 - left, 2 - top), text, 1, font, spacing=spacing, align="center")
    cells = np.asarray(image)
    rows, columns = np.flatnonzero(cells.any(axis=1)), np.flatnonzero(cells.any(axis=0))
    if not len(rows):
        raise InputError("nothing of this text can be seen")
    return np.asarray(cells[rows[0]:rows[-1] + 1, columns[0]:columns[-1] + 1])


def _fitted(text: str, data: bytes, size: int | tuple[int, int]) -> NDArray[Any]:
    """Return the largest letters that fit, in the middle of the size that was asked for."""
    import numpy as np

    best = None
    for pixels in PIXELS:
        cells = _drawn(text, data, pixels)
        rows, columns = cells.shape
        wide, high = (size, size) if isinstance(size, int) else size
        if columns > wide or rows > high:
            if best is None:
                raise InputError(f"{text[:20]!a} takes {columns}x{rows} cells in the smallest "
                                 f"letters; ask for a larger --size, or none")
            break
        best = cells
    assert best is not None
    rows, columns = best.shape
    if isinstance(size, int):
        wide, high = (size, rows) if columns >= rows else (columns, size)
    else:
        wide, high = size
    left, top = (wide - columns) // 2, (high - rows) // 2
    return np.pad(best, ((top, high - rows - top), (left, wide - columns - left)))


def _photo(cells: NDArray[Any], text: str) -> Photo:
    import numpy as np

    grey = np.where(cells, 0, 255).astype(np.uint8)
    rows, columns = cells.shape
    return Photo(np.repeat(grey[:, :, None], 3, axis=2), own=(columns, rows),
                 title=" ".join(text.split()), fixed=True)
