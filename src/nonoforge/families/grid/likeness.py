"""Score how well a puzzle's picture can be recognized as its source, 0 to 1.

Source and puzzle are compared as an eye sees them from where each fills the same angle: at a fixed
number of pixels, slightly out of focus, so that a puzzle of few cells loses what it cannot show.
Four things count:

structure  the local correlation of lightness and colour, as in the structural similarity of Wang,
           Bovik, Sheikh and Simoncelli (Image quality assessment, 2004), but of structure alone:
           the contrast of black and white tells nothing about a photograph. Each place counts as
           much as there is to see, in the source or in the puzzle, so that noise counts against it.
edges      steps of the source that are steps of the puzzle at about the same place, and the other
           way round: the harmonic mean of the two shares.
subject    where the subject is known, the share of its contour at which the puzzle has different
           colours inside and outside, with whatever else is in the background against it.
colour     in puzzles of several colours, how near their colours are to those of the source.

In a photograph, structure and edges count the more the more a place stands out.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from nonoforge.quantize import oklab

if TYPE_CHECKING:
    from numpy.typing import NDArray

EYE_PIXELS = 144  # along the longer side, at which pictures are compared
WINDOWS = (11, 41)  # pixels along a side of the windows of structure: for details, for masses
EDGE_REACH = 3  # pixels by which an edge may be displaced
NOISE = 0.02  # of lightness, that is no structure
MIN_STEP, FULL_STEP = 0.05, 0.2  # of Oklab distance: no edge below the first, a whole one above
CHROMA_WEIGHT = 1.5  # of colour beside lightness, in puzzles of several colours
NEGATIVE = 0.8  # worth of structure whose light and dark are exchanged
WEIGHTS = (0.35, 0.25, 0.4, 0.25)  # of structure, edges, subject, colour
COLOURED_EDGES = 0.4  # weight of edges in puzzles of several colours, where all can be shown
COLOUR_LIGHTNESS = 0.5  # weight of lightness, which structure compares, among colours
MAX_COLOUR_DISTANCE = 0.3  # in Oklab, on the average: colours that are not those of the source
LEAST_WEIGHT = 0.05  # of what does not stand out, beside what does
LINE_REACH = 5  # pixels: half the width of the widest line
LINE_DEPTH = 0.12  # of lightness, by which a line is darker than what is beside it
RECOGNIZABLE = 0.6  # least score of a picture that people recognize: see the tests of this module


class Likeness(NamedTuple):
    """The score and its parts, 0 to 1; `subject` is None where none is known."""

    score: float
    structure: float
    edges: float
    subject: float | None


class Eye:
    """A source to compare with many puzzles, prepared when the first is compared."""

    def __init__(
        self, pixels: NDArray[Any], mask: NDArray[Any] | None = None,
        weight: NDArray[Any] | None = None,
    ) -> None:
        """Take (height, width, 3) pixels of 0 to 255, for each pixel the share of the subject in
        it, and how much it stands out, 0 to 1."""
        height, width = pixels.shape[:2]
        scale = EYE_PIXELS / max(height, width)
        self.size = max(4, round(width * scale)), max(4, round(height * scale))
        self._pixels, self._mask, self._weight = pixels, mask, weight

    @cached_property
    def lab(self) -> NDArray[Any]:
        return _softened(_lab(self._resized(self._pixels)))

    @cached_property
    def mask(self) -> NDArray[Any] | None:
        import numpy as np

        return None if self._mask is None else self._resized(self._mask.astype(np.float32)) > 0.5

    @cached_property
    def steps(self) -> NDArray[Any]:
        return _steps(self.lab)

    @cached_property
    def lines(self) -> NDArray[Any]:
        return _dark_lines(self.lab[:, :, 0])

    @cached_property
    def weight(self) -> NDArray[Any]:
        import numpy as np

        if self._weight is None:
            return np.ones(self.size[::-1])
        return LEAST_WEIGHT + (1 - LEAST_WEIGHT) * self._resized(
            self._weight.astype(np.float32) ** 2)

    def _resized(self, pixels: NDArray[Any]) -> NDArray[Any]:
        import numpy as np
        from PIL import Image

        return np.asarray(Image.fromarray(pixels).resize(self.size, Image.Resampling.BOX))

    def likeness(
        self, cells: NDArray[Any], rgbs: NDArray[Any], coloured: bool | None = None,
    ) -> Likeness:
        """Return the likeness of a puzzle: colour numbers (rows, columns) and their colours.
        `coloured`: missing colour counts against it, as it does in puzzles of several colours."""
        import numpy as np
        from PIL import Image

        numbers = np.asarray(Image.fromarray(cells.astype(np.uint8)).resize(
            self.size, Image.Resampling.NEAREST))
        lab = _softened(_lab(rgbs.astype(np.uint8)[numbers]))
        coloured = len(rgbs) > 2 if coloured is None else coloured
        structure = self._structure(lab, coloured)
        edges = self._edges(_steps(lab))
        subject = self._subject(numbers)
        parts = [(structure, WEIGHTS[0]), (edges, COLOURED_EDGES if coloured else WEIGHTS[1])]
        if subject is not None:
            parts.append((subject, WEIGHTS[2]))
        if coloured:
            parts.append((self._colour(lab), WEIGHTS[3]))
        score = sum(part * weight for part, weight in parts) / sum(w for _, w in parts)
        return Likeness(round(score, 4), structure, edges, subject)

    def _structure(self, lab: NDArray[Any], coloured: bool) -> float:
        import numpy as np

        scores = []
        for side in WINDOWS:
            found = total = 0.0
            for channel in range(3 if coloured else 1):
                weight = 1.0 if channel == 0 else CHROMA_WEIGHT
                one, other = self.lab[:, :, channel], lab[:, :, channel]
                mean, mean_other = _mean(one, side), _mean(other, side)
                varied = np.sqrt(np.maximum(_mean(one * one, side) - mean ** 2, 0))
                other_varied = np.sqrt(np.maximum(_mean(other * other, side) - mean_other ** 2, 0))
                together = _mean(one * other, side) - mean * mean_other
                alike = together / (varied * other_varied + NOISE ** 2)
                # A puzzle of two tones has more contrast than its source, which is no fault.
                gain = 1.0 if coloured else float(varied.mean() / max(1e-6, other_varied.mean()))
                here = weight * self.weight * np.maximum(varied, gain * other_varied)
                found += float((alike * here).sum())
                total += float(here.sum()) + 1e-9
            scores.append(found / total)
        score = sum(scores) / len(scores)
        return max(0.0, score if score >= 0 or coloured else -NEGATIVE * score)

    def _edges(self, steps: NDArray[Any]) -> float:
        here, there = self.steps * self.weight, steps * self.weight
        kept = float((here * _spread(steps)).sum() / (here.sum() + 1e-6))
        meant = float((there * _spread(self.steps)).sum() / (there.sum() + 1e-6))
        return 2 * kept * meant / (kept + meant) if kept + meant > 0 else 0.0

    def _colour(self, lab: NDArray[Any]) -> float:
        """Return how near the colours are, at the scale of details: 1 where they are the same."""
        import numpy as np

        areas = ~(self.lines | _dark_lines(lab[:, :, 0]))
        share = np.maximum(_mean(areas.astype(float), WINDOWS[0]), 1e-6)
        far = np.linalg.norm(np.stack([
            part * _mean((self.lab[:, :, channel] - lab[:, :, channel]) * areas, WINDOWS[0]) / share
            for channel, part in enumerate((COLOUR_LIGHTNESS, 1.0, 1.0))], axis=2), axis=2)
        weight = self.weight * areas
        mean = float((far * weight).sum() / max(1e-9, weight.sum()))
        return max(0.0, 1.0 - mean / MAX_COLOUR_DISTANCE)

    def _subject(self, numbers: NDArray[Any]) -> float | None:
        """Return how well the contour of the subject is seen."""
        import numpy as np

        if self.mask is None or self.mask.all() or not self.mask.any():
            return None
        inside, outside = _spread(self.mask), _spread(~self.mask)
        rim = inside & outside  # both are near
        paper = np.bincount(numbers[~self.mask]).argmax()
        differs = numbers != paper
        seen = (_spread(differs & self.mask) & _spread(~differs & ~self.mask))[rim].mean()
        clean = 1.0 - differs[~_spread(self.mask)].mean() if (~inside).any() else 1.0
        return float(seen * clean)


def _lab(pixels: NDArray[Any]) -> NDArray[Any]:
    found: NDArray[Any] = oklab(pixels.reshape(-1, 3)).reshape(pixels.shape)
    return found


def _mean(values: NDArray[Any], side: int) -> NDArray[Any]:
    """Return the means over windows of this side."""
    import numpy as np

    half = side // 2
    wide = np.pad(values, half + 1, mode="edge")
    sums = wide.cumsum(axis=0).cumsum(axis=1)
    height, width = values.shape
    top, bottom = sums[:height], sums[side:side + height]
    found: NDArray[Any] = (bottom[:, side:side + width] - top[:, side:side + width]
                           - bottom[:, :width] + top[:, :width]) / side ** 2
    return found


def _softened(lab: NDArray[Any]) -> NDArray[Any]:
    import numpy as np

    return np.stack([_mean(_mean(lab[:, :, channel], 3), 3) for channel in range(3)], axis=2)


def _steps(lab: NDArray[Any]) -> NDArray[Any]:
    """Return the strength of the edge at each pixel, 0 to 1."""
    import numpy as np

    wide = np.pad(lab, ((2, 2), (2, 2), (0, 0)), mode="edge")
    across = ((wide[2:-2, 4:] - wide[2:-2, :-4]) ** 2).sum(axis=2)
    down = ((wide[4:, 2:-2] - wide[:-4, 2:-2]) ** 2).sum(axis=2)
    strength = np.sqrt(np.maximum(across, down))
    found: NDArray[Any] = np.clip((strength - MIN_STEP) / (FULL_STEP - MIN_STEP), 0, 1)
    return found


def _dark_lines(light: NDArray[Any]) -> NDArray[Any]:
    """Return the pixels of lines and spots that are darker than the areas beside them: those that a
    closing of lightness (its maximum, then its minimum within reach) makes much lighter."""
    import numpy as np

    return np.asarray(-_spread(-_spread(light, LINE_REACH), LINE_REACH) - light > LINE_DEPTH)


def _spread(values: NDArray[Any], reach: int = EDGE_REACH) -> NDArray[Any]:
    """Return the greatest value within reach of each pixel."""
    import numpy as np

    found = values
    for axis in (0, 1):
        parts = [found]
        for shift in range(1, reach + 1):
            before, after = [slice(None)] * 2, [slice(None)] * 2
            before[axis], after[axis] = slice(None, -shift), slice(shift, None)
            ahead, behind = found.copy(), found.copy()
            ahead[tuple(after)] = found[tuple(before)]
            behind[tuple(before)] = found[tuple(after)]
            parts += [ahead, behind]
        found = np.maximum.reduce(parts)
    return found
