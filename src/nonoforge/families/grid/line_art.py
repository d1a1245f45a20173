"""Recognize line art, and keep lines that are thinner than a cell.

The share of a cell that a thin line covers says little: a line along the border of two cells gives
neither enough. So lines are thinned to their middle, one pixel wide, and a cell belongs to a line
if the middle runs through it for at least half a cell. Each row or column that a line crosses has
such a cell, hence lines stay whole.

Ink counts as a line where no square as large as a cell fits into it. `marks` are pixels with any
ink at all.
"""

from __future__ import annotations

from math import gcd, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.downsampling import otsu

if TYPE_CHECKING:
    from numpy.typing import NDArray


CELL_PIXELS = 9  # pixels along a cell in which lines are thinned
MIN_CELL_PIXELS = 3  # with fewer nothing can be thin
MAX_THINNED_SIDE = 1_500  # pixels
BLUR = 2  # pixels by which a line may look wider, because a trace of ink counts
CORNER_REACH = 0.3  # of a cell: round corners beside thick ink are no lines
TEXTURE_DENSITY = 1.2  # lines through a cell and its neighbours that make a texture
MIN_DOT = 0.15  # of a cell


def fine_size(size: tuple[int, int], most: int = CELL_PIXELS) -> tuple[int, int]:
    """Return the pixels to examine for a number of cells, at most `most` along each cell."""
    fine = max(1, min(most, CELL_PIXELS, MAX_THINNED_SIDE // max(size)))
    return size[0] * fine, size[1] * fine


def lined(marks: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return how far lines run through each cell, in parts of a cell's side; 0 where they are so
    close that they are a texture. `marks` has as many pixels as `fine_size` says."""
    import numpy as np

    columns, rows = size
    fine = marks.shape[0] // rows
    if fine < MIN_CELL_PIXELS:
        return np.zeros((rows, columns))
    thick, beside = opened(marks, fine + BLUR), round(CORNER_REACH * fine)
    lines = marks & ~thick & _grown(marks & ~_grown(thick, beside), beside)
    middle = lengthened(thinned(lines), lines, fine // 2)
    through = middle.reshape(rows, fine, columns, fine).sum(axis=(1, 3)) / fine
    texture = neighbours(through >= TEXTURE_DENSITY).all(axis=0)
    found: NDArray[Any] = np.where(texture, 0.0, np.minimum(through, 1.0))
    return found


def dotted(covered: NDArray[Any], filled: NDArray[Any]) -> NDArray[Any]:
    """Return cells with spots that would be lost: with nothing filled around them, and more of the
    spot than any cell around."""
    import numpy as np

    most = neighbours(covered).max(axis=0)
    alone = ~neighbours(filled).any(axis=0) & (neighbours(covered).sum(axis=0) >= MIN_DOT)
    found = alone & (covered == most) & (covered > 0)
    # Of cells that share a spot evenly the first is taken.
    before = neighbours(found)[:4].any(axis=0)
    return np.asarray(found & ~before)


def slender(filled: NDArray[Any]) -> NDArray[Any]:
    """Return the filled cells of lines one or two cells wide: emptying one of them tears the
    line."""
    found: NDArray[Any] = filled & ~_grown(opened(filled, 3), 1)
    return found


def opened(marks: NDArray[Any], side: int) -> NDArray[Any]:
    """Return all squares of this side that fit into the marks."""
    import numpy as np

    if min(marks.shape) < side:
        return np.zeros_like(marks)
    inside = _sums(marks, side) == side * side
    spread: NDArray[Any] = _sums(np.pad(inside, side - 1), side) > 0
    return spread


def _grown(marks: NDArray[Any], by: int) -> NDArray[Any]:
    import numpy as np

    return np.asarray(_sums(np.pad(marks, by), 2 * by + 1) > 0)


def _sums(marks: NDArray[Any], side: int) -> NDArray[Any]:
    """Return the sums over all squares of a side."""
    import numpy as np

    total = np.pad(marks.astype(np.int32).cumsum(axis=0).cumsum(axis=1), ((1, 0), (1, 0)))
    found: NDArray[Any] = (total[side:, side:] - total[:-side, side:] - total[side:, :-side]
                           + total[:-side, :-side])
    return found


def thinned(marks: NDArray[Any]) -> NDArray[Any]:
    """Return lines one pixel wide in the middle of what is marked (Guo and Hall, Parallel thinning
    with two-subiteration algorithms, 1989). The older rules of Zhang and Suen, which are better
    known, make diagonal lines of two pixels vanish."""
    now, changed = marks.copy(), True
    while changed:
        changed = False
        for turn in (0, 4):
            drop = now & _spare(_ring(now), turn)
            now &= ~drop
            changed |= bool(drop.any())
    return now


def lengthened(middle: NDArray[Any], marks: NDArray[Any], steps: int) -> NDArray[Any]:
    """Return lines with their ends grown again, straight on within the marks: thinning removes as
    much of an end as the line is wide."""
    import numpy as np

    now = middle.copy()
    for _ in range(steps):
        ring = _ring(now)
        end = now & (sum(part.astype(np.int8) for part in ring) == 1)
        grown = np.zeros_like(now)
        for behind in range(8):  # next is what has behind it an end with its line further behind
            grown |= _ring(end & ring[behind])[behind]
        now |= grown & marks
    return now


def _spare(ring: tuple[NDArray[Any], ...], turn: int) -> NDArray[Any]:
    """Return removable pixels of a line: at its border, not at an end, and not needed to keep it
    connected. The borders above and to the right are taken in one turn, the others in the next."""
    import numpy as np

    pairs = [(ring[i], ring[i + 1], ring[(i + 2) % 8]) for i in range(0, 8, 2)]
    parts = sum((~a & (b | c)).astype(np.int8) for a, b, c in pairs)
    one = sum((ring[i - 1] | ring[i]).astype(np.int8) for i in range(0, 8, 2))
    other = sum((ring[i] | ring[i + 1]).astype(np.int8) for i in range(0, 8, 2))
    number = np.minimum(one, other)
    keep = (ring[(4 + turn) % 8] | ring[(5 + turn) % 8] | ~ring[(7 + turn) % 8]) & \
        ring[(6 + turn) % 8]
    found: NDArray[Any] = (parts == 1) & (number >= 2) & (number <= 3) & ~keep
    return found


def _ring(marks: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return for each pixel its eight neighbours, clockwise from above."""
    import numpy as np

    wide = np.pad(marks, 1)
    height, width = marks.shape
    return tuple(wide[1 + dy:1 + dy + height, 1 + dx:1 + dx + width] for dy, dx in (
        (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1)))


def neighbours(cells: NDArray[Any]) -> NDArray[Any]:
    """Return nine arrays: for each cell itself and those around it, row by row."""
    import numpy as np

    wide = np.pad(cells, 1)
    rows, columns = cells.shape
    return np.stack([wide[dy:dy + rows, dx:dx + columns] for dy in range(3) for dx in range(3)])


# Pictures that were drawn, not photographed: ink on paper, in two tones.
#
# Of a photograph it is the lightness of a cell that counts. Of a logo, an icon, a text or line art
# it is how much of a cell the ink covers; and where lines are thinner than cells, a cell has ink
# if a line runs through it, or all lines would be lost.

SAMPLE_SIDE = 1500  # pixels of the copy that is examined
PAPER_VARIATION = 0.03  # of the lightness of paper
PAPER_SHARE = 0.75  # of a picture in one tone that makes it paper
TONE_DISTANCE = 0.1  # from one of two tones,
TWO_TONE_SHARE = 0.95  # and the share of pixels within it in a picture of two tones
MIN_CONTRAST = 0.15  # a picture with less shows nothing
MAX_FRAME_WIDTH = 0.08  # of the picture; a border of one tone is a frame if it is
MIN_FRAME_SHARE = 0.85  # complete to this share
FILL_THRESHOLD = 0.501  # a cell is filled if its lightness is less; exactly half filled counts
MIN_INK = 0.02  # of a pixel that still makes a line
LINE_CONTRAST = 0.25  # by which a line in a photograph is darker than its surroundings,
GRAIN_FACTOR = 6.0  # and by this much more in a grainy photograph
THIN_LINE = 0.5  # of a cell: with thinner lines much of a drawing is lost
MAX_PIXEL_ART = 32  # pixels along a side of pictures taken pixel by pixel
MAX_ART_CELLS = 60  # of pixel art that are kept as they are


class Drawing(NamedTuple):
    """`ink` (rows, columns) is 1 where a pixel is not paper, else 0; `stroke` is how wide lines
    are, in such pixels; `dark_paper`: it is light on dark."""

    ink: NDArray[Any]
    stroke: float
    dark_paper: bool

    def cells(self, size: tuple[int, int]) -> NDArray[Any]:
        """Return how light each cell is, 0 to 1. Those below FILL_THRESHOLD are filled: where a
        cell is half covered, where a line runs through half of it, and where a spot would be lost
        otherwise."""
        import numpy as np

        covered = _share(self.ink, size)
        lines = lined(_share(self.ink, fine_size(size)) > MIN_INK, size)
        light = 1 - np.maximum(covered, lines)
        spots = dotted(covered, light < FILL_THRESHOLD)
        found: NDArray[Any] = np.where(spots, np.minimum(light, 0.5), light)
        return found

    def thinness(self, size: tuple[int, int]) -> float:
        """Return the width of a line as a part of a cell's side."""
        rows, columns = self.ink.shape
        return self.stroke / sqrt(rows / size[1] * columns / size[0])


def _share(ink: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return the share of ink in each part of the picture."""
    import numpy as np
    from PIL import Image

    return np.asarray(Image.fromarray(ink).resize(size, Image.Resampling.BOX))


def drawing_of(pixels: NDArray[Any]) -> Drawing | None:
    """Return the drawing in a picture; None: it is a photograph, or of one tone."""
    import numpy as np

    grey = _grey(pixels)
    dark = grey < otsu(grey)
    contrast = float(grey[~dark].mean() - grey[dark].mean()) if 0 < dark.mean() < 1 else 0.0
    if contrast < MIN_CONTRAST or not _in_two_tones(grey, dark):
        return None
    dark_paper = _on_dark(dark)
    ink = dark != dark_paper
    return Drawing(ink.astype(np.float32), _stroke(ink), dark_paper)


def ink_of(mask: NDArray[Any]) -> Drawing:
    """Return a shape as a drawing; `mask` is its share in each pixel, 0 to 1."""
    import numpy as np
    from PIL import Image

    image = Image.fromarray(mask.astype(np.float32))
    factor = -(-max(image.size) // SAMPLE_SIDE)
    if factor > 1:
        image = image.reduce(factor)
    ink = np.asarray(image)
    return Drawing(ink, _stroke(ink > 0.5), False)


def _on_dark(dark: NDArray[Any]) -> bool:
    """Return whether the paper is dark: the tone of most of the border, unless that is only a
    frame."""
    edge = bool(_border(dark).mean() > 0.5)
    rows, columns = (dark != edge).any(axis=1).nonzero()[0], (dark != edge).any(axis=0).nonzero()[0]
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    height, width = dark.shape
    narrow = max(top, height - bottom) <= MAX_FRAME_WIDTH * height and \
        max(left, width - right) <= MAX_FRAME_WIDTH * width
    inside = _border(dark[top:bottom, left:right]) != edge
    around = min(top, height - bottom, left, width - right) > 0
    return edge != bool(around and narrow and inside.mean() > MIN_FRAME_SHARE)


def _border(tones: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.concatenate([tones[0], tones[-1], tones[:, 0], tones[:, -1]])


def details(
    pixels: NDArray[Any], size: tuple[int, int], filled: NDArray[Any],
) -> NDArray[Any]:
    """Return the cells of a photograph with lines or spots that are darker than what is beside them
    (the outlines of a cartoon, a wire, eyes), beside the cells that are filled anyway."""
    import numpy as np

    darker = darker_lines(pixels, size)
    lines = lined(darker, size) >= 0.5
    spots = dotted(_share(darker.astype(np.float32), size), filled | lines)
    found: NDArray[Any] = (lines | spots) & ~filled
    return found


def darker_lines(pixels: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return the pixels of a picture of `fine_size` that are part of something narrower than a cell
    and darker than what is beside it."""
    import numpy as np
    from PIL import Image, ImageFilter

    there = min(pixels.shape[1] // size[0], pixels.shape[0] // size[1])
    fine = Image.fromarray(pixels).convert("L").resize(fine_size(size, there),
                                                       Image.Resampling.BOX)
    span = fine.width // size[0] // 2 * 2 + 1
    closed = fine.filter(ImageFilter.MaxFilter(span)).filter(ImageFilter.MinFilter(span))
    grey = np.asarray(fine).astype(int)
    return np.asarray(np.asarray(closed) - grey > 255 * LINE_CONTRAST
                      + GRAIN_FACTOR * _grain(grey))


def _grain(grey: NDArray[Any]) -> float:
    """Return how much neighbours differ where there is nothing but noise."""
    import numpy as np

    return float(np.median(np.abs(np.diff(grey, axis=1)))) if grey.shape[1] > 1 else 0.0


def _grey(pixels: NDArray[Any]) -> NDArray[Any]:
    """Return the picture in grey, 0 to 1, reduced to at most SAMPLE_SIDE pixels a side."""
    import numpy as np
    from PIL import Image

    image = Image.fromarray(pixels).convert("L")
    factor = -(-max(image.size) // SAMPLE_SIDE)
    return np.asarray(image.reduce(factor) if factor > 1 else image).astype(float) / 255


def _in_two_tones(grey: NDArray[Any], dark: NDArray[Any]) -> bool:
    """Return whether most pixels have one flat tone, or nearly all have one of two."""
    import numpy as np

    flat = np.abs(grey - np.median(grey)) < PAPER_VARIATION
    middle = np.where(dark, np.median(grey[dark]), np.median(grey[~dark]))
    near = np.abs(grey - middle) < TONE_DISTANCE
    return bool(flat.mean() > PAPER_SHARE or near.mean() > TWO_TONE_SHARE)


def _stroke(ink: NDArray[Any]) -> float:
    """Return the width of the lines: twice their area divided by their outline. Steps of pixels
    make an outline longer than it is, by 4 / pi for lines in all directions."""
    import numpy as np

    around = np.pad(ink, 1)
    steps = (around[1:] != around[:-1]).sum() + (around[:, 1:] != around[:, :-1]).sum()
    return float(2 * ink.sum() / (max(1, steps) * np.pi / 4))


def own_size(pixels: NDArray[Any]) -> tuple[int, int] | None:
    """Return columns and rows of a picture that is made of squares, as icons and pixel art are."""
    height, width = pixels.shape[:2]
    across, down = _step(pixels, 1), _step(pixels, 0)
    size = width // across, height // down
    if max(width, height) <= MAX_PIXEL_ART:
        return (width, height) if min(across, down) == 1 else size
    return size if across == down > 1 and max(size) <= MAX_ART_CELLS and min(size) > 1 else None


def _step(pixels: NDArray[Any], axis: int) -> int:
    """Return the largest step such that colours change at its multiples only."""
    import numpy as np

    turned = pixels if axis == 0 else pixels.swapaxes(0, 1)
    changes = (turned[1:] != turned[:-1]).any(axis=(1, 2))
    return gcd(pixels.shape[axis], *(int(at) + 1 for at in np.flatnonzero(changes)))
