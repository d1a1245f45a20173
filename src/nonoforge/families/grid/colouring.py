"""Reduce a picture to a few colours: a palette that can be told apart, and the colour of each cell.

The pixels of a cell vote for the colour of the palette that is nearest, so a cell at an edge has
the colour of one side and never a mixture. Pixels beside an edge, which smoothing has mixed, have
no part in the palette. Of a cartoon the outlines can be drawn in a dark colour of their own, which
would win no vote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.families.grid.downsampling import Inked, surroundings
from nonoforge.families.grid.line_art import (
    FILL_THRESHOLD,
    darker_lines,
    details,
    ink_of,
    neighbours,
    slender,
)
from nonoforge.palette import Palette
from nonoforge.quantize import distinct, oklab, srgb

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rgb = tuple[int, int, int]

VOTES = 4  # pixels along a cell that vote
SMOOTHING, SMOOTHING_ROUNDS = 0.25, 3  # of photographs: votes that the cells around have together
SURE, SURE_FEATURE = 0.7, 0.5  # of the votes of a cell that is alone with its colour
FEATURE_REACH = 2.0  # cells: surroundings from which a feature differs
FULL_FEATURE = 0.2  # Oklab distance from them at which a pixel has its whole weight as a feature
FRINGE = 0.16  # Oklab distance between the neighbours of a pixel at an edge
MIN_PALETTE_PIXELS = 0.1  # of all, or pixels at edges count, too
LIGHTNESS = (0.22, 0.88)  # darkest and lightest tone of a picture whose contrast is stretched
QUANTILES = (0.02, 0.98)
MIN_CONTRAST = 0.1  # of lightness: less is not stretched, it would be noise
FAINT_CHROMA, STRONG_CHROMA = 0.05, 0.12  # between them lightness is stretched less and less
FULL_CHROMA, MAX_CHROMA_GAIN, GREY_CHROMA = 0.13, 1.6, 0.025
WHITE_PAPER = 0.93  # lightness above which paper is shown white
TEAR_COST = 20.0  # of breaking a thin part of the subject, relative to thickening it
CHANGE_FLOOR = 0.05  # what any change of a cell costs
OUTLINED = (0.04, 0.5)  # share of the cells that have outlines, in a picture that has them
MAX_OUTLINE_LIGHTNESS = 0.45
SHARP_REACH = 0.1  # of the longer side: surroundings by which lightness is sharpened
LEAST_WEIGHT = 0.1  # of what does not stand out, beside 1 of what does, in the palette
DARK_MIDDLE = 0.42  # lightness to which the middle tone of a dark picture is brought


def coloured(
    pixels: NDArray[Any], size: tuple[int, int], count: int, *, mask: NDArray[Any] | None = None,
    paper: Rgb | None = None, background: Rgb | None = None, outlines: Outlines | None = None,
    lit: bool = False, sharp: float = 0.0, weight: NDArray[Any] | None = None,
    features: float = 0.0, gaps: bool = False,
) -> Inked:
    """Return a picture in at most `count` colours beside the background.

    `mask` (height, width) is the share of the subject in each pixel and `paper` the colour around
    it. Without them the background is the commonest colour at the border, or `background`. `lit`:
    a dark picture is shown in more light. `sharp` is how many times the difference of the
    lightness of a pixel from its surroundings is added to it. `weight` says how much each pixel
    stands out, 0 to 1: the colours of what does have a larger part in the palette. `features`: how
    much more a pixel counts, in the palette and in the vote of its cell, if it differs from its
    surroundings as an eye does from the face.
    """
    import numpy as np

    fine = _fine(pixels, size)
    lab = oklab(fine.reshape(-1, 3)).reshape(fine.shape)
    inside = np.ones(lab.shape[:2], bool) if mask is None else _shares(mask, fine.shape) >= 0.5
    if not inside.any():
        inside[:] = True
    ground = _ground(paper if background is None else background)
    if lit:
        lab[:, :, 0] **= _lighter(lab[:, :, 0][inside])
    shown = _stretched(lab, inside, light_paper=ground is not None and ground[0] > 0.6)
    if sharp:
        reach = max(1, round(SHARP_REACH * max(size) * VOTES))
        light = shown[:, :, 0]
        shown[:, :, 0] = (light + sharp * (light - surroundings(light, inside, reach))).clip(0, 1)
    loud = 1 + features * _prominence(lab, inside)
    useful = inside & ~_fringes(lab)
    if useful.sum() < MIN_PALETTE_PIXELS * inside.sum():
        useful = inside
    part = loud if weight is None else loud * (LEAST_WEIGHT + _shares(weight, fine.shape))
    points, mass = _binned(shown[useful], part[useful])
    kept = [colour for colour in (ground, outlines and outlines.colour) if colour is not None]
    found = distinct(points, mass, count + 1 - len(kept), np.array(kept) if kept else None)
    if ground is None:
        found = _border_first(shown, found)
        kept.insert(0, found[0])
        found = found[1:]
    found = np.vstack([*kept, found])
    shape = None if mask is None else ink_of(mask).cells(size) < FILL_THRESHOLD
    return _voted(shown, found, size, None if mask is None else inside, shape,
                  None if outlines is None else outlines.cells, loud,
                  SURE_FEATURE if features else SURE, gaps)


class Outlines(NamedTuple):
    """The cells of dark lines, and the colour of these, in Oklab."""

    cells: NDArray[Any]
    colour: NDArray[Any]


def outlines_of(
    pixels: NDArray[Any], size: tuple[int, int], mask: NDArray[Any] | None = None,
) -> Outlines | None:
    """Return the outlines of a picture that is drawn with dark lines, as cartoons are; None: it is
    not."""
    import numpy as np
    from PIL import Image

    cells = details(pixels, size, np.zeros((size[1], size[0]), bool))
    inside = np.ones_like(cells) if mask is None else ink_of(mask).cells(size) < FILL_THRESHOLD
    cells &= inside
    if not OUTLINED[0] <= cells.sum() / max(1, inside.sum()) <= OUTLINED[1]:
        return None
    darker = darker_lines(pixels, size)
    fine = np.asarray(Image.fromarray(pixels).resize(darker.shape[::-1], Image.Resampling.BOX))
    lab = oklab(fine[darker])
    colour = np.median(lab[lab[:, 0] <= np.median(lab[:, 0])], axis=0)
    return None if colour[0] > MAX_OUTLINE_LIGHTNESS else Outlines(cells, colour)


def is_dark(pixels: NDArray[Any], mask: NDArray[Any] | None) -> bool:
    """Return whether a picture, or its subject, is so dark that much of it cannot be seen."""
    import numpy as np

    small = pixels[::4, ::4] if min(pixels.shape[:2]) > 99 else pixels
    inside = np.ones(small.shape[:2], bool) if mask is None else \
        (mask[::4, ::4] if small is not pixels else mask) > 0.5
    return bool(inside.any()) and _lighter(oklab(small[inside])[:, 0]) < 1


def _lighter(tones: NDArray[Any]) -> float:
    """Return the exponent that brings the middle tone of a dark picture to DARK_MIDDLE."""
    import numpy as np

    middle = float(np.clip(np.median(tones), 0.05, 0.95))
    return min(1.0, float(np.log(DARK_MIDDLE) / np.log(middle)))


def _fine(pixels: NDArray[Any], size: tuple[int, int]) -> NDArray[Any]:
    """Return the picture with VOTES pixels along each cell; an edge is no wider than one."""
    import numpy as np
    from PIL import Image

    wanted = size[0] * VOTES, size[1] * VOTES
    image = Image.fromarray(pixels)
    factor = min(image.width // wanted[0], image.height // wanted[1])
    if factor > 1:
        image = image.reduce(factor)
    return np.asarray(image.resize(wanted, Image.Resampling.NEAREST))


def _shares(mask: NDArray[Any], shape: tuple[int, ...]) -> NDArray[Any]:
    import numpy as np
    from PIL import Image

    return np.asarray(Image.fromarray(mask.astype(np.float32)).resize(
        (shape[1], shape[0]), Image.Resampling.BOX))


def _ground(rgb: Rgb | None) -> NDArray[Any] | None:
    """Return the background in Oklab; nearly white paper is white."""
    import numpy as np

    if rgb is None:
        return None
    found, white = oklab(np.array([rgb, (255, 255, 255)]))
    return np.asarray(white if found[0] > WHITE_PAPER else found)


def _stretched(lab: NDArray[Any], inside: NDArray[Any], light_paper: bool) -> NDArray[Any]:
    """Return the picture with its lightness spread and its colours strengthened where they are
    faint; what is grey stays grey."""
    import numpy as np

    tones = lab[:, :, 0][inside]
    low, high = np.quantile(tones, QUANTILES)
    chroma = np.quantile(np.hypot(lab[:, :, 1], lab[:, :, 2])[inside], 0.9)
    darkest, lightest = LIGHTNESS[0], LIGHTNESS[1] if light_paper else 0.97
    found = lab.copy()
    # Colours that differ in hue need no other lightness: a red apple stays red.
    strength = float(np.clip((STRONG_CHROMA - chroma) / (STRONG_CHROMA - FAINT_CHROMA), 0, 1))
    if high - low > MIN_CONTRAST and strength > 0:
        least, most = min(low, darkest), lightest if light_paper else max(high, lightest)
        spread = least + (np.clip(lab[:, :, 0], low, high) - low) * (most - least) / (high - low)
        found[:, :, 0] += strength * (spread - lab[:, :, 0])
    if chroma > GREY_CHROMA:
        found[:, :, 1:] *= min(MAX_CHROMA_GAIN, max(1.0, FULL_CHROMA / chroma))
    return found


def _fringes(lab: NDArray[Any]) -> NDArray[Any]:
    """Return the pixels between two that differ much, in a row or in a column."""
    import numpy as np

    wide = np.pad(lab, ((1, 1), (1, 1), (0, 0)), mode="edge")
    across = np.linalg.norm(wide[1:-1, 2:] - wide[1:-1, :-2], axis=2)
    down = np.linalg.norm(wide[2:, 1:-1] - wide[:-2, 1:-1], axis=2)
    return np.asarray(np.maximum(across, down) > FRINGE)


def _prominence(lab: NDArray[Any], inside: NDArray[Any]) -> NDArray[Any]:
    """Return how much each pixel differs from what is around it in the subject, 0 to 1; pixels at
    the contour, which smoothing has mixed with the background, do not."""
    import numpy as np

    reach = round(FEATURE_REACH * VOTES)
    off = np.stack([lab[:, :, channel] - surroundings(lab[:, :, channel], inside, reach)
                    for channel in range(3)], axis=2)
    found = np.minimum(1.0, np.linalg.norm(off, axis=2) / FULL_FEATURE) ** 2
    return np.asarray(np.where(neighbours(inside).all(axis=0), found, 0.0))


def _binned(
    points: NDArray[Any], weight: NDArray[Any],
) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return points that share a small cube of Oklab as one, with their weights, or their
    number."""
    import numpy as np

    _, member = np.unique((points * 64).round().astype(int), axis=0, return_inverse=True)
    member = member.reshape(-1)
    mass = np.bincount(member, weights=weight)
    sums = [np.bincount(member, weights=axis * weight) / mass for axis in points.T]
    return np.stack(sums, axis=1), mass


