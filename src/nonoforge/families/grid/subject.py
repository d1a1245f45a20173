"""Find the subject of a picture: what is not transparent, not plain background, or stands out.

The background is transparent, or it is plain: nearly all of the border has one colour, and so has
whatever is not the subject. In a photograph what differs from the colours at the border and lies
towards the middle stands out; that is enough to cut the picture, but no outline.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.quantize import fewer, oklab

if TYPE_CHECKING:
    from numpy.typing import NDArray

Box = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

OPAQUE = (0.25, 0.75)  # alpha of what is not and what is wholly a part of the subject
MIN_CLEAR, MIN_OPAQUE = 0.02, 0.005  # shares of a picture with a transparent background
PLAIN_BORDER = 0.85  # share of the border that has the colour of a plain background
PLAIN_VARIATION = 0.045  # of that colour, in Oklab
MIN_GRAIN, GRAINY_PIXELS, GRAIN_FACTOR = 0.008, 160, 2.5  # of plain backgrounds in photographs
FULL_FRAME, FRAME_WIDTH = 0.8, 0.08  # of a frame: how complete, and how wide
MAX_PLAIN_SUBJECT = 0.9  # of the picture that a subject before a plain background takes
SALIENCY_PIXELS = 64  # along the longer side, in which a photograph is searched
BORDER_COLOURS = 6
CENTRE_SPREAD = 0.45  # of half a side: how far from the middle a subject usually is
SUBJECT_MASS = 0.8  # of what stands out that a cut must hold,
MAX_CUT = 0.12  # with at most this share of the picture
MARGIN = 0.25  # around a cut, of its longer side
MIN_DENSITY = 40.0  # and what stands out this much denser within than without


class Subject(NamedTuple):
    """`mask` (height, width) is the share of the subject in each pixel, 0 to 1; `paper` is the
    colour of the background around it, as red, green and blue."""

    mask: NDArray[Any]
    kind: Literal["transparent", "plain"]
    paper: tuple[int, int, int]

    @property
    def box(self) -> Box:
        """Left, top, width and height of the subject."""
        return box_of(self.mask > 0.5)


def subject_of(pixels: NDArray[Any], alpha: NDArray[Any] | None) -> Subject | None:
    """Return the subject before a transparent or plain background, None where there is neither."""
    import numpy as np

    border = _border(pixels)
    paper = np.median(border, axis=0)
    if alpha is not None:
        low, high = OPAQUE
        mask = np.clip((alpha.astype(np.float32) / 255 - low) / (high - low), 0, 1)
        if (mask < 0.5).mean() >= MIN_CLEAR and (mask > 0.5).mean() >= MIN_OPAQUE:
            # Where it is transparent the paper shows, whatever the border is.
            under = np.median(pixels[alpha < 64], axis=0) if (alpha < 64).any() else paper
            return Subject(mask, "transparent", _whole(under))
    far = _distances(border, paper[None, :])[:, 0]
    if (far < PLAIN_VARIATION).mean() < PLAIN_BORDER:
        return None
    grain = float(np.quantile(far[far < PLAIN_VARIATION], 0.95))
    mask = _unlike(pixels, paper, grain)
    if not MIN_OPAQUE <= (mask > 0.5).mean() <= MAX_PLAIN_SUBJECT:
        return None
    return None if _framed(mask > 0.5) else Subject(mask, "plain", _whole(paper))


def _framed(marks: NDArray[Any]) -> bool:
    """Return whether what differs from the border fills a rectangle just within it: the border is a
    frame, and says nothing about the background."""
    left, top, width, height = box_of(marks)
    within = marks[top:top + height, left:left + width]
    full = min(side.mean() for side in (within[0], within[-1], within[:, 0], within[:, -1]))
    return bool(full > FULL_FRAME and width * height > (1 - 2 * FRAME_WIDTH) ** 2 * marks.size)


def _unlike(pixels: NDArray[Any], paper: NDArray[Any], grain: float) -> NDArray[Any]:
    """Return where a picture has another colour than the paper, 0 to 1. Of a picture with grain a
    smaller copy is examined, in which the grain is averaged."""
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    image, limit = Image.fromarray(pixels), PLAIN_VARIATION
    if grain > MIN_GRAIN:
        image = image.reduce(max(1, round(max(height, width) / GRAINY_PIXELS)))
        limit = max(limit, GRAIN_FACTOR * grain)
    small = np.asarray(image)
    far = _distances(small.reshape(-1, 3), paper[None, :])[:, 0].reshape(small.shape[:2])
    mask = np.clip(far / limit - 0.5, 0, 1).astype(np.float32)
    if mask.shape == (height, width):
        return mask
    return np.asarray(Image.fromarray(mask).resize((width, height), Image.Resampling.BILINEAR))


def salient_box(pixels: NDArray[Any]) -> Box | None:
    """Return the part of a photograph that holds what stands out: left, top, width and height; None
    where nothing does, or it is spread over the picture."""
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    step = max(height, width) / SALIENCY_PIXELS
    if step < 2:
        return None
    size = max(1, round(width / step)), max(1, round(height / step))
    small = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
    _, common = fewer(_border(small), BORDER_COLOURS)
    far = _distances(small.reshape(-1, 3), common).min(axis=1).reshape(small.shape[:2])
    y, x = np.mgrid[-1:1:1j * size[1], -1:1:1j * size[0]]
    stands = np.maximum(far - np.median(far) - 0.03, 0) ** 2 * np.exp(
        -(x ** 2 + y ** 2) / (2 * (2 * CENTRE_SPREAD) ** 2))
    if stands.sum() <= 0:
        return None
    box = _densest(stands)
    left, top, wide, high = box
    share = wide * high / stands.size
    mass = stands[top:top + high, left:left + wide].sum() / stands.sum()
    density = mass / share * (1 - share) / max(1e-6, 1 - mass)
    if share > MAX_CUT or mass < SUBJECT_MASS or density < MIN_DENSITY:
        return None
    margin = max(1, round(MARGIN * max(wide, high)))
    left, top = max(0, left - margin), max(0, top - margin)
    right, bottom = min(size[0], box[0] + wide + margin), min(size[1], box[1] + high + margin)
    return (round(left * width / size[0]), round(top * height / size[1]),
            round((right - left) * width / size[0]), round((bottom - top) * height / size[1]))


def _densest(stands: NDArray[Any]) -> Box:
    """Return the box between the quantiles of what stands out, in each direction."""
    import numpy as np

    rest = (1 - SUBJECT_MASS) / 5
    sides = []
    for axis in (1, 0):  # columns, rows
        share = np.cumsum(stands.sum(axis=1 - axis)) / stands.sum()
        sides.append((int(np.searchsorted(share, rest)), int(np.searchsorted(share, 1 - rest)) + 1))
    (left, right), (top, bottom) = sides
    return left, top, min(right, stands.shape[1]) - left, min(bottom, stands.shape[0]) - top


def box_of(marks: NDArray[Any]) -> Box:
    """Return left, top, width and height of what is marked; all of it where nothing is."""
    import numpy as np

    rows, columns = np.flatnonzero(marks.any(axis=1)), np.flatnonzero(marks.any(axis=0))
    if not len(rows):
        return 0, 0, marks.shape[1], marks.shape[0]
    return (int(columns[0]), int(rows[0]), int(columns[-1] - columns[0]) + 1,
            int(rows[-1] - rows[0]) + 1)


def _border(pixels: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])


def _whole(colour: NDArray[Any]) -> tuple[int, int, int]:
    red, green, blue = (round(float(part)) for part in colour)
    return red, green, blue


def _distances(colours: NDArray[Any], others: NDArray[Any]) -> NDArray[Any]:
    """Return the distance of each colour from each other one, in Oklab."""
    import numpy as np

    packed = colours.astype(np.uint32) @ np.array([1 << 16, 1 << 8, 1], np.uint32)
    values, back = np.unique(packed, return_inverse=True)
    found = np.stack([values >> 16, values >> 8 & 255, values & 255], axis=1)
    far = np.linalg.norm(oklab(found)[:, None, :] - oklab(others)[None, :, :], axis=2)
    return np.asarray(far[back.reshape(-1)])
