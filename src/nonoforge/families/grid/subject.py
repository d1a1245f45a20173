"""Find the subject of a picture before a background that is transparent or plain: nearly all of the
border has one colour, and so has whatever is not the subject. `salience.py` finds subjects of
photographs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.quantize import oklab

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


class Subject(NamedTuple):
    """`mask` (height, width) is the share of the subject in each pixel, 0 to 1; `paper` is the
    colour of the background around it, as red, green and blue, and `grain` how far pixels of a
    plain background are from it, in Oklab."""

    mask: NDArray[Any]
    kind: Literal["transparent", "plain", "salient"]
    paper: tuple[int, int, int]
    grain: float = 0.0

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
    return None if _framed(mask > 0.5) else Subject(mask, "plain", _whole(paper), grain)


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


def box_of(marks: NDArray[Any]) -> Box:
    """Return left, top, width and height of what is marked; all of it where nothing is."""
    import numpy as np

    rows, columns = np.flatnonzero(marks.any(axis=1)), np.flatnonzero(marks.any(axis=0))
    if not len(rows):
        return 0, 0, marks.shape[1], marks.shape[0]
    return (int(columns[0]), int(rows[0]), int(columns[-1] - columns[0]) + 1,
            int(rows[-1] - rows[0]) + 1)


def around(box: Box, share: float, shape: tuple[int, ...]) -> Box:
    """Return a part of a picture of this shape with a margin, a share of its longer side."""
    margin = max(1, round(share * max(box[2:])))
    left, top = max(0, box[0] - margin), max(0, box[1] - margin)
    return (left, top, min(shape[1], box[0] + box[2] + margin) - left,
            min(shape[0], box[1] + box[3] + margin) - top)


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
