"""Pictures that were drawn, not photographed: ink on paper, in two tones.

Of a photograph it is the lightness of a cell that counts. Of a logo, an icon, a text or line art
it is how much of a cell the ink covers; and where lines are thinner than cells, a cell has ink
if a line runs through it, or all lines would be lost.
"""

from __future__ import annotations

from math import gcd, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.hairlines import dotted, fine_size, lined
from nonoforge.families.grid.inking import otsu

if TYPE_CHECKING:
    from numpy.typing import NDArray

LONG = 1500  # pixels along a side that are looked at
FLAT = 0.03  # how much the lightness of paper may vary
PAPER = 0.75  # so much of a picture in one tone is paper
NEAR, BOTH = 0.1, 0.95  # how near to one of two tones how much of a picture in two tones is
FAINT = 0.15  # a picture with less contrast shows nothing
FRAME, WHOLE = 0.08, 0.85  # a border of one tone is a frame: so narrow, and so whole within
ENOUGH = 0.501  # a cell is filled if it is less light; just half is enough
TRACE = 0.02  # of a pixel: so little ink still makes a line
CONTRAST = 0.25  # by so much a line in a photograph is darker than what is beside it
GRAIN = 6.0  # ... and by so much more in a photograph with grain
THIN = 0.5  # of a cell: where lines are thinner, much of the drawing is lost
SMALL = 32  # pixels: a picture that is no larger is made of its pixels
MOST_ART = 60  # cells of pixel art that are taken as they are


class Drawing(NamedTuple):
    """`ink` (rows, columns) is 1 where a pixel is not paper, else 0; `stroke` is how wide lines
    are, in such pixels; `dark_paper`: it is light on dark."""

    ink: NDArray[Any]
    stroke: float
    dark_paper: bool

    def cells(self, size: tuple[int, int]) -> NDArray[Any]:
        """How light each cell is, 0 to 1. Those below ENOUGH are filled: where a cell is half
        covered, where a line runs through half of it, and where a spot would be lost otherwise."""
        import numpy as np

        covered = _share(self.ink, size)
        lines = lined(_share(self.ink, fine_size(size)) > TRACE, size)
        light = 1 - np.maximum(covered, lines)
        spots = dotted(covered, light < ENOUGH)
        found: NDArray[Any] = np.where(spots, np.minimum(light, 0.5), light)
        return found

    def thinness(self, size: tuple[int, int]) -> float:
        """The width of a line as a part of a cell's side."""
        rows, columns = self.ink.shape
        return self.stroke / sqrt(rows / size[1] * columns / size[0])


def _share(ink: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """The share of ink in each part of the picture."""
    import numpy as np
    from PIL import Image

    return np.asarray(Image.fromarray(ink).resize(size, Image.Resampling.BOX))


def drawing_of(pixels: NDArray[Any]) -> Drawing | None:
    """The drawing in a picture; None: it is a photograph, or of one tone."""
    import numpy as np

    grey = _grey(pixels)
    dark = grey < otsu(grey)
    contrast = float(grey[~dark].mean() - grey[dark].mean()) if 0 < dark.mean() < 1 else 0.0
    if contrast < FAINT or not _in_two_tones(grey, dark):
        return None
    dark_paper = _on_dark(dark)
    ink = dark != dark_paper
    return Drawing(ink.astype(np.float32), _stroke(ink), dark_paper)


def _on_dark(dark: NDArray[Any]) -> bool:
    """Is the paper dark? It is what most of the border is, unless that is but a frame."""
    edge = bool(_border(dark).mean() > 0.5)
    rows, columns = (dark != edge).any(axis=1).nonzero()[0], (dark != edge).any(axis=0).nonzero()[0]
    top, bottom, left, right = rows[0], rows[-1] + 1, columns[0], columns[-1] + 1
    height, width = dark.shape
    narrow = max(top, height - bottom) <= FRAME * height and \
        max(left, width - right) <= FRAME * width
    inside = _border(dark[top:bottom, left:right]) != edge
    around = min(top, height - bottom, left, width - right) > 0
    return edge != bool(around and narrow and inside.mean() > WHOLE)


def _border(tones: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.concatenate([tones[0], tones[-1], tones[:, 0], tones[:, -1]])


def details(
    pixels: NDArray[Any], size: tuple[int, int], filled: NDArray[Any],
) -> NDArray[Any]:
    """The cells of a photograph with lines or spots that are darker than what is beside them (the
    outlines of a cartoon, a wire, eyes), beside the cells that are filled anyway."""
    import numpy as np
    from PIL import Image, ImageFilter

    there = min(pixels.shape[1] // size[0], pixels.shape[0] // size[1])
    fine = Image.fromarray(pixels).convert("L").resize(fine_size(size, there),
                                                       Image.Resampling.BOX)
    span = fine.width // size[0] // 2 * 2 + 1
    closed = fine.filter(ImageFilter.MaxFilter(span)).filter(ImageFilter.MinFilter(span))
    grey = np.asarray(fine).astype(int)
    darker = np.asarray(closed) - grey > 255 * CONTRAST + GRAIN * _grain(grey)
    lines = lined(darker, size) >= 0.5
    spots = dotted(_share(darker.astype(np.float32), size), filled | lines)
    found: NDArray[Any] = (lines | spots) & ~filled
    return found


def _grain(grey: NDArray[Any]) -> float:
    """How much neighbours differ where there is nothing but noise."""
    import numpy as np

    return float(np.median(np.abs(np.diff(grey, axis=1)))) if grey.shape[1] > 1 else 0.0


def _grey(pixels: NDArray[Any]) -> NDArray[Any]:
    """Small enough to be looked at quickly."""
    import numpy as np
    from PIL import Image

    image = Image.fromarray(pixels).convert("L")
    factor = -(-max(image.size) // LONG)
    return np.asarray(image.reduce(factor) if factor > 1 else image).astype(float) / 255


def _in_two_tones(grey: NDArray[Any], dark: NDArray[Any]) -> bool:
    """Is most of it one flat tone, or nearly all of it one of two?"""
    import numpy as np

    flat = np.abs(grey - np.median(grey)) < FLAT
    middle = np.where(dark, np.median(grey[dark]), np.median(grey[~dark]))
    near = np.abs(grey - middle) < NEAR
    return bool(flat.mean() > PAPER or near.mean() > BOTH)


def _stroke(ink: NDArray[Any]) -> float:
    """The width of a line is twice its area by its outline. Steps of pixels make an outline longer
    than it is, by 4 / pi for lines in all directions."""
    import numpy as np

    around = np.pad(ink, 1)
    steps = (around[1:] != around[:-1]).sum() + (around[:, 1:] != around[:, :-1]).sum()
    return float(2 * ink.sum() / (steps * np.pi / 4))


def own_size(pixels: NDArray[Any]) -> tuple[int, int] | None:
    """Columns and rows of a picture that is made of squares, as icons and pixel art are."""
    height, width = pixels.shape[:2]
    across, down = _step(pixels, 1), _step(pixels, 0)
    size = width // across, height // down
    if max(width, height) <= SMALL:
        return (width, height) if min(across, down) == 1 else size
    return size if across == down > 1 and max(size) <= MOST_ART and min(size) > 1 else None


def _step(pixels: NDArray[Any], axis: int) -> int:
    """The largest step such that colours change at its multiples only."""
    import numpy as np

    turned = pixels if axis == 0 else pixels.swapaxes(0, 1)
    changes = (turned[1:] != turned[:-1]).any(axis=(1, 2))
    return gcd(pixels.shape[axis], *(int(at) + 1 for at in np.flatnonzero(changes)))
