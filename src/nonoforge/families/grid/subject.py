"""Find the subject of a picture: what is not transparent, not plain background, or stands out.

The background is transparent, or it is plain: nearly all of the border has one colour, and so has
whatever is not the subject (`subject_of`). In a photograph what cannot be reached from the border
without a step of lightness or colour, and differs from the colours at the border, stands out
(`salience_of`). The part of the picture that holds it is used; where it is one piece with a clear
contour, it can also be shown without its background.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from nonoforge.families.grid.downsampling import otsu
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
# What stands out in a photograph.
BARRIER_PIXELS = 72  # along the longer side
BARRIER_ROUNDS = 3
BARRIER_CHROMA = 1.5  # weight of colour beside lightness
BORDER_WIDTH = 0.08  # of the longer side: what the colours of each side are taken from
SALIENT_SPREAD = 0.8  # of half a side: how far from the middle a subject usually is
MIN_SEPARATION = 0.62  # share of the variance of saliency that two classes explain
MAX_DROPPED = 0.25  # of what stands out that is not in the largest piece
SUBJECT_COLOURS = 16  # to which a picture is reduced to compare subject and background
MAX_OVERLAP = 0.38  # of their colours that they share
MIN_CONTOUR_STEP = 0.1  # in Oklab, across the contour
SEED_WEIGHT = 0.5  # of standing out, beside colour
SALIENT_SHARE = (0.04, 0.65)  # of the picture that a subject takes
REST = 0.03  # of what stands out that may be beyond each side of a cut
MARGIN = 0.1  # around a cut, of its longer side


class Subject(NamedTuple):
    """`mask` (height, width) is the share of the subject in each pixel, 0 to 1; `paper` is the
    colour of the background around it, as red, green and blue."""

    mask: NDArray[Any]
    kind: Literal["transparent", "plain", "salient"]
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


class Salience(NamedTuple):
    """What stands out in a photograph: how much each pixel does, 0 to 1; `box`, the part of the
    picture that holds it; and the subject, where that is clear, before the mean colour of its
    background."""

    weight: NDArray[Any]
    box: Box
    subject: Subject | None

    def cropped(self) -> Salience:
        """Return the salience of the part of the picture within `box`."""
        left, top, width, height = self.box
        rows, columns = slice(top, top + height), slice(left, left + width)
        subject = self.subject and self.subject._replace(mask=self.subject.mask[rows, columns])
        return Salience(self.weight[rows, columns], (0, 0, width, height), subject)


def salience_of(pixels: NDArray[Any]) -> Salience | None:
    """Return what stands out in a photograph; None: it is too small to say.

    Salience is the minimum barrier distance from the border (Zhang, Sclaroff, Lin, Shen, Price and
    Mech, Minimum barrier salient object detection at 80 fps, 2015), with the distance from the
    colours of the four sides and a preference for the middle.
    """
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    step = max(height, width) / BARRIER_PIXELS
    if step < 2 or min(height, width) / step < 8:
        return None
    size = max(1, round(width / step)), max(1, round(height / step))
    small = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
    lab = oklab(small.reshape(-1, 3)).reshape(small.shape)
    barrier = _barrier(lab[:, :, 0]) + BARRIER_CHROMA * (_barrier(lab[:, :, 1])
                                                         + _barrier(lab[:, :, 2]))
    y, x = np.mgrid[-1:1:1j * size[1], -1:1:1j * size[0]]
    weight = _scaled((_scaled(barrier) + _scaled(_unlike_sides(lab))) * np.exp(
        -(x ** 2 + y ** 2) / (2 * SALIENT_SPREAD ** 2)))
    marks = _clear_piece(small, lab, weight)
    subject = None if marks is None else _before_background(pixels, marks)
    large = np.asarray(Image.fromarray(weight.astype(np.float32)).resize(
        (width, height), Image.Resampling.BILINEAR))
    return Salience(large, _box_in_pixels(weight, marks, pixels.shape), subject)


def _clear_piece(
    small: NDArray[Any], lab: NDArray[Any], weight: NDArray[Any],
) -> NDArray[Any] | None:
    """Return the one piece that stands out clearly; None: there is none."""
    inside = weight > otsu(weight)
    share = inside.mean()
    if not SALIENT_SHARE[0] <= share <= SALIENT_SHARE[1]:
        return None
    between = share * (1 - share) * (weight[inside].mean() - weight[~inside].mean()) ** 2
    if between < MIN_SEPARATION * weight.var():
        return None
    pieces = _pieces(inside)
    if pieces[0].sum() < (1 - MAX_DROPPED) * inside.sum():
        return None
    found = _by_colour(small, pieces[0])
    if found is None or not SALIENT_SHARE[0] <= found.mean() <= SALIENT_SHARE[1] or \
            _contour_step(lab, found) < MIN_CONTOUR_STEP:
        return None
    return found


def _before_background(pixels: NDArray[Any], marks: NDArray[Any]) -> Subject:
    """Return the subject of a photograph from its marks in a small copy."""
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    large = np.asarray(Image.fromarray(_mean(marks.astype(np.float32))).resize(
        (width, height), Image.Resampling.BICUBIC))
    mask = np.clip((large - 0.5) * 4 + 0.5, 0, 1)
    return Subject(mask, "salient", _whole(pixels[mask < 0.1].mean(axis=0)))


def _box_in_pixels(
    weight: NDArray[Any], marks: NDArray[Any] | None, shape: tuple[int, ...],
) -> Box:
    """Return the part of a picture of this shape that holds nearly all that stands out, and all of
    the subject, with a margin."""
    import numpy as np

    sides = []
    for axis in (1, 0):  # columns, rows
        share = np.cumsum((weight ** 2).sum(axis=1 - axis))
        share = share / max(1e-9, share[-1])
        sides.append([int(np.searchsorted(share, REST)), int(np.searchsorted(share, 1 - REST)) + 1])
    if marks is not None:
        for side, low, length in zip(sides, box_of(marks)[:2], box_of(marks)[2:], strict=True):
            side[:] = min(side[0], low), max(side[1], low + length)
    margin = MARGIN * max(high - low for low, high in sides)
    found = []
    for (low, high), cells, length in zip(sides, weight.shape[::-1], shape[1::-1], strict=True):
        start = max(0, round((low - margin) * length / cells))
        found.append((start, min(length, round((high + margin) * length / cells)) - start))
    (left, wide), (top, high) = found
    return left, top, wide, high


def _by_colour(small: NDArray[Any], seed: NDArray[Any]) -> NDArray[Any] | None:
    """Return the subject with what has its colours and touches it, without what has the colours of
    the background: parts that reach the border, or are far from the middle, do not stand out. None:
    both have the same colours."""
    import numpy as np

    member, common = fewer(small.reshape(-1, 3), SUBJECT_COLOURS)
    member = member.reshape(small.shape[:2])
    found = seed
    for _ in range(2):
        own, other = _shares(member, found, len(common))
        likely = _mean((own / np.maximum(own + other, 1e-9))[member]
                       + SEED_WEIGHT * (found - 0.5)) > 0.5
        found = np.logical_or.reduce(
            [piece for piece in _pieces(likely) if (piece & seed).any()] or [seed])
    for hole in _pieces(~found):  # coffee in a cup may have the colour of the table
        if not _border(hole).any():
            found |= hole
    return found if np.minimum(*_shares(member, found, len(common))).sum() < MAX_OVERLAP else None


def _contour_step(lab: NDArray[Any], marks: NDArray[Any]) -> float:
    """Return the median difference between both sides of a contour; of light that falls off, or of
    what is out of focus, it is small."""
    import numpy as np

    steps = []
    for axis in (0, 1):
        across, there = np.moveaxis(lab, axis, 0), np.moveaxis(marks, axis, 0)
        far = np.linalg.norm(across[2:] - across[:-2], axis=2)
        steps.append(far[there[2:] != there[:-2]])
    return float(np.median(np.concatenate(steps)))


def _shares(
    member: NDArray[Any], marks: NDArray[Any], count: int,
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the share of each colour in what is marked, and in the rest."""
    import numpy as np

    own, other = (np.bincount(member[part], minlength=count) / max(1, int(part.sum()))
                  for part in (marks, ~marks))
    return own, other