def _border_first(shown: NDArray[Any], found: NDArray[Any]) -> NDArray[Any]:
    """Return the colours with the commonest at the border first."""
    import numpy as np

    border = np.concatenate([shown[0], shown[-1], shown[:, 0], shown[:, -1]])
    far = np.linalg.norm(border[:, None, :] - found[None, :, :], axis=2)
    first = np.bincount(far.argmin(axis=1), minlength=len(found)).argmax()
    return np.vstack([found[first:first + 1], np.delete(found, first, axis=0)])


def _voted(
    shown: NDArray[Any], found: NDArray[Any], size: tuple[int, int], inside: NDArray[Any] | None,
    shape: NDArray[Any] | None, outlines: NDArray[Any] | None, loud: NDArray[Any], sure: float,
    gaps: bool,
) -> Inked:
    """Return cells in the colour that most of their pixels have; in cells of the subject's shape,
    which keeps thin parts, the background has no vote, and in others no colour has. With `gaps` it
    has one in those that are not at the contour. Cells of outlines have the second colour."""
    import numpy as np

    columns, rows = size
    far = np.linalg.norm(shown[:, :, None, :] - found, axis=3)
    solid = shape
    if inside is not None:
        far[~inside, 0] = -1.0
        full = inside
        if gaps and shape is not None:
            solid = shape & ~neighbours(shape).all(axis=0)
            full = inside & np.kron(solid, np.ones((VOTES, VOTES), bool))
        far[full, 0] += 1.0  # the subject has no background in it
    nearest = far.argmin(axis=2)
    votes = np.stack([((nearest == number) * loud).reshape(rows, VOTES, columns, VOTES).sum(
        axis=(1, 3)) for number in range(len(found))], axis=2)
    votes /= votes.sum(axis=2, keepdims=True)
    if shape is not None:
        nothing = shape & (votes[:, :, 1:].sum(axis=2) == 0)
        votes[nothing, 1 + found[1:, 0].argmin()] = 1.0
        votes[solid, 0] *= 0.0
        votes[~shape, 1:] *= 0.5
        votes[~shape, 0] = np.maximum(votes[~shape, 0], 0.6)
    if outlines is not None:
        votes[outlines, 1] = 1.0
        votes[outlines, 2:] *= 0.5
    if shape is None:
        votes = votes + _support(votes)
    cells = _without_specks(votes if solid is None else np.where(
        solid[:, :, None] & (np.arange(len(found)) == 0), -2.0, votes), sure)
    between = np.linalg.norm(found[:, None, :] - found[None, :, :], axis=2)
    cost = np.minimum(1.0, between[cells] * (votes.max(axis=2, keepdims=True) - votes) * 2)
    cost = np.where(np.arange(len(found)) == cells[:, :, None], 0.0, cost + CHANGE_FLOOR)
    if shape is not None:
        cost[slender(shape), 0] *= TEAR_COST
    used = [0, *(number for number in range(1, len(found)) if (cells == number).any())]
    rank = np.zeros(len(found), int)
    rank[used] = np.arange(len(used))
    rgbs = ["#" + "".join(f"{part:02x}" for part in rgb) for rgb in srgb(found[used]).tolist()]
    palette = as_palette(rgbs)
    cost = np.pad(cost[:, :, used], ((0, 0), (0, 0), (0, len(palette) - len(used))),
                  constant_values=1.0)
    return Inked(rank[cells].astype("uint8"), cost, palette)


