"""Find the subject of a photograph: what stands out, and its contour.

Superpixels that are tied to little of the border by ways without a step of colour are foreground,
and what differs from probable background nearby stands out (Zhu, Liang, Wei and Sun, Saliency
optimization from robust background detection, 2014); being in focus counts like a colour. From
there the contour is found as by Rother, Kolmogorov and Blake (GrabCut, 2004): colours of subject
and background are learned and pixels labelled in turn, by mean-field steps in a random field
between all pairs of pixels (Krähenbühl and Koltun, Efficient inference in fully connected CRFs with
Gaussian edge potentials, 2011); first in the whole picture, then closer, in the part that holds the
subject.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.downsampling import (
    cropped,
    lightness,
    otsu,
    shrunk,
    size_for,
    surroundings,
)
from nonoforge.families.grid.subject import Box, Subject, around, box_of
from nonoforge.quantize import fewer, oklab

if TYPE_CHECKING:
    from numpy.typing import NDArray

PIXELS = 64  # along the longer side of the copy that is examined
MIN_PIXELS = 8  # along its shorter side
CHROMA = 2.0  # weight of colour beside lightness
ALIKE = 0.1  # distance of colours without a step between them
FOCUS, FULL_FOCUS, FOCUS_PIXELS = 0.1, 0.15, 4  # weight of sharpness, the most of it, its pixels
SUPERPIXEL, SUPERPIXEL_ROUNDS = 4, 5  # pixels along a side, about; rounds of k means
BORDER_STEP = 0.3  # least probability of a superpixel at the border to be background
SPREAD = 0.25  # of the longer side: how near background is with which a superpixel is compared
CENTRE = 0.8  # of half a side: how far from the middle a subject usually is
FULL_QUANTILE, FULL_SHARE = 0.93, 0.3  # of the picture, by area, and of the most: what stands out
#   more than both stands out fully
LEAST_CONTRAST = 0.6  # of the threshold that parts contrasts best: less is none
SMOOTH_ALIKE, SMOOTH_LEAST, GROUND_WEIGHT = 0.07, 0.1, 5.0  # of the optimization
COLOURS = 24  # to which a picture is reduced to learn the colours of the subject
PAIR_REACH, PAIR_ALIKE, PAIR_WEIGHT = 0.1, 0.1, 4.0  # of the field, in longer sides and colour
FIELD_ROUNDS, MODEL_ROUNDS = 5, 3
PLACE, TONE = 2.0, 2.5  # the most that a place and a colour say, as the logarithm of odds
GENEROUS = 0.8  # of the threshold that parts what stands out best
CLOSER = 0.25  # margin around the subject in which it is looked at closely, of its longer side
MIN_PIECE, MAX_HOLE = 0.15, 0.05  # of the largest piece of a subject; of all of it
OTHER_PIECE, IN_HOLE, SHARP_CONTOUR = 0.3, 0.7, 3.0  # probabilities; how sharp the contour is
# What is a subject that can stand alone.
SUBJECT_SHARE, MAX_BORDER = (0.015, 0.68), 0.35  # of the picture, and of its border
MAX_OVERLAP = 0.52  # of the colours of subject and background
CONTOUR_QUANTILE, MIN_CONTOUR_STEP = 0.3, 0.045  # of the steps across the contour
CLUTTER_QUANTILE, MIN_CLARITY = 0.75, 1.25  # of the steps in the background; how many times as
#   large those across the contour are,
MAX_BUSY, BUSY_CELLS = 0.245, 30  # unless more neighbours than this share of the picture's cells
#   differ in black and white
FLAT_SHARE = 0.85  # of pixels of the colour of the next, in pictures of flat colours
WHITE_PAPER, ON_PAPER, MIN_DRAWN = 0.95, 0.05, 0.6  # lightness; distance; share of what is drawn
CLOSE_MARGIN = 0.03  # around it
MIN_PAPER_STEP = (0.2, 0.3)  # between a subject and the mean colour of its background; white
REST, MARGIN = 0.02, 0.1  # of what stands out, beyond each side of a cut; around the cut


class Salience(NamedTuple):
    """What stands out in a photograph: how much each pixel does, 0 to 1; `box`, the part of the
    picture that holds it; and the subject, where that is clear, before the mean colour of its
    background."""

    weight: NDArray[Any]
    box: Box
    subject: Subject | None

    def cropped(self) -> Salience:
        """Return the salience of the part of the picture within `box`."""
        subject = self.subject and self.subject._replace(mask=cropped(self.subject.mask, self.box))
        return Salience(cropped(self.weight, self.box), (0, 0, *self.box[2:]), subject)


class _Copy(NamedTuple):
    """A small copy of a picture: its pixels, and their colours in Oklab, chroma stretched."""

    pixels: NDArray[Any]
    lab: NDArray[Any]


def salience_of(pixels: NDArray[Any]) -> Salience | None:
    """Return what stands out in a photograph; None: it is too small to say."""
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    if max(height, width) < 2 * PIXELS or min(height, width) * PIXELS < MIN_PIXELS * max(
            height, width):
        return None
    copy = _small(pixels)
    weight = _standing_out(np.concatenate(
        [copy.lab, FOCUS * _focus(pixels, copy.lab.shape)], axis=2))
    marks = _labelled(copy, weight)
    large = np.asarray(Image.fromarray(weight.astype(np.float32)).resize(
        (width, height), Image.Resampling.BILINEAR))
    mask = _closely(pixels, weight, marks)
    if not _is_clear(copy, mask):
        return Salience(large, _box_in_pixels(weight, pixels.shape), None)
    box = around(box_of(mask > 0.5), CLOSE_MARGIN, pixels.shape)
    paper = _paper(cropped(pixels, box), cropped(mask, box))
    return Salience(large, box, Subject(mask, "salient", paper))


def alone(pixels: NDArray[Any], subject: Subject) -> NDArray[Any]:
    """Return the picture with paper in place of all that is not its subject."""
    import numpy as np

    mask = subject.mask[:, :, None]
    return np.asarray((pixels * mask + np.array(subject.paper) * (1 - mask)).round().astype(
        np.uint8))


def is_flat(pixels: NDArray[Any]) -> bool:
    """Return whether a picture was drawn in flat colours: a photograph has grain."""
    same = (pixels[:, 1:] == pixels[:, :-1]).all(axis=2)
    return bool(same.size and same.mean() > FLAT_SHARE)


def has_contour(pixels: NDArray[Any], subject: Subject) -> bool:
    """Return whether a subject ends at steps of colour, not where light falls off."""
    copy = _small(pixels)
    return _contour_step(copy, _reduced(subject.mask, copy)) >= MIN_CONTOUR_STEP


def _small(pixels: NDArray[Any]) -> _Copy:
    import numpy as np
    from PIL import Image

    height, width = pixels.shape[:2]
    step = max(height, width) / PIXELS
    size = max(1, round(width / step)), max(1, round(height / step))
    small = np.asarray(Image.fromarray(pixels).resize(size, Image.Resampling.BOX))
    return _Copy(small, oklab(small.reshape(-1, 3)).reshape(small.shape) * (1, CHROMA, CHROMA))


def _focus(pixels: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    """Return how sharp the picture is around each pixel of its small copy, (rows, columns, 1)."""
    import numpy as np
    from PIL import Image

    height, width = shape[:2]
    light = np.asarray(Image.fromarray(pixels).convert("L").resize(
        (width * FOCUS_PIXELS, height * FOCUS_PIXELS), Image.Resampling.BOX)) / 255
    wide = np.pad(light, 1, mode="edge")
    steps = np.abs(4 * light - wide[:-2, 1:-1] - wide[2:, 1:-1] - wide[1:-1, :-2] - wide[1:-1, 2:])
    found = steps.reshape(height, FOCUS_PIXELS, width, FOCUS_PIXELS).mean(axis=(1, 3))
    return np.asarray(np.minimum(1, _mean(found) / FULL_FOCUS)[:, :, None])


def _standing_out(features: NDArray[Any]) -> NDArray[Any]:
    """Return how much each pixel stands out, 0 to 1. Features are compared by distance."""
    import numpy as np

    member, tone, place = _superpixels(features)
    size, count = np.bincount(member.ravel()), len(tone)
    beside = np.zeros((count, count), bool)
    beside[member[:, 1:], member[:, :-1]] = beside[member[1:], member[:-1]] = True
    beside |= beside.T
    np.fill_diagonal(beside, False)
    border = np.zeros(count, bool)
    border[_border(member)] = True
    far = np.linalg.norm(tone[:, None] - tone, axis=2)
    ground = _ground(far, beside, border)
    apart = np.linalg.norm(place[:, None] - place, axis=2)
    contrast = (far * np.exp(-(apart / SPREAD) ** 2 / 2) * ground).sum(axis=1)
    middle = np.array(member.shape[::-1]) / max(member.shape) / 2
    contrast *= np.exp(-(((place - middle) / middle / CENTRE) ** 2).sum(axis=1) / 2)
    contrast = _full(contrast, size)
    contrast[contrast < LEAST_CONTRAST * otsu(contrast)] = 0
    # Weighted least squares: background is 0, foreground 1, neighbours of one colour are alike.
    pull = (np.exp(-(far / SMOOTH_ALIKE) ** 2 / 2) + SMOOTH_LEAST) * beside
    system = np.diag(pull.sum(axis=1) + GROUND_WEIGHT * ground + contrast + 1e-6) - pull
    found = np.linalg.solve(system, contrast)
    return np.asarray(_full(found, size)[member])


def _ground(
    far: NDArray[Any], beside: NDArray[Any], border: NDArray[Any],
) -> NDArray[Any]:
    """Return the probability of each superpixel to be background: the length of the border that
    belongs to its area of one colour, beside the root of that area."""
    import numpy as np

    near = np.where(beside, far, np.inf).min(axis=1)
    least = float(near[np.isfinite(near)].mean()) if np.isfinite(near).any() else 0.0
    way = np.where(beside | (border[:, None] & border), np.maximum(far - least, 0), np.inf)
    np.fill_diagonal(way, 0)
    for middle in range(len(way)):
        np.minimum(way, way[:, middle, None] + way[middle], out=way)
    reach = np.exp(-(way / min(ALIKE, max(0.02, 3 * least))) ** 2 / 2)
    tied = reach[:, border].sum(axis=1) / np.sqrt(reach.sum(axis=1))
    found = 1 - np.exp(-tied ** 2 / 2)
    return np.asarray(np.where(border, np.maximum(found, BORDER_STEP), found))


def _superpixels(
    features: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the superpixel of each pixel, and the features and places of superpixels (Achanta,
    Shaji, Smith, Lucchi, Fua and Süsstrunk, SLIC superpixels, 2012)."""
    import numpy as np

    height, width = features.shape[:2]
    y, x = np.mgrid[:height, :width] / SUPERPIXEL
    points = np.concatenate([features / ALIKE, x[:, :, None], y[:, :, None]], axis=2)
    rows, columns = (np.arange(min(SUPERPIXEL, side) // 2, side, SUPERPIXEL)
                     for side in (height, width))
    centres = points[rows[:, None], columns].reshape(-1, points.shape[2])
    points = points.reshape(-1, points.shape[2])
    for _ in range(SUPERPIXEL_ROUNDS):
        nearest = np.argmin((centres ** 2).sum(axis=1) - 2 * points @ centres.T, axis=1)
        member = np.unique(nearest, return_inverse=True)[1].reshape(-1)
        count = np.bincount(member)
        centres = np.stack([np.bincount(member, weights=axis) / count for axis in points.T], axis=1)
    return (member.reshape(height, width), centres[:, :-2] * ALIKE,
            (centres[:, -2:] * SUPERPIXEL + 0.5) / max(height, width))


def _labelled(
    copy: _Copy, weight: NDArray[Any], first: NDArray[Any] | None = None,
) -> NDArray[Any]:
    """Return the probability of each pixel to be a part of the subject, of which `weight` is a
    guess. `first`: where it was found in a copy of less detail."""
    import numpy as np

    member = fewer(copy.pixels.reshape(-1, 3), COLOURS)[0]
    pairs = _pairs(copy.lab)
    threshold = min(0.99, GENEROUS * otsu(weight))
    guess = weight.ravel() - threshold
    place = PLACE * guess / np.where(guess > 0, 1 - threshold, threshold)
    inside = np.asarray(place > 0 if first is None else first.ravel(), np.float32)
    for _ in range(MODEL_ROUNDS):
        own, other = (np.bincount(member, weights=part) + 0.5 for part in (inside, 1 - inside))
        tone = np.log(own / own.sum()) - np.log(other / other.sum())
        alone = (place + np.clip(tone, -TONE, TONE)[member]).astype(np.float32)
        for _ in range(FIELD_ROUNDS):
            inside = 1 / (1 + np.exp(-alone - PAIR_WEIGHT * (pairs @ (2 * inside - 1))))
    return np.asarray(inside.reshape(weight.shape))


def _pairs(lab: NDArray[Any]) -> NDArray[Any]:
    """Return how much each two pixels should have one label."""
    import numpy as np

    y, x = np.mgrid[:lab.shape[0], :lab.shape[1]] / max(lab.shape[:2]) / PAIR_REACH
    points = np.concatenate([lab / PAIR_ALIKE, x[:, :, None], y[:, :, None]], axis=2).reshape(
        -1, 5).astype(np.float32)
    square = (points ** 2).sum(axis=1)
    found = np.exp(points @ points.T - 0.5 * square[:, None] - 0.5 * square)
    np.fill_diagonal(found, 0)
    total = np.sqrt(found.sum(axis=1)) + 1e-3
    return np.asarray(found / total[:, None] / total)


def _closely(
    pixels: NDArray[Any], weight: NDArray[Any], marks: NDArray[Any],
) -> NDArray[Any]:
    """Return the share of the subject in each pixel, from its marks in a small copy: the part that
    holds it is copied again, in more detail."""
    import numpy as np
    from PIL import Image

    (height, width), (rows, columns) = pixels.shape[:2], marks.shape
    kept = _pieces_kept(marks)
    box = around(box_of(kept), CLOSER, marks.shape)
    left, right = (round(at * width / columns) for at in (box[0], box[0] + box[2]))
    top, bottom = (round(at * height / rows) for at in (box[1], box[1] + box[3]))
    near = _small(pixels[top:bottom, left:right])

    def enlarged(values: NDArray[Any], size: tuple[int, ...]) -> NDArray[Any]:
        return np.asarray(Image.fromarray(values.astype(np.float32)).resize(
            (size[1], size[0]), Image.Resampling.BICUBIC)).clip(0, 1)

    shape = near.lab.shape[:2]
    guess = (weight + np.where(kept, marks, np.minimum(marks, OTHER_PIECE))) / 2
    found = _labelled(near, enlarged(cropped(guess, box), shape),
                      enlarged(cropped(np.where(kept, marks, 0), box), shape))
    found = np.where(_pieces_kept(found), np.maximum(found, IN_HOLE),
                     np.minimum(found, OTHER_PIECE))
    mask = np.zeros((height, width), np.float32)
    mask[top:bottom, left:right] = (
        (enlarged(found, (bottom - top, right - left)) - 0.5) * SHARP_CONTOUR + 0.5).clip(0, 1)
    return mask


def _pieces_kept(marks: NDArray[Any]) -> NDArray[Any]:
    """Return the pieces of what is probable that are large enough, with small holes filled: eyes
    may have a colour of the background."""
    import numpy as np

    found = np.zeros(marks.shape, bool)
    pieces = _pieces(marks > 0.5)
    for piece in pieces:
        if piece.sum() >= MIN_PIECE * pieces[0].sum():
            found |= piece
    for hole in _pieces(~found):
        if hole.sum() < MAX_HOLE * found.sum() and not _border(hole).any():
            found |= hole
    return found


def _is_clear(copy: _Copy, mask: NDArray[Any]) -> bool:
    """Return whether a subject can stand alone: it has other colours than what is around it, and
    steps of colour at its contour, which light that falls off has not, and larger ones than the
    background is full of. Of a picture in which too much is to be seen, a doubtful contour shows
    more than all of it."""
    import numpy as np

    marks, (low, high) = _reduced(mask, copy), SUBJECT_SHARE
    if not low <= marks.mean() <= high or _border(marks).mean() > MAX_BORDER:
        return False
    paper = np.median(_border(copy.lab), axis=0)
    drawn = np.linalg.norm(copy.lab - paper, axis=2) > ON_PAPER
    if paper[0] > WHITE_PAPER and marks[drawn].mean() < MIN_DRAWN:
        return False  # of a drawing on white paper all counts
    member = fewer(copy.pixels.reshape(-1, 3), COLOURS)[0].reshape(marks.shape)
    own, other = (np.bincount(member[part], minlength=member.max() + 1) / part.sum()
                  for part in (marks, ~marks))
    step = _contour_step(copy, marks)
    return bool(np.minimum(own, other).sum() <= MAX_OVERLAP and step >= MIN_CONTOUR_STEP
                and (step >= MIN_CLARITY * _clutter(copy, marks) or _busy(copy) > MAX_BUSY))


def _reduced(mask: NDArray[Any], copy: _Copy) -> NDArray[Any]:
    """Return the pixels of the small copy that belong to the subject."""
    import numpy as np
    from PIL import Image

    return np.asarray(Image.fromarray(mask.astype(np.float32)).resize(
        copy.lab.shape[1::-1], Image.Resampling.BOX)) > 0.5


def _contour_step(copy: _Copy, marks: NDArray[Any]) -> float:
    """Return the difference between both sides of a contour that most of it has."""
    import numpy as np

    steps = [np.zeros(0)]
    for axis in (0, 1):
        across, there = np.moveaxis(copy.lab, axis, 0), np.moveaxis(marks, axis, 0)
        far = np.linalg.norm(across[2:] - across[:-2], axis=2)
        steps.append(far[there[2:] != there[:-2]])
    found = np.concatenate(steps)
    return float(np.quantile(found, CONTOUR_QUANTILE)) if len(found) else 0.0


def _clutter(copy: _Copy, marks: NDArray[Any]) -> float:
    """Return the step of colour that most of the background, off the contour, does not exceed."""
    import numpy as np

    wide = np.pad(copy.lab, ((1, 1), (1, 1), (0, 0)), mode="edge")
    steps = np.maximum(np.linalg.norm(wide[1:-1, 2:] - wide[1:-1, :-2], axis=2),
                       np.linalg.norm(wide[2:, 1:-1] - wide[:-2, 1:-1], axis=2))
    found = steps[~_near(_near(marks))]
    return float(np.quantile(found, CLUTTER_QUANTILE)) if len(found) else 0.0


def _busy(copy: _Copy) -> float:
    """Return the share of neighbours, across and down, that differ in a puzzle of the picture."""

    light = lightness(shrunk(copy.pixels, size_for(copy.pixels, BUSY_CELLS)))
    sharp = 2 * light - surroundings(light, None, 2)
    dark = sharp < otsu(sharp)
    steps = int((dark[1:] != dark[:-1]).sum()) + int((dark[:, 1:] != dark[:, :-1]).sum())
    return float(steps / (2 * dark.size))


def _paper(pixels: NDArray[Any], mask: NDArray[Any]) -> tuple[int, int, int]:
    """Return the mean colour of what is around a subject, or white or black where that is like the
    subject."""
    import numpy as np

    choices = np.array([pixels[mask < 0.1].mean(axis=0) if (mask < 0.1).any() else (255, 255, 255),
                        (255, 255, 255), (0, 0, 0)])
    colours = oklab(choices)
    subject = oklab(pixels[mask > 0.9] if (mask > 0.9).any() else pixels.reshape(-1, 3))
    far = np.median(np.linalg.norm(subject[:, None] - colours, axis=2), axis=0)
    best = next((at for at in (0, 1) if far[at] >= MIN_PAPER_STEP[at]), int(far.argmax()))
    red, green, blue = (round(float(part)) for part in choices[best])
    return red, green, blue


def _box_in_pixels(weight: NDArray[Any], shape: tuple[int, ...]) -> Box:
    """Return the part of a picture of this shape that holds nearly all that stands out, with a
    margin."""
    import numpy as np

    sides = []
    for axis in (1, 0):  # columns, rows
        share = np.cumsum(weight.sum(axis=1 - axis))
        share = share / max(1e-9, share[-1])
        sides.append((int(np.searchsorted(share, REST)), int(np.searchsorted(share, 1 - REST)) + 1))
    margin = MARGIN * max(high - low for low, high in sides)
    found = []
    for (low, high), cells, length in zip(sides, weight.shape[::-1], shape[1::-1], strict=True):
        start = max(0, round((low - margin) * length / cells))
        found.append((start, min(length, round((high + margin) * length / cells)) - start))
    (left, wide), (top, high) = found
    return left, top, wide, high


def _border(values: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.concatenate([values[0], values[-1], values[:, 0], values[:, -1]])


def _full(values: NDArray[Any], size: NDArray[Any]) -> NDArray[Any]:
    """Return values, of which each stands for `size` pixels, as shares of what stands out fully."""
    import numpy as np

    order = np.argsort(values)
    below = np.cumsum(size[order])
    full = max(values[order[int(np.searchsorted(below, FULL_QUANTILE * below[-1]))]],
               FULL_SHARE * values.max(), 1e-9)
    return np.asarray(np.clip(values / full, 0, 1))


def _mean(values: NDArray[Any]) -> NDArray[Any]:
    """Return the mean of each pixel and its eight neighbours."""
    import numpy as np

    wide = np.pad(values, 1, mode="edge")
    height, width = values.shape
    return np.asarray(sum(wide[y:y + height, x:x + width] for y in range(3) for x in range(3)) / 9)


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