def _mean(values: NDArray[Any]) -> NDArray[Any]:
    """Return the mean of each pixel and its eight neighbours."""
    import numpy as np

    wide = np.pad(values, 1, mode="edge")
    height, width = values.shape
    return np.asarray(sum(wide[y:y + height, x:x + width] for y in range(3) for x in range(3)) / 9)


def _barrier(values: NDArray[Any]) -> NDArray[Any]:
    """Return the least difference between the highest and the lowest value on a way from the border
    to each pixel, nearly: by passes over the pixels in turn."""
    import numpy as np

    height, width = values.shape
    value = values.ravel().tolist()
    far = [0.0 if y in (0, height - 1) or x in (0, width - 1) else float("inf")
           for y in range(height) for x in range(width)]
    high, low = value[:], value[:]
    inner = [y * width + x for y in range(1, height - 1) for x in range(1, width - 1)]
    for turn in range(BARRIER_ROUNDS):
        sign = -1 if turn % 2 == 0 else 1
        for at in inner if sign < 0 else reversed(inner):
            here = value[at]
            for before in (at + sign * width, at + sign):
                most, least = max(high[before], here), min(low[before], here)
                if most - least < far[at]:
                    far[at], high[at], low[at] = most - least, most, least
    return np.array(far).reshape(height, width)


def _unlike_sides(lab: NDArray[Any]) -> NDArray[Any]:
    """Return how unusual a pixel is among the colours of three of the four sides: the subject may
    touch one of them."""
    import numpy as np

    wide = max(2, round(BORDER_WIDTH * max(lab.shape[:2])))
    found = []
    for side in (lab[:wide], lab[-wide:], lab[:, :wide], lab[:, -wide:]):
        colours = side.reshape(-1, 3)
        inverse = np.linalg.inv(np.cov(colours.T) + 1e-4 * np.eye(3))
        off = lab - colours.mean(axis=0)
        found.append(_scaled(np.sqrt(np.einsum("hwi,ij,hwj->hw", off, inverse, off))))
    return np.asarray(sum(found) - np.maximum.reduce(found))


def _scaled(values: NDArray[Any]) -> NDArray[Any]:
    return values / max(1e-9, float(values.max()))


def _pieces(marks: NDArray[Any]) -> list[NDArray[Any]]:
    """Return the connected pieces of what is marked, the largest first."""
    import numpy as np

    left, found = marks.copy(), []
    while left.any():
        piece = np.zeros_like(left)
        piece.flat[int(left.argmax())] = True
        while True:
            grown = _near(piece) & left
            if (grown == piece).all():
                break
            piece = grown
        found.append(piece)
        left &= ~piece
    return sorted(found, key=lambda piece: -int(piece.sum()))


def _near(marks: NDArray[Any]) -> NDArray[Any]:
    """Return what is marked with its neighbours above, below and to the sides."""
    found = marks.copy()
    found[1:] |= marks[:-1]
    found[:-1] |= marks[1:]
    found[:, 1:] |= marks[:, :-1]
    found[:, :-1] |= marks[:, 1:]
    return found


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