def _support(votes: NDArray[Any]) -> NDArray[Any]:
    """Return the support that each colour has from the cells around, as in a Markov random field
    (Besag, On the statistical analysis of dirty pictures, 1986): it makes areas of what is
    speckled, and lets a cell of which most is sure stand."""
    import numpy as np

    ring = [0, 1, 2, 3, 5, 6, 7, 8]
    support = np.zeros_like(votes)
    for _ in range(SMOOTHING_ROUNDS):
        cells = (votes + support).argmax(axis=2)
        support = SMOOTHING * np.stack(
            [neighbours(cells == number)[ring].mean(axis=0) for number in range(votes.shape[2])],
            axis=2)
    return support


def _without_specks(votes: NDArray[Any], sure: float) -> NDArray[Any]:
    """Return the winner of each cell. A colour that no neighbour has needs `sure` of the votes, or
    the best of the neighbours' colours is taken."""
    import numpy as np

    cells = votes.argmax(axis=2)
    near = np.stack([neighbours(cells == number)[[0, 1, 2, 3, 5, 6, 7, 8]].any(axis=0)
                     for number in range(votes.shape[2])], axis=2)
    own = np.take_along_axis(near, cells[:, :, None], axis=2)[:, :, 0]
    unsure = ~own & (votes.max(axis=2) < sure)
    return np.asarray(np.where(unsure, np.where(near, votes, -1.0).argmax(axis=2), cells))


def as_palette(rgbs: list[str]) -> Palette:
    """Return a palette of these colours; a second one is added where there is only one."""
    if len(rgbs) == 1:
        rgbs = [*rgbs, "#000000" if rgbs[0] != "#000000" else "#ffffff"]
    return Palette.of(*rgbs)
